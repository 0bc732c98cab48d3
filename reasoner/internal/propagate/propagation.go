package propagate

import (
	"context"
	"slices"

	"box2el-owl/internal/dense"
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

	// The inclusion is sub ⊑ …; below holds the contexts that had sub before.
	sub   index.ConceptID
	below *contexts

	Across bool // it was abandoned

	always dense.Set // subsumers of all of below, so far

	// The first applied facts were taken for the other rules, the first checked ones for the rules
	// that end in ⊥.
	facts            []fact
	applied, checked int

	gained  map[index.ConceptID][]index.ConceptID // by concept: the contexts of its facts
	updates []int32                               // facts whose concepts links propagate
	reached dense.Set                             // the contexts of these facts

	// The links of the inclusion and of facts by target, and the targets in their order.
	links   map[index.ConceptID][]link
	targets []index.ConceptID

	NewUnsatisfiable []index.ConceptID // those from next on wait for the rule ⊥
	next             int
	Unsatisfiable    dense.Set // the contexts in NewUnsatisfiable

	last *contexts // the latest subset

	propagated, lacking []index.ConceptID // scratch
}

// fact is a new subsumer of a set of contexts. Some of them may have had it before.
type fact struct {
	a   index.ConceptID
	set *contexts

	// inherited is set if the concept was inherited from another finished context, together with
	// its own consequences.
	inherited bool
}

// link is a new link of contexts.
type link struct {
	from   *contexts
	roleID int32
}

// Addition is the right side of an added inclusion: a concept or, if the role is not negative,
// ∃role.super with the ranges of the role.
type Addition struct {
	Super  index.ConceptID
	RoleID int32
	Ranges []index.ConceptID
}

// Applicable reports whether a Propagation finds all conflicts. It does if links are not composed,
// and no rule across contexts can apply to more contexts.
func Applicable(s *saturate.Saturation) bool {
	x := s.Index
	return s.Consistent() && x.Composing == nil && x.Universal < 0 && x.Names == nil &&
		len(x.NF.FunctionalData)+len(x.NF.Keys) == 0 && len(s.ConditionalSet()) == 0
}

// New returns a Propagation from the pool of the saturation.
func New(s *saturate.Saturation) *Propagation {
	p, ok := s.Base.ConflictPool.Get().(*Propagation)
	if !ok {
		p = &Propagation{
			gained: make(map[index.ConceptID][]index.ConceptID),
			links:  make(map[index.ConceptID][]link),
		}
	}
	p.s, p.x, p.sub = s, s.Index, -1
	return p
}

// Release returns p to the pool of its saturation.
func (p *Propagation) Release() {
	base := p.s.Base
	p.clear()
	p.s, p.x, p.below, p.last = nil, nil, nil, nil
	base.ConflictPool.Put(p)
}

// IsFresh reports whether a context is the fresh one. All its subsumers are facts.
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
			p.addLink(target, link{set, a.RoleID})
			p.linkTo(set, a.RoleID, target)
		}
	}
	add(p.below)
	return p.saturate(ctx, add, enough)
}

// target returns the target of an added link: the filler if it is within the ranges, else a fresh
// context below the filler and the ranges.
func (p *Propagation) target(a Addition) index.ConceptID {
	above := p.subsumers(a.Super)
	if !slices.ContainsFunc(a.Ranges, func(d index.ConceptID) bool {
		return !slices.Contains(above, d)
	}) {
		return a.Super
	}
	fresh := p.x.NumConcepts
	alone := &contexts{list: []index.ConceptID{fresh}}
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

// begin prepares for an inclusion. It costs less if the left side is that of the previous call.
func (p *Propagation) begin(sub index.ConceptID) {
	p.clear()
	if p.sub != sub {
		p.sub, p.below = sub, p.havingAny([]index.ConceptID{sub})
		p.below.within = true
	}
	p.last = p.below
	size := int(p.x.NumConcepts) + 1
	p.Unsatisfiable.Reset(size)
	p.reached.Reset(size)
	p.always.Reset(size)
	for _, a := range p.subsumers(sub) {
		p.always.Add(int32(a))
	}
}

func (p *Propagation) clear() {
	clear(p.facts)
	clear(p.gained)
	clear(p.links)
	p.facts, p.targets, p.updates = p.facts[:0], p.targets[:0], p.updates[:0]
	p.NewUnsatisfiable, p.next, p.applied, p.checked = p.NewUnsatisfiable[:0], 0, 0, 0
	p.Across = false
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
	for _, l := range p.links[c] {
		p.markUnsatisfiable(l.from)
	}
	p.eachSource(c, func(l index.LinkAxiom) {
		if !p.Unsatisfiable.Has(int32(l.Sub)) { // else so are all contexts below it
			p.s.Having(l.Sub, p.markOneUnsatisfiable)
		}
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
