package reasoner

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// assumeEach computes for each named class the subsumers that it has if it is nonempty, where these
// may be more. They hold without the condition, because a class without instances is subsumed by
// everything (KR'12, section 4).
//
//	D ∈ S(C) if C is nonempty   ⟹   D ∈ S(C)
//
// Cost: one layer for each set of classes with the same consequences, on all workers.
func (s *saturation) assumeEach(ctx context.Context, workers int) error {
	classes := s.needAssumption()
	if len(classes) == 0 {
		return nil
	}
	todo := s.alike(classes)
	found := make([][]conclusion, len(todo))
	errs := make([]error, workers)
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				found[i], errs[w] = todo[i].conclude(ctx)
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	u := newUpdater(s)
	for _, a := range slices.Concat(found...) {
		if s.adopt(u, a) {
			s.assumed++
		}
	}
	u.release()
	return nil
}

// assumption is the hypothesis that one of the classes is nonempty. The hypothesis adds the same
// inclusions for each of them.
type assumption struct {
	s       *saturation
	added   []inclusion
	classes []index.ConceptID
}

// inclusion is sub ⊑ super.
type inclusion struct{ sub, super index.ConceptID }

// conclusion holds the subsumers of a class under the hypothesis that it is nonempty.
type conclusion struct {
	class     index.ConceptID
	subsumers []index.ConceptID // nil if it is unsatisfiable
}

// alike groups classes by the inclusions that the nominal rule adds first if they are nonempty. The
// classes of a group share one layer. On demand, each class has a group of its own.
func (s *saturation) alike(classes []index.ConceptID) []assumption {
	var groups []assumption
	if s.onDemand() {
		for _, c := range classes {
			groups = append(groups, assumption{s: s, classes: []index.ConceptID{c}})
		}
		return groups
	}
	at := make(map[string]int)
	for _, c := range classes {
		added := s.forced(c, s.knownNonempty)
		var key []byte
		for _, a := range added {
			key = binary.LittleEndian.AppendUint32(key, uint32(a.sub))
			key = binary.LittleEndian.AppendUint32(key, uint32(a.super))
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(groups)
			at[string(key)] = i
			groups = append(groups, assumption{s: s, added: added})
		}
		groups[i].classes = append(groups[i].classes, c)
	}
	return groups
}

// forced returns the inclusions {a} ⊑ E that do not hold in s but hold if a class is nonempty: by
// the nominal rule for the contexts E that links reach from it. The search stops at contexts for
// which stop returns true.
func (s *saturation) forced(class index.ConceptID, stop func(index.ConceptID) bool) []inclusion {
	var added []inclusion
	for _, c := range s.reached([]index.ConceptID{class}, stop) {
		for _, d := range s.store.subsumers(c) {
			if d != c && s.x.FlagsOf(d)&index.IsNominal != 0 && !s.sameSubsumers(c, d) &&
				!slices.Contains(s.store.subsumers(d), c) {
				added = append(added, inclusion{d, c})
			}
		}
	}
	slices.SortFunc(added, func(a, b inclusion) int {
		return cmp.Or(cmp.Compare(a.sub, b.sub), cmp.Compare(a.super, b.super))
	})
	return added
}

// conclude computes the conclusion of each class in one layer. Classes with different consequences
// get further layers over it.
func (a assumption) conclude(ctx context.Context) ([]conclusion, error) {
	var found []conclusion
	for todo := []assumption{a}; len(todo) > 0; {
		a := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if a.s.onDemand() {
			l, err := a.s.assumeNonempty(ctx, a.classes[0])
			if err != nil {
				return nil, err
			}
			found = append(found, a.s.concluded(a.classes[0], l))
			continue
		}
		l, err := a.layer(ctx)
		if err != nil {
			return nil, err
		}
		next := l.alike(a.classes)
		if !l.consistent() {
			next = []assumption{{classes: a.classes}}
		}
		for _, n := range next {
			if len(n.added) > 0 {
				todo = append(todo, n)
				continue
			}
			for _, c := range n.classes {
				found = append(found, a.s.concluded(c, l))
			}
		}
	}
	return found, nil
}

