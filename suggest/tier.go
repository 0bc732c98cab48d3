package suggest

import (
	"box2el-owl/owl"
	"box2el-owl/suggest/evidence"
)

// Tier is a grade of certainty of a suggestion.
type Tier = evidence.Tier

// The tiers, the surest first.
const (
	Likely      = evidence.Likely
	Possible    = evidence.Possible
	Speculative = evidence.Speculative
)

// Tiers lists the tiers, the surest first.
var Tiers = []Tier{Likely, Possible, Speculative}

// Group holds suggestions about several subjects that are shown as one question: with the same
// superclass or restriction, or by the same rule.
type Group struct {
	ID string

	// Rule is the sentence of the rule, with its share in this ontology.
	Rule evidence.Evidence

	// Axioms are the suggestions of the group, and Subjects their classes, in the same order.
	Axioms   []owl.Axiom
	Subjects []owl.IRI
}
