// Package suggest is the place where the two halves meet: what embeddings, labels and structure say
// is probable, with what the reasoner says of it.
//
// A Terminology is what the axioms and annotations of an ontology say of its named classes. A
// Ranker finds and orders the axioms that a class may be missing; a Suggester adds the reasoner's
// verdict, leaves out what is redundant or decided, and says why. The package reads no files and
// knows no model: it declares the small interfaces that it consumes.
package suggest
