package reasoner

import (
	"context"
	"slices"
)

// spread finds which contexts become unsatisfiable when inclusions of one left side are added, each of them by itself, without a layer: the rules
// are applied to sets of contexts instead of to one after the other. What a class of ten thousand subclasses passes on to all of them is one
// fact for each atom.
//
// It derives what a layer derives. A rule is applied when the last of its premises that are new is taken from the queue, to the finished
// saturation and to all facts noted by then. What a context gains need not be handed on to those that have it among
// their subsumers: these have all that it has, and the rules give it to them as well.
//
// Each inclusion is a case. A fact holds in a set of cases, and what follows from several facts holds in those that they have in common: so what is
// derived in a case follows from its inclusion alone, and what many inclusions bring is handed on once.
//
// Rules across contexts must have nothing to do: see spreads. A case in which a fact comes up for which they might is given up.
//
// Cost: the axioms of the new atoms, and the contexts that they reach.
type spread struct {
	s *saturation
	x *index

	// limit is one more than the largest context: those from x.atoms on are fresh, and all that they have are facts.
	limit atom

	// The inclusions are sub ⊑ …, below are the contexts that had sub before, above what those have, where they are not too many.
	sub        atom
	below      *contexts
	above      stamps
	knowsAbove bool

	open   cases // those that are not settled yet
	across cases // those that have been given up

	always caseTable // what all below have, by now
	links  []addedLink

	facts   []fact
	apply   places    // of facts that wait for the rules
	check   places    // of facts that wait for the rules that end in ⊥
	latest  table     // by atom: its last fact, +1
	large   table     // by atom: its last fact about a large set, +1
	small   pairTable // in which cases facts about others say that a context has an atom
	arrival []arrival // of facts whose atoms links deliver
	reached stamps    // the contexts that these are about

	// The links of facts, by their fillers: linked has the last one of each, +1, fillers are those that there are. Arrived says
	// what of the first arrivals each filler has.
	linking []gainedLink
	linked  table
	fillers []atom
	arrived map[atom]*arrivals

	deaths []death // those from next on wait for the rule ⊥
	next   int
	dead   caseTable // by context: where it has become unsatisfiable

	// Scratch.
	sets    setTable
	run     bitsets // of sets that are not needed when other inclusions are added
	seen    stamps
	gained  caseTable
	left    bitset
	unsure  bitset
	targets []delivered
	plain   []atom
	lacking [][]atom
	key     []byte
}

// fact says that contexts have an atom that they had not, all of them or some. There is one of an atom and a set.
type fact struct {
	a   atom
	who *contexts

	// In which cases this is so; of these, in which the rules are still to be applied; and in which the atom came with the finished
	// context of some other one: what it alone implies came, too.
	in, unapplied, unchecked, inherited cases

	previous int32 // fact of the same atom, +1
	larger   int32 // the one before it about a large set, +1
}

// places is a queue of places.
type places struct {
	list []int32
	next int
}

// gainedLink is a link that contexts have because of an atom that they have gained.
type gainedLink struct {
	who      *contexts
	in       cases
	letter   int32
	previous int32 // of the same filler, +1
}

// arrival says that a fact has come to hold in further cases.
type arrival struct {
	fact int32
	in   cases
}

// arrivals are what a context has of the first arrivals.
type arrivals struct {
	seen  int
	atoms []delivered
}

// delivered is an atom that comes in some cases.
type delivered struct {
	a  atom
	in cases
}

// death says that a context has become unsatisfiable in further cases.
type death struct {
	c  atom
	in cases
}

// addition is the right side of an inclusion that is added: an atom or, where the letter is not negative, ∃r.super for the role of the letter
// with ranges.
type addition struct {
	super  atom
	letter int32
	ranges []atom
}

// addedLink is a link that an inclusion adds. The target may be fresh.
type addedLink struct {
	from   *contexts
	in     cases
	letter int32
	target atom
}

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
		p = &spread{arrived: make(map[atom]*arrivals)}
	}
	p.s, p.x, p.sub, p.limit = s, s.x, -1, s.x.atoms
	return p
}

