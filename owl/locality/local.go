package locality

import "box2el-owl/owl"

// tester decides whether axioms are ⊥-local: whether they hold if the classes and properties
// outside a signature are empty. A positive answer comes with a set of names outside the signature;
// the answer remains valid until one of them joins the signature. Of several such sets it chooses
// the one that the fewest axioms mention.
type tester struct {
	id     func(owl.Entity) int32 // −1 for a name that no axiom mentions
	in     func(int32) bool
	weight func(int32) int
}

// watch is the result of a test, with the names that it depends on if it is positive.
type watch struct {
	names []int32
	ok    bool
}

var (
	no     = watch{}
	always = watch{ok: true}
)

func (t *tester) better(a, b watch) watch {
	if !a.ok || !b.ok {
		if a.ok {
			return a
		}
		return b
	}
	cost := func(w watch) (n int) {
		for _, s := range w.names {
			n += t.weight(s)
		}
		return n
	}
	if cost(b) < cost(a) {
		return b
	}
	return a
}

// both returns the conjunction of two results.
func both(a, b watch) watch {
	if !a.ok || !b.ok {
		return no
	}
	switch {
	case len(a.names) == 0:
		return b
	case len(b.names) == 0:
		return a
	}
	return watch{append(a.names[:len(a.names):len(a.names)], b.names...), true}
}

// empty reports whether a class or property is outside the signature.
func (t *tester) empty(e owl.Entity) watch {
	id := t.id(e)
	if id < 0 {
		return always
	}
	if t.in(id) {
		return no
	}
	return watch{[]int32{id}, true}
}

