package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/turtle"
)

// TestMapping maps testdata/mapping/*.ttl and compares header, axioms in order and report with the
// golden files.
func TestMapping(t *testing.T) {
	files, err := filepath.Glob("testdata/mapping/*.ttl")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	goldens := map[string]bool{}
	for _, file := range files {
		want := strings.TrimSuffix(file, ".ttl") + ".mapped"
		goldens[want] = true
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ttl"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			o, report, err := Read(context.Background(), bytes.NewReader(text), ReadOptions{File: filepath.Base(file), Base: "http://example.org/", Format: "turtle"})
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, want, renderMapped(o, report))
		})
	}
	golden.Orphans(t, "testdata/mapping/*.mapped", goldens)
}

// renderMapped shows everything that came out of a document.
func renderMapped(o *owl.Ontology, report *Report) []byte {
	var b []byte
	b = fmt.Appendf(b, "Ontology(<%s> <%s>)\n", o.IRI, o.VersionIRI)
	for _, i := range o.Imports {
		b = fmt.Appendf(b, "Import(<%s>)\n", i)
	}
	for _, a := range o.Annotations {
		b = append(owl.AppendAnnotation(b, a, o.Prefixes), '\n')
	}
	for _, a := range o.Axioms {
		b = append(owl.AppendAxiom(b, a, o.Prefixes), '\n')
	}
	b = fmt.Appendf(b, "\n%d triples\n", report.Triples)
	for _, n := range report.Notes {
		b = fmt.Appendf(b, "%s: %d\n", n.Kind, n.Count)
		for _, f := range n.Examples {
			b = fmt.Appendf(b, "\t%d: %s\n", f.Line, f.Message)
		}
	}
	return b
}

// TestMappingOrder: the order of the triples, their repetition and the blank node labels change
// the order of the axioms only.
func TestMappingOrder(t *testing.T) {
	files, err := filepath.Glob("testdata/mapping/*.ttl")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			terms, statements := decodeForTest(t, string(text))
			want, err := owlrdf.Map(context.Background(), terms, statements, doc.Options{},
				&Report{})
			if err != nil {
				t.Fatal(err)
			}
			reversed := make([]rdf.Statement, 0, 2*len(statements))
			for i := range statements {
				reversed = append(reversed, statements[len(statements)-1-i])
			}
			reversed = append(reversed, statements...)
			report := &Report{}
			got, err := owlrdf.Map(context.Background(), terms, reversed, doc.Options{}, report)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := strings.Join(owlgen.RDFForm(want), "\n"), strings.Join(owlgen.RDFForm(got),
				"\n"); a != b {
				t.Errorf("forwards:\n%s\nbackwards and again forwards:\n%s", a, b)
			}
		})
	}
}

func decodeForTest(t testing.TB, text string) (*rdf.Table, []rdf.Statement) {
	t.Helper()
	terms := rdf.NewTable()
	var statements []rdf.Statement
	opts := doc.Options{Base: "http://example.org/", Limits: Limits{}.WithDefaults(), Prefix: func(_, _ string) {}, Warn: func(int, int, string) {}}
	w := doc.NewWindow(context.Background(), strings.NewReader(text), "test.ttl", Limits{})
	if err := turtle.Decode(w, terms, opts, func(s rdf.Statement) error {
		statements = append(statements, s)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return terms, statements
}

func TestMappingCanceled(t *testing.T) {
	terms, statements := decodeForTest(t, "@prefix : <http://example.org/> . :a :b :c .")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := owlrdf.Map(ctx, terms, statements, doc.Options{}, &Report{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestAnonymousNames: nodes without a label get names that no labelled node has.
func TestAnonymousNames(t *testing.T) {
	terms, statements := decodeForTest(t, `@prefix : <http://example.org/> .
_:genid1 :p [] . [] :p _:genid2 . [] :p _:x .`)
	o, err := owlrdf.Map(context.Background(), terms, statements, doc.Options{}, &Report{})
	if err != nil {
		t.Fatal(err)
	}
	names := map[owl.IRI]bool{}
	for _, a := range o.Axioms {
		a := a.(*owl.AnnotationAssertion)
		names[a.Subject.(owl.AnonymousIndividual).ID] = true
		names[a.Value.(owl.AnonymousIndividual).ID] = true
	}
	if len(names) != 6 || !names[owl.NewIRI("genid1")] || !names[owl.NewIRI("genid2")] ||
		!names[owl.NewIRI("x")] {
		t.Errorf("names %v, want six, genid1, genid2 and x among them", names)
	}
}