func (p *spread) release() {
	root := p.s.base()
	p.clear()
	p.s, p.x, p.below = nil, nil, nil
	root.spreadPool.Put(p)
}

func (p *spread) isFresh(c atom) bool { return c >= p.x.atoms }

// add finds what becomes unsatisfiable by sub ⊑ … for some right sides, mostCases at most. A case is settled where sub does, or something that is
// enough to know.
func (p *spread) add(ctx context.Context, sub atom, additions []addition, enough func(dead atom) bool) error {
	p.begin(sub, len(additions))
	targets := make([]atom, len(additions))
	for i, a := range additions {
		if a.letter >= 0 {
			targets[i] = p.target(a, p.x.atoms+atom(i), oneCase(i))
		}
	}
	add := func(who *contexts, in cases) {
		for i, a := range additions {
			in := in & oneCase(i)
			switch {
			case in == 0:
			case a.letter < 0:
				p.inherit(a.super, who, in)
			default:
				p.links = append(p.links, addedLink{who, in, a.letter, targets[i]})
				p.linkTo(who, in, a.letter, targets[i])
			}
		}
	}
	add(p.below, p.open)
	return p.saturate(ctx, add, enough)
}

// target is what a link that is added leads to: the filler if it is within the ranges, else a fresh context that is below it and them.
func (p *spread) target(a addition, fresh atom, in cases) atom {
	if !slices.ContainsFunc(a.ranges, func(d atom) bool { return !p.has(a.super, d) }) {
		return a.super
	}
	alone := p.setOf([]atom{fresh}, false)
	for _, d := range slices.Concat(a.ranges, []atom{a.super}) {
		p.inherit(d, alone, in)
	}
	return fresh
}

// empty finds what becomes unsatisfiable by sub ⊑ ⊥, which is its only case.
func (p *spread) empty(ctx context.Context, sub atom) error {
	p.begin(sub, 1)
	p.kill(p.below, p.open)
	for ; p.next < len(p.deaths); p.next++ {
		p.ruleBottom(p.deaths[p.next])
	}
	return ctx.Err()
}

// manyBelow is how many contexts may lie below a class for their subsumers to be looked at one by one.
const manyBelow = 2048

// begin makes ready for so many inclusions with a left side. To begin again with the same left side costs less.
func (p *spread) begin(sub atom, additions int) {
	p.clear()
	p.limit = p.x.atoms + atom(additions)
	p.open, p.across = firstCases(additions), 0
	if p.sub != sub {
		p.sub = sub
		p.below = p.havingAny([]atom{sub})
		p.below.within = true
		p.knowsAbove = len(p.below.list) <= manyBelow
		p.above.begin(p.limit)
		if p.knowsAbove {
			for _, c := range p.below.list {
				for _, a := range p.subsumers(c) {
					p.above.add(a)
				}
			}
		}
	}
	p.sets.only(p.below)
	p.latest.begin(p.limit)
	p.large.begin(p.limit)
	p.small.begin()
	p.linked.begin(p.limit)
	p.dead.begin(p.limit)
	p.reached.begin(p.limit)
	p.always.begin(p.limit)
	for _, a := range p.subsumers(sub) {
		p.always.add(a, everyCase)
	}
}

func (p *spread) clear() {
	clear(p.facts)
	clear(p.linking)
	clear(p.links)
	clear(p.arrived)
	p.facts, p.links, p.linking, p.fillers, p.arrival = p.facts[:0], p.links[:0], p.linking[:0], p.fillers[:0], p.arrival[:0]
	p.apply, p.check = places{list: p.apply.list[:0]}, places{list: p.check.list[:0]}
	p.deaths, p.next = p.deaths[:0], 0
	p.sets.clear()
	p.run.used = 0
}

// setOf returns a set that is good until other inclusions are added.
func (p *spread) setOf(list []atom, within bool) *contexts {
	c := newContexts(list)
	c.within = within
	only := p.sets.only(c)
	only.index(p.run.next)
	return only
}

