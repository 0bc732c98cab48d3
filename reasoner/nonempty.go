package reasoner

import "slices"

// acrossNonempty applies the nominal and the universal rule to nonempty contexts.
//
// Cost: their subsumers.
func (r *rounds) acrossNonempty(contexts []conceptID) {
	s, x := r.s, r.s.x
	if len(x.nominals) == 0 && x.universal < 0 {
		return
	}
	for _, c := range contexts {
		if s.store.unsatisfiable(c) {
			s.contradict()
			return
		}
		if s.scope != nil && s.isStale(c) {
			r.e.seed(c)
		}
		r.ruleNominal(c)
		if x.universal >= 0 && x.flagsOf(c)&isData == 0 {
			r.ruleUniversal(c)
		}
	}
}

// ruleNominal makes a nonempty context equal to the individuals that subsume it. It adds the
// inclusion of the least individual in the context, and then those of the others in the least one:
// k individuals need k inclusions.
//
//	C nonempty   {a} ∈ S(C)   ⟹   C ∈ S({a})
func (r *rounds) ruleNominal(c conceptID) {
	s := r.s
	least := conceptID(-1)
	for _, d := range s.store.subsumers(c) {
		if s.x.flagsOf(d)&isNominal != 0 && (least < 0 || d < least) {
			least = d
		}
	}
	switch {
	case least < 0:
	case least != c:
		r.equate(c, least)
	default:
		for _, d := range s.store.subsumers(c) {
			if s.x.flagsOf(d)&isNominal != 0 {
				r.equate(c, d)
			}
		}
	}
}

// equate adds d ⊑ c for an individual d that subsumes a nonempty context c.
func (r *rounds) equate(c, d conceptID) {
	if c != d && !r.s.sameSubsumers(c, d) {
		r.include(d, c)
	}
}

// ruleUniversal links everything to a nonempty context: it adds to ⊤ what such a link propagates,
// and the link itself if chains are composed.
//
//	C nonempty   ⟹   ⊤ –⊤role→ C
func (r *rounds) ruleUniversal(c conceptID) {
	x := r.s.x
	var propagated []conceptID
	for _, d := range r.s.store.subsumers(c) {
		propagated = x.targets(propagated, d, x.universal)
	}
	for _, p := range propagated {
		r.include(x.top, p)
	}
	for _, p := range x.topPropagated.Of(x.universal) {
		r.include(x.top, conceptID(p))
	}
	if l := (existential{x.universal, c}); x.composing != nil &&
		!slices.Contains(x.existentials(x.top), l) {
		r.linkTo(x.top, x.universal, c)
	}
}

// sameSubsumers reports whether a context c and a subsumer d of c have the same subsumers. Those of
// d are a subset, so the counts decide.
func (s *saturation) sameSubsumers(c, d conceptID) bool {
	return s.store.record(c).all == s.store.record(d).all
}

// contradict makes the layer inconsistent, because a nonempty context is unsatisfiable.
func (s *saturation) contradict() {
	s.store.own(s.x.top)
	*s.store.record(s.x.top) = record{}
	s.recent[s.x.top] = struct{}{}
	s.differs[s.x.top] = struct{}{}
}

// nonempty returns the contexts that have an instance in every model.
func (s *saturation) nonempty() []conceptID {
	return s.reached(append([]conceptID{s.x.top}, s.x.nominals...), nil)
}

// newlyNonempty returns the nonempty contexts; if changed does not list all contexts, only those
// that may be nonempty because of the changed contexts or the assumption.
func (s *saturation) newlyNonempty(changed, assumed []conceptID) []conceptID {
	if len(changed) == len(s.x.contexts) {
		return s.reached(append(append([]conceptID{s.x.top}, s.x.nominals...), assumed...), nil)
	}
	start := slices.Clone(assumed)
	for _, c := range changed {
		if s.knownNonempty(c) {
			start = append(start, c)
		}
	}
	found := s.reached(start, func(c conceptID) bool {
		_, changed := s.solved[c]
		return s.knownNonempty(c) && !changed
	})
	for _, c := range found {
		s.nonemptySet = s.nonemptySet.with(c)
	}
	return found
}

// knownNonempty reports whether a context is known to be nonempty.
func (s *saturation) knownNonempty(c conceptID) bool {
	return s.nonemptySet.has(c) || s.x.flagsOf(c)&isNominal != 0 ||
		!s.ownNonempty && s.base().alwaysNonempty().has(c)
}

// inScope reports whether a layer keeps a context up to date.
func (s *saturation) inScope(c conceptID) bool {
	return s.scope == nil || s.scope.has(c) || s.knownNonempty(c)
}

// isStale reports whether a context that just entered the scope of a layer ignores a change in it:
// changed axioms of a subsumer, a changed subsumer, or a changed target of a link.
func (s *saturation) isStale(c conceptID) bool {
	if _, solved := s.solved[c]; solved || len(s.recent)+len(s.x.changes.axioms) == 0 {
		return false
	}
	differs := func(d conceptID) bool {
		_, differs := s.recent[d]
		return differs
	}
	return slices.ContainsFunc(s.store.subsumers(c), func(a conceptID) bool {
		_, changed := s.x.changes.axioms[a]
		return changed || differs(a) ||
			slices.ContainsFunc(s.x.existentials(a), func(e existential) bool {
				return differs(e.filler)
			})
	})
}

// extendScope adds everything that some contexts reach to the scope of a layer. It returns the
// contexts that must be solved again.
func (s *saturation) extendScope(contexts []conceptID) (stale []conceptID) {
	for _, c := range s.reached(contexts, s.knownNonempty) { // those are always in scope
		if s.scope.has(c) {
			continue
		}
		s.scope = s.scope.with(c)
		if s.isStale(c) {
			stale = append(stale, c)
		}
	}
	return stale
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

// forgetNonempty recomputes the nonempty contexts of a layer that may have lost links.
func (s *saturation) forgetNonempty() {
	s.ownNonempty, s.nonemptySet = true, nil
	for _, c := range s.nonempty() {
		s.nonemptySet = s.nonemptySet.with(c)
	}
}

// reached returns the contexts that are nonempty if those of start are: these, their subsumers, and
// the targets of their links. The search stops at contexts for which stop returns true.
func (s *saturation) reached(start []conceptID, stop func(conceptID) bool) []conceptID {
	seen := make(map[conceptID]bool, len(start))
	var found []conceptID
	reach := func(c conceptID) {
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
		for _, d := range s.store.subsumers(found[i]) {
			if s.x.isContext(d) {
				reach(d)
			}
			for _, e := range s.x.existentials(d) {
				reach(e.filler)
			}
		}
	}
	return found
}
