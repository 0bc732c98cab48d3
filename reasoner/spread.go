package reasoner

import (
	"cmp"
	"context"
	"encoding/binary"
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

// linkTo gives contexts what links of a letter to a target deliver.
func (p *spread) linkTo(who *contexts, in cases, letter int32, target atom) {
	for _, d := range p.x.topDeliver.of(letter) {
		p.give(atom(d), who, in)
	}
	if len(who.list) > 0 {
		p.targets = p.targets[:0]
		for _, a := range p.subsumers(target) {
			p.targets = p.appendTargets(p.targets, delivered{a, in}, letter)
		}
		p.giveTargets(who)
	}
	p.linkInherited(who, in, letter, target)
}

// linkInherited is linkTo for what the target has gained.
func (p *spread) linkInherited(who *contexts, in cases, letter int32, target atom) {
	if in == 0 {
		return
	}
	if !p.isFresh(target) && p.s.store.unsatisfiable(target) {
		p.kill(who, in)
		return
	}
	p.kill(who, in&p.dead.of(target))
	p.through(p.arrivedAt(target), letter, who, in)
}

// arrivedAt returns what a target has gained that links deliver.
func (p *spread) arrivedAt(target atom) []delivered {
	if !p.reached.has(target) {
		return nil
	}
	known, ok := p.arrived[target]
	if !ok {
		known = &arrivals{}
		p.arrived[target] = known
	}
	for ; known.seen < len(p.arrival); known.seen++ {
		arrival := p.arrival[known.seen]
		if f := &p.facts[arrival.fact]; f.who.has(target) {
			known.atoms = append(known.atoms, delivered{f.a, arrival.in})
		}
	}
	return known.atoms
}

// deliver sends new subsumers through the links to the contexts that have them.
func (p *spread) deliver(atoms []delivered, to *contexts) {
	for _, l := range p.links {
		if to.has(l.target) {
			p.through(atoms, l.letter, l.from, l.in)
		}
	}
	p.eachLinked(to, func(l gainedLink) { p.through(atoms, l.letter, l.who, l.in) })
	for self, letter := range p.x.selfLetters {
		p.with(self, to, p.open, func(who *contexts, in cases) { p.through(atoms, letter, who, in) })
	}
	sources := p.sourcesOf(to)
	var sent []sending
	for i, l := range sources.links {
		if i > 0 && l.letter == sources.links[i-1].letter {
			continue
		}
		p.targets = p.targets[:0]
		for _, a := range atoms {
			p.targets = p.appendTargets(p.targets, a, l.letter)
		}
		for _, t := range merged(p.targets) {
			sent = append(sent, sending{t, l.letter})
		}
	}
	slices.SortFunc(sent, func(x, y sending) int {
		return cmp.Or(compareDelivered(x.delivered, y.delivered), cmp.Compare(x.letter, y.letter))
	})
	for len(sent) > 0 {
		n := 1
		for n < len(sent) && sent[n].delivered == sent[0].delivered {
			n++
		}
		p.give(sent[0].a, p.linkedBy(sources, sent[:n]), sent[0].in)
		sent = sent[n:]
	}
}

// eachLinked visits the links of facts to some contexts.
func (p *spread) eachLinked(to *contexts, visit func(gainedLink)) {
	fillers, isThere := to.list, p.linked.has
	if len(p.fillers) < len(fillers) {
		fillers, isThere = p.fillers, to.has
	}
	for i := 0; i < len(fillers); i++ {
		if !isThere(fillers[i]) {
			continue
		}
		for at := p.linked.of(fillers[i]); at > 0; at = p.linking[at-1].previous {
			visit(p.linking[at-1])
		}
	}
}

// sending says that links of a letter deliver an atom.
type sending struct {
	delivered
	letter int32
}

// sources are the axioms D ⊑ ∃r.E for a set of fillers E, by letter, and who has one of some letters.
type sources struct {
	links []linkAxiom
	who   map[string]*contexts
}

func (p *spread) sourcesOf(fillers *contexts) *sources {
	if fillers.sources == nil {
		s := &sources{who: make(map[string]*contexts)}
		for _, e := range fillers.list {
			p.eachSource(e, func(l linkAxiom) { s.links = append(s.links, l) })
		}
		slices.SortFunc(s.links, func(a, b linkAxiom) int { return cmp.Or(cmp.Compare(a.letter, b.letter), cmp.Compare(a.sub, b.sub)) })
		s.links = slices.Compact(s.links)
		fillers.sources = s
	}
	return fillers.sources
}

// linkedBy returns the contexts that had links of the letters by which something is sent.
func (p *spread) linkedBy(s *sources, sent []sending) *contexts {
	p.key = p.key[:0]
	for _, x := range sent {
		p.key = binary.LittleEndian.AppendUint32(p.key, uint32(x.letter))
	}
	who, ok := s.who[string(p.key)]
	if !ok {
		var subs []atom
		for _, x := range sent {
			first, _ := slices.BinarySearchFunc(s.links, x.letter, func(l linkAxiom, letter int32) int { return cmp.Compare(l.letter, letter) })
			for ; first < len(s.links) && s.links[first].letter == x.letter; first++ {
				subs = append(subs, s.links[first].sub)
			}
		}
		slices.Sort(subs)
		who = p.havingAny(slices.Compact(subs))
		s.who[string(p.key)] = who
	}
	return p.sets.only(who)
}

// through gives contexts what their links of a letter, which they have in some cases, deliver because their targets have some atoms.
func (p *spread) through(atoms []delivered, letter int32, who *contexts, in cases) {
	if len(who.list) == 0 {
		return
	}
	p.targets = p.targets[:0]
	for _, a := range atoms {
		if a.in &= in; a.in != 0 {
			p.targets = p.appendTargets(p.targets, a, letter)
		}
	}
	p.giveTargets(who)
}

// appendTargets appends what a link of a letter delivers because its target has an atom.
func (p *spread) appendTargets(targets []delivered, from delivered, letter int32) []delivered {
	a := from.a
	if (a < p.x.activeOnly || a >= p.x.delivered) && !p.x.changed.has(a) {
		return targets
	}
	p.plain = p.x.targets(p.plain[:0], a, letter)
	for _, t := range p.plain {
		targets = append(targets, delivered{t, from.in})
	}
	return targets
}

// giveTargets gives contexts what has been collected in targets, what comes in the same cases together.
func (p *spread) giveTargets(who *contexts) {
	targets := merged(p.targets)
	slices.SortFunc(targets, func(x, y delivered) int { return cmp.Or(cmp.Compare(x.in, y.in), cmp.Compare(x.a, y.a)) })
	for len(targets) > 0 {
		in := targets[0].in
		var atoms []atom
		for len(targets) > 0 && targets[0].in == in {
			atoms, targets = append(atoms, targets[0].a), targets[1:]
		}
		p.giveAll(atoms, who, in)
	}
}

// merged sorts a list by atom, and leaves one of each.
func merged(list []delivered) []delivered {
	slices.SortFunc(list, compareDelivered)
	n := 0
	for _, d := range list {
		if n > 0 && list[n-1].a == d.a {
			list[n-1].in |= d.in
			continue
		}
		list[n] = d
		n++
	}
	return list[:n]
}

func compareDelivered(x, y delivered) int {
	return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.in, y.in))
}

