// Package asserted indexes what the axioms and annotations of an ontology assert about its named
// classes: names, definitions, superclasses, restrictions and definitions by equivalence, next to
// the inferred hierarchy.
//
// Names are compared word by word (Words): lower case, without plural endings, with the head word
// marked. An Index is built once in time linear in the axioms and in the pairs of the inferred
// hierarchy; it is immutable and safe for concurrent use. Classes and object properties are
// numbered in the order of their IRIs, as in suggest.Terminology.
package asserted
