// Package selection finds the smallest elements of a list without sorting it.
package selection

// SmallestFirst reorders x such that x[n] is the element at index n in ascending order, no element
// before it is greater and none after it is smaller (Hoare, "Algorithm 65: find", CACM 1961, with
// the median of three as pivot).
func SmallestFirst[E any](x []E, n int, less func(a, b E) bool) {
	lo, hi := 0, len(x)-1
	for lo < hi {
		pivot := median(x[lo], x[(lo+hi)/2], x[hi], less)
		i, j := lo, hi
		for i <= j {
			for less(x[i], pivot) {
				i++
			}
			for less(pivot, x[j]) {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

func median[E any](a, b, c E, less func(a, b E) bool) E {
	if less(b, a) {
		a, b = b, a
	}
	switch {
	case less(c, a):
		return a
	case less(c, b):
		return c
	}
	return b
}
