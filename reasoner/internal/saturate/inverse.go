package saturate

import (
	"slices"
	"sync/atomic"

	"box2el-owl/internal/dense"
	"box2el-owl/reasoner/internal/index"
)

// inverse is the inverted index of a finished saturation: from subsumers and fillers to contexts.
// Updates and searches for subclasses need it. A base makes it once and does not change it; layers
// store their differences.
type inverse struct {
	having dense.Lists // by concept id: the contexts with it as a subsumer
	// by concept id: indexes into links of the axioms D ⊑ ∃r.filler with it as the filler
	linking dense.Graph
	links   []index.LinkAxiom
}

// Inverted returns the inverse of a base.
//
// Cost: for the first call linear in the derived facts, 4 bytes each.
func (b *Base) Inverted() *inverse {
	b.invert.Do(func() { b.inverse = newInverse(b) })
	return b.inverse
}

func newInverse(b *Base) *inverse {
	x := b.Index
	inv := &inverse{}
	inv.having = dense.BuildLists(int(x.NumConcepts), func(add func(key, item int32)) {
		for _, c := range x.Contexts {
			for _, d := range b.Store.Subsumers(c) {
				add(int32(d), int32(c))
			}
		}
	})
	var edges []dense.Edge
	for a := range x.NumConcepts {
		for _, e := range x.Existentials(a) {
			edges = append(edges, dense.Edge{From: int32(e.Filler), To: int32(len(inv.links))})
			inv.links = append(inv.links, index.LinkAxiom{Sub: a, RoleID: e.RoleID})
		}
	}
	inv.linking = dense.NewGraph(int(x.NumConcepts), edges)
	return inv
}

// Having visits the contexts with a subsumer, some of them twice. An unsatisfiable context is
// visited for no subsumer.
func (s *Saturation) Having(a index.ConceptID, visit func(index.ConceptID)) {
	inv := s.Base.Inverted()
	if int(a) < inv.having.Len() {
		for _, c := range inv.having.Of(int32(a)) {
			if _, differs := s.differs[index.ConceptID(c)]; !differs ||
				slices.Contains(s.Store.Subsumers(index.ConceptID(c)), a) {
				visit(index.ConceptID(c))
			}
		}
	}
	for _, c := range s.gained[a] {
		if slices.Contains(s.Store.Subsumers(c), a) {
			visit(c)
		}
	}
}

// ManyHave is the number of contexts with a subsumer from which a bitset of them is worth its cost.
const ManyHave = 512

// SetHaving returns the contexts with a subsumer as a bitset, for a finished saturation with many
// of them.
//
// Cost: these contexts for the first call; one bit for each concept id is kept.
func (s *Saturation) SetHaving(a index.ConceptID) index.Bitset {
	s.makeSets.Do(
		func() { s.havingSets = make([]atomic.Pointer[index.Bitset], s.Index.NumConcepts) },
	)
	if set := s.havingSets[a].Load(); set != nil {
		return *set
	}
	set := make(index.Bitset, s.Index.NumConcepts>>6+1)
	s.Having(a, func(c index.ConceptID) { set.With(c) })
	s.havingSets[a].Store(&set)
	return set
}

// CountHaving returns an upper bound of the contexts that Having visits.
func (s *Saturation) CountHaving(a index.ConceptID) int {
	n := len(s.gained[a])
	if inv := s.Base.Inverted(); int(a) < inv.having.Len() {
		n += len(inv.having.Of(int32(a)))
	}
	return n
}

// linkingTo returns the axioms D ⊑ ∃r.E for a filler E.
func (s *Saturation) linkingTo(e index.ConceptID) (links []index.LinkAxiom) {
	s.EachLinkingTo(e, func(l index.LinkAxiom) { links = append(links, l) })
	return links
}

// EachLinkingTo visits the axioms D ⊑ ∃r.E for a filler E, without those that an edit has removed.
func (s *Saturation) EachLinkingTo(e index.ConceptID, visit func(index.LinkAxiom)) {
	unlessRemoved := func(l index.LinkAxiom) {
		link := index.Existential{RoleID: l.RoleID, Filler: e}
		if !s.Index.Changed.Has(l.Sub) || slices.Contains(s.Index.Existentials(l.Sub), link) {
			visit(l)
		}
	}
	inv := s.Base.Inverted()
	if int(e) < inv.linking.Len() {
		for _, i := range inv.linking.Of(int32(e)) {
			unlessRemoved(inv.links[i])
		}
	}
	for _, l := range s.Index.Changes.Linking[e] {
		unlessRemoved(l)
	}
}

// MembersOf returns the members of a disjointness axiom with three or more members.
func (s *Saturation) MembersOf(axiom int32) []index.ConceptID {
	s.findMembers.Do(func() {
		s.members = make([][]index.ConceptID, s.Index.Disjoint)
		for a := range s.Index.NumConcepts {
			for _, axiom := range s.Index.DisjointnessOf(a) {
				s.members[axiom] = append(s.members[axiom], a)
			}
		}
	})
	return s.members[axiom]
}

// linkedBy visits the contexts with a link of the role.
func (s *Saturation) linkedBy(roleID int32, visit func(index.ConceptID)) {
	for _, l := range s.Base.Inverted().links {
		if l.RoleID == roleID {
			s.Having(l.Sub, visit)
		}
	}
	for self, l := range s.Index.SelfRoles {
		if l == roleID {
			s.Having(self, visit)
		}
	}
	for _, links := range s.Index.Changes.Linking {
		for _, l := range links {
			if l.RoleID == roleID {
				s.Having(l.Sub, visit)
			}
		}
	}
}
