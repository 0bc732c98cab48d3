package owlrdf

import (
	"fmt"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// This file is the translation T of the OWL 2 Mapping to RDF Graphs (Second Edition), section 2:
// the tables' rows are the cases of triplesOf (axioms) and node (expressions).

// Node is one node of an RDF graph. The blank nodes of an expression hold the triples that hang
// from them, so that an axiom's graph is a tree and no label is needed.
type Node struct {
	Kind    rdfNodeKind
	Name    owl.IRI      // of an IRINode: the IRI; of a BlankNode: its label
	Literal *owl.Literal // of a LiteralNode
	Tree    *rdfTree     // of a TreeNode or ListNode
}

// rdfNodeKind tells nodes apart; its order is the order in which nodes are written.
type rdfNodeKind uint8

const (
	IRINode     rdfNodeKind = iota
	BlankNode               // known by a label
	LiteralNode             //
	TreeNode                // a blank node that is mentioned once, with its triples
	ListNode                // an RDF collection of at least one item that is mentioned once
)

type rdfTree struct {
	Props []Property // of a TreeNode
	Items []Node     // of a ListNode
}

// Property is a triple without its subject.
type Property struct {
	Predicate owl.IRI
	Object    Node
}

// axiomTriple is one main triple of an axiom (section 2.1), its ends not yet translated. Axioms
// that stand for a blank node instead of a triple have a nil subject, no predicate and the axiom as
// object.
type axiomTriple struct {
	axiom     owl.Axiom
	subject   any // what translation.node takes
	predicate owl.IRI
	object    any
	// operands are all that an n-ary axiom ties together in a chain of triples, of which this is
	// number part; nil for an axiom of one triple.
	operands []any
	part     int
	// auxiliary is set where the triple only types what the axiom mentions; it is not annotated.
	auxiliary bool
}

// sequence stands for the RDF collection SEQ of its items, in this order.
type sequence []any

// Translation turns expressions into nodes. The zero value is ready for use.
type Translation struct {
	// Label makes the node id of an anonymous individual legal in the syntax to be written.
	Label func(id owl.IRI) owl.IRI

	nodes int // made for the current axiom
	depth int
	Err   error // the first thing that cannot be translated
}

const (
	// MaxWriteDepth is how deep expressions and annotations may nest: as deep as readers take them.
	MaxWriteDepth = 100_000
	// maxAxiomNodes is how many nodes one axiom may have. Expressions may share their parts, so
	// that a small structure can stand for a tree of any size.
	maxAxiomNodes = 10_000_000
)

// triplesOf appends the main triples of an axiom.
func (t *Translation) triplesOf(dst []axiomTriple, axiom owl.Axiom) []axiomTriple {
	triple := func(s any, p owl.IRI, o any) []axiomTriple {
		return append(dst, axiomTriple{axiom: axiom, subject: s, predicate: p, object: o})
	}
	typed := func(s any, class owl.IRI) []axiomTriple { return triple(s, RDFType, class) }
	blank := func() []axiomTriple { return append(dst, axiomTriple{axiom: axiom, object: axiom}) }

	switch a := axiom.(type) {
	case *owl.Declaration:
		return typed(a.Entity.EntityIRI(), entityTypes[a.Entity.EntityKind()])
	case *owl.SubClassOf:
		return triple(a.Sub, rdfsSubClassOfIRI, a.Super)
	case *owl.EquivalentClasses:
		return t.chain(dst, axiom, owlEquivalentClassIRI, anys(a.Classes))
	case *owl.DisjointClasses:
		if len(a.Classes) == 2 {
			return t.chain(dst, axiom, owlDisjointWithIRI, anys(a.Classes))
		}
		return blank()
	case *owl.DisjointUnion:
		return triple(a.Class, owlDisjointUnionOfIRI, t.sorted(anys(a.Classes)))

	case *owl.SubObjectPropertyOf:
		return triple(a.Sub, rdfsSubPropertyOfIRI, a.Super)
	case *owl.SubPropertyChainOf:
		return triple(a.Super, owlPropertyChainAxiomIRI, sequence(anys(a.Chain)))
	case *owl.EquivalentObjectProperties:
		return t.chain(dst, axiom, owlEquivalentPropertyIRI, anys(a.Properties))
	case *owl.DisjointObjectProperties:
		if len(a.Properties) == 2 {
			return t.chain(dst, axiom, owlPropertyDisjointWithIRI, anys(a.Properties))
		}
		return blank()
	case *owl.InverseObjectProperties:
		return t.chain(dst, axiom, owlInverseOfIRI, []any{a.First, a.Second})
	case *owl.ObjectPropertyDomain:
		return triple(a.Property, rdfsDomainIRI, a.Domain)
	case *owl.ObjectPropertyRange:
		return triple(a.Property, rdfsRangeIRI, a.Range)
	case *owl.FunctionalObjectProperty:
		return typed(a.Property, owlFunctionalPropertyIRI)
	case *owl.InverseFunctionalObjectProperty:
		return typed(a.Property, owlInverseFunctionalPropertyIRI)
	case *owl.ReflexiveObjectProperty:
		return typed(a.Property, owlReflexivePropertyIRI)
	case *owl.IrreflexiveObjectProperty:
		return typed(a.Property, owlIrreflexivePropertyIRI)
	case *owl.SymmetricObjectProperty:
		return typed(a.Property, owlSymmetricPropertyIRI)
	case *owl.AsymmetricObjectProperty:
		return typed(a.Property, owlAsymmetricPropertyIRI)
	case *owl.TransitiveObjectProperty:
		return typed(a.Property, owlTransitivePropertyIRI)

	case *owl.SubDataPropertyOf:
		return triple(a.Sub, rdfsSubPropertyOfIRI, a.Super)
	case *owl.EquivalentDataProperties:
		return t.chain(dst, axiom, owlEquivalentPropertyIRI, anys(a.Properties))
	case *owl.DisjointDataProperties:
		if len(a.Properties) == 2 {
			return t.chain(dst, axiom, owlPropertyDisjointWithIRI, anys(a.Properties))
		}
		return blank()
	case *owl.DataPropertyDomain:
		return triple(a.Property, rdfsDomainIRI, a.Domain)
	case *owl.DataPropertyRange:
		return triple(a.Property, rdfsRangeIRI, a.Range)
	case *owl.FunctionalDataProperty:
		return typed(a.Property, owlFunctionalPropertyIRI)
	case *owl.DatatypeDefinition:
		return triple(a.Datatype, owlEquivalentClassIRI, a.Range)
	case *owl.HasKey:
		return triple(a.Class, owlHasKeyIRI,
			append(t.sortedSet(anys(a.ObjectProperties)), t.sortedSet(anys(a.DataProperties))...))

	case *owl.SameIndividual:
		return t.chain(dst, axiom, owlSameAsIRI, anys(a.Individuals))
	case *owl.DifferentIndividuals:
		if len(a.Individuals) == 2 {
			return t.chain(dst, axiom, owlDifferentFromIRI, anys(a.Individuals))
		}
		return blank()
	case *owl.ClassAssertion:
		return triple(a.Individual, RDFType, a.Class)
	case *owl.ObjectPropertyAssertion:
		if inverse, ok := a.Property.(*owl.ObjectInverseOf); ok {
			return triple(a.Target, inverse.Property.IRI, a.Source)
		}
		return triple(a.Source, t.Node(a.Property).Name, a.Target)
	case *owl.DataPropertyAssertion:
		return triple(a.Source, a.Property.IRI, a.Target)
	case *owl.NegativeObjectPropertyAssertion, *owl.NegativeDataPropertyAssertion:
		return blank()

	case *owl.AnnotationAssertion:
		return triple(a.Subject, a.Property.IRI, a.Value)
	case *owl.SubAnnotationPropertyOf:
		return triple(a.Sub, rdfsSubPropertyOfIRI, a.Super)
	case *owl.AnnotationPropertyDomain:
		return triple(a.Property, rdfsDomainIRI, a.Domain)
	case *owl.AnnotationPropertyRange:
		return triple(a.Property, rdfsRangeIRI, a.Range)

	case *owl.Rule:
		for _, v := range t.ruleVariables(a) {
			dst = append(dst, axiomTriple{axiom: axiom, subject: v, predicate: RDFType,
				object: swrlVariableIRI, auxiliary: true})
		}
		return blank()
	}
	t.Fail(fmt.Errorf("%w: an axiom of kind %v has no form in RDF; functional syntax keeps it",
		doc.ErrNotWritable, axiom.Kind()))
	return dst
}

// chain ties the operands of an n-ary axiom together, each to the next, in sorted order. As the
// operands are a set, what is said twice is said once; a single operand is tied to itself.
func (t *Translation) chain(dst []axiomTriple, axiom owl.Axiom, predicate owl.IRI,
	operands []any) []axiomTriple {
	sorted := t.sortedSet(operands)
	if len(sorted) == 0 {
		t.Fail(fmt.Errorf("%w: %v without operands has no form in RDF", doc.ErrNotWritable,
			axiom.Kind()))
		return dst
	}
	if len(sorted) == 1 {
		sorted = append(sorted, sorted[0])
	}
	for i := range sorted[1:] {
		dst = append(dst, axiomTriple{axiom: axiom, subject: sorted[i], predicate: predicate,
			object: sorted[i+1], operands: sorted, part: i})
	}
	return dst
}

// blankAxiom returns the triples of an axiom that stands for a blank node (table 1).
func (t *Translation) blankAxiom(axiom owl.Axiom) []Property {
	switch a := axiom.(type) {
	case *owl.DisjointClasses:
		return t.tree(owlAllDisjointClassesIRI, owlMembersIRI, t.sorted(anys(a.Classes))).Tree.Props
	case *owl.DisjointObjectProperties:
		return t.tree(owlAllDisjointPropertiesIRI, owlMembersIRI,
			t.sorted(anys(a.Properties))).Tree.Props
	case *owl.DisjointDataProperties:
		return t.tree(owlAllDisjointPropertiesIRI, owlMembersIRI,
			t.sorted(anys(a.Properties))).Tree.Props
	case *owl.DifferentIndividuals:
		return t.tree(owlAllDifferentIRI, owlMembersIRI, t.sorted(anys(a.Individuals))).Tree.Props
	case *owl.NegativeObjectPropertyAssertion:
		return t.tree(owlNegativePropertyAssertionIRI, owlSourceIndividualIRI, a.Source,
			owlAssertionPropertyIRI, a.Property, owlTargetIndividualIRI, a.Target).Tree.Props
	case *owl.NegativeDataPropertyAssertion:
		return t.tree(owlNegativePropertyAssertionIRI, owlSourceIndividualIRI, a.Source,
			owlAssertionPropertyIRI, a.Property, owlTargetValueIRI, a.Target).Tree.Props
	case *owl.Rule:
		return t.rule(a)
	}
	t.Fail(fmt.Errorf("rdfio: axiom of kind %v stands for no blank node", axiom.Kind()))
	return nil
}

// Node translates an IRI, entity, individual, literal, property expression, class expression, data
// range or sequence.
func (t *Translation) Node(x any) Node {
	if t.nodes++; t.nodes > maxAxiomNodes {
		t.Fail(fmt.Errorf("%w: an axiom of more than %d nodes", doc.ErrTooLarge, maxAxiomNodes))
		return Node{}
	}
	switch x := x.(type) {
	case owl.IRI:
		return Node{Name: x}
	case owl.Class:
		return Node{Name: x.IRI}
	case owl.ObjectProperty:
		return Node{Name: x.IRI}
	case owl.NamedIndividual:
		return Node{Name: x.IRI}
	case *owl.Literal:
		return Node{Kind: LiteralNode, Literal: plainLiteral(x)}
	case owl.DataProperty:
		return Node{Name: x.IRI}
	case owl.AnnotationProperty:
		return Node{Name: x.IRI}
	case owl.Datatype:
		return Node{Name: x.IRI}
	case owl.AnonymousIndividual:
		return Node{Kind: BlankNode, Name: t.Label(x.ID)}
	case Node:
		return x
	}
	if t.depth++; t.depth > MaxWriteDepth {
		t.Fail(fmt.Errorf("%w: an expression nested more than %d deep", doc.ErrTooLarge,
			MaxWriteDepth))
	}
	if t.Err != nil {
		return Node{}
	}
	n := t.composed(x)
	t.depth--
	return n
}

// composed translates what becomes a blank node of its own (section 2.1, table 1).
func (t *Translation) composed(x any) Node {
	switch x := x.(type) {
	case sequence:
		return t.list(x)

	case *owl.ObjectInverseOf:
		return t.tree(owl.IRI{}, owlInverseOfIRI, x.Property)

	case *owl.DataIntersectionOf:
		return t.tree(rdfsDatatypeIRI, owlIntersectionOfIRI, t.connected(anys(x.Operands)))
	case *owl.DataUnionOf:
		return t.tree(rdfsDatatypeIRI, owlUnionOfIRI, t.connected(anys(x.Operands)))
	case *owl.DataComplementOf:
		return t.tree(rdfsDatatypeIRI, owlDatatypeComplementOfIRI, x.Operand)
	case *owl.DataOneOf:
		return t.tree(rdfsDatatypeIRI, owlOneOfIRI, t.sortedSet(anys(x.Literals)))
	case *owl.DatatypeRestriction:
		facets := make([]any, len(x.Facets))
		for i, f := range x.Facets {
			facets[i] = t.tree(owl.IRI{}, f.Facet, f.Value)
		}
		return t.tree(rdfsDatatypeIRI, owlOnDatatypeIRI, x.Datatype, owlWithRestrictionsIRI,
			t.sortedSet(facets))

	case *owl.ObjectIntersectionOf:
		return t.tree(owlClassIRI, owlIntersectionOfIRI, t.connected(anys(x.Operands)))
	case *owl.ObjectUnionOf:
		return t.tree(owlClassIRI, owlUnionOfIRI, t.connected(anys(x.Operands)))
	case *owl.ObjectComplementOf:
		return t.tree(owlClassIRI, owlComplementOfIRI, x.Operand)
	case *owl.ObjectOneOf:
		return t.tree(owlClassIRI, owlOneOfIRI, t.sortedSet(anys(x.Individuals)))

	case *owl.ObjectSomeValuesFrom:
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, x.Property, owlSomeValuesFromIRI,
			x.Filler)
	case *owl.ObjectAllValuesFrom:
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, x.Property, owlAllValuesFromIRI,
			x.Filler)
	case *owl.ObjectHasValue:
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, x.Property, owlHasValueIRI, x.Individual)
	case *owl.ObjectHasSelf:
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, x.Property, owlHasSelfIRI,
			owl.NewLiteral("true", owl.XSDBoolean))
	case *owl.ObjectMinCardinality:
		return t.cardinality(owlMinCardinalityIRI, owlMinQualifiedCardinalityIRI, x.N, x.Property,
			owlOnClassIRI, x.Filler)
	case *owl.ObjectMaxCardinality:
		return t.cardinality(owlMaxCardinalityIRI, owlMaxQualifiedCardinalityIRI, x.N, x.Property,
			owlOnClassIRI, x.Filler)
	case *owl.ObjectExactCardinality:
		return t.cardinality(owlCardinalityIRI, owlQualifiedCardinalityIRI, x.N, x.Property,
			owlOnClassIRI, x.Filler)

	case *owl.DataSomeValuesFrom:
		return t.quantifier(x.Properties, owlSomeValuesFromIRI, x.Range)
	case *owl.DataAllValuesFrom:
		return t.quantifier(x.Properties, owlAllValuesFromIRI, x.Range)
	case *owl.DataHasValue:
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, x.Property, owlHasValueIRI, x.Value)
	case *owl.DataMinCardinality:
		return t.cardinality(owlMinCardinalityIRI, owlMinQualifiedCardinalityIRI, x.N, x.Property,
			owlOnDataRangeIRI, x.Range)
	case *owl.DataMaxCardinality:
		return t.cardinality(owlMaxCardinalityIRI, owlMaxQualifiedCardinalityIRI, x.N, x.Property,
			owlOnDataRangeIRI, x.Range)
	case *owl.DataExactCardinality:
		return t.cardinality(owlCardinalityIRI, owlQualifiedCardinalityIRI, x.N, x.Property,
			owlOnDataRangeIRI, x.Range)
	}
	t.Fail(fmt.Errorf("%w: an axiom with a part of type %T", doc.ErrNotWritable, x))
	return Node{}
}

