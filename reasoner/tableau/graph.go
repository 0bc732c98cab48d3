package tableau

import "slices"

// Limits of a refutation. They bound the time of a question independently of the size of the
// ontology.
const (
	maxDepth = 3   // depth below the root
	maxNodes = 100 // nodes in one graph
	// steps for one graph: clauses tried and edges followed, including case distinctions
	maxSteps        = 8000
	maxDistinctions = 24 // tried after each change of a graph
)

// edge is a link by a property. Its inverse is an edge of the other node.
type edge struct {
	role role
	to   int32
}

// node is an element of the graph: the root, or an element that it leads to.
type node struct {
	labels []concept // sorted
	edges  []edge
	apart  []int32 // nodes with a number in common are different elements
	depth  int32
	merged int32 // the node that this one was merged into, or −1
	data   bool  // it is a data value
	shared bool  // labels, edges and apart belong to another graph too
	dirty  bool
	grow   bool // an existential restriction may lack its neighbor
}

// distinction is a disjunction that holds at a node.
type distinction struct {
	node         int32
	alternatives []concept
}

// graph is a completion graph.
type graph struct {
	k       *knowledge
	used    *used // shared by the graphs of one question
	nodes   []node
	queue   []int32 // dirty nodes
	open    []distinction
	nominal []nominalNode
	lists   int32 // number of apart lists
	clash   bool
}

type nominalNode struct {
	nominal concept
	node    int32
}

// used counts steps and collects the sources of the axioms that rules have applied.
type used struct {
	steps   int
	sources map[int]bool // nil if they are not collected
}

func (u *used) add(sources ...int) {
	if u.sources == nil {
		return
	}
	for _, s := range sources {
		u.sources[s] = true
	}
}

func newGraph(k *knowledge, u *used, labels ...concept) *graph {
	g := &graph{k: k, used: u}
	root := g.newNode(0, false)
	for _, c := range labels {
		g.add(root, c)
	}
	return g
}

// clone returns an independent copy. The labels and edges of nodes are copied on write.
func (g *graph) clone(u *used) *graph {
	for i := range g.nodes {
		g.nodes[i].shared = true
	}
	copied := *g
	copied.used = u
	copied.nodes = slices.Clone(g.nodes)
	copied.queue = slices.Clone(g.queue)
	copied.open = slices.Clone(g.open)
	copied.nominal = slices.Clone(g.nominal)
	return &copied
}

func (g *graph) newNode(depth int32, data bool) int32 {
	g.nodes = append(g.nodes, node{depth: depth, merged: -1, data: data})
	n := int32(len(g.nodes) - 1)
	g.touch(n)
	return n
}

func (g *graph) find(n int32) int32 {
	for g.nodes[n].merged >= 0 {
		n = g.nodes[n].merged
	}
	return n
}

func (g *graph) own(n int32) *node {
	x := &g.nodes[n]
	if x.shared {
		x.labels, x.edges, x.apart = slices.Clone(x.labels), slices.Clone(x.edges),
			slices.Clone(x.apart)
		x.shared = false
	}
	return x
}

func (g *graph) touch(n int32) {
	if x := &g.nodes[n]; !x.dirty {
		x.dirty = true
		g.queue = append(g.queue, n)
	}
}

func (g *graph) touchNeighbors(n int32) {
	for _, e := range g.nodes[n].edges {
		g.touch(g.find(e.to))
	}
}

func (g *graph) labelled(n int32, c concept) bool {
	_, found := slices.BinarySearch(g.nodes[n].labels, c)
	return found
}

// holds reports whether a node is known to be an instance of c.
func (g *graph) holds(n int32, c concept) bool {
	if c == top || g.labelled(n, c) {
		return true
	}
	e := g.k.at(c)
	switch e.kind {
	case and:
		return !slices.ContainsFunc(e.args, func(a concept) bool { return !g.holds(n, a) })
	case or:
		return slices.ContainsFunc(e.args, func(a concept) bool { return g.holds(n, a) })
	case some:
		for _, x := range g.nodes[n].edges {
			if x.role == e.role && g.holds(g.find(x.to), e.filler) {
				return true
			}
		}
	case self:
		for _, x := range g.nodes[n].edges {
			if x.role == e.role && g.find(x.to) == n {
				return true
			}
		}
	case atLeast:
		return g.different(g.neighbors(n, e.role, e.filler), e.n)
	}
	return false
}

// refuted reports whether a node is known not to be an instance of c.
func (g *graph) refuted(n int32, c concept) bool {
	if c == bottom || g.labelled(n, c^1) {
		return true
	}
	e := g.k.at(c)
	switch e.kind {
	case atom:
		_, clash := g.groupClash(n, c)
		return clash
	case and:
		return slices.ContainsFunc(e.args, func(a concept) bool { return g.refuted(n, a) })
	case or:
		return !slices.ContainsFunc(e.args, func(a concept) bool { return !g.refuted(n, a) })
	}
	return false
}

