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

// axiomWords holds the predicate of the triples of axioms (section 2.1), or the type that a
// characteristic gives a property. Assertions of properties have their own, and rules none.
var axiomWords = [...]word{
	owl.SubClassOfKind:                      subClassOf,
	owl.EquivalentClassesKind:               equivalentClass,
	owl.DisjointClassesKind:                 disjointWith,
	owl.DisjointUnionKind:                   disjointUnionOf,
	owl.SubObjectPropertyOfKind:             subPropertyOf,
	owl.SubPropertyChainOfKind:              propertyChainAxiom,
	owl.EquivalentObjectPropertiesKind:      equivalentProperty,
	owl.DisjointObjectPropertiesKind:        propertyDisjointWith,
	owl.InverseObjectPropertiesKind:         inverseOf,
	owl.ObjectPropertyDomainKind:            domain,
	owl.ObjectPropertyRangeKind:             rng,
	owl.FunctionalObjectPropertyKind:        functionalType,
	owl.InverseFunctionalObjectPropertyKind: inverseFunctionalType,
	owl.ReflexiveObjectPropertyKind:         reflexiveType,
	owl.IrreflexiveObjectPropertyKind:       irreflexiveType,
	owl.SymmetricObjectPropertyKind:         symmetricType,
	owl.AsymmetricObjectPropertyKind:        asymmetricType,
	owl.TransitiveObjectPropertyKind:        transitiveType,
	owl.SubDataPropertyOfKind:               subPropertyOf,
	owl.EquivalentDataPropertiesKind:        equivalentProperty,
	owl.DisjointDataPropertiesKind:          propertyDisjointWith,
	owl.DataPropertyDomainKind:              domain,
	owl.DataPropertyRangeKind:               rng,
	owl.FunctionalDataPropertyKind:          functionalType,
	owl.DatatypeDefinitionKind:              equivalentClass,
	owl.HasKeyKind:                          hasKey,
	owl.SameIndividualKind:                  sameAs,
	owl.DifferentIndividualsKind:            differentFrom,
	owl.SubAnnotationPropertyOfKind:         subPropertyOf,
	owl.AnnotationPropertyDomainKind:        domain,
	owl.AnnotationPropertyRangeKind:         rng,
	owl.RuleKind:                            noWord,
}

// isCharacteristic reports whether the word is the type of a property.
func (w word) isCharacteristic() bool { return w >= functionalType && w <= transitiveType }

