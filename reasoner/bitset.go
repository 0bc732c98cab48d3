package reasoner

import "slices"

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
