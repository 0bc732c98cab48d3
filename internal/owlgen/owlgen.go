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
	return (&generator{Rand: rng}).classExpression(0)
}

// generator draws from the pools in pools.go.
type generator struct{ *rand.Rand }

func (g *generator) axiom(kind owl.AxiomKind) owl.Axiom {
	a := g.annotated()
	switch kind {
	case owl.DeclarationKind:
		return &owl.Declaration{Annotated: a, Entity: pick(g, entities())}
	case owl.SubClassOfKind:
		return &owl.SubClassOf{Annotated: a, Sub: g.classExpression(0), Super: g.classExpression(0)}
	case owl.EquivalentClassesKind:
		return &owl.EquivalentClasses{Annotated: a, Classes: g.classExpressions(0)}
	case owl.DisjointClassesKind:
		return &owl.DisjointClasses{Annotated: a, Classes: g.classExpressions(0)}
	case owl.DisjointUnionKind:
		return &owl.DisjointUnion{Annotated: a, Class: pick(g, classes),
			Classes: g.classExpressions(0)}
	case owl.SubObjectPropertyOfKind:
		return &owl.SubObjectPropertyOf{Annotated: a, Sub: g.objectProperty(),
			Super: g.objectProperty()}
	case owl.SubPropertyChainOfKind:
		return &owl.SubPropertyChainOf{Annotated: a, Chain: g.objectProperties(),
			Super: g.objectProperty()}
	case owl.EquivalentObjectPropertiesKind:
		return &owl.EquivalentObjectProperties{Annotated: a, Properties: g.objectProperties()}
	case owl.DisjointObjectPropertiesKind:
		return &owl.DisjointObjectProperties{Annotated: a, Properties: g.objectProperties()}
	case owl.InverseObjectPropertiesKind:
		// Named ones only: _:x owl:inverseOf p means both "_:x is the inverse of p" and the axiom.
		return &owl.InverseObjectProperties{Annotated: a, First: pick(g, objectProperties),
			Second: pick(g, objectProperties)}
	case owl.ObjectPropertyDomainKind:
		return &owl.ObjectPropertyDomain{Annotated: a, Property: g.objectProperty(),
			Domain: g.classExpression(0)}
	case owl.ObjectPropertyRangeKind:
		return &owl.ObjectPropertyRange{Annotated: a, Property: g.objectProperty(),
			Range: g.classExpression(0)}
	case owl.FunctionalObjectPropertyKind:
		return &owl.FunctionalObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.InverseFunctionalObjectPropertyKind:
		return &owl.InverseFunctionalObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.ReflexiveObjectPropertyKind:
		return &owl.ReflexiveObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.IrreflexiveObjectPropertyKind:
		return &owl.IrreflexiveObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.SymmetricObjectPropertyKind:
		return &owl.SymmetricObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.AsymmetricObjectPropertyKind:
		return &owl.AsymmetricObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.TransitiveObjectPropertyKind:
		return &owl.TransitiveObjectProperty{Annotated: a, Property: g.objectProperty()}
	case owl.SubDataPropertyOfKind:
		return &owl.SubDataPropertyOf{Annotated: a, Sub: pick(g, dataProperties),
			Super: pick(g, dataProperties)}
	case owl.EquivalentDataPropertiesKind:
		return &owl.EquivalentDataProperties{Annotated: a, Properties: several(g, g.dataProperty)}
	case owl.DisjointDataPropertiesKind:
		return &owl.DisjointDataProperties{Annotated: a, Properties: several(g, g.dataProperty)}
	case owl.DataPropertyDomainKind:
		return &owl.DataPropertyDomain{Annotated: a, Property: g.dataProperty(),
			Domain: g.classExpression(0)}
	case owl.DataPropertyRangeKind:
		return &owl.DataPropertyRange{Annotated: a, Property: g.dataProperty(),
			Range: g.dataRange(0)}
	case owl.FunctionalDataPropertyKind:
		return &owl.FunctionalDataProperty{Annotated: a, Property: g.dataProperty()}
	case owl.DatatypeDefinitionKind:
		return &owl.DatatypeDefinition{Annotated: a, Datatype: pick(g, datatypes),
			Range: g.dataRange(0)}
	case owl.HasKeyKind:
		return g.hasKey(a)
	case owl.SameIndividualKind:
		return &owl.SameIndividual{Annotated: a, Individuals: several(g, g.individual)}
	case owl.DifferentIndividualsKind:
		return &owl.DifferentIndividuals{Annotated: a, Individuals: several(g, g.individual)}
	case owl.ClassAssertionKind:
		return &owl.ClassAssertion{Annotated: a, Class: g.classExpression(0),
			Individual: g.individual()}
	case owl.ObjectPropertyAssertionKind:
		// Named ones only: the mapping to RDF turns P⁻(a, b) into P(b, a).
		return &owl.ObjectPropertyAssertion{Annotated: a, Property: pick(g, objectProperties),
			Source: g.individual(), Target: g.individual()}
	case owl.NegativeObjectPropertyAssertionKind:
		return &owl.NegativeObjectPropertyAssertion{Annotated: a, Property: g.objectProperty(),
			Source: g.individual(), Target: g.individual()}
	case owl.DataPropertyAssertionKind:
		return &owl.DataPropertyAssertion{Annotated: a, Property: g.dataProperty(),
			Source: g.individual(), Target: g.literal()}
	case owl.NegativeDataPropertyAssertionKind:
		return &owl.NegativeDataPropertyAssertion{Annotated: a, Property: g.dataProperty(),
			Source: g.individual(), Target: g.literal()}
	case owl.AnnotationAssertionKind:
		return &owl.AnnotationAssertion{Annotated: a, Property: pick(g, annotationProperties),
			Subject: g.annotationSubject(), Value: g.annotationValue()}
	case owl.SubAnnotationPropertyOfKind:
		return &owl.SubAnnotationPropertyOf{Annotated: a, Sub: pick(g, annotationProperties),
			Super: pick(g, annotationProperties)}
	case owl.AnnotationPropertyDomainKind:
		return &owl.AnnotationPropertyDomain{Annotated: a, Property: pick(g, annotationProperties),
			Domain: pick(g, classes).IRI}
	case owl.AnnotationPropertyRangeKind:
		return &owl.AnnotationPropertyRange{Annotated: a, Property: pick(g, annotationProperties),
			Range: pick(g, classes).IRI}
	}
	panic("owlgen: no generator for axioms of kind " + kind.String())
}

