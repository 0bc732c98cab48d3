package suggest

import (
	"context"
	"slices"
	"sort"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// judge returns the verdict on each axiom, and whether it assumes built-in axioms: the verdict on a
// new axiom that is entailed with these is Entailed.
func (s *Suggester) judge(ctx context.Context,
	axioms []owl.Axiom) (verdicts []*reasoner.Judgement, assumes []bool, err error) {
	assumes = make([]bool, len(axioms))
	verdicts, err = s.reasoner.Verdicts(ctx, axioms)
	if err != nil || s.builtIn == nil {
		return verdicts, assumes, err
	}
	var open []owl.Axiom
	var places []int
	for i := range verdicts {
		if verdicts[i].Verdict == New {
			open, places = append(open, axioms[i]), append(places, i)
		}
	}
	if len(open) == 0 {
		return verdicts, assumes, nil
	}
	entailed, err := s.builtIn.EntailsEach(ctx, open)
	if err != nil {
		return nil, nil, err
	}
	for i, at := range places {
		if entailed[i] {
			verdicts[at] = &reasoner.Judgement{Verdict: Entailed,
				Conflict: reasoner.Conflict{Exact: true}}
			assumes[at] = true
		}
	}
	return verdicts, assumes, nil
}

// ConflictFunc returns the conflict that axioms cause if all of them are added:
// Reasoner.FullConflict.
type ConflictFunc func(ctx context.Context, axioms ...owl.Axiom) (*reasoner.Conflict, error)

// MinimalConflict returns the conflict that axioms cause if all of them are added, and the places
// of a minimal conflict set, ascending; nil if there is no conflict.
//
// It is the sequential search of QuickXplain (Junker, "Preferred Explanations and Relaxations for
// Over-Constrained Problems", AAAI 2004). Bisection finds the shortest prefix that contradicts
// together with the known elements; its last element is one of the set. The others are before it.
// Each element takes about log₂ n questions.
func MinimalConflict(ctx context.Context, conflict ConflictFunc,
	axioms []owl.Axiom) (together *reasoner.Conflict, minimal []int, err error) {
	if together, err = conflict(ctx, axioms...); err != nil || !together.Contradicts() {
		return together, nil, err
	}
	// contradicts reports whether the first n axioms and the known elements contradict.
	contradicts := func(n int) bool {
		if err != nil || n+len(minimal) == 0 {
			return err != nil
		}
		chosen := slices.Clone(axioms[:n])
		for _, at := range minimal {
			chosen = append(chosen, axioms[at])
		}
		var c *reasoner.Conflict
		c, err = conflict(ctx, chosen...)
		return err != nil || c.Contradicts()
	}
	for n := len(axioms); !contradicts(0); {
		n = sort.Search(n, contradicts) - 1
		minimal = slices.Insert(minimal, 0, n)
	}
	return together, minimal, err
}
