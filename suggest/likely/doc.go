// Package likely finds the few axioms that an ontology probably lacks and for which two
// independent kinds of evidence agree, each borne out by the ontology itself.
//
// Superclasses come from names, templates of names and the genus of definitions; restrictions from
// words, slots of names and cues in definitions. Each kind of evidence is a witness with a rate
// among the pairs of classes that the ontology has already; a witness whose rate is too low is
// none in this ontology. All thresholds are in thresholds.go.
package likely
