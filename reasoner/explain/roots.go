package explain

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// RootCause is a root of unsatisfiable classes, as UnsatisfiableClass has it, with the derived
// classes that asserted axioms lead to it.
type RootCause struct {
	Class owl.Class
	// Dependents are sorted by IRI.
	Dependents []owl.Class
}

// RootCauses returns the roots among all the unsatisfiable classes of a consistent ontology, those
// with most dependents first, then by IRI. It saturates only the classes from which no asserted
// subclass, equivalence or existential axiom leads to another unsatisfiable class. Errors are as of
// Explainer.Axiom.
//
// Cost: linear in the axioms, and one saturation for each of these classes.
func (e *Explainer) RootCauses(ctx context.Context, unsatisfiable []owl.Class) ([]RootCause,
	error) {
	c := e.causes(unsatisfiable)
	leads := assertedLeads(e.reasoner, unsatisfiable)
	// A class of a component that an asserted axiom leaves is a root only if what it leads to leads
	// back by inferences.
	var saturate []int
	queued := make([]bool, len(unsatisfiable))
	enqueue := func(i int) {
		if !queued[i] {
			queued[i], saturate = true, append(saturate, i)
		}
	}
	component, isLast := components(leads)
	for i := range unsatisfiable {
		if isLast[component[i]] {
			enqueue(i)
		}
	}
	for n := 0; n < len(saturate); n++ {
		exact, err := c.from(ctx, saturate[n])
		if err != nil {
			return nil, err
		}
		leads[saturate[n]] = nil
		for _, j := range exact {
			leads[saturate[n]] = append(leads[saturate[n]], int32(j))
			enqueue(j)
		}
	}
	return rootsOf(unsatisfiable, leads), nil
}

// components returns the strongly connected component of each class, and for each component whether
// it leads to no other.
func components(leads [][]int32) (component []int32, isLast []bool) {
	graph := dense.Graph{Lists: dense.ListsFrom(leads)}
	component, count := graph.Components()
	isLast = slices.Repeat([]bool{true}, int(count))
	for i, list := range leads {
		for _, j := range list {
			if component[i] != component[j] {
				isLast[component[i]] = false
			}
		}
	}
	return component, isLast
}

// rootsOf returns the classes of the components that lead to no other, with the classes that reach
// them.
func rootsOf(classes []owl.Class, leads [][]int32) []RootCause {
	component, isLast := components(leads)
	graph := dense.Graph{Lists: dense.ListsFrom(leads)}
	back, search := graph.Reversed(), dense.NewTraversal(len(classes))
	var roots []RootCause
	for i, class := range classes {
		if !isLast[component[i]] {
			continue
		}
		root := RootCause{Class: class}
		for _, j := range search.From(&back, int32(i)) {
			if component[j] != component[i] {
				root.Dependents = append(root.Dependents, classes[j])
			}
		}
		slices.SortFunc(root.Dependents, compareClasses)
		roots = append(roots, root)
	}
	slices.SortStableFunc(roots, func(a, b RootCause) int {
		return cmp.Or(len(b.Dependents)-len(a.Dependents), compareClasses(a.Class, b.Class))
	})
	return roots
}

func compareClasses(a, b owl.Class) int { return a.IRI.Compare(b.IRI) }

// assertedLeads returns for each class the other ones that its asserted axioms name: as
// superclasses, in definitions, and as fillers of existential restrictions.
func assertedLeads(r *reasoner.Reasoner, classes []owl.Class) [][]int32 {
	number := make(map[owl.ClassExpression]int32, len(classes))
	for i, c := range classes {
		number[c] = int32(i)
	}
	leads := make([][]int32, len(classes))
	link := func(sub, super owl.ClassExpression) {
		if i, ok := number[sub]; ok {
			eachNecessary(super, func(c owl.Class) {
				if j, ok := number[c]; ok && j != i {
					leads[i] = append(leads[i], j)
				}
			})
		}
	}
	for _, a := range r.Sources() {
		switch a := a.(type) {
		case *owl.SubClassOf:
			link(a.Sub, a.Super)
		case *owl.EquivalentClasses:
			for _, c := range a.Classes {
				for _, d := range a.Classes {
					link(c, d)
				}
			}
		}
	}
	return leads
}

// eachNecessary calls f with the named classes that an instance of an expression belongs to or is
// related to.
func eachNecessary(c owl.ClassExpression, f func(owl.Class)) {
	switch c := c.(type) {
	case owl.Class:
		f(c)
	case *owl.ObjectIntersectionOf:
		for _, operand := range c.Operands {
			eachNecessary(operand, f)
		}
	case *owl.ObjectSomeValuesFrom:
		eachNecessary(c.Filler, f)
	}
}
