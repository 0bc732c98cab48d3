package el

import (
	"context"

	"box2el-owl/owl"
)

// ProfileReport lists the reasons why an ontology is not in OWL 2 EL.
type ProfileReport struct {
	// Violations lists the violations: those of the ontology as a whole first, then in the order of
	// the axioms, then what the reader tolerated. An axiom has one violation for each reason and
	// subject.
	Violations []Violation
}

// Violation is a reason why an ontology is not in OWL 2 EL.
type Violation struct {
	// Axiom is the index in owl.Ontology.Axioms, or -1 for the ontology as a whole.
	Axiom  int
	Reason ProfileReason
	// Subject is an entity, a literal or a reader's finding. It is empty if the violation is the
	// axiom itself.
	Subject string
	// Count is 1, or the number of occurrences of a reader's finding.
	Count int
}

// ReaderNote is a deviation from OWL 2 DL that a reader of the document accepted.
type ReaderNote struct {
	Text  string
	Count int
}

// InProfile reports whether the ontology is in OWL 2 EL.
func (r *ProfileReport) InProfile() bool { return len(r.Violations) == 0 }

// ReasonCount is a reason and its number of violations.
type ReasonCount struct {
	Reason     ProfileReason
	Count      int
	Violations []Violation
}

// ByReason groups the violations in the order of the reasons' declaration. Reasons without a
// violation are omitted.
func (r *ProfileReport) ByReason() []ReasonCount {
	groups := make([]ReasonCount, numProfileReasons)
	for _, v := range r.Violations {
		g := &groups[v.Reason]
		g.Count += v.Count
		g.Violations = append(g.Violations, v)
	}
	var counts []ReasonCount
	for reason, g := range groups {
		if g.Count > 0 {
			g.Reason = ProfileReason(reason)
			counts = append(counts, g)
		}
	}
	return counts
}

// ProfileReason is a rule of OWL 2 EL or OWL 2 DL.
type ProfileReason uint8

// The rules of the profile's grammar, then those of OWL 2 DL.
const (
	AxiomOutsideEL ProfileReason = iota
	ClassExpressionOutsideEL
	DataRangeOutsideEL
	DatatypeOutsideEL
	SeveralIndividuals
	SeveralLiterals
	InverseOutsideEL
	AnonymousIndividualOutsideEL
	ChainWithoutRange

	TooFewOperands
	ReservedOntologyIRI
	VersionWithoutOntologyIRI
	ReservedVocabulary
	UndeclaredEntity
	PropertyPunning
	DatatypePunning
	IllTypedLiteral
	TopDataPropertyUse
	UnknownDatatype
	RedefinedDatatype
	CyclicDatatype
	CompositeProperty
	IrregularChain
	SeveralDataProperties
	RuleOutsideOWL
	ToleratedByReader
	numProfileReasons
)

