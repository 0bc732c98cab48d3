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
	named := func(s any, p owl.IRI, o any) []axiomTriple {
		return append(dst, axiomTriple{axiom: axiom, subject: s, predicate: p, object: o})
	}
	triple := func(s any, p word, o any) []axiomTriple { return named(s, p.iri(), o) }
	typed := func(s any, class word) []axiomTriple { return triple(s, rdfType, class.iri()) }
	blank := func() []axiomTriple { return append(dst, axiomTriple{axiom: axiom, object: axiom}) }

	switch a := axiom.(type) {
	case *owl.Declaration:
		return typed(a.Entity.EntityIRI(), entityTypes[a.Entity.EntityKind()])
	case *owl.SubClassOf:
		return triple(a.Sub, subClassOf, a.Super)
	case *owl.EquivalentClasses:
		return t.chain(dst, axiom, equivalentClass, anys(a.Classes))
	case *owl.DisjointClasses:
		if len(a.Classes) == 2 {
			return t.chain(dst, axiom, disjointWith, anys(a.Classes))
		}
		return blank()
	case *owl.DisjointUnion:
		return triple(a.Class, disjointUnionOf, t.sorted(anys(a.Classes)))

	case *owl.SubObjectPropertyOf:
		return triple(a.Sub, subPropertyOf, a.Super)
	case *owl.SubPropertyChainOf:
		return triple(a.Super, propertyChainAxiom, sequence(anys(a.Chain)))
	case *owl.EquivalentObjectProperties:
		return t.chain(dst, axiom, equivalentProperty, anys(a.Properties))
	case *owl.DisjointObjectProperties:
		if len(a.Properties) == 2 {
			return t.chain(dst, axiom, propertyDisjointWith, anys(a.Properties))
		}
		return blank()
	case *owl.InverseObjectProperties:
		return t.chain(dst, axiom, inverseOf, []any{a.First, a.Second})
	case *owl.ObjectPropertyDomain:
		return triple(a.Property, domain, a.Domain)
	case *owl.ObjectPropertyRange:
		return triple(a.Property, rng, a.Range)
	case *owl.FunctionalObjectProperty:
		return typed(a.Property, functionalType)
	case *owl.InverseFunctionalObjectProperty:
		return typed(a.Property, inverseFunctionalType)
	case *owl.ReflexiveObjectProperty:
		return typed(a.Property, reflexiveType)
	case *owl.IrreflexiveObjectProperty:
		return typed(a.Property, irreflexiveType)
	case *owl.SymmetricObjectProperty:
		return typed(a.Property, symmetricType)
	case *owl.AsymmetricObjectProperty:
		return typed(a.Property, asymmetricType)
	case *owl.TransitiveObjectProperty:
		return typed(a.Property, transitiveType)

	case *owl.SubDataPropertyOf:
		return triple(a.Sub, subPropertyOf, a.Super)
	case *owl.EquivalentDataProperties:
		return t.chain(dst, axiom, equivalentProperty, anys(a.Properties))
	case *owl.DisjointDataProperties:
		if len(a.Properties) == 2 {
			return t.chain(dst, axiom, propertyDisjointWith, anys(a.Properties))
		}
		return blank()
	case *owl.DataPropertyDomain:
		return triple(a.Property, domain, a.Domain)
	case *owl.DataPropertyRange:
		return triple(a.Property, rng, a.Range)
	case *owl.FunctionalDataProperty:
		return typed(a.Property, functionalType)
	case *owl.DatatypeDefinition:
		return triple(a.Datatype, equivalentClass, a.Range)
	case *owl.HasKey:
		return triple(a.Class, hasKey,
			append(t.sortedSet(anys(a.ObjectProperties)), t.sortedSet(anys(a.DataProperties))...))

	case *owl.SameIndividual:
		return t.chain(dst, axiom, sameAs, anys(a.Individuals))
	case *owl.DifferentIndividuals:
		if len(a.Individuals) == 2 {
			return t.chain(dst, axiom, differentFrom, anys(a.Individuals))
		}
		return blank()
	case *owl.ClassAssertion:
		return triple(a.Individual, rdfType, a.Class)
	case *owl.ObjectPropertyAssertion:
		if inverse, ok := a.Property.(*owl.ObjectInverseOf); ok {
			return named(a.Target, inverse.Property.IRI, a.Source)
		}
		return named(a.Source, t.Node(a.Property).Name, a.Target)
	case *owl.DataPropertyAssertion:
		return named(a.Source, a.Property.IRI, a.Target)
	case *owl.NegativeObjectPropertyAssertion, *owl.NegativeDataPropertyAssertion:
		return blank()

	case *owl.AnnotationAssertion:
		return named(a.Subject, a.Property.IRI, a.Value)
	case *owl.SubAnnotationPropertyOf:
		return triple(a.Sub, subPropertyOf, a.Super)
	case *owl.AnnotationPropertyDomain:
		return triple(a.Property, domain, a.Domain)
	case *owl.AnnotationPropertyRange:
		return triple(a.Property, rng, a.Range)

	case *owl.Rule:
		for _, v := range t.ruleVariables(a) {
			dst = append(dst, axiomTriple{axiom: axiom, subject: v, predicate: RDFType,
				object: swrlVariableType.iri(), auxiliary: true})
		}
		return blank()
	}
	t.Fail(fmt.Errorf("%w: an axiom of kind %v has no form in RDF; functional syntax keeps it",
		doc.ErrNotWritable, axiom.Kind()))
	return dst
}

