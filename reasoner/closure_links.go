package reasoner

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/role"
	"box2el-owl/reasoner/internal/saturate"
)

// arc is a link between nodes of a Closure, seen from one end.
type arc struct{ roleID, node int32 }

// arcs is an adjacency list in CSR form: the arcs of node n are list[offsets[n]:offsets[n+1]],
// sorted by role and node.
type arcs struct {
	offsets []int32
	list    []arc
}

func (a *arcs) of(n int32) []arc { return a.list[a.offsets[n]:a.offsets[n+1]] }

// reversed returns the arcs seen from their other ends, not sorted by role.
func (a *arcs) reversed() arcs {
	r := arcs{make([]int32, len(a.offsets)), make([]arc, len(a.list))}
	for _, l := range a.list {
		r.offsets[l.node+1]++
	}
	for i := range len(r.offsets) - 1 {
		r.offsets[i+1] += r.offsets[i]
	}
	next := slices.Clone(r.offsets)
	for n := range int32(len(a.offsets) - 1) {
		for _, l := range a.of(n) {
			r.list[next[l.node]] = arc{l.roleID, n}
			next[l.node]++
		}
	}
	return r
}

// nodesPerCheck is the number of nodes between two checks for cancellation.
const nodesPerCheck = 1 << 12

// collectLinks computes the links of each node. It omits a link that another link of the node
// implies: each path over the implied link has a counterpart over the other link, which ends at a
// node with at least the same subsumers.
func (c *Closure) collectLinks(ctx context.Context, s *saturate.Saturation) error {
	x := c.x
	c.links.offsets = make([]int32, len(c.context)+1)
	filled := c.newAnswer()
	var found []arc
	for n, a := range c.context {
		if n%nodesPerCheck == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if a >= 0 && !c.isUnsatisfiable(int32(n)) {
			found = found[:0]
			s.Links(a, func(l saturate.Link) bool {
				found = append(found, arc{l.RoleID, c.node[l.Target]})
				return true
			})
			for _, l := range c.least(found) {
				c.links.list = append(c.links.list, l)
				filled.add(c.supers.Of(l.node))
			}
		}
		c.links.offsets[n+1] = int32(len(c.links.list))
	}
	c.filling = filled.nodes
	c.linkedBy = sync.OnceValue(c.links.reversed)
	c.walkers = make([]*role.Automaton, len(x.Box.Rep))
	for r := range el.Role(len(x.Box.Rep)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r != el.BottomRole && r != el.BottomDataRole {
			c.walkers[r] = s.Walker(x.Box.Rep[r])
		}
	}
	return nil
}

// manyFillers is the number of links of one role above which they are not compared.
const manyFillers = 256

// least sorts links and drops those implied by another link with the same role.
func (c *Closure) least(links []arc) []arc {
	slices.SortFunc(links, func(a, b arc) int {
		return cmp.Or(cmp.Compare(a.roleID, b.roleID), cmp.Compare(a.node, b.node))
	})
	links = slices.Compact(links)
	kept := links[:0]
	for len(links) > 0 {
		n := 1
		for n < len(links) && links[n].roleID == links[0].roleID {
			n++
		}
		same := links[:n]
		links = links[n:]
		if n == 1 || n > manyFillers {
			kept = append(kept, same...)
			continue
		}
		kept = c.appendLeast(kept, slices.Clone(same))
	}
	return kept
}

// appendLeast appends the links to minimal targets, and of equivalent targets the first.
func (c *Closure) appendLeast(to, links []arc) []arc {
	for i, l := range links {
		implied := false
		for j, m := range links {
			if i != j && c.implies(m.node, l.node) && (j < i || !c.implies(l.node, m.node)) {
				implied = true
				break
			}
		}
		if !implied {
			to = append(to, l)
		}
	}
	return to
}

// implies reports whether a node is subsumed by another one. Nodes without a concept subsume only
// themselves.
func (c *Closure) implies(n, d int32) bool {
	return int(d) < len(c.all) && c.isBelow(n, d)
}

// findEverywhere computes the concepts that the top roles reach from everything: those of nonempty
// contexts, and the nonempty data ranges.
func (c *Closure) findEverywhere(s *saturate.Saturation) {
	objects, data := c.newAnswer(), c.newAnswer()
	for _, a := range s.Nonempty() {
		if c.x.FlagsOf(a)&index.IsData == 0 {
			c.nonempty = append(c.nonempty, c.node[a])
			objects.add(c.supers.Of(c.node[a]))
		}
	}
	data.add([]int32{int32(el.Top)})
	for _, v := range c.x.NF.DataTheory(el.Top).Inhabited {
		data.add(c.supers.Of(c.nodeOf[v]))
	}
	c.everywhere = [2]index.Bitset{objects.nodes, data.nodes}
}

