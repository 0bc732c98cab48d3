package owl

// Axiom is one statement of an ontology (Structural Specification, section 9): a pointer to one of
// the structs below. Every axiom may have annotations, which do not change its meaning.
type Axiom interface {
	Kind() AxiomKind
	// AxiomAnnotations returns the annotations of the axiom itself.
	AxiomAnnotations() []Annotation
	annotated() *Annotated
}

// Annotated holds the annotations of an axiom.
type Annotated struct{ Annotations []Annotation }

// AxiomAnnotations returns the annotations of the axiom itself.
func (a *Annotated) AxiomAnnotations() []Annotation { return a.Annotations }

func (a *Annotated) annotated() *Annotated { return a }

// AxiomKind is the kind of an axiom. Writers write axioms in the order of their kinds.
type AxiomKind uint8

// The kinds of axioms, in the order of the specification.
const (
	DeclarationKind AxiomKind = iota
	SubClassOfKind
	EquivalentClassesKind
	DisjointClassesKind
	DisjointUnionKind
	SubObjectPropertyOfKind
	SubPropertyChainOfKind
	EquivalentObjectPropertiesKind
	DisjointObjectPropertiesKind
	InverseObjectPropertiesKind
	ObjectPropertyDomainKind
	ObjectPropertyRangeKind
	FunctionalObjectPropertyKind
	InverseFunctionalObjectPropertyKind
	ReflexiveObjectPropertyKind
	IrreflexiveObjectPropertyKind
	SymmetricObjectPropertyKind
	AsymmetricObjectPropertyKind
	TransitiveObjectPropertyKind
	SubDataPropertyOfKind
	EquivalentDataPropertiesKind
	DisjointDataPropertiesKind
	DataPropertyDomainKind
	DataPropertyRangeKind
	FunctionalDataPropertyKind
	DatatypeDefinitionKind
	HasKeyKind
	SameIndividualKind
	DifferentIndividualsKind
	ClassAssertionKind
	ObjectPropertyAssertionKind
	NegativeObjectPropertyAssertionKind
	DataPropertyAssertionKind
	NegativeDataPropertyAssertionKind
	AnnotationAssertionKind
	SubAnnotationPropertyOfKind
	AnnotationPropertyDomainKind
	AnnotationPropertyRangeKind
	RuleKind
	numAxiomKinds
)

// String returns the keyword of the functional syntax. Chains, which the specification writes as
// SubObjectPropertyOf, have the name SubPropertyChainOf.
func (k AxiomKind) String() string { return AxiomShapes[k].Name }

// IsLogical reports whether axioms of this kind have a meaning in the direct semantics.
// Declarations and annotation axioms have none.
func (k AxiomKind) IsLogical() bool {
	switch k {
	case DeclarationKind, AnnotationAssertionKind, SubAnnotationPropertyOfKind,
		AnnotationPropertyDomainKind, AnnotationPropertyRangeKind:
		return false
	}
	return true
}

// Declaration declares that an IRI names an entity of a kind (section 5.8).
type Declaration struct {
	Annotated
	Entity Entity
}

// SubClassOf is Sub ⊑ Super (section 9.1.1).
type SubClassOf struct {
	Annotated
	Sub, Super ClassExpression
}

// EquivalentClasses states that all operands have the same instances (section 9.1.2).
type EquivalentClasses struct {
	Annotated
	Classes []ClassExpression
}

// DisjointClasses states that no individual is in two of the operands (section 9.1.3).
type DisjointClasses struct {
	Annotated
	Classes []ClassExpression
}

// DisjointUnion states that Class is the union of pairwise disjoint operands (section 9.1.4).
type DisjointUnion struct {
	Annotated
	Class   Class
	Classes []ClassExpression
}

// SubObjectPropertyOf is Sub ⊑ Super for single properties (section 9.2.1).
type SubObjectPropertyOf struct {
	Annotated
	Sub, Super ObjectPropertyExpression
}

// SubPropertyChainOf is the form of SubObjectPropertyOf with an ObjectPropertyChain: Chain[0] ∘
// Chain[1] ∘ … ⊑ Super (section 9.2.1).
type SubPropertyChainOf struct {
	Annotated
	Chain []ObjectPropertyExpression
	Super ObjectPropertyExpression
}

// EquivalentObjectProperties states that all operands are the same relation (section 9.2.2).
type EquivalentObjectProperties struct {
	Annotated
	Properties []ObjectPropertyExpression
}

// DisjointObjectProperties states that no pair is in two of the operands (section 9.2.3).
type DisjointObjectProperties struct {
	Annotated
	Properties []ObjectPropertyExpression
}

