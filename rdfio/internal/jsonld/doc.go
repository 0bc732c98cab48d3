// Package jsonld reads JSON-LD 1.1 by the library json-gold and writes it by the library rdf2go.
package jsonld
