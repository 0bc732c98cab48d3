package explain

import (
	"slices"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
)

// relevance marks the concepts and roles that can matter for subsumption by a goal, from the goal
// back through the axioms of a normal form. ⊥ is left out: the subsumed concept must be
// satisfiable.
type relevance struct {
	nf       *el.Ontology
	nf1      []el.NF1 // with the data theory
	nf2      []el.NF2
	concepts []bool
	roles    []bool
	changed  bool
}

// relevant returns the part of a normal form that can matter for subsumption by a goal. It returns
// false if contexts depend on each other in other ways than through links: by the top roles, keys,
// functional data properties, or concepts with one element above others.
//
// Cost: the axioms for each step on the longest way back.
func relevant(
	nf *el.Ontology, data *el.DataTheory, goal el.Concept,
) (*el.Ontology, bool) {
	r := &relevance{
		nf: nf, nf1: slices.Concat(nf.NF1, data.NF1), nf2: slices.Concat(nf.NF2, data.NF2),
		concepts: make([]bool, nf.NumConcepts()), roles: make([]bool, nf.NumRoles()),
	}
	if goal == el.Bottom || nf.IsDataConcept(goal) || !r.isJoinedByLinks() {
		return nil, false
	}
	for r.concept(goal); r.changed; {
		r.changed = false
		r.step()
	}
	return r.restrict(), true
}

func (r *relevance) concept(c el.Concept) {
	r.changed = r.changed || !r.concepts[c]
	r.concepts[c] = true
}

func (r *relevance) role(s el.Role) {
	r.changed = r.changed || !r.roles[s]
	r.roles[s] = true
}

// step marks the left sides of the axioms with marked right sides.
func (r *relevance) step() {
	nf := r.nf
	for i := len(r.nf1) - 1; i >= 0; i-- {
		if a := r.nf1[i]; r.concepts[a.Super] {
			r.concept(a.Sub)
		}
	}
	for _, a := range r.nf2 {
		if r.concepts[a.Super] {
			r.concept(a.Left)
			r.concept(a.Right)
		}
	}
	for _, a := range nf.NF4 {
		if r.concepts[a.Super] {
			r.concept(a.Filler)
			r.role(a.Role)
		}
	}
	for _, a := range nf.SelfSubs {
		if r.concepts[a.Super] {
			r.role(a.Role)
		}
	}
	for _, a := range nf.Ranges {
		if r.concepts[a.Concept] {
			r.role(a.Role)
		}
	}
	for _, a := range nf.NF3 {
		if r.roles[a.Role] {
			r.concept(a.Sub)
		}
	}
	for _, a := range nf.HasSelf {
		if r.roles[a.Role] {
			r.concept(a.Sub)
		}
	}
	for _, a := range nf.Inclusions {
		if r.roles[a.Super] {
			r.role(a.Sub)
		}
	}
	for _, a := range nf.Inverses {
		if r.roles[a.First] || r.roles[a.Second] {
			r.role(a.First)
			r.role(a.Second)
		}
	}
	for _, a := range nf.Chains {
		if r.roles[a.Super] {
			for _, part := range a.Parts {
				r.role(part)
			}
		}
	}
}

// restrict returns the axioms with marked right sides.
func (r *relevance) restrict() *el.Ontology {
	nf := r.nf
	return &el.Ontology{
		Vocabulary: nf.Vocabulary,
		NF1:        keep(nf.NF1, func(a el.NF1) bool { return r.concepts[a.Super] }),
		NF2:        keep(nf.NF2, func(a el.NF2) bool { return r.concepts[a.Super] }),
		NF3:        keep(nf.NF3, func(a el.NF3) bool { return r.roles[a.Role] }),
		NF4:        keep(nf.NF4, func(a el.NF4) bool { return r.concepts[a.Super] }),
		Inclusions: keep(nf.Inclusions, func(a el.RoleInclusion) bool { return r.roles[a.Super] }),
		Chains:     keep(nf.Chains, func(a el.RoleChain) bool { return r.roles[a.Super] }),
		Ranges:     keep(nf.Ranges, func(a el.Range) bool { return r.concepts[a.Concept] }),
		Reflexive:  nf.Reflexive, HasSelf: nf.HasSelf, SelfSubs: nf.SelfSubs,
		Inverses: nf.Inverses,
	}
}

func keep[A any](axioms []A, holds func(A) bool) []A {
	var kept []A
	for _, a := range axioms {
		if holds(a) {
			kept = append(kept, a)
		}
	}
	return kept
}

// isJoinedByLinks reports whether contexts depend on each other through links alone.
func (r *relevance) isJoinedByLinks() bool {
	nf, ranged := r.nf, calculus.Ranged(r.nf)
	if len(nf.Keys)+len(nf.FunctionalData) > 0 {
		return false
	}
	single := func(c el.Concept) bool {
		return nf.Kind(c) == el.Nominal || nf.Kind(c) == el.DataValue
	}
	isTop := func(r el.Role) bool { return r == el.TopRole || r == el.TopDataRole }
	return !slices.ContainsFunc(r.nf1, func(a el.NF1) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(r.nf2, func(a el.NF2) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.NF3, func(a el.NF3) bool {
			return single(a.Filler) && ranged[a.Role]
		}) &&
		!slices.ContainsFunc(nf.NF4, func(a el.NF4) bool {
			return single(a.Super) || isTop(a.Role)
		}) &&
		!slices.ContainsFunc(nf.SelfSubs, func(a el.SelfSub) bool {
			return single(a.Super) || isTop(a.Role)
		}) &&
		!slices.ContainsFunc(nf.Ranges, func(a el.Range) bool {
			return single(a.Concept) || isTop(a.Role)
		}) &&
		!slices.ContainsFunc(nf.Inclusions,
			func(a el.RoleInclusion) bool { return isTop(a.Sub) }) &&
		!slices.ContainsFunc(nf.Chains, func(a el.RoleChain) bool {
			return slices.ContainsFunc(a.Parts, isTop)
		})
}

// turnsLinks reports whether an inverse may apply to a link between individuals. Roles that may
// have such a link are over-estimated: a chain counts as an inclusion of each part.
func turnsLinks(nf *el.Ontology) bool {
	leads := make([]bool, nf.NumRoles()) // to an individual
	for _, a := range nf.NF3 {
		leads[a.Role] = leads[a.Role] || nf.Kind(a.Filler) == el.Nominal
	}
	for changed := true; changed; {
		changed = false
		mark := func(sub, super el.Role) {
			if leads[sub] && !leads[super] {
				leads[super], changed = true, true
			}
		}
		for _, a := range nf.Inclusions {
			mark(a.Sub, a.Super)
		}
		for _, a := range nf.Chains {
			for _, part := range a.Parts {
				mark(part, a.Super)
			}
		}
	}
	return slices.ContainsFunc(nf.Inverses, func(a el.Inverses) bool {
		return leads[a.First] || leads[a.Second]
	})
}
