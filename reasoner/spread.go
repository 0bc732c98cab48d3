package reasoner

import (
	"context"
	"errors"
	"slices"
)

// spread finds which contexts become unsatisfiable when one inclusion is added, without a layer: the rules are applied to sets of
// contexts instead of to one after the other. What a class of ten thousand subclasses passes on to all of them is one fact for
// each atom.
//
// It derives what a layer derives. A rule is applied when the last of its premises that are new is taken from the queue, to the finished
// saturation and to all facts noted by then. What a context gains need not be handed on to those that have it among
// their subsumers: these have all that it has, and the rules give it to them as well.
//
// Rules across contexts must have nothing to do: see spreads. Where a fact comes up for which they might, the error is errNoSpread.
//
// Cost: the axioms of the new atoms, and the contexts that they reach.
type spread struct {
	s *saturation
	x *index

	// The inclusion is sub ⊑ …, below are the contexts that had sub before, above what those have, where they are not too many.
	sub        atom
	below      *contexts
	above      stamps
	knowsAbove bool

	always stamps // what all below have, by now
	links  []addedLink

	facts  []fact // those from next on wait for the rules
	next   int
	latest table // by atom: its last fact, +1
	// linking and delivering are the places of facts whose atoms have links, or are delivered by links.
	linking, delivering []int32

	dead     []atom // contexts that have become unsatisfiable; those from nextDead on wait for the rule ⊥
	nextDead int
	isDead   stamps

	// sources are, by letter, the left sides of the existentials whose fillers are in sourcesOf.
	sources   map[int32][]atom
	sourcesOf *contexts

	seen    stamps // scratch
	targets []atom // scratch
}

// fact says that contexts have an atom that they had not, all of them or some.
type fact struct {
	a        atom
	who      *contexts
	previous int32 // fact of the same atom, +1

	// inherited facts came with the finished context of some atom: what these alone imply came, too.
	inherited bool
}

// addedLink is a link that the inclusion adds. The target may be fresh: all that it has are facts.
type addedLink struct {
	from   *contexts
	letter int32
	target atom
}

// errNoSpread says that a question needs a layer.
var errNoSpread = errors.New("rules across contexts may have to be applied")

// spreads reports whether spread can be used: links are not composed, and no rule across contexts waits for more than it has seen.
func (s *saturation) spreads() bool {
	x := s.x
	return s.consistent() && x.composing == nil && x.universal < 0 && x.names == nil && s.scope == nil &&
		len(x.nf.FunctionalData)+len(x.nf.Keys) == 0 && len(s.conditionalSet()) == 0
}

// newSpread returns one of those that a saturation keeps.
func (s *saturation) newSpread() *spread {
	p, ok := s.base().spreadPool.Get().(*spread)
	if !ok {
		p = &spread{sources: make(map[int32][]atom)}
	}
	p.s, p.x, p.sub = s, s.x, -1
	return p
}

func (p *spread) release() {
	root := p.s.base()
	p.clear()
	p.s, p.x, p.below, p.sourcesOf = nil, nil, nil, nil
	root.spreadPool.Put(p)
}

// fresh is the number of the context of which there are facts only.
func (p *spread) fresh() atom { return p.x.atoms }

// include finds what becomes unsatisfiable by sub ⊑ super.
func (p *spread) include(ctx context.Context, sub, super atom) error {
	p.begin(sub)
	p.inherit(super, p.below)
	return p.run(ctx, func(who *contexts) { p.inherit(super, who) })
}

// link finds what becomes unsatisfiable by sub ⊑ ∃r.filler for the role of a letter with ranges.
//
// A filler that is within the ranges is the target. Of another one's target it is known that it is below it and them.
func (p *spread) link(ctx context.Context, sub atom, letter int32, filler atom, ranges []atom) error {
	p.begin(sub)
	target := filler
	if slices.ContainsFunc(ranges, func(d atom) bool { return !p.has(filler, d) }) {
		target = p.fresh()
		alone := newContexts([]atom{target})
		for _, d := range slices.Concat(ranges, []atom{filler}) {
			p.inherit(d, alone)
		}
	}
	add := func(who *contexts) {
		p.links = append(p.links, addedLink{who, letter, target})
		p.linkTo(who, letter, target)
	}
	add(p.below)
	return p.run(ctx, add)
}