var profileReasons = [numProfileReasons]struct{ text, clause string }{
	AxiomOutsideEL: {"axiom that OWL 2 EL does not have", "OWL 2 Profiles, 2.2.5"},
	ClassExpressionOutsideEL: {"class expression that OWL 2 EL does not have",
		"OWL 2 Profiles, 2.2.3"},
	DataRangeOutsideEL: {"data range that OWL 2 EL does not have",
		"OWL 2 Profiles, 2.2.4"},
	DatatypeOutsideEL: {"datatype that OWL 2 EL does not have", "OWL 2 Profiles, 2.2.1"},
	SeveralIndividuals: {"ObjectOneOf with other than one individual",
		"OWL 2 Profiles, 2.2.3"},
	SeveralLiterals: {"DataOneOf with other than one literal",
		"OWL 2 Profiles, 2.2.4"},
	InverseOutsideEL:             {"inverse property", "OWL 2 Profiles, 2.2.2"},
	AnonymousIndividualOutsideEL: {"anonymous individual", "OWL 2 Profiles, 2.2.1"},
	ChainWithoutRange: {
		"property chain whose last property lacks a range of the chain's superproperty",
		"OWL 2 Profiles, 2.2.6",
	},

	TooFewOperands: {"fewer operands than the grammar asks for",
		"OWL 2 Structural Specification, 13"},
	ReservedOntologyIRI: {"ontology or version IRI from the reserved vocabulary",
		"OWL 2 Structural Specification, 3.1"},
	VersionWithoutOntologyIRI: {"version IRI without ontology IRI",
		"OWL 2 Structural Specification, 3.1"},
	ReservedVocabulary: {"name from the reserved vocabulary",
		"OWL 2 Structural Specification, 5"},
	UndeclaredEntity: {"undeclared entity", "OWL 2 Structural Specification, 5.8.1"},
	PropertyPunning: {"property of more than one kind",
		"OWL 2 Structural Specification, 5.8.1"},
	DatatypePunning: {"both class and datatype", "OWL 2 Structural Specification, 5.8.1"},
	IllTypedLiteral: {"literal outside the lexical space of its datatype",
		"OWL 2 Structural Specification, 5.7"},
	TopDataPropertyUse: {"owl:topDataProperty other than as superproperty",
		"OWL 2 Structural Specification, 11.2"},
	UnknownDatatype: {"datatype that is neither built in nor defined",
		"OWL 2 Structural Specification, 11.2"},
	RedefinedDatatype: {"datatype defined twice, or built in and defined",
		"OWL 2 Structural Specification, 11.2"},
	CyclicDatatype: {"cyclic datatype definition",
		"OWL 2 Structural Specification, 11.2"},
	CompositeProperty: {"composite property where a simple one is required",
		"OWL 2 Structural Specification, 11.2"},
	IrregularChain: {"property chain that makes the property hierarchy irregular",
		"OWL 2 Structural Specification, 11.2"},
	SeveralDataProperties: {
		"data restriction over other than one property, where all data ranges are unary",
		"OWL 2 Structural Specification, 8.4",
	},
	RuleOutsideOWL: {"SWRL rule", "OWL 2 Structural Specification, 9"},
	ToleratedByReader: {"document that is not in OWL 2 DL",
		"OWL 2 Mapping to RDF Graphs, 3"},
}

// String returns a description of the violation.
func (r ProfileReason) String() string { return profileReasons[r].text }

// Clause returns the section of the standard with the rule.
func (r ProfileReason) Clause() string { return profileReasons[r].clause }

// CheckProfile checks an ontology, including its merged imports closure, against OWL 2 EL: the
// grammar and the global restriction of "OWL 2 Profiles", section 2.2, and the conditions of OWL 2
// DL that constructs of EL can violate. A cardinality restriction is reported only as such, and not
// also for a composite property. What a reader tolerated is a violation.
//
// Annotations are checked against OWL 2 DL only: their literals may have any datatype of OWL 2, and
// their subjects and values may be anonymous, because they have no meaning to a reasoner.
//
// The check has two approximations: lexical forms of rdf:XMLLiteral need only be well-formed, and a
// cycle of more than maxCycle mutually dependent properties is reported as irregular.
//
// The only error is that of the context.
func CheckProfile(
	ctx context.Context, o *owl.Ontology, notes []ReaderNote,
) (*ProfileReport, error) {
	c := newChecker(o)
	c.at = -1
	c.header()
	c.datatypeDefinitions()
	for i, a := range o.Axioms {
		if i%axiomsPerCheck == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.at = i
		c.axiom(a)
		c.annotations(a.AxiomAnnotations())
	}
	c.propertyHierarchy()
	c.rangesOfChains()
	c.sort()
	for _, n := range notes {
		c.violations = append(c.violations, Violation{
			Axiom: -1, Reason: ToleratedByReader, Subject: n.Text, Count: n.Count,
		})
	}
	return &ProfileReport{c.violations}, ctx.Err()
}
