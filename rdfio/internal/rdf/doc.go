// Package rdf holds the terms and triples of a document: interned terms, statements over them,
// resolution and syntax of IRIs (RFC 3986, RFC 3987), and language tags.
package rdf
