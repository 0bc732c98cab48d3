package explain

import (
	"slices"

	"box2el-owl/owl/el"
)

// processLink applies the rules that have C –r→ E among their premises.
func (p *prover) processLink(f fact, c node, r el.Role, e node) {
	p.out[c].add(r, f)
	p.in[e].add(r, f)
	role := p.openRole(r)
	role.links = append(role.links, f)

	for _, g := range p.subs[e] {
		if axioms := p.x.nf4.of(p.facts[g].b); len(axioms) > 0 {
			p.ruleNF4(f, g, axioms)
		}
	}
	if g := p.lookUp(subFact(e, el.Bottom)); g != noFact {
		p.derive(ruleBottom, subFact(c, el.Bottom), int32(f), int32(g))
	}
	for _, g := range p.singles[e] {
		p.ruleSelfNominal(f, g)
	}
	if p.individuals {
		if g := p.lookUp(nonemptyFact(c)); g != noFact {
			p.derive(ruleNonempty, nonemptyFact(e), int32(g), int32(f))
		}
	}
	p.processLinkAs(f, c, r, e, noFact)
	for _, inclusion := range role.above {
		p.processLinkAs(f, c, el.Role(p.facts[inclusion].b), e, inclusion)
	}
}

// processLinkAs applies the rules that take a link C –r→ E with r ⊑ s, but for NF4.
func (p *prover) processLinkAs(f fact, c node, s el.Role, e node, inclusion fact) {
	if s == el.BottomRole || s == el.BottomDataRole {
		p.derive(ruleBottomRole, subFact(c, el.Bottom), int32(f), int32(inclusion))
	}
	p.ruleChain(f, c, s, e, inclusion)
	for _, i := range p.x.functions.of(int32(s)) {
		p.ruleFunctionalLink(f, c, s, e, inclusion, i)
	}
	if p.keepsValues(s) && p.isIndividual(c) {
		for _, g := range p.singles[e] {
			p.deriveThrough(ruleValue, valueFact(c, s, el.Concept(p.facts[g].b)), f, int32(g), int32(inclusion))
		}
	}
}

// ruleChain composes links. A chain of more than two parts grows by one part at a time; what it has
// covered so far is a path.
//
//	C –r→ E   E –s→ F   r ∘ s ⊑ t   ⟹   C –t→ F
func (p *prover) ruleChain(f fact, c node, s el.Role, e node, inclusion fact) {
	for _, i := range p.x.chains.of(int32(s)) {
		m := p.x.chains.places.at(i)
		parts := p.nf.chains.at(m.list).Parts
		if !p.linkMatters(p.nf.chains.at(m.list).Super) {
			continue
		}
		switch m.place {
		case 0:
			for _, group := range p.out[e] {
				if g, ok := p.below(group.role, parts[1]); ok {
					for _, next := range group.links {
						p.compose(m.list, 1, c, node(p.facts[next].c), f, inclusion, next, g)
					}
				}
			}
			continue
		case 1:
			for _, group := range p.in[c] {
				if g, ok := p.below(group.role, parts[0]); ok {
					for _, before := range group.links {
						p.compose(m.list, 1, node(p.facts[before].a), e, before, g, f, inclusion)
					}
				}
			}
			continue
		}
		for _, path := range p.paths[c] {
			if k := p.facts[path]; k.b == p.x.prefixes[m.list]+m.place {
				p.compose(m.list, m.place, node(k.a), e, path, noFact, f, inclusion)
			}
		}
	}
}

// processPath goes on along a chain from where a path has come to.
func (p *prover) processPath(f fact, c node, prefix int32, e node) {
	p.paths[e] = append(p.paths[e], f)
	after, _ := slices.BinarySearch(p.x.prefixes, prefix+1)
	chain := int32(after - 1)
	place := prefix - p.x.prefixes[chain]
	part := p.nf.chains.at(chain).Parts[place]
	for _, group := range p.out[e] {
		if g, ok := p.below(group.role, part); ok {
			for _, next := range group.links {
				p.compose(chain, place, c, node(p.facts[next].c), f, noFact, next, g)
			}
		}
	}
}

