package jsonld

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deiu/rdf2go"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Decode reads JSON-LD 1.0 by way of rdf2go. That library holds the document several times
// over, panics on some documents, loses data on others and takes quadratic time on a third kind, so
// nothing reaches it that jsonldGuard has not read before. Triples come out sorted: the library keeps
// them in a Go map.
func Decode(w *doc.Window, terms *rdf.Table, opts doc.Options, emit func(rdf.Statement) error) error {
	document, err := readWhole(w, maxJSONLD)
	if err != nil {
		return err
	}
	if err := checkEncoding(w.File, document); err != nil {
		return err
	}
	guard, err := guardJSONLD(w.File, document, opts)
	if err != nil {
		return err
	}
	graph, err := parseJSONLD(guard.out)
	if err != nil {
		return &doc.ParseError{File: w.File, Err: err}
	}
	if err := w.Ctx.Err(); err != nil {
		return err
	}
	triples, err := guard.triples(graph)
	if err != nil {
		return err
	}
	interned := jsonldInterner{terms: terms, fresh: make(map[string]rdf.ID)}
	for i := range triples {
		t := &triples[i]
		st := rdf.Statement{S: interned.term(&t.s), P: interned.term(&t.p), O: interned.term(&t.o)}
		if err := emit(st); err != nil {
			return err
		}
	}
	return nil
}

// readWhole returns all that is left of the document.
func readWhole(w *doc.Window, limit int) ([]byte, error) {
	var document []byte
	for {
		document = append(document, w.Buf[w.Pos:w.End]...)
		w.Pos = w.End
		if len(document) > limit {
			return nil, &doc.ParseError{File: w.File, Err: fmt.Errorf("%w: a JSON-LD document of more than %d MB; convert it to Turtle first", doc.ErrTooLarge, limit>>20)}
		}
		if _, ok := w.More(w.Pos); !ok {
			return document, w.Err
		}
	}
}

// parseJSONLD calls the library. Its panics become errors.
func parseJSONLD(document []byte) (graph *rdf2go.Graph, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			graph, err = nil, fmt.Errorf("the JSON-LD library cannot cope with this document (%v)", cause)
		}
	}()
	graph = rdf2go.NewGraph("")
	if err := graph.Parse(bytes.NewReader(document), "application/ld+json"); err != nil {
		return nil, fmt.Errorf("JSON-LD: %w", err)
	}
	return graph, nil
}

// jsonldTerm is a term as it comes out of the library, with the guard's renaming undone.
type jsonldTerm struct {
	kind           jsonldKind
	text           string
	datatype, lang string
}

type jsonldKind uint8

const (
	jsonldIRI      jsonldKind = iota
	jsonldLabelled            // a blank node that the document labels
	jsonldFresh               // one that it does not
	jsonldLiteral
)

type jsonldTriple struct{ s, p, o jsonldTerm }

// triples returns the triples of the graph, sorted.
func (g *jsonldGuard) triples(graph *rdf2go.Graph) ([]jsonldTriple, error) {
	triples := make([]jsonldTriple, 0, graph.Len())
	for t := range graph.IterTriples() {
		s, p, o := g.term(t.Subject), g.term(t.Predicate), g.term(t.Object)
		if p.kind != jsonldIRI {
			g.opts.Warn(0, 0, "a triple with a blank node as predicate is left out: RDF does not have it")
			continue
		}
		triples = append(triples, jsonldTriple{s, p, o})
	}
	slices.SortFunc(triples, func(a, b jsonldTriple) int {
		return cmp.Or(a.s.compare(&b.s), a.p.compare(&b.p), a.o.compare(&b.o))
	})
	for i := range triples {
		for _, t := range []*jsonldTerm{&triples[i].s, &triples[i].p, &triples[i].o} {
			if err := g.check(t); err != nil {
				return nil, &doc.ParseError{File: g.file, Err: err}
			}
		}
	}
	return triples, nil
}

func (t *jsonldTerm) compare(u *jsonldTerm) int {
	return cmp.Or(cmp.Compare(t.kind, u.kind), cmp.Compare(t.text, u.text), cmp.Compare(t.datatype, u.datatype), cmp.Compare(t.lang, u.lang))
}

