package reasoner

import (
	"slices"
	"sync/atomic"

	"box2el-owl/internal/csr"
	"box2el-owl/reasoner/internal/graph"
)

// inverse is the inverted index of a finished saturation: from subsumers and fillers to contexts.
// Updates and searches for subclasses need it. A base makes it once and does not change it; layers
// store their differences.
type inverse struct {
	having graph.Graph // by concept id: the contexts with it as a subsumer
	// by concept id: indexes into links of the axioms D ⊑ ∃r.filler with it as the filler
	linking graph.Graph
	links   []linkAxiom
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
		having: graph.Graph{Lists: csr.Build(int(x.numConcepts), func(add func(key, item int32)) {
			for _, c := range x.contexts {
				for _, d := range s.store.subsumers(c) {
					add(int32(d), int32(c))
				}
			}
		})},
	}
	var edges []graph.Edge
	for a := range x.numConcepts {
		for _, e := range x.existentials(a) {
			edges = append(edges, graph.Edge{From: int32(e.filler), To: int32(len(inv.links))})
			inv.links = append(inv.links, linkAxiom{a, e.roleID})
		}
	}
	inv.linking = graph.New(int(x.numConcepts), edges)
	return inv
}

// having visits the contexts with a subsumer, some of them twice. An unsatisfiable context is
// visited for no subsumer.
func (s *saturation) having(a conceptID, visit func(conceptID)) {
	inv := s.inverted()
	if int(a) < inv.having.Len() {
		for _, c := range inv.having.Of(int32(a)) {
			if _, differs := s.differs[conceptID(c)]; !differs ||
				slices.Contains(s.store.subsumers(conceptID(c)), a) {
				visit(conceptID(c))
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
func (s *saturation) setHaving(a conceptID) bitset {
	s.makeSets.Do(func() { s.havingSets = make([]atomic.Pointer[bitset], s.x.numConcepts) })
	if set := s.havingSets[a].Load(); set != nil {
		return *set
	}
	set := make(bitset, s.x.numConcepts>>6+1)
	s.having(a, func(c conceptID) { set.with(c) })
	s.havingSets[a].Store(&set)
	return set
}

// countHaving returns an upper bound of the contexts that having visits.
func (s *saturation) countHaving(a conceptID) int {
	n := len(s.gained[a])
	if inv := s.inverted(); int(a) < inv.having.Len() {
		n += len(inv.having.Of(int32(a)))
	}
	return n
}

// linkingTo returns the axioms D ⊑ ∃r.E for a filler E.
func (s *saturation) linkingTo(e conceptID) (links []linkAxiom) {
	s.eachLinkingTo(e, func(l linkAxiom) { links = append(links, l) })
	return links
}

func (s *saturation) eachLinkingTo(e conceptID, visit func(linkAxiom)) {
	inv := s.inverted()
	if int(e) < inv.linking.Len() {
		for _, i := range inv.linking.Of(int32(e)) {
			visit(inv.links[i])
		}
	}
	for c := s.x.changes; c != nil; c = c.below {
		for _, l := range c.linking[e] {
			visit(l)
		}
	}
}

// membersOf returns the members of a disjointness axiom with three or more members.
func (s *saturation) membersOf(axiom int32) []conceptID {
	s.findMembers.Do(func() {
		s.members = make([][]conceptID, s.x.disjoint)
		for a := range s.x.numConcepts {
			for _, axiom := range s.x.disjointnessOf(a) {
				s.members[axiom] = append(s.members[axiom], a)
			}
		}
	})
	return s.members[axiom]
}

// linkedBy visits the contexts with a link of the role.
func (s *saturation) linkedBy(roleID int32, visit func(conceptID)) {
	for _, l := range s.inverted().links {
		if l.roleID == roleID {
			s.having(l.sub, visit)
		}
	}
	for self, l := range s.x.selfRoles {
		if l == roleID {
			s.having(self, visit)
		}
	}
	for c := s.x.changes; c != nil; c = c.below {
		for _, links := range c.linking {
			for _, l := range links {
				if l.roleID == roleID {
					s.having(l.sub, visit)
				}
			}
		}
	}
}