// anywhere returns the concepts that a top role reaches from everything, or nil for another role.
func (c *Closure) anywhere(r el.Role) index.Bitset {
	box := c.x.Box
	switch box.Rep[r] {
	case box.Universal:
		return c.everywhere[0]
	case box.Rep[el.TopDataRole]:
		return c.everywhere[1]
	}
	return nil
}

// isMixed reports whether one of the role and the filler is about data and the other is not.
func (c *Closure) isMixed(r el.Role, filler el.Concept) bool {
	return filler > el.Bottom && c.x.NF.IsData(r) != c.x.NF.IsDataConcept(filler)
}

// SubsumedByExists reports whether sub ⊑ ∃r.filler.
func (c *Closure) SubsumedByExists(sub el.Concept, r el.Role, filler el.Concept) bool {
	if c.Unsatisfiable(sub) {
		return true
	}
	a := c.walkers[r]
	from, to := c.nodeOf[sub], c.nodeOf[filler]
	if a == nil || c.isUnsatisfiable(to) || c.data.Has(index.ConceptID(from)) ||
		c.isMixed(r, filler) {
		return false
	}
	if c.anywhere(r).Has(index.ConceptID(to)) {
		return true
	}
	if c.conditional.Has(index.ConceptID(from)) {
		return !c.eachGiven(from, r, func(s *saturate.Saturation, f index.ConceptID) bool {
			return !slices.Contains(c.appendNodes(nil, s, f), to)
		})
	}
	if a.AcceptsEmpty && c.isBelow(from, to) {
		return true
	}
	return (c.filling.Has(index.ConceptID(to)) || c.x.Jumps(a)) &&
		!c.walk(a, from, func(f int32) bool {
			return !c.isBelow(f, to)
		})
}

// FillersOf returns all D with concept ⊑ ∃r.D.
func (c *Closure) FillersOf(concept el.Concept, r el.Role) []el.Concept {
	if c.Unsatisfiable(concept) {
		return slices.Clone(c.all)
	}
	a, from := c.walkers[r], c.nodeOf[concept]
	if a == nil || c.data.Has(index.ConceptID(from)) {
		return nil
	}
	answer := c.newAnswer()
	copy(answer.nodes, c.anywhere(r))
	if c.conditional.Has(index.ConceptID(from)) {
		c.eachGiven(from, r, func(s *saturate.Saturation, f index.ConceptID) bool {
			answer.add(c.appendNodes(nil, s, f))
			return true
		})
		return answer.concepts(nil)
	}
	if a.AcceptsEmpty {
		answer.add(c.supers.Of(from))
	}
	c.walk(a, from, func(f int32) bool {
		answer.add(c.supers.Of(f))
		return true
	})
	return answer.concepts(nil)
}

// SubclassesOfExists returns all C with C ⊑ ∃r.filler.
func (c *Closure) SubclassesOfExists(r el.Role, filler el.Concept) []el.Concept {
	if !c.consistent {
		return slices.Clone(c.all)
	}
	answer := c.newAnswer()
	a, to := c.walkers[r], c.nodeOf[filler]
	if a == nil || c.isUnsatisfiable(to) || c.isMixed(r, filler) {
		return answer.concepts(c.unsatisfiable)
	}
	below := c.subs()
	ends := below.Of(to)
	switch {
	case c.anywhere(r).Has(index.ConceptID(to)):
		answer.add(below.Of(int32(el.Top)))
	default:
		if a.AcceptsEmpty {
			answer.add(ends)
		}
		each := c.conditionals
		if c.x.Jumps(a) {
			each = below.Of(int32(el.Top)) // reading backward would reach too many nodes
		} else {
			c.walkBack(a, ends, answer)
		}
		for _, n := range each {
			if int(n) < len(c.all) && c.SubsumedByExists(el.Concept(n), r, filler) {
				answer.add([]int32{n})
			}
		}
	}
	answer.nodes.RemoveAll(c.data) // data and classes have ⊤ in common
	return answer.concepts(c.unsatisfiable)
}