func (g *jsonldGuard) term(term rdf2go.Term) jsonldTerm {
	switch term := term.(type) {
	case *rdf2go.Resource:
		if label, ok := strings.CutPrefix(term.URI, g.blank); ok {
			return jsonldTerm{kind: jsonldLabelled, text: g.restore(label)}
		}
		return jsonldTerm{text: g.restore(term.URI)}
	case *rdf2go.BlankNode:
		return jsonldTerm{kind: jsonldFresh, text: term.ID}
	case *rdf2go.Literal:
		t := jsonldTerm{kind: jsonldLiteral, text: g.restore(term.Value), lang: g.restore(term.Language)}
		switch datatype, ok := term.Datatype.(*rdf2go.Resource); {
		case t.lang != "":
			t.datatype = owl.RDFLangString.IRI.String()
		case ok && datatype != nil:
			t.datatype = g.restore(datatype.URI)
		default:
			t.datatype = owl.XSDString.IRI.String()
		}
		return t
	}
	return jsonldTerm{}
}

// check refuses an IRI in which the library has encoded characters, which it does to relative ones,
// and warns of what should be in no IRI.
func (g *jsonldGuard) check(t *jsonldTerm) error {
	iri := t.text
	if t.kind == jsonldLiteral {
		iri = t.datatype
	}
	if t.kind != jsonldIRI && t.kind != jsonldLiteral {
		return nil
	}
	for rest := iri; ; {
		at := strings.IndexByte(rest, '%')
		if at < 0 || at+3 > len(rest) {
			break
		}
		if escape := rest[at : at+3]; !g.escapes[strings.ToUpper(escape)] {
			return fmt.Errorf("%w: the relative IRI that becomes <%s> has characters that the JSON-LD library cannot keep; write it in full", doc.ErrUnsupportedSyntax, iri)
		}
		rest = rest[at+3:]
	}
	if rdf.SchemeEnd(iri) < 0 {
		return fmt.Errorf("relative IRI without a base: <%s>", iri)
	}
	if fault := rdf.IRIFault([]byte(iri)); fault != "" {
		g.opts.Warn(0, 0, fault)
	}
	return nil
}

// jsonldInterner puts terms into the table of the document.
type jsonldInterner struct {
	terms *rdf.Table
	fresh map[string]rdf.ID
}

func (in *jsonldInterner) term(t *jsonldTerm) rdf.ID {
	switch t.kind {
	case jsonldIRI:
		return in.terms.IRI([]byte(t.text))
	case jsonldLabelled:
		return in.terms.Labelled([]byte(t.text))
	case jsonldFresh:
		id, known := in.fresh[t.text]
		if !known {
			id = in.terms.NewBlank()
			in.fresh[t.text] = id
		}
		return id
	default:
		return in.terms.Literal([]byte(t.text), in.terms.IRI([]byte(t.datatype)), []byte(t.lang))
	}
}

// checkEncoding refuses what encoding/json would replace without a word: bytes that are not UTF-8
// and surrogates that stand alone.
func checkEncoding(file string, document []byte) error {
	if !utf8.Valid(document) {
		at := 0
		for {
			r, n := utf8.DecodeRune(document[at:])
			if r == utf8.RuneError && n == 1 {
				if !utf8.FullRune(document[at:]) {
					return placedAt(file, document, at, fmt.Errorf("%w: in the middle of a character", doc.ErrTruncated))
				}
				return placedAt(file, document, at, errors.New("invalid UTF-8"))
			}
			at += n
		}
	}
	for i := 0; i+1 < len(document); i++ {
		if document[i] != '\\' {
			continue
		}
		switch high, low := surrogate(document[i:]), surrogate(document[min(i+6, len(document)):]); {
		case high == 'h' && low == 'l':
			i += 11
		case high != 0:
			return placedAt(file, document, i, errors.New("half of a surrogate pair"))
		default:
			i++ // what is escaped
		}
	}
	return nil
}

// surrogate tells whether b begins with the escape of a high ('h') or low ('l') surrogate.
func surrogate(b []byte) byte {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' || b[2]|0x20 != 'd' {
		return 0
	}
	switch c := b[3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 'h'
	case 'c' <= c && c <= 'f':
		return 'l'
	}
	return 0
}

// placedAt returns err with the place of document[at].
func placedAt(file string, document []byte, at int, err error) error {
	line, col := placeIn(document, at)
	return &doc.ParseError{File: file, Line: line, Col: col, Err: err}
}

func placeIn(document []byte, at int) (line, col int) {
	before := document[:max(0, min(at, len(document)))]
	return bytes.Count(before, []byte{'\n'}) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}
