// Package owl is the structural model of OWL 2: every entity, expression, axiom and annotation of
// "OWL 2 Web Ontology Language: Structural Specification and Functional-Style Syntax (Second
// Edition)", under the specification's own names, letter by letter.
//
// Shape. What is just a name (Class, ObjectProperty, Datatype, NamedIndividual …) is a small
// value, comparable with ==, that fits an interface without an allocation. What is composed
// (ObjectSomeValuesFrom, SubClassOf …) is a pointer to a struct, never changed once it has been
// handed out, so that expressions may be shared between axioms and between goroutines. Comparing
// two composed things by == compares identities; for equality in the sense of the specification
// compare their canonical forms (see AppendCanonical).
//
// IRIs are interned: two equal IRIs are one pointer, cheap as map keys, and go away with the last
// ontology that holds them.
//
// The package reads no files and starts no goroutines; package rdfio brings documents in and out.
package owl
