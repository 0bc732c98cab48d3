package locality

import "box2el-owl/owl"

// tester decides whether axioms are ⊥-local: whether they hold if the classes and properties
// outside a signature are empty. A positive answer comes with a set of names outside the signature;
// the answer remains valid until one of them joins the signature. Of several such sets it chooses
// the one that the fewest axioms mention.
type tester struct {
	x  *Index
	in func(int32) bool // the signature
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
	if !a.ok || b.ok && t.cost(b) < t.cost(a) {
		return b
	}
	return a
}

func (t *tester) cost(w watch) (mentions int) {
	for _, name := range w.names {
		mentions += len(t.x.mentions.Of(name))
	}
	return mentions
}

// both returns the conjunction of two results.
func both(a, b watch) watch {
	switch {
	case !a.ok || !b.ok:
		return no
	case len(a.names) == 0:
		return b
	case len(b.names) == 0:
		return a
	}
	return watch{append(a.names[:len(a.names):len(a.names)], b.names...), true}
}

// anyOf returns the best positive result of a test, if any.
func anyOf[T any](t *tester, list []T, test func(T) watch) watch {
	best := no
	for _, x := range list {
		best = t.better(best, test(x))
	}
	return best
}

// allOf reports whether a test is positive for all elements except at most but.
func allOf[T any](list []T, but int, test func(T) watch) watch {
	w := always
	for _, x := range list {
		if one := test(x); one.ok {
			w = both(w, one)
		} else if but--; but < 0 {
			return no
		}
	}
	return w
}

// empty reports whether a named class, a datatype or a property is empty.
func (t *tester) empty(x any) watch {
	if inverse, ok := x.(*owl.ObjectInverseOf); ok {
		x = inverse.Property
	}
	switch x {
	case owl.Thing, owl.TopObjectProperty, owl.TopDataProperty:
		return no
	case owl.Nothing, owl.BottomObjectProperty, owl.BottomDataProperty:
		return always
	}
	e, _ := x.(owl.Entity)
	id, known := t.x.ids[e]
	switch {
	case !known: // no axiom mentions it
		return always
	case t.in(id):
		return no
	}
	return watch{[]int32{id}, true}
}

func (t *tester) bottom(c owl.ClassExpression) watch { return t.is(c, false) }
func (t *tester) top(c owl.ClassExpression) watch    { return t.is(c, true) }

// is reports whether a class expression is equivalent to ⊤ or, if value is false, to ⊥; nil is ⊤.
func (t *tester) is(c owl.ClassExpression, value bool) watch {
	switch c := c.(type) {
	case nil:
		return watch{ok: value}
	case owl.Class:
		if value {
			return watch{ok: c == owl.Thing}
		}
		return t.empty(c)
	case *owl.ObjectIntersectionOf:
		if value {
			return allOf(c.Operands, 0, t.top)
		}
		return anyOf(t, c.Operands, t.bottom)
	case *owl.ObjectUnionOf:
		if value {
			return anyOf(t, c.Operands, t.top)
		}
		return allOf(c.Operands, 0, t.bottom)
	case *owl.ObjectComplementOf:
		return t.is(c.Operand, !value)
	case *owl.ObjectOneOf:
		return watch{ok: !value && len(c.Individuals) == 0}
	}
	return t.restriction(c, value)
}

// restriction is the test of is for restrictions.
func (t *tester) restriction(c owl.ClassExpression, value bool) watch {
	switch c := c.(type) {
	case *owl.ObjectSomeValuesFrom:
		return t.unfilled(value, false, c.Property, c.Filler)
	case *owl.ObjectAllValuesFrom:
		if value {
			return t.better(t.empty(c.Property), t.top(c.Filler))
		}
	case *owl.ObjectHasValue:
		return t.unfilled(value, false, c.Property, nil)
	case *owl.ObjectHasSelf:
		return t.unfilled(value, false, c.Property, nil)
	case *owl.ObjectMinCardinality:
		return t.atLeast(c.N, value, c.Property, c.Filler)
	case *owl.ObjectMaxCardinality:
		return t.unfilled(value, true, c.Property, c.Filler)
	case *owl.ObjectExactCardinality:
		return t.unfilled(value, c.N == 0, c.Property, c.Filler)
	case *owl.DataSomeValuesFrom:
		if !value {
			return anyOf(t, c.Properties, t.emptyData)
		}
	case *owl.DataAllValuesFrom:
		if value {
			return anyOf(t, c.Properties, t.emptyData)
		}
	case *owl.DataHasValue:
		return t.unfilled(value, false, c.Property, nil)
	case *owl.DataMinCardinality:
		return t.atLeast(c.N, value, c.Property, nil)
	case *owl.DataMaxCardinality:
		return t.unfilled(value, true, c.Property, nil)
	case *owl.DataExactCardinality:
		return t.unfilled(value, c.N == 0, c.Property, nil)
	}
	return no
}

// unfilled reports whether a restriction has a value because it is without if nothing has a
// neighbor in the filler.
func (t *tester) unfilled(value, without bool, property any, filler owl.ClassExpression) watch {
	if value != without {
		return no
	}
	return t.better(t.empty(property), t.bottom(filler))
}

// atLeast is unfilled for a restriction to n or more neighbors.
func (t *tester) atLeast(n int, value bool, property any, filler owl.ClassExpression) watch {
	if n <= 0 {
		return watch{ok: value}
	}
	return t.unfilled(value, false, property, filler)
}

func (t *tester) emptyData(p owl.DataProperty) watch                 { return t.empty(p) }
func (t *tester) emptyProperty(p owl.ObjectPropertyExpression) watch { return t.empty(p) }

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
		return both(t.empty(a.Class), allOf(a.Classes, 0, t.bottom))
	case *owl.ObjectPropertyDomain:
		return t.better(t.empty(a.Property), t.top(a.Domain))
	case *owl.ObjectPropertyRange:
		return t.better(t.empty(a.Property), t.top(a.Range))
	case *owl.DataPropertyDomain:
		return t.better(t.empty(a.Property), t.top(a.Domain))
	case *owl.HasKey:
		return t.better(t.better(t.bottom(a.Class), anyOf(t, a.DataProperties, t.emptyData)),
			anyOf(t, a.ObjectProperties, t.emptyProperty))
	case *owl.SubPropertyChainOf:
		return anyOf(t, firstSlot(a), t.empty)
	case *owl.DisjointObjectProperties, *owl.DisjointDataProperties:
		return allOf(firstSlot(a), 1, t.empty)
	case *owl.SubObjectPropertyOf, *owl.EquivalentObjectProperties, *owl.InverseObjectProperties,
		*owl.FunctionalObjectProperty, *owl.InverseFunctionalObjectProperty,
		*owl.IrreflexiveObjectProperty, *owl.SymmetricObjectProperty,
		*owl.AsymmetricObjectProperty, *owl.TransitiveObjectProperty, *owl.SubDataPropertyOf,
		*owl.EquivalentDataProperties, *owl.DataPropertyRange, *owl.FunctionalDataProperty,
		*owl.DatatypeDefinition, *owl.NegativeObjectPropertyAssertion,
		*owl.NegativeDataPropertyAssertion:
		return allOf(firstSlot(a), 0, t.empty)
	}
	return watch{ok: !a.Kind().IsLogical()}
}

// firstSlot returns the items of the first slot of an axiom.
func firstSlot(a owl.Axiom) []any {
	first := owl.Slots(&owl.AxiomShapes[a.Kind()], a)[0]
	if list, ok := first.([]any); ok {
		return list
	}
	return []any{first}
}
