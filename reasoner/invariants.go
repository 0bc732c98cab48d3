package reasoner

import (
	"box2el-owl/internal/invariants"
	"box2el-owl/reasoner/internal/index"
	"slices"
)

// Invariants of the reasoner, checked after its steps if the build tag "invariants" is set: see
// package invariants. The tests compare answers; these checks locate the step that broke a data
// structure.

// checkClosed checks that contexts are closed under the rules of rules.go: everything that these
// derive from S(C) and S(E) of its targets is in S(C). A finished saturation of a consistent
// ontology is closed, unless some classes have subsumers under an assumption: contexts linked to
// them do not have the consequences. A layer with a scope is skipped, because contexts enter its
// scope only after an update.
func (s *saturation) checkClosed(contexts []index.ConceptID) {
	if s.assumed > 0 || s.scope != nil || !s.consistent() {
		return
	}
	for _, c := range invariants.Sample(contexts) {
		if !s.store.done(c) {
			invariants.Violated("context %d is not solved", c)
		}
		if !s.store.unsatisfiable(c) {
			s.checkContext(c)
		}
	}
}

func (s *saturation) checkContext(c index.ConceptID) {
	x := s.x
	in := make(map[index.ConceptID]bool)
	for _, d := range s.store.subsumers(c) {
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
	s.links(c, func(l link) bool {
		if !s.store.done(l.target) || s.store.unsatisfiable(l.target) {
			invariants.Violated(
				"⊥: context %d is linked to %d, which is unsatisfiable or not solved",
				c,
				l.target,
			)
		}
		for _, p := range x.TopPropagated.Of(l.roleID) {
			require("NF4", x.Top, index.ConceptID(p))
		}
		for _, f := range s.store.subsumers(l.target) {
			for _, p := range x.Targets(nil, f, l.roleID) {
				require("NF4", f, p)
			}
		}
		return true
	})
}

// checkRecord checks the order of the blocks of a record.
func (s *saturation) checkRecord(r *record) {
	begins := [...]int32{0, r.activeOnly, r.active, r.propagated, r.all}
	list := r.piece(s.store)
	for b := range 4 {
		if begins[b] > begins[b+1] {
			invariants.Violated("block %d of a record ends before it begins: %v", b, begins)
		}
		for _, a := range list[begins[b]:begins[b+1]] {
			if s.x.Block(a) != b {
				invariants.Violated("concept id %d of block %d is in block %d", a, s.x.Block(a), b)
			}
		}
	}
}

// checkHaving checks the inverted index of subsumers against the subsumers of contexts.
func (s *saturation) checkHaving(contexts []index.ConceptID) {
	const maxIDs = 32
	asked := make(map[index.ConceptID]map[index.ConceptID]bool)
	for _, c := range invariants.Sample(contexts) {
		for _, a := range s.store.subsumers(c) {
			found, known := asked[a]
			if !known {
				if len(asked) == maxIDs {
					continue
				}
				found = make(map[index.ConceptID]bool)
				asked[a] = found
				s.having(a, func(c index.ConceptID) {
					found[c] = true
					if !slices.Contains(s.store.subsumers(c), a) {
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
