package asserted

import (
	"cmp"

	"box2el-owl/owl"
)

// Statement is C ⊑ D (Property is NoProperty) or C ⊑ ∃r.D between named classes, by the numbers
// of an Index.
type Statement struct{ Class, Property, Target int32 }

// Restriction returns the property and the target.
func (s Statement) Restriction() Restriction { return Restriction{s.Property, s.Target} }

// Of returns C ⊑ ∃r.D.
func (r Restriction) Of(c int32) Statement { return Statement{c, r.Property, r.Filler} }

// NoProperty is the property of a statement C ⊑ D.
const NoProperty int32 = -1

// CompareStatements orders statements by class, property and target.
func CompareStatements(a, b Statement) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Property, b.Property),
		cmp.Compare(a.Target, b.Target))
}

// Entails reports whether a statement follows from the inferred hierarchy, the asserted
// restrictions, the property hierarchy and transitivity.
func (x *Index) Entails(s Statement) bool {
	if s.Property == NoProperty {
		return x.IsBelow(s.Class, s.Target)
	}
	return x.Related(s.Class, s.Restriction())
}

// EachStatement visits the statements that an axiom asserts: C ⊑ D and C ⊑ ∃r.D for a named class C
// and the conjuncts D and ∃r.D of an expression above it. Each operand of an equivalence is above
// the others, but of more than 100 operands, whose pairs would fill the memory, only above and
// below the first. ≥ n r.D and = n r.D count as ∃r.D if n > 0; a conjunction as filler gives one
// statement for each named class in it.
func (n *Numbers) EachStatement(a owl.Axiom, visit func(Statement)) {
	switch a := a.(type) {
	case *owl.SubClassOf:
		n.eachAbove(a.Sub, a.Super, visit)
	case *owl.EquivalentClasses:
		const mostPaired = 100
		for i, sub := range a.Classes {
			for j, super := range a.Classes {
				if len(a.Classes) > mostPaired && i > 0 && j > 0 {
					break
				}
				if i != j {
					n.eachAbove(sub, super, visit)
				}
			}
		}
	case *owl.DisjointUnion:
		for _, part := range a.Classes {
			n.eachAbove(part, a.Class, visit)
		}
	}
}

// eachAbove visits the statements of sub ⊑ super.
func (n *Numbers) eachAbove(sub, super owl.ClassExpression, visit func(Statement)) {
	c, ok := n.named(sub)
	if !ok {
		return
	}
	eachConjunct(super, func(e owl.ClassExpression) {
		if d, ok := n.named(e); ok && d != c {
			visit(Statement{c, NoProperty, d})
		}
		list, _ := n.restrictionsOf(e)
		for _, r := range list {
			visit(r.Of(c))
		}
	})
}

// named returns the number of a named class.
func (n *Numbers) named(e owl.ClassExpression) (int32, bool) {
	if c, ok := e.(owl.Class); ok {
		return n.Class(c.IRI)
	}
	return 0, false
}

// restrictionsOf returns ∃r.D for each named conjunct D of the filler of an expression. Complete is
// true if the expression is exactly one such restriction.
func (n *Numbers) restrictionsOf(e owl.ClassExpression) (list []Restriction, complete bool) {
	var property owl.ObjectPropertyExpression
	var filler owl.ClassExpression
	least := 1
	complete = true
	switch e := e.(type) {
	case *owl.ObjectSomeValuesFrom:
		property, filler = e.Property, e.Filler
	case *owl.ObjectMinCardinality:
		property, filler, least, complete = e.Property, e.Filler, e.N, e.N == 1
	case *owl.ObjectExactCardinality:
		property, filler, least, complete = e.Property, e.Filler, e.N, false
	}
	named, ok := property.(owl.ObjectProperty)
	if !ok || least == 0 {
		return nil, false
	}
	r, ok := n.Property(named.IRI)
	if !ok {
		return nil, false
	}
	eachConjunct(filler, func(e owl.ClassExpression) {
		if d, ok := n.named(e); ok {
			list = append(list, Restriction{r, d})
		} else if _, ok := e.(owl.Class); !ok {
			complete = false
		}
	})
	return list, complete && len(list) == 1
}

// eachConjunct visits the operands of a conjunction, including those of nested ones, or an
// expression that is no conjunction.
func eachConjunct(e owl.ClassExpression, visit func(owl.ClassExpression)) {
	open := []owl.ClassExpression{e}
	for len(open) > 0 {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		if and, ok := e.(*owl.ObjectIntersectionOf); ok {
			open = append(open, and.Operands...)
		} else {
			visit(e)
		}
	}
}
