// Package owlgen generates random ontologies. Only tests import it.
//
// The ontologies have every kind of axiom, class expression, data range and annotation of OWL 2,
// unusual but legal IRIs, and literals with every character that needs escaping in some syntax.
// They are expressible in every syntax and obey the typing constraints of OWL 2 DL (Structural
// Specification, section 5.8): every entity is declared, and no IRI is a property of two kinds or
// both a class and a datatype. The same generator state gives the same ontology.
package owlgen

import (
	"bytes"
	"math/rand/v2"

	"box2el-owl/owl"
)

// maxDepth is the maximum nesting depth of expressions.
const maxDepth = 3

// Ontology returns a random ontology: the declarations of all entities, one axiom of every kind,
// and size further axioms of random kinds, in random order. It has no rules, which are opaque text.
func Ontology(rng *rand.Rand, size int) *owl.Ontology {
	g := &generator{Rand: rng}
	o := &owl.Ontology{
		IRI:         owl.NewIRI("http://example.org/ontology"),
		VersionIRI:  owl.NewIRI("http://example.org/ontology/1.0"),
		Imports:     []owl.IRI{owl.NewIRI("http://example.org/imported"), owl.NewIRI("http://example.org/a-further-one")},
		Annotations: g.annotations(2),
		Prefixes:    prefixes(),
	}
	for _, entity := range entities() {
		o.Axioms = append(o.Axioms, &owl.Declaration{Annotated: g.annotated(), Entity: entity})
	}
	for kind := owl.SubClassOfKind; kind < owl.RuleKind; kind++ {
		o.Axioms = append(o.Axioms, g.axiom(kind))
	}
	for range size {
		o.Axioms = append(o.Axioms,
			g.axiom(owl.SubClassOfKind+owl.AxiomKind(g.IntN(int(owl.RuleKind-owl.SubClassOfKind)))))
	}
	g.Shuffle(len(o.Axioms), func(i, j int) { o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i] })
	return o
}

// Axiom returns a random axiom of the given kind, which must not be owl.RuleKind.
func Axiom(rng *rand.Rand, kind owl.AxiomKind) owl.Axiom {
	return (&generator{Rand: rng}).axiom(kind)
}

// ClassExpression returns a random class expression.
func ClassExpression(rng *rand.Rand) owl.ClassExpression {
	return (&generator{Rand: rng}).classExpression()
}

// generator draws from the pools in pools.go. It is an owl.SlotVisitor that fills slots.
type generator struct {
	*rand.Rand
	depth int  // of the current expression
	named bool // draw named object properties only
	keyed bool // whether the current HasKey has object properties
}

func (g *generator) axiom(kind owl.AxiomKind) owl.Axiom {
	if kind == owl.RuleKind {
		panic("owlgen: no generator for rules")
	}
	shape := &owl.AxiomShapes[kind]
	a := shape.New()
	owl.Annotate(a, g.annotated().Annotations)
	// The mapping to RDF turns P⁻(a, b) into P(b, a).
	g.named = kind == owl.ObjectPropertyAssertionKind
	shape.Visit(a, g)
	g.named = false
	return a
}

// classExpression returns a random expression. The deeper it is nested, the more likely it is a
// named class.
func (g *generator) classExpression() (c owl.ClassExpression) {
	g.Class(&c)
	return c
}

func (g *generator) Class(c *owl.ClassExpression) {
	if g.depth == maxDepth || g.IntN(3+g.depth) > 1 {
		*c = pick(g, classes)
		return
	}
	kind := owl.ExpressionKind(g.IntN(18))
	if kind > owl.DataHasValueKind { // which is drawn twice as often
		kind--
	}
	*c = owl.ClassShapes[kind].New()
	g.depth++
	owl.ClassShapes[kind].Visit(*c, g)
	g.depth--
}

func (g *generator) Entity(e *owl.Entity) { *e = pick(g, entities()) }

func (g *generator) Filler(c *owl.ClassExpression) {
	if g.IntN(3) > 0 {
		g.Class(c)
	}
}

func (g *generator) NamedClass(c *owl.Class) { *c = pick(g, classes) }

func (g *generator) Classes(list *[]owl.ClassExpression, least int, _ owl.ListOrder) {
	*list = several(g, g.Class, least)
}

func (g *generator) ObjectProperty(p *owl.ObjectPropertyExpression) {
	if !g.named && g.IntN(4) == 0 {
		*p = &owl.ObjectInverseOf{Property: pick(g, objectProperties)}
		return
	}
	*p = pick(g, objectProperties)
}

func (g *generator) ObjectProperties(list *[]owl.ObjectPropertyExpression, least int,
	_ owl.ListOrder) {
	if g.keyed = least > 0 || g.IntN(3) > 0; g.keyed {
		*list = several(g, g.ObjectProperty, 2)
	}
}

// Inverses draws named properties only, because _:x owl:inverseOf p means both "_:x is the inverse
// of p" and the axiom.
func (g *generator) Inverses(first, second *owl.ObjectPropertyExpression) {
	*first = pick(g, objectProperties)
	*second = pick(g, objectProperties)
}

func (g *generator) Chain(list *[]owl.ObjectPropertyExpression) {
	*list = several(g, g.ObjectProperty, 2)
}

func (g *generator) DataProperty(p *owl.DataProperty) { *p = pick(g, dataProperties) }

