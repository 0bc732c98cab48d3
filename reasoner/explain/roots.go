package explain

import (
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
	asserted := assertedLeads(e.reasoner, unsatisfiable)
	component := components(asserted)
	derived := make([]bool, len(unsatisfiable)) // by component: an axiom leads out of it
	for i, leads := range asserted {
		for _, j := range leads {
			if component[i] != component[j] {
				derived[component[i]] = true
			}
		}
	}
	// A class of a derived component is a root only if what it leads to leads back by inferences.
	leads := slices.Clone(asserted)
	saturate := make([]int, 0, len(unsatisfiable))
	queued := make([]bool, len(unsatisfiable))
	for i := range unsatisfiable {
		if !derived[component[i]] {
			saturate, queued[i] = append(saturate, i), true
		}
	}
	for n := 0; n < len(saturate); n++ {
		i := saturate[n]
		exact, err := c.from(ctx, i)
		if err != nil {
			return nil, err
		}
		leads[i] = exact
		for _, j := range exact {
			if !queued[j] {
				saturate, queued[j] = append(saturate, j), true
			}
		}
	}
	component = components(leads)
	isRoot := make([]bool, len(unsatisfiable)) // by component
	for _, i := range component {
		isRoot[i] = true
	}
	for i, list := range leads {
		for _, j := range list {
			if component[i] != component[j] {
				isRoot[component[i]] = false
			}
		}
	}
	return rootsOf(unsatisfiable, leads, component, isRoot), nil
}

// rootsOf returns the classes of root components with the classes that reach them.
func rootsOf(classes []owl.Class, leads [][]int, component []int, isRoot []bool) []RootCause {
	back := make([][]int, len(classes))
	for i, list := range leads {
		for _, j := range list {
			back[j] = append(back[j], i)
		}
	}
	var roots []RootCause
	seen := make([]int, len(classes)) // by class: 1 + the class whose search has met it
	for i, class := range classes {
		if !isRoot[component[i]] {
			continue
		}
		root := RootCause{Class: class}
		open := []int{i}
		seen[i] = i + 1
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			for _, j := range back[at] {
				if seen[j] == i+1 {
					continue
				}
				seen[j] = i + 1
				open = append(open, j)
				if component[j] != component[i] {
					root.Dependents = append(root.Dependents, classes[j])
				}
			}
		}
		slices.SortFunc(root.Dependents, func(a, b owl.Class) int { return a.IRI.Compare(b.IRI) })
		roots = append(roots, root)
	}
	slices.SortStableFunc(roots, func(a, b RootCause) int {
		if d := len(b.Dependents) - len(a.Dependents); d != 0 {
			return d
		}
		return a.Class.IRI.Compare(b.Class.IRI)
	})
	return roots
}

// assertedLeads returns for each class the other ones that its asserted axioms name: as
// superclasses, in definitions, and as fillers of existential restrictions.
func assertedLeads(r *reasoner.Reasoner, classes []owl.Class) [][]int {
	number := make(map[owl.Class]int, len(classes))
	for i, c := range classes {
		number[c] = i
	}
	leads := make([][]int, len(classes))
	link := func(sub, super owl.ClassExpression) {
		class, named := sub.(owl.Class)
		i, ok := number[class]
		if !named || !ok {
			return
		}
		eachNecessary(super, func(c owl.Class) {
			if j, ok := number[c]; ok && j != i {
				leads[i] = append(leads[i], j)
			}
		})
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
	for i := range leads {
		slices.Sort(leads[i])
		leads[i] = slices.Compact(leads[i])
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

// components returns the number of the strongly connected component of each node.
func components(leads [][]int) []int {
	component, _ := dense.Components(len(leads), func(i int) []int { return leads[i] })
	return component
}
