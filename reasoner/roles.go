package reasoner

import (
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
)

// roleBox holds the role axioms over representatives: equivalent roles are one. It has the
// inclusion order, the reflexive roles, and for each role the shape of the words that imply it if
// these form a regular language.
type roleBox struct {
	size int     // roles of the normal form
	rep  []int32 // by role: the least role of its equivalence class

	up, down  graph.Graph // direct inclusions between representatives
	reflexive []bool      // by representative
	universal int32       // the representative of the top object role
	chains    []chain

	component []int32      // by representative: its component in the dependency graph
	shapes    []chainShape // by component
	chainsOf  [][]int32    // by component: the chains with a super-role in it
	complex   []bool       // by representative: implied by words of two or more roles
	composed  []bool       // by representative: its chains are executed on links
}

// chain is parts[0] ∘ parts[1] ∘ … ⊑ super over representatives.
type chain struct {
	parts []int32
	super int32
}

// chainShape is the position of the recursive parts in the chains of a component.
type chainShape uint8

const (
	// no recursion, or recursion of one role at the ends of its chains
	plain       chainShape = iota
	rightLinear            // several roles, recursive in the last part only
	leftLinear             // several roles, recursive in the first part only
	irregular              // everything else: no automaton is attempted
)

func newRoleBox(nf *el.Ontology) *roleBox {
	b := &roleBox{size: nf.NumRoles()}
	b.mergeEquivalent(nf)
	b.collectChains(nf)
	b.findReflexive(nf)
	b.findComposed()
	return b
}

// mergeEquivalent finds the representatives and the inclusions between them.
func (b *roleBox) mergeEquivalent(nf *el.Ontology) {
	n := b.size
	var asserted []graph.Edge
	include := func(sub, super el.Role) {
		if sub != super && sub != el.BottomRole && sub != el.BottomDataRole {
			asserted = append(asserted, graph.Edge{From: int32(sub), To: int32(super)})
		}
	}
	for _, a := range nf.Inclusions {
		include(a.Sub, a.Super)
	}
	for _, a := range nf.Chains {
		if len(a.Parts) == 1 {
			include(a.Parts[0], a.Super)
		}
	}
	for r := range el.Role(n) {
		if nf.IsData(r) {
			include(r, el.TopDataRole)
		} else {
			include(r, el.TopRole)
		}
	}
	g := graph.New(n, asserted)
	component, count := g.Components()
	least := make([]int32, count)
	for i := range least {
		least[i] = -1
	}
	b.rep = make([]int32, n)
	for r := range int32(n) {
		if c := component[r]; least[c] < 0 {
			least[c] = r
		}
		b.rep[r] = least[component[r]]
	}
	var up []graph.Edge
	seen := make(map[graph.Edge]bool)
	for _, e := range asserted {
		e = graph.Edge{From: b.rep[e.From], To: b.rep[e.To]}
		if e.From != e.To && !seen[e] {
			seen[e] = true
			up = append(up, e)
		}
	}
	b.up = graph.New(n, up)
	b.down = b.up.Reversed()
	b.universal = b.rep[el.TopRole]
}

func (b *roleBox) collectChains(nf *el.Ontology) {
	for _, a := range nf.Chains {
		if len(a.Parts) < 2 || b.rep[a.Super] == b.universal {
			continue
		}
		parts := make([]int32, len(a.Parts))
		for i, p := range a.Parts {
			parts[i] = b.rep[p]
		}
		b.chains = append(b.chains, chain{parts, b.rep[a.Super]})
	}
}

