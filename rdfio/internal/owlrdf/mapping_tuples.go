package owlrdf

import "unsafe"

// tupleSet numbers distinct tuples of integers from 0.
type tupleSet map[string]int32

// add returns the number of a tuple, and whether it is new.
func (s *tupleSet) add(tuple []int32) (number int32, isNew bool) {
	key := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(tuple))), 4*len(tuple))
	if number, known := (*s)[string(key)]; known {
		return number, false
	}
	if *s == nil {
		*s = make(tupleSet)
	}
	number = int32(len(*s))
	(*s)[string(key)] = number
	return number, true
}
