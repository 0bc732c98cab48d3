package suggest

import (
	"box2el-owl/owl"
	"box2el-owl/suggest/evidence"
)

// Tier is how sure a suggestion is.
type Tier string

// The tiers, the surest first. A likely suggestion has two independent kinds of evidence that the
// ontology itself bears out; a possible one has a weaker pair; a speculative one is ranked only.
const (
	Likely      Tier = "likely"
	Possible    Tier = "possible"
	Speculative Tier = "speculative"
)

// Tiers lists the tiers, the surest first.
var Tiers = []Tier{Likely, Possible, Speculative}

// Group is one question about several subjects: the same axiom, or axioms by the same rule.
type Group struct {
	ID string

	// Rule is the sentence of the rule, with its share in this ontology.
	Rule evidence.Evidence

	// Axioms are the suggestions of the group, and Subjects their classes, in the same order.
	Axioms   []owl.Axiom
	Subjects []owl.IRI
}
