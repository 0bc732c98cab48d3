package el

import (
	"cmp"
	"strings"
)

// valueSet is the value space of a datatype: the values of a space up to a rank. Those of integer
// types may have bounds. A set in unknownSpace is unknown.
type valueSet struct {
	space     valueSpace
	rank      rank
	low, high string // canonical integers; empty without a bound
}

func ranked(space valueSpace, r rank) valueSet { return valueSet{space: space, rank: r} }

func whole(space valueSpace) valueSet { return ranked(space, 0) }

// singleton returns the smallest set that contains a value.
func singleton(v *value) valueSet {
	s := ranked(v.space, v.rank)
	if v.space == numbers && v.rank == integers {
		s.low, s.high = v.form, v.form
	}
	return s
}

// holds reports whether v is known to be in s.
func (s *valueSet) holds(v *value) bool {
	one := singleton(v)
	return s.includes(&one)
}

// excludes reports whether v is known to be outside s.
func (s *valueSet) excludes(v *value) bool {
	one := singleton(v)
	return s.misses(&one) || s.space != unknownSpace && !v.vague && !s.includes(&one)
}

// includes reports whether it is known that t ⊆ s.
func (s *valueSet) includes(t *valueSet) bool {
	return s.space != unknownSpace && s.space == t.space && s.rankIncludes(t) &&
		(s.low == "" || t.low != "" && compareIntegers(t.low, s.low) >= 0) &&
		(s.high == "" || t.high != "" && compareIntegers(t.high, s.high) <= 0)
}

func (s *valueSet) rankIncludes(t *valueSet) bool {
	if s.space == texts && s.rank == taggedTexts {
		return t.rank == taggedTexts
	}
	return t.rank <= s.rank
}

// misses reports whether s and t are known to be disjoint.
func (s *valueSet) misses(t *valueSet) bool {
	if s.space == unknownSpace || t.space == unknownSpace {
		return false
	}
	above := func(low, high string) bool {
		return low != "" && high != "" && compareIntegers(low, high) > 0
	}
	return s.space != t.space || !s.rankIncludes(t) && !t.rankIncludes(s) ||
		above(s.low, t.high) || above(t.low, s.high)
}

// compareIntegers compares canonical integers.
func compareIntegers(a, b string) int {
	a, negative := strings.CutPrefix(a, "-")
	b, negativeB := strings.CutPrefix(b, "-")
	order := cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	switch {
	case negative && negativeB:
		return -order
	case negative:
		return -1
	case negativeB:
		return 1
	}
	return order
}
