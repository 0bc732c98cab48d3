package suggest

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/evidence"
)

// foundChange is a change of relation. Its axiom is new if the axioms that it replaces are removed.
type foundChange struct {
	Suggestion
	statement Statement
}

// changes returns the changes of relation of the ontology, best first. The first call finds them. A
// change is left out if it removes a part of an axiom, if the removed axiom would still be
// entailed, or if the added axiom is entailed or contradicts the ontology.
func (s *Suggester) changes(ctx context.Context) ([]foundChange, error) {
	s.changesLock.Lock()
	defer s.changesLock.Unlock()
	if s.changesFound != nil {
		return s.changesFound, nil
	}
	made, err := s.ranker()
	if err != nil {
		return nil, err
	}
	all, err := made.engine.Changes(ctx)
	if err != nil {
		return nil, err
	}
	found := []foundChange{}
	for _, c := range all {
		from, to := c.From, c.To
		removed := s.t.Asserting(from)
		axioms := []owl.Axiom{s.t.Axiom(from), s.t.Axiom(to)}
		if !eachStatesOnly(removed, axioms[0]) {
			continue
		}
		before, err := s.judge(ctx, axioms[1:])
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
		if v := verdicts[0]; !entailed && v.Verdict == New {
			found = append(found, foundChange{Suggestion{
				Subject: s.t.Classes[to.Class], Form: Change, Property: s.t.Properties[to.Property],
				Target: s.t.Classes[to.Target], Axiom: axioms[1], Replaces: removed,
				Tier: changeTier, Score: c.Score, Verdict: v.Verdict, Exact: v.Exact,
				Outside: v.Outside, Evidence: append([]evidence.Evidence{c.Evidence},
					s.findings.checks().Against(c.To)...),
			}, to})
		}
	}
	s.changesFound = found
	return found, nil
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

// changesOf returns the changes that a request admits, for one class or, if class is negative, for
// the classes of the user.
func (s *Suggester) changesOf(ctx context.Context, w *wanted, class int32) ([]Suggestion, error) {
	if !w.forms[Change] || !w.tiers[changeTier] || !w.verdicts[New] || w.MinProbability > 0 ||
		s.without == nil {
		return nil, nil
	}
	all, err := s.changes(ctx)
	if err != nil {
		return nil, err
	}
	ranks := make(map[int32]int)
	var list []Suggestion
	for _, c := range all {
		ranks[c.statement.Class]++
		x := c.Suggestion
		x.Decision, x.Rank = s.decisionOn(x.Axiom), ranks[c.statement.Class]
		switch {
		case class >= 0 && c.statement.Class != class:
		case class < 0 && !s.isSubject(w, c.statement.Class):
		case !w.Decided && (x.Decision == Accepted || x.Decision == Rejected):
		case w.properties != nil && !slices.Contains(w.properties, c.statement.Property):
		case len(w.TargetBelow) > 0 && !s.below(c.statement.Target, w.TargetBelow):
		case !w.Rejected && s.rejects(c.statement):
		default:
			_, precedents := s.precedents(c.statement)
			x.Evidence = append(precedents, x.Evidence...)
			x.RejectedBy = s.findings.checks().Reject(c.statement)
			list = append(list, x)
		}
	}
	return list, nil
}
