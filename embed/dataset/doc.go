// Package dataset is what embeddings are trained and tested on: EL++ axioms in normal form over dense ids,
// parted into training, validation and test sets.
//
// A Dataset comes from an ontology's normal form (FromNormalForm), from files in the layout of the
// authors of Box²EL (ReadLayout), or from the binary form that stands beside a model. Splits follow
// sections 4.2 to 4.4 of Jackermeier, Chen, Horrocks, "Dual Box Embeddings for the Description Logic
// EL++", WWW 2024, and are a function of the axioms and a seed.
package dataset
