package goal

import (
	"slices"
	"strconv"

	"box2el-owl/owl"
)

// Claim is a condition of a goal. It holds if one of Wants holds for every instance of Root, given
// that the supposed axioms hold for examples.
type Claim struct {
	Says     owl.Axiom           // the claim as an axiom
	Root     owl.ClassExpression // assumed to have an instance
	Supposed []owl.Axiom         // about individuals and values that occur nowhere else
	Wants    []Want
}

// Want is a sufficient condition of a claim. The subject is Root, or one of the first three fields.
type Want struct {
	Values     owl.Entity // the values of this property of the root's elements
	Individual owl.Individual
	Value      *owl.Literal

	Super      owl.ClassExpression // the subject is in this class
	SuperRange owl.DataRange       // the subject is in this data range
	Sub, Over  owl.Entity          // Sub ⊑ Over for these properties
	// This property is functional, given that the individual has the value.
	Functional owl.DataProperty
}

// Claims calls ask with each claim of an axiom until it returns false. It returns false if axioms
// of this kind have no claims.
func Claims(a owl.Axiom, ask func(Claim) bool) bool {
	g := &goal{ask: ask}
	switch a := a.(type) {
	case *owl.SubClassOf:
		g.subsumed(a.Sub, a.Super)
	case *owl.EquivalentClasses:
		cycle(a.Classes, g.subsumed)
	case *owl.DisjointClasses:
		g.pairs(len(a.Classes), func(i, j int) { g.empty(a.Classes[i], a.Classes[j]) })
	case *owl.DisjointUnion:
		for _, c := range a.Classes {
			g.subsumed(c, a.Class)
		}
		g.pairs(len(a.Classes), func(i, j int) { g.empty(a.Classes[i], a.Classes[j]) })
		g.subsumed(a.Class, &owl.ObjectUnionOf{Operands: a.Classes})

	case *owl.SubObjectPropertyOf:
		g.includes(a.Sub, a.Super)
	case *owl.EquivalentObjectProperties:
		cycle(a.Properties, g.includes)
	case *owl.SubPropertyChainOf:
		g.add(implication(a, a.Chain, a.Super))
	case *owl.TransitiveObjectProperty:
		g.add(implication(a, []owl.ObjectPropertyExpression{a.Property, a.Property}, a.Property))
	case *owl.DisjointObjectProperties:
		g.pairs(len(a.Properties), func(i, j int) {
			p, q := a.Properties[i], a.Properties[j]
			x, y := Example(0), Example(1)
			g.impossible(
				&owl.DisjointObjectProperties{Properties: []owl.ObjectPropertyExpression{p, q}},
				related(p, x, y), related(q, x, y))
		})
	case *owl.InverseObjectProperties:
		g.inverse(a.First, a.Second)
		g.inverse(a.Second, a.First)
	case *owl.SymmetricObjectProperty:
		g.inverse(a.Property, a.Property)
	case *owl.AsymmetricObjectProperty:
		x, y := Example(0), Example(1)
		g.impossible(a, related(a.Property, x, y), related(a.Property, y, x))
	case *owl.FunctionalObjectProperty:
		x, y, z := Example(0), Example(1), Example(2)
		g.impossible(a, related(a.Property, x, y), related(a.Property, x, z), different(y, z))
	case *owl.InverseFunctionalObjectProperty:
		x, y, z := Example(0), Example(1), Example(2)
		g.impossible(a, related(a.Property, y, x), related(a.Property, z, x), different(y, z))
	case *owl.ReflexiveObjectProperty:
		g.subsumed(owl.Thing, selfOf(a.Property))
	case *owl.IrreflexiveObjectProperty:
		g.empty(selfOf(a.Property))
	case *owl.ObjectPropertyDomain:
		g.subsumed(&owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing}, a.Domain)
	case *owl.ObjectPropertyRange:
		g.objectRange(a)

	case *owl.SubDataPropertyOf:
		g.includesData(a.Sub, a.Super)
	case *owl.EquivalentDataProperties:
		cycle(a.Properties, g.includesData)
	case *owl.DisjointDataProperties:
		g.pairs(len(a.Properties), func(i, j int) {
			p, q := a.Properties[i], a.Properties[j]
			g.impossible(&owl.DisjointDataProperties{Properties: []owl.DataProperty{p, q}},
				has(Example(0), p, ExampleValue(0)), has(Example(0), q, ExampleValue(0)))
		})
	case *owl.DataPropertyDomain:
		g.subsumed(someData(a.Property), a.Domain)
	case *owl.DataPropertyRange:
		g.add(Claim{
			Says: a, Root: someData(a.Property),
			Supposed: []owl.Axiom{has(Example(0), a.Property, ExampleValue(0))}, Wants: []Want{
				{Values: a.Property, SuperRange: a.Range}, {Value: ExampleValue(0), SuperRange: a.Range},
			}})
	case *owl.FunctionalDataProperty:
		g.add(Claim{
			Says: a, Root: someData(a.Property),
			Supposed: []owl.Axiom{has(Example(0), a.Property, ExampleValue(0))}, Wants: []Want{
				{Functional: a.Property, Individual: Example(0), Value: ExampleValue(0)},
			}})

	case *owl.HasKey:
		g.key(a)

	case *owl.SameIndividual:
		for i, x := range a.Individuals[:max(len(a.Individuals)-1, 0)] {
			g.subsumed(Singleton(x), Singleton(a.Individuals[i+1]))
		}
	case *owl.DifferentIndividuals:
		g.pairs(len(a.Individuals),
			func(i, j int) { g.empty(Singleton(a.Individuals[i]), Singleton(a.Individuals[j])) })
	case *owl.ClassAssertion:
		g.subsumed(Singleton(a.Individual), a.Class)
	case *owl.ObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		g.subsumed(Singleton(x), &owl.ObjectHasValue{Property: p, Individual: y})
	case *owl.NegativeObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		g.empty(Singleton(x), &owl.ObjectHasValue{Property: p, Individual: y})
	case *owl.DataPropertyAssertion:
		g.subsumed(Singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target})
	case *owl.NegativeDataPropertyAssertion:
		g.empty(Singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target})
	default:
		return false
	}
	return true
}