// chain appends the triples of an n-ary axiom, from each operand to the next in sorted order,
// without duplicates. A single operand has a triple to itself.
func (t *Translation) chain(dst []axiomTriple, axiom owl.Axiom, predicate word,
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
		dst = append(dst, axiomTriple{axiom: axiom, subject: sorted[i], predicate: predicate.iri(),
			object: sorted[i+1], operands: sorted, part: i})
	}
	return dst
}

// blankAxiom returns the triples of an axiom that is a blank node (table 1).
func (t *Translation) blankAxiom(axiom owl.Axiom) []Property {
	switch a := axiom.(type) {
	case *owl.DisjointClasses:
		return t.tree(allDisjointClassesType, members, t.sorted(anys(a.Classes))).Tree.Props
	case *owl.DisjointObjectProperties:
		return t.tree(allDisjointPropertiesType, members,
			t.sorted(anys(a.Properties))).Tree.Props
	case *owl.DisjointDataProperties:
		return t.tree(allDisjointPropertiesType, members,
			t.sorted(anys(a.Properties))).Tree.Props
	case *owl.DifferentIndividuals:
		return t.tree(allDifferentType, members, t.sorted(anys(a.Individuals))).Tree.Props
	case *owl.NegativeObjectPropertyAssertion:
		return t.tree(negativePropertyAssertionType, sourceIndividual, a.Source,
			assertionProperty, a.Property, targetIndividual, a.Target).Tree.Props
	case *owl.NegativeDataPropertyAssertion:
		return t.tree(negativePropertyAssertionType, sourceIndividual, a.Source,
			assertionProperty, a.Property, targetValue, a.Target).Tree.Props
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
		return t.tree(noWord, inverseOf, x.Property)

	case *owl.DataIntersectionOf:
		return t.tree(datatypeType, intersectionOf, t.connected(anys(x.Operands)))
	case *owl.DataUnionOf:
		return t.tree(datatypeType, unionOf, t.connected(anys(x.Operands)))
	case *owl.DataComplementOf:
		return t.tree(datatypeType, datatypeComplementOf, x.Operand)
	case *owl.DataOneOf:
		return t.tree(datatypeType, oneOf, t.sortedSet(anys(x.Literals)))
	case *owl.DatatypeRestriction:
		facets := make([]any, len(x.Facets))
		for i, f := range x.Facets {
			facets[i] = Node{Kind: TreeNode,
				Tree: &rdfTree{Props: []Property{{f.Facet, t.Node(f.Value)}}}}
		}
		return t.tree(datatypeType, onDatatype, x.Datatype, withRestrictions,
			t.sortedSet(facets))

	case *owl.ObjectIntersectionOf:
		return t.tree(classType, intersectionOf, t.connected(anys(x.Operands)))
	case *owl.ObjectUnionOf:
		return t.tree(classType, unionOf, t.connected(anys(x.Operands)))
	case *owl.ObjectComplementOf:
		return t.tree(classType, complementOf, x.Operand)
	case *owl.ObjectOneOf:
		return t.tree(classType, oneOf, t.sortedSet(anys(x.Individuals)))

	case *owl.ObjectSomeValuesFrom:
		return t.tree(restrictionType, onProperty, x.Property, someValuesFrom,
			x.Filler)
	case *owl.ObjectAllValuesFrom:
		return t.tree(restrictionType, onProperty, x.Property, allValuesFrom,
			x.Filler)
	case *owl.ObjectHasValue:
		return t.tree(restrictionType, onProperty, x.Property, hasValue, x.Individual)
	case *owl.ObjectHasSelf:
		return t.tree(restrictionType, onProperty, x.Property, hasSelf,
			owl.NewLiteral("true", owl.XSDBoolean))
	case *owl.ObjectMinCardinality:
		return t.cardinality(minCardinality, minQualifiedCardinality, x.N, x.Property,
			onClass, x.Filler)
	case *owl.ObjectMaxCardinality:
		return t.cardinality(maxCardinality, maxQualifiedCardinality, x.N, x.Property,
			onClass, x.Filler)
	case *owl.ObjectExactCardinality:
		return t.cardinality(cardinality, qualifiedCardinality, x.N, x.Property,
			onClass, x.Filler)

	case *owl.DataSomeValuesFrom:
		return t.quantifier(x.Properties, someValuesFrom, x.Range)
	case *owl.DataAllValuesFrom:
		return t.quantifier(x.Properties, allValuesFrom, x.Range)
	case *owl.DataHasValue:
		return t.tree(restrictionType, onProperty, x.Property, hasValue, x.Value)
	case *owl.DataMinCardinality:
		return t.cardinality(minCardinality, minQualifiedCardinality, x.N, x.Property,
			onDataRange, x.Range)
	case *owl.DataMaxCardinality:
		return t.cardinality(maxCardinality, maxQualifiedCardinality, x.N, x.Property,
			onDataRange, x.Range)
	case *owl.DataExactCardinality:
		return t.cardinality(cardinality, qualifiedCardinality, x.N, x.Property,
			onDataRange, x.Range)
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
func (t *Translation) cardinality(unqualified, qualified word, n int, property any, on word,
	filler any) Node {
	count := owl.NewLiteral(strconv.Itoa(n), xsdNonNegativeInteger)
	if filler == nil {
		return t.tree(restrictionType, onProperty, property, unqualified, count)
	}
	return t.tree(restrictionType, onProperty, property, qualified, count, on, filler)
}

func (t *Translation) quantifier(properties []owl.DataProperty, quantifier word,
	filler any) Node {
	if len(properties) == 1 {
		return t.tree(restrictionType, onProperty, properties[0], quantifier, filler)
	}
	return t.tree(restrictionType, onProperties, sequence(anys(properties)), quantifier,
		filler)
}

// tree returns a blank node of the given type (none for noWord) with properties, each as a word and
// an argument of Node.
func (t *Translation) tree(class word, propertiesAndObjects ...any) Node {
	props := make([]Property, 0, 1+len(propertiesAndObjects)/2)
	if class != noWord {
		props = append(props, Property{RDFType, Node{Name: class.iri()}})
	}
	for i := 0; i < len(propertiesAndObjects); i += 2 {
		props = append(props, Property{propertiesAndObjects[i].(word).iri(),
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
