package reasoner

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Some rules need more than one context: whether it has an instance, which individuals it is equal to, what
// values individuals have. They are applied between rounds of saturation, as axioms of a layer.
//
//	nominal     C nonempty, {a} ∈ S(C)                    ⟹ C ∈ S({a})
//	universal   C nonempty                                ⟹ ⊤ –⊤role→ C
//	key         named a, b in HasKey's class, equal values ⟹ {a} ∈ S({b})
//	functional  C –r→ D, C –s→ E, r, s ⊑* d functional     ⟹ C –r→ D ⊓ E, C –s→ D ⊓ E
//
// Nonempty is ⊤, as a domain is never empty, the individuals, and what links reach from there. A class
// may be empty; but what follows for it if it has an instance, follows for it in any case. So each class on which
// that may have a bearing is saturated once more in a layer in which it is assumed to be nonempty, and its
// subsumers are read from there (Kazakov, Krötzsch and Simančík, KR'12, section 4).

// complete applies the rules of rounds to a finished saturation until they add nothing, then finds what
// follows for classes under the assumption that they are nonempty. It returns s where there is nothing to do, else a layer.
func (s *saturation) complete(ctx context.Context, opts Options) (*saturation, error) {
	if !s.needsRounds() {
		return s, nil
	}
	l := s.layer()
	if err := l.rounds(ctx, l.x.contexts, nil); err != nil {
		return nil, err
	}
	if l.consistent() {
		if err := l.assumeEach(ctx, opts); err != nil {
			return nil, err
		}
	}
	if len(l.recent) == 0 && len(l.x.changes.axioms) == 0 && l.assumed == 0 {
		return s, nil
	}
	return l, nil
}

// needsRounds reports whether the rules of rounds can have anything to do.
func (s *saturation) needsRounds() bool {
	x := s.x
	return s.consistent() && (len(x.nominals) > 0 || x.universal >= 0 || len(x.nf.FunctionalData) > 0)
}

// rounds applies the rules of rounds to a layer until they add nothing. Changed are the contexts in
// which something may be new; assumed those that are nonempty by assumption.
func (s *saturation) rounds(ctx context.Context, changed, assumed []atom) error {
	if !s.needsRounds() {
		return nil
	}
	r := rounds{s: s, e: newEditor(s)}
	for s.consistent() {
		r.changed, r.assumed = changed, assumed
		r.nominal()
		r.keys()
		r.functional()
		if len(r.e.seeds) == 0 && !r.grown || !s.consistent() {
			return nil
		}
		s.rounded = true
		seeds := r.e.sortedSeeds()
		if s.x.composing != nil { // composed links are not followed backwards
			seeds = s.x.contexts
		}
		clear(r.e.seeds)
		r.grown = false
		if err := s.update(ctx, seeds, false); err != nil {
			return err
		}
		changed = slices.Sorted(maps.Keys(s.solved))
	}
	return nil
}

// rounds is the state of one call of saturation.rounds.
type rounds struct {
	s                *saturation
	e                *editor
	changed, assumed []atom
	grown            bool // axioms have been added that seed nothing
}

// include adds sub ⊑ super unless it holds.
func (r *rounds) include(sub, super atom) {
	if sub != super && !slices.Contains(r.s.store.subsumers(sub), super) {
		r.e.include(sub, super)
	}
}

// nominal applies the nominal and the universal rule to the contexts that are nonempty.
func (r *rounds) nominal() {
	s, x := r.s, r.s.x
	if len(x.nominals) == 0 && x.universal < 0 {
		return
	}
	var delivered []atom
	for _, c := range s.newlyNonempty(r.changed, r.assumed) {
		if s.store.unsatisfiable(c) {
			s.contradict()
			return
		}
		for _, d := range s.store.subsumers(c) {
			if d != c && x.flagsOf(d)&isNominal != 0 {
				r.include(d, c)
			}
			if x.universal < 0 {
				continue
			}
			delivered = x.targets(delivered[:0], d, x.universal)
			for _, p := range delivered {
				r.include(x.top, p)
			}
		}
		if x.universal >= 0 {
			for _, p := range x.topDeliver.of(x.universal) {
				r.include(x.top, atom(p))
			}
			if l := (existential{x.universal, c}); x.composing != nil && !slices.Contains(x.existentials(x.top), l) {
				x.linkTo(x.top, x.universal, c)
				r.grown = true
			}
		}
	}
}

