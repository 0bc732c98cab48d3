package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"box2el-owl/owl"
)

// Limits limit the search for justifications and repairs.
type Limits struct {
	// Count is the number of sets to find. Default: 1; All: no limit.
	Count int
	// Time limits the search, which returns the sets found until then. Default: no limit.
	Time time.Duration
}

// All is a Limits.Count that finds every justification.
const All = int(^uint(0) >> 1)

func (l Limits) withDefaults() Limits {
	if l.Count <= 0 {
		l.Count = 1
	}
	return l
}

// deadline returns the time at which a search that begins now ends.
func (l Limits) deadline() time.Time {
	if l.Time <= 0 {
		return time.Now().AddDate(100, 0, 0)
	}
	return time.Now().Add(l.Time)
}

// Justifications are minimal sets of axioms that entail a goal, each sorted, by their numbers.
// Smaller sets come first. Of equal axioms one is taken.
type Justifications struct {
	Sets [][]int
	// Complete is set if there are no others, also not with axioms outside EL.
	Complete bool
}

// Justifications finds minimal sets of axioms that entail the goal: the first by shrinking the
// axioms of the smallest proof, the others with the hitting-set tree of Reiter ("A Theory of
// Diagnosis from First Principles", Artificial Intelligence 32, 1987; corrected by Greiner et al.
// 1989). Its tests are derivations in the recorded graph and need no further reasoning.
//
// A goal that is not entailed has none. The only error is that of the context.
//
// Cost: one pass over the graph for each test; their number may grow exponentially with the
// justifications.
func (e *Explanation) Justifications(ctx context.Context, limits Limits) (*Justifications, error) {
	limits = limits.withDefaults()
	found := &Justifications{}
	if !e.Entailed() {
		found.Complete = true
		return found, nil
	}
	search, deadline := newSearch(e.graph), limits.deadline()
	var sets [][]int
	label := func(removed []int) []int {
		if set := disjointFrom(sets, removed); set != nil {
			return set
		}
		allowed := e.graph.all()
		for _, c := range removed {
			allowed[c] = false
		}
		set := search.justification(allowed)
		if set != nil {
			sets = append(sets, set)
		}
		return set
	}
	_, complete, err := hittingSetTree(ctx, label, func(int, int) bool {
		return len(sets) >= limits.Count || len(sets) > 0 && time.Now().After(deadline)
	})
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		var axioms []int
		for _, c := range set {
			axioms = append(axioms, int(e.graph.axioms[c]))
		}
		slices.Sort(axioms)
		found.Sets = append(found.Sets, axioms)
	}
	slices.SortFunc(found.Sets,
		func(a, b []int) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) })
	tautology := len(found.Sets) > 0 && len(found.Sets[0]) == 0
	found.Complete = complete && (tautology || !e.partial())
	return found, nil
}

// partial reports whether axioms outside EL may have further justifications of the goal.
func (e *Explanation) partial() bool {
	return len(e.claims) == 0 && e.goal.Kind().IsLogical() ||
		slices.ContainsFunc(e.claims, func(c *claim) bool { return c.theory.partial })
}

// hittingSetTree finds the minimal hitting sets of some sets. label returns one of these that has
// no removed element, or nil if the removed elements hit all. Removed sets are visited in the order
// of their size, so each minimal hitting set is visited before its supersets. The search ends early
// if stop returns true for the size of the next set and the number of hitting sets.
func hittingSetTree(
	ctx context.Context, label func(removed []int) []int, stop func(size, hits int) bool,
) (hits [][]int, complete bool, err error) {
	nodes := [][]int{nil}
	visited := make(map[string]bool)
	for ; len(nodes) > 0; nodes = nodes[1:] {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		removed := nodes[0]
		if stop(len(removed), len(hits)) {
			return hits, false, nil
		}
		if slices.ContainsFunc(hits, func(hit []int) bool { return isSubset(hit, removed) }) {
			continue
		}
		set := label(removed)
		if set == nil {
			hits = append(hits, removed)
		}
		for _, c := range set {
			at, _ := slices.BinarySearch(removed, c)
			child := slices.Insert(slices.Clone(removed), at, c)
			if key := fmt.Sprint(child); !visited[key] {
				visited[key] = true
				nodes = append(nodes, child)
			}
		}
	}
	return hits, true, nil
}

// justification returns a minimal set of citations out of the allowed ones, sorted; nil if they do
// not entail the goal, and an empty one if nothing is needed.
func (s *search) justification(allowed axiomSet) []int {
	best := s.smallest(allowed)
	if best[goalFact] < 0 {
		return nil
	}
	return newSearch(s.restrict(s.cited(best))).minimize(s.cited(best),
		func(int) bool { return true })
}

// minimize removes the axioms that are not needed, one after the other, and returns the others. The
// set entails the goal.
func (s *search) minimize(set axiomSet, optional func(c int) bool) []int {
	needed := []int{}
	for c, in := range set {
		if in && optional(c) {
			if set[c] = false; !s.entails(set) {
				set[c] = true
				needed = append(needed, c)
			}
		}
	}
	return needed
}

// disjointFrom returns the first set without a removed element, or nil.
func disjointFrom(sets [][]int, removed []int) []int {
	isRemoved := func(c int) bool { return slices.Contains(removed, c) }
	for _, set := range sets {
		if !slices.ContainsFunc(set, isRemoved) {
			return set
		}
	}
	return nil
}

// isSubset reports whether a sorted set has all elements of another.
func isSubset(small, large []int) bool {
	return !slices.ContainsFunc(small, func(c int) bool {
		_, found := slices.BinarySearch(large, c)
		return !found
	})
}

// Needed returns a minimal set of the optional axioms that entail the goal together with all other
// axioms. It is empty if the other axioms entail the goal, or if it is not entailed.
//
// Cost: two passes over the graph, and one for each optional axiom of the smallest proof.
func (e *Explanation) Needed(optional func(owl.Axiom) bool) []owl.Axiom {
	if !e.Entailed() {
		return nil
	}
	search := newSearch(e.graph)
	allowed := e.graph.all()
	cited := search.cited(search.smallest(allowed))
	isOptional := func(c int) bool { return optional(e.Cited(int(e.graph.axioms[c]))) }
	for c := range allowed {
		allowed[c] = cited[c] || !isOptional(c)
	}
	var needed []owl.Axiom
	for _, c := range search.minimize(allowed, isOptional) {
		needed = append(needed, e.Cited(int(e.graph.axioms[c])))
	}
	return needed
}
