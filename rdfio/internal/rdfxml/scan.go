package rdfxml

import (
	"context"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Scanner reads a document in memory for an editor, which wants to know where its elements are.
type Scanner struct{ d *rdfxmlDecoder }

// Tracer follows the elements of a document. The triples of a start tag are emitted after the call
// for it, those of text after the call for the end. A triple whose object is a node element, or a
// collection with it, is emitted before the call for that element.
type Tracer interface {
	// Root is called for rdf:RDF.
	Root(lang string)
	// Node is called for a node element. Typed is set if its name is a type, which is emitted next.
	Node(subject rdf.ID, lang string, typed bool)
	// Property is called for a property element.
	Property(predicate rdf.ID, lang string)
	// End is called for the end of each of these.
	End()
}

// NewScanner returns a Scanner that reads leniently.
func NewScanner(document []byte, terms *rdf.Table, opts doc.Options, tracer Tracer,
	emit func(rdf.Statement) error) (*Scanner, error) {
	w := &doc.Window{Ctx: context.Background(), Buf: document, End: len(document), EOF: true}
	d, err := newDecoder(w, terms, opts, emit)
	if err != nil {
		return nil, err
	}
	d.tracer = tracer
	return &Scanner{d}, nil
}

// Run reads the document.
func (s *Scanner) Run() error {
	s.d.document()
	return s.d.err
}

// Span returns where the present tag is; own is false if it is in an entity.
func (s *Scanner) Span() (from, to int, own bool) { return s.d.x.Span() }

// Encoding returns the encoding that the document declares.
func (s *Scanner) Encoding() string { return s.d.x.Encoding }
