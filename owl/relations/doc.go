// Package relations holds the object properties of the Relation Ontology (RO), the Basic Formal
// Ontology (BFO) and the Information Artifact Ontology (IAO): labels, characteristics, inverses,
// superproperties and property chains, and the labels of the upper classes of BFO and IAO. Many
// files use these properties by their identifiers and describe them nowhere.
//
// For matches the object properties of an ontology with the table. Used.Axioms returns what the
// table states about those that the file uses and does not describe. The package decides nothing:
// the axioms of an ontology and what is inferred from them do not change by it.
//
// The table is relations.tsv, without obsolete relations and without definitions. It is made of
// the tables in data/relations of the outside test data, by
//
//	go test ./owl/relations -run TestTable -update
//
// RO is in the public domain (CC0 1.0), BFO and IAO are under CC BY 4.0; NOTICE names the authors.
package relations