func (g *generator) DataProperties(list *[]owl.DataProperty, least int, order owl.ListOrder) {
	switch {
	case order == owl.AsWritten && g.IntN(4) > 0: // mostly one property before a data range
		*list = []owl.DataProperty{pick(g, dataProperties)}
	case least > 0 || !g.keyed || g.IntN(2) == 0:
		*list = several(g, g.DataProperty, 2)
	}
}

func (g *generator) AnnotationProperty(p *owl.AnnotationProperty) {
	*p = pick(g, annotationProperties)
}

func (g *generator) Individual(i *owl.Individual) {
	if g.IntN(5) == 0 {
		*i = pick(g, anonymousIndividuals)
		return
	}
	*i = pick(g, individuals)
}

func (g *generator) Individuals(list *[]owl.Individual, least int, _ owl.ListOrder) {
	*list = several(g, g.Individual, least)
}

func (g *generator) Datatype(d *owl.Datatype) { *d = pick(g, datatypes) }

func (g *generator) DataRange(d *owl.DataRange) {
	if g.depth >= maxDepth || g.IntN(2) == 0 {
		*d = pick(g, datatypesAndBuiltIn)
		return
	}
	kind := owl.DataRangeKind(g.IntN(5))
	if kind == owl.DatatypeRestrictionKind {
		*d = g.restriction()
		return
	}
	*d = owl.DataRangeShapes[kind].New()
	g.depth++
	owl.DataRangeShapes[kind].Visit(*d, g)
	g.depth--
}

func (g *generator) restriction() owl.DataRange {
	facets := []owl.FacetRestriction{
		{Facet: owl.NewIRI(owl.XSDNamespace + "minInclusive"), Value: owl.NewLiteral("-3", owl.XSDInteger)},
		{Facet: owl.NewIRI(owl.XSDNamespace + "maxExclusive"), Value: owl.NewLiteral("12", owl.XSDInteger)},
	}
	return &owl.DatatypeRestriction{Datatype: owl.XSDInteger, Facets: facets[g.IntN(2):]}
}

func (g *generator) RangeFiller(d *owl.DataRange) {
	if g.IntN(3) > 0 {
		g.DataRange(d)
	}
}

func (g *generator) DataRanges(list *[]owl.DataRange, least int, _ owl.ListOrder) {
	*list = several(g, g.DataRange, least)
}

func (g *generator) Literals(list *[]*owl.Literal, least int, _ owl.ListOrder) {
	*list = several(g, g.Literal, least)
}

func (g *generator) Cardinality(n *int) { *n = g.IntN(5) }

func (g *generator) IRI(i *owl.IRI) { *i = pick(g, classes).IRI }

func (g *generator) Subject(s *owl.AnnotationSubject) {
	switch g.IntN(4) {
	case 0:
		*s = pick(g, anonymousIndividuals)
	case 1:
		*s = pick(g, classes).IRI
	default:
		*s = pick(g, entities()).EntityIRI()
	}
}

func (g *generator) Value(v *owl.AnnotationValue) {
	switch g.IntN(5) {
	case 0:
		*v = pick(g, anonymousIndividuals)
	case 1:
		*v = pick(g, individuals).IRI
	default:
		var l *owl.Literal
		g.Literal(&l)
		*v = l
	}
}

func (g *generator) Literal(l **owl.Literal) {
	switch g.IntN(4) {
	case 0:
		*l = owl.NewLangString(pick(g, texts), pick(g, languages))
	case 1:
		*l = pick(g, typed)
	default:
		*l = owl.NewString(pick(g, texts))
	}
}

// restriction draws the facets of a datatype, and axiom draws no rules.

func (g *generator) Facets(*[]owl.FacetRestriction) {}
func (g *generator) Atoms(string, *[]owl.RuleAtom)  {}

// annotated gives one axiom in three annotations.
func (g *generator) annotated() owl.Annotated {
	if g.IntN(3) > 0 {
		return owl.Annotated{}
	}
	return owl.Annotated{Annotations: g.annotations(2)}
}

// annotations returns one or two annotations, which are themselves annotated up to the given depth.
// They have different properties or values, because RDF could not distinguish their own
// annotations.
func (g *generator) annotations(depth int) []owl.Annotation {
	list := make([]owl.Annotation, 0, 2)
	for range 1 + g.IntN(2) {
		var a owl.Annotation
		g.AnnotationProperty(&a.Property)
		g.Value(&a.Value)
		if len(list) > 0 && sameStatement(list[0], a) {
			continue
		}
		if depth > 0 && g.IntN(4) == 0 {
			a.Annotations = g.annotations(depth - 1)
		}
		list = append(list, a)
	}
	return list
}

func sameStatement(a, b owl.Annotation) bool {
	a.Annotations, b.Annotations = nil, nil
	return bytes.Equal(owl.AppendCanonicalAnnotation(nil, a), owl.AppendCanonicalAnnotation(nil, b))
}

func pick[T any](g *generator, pool []T) T { return pool[g.IntN(len(pool))] }

// several returns two to four items, and sometimes one less if one is enough.
func several[T any](g *generator, draw func(*T), least int) []T {
	list := make([]T, 2+g.IntN(3))
	for i := range list {
		draw(&list[i])
	}
	if least == 1 {
		list = list[g.IntN(2):]
	}
	return list
}
