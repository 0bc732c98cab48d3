package explain

import "box2el-owl/owl/el"

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
	nf1    table // by Super
	nf2    table // by Super
	nf4    table // by Super
	selfs  table // self-inclusions by Super
	ranges table // by Concept
	nf3    table // by Role
	has    table // ∃r.Self on the right by Role
	sub    table // inclusions by Super
	chains table // by Super

	theory1, theory2 table // by Super
}

// newBackward makes the tables, those of an extension upon those of base, which else is empty.
func newBackward(x, of *index) *backward {
	nf, concepts, roles := x.nf, x.nf.NumConcepts(), x.nf.NumRoles()
	base := &backward{}
	if of != nil {
		base = of.backward()
	}
	return &backward{
		nf1:     tabulated(base.nf1, concepts, &nf.nf1, func(a *el.NF1) int32 { return int32(a.Super) }),
		nf2:     tabulated(base.nf2, concepts, &nf.nf2, func(a *el.NF2) int32 { return int32(a.Super) }),
		nf4:     tabulated(base.nf4, concepts, &nf.nf4, func(a *el.NF4) int32 { return int32(a.Super) }),
		selfs:   tabulated(base.selfs, concepts, &nf.selfSubs, func(a *el.SelfSub) int32 { return int32(a.Super) }),
		ranges:  tabulated(base.ranges, concepts, &nf.ranges, func(a *el.Range) int32 { return int32(a.Concept) }),
		nf3:     tabulated(base.nf3, roles, &nf.nf3, func(a *el.NF3) int32 { return int32(a.Role) }),
		has:     tabulated(base.has, roles, &nf.hasSelf, func(a *el.HasSelf) int32 { return int32(a.Role) }),
		sub:     tabulated(base.sub, roles, &nf.inclusions, func(a *el.RoleInclusion) int32 { return int32(a.Super) }),
		chains:  tabulated(base.chains, roles, &nf.chains, func(a *el.RoleChain) int32 { return int32(a.Super) }),
		theory1: tabulated(base.theory1, concepts, &nf.theory1, func(a *el.NF1) int32 { return int32(a.Super) }),
		theory2: tabulated(base.theory2, concepts, &nf.theory2, func(a *el.NF2) int32 { return int32(a.Super) }),
	}
}

// areJoinedByLinks reports whether contexts matter to each other through links alone: whether that is so of what
// an extension adds, or else of all. The top properties join what
// no link joins; keys, and whatever may put further contexts below an individual or data value, merge contexts; and the
// value of a functional data property is in what any of its links says.
func (x *index) areJoinedByLinks(extension bool) bool {
	nf := x.nf
	if x.universal || x.selfTop || x.universalData || nf.keys.len() > 0 || nf.functional.len() > 0 {
		return false
	}
	single := func(c el.Concept) bool { return nf.Kind(c) == el.Nominal || nf.Kind(c) == el.DataValue }
	return !among(&nf.nf1, extension, func(a *el.NF1) bool { return single(a.Super) }) &&
		!among(&nf.nf2, extension, func(a *el.NF2) bool { return single(a.Super) }) &&
		!among(&nf.nf4, extension, func(a *el.NF4) bool { return single(a.Super) }) &&
		!among(&nf.selfSubs, extension, func(a *el.SelfSub) bool { return single(a.Super) }) &&
		!among(&nf.ranges, extension, func(a *el.Range) bool { return single(a.Concept) }) &&
		!among(&nf.theory1, extension, func(a *el.NF1) bool { return single(a.Super) }) &&
		!among(&nf.theory2, extension, func(a *el.NF2) bool { return single(a.Super) }) &&
		!among(&nf.nf3, extension, func(a *el.NF3) bool { return single(a.Filler) && x.ranged[a.Role] })
}

// among reports whether something holds of some axiom: of those that an extension adds, or else of the others.
func among[A any](l *list[A], extension bool, holds func(*A) bool) bool {
	axioms := l.base
	if extension {
		axioms = l.more
	}
	for i := range axioms {
		if holds(&axioms[i]) {
			return true
		}
	}
	return false
}

// canPrune reports whether less than everything may matter for being below goal.
func (x *index) canPrune(goal el.Concept) bool {
	return x.joinedByLinks && goal != el.Bottom && !x.nf.IsDataConcept(goal)
}

// relevant returns what can matter for being below goal, of which canPrune holds.
//
// Cost: the axioms that are found relevant.
func (x *index) relevant(goal el.Concept) *relevance {
	b, nf := x.backward(), x.nf
	r := &relevance{concepts: make([]bool, nf.NumConcepts()), roles: make([]bool, nf.NumRoles())}
	r.concept(goal)
	for len(r.open)+len(r.openRole) > 0 {
		if n := len(r.open); n > 0 {
			c := int32(r.open[n-1])
			r.open = r.open[:n-1]
			for _, i := range b.nf1.of(c) {
				r.concept(nf.nf1.at(i).Sub)
			}
			for _, i := range b.nf2.of(c) {
				r.concept(nf.nf2.at(i).Left)
				r.concept(nf.nf2.at(i).Right)
			}
			for _, i := range b.nf4.of(c) {
				r.concept(nf.nf4.at(i).Filler)
				r.role(nf.nf4.at(i).Role)
			}
			for _, i := range b.selfs.of(c) {
				r.role(nf.selfSubs.at(i).Role)
			}
			for _, i := range b.ranges.of(c) {
				r.role(nf.ranges.at(i).Role)
			}
			for _, i := range b.theory1.of(c) {
				r.concept(nf.theory1.at(i).Sub)
			}
			for _, i := range b.theory2.of(c) {
				r.concept(nf.theory2.at(i).Left)
				r.concept(nf.theory2.at(i).Right)
			}
			continue
		}
		n := len(r.openRole)
		s := int32(r.openRole[n-1])
		r.openRole = r.openRole[:n-1]
		for _, i := range b.nf3.of(s) {
			r.concept(nf.nf3.at(i).Sub)
		}
		for _, i := range b.has.of(s) {
			r.concept(nf.hasSelf.at(i).Sub)
		}
		for _, i := range b.sub.of(s) {
			r.role(nf.inclusions.at(i).Sub)
		}
		for _, i := range x.inverses[0].of(s) {
			r.role(nf.inverses.at(i).Second)
		}
		for _, i := range x.inverses[1].of(s) {
			r.role(nf.inverses.at(i).First)
		}
		for _, i := range b.chains.of(s) {
			for _, part := range nf.chains.at(i).Parts {
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

// matters reports whether a subsumer can matter.
func (p *prover) matters(c el.Concept) bool { return p.relevance == nil || p.relevance.concepts[c] }

// linkMatters reports whether links of a role can matter.
func (p *prover) linkMatters(r el.Role) bool { return p.relevance == nil || p.relevance.roles[r] }
