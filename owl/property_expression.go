package owl

// ObjectPropertyExpression is an ObjectProperty or an *ObjectInverseOf (Structural
// Specification, section 6.1).
type ObjectPropertyExpression interface{ objectPropertyExpression() }

// ObjectInverseOf is the inverse of a named object property (section 6.1.1). Readers normalize
// nested inverses, which RDF graphs may contain and the specification does not allow.
type ObjectInverseOf struct{ Property ObjectProperty }

func (ObjectProperty) objectPropertyExpression()   {}
func (*ObjectInverseOf) objectPropertyExpression() {}