// connected returns the operands of an intersection or union. A single one is written twice, which
// says the same: the mapping back takes a connective with one operand for that operand.
func (t *Translation) connected(operands []any) sequence {
	set := t.sortedSet(operands)
	if len(set) == 1 {
		set = append(set, set[0])
	}
	return set
}

// cardinality is a number restriction; a nil filler makes it unqualified.
func (t *Translation) cardinality(unqualified, qualified owl.IRI, n int, property any, on owl.IRI,
	filler any) Node {
	count := owl.NewLiteral(strconv.Itoa(n), xsdNonNegativeInteger)
	if filler == nil {
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, property, unqualified, count)
	}
	return t.tree(owlRestrictionIRI, owlOnPropertyIRI, property, qualified, count, on, filler)
}

func (t *Translation) quantifier(properties []owl.DataProperty, quantifier owl.IRI,
	filler any) Node {
	if len(properties) == 1 {
		return t.tree(owlRestrictionIRI, owlOnPropertyIRI, properties[0], quantifier, filler)
	}
	return t.tree(owlRestrictionIRI, owlOnPropertiesIRI, sequence(anys(properties)), quantifier,
		filler)
}

// tree returns a blank node of the given type (none if zero) with the properties that follow, each
// as an owl.IRI and what node takes.
func (t *Translation) tree(class owl.IRI, propertiesAndObjects ...any) Node {
	props := make([]Property, 0, 1+len(propertiesAndObjects)/2)
	if !class.IsZero() {
		props = append(props, Property{RDFType, Node{Name: class}})
	}
	for i := 0; i < len(propertiesAndObjects); i += 2 {
		props = append(props, Property{propertiesAndObjects[i].(owl.IRI),
			t.Node(propertiesAndObjects[i+1])})
	}
	return Node{Kind: TreeNode, Tree: &rdfTree{Props: props}}
}

func (t *Translation) list(items sequence) Node {
	if len(items) == 0 {
		return Node{Name: RDFNil}
	}
	nodes := make([]Node, len(items))
	for i, x := range items {
		nodes[i] = t.Node(x)
	}
	return Node{Kind: ListNode, Tree: &rdfTree{Items: nodes}}
}

// Fail keeps the first error.
func (t *Translation) Fail(err error) {
	if t.Err == nil {
		t.Err = err
	}
}

// plainLiteral undoes rdf:PlainLiteral, which RDF documents must not name (rdf:PlainLiteral,
// section 4).
func plainLiteral(l *owl.Literal) *owl.Literal {
	if l.Datatype != owl.RDFPlainLiteral {
		return l
	}
	for i := len(l.Lexical) - 1; i >= 0; i-- {
		if l.Lexical[i] != '@' {
			continue
		}
		if tag := l.Lexical[i+1:]; tag != "" {
			return owl.NewLangString(l.Lexical[:i], tag)
		}
		return owl.NewString(l.Lexical[:i])
	}
	return owl.NewString(l.Lexical)
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}
