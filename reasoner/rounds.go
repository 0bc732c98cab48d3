package reasoner

import (
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/index"
	"context"
	"maps"
	"slices"
)

// Some rules read several contexts: whether they are nonempty, which individuals they equal, and
// which values individuals have. They are applied in rounds between saturations, as axioms of a
// layer.

// complete applies the rules of rounds to a finished saturation until they add nothing, and then
// computes the subsumers of classes under the assumption that they are nonempty. It returns s if
// nothing changes, else a layer.
func (s *saturation) complete(ctx context.Context, workers int) (*saturation, error) {
	if !s.needsRounds() {
		return s, nil
	}
	if equal := s.equalIndividuals(); equal != nil {
		return nil, index.CollapseEqual(s.x.NF, s.x.Names, equal)
	}
	l := s.layer()
	if err := l.rounds(ctx, l.x.Contexts, nil); err != nil {
		return nil, err
	}
	if l.consistent() {
		if err := l.assumeEach(ctx, workers); err != nil {
			return nil, err
		}
	}
	if len(l.recent) == 0 && len(l.x.Changes.Axioms) == 0 && l.assumed == 0 {
		return s, nil
	}
	return l, nil
}

// needsRounds reports whether a rule of rounds may apply.
func (s *saturation) needsRounds() bool {
	x := s.x
	return s.consistent() && (len(x.Nominals) > 0 || x.Universal >= 0 ||
		len(x.NF.FunctionalData) > 0)
}

// rounds applies the rules of rounds to a layer until they add nothing. changed lists the contexts
// that may have new subsumers; assumed those that are nonempty by assumption.
func (s *saturation) rounds(ctx context.Context, changed, assumed []index.ConceptID) error {
	if !s.needsRounds() {
		return nil
	}
	r := rounds{s: s, e: newEditor(s)}
	for s.consistent() {
		r.changed = changed
		r.acrossNonempty(s.newlyNonempty(changed, assumed))
		r.ruleKey()
		r.ruleFunctional()
		if len(r.e.seeds) == 0 && !r.grown || !s.consistent() {
			return nil
		}
		s.rounded = true
		seeds := r.e.sortedSeeds()
		if s.x.Composing != nil { // composed links cannot be followed backward
			seeds = s.x.Contexts
		}
		clear(r.e.seeds)
		r.grown = false
		if err := s.update(ctx, seeds, false); err != nil {
			return err
		}
		changed = sortedIDs(s.solved)
	}
	return nil
}

// rounds is the state of one call of saturation.rounds.
type rounds struct {
	s       *saturation
	e       *editor
	changed []index.ConceptID
	grown   bool // axioms were added that seed nothing
	lazy    bool // nothing is seeded, because all contexts are solved again on demand
}

// include adds sub ⊑ super unless it holds.
func (r *rounds) include(sub, super index.ConceptID) {
	switch {
	case sub == super || slices.Contains(r.s.store.subsumers(sub), super):
	case r.lazy:
		r.s.x.Include(sub, super)
		r.grown = true
	default:
		r.e.Include(sub, super)
	}
}

// LinkTo adds sub ⊑ ∃r.filler for a role id.
func (r *rounds) linkTo(sub index.ConceptID, roleID int32, filler index.ConceptID) {
	r.s.x.LinkTo(sub, roleID, filler)
	r.grown = true
	if !r.lazy {
		r.s.having(sub, r.e.seed)
	}
}

func sortedIDs(set map[index.ConceptID]struct{}) []index.ConceptID {
	return slices.Sorted(maps.Keys(set))
}

// manyEqual is the number of equal individuals from which they are merged.
const manyEqual = 64

// equalIndividuals returns pairs that connect the individuals found equal in nonempty contexts, or
// nil if no group has manyEqual of them.
func (s *saturation) equalIndividuals() []graph.Edge {
	x := s.x
	least := make(map[index.ConceptID]index.ConceptID) // a union-find
	find := func(a index.ConceptID) index.ConceptID {
		for {
			up, ok := least[a]
			if !ok || up == a {
				return a
			}
			if further, ok := least[up]; ok {
				least[a] = further
			}
			a = up
		}
	}
	for _, c := range s.nonempty() {
		first := index.ConceptID(-1)
		for _, d := range s.store.subsumers(c) {
			if x.FlagsOf(d)&index.IsNominal == 0 {
				continue
			}
			if first < 0 {
				first = find(d)
				continue
			}
			if other := find(d); other != first {
				least[max(first, other)] = min(first, other)
				first = min(first, other)
			}
		}
	}
	sizes := make(map[index.ConceptID]int)
	var pairs []graph.Edge
	most := 0
	for _, a := range x.Nominals {
		root := find(a)
		sizes[root]++
		most = max(most, sizes[root])
		if root != a {
			pairs = append(
				pairs,
				graph.Edge{From: int32(x.Concepts[a]), To: int32(x.Concepts[root])},
			)
		}
	}
	if most < manyEqual {
		return nil
	}
	return pairs
}
