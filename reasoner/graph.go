package reasoner

import "box2el-owl/internal/scc"

// graph is a directed graph over dense numbers as a CSR adjacency list: the successors of n are
// targets[offsets[n]:offsets[n+1]].
type graph struct {
	offsets []int32
	targets []int32
}

// edge is an edge of a graph under construction.
type edge struct{ from, to int32 }

// newGraph sorts edges by their start in linear time; edges with one start keep their order.
func newGraph(n int, edges []edge) graph {
	g := graph{make([]int32, n+1), make([]int32, len(edges))}
	for _, e := range edges {
		g.offsets[e.from+1]++
	}
	for i := range n {
		g.offsets[i+1] += g.offsets[i]
	}
	next := append([]int32(nil), g.offsets[:n]...)
	for _, e := range edges {
		g.targets[next[e.from]] = e.to
		next[e.from]++
	}
	return g
}

// of returns the successors of n.
func (g *graph) of(n int32) []int32 { return g.targets[g.offsets[n]:g.offsets[n+1]] }

// reversed returns the graph with reversed edges; the successors of each node are in ascending
// order.
func (g *graph) reversed() graph {
	n := len(g.offsets) - 1
	r := graph{make([]int32, n+1), make([]int32, len(g.targets))}
	for _, m := range g.targets {
		r.offsets[m+1]++
	}
	for i := range n {
		r.offsets[i+1] += r.offsets[i]
	}
	next := append([]int32(nil), r.offsets[:n]...)
	for from := range int32(n) {
		for _, m := range g.of(from) {
			r.targets[next[m]] = from
			next[m]++
		}
	}
	return r
}

// components numbers the strongly connected components. A component has a larger number than the
// components that it reaches.
func (g *graph) components() (component []int32, count int32) {
	return scc.Components(int32(len(g.offsets)-1), g.of)
}

// traversal is a breadth-first search with an epoch-stamped set of visited nodes. order lists them
// in the order of discovery.
type traversal struct {
	stamp []int32
	round int32
	order []int32
}

func newTraversal(n int) *traversal { return &traversal{stamp: make([]int32, n)} }

// from returns the nodes reachable from start, start first. The result is valid until the next
// call.
func (c *traversal) from(g *graph, start ...int32) []int32 {
	c.round++
	c.order = c.order[:0]
	for _, s := range start {
		c.add(s)
	}
	for i := 0; i < len(c.order); i++ {
		for _, m := range g.of(c.order[i]) {
			c.add(m)
		}
	}
	return c.order
}

func (c *traversal) add(n int32) {
	if c.stamp[n] != c.round {
		c.stamp[n] = c.round
		c.order = append(c.order, n)
	}
}
