package reasoner

import (
	"iter"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/index"
)

// PropertyHierarchy is the hierarchy of the object properties, or of the data properties: the
// closure of the asserted inclusions and of those that reflexive parts of chains add. Inclusions
// entailed through nominals and ranges are not computed.
type PropertyHierarchy struct {
	// equivalent properties, each group sorted by IRI, groups by their first property
	groups        [][]owl.Entity
	direct        graph.Graph // between groups
	unsatisfiable []owl.Entity
	top           owl.Entity
}

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

// Unsatisfiable returns the properties equivalent to the bottom property, without the bottom
// property.
func (h *PropertyHierarchy) Unsatisfiable() []owl.Entity { return slices.Clone(h.unsatisfiable) }

// Direct iterates over the pairs of a property and a direct super-property, sorted by IRI. A group
// appears under the top property if it has it, else under its least IRI. A property without another
// super-property appears below the top property.
func (h *PropertyHierarchy) Direct() iter.Seq2[owl.Entity, owl.Entity] {
	return func(yield func(sub, super owl.Entity) bool) {
		for i, g := range h.groups {
			if h.name(i) == h.top {
				continue
			}
			supers := h.direct.Of(int32(i))
			if len(supers) == 0 && !yield(g[0], h.top) {
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
	if slices.Contains(h.groups[group], h.top) {
		return h.top
	}
	return h.groups[group][0]
}

// ObjectProperties returns the hierarchy of the object properties.
func (t *Taxonomy) ObjectProperties() *PropertyHierarchy {
	return t.properties(false, el.TopRole, el.BottomRole)
}

// DataProperties returns the hierarchy of the data properties.
func (t *Taxonomy) DataProperties() *PropertyHierarchy {
	return t.properties(true, el.TopDataRole, el.BottomDataRole)
}

func (t *Taxonomy) properties(data bool, top, bottom el.Role) *PropertyHierarchy {
	x := t.s.Index
	h := &PropertyHierarchy{top: x.NF.Property(top)}
	component, count := x.Box.Up.Components()
	members := make([][]owl.Entity, count)
	unsatisfiable := t.unsatisfiableRoles()
	for role := range el.Role(x.NF.NumRoles()) {
		property := x.NF.Property(role)
		switch {
		case x.NF.IsData(role) != data || role == bottom:
		case unsatisfiable[x.Box.Rep[role]]:
			h.unsatisfiable = append(h.unsatisfiable, property)
		default:
			c := component[x.Box.Rep[role]]
			members[c] = append(members[c], property)
		}
	}
	byIRI := func(a, b owl.Entity) int { return a.EntityIRI().Compare(b.EntityIRI()) }
	slices.SortFunc(h.unsatisfiable, byIRI)
	for _, g := range members {
		if len(g) > 0 && !(len(g) == 1 && g[0] == h.top) {
			slices.SortFunc(g, byIRI)
			h.groups = append(h.groups, g)
		}
	}
	slices.SortFunc(h.groups, func(a, b []owl.Entity) int { return byIRI(a[0], b[0]) })
	h.reduce(x, component)
	return h
}

// reduce computes the direct super-groups of each group.
func (h *PropertyHierarchy) reduce(x *index.Index, component []int32) {
	groupOf := make(map[int32]int32) // by component
	roleOf := make([]int32, len(h.groups))
	for i, g := range h.groups {
		role, _ := x.NF.RoleOf(g[0])
		roleOf[i] = x.Box.Rep[role]
		groupOf[component[roleOf[i]]] = int32(i)
	}
	search, inner := graph.NewTraversal(x.Box.Size), graph.NewTraversal(x.Box.Size)
	var edges []graph.Edge
	for i := range h.groups {
		above := make(map[int32]bool) // groups above
		for _, s := range x.Box.Supers(search, roleOf[i]) {
			if g, ok := groupOf[component[s]]; ok && g != int32(i) {
				above[g] = true
			}
		}
		direct := make(map[int32]bool)
		for g := range above {
			direct[g] = true
		}
		for g := range above {
			for _, s := range x.Box.Supers(inner, roleOf[g]) {
				if k, ok := groupOf[component[s]]; ok && k != g {
					delete(direct, k)
				}
			}
		}
		for g := range int32(len(h.groups)) {
			if direct[g] {
				edges = append(edges, graph.Edge{From: int32(i), To: g})
			}
		}
	}
	h.direct = graph.New(len(h.groups), edges)
}

// unsatisfiableRoles returns the representatives that are sub-roles of a bottom role, or have an
// unsatisfiable domain or range.
func (t *Taxonomy) unsatisfiableRoles() []bool {
	x := t.s.Index
	unsatisfiable := make([]bool, x.Box.Size)
	start := []int32{x.Box.Rep[el.BottomRole], x.Box.Rep[el.BottomDataRole]}
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
	for _, r := range graph.NewTraversal(x.Box.Size).From(&x.Box.Down, start...) {
		unsatisfiable[r] = true
	}
	return unsatisfiable
}