func (t *tester) emptyProperty(p owl.ObjectPropertyExpression) watch {
	switch r := named(p); r.IRI {
	case owl.TopObjectProperty.IRI:
		return no
	case owl.BottomObjectProperty.IRI:
		return always
	default:
		return t.empty(r)
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

func (t *tester) emptyData(p owl.DataProperty) watch {
	switch p {
	case owl.TopDataProperty:
		return no
	case owl.BottomDataProperty:
		return always
	}
	return t.empty(p)
}

// anyOf returns the best positive result of a test, if any.
func anyOf[T any](t *tester, list []T, test func(T) watch) watch {
	best := no
	for _, c := range list {
		best = t.better(best, test(c))
	}
	return best
}

// allOf reports whether a test is positive for all elements except at most but.
func allOf[T any](list []T, but int, test func(T) watch) watch {
	w := always
	for _, c := range list {
		if one := test(c); one.ok {
			w = both(w, one)
		} else if but--; but < 0 {
			return no
		}
	}
	return w
}

// bottom reports whether a class expression is equivalent to ⊥; nil is ⊤.
func (t *tester) bottom(c owl.ClassExpression) watch {
	switch c := c.(type) {
	case owl.Class:
		switch c {
		case owl.Thing:
			return no
		case owl.Nothing:
			return always
		}
		return t.empty(c)
	case *owl.ObjectIntersectionOf:
		return anyOf(t, c.Operands, t.bottom)
	case *owl.ObjectUnionOf:
		return allOf(c.Operands, 0, t.bottom)
	case *owl.ObjectComplementOf:
		return t.top(c.Operand)
	case *owl.ObjectOneOf:
		return watch{ok: len(c.Individuals) == 0}
	case *owl.ObjectSomeValuesFrom:
		return t.better(t.emptyProperty(c.Property), t.bottom(c.Filler))
	case *owl.ObjectHasValue:
		return t.emptyProperty(c.Property)
	case *owl.ObjectHasSelf:
		return t.emptyProperty(c.Property)
	case *owl.ObjectMinCardinality:
		if c.N > 0 {
			return t.better(t.emptyProperty(c.Property), t.bottom(c.Filler))
		}
	case *owl.ObjectExactCardinality:
		if c.N > 0 {
			return t.better(t.emptyProperty(c.Property), t.bottom(c.Filler))
		}
	case *owl.DataSomeValuesFrom:
		return anyOf(t, c.Properties, t.emptyData)
	case *owl.DataHasValue:
		return t.emptyData(c.Property)
	case *owl.DataMinCardinality:
		if c.N > 0 {
			return t.emptyData(c.Property)
		}
	case *owl.DataExactCardinality:
		if c.N > 0 {
			return t.emptyData(c.Property)
		}
	}
	return no
}

// top reports whether a class expression is equivalent to ⊤; nil is ⊤.
func (t *tester) top(c owl.ClassExpression) watch {
	switch c := c.(type) {
	case nil:
		return always
	case owl.Class:
		return watch{ok: c == owl.Thing}
	case *owl.ObjectIntersectionOf:
		return allOf(c.Operands, 0, t.top)
	case *owl.ObjectUnionOf:
		return anyOf(t, c.Operands, t.top)
	case *owl.ObjectComplementOf:
		return t.bottom(c.Operand)
	case *owl.ObjectAllValuesFrom:
		return t.better(t.emptyProperty(c.Property), t.top(c.Filler))
	case *owl.ObjectMinCardinality:
		return watch{ok: c.N <= 0}
	case *owl.ObjectMaxCardinality:
		return t.better(t.emptyProperty(c.Property), t.bottom(c.Filler))
	case *owl.ObjectExactCardinality:
		if c.N == 0 {
			return t.better(t.emptyProperty(c.Property), t.bottom(c.Filler))
		}
	case *owl.DataAllValuesFrom:
		return anyOf(t, c.Properties, t.emptyData)
	case *owl.DataMinCardinality:
		return watch{ok: c.N <= 0}
	case *owl.DataMaxCardinality:
		return t.emptyData(c.Property)
	case *owl.DataExactCardinality:
		if c.N == 0 {
			return t.emptyData(c.Property)
		}
	}
	return no
}

// local reports whether an axiom is ⊥-local. Axioms that are not logical are; rules are not.
func (t *tester) local(a owl.Axiom) watch {
	switch a := a.(type) {
	case *owl.SubClassOf:
		return t.better(t.bottom(a.Sub), t.top(a.Super))
	case *owl.EquivalentClasses:
		return t.better(allOf(a.Classes, 0, t.bottom), allOf(a.Classes, 0, t.top))
	case *owl.DisjointClasses:
		return allOf(a.Classes, 1, t.bottom)
	case *owl.DisjointUnion:
		return both(t.bottom(a.Class), allOf(a.Classes, 0, t.bottom))
	case *owl.ObjectPropertyDomain:
		return t.better(t.emptyProperty(a.Property), t.top(a.Domain))
	case *owl.ObjectPropertyRange:
		return t.better(t.emptyProperty(a.Property), t.top(a.Range))
	case *owl.DataPropertyDomain:
		return t.better(t.emptyData(a.Property), t.top(a.Domain))
	case *owl.DataPropertyRange:
		return t.emptyData(a.Property)
	case *owl.HasKey:
		return t.better(t.better(t.bottom(a.Class), anyOf(t, a.DataProperties, t.emptyData)),
			anyOf(t, a.ObjectProperties, t.emptyProperty))
	case *owl.DatatypeDefinition:
		return t.empty(a.Datatype)
	}
	return t.localProperty(a)
}

func (t *tester) localProperty(a owl.Axiom) watch {
	switch a := a.(type) {
	case *owl.SubObjectPropertyOf:
		return t.emptyProperty(a.Sub)
	case *owl.SubDataPropertyOf:
		return t.emptyData(a.Sub)
	case *owl.SubPropertyChainOf:
		return anyOf(t, a.Chain, t.emptyProperty)
	case *owl.EquivalentObjectProperties:
		return allOf(a.Properties, 0, t.emptyProperty)
	case *owl.DisjointObjectProperties:
		return allOf(a.Properties, 1, t.emptyProperty)
	case *owl.EquivalentDataProperties:
		return allOf(a.Properties, 0, t.emptyData)
	case *owl.DisjointDataProperties:
		return allOf(a.Properties, 1, t.emptyData)
	case *owl.InverseObjectProperties:
		return both(t.emptyProperty(a.First), t.emptyProperty(a.Second))
	case *owl.FunctionalObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.InverseFunctionalObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.IrreflexiveObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.SymmetricObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.AsymmetricObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.TransitiveObjectProperty:
		return t.emptyProperty(a.Property)
	case *owl.FunctionalDataProperty:
		return t.emptyData(a.Property)
	case *owl.NegativeObjectPropertyAssertion:
		return t.emptyProperty(a.Property)
	case *owl.NegativeDataPropertyAssertion:
		return t.emptyData(a.Property)
	}
	return watch{ok: !a.Kind().IsLogical()}
}