func (g *generator) hasKey(a owl.Annotated) owl.Axiom {
	key := &owl.HasKey{Annotated: a, Class: g.classExpression(0)}
	if g.IntN(3) > 0 {
		key.ObjectProperties = g.objectProperties()
	}
	if key.ObjectProperties == nil || g.IntN(2) == 0 {
		key.DataProperties = several(g, g.dataProperty)
	}
	return key
}

// classExpression returns a random expression. The deeper it is nested, the more likely it is a
// named class.
func (g *generator) classExpression(depth int) owl.ClassExpression {
	if depth == maxDepth || g.IntN(3+depth) > 1 {
		return g.class()
	}
	depth++
	switch g.IntN(18) {
	case 0:
		return &owl.ObjectIntersectionOf{Operands: g.classExpressions(depth)}
	case 1:
		return &owl.ObjectUnionOf{Operands: g.classExpressions(depth)}
	case 2:
		return &owl.ObjectComplementOf{Operand: g.classExpression(depth)}
	case 3:
		return &owl.ObjectOneOf{Individuals: several(g, g.individual)[g.IntN(2):]}
	case 4:
		return &owl.ObjectSomeValuesFrom{Property: g.objectProperty(),
			Filler: g.classExpression(depth)}
	case 5:
		return &owl.ObjectAllValuesFrom{Property: g.objectProperty(),
			Filler: g.classExpression(depth)}
	case 6:
		return &owl.ObjectHasValue{Property: g.objectProperty(), Individual: g.individual()}
	case 7:
		return &owl.ObjectHasSelf{Property: g.objectProperty()}
	case 8:
		return &owl.ObjectMinCardinality{N: g.IntN(5), Property: g.objectProperty(),
			Filler: g.optionalClass(depth)}
	case 9:
		return &owl.ObjectMaxCardinality{N: g.IntN(5), Property: g.objectProperty(),
			Filler: g.optionalClass(depth)}
	case 10:
		return &owl.ObjectExactCardinality{N: g.IntN(5), Property: g.objectProperty(),
			Filler: g.optionalClass(depth)}
	case 11:
		return &owl.DataSomeValuesFrom{Properties: g.quantified(), Range: g.dataRange(depth)}
	case 12:
		return &owl.DataAllValuesFrom{Properties: g.quantified(), Range: g.dataRange(depth)}
	case 13, 14:
		return &owl.DataHasValue{Property: g.dataProperty(), Value: g.literal()}
	case 15:
		return &owl.DataMinCardinality{N: g.IntN(5), Property: g.dataProperty(),
			Range: g.optionalRange(depth)}
	case 16:
		return &owl.DataMaxCardinality{N: g.IntN(5), Property: g.dataProperty(),
			Range: g.optionalRange(depth)}
	default:
		return &owl.DataExactCardinality{N: g.IntN(5), Property: g.dataProperty(),
			Range: g.optionalRange(depth)}
	}
}