// InverseObjectProperties states that First is the inverse of Second (section 9.2.4).
type InverseObjectProperties struct {
	Annotated
	First, Second ObjectPropertyExpression
}

// ObjectPropertyDomain is ∃ Property.⊤ ⊑ Domain (section 9.2.5).
type ObjectPropertyDomain struct {
	Annotated
	Property ObjectPropertyExpression
	Domain   ClassExpression
}

// ObjectPropertyRange is ⊤ ⊑ ∀ Property.Range (section 9.2.6).
type ObjectPropertyRange struct {
	Annotated
	Property ObjectPropertyExpression
	Range    ClassExpression
}

// FunctionalObjectProperty states that Property has at most one value for each individual (section
// 9.2.7).
type FunctionalObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// InverseFunctionalObjectProperty states that the inverse of Property is functional (section
// 9.2.8).
type InverseFunctionalObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// ReflexiveObjectProperty is ⊤ ⊑ ∃ Property.Self (section 9.2.9).
type ReflexiveObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// IrreflexiveObjectProperty is ∃ Property.Self ⊑ ⊥ (section 9.2.10).
type IrreflexiveObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// SymmetricObjectProperty states that Property is its own inverse (section 9.2.11).
type SymmetricObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// AsymmetricObjectProperty states that Property and its inverse are disjoint (section 9.2.12).
type AsymmetricObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// TransitiveObjectProperty is Property ∘ Property ⊑ Property (section 9.2.13).
type TransitiveObjectProperty struct {
	Annotated
	Property ObjectPropertyExpression
}

// SubDataPropertyOf is Sub ⊑ Super (section 9.3.1).
type SubDataPropertyOf struct {
	Annotated
	Sub, Super DataProperty
}

// EquivalentDataProperties states that all operands are the same relation (section 9.3.2).
type EquivalentDataProperties struct {
	Annotated
	Properties []DataProperty
}

// DisjointDataProperties states that no pair is in two of the operands (section 9.3.3).
type DisjointDataProperties struct {
	Annotated
	Properties []DataProperty
}

// DataPropertyDomain is ∃ Property.rdfs:Literal ⊑ Domain (section 9.3.4).
type DataPropertyDomain struct {
	Annotated
	Property DataProperty
	Domain   ClassExpression
}

// DataPropertyRange is ⊤ ⊑ ∀ Property.Range (section 9.3.5).
type DataPropertyRange struct {
	Annotated
	Property DataProperty
	Range    DataRange
}

// FunctionalDataProperty states that Property has at most one value for each individual (section
// 9.3.6).
type FunctionalDataProperty struct {
	Annotated
	Property DataProperty
}

// DatatypeDefinition states that Datatype is the same set as Range (section 9.4).
type DatatypeDefinition struct {
	Annotated
	Datatype Datatype
	Range    DataRange
}

// HasKey states that named instances of Class that share a value of each property are equal
// (section 9.5).
type HasKey struct {
	Annotated
	Class            ClassExpression
	ObjectProperties []ObjectPropertyExpression
	DataProperties   []DataProperty
}

// SameIndividual states that all operands are equal (section 9.6.1).
type SameIndividual struct {
	Annotated
	Individuals []Individual
}

// DifferentIndividuals states that no two operands are equal (section 9.6.2).
type DifferentIndividuals struct {
	Annotated
	Individuals []Individual
}

// ClassAssertion states that Individual is an instance of Class (section 9.6.3).
type ClassAssertion struct {
	Annotated
	Class      ClassExpression
	Individual Individual
}

// ObjectPropertyAssertion is Property(Source, Target) (section 9.6.4).
type ObjectPropertyAssertion struct {
	Annotated
	Property       ObjectPropertyExpression
	Source, Target Individual
}

// NegativeObjectPropertyAssertion states that Property(Source, Target) does not hold (section
// 9.6.5).
type NegativeObjectPropertyAssertion struct {
	Annotated
	Property       ObjectPropertyExpression
	Source, Target Individual
}

// DataPropertyAssertion is Property(Source, Target) (section 9.6.6).
type DataPropertyAssertion struct {
	Annotated
	Property DataProperty
	Source   Individual
	Target   *Literal
}

// NegativeDataPropertyAssertion states that Property(Source, Target) does not hold (section 9.6.7).
type NegativeDataPropertyAssertion struct {
	Annotated
	Property DataProperty
	Source   Individual
	Target   *Literal
}

// AnnotationAssertion annotates an IRI or an anonymous individual (section 10.2.1).
type AnnotationAssertion struct {
	Annotated
	Property AnnotationProperty
	Subject  AnnotationSubject
	Value    AnnotationValue
}

// SubAnnotationPropertyOf orders annotation properties; it has no logical meaning (section 10.2.2).
type SubAnnotationPropertyOf struct {
	Annotated
	Sub, Super AnnotationProperty
}

