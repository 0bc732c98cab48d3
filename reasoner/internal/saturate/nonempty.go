package saturate

import (
	"slices"

	"box2el-owl/reasoner/internal/index"
)

// acrossNonempty applies the nominal and the universal rule to nonempty contexts.
//
// Cost: their subsumers.
func (r *rounds) acrossNonempty(contexts []index.ConceptID) {
	l, x := r.l, r.l.Index
	if len(x.Nominals) == 0 && x.Universal < 0 {
		return
	}
	for _, c := range contexts {
		if l.Store.Unsatisfiable(c) {
			l.contradict()
			return
		}
		if l.scope != nil && l.isStale(c) {
			r.e.Seed(c)
		}
		r.ruleNominal(c)
		if x.Universal >= 0 && x.FlagsOf(c)&index.IsData == 0 {
			r.ruleUniversal(c)
		}
	}
}

// ruleNominal makes a nonempty context equal to the individuals that subsume it. It adds the
// inclusion of the least individual in the context, and then those of the others in the least one:
// k individuals need k inclusions.
//
//	C nonempty   {a} ∈ S(C)   ⟹   C ∈ S({a})
func (r *rounds) ruleNominal(c index.ConceptID) {
	l := r.l
	least := index.ConceptID(-1)
	for _, d := range l.Store.Subsumers(c) {
		if l.Index.FlagsOf(d)&index.IsNominal != 0 && (least < 0 || d < least) {
			least = d
		}
	}
	switch {
	case least < 0:
	case least != c:
		r.equate(c, least)
	default:
		for _, d := range l.Store.Subsumers(c) {
			if l.Index.FlagsOf(d)&index.IsNominal != 0 {
				r.equate(c, d)
			}
		}
	}
}

// equate adds d ⊑ c for an individual d that subsumes a nonempty context c.
func (r *rounds) equate(c, d index.ConceptID) {
	if c != d && !r.l.sameSubsumers(c, d) {
		r.include(d, c)
	}
}

// ruleUniversal links everything to a nonempty context: it adds to ⊤ what such a link propagates,
// and the link itself if chains are composed.
//
//	C nonempty   ⟹   ⊤ –⊤role→ C
func (r *rounds) ruleUniversal(c index.ConceptID) {
	x := r.l.Index
	var propagated []index.ConceptID
	for _, d := range r.l.Store.Subsumers(c) {
		propagated = x.Targets(propagated, d, x.Universal)
	}
	for _, p := range propagated {
		r.include(x.Top, p)
	}
	for _, p := range x.TopPropagated.Of(x.Universal) {
		r.include(x.Top, index.ConceptID(p))
	}
	if l := (index.Existential{RoleID: x.Universal, Filler: c}); x.Composing != nil &&
		!slices.Contains(x.Existentials(x.Top), l) {
		r.linkTo(x.Top, x.Universal, c)
	}
}

// sameSubsumers reports whether a context c and a subsumer d of c have the same subsumers. Those of
// d are a subset, so the counts decide.
func (s *Saturation) sameSubsumers(c, d index.ConceptID) bool {
	return s.Store.Record(c).All == s.Store.Record(d).All
}

// contradict makes the layer inconsistent, because a nonempty context is unsatisfiable.
func (l *Layer) contradict() {
	l.Store.own(l.Index.Top)
	*l.Store.Record(l.Index.Top) = Record{}
	l.Recent[l.Index.Top] = struct{}{}
	l.differs[l.Index.Top] = struct{}{}
}

// Nonempty returns the contexts that have an instance in every model.
func (s *Saturation) Nonempty() []index.ConceptID {
	return s.reached(append([]index.ConceptID{s.Index.Top}, s.Index.Nominals...), nil)
}

