package reasoner

import (
	"box2el-owl/internal/csr"
	"box2el-owl/internal/scc"
	"box2el-owl/internal/stamped"
)

// graph is a directed graph over dense numbers: the successors of each node.
type graph struct{ csr.Lists }

// edge is an edge of a graph under construction.
type edge struct{ from, to int32 }

// newGraph sorts edges by their start in linear time; edges with one start keep their order.
func newGraph(n int, edges []edge) graph {
	return graph{csr.Build(n, func(add func(key, item int32)) {
		for _, e := range edges {
			add(e.from, e.to)
		}
	})}
}

// reversed returns the graph with reversed edges; the successors of each node are in ascending
// order.
func (g *graph) reversed() graph { return graph{g.Inverted(g.Len())} }

// components numbers the strongly connected components. A component has a larger number than the
// components that it reaches.
func (g *graph) components() (component []int32, count int32) {
	return scc.Components(int32(g.Len()), g.Of)
}

// traversal is a breadth-first search. order lists the visited nodes in the order of discovery.
type traversal struct {
	visited stamped.Set
	order   []int32
}

func newTraversal(n int) *traversal { return &traversal{visited: stamped.NewSet(n)} }

// from returns the nodes reachable from start, start first. The result is valid until the next
// call.
func (c *traversal) from(g *graph, start ...int32) []int32 {
	c.visited.Clear()
	c.order = c.order[:0]
	c.add(start)
	for i := 0; i < len(c.order); i++ {
		c.add(g.Of(c.order[i]))
	}
	return c.order
}

func (c *traversal) add(nodes []int32) {
	for _, n := range nodes {
		if c.visited.Add(n) {
			c.order = append(c.order, n)
		}
	}
}
