package reasoner

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl/el"
)

// assumeEach finds for each named class what follows if it is nonempty, where that may be more than what
// follows anyway: it follows in any case, as everything follows for an empty class (KR'12, section 4).
//
//	D ∈ S(C) if C is nonempty   ⟹   D ∈ S(C)
//
// Cost: a layer for each of these classes, on all workers.
func (s *saturation) assumeEach(ctx context.Context, opts Options) error {
	classes := s.needAssumption()
	if len(classes) == 0 {
		return nil
	}
	results := make([]*saturation, len(classes))
	errs := make([]error, opts.Workers)
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range opts.Workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(classes) {
					return
				}
				if results[i], errs[w] = s.assumeNonempty(ctx, classes[i]); errs[w] != nil {
					return
				}
				results[i].x.changes, results[i].gained = nil, nil // only the subsumers are read
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	u := newUpdater(s)
	for i, c := range classes {
		s.adopt(u, c, results[i])
	}
	s.assumed = int32(len(classes))
	u.release()
	return nil
}

// assumeNonempty returns a layer in which a context is nonempty.
func (s *saturation) assumeNonempty(ctx context.Context, c atom) (*saturation, error) {
	l := s.layer()
	return l, l.rounds(ctx, nil, []atom{c})
}

// adopt takes over what follows for a class from a layer in which it is nonempty. Whatever the ontology makes
// of an empty class is true of it.
func (s *saturation) adopt(u *updater, c atom, l *saturation) {
	old := *s.store.record(c)
	r := record{}
	if l.consistent() && !l.store.unsatisfiable(c) {
		o := &open{root: c}
		for _, a := range l.store.subsumers(c) {
			if a < s.x.atoms {
				o.all = append(o.all, a)
			}
		}
		u.w.sortByBlock(o, &r)
	}
	s.store.own(c)
	*s.store.record(c) = r
	if d, changed := u.compare(c, old); changed {
		s.note(d)
	}
}

// needAssumption returns the named classes from which links lead to a context that has less than it would have if it
// were nonempty.
func (s *saturation) needAssumption() []atom {
	if len(s.x.nominals) == 0 && s.x.universal < 0 {
		return nil
	}
	in := make(map[atom]bool)
	var found []atom
	reach := func(c atom) {
		if !in[c] && !s.store.unsatisfiable(c) {
			in[c] = true
			found = append(found, c)
		}
	}
	s.belowIndividuals(reach)
	if s.x.universal >= 0 {
		s.linkingUniversally(reach)
	}
	for i := 0; i < len(found); i++ {
		for _, in := range s.linkingTo(found[i]) {
			s.having(in.sub, reach)
		}
	}
	classes := slices.DeleteFunc(found, func(c atom) bool {
		k := s.x.concepts[c]
		return k == noConcept || s.x.nf.Kind(k) != el.NamedClass
	})
	slices.Sort(classes)
	return classes
}

// belowIndividuals visits the contexts with an individual among their subsumers that has them not among its own: the
// nominal rule would act on them.
func (s *saturation) belowIndividuals(visit func(atom)) {
	for _, a := range s.x.nominals {
		s.having(a, func(c atom) {
			if !slices.Contains(s.store.subsumers(a), c) {
				visit(c)
			}
		})
	}
}

// linkingUniversally visits the contexts on which the universal rule would act: links of the top role to them
// deliver something that not everything has.
func (s *saturation) linkingUniversally(visit func(atom)) {
	x := s.x
	everywhere := s.store.subsumers(x.top)
	isNew := func(p atom) bool { return !slices.Contains(everywhere, p) }
	var delivered []atom
	s.having(x.top, func(c atom) {
		for _, d := range s.store.subsumers(c) {
			delivered = x.targets(delivered[:0], d, x.universal)
			if x.composing != nil || slices.ContainsFunc(delivered, isNew) {
				visit(c)
				return
			}
		}
	})
}

// given returns a saturation in which a context is nonempty, too: assumeEach for one context, that of a question.
func (s *saturation) given(ctx context.Context, c atom) (*saturation, error) {
	if !s.needsRounds() {
		return s, nil
	}
	return s.assumeNonempty(ctx, c)
}
