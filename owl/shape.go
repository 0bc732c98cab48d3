package owl

import "reflect"

// Shape describes a kind of axiom, class expression or data range: its keyword in the functional
// syntax and its slots. Readers and writers of a syntax loop over the tables below; a new kind is
// one row.
type Shape[T any] struct {
	// Name is the name of the kind.
	Name string
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
	// Atoms are the Body or Head of a Rule.
	Atoms(part string, list *[]RuleAtom)
}

// AxiomShapes holds the shapes of axioms in the order of their kinds.
var AxiomShapes = [numAxiomKinds]Shape[Axiom]{
	shape[Axiom](func(a *Declaration, v SlotVisitor) { v.Entity(&a.Entity) }),
	shape[Axiom](func(a *SubClassOf, v SlotVisitor) {
		v.Class(&a.Sub)
		v.Class(&a.Super)
	}),
	shape[Axiom](func(a *EquivalentClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsBag)
	}),
	shape[Axiom](func(a *DisjointUnion, v SlotVisitor) {
		v.NamedClass(&a.Class)
		v.Classes(&a.Classes, 2, AsBag)
	}),
	shape[Axiom](func(a *SubObjectPropertyOf, v SlotVisitor) {
		v.ObjectProperty(&a.Sub)
		v.ObjectProperty(&a.Super)
	}),
	shape[Axiom](func(a *SubPropertyChainOf, v SlotVisitor) {
		v.Chain(&a.Chain)
		v.ObjectProperty(&a.Super)
	}).as("SubObjectPropertyOf"),
	shape[Axiom](func(a *EquivalentObjectProperties, v SlotVisitor) {
		v.ObjectProperties(&a.Properties, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointObjectProperties, v SlotVisitor) {
		v.ObjectProperties(&a.Properties, 2, AsBag)
	}),
	shape[Axiom](func(a *InverseObjectProperties, v SlotVisitor) {
		v.Inverses(&a.First, &a.Second)
	}),
	shape[Axiom](func(a *ObjectPropertyDomain, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	shape[Axiom](func(a *ObjectPropertyRange, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Range)
	}),
	shape[Axiom](func(a *FunctionalObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *InverseFunctionalObjectProperty,
		v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *ReflexiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *IrreflexiveObjectProperty,
		v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *SymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *AsymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *TransitiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	shape[Axiom](func(a *SubDataPropertyOf, v SlotVisitor) {
		v.DataProperty(&a.Sub)
		v.DataProperty(&a.Super)
	}),
	shape[Axiom](func(a *EquivalentDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsBag)
	}),
	shape[Axiom](func(a *DataPropertyDomain, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	shape[Axiom](func(a *DataPropertyRange, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.DataRange(&a.Range)
	}),
	shape[Axiom](func(a *FunctionalDataProperty, v SlotVisitor) {
		v.DataProperty(&a.Property)
	}),
	shape[Axiom](func(a *DatatypeDefinition, v SlotVisitor) {
		v.Datatype(&a.Datatype)
		v.DataRange(&a.Range)
	}),
	shape[Axiom](func(a *HasKey, v SlotVisitor) {
		v.Class(&a.Class)
		v.ObjectProperties(&a.ObjectProperties, 0, AsSet)
		v.DataProperties(&a.DataProperties, 0, AsSet)
	}),
	shape[Axiom](func(a *SameIndividual, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsSet)
	}),
	shape[Axiom](func(a *DifferentIndividuals, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsBag)
	}),
	shape[Axiom](func(a *ClassAssertion, v SlotVisitor) {
		v.Class(&a.Class)
		v.Individual(&a.Individual)
	}),
	shape[Axiom](func(a *ObjectPropertyAssertion, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Individual(&a.Source)
		v.Individual(&a.Target)
	}),
	shape[Axiom](func(a *NegativeObjectPropertyAssertion, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Individual(&a.Source)
		v.Individual(&a.Target)
	}),
	shape[Axiom](func(a *DataPropertyAssertion, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Individual(&a.Source)
		v.Literal(&a.Target)
	}),
	shape[Axiom](func(a *NegativeDataPropertyAssertion, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Individual(&a.Source)
		v.Literal(&a.Target)
	}),
	shape[Axiom](func(a *AnnotationAssertion, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.Subject(&a.Subject)
		v.Value(&a.Value)
	}),
	shape[Axiom](func(a *SubAnnotationPropertyOf, v SlotVisitor) {
		v.AnnotationProperty(&a.Sub)
		v.AnnotationProperty(&a.Super)
	}),
	shape[Axiom](func(a *AnnotationPropertyDomain, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Domain)
	}),
	shape[Axiom](func(a *AnnotationPropertyRange, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Range)
	}),
	shape[Axiom](func(a *Rule, v SlotVisitor) {
		v.Atoms("Body", &a.Body)
		v.Atoms("Head", &a.Head)
	}).as("DLSafeRule"),
}

