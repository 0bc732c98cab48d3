// Package asserted indexes the asserted axioms and annotations of the named classes of an ontology:
// names, textual definitions, superclasses, restrictions and definitions by equivalence. It also
// indexes the inferred class hierarchy.
//
// Names are lists of words in lower case, without plural endings, with the head word marked (Name).
// Classes and object properties are numbered in the order of their IRIs (Numbers). An axiom C ⊑ D
// or C ⊑ ∃r.D between named classes is a Statement. An Index is built in time linear in the axioms
// and in the pairs of the inferred hierarchy; it is immutable and safe for concurrent use.
package asserted