// saturate applies the rules until nothing is new or all cases are settled. Again adds what the inclusions do to those who have come below
// their left side.
func (p *spread) saturate(ctx context.Context, again func(*contexts, cases), enough func(dead atom) bool) error {
	looked := 0
	for {
		for ; looked < len(p.deaths); looked++ {
			if d := p.deaths[looked]; d.c == p.sub || enough(d.c) {
				p.open &^= d.in
			}
		}
		if err := ctx.Err(); err != nil || p.open == 0 {
			return err
		}
		switch {
		case p.next < len(p.deaths):
			p.next++
			p.ruleBottom(p.deaths[p.next-1])
		case p.check.next < len(p.check.list):
			p.checkNext()
		case p.apply.next < len(p.apply.list):
			p.applyNext(ctx, again)
		default:
			return nil
		}
	}
}

// checkNext applies the rules that end in ⊥ to a new fact. They come first, as where they settle a case nothing else of it needs to be known.
func (p *spread) checkNext() {
	f := &p.facts[p.check.list[p.check.next]]
	p.check.next++
	a, who, in := f.a, f.who, f.unchecked&p.open
	f.unchecked = 0
	if in == 0 {
		return
	}
	if p.x.flagsOf(a)&(isNominal|isSelf) != 0 {
		p.across |= in
		p.open &^= in
		return
	}
	for _, c := range p.x.conjuncts(a) {
		if c.super == p.x.bottom {
			p.with(c.other, who, in, p.kill)
		}
	}
	for _, axiom := range p.x.disjointnessOf(a) {
		for _, m := range p.s.membersOf(axiom) {
			if m != a {
				p.with(m, who, in, p.kill)
			}
		}
	}
}

// applyNext applies the other rules to the next fact and to those after it that are about the same contexts.
func (p *spread) applyNext(ctx context.Context, again func(*contexts, cases)) {
	var sent []delivered
	who := p.facts[p.apply.list[p.apply.next]].who
	for p.apply.next < len(p.apply.list) && ctx.Err() == nil {
		f := &p.facts[p.apply.list[p.apply.next]]
		if f.who != who {
			break
		}
		p.apply.next++
		a, in := f.a, f.unapplied&p.open
		told := in &^ f.inherited
		f.unapplied = 0
		if in == 0 {
			continue
		}
		if a == p.sub {
			again(who, in)
		}
		if told != 0 {
			p.giveAll(p.x.inclusions(a), who, told) // NF1
		}
		for _, c := range p.x.conjuncts(a) { // NF2
			if c.super == p.x.bottom {
				continue
			}
			if in := p.lackedBy(who, c.super, in); in != 0 {
				p.with(c.other, who, in, func(who *contexts, in cases) { p.give(c.super, who, in) })
			}
		}
		for _, e := range p.x.existentials(a) { // NF3
			if told != 0 {
				p.linkTo(who, told, e.letter, e.filler)
			}
			p.linkInherited(who, in&^told, e.letter, e.filler)
		}
		if len(p.x.groupsOf(a)) > 0 {
			sent = append(sent, delivered{a, in})
		}
	}
	if len(sent) > 0 {
		p.deliver(sent, who)
	}
}

// ruleBottom empties the contexts with links to one that has become empty.
func (p *spread) ruleBottom(d death) {
	if d.in &= p.open; d.in == 0 {
		return
	}
	for _, l := range p.links {
		if l.target == d.c {
			p.kill(l.from, l.in&d.in)
		}
	}
	p.eachSource(d.c, func(l linkAxiom) {
		if d.in&^p.dead.of(l.sub) == 0 { // then so are all that have it
			return
		}
		p.s.having(l.sub, func(c atom) { p.killOne(c, d.in) })
		p.eachFact(l.sub, func(who *contexts, in cases) { p.kill(who, in&d.in) })
	})
}

func (p *spread) kill(who *contexts, in cases) {
	for _, c := range who.list {
		p.killOne(c, in)
	}
}

func (p *spread) killOne(c atom, in cases) {
	if in &^= p.dead.of(c); in != 0 {
		p.dead.add(c, in)
		p.deaths = append(p.deaths, death{c, in})
	}
}

// deadIn returns what has become unsatisfiable in any of some cases.
func (p *spread) deadIn(in cases) (list []atom) {
	for _, d := range p.deaths {
		if d.in&in != 0 {
			list = append(list, d.c)
		}
	}
	return list
}
