package asserted

import "cmp"

// Statement is C ⊑ D (Property is NoProperty) or C ⊑ ∃r.D between named classes, by the numbers
// of an Index.
type Statement struct{ Class, Property, Target int32 }

// NoProperty is the property of a statement C ⊑ D.
const NoProperty int32 = -1

// CompareStatements orders statements by class, property and target.
func CompareStatements(a, b Statement) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Property, b.Property),
		cmp.Compare(a.Target, b.Target))
}

// Entails reports whether a statement follows from the inferred hierarchy, the asserted
// restrictions, the property hierarchy and transitivity.
func (x *Index) Entails(s Statement) bool {
	if s.Property == NoProperty {
		return x.IsBelow(s.Class, s.Target)
	}
	return x.Related(s.Class, Restriction{s.Property, s.Target})
}
