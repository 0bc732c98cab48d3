package explain

import (
	"fmt"
	"slices"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/reasoner/calculus"
)

// claim is a condition of a goal. It holds if one of wants holds for every instance of root, or for
// examples with the supposed axioms.
type claim struct {
	says     owl.Axiom           // the claim as an axiom
	root     owl.ClassExpression // assumed to have an instance
	supposed []owl.Axiom         // about individuals and values that occur nowhere else
	wants    []want

	exact      bool // EL can express the whole claim
	theory     *theory
	saturation *calculus.Saturation
	targets    []calculus.FactID // facts that each make the claim true
}

// want is a conclusion to derive. The subject is the root, or one of the first three fields.
type want struct {
	values     owl.Entity // the values of this property of the root's elements
	individual owl.Individual
	value      *owl.Literal

	super      owl.ClassExpression // the subject is in this class
	superRange owl.DataRange       // the subject is in this data range
	sub, over  owl.Entity          // sub ⊑ over for these properties
	// This property is functional, given that the individual has the value.
	functional owl.DataProperty
}

// outsideEL returns the error for an axiom that cannot be explained.
func outsideEL(a owl.Axiom) error { return fmt.Errorf("%s: %w", a.Kind(), ErrOutsideEL) }

// maxClaims limits the pairs of a goal.
const maxClaims = 10_000

// claimsOf returns the conditions of an axiom. Those about properties are checked by example: r ⊑ s
// is entailed exactly if r(x, y) entails s(x, y) for two individuals that occur nowhere else.
func claimsOf(a owl.Axiom) ([]*claim, error) {
	var g goal
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
		g.implies(a, a.Chain, a.Super)
	case *owl.TransitiveObjectProperty:
		g.implies(a, []owl.ObjectPropertyExpression{a.Property, a.Property}, a.Property)
	case *owl.DisjointObjectProperties:
		g.pairs(len(a.Properties), func(i, j int) {
			p, q := a.Properties[i], a.Properties[j]
			x, y := example(0), example(1)
			g.impossible(&owl.DisjointObjectProperties{Properties: []owl.ObjectPropertyExpression{p,
				q}}, related(p, x, y), related(q, x, y))
		})
	case *owl.InverseObjectProperties:
		g.inverse(a.First, a.Second)
		g.inverse(a.Second, a.First)
	case *owl.SymmetricObjectProperty:
		g.inverse(a.Property, a.Property)
	case *owl.AsymmetricObjectProperty:
		x, y := example(0), example(1)
		g.impossible(a, related(a.Property, x, y), related(a.Property, y, x))
	case *owl.FunctionalObjectProperty:
		x, y, z := example(0), example(1), example(2)
		g.impossible(a, related(a.Property, x, y), related(a.Property, x, z), different(y, z))
	case *owl.InverseFunctionalObjectProperty:
		x, y, z := example(0), example(1), example(2)
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
				has(example(0), p, exampleValue(0)), has(example(0), q, exampleValue(0)))
		})
	case *owl.DataPropertyDomain:
		g.subsumed(someData(a.Property), a.Domain)
	case *owl.DataPropertyRange:
		g.add(&claim{says: a, root: someData(a.Property),
			supposed: []owl.Axiom{has(example(0), a.Property, exampleValue(0))}, wants: []want{
				{values: a.Property, superRange: a.Range}, {value: exampleValue(0), superRange: a.Range},
			}})
	case *owl.FunctionalDataProperty:
		g.add(&claim{says: a, root: someData(a.Property),
			supposed: []owl.Axiom{has(example(0), a.Property, exampleValue(0))}, wants: []want{
				{functional: a.Property, individual: example(0), value: exampleValue(0)},
			}})

	case *owl.HasKey:
		g.key(a)

	case *owl.SameIndividual:
		for i, x := range a.Individuals[:max(len(a.Individuals)-1, 0)] {
			g.subsumed(singleton(x), singleton(a.Individuals[i+1]))
		}
	case *owl.DifferentIndividuals:
		g.pairs(len(a.Individuals),
			func(i, j int) { g.empty(singleton(a.Individuals[i]), singleton(a.Individuals[j])) })
	case *owl.ClassAssertion:
		g.subsumed(singleton(a.Individual), a.Class)
	case *owl.ObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		g.subsumed(singleton(x), &owl.ObjectHasValue{Property: p, Individual: y})
	case *owl.NegativeObjectPropertyAssertion:
		p, x, y := forward(a.Property, a.Source, a.Target)
		g.empty(singleton(x), &owl.ObjectHasValue{Property: p, Individual: y})
	case *owl.DataPropertyAssertion:
		g.subsumed(singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target})
	case *owl.NegativeDataPropertyAssertion:
		g.empty(singleton(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target})
	}
	switch {
	case g.tooMany:
		return nil, ErrTooLarge
	case len(g.claims) == 0:
		return nil, outsideEL(a)
	}
	return g.claims, nil
}

