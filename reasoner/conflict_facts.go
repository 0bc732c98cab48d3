package reasoner

import "slices"

// giveAll adds concepts to the subsumers of contexts.
func (p *conflictPropagation) giveAll(ids []conceptID, set *contexts, in cases) {
	p.plain = p.plain[:0]
	for _, a := range ids {
		if p.isFinished(a) {
			p.give(a, set, in)
		} else {
			p.plain = append(p.plain, a)
		}
	}
	p.noteAll(p.plain, set, in, false)
}

// isFinished reports whether a concept has a finished context, whose subsumers are inherited with
// it.
func (p *conflictPropagation) isFinished(a conceptID) bool {
	return a == p.x.bottom || p.x.isContext(a) && p.s.store.done(a)
}

// give adds a concept to the subsumers of contexts.
func (p *conflictPropagation) give(a conceptID, set *contexts, in cases) {
	if in = p.lackedBy(set, a, in); in == 0 {
		return
	}
	if set != p.below && p.isFinished(a) {
		set, in = p.without(a, set, in)
	}
	p.inherit(a, set, in)
}

// lackedBy returns the cases in which not all contexts are known to have a concept as a subsumer.
func (p *conflictPropagation) lackedBy(set *contexts, a conceptID, in cases) cases {
	if len(set.list) == 0 {
		return 0
	}
	if set.within {
		in &^= p.always.Of(int32(a))
	}
	return in
}

// inherit adds a concept and the subsumers of its finished context, if any.
func (p *conflictPropagation) inherit(a conceptID, set *contexts, in cases) {
	switch {
	case len(set.list) == 0 || in == 0:
	case a == p.x.bottom:
		p.markUnsatisfiable(set, in)
	case !p.isFinished(a):
		p.note(a, set, in, false)
	case p.s.store.unsatisfiable(a):
		p.markUnsatisfiable(set, in)
	default:
		p.markUnsatisfiable(set, in&p.unsatisfiable.Of(int32(a)))
		p.noteAll(p.subsumers(a), set, in, true)
	}
}

// fewIDs is the number of concepts up to which each is searched separately.
const fewIDs = 2

