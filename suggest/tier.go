package suggest

import (
	"cmp"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/evidence"
)

// Tier is how sure a suggestion is.
type Tier string

// The tiers, the surest first. A likely suggestion has two independent kinds of evidence that the
// ontology itself bears out; a possible one has a weaker pair, or is a restriction with a high
// score that names or definitions support (see leastPossible); a speculative one is ranked only.
const (
	Likely      Tier = "likely"
	Possible    Tier = "possible"
	Speculative Tier = "speculative"
)

// Tiers lists the tiers, the surest first.
var Tiers = []Tier{Likely, Possible, Speculative}

// leastPossible is the score, by the shipped weights of package rank, from which on a restriction
// is possible if a name or the definition of the subject supports it. It was chosen on
// bench/usefulness/sheets/ranked.tsv (restrictions without the condition: 47 % right, 80 % right
// or plausible) and on four further ontologies, and tested on eight others (sheets/possible.tsv).
// No score tells right superclasses from wrong ones. If the weights are learned again, measure it
// again: usefulness -scores.
const leastPossible = 2.9

// textual are the kinds of reasons that rest on names and definitions.
var textual = map[string]bool{"label": true, "definition": true}

// isPossible reports whether a ranked suggestion is possible: by its score, without what decisions
// about other classes added, its evidence, its verdict and the checks.
func (x *Suggestion) isPossible(added float64) bool {
	return x.Form == Existential && min(x.Score, x.Score-added) >= leastPossible && x.Verdict == New &&
		len(x.RejectedBy) == 0 &&
		slices.ContainsFunc(x.Why, func(r Reason) bool { return textual[r.Kind] })
}

// Group is one question about several subjects: the same axiom, or axioms by the same rule.
type Group struct {
	ID string

	// Rule is the sentence of the rule, with its share in this ontology.
	Rule evidence.Evidence

	// Axioms are the suggestions of the group, and Subjects their classes, in the same order.
	Axioms   []owl.Axiom
	Subjects []owl.IRI
}

// sortByTier sorts suggestions by their tiers and keeps the order within a tier.
func sortByTier(list []Suggestion) {
	slices.SortStableFunc(list, func(a, b Suggestion) int {
		return cmp.Compare(slices.Index(Tiers, a.Tier), slices.Index(Tiers, b.Tier))
	})
}
