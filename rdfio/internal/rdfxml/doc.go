// Package rdfxml reads and writes RDF 1.1 XML.
package rdfxml