// AnnotationPropertyDomain has no logical meaning (section 10.2.3).
type AnnotationPropertyDomain struct {
	Annotated
	Property AnnotationProperty
	Domain   IRI
}

// AnnotationPropertyRange has no logical meaning (section 10.2.4).
type AnnotationPropertyRange struct {
	Annotated
	Property AnnotationProperty
	Range    IRI
}

// Rule is a DL-safe SWRL rule, which is outside OWL 2. Readers and writers keep it; the reasoner
// reports it and does not use it.
type Rule struct {
	Annotated
	Body, Head []RuleAtom
}

func (*Declaration) Kind() AxiomKind                { return DeclarationKind }
func (*SubClassOf) Kind() AxiomKind                 { return SubClassOfKind }
func (*EquivalentClasses) Kind() AxiomKind          { return EquivalentClassesKind }
func (*DisjointClasses) Kind() AxiomKind            { return DisjointClassesKind }
func (*DisjointUnion) Kind() AxiomKind              { return DisjointUnionKind }
func (*SubObjectPropertyOf) Kind() AxiomKind        { return SubObjectPropertyOfKind }
func (*SubPropertyChainOf) Kind() AxiomKind         { return SubPropertyChainOfKind }
func (*EquivalentObjectProperties) Kind() AxiomKind { return EquivalentObjectPropertiesKind }
func (*DisjointObjectProperties) Kind() AxiomKind   { return DisjointObjectPropertiesKind }
func (*InverseObjectProperties) Kind() AxiomKind    { return InverseObjectPropertiesKind }
func (*ObjectPropertyDomain) Kind() AxiomKind       { return ObjectPropertyDomainKind }
func (*ObjectPropertyRange) Kind() AxiomKind        { return ObjectPropertyRangeKind }
func (*FunctionalObjectProperty) Kind() AxiomKind   { return FunctionalObjectPropertyKind }
func (*InverseFunctionalObjectProperty) Kind() AxiomKind {
	return InverseFunctionalObjectPropertyKind
}
func (*ReflexiveObjectProperty) Kind() AxiomKind   { return ReflexiveObjectPropertyKind }
func (*IrreflexiveObjectProperty) Kind() AxiomKind { return IrreflexiveObjectPropertyKind }
func (*SymmetricObjectProperty) Kind() AxiomKind   { return SymmetricObjectPropertyKind }
func (*AsymmetricObjectProperty) Kind() AxiomKind  { return AsymmetricObjectPropertyKind }
func (*TransitiveObjectProperty) Kind() AxiomKind  { return TransitiveObjectPropertyKind }
func (*SubDataPropertyOf) Kind() AxiomKind         { return SubDataPropertyOfKind }
func (*EquivalentDataProperties) Kind() AxiomKind  { return EquivalentDataPropertiesKind }
func (*DisjointDataProperties) Kind() AxiomKind    { return DisjointDataPropertiesKind }
func (*DataPropertyDomain) Kind() AxiomKind        { return DataPropertyDomainKind }
func (*DataPropertyRange) Kind() AxiomKind         { return DataPropertyRangeKind }
func (*FunctionalDataProperty) Kind() AxiomKind    { return FunctionalDataPropertyKind }
func (*DatatypeDefinition) Kind() AxiomKind        { return DatatypeDefinitionKind }
func (*HasKey) Kind() AxiomKind                    { return HasKeyKind }
func (*SameIndividual) Kind() AxiomKind            { return SameIndividualKind }
func (*DifferentIndividuals) Kind() AxiomKind      { return DifferentIndividualsKind }
func (*ClassAssertion) Kind() AxiomKind            { return ClassAssertionKind }
func (*ObjectPropertyAssertion) Kind() AxiomKind   { return ObjectPropertyAssertionKind }
func (*NegativeObjectPropertyAssertion) Kind() AxiomKind {
	return NegativeObjectPropertyAssertionKind
}
func (*DataPropertyAssertion) Kind() AxiomKind { return DataPropertyAssertionKind }
func (*NegativeDataPropertyAssertion) Kind() AxiomKind {
	return NegativeDataPropertyAssertionKind
}
func (*AnnotationAssertion) Kind() AxiomKind      { return AnnotationAssertionKind }
func (*SubAnnotationPropertyOf) Kind() AxiomKind  { return SubAnnotationPropertyOfKind }
func (*AnnotationPropertyDomain) Kind() AxiomKind { return AnnotationPropertyDomainKind }
func (*AnnotationPropertyRange) Kind() AxiomKind  { return AnnotationPropertyRangeKind }
func (*Rule) Kind() AxiomKind                     { return RuleKind }
