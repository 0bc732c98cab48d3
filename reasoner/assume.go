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
)

// assumeEach finds for each named class what follows if it is nonempty, where that may be more than what
// follows anyway: it follows in any case, as everything follows for an empty class (KR'12, section 4).
//
//	D ∈ S(C) if C is nonempty   ⟹   D ∈ S(C)
//
// Cost: a layer for each set of classes on which the same turns, on all workers.
func (s *saturation) assumeEach(ctx context.Context, opts Options) error {
	classes := s.needAssumption()
	if len(classes) == 0 {
		return nil
	}
	todo := s.alike(classes)
	found := make([][]conclusion, len(todo))
	errs := make([]error, opts.withDefaults().Workers)
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

// assumption is that one of the classes is nonempty, whichever. With each of them the same inclusions
// hold, which do not in the saturation.
type assumption struct {
	s       *saturation
	added   []inclusion
	classes []atom
}

// inclusion is sub ⊑ super.
type inclusion struct{ sub, super atom }

// conclusion is what follows for a class if it is nonempty, and so in any case.
type conclusion struct {
	class     atom
	subsumers []atom // none where it is unsatisfiable
}

// alike groups classes by what the nominal rule adds first if they are nonempty: all of a group need one layer.
// Where it is not worth it, or not known, each has a group of its own.
func (s *saturation) alike(classes []atom) []assumption {
	var groups []assumption
	if s.onDemand() {
		for _, c := range classes {
			groups = append(groups, assumption{s: s, classes: []atom{c}})
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

// forced returns the inclusions {a} ⊑ E that do not hold in s, but do if a class is nonempty: by the nominal rule for
// the contexts E that links reach from it. They are not followed beyond those for which stop reports true.
func (s *saturation) forced(class atom, stop func(atom) bool) []inclusion {
	var added []inclusion
	for _, c := range s.reached([]atom{class}, stop) {
		for _, d := range s.store.subsumers(c) {
			if d != c && s.x.flagsOf(d)&isNominal != 0 && !s.sameSubsumers(c, d) && !slices.Contains(s.store.subsumers(d), c) {
				added = append(added, inclusion{d, c})
			}
		}
	}
	slices.SortFunc(added, func(a, b inclusion) int {
		return cmp.Or(cmp.Compare(a.sub, b.sub), cmp.Compare(a.super, b.super))
	})
	return added
}

// conclude finds what follows for each of the classes, in a layer, and layers on that for those of which different things
// follow.
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

// layer returns a layer in which the inclusions hold. Only what the classes lead to, and what is nonempty in any case, is kept up
// to date in it: nothing else can matter to them.
func (a assumption) layer(ctx context.Context) (*saturation, error) {
	l := a.s.layer()
	l.scope = make(bitset, 1)
	l.extendScope(a.classes)
	r := rounds{s: l, e: newEditor(l)}
	for _, i := range a.added {
		r.include(i.sub, i.super)
	}
	for seeds := r.e.sortedSeeds(); len(seeds) > 0; seeds = l.extendScope(a.classes) {
		if err := l.update(ctx, seeds, false); err != nil {
			return nil, err
		}
		if err := l.rounds(ctx, sortedAtoms(l.solved), nil); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// concluded reads what follows for a class from a layer on s in which it is nonempty.
func (s *saturation) concluded(class atom, l *saturation) conclusion {
	c := conclusion{class: class}
	if l.consistent() && !l.store.unsatisfiable(class) {
		for _, a := range l.store.subsumers(class) {
			if a < s.x.atoms {
				c.subsumers = append(c.subsumers, a)
			}
		}
	}
	return c
}

// adopt takes over what follows for a class, and reports whether it is anything new. Whatever the ontology makes of an
// empty class is true of it.
func (s *saturation) adopt(u *updater, a conclusion) bool {
	old := *s.store.record(a.class)
	r := record{}
	if len(a.subsumers) > 0 {
		u.w.sortByBlock(&open{root: a.class, all: a.subsumers}, &r)
	}
	s.store.own(a.class)
	*s.store.record(a.class) = r
	d, changed := u.compare(a.class, old)
	if changed {
		s.note(d)
	}
	return changed
}

// onDemand reports whether an assumption may change every context, or what changes cannot be followed: then a layer
// for it solves only those that it needs.
func (s *saturation) onDemand() bool { return s.x.universal >= 0 || s.x.composing != nil }

// assumeNonempty returns a layer in which a context is nonempty. Only the context itself, and what links reach from
// it, are to be read from it.
func (s *saturation) assumeNonempty(ctx context.Context, c atom) (*saturation, error) {
	l := s.layer()
	if !s.onDemand() {
		l.scope = make(bitset, 1)
		l.extendScope([]atom{c})
		return l, l.rounds(ctx, nil, []atom{c})
	}
	u := newUpdater(l)
	r := rounds{s: l, e: newEditor(l), lazy: true}
	roots := append(append([]atom{l.x.top}, l.x.nominals...), c)
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
		r.keys()
		r.functional()
		if !r.grown {
			break
		}
		l.store.forget()
		u.w.reset(l)
	}
	u.release()
	return l, ctx.Err()
}

// needAssumption returns the named classes among the conditional contexts, and the introduced names where these are asked
// about, too.
func (s *saturation) needAssumption() []atom {
	classes := slices.DeleteFunc(s.conditional(), func(c atom) bool {
		k := s.x.concepts[c]
		if k == noConcept {
			return true
		}
		kind := s.x.nf.Kind(k)
		return kind != el.NamedClass && !(kind == el.Introduced && s.x.everyConcept)
	})
	slices.Sort(classes)
	return classes
}

// conditional returns the satisfiable contexts from which links lead to a context that has less than it would have if it
// were nonempty. So no link leads from another context to one of these.
func (s *saturation) conditional() []atom {
	if s.x.universal < 0 && !s.x.givesIndividuals() {
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
	return found
}

// conditionalSet returns the conditional contexts of a finished saturation, ascending.
func (s *saturation) conditionalSet() []atom {
	s.findConditional.Do(func() {
		s.conditionals = s.conditional()
		slices.Sort(s.conditionals)
	})
	return s.conditionals
}

// isConditional reports whether something turns on a context of a finished saturation being nonempty.
func (s *saturation) isConditional(c atom) bool {
	_, found := slices.BinarySearch(s.conditionalSet(), c)
	return found
}

// givesIndividuals reports whether an axiom can put an individual into another context than its own. Most
// ontologies only assert something of theirs; they are spared the inverse of the saturation.
func (x *index) givesIndividuals() bool {
	if len(x.nominals) == 0 {
		return false
	}
	if len(x.changed) > 0 {
		return true // not known without looking at all layers
	}
	isIndividual := func(a atom) bool { return x.flags[a]&isNominal != 0 }
	return slices.ContainsFunc(x.nf1, isIndividual) ||
		slices.ContainsFunc(x.nf2, func(c conjunct) bool { return isIndividual(c.super) }) ||
		slices.ContainsFunc(x.states, isIndividual) ||
		slices.ContainsFunc(x.groups, func(g group) bool { return g.at < 0 && isIndividual(atom(g.first)) }) ||
		slices.ContainsFunc(x.topDeliver.targets, func(a int32) bool { return isIndividual(atom(a)) })
}

// belowIndividuals visits the contexts with an individual among their subsumers that has them not among its own: the
// nominal rule would act on them.
func (s *saturation) belowIndividuals(visit func(atom)) {
	for _, a := range s.x.nominals {
		s.having(a, func(c atom) {
			if !s.sameSubsumers(c, a) && !slices.Contains(s.store.subsumers(a), c) {
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

// given returns a saturation in which a context, that of a question, is nonempty, too: assumeEach for one context. It is one of l, which
// is the finished saturation s itself, or has been made from it for the question.
func (s *saturation) given(ctx context.Context, l *saturation, c atom) (*saturation, error) {
	if !l.needsRounds() {
		return l, nil
	}
	if !l.onDemand() {
		stop := l.knownNonempty
		switch {
		case l == s && !s.isConditional(c):
			return l, nil
		case l.below == s && l.addsContexts():
			stop = func(c atom) bool { return l.knownNonempty(c) || c < s.x.atoms && !s.isConditional(c) }
		}
		if len(l.forced(c, stop)) == 0 {
			return l, nil
		}
	}
	return l.assumeNonempty(ctx, c)
}

// addsContexts reports whether a layer differs from the saturation underneath by new contexts only.
func (s *saturation) addsContexts() bool {
	for c := range s.recent {
		if c < s.below.x.atoms {
			return false
		}
	}
	return true
}
