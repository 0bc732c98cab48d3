package calculus

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
)

// index finds the axioms of a normal form by their left sides.
type index struct {
	NF1 []el.NF1 // with the data theory, like NF2
	NF2 []el.NF2

	nf1, nf2, nf3, nf4, hasSelf dense.Lists // by concept; NF2 by Left, NF4 by Filler
	selfSubs, ranges, functions dense.Lists // by role
	supers                      dense.Lists // inclusions by Sub
	chains                      dense.Lists // by the first part
	inverses                    [2]dense.Lists
	disjoint                    dense.Lists // members of disjointness axioms by concept
	disjointOf                  []int32     // by member: its axiom
	prefixes                    []int32     // by chain: the number of its first prefix
	distinct                    map[el.Concept]bool
	inhabited                   []el.Concept

	ranged                   []bool // by role: it or a role above it has a range
	inKey                    []bool // by role
	universal, universalData bool   // the top role occurs on the left side of an axiom
	selfTop                  bool   // ∃⊤role.Self can matter
}

func newIndex(nf *el.Ontology, data *el.DataTheory) *index {
	if data == nil {
		data = nf.DataTheory(el.Top)
	}
	x := &index{
		NF1: slices.Concat(nf.NF1, data.NF1), NF2: slices.Concat(nf.NF2, data.NF2),
		distinct: make(map[el.Concept]bool), inhabited: data.Inhabited,
		inKey: make([]bool, nf.NumRoles()),
	}
	for i := range x.NF1[len(nf.NF1):] {
		x.NF1[len(nf.NF1)+i].Source = el.Definition
	}
	for i := range x.NF2[len(nf.NF2):] {
		x.NF2[len(nf.NF2)+i].Source = el.Definition
	}
	for _, v := range data.Distinct {
		x.distinct[v] = true
	}
	concepts, roles := nf.NumConcepts(), nf.NumRoles()
	x.nf1 = byKey(concepts, x.NF1, func(a *el.NF1) el.Concept { return a.Sub })
	x.nf2 = byKey(concepts, x.NF2, func(a *el.NF2) el.Concept { return a.Left })
	x.nf3 = byKey(concepts, nf.NF3, func(a *el.NF3) el.Concept { return a.Sub })
	x.nf4 = byKey(concepts, nf.NF4, func(a *el.NF4) el.Concept { return a.Filler })
	x.hasSelf = byKey(concepts, nf.HasSelf, func(a *el.HasSelf) el.Concept { return a.Sub })
	x.selfSubs = byKey(roles, nf.SelfSubs, func(a *el.SelfSub) el.Role { return a.Role })
	x.ranges = byKey(roles, nf.Ranges, func(a *el.Range) el.Role { return a.Role })
	x.functions = byKey(roles, nf.FunctionalData,
		func(a *el.FunctionalData) el.Role { return a.Role })
	x.supers = byKey(roles, nf.Inclusions, func(a *el.RoleInclusion) el.Role { return a.Sub })
	x.chains = byKey(roles, nf.Chains, func(a *el.RoleChain) el.Role { return a.Parts[0] })
	x.inverses[0] = byKey(roles, nf.Inverses, func(a *el.Inverses) el.Role { return a.First })
	x.inverses[1] = byKey(roles, nf.Inverses, func(a *el.Inverses) el.Role { return a.Second })

	var members []el.Concept
	for i, a := range nf.Disjoint {
		members = append(members, a.Concepts...)
		for range a.Concepts {
			x.disjointOf = append(x.disjointOf, int32(i))
		}
	}
	x.disjoint = byKey(concepts, members, func(c *el.Concept) el.Concept { return *c })
	prefixes := int32(0)
	for _, a := range nf.Chains {
		x.prefixes = append(x.prefixes, prefixes)
		prefixes += int32(len(a.Parts))
	}
	for _, k := range nf.Keys {
		for _, r := range keyRoles(&k) {
			x.inKey[r] = true
		}
	}
	x.ranged = Ranged(nf)
	x.findUniversal(nf)
	return x
}

func byKey[A any, K ~int32](keys int, axioms []A, key func(*A) K) dense.Lists {
	return dense.ByKey(keys, len(axioms), func(i int32) int32 { return int32(key(&axioms[i])) })
}

func keyRoles(k *el.Key) []el.Role { return slices.Concat(k.Objects, k.Data) }

// Ranged reports for each role whether its values need contexts of their own: it, or a role above
// it, has a range.
func Ranged(nf *el.Ontology) []bool {
	var start []int32
	for _, a := range nf.Ranges {
		start = append(start, int32(a.Role))
	}
	above, below := RolesAbove(nf), dense.NewTraversal(nf.NumRoles())
	back := above.Reversed()
	below.From(&back, start...)
	ranged := make([]bool, nf.NumRoles())
	for r := range el.Role(nf.NumRoles()) {
		ranged[r] = below.Visited.Has(int32(r)) || below.Visited.Has(int32(topOf(nf, r)))
	}
	return ranged
}

// RolesAbove returns the inclusions of roles. A chain counts as an inclusion of each part, because
// the other parts may be reflexive.
func RolesAbove(nf *el.Ontology) dense.Graph {
	return dense.Graph{Lists: dense.BuildLists(nf.NumRoles(), func(add func(sub, super int32)) {
		for _, a := range nf.Inclusions {
			add(int32(a.Sub), int32(a.Super))
		}
		for _, a := range nf.Chains {
			for _, r := range a.Parts {
				add(int32(r), int32(a.Super))
			}
		}
	})}
}

// findUniversal finds out whether links of the top roles can matter.
func (x *index) findUniversal(nf *el.Ontology) {
	occurs := func(top el.Role) bool {
		return x.inKey[top] || len(x.supers.Of(int32(top)))+len(x.functions.Of(int32(top))) > 0 ||
			slices.ContainsFunc(nf.NF4, func(a el.NF4) bool { return a.Role == top }) ||
			slices.ContainsFunc(nf.Chains, func(a el.RoleChain) bool {
				return slices.Contains(a.Parts, top)
			})
	}
	top := int32(el.TopRole)
	x.universal, x.universalData = occurs(el.TopRole), occurs(el.TopDataRole)
	x.selfTop = x.universal || len(x.selfSubs.Of(top))+len(x.ranges.Of(top)) > 0
}

// isBelowTop reports whether r ⊑ top can matter for the roles r.
func (x *index) isBelowTop(top el.Role) bool {
	if len(x.ranges.Of(int32(top))) > 0 {
		return true
	}
	return top == el.TopRole && x.universal || top == el.TopDataRole && x.universalData
}

func topOf(nf *el.Ontology, r el.Role) el.Role {
	if nf.IsData(r) {
		return el.TopDataRole
	}
	return el.TopRole
}
