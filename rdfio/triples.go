package rdfio

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	knakk "github.com/knakk/rdf"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// Triples reads a document in any RDF syntax, compressed or not, and calls emit with each triple in
// document order, duplicates included. Blank nodes have generated labels. It stops at the first
// error of the document or of emit; errors of the document are ctx.Err() or have a *ParseError in
// their chain.
func Triples(ctx context.Context, r io.Reader, opts ReadOptions,
	emit func(knakk.Triple) error) error {
	terms := rdf.NewTable()
	return decodeTriples(ctx, r, opts, terms, func(s rdf.Statement) error {
		t, err := knakkTriple(terms, s)
		if err != nil {
			return &ParseError{File: cmp.Or(opts.File, "-"), Line: int(s.Line), Col: 1, Err: err}
		}
		return emit(t)
	})
}

// WriteTriples reads a document as Triples does and writes it as canonical N-Triples (RDF 1.1
// N-Triples, section 4): in document order with duplicates, blank nodes as _:b0, _:b1 and so on in
// order of appearance.
func WriteTriples(ctx context.Context, r io.Reader, w io.Writer, opts ReadOptions) error {
	out := triplesWriter{Output: doc.Output{W: w}, terms: rdf.NewTable()}
	err := decodeTriples(ctx, r, opts, out.terms, out.triple)
	return cmp.Or(out.Finish(), err)
}

// CountTriples reads a document as Triples does and returns the number of its triples, with
// and without duplicates.
func CountTriples(ctx context.Context, r io.Reader, opts ReadOptions) (all, distinct int,
	err error) {
	terms := rdf.NewTable()
	var statements doc.Gathered[rdf.Statement]
	if err := decodeTriples(ctx, r, opts, terms, gather(&statements)); err != nil {
		return 0, 0, err
	}
	distinct, err = owlrdf.Distinct(ctx, terms, statements.All())
	return statements.N, distinct, err
}

// decodeTriples decodes a document in any RDF syntax.
func decodeTriples(ctx context.Context, r io.Reader, opts ReadOptions, terms *rdf.Table,
	emit func(rdf.Statement) error) error {
	r = opts.forStream(r)
	report := opts.Report
	if report == nil {
		report = &Report{}
	}
	decoding := opts.decoding(report, func(string, string) {})
	w, format, err := openDocument(ctx, r, opts, &decoding)
	if err != nil {
		return err
	}
	if format.decode == nil {
		return &ParseError{File: opts.File, Line: 1, Col: 1,
			Err: fmt.Errorf("%w: %s is not made of triples; convert it to Turtle first",
				ErrUnsupportedSyntax, format.Name)}
	}
	defer report.SetFile(opts.File)
	var refused error // by emit
	err = format.decode(w, terms, decoding, bounded(ctx, terms, decoding.Limits,
		func(s rdf.Statement) error {
			refused = emit(s)
			return refused
		}))
	switch {
	case refused != nil:
		return refused
	case err != nil:
		return placed(ctx, opts.File, err)
	}
	return nil
}

// knakkTriple returns a statement in the types of knakk/rdf.
func knakkTriple(t *rdf.Table, s rdf.Statement) (knakk.Triple, error) {
	var terms [3]knakk.Term
	for i, id := range [...]rdf.ID{s.S, s.P, s.O} {
		var err error
		if terms[i], err = knakkTerm(t, id); err != nil {
			return knakk.Triple{}, err
		}
	}
	subject, ok := terms[0].(knakk.Subject)
	if !ok {
		return knakk.Triple{}, errors.New("a literal as subject")
	}
	predicate, ok := terms[1].(knakk.Predicate)
	if !ok {
		return knakk.Triple{}, errors.New("a predicate that is no IRI")
	}
	return knakk.Triple{Subj: subject, Pred: predicate, Obj: terms[2].(knakk.Object)}, nil
}

// knakkTerm returns a term in the types of knakk/rdf. It fails for an IRI with characters that RFC
// 3987 forbids.
func knakkTerm(t *rdf.Table, id rdf.ID) (knakk.Term, error) {
	switch t.Kind(id) {
	case rdf.IRI:
		return knakk.NewIRI(string(t.Bytes(id)))
	case rdf.Blank:
		return knakk.NewBlank("b" + strconv.Itoa(int(id)))
	}
	lang := t.Lang(id)
	if bytes.Count(lang, []byte{'-'}) > 1 {
		return decodedLiteral(t, id)
	}
	if len(lang) > 0 {
		return knakk.NewLangLiteral(string(t.Bytes(id)), string(lang))
	}
	datatype, err := knakk.NewIRI(string(t.Bytes(t.Datatype(id))))
	return knakk.NewTypedLiteral(string(t.Bytes(id)), datatype), err
}

