package role

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl/el"
)

// Box holds the role axioms over representatives: equivalent roles are one. It has the
// inclusion order, the reflexive roles, and for each role the shape of the words that imply it if
// these form a regular language.
type Box struct {
	Size int     // roles of the normal form
	Rep  []int32 // by role: the least role of its equivalence class

	Up, Down  dense.Graph // direct inclusions between representatives
	Reflexive []bool      // by representative
	Universal int32       // the representative of the top object role
	Chains    []Chain

	chainsOf [][]int32 // by representative: the chains with it as the super-role
	Complex  []bool    // by representative: implied by words of two or more roles
	Composed []bool    // by representative: its chains are executed on links
}

// Chain is parts[0] ∘ parts[1] ∘ … ⊑ super over representatives.
type Chain struct {
	Parts []int32
	Super int32
}

// NewBox returns the role box of a normal form.
func NewBox(nf *el.Ontology) *Box {
	b := &Box{Size: nf.NumRoles()}
	b.mergeEquivalent(nf)
	b.collectChains(nf)
	b.findReflexive(nf)
	b.findComposed()
	return b
}

// mergeEquivalent finds the representatives and the inclusions between them.
func (b *Box) mergeEquivalent(nf *el.Ontology) {
	n := b.Size
	var asserted []dense.Edge
	include := func(sub, super el.Role) {
		if sub != super && sub != el.BottomRole && sub != el.BottomDataRole {
			asserted = append(asserted, dense.Edge{From: int32(sub), To: int32(super)})
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
	g := dense.NewGraph(n, asserted)
	component, count := g.Components()
	least := make([]int32, count)
	for i := range least {
		least[i] = -1
	}
	b.Rep = make([]int32, n)
	for r := range int32(n) {
		if c := component[r]; least[c] < 0 {
			least[c] = r
		}
		b.Rep[r] = least[component[r]]
	}
	var up []dense.Edge
	seen := make(map[dense.Edge]bool)
	for _, e := range asserted {
		e = dense.Edge{From: b.Rep[e.From], To: b.Rep[e.To]}
		if e.From != e.To && !seen[e] {
			seen[e] = true
			up = append(up, e)
		}
	}
	b.Up = dense.NewGraph(n, up)
	b.Down = b.Up.Reversed()
	b.Universal = b.Rep[el.TopRole]
}

func (b *Box) collectChains(nf *el.Ontology) {
	for _, a := range nf.Chains {
		if len(a.Parts) < 2 || b.Rep[a.Super] == b.Universal {
			continue
		}
		parts := make([]int32, len(a.Parts))
		for i, p := range a.Parts {
			parts[i] = b.Rep[p]
		}
		b.Chains = append(b.Chains, Chain{parts, b.Rep[a.Super]})
	}
}

// findReflexive closes the reflexive roles: a super-role of a reflexive role is reflexive, and so
// is the super-role of a chain whose parts all are. A chain in which all parts but one are
// reflexive adds the inclusion of that part; a chain of reflexive parts adds the inclusion of each.
func (b *Box) findReflexive(nf *el.Ontology) {
	b.Reflexive = make([]bool, b.Size)
	waiting := make([]int, len(b.Chains)) // parts not yet known to be reflexive
	uses := make([][]int32, b.Size)       // chains by part
	for i, c := range b.Chains {
		waiting[i] = len(c.Parts)
		for _, p := range c.Parts {
			uses[p] = append(uses[p], int32(i))
		}
	}
	var todo []int32
	mark := func(r int32) {
		if !b.Reflexive[r] {
			b.Reflexive[r] = true
			todo = append(todo, r)
		}
	}
	mark(b.Universal)
	for _, a := range nf.Reflexive {
		mark(b.Rep[a.Role])
	}
	for _, a := range nf.HasSelf {
		if a.Sub == el.Top {
			mark(b.Rep[a.Role])
		}
	}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range b.Up.Of(r) {
			mark(s)
		}
		for _, i := range uses[r] {
			if waiting[i]--; waiting[i] == 0 {
				mark(b.Chains[i].Super)
			}
		}
	}
	var more []dense.Edge
	for i, c := range b.Chains {
		if waiting[i] > 1 {
			continue
		}
		for _, p := range c.Parts {
			if (waiting[i] == 0 || !b.Reflexive[p]) && p != c.Super {
				more = append(more, dense.Edge{From: p, To: c.Super})
			}
		}
	}
	if len(more) == 0 {
		return
	}
	for n := range int32(b.Size) {
		for _, m := range b.Up.Of(n) {
			more = append(more, dense.Edge{From: n, To: m})
		}
	}
	b.Up = dense.NewGraph(b.Size, more)
	b.Down = b.Up.Reversed()
}

// findComposed finds the roles whose words are not regular in the sense of Horrocks and Sattler
// (2004): roles that depend on each other, and chains with their super-role between other parts.
// Their chains, and those of all roles that they depend on, are composed on links; the other chains
// become automata.
func (b *Box) findComposed() {
	g := b.Dependencies()
	component, count := g.Components()
	members := make([]int32, count)
	for r := range int32(b.Size) {
		if b.Rep[r] == r {
			members[component[r]]++
		}
	}
	b.chainsOf = make([][]int32, b.Size)
	var irregular []int32
	for i, c := range b.Chains {
		b.chainsOf[c.Super] = append(b.chainsOf[c.Super], int32(i))
		if members[component[c.Super]] > 1 ||
			slices.Contains(c.Parts[1:len(c.Parts)-1], c.Super) {
			irregular = append(irregular, c.Super)
		}
	}
	b.Composed = make([]bool, b.Size)
	b.Compose(irregular...)
}

// Dependencies returns the graph from each role to the sub-roles and chain parts that imply it. The
// universal role has no edges, because every word implies it.
func (b *Box) Dependencies() dense.Graph {
	var depends []dense.Edge
	for r := range int32(b.Size) {
		for _, s := range b.Up.Of(r) {
			if s != b.Universal {
				depends = append(depends, dense.Edge{From: s, To: r})
			}
		}
	}
	for _, c := range b.Chains {
		for _, p := range c.Parts {
			depends = append(depends, dense.Edge{From: c.Super, To: p})
		}
	}
	return dense.NewGraph(b.Size, depends)
}

// Compose marks the chains of these roles, and of every role that they depend on, for composition
// on links.
func (b *Box) Compose(roles ...int32) {
	if len(roles) > 0 {
		g := b.Dependencies()
		for _, r := range dense.NewTraversal(b.Size).From(&g, roles...) {
			b.Composed[r] = true
		}
	}
	b.Complex = make([]bool, b.Size)
	var supers []int32
	for _, c := range b.Chains {
		if !b.Composed[c.Super] {
			supers = append(supers, c.Super)
		}
	}
	supers = append(supers, b.Universal)
	for _, r := range dense.NewTraversal(b.Size).From(&b.Up, supers...) {
		b.Complex[r] = true
	}
}

// Subs returns the representatives of all sub-roles of r, including r. The slice is valid until the
// next call on c.
func (b *Box) Subs(c *dense.Traversal, r int32) []int32 { return c.From(&b.Down, r) }

// Supers returns the representatives of all super-roles of r, including r. The slice is valid until
// the next call on c.
func (b *Box) Supers(c *dense.Traversal, r int32) []int32 { return c.From(&b.Up, r) }
