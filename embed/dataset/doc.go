// Package dataset is what embeddings are trained and tested on: EL++ axioms in normal form over dense ids,
// parted into training, validation and test sets.
//
// A Dataset comes from an ontology's normal form (FromNormalForm), from files in the layout of the
// authors of Box²EL (ReadLayout), or from a file of its own or of a model (Open). Splits follow
// sections 4.2 to 4.4 of Jackermeier, Chen, Horrocks, "Dual Box Embeddings for the Description Logic
// EL++", WWW 2024, and are a function of the axioms and a seed.
//
//	normal form ──FromNormalForm──▶ Dataset ──SplitPrediction, SplitInferences, SplitLinks, SplitWhole──▶ Dataset
//	                                   │
//	                                   └──NormalForm──▶ reasoner ──ClosureOver──▶ Closure
//
// What FromNormalForm takes over follows from the ontology, and, but for what its Report counts, the ontology follows
// from it for all that is satisfiable. The Report translates ids between the two. NormalForm goes back, for any of
// the sets, so that a reasoner tells what training alone entails; ClosureOver gives its answers in the ids of
// the data set.
//
// Everything is linear in the number of axioms, but SplitInferences, which is in that of the inferences, and the same on
// every machine. Files are not trusted: an error names the file and what is wrong with it.
package dataset
