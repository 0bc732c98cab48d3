package explain

import (
	"box2el-owl/owl/el"
)

// processSub applies the rules that have C ⊑ D among their premises.
func (p *prover) processSub(f fact, c node, d el.Concept) {
	p.subs[c] = append(p.subs[c], f)
	p.ruleNF1(f, c, d)
	p.ruleNF2(f, c, d)
	if !p.data[c] {
		p.ruleNF3(f, c, d)
		p.ruleHasSelf(f, c, d)
	}
	p.ruleDisjoint(f, c, d)
	p.ruleNF4Sub(f, c, d)
	if d == el.Bottom {
		p.ruleBottomSub(f, c)
	}
	if p.data[c] {
		p.ruleData(f, c, d)
		p.ruleFunctionalSub(f, c, d)
	}
	p.ruleSingleton(f, c, d)
	if p.isIndividual(c) {
		p.ruleKeySub(f, c, d)
	}
}

// holdsHere reports whether an axiom about ⊤ speaks of the elements of c: owl:Thing holds no data
// values, and rdfs:Literal, which is Top too, nothing else.
func (p *prover) holdsHere(c node, super el.Concept) bool {
	if p.nf.IsDataConcept(super) {
		return p.data[c]
	}
	return !p.data[c]
}

// ruleNF1:
//
//	C ⊑ D   D ⊑ E   ⟹   C ⊑ E
func (p *prover) ruleNF1(f fact, c node, d el.Concept) {
	for _, i := range p.x.nf1.of(int32(d)) {
		if super := p.nf.nf1.at(i).Super; p.matters(super) && (d != el.Top || p.holdsHere(c, super)) {
			p.derive(ruleNF1, subFact(c, super), int32(f), asPremise(kindNF1, i))
		}
	}
}

// ruleNF2:
//
//	C ⊑ D₁   C ⊑ D₂   D₁ ⊓ D₂ ⊑ E   ⟹   C ⊑ E
func (p *prover) ruleNF2(f fact, c node, d el.Concept) {
	for _, i := range p.x.nf2Left.of(int32(d)) {
		a := p.nf.nf2.at(i)
		if !p.matters(a.Super) {
			continue
		}
		if other := p.lookUp(subFact(c, a.Right)); other != noFact {
			p.deriveOwned(ruleNF2, c, subFact(c, a.Super), int32(f), int32(other), asPremise(kindNF2, i))
		}
	}
	for _, i := range p.x.nf2Right.of(int32(d)) {
		a := p.nf.nf2.at(i)
		if !p.matters(a.Super) {
			continue
		}
		if other := p.lookUp(subFact(c, a.Left)); other != noFact {
			p.deriveOwned(ruleNF2, c, subFact(c, a.Super), int32(other), int32(f), asPremise(kindNF2, i))
		}
	}
}

// ruleNF3:
//
//	C ⊑ D   D ⊑ ∃r.E   ⟹   C –r→ E
func (p *prover) ruleNF3(f fact, c node, d el.Concept) {
	for _, i := range p.x.nf3.of(int32(d)) {
		a := p.nf.nf3.at(i)
		if !p.linkMatters(a.Role) {
			continue
		}
		p.derive(ruleNF3, linkFact(c, a.Role, p.filler(a.Role, a.Filler)), int32(f), asPremise(kindNF3, i))
	}
}

// ruleHasSelf:
//
//	C ⊑ D   D ⊑ ∃r.Self   ⟹   C ⊑ ∃r.Self
func (p *prover) ruleHasSelf(f fact, c node, d el.Concept) {
	for _, i := range p.x.hasSelf.of(int32(d)) {
		p.derive(ruleHasSelf, selfFact(c, p.nf.hasSelf.at(i).Role), int32(f), asPremise(kindHasSelf, i))
	}
}

// ruleDisjoint:
//
//	C ⊑ D₁   C ⊑ D₂   D₁ and D₂ at two places of one disjointness   ⟹   C ⊑ ⊥
//
// Cost: the members of the axiom, or the subsumers of C with their disjointnesses, whichever are fewer.
func (p *prover) ruleDisjoint(f fact, c node, d el.Concept) {
	if !p.matters(el.Bottom) {
		return
	}
	for _, i := range p.x.disjoint.of(int32(d)) {
		m := p.x.disjoint.places.at(i)
		if d == el.Top && p.data[c] {
			continue
		}
		concepts := p.nf.disjoint.at(m.list).Concepts
		clash := func(other fact) {
			p.deriveOwned(ruleDisjoint, c, subFact(c, el.Bottom), int32(other), int32(f), asPremise(kindDisjoint, m.list))
		}
		if len(concepts) <= len(p.subs[c]) {
			for place, e := range concepts {
				if int32(place) == m.place || e == d && int32(place) < m.place {
					continue
				}
				if other := p.lookUp(subFact(c, e)); other != noFact {
					clash(other)
				}
			}
			continue
		}
		for _, other := range p.subs[c] {
			for _, j := range p.x.disjoint.of(p.facts[other].b) {
				if n := p.x.disjoint.places.at(j); n.list == m.list && n.place != m.place && (other != f || n.place > m.place) {
					clash(other)
				}
			}
		}
	}
}

// ruleNF4Sub applies NF4 when F is new among the subsumers of E; processLink has its twin.
//
//	C –r→ E   E ⊑ F   r ⊑ s   ∃s.F ⊑ G   ⟹   C ⊑ G
func (p *prover) ruleNF4Sub(f fact, e node, d el.Concept) {
	axioms := p.x.nf4.of(int32(d))
	if len(axioms) == 0 {
		return
	}
	for l := range p.in[e].all {
		p.ruleNF4(l, f, axioms)
	}
}

func (p *prover) ruleNF4(link, sub fact, axioms []int32) {
	k := p.facts[link]
	r := el.Role(k.b)
	for _, i := range axioms {
		a := p.nf.nf4.at(i)
		inclusion, ok := p.below(r, a.Role)
		if !ok || !p.matters(a.Super) {
			continue
		}
		p.deriveThrough(ruleNF4, subFact(node(k.a), a.Super), link, int32(sub), int32(inclusion), asPremise(kindNF4, i))
	}
}

// ruleBottomSub passes ⊥ on: against the links, and from what is never empty to the whole.
//
//	C –r→ E   E ⊑ ⊥   ⟹   C ⊑ ⊥
//	{a} ⊑ ⊥           ⟹   ⊤ ⊑ ⊥
//	⊤ ⊑ ⊥             ⟹   C ⊑ ⊥ for the root
func (p *prover) ruleBottomSub(f fact, e node) {
	for l := range p.in[e].all {
		p.derive(ruleBottom, subFact(node(p.facts[l].a), el.Bottom), int32(l), int32(f))
	}
	switch {
	case e == top:
		if p.root != top {
			p.derive(ruleExFalso, subFact(p.root, el.Bottom), int32(f))
		}
	case p.isIndividual(e):
		p.derive(ruleInconsistent, subFact(top, el.Bottom), int32(f))
	}
}
