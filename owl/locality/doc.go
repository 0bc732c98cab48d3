// Package locality computes syntactic ⊥-locality modules (Cuenca Grau, Horrocks, Kazakov, Sattler,
// "Modular Reuse of Ontologies: Theory and Practice", JAIR 2008). An ontology entails an axiom over
// some names exactly if the module of these names entails it.
//
// Cost: New is linear in the axioms; a module costs about as much as the axioms that mention a name
// of its signature.
package locality
