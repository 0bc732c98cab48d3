package index

import (
	"math/bits"
	"slices"
)

// Bitset is a set of concept ids. It has no ids beyond its end. The zero value is empty.
type Bitset []uint64

// Has reports whether a is in the set.
func (b Bitset) Has(a ConceptID) bool {
	i := int(uint32(a) >> 6)
	return i < len(b) && b[i]>>(uint32(a)&63)&1 != 0
}

// With returns the set with a added. The result may share memory with b.
func (b Bitset) With(a ConceptID) Bitset {
	i := int(uint32(a) >> 6)
	if missing := i + 1 - len(b); missing > 0 {
		b = append(slices.Grow(b, missing), make([]uint64, missing)...)
	}
	b[i] |= 1 << (uint32(a) & 63)
	return b
}

// RemoveAll deletes the elements of another set.
func (b Bitset) RemoveAll(other Bitset) {
	for i := range min(len(b), len(other)) {
		b[i] &^= other[i]
	}
}

// Retain keeps only the elements of another set.
func (b Bitset) Retain(other Bitset) {
	for i := range min(len(b), len(other)) {
		b[i] &= other[i]
	}
	clear(b[min(len(b), len(other)):])
}

// Drop deletes an element.
func (b Bitset) Drop(a ConceptID) {
	if i := int(uint32(a) >> 6); i < len(b) {
		b[i] &^= 1 << (uint32(a) & 63)
	}
}

// All visits the elements in ascending order.
func (b Bitset) All(yield func(ConceptID) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(ConceptID(i<<6 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
