package owlrdf

import "slices"

// tupleSet numbers distinct tuples of integers from 0. It is a hash table with open addressing.
type tupleSet struct {
	elements []int32
	ends     []int32 // tuple i is elements[ends[i-1]:ends[i]]
	slots    []int32 // open addressing, number+1, 0 empty; len is a power of two
}

// add returns the number of a tuple, and whether it is new.
func (s *tupleSet) add(tuple []int32) (number int32, isNew bool) {
	if 2*len(s.ends) >= len(s.slots) {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	i := hashTuple(tuple) & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if number := s.slots[i] - 1; slices.Equal(s.tuple(number), tuple) {
			return number, false
		}
	}
	number = int32(len(s.ends))
	s.elements = append(s.elements, tuple...)
	s.ends = append(s.ends, int32(len(s.elements)))
	s.slots[i] = number + 1
	return number, true
}

func (s *tupleSet) tuple(number int32) []int32 {
	start := int32(0)
	if number > 0 {
		start = s.ends[number-1]
	}
	return s.elements[start:s.ends[number]]
}

func (s *tupleSet) grow() {
	s.slots = make([]int32, max(1<<8, 2*len(s.slots)))
	mask := uint32(len(s.slots) - 1)
	for number := range int32(len(s.ends)) {
		i := hashTuple(s.tuple(number)) & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = number + 1
	}
}

func hashTuple(tuple []int32) uint32 {
	h := uint64(len(tuple))
	for _, e := range tuple {
		h = (h ^ uint64(uint32(e))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return uint32(h >> 7)
}
