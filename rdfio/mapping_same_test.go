package rdfio

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/internal/owlgen"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestSameInEverySyntax compares the axioms of each case of el-oracle in Turtle, RDF/XML and
// functional syntax.
func TestSameInEverySyntax(t *testing.T) {
	for _, path := range outside.Glob(t, "el-oracle", "*.jsonl*") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for line := range jsonLines(t, path) {
				var c struct{ Name, Turtle, RDFXML, OFN string }
				if err := json.Unmarshal(line, &c); err != nil {
					t.Fatal(err)
				}
				want := axiomsOf(t, c.OFN, "functional")
				for syntax, text := range map[string]string{"turtle": c.Turtle,
					"rdfxml": c.RDFXML} {
					got := axiomsOf(t, text, syntax)
					if strings.HasPrefix(c.Name, "undeclared-") {
						// The OWL API declares everything when it writes functional syntax.
						isDeclaration := func(s string) bool {
							return strings.HasPrefix(s,
								"Declaration(")
						}
						want, got = slices.DeleteFunc(want, isDeclaration),
							slices.DeleteFunc(got, isDeclaration)
					}
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s, %s differs from functional syntax (-functional +%s):\n%s",
							c.Name, syntax, syntax, diff)
					}
				}
			}
		})
	}
}

// TestSameInW3CCases compares the RDF/XML and the functional text of the ontologies of the W3C's
// OWL 2 test cases, where both are there.
func TestSameInW3CCases(t *testing.T) {
	compare := func(t *testing.T, id, what, rdf, fs string) {
		if rdf == "" || fs == "" {
			return
		}
		if diff := gocmp.Diff(axiomsOf(t, fs, "functional"), axiomsOf(t, rdf,
			"rdfxml")); diff != "" {
			t.Errorf("%s, %s (-functional +RDF/XML):\n%s", id, what, diff)
		}
	}
	t.Run("owl2-el", func(t *testing.T) {
		for _, path := range outside.Glob(t, "w3c", "owl2-el", "*.json") {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c := map[string]any{}
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatal(err)
			}
			for _, what := range []string{"Premise", "Conclusion", "NonConclusion"} {
				rdf, _ := c["rdfXml"+what+"Ontology"].(string)
				fs, _ := c["fs"+what+"Ontology"].(string)
				compare(t, c["id"].(string), what, rdf, fs)
			}
		}
	})
	t.Run("owl2-profile", func(t *testing.T) {
		for line := range jsonLines(t, outside.Data(t, "w3c", "owl2-profile.jsonl")) {
			var c struct{ ID, RDFXMLOntology, FSOntology string }
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			compare(t, c.ID, "ontology", c.RDFXMLOntology, c.FSOntology)
		}
	})
}

// jsonLines yields the lines of a file, gzip or not.
func jsonLines(t *testing.T, path string) func(yield func([]byte) bool) {
	t.Helper()
	return func(yield func([]byte) bool) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var r io.Reader = f
		if strings.HasSuffix(path, ".gz") {
			if r, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			if !yield(lines.Bytes()) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// axiomsOf reads a text and returns its axioms as RDF can express them, rendered and sorted.
func axiomsOf(t *testing.T, text, syntax string) []string {
	t.Helper()
	o, _, err := Read(context.Background(), strings.NewReader(text), ReadOptions{Base: "http://example.org/test", Format: syntax})
	if err != nil {
		t.Fatalf("%s: %v\n%s", syntax, err, text)
	}
	return owlgen.RDFForm(o)
}
