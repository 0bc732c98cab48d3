// Package check rejects suggested axioms that are wrong by what an ontology asserts and by how it
// names its classes: opposites, reversed relations, collapsed definitions and the like.
//
// Checks is the table of all checks. A Checker tests each of them on the ontology at hand: it
// draws asserted axioms, leaves each out for the moment, and switches a check off where it rejects
// more than one in a hundred of them. What the remaining checks object to among the asserted
// axioms is doubtful (Checker.Doubtful). Weaker signs against an axiom, which do not reject it,
// are returned by Checker.Against.
//
// A candidate costs time in proportion to the ancestors and fillers of its two classes. All walks
// are bounded.
package check
