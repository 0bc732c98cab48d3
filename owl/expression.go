package owl

// ClassExpression is a set of individuals (Structural Specification, section 8): a Class or a
// pointer to one of the structs below.
type ClassExpression interface{ ExpressionKind() ExpressionKind }

// ObjectIntersectionOf holds the individuals in every operand (section 8.1.1).
type ObjectIntersectionOf struct{ Operands []ClassExpression }

// ObjectUnionOf holds the individuals in some operand (section 8.1.2).
type ObjectUnionOf struct{ Operands []ClassExpression }

// ObjectComplementOf holds the individuals outside the operand (section 8.1.3).
type ObjectComplementOf struct{ Operand ClassExpression }

// ObjectOneOf holds exactly the listed individuals (section 8.1.4).
type ObjectOneOf struct{ Individuals []Individual }

// ObjectSomeValuesFrom is ∃ Property.Filler (section 8.2.1).
type ObjectSomeValuesFrom struct {
	Property ObjectPropertyExpression
	Filler   ClassExpression
}

// ObjectAllValuesFrom is ∀ Property.Filler (section 8.2.2).
type ObjectAllValuesFrom struct {
	Property ObjectPropertyExpression
	Filler   ClassExpression
}

// ObjectHasValue is ∃ Property.{Individual} (section 8.2.3).
type ObjectHasValue struct {
	Property   ObjectPropertyExpression
	Individual Individual
}

// ObjectHasSelf holds the individuals that Property connects to themselves (section 8.2.4).
type ObjectHasSelf struct{ Property ObjectPropertyExpression }

// ObjectMinCardinality is ≥ N Property.Filler (section 8.3.1). Filler is nil if the restriction is
// unqualified, which means owl:Thing.
type ObjectMinCardinality struct {
	N        int
	Property ObjectPropertyExpression
	Filler   ClassExpression
}

// ObjectMaxCardinality is ≤ N Property.Filler (section 8.3.2); Filler as above.
type ObjectMaxCardinality struct {
	N        int
	Property ObjectPropertyExpression
	Filler   ClassExpression
}

// ObjectExactCardinality is = N Property.Filler (section 8.3.3); Filler as above.
type ObjectExactCardinality struct {
	N        int
	Property ObjectPropertyExpression
	Filler   ClassExpression
}

// DataSomeValuesFrom is ∃ Properties.Range (section 8.4.1). OWL 2 datatypes are unary, so a valid
// ontology has one property. The grammar allows several, and they are kept.
type DataSomeValuesFrom struct {
	Properties []DataProperty
	Range      DataRange
}

// DataAllValuesFrom is ∀ Properties.Range (section 8.4.2); Properties as above.
type DataAllValuesFrom struct {
	Properties []DataProperty
	Range      DataRange
}

// DataHasValue is ∃ Property.{Value} (section 8.4.3).
type DataHasValue struct {
	Property DataProperty
	Value    *Literal
}

// DataMinCardinality is ≥ N Property.Range (section 8.5.1). Range is nil if the restriction is
// unqualified, which means rdfs:Literal.
type DataMinCardinality struct {
	N        int
	Property DataProperty
	Range    DataRange
}

// DataMaxCardinality is ≤ N Property.Range (section 8.5.2); Range as above.
type DataMaxCardinality struct {
	N        int
	Property DataProperty
	Range    DataRange
}

// DataExactCardinality is = N Property.Range (section 8.5.3); Range as above.
type DataExactCardinality struct {
	N        int
	Property DataProperty
	Range    DataRange
}

// ExpressionKind is the index of a shape in ClassShapes.
type ExpressionKind int8

// The kinds of class expressions.
const (
	NamedClassKind ExpressionKind = iota - 1 // a Class
	ObjectIntersectionOfKind
	ObjectUnionOfKind
	ObjectComplementOfKind
	ObjectOneOfKind
	ObjectSomeValuesFromKind
	ObjectAllValuesFromKind
	ObjectHasValueKind
	ObjectHasSelfKind
	ObjectMinCardinalityKind
	ObjectMaxCardinalityKind
	ObjectExactCardinalityKind
	DataSomeValuesFromKind
	DataAllValuesFromKind
	DataHasValueKind
	DataMinCardinalityKind
	DataMaxCardinalityKind
	DataExactCardinalityKind
)

