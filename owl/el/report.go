package el

import (
	"cmp"
	"slices"
)

// Report says which axioms Normalize could not use, or only in part, and why. An axiom that is not
// in it has gone into the normal form with all that it says.
type Report struct {
	// Omissions are in the order of the axioms; an axiom has one for each reason.
	Omissions []Omission
	// Used is the number of axioms that were used wholly, among the logical ones.
	Used int
}

// Omission is one reason for which an axiom was not used wholly.
type Omission struct {
	Axiom  int // index in owl.Ontology.Axioms
	Reason Reason
	Effect Effect
}

// Effect returns what became of axiom i.
func (r *Report) Effect(i int) Effect {
	at, found := slices.BinarySearchFunc(r.Omissions, i, func(o Omission, i int) int { return cmp.Compare(o.Axiom, i) })
	if !found {
		return Used
	}
	return r.Omissions[at].Effect
}

// Effect says what became of an axiom.
type Effect uint8

// What becomes of an axiom. A declaration or annotation, which says nothing to a reasoner, counts
// as used.
const (
	Used       Effect = iota // all that it says is in the normal form
	UsedPartly               // what it says within EL is
	Ignored                  // nothing of it is
)

// String returns "used", "used in part" or "ignored".
func (e Effect) String() string { return [...]string{"used", "used in part", "ignored"}[e] }

// Reason names a construct that Normalize cannot use, or cannot use where it stands.
type Reason uint8

// The reasons, each a construct outside EL++.
const (
	UniversalRestriction Reason = iota
	UnionOnTheRight
	EnumerationOnTheRight
	ComplementOnTheLeft
	CardinalityRestriction
	InverseProperty
	InversePropertyAxiom
	FunctionalProperty
	InverseFunctionalProperty
	AsymmetricProperty
	DisjointProperties
	CoveringUnion
	FacetsOnTheLeft
	FacetsOnTheRight
	KeyOverInverse
	DataRangeOfSeveralProperties
	DLSafeRule
	MalformedAxiom
	numReasons
)

var reasonTexts = [numReasons]string{
	UniversalRestriction:         "universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)",
	UnionOnTheRight:              "unions as superclass or filler of one",
	EnumerationOnTheRight:        "enumerations of several members as superclass or filler of one",
	ComplementOnTheLeft:          "complements as subclass or filler of one",
	CardinalityRestriction:       "cardinality restrictions beyond \"at least one\" and \"none\"",
	InverseProperty:              "inverse properties (ObjectInverseOf)",
	InversePropertyAxiom:         "inverse and symmetric properties beyond domains, ranges and named individuals",
	FunctionalProperty:           "functional object properties",
	InverseFunctionalProperty:    "inverse-functional object properties",
	AsymmetricProperty:           "asymmetric properties beyond irreflexivity",
	DisjointProperties:           "disjoint properties",
	CoveringUnion:                "that a disjoint union has no other members than its parts",
	FacetsOnTheLeft:              "data ranges with facets as filler on the left",
	FacetsOnTheRight:             "facets of data ranges",
	KeyOverInverse:               "keys over inverse properties",
	DataRangeOfSeveralProperties: "data restrictions over several properties",
	DLSafeRule:                   "SWRL rules",
	MalformedAxiom:               "axioms without the operands that they need",
}

// String returns the construct in words, to follow "not used:".
func (r Reason) String() string { return reasonTexts[r] }

// NumAxioms returns how many axioms were not used wholly.
func (r *Report) NumAxioms() int {
	n := 0
	for i, o := range r.Omissions {
		if i == 0 || o.Axiom != r.Omissions[i-1].Axiom {
			n++
		}
	}
	return n
}
