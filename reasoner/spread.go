package reasoner

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
)

// spread finds which contexts become unsatisfiable when inclusions of one left side are added, without a layer: the rules are applied to sets of
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

	// limit is one more than the largest context: those from x.atoms on are fresh, and all that they have are facts.
	limit atom

	// The inclusions are sub ⊑ …, below are the contexts that had sub before, above what those have, where they are not too many.
	sub        atom
	below      *contexts
	above      stamps
	knowsAbove bool

	always stamps // what all below have, by now
	links  []addedLink

	facts      []fact // those from next on wait for the rules, those from checked on for the rules that end in ⊥
	next       int
	checked    int
	latest     table   // by atom: its last fact, +1
	large      table   // by atom: its last fact about a large set, +1
	small      pairSet // of facts about others
	delivering []int32 // the places of facts whose atoms links deliver
	// The links of facts, by their fillers: linked has the last one of each, +1, fillers are those that there are. Arrived says
	// what of the first facts in delivering each filler has.
	linking []gainedLink
	linked  table
	fillers []atom
	arrived map[atom]*arrivals

	dead     []atom // contexts that have become unsatisfiable; those from nextDead on wait for the rule ⊥
	nextDead int
	isDead   stamps

	// Scratch.
	run     bitsets // of sets that are not needed when another inclusion is added
	seen    stamps
	left    bitset
	targets []atom
	plain   []atom
	lacking [][]atom
	key     []byte
}

// fact says that contexts have an atom that they had not, all of them or some.
type fact struct {
	a        atom
	who      *contexts
	previous int32 // fact of the same atom, +1
	larger   int32 // the one before it about a large set, +1

	// inherited facts came with the finished context of some atom: what these alone imply came, too.
	inherited bool
}

// gainedLink is a link that contexts have because of an atom that they have gained.
type gainedLink struct {
	who      *contexts
	letter   int32
	previous int32 // of the same filler, +1
}

