package propagate

import (
	"context"
	"slices"

	"box2el-owl/internal/stamped"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Propagation finds the contexts that become unsatisfiable when one inclusion is added,
// without a layer. It applies the rules to sets of contexts. A subsumer that ten thousand
// subclasses inherit is one fact.
//
// It derives what a layer derives. A rule is applied when the last of its new premises is taken
// from the queue, to the finished saturation and all facts recorded so far. A new subsumer of a
// context is not propagated to its subclasses, because the rules derive it for them as well.
//
// Rules across contexts must not apply: see Applicable. The propagation is abandoned if
// it derives a fact to which such a rule might apply.
//
// Cost: proportional to the axioms of the new subsumers and the contexts that they reach.
type Propagation struct {
	s *saturate.Saturation
	x *index.Index

	// limit is one more than the largest context. The context x.NumConcepts is fresh; all its
	// subsumers are facts.
	limit index.ConceptID

	// The inclusion is sub ⊑ …; below holds the contexts that had sub before, above their
	// subsumers, unless these contexts are too many.
	sub        index.ConceptID
	below      *contexts
	above      stamped.Set
	knowsAbove bool

	Across bool // it was abandoned

	always stamped.Set // subsumers of all of below, so far
	links  []addedLink

	// The first applied facts were taken for the other rules, the first checked ones for the rules
	// that end in ⊥.
	facts            []fact
	applied, checked int

	latest  stamped.Map[int32] // by concept: its last fact, +1
	large   stamped.Map[int32] // by concept: its last fact about a large set, +1
	small   map[pair]bool      // concept and context of the facts about small sets
	updates []int32            // facts whose concepts links propagate
	reached stamped.Set        // the contexts of these facts

	// The links of facts, by filler: linked holds the last link of each filler, +1, and fillers
	// lists the fillers. updatesOfTarget caches the new subsumers of each filler.
	linking         []factLink
	linked          stamped.Map[int32]
	fillers         []index.ConceptID
	updatesOfTarget map[index.ConceptID]*targetUpdates

	NewUnsatisfiable []index.ConceptID // those from next on wait for the rule ⊥
	next             int
	Unsatisfiable    stamped.Set // the contexts in NewUnsatisfiable

	// Scratch.
	sets    setTable
	run     bitsets // memory of sets that live until the next addition
	seen    stamped.Set
	left    index.Bitset
	targets []index.ConceptID
	plain   []index.ConceptID
	lacking [][]index.ConceptID
	key     []byte
}

// fact is a new subsumer of a set of contexts. Some of them may have had it before. There is one
// fact for each concept and set.
type fact struct {
	a   index.ConceptID
	set *contexts

	// inherited is set if the concept was inherited from another finished context, together with
	// its own consequences.
	inherited bool

	previous int32 // fact of the same concept, +1
	larger   int32 // the previous fact about a large set, +1
}

// factLink is a link of contexts because of a new subsumer.
type factLink struct {
	set      *contexts
	roleID   int32
	previous int32 // link with the same filler, +1
}

// targetUpdates caches the new subsumers of a target among the first seen updates.
type targetUpdates struct {
	seen int
	ids  []index.ConceptID
}

// Addition is the right side of an added inclusion: a concept or, if the role is not negative,
// ∃role.super with the ranges of the role.
type Addition struct {
	Super  index.ConceptID
	RoleID int32
	Ranges []index.ConceptID
}

// addedLink is a link that the inclusion adds. Its target may be fresh.
type addedLink struct {
	from   *contexts
	roleID int32
	target index.ConceptID
}

// Applicable reports whether Propagation is applicable: links are not composed,
// and no rule across contexts can apply to more contexts.
func Applicable(s *saturate.Saturation) bool {
	x := s.Index
	return s.Consistent() && x.Composing == nil && x.Universal < 0 && x.Names == nil &&
		len(x.NF.FunctionalData)+len(x.NF.Keys) == 0 && len(s.ConditionalSet()) == 0
}

// New returns one from the pool of the saturation.
func New(s *saturate.Saturation) *Propagation {
	p, ok := s.Base.ConflictPool.Get().(*Propagation)
	if !ok {
		p = &Propagation{
			updatesOfTarget: make(map[index.ConceptID]*targetUpdates),
			small:           make(map[pair]bool), sets: make(setTable),
		}
	}
	p.s, p.x, p.sub, p.limit = s, s.Index, -1, s.Index.NumConcepts+1
	return p
}

// Release returns p to the pool of its saturation.
func (p *Propagation) Release() {
	base := p.s.Base
	p.clear()
	p.s, p.x, p.below = nil, nil, nil
	base.ConflictPool.Put(p)
}

// IsFresh reports whether a context is the fresh one; see Propagation.limit.
func (p *Propagation) IsFresh(c index.ConceptID) bool { return c >= p.x.NumConcepts }

// Add finds the contexts that become unsatisfiable by sub ⊑ a. It stops if sub becomes
// unsatisfiable, or a context for which enough returns true.
func (p *Propagation) Add(
	ctx context.Context,
	sub index.ConceptID,
	a Addition,
	enough func(unsatisfiable index.ConceptID) bool,
) error {
	p.begin(sub)
	add := func(set *contexts) { p.inherit(a.Super, set) }
	if a.RoleID >= 0 {
		target := p.target(a)
		add = func(set *contexts) {
			p.links = append(p.links, addedLink{set, a.RoleID, target})
			p.linkTo(set, a.RoleID, target)
		}
	}
	add(p.below)
	return p.saturate(ctx, add, enough)
}

// target returns the target of an added link: the filler if it is within the ranges, else a fresh
// context below the filler and the ranges.
func (p *Propagation) target(a Addition) index.ConceptID {
	if !slices.ContainsFunc(a.Ranges, func(d index.ConceptID) bool { return !p.has(a.Super, d) }) {
		return a.Super
	}
	fresh := p.x.NumConcepts
	alone := p.setOf([]index.ConceptID{fresh}, false)
	for _, d := range slices.Concat(a.Ranges, []index.ConceptID{a.Super}) {
		p.inherit(d, alone)
	}
	return fresh
}

// AddUnsatisfiable finds the contexts that become unsatisfiable by sub ⊑ ⊥.
func (p *Propagation) AddUnsatisfiable(ctx context.Context, sub index.ConceptID) error {
	p.begin(sub)
	p.markUnsatisfiable(p.below)
	for ; p.next < len(p.NewUnsatisfiable); p.next++ {
		p.ruleBottom(p.NewUnsatisfiable[p.next])
	}
	return ctx.Err()
}

// manyBelow is the number of subclasses up to which their subsumers are collected.
const manyBelow = 2048

// begin prepares for an inclusion. It costs less if the left side is that of the previous call.
func (p *Propagation) begin(sub index.ConceptID) {
	p.clear()
	if p.sub != sub {
		p.sub = sub
		p.below = p.havingAny([]index.ConceptID{sub})
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
	p.linked.Reset(int(p.limit) + 1)
	p.Unsatisfiable.Reset(int(p.limit) + 1)
	p.reached.Reset(int(p.limit) + 1)
	p.always.Reset(int(p.limit) + 1)
	for _, a := range p.subsumers(sub) {
		p.always.Add(int32(a))
	}
}

func (p *Propagation) clear() {
	clear(p.facts)
	clear(p.linking)
	clear(p.links)
	clear(p.updatesOfTarget)
	clear(p.small)
	clear(p.sets)
	p.facts, p.links, p.linking, p.fillers, p.updates = p.facts[:0], p.links[:0], p.linking[:0],
		p.fillers[:0], p.updates[:0]
	p.NewUnsatisfiable, p.next, p.applied, p.checked = p.NewUnsatisfiable[:0], 0, 0, 0
	p.Across = false
	p.run.used = 0
}

// setOf returns a set that is valid until the next call of begin.
func (p *Propagation) setOf(list []index.ConceptID, within bool) *contexts {
	c := newContexts(list)
	c.within = within
	only := p.sets.only(c)
	only.index(p.run.next)
	return only
}

// saturate applies the rules until no fact is new or the propagation is decided. The function again
// applies the inclusion to contexts that became subsumed by its left side.
func (p *Propagation) saturate(
	ctx context.Context, again func(*contexts), enough func(unsatisfiable index.ConceptID) bool,
) error {
	looked := 0
	for !p.Across {
		for ; looked < len(p.NewUnsatisfiable); looked++ {
			if c := p.NewUnsatisfiable[looked]; c == p.sub || enough(c) {
				return ctx.Err()
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case p.next < len(p.NewUnsatisfiable):
			p.next++
			p.ruleBottom(p.NewUnsatisfiable[p.next-1])
		case p.checked < len(p.facts):
			p.checkNext()
		case p.applied < len(p.facts):
			p.applyNext(ctx, again)
		default:
			return nil
		}
	}
	return nil
}

// checkNext applies the rules that end in ⊥ to a new fact. They come first, because no other facts
// are needed if the left side becomes unsatisfiable.
func (p *Propagation) checkNext() {
	a, set := p.facts[p.checked].a, p.facts[p.checked].set
	p.checked++
	if p.x.FlagsOf(a)&(index.IsNominal|index.IsSelf) != 0 {
		p.Across = true
		return
	}
	for _, c := range p.x.Conjuncts(a) {
		if c.Super == p.x.Bottom {
			p.with(c.Other, set, p.markUnsatisfiable)
		}
	}
	for _, axiom := range p.x.DisjointnessOf(a) {
		for _, m := range p.s.MembersOf(axiom) {
			if m != a {
				p.with(m, set, p.markUnsatisfiable)
			}
		}
	}
}

// applyNext applies the other rules to the next fact and to the following ones about the same
// contexts.
func (p *Propagation) applyNext(ctx context.Context, again func(*contexts)) {
	var sent []index.ConceptID
	set := p.facts[p.applied].set
	for p.applied < len(p.facts) && p.facts[p.applied].set == set && ctx.Err() == nil {
		a, inherited := p.facts[p.applied].a, p.facts[p.applied].inherited
		p.applied++
		if a == p.sub {
			again(set)
		}
		if !inherited {
			p.giveAll(p.x.Inclusions(a), set) // NF1
		}
		for _, c := range p.x.Conjuncts(a) { // NF2
			if c.Super != p.x.Bottom && p.mayLack(set, c.Super) {
				p.with(c.Other, set, func(set *contexts) { p.give(c.Super, set) })
			}
		}
		for _, e := range p.x.Existentials(a) { // NF3
			if inherited {
				p.linkInherited(set, e.RoleID, e.Filler)
			} else {
				p.linkTo(set, e.RoleID, e.Filler)
			}
		}
		if len(p.x.NegativesOf(a)) > 0 {
			sent = append(sent, a)
		}
	}
	if len(sent) > 0 {
		p.propagate(sent, set)
	}
}

// ruleBottom makes the contexts with links to an unsatisfiable context unsatisfiable.
func (p *Propagation) ruleBottom(c index.ConceptID) {
	for _, l := range p.links {
		if l.target == c {
			p.markUnsatisfiable(l.from)
		}
	}
	p.eachSource(c, func(l index.LinkAxiom) {
		if p.Unsatisfiable.Has(int32(l.Sub)) { // then so are all contexts below it
			return
		}
		p.s.Having(l.Sub, p.markOneUnsatisfiable)
		p.eachFact(l.Sub, p.markUnsatisfiable)
	})
}

func (p *Propagation) markUnsatisfiable(set *contexts) {
	for _, c := range set.list {
		p.markOneUnsatisfiable(c)
	}
}

func (p *Propagation) markOneUnsatisfiable(c index.ConceptID) {
	if p.Unsatisfiable.Add(int32(c)) {
		p.NewUnsatisfiable = append(p.NewUnsatisfiable, c)
	}
}
