package dense

import "math"

// Set is an epoch-stamped set of the numbers below a bound. It is emptied in constant time: each
// entry has the epoch in which it was added, and entries of an earlier epoch count as absent.
type Set struct {
	epoch  uint32
	epochs []uint32 // by number: the epoch in which it was added
}

// NewSet returns an empty set of numbers below n.
func NewSet(n int) Set { return Set{epoch: 1, epochs: make([]uint32, n)} }

// Clear empties the set.
func (s *Set) Clear() {
	if s.epoch == math.MaxUint32 {
		clear(s.epochs)
		s.epoch = 0
	}
	s.epoch++
}

// Has reports whether a number is in the set.
func (s *Set) Has(i int32) bool { return s.epochs[i] == s.epoch }

// Add adds a number and reports whether it was not in the set.
func (s *Set) Add(i int32) bool {
	isNew := s.epochs[i] != s.epoch
	s.epochs[i] = s.epoch
	return isNew
}

// Reset empties the set and makes room for the numbers below n.
func (s *Set) Reset(n int) {
	if len(s.epochs) < n {
		*s = NewSet(n + n/8)
		return
	}
	s.Clear()
}

// Map is an epoch-stamped map from the numbers below a bound.
type Map[T any] struct {
	keys   Set
	values []T
}

// NewMap returns an empty map from numbers below n.
func NewMap[T any](n int) Map[T] { return Map[T]{NewSet(n), make([]T, n)} }

// Clear empties the map.
func (m *Map[T]) Clear() { m.keys.Clear() }

// Has reports whether a number has a value.
func (m *Map[T]) Has(i int32) bool { return m.keys.Has(i) }

// At returns the value of a number, which is added with the zero value if it has none. The pointer
// is valid until the map is cleared.
func (m *Map[T]) At(i int32) *T {
	if m.keys.Add(i) {
		var zero T
		m.values[i] = zero
	}
	return &m.values[i]
}

// Of returns the value of a number, or the zero value.
func (m *Map[T]) Of(i int32) (value T) {
	if m.keys.Has(i) {
		value = m.values[i]
	}
	return value
}
