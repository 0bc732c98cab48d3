package propagate

import (
	"cmp"
	"encoding/binary"
	"slices"

	"box2el-owl/reasoner/internal/index"
)

// LinkTo adds to contexts the concepts that links from them to a target propagate.
func (p *Propagation) linkTo(set *contexts, roleID int32, target index.ConceptID) {
	for _, d := range p.x.TopPropagated.Of(roleID) {
		p.give(index.ConceptID(d), set)
	}
	p.through(p.subsumers(target), roleID, set)
	p.linkInherited(set, roleID, target)
}

// linkInherited is LinkTo for new subsumers of the target only.
func (p *Propagation) linkInherited(set *contexts, roleID int32, target index.ConceptID) {
	if p.Unsatisfiable.Has(int32(target)) ||
		!p.IsFresh(target) && p.s.Store.Unsatisfiable(target) {
		p.markUnsatisfiable(set)
		return
	}
	p.through(p.updatesOf(target), roleID, set)
}

// updatesOf returns the new subsumers of a target that links propagate.
func (p *Propagation) updatesOf(target index.ConceptID) []index.ConceptID {
	if !p.reached.Has(int32(target)) {
		return nil
	}
	known, ok := p.updatesOfTarget[target]
	if !ok {
		known = &targetUpdates{}
		p.updatesOfTarget[target] = known
	}
	for ; known.seen < len(p.updates); known.seen++ {
		if f := &p.facts[p.updates[known.seen]]; f.set.has(target) {
			known.ids = append(known.ids, f.a)
		}
	}
	return known.ids
}

// propagate sends new subsumers of contexts through the links that lead to these contexts.
func (p *Propagation) propagate(ids []index.ConceptID, to *contexts) {
	for _, l := range p.links {
		if to.has(l.target) {
			p.through(ids, l.roleID, l.from)
		}
	}
	p.eachLinked(to, func(l factLink) { p.through(ids, l.roleID, l.set) })
	for self, roleID := range p.x.SelfRoles {
		p.with(self, to, func(set *contexts) { p.through(ids, roleID, set) })
	}
	sources := p.sourcesOf(to)
	var sent []sending
	for i, l := range sources.links {
		if i > 0 && l.RoleID == sources.links[i-1].RoleID {
			continue
		}
		for _, a := range p.targetsOf(ids, l.RoleID) {
			sent = append(sent, sending{a, l.RoleID})
		}
	}
	slices.SortFunc(sent, func(x, y sending) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.roleID, y.roleID))
	})
	for len(sent) > 0 {
		n := 1
		for n < len(sent) && sent[n].a == sent[0].a {
			n++
		}
		p.give(sent[0].a, p.linkedBy(sources, sent[:n]))
		sent = sent[n:]
	}
}

// eachLinked visits the links of facts that lead to the given contexts.
func (p *Propagation) eachLinked(to *contexts, visit func(factLink)) {
	fillers := to.list
	isThere := func(e index.ConceptID) bool { return p.linked.Has(int32(e)) }
	if len(p.fillers) < len(fillers) {
		fillers, isThere = p.fillers, to.has
	}
	for i := 0; i < len(fillers); i++ {
		if !isThere(fillers[i]) {
			continue
		}
		for at := p.linked.Of(int32(fillers[i])); at > 0; at = p.linking[at-1].previous {
			visit(p.linking[at-1])
		}
	}
}

// sending is a propagated concept and the role of the links that propagate it.
type sending struct {
	a      index.ConceptID
	roleID int32
}

// sources holds the axioms D ⊑ ∃r.E for a set of fillers E, sorted by role, and caches the contexts
// with links of given roles.
type sources struct {
	links []index.LinkAxiom
	sets  map[string]*contexts
}

func (p *Propagation) sourcesOf(fillers *contexts) *sources {
	if fillers.sources == nil {
		s := &sources{sets: make(map[string]*contexts)}
		for _, e := range fillers.list {
			p.eachSource(e, func(l index.LinkAxiom) { s.links = append(s.links, l) })
		}
		slices.SortFunc(s.links, func(a, b index.LinkAxiom) int {
			return cmp.Or(cmp.Compare(a.RoleID, b.RoleID), cmp.Compare(a.Sub, b.Sub))
		})
		s.links = slices.Compact(s.links)
		fillers.sources = s
	}
	return fillers.sources
}

// linkedBy returns the contexts with links of the roles in sent.
func (p *Propagation) linkedBy(s *sources, sent []sending) *contexts {
	p.key = p.key[:0]
	for _, x := range sent {
		p.key = binary.LittleEndian.AppendUint32(p.key, uint32(x.roleID))
	}
	set, ok := s.sets[string(p.key)]
	if !ok {
		var subs []index.ConceptID
		for _, x := range sent {
			first, _ := slices.BinarySearchFunc(s.links, x.roleID,
				func(l index.LinkAxiom, roleID int32) int { return cmp.Compare(l.RoleID, roleID) })
			for ; first < len(s.links) && s.links[first].RoleID == x.roleID; first++ {
				subs = append(subs, s.links[first].Sub)
			}
		}
		slices.Sort(subs)
		set = p.havingAny(slices.Compact(subs))
		s.sets[string(p.key)] = set
	}
	return p.sets.only(set)
}

// through adds to contexts what their links with this role propagate because the targets have new
// subsumers.
func (p *Propagation) through(ids []index.ConceptID, roleID int32, set *contexts) {
	if len(set.list) > 0 {
		p.giveAll(p.targetsOf(ids, roleID), set)
	}
}

// targetsOf returns what a link with this role propagates because its target has the subsumers,
// ascending. The result is valid until the next call.
func (p *Propagation) targetsOf(ids []index.ConceptID, roleID int32) []index.ConceptID {
	p.targets = p.targets[:0]
	for _, a := range ids {
		if p.x.ActiveOnly <= a && a < p.x.Propagated || p.x.Changed.Has(a) {
			p.targets = p.x.Targets(p.targets, a, roleID)
		}
	}
	slices.Sort(p.targets)
	p.targets = slices.Compact(p.targets)
	return p.targets
}

func (p *Propagation) eachSource(filler index.ConceptID, visit func(index.LinkAxiom)) {
	if p.IsFresh(filler) {
		return
	}
	p.s.EachLinkingTo(filler, func(l index.LinkAxiom) {
		// the existential of a changed concept may have been removed
		if !p.x.Changed.Has(l.Sub) ||
			slices.Contains(
				p.x.Existentials(l.Sub),
				index.Existential{RoleID: l.RoleID, Filler: filler},
			) {
			visit(l)
		}
	})
}
