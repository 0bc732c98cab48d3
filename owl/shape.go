package owl

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
	// Rule is the text of a Rule.
	Rule(*string)
}

// AxiomShapes holds the shapes of axioms by kind.
var AxiomShapes = [numAxiomKinds]Shape[Axiom]{
	DeclarationKind: shape[Axiom]("Declaration", func(a *Declaration, v SlotVisitor) { v.Entity(&a.Entity) }),
	SubClassOfKind: shape[Axiom]("SubClassOf", func(a *SubClassOf, v SlotVisitor) {
		v.Class(&a.Sub)
		v.Class(&a.Super)
	}),
	EquivalentClassesKind: shape[Axiom]("EquivalentClasses", func(a *EquivalentClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsSet)
	}),
	DisjointClassesKind: shape[Axiom]("DisjointClasses", func(a *DisjointClasses, v SlotVisitor) {
		v.Classes(&a.Classes, 2, AsBag)
	}),
	DisjointUnionKind: shape[Axiom]("DisjointUnion", func(a *DisjointUnion, v SlotVisitor) {
		v.NamedClass(&a.Class)
		v.Classes(&a.Classes, 2, AsBag)
	}),
	SubObjectPropertyOfKind: shape[Axiom]("SubObjectPropertyOf", func(a *SubObjectPropertyOf, v SlotVisitor) {
		v.ObjectProperty(&a.Sub)
		v.ObjectProperty(&a.Super)
	}),
	SubPropertyChainOfKind: shape[Axiom]("SubPropertyChainOf", func(a *SubPropertyChainOf, v SlotVisitor) {
		v.Chain(&a.Chain)
		v.ObjectProperty(&a.Super)
	}).as("SubObjectPropertyOf"),
	EquivalentObjectPropertiesKind: shape[Axiom]("EquivalentObjectProperties", func(a *EquivalentObjectProperties, v SlotVisitor) {
		v.ObjectProperties(&a.Properties, 2, AsSet)
	}),
	DisjointObjectPropertiesKind: shape[Axiom]("DisjointObjectProperties", func(a *DisjointObjectProperties, v SlotVisitor) {
		v.ObjectProperties(&a.Properties, 2, AsBag)
	}),
	InverseObjectPropertiesKind: shape[Axiom]("InverseObjectProperties", func(a *InverseObjectProperties, v SlotVisitor) {
		v.Inverses(&a.First, &a.Second)
	}),
	ObjectPropertyDomainKind: shape[Axiom]("ObjectPropertyDomain", func(a *ObjectPropertyDomain, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	ObjectPropertyRangeKind: shape[Axiom]("ObjectPropertyRange", func(a *ObjectPropertyRange, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Class(&a.Range)
	}),
	FunctionalObjectPropertyKind: shape[Axiom]("FunctionalObjectProperty", func(a *FunctionalObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	InverseFunctionalObjectPropertyKind: shape[Axiom]("InverseFunctionalObjectProperty", func(a *InverseFunctionalObjectProperty, v SlotVisitor) { v.ObjectProperty(&a.Property) }),
	ReflexiveObjectPropertyKind: shape[Axiom]("ReflexiveObjectProperty", func(a *ReflexiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	IrreflexiveObjectPropertyKind: shape[Axiom]("IrreflexiveObjectProperty", func(a *IrreflexiveObjectProperty, v SlotVisitor) { v.ObjectProperty(&a.Property) }),
	SymmetricObjectPropertyKind: shape[Axiom]("SymmetricObjectProperty", func(a *SymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	AsymmetricObjectPropertyKind: shape[Axiom]("AsymmetricObjectProperty", func(a *AsymmetricObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	TransitiveObjectPropertyKind: shape[Axiom]("TransitiveObjectProperty", func(a *TransitiveObjectProperty, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
	}),
	SubDataPropertyOfKind: shape[Axiom]("SubDataPropertyOf", func(a *SubDataPropertyOf, v SlotVisitor) {
		v.DataProperty(&a.Sub)
		v.DataProperty(&a.Super)
	}),
	EquivalentDataPropertiesKind: shape[Axiom]("EquivalentDataProperties", func(a *EquivalentDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsSet)
	}),
	DisjointDataPropertiesKind: shape[Axiom]("DisjointDataProperties", func(a *DisjointDataProperties, v SlotVisitor) {
		v.DataProperties(&a.Properties, 2, AsBag)
	}),
	DataPropertyDomainKind: shape[Axiom]("DataPropertyDomain", func(a *DataPropertyDomain, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Class(&a.Domain)
	}),
	DataPropertyRangeKind: shape[Axiom]("DataPropertyRange", func(a *DataPropertyRange, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.DataRange(&a.Range)
	}),
	FunctionalDataPropertyKind: shape[Axiom]("FunctionalDataProperty", func(a *FunctionalDataProperty, v SlotVisitor) {
		v.DataProperty(&a.Property)
	}),
	DatatypeDefinitionKind: shape[Axiom]("DatatypeDefinition", func(a *DatatypeDefinition, v SlotVisitor) {
		v.Datatype(&a.Datatype)
		v.DataRange(&a.Range)
	}),
	HasKeyKind: shape[Axiom]("HasKey", func(a *HasKey, v SlotVisitor) {
		v.Class(&a.Class)
		v.ObjectProperties(&a.ObjectProperties, 0, AsSet)
		v.DataProperties(&a.DataProperties, 0, AsSet)
	}),
	SameIndividualKind: shape[Axiom]("SameIndividual", func(a *SameIndividual, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsSet)
	}),
	DifferentIndividualsKind: shape[Axiom]("DifferentIndividuals", func(a *DifferentIndividuals, v SlotVisitor) {
		v.Individuals(&a.Individuals, 2, AsBag)
	}),
	ClassAssertionKind: shape[Axiom]("ClassAssertion", func(a *ClassAssertion, v SlotVisitor) {
		v.Class(&a.Class)
		v.Individual(&a.Individual)
	}),
	ObjectPropertyAssertionKind: shape[Axiom]("ObjectPropertyAssertion", func(a *ObjectPropertyAssertion, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Individual(&a.Source)
		v.Individual(&a.Target)
	}),
	NegativeObjectPropertyAssertionKind: shape[Axiom]("NegativeObjectPropertyAssertion", func(a *NegativeObjectPropertyAssertion, v SlotVisitor) {
		v.ObjectProperty(&a.Property)
		v.Individual(&a.Source)
		v.Individual(&a.Target)
	}),
	DataPropertyAssertionKind: shape[Axiom]("DataPropertyAssertion", func(a *DataPropertyAssertion, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Individual(&a.Source)
		v.Literal(&a.Target)
	}),
	NegativeDataPropertyAssertionKind: shape[Axiom]("NegativeDataPropertyAssertion", func(a *NegativeDataPropertyAssertion, v SlotVisitor) {
		v.DataProperty(&a.Property)
		v.Individual(&a.Source)
		v.Literal(&a.Target)
	}),
	AnnotationAssertionKind: shape[Axiom]("AnnotationAssertion", func(a *AnnotationAssertion, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.Subject(&a.Subject)
		v.Value(&a.Value)
	}),
	SubAnnotationPropertyOfKind: shape[Axiom]("SubAnnotationPropertyOf", func(a *SubAnnotationPropertyOf, v SlotVisitor) {
		v.AnnotationProperty(&a.Sub)
		v.AnnotationProperty(&a.Super)
	}),
	AnnotationPropertyDomainKind: shape[Axiom]("AnnotationPropertyDomain", func(a *AnnotationPropertyDomain, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Domain)
	}),
	AnnotationPropertyRangeKind: shape[Axiom]("AnnotationPropertyRange", func(a *AnnotationPropertyRange, v SlotVisitor) {
		v.AnnotationProperty(&a.Property)
		v.IRI(&a.Range)
	}),
	RuleKind: shape[Axiom]("Rule", func(a *Rule, v SlotVisitor) { v.Rule(&a.Text) }).as("DLSafeRule"),
}

// ClassShapes holds the shapes of class expressions that are not classes.
var ClassShapes = []Shape[ClassExpression]{
	ObjectIntersectionOfKind: shape[ClassExpression]("ObjectIntersectionOf", func(c *ObjectIntersectionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	ObjectUnionOfKind: shape[ClassExpression]("ObjectUnionOf", func(c *ObjectUnionOf, v SlotVisitor) {
		v.Classes(&c.Operands, 2, AsSet)
	}),
	ObjectComplementOfKind: shape[ClassExpression]("ObjectComplementOf", func(c *ObjectComplementOf, v SlotVisitor) {
		v.Class(&c.Operand)
	}),
	ObjectOneOfKind: shape[ClassExpression]("ObjectOneOf", func(c *ObjectOneOf, v SlotVisitor) {
		v.Individuals(&c.Individuals, 1, AsSet)
	}),
	ObjectSomeValuesFromKind: shape[ClassExpression]("ObjectSomeValuesFrom", func(c *ObjectSomeValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	ObjectAllValuesFromKind: shape[ClassExpression]("ObjectAllValuesFrom", func(c *ObjectAllValuesFrom, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Class(&c.Filler)
	}),
	ObjectHasValueKind: shape[ClassExpression]("ObjectHasValue", func(c *ObjectHasValue, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
		v.Individual(&c.Individual)
	}),
	ObjectHasSelfKind: shape[ClassExpression]("ObjectHasSelf", func(c *ObjectHasSelf, v SlotVisitor) {
		v.ObjectProperty(&c.Property)
	}),
	ObjectMinCardinalityKind: shape[ClassExpression]("ObjectMinCardinality", func(c *ObjectMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	ObjectMaxCardinalityKind: shape[ClassExpression]("ObjectMaxCardinality", func(c *ObjectMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	ObjectExactCardinalityKind: shape[ClassExpression]("ObjectExactCardinality", func(c *ObjectExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.ObjectProperty(&c.Property)
		v.Filler(&c.Filler)
	}),
	DataSomeValuesFromKind: shape[ClassExpression]("DataSomeValuesFrom", func(c *DataSomeValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	DataAllValuesFromKind: shape[ClassExpression]("DataAllValuesFrom", func(c *DataAllValuesFrom, v SlotVisitor) {
		v.DataProperties(&c.Properties, 1, AsWritten)
		v.DataRange(&c.Range)
	}),
	DataHasValueKind: shape[ClassExpression]("DataHasValue", func(c *DataHasValue, v SlotVisitor) {
		v.DataProperty(&c.Property)
		v.Literal(&c.Value)
	}),
	DataMinCardinalityKind: shape[ClassExpression]("DataMinCardinality", func(c *DataMinCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	DataMaxCardinalityKind: shape[ClassExpression]("DataMaxCardinality", func(c *DataMaxCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
	DataExactCardinalityKind: shape[ClassExpression]("DataExactCardinality", func(c *DataExactCardinality, v SlotVisitor) {
		v.Cardinality(&c.N)
		v.DataProperty(&c.Property)
		v.RangeFiller(&c.Range)
	}),
}

// DataRangeShapes holds the shapes of data ranges that are not datatypes.
var DataRangeShapes = []Shape[DataRange]{
	DataIntersectionOfKind: shape[DataRange]("DataIntersectionOf", func(d *DataIntersectionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	DataUnionOfKind: shape[DataRange]("DataUnionOf", func(d *DataUnionOf, v SlotVisitor) {
		v.DataRanges(&d.Operands, 2, AsSet)
	}),
	DataComplementOfKind: shape[DataRange]("DataComplementOf", func(d *DataComplementOf, v SlotVisitor) {
		v.DataRange(&d.Operand)
	}),
	DataOneOfKind: shape[DataRange]("DataOneOf", func(d *DataOneOf, v SlotVisitor) {
		v.Literals(&d.Literals, 1, AsSet)
	}),
	DatatypeRestrictionKind: shape[DataRange]("DatatypeRestriction", func(d *DatatypeRestriction, v SlotVisitor) {
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

// shape returns the shape of the type *S, which implements T.
func shape[T, S any](name string, visit func(*S, SlotVisitor)) Shape[T] {
	return Shape[T]{
		Name:    name,
		Keyword: name,
		New:     func() T { return any(new(S)).(T) },
		Visit:   func(x T, v SlotVisitor) { visit(any(x).(*S), v) },
	}
}
