package rdfio

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestReadCorpus reads the outside corpus as a user does: compressed files of unknown syntax. The
// triples are those of rdflib and raptor; a file that both refuse is an error with a place.
func TestReadCorpus(t *testing.T) {
	names := map[string]string{"RDF/XML": "rdfxml", "Turtle": "turtle"}
	for _, path := range outside.Glob(t, "corpus", "*.json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want corpusFile
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		packed := strings.TrimSuffix(path, ".json") + ".gz"
		o, report, err := ReadFile(t.Context(), packed,
			ReadOptions{Base: want.Base, NoImports: true})
		if want.Triples == nil {
			var at *ParseError
			if !errors.As(err, &at) || at.File != packed || at.Line < 1 || at.Col < 1 {
				t.Errorf("%s: error %v, want one with a place", want.Name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", want.Name, err)
			continue
		}
		if report.Syntax != names[want.Syntax] || report.Triples != *want.Triples {
			t.Errorf("%s: read as %s with %d triples, want %s with %d", want.Name, report.Syntax,
				report.Triples, want.Syntax, *want.Triples)
		}
		if o.Prefixes == nil {
			t.Errorf("%s: no prefixes", want.Name)
		}
	}
}

// TestDocumentIRI: relative IRIs are resolved against what the caller says, else against the file.
func TestDocumentIRI(t *testing.T) {
	const text = "<> a <http://www.w3.org/2002/07/owl#Ontology> ."
	path := filepath.Join(t.TempDir(), "a b.ttl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	read := func(opts ReadOptions) owl.IRI {
		t.Helper()
		o, _, err := ReadFile(t.Context(), path, opts)
		if err != nil {
			t.Fatal(err)
		}
		return o.IRI
	}
	if got, want := read(ReadOptions{}).String(), "file://"+filepath.ToSlash(strings.ReplaceAll(path, " ", "%20")); got != want {
		t.Errorf("ontology <%s>, want <%s>", got, want)
	}
	if got, want := read(ReadOptions{Base: "http://x.org/o"}).String(), "http://x.org/o"; got != want {
		t.Errorf("ontology <%s>, want <%s>", got, want)
	}
	o, _, err := Read(t.Context(), strings.NewReader(text), ReadOptions{})
	if err != nil || o.IRI.String() != "file:///stdin" {
		t.Errorf("from a stream: ontology %v, %v", o, err)
	}
}

// TestPrefixes: those that a document declares come with the ontology.
func TestPrefixes(t *testing.T) {
	for _, s := range samples(t) {
		o, _, err := readBytes(t, s.text, s.format)
		if err != nil {
			t.Errorf("%s: %v", s.file, err)
			continue
		}
		namespace, ok := o.Prefixes.Namespace("rdfs")
		wanted := s.format.Name != "ntriples" // which has none; OBO implies them
		if ok != wanted || ok && namespace != owl.RDFSNamespace {
			t.Errorf("%s: rdfs is %q", s.file, namespace)
		}
	}
}

// TestWriteUnknown: a format that does not exist is an error that names it.
func TestWriteUnknown(t *testing.T) {
	for _, format := range []string{"owy", ""} {
		var b bytes.Buffer
		if err := Write(&b, &owl.Ontology{}, format); !errors.Is(err, ErrUnsupportedSyntax) ||
			b.Len() > 0 {
			t.Errorf("Write as %q: %v and %d bytes", format, err, b.Len())
		}
	}
}
