package propagate

import (
	"cmp"
	"slices"

	"box2el-owl/reasoner/internal/index"
)

// addLink records a link, whose consequences are those of linkTo.
func (p *Propagation) addLink(target index.ConceptID, l link) {
	if p.links[target] == nil {
		p.targets = append(p.targets, target)
	}
	p.links[target] = append(p.links[target], l)
}

// linkTo adds to contexts the concepts that links from them to a target propagate.
func (p *Propagation) linkTo(set *contexts, roleID int32, target index.ConceptID) {
	for _, d := range p.x.TopPropagated.Of(roleID) {
		p.give(index.ConceptID(d), set)
	}
	p.through(p.subsumers(target), roleID, set)
	p.linkInherited(set, roleID, target)
}

// linkInherited is linkTo for new subsumers of the target only.
func (p *Propagation) linkInherited(set *contexts, roleID int32, target index.ConceptID) {
	if p.Unsatisfiable.Has(int32(target)) ||
		!p.IsFresh(target) && p.s.Store.Unsatisfiable(target) {
		p.markUnsatisfiable(set)
		return
	}
	if !p.reached.Has(int32(target)) {
		return
	}
	var ids []index.ConceptID // its new subsumers that links propagate
	for _, i := range p.updates {
		if f := &p.facts[i]; f.set.has(target) {
			ids = append(ids, f.a)
		}
	}
	p.through(ids, roleID, set)
}

// propagate sends new subsumers of contexts through the links that lead to these contexts.
func (p *Propagation) propagate(ids []index.ConceptID, to *contexts) {
	for i := 0; i < len(p.targets); i++ {
		if target := p.targets[i]; to.has(target) {
			for _, l := range p.links[target] {
				p.through(ids, l.roleID, l.from)
			}
		}
	}
	for self, roleID := range p.x.SelfRoles {
		p.with(self, to, func(set *contexts) { p.through(ids, roleID, set) })
	}
	sources := p.sourcesOf(to)
	for i := range sources {
		l := &sources[i]
		propagated := p.propagatedBy(ids, l.roleID)
		if len(propagated) > 0 && l.contexts == nil {
			l.contexts = p.havingAny(l.subs)
		}
		p.giveAll(propagated, l.contexts)
	}
}

// source holds the axioms D ⊑ ∃r.E with one role for some contexts E.
type source struct {
	roleID   int32
	subs     []index.ConceptID
	contexts *contexts // those with one of subs; computed on first use
}

// sourcesOf returns the sources of the links to a set of contexts.
func (p *Propagation) sourcesOf(to *contexts) []source {
	if to.sources != nil {
		return to.sources
	}
	var links []index.LinkAxiom
	for _, e := range to.list {
		p.eachSource(e, func(l index.LinkAxiom) { links = append(links, l) })
	}
	slices.SortFunc(links, func(a, b index.LinkAxiom) int {
		return cmp.Or(cmp.Compare(a.RoleID, b.RoleID), cmp.Compare(a.Sub, b.Sub))
	})
	to.sources = []source{}
	for links = slices.Compact(links); len(links) > 0; {
		roleID := links[0].RoleID
		var subs []index.ConceptID
		for len(links) > 0 && links[0].RoleID == roleID {
			subs = append(subs, links[0].Sub)
			links = links[1:]
		}
		to.sources = append(to.sources, source{roleID: roleID, subs: subs})
	}
	return to.sources
}

// through adds to contexts what their links with this role propagate because the targets have new
// subsumers.
func (p *Propagation) through(ids []index.ConceptID, roleID int32, set *contexts) {
	if len(set.list) > 0 {
		p.giveAll(p.propagatedBy(ids, roleID), set)
	}
}

// propagatedBy returns what a link with this role propagates because its target has the subsumers,
// ascending. The result is valid until the next call.
func (p *Propagation) propagatedBy(ids []index.ConceptID, roleID int32) []index.ConceptID {
	p.propagated = p.propagated[:0]
	for _, a := range ids {
		if p.x.ActiveOnly <= a && a < p.x.Propagated || p.x.Changed.Has(a) {
			p.propagated = p.x.Targets(p.propagated, a, roleID)
		}
	}
	slices.Sort(p.propagated)
	p.propagated = slices.Compact(p.propagated)
	return p.propagated
}

func (p *Propagation) eachSource(filler index.ConceptID, visit func(index.LinkAxiom)) {
	if p.IsFresh(filler) {
		return
	}
	p.s.EachLinkingTo(filler, visit)
}
