package reasoner

import (
	"iter"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
)

// PropertyHierarchy is the hierarchy of the object properties: the closure of the asserted
// inclusions and of those that reflexive parts of chains add. Inclusions entailed through nominals
// and ranges are not computed. It has no properties that are equivalent to the bottom property.
type PropertyHierarchy struct {
	// equivalent properties, each group sorted by IRI, groups by their first property
	groups [][]owl.Entity
	direct dense.Graph // between groups
}

var topProperty owl.Entity = owl.TopObjectProperty

// Equivalent returns the groups of two or more equivalent properties, including the top property.
func (h *PropertyHierarchy) Equivalent() [][]owl.Entity {
	var groups [][]owl.Entity
	for _, g := range h.groups {
		if len(g) > 1 {
			groups = append(groups, slices.Clone(g))
		}
	}
	return groups
}

// Direct iterates over the pairs of a property and a direct super-property, sorted by IRI. A group
// appears under the top property if it has it, else under its least IRI. A property without another
// super-property appears below the top property.
func (h *PropertyHierarchy) Direct() iter.Seq2[owl.Entity, owl.Entity] {
	return func(yield func(sub, super owl.Entity) bool) {
		for i, g := range h.groups {
			if h.name(i) == topProperty {
				continue
			}
			supers := h.direct.Of(int32(i))
			if len(supers) == 0 && !yield(g[0], topProperty) {
				return
			}
			for _, s := range supers {
				if !yield(g[0], h.name(int(s))) {
					return
				}
			}
		}
	}
}

func (h *PropertyHierarchy) name(group int) owl.Entity {
	if slices.Contains(h.groups[group], topProperty) {
		return topProperty
	}
	return h.groups[group][0]
}

// ObjectProperties returns the hierarchy of the object properties.
func (t *Taxonomy) ObjectProperties() *PropertyHierarchy {
	x := t.s.Index
	h := &PropertyHierarchy{}
	component, count := x.Box.Up.Components()
	members := make([][]owl.Entity, count)
	unsatisfiable := t.unsatisfiableRoles()
	for role := range el.Role(x.NF.NumRoles()) {
		if rep := x.Box.Rep[role]; !x.NF.IsData(role) && !unsatisfiable[rep] {
			members[component[rep]] = append(members[component[rep]], x.NF.Property(role))
		}
	}
	byIRI := func(a, b owl.Entity) int { return a.EntityIRI().Compare(b.EntityIRI()) }
	for _, g := range members {
		if len(g) > 1 || len(g) == 1 && g[0] != topProperty {
			slices.SortFunc(g, byIRI)
			h.groups = append(h.groups, g)
		}
	}
	slices.SortFunc(h.groups, func(a, b []owl.Entity) int { return byIRI(a[0], b[0]) })
	h.reduce(x, component)
	return h
}

// reduce computes the direct super-groups of each group, as the reducer of classes does.
func (h *PropertyHierarchy) reduce(x *index.Index, component []int32) {
	groupOf := make(map[int32]int32) // by component
	roleOf := make([]int32, len(h.groups))
	for i, g := range h.groups {
		role, _ := x.NF.RoleOf(g[0])
		roleOf[i] = x.Box.Rep[role]
		groupOf[component[roleOf[i]]] = int32(i)
	}
	search := dense.NewTraversal(x.Box.Size)
	size := make([]int, len(h.groups)) // the number of super-roles
	for i, role := range roleOf {
		size[i] = len(x.Box.Supers(search, role))
	}
	// by group: 1 + the last group that it is above, and 1 + the last one with a direct super-group
	// that it is above
	above, covered := make([]int, len(h.groups)), make([]int, len(h.groups))
	var edges []dense.Edge
	for i := range h.groups {
		var candidates, direct []int32
		for _, s := range x.Box.Supers(search, roleOf[i]) {
			if g, ok := groupOf[component[s]]; ok && g != int32(i) && above[g] != i+1 {
				above[g] = i + 1
				candidates = append(candidates, g)
			}
		}
		// A group has more super-roles than those above it.
		slices.SortFunc(candidates, func(a, b int32) int { return size[b] - size[a] })
		for _, g := range candidates {
			if covered[g] == i+1 {
				continue
			}
			direct = append(direct, g)
			for _, s := range x.Box.Supers(search, roleOf[g]) {
				if k, ok := groupOf[component[s]]; ok {
					covered[k] = i + 1
				}
			}
		}
		slices.Sort(direct)
		for _, g := range direct {
			edges = append(edges, dense.Edge{From: int32(i), To: g})
		}
	}
	h.direct = dense.NewGraph(len(h.groups), edges)
}

// unsatisfiableRoles returns the representatives that are sub-roles of the bottom object role, or
// have an unsatisfiable domain or range.
func (t *Taxonomy) unsatisfiableRoles() []bool {
	x := t.s.Index
	unsatisfiable := make([]bool, x.Box.Size)
	start := []int32{x.Box.Rep[el.BottomRole]}
	isUnsatisfiable := func(c el.Concept) bool {
		a := x.IDOf[c]
		return c == el.Bottom || t.consistent && x.IsContext(a) && t.s.Store.Unsatisfiable(a)
	}
	for _, a := range x.NF.NF4 {
		if a.Filler == el.Top && isUnsatisfiable(a.Super) {
			start = append(start, x.Box.Rep[a.Role])
		}
	}
	for _, a := range x.NF.Ranges {
		if isUnsatisfiable(a.Concept) {
			start = append(start, x.Box.Rep[a.Role])
		}
	}
	for _, r := range dense.NewTraversal(x.Box.Size).From(&x.Box.Down, start...) {
		unsatisfiable[r] = true
	}
	return unsatisfiable
}
