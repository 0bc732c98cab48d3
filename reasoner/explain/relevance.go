package explain

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
)

// relevant returns the part of a normal form that can matter for subsumption of a satisfiable
// concept by a goal. It returns false if contexts depend on each other in other ways than through
// links: by the top roles, keys, functional data properties, or concepts with one element above
// others.
//
// Cost: linear in the axioms.
func relevant(nf *el.Ontology, data *el.DataTheory, goal el.Concept) (*el.Ontology, bool) {
	nf1, nf2 := slices.Concat(nf.NF1, data.NF1), slices.Concat(nf.NF2, data.NF2)
	if goal == el.Bottom || nf.IsDataConcept(goal) || !isJoinedByLinks(nf, nf1, nf2) {
		return nil, false
	}
	// The nodes of the graph are concepts, then roles. An edge leads from the right side of an
	// axiom to a part of its left side. ⊥ is left out, because the subsumed concept is satisfiable.
	node := func(r el.Role) int32 { return int32(nf.NumConcepts()) + int32(r) }
	size := nf.NumConcepts() + nf.NumRoles()
	graph := dense.Graph{Lists: dense.BuildLists(size, func(add func(from, to int32)) {
		for _, a := range nf1 {
			add(int32(a.Super), int32(a.Sub))
		}
		for _, a := range nf2 {
			add(int32(a.Super), int32(a.Left))
			add(int32(a.Super), int32(a.Right))
		}
		for _, a := range nf.NF3 {
			add(node(a.Role), int32(a.Sub))
		}
		for _, a := range nf.NF4 {
			add(int32(a.Super), int32(a.Filler))
			add(int32(a.Super), node(a.Role))
		}
		for _, a := range nf.SelfSubs {
			add(int32(a.Super), node(a.Role))
		}
		for _, a := range nf.HasSelf {
			add(node(a.Role), int32(a.Sub))
		}
		for _, a := range nf.Ranges {
			add(int32(a.Concept), node(a.Role))
		}
		for _, a := range nf.Inclusions {
			add(node(a.Super), node(a.Sub))
		}
		for _, a := range nf.Inverses {
			add(node(a.First), node(a.Second))
			add(node(a.Second), node(a.First))
		}
		for _, a := range nf.Chains {
			for _, part := range a.Parts {
				add(node(a.Super), node(part))
			}
		}
	})}
	search := dense.NewTraversal(size)
	search.From(&graph, int32(goal))
	concept := func(c el.Concept) bool { return search.Visited.Has(int32(c)) }
	role := func(r el.Role) bool { return search.Visited.Has(node(r)) }
	return &el.Ontology{
		Vocabulary: nf.Vocabulary,
		NF1:        keep(nf.NF1, func(a el.NF1) bool { return concept(a.Super) }),
		NF2:        keep(nf.NF2, func(a el.NF2) bool { return concept(a.Super) }),
		NF3:        keep(nf.NF3, func(a el.NF3) bool { return role(a.Role) }),
		NF4:        keep(nf.NF4, func(a el.NF4) bool { return concept(a.Super) }),
		Inclusions: keep(nf.Inclusions, func(a el.RoleInclusion) bool { return role(a.Super) }),
		Chains:     keep(nf.Chains, func(a el.RoleChain) bool { return role(a.Super) }),
		Ranges:     keep(nf.Ranges, func(a el.Range) bool { return concept(a.Concept) }),
		Reflexive:  nf.Reflexive, HasSelf: nf.HasSelf, SelfSubs: nf.SelfSubs,
		Inverses: nf.Inverses,
	}, true
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
func isJoinedByLinks(nf *el.Ontology, nf1 []el.NF1, nf2 []el.NF2) bool {
	ranged := calculus.Ranged(nf)
	if len(nf.Keys)+len(nf.FunctionalData) > 0 {
		return false
	}
	single := func(c el.Concept) bool {
		return nf.Kind(c) == el.Nominal || nf.Kind(c) == el.DataValue
	}
	isTop := func(r el.Role) bool { return r == el.TopRole || r == el.TopDataRole }
	return !slices.ContainsFunc(nf1, func(a el.NF1) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf2, func(a el.NF2) bool { return single(a.Super) }) &&
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
// have such a link are over-estimated: see calculus.RolesAbove.
func turnsLinks(nf *el.Ontology) bool {
	var leading []int32 // the roles that lead to an individual
	for _, a := range nf.NF3 {
		if nf.Kind(a.Filler) == el.Nominal {
			leading = append(leading, int32(a.Role))
		}
	}
	above, search := calculus.RolesAbove(nf), dense.NewTraversal(nf.NumRoles())
	search.From(&above, leading...)
	return slices.ContainsFunc(nf.Inverses, func(a el.Inverses) bool {
		return search.Visited.Has(int32(a.First)) || search.Visited.Has(int32(a.Second))
	})
}
