package saturate

import (
	"slices"

	"box2el-owl/reasoner/internal/index"
)

// acrossNonempty applies the nominal and the universal rule to nonempty contexts.
//
// Cost: their subsumers.
func (r *rounds) acrossNonempty(contexts []index.ConceptID) {
	s, x := r.s, r.s.Index
	if len(x.Nominals) == 0 && x.Universal < 0 {
		return
	}
	for _, c := range contexts {
		if s.Store.Unsatisfiable(c) {
			s.contradict()
			return
		}
		if s.Scope != nil && s.isStale(c) {
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
	s := r.s
	least := index.ConceptID(-1)
	for _, d := range s.Store.Subsumers(c) {
		if s.Index.FlagsOf(d)&index.IsNominal != 0 && (least < 0 || d < least) {
			least = d
		}
	}
	switch {
	case least < 0:
	case least != c:
		r.equate(c, least)
	default:
		for _, d := range s.Store.Subsumers(c) {
			if s.Index.FlagsOf(d)&index.IsNominal != 0 {
				r.equate(c, d)
			}
		}
	}
}

// equate adds d ⊑ c for an individual d that subsumes a nonempty context c.
func (r *rounds) equate(c, d index.ConceptID) {
	if c != d && !r.s.sameSubsumers(c, d) {
		r.include(d, c)
	}
}

// ruleUniversal links everything to a nonempty context: it adds to ⊤ what such a link propagates,
// and the link itself if chains are composed.
//
//	C nonempty   ⟹   ⊤ –⊤role→ C
func (r *rounds) ruleUniversal(c index.ConceptID) {
	x := r.s.Index
	var propagated []index.ConceptID
	for _, d := range r.s.Store.Subsumers(c) {
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
func (s *Saturation) contradict() {
	s.Store.own(s.Index.Top)
	*s.Store.Record(s.Index.Top) = Record{}
	s.Recent[s.Index.Top] = struct{}{}
	s.differs[s.Index.Top] = struct{}{}
}

// Nonempty returns the contexts that have an instance in every model.
func (s *Saturation) Nonempty() []index.ConceptID {
	return s.reached(append([]index.ConceptID{s.Index.Top}, s.Index.Nominals...), nil)
}

// newlyNonempty returns the nonempty contexts; if changed does not list all contexts, only those
// that may be nonempty because of the changed contexts or the assumption.
func (s *Saturation) newlyNonempty(changed, assumed []index.ConceptID) []index.ConceptID {
	if len(changed) == len(s.Index.Contexts) {
		return s.reached(
			append(append([]index.ConceptID{s.Index.Top}, s.Index.Nominals...), assumed...),
			nil,
		)
	}
	start := slices.Clone(assumed)
	for _, c := range changed {
		if s.KnownNonempty(c) {
			start = append(start, c)
		}
	}
	found := s.reached(start, func(c index.ConceptID) bool {
		_, changed := s.Solved[c]
		return s.KnownNonempty(c) && !changed
	})
	for _, c := range found {
		s.nonemptySet = s.nonemptySet.With(c)
	}
	return found
}

// KnownNonempty reports whether a context is known to be nonempty.
func (s *Saturation) KnownNonempty(c index.ConceptID) bool {
	return s.nonemptySet.Has(c) || s.Index.FlagsOf(c)&index.IsNominal != 0 ||
		!s.ownNonempty && s.Base().alwaysNonempty().Has(c)
}

// inScope reports whether a layer keeps a context up to date.
func (s *Saturation) inScope(c index.ConceptID) bool {
	return s.Scope == nil || s.Scope.Has(c) || s.KnownNonempty(c)
}

// isStale reports whether a context that just entered the scope of a layer ignores a change in it:
// changed axioms of a subsumer, a changed subsumer, or a changed target of a link.
func (s *Saturation) isStale(c index.ConceptID) bool {
	if _, solved := s.Solved[c]; solved || len(s.Recent)+len(s.Index.Changes.Axioms) == 0 {
		return false
	}
	differs := func(d index.ConceptID) bool {
		_, differs := s.Recent[d]
		return differs
	}
	return slices.ContainsFunc(s.Store.Subsumers(c), func(a index.ConceptID) bool {
		_, changed := s.Index.Changes.Axioms[a]
		return changed || differs(a) ||
			slices.ContainsFunc(s.Index.Existentials(a), func(e index.Existential) bool {
				return differs(e.Filler)
			})
	})
}

// extendScope adds everything that some contexts reach to the scope of a layer. It returns the
// contexts that must be solved again.
func (s *Saturation) extendScope(contexts []index.ConceptID) (stale []index.ConceptID) {
	for _, c := range s.reached(contexts, s.KnownNonempty) { // those are always in scope
		if s.Scope.Has(c) {
			continue
		}
		s.Scope = s.Scope.With(c)
		if s.isStale(c) {
			stale = append(stale, c)
		}
	}
	return stale
}

// alwaysNonempty returns the set of nonempty contexts of a base.
func (s *Saturation) alwaysNonempty() index.Bitset {
	s.findNonempty.Do(func() {
		for _, c := range s.Nonempty() {
			s.nonemptySet = s.nonemptySet.With(c)
		}
	})
	return s.nonemptySet
}

// ForgetNonempty recomputes the nonempty contexts of a layer that may have lost links.
func (s *Saturation) ForgetNonempty() {
	s.ownNonempty, s.nonemptySet = true, nil
	for _, c := range s.Nonempty() {
		s.nonemptySet = s.nonemptySet.With(c)
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
