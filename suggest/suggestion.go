package suggest

import (
	"box2el-owl/owl"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
)

// Form is the shape of an axiom that may be missing.
type Form string

// The forms of suggestions. Their names are those of the normal forms that they come from.
const (
	Subclass    Form = "NF1" // C ⊑ D
	Existential Form = "NF3" // C ⊑ ∃r.D

	// Definition is the form C ≡ G ⊓ ∃r.D ⊓ …, by the template of a name. It is suggested only if
	// it is asked for.
	Definition Form = "definition"

	// Change is the form C ⊑ ∃r.D in place of an asserted axiom with another property. It is
	// suggested only if it is asked for.
	Change Form = "change"
)

// Suggestion is an axiom that is probably missing.
type Suggestion struct {
	// Subject is the class that the axiom says something of.
	Subject owl.IRI
	Form    Form

	// Property is r of C ⊑ ∃r.D, zero otherwise; Target is D.
	Property, Target owl.IRI

	// Axiom is a SubClassOf between named classes, or with an existential restriction on the right.
	Axiom owl.Axiom

	// Replaces has the asserted axioms of a Change that are removed when it is accepted.
	Replaces []owl.Axiom

	// Tier is how sure it is. Evidence has a sentence for each reason for and against it.
	// Witnesses are the letters of the witnesses of package likely; empty for what is ranked only.
	Tier      Tier
	Evidence  []evidence.Evidence
	Witnesses string

	// RejectedBy has the checks that reject it; such a suggestion is shown on request only.
	RejectedBy []check.Rejection

	// Group is the question that it is part of; nil if it is a question of its own.
	Group *Group

	// From has the classes that the evidence was found for, if the axiom was moved to a better
	// place: a class above them.
	From []owl.IRI

	// Score is the score of a ranked suggestion, by the weights of package rank. Probability is the
	// smoothed share of suggestions with this pair of witnesses that judges called right; 0 if none
	// was judged, and for speculative ones. Rank counts from 1 among the candidates of this
	// subject, of all forms together.
	Score       float64
	Probability float64
	Rank        int

	// Verdict is the reasoner's. Exact is false if New means that no contradiction was found;
	// Outside are the axioms for which it is not exact.
	Verdict Verdict
	Exact   bool
	Outside Outside

	// Assuming holds the built-in axioms that Entailed uses, a minimal set; nil if it uses none.
	Assuming []BuiltInAxiom

	// Inconsistent and Unsatisfiable say what contradicts; if Partial, there may be more, all of
	// which Effect has.
	Inconsistent  bool
	Unsatisfiable []owl.IRI
	Partial       bool

	// ImpliedBy is the suggestion ranked above this one that makes it redundant; nil where there is
	// none.
	ImpliedBy owl.Axiom

	// Why are the grounds, strongest first.
	Why []Reason

	// Decision is what has been decided about it before, nothing for the most part.
	Decision Decision

	// Stale says that the model was trained before an edit; Unseen that it does not know the
	// subject, which then was placed by its axioms and labels.
	Stale, Unseen bool
}

// Decision is what somebody has made of a suggestion.
type Decision string

// The decisions.
const (
	Accepted Decision = "accept"
	Rejected Decision = "reject"
	Deferred Decision = "defer"
)

// Verdict is what the ontology makes of an axiom.
type Verdict string

// The verdicts.
const (
	New         Verdict = "new"         // consistent with the ontology, and does not follow
	Entailed    Verdict = "entailed"    // follows already
	Contradicts Verdict = "contradicts" // the ontology, or a class of it, would have no instance
)

// Reason is one ground of a suggestion, to be read and checked by a person.
type Reason struct {
	// Kind is "analogy", "label", "definition" or "structure".
	Kind string
	// Text is a sentence with the user's labels.
	Text string
	// Axioms are asserted in the ontology, and what the sentence rests on.
	Axioms []owl.Axiom
	// Weight is what the ground adds to the score, where it is a signal.
	Weight float64
}
