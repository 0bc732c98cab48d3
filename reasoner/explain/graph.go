package explain

import (
	"container/heap"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/reasoner/calculus"
)

// graph is the part of some saturations that can take part in deriving one goal: a directed
// hypergraph with its own numbers for facts, inferences and citations of asserted axioms. Fact 0 is
// the goal.
type graph struct {
	origins []origin // by fact
	edges   []edge
	pool    []int32 // premises and citations of the edges

	axioms []int32 // by citation: the asserted axiom, the first of equal ones
}

// origin is the claim and fact of a saturation that a fact of a graph represents. The claim is -1
// for facts of the graph alone.
type origin struct {
	claim int32
	fact  calculus.FactID
}

// edge is an inference of a graph. pool[start:middle] are its premises, pool[middle:end] its
// citations.
type edge struct {
	conclusion         int32
	start, middle, end int32
	rule               calculus.Rule
	claim              int32
	supposed           bool // an axiom that the claim supposes of its examples is used
}

func (g *graph) premises(e *edge) []int32  { return g.pool[e.start:e.middle] }
func (g *graph) citations(e *edge) []int32 { return g.pool[e.middle:e.end] }

// goalFact is the goal of every graph.
const goalFact int32 = 0

// grower makes a graph.
type grower struct {
	*graph
	cite func(number int32) int32 // the representative of an asserted axiom
	seen map[int32]int32          // citation by asserted axiom
}

func newGrower(cite func(number int32) int32) *grower {
	g := &grower{graph: &graph{}, cite: cite, seen: make(map[int32]int32)}
	g.addFact()
	return g
}

// addFact adds a fact of the graph's own.
func (g *grower) addFact() int32 {
	g.origins = append(g.origins, origin{-1, -1})
	return int32(len(g.origins) - 1)
}

// addEdge adds an inference of the graph's own.
func (g *grower) addEdge(r calculus.Rule, claim int32, conclusion int32, premises ...int32) {
	start := int32(len(g.pool))
	g.pool = append(g.pool, premises...)
	end := int32(len(g.pool))
	g.edges = append(g.edges, edge{conclusion, start, end, end, r, claim, false})
}

// addAssertion adds that the asserted axiom i is the conclusion.
func (g *grower) addAssertion(conclusion, i int32) {
	start := int32(len(g.pool))
	g.pool = append(g.pool, g.citation(i))
	g.edges = append(g.edges,
		edge{conclusion, start, start, start + 1, calculus.Asserted, -1, false})
}

func (g *grower) citation(axiom int32) int32 {
	c, ok := g.seen[axiom]
	if !ok {
		c = int32(len(g.axioms))
		g.seen[axiom] = c
		g.axioms = append(g.axioms, axiom)
	}
	return c
}

// add adds the part of a claim's saturation that can take part in deriving its targets, and returns
// their numbers in the graph.
//
// Cost: the inferences of the saturation once, then those behind the targets.
func (g *grower) add(claim int32, c *claim) []int32 {
	d := c.saturation
	byConclusion := dense.ByKey(len(d.Facts), len(d.Inferences), func(i int32) int32 {
		return int32(d.Inferences[i].Conclusion)
	})
	number := make([]int32, len(d.Facts))
	for i := range number {
		number[i] = -1
	}
	var open []calculus.FactID
	enter := func(f calculus.FactID) int32 {
		if number[f] < 0 {
			number[f] = int32(len(g.origins))
			g.origins = append(g.origins, origin{claim, f})
			open = append(open, f)
		}
		return number[f]
	}
	numbers := make([]int32, len(c.targets))
	for i, f := range c.targets {
		numbers[i] = enter(f)
	}
	var cited []int32
	for len(open) > 0 {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range byConclusion.Of(int32(f)) {
			from := d.Premises(&d.Inferences[i])
			if slices.Contains(from, f) {
				continue // it concludes one of its premises
			}
			e := edge{
				conclusion: number[f], start: int32(len(g.pool)), rule: d.Inferences[i].Rule,
				claim: claim,
			}
			cited = cited[:0]
			for _, premise := range from {
				source, isAxiom := premise.Cited()
				if !isAxiom {
					g.pool = append(g.pool, enter(premise))
				} else if number, ok := c.theory.number(source); ok {
					cited = append(cited, g.citation(g.cite(int32(number))))
				} else if c.isSupposed(source) {
					e.supposed = true
				}
			}
			e.middle = int32(len(g.pool))
			g.pool = append(g.pool, cited...)
			e.end = int32(len(g.pool))
			g.edges = append(g.edges, e)
		}
	}
	return numbers
}

