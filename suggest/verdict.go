package suggest

import (
	"context"

	"box2el-owl/owl"
)

// judge returns the verdict on each axiom. The verdict on a new axiom that is entailed with
// built-in axioms is Entailed.
func (s *Suggester) judge(ctx context.Context, axioms []owl.Axiom) ([]Judgement, error) {
	verdicts, err := s.reasoner.Verdicts(ctx, axioms)
	if err != nil || s.builtIn == nil {
		return verdicts, err
	}
	var open []owl.Axiom
	var places []int
	for i := range verdicts {
		if verdicts[i].Verdict == New {
			open, places = append(open, axioms[i]), append(places, i)
		}
	}
	if len(open) == 0 {
		return verdicts, nil
	}
	entailed, err := s.builtIn.EntailsEach(ctx, open)
	if err != nil {
		return nil, err
	}
	for i, at := range places {
		if entailed[i] {
			verdicts[at] = Judgement{Verdict: Entailed, Exact: true, Assumes: true}
		}
	}
	return verdicts, nil
}

// ConflictFunc returns the conflict that axioms cause if all of them are added: Reasoner.Conflict.
type ConflictFunc func(context.Context, []owl.Axiom) (Conflict, error)

// MinimalConflict returns the conflict that axioms cause if all of them are added, and the places
// of a minimal conflict set, ascending; nil if there is no conflict.
func MinimalConflict(ctx context.Context, conflict ConflictFunc,
	axioms []owl.Axiom) (together Conflict, minimal []int, err error) {
	if together, err = conflict(ctx, axioms); err != nil || !together.Contradicts() {
		return together, nil, err
	}
	all := make([]int, len(axioms))
	for i := range all {
		all[i] = i
	}
	minimal, err = minimalConflict(all, func(places []int) (bool, error) {
		chosen := make([]owl.Axiom, len(places))
		for i, at := range places {
			chosen[i] = axioms[at]
		}
		c, err := conflict(ctx, chosen)
		return c.Contradicts(), err
	})
	return together, minimal, err
}

// minimalConflict returns a minimal conflict set of a contradicting list, ascending: the sequential
// search of QuickXplain (Junker, "Preferred Explanations and Relaxations for Over-Constrained
// Problems", AAAI 2004). Bisection finds the shortest prefix that contradicts together with the
// known elements; its last element is one of the set. The others are before it. Each element takes
// about log₂ n questions.
func minimalConflict(list []int, contradict func([]int) (bool, error)) ([]int, error) {
	var known []int // descending
	for {
		if len(known) > 0 {
			if contradicts, err := contradict(joined(nil, known)); err != nil || contradicts {
				return joined(nil, known), err
			}
		}
		lo, hi := 0, len(list) // list[:hi] with known contradicts
		for lo+1 < hi {        // list[:lo] does not
			mid := (lo + hi) / 2
			contradicts, err := contradict(joined(list[:mid], known))
			if err != nil {
				return nil, err
			}
			if contradicts {
				hi = mid
			} else {
				lo = mid
			}
		}
		known = append(known, list[hi-1])
		list = list[:hi-1]
	}
}

// joined returns an ascending prefix and the elements of a descending list, ascending.
func joined(beginning, descending []int) []int {
	all := append([]int(nil), beginning...)
	for i := len(descending) - 1; i >= 0; i-- {
		all = append(all, descending[i])
	}
	return all
}