// decodedLiteral returns a literal whose language tag has several subtags ("zh-Hant-TW"). It uses
// the decoder of knakk/rdf, because NewLangLiteral refuses such tags.
func decodedLiteral(t *rdf.Table, id rdf.ID) (knakk.Term, error) {
	line := triplesWriter{terms: t}
	line.Buf = append(line.Buf, "<x:> <x:> "...)
	line.node(id)
	line.Buf = append(line.Buf, " .\n"...)
	triple, err := knakk.NewTripleDecoder(bytes.NewReader(line.Buf), knakk.NTriples).Decode()
	return triple.Obj, err
}

// triplesWriter renders statements as canonical N-Triples.
type triplesWriter struct {
	doc.Output
	terms *rdf.Table

	// known[id] is the number of a blank node, from 1, or copiedTerm or escapedTerm for another
	// term; 0 if it was not written yet.
	known  []int32
	blanks int32
}

const (
	copiedTerm  int32 = 1
	escapedTerm int32 = 2
)

func (t *triplesWriter) triple(s rdf.Statement) error {
	t.node(s.S)
	t.Buf = append(t.Buf, ' ')
	t.node(s.P)
	t.Buf = append(t.Buf, ' ')
	t.node(s.O)
	t.Buf = append(t.Buf, " .\n"...)
	return t.Flush()
}

func (t *triplesWriter) node(id rdf.ID) {
	if missing := int(id) + 1 - len(t.known); missing > 0 {
		t.known = append(t.known, make([]int32, missing)...)
	}
	switch t.terms.Kind(id) {
	case rdf.IRI:
		t.iri(id)
	case rdf.Blank:
		if t.known[id] == 0 {
			t.blanks++
			t.known[id] = t.blanks
		}
		t.Buf = append(t.Buf, "_:b"...)
		t.Buf = strconv.AppendInt(t.Buf, int64(t.known[id]-1), 10)
	case rdf.Literal:
		t.literal(id)
	}
}

// iri renders an IRI. It escapes the characters that IRIREF does not allow.
func (t *triplesWriter) iri(id rdf.ID) {
	text := t.terms.Bytes(id)
	if t.known[id] == 0 {
		t.known[id] = copiedTerm
		if bytes.ContainsFunc(text, rdf.ForbiddenInIRI) {
			t.known[id] = escapedTerm
		}
	}
	t.Buf = append(t.Buf, '<')
	if t.known[id] == copiedTerm {
		t.Buf = append(t.Buf, text...)
	} else {
		t.Buf = appendEscapedIRI(t.Buf, text)
	}
	t.Buf = append(t.Buf, '>')
}

func appendEscapedIRI(dst, text []byte) []byte {
	const hex = "0123456789ABCDEF"
	for _, c := range text {
		if rdf.ForbiddenInIRI(rune(c)) {
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

func (t *triplesWriter) literal(id rdf.ID) {
	text := t.terms.Bytes(id)
	if t.known[id] == 0 {
		t.known[id] = copiedTerm
		if slices.ContainsFunc(text, escapedInString) {
			t.known[id] = escapedTerm
		}
	}
	t.Buf = append(t.Buf, '"')
	if t.known[id] == copiedTerm {
		t.Buf = append(t.Buf, text...)
	} else {
		t.Buf = appendEscapedString(t.Buf, text)
	}
	t.Buf = append(t.Buf, '"')
	datatype := t.terms.Datatype(id)
	if lang := t.terms.Lang(id); len(lang) > 0 {
		t.Buf = append(append(t.Buf, '@'), lang...)
	} else if string(t.terms.Bytes(datatype)) != owl.XSDNamespace+"string" {
		t.Buf = append(t.Buf, "^^"...)
		t.node(datatype)
	}
}

// escapedInString reports whether canonical N-Triples escapes a character of a literal.
func escapedInString(c byte) bool { return c == '"' || c == '\\' || c == '\n' || c == '\r' }

func appendEscapedString(dst, text []byte) []byte {
	for _, c := range text {
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