type goal struct {
	ask     func(Claim) bool
	stopped bool
}

func (g *goal) add(c Claim) { g.stopped = g.stopped || !g.ask(c) }

// cycle claims that each element of a list is included in the next, and the last in the first.
func cycle[A any](list []A, includes func(sub, super A)) {
	for i, a := range list {
		includes(a, list[(i+1)%len(list)])
	}
}

func (g *goal) pairs(n int, claim func(i, j int)) {
	for i := range n {
		for j := i + 1; j < n && !g.stopped; j++ {
			claim(i, j)
		}
	}
}

// subsumed claims sub ⊑ super. It divides unions on the left, and intersections and complements on
// the right.
func (g *goal) subsumed(sub, super owl.ClassExpression) {
	type inclusion struct{ sub, super owl.ClassExpression }
	open := []inclusion{{sub, super}}
	for len(open) > 0 {
		in := open[len(open)-1]
		open = open[:len(open)-1]
		start := len(open)
		if union, ok := in.sub.(*owl.ObjectUnionOf); ok && len(union.Operands) > 0 {
			for _, c := range union.Operands {
				open = append(open, inclusion{c, in.super})
			}
		} else if and, ok := in.super.(*owl.ObjectIntersectionOf); ok && len(and.Operands) > 0 {
			for _, d := range and.Operands {
				open = append(open, inclusion{in.sub, d})
			}
		} else if not, ok := in.super.(*owl.ObjectComplementOf); ok {
			g.empty(in.sub, not.Operand)
		} else {
			g.add(Claim{Says: Subsumption(in.sub, in.super), Root: in.sub,
				Wants: []Want{{Super: in.super}}})
		}
		slices.Reverse(open[start:])
	}
}

func (g *goal) empty(classes ...owl.ClassExpression) {
	g.subsumed(Intersection(classes...), owl.Nothing)
}

