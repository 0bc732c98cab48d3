package rdfio

import (
	"io"

	"box2el-owl/owl"
)

// Format is one syntax. Detection, --input-format, help, media types, round-trip tests, fault
// tests and fuzzing all loop over the table below: adding a syntax is a file and an entry.
type Format struct {
	Name  string   // as given to --input-format and --format
	Ext   []string // file name extensions, with the dot; an extension may belong to several
	Media []string // media types, the preferred one first

	// sniff reports whether a document that begins with head (after any byte order mark, at
	// least 4 kB of it where there is as much) is in this syntax.
	sniff func(head []byte) bool
	// decode reads a syntax that is made of RDF triples; nil for the others.
	decode decodeFunc
	// read reads a syntax that is not made of triples; nil for the others.
	read readFunc
	// write renders an ontology; nil where the syntax is read only.
	write writeFunc
}

// decodeFunc emits the triples of a document in document order, their terms interned in terms. It
// stops at the first error of the document or of emit, and returns it; errors carry their place.
type decodeFunc func(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error

// readFunc reads a document that is not made of triples, and adds to the report what it could not
// use.
type readFunc func(w *window, opts decodeOptions, report *Report) (*owl.Ontology, error)

// writeFunc renders an ontology: sorted, one statement per axiom, the same bytes for the same
// set of axioms.
type writeFunc func(w io.Writer, o *owl.Ontology) error

// decodeOptions is what a decoder needs to know and to tell besides the triples themselves.
type decodeOptions struct {
	base   string // absolute IRI of the document
	limits Limits // with defaults filled in
	// prefix is told every prefix declaration, in document order; name has no colon.
	prefix func(name, namespace string)
	// warn is told of faults that do not stop the reading; line and col count from 1.
	warn func(line, col int, message string)
}

var formats = []Format{ // in the order in which detection tries them
	{Name: "rdfxml", Ext: []string{".owl", ".rdf", ".xml"}, Media: []string{"application/rdf+xml"}, sniff: isRDFXML, decode: decodeRDFXML, write: writeRDFXML},
	{Name: "functional", Ext: []string{".ofn", ".owl", ".fss"}, Media: []string{"text/owl-functional"}, sniff: isFunctional, read: readFunctional, write: writeFunctional},
	{Name: "obo", Ext: []string{".obo"}, Media: []string{"text/obo"}, sniff: isOBO, read: readOBO},
	{Name: "jsonld", Ext: []string{".jsonld", ".json"}, Media: []string{"application/ld+json"}, sniff: isJSONLD, decode: decodeJSONLD, write: writeJSONLD},
	{Name: "ntriples", Ext: []string{".nt"}, Media: []string{"application/n-triples"}, sniff: isNTriples, decode: decodeNTriples, write: writeNTriples},
	{Name: "turtle", Ext: []string{".ttl"}, Media: []string{"text/turtle"}, sniff: isTurtle, decode: decodeTurtle, write: writeTurtle},
}

// CanRead reports whether documents in the format can be read.
func (f Format) CanRead() bool { return f.decode != nil || f.read != nil }

// CanWrite reports whether ontologies can be written in the format.
func (f Format) CanWrite() bool { return f.write != nil }
