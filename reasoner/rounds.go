package reasoner

import (
	"context"
	"maps"
	"slices"
)

// Some rules look across contexts: whether they have an instance, which individuals they are equal to, what values
// individuals have. They are applied between rounds of saturation, as axioms of a layer.

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
		r.acrossNonempty()
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