// compose derives what follows when the parts of a chain before place are covered by the first premises, and that
// at place by the last ones.
func (p *prover) compose(chain, place int32, c, e node, before, beforeInclusion, link, inclusion fact) {
	if p.isDetour(chain, before, link) {
		return
	}
	a := p.nf.chains.at(chain)
	if int(place) == len(a.Parts)-1 {
		k := linkFact(c, a.Super, e)
		if isTransitivity(a) {
			k.kind = factLong
		}
		p.derive(ruleChain, k, int32(before), int32(beforeInclusion), int32(link), int32(inclusion), asPremise(kindChain, chain))
		return
	}
	p.derive(ruleChain, pathFact(c, p.x.prefixes[chain]+place+1, e), int32(before), int32(beforeInclusion), int32(link), int32(inclusion))
}

// isDetour reports whether there is a proof from fewer axioms without composing these two. What the transitivity
// of a role q has put together, a chain that takes links of q on one side and gives back the
// role of its other side can take link by link.
func (p *prover) isDetour(chain int32, first, second fact) bool {
	a := p.nf.chains.at(chain)
	if len(a.Parts) != 2 {
		return false
	}
	isLong := func(f fact) bool { return p.facts[f].kind == factLong }
	if a.Super == a.Parts[0] {
		return isLong(second) || isTransitivity(a) && isLong(first) && el.Role(p.facts[first].b) != a.Super
	}
	return a.Super == a.Parts[1] && isLong(first)
}

func isTransitivity(a *el.RoleChain) bool {
	return len(a.Parts) == 2 && a.Parts[0] == a.Super && a.Parts[1] == a.Super
}

// below reports whether r ⊑ s is derived, and the fact that says so, noFact where r is s.
func (p *prover) below(r, s el.Role) (inclusion fact, ok bool) {
	if r == s {
		return noFact, true
	}
	if role := p.roles[r]; role != nil && role.to[s] > 0 {
		return role.to[s], true
	}
	return noFact, false
}

// openRole returns the state of a role, and sees to it that the roles above are derived.
func (p *prover) openRole(r el.Role) *roleState {
	role := p.role(r)
	if role.opened {
		return role
	}
	role.opened = true
	for _, i := range p.x.super.of(int32(r)) {
		p.derive(ruleInclusion, inclusionFact(r, p.nf.inclusions.at(i).Super), asPremise(kindInclusion, i))
	}
	if top := topOf(p.nf, r); r != top && p.x.above(top) {
		p.derive(ruleUniversal, inclusionFact(r, top))
	}
	return role
}

func topOf(nf *normalForm, r el.Role) el.Role {
	if nf.IsData(r) {
		return el.TopDataRole
	}
	return el.TopRole
}

// processInclusion applies the rules that have r ⊑ s among their premises.
//
//	r ⊑ s   s ⊑ t   ⟹   r ⊑ t
func (p *prover) processInclusion(f fact, r, s el.Role) {
	sub, super := p.role(r), p.role(s)
	isPart := slices.Contains(sub.parts, f)
	sub.above, super.below = append(sub.above, f), append(super.below, f)
	sub.to[s] = f
	for _, i := range p.x.super.of(int32(s)) {
		if t := p.nf.inclusions.at(i).Super; t != r {
			p.derive(ruleInclusion, inclusionFact(r, t), int32(f), asPremise(kindInclusion, i))
		}
	}
	for _, g := range super.parts {
		if t := el.Role(p.facts[g].b); t != r && g <= p.current {
			p.derive(ruleInclusion, inclusionFact(r, t), int32(f), int32(g))
		}
	}
	if isPart {
		for _, g := range sub.below {
			if q := el.Role(p.facts[g].a); q != s {
				p.derive(ruleInclusion, inclusionFact(q, s), int32(g), int32(f))
			}
		}
	}
	for _, n := range sub.nodes {
		p.ruleRange(n, s, f)
	}
	for _, g := range sub.selfs {
		p.derive(ruleInclusion, selfFact(node(p.facts[g].a), s), int32(g), int32(f))
	}
	for _, l := range sub.links {
		k := p.facts[l]
		for _, g := range p.subs[k.c] {
			for _, i := range p.x.nf4.of(p.facts[g].b) {
				if p.nf.nf4.at(i).Role == s && p.matters(p.nf.nf4.at(i).Super) {
					p.deriveThrough(ruleNF4, subFact(node(k.a), p.nf.nf4.at(i).Super), l, int32(g), int32(f), asPremise(kindNF4, i))
				}
			}
		}
		p.processLinkAs(l, node(k.a), s, node(k.c), f)
	}
}

// openValues derives what holds of a context because its elements are values of a role.
func (p *prover) openValues(n node, r el.Role) {
	role := p.openRole(r)
	role.nodes = append(role.nodes, n)
	p.ruleRange(n, r, noFact)
	for _, f := range role.above {
		p.ruleRange(n, el.Role(p.facts[f].b), f)
	}
}