// empty finds what becomes unsatisfiable by sub ⊑ ⊥.
func (p *spread) empty(ctx context.Context, sub atom) error {
	p.begin(sub)
	p.kill(p.below)
	for ; p.nextDead < len(p.dead); p.nextDead++ {
		p.ruleBottom(p.dead[p.nextDead])
	}
	return ctx.Err()
}

// manyBelow is how many contexts may lie below a class for their subsumers to be looked at one by one.
const manyBelow = 2048

// begin makes ready for an inclusion with a left side. Several of one left side cost less one after the other.
func (p *spread) begin(sub atom) {
	p.clear()
	if p.sub != sub {
		p.sub = sub
		p.below = newContexts(p.having(sub))
		p.below.within = true
		p.knowsAbove = len(p.below.list) <= manyBelow
		p.above.begin(p.fresh())
		if p.knowsAbove {
			for _, c := range p.below.list {
				for _, a := range p.subsumers(c) {
					p.above.add(a)
				}
			}
		}
	}
	p.latest.begin(p.fresh())
	p.isDead.begin(p.fresh())
	p.always.begin(p.fresh())
	for _, a := range p.subsumers(sub) {
		p.always.add(a)
	}
}

func (p *spread) clear() {
	clear(p.facts)
	p.facts, p.next = p.facts[:0], 0
	p.links, p.linking, p.delivering = p.links[:0], p.linking[:0], p.delivering[:0]
	p.dead, p.nextDead = p.dead[:0], 0
}

// run applies the rules until nothing is new, or the left side is empty. Again adds what the inclusion does to those who have come
// below its left side.
func (p *spread) run(ctx context.Context, again func(who *contexts)) error {
	for !p.isDead.has(p.sub) {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case p.nextDead < len(p.dead):
			p.nextDead++
			p.ruleBottom(p.dead[p.nextDead-1])
		case p.next < len(p.facts):
			f := p.facts[p.next]
			p.next++
			if p.x.flagsOf(f.a)&(isNominal|isSelf) != 0 {
				return errNoSpread
			}
			if f.a == p.sub {
				again(f.who)
			}
			p.apply(f)
		default:
			return nil
		}
	}
	return nil
}

// apply applies the rules to a new fact.
func (p *spread) apply(f fact) {
	x := p.x
	if !f.inherited {
		for _, e := range x.inclusions(f.a) { // NF1
			p.give(e, f.who)
		}
	}
	for _, c := range x.conjuncts(f.a) { // NF2
		if !(f.who.within && p.always.has(c.super)) {
			p.give(c.super, p.with(c.other, f.who))
		}
	}
	for _, axiom := range x.disjointnessOf(f.a) { // disjoint
		for _, m := range p.s.membersOf(axiom) {
			if m != f.a {
				p.kill(p.with(m, f.who))
			}
		}
	}
	for _, e := range x.existentials(f.a) { // NF3
		if f.inherited {
			p.linkInherited(f.who, e.letter, e.filler)
		} else {
			p.linkTo(f.who, e.letter, e.filler)
		}
	}
	if len(x.groupsOf(f.a)) > 0 {
		p.deliver(f)
	}
}

// linkTo gives contexts what links of a letter to a target deliver.
func (p *spread) linkTo(who *contexts, letter int32, target atom) {
	for _, d := range p.x.topDeliver.of(letter) {
		p.give(atom(d), who)
	}
	for _, d := range p.subsumers(target) {
		p.through(d, letter, who)
	}
	p.linkInherited(who, letter, target)
}

// linkInherited is linkTo for what the target has gained.
func (p *spread) linkInherited(who *contexts, letter int32, target atom) {
	if p.unsatisfiable(target) {
		p.kill(who)
		return
	}
	for i := 0; i < len(p.delivering); i++ {
		if f := p.facts[p.delivering[i]]; f.who.has(target) {
			p.through(f.a, letter, who)
		}
	}
}

// deliver sends a new subsumer through the links to the contexts that have it.
func (p *spread) deliver(f fact) {
	for _, l := range p.links {
		if f.who.has(l.target) {
			p.through(f.a, l.letter, l.from)
		}
	}
	for i := 0; i < len(p.linking); i++ {
		from := p.facts[p.linking[i]]
		for _, e := range p.x.existentials(from.a) {
			if f.who.has(e.filler) {
				p.through(f.a, e.letter, from.who)
			}
		}
	}
	for self, letter := range p.x.selfLetters {
		if p.delivers(f.a, letter) {
			p.through(f.a, letter, p.with(self, f.who))
		}
	}
	p.findSources(f.who)
	for letter, subs := range p.sources {
		if len(subs) > 0 && p.delivers(f.a, letter) {
			p.through(f.a, letter, p.havingAny(subs))
		}
	}
}

