package rdfio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDetect(t *testing.T) {
	const rdfNS = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"`
	const owlNS = `xmlns:owl="http://www.w3.org/2002/07/owl#"`
	long := strings.Repeat("# licence\n", 3000)
	tests := []struct {
		name, head  string
		media, file string
		want        string
	}{
		{name: "RDF/XML", head: `<?xml version="1.0"?><rdf:RDF ` + rdfNS + `>`, want: "rdfxml"},
		{name: "RDF/XML without a prolog", head: `<rdf:RDF ` + rdfNS + `>`, want: "rdfxml"},
		{name: "RDF/XML behind white space", head: "\n  <rdf:RDF " + rdfNS + ">", want: "rdfxml"},
		{name: "RDF/XML behind comments", head: "<!-- <html> -->\n<!-- x --><rdf:RDF " + rdfNS + ">", want: "rdfxml"},
		{name: "RDF/XML with entities", head: "<?xml version='1.0'?>\n<!DOCTYPE rdf:RDF [\n<!ENTITY owl \"http://www.w3.org/2002/07/owl#\" >\n]>\n<rdf:RDF>", want: "rdfxml"},
		{name: "RDF/XML with an apostrophe in a comment of the DTD", head: "<!DOCTYPE rdf:RDF [ <!-- don't --> <!ENTITY a 'b'> ]><rdf:RDF " + rdfNS + ">", want: "rdfxml"},
		{name: "RDF/XML under another prefix", head: `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`, want: "rdfxml"},
		{name: "RDF/XML of a single node", head: `<owl:Class ` + rdfNS + ` ` + owlNS + ` rdf:about="x"/>`, want: "rdfxml"},
		{name: "RDF/XML that begins with an ontology", head: `<owl:Ontology ` + rdfNS + ` ` + owlNS + ` rdf:about="x"/>`, want: "rdfxml"},
		{name: "RDF/XML in a file called .ttl", head: `<rdf:RDF ` + rdfNS + `>`, file: "x.ttl", want: "rdfxml"},
		{name: "Turtle", head: "@prefix : <http://x.org/> .", want: "turtle"},
		{name: "Turtle with SPARQL's prefix", head: "PREFIX : <http://x.org/>", want: "turtle"},
		{name: "Turtle with sparql's prefix, no space", head: "prefix :<http://x.org/>", want: "turtle"},
		{name: "Turtle behind comments", head: "# a\n\n#b\r\n@base <http://x.org/> .", want: "turtle"},
		{name: "Turtle behind a long licence", head: long + "@prefix : <http://x.org/> .", want: "turtle"},
		{name: "Turtle that begins with an IRI", head: "<http://x.org/> a <http://www.w3.org/2002/07/owl#Ontology> ;", want: "turtle"},
		{name: "Turtle that begins with a relative IRI", head: "<> a <x> .", want: "turtle"},
		{name: "Turtle that begins with an IRI like an element", head: "<htm> a <x> .", file: "x.ttl", want: "turtle"},
		{name: "Turtle that begins with a blank node", head: "[] a <x> .", want: "turtle"},
		{name: "Turtle that begins with a list", head: "(1 2) <p> <x> .", want: "turtle"},
		{name: "Turtle in a file called .owl", head: "@prefix : <http://x.org/> .", file: "x.owl", want: "turtle"},
		{name: "Turtle served as XML", head: "@prefix : <http://x.org/> .", media: "application/rdf+xml", want: "turtle"},
		{name: "N-Triples without a hint are Turtle", head: "<http://a> <http://b> <http://c> .\n", want: "turtle"},
		{name: "N-Triples by their extension", head: "<http://a> <http://b> <http://c> .\n", file: "x.nt", want: "ntriples"},
		{name: "N-Triples by their extension, packed", head: "<http://a> <http://b> <http://c> .\n", file: "x.NT.gz", want: "ntriples"},
		{name: "N-Triples by their media type", head: "<http://a> <http://b> <http://c> .\n", media: "application/n-triples; charset=utf-8", want: "ntriples"},
		{name: "the media type goes before the extension", head: "<http://a> <http://b> <http://c> .\n", media: "text/turtle", file: "x.nt", want: "turtle"},
		{name: "N-Triples that begin with a blank node", head: "_:a <http://b> \"c\" .\n", file: "x.nt", want: "ntriples"},
		{name: "functional", head: "Prefix(:=<http://x.org/>)", want: "functional"},
		{name: "functional without prefixes", head: "Ontology(<http://x.org/>", want: "functional"},
		{name: "functional with spaces", head: " Ontology (", want: "functional"},
		{name: "functional behind comments", head: "# Ontology\n#\nPrefix( a: = <http://x.org/> )", want: "functional"},
		{name: "functional in a file called .owl", head: "Ontology()", file: "x.owl", want: "functional"},
		{name: "OBO", head: "format-version: 1.2\n", want: "obo"},
		{name: "OBO behind comments", head: "! hello\n\nformat-version: 1.4\n", want: "obo"},
		{name: "OBO without a version", head: "ontology: x\n\n[Term]\nid: X:1\n", want: "obo"},
		{name: "OBO that begins with a frame", head: "[Term]\nid: X:1\n", want: "obo"},
		{name: "JSON-LD", head: `{"@context": {}}`, want: "jsonld"},
		{name: "JSON-LD, an array", head: ` [ {"@id": "x"} ]`, want: "jsonld"},
		{name: "OWL/XML", head: "<?xml version=\"1.0\"?>\n<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\"\n " + rdfNS + " ontologyIRI=\"x\">", file: "x.owl", want: "owlxml"},
		{name: "OWL/XML with a prefix", head: "<owl:Ontology " + owlNS + " ontologyIRI=\"x\">", file: "x.rdf", want: "owlxml"},
		{name: "OWL/XML with entities", head: "<!DOCTYPE Ontology [\n <!ENTITY xsd \"http://www.w3.org/2001/XMLSchema#\" >\n]>\n<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\">", file: "x.owl", want: "owlxml"},
		{name: "Manchester", head: "Prefix: : <http://x.org/>\nOntology: <http://x.org/>\n", file: "x.owl", want: "manchester"},
		{name: "Manchester behind a comment", head: "# x\nOntology: <http://x.org/>\n", file: "x.ttl", want: "manchester"},
		{name: "Manchester without a header", head: "Class: <http://x.org/A>\n", want: "manchester"},
		{name: "Turtle with a prefix called Class", head: "Class:a a Class:b .", file: "x.ttl", want: "turtle"},
		{name: "only comments", head: "# nothing\n", file: "x.ttl", want: "turtle"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := detect([]byte(test.head), ReadOptions{MediaType: test.media, File: test.file})
			if err != nil {
				t.Fatal(err)
			}
			if f.Name != test.want {
				t.Errorf("detected %s, want %s", f.Name, test.want)
			}
		})
	}
}

