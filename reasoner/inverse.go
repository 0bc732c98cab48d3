package reasoner

import (
	"slices"
	"sync/atomic"

	"box2el-owl/internal/csr"
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/index"
)

// inverse is the inverted index of a finished saturation: from subsumers and fillers to contexts.
// Updates and searches for subclasses need it. A base makes it once and does not change it; layers
// store their differences.
type inverse struct {
	having graph.Graph // by concept id: the contexts with it as a subsumer
	// by concept id: indexes into links of the axioms D ⊑ ∃r.filler with it as the filler
	linking graph.Graph
	links   []index.LinkAxiom
}

// inverted returns the inverse of the base of s.
//
// Cost: for the first call linear in the derived facts, 4 bytes each.
func (s *saturation) inverted() *inverse {
	root := s.base()
	root.invert.Do(func() { root.inverse = newInverse(root) })
	return root.inverse
}

func newInverse(s *saturation) *inverse {
	x := s.x
	inv := &inverse{
		having: graph.Graph{Lists: csr.Build(int(x.NumConcepts), func(add func(key, item int32)) {
			for _, c := range x.Contexts {
				for _, d := range s.store.subsumers(c) {
					add(int32(d), int32(c))
				}
			}
		})},
	}
	var edges []graph.Edge
	for a := range x.NumConcepts {
		for _, e := range x.Existentials(a) {
			edges = append(edges, graph.Edge{From: int32(e.Filler), To: int32(len(inv.links))})
			inv.links = append(inv.links, index.LinkAxiom{Sub: a, RoleID: e.RoleID})
		}
	}
	inv.linking = graph.New(int(x.NumConcepts), edges)
	return inv
}

// having visits the contexts with a subsumer, some of them twice. An unsatisfiable context is
// visited for no subsumer.
func (s *saturation) having(a index.ConceptID, visit func(index.ConceptID)) {
	inv := s.inverted()
	if int(a) < inv.having.Len() {
		for _, c := range inv.having.Of(int32(a)) {
			if _, differs := s.differs[index.ConceptID(c)]; !differs ||
				slices.Contains(s.store.subsumers(index.ConceptID(c)), a) {
				visit(index.ConceptID(c))
			}
		}
	}
	for _, c := range s.gained[a] {
		if slices.Contains(s.store.subsumers(c), a) {
			visit(c)
		}
	}
}

// manyHave is the number of contexts with a subsumer from which a bitset of them is worth its cost.
const manyHave = 512

// setHaving returns the contexts with a subsumer as a bitset, for a finished saturation with many
// of them.
//
// Cost: these contexts for the first call; one bit for each concept id is kept.
func (s *saturation) setHaving(a index.ConceptID) index.Bitset {
	s.makeSets.Do(func() { s.havingSets = make([]atomic.Pointer[index.Bitset], s.x.NumConcepts) })
	if set := s.havingSets[a].Load(); set != nil {
		return *set
	}
	set := make(index.Bitset, s.x.NumConcepts>>6+1)
	s.having(a, func(c index.ConceptID) { set.With(c) })
	s.havingSets[a].Store(&set)
	return set
}

// countHaving returns an upper bound of the contexts that having visits.
func (s *saturation) countHaving(a index.ConceptID) int {
	n := len(s.gained[a])
	if inv := s.inverted(); int(a) < inv.having.Len() {
		n += len(inv.having.Of(int32(a)))
	}
	return n
}

// linkingTo returns the axioms D ⊑ ∃r.E for a filler E.
func (s *saturation) linkingTo(e index.ConceptID) (links []index.LinkAxiom) {
	s.eachLinkingTo(e, func(l index.LinkAxiom) { links = append(links, l) })
	return links
}

func (s *saturation) eachLinkingTo(e index.ConceptID, visit func(index.LinkAxiom)) {
	inv := s.inverted()
	if int(e) < inv.linking.Len() {
		for _, i := range inv.linking.Of(int32(e)) {
			visit(inv.links[i])
		}
	}
	for c := s.x.Changes; c != nil; c = c.Below {
		for _, l := range c.Linking[e] {
			visit(l)
		}
	}
}

// membersOf returns the members of a disjointness axiom with three or more members.
func (s *saturation) membersOf(axiom int32) []index.ConceptID {
	s.findMembers.Do(func() {
		s.members = make([][]index.ConceptID, s.x.Disjoint)
		for a := range s.x.NumConcepts {
			for _, axiom := range s.x.DisjointnessOf(a) {
				s.members[axiom] = append(s.members[axiom], a)
			}
		}
	})
	return s.members[axiom]
}

// linkedBy visits the contexts with a link of the role.
func (s *saturation) linkedBy(roleID int32, visit func(index.ConceptID)) {
	for _, l := range s.inverted().links {
		if l.RoleID == roleID {
			s.having(l.Sub, visit)
		}
	}
	for self, l := range s.x.SelfRoles {
		if l == roleID {
			s.having(self, visit)
		}
	}
	for c := s.x.Changes; c != nil; c = c.Below {
		for _, links := range c.Linking {
			for _, l := range links {
				if l.RoleID == roleID {
					s.having(l.Sub, visit)
				}
			}
		}
	}
}