// contradict makes the layer inconsistent: something that is nonempty is empty.
func (s *saturation) contradict() {
	s.store.own(s.x.top)
	*s.store.record(s.x.top) = record{}
	s.recent[s.x.top] = struct{}{}
	s.differs[s.x.top] = struct{}{}
}

// nonempty returns the contexts that have an instance in every model.
func (s *saturation) nonempty() []atom {
	return s.reached(append([]atom{s.x.top}, s.x.nominals...), nil)
}

// newlyNonempty returns the contexts that are nonempty and, if changed are not all, may be so only since they
// or others have changed, or by the assumption.
func (s *saturation) newlyNonempty(changed, assumed []atom) []atom {
	if len(changed) == len(s.x.contexts) {
		return s.reached(append(append([]atom{s.x.top}, s.x.nominals...), assumed...), nil)
	}
	var always bitset
	if !s.ownNonempty {
		always = s.base().alwaysNonempty()
	}
	known := func(c atom) bool { return always.has(c) || s.nonemptySet.has(c) || s.x.flagsOf(c)&isNominal != 0 }
	start := slices.Clone(assumed)
	for _, c := range changed {
		if known(c) {
			start = append(start, c)
		}
	}
	found := s.reached(start, func(c atom) bool {
		_, changed := s.solved[c]
		return known(c) && !changed
	})
	for _, c := range found {
		s.nonemptySet = s.nonemptySet.with(c)
	}
	return found
}

// alwaysNonempty returns the set of nonempty contexts of a base.
func (s *saturation) alwaysNonempty() bitset {
	s.findNonempty.Do(func() {
		for _, c := range s.nonempty() {
			s.nonemptySet = s.nonemptySet.with(c)
		}
	})
	return s.nonemptySet
}

// forgetNonempty finds the nonempty contexts of a layer from which links may have gone.
func (s *saturation) forgetNonempty() {
	s.ownNonempty, s.nonemptySet = true, nil
	for _, c := range s.nonempty() {
		s.nonemptySet = s.nonemptySet.with(c)
	}
}

// reached returns the contexts that links lead to from some contexts, these included; without those for which stop
// reports true, and what only they lead to.
func (s *saturation) reached(start []atom, stop func(atom) bool) []atom {
	seen := make(map[atom]bool, len(start))
	var found []atom
	reach := func(c atom) {
		if !seen[c] {
			seen[c] = true
			found = append(found, c)
		}
	}
	for _, c := range start {
		reach(c)
	}
	for i := 0; i < len(found); i++ {
		for _, d := range s.store.subsumers(found[i]) {
			for _, e := range s.x.existentials(d) {
				if !seen[e.filler] && (stop == nil || !stop(e.filler)) {
					reach(e.filler)
				}
			}
		}
	}
	return found
}

// keys applies the key rule.
//
// Cost: for each key the pairs of individuals that share a value of the property with the fewest such pairs.
func (r *rounds) keys() {
	if len(r.s.x.nf.Keys) == 0 || !slices.ContainsFunc(r.changed, func(c atom) bool { return r.s.x.flagsOf(c)&isNominal != 0 }) {
		return
	}
	for _, k := range r.s.x.nf.Keys {
		r.key(k)
	}
}

func (r *rounds) key(k el.Key) {
	s, x := r.s, r.s.x
	type keyed struct {
		individual atom
		values     []map[atom]bool // by property
	}
	var members []keyed
	seen := make(map[atom]bool)
	s.having(x.atomOf[k.Class], func(a atom) {
		if !x.isNamedIndividual(a) || seen[a] {
			return
		}
		seen[a] = true
		m := keyed{individual: a}
		for _, p := range k.Objects {
			m.values = append(m.values, s.individualValues(a, x.box.rep[p]))
		}
		for _, p := range k.Data {
			m.values = append(m.values, s.dataValues(a, x.box.rep[p]))
		}
		if !slices.ContainsFunc(m.values, func(v map[atom]bool) bool { return len(v) == 0 }) {
			members = append(members, m)
		}
	})
	if len(members) < 2 {
		return
	}
	slices.SortFunc(members, func(a, b keyed) int { return cmp.Compare(a.individual, b.individual) })
	var best map[atom][]int // the members by value of one property
	fewest := -1
	for p := range members[0].values {
		by, n := make(map[atom][]int), 0
		for i, m := range members {
			for v := range m.values[p] {
				n += len(by[v])
				by[v] = append(by[v], i)
			}
		}
		if fewest < 0 || n < fewest {
			best, fewest = by, n
		}
	}
	for _, v := range slices.Sorted(maps.Keys(best)) {
		hubs := best[v][:0:0] // of the members with the value, one of each group that is known to be equal
		for _, i := range best[v] {
			merged := false
			for _, h := range hubs {
				if merged = shareAll(members[i].values, members[h].values); merged {
					r.include(members[i].individual, members[h].individual)
					r.include(members[h].individual, members[i].individual)
					break
				}
			}
			if !merged {
				hubs = append(hubs, i)
			}
		}
	}
}