// track is the set of visited places of a walk, as a list in the order of visits and as a bitset.
type track struct {
	nodes int
	seen  []uint64
	list  []place
	next  int
}

// place is a node with a state of an automaton.
type place struct{ node, state int32 }

func (c *Closure) newTrack(states int32) *track {
	t, ok := c.tracks.Get().(*track)
	if !ok {
		t = &track{nodes: len(c.context)}
	}
	if missing := (t.nodes*int(states)+63)/64 - len(t.seen); missing > 0 {
		t.seen = append(t.seen, make([]uint64, missing)...)
	}
	return t
}

func (t *track) reach(node, state int32) {
	bit := t.nodes*int(state) + int(node)
	if t.seen[bit>>6]>>(bit&63)&1 == 0 {
		t.seen[bit>>6] |= 1 << (bit & 63)
		t.list = append(t.list, place{node, state})
	}
}

// release returns the track to the pool.
func (c *Closure) release(t *track) {
	if t == nil {
		return
	}
	for _, p := range t.list {
		bit := t.nodes*int(p.state) + int(p.node)
		t.seen[bit>>6] = 0
	}
	t.list, t.next = t.list[:0], 0
	c.tracks.Put(t)
}

// walk visits the ends of the link paths from a node that an automaton accepts, some of them twice,
// until visit returns false. It returns false in that case.
//
// Cost: the links of the nodes on these paths. It allocates nothing, and paths of one link need no
// track.
func (c *Closure) walk(a *role.Automaton, from int32, visit func(int32) bool) bool {
	if c.x.Jumps(a) {
		return c.walkAnywhere(a, from, visit)
	}
	var t *track
	at := place{from, 0}
	for {
		roleID, column := int32(-1), int32(-1)
		for _, l := range c.links.of(at.node) {
			if l.roleID != roleID {
				roleID, column = l.roleID, a.Column(l.roleID)
			}
			if column < 0 {
				continue
			}
			i := int(at.state)*a.Forward.Columns + int(column)
			if a.Forward.Accept[i] && !visit(l.node) {
				c.release(t)
				return false
			}
			if next := a.Forward.Next[i]; next >= 0 {
				if t == nil {
					t = c.newTrack(a.States)
				}
				t.reach(l.node, next)
			}
		}
		if t == nil || t.next == len(t.list) {
			c.release(t)
			return true
		}
		at = t.list[t.next]
		t.next++
	}
}

// walkAnywhere is walk for an automaton that reads the top role. The top role links every node to
// all nodes that are nonempty if the start is.
func (c *Closure) walkAnywhere(a *role.Automaton, from int32, visit func(int32) bool) bool {
	targets := append(slices.Clone(c.nonempty), from)
	c.walk(c.walkers[el.TopRole], from, func(f int32) bool {
		targets = append(targets, f)
		return true
	})
	slices.Sort(targets)
	targets = slices.Compact(targets)
	t := c.newTrack(a.States)
	defer c.release(t)
	jumped := make([]bool, a.States)
	t.reach(from, 0)
	for ; t.next < len(t.list); t.next++ {
		at := t.list[t.next]
		more := true
		follow := func(roleID, node int32) {
			column := a.Column(roleID)
			if column < 0 || !more {
				return
			}
			i := int(at.state)*a.Forward.Columns + int(column)
			more = !a.Forward.Accept[i] || visit(node)
			if next := a.Forward.Next[i]; next >= 0 {
				t.reach(node, next)
			}
		}
		for _, l := range c.links.of(at.node) {
			follow(l.roleID, l.node)
		}
		if !jumped[at.state] {
			jumped[at.state] = true
			for _, n := range targets {
				follow(c.x.Universal, n)
			}
		}
		if !more {
			return false
		}
	}
	return true
}

// walkBack adds the nodes from which a path of links that an automaton accepts leads to one of the
// ends.
func (c *Closure) walkBack(a *role.Automaton, ends []int32, answer *answer) {
	t, links := c.newTrack(a.States+1), c.linkedBy()
	for _, n := range ends {
		t.reach(n, a.Accepting())
	}
	for ; t.next < len(t.list); t.next++ {
		p := t.list[t.next]
		if p.state == 0 {
			answer.add([]int32{p.node})
		}
		for _, l := range links.of(p.node) {
			column := a.Column(l.roleID)
			if column < 0 {
				continue
			}
			for _, q := range a.Sources(column, p.state) {
				t.reach(l.node, q)
			}
		}
	}
	c.release(t)
}