func TestDetectForeign(t *testing.T) {
	tests := []struct {
		name, head string
		file       string
		sentinel   error
		says       string
	}{
		{"empty", "", "x.ttl", ErrNotOntology, "empty"},
		{"white space", " \r\n\t", "x.owl", ErrNotOntology, "empty"},
		{"HTML", "<!DOCTYPE html>\n<html>", "x.owl", ErrNotOntology, "HTML page"},
		{"HTML in capitals", "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<HTML>", "", ErrNotOntology, "HTML page"},
		{"HTML without a type", "\n<html lang=\"en\">\n", "x.ttl", ErrNotOntology, "HTML page"},
		{"XHTML", "<?xml version=\"1.0\"?>\n<!-- x -->\n<html xmlns=\"http://www.w3.org/1999/xhtml\">", "x.rdf", ErrNotOntology, "HTML page"},
		{"Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "x.owl", ErrNotOntology, "git lfs pull"},
		{"zip", "PK\x03\x04\x14\x00", "x.owl", ErrNotOntology, "zip"},
		{"xz", "\xfd7zXZ\x00\x00", "x.owl.xz", ErrNotOntology, "xz -d"},
		{"bzip2", "BZh91AY&SY", "x.owl.bz2", ErrNotOntology, "bunzip2"},
		{"zstd", "\x28\xb5\x2f\xfd", "x.owl.zst", ErrNotOntology, "zstd -d"},
		{"binary", "\x7fELF\x02\x01\x01\x00", "x.owl", ErrNotOntology, "binary"},
		{"prose", "Hello, this is a letter.", "letter.txt", ErrNotOntology, "Hello"},
		{"error page", "404: Not Found", "", ErrNotOntology, "404: Not Found"},
		{"OBO Graphs", "{\n  \"graphs\" : [ {", "x.json", ErrUnsupportedSyntax, "OBO Graphs"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := Read(t.Context(), strings.NewReader(test.head),
				ReadOptions{File: test.file})
			if !errors.Is(err, test.sentinel) || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("error %v, want one that wraps %q and says %q", err, test.sentinel,
					test.says)
			}
			var at *ParseError
			if !errors.As(err, &at) || at.Line != 1 || at.Col != 1 {
				t.Errorf("error %v has no place 1:1", err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q is longer than a line", err)
			}
		})
	}
}