// shareAll reports whether two individuals share a value of every property.
func shareAll(a, b []map[atom]bool) bool {
	for p := range a {
		shared := false
		for v := range a[p] {
			if b[p][v] {
				shared = true
				break
			}
		}
		if !shared {
			return false
		}
	}
	return true
}

func (x *index) isNamedIndividual(a atom) bool {
	if x.flagsOf(a)&isNominal == 0 {
		return false
	}
	_, ok := x.nf.Individual(x.concepts[a]).(owl.NamedIndividual)
	return ok
}

// individualValues returns the named individuals that one is connected to by a role, each by the least of
// those that it is equal to.
func (s *saturation) individualValues(a atom, role int32) map[atom]bool {
	values := make(map[atom]bool)
	collect := func(c atom) bool {
		for _, b := range s.store.subsumers(c) {
			if s.x.isNamedIndividual(b) {
				values[s.leastEqual(b)] = true
			}
		}
		return true
	}
	walker := s.walker(role)
	if walker == nil {
		return values
	}
	if walker.empty {
		collect(a)
	}
	if role == s.x.box.universal {
		for _, b := range s.x.nominals {
			collect(b)
		}
	}
	s.walk(walker, a, collect)
	return values
}

// leastEqual returns the least of the named individuals that one is equal to.
func (s *saturation) leastEqual(a atom) atom {
	least := a
	for _, b := range s.store.subsumers(a) {
		if b < least && s.x.isNamedIndividual(b) {
			least = b
		}
	}
	return least
}

// dataValues returns the values of a data property that an individual has.
func (s *saturation) dataValues(a atom, role int32) map[atom]bool {
	values := make(map[atom]bool)
	walker := s.walker(role)
	if walker == nil {
		return values
	}
	s.walk(walker, a, func(c atom) bool {
		for _, v := range s.store.subsumers(c) {
			if k := s.x.concepts[v]; k != noConcept && s.x.nf.Kind(k) == el.DataValue {
				values[v] = true
			}
		}
		return true
	})
	return values
}

// assumeEach finds for each named class what follows if it is nonempty, where that is more than what
// follows anyway.
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

// needAssumption returns the named classes from which links reach a context with an individual among its
// subsumers that has it not among its own, or one that the universal rule would act on.
func (s *saturation) needAssumption() []atom {
	x := s.x
	if len(x.nominals) == 0 && x.universal < 0 {
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
	for _, a := range x.nominals {
		s.having(a, func(c atom) {
			if !slices.Contains(s.store.subsumers(a), c) {
				reach(c)
			}
		})
	}
	if x.universal >= 0 {
		above := s.store.subsumers(x.top)
		var delivered []atom
		s.having(x.top, func(c atom) {
			for _, d := range s.store.subsumers(c) {
				delivered = x.targets(delivered[:0], d, x.universal)
				if x.composing != nil || slices.ContainsFunc(delivered, func(p atom) bool { return !slices.Contains(above, p) }) {
					reach(c)
				}
			}
		})
	}
	for i := 0; i < len(found); i++ {
		for _, in := range s.linkingTo(found[i]) {
			s.having(in.sub, reach)
		}
	}
	classes := found[:0]
	for _, c := range found {
		if k := x.concepts[c]; k != noConcept && x.nf.Kind(k) == el.NamedClass {
			classes = append(classes, c)
		}
	}
	slices.Sort(classes)
	return classes
}
