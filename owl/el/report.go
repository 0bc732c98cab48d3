package el

import (
	"cmp"
	"slices"
)

// Report lists the axioms that Normalize omitted or used in part, with reasons, and the chains of
// ChainsWithoutRange, which only the reasoner uses in part. The normal form of all other axioms is
// equivalent to them.
type Report struct {
	// Omissions lists the omissions in the order of the axioms; an axiom has one for each reason.
	Omissions []Omission
	// Used is the number of logical axioms that were used completely.
	Used int
}

// Omission is a reason why an axiom was not used completely.
type Omission struct {
	Axiom  int // index in owl.Ontology.Axioms
	Reason Reason
	Effect Effect
}

// Effect returns how axiom i was used.
func (r *Report) Effect(i int) Effect {
	at, found := slices.BinarySearchFunc(r.Omissions, i, func(o Omission, i int) int {
		return cmp.Compare(o.Axiom, i)
	})
	if !found {
		return Used
	}
	return r.Omissions[at].Effect
}

// Effect is the extent to which an axiom was used.
type Effect uint8

// The effects. Declarations and annotations, which have no meaning to a reasoner, count as used.
const (
	Used       Effect = iota // completely in the normal form
	UsedPartly               // weakened to EL
	Ignored                  // not in the normal form
)

// String returns "used", "used in part" or "ignored".
func (e Effect) String() string { return [...]string{"used", "used in part", "ignored"}[e] }

// Reason is a construct that Normalize cannot use, at least not in its position.
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
	ChainRange
	MalformedAxiom
	numReasons
)

var reasonTexts = [numReasons]string{
	UniversalRestriction:   "universal restrictions (ObjectAllValuesFrom, DataAllValuesFrom)",
	UnionOnTheRight:        "unions in superclasses",
	EnumerationOnTheRight:  "enumerations of several members in superclasses",
	ComplementOnTheLeft:    "complements in subclasses",
	CardinalityRestriction: "cardinality restrictions beyond \"at least one\" and \"none\"",
	InverseProperty:        "inverse properties (ObjectInverseOf)",
	InversePropertyAxiom: "inverse and symmetric properties beyond domains, ranges and " +
		"named individuals",
	FunctionalProperty:           "functional object properties",
	InverseFunctionalProperty:    "inverse-functional object properties",
	AsymmetricProperty:           "asymmetric properties beyond irreflexivity",
	DisjointProperties:           "disjoint properties",
	CoveringUnion:                "covering by the parts of a disjoint union",
	FacetsOnTheLeft:              "data ranges with facets in subclasses",
	FacetsOnTheRight:             "facets of data ranges",
	KeyOverInverse:               "keys over inverse properties",
	DataRangeOfSeveralProperties: "data restrictions over several properties",
	DLSafeRule:                   "SWRL rules",
	ChainRange:                   "ranges of what a property chain alone leads to",
	MalformedAxiom:               "axioms with missing operands",
}

// String returns the construct in words, for use after "not used:".
func (r Reason) String() string { return reasonTexts[r] }

// NumAxioms returns the number of axioms that were not used completely.
func (r *Report) NumAxioms() int {
	n := 0
	for i, o := range r.Omissions {
		if i == 0 || o.Axiom != r.Omissions[i-1].Axiom {
			n++
		}
	}
	return n
}
