package suggest

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/evidence"
)

// changes returns the changes of relation of the ontology, best first. The first call finds them. A
// change is left out in three cases: it removes only a part of an axiom, the removed axiom would
// still be entailed, or the added axiom is entailed or contradicts the ontology. The verdict is
// that of the ontology without the axioms that are removed.
func (s *Suggester) changes(ctx context.Context) ([]*found, error) {
	return s.foundChanges.get(func() ([]*found, error) { return s.findChanges(ctx) })
}

func (s *Suggester) findChanges(ctx context.Context) ([]*found, error) {
	made, err := s.ranker()
	if err != nil {
		return nil, err
	}
	all, err := made.engine.Changes(ctx)
	if err != nil {
		return nil, err
	}
	var list []*found
	ranks := make(map[int32]int)
	for _, c := range all {
		removed := s.t.Asserting(c.From)
		axioms := []owl.Axiom{s.t.Axiom(c.From), s.t.Axiom(c.To)}
		if !eachStatesOnly(removed, axioms[0]) {
			continue
		}
		before, _, err := s.judge(ctx, axioms[1:])
		if err != nil {
			return nil, err
		}
		if before[0].Verdict == Entailed {
			continue
		}
		without, err := s.without(ctx, removed)
		if err != nil {
			return nil, err
		}
		entailed, _, err := without.Entails(ctx, axioms[0])
		if err != nil {
			return nil, err
		}
		verdicts, err := without.Verdicts(ctx, axioms[1:])
		if err != nil {
			return nil, err
		}
		if entailed || verdicts[0].Verdict != New {
			continue
		}
		ranks[c.Class]++
		r := &found{Suggestion: suggestionOf(s.t.Numbers, c.To, axioms[1], verdicts[0]), of: c.To}
		r.Form, r.Replaces, r.Tier, r.Score, r.Rank = Change, removed, changeTier, c.Score,
			ranks[c.Class]
		r.Evidence = append([]evidence.Evidence{c.Evidence}, s.findings.checks().Against(c.To)...)
		r.RejectedBy = s.findings.checks().Reject(c.To)
		list = append(list, r)
	}
	return list, nil
}

// changeTier is the tier of changes of relation. Of 30 changes in five ontologies of split learn,
// 13 % were judged right and 70 % right or plausible (bench/usefulness/sheets/changes.tsv), which
// is too few for Possible.
const changeTier = Speculative

// eachStatesOnly reports whether there are axioms and all of them equal a given one, annotations
// aside.
func eachStatesOnly(axioms []owl.Axiom, statement owl.Axiom) bool {
	bare := owl.AppendCanonicalBare(nil, statement)
	return len(axioms) > 0 && !slices.ContainsFunc(axioms, func(a owl.Axiom) bool {
		return !slices.Equal(owl.AppendCanonicalBare(nil, a), bare)
	})
}