// layer returns a layer in which the inclusions hold. It keeps only those contexts up to date that
// the classes reach or that are always nonempty, because no other context can matter.
func (a assumption) layer(ctx context.Context) (*saturation, error) {
	l := a.s.layer()
	l.scope = make(index.Bitset, 1)
	l.extendScope(a.classes)
	r := rounds{s: l, e: newEditor(l)}
	for _, i := range a.added {
		r.include(i.sub, i.super)
	}
	for seeds := r.e.sortedSeeds(); len(seeds) > 0; seeds = l.extendScope(a.classes) {
		if err := l.update(ctx, seeds, false); err != nil {
			return nil, err
		}
		if err := l.rounds(ctx, sortedIDs(l.solved), nil); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// concluded returns the subsumers of a class in a layer over s in which it is nonempty.
func (s *saturation) concluded(class index.ConceptID, l *saturation) conclusion {
	c := conclusion{class: class}
	if l.consistent() && !l.store.unsatisfiable(class) {
		for _, a := range l.store.subsumers(class) {
			if a < s.x.NumConcepts {
				c.subsumers = append(c.subsumers, a)
			}
		}
	}
	return c
}

// adopt stores the conclusion of a class as its subsumers and reports whether it is new.
func (s *saturation) adopt(u *updater, a conclusion) bool {
	old := *s.store.record(a.class)
	r := record{}
	if len(a.subsumers) > 0 {
		u.w.sortByBlock(&openContext{root: a.class, all: a.subsumers}, &r)
	}
	s.store.own(a.class)
	*s.store.record(a.class) = r
	d, changed := u.compare(a.class, old)
	if changed {
		s.note(d)
	}
	return changed
}

// onDemand reports whether an assumption may change every context, or its changes cannot be
// tracked. Then its layer solves only the contexts that it reads.
func (s *saturation) onDemand() bool { return s.x.Universal >= 0 || s.x.Composing != nil }

// assumeNonempty returns a layer in which a context is nonempty. Only this context, and those that
// links reach from it, may be read from the layer.
func (s *saturation) assumeNonempty(ctx context.Context, c index.ConceptID) (*saturation, error) {
	l := s.layer()
	if !s.onDemand() {
		l.scope = make(index.Bitset, 1)
		l.extendScope([]index.ConceptID{c})
		return l, l.rounds(ctx, nil, []index.ConceptID{c})
	}
	u := newUpdater(l)
	r := rounds{s: l, e: newEditor(l), lazy: true}
	roots := append(append([]index.ConceptID{l.x.Top}, l.x.Nominals...), c)
	for {
		for _, root := range roots {
			if l.store.done(root) {
				continue
			}
			if err := u.w.solve(ctx, root); err != nil {
				return nil, err
			}
		}
		if !l.consistent() || l.store.unsatisfiable(c) {
			break
		}
		r.changed, r.grown = l.reached(roots, nil), false
		r.acrossNonempty(r.changed)
		if !l.consistent() {
			break
		}
		r.ruleKey()
		r.ruleFunctional()
		if !r.grown {
			break
		}
		l.store.forget()
		u.w.reset(l)
	}
	u.release()
	return l, ctx.Err()
}

// needAssumption returns the named classes among the conditional contexts, and the introduced names
// if every concept has a context.
func (s *saturation) needAssumption() []index.ConceptID {
	classes := slices.DeleteFunc(s.conditional(), func(c index.ConceptID) bool {
		k := s.x.Concepts[c]
		if k == index.NoConcept {
			return true
		}
		kind := s.x.NF.Kind(k)
		return kind != el.NamedClass && !(kind == el.Introduced && s.x.EveryConcept)
	})
	slices.Sort(classes)
	return classes
}

// conditional returns the satisfiable contexts that have a link path to a context with more
// subsumers if it is nonempty. No other context has a link to one of these.
func (s *saturation) conditional() []index.ConceptID {
	if s.x.Universal < 0 && !s.x.GivesIndividuals() {
		return nil
	}
	in := make(map[index.ConceptID]bool)
	var found []index.ConceptID
	reach := func(c index.ConceptID) {
		if !in[c] && !s.store.unsatisfiable(c) {
			in[c] = true
			found = append(found, c)
		}
	}
	s.belowIndividuals(reach)
	if s.x.Universal >= 0 {
		s.linkingUniversally(reach)
	}
	for i := 0; i < len(found); i++ {
		for _, in := range s.linkingTo(found[i]) {
			s.having(in.Sub, reach)
		}
	}
	return found
}

// conditionalSet returns the conditional contexts of a finished saturation, ascending.
func (s *saturation) conditionalSet() []index.ConceptID {
	s.findConditional.Do(func() {
		s.conditionals = s.conditional()
		slices.Sort(s.conditionals)
	})
	return s.conditionals
}

// isConditional reports whether the nonemptiness of a context matters in a finished saturation.
func (s *saturation) isConditional(c index.ConceptID) bool {
	_, found := slices.BinarySearch(s.conditionalSet(), c)
	return found
}

// belowIndividuals visits the contexts that have an individual as a subsumer but are not among its
// subsumers. The nominal rule would apply to them.
func (s *saturation) belowIndividuals(visit func(index.ConceptID)) {
	for _, a := range s.x.Nominals {
		s.having(a, func(c index.ConceptID) {
			if !s.sameSubsumers(c, a) && !slices.Contains(s.store.subsumers(a), c) {
				visit(c)
			}
		})
	}
}

// linkingUniversally visits the contexts to which the universal rule would apply: links of the top
// role to them propagate a concept that is not a subsumer of ⊤.
func (s *saturation) linkingUniversally(visit func(index.ConceptID)) {
	x := s.x
	everywhere := s.store.subsumers(x.Top)
	isNew := func(p index.ConceptID) bool { return !slices.Contains(everywhere, p) }
	var propagated []index.ConceptID
	s.having(x.Top, func(c index.ConceptID) {
		for _, d := range s.store.subsumers(c) {
			propagated = x.Targets(propagated[:0], d, x.Universal)
			if x.Composing != nil || slices.ContainsFunc(propagated, isNew) {
				visit(c)
				return
			}
		}
	})
}

// given returns a saturation in which the context of a query is nonempty: assumeEach for one
// context. The context is one of l, which is s or was made from s for the query.
func (s *saturation) given(
	ctx context.Context,
	l *saturation,
	c index.ConceptID,
) (*saturation, error) {
	if !l.needsRounds() {
		return l, nil
	}
	if !l.onDemand() {
		stop := l.knownNonempty
		switch {
		case l == s && !s.isConditional(c):
			return l, nil
		case l.below == s && l.addsContexts():
			stop = func(c index.ConceptID) bool {
				return l.knownNonempty(c) || c < s.x.NumConcepts && !s.isConditional(c)
			}
		}
		if len(l.forced(c, stop)) == 0 {
			return l, nil
		}
	}
	return l.assumeNonempty(ctx, c)
}

// addsContexts reports whether a layer differs from the saturation below it only by new contexts.
func (s *saturation) addsContexts() bool {
	for c := range s.recent {
		if c < s.below.x.NumConcepts {
			return false
		}
	}
	return true
}
