// Package tableau refutes classes with all axioms of an ontology, those outside OWL 2 EL included.
//
// It is a hypertableau (Motik, Shearer, Horrocks, "Hypertableau Reasoning for Description Logics",
// JAIR 2009) that is cut off: axioms are clauses that are applied forward to a graph of nodes with
// sets of class expressions as labels. Depth, number of nodes and case distinctions are bounded, and
// some constructs are ignored. So every refutation is right, and a class that is not refuted may be
// unsatisfiable all the same.
//
// Cost: New is linear in the axioms. A question costs the rules that fire for the class, not the size
// of the ontology; the graph of a class is computed once.
package tableau
