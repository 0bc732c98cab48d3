package explain

import "box2el-owl/owl/el"

// ruleData applies what holds of data values and datatypes by themselves (el.DataTheory).
//
//	V ⊑ D   D ⊑ E                           ⟹   V ⊑ E
//	V ⊑ D₁  V ⊑ D₂   D₁ ⊓ D₂ ⊑ E            ⟹   V ⊑ E
//	V ⊑ {v}   V ⊑ {w}   v and w different   ⟹   V ⊑ ⊥
func (p *prover) ruleData(f fact, c node, d el.Concept) {
	for _, i := range p.x.theoryNF1.of(int32(d)) {
		p.derive(ruleData, subFact(c, p.nf.theory1.at(i).Super), int32(f))
	}
	for _, i := range p.x.theoryNF2.of(int32(d)) {
		if other := p.lookUp(subFact(c, p.nf.theory2.at(i).Right)); other != noFact {
			p.deriveOwned(ruleData, c, subFact(c, p.nf.theory2.at(i).Super), int32(f), int32(other))
		}
	}
	for _, i := range p.x.theoryRight.of(int32(d)) {
		if other := p.lookUp(subFact(c, p.nf.theory2.at(i).Left)); other != noFact {
			p.deriveOwned(ruleData, c, subFact(c, p.nf.theory2.at(i).Super), int32(other), int32(f))
		}
	}
	if p.x.distinct.has(d) {
		for _, other := range p.singles[c] {
			if e := el.Concept(p.facts[other].b); e != d && p.x.distinct.has(e) {
				p.deriveOwned(ruleData, c, subFact(c, el.Bottom), int32(other), int32(f))
			}
		}
	}
}

// openInhabited says of the datatypes and values that are known to have elements that the top data property
// leads to them from everywhere.
func (p *prover) openInhabited() {
	p.derive(ruleData, nonemptyFact(p.filler(el.TopDataRole, el.Top)))
	for _, c := range p.nf.inhabited.all {
		p.derive(ruleData, nonemptyFact(p.filler(el.TopDataRole, *c)))
	}
}

// ruleFunctionalLink merges the values of a functional data property f into one context, the value of
// f, and links C to it.
//
//	C –d→ V   d ⊑ f   f functional            ⟹   C –d→ the f of C
//	C –d→ V   d ⊑ f   f functional   V ⊑ D    ⟹   the f of C ⊑ D
func (p *prover) ruleFunctionalLink(f fact, c node, s el.Role, v node, inclusion fact, axiom int32) {
	value := p.open(nodeKey{el.Top, s, c})
	if value == v {
		return
	}
	p.derive(ruleFunctional, linkFact(c, el.Role(p.facts[f].b), value), int32(f), int32(inclusion), asPremise(kindFunctional, axiom))
	for _, g := range p.subs[v] {
		p.deriveThrough(ruleFunctional, subFact(value, el.Concept(p.facts[g].b)), f, int32(inclusion), int32(g), asPremise(kindFunctional, axiom))
	}
}

// ruleFunctionalSub is ruleFunctionalLink for V ⊑ D being new.
func (p *prover) ruleFunctionalSub(f fact, v node, d el.Concept) {
	if p.nf.functional.len() == 0 {
		return
	}
	for l := range p.in[v].all {
		k := p.facts[l]
		pass := func(s el.Role, inclusion fact) {
			for _, i := range p.x.functions.of(int32(s)) {
				if value := p.open(nodeKey{el.Top, s, node(k.a)}); value != v {
					p.deriveThrough(ruleFunctional, subFact(value, d), l, int32(inclusion), int32(f), asPremise(kindFunctional, i))
				}
			}
		}
		pass(el.Role(k.b), noFact)
		for _, inclusion := range p.role(el.Role(k.b)).above {
			pass(el.Role(p.facts[inclusion].b), inclusion)
		}
	}
}

// deriveThrough derives what a link and what holds of its target give. Where the target is the value of a functional
// property f, of which one can only say that it is some value of f, it takes that the link is one of f too.
func (p *prover) deriveThrough(r rule, k factKey, link fact, from ...int32) {
	l := p.facts[link]
	target := p.nodes[l.c]
	var room [8]int32
	from = append(append(room[:0], int32(link)), from...)
	if target.owner == noNode {
		p.derive(r, k, from...)
		return
	}
	inclusion, _ := p.below(el.Role(l.b), target.role)
	for _, i := range p.x.functions.of(int32(target.role)) {
		p.derive(r, k, append(from, int32(inclusion), asPremise(kindFunctional, i))...)
	}
}

// deriveOwned derives what two facts about one context give. Of the value of a functional data property they speak
// as one because it is functional, so that the axiom is named with them.
func (p *prover) deriveOwned(r rule, c node, k factKey, from ...int32) {
	if key := p.nodes[c]; key.owner != noNode {
		for _, i := range p.x.functions.of(int32(key.role)) {
			p.derive(r, k, append(from, asPremise(kindFunctional, i))...)
		}
		return
	}
	p.derive(r, k, from...)
}
