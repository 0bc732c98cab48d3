package jsonld

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/deiu/rdf2go"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/turtle"
)

// Write writes flattened JSON-LD, one triple a line, in the order and with the blank nodes of
// N-Triples. The library rdf2go serializes one triple at a time, because it writes a graph in the
// order of a Go map.
func Write(w io.Writer, o *owl.Ontology) error {
	var triples bytes.Buffer
	if err := turtle.WriteNTriples(&triples, o); err != nil {
		return err
	}
	s := serializer{terms: rdf.NewTable(), graph: rdf2go.NewGraph(""),
		schemes: make(map[string]bool)}
	limits := doc.Limits{}.WithDefaults()
	in := doc.NewWindow(context.Background(), &triples, "", limits)
	opts := doc.Options{Limits: limits, Warn: func(int, int, string) {}}
	if err := turtle.DecodeNTriples(in, s.terms, opts, s.triple); err != nil {
		return err
	}
	out := &doc.Output{W: w}
	out.Text("{\n  \"@context\": {")
	comma, declared := "\n    ", 0
	prefixes := owlrdf.Prefixes(o)
	for _, namespace := range prefixes.All() {
		s.schemes[namespace[:rdf.SchemeEnd(namespace)]] = true
	}
	for name, namespace := range prefixes.All() {
		// A prefix that is the scheme of an IRI or namespace would change it.
		if name == "" || s.schemes[name] || declared == maxTerms || !isURL(namespace) {
			continue
		}
		declared++
		for _, text := range []string{name, namespace} {
			quoted, err := json.Marshal(text)
			if err != nil {
				return err
			}
			out.Text(comma)
			out.Buf = append(out.Buf, quoted...)
			comma = ": "
		}
		comma = ",\n    "
	}
	out.Text("\n  },\n  \"@graph\": [")
	out.Buf = append(out.Buf, s.body...)
	out.Text("\n  ]\n}\n")
	return out.Finish()
}

// serializer writes the triples of a document.
type serializer struct {
	terms   *rdf.Table
	graph   *rdf2go.Graph
	line    bytes.Buffer
	body    []byte
	schemes map[string]bool // of the IRIs and namespaces
	err     error
}

// isURL reports whether json-gold takes s for an absolute IRI.
func isURL(s string) bool {
	_, err := url.Parse(s)
	return err == nil
}

// triple appends one triple to the document.
func (s *serializer) triple(st rdf.Statement) error {
	triple := rdf2go.NewTriple(s.term(st.S), s.term(st.P), s.term(st.O))
	s.graph.Add(triple)
	s.line.Reset()
	err := cmp.Or(s.err, s.graph.Serialize(&s.line, "application/ld+json"))
	s.graph.Remove(triple)
	if err != nil {
		return err
	}
	if len(s.body) > 0 {
		s.body = append(s.body, ',')
	}
	s.body = append(s.body, "\n    "...)
	s.body = append(s.body, bytes.Trim(s.line.Bytes(), "[]")...)
	if len(s.body) > maxDocument {
		return fmt.Errorf("%w: a JSON-LD document of more than %d MB; Turtle has no such limit",
			doc.ErrTooLarge, maxDocument>>20)
	}
	return nil
}

// term returns a term in the types of the library. It writes no blank node as an object, so that
// blank nodes are resources with a label.
func (s *serializer) term(id rdf.ID) rdf2go.Term {
	text := formatted(s.terms.Bytes(id))
	switch s.terms.Kind(id) {
	case rdf.Blank:
		return rdf2go.NewResource("_:" + text)
	case rdf.IRI:
		s.schemes[text[:rdf.SchemeEnd(text)]] = true
		return rdf2go.NewResource(text)
	}
	if lang := s.terms.Lang(id); len(lang) > 0 {
		return rdf2go.NewLiteralWithLanguage(text, string(lang))
	}
	datatype := string(s.terms.Bytes(s.terms.Datatype(id)))
	if datatype == owl.XSDString.IRI.String() {
		return rdf2go.NewLiteral(text)
	}
	if !isURL(datatype) && s.err == nil {
		s.err = fmt.Errorf("%w: JSON-LD readers refuse the datatype <%s>", doc.ErrNotWritable,
			datatype)
	}
	return rdf2go.NewLiteralWithDatatype(text, s.term(s.terms.Datatype(id)))
}

// formatted doubles the percent signs of a text, because the library passes its output to Printf as
// the format.
func formatted(text []byte) string { return strings.ReplaceAll(string(text), "%", "%%") }