// arrivals are what a context has of the first facts that links deliver.
type arrivals struct {
	facts int
	atoms []atom
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

// add finds what becomes unsatisfiable by sub ⊑ … for some right sides, until sub does or enough is known.
func (p *spread) add(ctx context.Context, sub atom, additions []addition, enough func(dead []atom) bool) error {
	p.begin(sub, len(additions))
	targets := make([]atom, len(additions))
	for i, a := range additions {
		if a.letter >= 0 {
			targets[i] = p.target(a, p.x.atoms+atom(i))
		}
	}
	add := func(who *contexts) {
		for i, a := range additions {
			if a.letter < 0 {
				p.inherit(a.super, who)
				continue
			}
			p.links = append(p.links, addedLink{who, a.letter, targets[i]})
			p.linkTo(who, a.letter, targets[i])
		}
	}
	add(p.below)
	return p.saturate(ctx, add, enough)
}

// target is what a link that is added leads to: the filler if it is within the ranges, else a fresh context that is below it and them.
func (p *spread) target(a addition, fresh atom) atom {
	if !slices.ContainsFunc(a.ranges, func(d atom) bool { return !p.has(a.super, d) }) {
		return a.super
	}
	alone := p.newContexts([]atom{fresh})
	for _, d := range slices.Concat(a.ranges, []atom{a.super}) {
		p.inherit(d, alone)
	}
	return fresh
}

// empty finds what becomes unsatisfiable by sub ⊑ ⊥.
func (p *spread) empty(ctx context.Context, sub atom) error {
	p.begin(sub, 0)
	p.kill(p.below)
	for ; p.nextDead < len(p.dead); p.nextDead++ {
		p.ruleBottom(p.dead[p.nextDead])
	}
	return ctx.Err()
}

// manyBelow is how many contexts may lie below a class for their subsumers to be looked at one by one.
const manyBelow = 2048

// begin makes ready for inclusions with a left side, and for so many fresh contexts. To begin again with the same left side costs less.
func (p *spread) begin(sub atom, fresh int) {
	p.clear()
	p.limit = p.x.atoms + atom(fresh)
	if p.sub != sub {
		p.sub = sub
		p.below = newContexts(p.having(sub))
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
	p.below.restore()
	p.latest.begin(p.limit)
	p.large.begin(p.limit)
	p.small.begin()
	p.linked.begin(p.limit)
	p.isDead.begin(p.limit)
	p.always.begin(p.limit)
	for _, a := range p.subsumers(sub) {
		p.always.add(a)
	}
}

func (p *spread) clear() {
	clear(p.facts)
	clear(p.linking)
	clear(p.arrived)
	p.facts, p.next, p.checked = p.facts[:0], 0, 0
	p.links, p.linking, p.fillers, p.delivering = p.links[:0], p.linking[:0], p.fillers[:0], p.delivering[:0]
	p.dead, p.nextDead = p.dead[:0], 0
	p.run.used = 0
}

// newContexts makes a set that is good until another inclusion is added.
func (p *spread) newContexts(list []atom) *contexts { return contextsIn(list, p.run.next) }

// saturate applies the rules until nothing is new, the left side is empty or what has become unsatisfiable is enough. Again adds what the inclusions
// do to those who have come below their left side.
func (p *spread) saturate(ctx context.Context, again func(who *contexts), enough func(dead []atom) bool) error {
	looked := 0
	for !p.isDead.has(p.sub) {
		if looked < len(p.dead) {
			if enough(p.dead[looked:]) {
				return nil
			}
			looked = len(p.dead)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case p.nextDead < len(p.dead):
			p.nextDead++
			p.ruleBottom(p.dead[p.nextDead-1])
		case p.checked < len(p.facts):
			f := p.facts[p.checked]
			p.checked++
			if p.x.flagsOf(f.a)&(isNominal|isSelf) != 0 {
				return errNoSpread
			}
			p.check(f)
		case p.next < len(p.facts):
			from, who := p.next, p.facts[p.next].who
			for p.next < len(p.facts) && p.facts[p.next].who == who {
				p.next++
			}
			if p.bury(who); len(who.list) > 0 {
				p.apply(ctx, p.facts[from:p.next], who, again)
			}
		default:
			return nil
		}
	}
	return nil
}

// check applies the rules that end in ⊥ to a new fact. They come first, as of what they empty nothing else needs to be known.
func (p *spread) check(f fact) {
	for _, c := range p.x.conjuncts(f.a) {
		if c.super == p.x.bottom {
			p.kill(p.with(c.other, f.who))
		}
	}
	for _, axiom := range p.x.disjointnessOf(f.a) {
		for _, m := range p.s.membersOf(axiom) {
			if m != f.a {
				p.kill(p.with(m, f.who))
			}
		}
	}
}

// apply applies the other rules to new facts about some contexts.
func (p *spread) apply(ctx context.Context, facts []fact, who *contexts, again func(who *contexts)) {
	var delivered []atom
	for _, f := range facts {
		if ctx.Err() != nil {
			return // as saturate will
		}
		if f.a == p.sub {
			again(who)
		}
		if !f.inherited {
			p.giveAll(p.x.inclusions(f.a), who) // NF1
		}
		for _, c := range p.x.conjuncts(f.a) { // NF2
			if c.super != p.x.bottom && !(who.within && p.always.has(c.super)) {
				p.give(c.super, p.with(c.other, who))
			}
		}
		for _, e := range p.x.existentials(f.a) { // NF3
			if f.inherited {
				p.linkInherited(who, e.letter, e.filler)
			} else {
				p.linkTo(who, e.letter, e.filler)
			}
		}
		if len(p.x.groupsOf(f.a)) > 0 {
			delivered = append(delivered, f.a)
		}
	}
	if len(delivered) > 0 {
		p.deliver(delivered, who)
	}
}

// linkTo gives contexts what links of a letter to a target deliver.
func (p *spread) linkTo(who *contexts, letter int32, target atom) {
	for _, d := range p.x.topDeliver.of(letter) {
		p.give(atom(d), who)
	}
	p.through(p.subsumers(target), letter, who)
	p.linkInherited(who, letter, target)
}

// linkInherited is linkTo for what the target has gained.
func (p *spread) linkInherited(who *contexts, letter int32, target atom) {
	if p.unsatisfiable(target) {
		p.kill(who)
		return
	}
	p.through(p.arrivedAt(target), letter, who)
}

// arrivedAt returns what a target has gained that links deliver.
func (p *spread) arrivedAt(target atom) []atom {
	known, ok := p.arrived[target]
	if !ok {
		known = &arrivals{}
		p.arrived[target] = known
	}
	for ; known.facts < len(p.delivering); known.facts++ {
		if f := &p.facts[p.delivering[known.facts]]; f.who.has(target) {
			known.atoms = append(known.atoms, f.a)
		}
	}
	return known.atoms
}

// deliver sends new subsumers through the links to the contexts that have them.
func (p *spread) deliver(atoms []atom, to *contexts) {
	for _, l := range p.links {
		if to.has(l.target) {
			p.through(atoms, l.letter, l.from)
		}
	}
	p.eachLinked(to, func(l gainedLink) { p.through(atoms, l.letter, l.who) })
	for self, letter := range p.x.selfLetters {
		p.through(atoms, letter, p.with(self, to))
	}
	sources := p.sourcesOf(to)
	var sent []sending
	for i, l := range sources.links {
		if i > 0 && l.letter == sources.links[i-1].letter {
			continue
		}
		for _, t := range p.targetsOf(atoms, l.letter) {
			sent = append(sent, sending{t, l.letter})
		}
	}
	slices.SortFunc(sent, func(a, b sending) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.letter, b.letter))
	})
	for len(sent) > 0 {
		n := 1
		for n < len(sent) && sent[n].target == sent[0].target {
			n++
		}
		p.give(sent[0].target, p.linkedBy(sources, sent[:n]))
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

// sending says that links of a letter deliver a target.
type sending struct {
	target atom
	letter int32
}

// sources are the axioms D ⊑ ∃r.E for a set of fillers E, those included that have become unsatisfiable, by letter, and who has one of some
// letters.
type sources struct {
	links []linkAxiom
	who   map[string]*contexts
}

func (p *spread) sourcesOf(fillers *contexts) *sources {
	if fillers.sources == nil {
		s := &sources{who: make(map[string]*contexts)}
		for _, e := range fillers.all {
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
	return who
}

// through gives contexts what their links of a letter deliver because their targets have some atoms.
func (p *spread) through(atoms []atom, letter int32, who *contexts) {
	if len(who.list) > 0 {
		p.giveAll(p.targetsOf(atoms, letter), who)
	}
}

// targetsOf returns what links of a letter deliver of some atoms, until it is called again.
func (p *spread) targetsOf(atoms []atom, letter int32) []atom {
	p.targets = p.targets[:0]
	for _, a := range atoms {
		if a >= p.x.activeOnly && a < p.x.delivered || p.x.changed.has(a) {
			p.targets = p.x.targets(p.targets, a, letter)
		}
	}
	slices.Sort(p.targets)
	p.targets = slices.Compact(p.targets)
	return p.targets
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

// bury takes the contexts out of a set that have become unsatisfiable.
func (p *spread) bury(who *contexts) {
	if who.buried == len(p.dead) {
		return
	}
	who.buried = len(p.dead)
	if !slices.ContainsFunc(who.list, p.isDead.has) {
		return
	}
	var left []atom
	for _, c := range who.list {
		if !p.isDead.has(c) {
			left = append(left, c)
		} else if who.bits != nil {
			who.bits.drop(c)
		}
	}
	who.list = left
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

// giveAll gives contexts some atoms.
func (p *spread) giveAll(atoms []atom, who *contexts) {
	p.plain = p.plain[:0]
	for _, a := range atoms {
		if p.isFinished(a) {
			p.give(a, who)
		} else {
			p.plain = append(p.plain, a)
		}
	}
	p.noteAll(p.plain, who, false)
}

// isFinished reports whether an atom has subsumers of its own, all of which come with it.
func (p *spread) isFinished(a atom) bool {
	return a == p.x.bottom || p.x.isContext(a) && p.s.store.done(a)
}

// give gives contexts an atom.
func (p *spread) give(a atom, who *contexts) {
	if len(who.list) == 0 || who.within && p.always.has(a) {
		return
	}
	if who != p.below && p.isFinished(a) {
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
	case !p.isFinished(a):
		p.note(a, who, false)
	case p.unsatisfiable(a):
		p.kill(who)
	default:
		p.noteAll(p.subsumers(a), who, true)
	}
}

// fewAtoms are as well looked for one by one.
const fewAtoms = 2

// noteAll makes facts of what is new of some atoms.
//
// Cost: the subsumers of the contexts, once.
func (p *spread) noteAll(atoms []atom, who *contexts, inherited bool) {
	if len(atoms) <= fewAtoms || who == p.below {
		for _, a := range atoms {
			p.note(a, who, inherited)
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
		if p.isDead.has(c) {
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
	for i, a := range atoms {
		if p.latest.has(a) {
			lacking[i] = slices.DeleteFunc(lacking[i], func(c atom) bool { return p.hasGained(c, a) })
		}
		switch {
		case len(lacking[i]) == 0 || who.within && p.always.has(a):
		case len(lacking[i]) == len(who.list):
			p.record(a, who, inherited)
		default:
			some := p.newContexts(slices.Clone(lacking[i]))
			some.within = who.within
			p.record(a, some, inherited)
		}
	}
}

// note makes a fact of an atom where it is new.
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
	p.record(a, who, inherited)
}

func (p *spread) record(a atom, who *contexts, inherited bool) {
	at := int32(len(p.facts))
	p.facts = append(p.facts, fact{a, who, p.latest.of(a), p.large.of(a), inherited})
	p.latest.put(a, at+1)
	if who.bits != nil {
		p.large.put(a, at+1)
	} else {
		for _, c := range who.list {
			p.small.add(a, c)
		}
	}
	for _, e := range p.x.existentials(a) {
		if !p.linked.has(e.filler) {
			p.fillers = append(p.fillers, e.filler)
		}
		p.linking = append(p.linking, gainedLink{who, e.letter, p.linked.of(e.filler)})
		p.linked.put(e.filler, int32(len(p.linking)))
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
	p.seen.begin(p.limit)
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
	all := false
	p.eachFact(a, func(others *contexts) {
		if others == who {
			all = true
		}
		if all {
			return
		}
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
	if all || len(list) == len(who.list) {
		return who
	}
	with := p.newContexts(list)
	with.within = who.within
	return with
}

// without returns contexts that have not got an atom, leaving out those that are unsatisfiable. Where most have not got it, it may return
// all: a set that is known already is worth more than a smaller one.
func (p *spread) without(a atom, who *contexts) *contexts {
	var list []atom
	if who.bits == nil {
		for _, c := range who.list {
			if p.lacks(c, a) {
				list = append(list, c)
			}
		}
	} else {
		p.bury(who)
		p.left = append(p.left[:0], who.bits...)
		for at := p.latest.of(a); at > 0; at = p.facts[at-1].previous {
			if p.facts[at-1].who == who {
				return nobody
			}
			p.left.remove(p.facts[at-1].who)
		}
		if p.s.countHaving(a) <= probes*len(who.list) {
			p.s.having(a, p.left.drop)
		}
		for c := range p.left.all {
			if !p.has(c, a) {
				list = append(list, c)
			}
		}
		if 2*len(list) > len(who.list) {
			return who
		}
	}
	if len(list) == len(who.list) {
		return who
	}
	without := p.newContexts(list)
	without.within = who.within
	return without
}

// lacks reports whether a satisfiable context has not got an atom.
func (p *spread) lacks(c, a atom) bool {
	return !p.isDead.has(c) && !p.has(c, a) && !p.hasGained(c, a)
}

func (p *spread) hasGained(c, a atom) bool {
	for at := p.large.of(a); at > 0; at = p.facts[at-1].larger {
		if p.facts[at-1].who.has(c) {
			return true
		}
	}
	return p.small.has(a, c)
}

// having returns the contexts with an atom among their subsumers.
func (p *spread) having(a atom) []atom { return p.havingAny([]atom{a}).list }

// havingAny returns the contexts with any of some atoms among their subsumers.
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
	return newContexts(list)
}

// has reports whether a context had an atom before.
func (p *spread) has(c, a atom) bool { return slices.Contains(p.subsumers(c), a) }

func (p *spread) subsumers(c atom) []atom {
	if p.isFresh(c) {
		return nil
	}
	return p.s.store.subsumers(c)
}

func (p *spread) unsatisfiable(c atom) bool {
	return p.isDead.has(c) || !p.isFresh(c) && p.s.store.unsatisfiable(c)
}
