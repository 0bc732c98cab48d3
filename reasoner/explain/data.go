package explain

import "box2el-owl/owl/el"

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
		p.derive(ruleFunctional, subFact(value, el.Concept(p.facts[g].b)), int32(f), int32(inclusion), int32(g), asPremise(kindFunctional, axiom))
	}
}

// ruleFunctionalSub is ruleFunctionalLink for V ⊑ D being new.
func (p *prover) ruleFunctionalSub(f fact, v node, d el.Concept) {
	if !p.data[v] || len(p.nf.FunctionalData) == 0 {
		return
	}
	for _, l := range p.in[v] {
		k := p.facts[l]
		pass := func(s el.Role, inclusion fact) {
			for _, i := range p.x.functions.of(int32(s)) {
				if value := p.open(nodeKey{el.Top, s, node(k.a)}); value != v {
					p.derive(ruleFunctional, subFact(value, d), int32(l), int32(inclusion), int32(f), asPremise(kindFunctional, i))
				}
			}
		}
		pass(el.Role(k.b), noFact)
		for _, inclusion := range p.role(el.Role(k.b)).above {
			pass(el.Role(p.facts[inclusion].b), inclusion)
		}
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
