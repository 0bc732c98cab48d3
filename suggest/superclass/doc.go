// Package superclass finds superclasses C ⊑ D that an ontology probably lacks: where two
// independent kinds of evidence agree, each borne out by the ontology itself.
//
// Candidates come from names (the name of D ends that of C), templates (C = u X v, D = u Y v with x
// below y) and the genus of definitions. Further witnesses are the differentia of D in the texts of
// C, superclasses of D that hold for C, and subclasses of C that are below D. A witness has a rate
// among the pairs of classes that the ontology has already; one whose rate is too low is none in
// this ontology. All thresholds are in thresholds.go.
package superclass
