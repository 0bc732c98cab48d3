package dense

// Lists has a list of numbers for each key.
type Lists = ListsOf[int32]

// ListsOf has a list for each key below a bound, in compressed (CSR) form: all are parts of one
// array, and that of key k is Items[Offsets[k]:Offsets[k+1]]. The zero value has no keys.
type ListsOf[T any] struct {
	Offsets []int32
	Items   []T
}

// ListsFrom copies lists.
func ListsFrom[T any](lists [][]T) ListsOf[T] {
	l := ListsOf[T]{Offsets: make([]int32, 1, len(lists)+1)}
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	l.Items = make([]T, 0, total)
	for _, list := range lists {
		l.Items = append(l.Items, list...)
		l.End()
	}
	return l
}

// BuildLists collects pairs of a key, which is below keys, and an item. A key of -1 leaves a pair
// out. The items of a key keep their order. It calls pairs twice, which must add the same pairs.
func BuildLists[T any](keys int, pairs func(add func(key int32, item T))) ListsOf[T] {
	l := ListsOf[T]{Offsets: make([]int32, keys+1)}
	pairs(func(key int32, _ T) {
		if key >= 0 {
			l.Offsets[key+1]++
		}
	})
	for k := range keys {
		l.Offsets[k+1] += l.Offsets[k]
	}
	l.Items = make([]T, l.Offsets[keys])
	next := append([]int32(nil), l.Offsets[:keys]...)
	pairs(func(key int32, item T) {
		if key >= 0 {
			l.Items[next[key]] = item
			next[key]++
		}
	})
	return l
}

// ByKey sorts the numbers below n by their keys; see BuildLists.
func ByKey(keys, n int, key func(i int32) int32) Lists {
	return BuildLists(keys, func(add func(key, item int32)) {
		for i := range int32(n) {
			add(key(i), i)
		}
	})
}

// Of returns the list of a key; it is empty if the key is out of bounds. The caller must not change
// it.
func (l *ListsOf[T]) Of(k int32) []T {
	if int(k)+1 >= len(l.Offsets) {
		return nil
	}
	to := l.Offsets[k+1]
	return l.Items[l.Offsets[k]:to:to]
}

// Len returns the number of keys.
func (l *ListsOf[T]) Len() int { return max(len(l.Offsets)-1, 0) }

// End ends the list of the next key with the last of Items.
func (l *ListsOf[T]) End() {
	if len(l.Offsets) == 0 {
		l.Offsets = append(l.Offsets, 0)
	}
	l.Offsets = append(l.Offsets, int32(len(l.Items)))
}

// Inverted returns for each number below n the keys whose lists have it, in ascending order.
func Inverted(l *Lists, n int) Lists {
	return BuildLists(n, func(add func(key, item int32)) {
		for k := range int32(l.Len()) {
			for _, i := range l.Of(k) {
				add(i, k)
			}
		}
	})
}
