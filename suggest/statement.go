package suggest

import (
	"cmp"

	"box2el-owl/owl"
)

// Statement is C ⊑ D (Property is NoProperty) or C ⊑ ∃r.D between named classes, by the numbers of
// a Terminology.
type Statement struct{ Class, Property, Target int32 }

// NoProperty stands for the property of a statement C ⊑ D.
const NoProperty int32 = -1

// Form is the statement's form.
func (s Statement) Form() Form {
	if s.Property == NoProperty {
		return Subclass
	}
	return Existential
}

// compareStatements orders by class, then by property, then by target.
func compareStatements(a, b Statement) int {
	if a.Class != b.Class {
		return cmp.Compare(a.Class, b.Class)
	}
	return compareSaid(a, b)
}

// compareSaid orders by what is said, whatever the class: by property, then by target.
func compareSaid(a, b Statement) int {
	if a.Property != b.Property {
		return cmp.Compare(a.Property, b.Property)
	}
	return cmp.Compare(a.Target, b.Target)
}

// statementsOf yields what an axiom says of named classes: every named class and existential
// restriction that stands, with no more than conjunctions around it, above a named class. Of the
// operands of an equivalence each is above each other.
func (t *Terminology) statementsOf(a owl.Axiom, yield func(Statement)) {
	switch a := a.(type) {
	case *owl.SubClassOf:
		t.above(a.Sub, a.Super, yield)
	case *owl.EquivalentClasses:
		for i, sub := range a.Classes {
			for j, super := range a.Classes {
				if i != j {
					t.above(sub, super, yield)
				}
			}
		}
	case *owl.DisjointUnion:
		for _, part := range a.Classes {
			t.above(part, a.Class, yield)
		}
	}
}

func (t *Terminology) above(sub, super owl.ClassExpression, yield func(Statement)) {
	named, ok := sub.(owl.Class)
	if !ok {
		return
	}
	c, ok := t.Class(named.IRI)
	if !ok {
		return
	}
	conjuncts(super, func(super owl.ClassExpression) {
		switch super := super.(type) {
		case owl.Class:
			if d, ok := t.Class(super.IRI); ok && d != c {
				yield(Statement{c, NoProperty, d})
			}
		case *owl.ObjectSomeValuesFrom:
			t.related(c, super.Property, super.Filler, yield)
		case *owl.ObjectMinCardinality:
			if super.N > 0 {
				t.related(c, super.Property, super.Filler, yield)
			}
		case *owl.ObjectExactCardinality:
			if super.N > 0 {
				t.related(c, super.Property, super.Filler, yield)
			}
		}
	})
}

func (t *Terminology) related(c int32, property owl.ObjectPropertyExpression,
	filler owl.ClassExpression, yield func(Statement)) {
	named, ok := property.(owl.ObjectProperty)
	if !ok {
		return
	}
	r, ok := t.Property(named.IRI)
	if !ok {
		return
	}
	conjuncts(filler, func(filler owl.ClassExpression) {
		if d, ok := filler.(owl.Class); ok {
			if d, ok := t.Class(d.IRI); ok {
				yield(Statement{c, r, d})
			}
		}
	})
}

// conjuncts yields the operands of a conjunction, of those within it, and of what is none the
// expression itself.
func conjuncts(c owl.ClassExpression, yield func(owl.ClassExpression)) {
	open := []owl.ClassExpression{c}
	for len(open) > 0 {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		and, ok := c.(*owl.ObjectIntersectionOf)
		if !ok {
			yield(c)
			continue
		}
		open = append(open, and.Operands...)
	}
}
