package owl

// DataRange is a set of data values (Structural Specification, section 7): Datatype,
// *DataIntersectionOf, *DataUnionOf, *DataComplementOf, *DataOneOf or *DatatypeRestriction.
type DataRange interface{ dataRange() }

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

func (Datatype) dataRange()             {}
func (*DataIntersectionOf) dataRange()  {}
func (*DataUnionOf) dataRange()         {}
func (*DataComplementOf) dataRange()    {}
func (*DataOneOf) dataRange()           {}
func (*DatatypeRestriction) dataRange() {}