// through gives contexts what their links of a letter deliver because their targets have an atom.
func (p *spread) through(a atom, letter int32, who *contexts) {
	if len(who.list) == 0 || len(p.x.groupsOf(a)) == 0 {
		return
	}
	p.targets = p.x.targets(p.targets[:0], a, letter)
	for _, t := range p.targets {
		p.give(t, who)
	}
}

func (p *spread) delivers(a atom, letter int32) bool {
	p.targets = p.x.targets(p.targets[:0], a, letter)
	return len(p.targets) > 0
}

// findSources finds the axioms D ⊑ ∃r.E for fillers E.
func (p *spread) findSources(fillers *contexts) {
	if p.sourcesOf == fillers {
		return
	}
	p.sourcesOf = fillers
	for letter, subs := range p.sources {
		p.sources[letter] = subs[:0]
	}
	for _, e := range fillers.list {
		p.eachSource(e, func(l linkAxiom) { p.sources[l.letter] = append(p.sources[l.letter], l.sub) })
	}
}

func (p *spread) eachSource(filler atom, visit func(linkAxiom)) {
	if filler == p.fresh() {
		return
	}
	p.s.eachLinkingTo(filler, func(l linkAxiom) {
		if !p.x.changed.has(l.sub) || slices.Contains(p.x.existentials(l.sub), existential{l.letter, filler}) { // else it has gone
			visit(l)
		}
	})
}

// ruleBottom empties the contexts with links to one that has become empty.
func (p *spread) ruleBottom(c atom) {
	for _, l := range p.links {
		if l.target == c {
			p.kill(l.from)
		}
	}
	p.eachSource(c, func(l linkAxiom) {
		if p.isDead.has(l.sub) { // then so are all that have it
			return
		}
		p.s.having(l.sub, p.killOne)
		p.eachFact(l.sub, p.kill)
	})
}

func (p *spread) kill(who *contexts) {
	for _, c := range who.list {
		p.killOne(c)
	}
}

func (p *spread) killOne(c atom) {
	if p.isDead.add(c) {
		p.dead = append(p.dead, c)
	}
}

// give is inherit for those that have not got the atom.
func (p *spread) give(a atom, who *contexts) {
	if len(who.list) == 0 || who.within && p.always.has(a) {
		return
	}
	if who != p.below {
		who = p.without(a, who)
	}
	p.inherit(a, who)
}

// inherit gives contexts an atom and, if it has a context itself, the subsumers of that.
func (p *spread) inherit(a atom, who *contexts) {
	switch {
	case len(who.list) == 0:
	case a == p.x.bottom:
		p.kill(who)
	case !p.x.isContext(a) || !p.s.store.done(a):
		p.note(a, who, false)
	case p.unsatisfiable(a):
		p.kill(who)
	default:
		for _, d := range p.subsumers(a) {
			p.note(d, who, true)
		}
	}
}

// note makes a fact of what is new.
func (p *spread) note(a atom, who *contexts, inherited bool) {
	switch {
	case who.within && p.always.has(a):
		return
	case who == p.below:
		p.always.add(a)
	default:
		if who = p.without(a, who); len(who.list) == 0 {
			return
		}
	}
	at := int32(len(p.facts))
	p.facts = append(p.facts, fact{a, who, p.latest.of(a), inherited})
	p.latest.put(a, at+1)
	if len(p.x.existentials(a)) > 0 {
		p.linking = append(p.linking, at)
	}
	if len(p.x.groupsOf(a)) > 0 {
		p.delivering = append(p.delivering, at)
	}
}

// eachFact visits those who have gained an atom, some twice.
func (p *spread) eachFact(a atom, visit func(who *contexts)) {
	for at := p.latest.of(a); at > 0; at = p.facts[at-1].previous {
		visit(p.facts[at-1].who)
	}
}

// probes is how many contexts of a list can be looked up in a set while the subsumers of one are searched.
const probes = 16