// noteAll records facts for those of the concepts that are new.
//
// Cost: for small sets of contexts, their subsumers once; else note for each concept.
func (p *conflictPropagation) noteAll(ids []conceptID, set *contexts, in cases, inherited bool) {
	if len(ids) <= fewIDs || set == p.below || set.bits != nil {
		for _, a := range ids {
			p.note(a, set, in, inherited)
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
		if in&^p.unsatisfiable.Of(int32(c)) == 0 {
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
		in := p.lackedBy(set, a, in)
		if p.latest.Has(int32(a)) {
			lacking[i], in = p.stillLacking(lacking[i], a, in)
		}
		if len(lacking[i]) == 0 || in == 0 {
			continue
		}
		if !slices.Equal(lacking[i], some.list) {
			some = p.some(set, slices.Clone(lacking[i]))
		}
		p.record(a, some, in, inherited)
	}
}

// stillLacking removes the contexts that gained a concept in all of the cases, and returns the
// cases in which any of the others lacks it.
func (p *conflictPropagation) stillLacking(
	list []conceptID, a conceptID, in cases,
) ([]conceptID, cases) {
	var missing cases
	list = slices.DeleteFunc(list, func(c conceptID) bool {
		lacks := in &^ p.gainedIn(c, a)
		missing |= lacks
		return lacks == 0
	})
	return list, missing
}

// note records a fact for a concept if it is new.
func (p *conflictPropagation) note(a conceptID, set *contexts, in cases, inherited bool) {
	if in = p.lackedBy(set, a, in); in == 0 {
		return
	}
	if set == p.below {
		*p.always.At(int32(a)) |= in
	} else if set, in = p.without(a, set, in); len(set.list) == 0 {
		return
	}
	p.record(a, set, in, inherited)
}

func (p *conflictPropagation) record(a conceptID, set *contexts, in cases, inherited bool) {
	f, at := p.factOf(a, set)
	if in &^= f.in; in == 0 {
		return
	}
	if f.unchecked == 0 {
		p.check.list = append(p.check.list, at)
	}
	if f.unapplied == 0 {
		p.apply.list = append(p.apply.list, at)
	}
	f.in, f.unchecked, f.unapplied = f.in|in, f.unchecked|in, f.unapplied|in
	if inherited {
		f.inherited |= in
	}
	if set.bits == nil {
		for _, c := range set.list {
			p.small.add(a, c, in)
		}
	}
	for _, e := range p.x.existentials(a) {
		if !p.linked.Has(int32(e.filler)) {
			p.fillers = append(p.fillers, e.filler)
		}
		p.linking = append(p.linking, factLink{set, in, e.roleID, p.linked.Of(int32(e.filler))})
		*p.linked.At(int32(e.filler)) = int32(len(p.linking))
	}
	if len(p.x.negativesOf(a)) > 0 {
		if n := len(p.updates); n == 0 || p.facts[p.updates[n-1].fact].set != set {
			for _, c := range set.list {
				p.reached.Add(int32(c))
			}
		}
		p.updates = append(p.updates, factUpdate{at, in})
	}
}

// factOf returns the fact of a concept and a set, made if needed, and its index.
func (p *conflictPropagation) factOf(a conceptID, set *contexts) (f *fact, at int32) {
	for at := p.latest.Of(int32(a)); at > 0; at = p.facts[at-1].previous {
		if p.facts[at-1].set == set {
			return &p.facts[at-1], at - 1
		}
	}
	at = int32(len(p.facts))
	p.facts = append(p.facts, fact{
		a: a, set: set, previous: p.latest.Of(int32(a)), larger: p.large.Of(int32(a)),
	})
	*p.latest.At(int32(a)) = at + 1
	if set.bits != nil {
		*p.large.At(int32(a)) = at + 1
	}
	return &p.facts[at], at
}

// eachFact visits the sets of contexts that gained a concept; a context may be visited twice.
func (p *conflictPropagation) eachFact(a conceptID, visit func(set *contexts, in cases)) {
	for at := p.latest.Of(int32(a)); at > 0; at = p.facts[at-1].previous {
		visit(p.facts[at-1].set, p.facts[at-1].in)
	}
}

// probes is the number of lookups in a set that cost as much as one search in the subsumers of a
// context.
const probes = 16

// with visits the subsets of the contexts that have a concept as a subsumer, with the cases. It may
// leave out unsatisfiable contexts.
func (p *conflictPropagation) with(
	a conceptID, set *contexts, in cases, visit func(*contexts, cases),
) {
	if len(set.list) == 0 {
		return
	}
	if set.within {
		if all := in & p.always.Of(int32(a)); all != 0 {
			visit(set, all)
			in &^= all
		}
		if in == 0 || p.knowsAbove && !p.above.Has(int32(a)) && !p.latest.Has(int32(a)) {
			return
		}
	}
	had := p.had(a, set, in)
	var gained []part
	if len(had) < len(set.list) && p.latest.Has(int32(a)) {
		gained = p.gainedBy(a, set, in, had)
	}
	if len(had) > 0 {
		visit(p.some(set, had), in)
	}
	for _, g := range gained {
		visit(g.set, g.in)
	}
}

// had returns the contexts that had a concept before the addition.
func (p *conflictPropagation) had(a conceptID, set *contexts, in cases) (list []conceptID) {
	take := func(c conceptID) {
		if in&^p.unsatisfiable.Of(int32(c)) != 0 {
			list = append(list, c)
		}
	}
	switch count := p.s.countHaving(a); {
	case count >= manyHave && set.bits != nil:
		p.left = append(p.left[:0], set.bits...)
		p.left.retain(p.s.setHaving(a))
		for c := range p.left.all {
			take(c)
		}
	case count >= manyHave:
		having := p.s.setHaving(a)
		for _, c := range set.list {
			if having.has(c) {
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
		p.s.having(a, func(c conceptID) {
			if set.bits.has(c) && p.seen.Add(int32(c)) {
				take(c)
			}
		})
	case count > 0:
		p.seen.Reset(int(p.limit) + 1)
		for _, c := range set.list {
			p.seen.Add(int32(c))
		}
		p.s.having(a, func(c conceptID) {
			if p.seen.Drop(int32(c)) {
				take(c)
			}
		})
	}
	return list
}

// part is a set of contexts in some cases.
type part struct {
	set *contexts
	in  cases
}

// gainedBy returns the contexts that gained a concept, with the cases, except those that had it
// before.
func (p *conflictPropagation) gainedBy(
	a conceptID, set *contexts, in cases, had []conceptID,
) (parts []part) {
	var list []conceptID
	p.gained.Reset(int(p.limit) + 1)
	for _, c := range had {
		*p.gained.At(int32(c)) |= everyCase
	}
	p.eachFact(a, func(others *contexts, by cases) {
		by &= in
		if others == set && by != 0 {
			parts = append(parts, part{set, by})
			in &^= by
		}
		few, many := others, set
		if len(few.list) > len(many.list) {
			few, many = many, few
		}
		for _, c := range few.list {
			if by&in&^p.unsatisfiable.Of(int32(c)) == 0 || !many.has(c) {
				continue
			}
			if !p.gained.Has(int32(c)) {
				list = append(list, c)
			}
			*p.gained.At(int32(c)) |= by
		}
	})
	for len(list) > 0 {
		by := p.gained.Of(int32(list[0]))
		var same, rest []conceptID
		for _, c := range list {
			if p.gained.Of(int32(c)) == by {
				same = append(same, c)
			} else {
				rest = append(rest, c)
			}
		}
		parts, list = append(parts, part{p.some(set, same), by}), rest
	}
	return parts
}

// some returns a subset of the contexts.
func (p *conflictPropagation) some(set *contexts, list []conceptID) *contexts {
	if len(list) == len(set.list) {
		return set
	}
	return p.setOf(list, set.within)
}

// without returns the contexts that lack a concept in some of the cases, and these cases, except
// unsatisfiable contexts. If most contexts lack it, all are returned, because a shared set is
// cheaper than a smaller new one.
func (p *conflictPropagation) without(a conceptID, set *contexts, in cases) (*contexts, cases) {
	if set.bits != nil {
		return p.manyWithout(a, set, in)
	}
	var list []conceptID
	var missing cases
	for _, c := range set.list {
		lacks := in &^ p.unsatisfiable.Of(int32(c))
		if lacks == 0 || p.has(c, a) {
			continue
		}
		if lacks &^= p.gainedIn(c, a); lacks != 0 {
			list = append(list, c)
			missing |= lacks
		}
	}
	return p.some(set, list), missing
}

// manyWithout is without for a large set.
//
// Cost: one word operation for 64 contexts, for each fact of the concept.
func (p *conflictPropagation) manyWithout(a conceptID, set *contexts, in cases) (*contexts, cases) {
	p.eachFact(a, func(others *contexts, by cases) {
		if others == set {
			in &^= by
		}
	})
	if in == 0 {
		return noContexts, 0
	}
	p.left, p.unsure = append(p.left[:0], set.bits...), p.unsure[:0]
	if p.s.countHaving(a) < manyHave {
		p.s.having(a, p.left.drop)
	} else {
		p.left.removeAll(p.s.setHaving(a))
	}
	p.eachFact(a, func(others *contexts, by cases) {
		switch {
		case in&^by == 0:
			p.left.remove(others)
		case by&in != 0:
			p.unsure = p.unsure.include(others)
		}
	})
	var list []conceptID
	var missing cases
	for c := range p.left.all {
		lacks := in &^ p.unsatisfiable.Of(int32(c))
		if p.unsure.has(c) {
			lacks &^= p.gainedIn(c, a)
		}
		if lacks != 0 {
			list = append(list, c)
			missing |= lacks
		}
	}
	if 2*len(list) > len(set.list) {
		return set, missing
	}
	return p.some(set, list), missing
}

// gainedIn returns the cases in which a context gained a concept.
func (p *conflictPropagation) gainedIn(c, a conceptID) cases {
	in := p.small.of(a, c)
	for at := p.large.Of(int32(a)); at > 0; at = p.facts[at-1].larger {
		if f := &p.facts[at-1]; f.set.has(c) {
			in |= f.in
		}
	}
	return in
}

// havingAny returns the contexts with any of the subsumers. The set stays valid until
// released.
func (p *conflictPropagation) havingAny(ids []conceptID) *contexts {
	var list []conceptID
	p.seen.Reset(int(p.limit) + 1)
	for _, a := range ids {
		p.s.having(a, func(c conceptID) {
			if p.seen.Add(int32(c)) {
				list = append(list, c)
			}
		})
	}
	c := newContexts(list)
	c.index(func(words int) bitset { return make(bitset, words) })
	return c
}

// has reports whether a context had a subsumer before the addition.
func (p *conflictPropagation) has(c, a conceptID) bool { return slices.Contains(p.subsumers(c), a) }

func (p *conflictPropagation) subsumers(c conceptID) []conceptID {
	if p.isFresh(c) {
		return nil
	}
	return p.s.store.subsumers(c)
}
