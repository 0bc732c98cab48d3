package reasoner

import (
	"math/bits"
	"slices"
)

// bitset is a set of concept ids. It has no ids beyond its end. The zero value is empty.
type bitset []uint64

func (b bitset) has(a conceptID) bool {
	i := int(uint32(a) >> 6)
	return i < len(b) && b[i]>>(uint32(a)&63)&1 != 0
}

// with returns the set with a added. The result may share memory with b.
func (b bitset) with(a conceptID) bitset {
	i := int(uint32(a) >> 6)
	if missing := i + 1 - len(b); missing > 0 {
		b = append(slices.Grow(b, missing), make([]uint64, missing)...)
	}
	b[i] |= 1 << (uint32(a) & 63)
	return b
}

// removeAll deletes the elements of another set.
func (b bitset) removeAll(other bitset) {
	for i := range min(len(b), len(other)) {
		b[i] &^= other[i]
	}
}

// retain keeps only the elements of another set.
func (b bitset) retain(other bitset) {
	for i := range min(len(b), len(other)) {
		b[i] &= other[i]
	}
	clear(b[min(len(b), len(other)):])
}

// drop deletes an element.
func (b bitset) drop(a conceptID) {
	if i := int(uint32(a) >> 6); i < len(b) {
		b[i] &^= 1 << (uint32(a) & 63)
	}
}

// all visits the elements in ascending order.
func (b bitset) all(yield func(conceptID) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(conceptID(i<<6 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