func (g *generator) classExpressions(depth int) []owl.ClassExpression {
	return several(g, func() owl.ClassExpression { return g.classExpression(depth) })
}

func (g *generator) class() owl.ClassExpression { return pick(g, classes) }

// optionalClass returns the filler of a cardinality restriction: nil for an unqualified one.
func (g *generator) optionalClass(depth int) owl.ClassExpression {
	if g.IntN(3) == 0 {
		return nil
	}
	return g.classExpression(depth)
}

func (g *generator) optionalRange(depth int) owl.DataRange {
	if g.IntN(3) == 0 {
		return nil
	}
	return g.dataRange(depth)
}

// quantified returns the data properties of a quantifier, mostly one.
func (g *generator) quantified() []owl.DataProperty {
	if g.IntN(4) > 0 {
		return []owl.DataProperty{g.dataProperty()}
	}
	return several(g, g.dataProperty)
}

func (g *generator) dataRange(depth int) owl.DataRange {
	if depth >= maxDepth || g.IntN(2) == 0 {
		return g.datatype()
	}
	depth++
	nested := func() owl.DataRange { return g.dataRange(depth) }
	switch g.IntN(5) {
	case 0:
		return &owl.DataIntersectionOf{Operands: several(g, nested)}
	case 1:
		return &owl.DataUnionOf{Operands: several(g, nested)}
	case 2:
		return &owl.DataComplementOf{Operand: nested()}
	case 3:
		return &owl.DataOneOf{Literals: several(g, g.literal)[g.IntN(2):]}
	default:
		facets := []owl.FacetRestriction{
			{Facet: owl.NewIRI(owl.XSDNamespace + "minInclusive"), Value: owl.NewLiteral("-3", owl.XSDInteger)},
			{Facet: owl.NewIRI(owl.XSDNamespace + "maxExclusive"), Value: owl.NewLiteral("12", owl.XSDInteger)},
		}
		return &owl.DatatypeRestriction{Datatype: owl.XSDInteger, Facets: facets[g.IntN(2):]}
	}
}

func (g *generator) datatype() owl.DataRange { return pick(g, datatypesAndBuiltIn) }

func (g *generator) objectProperty() owl.ObjectPropertyExpression {
	if g.IntN(4) == 0 {
		return &owl.ObjectInverseOf{Property: pick(g, objectProperties)}
	}
	return pick(g, objectProperties)
}

func (g *generator) objectProperties() []owl.ObjectPropertyExpression {
	return several(g, g.objectProperty)
}

func (g *generator) dataProperty() owl.DataProperty { return pick(g, dataProperties) }

func (g *generator) individual() owl.Individual {
	if g.IntN(5) == 0 {
		return pick(g, anonymousIndividuals)
	}
	return pick(g, individuals)
}

func (g *generator) annotationSubject() owl.AnnotationSubject {
	switch g.IntN(4) {
	case 0:
		return pick(g, anonymousIndividuals)
	case 1:
		return pick(g, classes).IRI
	default:
		return pick(g, entities()).EntityIRI()
	}
}

func (g *generator) annotationValue() owl.AnnotationValue {
	switch g.IntN(5) {
	case 0:
		return pick(g, anonymousIndividuals)
	case 1:
		return pick(g, individuals).IRI
	default:
		return g.literal()
	}
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
		a := owl.Annotation{Property: pick(g, annotationProperties), Value: g.annotationValue()}
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

func (g *generator) literal() *owl.Literal {
	switch g.IntN(4) {
	case 0:
		return owl.NewLangString(pick(g, texts), pick(g, languages))
	case 1:
		return pick(g, typed)
	default:
		return owl.NewString(pick(g, texts))
	}
}

func pick[T any](g *generator, pool []T) T { return pool[g.IntN(len(pool))] }

// several returns two to four elements.
func several[T any](g *generator, one func() T) []T {
	list := make([]T, 2+g.IntN(3))
	for i := range list {
		list[i] = one()
	}
	return list
}
