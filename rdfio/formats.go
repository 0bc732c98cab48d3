package rdfio

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/functional"
	"box2el-owl/rdfio/internal/jsonld"
	"box2el-owl/rdfio/internal/manchester"
	"box2el-owl/rdfio/internal/obo"
	"box2el-owl/rdfio/internal/owlxml"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/rdfxml"
	"box2el-owl/rdfio/internal/turtle"
)

// Format is a syntax. Detection, --input-format, help, media types and tests loop over formats, so
// a new syntax is a package and an entry.
type Format struct {
	Name  string   // as given to --input-format and --format
	Ext   []string // file name extensions, with the dot; an extension may belong to several
	Media []string // media types, the preferred one first

	// sniff reports whether a document that begins with head is in this syntax. Head has no byte
	// order mark, and at least 4 kB unless the document is shorter.
	sniff func(head []byte) bool
	// decode reads a syntax that is made of RDF triples; nil for the others.
	decode decodeFunc
	// read reads a syntax that is not made of triples; nil for the others.
	read readFunc
	// write renders an ontology.
	write writeFunc
}

// decodeFunc emits the triples of a document in document order and interns their terms. It returns
// the first error of the document, with its place, or of emit.
type decodeFunc func(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) error

// readFunc reads a document that is not made of triples, and adds to the report what it could not
// use.
type readFunc func(w *doc.Window, opts doc.Options, report *Report) (*owl.Ontology, error)

// writeFunc renders an ontology: sorted, one statement per axiom, the same bytes for the same
// set of axioms.
type writeFunc func(w io.Writer, o *owl.Ontology) error

// formats is in the order in which detection prefers them. Turtle comes before N-Triples because
// every N-Triples document is Turtle.
var formats = []Format{
	{Name: "rdfxml", Ext: []string{".owl", ".rdf", ".xml"}, Media: []string{"application/rdf+xml"}, sniff: isRDFXML, decode: rdfxml.Decode, write: rdfxml.Write},
	{Name: "functional", Ext: []string{".ofn", ".owl", ".fss"}, Media: []string{"text/owl-functional"}, sniff: functional.Is, read: functional.Read, write: functional.Write},
	{Name: "owlxml", Ext: []string{".owx", ".owl", ".xml"}, Media: []string{"application/owl+xml"}, sniff: owlxml.Is, read: owlxml.Read, write: owlxml.Write},
	{Name: "manchester", Ext: []string{".omn", ".owl"}, Media: []string{"text/owl-manchester"}, sniff: manchester.Is, read: manchester.Read, write: manchester.Write},
	{Name: "obo", Ext: []string{".obo"}, Media: []string{"text/obo"}, sniff: obo.Is, read: obo.Read, write: obo.Write},
	{Name: "jsonld", Ext: []string{".jsonld", ".json"}, Media: []string{"application/ld+json"}, sniff: jsonld.Is, decode: jsonld.Decode, write: jsonld.Write},
	{Name: "turtle", Ext: []string{".ttl", ".n3"}, Media: []string{"text/turtle", "text/n3"}, sniff: turtle.Is, decode: turtle.Decode, write: turtle.Write},
	{Name: "ntriples", Ext: []string{".nt"}, Media: []string{"application/n-triples"}, sniff: turtle.IsNTriples, decode: turtle.DecodeNTriples, write: turtle.WriteNTriples},
}

// isRDFXML recognizes RDF/XML. The root element of OWL/XML may be in RDF/XML too.
func isRDFXML(head []byte) bool { return !owlxml.Is(head) && rdfxml.Is(head) }

// Formats lists every syntax, in a fixed order, for help texts and loops over all of them.
func Formats() []Format { return slices.Clone(formats) }

// FormatByName finds a syntax by its name, a file name extension without the dot, or a media type,
// all in lower case: "turtle", "ttl", "text/turtle". If an extension belongs to several syntaxes,
// as "owl" does, it returns the first in Formats.
func FormatByName(name string) (Format, bool) {
	for _, f := range formats {
		if f.Name == name {
			return f, true
		}
	}
	for _, f := range formats {
		if slices.Contains(f.Ext, "."+name) || slices.Contains(f.Media, name) {
			return f, true
		}
	}
	return Format{}, false
}

// extension returns the last extension of a file name before ".gz", in lower case, with its dot.
func extension(name string) string {
	name = strings.ToLower(filepath.Base(name))
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}

// Write renders an ontology in the syntax that FormatByName finds: sorted, one statement per axiom,
// the same bytes for the same set of axioms.
func Write(w io.Writer, o *owl.Ontology, format string) error {
	f, err := requested(format)
	if err != nil {
		return err
	}
	return f.write(w, o)
}

func formatNames() string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
