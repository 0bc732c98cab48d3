package suggest

import "math"

// slate holds something about some classes, which is forgotten at once.
type slate[T any] struct {
	all   []dated[T] // by class
	round int32
}

// dated is something with the round that it is of; in another one it is nothing.
type dated[T any] struct {
	value T
	round int32
}

func newSlate[T any](classes int) slate[T] { return slate[T]{all: make([]dated[T], classes)} }

// begin starts a round, in which there is nothing about any class.
func (s *slate[T]) begin() {
	if s.round++; s.round == math.MaxInt32 {
		clear(s.all)
		s.round = 1
	}
}

// to is what there is about a class, to be written to; first says that there was nothing.
func (s *slate[T]) to(class int32) (value *T, first bool) {
	x := &s.all[class]
	if first = x.round != s.round; first {
		*x = dated[T]{round: s.round}
	}
	return &x.value, first
}

// on is what there is about a class; nil where there is nothing.
func (s *slate[T]) on(class int32) *T {
	if x := &s.all[class]; x.round == s.round {
		return &x.value
	}
	return nil
}

// marks are a set of classes.
type marks struct{ slate[struct{}] }

func newMarks(classes int) marks { return marks{newSlate[struct{}](classes)} }

// mark reports whether a class was not marked before.
func (m *marks) mark(class int32) (first bool) {
	_, first = m.to(class)
	return first
}

func (m *marks) marked(class int32) bool { return m.on(class) != nil }
