package explain

import (
	"slices"

	"box2el-owl/owl/el"
)

// relevance says which concepts and roles can matter for deriving that something lies below a goal
// concept, whatever that something is: from the goal back through the axioms of the normal form.
//
// ⊥ is left out, so it serves for what has an instance in some model only.
type relevance struct {
	concepts []bool
	roles    []bool
	open     []el.Concept
	openRole []el.Role
}

// backward finds the axioms of a normal form by what stands on their right sides.
type backward struct {
	prunable bool // relevance is sound for the normal form

	nf1    table // by Super
	nf2    table // by Super
	nf4    table // by Super
	selfs  table // self-inclusions by Super
	ranges table // by Concept
	nf3    table // by Role
	has    table // ∃r.Self on the right by Role
	sub    table // inclusions by Super
	chains table // by Super
}

func newBackward(x *index) *backward {
	nf := x.nf
	concepts, roles := nf.NumConcepts(), nf.NumRoles()
	b := &backward{}
	b.prunable = x.joinedByLinks()
	if !b.prunable {
		return b
	}
	b.nf1 = tabulate(concepts, len(nf.NF1), func(i int) int32 { return int32(nf.NF1[i].Super) })
	b.nf2 = tabulate(concepts, len(nf.NF2), func(i int) int32 { return int32(nf.NF2[i].Super) })
	b.nf4 = tabulate(concepts, len(nf.NF4), func(i int) int32 { return int32(nf.NF4[i].Super) })
	b.selfs = tabulate(concepts, len(nf.SelfSubs), func(i int) int32 { return int32(nf.SelfSubs[i].Super) })
	b.ranges = tabulate(concepts, len(nf.Ranges), func(i int) int32 { return int32(nf.Ranges[i].Concept) })
	b.nf3 = tabulate(roles, len(nf.NF3), func(i int) int32 { return int32(nf.NF3[i].Role) })
	b.has = tabulate(roles, len(nf.HasSelf), func(i int) int32 { return int32(nf.HasSelf[i].Role) })
	b.sub = tabulate(roles, len(nf.Inclusions), func(i int) int32 { return int32(nf.Inclusions[i].Super) })
	b.chains = tabulate(roles, len(nf.Chains), func(i int) int32 { return int32(nf.Chains[i].Super) })
	return b
}

// joinedByLinks reports whether contexts matter to each other through links alone. The top properties join what
// no link joins; keys, and whatever may put further contexts below an individual or data value, merge contexts; and the
// value of a functional data property is in what any of its links says.
func (x *index) joinedByLinks() bool {
	nf := x.nf
	if x.universal || x.selfTop || x.universalData || len(nf.Keys) > 0 || len(nf.FunctionalData) > 0 {
		return false
	}
	single := func(c el.Concept) bool { return nf.Kind(c) == el.Nominal || nf.Kind(c) == el.DataValue }
	return !slices.ContainsFunc(nf.NF1, func(a el.NF1) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.NF2, func(a el.NF2) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.NF4, func(a el.NF4) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.SelfSubs, func(a el.SelfSub) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.Ranges, func(a el.Range) bool { return single(a.Concept) }) &&
		!slices.ContainsFunc(x.theory.NF1, func(a el.NF1) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(x.theory.NF2, func(a el.NF2) bool { return single(a.Super) }) &&
		!slices.ContainsFunc(nf.NF3, func(a el.NF3) bool { return single(a.Filler) && x.ranged[a.Role] })
}

// relevant returns what can matter for being below goal; nil where everything can.
//
// Cost: the axioms that are found relevant.
func (x *index) relevant(goal el.Concept) *relevance {
	b := x.backward()
	if !b.prunable || goal == el.Bottom || x.nf.IsDataConcept(goal) {
		return nil
	}
	nf := x.nf
	r := &relevance{concepts: make([]bool, nf.NumConcepts()), roles: make([]bool, nf.NumRoles())}
	r.concept(goal)
	for len(r.open)+len(r.openRole) > 0 {
		if n := len(r.open); n > 0 {
			c := int32(r.open[n-1])
			r.open = r.open[:n-1]
			for _, i := range b.nf1.of(c) {
				r.concept(nf.NF1[i].Sub)
			}
			for _, i := range b.nf2.of(c) {
				r.concept(nf.NF2[i].Left)
				r.concept(nf.NF2[i].Right)
			}
			for _, i := range b.nf4.of(c) {
				r.concept(nf.NF4[i].Filler)
				r.role(nf.NF4[i].Role)
			}
			for _, i := range b.selfs.of(c) {
				r.role(nf.SelfSubs[i].Role)
			}
			for _, i := range b.ranges.of(c) {
				r.role(nf.Ranges[i].Role)
			}
			for _, i := range x.theorySubs(el.Concept(c)) {
				r.concept(i)
			}
			continue
		}
		n := len(r.openRole)
		s := int32(r.openRole[n-1])
		r.openRole = r.openRole[:n-1]
		for _, i := range b.nf3.of(s) {
			r.concept(nf.NF3[i].Sub)
		}
		for _, i := range b.has.of(s) {
			r.concept(nf.HasSelf[i].Sub)
		}
		for _, i := range b.sub.of(s) {
			r.role(nf.Inclusions[i].Sub)
		}
		for _, i := range x.inverses[0].of(s) {
			r.role(nf.Inverses[i].Second)
		}
		for _, i := range x.inverses[1].of(s) {
			r.role(nf.Inverses[i].First)
		}
		for _, i := range b.chains.of(s) {
			for _, part := range nf.Chains[i].Parts {
				r.role(part)
			}
		}
	}
	return r
}

func (r *relevance) concept(c el.Concept) {
	if !r.concepts[c] {
		r.concepts[c] = true
		r.open = append(r.open, c)
	}
}

func (r *relevance) role(s el.Role) {
	if !r.roles[s] {
		r.roles[s] = true
		r.openRole = append(r.openRole, s)
	}
}

// theorySubs returns the concepts that data theory has on the left sides of a concept.
func (x *index) theorySubs(c el.Concept) []el.Concept {
	if !x.nf.IsDataConcept(c) {
		return nil
	}
	var subs []el.Concept
	for _, a := range x.theory.NF1 {
		if a.Super == c {
			subs = append(subs, a.Sub)
		}
	}
	for _, a := range x.theory.NF2 {
		if a.Super == c {
			subs = append(subs, a.Left, a.Right)
		}
	}
	return subs
}

// matters reports whether a subsumer can matter.
func (p *prover) matters(c el.Concept) bool { return p.relevance == nil || p.relevance.concepts[c] }

// linkMatters reports whether links of a role can matter.
func (p *prover) linkMatters(r el.Role) bool { return p.relevance == nil || p.relevance.roles[r] }
