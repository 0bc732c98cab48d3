// Package owlrdf maps RDF graphs to ontologies and back (OWL 2 Mapping to RDF Graphs). Map reads
// the statements of a document; Write passes the graph of an ontology, block by block, to a Layout,
// which renders it in one syntax.
package owlrdf
