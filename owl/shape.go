package owl

import "reflect"

// Shape describes a kind of axiom, class expression or data range: its keyword in the functional
// syntax and its slots. Readers and writers of a syntax loop over the tables below; a new kind is
// one row.
type Shape[T any] struct {
	// Keyword is the name in functional syntax and OWL/XML. Both forms of SubObjectPropertyOf
	// share theirs.
	Keyword string
	// New returns a value with empty slots.
	New func() T
	// Visit passes the slots of x to v in the order of the functional syntax.
	Visit func(x T, v SlotVisitor)
}

// SlotVisitor is passed pointers to the slots of a value. A reader fills them, a writer prints what
// they point to. Lists have their smallest length by the grammar, and the order that matters.
type SlotVisitor interface {
	Entity(*Entity)
	Class(*ClassExpression)
	// Filler is the optional last slot of a qualified cardinality; so is RangeFiller.
	Filler(*ClassExpression)
	NamedClass(*Class)
	Classes(list *[]ClassExpression, least int, order ListOrder)
	ObjectProperty(*ObjectPropertyExpression)
	ObjectProperties(list *[]ObjectPropertyExpression, least int, order ListOrder)
	// Inverses is a pair whose order means nothing.
	Inverses(first, second *ObjectPropertyExpression)
	Chain(*[]ObjectPropertyExpression)
	DataProperty(*DataProperty)
	DataProperties(list *[]DataProperty, least int, order ListOrder)
	AnnotationProperty(*AnnotationProperty)
	Individual(*Individual)
	Individuals(list *[]Individual, least int, order ListOrder)
	Datatype(*Datatype)
	DataRange(*DataRange)
	RangeFiller(*DataRange)
	DataRanges(list *[]DataRange, least int, order ListOrder)
	Literal(**Literal)
	Literals(list *[]*Literal, least int, order ListOrder)
	Facets(*[]FacetRestriction)
	Cardinality(*int)
	IRI(*IRI)
	Subject(*AnnotationSubject)
	Value(*AnnotationValue)
	// Rule is the text of a Rule.
	Rule(*string)
}

