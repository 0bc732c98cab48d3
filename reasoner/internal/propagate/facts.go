package propagate

import "box2el-owl/reasoner/internal/index"

// giveAll adds concepts to the subsumers of contexts.
func (p *Propagation) giveAll(ids []index.ConceptID, set *contexts) {
	for _, a := range ids {
		p.give(a, set)
	}
}

// give adds a concept to the subsumers of contexts.
func (p *Propagation) give(a index.ConceptID, set *contexts) {
	if !p.mayLack(set, a) {
		return
	}
	if set != p.below && p.isFinished(a) {
		set = p.without(a, set)
	}
	p.inherit(a, set)
}

// mayLack reports whether not all contexts are known to have a concept as a subsumer.
func (p *Propagation) mayLack(set *contexts, a index.ConceptID) bool {
	return len(set.list) > 0 && !(set.within && p.always.Has(int32(a)))
}

// isFinished reports whether a concept has a finished context, whose subsumers are inherited with
// it.
func (p *Propagation) isFinished(a index.ConceptID) bool {
	return a == p.x.Bottom || p.x.IsContext(a) && p.s.Store.Done(a)
}

// inherit adds a concept and the subsumers of its finished context, if any.
func (p *Propagation) inherit(a index.ConceptID, set *contexts) {
	switch {
	case len(set.list) == 0:
	case a == p.x.Bottom:
		p.markUnsatisfiable(set)
	case !p.isFinished(a):
		p.note(a, set, false)
	case p.s.Store.Unsatisfiable(a) || p.Unsatisfiable.Has(int32(a)):
		p.markUnsatisfiable(set)
	default:
		for _, d := range p.subsumers(a) {
			p.note(d, set, true)
		}
	}
}

// note records a fact for a concept if it is new.
func (p *Propagation) note(a index.ConceptID, set *contexts, inherited bool) {
	if !p.mayLack(set, a) {
		return
	}
	if set == p.below {
		p.always.Add(int32(a))
	} else if set = p.without(a, set); len(set.list) == 0 {
		return
	}
	at := int32(len(p.facts))
	p.facts = append(p.facts, fact{a, set, inherited})
	p.gained[a] = union(p.gained[a], set.list)
	for _, e := range p.x.Existentials(a) {
		p.addLink(e.Filler, link{set, e.RoleID})
	}
	if len(p.x.NegativesOf(a)) > 0 {
		if n := len(p.updates); n == 0 || p.facts[p.updates[n-1]].set != set {
			for _, c := range set.list {
				p.reached.Add(int32(c))
			}
		}
		p.updates = append(p.updates, at)
	}
}
