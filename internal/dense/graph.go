package dense

// Graph is a directed graph over dense numbers: the successors of each node.
type Graph struct{ Lists }

// Edge is an edge of a graph under construction.
type Edge struct{ From, To int32 }

// NewGraph sorts edges by their start in linear time; edges with one start keep their order.
func NewGraph(n int, edges []Edge) Graph {
	return Graph{BuildLists(n, func(add func(key, item int32)) {
		for _, e := range edges {
			add(e.From, e.To)
		}
	})}
}

// Reversed returns the graph with reversed edges; the successors of each node are in ascending
// order.
func (g *Graph) Reversed() Graph { return Graph{Inverted(&g.Lists, g.Len())} }

// Components numbers the strongly connected components; see the function of this name.
func (g *Graph) Components() (component []int32, count int32) {
	return Components(int32(g.Len()), g.Of)
}

// Traversal is a breadth-first search that can be repeated without new memory.
type Traversal struct {
	Visited Set     // by the last search
	order   []int32 // the visited nodes in the order of discovery
}

// NewTraversal returns a search of graphs with n nodes.
func NewTraversal(n int) *Traversal { return &Traversal{Visited: NewSet(n)} }

// From returns the nodes reachable from start, start first. The result is valid until the next
// call.
func (c *Traversal) From(g *Graph, start ...int32) []int32 {
	c.Visited.Clear()
	c.order = c.order[:0]
	c.add(start)
	for i := 0; i < len(c.order); i++ {
		c.add(g.Of(c.order[i]))
	}
	return c.order
}

func (c *Traversal) add(nodes []int32) {
	for _, n := range nodes {
		if c.Visited.Add(n) {
			c.order = append(c.order, n)
		}
	}
}
