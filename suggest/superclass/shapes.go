package superclass

import (
	"strings"

	"box2el-owl/suggest/asserted"
)

// shapes holds properties of the whole ontology.
type shapes struct {
	x    *asserted.Index
	live int

	labels              []asserted.Phrase
	upper               []bool           // upper-level classes
	copies              map[string]int   // classes by definition
	crossings           map[[2]int32]int // asserted superclass axioms between two ID spaces
	relatesToSuperclass []bool           // by property: fillers often are superclasses
}

func newShapes(x *asserted.Index) *shapes {
	s := &shapes{x: x, crossings: make(map[[2]int32]int), copies: make(map[string]int)}
	s.upper, s.labels = make([]bool, len(x.Classes)), make([]asserted.Phrase, len(x.Classes))
	for c := range int32(len(x.Classes)) {
		if x.Live[c] {
			s.live++
			s.copies[x.Texts[c]]++
		}
		for _, p := range x.Parents(c) {
			if x.Spaces[c] != x.Spaces[p] {
				s.crossings[[2]int32{x.Spaces[c], x.Spaces[p]}]++
			}
		}
	}
	for c := range int32(len(x.Classes)) {
		s.upper[c] = s.isUpper(c)
		s.labels[c] = asserted.PhraseOf(x.Labels[c].Words...)
	}
	s.relateToSuperclass()
	return s
}

// crosses reports whether C and D are of different ID spaces with fewer than crossingFewest
// asserted superclass axioms between them.
func (s *shapes) crosses(c, d int32) bool {
	from, to := s.x.Spaces[c], s.x.Spaces[d]
	return from != to && s.crossings[[2]int32{from, to}] < crossingFewest
}

// isUpper reports whether a class is of BFO, a root, or a child of a root with more than upperShare
// of the classes below it.
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