// findReflexive closes the reflexive roles: a super-role of a reflexive role is reflexive, and so
// is the super-role of a chain whose parts all are. A chain in which all parts but one are
// reflexive adds the inclusion of that part; a chain of reflexive parts adds the inclusion of each.
func (b *roleBox) findReflexive(nf *el.Ontology) {
	b.reflexive = make([]bool, b.size)
	waiting := make([]int, len(b.chains)) // parts not yet known to be reflexive
	uses := make([][]int32, b.size)       // chains by part
	for i, c := range b.chains {
		waiting[i] = len(c.parts)
		for _, p := range c.parts {
			uses[p] = append(uses[p], int32(i))
		}
	}
	var todo []int32
	mark := func(r int32) {
		if !b.reflexive[r] {
			b.reflexive[r] = true
			todo = append(todo, r)
		}
	}
	mark(b.universal)
	for _, a := range nf.Reflexive {
		mark(b.rep[a.Role])
	}
	for _, a := range nf.HasSelf {
		if a.Sub == el.Top {
			mark(b.rep[a.Role])
		}
	}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range b.up.Of(r) {
			mark(s)
		}
		for _, i := range uses[r] {
			if waiting[i]--; waiting[i] == 0 {
				mark(b.chains[i].super)
			}
		}
	}
	var more []graph.Edge
	for i, c := range b.chains {
		if waiting[i] > 1 {
			continue
		}
		for _, p := range c.parts {
			if (waiting[i] == 0 || !b.reflexive[p]) && p != c.super {
				more = append(more, graph.Edge{From: p, To: c.super})
			}
		}
	}
	if len(more) == 0 {
		return
	}
	for n := range int32(b.size) {
		for _, m := range b.up.Of(n) {
			more = append(more, graph.Edge{From: n, To: m})
		}
	}
	b.up = graph.New(b.size, more)
	b.down = b.up.Reversed()
}

// findComposed finds the components of the dependency graph that are not regular. Their chains, and
// those of all roles that they depend on, are composed on links; the other chains become automata.
func (b *roleBox) findComposed() {
	g := b.dependencies()
	var count int32
	b.component, count = g.Components()
	members := make([]int32, count)
	for r := range int32(b.size) {
		if b.rep[r] == r {
			members[b.component[r]]++
		}
	}
	b.shapes = make([]chainShape, count)
	b.chainsOf = make([][]int32, count)
	for i, c := range b.chains {
		k := b.component[c.super]
		b.chainsOf[k] = append(b.chainsOf[k], int32(i))
	}
	var start []int32
	for k := range count {
		b.shapes[k] = b.shape(k, members[k] > 1)
		for _, i := range b.chainsOf[k] {
			if b.shapes[k] == irregular {
				start = append(start, b.chains[i].super)
			}
		}
	}
	b.composed = make([]bool, b.size)
	b.compose(start...)
}

// dependencies returns the graph from each role to the sub-roles and chain parts that imply it. The
// universal role has no edges, because every word implies it.
func (b *roleBox) dependencies() graph.Graph {
	var depends []graph.Edge
	for r := range int32(b.size) {
		for _, s := range b.up.Of(r) {
			if s != b.universal {
				depends = append(depends, graph.Edge{From: s, To: r})
			}
		}
	}
	for _, c := range b.chains {
		for _, p := range c.parts {
			depends = append(depends, graph.Edge{From: c.super, To: p})
		}
	}
	return graph.New(b.size, depends)
}

// shape reports whether the chains of component k, with one role or several, form a regular
// language in a form that automata.expand supports (Horrocks and Sattler 2004 for one role; Mohri
// and Nederhof 2001, strongly regular grammars, for several).
func (b *roleBox) shape(k int32, several bool) chainShape {
	inside, first, last, ends := false, true, true, true
	for _, i := range b.chainsOf[k] {
		parts := b.chains[i].parts
		for j, p := range parts {
			if b.component[p] != k {
				continue
			}
			inside = true
			first = first && j == 0
			last = last && j == len(parts)-1
			ends = ends && (j == 0 || j == len(parts)-1)
		}
	}
	switch {
	case !inside && !several, !several && ends:
		return plain
	case last:
		return rightLinear
	case first:
		return leftLinear
	}
	return irregular
}

// compose marks the chains of these roles, and of every role that they depend on, for composition
// on links.
func (b *roleBox) compose(roles ...int32) {
	if len(roles) > 0 {
		g := b.dependencies()
		for _, r := range graph.NewTraversal(b.size).From(&g, roles...) {
			b.composed[r] = true
		}
	}
	b.complex = make([]bool, b.size)
	var supers []int32
	for _, c := range b.chains {
		if !b.composed[c.super] {
			supers = append(supers, c.super)
		}
	}
	supers = append(supers, b.universal)
	for _, r := range graph.NewTraversal(b.size).From(&b.up, supers...) {
		b.complex[r] = true
	}
}

// subs returns the representatives of all sub-roles of r, including r. The slice is valid until the
// next call on c.
func (b *roleBox) subs(c *graph.Traversal, r int32) []int32 { return c.From(&b.down, r) }

// supers returns the representatives of all super-roles of r, including r. The slice is valid until
// the next call on c.
func (b *roleBox) supers(c *graph.Traversal, r int32) []int32 { return c.From(&b.up, r) }
