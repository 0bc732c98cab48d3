package invariants

import "fmt"

// maxChecked is the number of contexts that are checked after one step. Of more contexts an evenly
// spread sample is checked.
const maxChecked = 512

// Sample returns an evenly spread sample of a list.
func Sample[T any](list []T) []T {
	if len(list) <= maxChecked {
		return list
	}
	some := make([]T, 0, maxChecked)
	for i := range maxChecked {
		some = append(some, list[i*len(list)/maxChecked])
	}
	return some
}

// Violated panics, because no later step can be correct.
func Violated(format string, values ...any) {
	panic("invariant violated: " + fmt.Sprintf(format, values...))
}