// triplesOf appends the main triples of an axiom.
func (t *Translation) triplesOf(dst []axiomTriple, axiom owl.Axiom) []axiomTriple {
	triple := func(s any, p owl.IRI, o any) []axiomTriple {
		return append(dst, axiomTriple{axiom: axiom, subject: s, predicate: p, object: o})
	}
	blank := func() []axiomTriple { return append(dst, axiomTriple{axiom: axiom, object: axiom}) }

	w := axiomWords[axiom.Kind()]
	switch a := axiom.(type) {
	case *owl.Declaration:
		class := entityTypes[a.Entity.EntityKind()]
		return triple(a.Entity.EntityIRI(), RDFType, class.iri())
	case *owl.DisjointUnion:
		return triple(a.Class, w.iri(), t.sorted(anys(a.Classes)))
	case *owl.SubPropertyChainOf:
		return triple(a.Super, w.iri(), sequence(anys(a.Chain)))
	case *owl.HasKey:
		return triple(a.Class, w.iri(),
			append(t.sortedSet(anys(a.ObjectProperties)), t.sortedSet(anys(a.DataProperties))...))
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
	case *owl.Rule:
		for _, v := range ruleVariables(a) {
			dst = append(dst, axiomTriple{axiom: axiom, subject: v, predicate: RDFType,
				object: swrlVariableType.iri(), auxiliary: true})
		}
		return blank()
	}
	slots := owl.Slots(&owl.AxiomShapes[axiom.Kind()], axiom)
	switch operands, isList := slots[0].([]any); {
	case isList && len(operands) != 2 &&
		(w == disjointWith || w == propertyDisjointWith || w == differentFrom):
		return blank()
	case isList:
		return t.chain(dst, axiom, w, operands)
	case w.isCharacteristic():
		return triple(slots[0], RDFType, w.iri())
	}
	return triple(slots[0], w.iri(), slots[1])
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
	slots := owl.Slots(&owl.AxiomShapes[axiom.Kind()], axiom)
	class, target := allDisjointPropertiesType, targetIndividual
	switch a := axiom.(type) {
	case *owl.Rule:
		return t.rule(a)
	case *owl.DisjointClasses:
		class = allDisjointClassesType
	case *owl.DifferentIndividuals:
		class = allDifferentType
	case *owl.NegativeObjectPropertyAssertion:
		class = negativePropertyAssertionType
	case *owl.NegativeDataPropertyAssertion:
		class, target = negativePropertyAssertionType, targetValue
	}
	if class == negativePropertyAssertionType {
		return t.tree(class, sourceIndividual, slots[1], assertionProperty, slots[0], target,
			slots[2]).Tree.Props
	}
	return t.tree(class, members, t.sorted(slots[0].([]any))).Tree.Props
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
	case owl.Variable:
		return t.Node(x.Name)
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
	case *owl.ObjectHasSelf:
		return t.tree(restrictionType, onProperty, x.Property, hasSelf,
			owl.NewLiteral("true", owl.XSDBoolean))
	case *owl.DataComplementOf:
		return t.tree(datatypeType, datatypeComplementOf, x.Operand)
	case *owl.DatatypeRestriction:
		facets := make([]any, len(x.Facets))
		for i, f := range x.Facets {
			facets[i] = Node{Kind: TreeNode,
				Tree: &rdfTree{Props: []Property{{f.Facet, t.Node(f.Value)}}}}
		}
		return t.tree(datatypeType, onDatatype, x.Datatype, withRestrictions,
			t.sortedSet(facets))
	case owl.DataRange:
		w := rangeWords[x.DataRangeKind()]
		return t.connective(datatypeType, w, owl.Slots(owl.DataRangeShape(x), x)[0])
	case owl.ClassExpression:
		slots, w := owl.Slots(owl.ClassShape(x), x), classWords[x.ExpressionKind()]
		if w.isConnective() {
			return t.connective(classType, w, slots[0])
		}
		return t.restriction(w, slots)
	}
	t.Fail(fmt.Errorf("%w: an axiom with a part of type %T", doc.ErrNotWritable, x))
	return Node{}
}

// connective returns an intersection, union, complement or enumeration. The only operand of an
// intersection or union is written twice, because the mapping from RDF reads a connective of one
// operand as that operand.
func (t *Translation) connective(class, w word, operands any) Node {
	list, isList := operands.([]any)
	if !isList {
		return t.tree(class, w, operands)
	}
	set := t.sortedSet(list)
	if len(set) == 1 && w != oneOf {
		set = append(set, set[0])
	}
	return t.tree(class, w, set)
}

// restriction returns a restriction of the slots property or properties, and filler or value. A
// cardinality restriction begins with its number, and its filler may be nil.
func (t *Translation) restriction(w word, slots []any) Node {
	number, counts := slots[0].(int)
	if counts {
		slots = slots[1:]
	}
	on, property, filler := onProperty, slots[0], slots[1]
	if properties, isList := property.([]any); isList && len(properties) == 1 {
		property = properties[0]
	} else if isList {
		on, property = onProperties, sequence(properties)
	}
	if !counts {
		return t.tree(restrictionType, on, property, w, filler)
	}
	count := owl.NewLiteral(strconv.Itoa(number), xsdNonNegativeInteger)
	if filler == nil {
		return t.tree(restrictionType, on, property, w, count)
	}
	of := onClass
	if _, isData := filler.(owl.DataRange); isData {
		of = onDataRange
	}
	return t.tree(restrictionType, on, property, w.qualified(), count, of, filler)
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
	return owl.NewPlainLiteral(l.Lexical)
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}
