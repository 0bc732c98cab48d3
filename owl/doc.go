// Package owl is the structural model of OWL 2: every entity, expression, axiom and annotation of
// "OWL 2 Web Ontology Language: Structural Specification and Functional-Style Syntax (Second
// Edition)", under the names of the specification.
//
// Names (Class, ObjectProperty, Datatype, NamedIndividual …) are small values, comparable with ==,
// which fit an interface without an allocation. Composed objects (ObjectSomeValuesFrom, SubClassOf
// …) are pointers to structs. They are immutable after construction, so axioms and goroutines may
// share expressions. The operator == compares their identities; AppendCanonical defines equality in
// the sense of the specification.
//
// IRIs are interned: equal IRIs are one pointer, which makes them cheap map keys. The garbage
// collector frees an IRI after the last reference to it.
//
// The package reads no files and starts no goroutines; package rdfio reads and writes documents.
package owl
