// Package locality finds the axioms of an ontology that bear on a question: syntactic ⊥-locality
// modules (Cuenca Grau, Horrocks, Kazakov, Sattler, "Modular Reuse of Ontologies: Theory and
// Practice", JAIR 2008). A consequence over some names follows from the ontology exactly if it
// follows from the module of these names.
//
// Cost: New is linear in the axioms; a module costs about as much as the axioms that mention a name
// of its signature.
package locality