// Intersection returns the intersection of classes, without nested ones.
func Intersection(classes ...owl.ClassExpression) owl.ClassExpression {
	if len(classes) == 1 {
		return classes[0]
	}
	var operands []owl.ClassExpression
	for _, c := range classes {
		if and, ok := c.(*owl.ObjectIntersectionOf); ok {
			operands = append(operands, and.Operands...)
		} else {
			operands = append(operands, c)
		}
	}
	return &owl.ObjectIntersectionOf{Operands: operands}
}

// impossible claims that the supposed axioms contradict the ontology.
func (g *goal) impossible(says owl.Axiom, supposed ...owl.Axiom) {
	g.add(Claim{Says: says, Root: owl.Thing, Supposed: supposed,
		Wants: []Want{{Super: owl.Nothing}}})
}

// includes claims r ⊑ s: by the inclusions of properties, or because r(x, y) entails s(x, y).
func (g *goal) includes(r, s owl.ObjectPropertyExpression) {
	c := implication(&owl.SubObjectPropertyOf{Sub: r, Super: s},
		[]owl.ObjectPropertyExpression{r}, s)
	sub, subInverse := direction(r)
	super, superInverse := direction(s)
	if subInverse == superInverse {
		c.Wants = append(c.Wants, Want{Sub: sub, Over: super})
	}
	g.add(c)
}

// direction returns the property of an expression, and whether it is inverted.
func direction(p owl.ObjectPropertyExpression) (of owl.ObjectProperty, inverse bool) {
	if i, ok := p.(*owl.ObjectInverseOf); ok {
		return i.Property, true
	}
	of, _ = p.(owl.ObjectProperty)
	return of, false
}

// implication returns the claim that a chain of properties implies s.
func implication(
	says owl.Axiom, chain []owl.ObjectPropertyExpression, s owl.ObjectPropertyExpression,
) Claim {
	c := Claim{Says: says, Root: owl.Thing}
	for i, r := range chain {
		c.Supposed = append(c.Supposed, related(r, Example(i), Example(i+1)))
	}
	c.Wants = []Want{wantRelated(s, Example(0), Example(len(chain)))}
	return c
}

// inverse claims that p(x, y) entails s(y, x).
func (g *goal) inverse(p, s owl.ObjectPropertyExpression) {
	x, y := Example(0), Example(1)
	g.add(Claim{
		Says: &owl.SubObjectPropertyOf{Sub: p, Super: inverseOf(s)}, Root: owl.Thing,
		Supposed: []owl.Axiom{related(p, x, y)}, Wants: []Want{wantRelated(s, y, x)},
	})
}

func inverseOf(p owl.ObjectPropertyExpression) owl.ObjectPropertyExpression {
	of, inverse := direction(p)
	if inverse {
		return of
	}
	return &owl.ObjectInverseOf{Property: of}
}

func wantRelated(p owl.ObjectPropertyExpression, from, to owl.Individual) Want {
	p, from, to = forward(p, from, to)
	return Want{Individual: from, Super: &owl.ObjectHasValue{Property: p, Individual: to}}
}

func (g *goal) objectRange(a *owl.ObjectPropertyRange) {
	p, inverse := direction(a.Property)
	if inverse {
		g.subsumed(&owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing}, a.Range)
		return
	}
	x, y := Example(0), Example(1)
	g.add(Claim{
		Says: a, Root: &owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing},
		Supposed: []owl.Axiom{related(p, x, y)},
		Wants:    []Want{{Values: p, Super: a.Range}, {Individual: y, Super: a.Range}},
	})
}

// includesData claims d ⊑ e: by the inclusions of properties, because d has no values, or because
// d(x, v) entails e(x, v).
func (g *goal) includesData(d, e owl.DataProperty) {
	x, v := Example(0), ExampleValue(0)
	g.add(Claim{
		Says: &owl.SubDataPropertyOf{Sub: d, Super: e}, Root: someData(d),
		Supposed: []owl.Axiom{has(x, d, v)},
		Wants: []Want{{Sub: d, Over: e},
			{Individual: x, Super: &owl.DataHasValue{Property: e, Value: v}}},
	})
}