// goal collects the claims of a goal.
type goal struct {
	claims  []*claim
	tooMany bool
}

func (g *goal) add(c *claim) { g.claims = append(g.claims, c) }

// cycle claims that each element of a list is included in the next, and the last in the first.
func cycle[A any](list []A, includes func(sub, super A)) {
	for i, a := range list {
		includes(a, list[(i+1)%len(list)])
	}
}

func (g *goal) pairs(n int, claim func(i, j int)) {
	if n*(n-1)/2 > maxClaims {
		g.tooMany = true
		return
	}
	for i := range n {
		for j := range n - i - 1 {
			claim(i, i+1+j)
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
			g.add(&claim{says: subsumptionAxiom(in.sub, in.super), root: in.sub,
				wants: []want{{super: in.super}}})
		}
		slices.Reverse(open[start:])
	}
}

func (g *goal) empty(classes ...owl.ClassExpression) {
	g.subsumed(intersection(classes...), owl.Nothing)
}

func intersection(classes ...owl.ClassExpression) owl.ClassExpression {
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
	g.add(&claim{says: says, root: owl.Thing, supposed: supposed,
		wants: []want{{super: owl.Nothing}}})
}

// includes claims r ⊑ s: by the inclusions of properties, or because r(x, y) entails s(x, y).
func (g *goal) includes(r, s owl.ObjectPropertyExpression) {
	c := g.implies(&owl.SubObjectPropertyOf{Sub: r, Super: s}, []owl.ObjectPropertyExpression{r}, s)
	sub, subInverse := direction(r)
	super, superInverse := direction(s)
	if subInverse == superInverse {
		c.wants = append(c.wants, want{sub: sub, over: super})
	}
}

// direction returns the property of an expression, and whether it is inverted.
func direction(p owl.ObjectPropertyExpression) (of owl.ObjectProperty, inverse bool) {
	if i, ok := p.(*owl.ObjectInverseOf); ok {
		return i.Property, true
	}
	of, _ = p.(owl.ObjectProperty)
	return of, false
}

func (g *goal) implies(says owl.Axiom, chain []owl.ObjectPropertyExpression,
	s owl.ObjectPropertyExpression) *claim {
	c := &claim{says: says, root: owl.Thing}
	for i, r := range chain {
		c.supposed = append(c.supposed, related(r, example(i), example(i+1)))
	}
	c.wants = []want{wantRelated(s, example(0), example(len(chain)))}
	g.add(c)
	return c
}

// inverse claims that p(x, y) entails s(y, x).
func (g *goal) inverse(p, s owl.ObjectPropertyExpression) {
	x, y := example(0), example(1)
	g.add(&claim{
		says: &owl.SubObjectPropertyOf{Sub: p, Super: inverseOf(s)}, root: owl.Thing,
		supposed: []owl.Axiom{related(p, x, y)}, wants: []want{wantRelated(s, y, x)},
	})
}

