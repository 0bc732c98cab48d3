package reasoner

import (
	"context"
	"slices"

	"box2el-owl/internal/stamped"
)

// conflictPropagation finds the contexts that become unsatisfiable when inclusions with one left
// side are added, each alone, without a layer. It applies the rules to sets of contexts. A subsumer
// that ten thousand subclasses inherit is one fact.
//
// It derives what a layer derives. A rule is applied when the last of its new premises is taken
// from the queue, to the finished saturation and all facts recorded so far. A new subsumer of a
// context is not propagated to its subclasses, because the rules derive it for them as well.
//
// Each inclusion is a case. A fact holds in a set of cases, and a conclusion holds in the
// intersection of the cases of its premises. A fact in one case therefore depends on this inclusion
// alone, and facts of many inclusions are propagated once.
//
// Rules across contexts must not apply: see canPropagateConflicts. A case is abandoned if it
// derives a fact to which such a rule might apply.
//
// Cost: proportional to the axioms of the new subsumers and the contexts that they reach.
type conflictPropagation struct {
	s *saturation
	x *index

	// limit is one more than the largest context. Contexts from x.numConcepts on are fresh; all
	// their subsumers are facts.
	limit conceptID

	// The inclusions are sub ⊑ …; below holds the contexts that had sub before, above their
	// subsumers, unless these contexts are too many.
	sub        conceptID
	below      *contexts
	above      stamped.Set
	knowsAbove bool

	open   cases // those that are not decided yet
	across cases // those that were abandoned

	always stamped.Map[cases] // subsumers of all of below, so far
	links  []addedLink

	facts   []fact
	apply   places             // indexes of facts for the other rules
	check   places             // indexes of facts for the rules that end in ⊥
	latest  stamped.Map[int32] // by concept: its last fact, +1
	large   stamped.Map[int32] // by concept: its last fact about a large set, +1
	small   pairTable          // by concept and context: the cases of facts about small sets
	updates []factUpdate       // facts whose concepts links propagate
	reached stamped.Set        // the contexts of these facts

	// The links of facts, by filler: linked holds the last link of each filler, +1, and fillers
	// lists the fillers. updatesOfTarget caches the new subsumers of each filler.
	linking         []factLink
	linked          stamped.Map[int32]
	fillers         []conceptID
	updatesOfTarget map[conceptID]*targetUpdates

	newUnsatisfiable []unsatisfiability // those from next on wait for the rule ⊥
	next             int
	unsatisfiable    stamped.Map[cases] // by context: the cases in which it became unsatisfiable

	// Scratch.
	sets    setTable
	run     bitsets // memory of sets that live until the next addition
	seen    stamped.Set
	gained  stamped.Map[cases]
	left    bitset
	unsure  bitset
	targets []propagated
	plain   []conceptID
	lacking [][]conceptID
	key     []byte
}

// fact is a new subsumer of a set of contexts. Some of them may have had it before. There is one
// fact for each concept and set.
type fact struct {
	a   conceptID
	set *contexts

	// The cases in which the fact holds, those in which the rules are not yet applied, and those in
	// which the concept was inherited from another finished context, together with its own
	// consequences.
	in, unapplied, unchecked, inherited cases

	previous int32 // fact of the same concept, +1
	larger   int32 // the previous fact about a large set, +1
}

// places is a FIFO queue of indexes.
type places struct {
	list []int32
	next int
}

// factLink is a link of contexts because of a new subsumer.
type factLink struct {
	set      *contexts
	in       cases
	roleID   int32
	previous int32 // link with the same filler, +1
}

// factUpdate records that a fact holds in further cases.
type factUpdate struct {
	fact int32
	in   cases
}

// targetUpdates caches the new subsumers of a target among the first seen updates.
type targetUpdates struct {
	seen int
	ids  []propagated
}

// propagated is a concept with the cases in which it is propagated.
type propagated struct {
	a  conceptID
	in cases
}

// unsatisfiability records that a context is unsatisfiable in further cases.
type unsatisfiability struct {
	c  conceptID
	in cases
}

// addition is the right side of an added inclusion: a concept or, if the role is not negative,
// ∃role.super with the ranges of the role.
type addition struct {
	super  conceptID
	roleID int32
	ranges []conceptID
}

// addedLink is a link that an inclusion adds. Its target may be fresh.
type addedLink struct {
	from   *contexts
	in     cases
	roleID int32
	target conceptID
}

// canPropagateConflicts reports whether conflictPropagation is applicable: links are not composed,
// and no rule across contexts can apply to more contexts.
func (s *saturation) canPropagateConflicts() bool {
	x := s.x
	return s.consistent() && x.composing == nil && x.universal < 0 && x.names == nil &&
		s.scope == nil &&
		len(x.nf.FunctionalData)+len(x.nf.Keys) == 0 && len(s.conditionalSet()) == 0
}

