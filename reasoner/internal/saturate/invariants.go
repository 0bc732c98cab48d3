package saturate

import (
	"slices"

	"box2el-owl/internal/invariants"
	"box2el-owl/reasoner/internal/index"
)

// Invariants of the reasoner, checked after its steps if the build tag "invariants" is set: see
// package invariants. The tests compare answers; these checks locate the step that broke a data
// structure.

// CheckClosed checks that contexts are closed under the rules of rules.go: everything that these
// derive from S(C) and S(E) of its targets is in S(C). A finished saturation of a consistent
// ontology is closed, unless some classes have subsumers under an assumption: contexts linked to
// them do not have the consequences.
func (s *Saturation) CheckClosed(contexts []index.ConceptID) {
	if s.Assumed > 0 || !s.Consistent() {
		return
	}
	for _, c := range invariants.Sample(contexts) {
		if !s.Store.Done(c) {
			invariants.Violated("context %d is not solved", c)
		}
		if !s.Store.Unsatisfiable(c) {
			s.checkContext(c)
		}
	}
}

func (s *Saturation) checkContext(c index.ConceptID) {
	x := s.Index
	in := make(map[index.ConceptID]bool)
	for _, d := range s.Store.Subsumers(c) {
		if in[d] {
			invariants.Violated("context %d has %d twice", c, d)
		}
		in[d] = true
	}
	require := func(rule string, d, e index.ConceptID) {
		if !in[e] {
			invariants.Violated("%s: context %d has %d and lacks %d", rule, c, d, e)
		}
	}
	everything := x.Top
	if x.FlagsOf(c)&index.IsData != 0 {
		everything = x.Literal
	}
	require("init", c, c)
	require("init", c, everything)
	disjointnesses := make(map[int32]bool)
	for d := range in {
		for _, e := range x.Inclusions(d) {
			require("NF1", d, e)
		}
		for _, n := range x.Conjuncts(d) {
			if in[n.Other] {
				require("NF2", d, n.Super)
			}
		}
		for _, axiom := range x.DisjointnessOf(d) {
			if disjointnesses[axiom] {
				invariants.Violated("disjoint: context %d has two members of axiom %d", c, axiom)
			}
			disjointnesses[axiom] = true
		}
	}
	s.Links(c, func(l Link) bool {
		if !s.Store.Done(l.Target) || s.Store.Unsatisfiable(l.Target) {
			invariants.Violated(
				"⊥: context %d is linked to %d, which is unsatisfiable or not solved",
				c,
				l.Target,
			)
		}
		for _, p := range x.TopPropagated.Of(l.RoleID) {
			require("NF4", x.Top, index.ConceptID(p))
		}
		for _, f := range s.Store.Subsumers(l.Target) {
			for _, p := range x.Targets(nil, f, l.RoleID) {
				require("NF4", f, p)
			}
		}
		return true
	})
}

// CheckHaving checks the inverted index of subsumers against the subsumers of contexts.
func (s *Saturation) CheckHaving(contexts []index.ConceptID) {
	const maxIDs = 32
	asked := make(map[index.ConceptID]map[index.ConceptID]bool)
	for _, c := range invariants.Sample(contexts) {
		for _, a := range s.Store.Subsumers(c) {
			found, known := asked[a]
			if !known {
				if len(asked) == maxIDs {
					continue
				}
				found = make(map[index.ConceptID]bool)
				asked[a] = found
				s.Having(a, func(c index.ConceptID) {
					found[c] = true
					if !slices.Contains(s.Store.Subsumers(c), a) {
						invariants.Violated(
							"the index lists context %d for %d, which it does not have",
							c,
							a,
						)
					}
				})
			}
			if !found[c] {
				invariants.Violated("the index does not list context %d for %d, which it has", c, a)
			}
		}
	}
}
