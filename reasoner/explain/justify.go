package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	"box2el-owl/owl"
)

// Limits bound the search for justifications and repairs.
type Limits struct {
	// Count is how many to find. Default: 1; All: no limit.
	Count int
	// Time is how long to search; what was found until then is returned. Default: no limit.
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

// Justifications are minimal sets of axioms that entail something, each sorted, by their
// numbers. Smaller sets stand before larger ones. Of axioms that say the same, one is taken.
type Justifications struct {
	Sets [][]int
	// Complete says that there are no others.
	Complete bool
}

// Justifications finds minimal sets of axioms that entail the goal: the first by shrinking the
// axioms of the smallest proof, the others with Reiter's hitting-set tree ("A Theory of Diagnosis from First
// Principles", Artificial Intelligence 32, 1987; corrected by Greiner et al. 1989), whose tests are derivations in the recorded
// graph and need no further reasoning.
//
// Of a goal that is not entailed there are none. The only error is that of a context that has ended.
//
// Cost: one pass over the graph for each test; their number may grow exponentially with
// the justifications.
func (e *Explanation) Justifications(ctx context.Context, limits Limits) (*Justifications, error) {
	limits = limits.withDefaults()
	found := &Justifications{}
	if !e.Entailed() {
		found.Complete = true
		return found, nil
	}
	sets, complete, err := e.hittingSetTree(ctx, limits)
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
	slices.SortFunc(found.Sets, func(a, b []int) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) })
	found.Complete = complete
	return found, nil
}

// hittingSetTree finds justifications as sets of citations. A node of the tree is a set of axioms
// that are taken away; it bears a justification among the others, and has a child for each axiom of that.
// Nodes are visited in the order of their size, so that each set of axioms needs to be visited once.
func (e *Explanation) hittingSetTree(ctx context.Context, limits Limits) (sets [][]int32, complete bool, err error) {
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	search := newSearch(e.graph)
	nodes := [][]int32{{}}
	visited := map[string]bool{}
	var hits [][]int32 // sets without which the goal does not follow
	for n := 0; n < len(nodes); n++ {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if len(sets) > 0 && !deadline.IsZero() && time.Now().After(deadline) {
			return sets, false, nil
		}
		removed := nodes[n]
		if slices.ContainsFunc(hits, func(hit []int32) bool { return isSubset(hit, removed) }) {
			continue
		}
		set := disjointFrom(sets, removed)
		if set == nil {
			allowed := e.graph.all()
			for _, c := range removed {
				allowed[c] = false
			}
			if set = search.justification(allowed); set == nil {
				hits = append(hits, removed)
				continue
			}
			sets = append(sets, set)
			if len(sets) == limits.Count && limits.Count != All {
				return sets, false, nil
			}
		}
		for _, c := range set {
			at, _ := slices.BinarySearch(removed, c)
			child := slices.Insert(slices.Clone(removed), at, c)
			if key := setKey(child); !visited[key] {
				visited[key] = true
				nodes = append(nodes, child)
			}
		}
		nodes[n] = nil
	}
	return sets, true, nil
}

// justification returns a minimal set of citations out of the allowed ones, sorted; nil if they do
// not entail the goal, and an empty one if nothing is needed.
func (s *search) justification(allowed axiomSet) []int32 {
	best := s.smallest(allowed)
	if best[goalFact] < 0 {
		return nil
	}
	return newSearch(s.restrict(s.cited(best))).minimize(s.cited(best))
}

// minimize takes away what is not needed, axiom after axiom. The set entails the goal.
func (s *search) minimize(set axiomSet) []int32 {
	for c, in := range set {
		if in {
			set[c] = false
			set[c] = !s.entails(set)
		}
	}
	needed := []int32{}
	for c, in := range set {
		if in {
			needed = append(needed, int32(c))
		}
	}
	return needed
}

func disjointFrom(sets [][]int32, removed []int32) []int32 {
	for _, set := range sets {
		if !slices.ContainsFunc(set, func(c int32) bool { _, found := slices.BinarySearch(removed, c); return found }) {
			return set
		}
	}
	return nil
}

func isSubset(small, large []int32) bool {
	for _, c := range small {
		if _, found := slices.BinarySearch(large, c); !found {
			return false
		}
	}
	return true
}

func setKey(set []int32) string {
	key := make([]byte, 0, 4*len(set))
	for _, c := range set {
		key = append(key, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(key)
}

// Needed returns a minimal set of the optional axioms that entail the goal together with all other
// axioms, in the order of their numbers. It is empty if the goal follows without them or not at all.
//
// Cost: two passes over the graph, and one for each optional axiom of the smallest proof.
func (e *Explanation) Needed(optional func(owl.Axiom) bool) []owl.Axiom {
	if !e.Entailed() {
		return nil
	}
	search := newSearch(e.graph)
	allowed := e.graph.all()
	cited := search.cited(search.smallest(allowed))
	for c, number := range e.graph.axioms {
		if optional(e.Cited(int(number))) {
			allowed[c] = cited[c]
		}
	}
	var needed []owl.Axiom
	for c, number := range e.graph.axioms {
		if a := e.Cited(int(number)); allowed[c] && optional(a) {
			allowed[c] = false
			if !search.entails(allowed) {
				allowed[c] = true
				needed = append(needed, a)
			}
		}
	}
	return needed
}
