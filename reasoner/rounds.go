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
	if equal := s.equalIndividuals(); equal != nil {
		return nil, collapseEqual(s.x.nf, s.x.names, equal)
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
		r.changed = changed
		r.acrossNonempty(s.newlyNonempty(changed, assumed))
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
		changed = sortedAtoms(s.solved)
	}
	return nil
}

// rounds is the state of one call of saturation.rounds.
type rounds struct {
	s       *saturation
	e       *editor
	changed []atom
	grown   bool // axioms have been added that seed nothing
	lazy    bool // nothing is seeded: all contexts will be solved again when they are needed
}

// include adds sub ⊑ super unless it holds.
func (r *rounds) include(sub, super atom) {
	switch {
	case sub == super || slices.Contains(r.s.store.subsumers(sub), super):
	case r.lazy:
		r.s.x.include(sub, super)
		r.grown = true
	default:
		r.e.include(sub, super)
	}
}

// linkTo adds sub ⊑ ∃r.filler for the role of a letter.
func (r *rounds) linkTo(sub atom, letter int32, filler atom) {
	r.s.x.linkTo(sub, letter, filler)
	r.grown = true
	if !r.lazy {
		r.s.having(sub, r.e.seed)
	}
}

func sortedAtoms(set map[atom]struct{}) []atom { return slices.Sorted(maps.Keys(set)) }
