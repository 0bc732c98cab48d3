package ranking

import (
	"sync"
	"unsafe"
)

// scratch32 and scratch64 are pools of work slices, megabytes per worker. They save training, which
// ranks repeatedly, from allocating them each time.
var scratch32, scratch64 sync.Pool // of *[]float32 and *[]float64

func scratchOf[T Float]() *sync.Pool {
	if unsafe.Sizeof(*new(T)) == 4 {
		return &scratch32
	}
	return &scratch64
}

// borrow returns a slice of length n with arbitrary contents, until giveBack.
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