// AxiomShapes holds the shapes of axioms by kind.
var AxiomShapes = [numAxiomKinds]Shape[Axiom]{
	DeclarationKind: axiomShape(func(a *Declaration, v SlotVisitor) { v.Entity(&a.Entity) }),
	SubClassOfKind: axiomShape(func(a *SubClassOf, v SlotVisitor) {
		v.Class(&a.Sub)
		v.Class(&a.Super)
	}),
	EquivalentClassesKind: axiomShape(func(a *EquivalentClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsSet)
	}),
	DisjointClassesKind: axiomShape(func(a *DisjointClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsBag)
	}),
	DisjointUnionKind: axiomShape(func(a *DisjointUnion, v SlotVisitor) {
		v.NamedClass(&a.Class)
		v.Classes(&a.Classes, 2, AsBag)
	}),
	SubObjectPropertyOfKind: axiomShape(func(a *SubObjectPropertyOf, v SlotVisitor) {
		v.ObjectProperty(&a.Sub)
		v.ObjectProperty(&a.Super)
	}),
	SubPropertyChainOfKind: axiomShape(func(a *SubPropertyChainOf, v SlotVisitor) {
		v.Chain(&a.Chain)
		v.ObjectProperty(&a.Super)
	}),
	EquivalentObjectPropertiesKind: axiomShape(
		func(a *EquivalentObjectProperties, v SlotVisitor) {
			v.ObjectProperties(&a.Properties, 2, AsSet)
		}),
	DisjointObjectPropertiesKind: axiomShape(func(a *DisjointObjectProperties, v SlotVisitor) {
		v.ObjectProperties(&a.Properties, 2, AsBag)
	}),
	InverseObjectPropertiesKind: axiomShape(func(a *InverseObjectProperties, v SlotVisitor) {
		v.Inverses(&a.First, &a.Second)
	}),
	ObjectPropertyDomainKind: axiomShape(func(a *ObjectPropertyDomain, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	ObjectPropertyRangeKind: axiomShape(func(a *ObjectPropertyRange, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Range)
	}),
	FunctionalObjectPropertyKind: axiomShape(func(a *FunctionalObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	InverseFunctionalObjectPropertyKind: axiomShape(
		func(a *InverseFunctionalObjectProperty, v SlotVisitor) { v.ObjectProperty(&a.Property) }),
	ReflexiveObjectPropertyKind: axiomShape(func(a *ReflexiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	IrreflexiveObjectPropertyKind: axiomShape(
		func(a *IrreflexiveObjectProperty, v SlotVisitor) { v.ObjectProperty(&a.Property) }),
	SymmetricObjectPropertyKind: axiomShape(func(a *SymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	AsymmetricObjectPropertyKind: axiomShape(func(a *AsymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	TransitiveObjectPropertyKind: axiomShape(func(a *TransitiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	SubDataPropertyOfKind: axiomShape(func(a *SubDataPropertyOf, v SlotVisitor) {
		v.DataProperty(&a.Sub)
		v.DataProperty(&a.Super)
	}),
	EquivalentDataPropertiesKind: axiomShape(func(a *EquivalentDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsSet)
	}),
	DisjointDataPropertiesKind: axiomShape(func(a *DisjointDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsBag)
	}),
	DataPropertyDomainKind: axiomShape(func(a *DataPropertyDomain, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	DataPropertyRangeKind: axiomShape(func(a *DataPropertyRange, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.DataRange(&a.Range)
	}),
	FunctionalDataPropertyKind: axiomShape(func(a *FunctionalDataProperty, v SlotVisitor) {
		v.DataProperty(&a.Property)
	}),
	DatatypeDefinitionKind: axiomShape(func(a *DatatypeDefinition, v SlotVisitor) {
		v.Datatype(&a.Datatype)
		v.DataRange(&a.Range)
	}),
	HasKeyKind: axiomShape(func(a *HasKey, v SlotVisitor) {
		v.Class(&a.Class)
		v.ObjectProperties(&a.ObjectProperties, 0, AsSet)
		v.DataProperties(&a.DataProperties, 0, AsSet)
	}),
	SameIndividualKind: axiomShape(func(a *SameIndividual, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsSet)
	}),
	DifferentIndividualsKind: axiomShape(func(a *DifferentIndividuals, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsBag)
	}),
	ClassAssertionKind: axiomShape(func(a *ClassAssertion, v SlotVisitor) {
		v.Class(&a.Class)
		v.Individual(&a.Individual)
	}),
	ObjectPropertyAssertionKind: axiomShape(func(a *ObjectPropertyAssertion, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Individual(&a.Source)
		v.Individual(&a.Target)
	}),
	NegativeObjectPropertyAssertionKind: axiomShape(
		func(a *NegativeObjectPropertyAssertion, v SlotVisitor) {
			v.ObjectProperty(&a.Property)
			v.Individual(&a.Source)
			v.Individual(&a.Target)
		}),
	DataPropertyAssertionKind: axiomShape(func(a *DataPropertyAssertion, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Individual(&a.Source)
		v.Literal(&a.Target)
	}),
	NegativeDataPropertyAssertionKind: axiomShape(
		func(a *NegativeDataPropertyAssertion, v SlotVisitor) {
			v.DataProperty(&a.Property)
			v.Individual(&a.Source)
			v.Literal(&a.Target)
		}),
	AnnotationAssertionKind: axiomShape(func(a *AnnotationAssertion, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.Subject(&a.Subject)
		v.Value(&a.Value)
	}),
	SubAnnotationPropertyOfKind: axiomShape(func(a *SubAnnotationPropertyOf, v SlotVisitor) {
		v.AnnotationProperty(&a.Sub)
		v.AnnotationProperty(&a.Super)
	}),
	AnnotationPropertyDomainKind: axiomShape(func(a *AnnotationPropertyDomain, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Domain)
	}),
	AnnotationPropertyRangeKind: axiomShape(func(a *AnnotationPropertyRange, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Range)
	}),
	RuleKind: axiomShape(func(a *Rule, v SlotVisitor) { v.Rule(&a.Text) }),
}

// ClassShapes holds the shapes of class expressions that are not classes.
var ClassShapes = []Shape[ClassExpression]{
	classShape("ObjectIntersectionOf", func(c *ObjectIntersectionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	classShape("ObjectUnionOf", func(c *ObjectUnionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	classShape("ObjectComplementOf", func(c *ObjectComplementOf, v SlotVisitor) {
		v.Class(&c.Operand)
	}),
	classShape("ObjectOneOf", func(c *ObjectOneOf, v SlotVisitor) {
		v.Individuals(&c.Individuals, 1, AsSet)
	}),
	classShape("ObjectSomeValuesFrom", func(c *ObjectSomeValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	classShape("ObjectAllValuesFrom", func(c *ObjectAllValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	classShape("ObjectHasValue", func(c *ObjectHasValue, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Individual(&c.Individual)
	}),
	classShape("ObjectHasSelf", func(c *ObjectHasSelf, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
	}),
	classShape("ObjectMinCardinality", func(c *ObjectMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	classShape("ObjectMaxCardinality", func(c *ObjectMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	classShape("ObjectExactCardinality", func(c *ObjectExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	classShape("DataSomeValuesFrom", func(c *DataSomeValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	classShape("DataAllValuesFrom", func(c *DataAllValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	classShape("DataHasValue", func(c *DataHasValue, v SlotVisitor) {
		v.DataProperty(&c.Property)
		v.Literal(&c.Value)
	}),
	classShape("DataMinCardinality", func(c *DataMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	classShape("DataMaxCardinality", func(c *DataMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	classShape("DataExactCardinality", func(c *DataExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
}

// DataRangeShapes holds the shapes of data ranges that are not datatypes.
var DataRangeShapes = []Shape[DataRange]{
	rangeShape("DataIntersectionOf", func(d *DataIntersectionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	rangeShape("DataUnionOf", func(d *DataUnionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	rangeShape("DataComplementOf", func(d *DataComplementOf, v SlotVisitor) {
		v.DataRange(&d.Operand)
	}),
	rangeShape("DataOneOf", func(d *DataOneOf, v SlotVisitor) {
		v.Literals(&d.Literals, 1, AsSet)
	}),
	rangeShape("DatatypeRestriction", func(d *DatatypeRestriction, v SlotVisitor) {
		v.Datatype(&d.Datatype)
		v.Facets(&d.Facets)
	}),
}

// ClassShape returns the shape of a class expression that is not a Class.
func ClassShape(c ClassExpression) *Shape[ClassExpression] {
	return classShapes[reflect.TypeOf(c)]
}

// DataRangeShape returns the shape of a data range that is not a Datatype.
func DataRangeShape(d DataRange) *Shape[DataRange] { return rangeShapes[reflect.TypeOf(d)] }

var (
	classShapes = byType(ClassShapes)
	rangeShapes = byType(DataRangeShapes)
)

func byType[T any](shapes []Shape[T]) map[reflect.Type]*Shape[T] {
	found := make(map[reflect.Type]*Shape[T], len(shapes))
	for i := range shapes {
		found[reflect.TypeOf(shapes[i].New())] = &shapes[i]
	}
	return found
}

// annotatedAxiom is an axiom whose annotations can be set.
type annotatedAxiom interface {
	Axiom
	annotated() *Annotated
}

func (a *Annotated) annotated() *Annotated { return a }

// Annotate sets the annotations of an axiom.
func Annotate(a Axiom, annotations []Annotation) {
	a.(annotatedAxiom).annotated().Annotations = annotations
}

func axiomShape[S any, P interface {
	*S
	Axiom
}](visit func(P, SlotVisitor)) Shape[Axiom] {
	keyword := P(new(S)).Kind().String()
	switch P(new(S)).Kind() {
	case SubPropertyChainOfKind:
		keyword = SubObjectPropertyOfKind.String()
	case RuleKind:
		keyword = "DLSafeRule"
	}
	return Shape[Axiom]{
		Keyword: keyword,
		New:     func() Axiom { return P(new(S)) },
		Visit:   func(a Axiom, v SlotVisitor) { visit(a.(P), v) },
	}
}

func classShape[S any, P interface {
	*S
	ClassExpression
}](keyword string, visit func(P, SlotVisitor)) Shape[ClassExpression] {
	return Shape[ClassExpression]{
		Keyword: keyword,
		New:     func() ClassExpression { return P(new(S)) },
		Visit:   func(c ClassExpression, v SlotVisitor) { visit(c.(P), v) },
	}
}

func rangeShape[S any, P interface {
	*S
	DataRange
}](keyword string, visit func(P, SlotVisitor)) Shape[DataRange] {
	return Shape[DataRange]{
		Keyword: keyword,
		New:     func() DataRange { return P(new(S)) },
		Visit:   func(d DataRange, v SlotVisitor) { visit(d.(P), v) },
	}
}
