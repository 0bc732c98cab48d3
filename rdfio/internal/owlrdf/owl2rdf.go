package owlrdf

import (
	"fmt"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// This file is the translation T of the OWL 2 Mapping to RDF Graphs (Second Edition), section 2.
// The rows of the tables are the cases of triplesOf (axioms) and composed (expressions).

// Node is a node of an RDF graph. The blank nodes of an expression contain their triples, so that
// the graph of an axiom is a tree without labels.
type Node struct {
	Kind    rdfNodeKind
	Name    owl.IRI      // of an IRINode: the IRI; of a BlankNode: its label
	Literal *owl.Literal // of a LiteralNode
	Tree    *rdfTree     // of a TreeNode or ListNode
}

// rdfNodeKind is the kind of a node. Nodes are written in the order of kinds.
type rdfNodeKind uint8

const (
	IRINode   rdfNodeKind = iota
	BlankNode             // with a label
	LiteralNode
	TreeNode // a blank node that is mentioned once, with its triples
	ListNode // an RDF collection of at least one item that is mentioned once
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

// axiomTriple is a main triple of an axiom (section 2.1), with untranslated ends. An axiom that is
// a blank node in RDF has a nil subject, no predicate and the axiom as object.
type axiomTriple struct {
	axiom     owl.Axiom
	subject   any // an argument of Translation.Node
	predicate owl.IRI
	object    any
	// operands are those of an n-ary axiom, which is a chain of triples, and part is the number of
	// this one; nil for an axiom of one triple.
	operands []any
	part     int
	// auxiliary is set if the triple is the type of a variable. It is not annotated.
	auxiliary bool
}

// sequence is the RDF collection SEQ of its items, in this order.
type sequence []any

// Translation translates expressions into nodes. The zero value is ready for use.
type Translation struct {
	// Label returns the label of an anonymous individual in the syntax of the output.
	Label func(id owl.IRI) owl.IRI

	nodes int // made for the current axiom
	depth int
	Err   error // the first error
}

const (
	// MaxWriteDepth bounds the nesting of expressions and annotations. It is that of readers.
	MaxWriteDepth = 100_000
	// maxAxiomNodes bounds the nodes of one axiom. A small expression with shared parts may be a
	// tree of any size.
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

// chain appends the triples of an n-ary axiom, from each operand to the next in sorted order,
// without duplicates. A single operand has a triple to itself.
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

// blankAxiom returns the triples of an axiom that is a blank node (table 1).
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
	t.Fail(fmt.Errorf("rdfio: axiom of kind %v is no blank node", axiom.Kind()))
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

// composed translates an expression that becomes a blank node (section 2.1, table 1).
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

// connected returns the operands of an intersection or union. A single one is written twice,
// because the mapping from RDF reads a connective of one operand as that operand.
func (t *Translation) connected(operands []any) sequence {
	set := t.sortedSet(operands)
	if len(set) == 1 {
		set = append(set, set[0])
	}
	return set
}

// cardinality returns a cardinality restriction, which is unqualified if the filler is nil.
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

// tree returns a blank node of the given type (none if zero) with properties, each as an owl.IRI
// and an argument of Node.
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

// plainLiteral returns a literal without the datatype rdf:PlainLiteral, which RDF documents must
// not have (rdf:PlainLiteral, section 4).
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
