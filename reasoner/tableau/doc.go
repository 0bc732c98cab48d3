// Package tableau proves that classes are unsatisfiable with all axioms of an ontology, including
// those outside OWL 2 EL.
//
// It is an incomplete hypertableau (Motik, Shearer, Horrocks, "Hypertableau Reasoning for
// Description Logics", JAIR 2009): axioms are clauses that are applied forward to a graph of nodes
// with sets of class expressions as labels. Depth, number of nodes and case distinctions are
// bounded, and some constructs are ignored. A refutation is always correct; a class that is not
// refuted may still be unsatisfiable.
//
// Cost: New is linear in the axioms. A question costs the rules that fire for the class, not the
// size of the ontology. The graph of a class is computed once.
package tableau
