package saturate

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// AssumeEach computes for each named class the subsumers that it has if it is nonempty, where these
// may be more. They hold without the condition, because a class without instances is subsumed by
// everything (KR'12, section 4).
//
//	D ∈ S(C) if C is nonempty   ⟹   D ∈ S(C)
//
// Cost: one layer for each of these classes, on all workers.
func (l *Layer) AssumeEach(ctx context.Context, workers int) error {
	classes := l.needAssumption()
	if len(classes) == 0 {
		return nil
	}
	found := make([]conclusion, len(classes))
	errs := make([]error, workers)
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(classes) {
					return
				}
				found[i], errs[w] = l.conclude(ctx, classes[i])
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	u := newUpdater(l)
	for _, a := range found {
		if l.adopt(u, a) {
			l.Assumed++
		}
	}
	u.release()
	return nil
}

// conclusion holds the subsumers of a class under the hypothesis that it is nonempty.
type conclusion struct {
	class     index.ConceptID
	subsumers []index.ConceptID // nil if it is unsatisfiable
}

// forces reports whether an inclusion {a} ⊑ E that does not hold in l holds if a class is nonempty:
// by the nominal rule for a context E that links reach from it. The search stops at contexts for
// which stop returns true.
func (l *Layer) forces(class index.ConceptID, stop func(index.ConceptID) bool) bool {
	return slices.ContainsFunc(l.reached([]index.ConceptID{class}, stop),
		func(c index.ConceptID) bool {
			return slices.ContainsFunc(l.Store.Subsumers(c), func(d index.ConceptID) bool {
				return d != c && l.Index.FlagsOf(d)&index.IsNominal != 0 &&
					!l.sameSubsumers(c, d) && !slices.Contains(l.Store.Subsumers(d), c)
			})
		})
}

// conclude computes the conclusion of a class in a layer of its own.
func (l *Layer) conclude(ctx context.Context, class index.ConceptID) (conclusion, error) {
	c := conclusion{class: class}
	given, err := l.AssumeNonempty(ctx, class)
	if err == nil && given.Consistent() && !given.Store.Unsatisfiable(class) {
		for _, a := range given.Store.Subsumers(class) {
			if a < l.Index.NumConcepts {
				c.subsumers = append(c.subsumers, a)
			}
		}
	}
	return c, err
}

// adopt stores the conclusion of a class as its subsumers and reports whether it is new.
func (l *Layer) adopt(u *updater, a conclusion) bool {
	l.Store.own(a.class)
	r := l.Store.Record(a.class)
	old := *r
	*r = u.w.record(a.subsumers)
	d, changed := u.compare(a.class, old)
	if changed {
		l.note(d)
	}
	return changed
}

// OnDemand reports whether an assumption may change every context, or its changes cannot be
// tracked. Then its layer solves only the contexts that it reads.
func (s *Saturation) OnDemand() bool { return s.Index.Universal >= 0 || s.Index.Composing != nil }

// AssumeNonempty returns a layer in which a context is nonempty. Only this context, and those that
// links reach from it, may be read from the layer.
func (s *Saturation) AssumeNonempty(ctx context.Context, c index.ConceptID) (*Layer, error) {
	l := s.Layer()
	if !s.OnDemand() {
		l.scope = make(index.Bitset, 1)
		l.extendScope([]index.ConceptID{c})
		return l, l.Rounds(ctx, nil, []index.ConceptID{c})
	}
	u := newUpdater(l)
	r := rounds{l: l, e: NewEditor(l), lazy: true}
	roots := append(append([]index.ConceptID{l.Index.Top}, l.Index.Nominals...), c)
	for {
		for _, root := range roots {
			if l.Store.Done(root) {
				continue
			}
			if err := u.w.solve(ctx, root); err != nil {
				return nil, err
			}
		}
		if !l.Consistent() || l.Store.Unsatisfiable(c) {
			break
		}
		r.changed, r.grown = l.reached(roots, nil), false
		r.acrossNonempty(r.changed)
		if !l.Consistent() {
			break
		}
		r.ruleKey()
		r.ruleFunctional()
		if !r.grown {
			break
		}
		l.Store.forget()
		u.w.reset(l)
	}
	u.release()
	return l, ctx.Err()
}

