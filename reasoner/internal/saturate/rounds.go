package saturate

import (
	"context"
	"maps"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/reasoner/internal/index"
)

// Some rules read several contexts: whether they are nonempty, which individuals they equal, and
// which values individuals have. They are applied in rounds between saturations, as axioms of a
// layer.

// complete applies the rules of rounds to a finished base until they add nothing, and then
// computes the subsumers of classes under the assumption that they are nonempty. It returns b if
// nothing changes, else a layer.
func (b *Base) complete(ctx context.Context, workers int) (*Saturation, error) {
	if !b.NeedsRounds() {
		return &b.Saturation, nil
	}
	if equal := b.equalIndividuals(); equal != nil {
		return nil, index.CollapseEqual(b.Index.NF, b.Index.Names, equal)
	}
	l := b.Layer()
	if err := l.Rounds(ctx, l.Index.Contexts, nil); err != nil {
		return nil, err
	}
	if l.Consistent() {
		if err := l.AssumeEach(ctx, workers); err != nil {
			return nil, err
		}
	}
	if len(l.Recent) == 0 && len(l.Index.Changes.Axioms) == 0 && l.Assumed == 0 {
		return &b.Saturation, nil
	}
	return &l.Saturation, nil
}

// NeedsRounds reports whether a rule of rounds may apply.
func (s *Saturation) NeedsRounds() bool {
	x := s.Index
	return s.Consistent() && (len(x.Nominals) > 0 || x.Universal >= 0 ||
		len(x.NF.FunctionalData) > 0)
}

// Rounds applies the rules of rounds to a layer until they add nothing. changed lists the contexts
// that may have new subsumers; assumed those that are nonempty by assumption.
func (l *Layer) Rounds(ctx context.Context, changed, assumed []index.ConceptID) error {
	if !l.NeedsRounds() {
		return nil
	}
	r := rounds{l: l, e: NewEditor(l)}
	for l.Consistent() {
		r.changed = changed
		r.acrossNonempty(l.newlyNonempty(changed, assumed))
		r.ruleKey()
		r.ruleFunctional()
		if len(r.e.seeds) == 0 && !r.grown || !l.Consistent() {
			return nil
		}
		l.Rounded = true
		seeds := r.e.SortedSeeds()
		if l.Index.Composing != nil { // composed links cannot be followed backward
			seeds = l.Index.Contexts
		}
		clear(r.e.seeds)
		r.grown = false
		if err := l.Update(ctx, seeds, false); err != nil {
			return err
		}
		changed = SortedIDs(l.Solved)
	}
	return nil
}

// rounds is the state of one call of Layer.Rounds.
type rounds struct {
	l       *Layer
	e       *Editor
	changed []index.ConceptID
	grown   bool // axioms were added that seed nothing
	lazy    bool // nothing is seeded, because all contexts are solved again on demand
}

// include adds sub ⊑ super unless it holds.
func (r *rounds) include(sub, super index.ConceptID) {
	switch {
	case sub == super || slices.Contains(r.l.Store.Subsumers(sub), super):
	case r.lazy:
		r.l.Index.Include(sub, super)
		r.grown = true
	default:
		r.e.Include(sub, super)
	}
}

// linkTo adds sub ⊑ ∃r.filler for a role id.
func (r *rounds) linkTo(sub index.ConceptID, roleID int32, filler index.ConceptID) {
	r.l.Index.LinkTo(sub, roleID, filler)
	r.grown = true
	if !r.lazy {
		r.l.Having(sub, r.e.Seed)
	}
}

// SortedIDs returns the elements of a set, ascending.
func SortedIDs(set map[index.ConceptID]struct{}) []index.ConceptID {
	return slices.Sorted(maps.Keys(set))
}

// manyEqual is the number of equal individuals from which they are merged.
const manyEqual = 64

// equalIndividuals returns pairs that connect the individuals found equal in nonempty contexts, or
// nil if no group has manyEqual of them.
func (s *Saturation) equalIndividuals() []dense.Edge {
	x := s.Index
	equal := make(equality[index.ConceptID])
	for _, c := range s.Nonempty() {
		first := index.ConceptID(-1)
		for _, d := range s.Store.Subsumers(c) {
			switch {
			case x.FlagsOf(d)&index.IsNominal == 0:
			case first < 0:
				first = d
			default:
				equal.merge(first, d)
			}
		}
	}
	sizes := make(map[index.ConceptID]int)
	var pairs []dense.Edge
	most := 0
	for _, a := range x.Nominals {
		root := equal.least(a)
		sizes[root]++
		most = max(most, sizes[root])
		if root != a {
			pairs = append(
				pairs,
				dense.Edge{From: int32(x.Concepts[a]), To: int32(x.Concepts[root])},
			)
		}
	}
	if most < manyEqual {
		return nil
	}
	return pairs
}
