package asserted

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// readHierarchy indexes the inferred hierarchy: ancestors, descendants, direct superclasses and
// direct subclasses. Equivalent classes are above and below each other. Unsatisfiable classes have
// no superclasses and subclasses.
func (x *Index) readHierarchy(h Hierarchy) {
	n := len(x.Classes)
	group := make([]int32, n) // the first class equivalent to the class
	members := make([][]int32, n)
	for c := range group {
		group[c] = int32(c)
		members[c] = []int32{int32(c)}
	}
	for _, classes := range h.Equivalent() {
		var list []int32
		for _, c := range classes {
			if number, ok := x.Class(c.IRI); ok {
				list = append(list, number)
			}
		}
		slices.Sort(list)
		for _, c := range list {
			group[c] = list[0]
		}
		if len(list) > 0 {
			members[list[0]] = list
		}
	}
	up := make([][]int32, n) // by group, to groups
	for sub, super := range h.Direct() {
		c, ok := x.Class(sub.IRI)
		d, too := x.Class(super.IRI)
		if ok && too && sub != owl.Nothing {
			up[group[c]] = append(up[group[c]], group[d])
		}
	}
	up = sorted(up)
	seen := dense.NewSet(n)
	most := max(leastAncestors, mostPairs/max(n, 1))
	ancestors, supers := make([][]int32, n), make([][]int32, n)
	for c := range int32(n) {
		groups := nearest(up, group[c], most, &seen)
		ancestors[c] = make([]int32, 0, len(groups))
		for _, g := range groups {
			for _, d := range members[g][:min(len(members[g]), most-len(ancestors[c]))] {
				if d != c {
					ancestors[c] = append(ancestors[c], d)
				}
			}
		}
		slices.Sort(ancestors[c])
		for _, d := range up[group[c]] {
			supers[c] = append(supers[c], members[d][:min(len(members[d]), most)]...)
		}
	}
	x.ancestors, x.directSupers = dense.ListsFrom(ancestors), dense.ListsFrom(sorted(supers))
	x.descendants = dense.Inverted(&x.ancestors, x.ancestors.Len())
	x.directSubs = dense.Inverted(&x.directSupers, x.directSupers.Len())
}

// Bounds of the pairs of the inferred hierarchy. A class keeps at most mostPairs / n ancestors, n
// being the number of classes, but at least leastAncestors. The search follows at most mostEdges
// times as many edges. The bounds matter only for chains of tens of thousands of classes, and for
// classes with more than mostEdges direct superclasses each.
const (
	mostPairs      = 1 << 25
	leastAncestors = 512
	mostEdges      = 64
)

// nearest returns a group and its ancestors in a graph of groups, the nearest first; about the most
// nearest if there are more. Seen is scratch.
func nearest(up [][]int32, g int32, most int, seen *dense.Set) []int32 {
	seen.Clear()
	seen.Add(g)
	found := []int32{g}
	edges := 0
	for i := 0; i < len(found) && len(found) < most && edges < mostEdges*most; i++ {
		supers := up[found[i]]
		edges += len(supers)
		for _, d := range supers {
			if seen.Add(d) {
				found = append(found, d)
			}
		}
	}
	return found
}
