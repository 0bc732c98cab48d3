// Package check rejects suggested axioms that contradict the asserted axioms or the names of the
// classes of an ontology, for example opposites, reversed relations and collapsed definitions.
//
// Checks is the table of all checks: a check is one row and one function. A Checker tests each of
// them on the ontology: it samples up to 400 asserted axioms of each form, checks each as if it
// were not asserted, and switches off a check that rejects more than 1 % of them. The remaining
// checks also find doubtful asserted axioms (Checker.Doubtful). Weaker signs against an axiom,
// which do not reject it, are returned by Checker.Against.
//
// The time for a candidate is proportional to the number of ancestors and fillers of its two
// classes. All loops are bounded.
package check
