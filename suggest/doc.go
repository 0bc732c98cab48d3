// Package suggest suggests axioms that are probably missing in an ontology, with evidence and the
// verdict of a reasoner.
//
// A Suggester combines three sources. Findings are likely and possible axioms of the whole
// ontology, with two kinds of evidence each (packages likely and superclass). A Ranking orders the
// candidates for a class, by default the weights of package rank, which a trained model refines;
// these are speculative. A Placer (package place) proposes axioms for a new class. The Suggester
// asks the reasoner for verdicts, applies the checks of package check, marks redundant axioms and
// leaves out those that were decided. A Terminology holds the names and the asserted statements of
// the ontology.
//
// The package reads no files. It declares the interfaces Reasoner, BuiltIn and Ranking, which its
// callers implement.
package suggest