// groupClash returns a disjoint group in which c is with another label of a node.
func (g *graph) groupClash(n int32, c concept) (group int32, clash bool) {
	groups := g.k.at(c).groups
	if len(groups) == 0 {
		return 0, false
	}
	for _, d := range g.nodes[n].labels {
		if d == c {
			continue
		}
		for _, group := range g.k.at(d).groups {
			if slices.Contains(groups, group) {
				return group, true
			}
		}
	}
	return 0, false
}

// neighbors returns the nodes that a property links to and that are known to be instances of c.
func (g *graph) neighbors(n int32, r role, c concept) []int32 {
	var list []int32
	for _, e := range g.nodes[n].edges {
		if to := g.find(e.to); e.role == r && !slices.Contains(list, to) && g.holds(to, c) {
			list = append(list, to)
		}
	}
	return list
}

// different reports whether n of the nodes are known to be pairwise different. It chooses nodes
// greedily, in their order.
func (g *graph) different(list []int32, n int) bool {
	if len(list) < n {
		return false
	}
	for from := 0; from+n <= len(list); from++ {
		chosen := []int32{list[from]}
		for _, x := range list[from+1:] {
			if !slices.ContainsFunc(chosen, func(y int32) bool { return !g.areApart(x, y) }) {
				chosen = append(chosen, x)
			}
		}
		if len(chosen) >= n {
			return true
		}
	}
	return false
}

func (g *graph) areApart(x, y int32) bool {
	for _, a := range g.nodes[x].apart {
		if slices.Contains(g.nodes[y].apart, a) {
			return true
		}
	}
	for _, c := range g.nodes[x].labels {
		if g.labelled(y, c^1) {
			return true
		}
		if group, clash := g.groupClash(y, c); clash {
			g.used.add(g.k.groupSource[group])
			return true
		}
	}
	return false
}

// add makes a node an instance of c.
func (g *graph) add(n int32, c concept) {
	if g.clash || c == top || c == bottom {
		g.clash = g.clash || c == bottom
		return
	}
	n = g.find(n)
	at, found := slices.BinarySearch(g.nodes[n].labels, c)
	if found {
		return
	}
	if g.labelled(n, c^1) {
		g.clash = true
		return
	}
	x := g.own(n)
	x.labels = slices.Insert(x.labels, at, c)
	g.touch(n)
	e := g.k.at(c)
	if e.watched {
		g.touchNeighbors(n)
	}
	switch e.kind {
	case and:
		for _, a := range e.args {
			g.add(n, a)
		}
	case atom:
		if group, clash := g.groupClash(n, c); clash {
			g.used.add(g.k.groupSource[group])
			g.clash = true
		} else if e.nominal {
			g.addNominal(n, c)
		}
	}
}

func (g *graph) addNominal(n int32, c concept) {
	for _, known := range g.nominal {
		if known.nominal == c {
			g.merge(g.find(known.node), n)
			return
		}
	}
	g.nominal = append(g.nominal, nominalNode{c, n})
}

// link adds an edge, the edges of all super-properties, and their inverses.
func (g *graph) link(from int32, r role, to int32) {
	for _, above := range g.k.rolesAbove(r) {
		if g.edge(from, above.role, to) {
			g.edge(to, above.role^1, from)
			g.used.add(above.sources...)
		}
	}
}

func (g *graph) edge(from int32, r role, to int32) (added bool) {
	g.used.steps += 1 + len(g.nodes[from].edges)/8
	for _, e := range g.nodes[from].edges {
		if e.role == r && g.find(e.to) == to {
			return false
		}
	}
	x := g.own(from)
	x.edges = append(x.edges, edge{r, to})
	g.touch(from)
	return true
}

// merge makes two nodes one element. The node nearer to the root remains.
func (g *graph) merge(x, y int32) {
	x, y = g.find(x), g.find(y)
	if x == y || g.clash {
		return
	}
	if g.nodes[y].depth < g.nodes[x].depth || g.nodes[y].depth == g.nodes[x].depth && y < x {
		x, y = y, x
	}
	for _, a := range g.nodes[x].apart {
		if slices.Contains(g.nodes[y].apart, a) {
			g.clash = true
			return
		}
	}
	gone := g.nodes[y]
	g.nodes[y].merged = x
	kept := g.own(x)
	kept.apart = append(kept.apart, gone.apart...)
	kept.data = kept.data && gone.data
	for _, e := range gone.edges {
		to := g.find(e.to)
		g.edge(x, e.role, to)
		g.edge(to, e.role^1, x)
	}
	for _, c := range gone.labels {
		g.add(x, c)
	}
	g.touch(x)
	g.touchNeighbors(g.find(x))
}
