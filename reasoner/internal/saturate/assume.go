package saturate

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

// AssumeEach computes for each named class the subsumers that it has if it is nonempty, where these
// may be more. They hold without the condition, because a class without instances is subsumed by
// everything (KR'12, section 4).
//
//	D ∈ S(C) if C is nonempty   ⟹   D ∈ S(C)
//
// Cost: one layer for each set of classes with the same consequences, on all workers.
func (l *Layer) AssumeEach(ctx context.Context, workers int) error {
	classes := l.needAssumption()
	if len(classes) == 0 {
		return nil
	}
	todo := l.alike(classes)
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
	u := newUpdater(l)
	for _, a := range slices.Concat(found...) {
		if l.adopt(u, a) {
			l.Assumed++
		}
	}
	u.release()
	return nil
}

// assumption is the hypothesis that one of the classes is nonempty. The hypothesis adds the same
// inclusions for each of them.
type assumption struct {
	below   *Layer
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
func (l *Layer) alike(classes []index.ConceptID) []assumption {
	var groups []assumption
	if l.OnDemand() {
		for _, c := range classes {
			groups = append(groups, assumption{below: l, classes: []index.ConceptID{c}})
		}
		return groups
	}
	at := make(map[string]int)
	for _, c := range classes {
		added := l.forced(c, l.KnownNonempty)
		var key []byte
		for _, a := range added {
			key = binary.LittleEndian.AppendUint32(key, uint32(a.sub))
			key = binary.LittleEndian.AppendUint32(key, uint32(a.super))
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(groups)
			at[string(key)] = i
			groups = append(groups, assumption{below: l, added: added})
		}
		groups[i].classes = append(groups[i].classes, c)
	}
	return groups
}

// forced returns the inclusions {a} ⊑ E that do not hold in l but hold if a class is nonempty: by
// the nominal rule for the contexts E that links reach from it. The search stops at contexts for
// which stop returns true.
func (l *Layer) forced(class index.ConceptID, stop func(index.ConceptID) bool) []inclusion {
	var added []inclusion
	for _, c := range l.reached([]index.ConceptID{class}, stop) {
		for _, d := range l.Store.Subsumers(c) {
			if d != c && l.Index.FlagsOf(d)&index.IsNominal != 0 && !l.sameSubsumers(c, d) &&
				!slices.Contains(l.Store.Subsumers(d), c) {
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
		if a.below.OnDemand() {
			l, err := a.below.AssumeNonempty(ctx, a.classes[0])
			if err != nil {
				return nil, err
			}
			found = append(found, a.below.concluded(a.classes[0], l))
			continue
		}
		l, err := a.layer(ctx)
		if err != nil {
			return nil, err
		}
		next := l.alike(a.classes)
		if !l.Consistent() {
			next = []assumption{{classes: a.classes}}
		}
		for _, n := range next {
			if len(n.added) > 0 {
				todo = append(todo, n)
				continue
			}
			for _, c := range n.classes {
				found = append(found, a.below.concluded(c, l))
			}
		}
	}
	return found, nil
}

// layer returns a layer in which the inclusions hold. It keeps only those contexts up to date that
// the classes reach or that are always nonempty, because no other context can matter.
func (a assumption) layer(ctx context.Context) (*Layer, error) {
	l := a.below.Layer()
	l.scope = make(index.Bitset, 1)
	l.extendScope(a.classes)
	r := rounds{l: l, e: NewEditor(l)}
	for _, i := range a.added {
		r.include(i.sub, i.super)
	}
	for seeds := r.e.SortedSeeds(); len(seeds) > 0; seeds = l.extendScope(a.classes) {
		if err := l.Update(ctx, seeds, false); err != nil {
			return nil, err
		}
		if err := l.Rounds(ctx, SortedIDs(l.Solved), nil); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// concluded returns the subsumers of a class in a layer over l in which it is nonempty.
func (l *Layer) concluded(class index.ConceptID, given *Layer) conclusion {
	c := conclusion{class: class}
	if given.Consistent() && !given.Store.Unsatisfiable(class) {
		for _, a := range given.Store.Subsumers(class) {
			if a < l.Index.NumConcepts {
				c.subsumers = append(c.subsumers, a)
			}
		}
	}
	return c
}

// adopt stores the conclusion of a class as its subsumers and reports whether it is new.
func (l *Layer) adopt(u *updater, a conclusion) bool {
	old := *l.Store.Record(a.class)
	r := Record{}
	if len(a.subsumers) > 0 {
		u.w.sortByBlock(&openContext{root: a.class, all: a.subsumers}, &r)
	}
	l.Store.own(a.class)
	*l.Store.Record(a.class) = r
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
		if len(l.forced(c, stop)) == 0 {
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
