package explain

import (
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// openIndividuals makes every individual a context, and begins to derive which contexts have
// instances. It is called when that can matter: with the first nominal that is reached, or at once where
// axioms speak of everything that exists, or the question is whether the ontology is consistent. It never
// matters where contexts matter to each other through links alone, and no link between individuals is turned round.
func (p *prover) openIndividuals() {
	if p.individuals || p.relevance != nil && !p.x.turnsLinks {
		return
	}
	p.individuals = true
	p.derive(ruleInit, nonemptyFact(top))
	for _, a := range p.x.nominals {
		p.derive(ruleInit, nonemptyFact(p.open(nodeKey{a, anyRole, noNode})))
	}
	if p.root != top && !p.isIndividual(p.root) {
		p.derive(ruleAssumption, nonemptyFact(p.root))
	}
}

// ruleSingleton applies the rules for concepts with one element, individuals and data values alike.
//
//	C has an instance   C ⊑ {a}   C ⊑ D   ⟹   {a} ⊑ D
//	C ⊑ {a}   {a} ⊑ D                     ⟹   C ⊑ D
func (p *prover) ruleSingleton(f fact, c node, d el.Concept) {
	for _, g := range p.singles[c] {
		p.ruleNominal(g, f, c)
	}
	if k := p.nodes[c]; k.role == anyRole && p.isSingleton(k.concept) {
		for _, other := range p.inside[k.concept] {
			if other != c {
				p.derive(ruleTransitive, subFact(other, d), int32(p.lookUp(subFact(other, k.concept))), int32(f))
			}
		}
	}
	if !p.isSingleton(d) {
		return
	}
	p.singles[c] = append(p.singles[c], f)
	p.inside[d] = append(p.inside[d], c)
	p.openIndividuals()
	single := p.open(nodeKey{d, anyRole, noNode})
	if p.nf.Kind(d) == el.DataValue {
		p.derive(ruleInit, nonemptyFact(single))
	}
	for _, g := range p.subs[c] {
		p.ruleNominal(f, g, c)
	}
	if single != c {
		for _, g := range p.subs[single] {
			p.derive(ruleTransitive, subFact(c, el.Concept(p.facts[g].b)), int32(f), int32(g))
		}
	}
	for l := range p.in[c].all {
		p.ruleSelfNominal(l, f)
		p.ruleValueSub(l, f)
	}
	for l := range p.out[c].all {
		if g := p.lookUp(subFact(node(p.facts[l].c), d)); g != noFact && p.facts[l].c != int32(c) {
			p.ruleSelfNominal(l, g)
		}
	}
}

// ruleNominal derives {a} ⊑ D from in, which says C ⊑ {a}, and sub, which says C ⊑ D.
func (p *prover) ruleNominal(in, sub fact, c node) {
	a := el.Concept(p.facts[in].b)
	if p.facts[sub].b == int32(a) || p.facts[sub].b == int32(el.Top) {
		return
	}
	single := p.open(nodeKey{a, anyRole, noNode})
	if single == c {
		return
	}
	if exists := p.lookUp(nonemptyFact(c)); exists != noFact {
		p.derive(ruleNominal, subFact(single, el.Concept(p.facts[sub].b)), int32(exists), int32(in), int32(sub))
	}
}

// ruleSelfNominal:
//
//	C –r→ E   C ⊑ {a}   E ⊑ {a}   ⟹   C ⊑ ∃r.Self
func (p *prover) ruleSelfNominal(link, target fact) {
	k := p.facts[link]
	if p.data[k.c] {
		return
	}
	if in := p.lookUp(factKey{kind: factSub, a: k.a, b: p.facts[target].b}); in != noFact {
		p.derive(ruleSelfNominal, selfFact(node(k.a), el.Role(k.b)), int32(link), int32(in), int32(target))
	}
}

// processNonempty applies the rules that have "C has an instance" among their premises.
//
//	C has an instance   C –r→ E   ⟹   E has an instance
//	C has an instance             ⟹   D –⊤role→ C, by the top data property where C holds data
func (p *prover) processNonempty(f fact, c node) {
	for l := range p.out[c].all {
		p.derive(ruleNonempty, nonemptyFact(node(p.facts[l].c)), int32(f), int32(l))
	}
	for _, in := range p.singles[c] {
		for _, sub := range p.subs[c] {
			p.ruleNominal(in, sub, c)
		}
	}
	if p.x.universal && !p.data[c] || p.x.universalData && p.data[c] {
		p.nonempty = append(p.nonempty, f)
		for n := range p.nodes {
			p.linkUniversally(node(n), f)
		}
	}
}

func (p *prover) linkUniversally(from node, exists fact) {
	if p.data[from] {
		return
	}
	to, role := node(p.facts[exists].a), el.TopRole
	if p.data[to] {
		role = el.TopDataRole
	}
	p.derive(ruleUniversal, linkFact(from, role, to), int32(exists))
}

// keepsValues reports whether some key or inverse asks for the values of a role.
func (p *prover) keepsValues(r el.Role) bool {
	return len(p.x.keyRoles.of(int32(r)))+len(p.x.inverses[0].of(int32(r)))+len(p.x.inverses[1].of(int32(r))) > 0
}

// ruleValueSub:
//
//	{a} –r→ E   E ⊑ {b}   r ⊑ s   ⟹   s(a, b)
func (p *prover) ruleValueSub(link, target fact) {
	k := p.facts[link]
	if !p.isIndividual(node(k.a)) {
		return
	}
	derive := func(s el.Role, inclusion fact) {
		if p.keepsValues(s) {
			p.deriveThrough(ruleValue, valueFact(node(k.a), s, el.Concept(p.facts[target].b)), link, int32(target), int32(inclusion))
		}
	}
	derive(el.Role(k.b), noFact)
	for _, inclusion := range p.role(el.Role(k.b)).above {
		derive(el.Role(p.facts[inclusion].b), inclusion)
	}
}

// processValue applies the rules that have r(a, v) among their premises.
//
//	r(a, b)   s inverse of r   ⟹   s(b, a)
//	r(a, v)   r(b, v)          ⟹   a and b share a value of r
func (p *prover) processValue(f fact, a node, r el.Role, v el.Concept) {
	if p.nf.Kind(v) == el.Nominal {
		back := func(s el.Role, axiom int32) {
			target := p.filler(s, p.nodes[a].concept)
			p.derive(ruleInverse, linkFact(p.open(nodeKey{v, anyRole, noNode}), s, target), int32(f), asPremise(kindInverses, axiom))
		}
		for _, i := range p.x.inverses[0].of(int32(r)) {
			back(p.nf.inverses.at(i).Second, i)
		}
		for _, i := range p.x.inverses[1].of(int32(r)) {
			back(p.nf.inverses.at(i).First, i)
		}
	}
	if len(p.x.keyRoles.of(int32(r))) == 0 || !p.isNamed(p.nodes[a].concept) {
		return
	}
	if p.nf.Kind(v) == el.Nominal && !p.isNamed(v) {
		return
	}
	key := valueKey{r, v}
	for _, g := range p.values[key] {
		p.derive(ruleShared, sharedFact(a, node(p.facts[g].a), r), int32(g), int32(f))
	}
	p.values[key] = append(p.values[key], f)
}

// isNamed reports whether a nominal is that of a named individual: keys speak of no others.
func (p *prover) isNamed(c el.Concept) bool {
	_, named := p.nf.Individual(c).(owl.NamedIndividual)
	return named
}

// processShared:
//
//	a, b named, in C   a and b share a value of each property of a key of C   ⟹   {a} ⊑ {b}, {b} ⊑ {a}
func (p *prover) processShared(f fact, a, b node) {
	p.shares[a], p.shares[b] = append(p.shares[a], f), append(p.shares[b], f)
	seen := int32(-1)
	for _, place := range p.x.keyRoles.of(p.facts[f].c) {
		key := p.x.keyRoles.places.at(place).list
		if key != seen { // places of one key stand side by side
			p.ruleKey(a, b, key)
		}
		seen = key
	}
}

// ruleKeySub applies a key when an individual is new in its class.
func (p *prover) ruleKeySub(f fact, a node, d el.Concept) {
	for _, key := range p.x.keyClasses.of(int32(d)) {
		for _, s := range p.shares[a] {
			k := p.facts[s]
			if k.c == int32(keyRoles(p.nf.keys.at(key))[0]) { // once for each pair
				p.ruleKey(node(k.a), node(k.b), key)
			}
		}
	}
}

func (p *prover) ruleKey(a, b node, key int32) {
	k := p.nf.keys.at(key)
	inA, inB := p.lookUp(subFact(a, k.Class)), p.lookUp(subFact(b, k.Class))
	if inA == noFact || inB == noFact {
		return
	}
	from := []int32{int32(inA), int32(inB)}
	for _, r := range keyRoles(k) {
		shared := p.lookUp(sharedFact(a, b, r))
		if shared == noFact {
			return
		}
		from = append(from, int32(shared))
	}
	from = append(from, asPremise(kindKey, key))
	p.derive(ruleKey, subFact(a, p.nodes[b].concept), from...)
	p.derive(ruleKey, subFact(b, p.nodes[a].concept), from...)
}
