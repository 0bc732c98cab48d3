package ranking

import (
	"sync"
	"unsafe"
)

// Slices that rankings work in: megabytes for each worker, which are lent, so that a training that ranks again and again does not leave
// them behind each time.
var scratch32, scratch64 sync.Pool // of *[]float32 and *[]float64

func scratchOf[T Float]() *sync.Pool {
	if unsafe.Sizeof(*new(T)) == 4 {
		return &scratch32
	}
	return &scratch64
}

// borrow lends a slice of the length, with anything in it, until giveBack.
func borrow[T Float](n int) *[]T {
	s, _ := scratchOf[T]().Get().(*[]T)
	if s == nil || cap(*s) < n {
		s = new([]T)
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return s
}

func giveBack[T Float](s *[]T) { scratchOf[T]().Put(s) }