// newlyNonempty returns the nonempty contexts; if changed does not list all contexts, only those
// that may be nonempty because of the changed contexts or the assumption.
func (l *Layer) newlyNonempty(changed, assumed []index.ConceptID) []index.ConceptID {
	if len(changed) == len(l.Index.Contexts) {
		return l.reached(
			append(append([]index.ConceptID{l.Index.Top}, l.Index.Nominals...), assumed...),
			nil,
		)
	}
	start := slices.Clone(assumed)
	for _, c := range changed {
		if l.KnownNonempty(c) {
			start = append(start, c)
		}
	}
	found := l.reached(start, func(c index.ConceptID) bool {
		_, changed := l.Solved[c]
		return l.KnownNonempty(c) && !changed
	})
	for _, c := range found {
		l.nonemptySet = l.nonemptySet.With(c)
	}
	return found
}

// KnownNonempty reports whether a context is known to be nonempty.
func (s *Saturation) KnownNonempty(c index.ConceptID) bool {
	return s.nonemptySet.Has(c) || s.Index.FlagsOf(c)&index.IsNominal != 0 ||
		!s.ownNonempty && s.Base.alwaysNonempty().Has(c)
}

// inScope reports whether a layer keeps a context up to date.
func (l *Layer) inScope(c index.ConceptID) bool {
	return l.scope == nil || l.scope.Has(c) || l.KnownNonempty(c)
}

// isStale reports whether a context that just entered the scope of a layer ignores a change in it:
// changed axioms of a subsumer, a changed subsumer, or a changed target of a link.
func (l *Layer) isStale(c index.ConceptID) bool {
	if _, solved := l.Solved[c]; solved {
		return false
	}
	differs := func(d index.ConceptID) bool {
		_, differs := l.Recent[d]
		return differs
	}
	return slices.ContainsFunc(l.Store.Subsumers(c), func(a index.ConceptID) bool {
		return l.Index.ChangedHere(a) || differs(a) ||
			slices.ContainsFunc(l.Index.Existentials(a), func(e index.Existential) bool {
				return differs(e.Filler)
			})
	})
}

// extendScope adds everything that some contexts reach to the scope of a layer. It returns the
// contexts that must be solved again.
func (l *Layer) extendScope(contexts []index.ConceptID) (stale []index.ConceptID) {
	for _, c := range l.reached(contexts, l.KnownNonempty) { // those are always in scope
		if l.scope.Has(c) {
			continue
		}
		l.scope = l.scope.With(c)
		if l.isStale(c) {
			stale = append(stale, c)
		}
	}
	return stale
}

// alwaysNonempty returns the set of nonempty contexts of a base.
func (b *Base) alwaysNonempty() index.Bitset {
	b.findNonempty.Do(func() {
		for _, c := range b.Nonempty() {
			b.always = b.always.With(c)
		}
	})
	return b.always
}

// ForgetNonempty recomputes the nonempty contexts of a layer that may have lost links.
func (l *Layer) ForgetNonempty() {
	l.ownNonempty, l.nonemptySet = true, nil
	for _, c := range l.Nonempty() {
		l.nonemptySet = l.nonemptySet.With(c)
	}
}

// reached returns the contexts that are nonempty if those of start are: these, their subsumers, and
// the targets of their links. The search stops at contexts for which stop returns true.
func (s *Saturation) reached(
	start []index.ConceptID,
	stop func(index.ConceptID) bool,
) []index.ConceptID {
	seen := make(map[index.ConceptID]bool, len(start))
	var found []index.ConceptID
	reach := func(c index.ConceptID) {
		if !seen[c] && (stop == nil || !stop(c)) {
			seen[c] = true
			found = append(found, c)
		}
	}
	for _, c := range start {
		if !seen[c] {
			seen[c] = true
			found = append(found, c)
		}
	}
	for i := 0; i < len(found); i++ {
		for _, d := range s.Store.Subsumers(found[i]) {
			if s.Index.IsContext(d) {
				reach(d)
			}
			for _, e := range s.Index.Existentials(d) {
				reach(e.Filler)
			}
		}
	}
	return found
}
