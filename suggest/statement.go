package suggest

import "box2el-owl/suggest/asserted"

// Statement is C ⊑ D (Property is NoProperty) or C ⊑ ∃r.D between named classes, by the numbers of
// a Terminology.
type Statement = asserted.Statement

// NoProperty is the property of a statement C ⊑ D.
const NoProperty = asserted.NoProperty

// formOf returns the form of a statement.
func formOf(s Statement) Form {
	if s.Property == NoProperty {
		return Subclass
	}
	return Existential
}