// ruleRange:
//
//	C values of r   r ⊑ s   s has the range D   ⟹   C ⊑ D
func (p *prover) ruleRange(n node, s el.Role, inclusion fact) {
	for _, i := range p.x.ranges.of(int32(s)) {
		if !p.matters(p.nf.ranges.at(i).Concept) {
			continue
		}
		p.derive(ruleRange, subFact(n, p.nf.ranges.at(i).Concept), int32(inclusion), asPremise(kindRange, i))
	}
}

// processSelf applies the rules that have C ⊑ ∃r.Self among their premises.
//
//	C ⊑ ∃r.Self                        ⟹   C –r→ C
//	C ⊑ ∃r.Self   r ⊑ s                ⟹   C ⊑ ∃s.Self
//	C ⊑ ∃r.Self   ∃r.Self ⊑ D          ⟹   C ⊑ D
//	C ⊑ ∃r.Self   r has the range D    ⟹   C ⊑ D
func (p *prover) processSelf(f fact, c node, r el.Role) {
	role := p.openRole(r)
	role.selfs = append(role.selfs, f)
	p.derive(ruleSelf, linkFact(c, r, c), int32(f))
	for _, g := range role.above {
		p.derive(ruleInclusion, selfFact(c, el.Role(p.facts[g].b)), int32(f), int32(g))
	}
	for _, i := range p.x.selfSubs.of(int32(r)) {
		p.derive(ruleSelfSub, subFact(c, p.nf.selfSubs.at(i).Super), int32(f), asPremise(kindSelfSub, i))
	}
	for _, i := range p.x.ranges.of(int32(r)) {
		p.derive(ruleRange, subFact(c, p.nf.ranges.at(i).Concept), int32(f), asPremise(kindRange, i))
	}
	p.ruleSelfChain(c, r)
}

// ruleSelfChain:
//
//	C ⊑ ∃r₁.Self … C ⊑ ∃rₙ.Self   r₁ ∘ … ∘ rₙ ⊑ t               ⟹   C ⊑ ∃t.Self
//	⊤ ⊑ ∃rᵢ.Self for all parts but rₖ   r₁ ∘ … ∘ rₙ ⊑ t          ⟹   rₖ ⊑ t
func (p *prover) ruleSelfChain(c node, r el.Role) {
	for _, i := range p.x.chains.of(int32(r)) {
		m := p.x.chains.places.at(i)
		a := p.nf.chains.at(m.list)
		if slices.Index(a.Parts, r) != int(m.place) {
			continue // once for each chain
		}
		var loops []int32
		without, lacking := -1, 0
		for j, part := range a.Parts {
			if g := p.lookUp(selfFact(c, part)); g == noFact {
				without, lacking = j, lacking+1
			} else if !slices.Contains(loops, int32(g)) {
				loops = append(loops, int32(g))
			}
		}
		loops = append(loops, asPremise(kindChain, m.list))
		switch {
		case lacking == 0:
			p.derive(ruleSelfChain, selfFact(c, a.Super), loops...)
			if c == top {
				p.includeParts(m.list)
			}
		case lacking == 1 && c == top:
			p.includePart(m.list, without, loops)
		}
	}
}

// includeParts applies the reflexive-part rule to every part of a chain whose parts are all reflexive.
func (p *prover) includeParts(chain int32) {
	parts := p.nf.chains.at(chain).Parts
	for j := range parts {
		var loops []int32
		for i, part := range parts {
			if g := int32(p.lookUp(selfFact(top, part))); i != j && !slices.Contains(loops, g) {
				loops = append(loops, g)
			}
		}
		p.includePart(chain, j, append(loops, asPremise(kindChain, chain)))
	}
}

func (p *prover) includePart(chain int32, place int, from []int32) {
	a := p.nf.chains.at(chain)
	part := a.Parts[place]
	if part == a.Super {
		return
	}
	f := p.derive(ruleReflexivePart, inclusionFact(part, a.Super), from...)
	role := p.role(part)
	if !slices.Contains(role.parts, f) {
		role.parts = append(role.parts, f)
		if f <= p.current { // told, and processed before: now also what lies below the part
			for _, g := range role.below {
				if q := el.Role(p.facts[g].a); q != a.Super {
					p.derive(ruleInclusion, inclusionFact(q, a.Super), int32(g), int32(f))
				}
			}
		}
	}
}
