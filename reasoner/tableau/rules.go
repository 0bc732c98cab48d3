package tableau

import "slices"

// run applies rules until none applies, a limit is reached, or there is a clash.
func (g *graph) run() {
	for !g.clash && g.used.steps < maxSteps {
		if len(g.queue) > 0 {
			n := g.queue[0]
			g.queue = g.queue[1:]
			g.nodes[n].dirty = false
			if g.nodes[n].merged < 0 {
				g.process(n)
			}
			continue
		}
		next := slices.IndexFunc(g.nodes, func(x node) bool { return x.grow && x.merged < 0 })
		if next < 0 {
			return
		}
		g.nodes[next].grow = false
		g.expand(int32(next))
	}
}

// process applies the rules to a node. A node that changes during this is queued again.
func (g *graph) process(n int32) {
	if !g.nodes[n].data {
		for _, i := range g.k.byLabel[top] {
			g.fire(n, i)
		}
	}
	labels := slices.Clone(g.nodes[n].labels)
	edges := slices.Clone(g.nodes[n].edges)
	for _, c := range labels {
		if g.clash || g.nodes[n].merged >= 0 {
			return
		}
		g.applyLabel(n, c, edges)
	}
	for _, e := range edges {
		if g.clash || g.nodes[n].merged >= 0 || g.used.steps >= maxSteps {
			return
		}
		to := g.find(e.to)
		for _, clause := range g.k.byRole[e.role] {
			g.fire(n, clause)
		}
		for _, d := range g.k.disjoint[e.role] {
			if slices.ContainsFunc(edges, func(f edge) bool {
				return f.role == d.role && g.find(f.to) == to
			}) {
				g.used.add(d.source)
				g.clash = true
				return
			}
		}
		g.applyFillers(n, e.role, to)
		for _, c := range g.k.chains[e.role^1] { // n is between the two links
			for _, f := range edges {
				if f.role == c.second {
					g.used.add(c.source)
					g.link(to, c.super, g.find(f.to))
				}
			}
		}
	}
}

// applyFillers fires the clauses that an edge to a node with these labels triggers.
func (g *graph) applyFillers(n int32, r role, to int32) {
	labels := g.nodes[to].labels
	g.used.steps += 1 + len(labels)/8
	if n == to {
		labels = slices.Clone(labels)
	}
	for _, c := range labels {
		for _, trigger := range g.k.byFiller[c] {
			if trigger.role == r {
				g.fire(n, trigger.clause)
			}
			if g.clash || g.nodes[n].merged >= 0 {
				return
			}
		}
	}
}

func (g *graph) applyLabel(n int32, c concept, edges []edge) {
	e := g.k.at(c)
	switch e.kind {
	case atom:
		for _, i := range g.k.byLabel[c] {
			g.fire(n, i)
		}
	case or:
		g.choose(n, e.args)
	case some, atLeast:
		g.nodes[n].grow = true
	case all:
		for _, x := range edges {
			if x.role == e.role {
				g.add(g.find(x.to), e.filler)
			}
		}
	case atMost:
		g.limit(n, e)
	case self:
		g.link(n, e.role, n)
	case notSelf:
		g.clash = g.clash || g.holds(n, c^1)
	}
}

// limit applies an at-most restriction: it merges the neighbors if one is allowed.
func (g *graph) limit(n int32, e *expression) {
	list := g.neighbors(n, e.role, e.filler)
	switch {
	case len(list) <= e.n:
	case e.n == 1:
		for _, other := range list[1:] {
			g.merge(list[0], other)
		}
	case g.different(list, e.n+1):
		g.clash = true
	}
}

// fire applies a clause to a node.
func (g *graph) fire(n int32, i int32) {
	c := g.k.clauses[i]
	n = g.find(n)
	g.used.steps++
	if g.clash || slices.ContainsFunc(c.body, func(b concept) bool { return !g.holds(n, b) }) {
		return
	}
	g.used.add(c.source)
	g.choose(n, c.head)
}

// choose adds the last alternative that is not refuted to a node. If several are left, it records a
// distinction.
func (g *graph) choose(n int32, alternatives []concept) {
	left, done := g.remaining(n, alternatives)
	switch {
	case done:
	case len(left) == 0:
		g.clash = true
	case len(left) == 1:
		g.add(n, left[0])
	default:
		g.open = append(g.open, distinction{n, alternatives})
	}
}

// remaining returns the alternatives that are not refuted. done is set if one holds.
func (g *graph) remaining(n int32, alternatives []concept) (left []concept, done bool) {
	for _, c := range alternatives {
		if g.holds(n, c) {
			return nil, true
		}
	}
	for _, c := range alternatives {
		if !g.refuted(n, c) {
			left = append(left, c)
		} else if group, clash := g.groupClash(n, c); clash {
			g.used.add(g.k.groupSource[group])
		}
	}
	return left, false
}

// expand adds the neighbors that existential and at-least restrictions lack.
func (g *graph) expand(n int32) {
	depth := g.nodes[n].depth + 1
	if depth > maxDepth {
		return
	}
	for _, c := range slices.Clone(g.nodes[n].labels) {
		e := g.k.at(c)
		if e.kind != some && e.kind != atLeast || len(g.nodes)+e.n > maxNodes || g.clash {
			continue
		}
		if g.nodes[n].merged >= 0 {
			return
		}
		if e.kind == some && len(g.neighbors(n, e.role, e.filler)) > 0 {
			continue
		}
		if e.kind == atLeast {
			if g.different(g.neighbors(n, e.role, e.filler), e.n) {
				continue
			}
			g.lists++
		}
		for range e.n {
			to := g.newNode(depth, g.k.isData[e.role/2])
			if e.kind == atLeast {
				g.nodes[to].apart = []int32{g.lists}
			}
			g.link(n, e.role, to)
			g.add(to, e.filler)
			if n = g.find(n); g.clash {
				return
			}
		}
	}
}

// refute reports whether the graph has a clash in every case. Distinctions are tried one by one,
// nested to the given depth. A distinction with one case left is decided.
func (g *graph) refute(nested int) bool {
	g.run()
	for nested > 0 && !g.clash {
		if !g.decide(nested) {
			return false
		}
		g.run()
	}
	return g.clash
}

// decide looks for a distinction with at most one case left and adds that case. It reports false if
// there is none.
func (g *graph) decide(nested int) bool {
	var open []distinction
	for _, d := range g.open {
		d.node = g.find(d.node)
		left, done := g.remaining(d.node, d.alternatives)
		if done || slices.ContainsFunc(open, func(o distinction) bool {
			return o.node == d.node && slices.Equal(o.alternatives, left)
		}) {
			continue
		}
		open = append(open, distinction{d.node, left})
	}
	g.open = open
	for i, d := range open {
		if i == maxDistinctions || g.used.steps >= maxSteps {
			break
		}
		var left []concept
		for _, c := range d.alternatives {
			one := g.clone(g.used)
			one.open = slices.Delete(one.open, i, i+1)
			one.add(d.node, c)
			if !one.refute(nested - 1) {
				if left = append(left, c); len(left) > 1 {
					break
				}
			}
		}
		switch len(left) {
		case 0:
			g.clash = true
			return true
		case 1:
			g.add(d.node, left[0])
			return true
		}
	}
	return false
}