// ClassShapes holds the shapes of class expressions that are not classes, in the order of their
// kinds.
var ClassShapes = []Shape[ClassExpression]{
	shape[ClassExpression](func(c *ObjectIntersectionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectUnionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectComplementOf, v SlotVisitor) {
		v.Class(&c.Operand)
	}),
	shape[ClassExpression](func(c *ObjectOneOf, v SlotVisitor) {
		v.Individuals(&c.Individuals, 1, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectSomeValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectAllValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectHasValue, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Individual(&c.Individual)
	}),
	shape[ClassExpression](func(c *ObjectHasSelf, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
	}),
	shape[ClassExpression](func(c *ObjectMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	shape[ClassExpression](func(c *DataSomeValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	shape[ClassExpression](func(c *DataAllValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	shape[ClassExpression](func(c *DataHasValue, v SlotVisitor) {
		v.DataProperty(&c.Property)
		v.Literal(&c.Value)
	}),
	shape[ClassExpression](func(c *DataMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	shape[ClassExpression](func(c *DataMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	shape[ClassExpression](func(c *DataExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
}

// DataRangeShapes holds the shapes of data ranges that are not datatypes, in the order of their
// kinds.
var DataRangeShapes = []Shape[DataRange]{
	shape[DataRange](func(d *DataIntersectionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	shape[DataRange](func(d *DataUnionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	shape[DataRange](func(d *DataComplementOf, v SlotVisitor) {
		v.DataRange(&d.Operand)
	}),
	shape[DataRange](func(d *DataOneOf, v SlotVisitor) {
		v.Literals(&d.Literals, 1, AsSet)
	}),
	shape[DataRange](func(d *DatatypeRestriction, v SlotVisitor) {
		v.Datatype(&d.Datatype)
		v.Facets(&d.Facets)
	}),
}

// ClassShape returns the shape of a class expression that is not a Class.
func ClassShape(c ClassExpression) *Shape[ClassExpression] {
	return &ClassShapes[c.ExpressionKind()]
}

// DataRangeShape returns the shape of a data range that is not a Datatype.
func DataRangeShape(d DataRange) *Shape[DataRange] { return &DataRangeShapes[d.DataRangeKind()] }

// Annotate sets the annotations of an axiom.
func Annotate(a Axiom, annotations []Annotation) { a.annotated().Annotations = annotations }

// as returns the shape with another keyword than its name.
func (s Shape[T]) as(keyword string) Shape[T] {
	s.Keyword = keyword
	return s
}

// shape returns the shape of the type *S, which implements T. Its name is that of the type.
func shape[T, S any](visit func(*S, SlotVisitor)) Shape[T] {
	name := reflect.TypeFor[S]().Name()
	return Shape[T]{
		Name:    name,
		Keyword: name,
		New:     func() T { return any(new(S)).(T) },
		Visit:   func(x T, v SlotVisitor) { visit(any(x).(*S), v) },
	}
}
