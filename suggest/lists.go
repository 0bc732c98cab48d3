package suggest

// lists are slices side by side, by class or property: of the thousands that are asked for hardly any is in the processor's cache, and one that stands for itself
// takes two lines of memory.
type lists[T any] struct {
	first []int32 // one more at the end
	items []T
}

func newLists[T any](from [][]T) lists[T] {
	l := lists[T]{first: make([]int32, 1, len(from)+1)}
	for _, list := range from {
		l.items = append(l.items, list...)
		l.first = append(l.first, int32(len(l.items)))
	}
	return l
}

// of is the list of number i, which is not to be written to.
func (l *lists[T]) of(i int32) []T { return l.items[l.first[i]:l.first[i+1]:l.first[i+1]] }