func inverseOf(p owl.ObjectPropertyExpression) owl.ObjectPropertyExpression {
	of, inverse := direction(p)
	if inverse {
		return of
	}
	return &owl.ObjectInverseOf{Property: of}
}

func wantRelated(p owl.ObjectPropertyExpression, from, to owl.Individual) want {
	p, from, to = forward(p, from, to)
	return want{individual: from, super: &owl.ObjectHasValue{Property: p, Individual: to}}
}

func (g *goal) objectRange(a *owl.ObjectPropertyRange) {
	p, inverse := direction(a.Property)
	if inverse {
		g.subsumed(&owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing}, a.Range)
		return
	}
	x, y := example(0), example(1)
	g.add(&claim{
		says: a, root: &owl.ObjectSomeValuesFrom{Property: p, Filler: owl.Thing},
		supposed: []owl.Axiom{related(p, x, y)},
		wants:    []want{{values: p, super: a.Range}, {individual: y, super: a.Range}},
	})
}

// includesData claims d ⊑ e: by the inclusions of properties, because d has no values, or because
// d(x, v) entails e(x, v).
func (g *goal) includesData(d, e owl.DataProperty) {
	x, v := example(0), exampleValue(0)
	g.add(&claim{
		says: &owl.SubDataPropertyOf{Sub: d, Super: e}, root: someData(d),
		supposed: []owl.Axiom{has(x, d, v)},
		wants: []want{{sub: d, over: e},
			{individual: x, super: &owl.DataHasValue{Property: e, Value: v}}},
	})
}

// key claims that two named individuals in the class with the same values are equal.
func (g *goal) key(k *owl.HasKey) {
	x, y := namedExample(0), namedExample(1)
	c := &claim{says: k, root: owl.Thing, wants: []want{{individual: x, super: singleton(y)}}}
	for _, a := range []owl.Individual{x, y} {
		c.supposed = append(c.supposed, &owl.ClassAssertion{Class: k.Class, Individual: a})
	}
	for i, p := range k.ObjectProperties {
		z := namedExample(2 + i)
		c.supposed = append(c.supposed, related(p, x, z), related(p, y, z))
	}
	for i, p := range k.DataProperties {
		c.supposed = append(c.supposed, has(x, p, exampleValue(i)), has(y, p, exampleValue(i)))
	}
	g.add(c)
}

func someData(p owl.DataProperty) owl.ClassExpression {
	return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: owl.RDFSLiteral}
}

func singleton(a owl.Individual) owl.ClassExpression {
	return &owl.ObjectOneOf{Individuals: []owl.Individual{a}}
}

// selfOf returns ∃p.Self; it is the same for a property and its inverse.
func selfOf(p owl.ObjectPropertyExpression) owl.ClassExpression {
	of, _ := direction(p)
	return &owl.ObjectHasSelf{Property: of}
}

// forward converts r⁻(a, b) to r(b, a).
func forward(p owl.ObjectPropertyExpression, a, b owl.Individual) (owl.ObjectPropertyExpression,
	owl.Individual, owl.Individual) {
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

// example returns an individual that occurs in no ontology. It is anonymous, because keys are about
// named individuals only.
func example(i int) owl.AnonymousIndividual {
	return owl.AnonymousIndividual{ID: owl.NewIRI("box2el-owl-goal-x" + strconv.Itoa(i))}
}

// exampleNamespace is the namespace of named examples.
const exampleNamespace = "urn:box2el-owl:example#"

// namedExample returns a named example, for keys.
func namedExample(i int) owl.NamedIndividual {
	return owl.NamedIndividual{IRI: owl.NewIRI(exampleNamespace + "x" + strconv.Itoa(i))}
}

// exampleValue returns a literal that occurs in no ontology, of an unknown datatype.
func exampleValue(i int) *owl.Literal {
	return &owl.Literal{Lexical: "v" + strconv.Itoa(i),
		Datatype: owl.Datatype{IRI: owl.NewIRI(exampleNamespace + "value")}}
}
