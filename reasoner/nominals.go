package reasoner

import "slices"

// reopen applies the rules that need a nonempty context, as far as it is nonempty whatever the
// model: ⊤ (a domain is never empty), the individuals, and what links reach from them.
//
//	nominal     C nonempty, {a} ∈ S(C)     ⟹   C ∈ S({a})
//	universal   C nonempty                 ⟹   ⊤ –⊤role→ C
//
// What they add goes into index.extra, and the contexts that it may touch are declared unfinished. It
// reports whether there are any.
//
// Cost: the subsumers of the nonempty contexts; nothing without individuals and universal roles.
func (s *saturation) reopen() bool {
	x := s.x
	if len(x.nominals) == 0 && x.universal < 0 {
		return false
	}
	var delivered []atom
	nominals, everything := false, false
	extend := func(sub, super atom) bool {
		if slices.Contains(s.store.subsumers(sub), super) || slices.Contains(x.extra[sub], super) {
			return false
		}
		x.extra[sub] = append(x.extra[sub], super)
		return true
	}
	for _, c := range s.nonempty() {
		if x.universal >= 0 && x.composing != nil {
			if l := (existential{x.universal, c}); !slices.Contains(x.universalLinks, l) {
				x.universalLinks = append(x.universalLinks, l)
				everything = true
			}
		}
		for _, d := range s.store.subsumers(c) {
			if d != c && x.flagsOf(d)&isNominal != 0 && extend(d, c) {
				nominals = true
			}
			if x.universal < 0 {
				continue
			}
			delivered = x.targets(delivered[:0], d, x.universal)
			for _, p := range delivered {
				if extend(x.top, p) {
					everything = true
				}
			}
		}
	}
	if !nominals && !everything {
		return false
	}
	for _, c := range x.contexts {
		if everything || s.store.record(c).touched {
			s.store.free(c)
			s.done.Add(-1)
		}
	}
	return true
}

// nonempty returns the contexts that have an instance in every model.
func (s *saturation) nonempty() []atom {
	x := s.x
	seen := make([]bool, x.atoms)
	found := append([]atom{x.top}, x.nominals...)
	for _, c := range found {
		seen[c] = true
	}
	for i := 0; i < len(found); i++ {
		for _, d := range s.store.subsumers(found[i]) {
			for _, e := range x.existentials(d) {
				if !seen[e.filler] {
					seen[e.filler] = true
					found = append(found, e.filler)
				}
			}
		}
	}
	return found
}