// TestDetectSamples: the samples are recognised by content alone.
func TestDetectSamples(t *testing.T) {
	for _, s := range samples(t) {
		f, err := detect(s.text, ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", s.file, err)
			continue
		}
		want := s.format.Name
		if want == "ntriples" {
			want = "turtle" // which is not wrong
		}
		if f.Name != want {
			t.Errorf("%s: detected %s, want %s", s.file, f.Name, want)
		}
	}
}

// TestRequestedFormat: --input-format overrides what the content looks like.
func TestRequestedFormat(t *testing.T) {
	const turtle = "<http://a> <http://b> <http://c> ; <http://d> <http://e> .\n"
	if _, _, err := Read(t.Context(), strings.NewReader(turtle),
		ReadOptions{Format: "turtle"}); err != nil {
		t.Errorf("as Turtle: %v", err)
	}
	if _, _, err := Read(t.Context(), strings.NewReader(turtle),
		ReadOptions{Format: "ntriples"}); err == nil {
		t.Error("as N-Triples: no error")
	}
	_, _, err := Read(t.Context(), strings.NewReader(turtle), ReadOptions{Format: "turtel"})
	if !errors.Is(err, ErrUnsupportedSyntax) || !strings.Contains(err.Error(), "functional") {
		t.Errorf("unknown format: %v, want an error that lists the known ones", err)
	}
}

// TestRequestedFormatIsNotDetected: a named format is believed, even for an empty document and one
// that is no text.
func TestRequestedFormatIsNotDetected(t *testing.T) {
	for text, axioms := range map[string]int{
		"": 0,
		"<http://e/A> a <http://www.w3.org/2002/07/owl#Class> ; <http://www.w3.org/2000/01/rdf-schema#label> \"\x00\" .": 2,
	} {
		if _, _, err := Read(t.Context(), strings.NewReader(text), ReadOptions{}); !errors.Is(err,
			ErrNotOntology) {
			t.Errorf("%q, detected: error %v, want ErrNotOntology", text, err)
		}
		o, _, err := Read(t.Context(), strings.NewReader(text), ReadOptions{Format: "turtle"})
		if err != nil || len(o.Axioms) != axioms {
			t.Errorf("%q as Turtle: ontology %v, error %v; want %d axioms", text, o, err, axioms)
		}
	}
}

// TestFormatsHaveSamples: a new syntax comes with a sample, which the tests over all formats need.
func TestFormatsHaveSamples(t *testing.T) {
	have := make(map[string]bool)
	for _, s := range samples(t) {
		have[s.format.Name] = true
	}
	for _, f := range Formats() {
		if !have[f.Name] {
			t.Errorf("no testdata/samples/%s%s", f.Name, f.Ext[0])
		}
		for file, row := range map[string]string{
			"doc.go":                    f.Name,
			"../docs/guide/commands.md": "`" + f.Name + "` | `" + strings.Join(f.Ext, " ") + "` |",
			"../api/openapi.yaml":       "`" + f.Media[0] + "`",
		} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), row) {
				t.Errorf("%s has no %s", file, row)
			}
		}
	}
}

func TestFormatLookup(t *testing.T) {
	for _, f := range Formats() {
		names := append([]string{f.Name}, f.Media...)
		for _, name := range names {
			if got, ok := FormatByName(name); !ok || got.Name != f.Name {
				t.Errorf("FormatByName(%q) = %s, want %s", name, got.Name, f.Name)
			}
		}
	}
	if got, ok := FormatByName("owl"); !ok || got.Name != "rdfxml" {
		t.Errorf("FormatByName(owl) = %q, want rdfxml", got.Name)
	}
	if _, ok := FormatByName(""); ok {
		t.Error("FormatByName of nothing finds something")
	}
}

// sample is one document of testdata/samples, which is named after its format.
type sample struct {
	file   string
	format Format
	text   []byte
}

func samples(t testing.TB) []sample {
	t.Helper()
	files, err := filepath.Glob("testdata/samples/*")
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		format, ok := FormatByName(name)
		if !ok {
			t.Fatalf("%s: no format is called %s", file, name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sample{file, format, text})
	}
	return list
}
