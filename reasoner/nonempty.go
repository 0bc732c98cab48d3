package reasoner

import "slices"

// acrossNonempty applies the nominal and the universal rule to contexts that are nonempty.
//
// Cost: their subsumers.
func (r *rounds) acrossNonempty(contexts []atom) {
	s, x := r.s, r.s.x
	if len(x.nominals) == 0 && x.universal < 0 {
		return
	}
	for _, c := range contexts {
		if s.store.unsatisfiable(c) {
			s.contradict()
			return
		}
		r.nominal(c)
		if x.universal >= 0 {
			r.universal(c)
		}
	}
}

// nominal makes a nonempty context that lies below an individual equal to it.
//
//	C nonempty   {a} ∈ S(C)   ⟹   C ∈ S({a})
func (r *rounds) nominal(c atom) {
	for _, d := range r.s.store.subsumers(c) {
		if d != c && r.s.x.flagsOf(d)&isNominal != 0 && !r.s.sameSubsumers(c, d) {
			r.include(d, c)
		}
	}
}

// universal links everything to a nonempty context: ⊤ has what such a link delivers, and the link itself
// where chains are composed.
//
//	C nonempty   ⟹   ⊤ –⊤role→ C
func (r *rounds) universal(c atom) {
	x := r.s.x
	var delivered []atom
	for _, d := range r.s.store.subsumers(c) {
		delivered = x.targets(delivered, d, x.universal)
	}
	for _, p := range delivered {
		r.include(x.top, p)
	}
	for _, p := range x.topDeliver.of(x.universal) {
		r.include(x.top, atom(p))
	}
	if l := (existential{x.universal, c}); x.composing != nil && !slices.Contains(x.existentials(x.top), l) {
		r.linkTo(x.top, x.universal, c)
	}
}

// sameSubsumers reports whether a context c and a subsumer d of it, of which c then has all subsumers, have the same.
func (s *saturation) sameSubsumers(c, d atom) bool {
	return s.store.record(c).all == s.store.record(d).all
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
	known := s.knownNonempty()
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

// knownNonempty returns the set of the contexts that are known to be nonempty.
func (s *saturation) knownNonempty() func(atom) bool {
	var always bitset
	if !s.ownNonempty {
		always = s.base().alwaysNonempty()
	}
	return func(c atom) bool { return always.has(c) || s.nonemptySet.has(c) || s.x.flagsOf(c)&isNominal != 0 }
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