// with returns which contexts have an atom, leaving out some that are unsatisfiable.
func (p *spread) with(a atom, who *contexts) *contexts {
	if len(who.list) == 0 || who.within && p.always.has(a) {
		return who
	}
	if who.within && p.knowsAbove && !p.above.has(a) && !p.latest.has(a) {
		return nobody
	}
	var list []atom
	p.seen.begin(p.fresh())
	take := func(c atom) {
		if !p.isDead.has(c) && p.seen.add(c) {
			list = append(list, c)
		}
	}
	if p.s.countHaving(a) <= probes*len(who.list) {
		p.s.having(a, func(c atom) {
			if who.has(c) {
				take(c)
			}
		})
	} else {
		for _, c := range who.list {
			if p.has(c, a) {
				take(c)
			}
		}
	}
	p.eachFact(a, func(others *contexts) {
		few, many := others, who
		if len(few.list) > len(many.list) {
			few, many = many, few
		}
		for _, c := range few.list {
			if many.has(c) {
				take(c)
			}
		}
	})
	if len(list) == len(who.list) {
		return who
	}
	with := newContexts(list)
	with.within = who.within
	return with
}

// without returns which contexts have not got an atom, leaving out those that are unsatisfiable.
func (p *spread) without(a atom, who *contexts) *contexts {
	has := func(c atom) bool { return p.has(c, a) }
	if len(who.list) > 1 && p.s.countHaving(a) <= probes*len(who.list) {
		p.seen.begin(p.fresh())
		p.s.having(a, func(c atom) { p.seen.add(c) })
		has = p.seen.has
	}
	var list []atom
	for _, c := range who.list {
		if p.isDead.has(c) || has(c) {
			continue
		}
		gained := false
		for at := p.latest.of(a); at > 0 && !gained; at = p.facts[at-1].previous {
			gained = p.facts[at-1].who.has(c)
		}
		if !gained {
			list = append(list, c)
		}
	}
	if len(list) == len(who.list) {
		return who
	}
	without := newContexts(list)
	without.within = who.within
	return without
}

// having returns the contexts with an atom among their subsumers.
func (p *spread) having(a atom) []atom { return p.havingAny([]atom{a}).list }

// havingAny returns the contexts with any of some atoms among their subsumers.
func (p *spread) havingAny(atoms []atom) *contexts {
	var list []atom
	p.seen.begin(p.fresh())
	for _, a := range atoms {
		p.s.having(a, func(c atom) {
			if p.seen.add(c) {
				list = append(list, c)
			}
		})
	}
	return newContexts(list)
}

// has reports whether a context had an atom before.
func (p *spread) has(c, a atom) bool { return slices.Contains(p.subsumers(c), a) }

func (p *spread) subsumers(c atom) []atom {
	if c == p.fresh() {
		return nil
	}
	return p.s.store.subsumers(c)
}

func (p *spread) unsatisfiable(c atom) bool {
	return p.isDead.has(c) || c != p.fresh() && p.s.store.unsatisfiable(c)
}

// contexts is a set of them that does not change.
type contexts struct {
	list   []atom
	bits   bitset // nil: the list is short
	within bool   // of what is below the left side of the inclusion
}

var nobody = &contexts{}

// shortList is how long a list may be to be searched.
const shortList = 16

func newContexts(list []atom) *contexts {
	c := &contexts{list: list}
	if len(list) > shortList {
		c.bits = make(bitset, int(slices.Max(list))>>6+1)
		for _, a := range list {
			c.bits.with(a)
		}
	}
	return c
}

func (c *contexts) has(a atom) bool {
	if c.bits != nil {
		return c.bits.has(a)
	}
	return slices.Contains(c.list, a)
}

// stamps is a set of atoms that takes no time to empty.
type stamps struct {
	marks []uint32
	round uint32
}

// begin empties the set. The atoms to come are no larger than most.
func (t *stamps) begin(most atom) {
	if len(t.marks) <= int(most) {
		t.marks, t.round = make([]uint32, most+most/8+1), 0
	}
	if t.round++; t.round == 0 {
		clear(t.marks)
		t.round = 1
	}
}

func (t *stamps) has(a atom) bool { return t.marks[a] == t.round }

// add reports whether the atom is new.
func (t *stamps) add(a atom) bool {
	if t.marks[a] == t.round {
		return false
	}
	t.marks[a] = t.round
	return true
}

// table is a number for each of some atoms.
type table struct {
	stamps
	values []int32
}

func (t *table) begin(most atom) {
	t.stamps.begin(most)
	if len(t.values) < len(t.marks) {
		t.values = make([]int32, len(t.marks))
	}
}

// of returns the number of an atom, 0 where it has none.
func (t *table) of(a atom) int32 {
	if !t.has(a) {
		return 0
	}
	return t.values[a]
}

func (t *table) put(a atom, value int32) {
	t.add(a)
	t.values[a] = value
}
