// Package embed is the place of the inductive half: Box²EL (Jackermeier, Chen, Horrocks, "Dual Box
// Embeddings for the Description Logic EL++", WWW 2024) and the models that its evaluation compares
// with, trained on the normal forms of owl/el.
//
// It holds nothing yet. It may import owl and owl/el; where training wants the deductive closure it
// declares a small interface, and the caller hands the reasoner in.
package embed
