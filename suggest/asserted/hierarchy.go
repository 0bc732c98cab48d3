package asserted

import (
	"slices"

	"box2el-owl/internal/csr"
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
	most := max(leastAncestors, mostPairs/max(n, 1))
	above := groupsAbove(sorted(up), most)
	ancestors, supers := make([][]int32, n), make([][]int32, n)
	for c := range int32(n) {
		g := group[c]
		all := len(members[g])
		for _, a := range above[g] {
			all += len(members[a])
		}
		ancestors[c] = make([]int32, 0, min(all, most+1))
		for _, d := range members[g][:min(len(members[g]), most)] {
			if d != c {
				ancestors[c] = append(ancestors[c], d)
			}
		}
		for _, a := range above[g] {
			room := max(most-len(ancestors[c]), 0)
			ancestors[c] = append(ancestors[c], members[a][:min(len(members[a]), room)]...)
		}
		slices.Sort(ancestors[c])
		for _, d := range up[g] {
			supers[c] = append(supers[c], members[d][:min(len(members[d]), most)]...)
		}
	}
	x.ancestors, x.directSupers = csr.Of(ancestors), csr.Of(sorted(supers))
	x.descendants = csr.Inverted(&x.ancestors, x.ancestors.Len())
	x.directSubs = csr.Inverted(&x.directSupers, x.directSupers.Len())
}

// Bounds of the pairs of the inferred hierarchy. A class keeps at most mostPairs / n ancestors, n
// being the number of classes, but at least leastAncestors. The bounds matter for chains of tens of
// thousands of classes only.
const (
	mostPairs      = 1 << 25
	leastAncestors = 512
)

// groupsAbove returns the ancestors of each group in an acyclic graph. If there are more than most,
// it returns the direct superclasses and some of their ancestors.
func groupsAbove(up [][]int32, most int) [][]int32 {
	above := make([][]int32, len(up))
	done := make([]bool, len(up))
	var open []int32
	for g := range int32(len(up)) {
		open = append(open, g)
		for len(open) > 0 {
			at := open[len(open)-1]
			waiting := false
			if !done[at] {
				for _, next := range up[at] {
					if !done[next] {
						open = append(open, next)
						waiting = true
					}
				}
			}
			if waiting {
				continue
			}
			open = open[:len(open)-1]
			if done[at] {
				continue
			}
			done[at] = true
			above[at] = append(above[at], up[at][:min(len(up[at]), most)]...)
			for _, next := range up[at] {
				if len(above[at])+len(above[next]) <= 2*most {
					above[at] = append(above[at], above[next]...)
				}
			}
			slices.Sort(above[at])
			above[at] = slices.Compact(above[at])
			if len(above[at]) > most {
				above[at] = slices.Clone(up[at][:min(len(up[at]), most)])
			}
			above[at] = slices.Clip(above[at])
		}
	}
	return above
}
