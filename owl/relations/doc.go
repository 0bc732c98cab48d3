// Package relations holds the object properties of the Relation Ontology (RO), the Basic Formal
// Ontology (BFO) and the Information Artifact Ontology (IAO): labels, characteristics, inverses,
// superproperties and property chains, and the labels of the upper classes of BFO and IAO. Many
// files use these properties by their identifiers without describing them.
//
// For matches the object properties of an ontology with the table. Used.Axioms returns the axioms
// of the table about properties that the file uses and does not describe. The package does not
// modify the ontology or its entailments.
//
// The table is relations.tsv, without obsolete relations and definitions. It is generated from the
// tables in data/relations of the outside test data by
//
//	go test ./owl/relations -run TestTable -update
//
// RO is in the public domain (CC0 1.0), BFO and IAO are under CC BY 4.0; NOTICE names the authors.
package relations