// needAssumption returns the named classes among the conditional contexts, and the introduced names
// if every concept has a context.
func (l *Layer) needAssumption() []index.ConceptID {
	classes := slices.DeleteFunc(l.Conditional(), func(c index.ConceptID) bool {
		k := l.Index.Concepts[c]
		if k == index.NoConcept {
			return true
		}
		kind := l.Index.NF.Kind(k)
		return kind != el.NamedClass && !(kind == el.Introduced && l.Index.EveryConcept)
	})
	slices.Sort(classes)
	return classes
}

// Conditional returns the satisfiable contexts that have a link path to a context with more
// subsumers if it is nonempty. No other context has a link to one of these.
func (s *Saturation) Conditional() []index.ConceptID {
	if s.Index.Universal < 0 && !s.Index.GivesIndividuals() {
		return nil
	}
	in := make(map[index.ConceptID]bool)
	var found []index.ConceptID
	reach := func(c index.ConceptID) {
		if !in[c] && !s.Store.Unsatisfiable(c) {
			in[c] = true
			found = append(found, c)
		}
	}
	s.belowIndividuals(reach)
	if s.Index.Universal >= 0 {
		s.linkingUniversally(reach)
	}
	for i := 0; i < len(found); i++ {
		for _, in := range s.linkingTo(found[i]) {
			s.Having(in.Sub, reach)
		}
	}
	return found
}

// ConditionalSet returns the conditional contexts of a finished saturation, ascending.
func (s *Saturation) ConditionalSet() []index.ConceptID {
	s.findConditional.Do(func() {
		s.conditionals = s.Conditional()
		slices.Sort(s.conditionals)
	})
	return s.conditionals
}

// IsConditional reports whether the nonemptiness of a context matters in a finished saturation.
func (s *Saturation) IsConditional(c index.ConceptID) bool {
	_, found := slices.BinarySearch(s.ConditionalSet(), c)
	return found
}

// belowIndividuals visits the contexts that have an individual as a subsumer but are not among its
// subsumers. The nominal rule would apply to them.
func (s *Saturation) belowIndividuals(visit func(index.ConceptID)) {
	for _, a := range s.Index.Nominals {
		s.Having(a, func(c index.ConceptID) {
			if !s.sameSubsumers(c, a) && !slices.Contains(s.Store.Subsumers(a), c) {
				visit(c)
			}
		})
	}
}

// linkingUniversally visits the contexts to which the universal rule would apply: links of the top
// role to them propagate a concept that is not a subsumer of ⊤.
func (s *Saturation) linkingUniversally(visit func(index.ConceptID)) {
	x := s.Index
	everywhere := s.Store.Subsumers(x.Top)
	isNew := func(p index.ConceptID) bool { return !slices.Contains(everywhere, p) }
	var propagated []index.ConceptID
	s.Having(x.Top, func(c index.ConceptID) {
		for _, d := range s.Store.Subsumers(c) {
			propagated = x.Targets(propagated[:0], d, x.Universal)
			if x.Composing != nil || slices.ContainsFunc(propagated, isNew) {
				visit(c)
				return
			}
		}
	})
}

// Given returns a layer in which the context of a query is nonempty: AssumeEach for one context. It
// returns l, which was made for the query, if the assumption changes nothing, else a layer over l.
func (l *Layer) Given(ctx context.Context, c index.ConceptID) (*Layer, error) {
	if !l.NeedsRounds() {
		return l, nil
	}
	if !l.OnDemand() {
		stop := l.KnownNonempty
		if l.addsContexts() {
			stop = func(c index.ConceptID) bool {
				return l.KnownNonempty(c) ||
					c < l.Below.Index.NumConcepts && !l.Below.IsConditional(c)
			}
		}
		if !l.forces(c, stop) {
			return l, nil
		}
	}
	return l.AssumeNonempty(ctx, c)
}

// addsContexts reports whether a layer differs from the saturation below it only by new contexts.
func (l *Layer) addsContexts() bool {
	for c := range l.Recent {
		if c < l.Below.Index.NumConcepts {
			return false
		}
	}
	return true
}
