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
	"fmt"
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
	owl.SlotVisitor // nil
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
	// The mapping to RDF turns P⁻(a, b) into P(b, a), and _:x owl:inverseOf p means both the axiom
	// and that _:x is the inverse of p.
	g.named = kind == owl.ObjectPropertyAssertionKind || kind == owl.InverseObjectPropertiesKind
	shape.Visit(a, g)
	g.named = false
	return a
}

func (g *generator) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *owl.Entity:
		*x = pick(g, entities())
	case *owl.ClassExpression:
		*x = g.classExpression()
	case *owl.Class:
		*x = pick(g, classes)
	case *owl.ObjectPropertyExpression:
		if !g.named && g.IntN(4) == 0 {
			*x = &owl.ObjectInverseOf{Property: pick(g, objectProperties)}
		} else {
			*x = pick(g, objectProperties)
		}
	case *owl.DataProperty:
		*x = pick(g, dataProperties)
	case *owl.AnnotationProperty:
		*x = pick(g, annotationProperties)
	case *owl.Individual:
		if g.IntN(5) == 0 {
			*x = pick(g, anonymousIndividuals)
		} else {
			*x = pick(g, individuals)
		}
	case *owl.Datatype:
		*x = pick(g, datatypes)
	case *owl.DataRange:
		*x = g.dataRange()
	case **owl.Literal:
		*x = g.literal()
	case *owl.IRI:
		*x = pick(g, classes).IRI
	case *owl.AnnotationSubject:
		switch g.IntN(4) {
		case 0:
			*x = pick(g, anonymousIndividuals)
		case 1:
			*x = pick(g, classes).IRI
		default:
			*x = pick(g, entities()).EntityIRI()
		}
	case *owl.AnnotationValue:
		*x = g.value()
	case *int:
		*x = g.IntN(5)
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

func (g *generator) Filler(slot, _ any) {
	if g.IntN(3) > 0 {
		g.Slot(slot, nil)
	}
}

// List adds two to four items, and sometimes one less if one is enough. One of the lists of HasKey
// may be empty. There is mostly one property before a data range.
func (g *generator) List(list owl.List, least int, order owl.ListOrder) {
	switch list.(type) {
	case *owl.Items[owl.ObjectPropertyExpression]:
		if g.keyed = least > 0 || g.IntN(3) > 0; !g.keyed {
			return
		}
		least = 2
	case *owl.Items[owl.DataProperty]:
		if order == owl.AsWritten && g.IntN(4) > 0 {
			g.Slot(list.Add(), nil)
			return
		}
		if least == 0 && g.keyed && g.IntN(2) > 0 {
			return
		}
		least = 2
	}
	for range 2 + g.IntN(3) {
		g.Slot(list.Add(), nil)
	}
	if least > 1 {
		return
	}
	switch list := list.(type) {
	case *owl.Items[owl.Individual]:
		*list = (*list)[g.IntN(2):]
	case *owl.Items[*owl.Literal]:
		*list = (*list)[g.IntN(2):]
	}
}

// classExpression returns a random expression. The deeper it is nested, the more likely it is a
// named class.
func (g *generator) classExpression() owl.ClassExpression {
	if g.depth == maxDepth || g.IntN(3+g.depth) > 1 {
		return pick(g, classes)
	}
	kind := owl.ExpressionKind(g.IntN(18))
	if kind > owl.DataHasValueKind { // which is drawn twice as often
		kind--
	}
	c := owl.ClassShapes[kind].New()
	g.depth++
	owl.ClassShapes[kind].Visit(c, g)
	g.depth--
	return c
}

func (g *generator) dataRange() owl.DataRange {
	if g.depth >= maxDepth || g.IntN(2) == 0 {
		return pick(g, datatypesAndBuiltIn)
	}
	kind := owl.DataRangeKind(g.IntN(5))
	if kind == owl.DatatypeRestrictionKind {
		return g.restriction()
	}
	d := owl.DataRangeShapes[kind].New()
	g.depth++
	owl.DataRangeShapes[kind].Visit(d, g)
	g.depth--
	return d
}

func (g *generator) restriction() owl.DataRange {
	facets := []owl.FacetRestriction{
		{Facet: owl.NewIRI(owl.XSDNamespace + "minInclusive"), Value: owl.NewLiteral("-3", owl.XSDInteger)},
		{Facet: owl.NewIRI(owl.XSDNamespace + "maxExclusive"), Value: owl.NewLiteral("12", owl.XSDInteger)},
	}
	return &owl.DatatypeRestriction{Datatype: owl.XSDInteger, Facets: facets[g.IntN(2):]}
}

func (g *generator) value() owl.AnnotationValue {
	switch g.IntN(5) {
	case 0:
		return pick(g, anonymousIndividuals)
	case 1:
		return pick(g, individuals).IRI
	}
	return g.literal()
}

func (g *generator) literal() *owl.Literal {
	switch g.IntN(4) {
	case 0:
		return owl.NewLangString(pick(g, texts), pick(g, languages))
	case 1:
		return pick(g, typed)
	}
	return owl.NewString(pick(g, texts))
}

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
		a.Property, a.Value = pick(g, annotationProperties), g.value()
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