// axiomSet is a set of citations of a graph.
type axiomSet []bool

func (g *graph) all() axiomSet {
	s := make(axiomSet, len(g.axioms))
	for i := range s {
		s[i] = true
	}
	return s
}

// allows reports whether an edge cites axioms of the set only.
func (g *graph) allows(s axiomSet, e *edge) bool {
	for _, c := range g.citations(e) {
		if !s[c] {
			return false
		}
	}
	return true
}

// restrict returns the part of a graph that cites axioms of the set only.
func (g *graph) restrict(s axiomSet) *graph {
	part := &graph{origins: g.origins, pool: g.pool, axioms: g.axioms}
	for i := range g.edges {
		if e := &g.edges[i]; g.allows(s, e) {
			part.edges = append(part.edges, *e)
		}
	}
	return part
}

// search finds derivations in one graph for different sets of axioms.
type search struct {
	*graph
	uses    dense.Lists // edges by premise, with an entry for each occurrence
	missing []int32     // by edge: premises that are not derived yet
	derived []bool
}

func newSearch(g *graph) *search {
	s := &search{graph: g, missing: make([]int32, len(g.edges)),
		derived: make([]bool, len(g.origins))}
	s.uses = dense.BuildLists(len(g.origins), func(add func(premise, edge int32)) {
		for i := range g.edges {
			for _, f := range g.premises(&g.edges[i]) {
				add(f, int32(i))
			}
		}
	})
	return s
}

// entails reports whether the goal can be derived from a set of axioms.
func (s *search) entails(allowed axiomSet) bool { return s.smallest(allowed)[goalFact] >= 0 }

// Costs of a step: proofs with few asserted axioms go before short ones, and those without an
// assumption before those with one.
const (
	stepCost       = 1
	citationCost   = 4
	assumptionCost = 40
	unreached      = int64(1) << 62
)

// smallest returns for each fact the edge that derives it in the least proof, -1 where none does,
// by Knuth, "A Generalization of Dijkstra's Algorithm" (Information Processing Letters 6, 1977). A
// proof counts as a tree; of equal ones the first edge is taken.
func (s *search) smallest(allowed axiomSet) []int32 {
	best := make([]int32, len(s.origins))
	costs := make([]int64, len(s.origins))
	for f := range best {
		best[f], costs[f] = -1, unreached
	}
	clear(s.derived)
	var queue costQueue
	relax := func(i int32) {
		e := &s.edges[i]
		cost := int64(stepCost + citationCost*(e.end-e.middle))
		if e.rule == calculus.Assumption {
			cost += assumptionCost
		}
		for _, f := range s.premises(e) {
			cost = min(cost+costs[f], unreached-1)
		}
		if f := e.conclusion; cost < costs[f] || cost == costs[f] && i < best[f] && !s.derived[f] {
			best[f], costs[f] = i, cost
			heap.Push(&queue, costed{cost, f})
		}
	}
	for i := range s.edges {
		e := &s.edges[i]
		s.missing[i] = e.middle - e.start
		if !s.allows(allowed, e) {
			s.missing[i] = -1
		} else if s.missing[i] == 0 {
			relax(int32(i))
		}
	}
	for len(queue) > 0 && !s.derived[goalFact] {
		f := heap.Pop(&queue).(costed).fact
		if s.derived[f] {
			continue
		}
		s.derived[f] = true
		for _, i := range s.uses.Of(f) {
			if s.missing[i] < 0 {
				continue
			}
			if s.missing[i]--; s.missing[i] == 0 {
				relax(i)
			}
		}
	}
	for f := range best {
		if !s.derived[f] {
			best[f] = -1
		}
	}
	return best
}

// costed is a fact with the cost of its best proof so far.
type costed struct {
	cost int64
	fact int32
}

type costQueue []costed

func (q costQueue) Len() int { return len(q) }
func (q costQueue) Less(i, j int) bool {
	return q[i].cost < q[j].cost || q[i].cost == q[j].cost && q[i].fact < q[j].fact
}
func (q costQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *costQueue) Push(x any)   { *q = append(*q, x.(costed)) }
func (q *costQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// cited returns the axioms of the proof that best has for the goal.
func (s *search) cited(best []int32) axiomSet {
	set := make(axiomSet, len(s.axioms))
	seen := make(map[int32]bool)
	open := []int32{goalFact}
	for len(open) > 0 {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[f] {
			continue
		}
		seen[f] = true
		e := &s.edges[best[f]]
		for _, c := range s.citations(e) {
			set[c] = true
		}
		open = append(open, s.premises(e)...)
	}
	return set
}