// key claims that two named individuals in the class with the same values are equal.
func (g *goal) key(k *owl.HasKey) {
	x, y := namedExample(0), namedExample(1)
	c := Claim{Says: k, Root: owl.Thing, Wants: []Want{{Individual: x, Super: Singleton(y)}}}
	for _, a := range []owl.Individual{x, y} {
		c.Supposed = append(c.Supposed, &owl.ClassAssertion{Class: k.Class, Individual: a})
	}
	for i, p := range k.ObjectProperties {
		z := namedExample(2 + i)
		c.Supposed = append(c.Supposed, related(p, x, z), related(p, y, z))
	}
	for i, p := range k.DataProperties {
		c.Supposed = append(c.Supposed, has(x, p, ExampleValue(i)), has(y, p, ExampleValue(i)))
	}
	g.add(c)
}

func someData(p owl.DataProperty) owl.ClassExpression {
	return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: owl.RDFSLiteral}
}

// Singleton returns the class of one individual.
func Singleton(a owl.Individual) owl.ClassExpression {
	return &owl.ObjectOneOf{Individuals: []owl.Individual{a}}
}

// selfOf returns ∃p.Self; it is the same for a property and its inverse.
func selfOf(p owl.ObjectPropertyExpression) owl.ClassExpression {
	of, _ := direction(p)
	return &owl.ObjectHasSelf{Property: of}
}

// forward converts r⁻(a, b) to r(b, a).
func forward(
	p owl.ObjectPropertyExpression, a, b owl.Individual,
) (owl.ObjectPropertyExpression, owl.Individual, owl.Individual) {
	if of, inverse := direction(p); inverse {
		return of, b, a
	}
	return p, a, b
}

func related(p owl.ObjectPropertyExpression, from, to owl.Individual) owl.Axiom {
	p, from, to = forward(p, from, to)
	return &owl.ObjectPropertyAssertion{Property: p, Source: from, Target: to}
}

func has(x owl.Individual, p owl.DataProperty, v *owl.Literal) owl.Axiom {
	return &owl.DataPropertyAssertion{Property: p, Source: x, Target: v}
}

func different(x, y owl.Individual) owl.Axiom {
	return &owl.DifferentIndividuals{Individuals: []owl.Individual{x, y}}
}

// Example returns an individual that occurs in no ontology. It is anonymous, because keys are about
// named individuals only.
func Example(i int) owl.AnonymousIndividual {
	return owl.AnonymousIndividual{ID: owl.NewIRI("box2el-owl-goal-x" + strconv.Itoa(i))}
}

// exampleNamespace is the namespace of named examples.
const exampleNamespace = "urn:box2el-owl:example#"

// namedExample returns a named example, for keys.
func namedExample(i int) owl.NamedIndividual {
	return owl.NamedIndividual{IRI: owl.NewIRI(exampleNamespace + "x" + strconv.Itoa(i))}
}

// ExampleValue returns a literal that occurs in no ontology, of an unknown datatype.
func ExampleValue(i int) *owl.Literal {
	return &owl.Literal{Lexical: "v" + strconv.Itoa(i),
		Datatype: owl.Datatype{IRI: owl.NewIRI(exampleNamespace + "value")}}
}

// Subsumption returns sub ⊑ super; for an individual, as an assertion.
func Subsumption(sub, super owl.ClassExpression) owl.Axiom {
	a, ok := IndividualOf(sub)
	if !ok {
		return &owl.SubClassOf{Sub: sub, Super: super}
	}
	switch super := super.(type) {
	case *owl.ObjectHasValue:
		return &owl.ObjectPropertyAssertion{Property: super.Property, Source: a,
			Target: super.Individual}
	case *owl.DataHasValue:
		return &owl.DataPropertyAssertion{Property: super.Property, Source: a, Target: super.Value}
	}
	if b, ok := IndividualOf(super); ok {
		return &owl.SameIndividual{Individuals: []owl.Individual{a, b}}
	}
	return &owl.ClassAssertion{Class: super, Individual: a}
}

// IndividualOf returns the only individual of an enumeration.
func IndividualOf(c owl.ClassExpression) (owl.Individual, bool) {
	if one, ok := c.(*owl.ObjectOneOf); ok && len(one.Individuals) == 1 {
		return one.Individuals[0], true
	}
	return nil, false
}