func (Class) ExpressionKind() ExpressionKind                   { return NamedClassKind }
func (*ObjectIntersectionOf) ExpressionKind() ExpressionKind   { return ObjectIntersectionOfKind }
func (*ObjectUnionOf) ExpressionKind() ExpressionKind          { return ObjectUnionOfKind }
func (*ObjectComplementOf) ExpressionKind() ExpressionKind     { return ObjectComplementOfKind }
func (*ObjectOneOf) ExpressionKind() ExpressionKind            { return ObjectOneOfKind }
func (*ObjectSomeValuesFrom) ExpressionKind() ExpressionKind   { return ObjectSomeValuesFromKind }
func (*ObjectAllValuesFrom) ExpressionKind() ExpressionKind    { return ObjectAllValuesFromKind }
func (*ObjectHasValue) ExpressionKind() ExpressionKind         { return ObjectHasValueKind }
func (*ObjectHasSelf) ExpressionKind() ExpressionKind          { return ObjectHasSelfKind }
func (*ObjectMinCardinality) ExpressionKind() ExpressionKind   { return ObjectMinCardinalityKind }
func (*ObjectMaxCardinality) ExpressionKind() ExpressionKind   { return ObjectMaxCardinalityKind }
func (*ObjectExactCardinality) ExpressionKind() ExpressionKind { return ObjectExactCardinalityKind }
func (*DataSomeValuesFrom) ExpressionKind() ExpressionKind     { return DataSomeValuesFromKind }
func (*DataAllValuesFrom) ExpressionKind() ExpressionKind      { return DataAllValuesFromKind }
func (*DataHasValue) ExpressionKind() ExpressionKind           { return DataHasValueKind }
func (*DataMinCardinality) ExpressionKind() ExpressionKind     { return DataMinCardinalityKind }
func (*DataMaxCardinality) ExpressionKind() ExpressionKind     { return DataMaxCardinalityKind }
func (*DataExactCardinality) ExpressionKind() ExpressionKind   { return DataExactCardinalityKind }

// ObjectPropertyExpression is an ObjectProperty or an *ObjectInverseOf (Structural
// Specification, section 6.1).
type ObjectPropertyExpression interface{ objectPropertyExpression() }

// ObjectInverseOf is the inverse of a named object property (section 6.1.1). Readers normalize
// nested inverses, which RDF graphs may contain and the specification does not allow.
type ObjectInverseOf struct{ Property ObjectProperty }

func (ObjectProperty) objectPropertyExpression()   {}
func (*ObjectInverseOf) objectPropertyExpression() {}

// DataRange is a set of data values (Structural Specification, section 7): Datatype,
// *DataIntersectionOf, *DataUnionOf, *DataComplementOf, *DataOneOf or *DatatypeRestriction.
type DataRange interface{ DataRangeKind() DataRangeKind }

// DataIntersectionOf holds the values in every operand (section 7.1).
type DataIntersectionOf struct{ Operands []DataRange }

// DataUnionOf holds the values in some operand (section 7.2).
type DataUnionOf struct{ Operands []DataRange }

// DataComplementOf holds the values outside the operand (section 7.3).
type DataComplementOf struct{ Operand DataRange }

// DataOneOf holds exactly the listed values (section 7.4).
type DataOneOf struct{ Literals []*Literal }

// DatatypeRestriction holds the values of a datatype that satisfy all facets (section 7.5).
type DatatypeRestriction struct {
	Datatype Datatype
	Facets   []FacetRestriction
}

// FacetRestriction is one constraining facet, such as xsd:minInclusive, and its value.
type FacetRestriction struct {
	Facet IRI
	Value *Literal
}

// DataRangeKind is the index of a shape in DataRangeShapes.
type DataRangeKind int8

// The kinds of data ranges.
const (
	NamedRangeKind DataRangeKind = iota - 1 // a Datatype
	DataIntersectionOfKind
	DataUnionOfKind
	DataComplementOfKind
	DataOneOfKind
	DatatypeRestrictionKind
)

func (Datatype) DataRangeKind() DataRangeKind             { return NamedRangeKind }
func (*DataIntersectionOf) DataRangeKind() DataRangeKind  { return DataIntersectionOfKind }
func (*DataUnionOf) DataRangeKind() DataRangeKind         { return DataUnionOfKind }
func (*DataComplementOf) DataRangeKind() DataRangeKind    { return DataComplementOfKind }
func (*DataOneOf) DataRangeKind() DataRangeKind           { return DataOneOfKind }
func (*DatatypeRestriction) DataRangeKind() DataRangeKind { return DatatypeRestrictionKind }
