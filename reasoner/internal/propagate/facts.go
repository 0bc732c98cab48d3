package propagate

import (
	"slices"

	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// giveAll adds concepts to the subsumers of contexts.
func (p *Propagation) giveAll(ids []index.ConceptID, set *contexts) {
	p.plain = p.plain[:0]
	for _, a := range ids {
		if p.isFinished(a) {
			p.give(a, set)
		} else {
			p.plain = append(p.plain, a)
		}
	}
	p.noteAll(p.plain, set, false)
}

// isFinished reports whether a concept has a finished context, whose subsumers are inherited with
// it.
func (p *Propagation) isFinished(a index.ConceptID) bool {
	return a == p.x.Bottom || p.x.IsContext(a) && p.s.Store.Done(a)
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
		p.noteAll(p.subsumers(a), set, true)
	}
}

// fewIDs is the number of concepts up to which each is searched separately.
const fewIDs = 2

// noteAll records facts for those of the concepts that are new.
//
// Cost: for small sets of contexts, their subsumers once; else note for each concept.
func (p *Propagation) noteAll(ids []index.ConceptID, set *contexts, inherited bool) {
	if len(ids) <= fewIDs || set == p.below || set.bits != nil {
		for _, a := range ids {
			p.note(a, set, inherited)
		}
		return
	}
	for len(p.lacking) < len(ids) {
		p.lacking = append(p.lacking, nil)
	}
	lacking := p.lacking[:len(ids)]
	for i := range lacking {
		lacking[i] = lacking[i][:0]
	}
	for _, c := range set.list {
		if p.Unsatisfiable.Has(int32(c)) {
			continue
		}
		p.seen.Reset(int(p.limit) + 1)
		for _, a := range p.subsumers(c) {
			p.seen.Add(int32(a))
		}
		for i, a := range ids {
			if !p.seen.Has(int32(a)) {
				lacking[i] = append(lacking[i], c)
			}
		}
	}
	some := noContexts // the last set: most contexts lack the same concepts
	for i, a := range ids {
		if !p.mayLack(set, a) {
			continue
		}
		if p.latest.Has(int32(a)) {
			lacking[i] = slices.DeleteFunc(lacking[i],
				func(c index.ConceptID) bool { return p.gained(c, a) })
		}
		if len(lacking[i]) == 0 {
			continue
		}
		if !slices.Equal(lacking[i], some.list) {
			some = p.some(set, slices.Clone(lacking[i]))
		}
		p.record(a, some, inherited)
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
	p.record(a, set, inherited)
}

// record records a fact unless it is known.
func (p *Propagation) record(a index.ConceptID, set *contexts, inherited bool) {
	known := p.latest.Of(int32(a))
	for at := known; at > 0; at = p.facts[at-1].previous {
		if p.facts[at-1].set == set {
			return
		}
	}
	at := int32(len(p.facts))
	p.facts = append(p.facts, fact{a, set, inherited, known, p.large.Of(int32(a))})
	*p.latest.At(int32(a)) = at + 1
	if set.bits != nil {
		*p.large.At(int32(a)) = at + 1
	} else {
		for _, c := range set.list {
			p.small[pair{a, c}] = true
		}
	}
	for _, e := range p.x.Existentials(a) {
		if !p.linked.Has(int32(e.Filler)) {
			p.fillers = append(p.fillers, e.Filler)
		}
		p.linking = append(p.linking, factLink{set, e.RoleID, p.linked.Of(int32(e.Filler))})
		*p.linked.At(int32(e.Filler)) = int32(len(p.linking))
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

// eachFact visits the sets of contexts that gained a concept; a context may be visited twice.
func (p *Propagation) eachFact(a index.ConceptID, visit func(set *contexts)) {
	for at := p.latest.Of(int32(a)); at > 0; at = p.facts[at-1].previous {
		visit(p.facts[at-1].set)
	}
}

// probes is the number of lookups in a set that cost as much as one search in the subsumers of a
// context.
const probes = 16

// with visits the contexts of a set that have a concept as a subsumer. It may leave out
// unsatisfiable contexts.
func (p *Propagation) with(a index.ConceptID, set *contexts, visit func(*contexts)) {
	switch {
	case len(set.list) == 0:
		return
	case set.within && p.always.Has(int32(a)):
		visit(set)
		return
	case set.within && p.knowsAbove && !p.above.Has(int32(a)) && !p.latest.Has(int32(a)):
		return
	}
	list := p.had(a, set)
	if len(list) < len(set.list) && p.latest.Has(int32(a)) {
		list = p.withGained(a, set, list)
	}
	if len(list) > 0 {
		visit(p.some(set, list))
	}
}

// had returns the contexts that had a concept before the addition.
func (p *Propagation) had(a index.ConceptID, set *contexts) (list []index.ConceptID) {
	take := func(c index.ConceptID) {
		if !p.Unsatisfiable.Has(int32(c)) {
			list = append(list, c)
		}
	}
	switch count := p.s.CountHaving(a); {
	case count >= saturate.ManyHave && set.bits != nil:
		p.left = append(p.left[:0], set.bits...)
		p.left.Retain(p.s.SetHaving(a))
		for c := range p.left.All {
			take(c)
		}
	case count >= saturate.ManyHave:
		having := p.s.SetHaving(a)
		for _, c := range set.list {
			if having.Has(c) {
				take(c)
			}
		}
	case count > probes*len(set.list):
		for _, c := range set.list {
			if p.has(c, a) {
				take(c)
			}
		}
	case set.bits != nil:
		p.seen.Reset(int(p.limit) + 1)
		p.s.Having(a, func(c index.ConceptID) {
			if set.bits.Has(c) && p.seen.Add(int32(c)) {
				take(c)
			}
		})
	case count > 0:
		p.seen.Reset(int(p.limit) + 1)
		for _, c := range set.list {
			p.seen.Add(int32(c))
		}
		p.s.Having(a, func(c index.ConceptID) {
			if p.seen.Drop(int32(c)) {
				take(c)
			}
		})
	}
	return list
}

// withGained appends to the contexts that had a concept those that gained it.
func (p *Propagation) withGained(
	a index.ConceptID, set *contexts, list []index.ConceptID,
) []index.ConceptID {
	p.seen.Reset(int(p.limit) + 1)
	for _, c := range list {
		p.seen.Add(int32(c))
	}
	p.eachFact(a, func(others *contexts) {
		few, many := others, set
		if len(few.list) > len(many.list) {
			few, many = many, few
		}
		for _, c := range few.list {
			if !p.Unsatisfiable.Has(int32(c)) && many.has(c) && p.seen.Add(int32(c)) {
				list = append(list, c)
			}
		}
	})
	return list
}

// some returns a subset of the contexts.
func (p *Propagation) some(set *contexts, list []index.ConceptID) *contexts {
	if len(list) == len(set.list) {
		return set
	}
	return p.setOf(list, set.within)
}

// without returns the contexts that lack a concept, except unsatisfiable contexts. If most contexts
// lack it, all are returned, because a shared set is cheaper than a smaller new one.
func (p *Propagation) without(a index.ConceptID, set *contexts) *contexts {
	if set.bits != nil {
		return p.manyWithout(a, set)
	}
	var list []index.ConceptID
	for _, c := range set.list {
		if !p.Unsatisfiable.Has(int32(c)) && !p.has(c, a) && !p.gained(c, a) {
			list = append(list, c)
		}
	}
	return p.some(set, list)
}

// manyWithout is without for a large set.
//
// Cost: one word operation for 64 contexts, for each fact of the concept.
func (p *Propagation) manyWithout(a index.ConceptID, set *contexts) *contexts {
	p.left = append(p.left[:0], set.bits...)
	if p.s.CountHaving(a) < saturate.ManyHave {
		p.s.Having(a, p.left.Drop)
	} else {
		p.left.RemoveAll(p.s.SetHaving(a))
	}
	p.eachFact(a, func(gained *contexts) { gained.removeFrom(p.left) })
	var list []index.ConceptID
	for c := range p.left.All {
		if !p.Unsatisfiable.Has(int32(c)) {
			list = append(list, c)
		}
	}
	if 2*len(list) > len(set.list) {
		return set
	}
	return p.some(set, list)
}

// gained reports whether a context gained a concept.
func (p *Propagation) gained(c, a index.ConceptID) bool {
	for at := p.large.Of(int32(a)); at > 0; at = p.facts[at-1].larger {
		if p.facts[at-1].set.has(c) {
			return true
		}
	}
	return p.small[pair{a, c}]
}

// havingAny returns the contexts with any of the subsumers. The set stays valid until
// released.
func (p *Propagation) havingAny(ids []index.ConceptID) *contexts {
	var list []index.ConceptID
	p.seen.Reset(int(p.limit) + 1)
	for _, a := range ids {
		p.s.Having(a, func(c index.ConceptID) {
			if p.seen.Add(int32(c)) {
				list = append(list, c)
			}
		})
	}
	c := newContexts(list)
	c.index(func(words int) index.Bitset { return make(index.Bitset, words) })
	return c
}

// has reports whether a context had a subsumer before the addition.
func (p *Propagation) has(c, a index.ConceptID) bool {
	return slices.Contains(p.subsumers(c), a)
}

func (p *Propagation) subsumers(c index.ConceptID) []index.ConceptID {
	if p.IsFresh(c) {
		return nil
	}
	return p.s.Store.Subsumers(c)
}
