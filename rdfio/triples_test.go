package rdfio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	knakk "github.com/knakk/rdf"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

func TestWriteTriples(t *testing.T) {
	const in = `@prefix : <http://example.org/> .
:a :b [ :c "x\ty\"\\\n\r" ], _:b1, "e"@en, "1"^^:int .
:a :b _:b1, _:b1 .
`
	const want = `<http://example.org/a> <http://example.org/b> _:b0 .
_:b0 <http://example.org/c> "x	y\"\\\n\r" .
<http://example.org/a> <http://example.org/b> _:b1 .
<http://example.org/a> <http://example.org/b> "e"@en .
<http://example.org/a> <http://example.org/b> "1"^^<http://example.org/int> .
<http://example.org/a> <http://example.org/b> _:b1 .
<http://example.org/a> <http://example.org/b> _:b1 .
`
	var got strings.Builder
	err := WriteTriples(context.Background(), strings.NewReader(in), &got,
		ReadOptions{File: "onto.ttl"})
	if err != nil || got.String() != want {
		t.Errorf("%v:\n%swant\n%s", err, got.String(), want)
	}
	statements, distinct, err := CountTriples(context.Background(), strings.NewReader(in),
		ReadOptions{File: "onto.ttl"})
	if err != nil || statements != 7 || distinct != 5 {
		t.Errorf("%d triples, %d distinct, %v; want 7, 5", statements, distinct, err)
	}
}

// TestWriteTriplesOddIRI: RDF/XML lets characters into an IRI that N-Triples does not.
func TestWriteTriplesOddIRI(t *testing.T) {
	const in = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/">
<rdf:Description rdf:about="http://example.org/a b&lt;"><e:p rdf:resource="http://example.org/é"/></rdf:Description></rdf:RDF>`
	const want = `<http://example.org/a\u0020b\u003C> <http://example.org/p> <http://example.org/é> .` + "\n"
	var got strings.Builder
	if err := WriteTriples(context.Background(), strings.NewReader(in), &got,
		ReadOptions{}); err != nil || got.String() != want {
		t.Errorf("%v:\n%swant\n%s", err, got.String(), want)
	}
	err := Triples(context.Background(), strings.NewReader(in), ReadOptions{File: "odd.owl"},
		func(knakk.Triple) error { return nil })
	var place *ParseError
	if !errors.As(err, &place) || place.File != "odd.owl" || place.Line != 2 {
		t.Errorf("Triples: %v, want an error at odd.owl:2", err)
	}
}

// TestTriples compares the public triples with those of the decoders, on the golden documents.
func TestTriples(t *testing.T) {
	for path, decode := range rdfSamples(t) {
		input, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := decodeToGraph(decode, bytes.NewReader(input), "http://example.org/")
		if err != nil {
			t.Fatal(err)
		}
		got := graph{}
		opts := ReadOptions{File: filepath.Base(path), Base: "http://example.org/"}
		err = Triples(context.Background(), bytes.NewReader(input), opts,
			func(triple knakk.Triple) error {
				got[[3]string{knakkText(triple.Subj), knakkText(triple.Pred),
					knakkText(triple.Obj)}] = true
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		checkIsomorphic(t, got, want)
	}
}

func TestTriplesErrors(t *testing.T) {
	ctx := context.Background()
	full := errors.New("no space left")
	one := func() io.Reader { return strings.NewReader("<a:a> <b:b> <c:c> .\n") }
	if err := WriteTriples(ctx, one(), writerFunc(func([]byte) (int, error) {
		return 0,
			full
	}), ReadOptions{}); err != full {
		t.Errorf("WriteTriples on a full disk: %v", err)
	}
	if err := Triples(ctx, one(), ReadOptions{},
		func(knakk.Triple) error { return full }); err != full {
		t.Errorf("Triples with a failing emit: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := CountTriples(cancelled, one(), ReadOptions{}); err != context.Canceled {
		t.Errorf("CountTriples, cancelled: %v", err)
	}
	err := WriteTriples(ctx, strings.NewReader("Ontology()"), io.Discard,
		ReadOptions{Format: "functional"})
	if !errors.Is(err, ErrUnsupportedSyntax) {
		t.Errorf("WriteTriples of functional syntax: %v", err)
	}
	var out bytes.Buffer
	err = WriteTriples(ctx, strings.NewReader("<a:a> <b:b> <c:c> .\n<a:a> <b:b> !"), &out,
		ReadOptions{File: "x.ttl"})
	if out.String() != "<a:a> <b:b> <c:c> .\n" || err == nil ||
		!strings.HasPrefix(err.Error(), "x.ttl:2:13: ") {
		t.Errorf("a fault in line 2: %v:\n%s", err, &out)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestDistinct compares the number of distinct triples with that of a map.
func TestDistinct(t *testing.T) {
	terms, naive := rdf.NewTable(), map[[3]rdf.ID]bool{}
	for range 1009 {
		terms.NewBlank()
	}
	var statements []rdf.Statement
	for i := range 40_000 {
		s := rdf.Statement{S: rdf.ID(i % 97), P: rdf.ID(i % 13), O: rdf.ID(i * i % 1009),
			Line: int32(i)}
		statements = append(statements, s)
		naive[[3]rdf.ID{s.S, s.P, s.O}] = true
	}
	got, err := owlrdf.Distinct(t.Context(), terms, statements)
	if err != nil || got != len(naive) {
		t.Errorf("%d distinct triples, %v; want %d", got, err, len(naive))
	}
}

func BenchmarkWriteTriples(b *testing.B) {
	document := unpack(b, outside.Data(b, "ontologies", "obo-medium.ttl.gz"))
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		if err := WriteTriples(b.Context(), bytes.NewReader(document), io.Discard,
			ReadOptions{File: "obo-medium.ttl"}); err != nil {
			b.Fatal(err)
		}
	}
}
