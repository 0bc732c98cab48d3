package owl

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
