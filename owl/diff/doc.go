// Package diff compares the asserted axioms of two versions of an ontology: which are added and
// removed, by subject, and which of them replace one another. Axioms are compared by structural
// equality (OWL 2 Structural Specification, section 3.2) without their annotations; axioms whose
// annotations differ are counted only.
//
// Cost: linear in the axioms; one SHA-256 for each.
package diff