func (p *spread) eachSource(filler atom, visit func(linkAxiom)) {
	if p.isFresh(filler) {
		return
	}
	p.s.eachLinkingTo(filler, func(l linkAxiom) {
		if !p.x.changed.has(l.sub) || slices.Contains(p.x.existentials(l.sub), existential{l.letter, filler}) { // else it has gone
			visit(l)
		}
	})
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

// giveAll gives contexts some atoms.
func (p *spread) giveAll(atoms []atom, who *contexts, in cases) {
	p.plain = p.plain[:0]
	for _, a := range atoms {
		if p.isFinished(a) {
			p.give(a, who, in)
		} else {
			p.plain = append(p.plain, a)
		}
	}
	p.noteAll(p.plain, who, in, false)
}

// isFinished reports whether an atom has subsumers of its own, all of which come with it.
func (p *spread) isFinished(a atom) bool {
	return a == p.x.bottom || p.x.isContext(a) && p.s.store.done(a)
}

// give gives contexts an atom.
func (p *spread) give(a atom, who *contexts, in cases) {
	if in = p.lackedBy(who, a, in); in == 0 {
		return
	}
	if who != p.below && p.isFinished(a) {
		who, in = p.without(a, who, in)
	}
	p.inherit(a, who, in)
}

// lackedBy returns in which of some cases it is worth it to see whether all of some contexts have an atom.
func (p *spread) lackedBy(who *contexts, a atom, in cases) cases {
	if len(who.list) == 0 {
		return 0
	}
	if who.within {
		in &^= p.always.of(a)
	}
	return in
}

// inherit gives contexts an atom and, if it has a context itself, the subsumers of that.
func (p *spread) inherit(a atom, who *contexts, in cases) {
	switch {
	case len(who.list) == 0 || in == 0:
	case a == p.x.bottom:
		p.kill(who, in)
	case !p.isFinished(a):
		p.note(a, who, in, false)
	case p.s.store.unsatisfiable(a):
		p.kill(who, in)
	default:
		p.kill(who, in&p.dead.of(a))
		p.noteAll(p.subsumers(a), who, in, true)
	}
}

// fewAtoms are as well looked for one by one.
const fewAtoms = 2

// noteAll makes facts of what is new of some atoms.
//
// Cost: where the contexts are few, their subsumers once; else note for each atom.
func (p *spread) noteAll(atoms []atom, who *contexts, in cases, inherited bool) {
	if len(atoms) <= fewAtoms || who == p.below || who.bits != nil {
		for _, a := range atoms {
			p.note(a, who, in, inherited)
		}
		return
	}
	for len(p.lacking) < len(atoms) {
		p.lacking = append(p.lacking, nil)
	}
	lacking := p.lacking[:len(atoms)]
	for i := range lacking {
		lacking[i] = lacking[i][:0]
	}
	for _, c := range who.list {
		if in&^p.dead.of(c) == 0 {
			continue
		}
		p.seen.begin(p.limit)
		for _, a := range p.subsumers(c) {
			p.seen.add(a)
		}
		for i, a := range atoms {
			if !p.seen.has(a) {
				lacking[i] = append(lacking[i], c)
			}
		}
	}
	some := nobody // the last set: most lack the same atoms
	for i, a := range atoms {
		in := p.lackedBy(who, a, in)
		if p.latest.has(a) {
			lacking[i], in = p.stillLacking(lacking[i], a, in)
		}
		if len(lacking[i]) == 0 || in == 0 {
			continue
		}
		if !slices.Equal(lacking[i], some.list) {
			some = p.some(who, slices.Clone(lacking[i]))
		}
		p.record(a, some, in, inherited)
	}
}

// stillLacking leaves of contexts that had not got an atom those that have not gained it in some case, and says in which cases any of them has not.
func (p *spread) stillLacking(list []atom, a atom, in cases) ([]atom, cases) {
	var missing cases
	list = slices.DeleteFunc(list, func(c atom) bool {
		lacks := in &^ p.gainedIn(c, a)
		missing |= lacks
		return lacks == 0
	})
	return list, missing
}

// note makes a fact of an atom where it is new.
func (p *spread) note(a atom, who *contexts, in cases, inherited bool) {
	if in = p.lackedBy(who, a, in); in == 0 {
		return
	}
	if who == p.below {
		p.always.add(a, in)
	} else if who, in = p.without(a, who, in); len(who.list) == 0 {
		return
	}
	p.record(a, who, in, inherited)
}

func (p *spread) record(a atom, who *contexts, in cases, inherited bool) {
	f, at := p.factOf(a, who)
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
	if who.bits == nil {
		for _, c := range who.list {
			p.small.add(a, c, in)
		}
	}
	for _, e := range p.x.existentials(a) {
		if !p.linked.has(e.filler) {
			p.fillers = append(p.fillers, e.filler)
		}
		p.linking = append(p.linking, gainedLink{who, in, e.letter, p.linked.of(e.filler)})
		p.linked.put(e.filler, int32(len(p.linking)))
	}
	if len(p.x.groupsOf(a)) > 0 {
		if n := len(p.arrival); n == 0 || p.facts[p.arrival[n-1].fact].who != who {
			for _, c := range who.list {
				p.reached.add(c)
			}
		}
		p.arrival = append(p.arrival, arrival{at, in})
	}
}

// factOf returns the fact of an atom and a set, which may be a new one, and its place.
func (p *spread) factOf(a atom, who *contexts) (f *fact, at int32) {
	for at := p.latest.of(a); at > 0; at = p.facts[at-1].previous {
		if p.facts[at-1].who == who {
			return &p.facts[at-1], at - 1
		}
	}
	at = int32(len(p.facts))
	p.facts = append(p.facts, fact{a: a, who: who, previous: p.latest.of(a), larger: p.large.of(a)})
	p.latest.put(a, at+1)
	if who.bits != nil {
		p.large.put(a, at+1)
	}
	return &p.facts[at], at
}

// eachFact visits those who have gained an atom, some twice.
func (p *spread) eachFact(a atom, visit func(who *contexts, in cases)) {
	for at := p.latest.of(a); at > 0; at = p.facts[at-1].previous {
		visit(p.facts[at-1].who, p.facts[at-1].in)
	}
}

// probes is how many contexts of a list can be looked up in a set while the subsumers of one are searched.
const probes = 16

// with visits which of some contexts have an atom in which of some cases, leaving out some that are unsatisfiable.
func (p *spread) with(a atom, who *contexts, in cases, visit func(*contexts, cases)) {
	if len(who.list) == 0 {
		return
	}
	if who.within {
		if all := in & p.always.of(a); all != 0 {
			visit(who, all)
			in &^= all
		}
		if in == 0 || p.knowsAbove && !p.above.has(a) && !p.latest.has(a) {
			return
		}
	}
	had := p.had(a, who, in)
	var gained []part
	if len(had) < len(who.list) && p.latest.has(a) {
		gained = p.gainedBy(a, who, in, had)
	}
	if len(had) > 0 {
		visit(p.some(who, had), in)
	}
	for _, g := range gained {
		visit(g.who, g.in)
	}
}

// had returns which contexts had an atom before.
func (p *spread) had(a atom, who *contexts, in cases) (list []atom) {
	take := func(c atom) {
		if in&^p.dead.of(c) != 0 {
			list = append(list, c)
		}
	}
	switch count := p.s.countHaving(a); {
	case count >= manyHave && who.bits != nil:
		p.left = append(p.left[:0], who.bits...)
		p.left.retain(p.s.setHaving(a))
		for c := range p.left.all {
			take(c)
		}
	case count >= manyHave:
		set := p.s.setHaving(a)
		for _, c := range who.list {
			if set.has(c) {
				take(c)
			}
		}
	case count > probes*len(who.list):
		for _, c := range who.list {
			if p.has(c, a) {
				take(c)
			}
		}
	case who.bits != nil:
		p.seen.begin(p.limit)
		p.s.having(a, func(c atom) {
			if who.bits.has(c) && p.seen.add(c) {
				take(c)
			}
		})
	case count > 0:
		p.seen.begin(p.limit)
		for _, c := range who.list {
			p.seen.add(c)
		}
		p.s.having(a, func(c atom) {
			if p.seen.drop(c) {
				take(c)
			}
		})
	}
	return list
}

// part is some contexts in some cases.
type part struct {
	who *contexts
	in  cases
}

// gainedBy returns which contexts have gained an atom, in which of some cases, but those that had it.
func (p *spread) gainedBy(a atom, who *contexts, in cases, had []atom) (parts []part) {
	var list []atom
	p.gained.begin(p.limit)
	for _, c := range had {
		p.gained.add(c, everyCase)
	}
	p.eachFact(a, func(others *contexts, by cases) {
		by &= in
		if others == who && by != 0 {
			parts = append(parts, part{who, by})
			in &^= by
		}
		few, many := others, who
		if len(few.list) > len(many.list) {
			few, many = many, few
		}
		for _, c := range few.list {
			if by&in&^p.dead.of(c) == 0 || !many.has(c) {
				continue
			}
			if !p.gained.has(c) {
				list = append(list, c)
			}
			p.gained.add(c, by)
		}
	})
	for len(list) > 0 {
		by := p.gained.of(list[0])
		var same, rest []atom
		for _, c := range list {
			if p.gained.of(c) == by {
				same = append(same, c)
			} else {
				rest = append(rest, c)
			}
		}
		parts, list = append(parts, part{p.some(who, same), by}), rest
	}
	return parts
}

// some returns the set of some of the contexts of another one.
func (p *spread) some(who *contexts, list []atom) *contexts {
	if len(list) == len(who.list) {
		return who
	}
	return p.setOf(list, who.within)
}

// without returns contexts that have not got an atom in some of the cases, and these cases, leaving out contexts that are unsatisfiable. Where most
// have not got it, it may return all: a set that is known already is worth more than a smaller one.
func (p *spread) without(a atom, who *contexts, in cases) (*contexts, cases) {
	if who.bits != nil {
		return p.manyWithout(a, who, in)
	}
	var list []atom
	var missing cases
	for _, c := range who.list {
		lacks := in &^ p.dead.of(c)
		if lacks == 0 || p.has(c, a) {
			continue
		}
		if lacks &^= p.gainedIn(c, a); lacks != 0 {
			list = append(list, c)
			missing |= lacks
		}
	}
	return p.some(who, list), missing
}

// manyWithout is without for a large set.
//
// Cost: a word for 64 contexts, for each fact of the atom.
func (p *spread) manyWithout(a atom, who *contexts, in cases) (*contexts, cases) {
	p.eachFact(a, func(others *contexts, by cases) {
		if others == who {
			in &^= by
		}
	})
	if in == 0 {
		return nobody, 0
	}
	p.left, p.unsure = append(p.left[:0], who.bits...), p.unsure[:0]
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
	var list []atom
	var missing cases
	for c := range p.left.all {
		lacks := in &^ p.dead.of(c)
		if p.unsure.has(c) {
			lacks &^= p.gainedIn(c, a)
		}
		if lacks != 0 {
			list = append(list, c)
			missing |= lacks
		}
	}
	if 2*len(list) > len(who.list) {
		return who, missing
	}
	return p.some(who, list), missing
}

// gainedIn returns in which cases a context has gained an atom.
func (p *spread) gainedIn(c, a atom) cases {
	in := p.small.of(a, c)
	for at := p.large.of(a); at > 0; at = p.facts[at-1].larger {
		if f := &p.facts[at-1]; f.who.has(c) {
			in |= f.in
		}
	}
	return in
}

// havingAny returns the contexts with any of some atoms among their subsumers, a set that stays good.
func (p *spread) havingAny(atoms []atom) *contexts {
	var list []atom
	p.seen.begin(p.limit)
	for _, a := range atoms {
		p.s.having(a, func(c atom) {
			if p.seen.add(c) {
				list = append(list, c)
			}
		})
	}
	c := newContexts(list)
	c.index(func(words int) bitset { return make(bitset, words) })
	return c
}

// has reports whether a context had an atom before.
func (p *spread) has(c, a atom) bool { return slices.Contains(p.subsumers(c), a) }

func (p *spread) subsumers(c atom) []atom {
	if p.isFresh(c) {
		return nil
	}
	return p.s.store.subsumers(c)
}
