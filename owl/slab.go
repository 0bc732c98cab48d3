package owl

import "strings"

// slab allocates values of one type in blocks that grow up to slabBlock values. A value keeps its
// whole block alive.
type slab[T any] struct {
	free []T
	next int // size of the next block
}

const slabBlock = 512

func (s *slab[T]) grow(n int) {
	s.next = min(max(2*s.next, 4), slabBlock)
	s.free = make([]T, max(s.next, n))
}

// one returns a zero value.
func (s *slab[T]) one() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	return x
}

// many returns a copy of items without spare capacity, or nil if there are none.
func (s *slab[T]) many(items []T) []T {
	n := len(items)
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	copy(list, items)
	return list
}

// textSlab converts bytes to strings that share blocks of memory. Blocks grow up to textBlock,
// because a string keeps its whole block alive.
type textSlab struct{ block *strings.Builder }

const (
	firstTextBlock = 64
	textBlock      = 32 << 10
	textOfItsOwn   = textBlock / 8 // strings of this size or more get memory of their own
)

func (s *textSlab) string(b []byte) string {
	if len(b) >= textOfItsOwn {
		return string(b)
	}
	if s.block == nil || s.block.Cap()-s.block.Len() < len(b) {
		size := firstTextBlock
		if s.block != nil {
			size = min(2*s.block.Cap(), textBlock)
		}
		s.block = new(strings.Builder)
		s.block.Grow(max(size, len(b)))
	}
	start := s.block.Len()
	s.block.Write(b)
	return s.block.String()[start:]
}
