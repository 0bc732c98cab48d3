// Package rdfio brings ontology documents in and out: RDF syntaxes, OWL functional syntax and OBO
// into owl.Ontology, and back.
package rdfio