// newConflictPropagation returns one from the pool of the saturation.
func (s *saturation) newConflictPropagation() *conflictPropagation {
	p, ok := s.base().conflictPool.Get().(*conflictPropagation)
	if !ok {
		p = &conflictPropagation{updatesOfTarget: make(map[conceptID]*targetUpdates)}
	}
	p.s, p.x, p.sub, p.limit = s, s.x, -1, s.x.numConcepts
	return p
}

func (p *conflictPropagation) release() {
	root := p.s.base()
	p.clear()
	p.s, p.x, p.below = nil, nil, nil
	root.conflictPool.Put(p)
}

func (p *conflictPropagation) isFresh(c conceptID) bool { return c >= p.x.numConcepts }

// add finds the contexts that become unsatisfiable by sub ⊑ … for each of at most mostCases right
// sides. A case is decided if sub becomes unsatisfiable, or a context for which enough returns
// true.
func (p *conflictPropagation) add(
	ctx context.Context, sub conceptID, additions []addition,
	enough func(unsatisfiable conceptID) bool,
) error {
	p.begin(sub, len(additions))
	targets := make([]conceptID, len(additions))
	for i, a := range additions {
		if a.roleID >= 0 {
			targets[i] = p.target(a, p.x.numConcepts+conceptID(i), oneCase(i))
		}
	}
	add := func(set *contexts, in cases) {
		for i, a := range additions {
			in := in & oneCase(i)
			switch {
			case in == 0:
			case a.roleID < 0:
				p.inherit(a.super, set, in)
			default:
				p.links = append(p.links, addedLink{set, in, a.roleID, targets[i]})
				p.linkTo(set, in, a.roleID, targets[i])
			}
		}
	}
	add(p.below, p.open)
	return p.saturate(ctx, add, enough)
}

// target returns the target of an added link: the filler if it is within the ranges, else a fresh
// context below the filler and the ranges.
func (p *conflictPropagation) target(a addition, fresh conceptID, in cases) conceptID {
	if !slices.ContainsFunc(a.ranges, func(d conceptID) bool { return !p.has(a.super, d) }) {
		return a.super
	}
	alone := p.setOf([]conceptID{fresh}, false)
	for _, d := range slices.Concat(a.ranges, []conceptID{a.super}) {
		p.inherit(d, alone, in)
	}
	return fresh
}

// addUnsatisfiable finds the contexts that become unsatisfiable by sub ⊑ ⊥, its only case.
func (p *conflictPropagation) addUnsatisfiable(ctx context.Context, sub conceptID) error {
	p.begin(sub, 1)
	p.markUnsatisfiable(p.below, p.open)
	for ; p.next < len(p.newUnsatisfiable); p.next++ {
		p.ruleBottom(p.newUnsatisfiable[p.next])
	}
	return ctx.Err()
}

// manyBelow is the number of subclasses up to which their subsumers are collected.
const manyBelow = 2048

// begin prepares for a number of inclusions with a left side. It costs less if the left side is
// that of the previous call.
func (p *conflictPropagation) begin(sub conceptID, additions int) {
	p.clear()
	p.limit = p.x.numConcepts + conceptID(additions)
	p.open, p.across = firstCases(additions), 0
	if p.sub != sub {
		p.sub = sub
		p.below = p.havingAny([]conceptID{sub})
		p.below.within = true
		p.knowsAbove = len(p.below.list) <= manyBelow
		p.above.Reset(int(p.limit) + 1)
		if p.knowsAbove {
			for _, c := range p.below.list {
				for _, a := range p.subsumers(c) {
					p.above.Add(int32(a))
				}
			}
		}
	}
	p.sets.only(p.below)
	p.latest.Reset(int(p.limit) + 1)
	p.large.Reset(int(p.limit) + 1)
	p.small.begin()
	p.linked.Reset(int(p.limit) + 1)
	p.unsatisfiable.Reset(int(p.limit) + 1)
	p.reached.Reset(int(p.limit) + 1)
	p.always.Reset(int(p.limit) + 1)
	for _, a := range p.subsumers(sub) {
		*p.always.At(int32(a)) |= everyCase
	}
}

func (p *conflictPropagation) clear() {
	clear(p.facts)
	clear(p.linking)
	clear(p.links)
	clear(p.updatesOfTarget)
	p.facts, p.links, p.linking, p.fillers, p.updates = p.facts[:0], p.links[:0], p.linking[:0],
		p.fillers[:0], p.updates[:0]
	p.apply, p.check = places{list: p.apply.list[:0]}, places{list: p.check.list[:0]}
	p.newUnsatisfiable, p.next = p.newUnsatisfiable[:0], 0
	p.sets.clear()
	p.run.used = 0
}

