package owl

import (
	"hash/maphash"
	"strings"
)

// iriTable finds interned IRIs by the bytes that stand for them, without an allocation and without
// the locks of unique.Make. The zero value is empty.
type iriTable struct {
	seed  maphash.Seed
	slots []iriSlot // open addressing; len is a power of two, at most half of them in use
	keys  []string
	iris  []IRI // by the same index as keys
}

type iriSlot struct {
	hash  uint32
	index int32 // into keys and iris, plus 1; 0 empty
}

func (t *iriTable) hash(key []byte) uint32 {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
		t.slots = make([]iriSlot, 64)
	}
	return uint32(maphash.Bytes(t.seed, key))
}

// find looks for a key whose hash is known.
func (t *iriTable) find(hash uint32, key []byte) (IRI, bool) {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; t.slots[i].index != 0; i = (i + 1) & mask {
		if s := t.slots[i]; s.hash == hash && t.keys[s.index-1] == string(key) {
			return t.iris[s.index-1], true
		}
	}
	return IRI{}, false
}

// add puts in a key that find did not find.
func (t *iriTable) add(hash uint32, key string, iri IRI) {
	t.keys = append(t.keys, key)
	t.iris = append(t.iris, iri)
	t.place(iriSlot{hash, int32(len(t.keys))})
	if 2*len(t.keys) <= len(t.slots) {
		return
	}
	old := t.slots
	t.slots = make([]iriSlot, 2*len(old))
	for _, s := range old {
		if s.index != 0 {
			t.place(s)
		}
	}
}

func (t *iriTable) place(s iriSlot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].index != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// slab allocates values of one type in blocks that grow from a few to slabBlock. A value that is
// kept keeps its block.
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

// many returns a copy of items without spare capacity; nil for none.
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

// textSlab turns bytes into strings that share blocks of memory.
type textSlab struct{ block *strings.Builder }

const (
	textBlock    = 32 << 10
	textOfItsOwn = textBlock / 8 // a string of this size or more is not worth a place in a block
)

func (s *textSlab) string(b []byte) string {
	if len(b) >= textOfItsOwn {
		return string(b)
	}
	if s.block == nil || s.block.Cap()-s.block.Len() < len(b) {
		s.block = new(strings.Builder)
		s.block.Grow(textBlock)
	}
	start := s.block.Len()
	s.block.Write(b)
	return s.block.String()[start:]
}
