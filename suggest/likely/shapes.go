package likely

import (
	"strings"

	"box2el-owl/suggest/asserted"
)

// shapes are habits of an ontology that no single pair shows.
type shapes struct {
	x    *asserted.Index
	live int

	upper               []bool        // upper-level classes
	crossings           map[int64]int // asserted superclass axioms between two ID spaces
	relatesToSuperclass []bool        // by property
}

func newShapes(x *asserted.Index) *shapes {
	s := &shapes{x: x, crossings: make(map[int64]int)}
	s.upper = make([]bool, len(x.Classes))
	for c := range int32(len(x.Classes)) {
		if x.Live[c] {
			s.live++
		}
		for _, p := range x.Parents(c) {
			if x.Spaces[c] != x.Spaces[p] {
				s.crossings[s.crossing(c, p)]++
			}
		}
	}
	for c := range int32(len(x.Classes)) {
		s.upper[c] = s.isUpper(c)
	}
	s.relateToSuperclass()
	return s
}

func (s *shapes) crossing(c, d int32) int64 {
	return int64(s.x.Spaces[c])<<32 | int64(s.x.Spaces[d])
}

// crosses reports whether C and D are of ID spaces between which hardly any axiom leads.
func (s *shapes) crosses(c, d int32) bool {
	return s.x.Spaces[c] != s.x.Spaces[d] && s.crossings[s.crossing(c, d)] < crossingFewest
}

func (s *shapes) isUpper(c int32) bool {
	if strings.HasSuffix(s.x.SpaceNames[s.x.Spaces[c]], "/BFO") {
		return true
	}
	supers := s.x.DirectSupers(c)
	if len(supers) == 0 {
		return true
	}
	if float64(len(s.x.Descendants(c))) <= upperShare*float64(s.live) {
		return false
	}
	for _, p := range supers {
		if len(s.x.DirectSupers(p)) == 0 {
			return true
		}
	}
	return false
}

// relateToSuperclass finds the properties whose fillers often are superclasses of the subject.
func (s *shapes) relateToSuperclass() {
	n, own := make([]int, len(s.x.Properties)), make([]int, len(s.x.Properties))
	for c := range int32(len(s.x.Classes)) {
		for _, r := range s.x.Restrictions(c) {
			n[r.Property]++
			if r.Filler != c && s.x.IsBelow(c, r.Filler) {
				own[r.Property]++
			}
		}
	}
	s.relatesToSuperclass = make([]bool, len(n))
	for r := range n {
		s.relatesToSuperclass[r] = own[r] >= fillerFewest &&
			float64(own[r]) > fillerShare*float64(n[r])
	}
}

// haveCommon reports whether two classes have a common ancestor.
func (s *shapes) haveCommon(c, d int32) bool {
	a, b := s.x.Ancestors(c), s.x.Ancestors(d)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}
