package ranking

import "sync"

// scratch is a pool of work slices, megabytes per worker. It saves training, which ranks
// repeatedly, from allocating them each time. Slices of float64, which only tests use, replace
// others.
var scratch sync.Pool // of *[]float32 and *[]float64

// borrow returns a slice of length n with arbitrary contents, until giveBack.
func borrow[T Float](n int) *[]T {
	s, _ := scratch.Get().(*[]T)
	if s == nil || cap(*s) < n {
		s = new([]T)
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return s
}

func giveBack[T Float](s *[]T) { scratch.Put(s) }
