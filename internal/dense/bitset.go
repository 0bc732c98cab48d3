package dense

import (
	"math/bits"
	"slices"
)

// Bitset is a set of dense numbers. It has no numbers beyond its end. The zero value is empty.
type Bitset[T ~int32] []uint64

// Has reports whether a is in the set.
func (b Bitset[T]) Has(a T) bool {
	i := int(uint32(a) >> 6)
	return i < len(b) && b[i]>>(uint32(a)&63)&1 != 0
}

// With returns the set with a added. The result may share memory with b.
func (b Bitset[T]) With(a T) Bitset[T] {
	i := int(uint32(a) >> 6)
	if missing := i + 1 - len(b); missing > 0 {
		b = append(slices.Grow(b, missing), make([]uint64, missing)...)
	}
	b[i] |= 1 << (uint32(a) & 63)
	return b
}

// All visits the elements in ascending order.
func (b Bitset[T]) All(yield func(T) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(T(i<<6 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
