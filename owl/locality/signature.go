package locality

import "box2el-owl/owl"

// names calls f with every class, property, datatype and named individual that an axiom mentions,
// with repetitions.
func names(a owl.Axiom, f func(owl.Entity)) {
	v := visitor(f)
	switch a := a.(type) {
	case *owl.SubClassOf:
		v.classes(a.Sub, a.Super)
	case *owl.EquivalentClasses:
		v.classes(a.Classes...)
	case *owl.DisjointClasses:
		v.classes(a.Classes...)
	case *owl.DisjointUnion:
		v.classes(a.Class)
		v.classes(a.Classes...)
	case *owl.ObjectPropertyDomain:
		v.properties(a.Property)
		v.classes(a.Domain)
	case *owl.ObjectPropertyRange:
		v.properties(a.Property)
		v.classes(a.Range)
	case *owl.HasKey:
		v.classes(a.Class)
		v.properties(a.ObjectProperties...)
		v.dataProperties(a.DataProperties)
	case *owl.ClassAssertion:
		v.classes(a.Class)
		v.individuals(a.Individual)
	default:
		if a.Kind().IsLogical() {
			for _, e := range owl.AxiomSignature(a) {
				f(e)
			}
		}
	}
}

type visitor func(owl.Entity)

func (v visitor) properties(list ...owl.ObjectPropertyExpression) {
	for _, p := range list {
		v(named(p))
	}
}

// named returns the property of an expression without its inversion.
func named(p owl.ObjectPropertyExpression) owl.ObjectProperty {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return inverse.Property
	}
	property, _ := p.(owl.ObjectProperty)
	return property
}

func (v visitor) dataProperties(list []owl.DataProperty) {
	for _, p := range list {
		v(p)
	}
}

func (v visitor) individuals(list ...owl.Individual) {
	for _, i := range list {
		if i, ok := i.(owl.NamedIndividual); ok {
			v(i)
		}
	}
}

func (v visitor) classes(list ...owl.ClassExpression) {
	for _, c := range list {
		v.class(c)
	}
}

func (v visitor) class(c owl.ClassExpression) {
	switch c := c.(type) {
	case owl.Class:
		v(c)
	case *owl.ObjectIntersectionOf:
		v.classes(c.Operands...)
	case *owl.ObjectUnionOf:
		v.classes(c.Operands...)
	case *owl.ObjectComplementOf:
		v.class(c.Operand)
	case *owl.ObjectOneOf:
		v.individuals(c.Individuals...)
	case *owl.ObjectSomeValuesFrom:
		v.properties(c.Property)
		v.class(c.Filler)
	case *owl.ObjectAllValuesFrom:
		v.properties(c.Property)
		v.class(c.Filler)
	case *owl.ObjectHasValue:
		v.properties(c.Property)
		v.individuals(c.Individual)
	case *owl.ObjectHasSelf:
		v.properties(c.Property)
	case *owl.ObjectMinCardinality:
		v.properties(c.Property)
		v.class(c.Filler)
	case *owl.ObjectMaxCardinality:
		v.properties(c.Property)
		v.class(c.Filler)
	case *owl.ObjectExactCardinality:
		v.properties(c.Property)
		v.class(c.Filler)
	case *owl.DataSomeValuesFrom:
		v.dataProperties(c.Properties)
		v.datatypes(c.Range)
	case *owl.DataAllValuesFrom:
		v.dataProperties(c.Properties)
		v.datatypes(c.Range)
	case *owl.DataHasValue:
		v(c.Property)
	case *owl.DataMinCardinality:
		v(c.Property)
		v.datatypes(c.Range)
	case *owl.DataMaxCardinality:
		v(c.Property)
		v.datatypes(c.Range)
	case *owl.DataExactCardinality:
		v(c.Property)
		v.datatypes(c.Range)
	}
}

func (v visitor) datatypes(d owl.DataRange) {
	switch d := d.(type) {
	case owl.Datatype:
		v(d)
	case *owl.DataIntersectionOf:
		for _, o := range d.Operands {
			v.datatypes(o)
		}
	case *owl.DataUnionOf:
		for _, o := range d.Operands {
			v.datatypes(o)
		}
	case *owl.DataComplementOf:
		v.datatypes(d.Operand)
	case *owl.DatatypeRestriction:
		v(d.Datatype)
	}
}
