package suggest

import (
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
)

// Form is the form of a suggested axiom.
type Form string

// The forms of suggestions. The first two bear the names of normal forms of EL++.
const (
	Subclass    Form = "NF1" // C ⊑ D
	Existential Form = "NF3" // C ⊑ ∃r.D

	// Definition is the form C ≡ G ⊓ ∃r.D ⊓ …, by the template of a name. It must be requested.
	Definition Form = "definition"

	// Change is the form C ⊑ ∃r.D in place of an asserted axiom with another property. It must be
	// requested.
	Change Form = "change"
)

// Suggestion is an axiom that is probably missing.
type Suggestion struct {
	// Subject is the class C that the axiom is about.
	Subject owl.IRI
	Form    Form

	// Property is r of C ⊑ ∃r.D, zero otherwise; Target is D.
	Property, Target owl.IRI

	// Axiom is a SubClassOf between named classes, or with an existential restriction on the right.
	Axiom owl.Axiom

	// Replaces has the asserted axioms of a Change that are removed when it is accepted.
	Replaces []owl.Axiom

	// Tier is the grade of certainty. Evidence has the sentences for and against the axiom.
	// Witnesses has the letters of the witnesses of packages likely and superclass; "" for ranked
	// suggestions.
	Tier      Tier
	Evidence  []evidence.Evidence
	Witnesses string

	// RejectedBy has the checks that reject the axiom; nil unless Request.Rejected is set.
	RejectedBy []check.Rejection

	// Group is the group of the suggestion; nil if there is none.
	Group *Group

	// From has the classes that the evidence was found for, if it is about a class above them; nil
	// if it is not.
	From []owl.IRI

	// Score is the score of a ranked suggestion, by the weights of package rank. Probability is the
	// smoothed share of suggestions with this pair of witnesses that judges called right; 0 if none
	// was judged, and for speculative ones. Rank counts from 1 among the candidates of this
	// subject, of all forms together.
	Score       float64
	Probability float64
	Rank        int

	// Judgement is that of the reasoner, or the verdict is Entailed with built-in axioms.
	reasoner.Judgement

	// Assuming holds the built-in axioms that Entailed uses, a minimal set; nil if it uses none.
	Assuming []BuiltInAxiom

	// ImpliedBy is a suggestion ranked above this one that makes it redundant; nil if there is
	// none.
	ImpliedBy owl.Axiom

	// Decision is the decision about the axiom; "" if there is none.
	Decision Decision

	// Stale is true if the model was trained on other axioms than the ontology has. Unseen is true
	// if the model does not know the subject.
	Stale, Unseen bool
}

// Decision is a decision of a user about an axiom.
type Decision string

// The decisions.
const (
	Accepted Decision = "accept"
	Rejected Decision = "reject"
	Deferred Decision = "defer"
)

// Verdict is the logical status of an axiom.
type Verdict = reasoner.Verdict

// The verdicts.
const (
	New         = reasoner.Novel
	Entailed    = reasoner.Entailed
	Contradicts = reasoner.Contradicts
)