// setOf returns a set that is valid until the next call of begin.
func (p *conflictPropagation) setOf(list []conceptID, within bool) *contexts {
	c := newContexts(list)
	c.within = within
	only := p.sets.only(c)
	only.index(p.run.next)
	return only
}

// saturate applies the rules until no fact is new or all cases are decided. The function again
// applies the inclusions to contexts that became subsumed by their left side.
func (p *conflictPropagation) saturate(
	ctx context.Context, again func(*contexts, cases), enough func(unsatisfiable conceptID) bool,
) error {
	looked := 0
	for {
		for ; looked < len(p.newUnsatisfiable); looked++ {
			if d := p.newUnsatisfiable[looked]; d.c == p.sub || enough(d.c) {
				p.open &^= d.in
			}
		}
		if err := ctx.Err(); err != nil || p.open == 0 {
			return err
		}
		switch {
		case p.next < len(p.newUnsatisfiable):
			p.next++
			p.ruleBottom(p.newUnsatisfiable[p.next-1])
		case p.check.next < len(p.check.list):
			p.checkNext()
		case p.apply.next < len(p.apply.list):
			p.applyNext(ctx, again)
		default:
			return nil
		}
	}
}

// checkNext applies the rules that end in ⊥ to a new fact. They come first, because a decided case
// needs no other facts.
func (p *conflictPropagation) checkNext() {
	f := &p.facts[p.check.list[p.check.next]]
	p.check.next++
	a, set, in := f.a, f.set, f.unchecked&p.open
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
			p.with(c.other, set, in, p.markUnsatisfiable)
		}
	}
	for _, axiom := range p.x.disjointnessOf(a) {
		for _, m := range p.s.membersOf(axiom) {
			if m != a {
				p.with(m, set, in, p.markUnsatisfiable)
			}
		}
	}
}

// applyNext applies the other rules to the next fact and to the following ones about the same
// contexts.
func (p *conflictPropagation) applyNext(ctx context.Context, again func(*contexts, cases)) {
	var sent []propagated
	set := p.facts[p.apply.list[p.apply.next]].set
	for p.apply.next < len(p.apply.list) && ctx.Err() == nil {
		f := &p.facts[p.apply.list[p.apply.next]]
		if f.set != set {
			break
		}
		p.apply.next++
		a, in := f.a, f.unapplied&p.open
		direct := in &^ f.inherited
		f.unapplied = 0
		if in == 0 {
			continue
		}
		if a == p.sub {
			again(set, in)
		}
		if direct != 0 {
			p.giveAll(p.x.inclusions(a), set, direct) // NF1
		}
		for _, c := range p.x.conjuncts(a) { // NF2
			if c.super == p.x.bottom {
				continue
			}
			if in := p.lackedBy(set, c.super, in); in != 0 {
				p.with(c.other, set, in, func(set *contexts, in cases) { p.give(c.super, set, in) })
			}
		}
		for _, e := range p.x.existentials(a) { // NF3
			if direct != 0 {
				p.linkTo(set, direct, e.roleID, e.filler)
			}
			p.linkInherited(set, in&^direct, e.roleID, e.filler)
		}
		if len(p.x.negativesOf(a)) > 0 {
			sent = append(sent, propagated{a, in})
		}
	}
	if len(sent) > 0 {
		p.propagate(sent, set)
	}
}

// ruleBottom makes the contexts with links to an unsatisfiable context unsatisfiable.
func (p *conflictPropagation) ruleBottom(d unsatisfiability) {
	if d.in &= p.open; d.in == 0 {
		return
	}
	for _, l := range p.links {
		if l.target == d.c {
			p.markUnsatisfiable(l.from, l.in&d.in)
		}
	}
	p.eachSource(d.c, func(l linkAxiom) {
		if d.in&^p.unsatisfiable.Of(int32(l.sub)) == 0 { // then so are all contexts below it
			return
		}
		p.s.having(l.sub, func(c conceptID) { p.markOneUnsatisfiable(c, d.in) })
		p.eachFact(l.sub, func(set *contexts, in cases) { p.markUnsatisfiable(set, in&d.in) })
	})
}

func (p *conflictPropagation) markUnsatisfiable(set *contexts, in cases) {
	for _, c := range set.list {
		p.markOneUnsatisfiable(c, in)
	}
}

func (p *conflictPropagation) markOneUnsatisfiable(c conceptID, in cases) {
	if in &^= p.unsatisfiable.Of(int32(c)); in != 0 {
		*p.unsatisfiable.At(int32(c)) |= in
		p.newUnsatisfiable = append(p.newUnsatisfiable, unsatisfiability{c, in})
	}
}

// unsatisfiableIn returns the contexts that become unsatisfiable in any of the cases.
func (p *conflictPropagation) unsatisfiableIn(in cases) (list []conceptID) {
	for _, d := range p.newUnsatisfiable {
		if d.in&in != 0 {
			list = append(list, d.c)
		}
	}
	return list
}
