package rdfio

import (
	"bufio"
	"bytes"
	"cmp"
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
	"box2el-owl/owl"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestSameInEverySyntax: each case of el-oracle stands in Turtle, RDF/XML and functional syntax,
// and all three must hold the same axioms.
func TestSameInEverySyntax(t *testing.T) {
	for _, path := range outside.Glob(t, "el-oracle", "*.jsonl*") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for line := range jsonLines(t, path) {
				var c struct{ Name, Turtle, RDFXML, OFN string }
				if err := json.Unmarshal(line, &c); err != nil {
					t.Fatal(err)
				}
				want := axiomsOf(t, c.OFN, "functional")
				for syntax, text := range map[string]string{"turtle": c.Turtle, "rdfxml": c.RDFXML} {
					got := axiomsOf(t, text, syntax)
					if strings.HasPrefix(c.Name, "undeclared-") {
						// The OWL API declares everything when it writes functional syntax.
						isDeclaration := func(s string) bool { return strings.HasPrefix(s, "Declaration(") }
						want, got = slices.DeleteFunc(want, isDeclaration), slices.DeleteFunc(got, isDeclaration)
					}
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s, %s differs from functional syntax (-functional +%s):\n%s", c.Name, syntax, syntax, diff)
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
		if diff := gocmp.Diff(axiomsOf(t, fs, "functional"), axiomsOf(t, rdf, "rdfxml")); diff != "" {
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
	return renderAxioms(o)
}

func renderAxioms(o *owl.Ontology) []string {
	var list []string
	for _, a := range o.Axioms {
		for _, part := range rdfPairs(a) {
			list = append(list, string(owl.AppendCanonical(nil, part)))
		}
	}
	for _, a := range o.Annotations {
		list = append(list, "Ontology"+string(owl.AppendCanonicalAnnotation(nil, a)))
	}
	slices.Sort(list)
	return slices.Compact(renameAnonymous(list))
}

// rdfPairs splits what RDF says in pairs (section 2, table 1): equivalences and equalities into those
// of neighbours. Disjointness of more than two has a form of its own.
func rdfPairs(a owl.Axiom) []owl.Axiom {
	switch a := a.(type) {
	case *owl.EquivalentClasses:
		return pairs(a.Classes, owl.AppendCanonicalClassExpression, func(p []owl.ClassExpression) owl.Axiom {
			return &owl.EquivalentClasses{Annotated: a.Annotated, Classes: p}
		})
	case *owl.EquivalentObjectProperties:
		return pairs(a.Properties, func(dst []byte, p owl.ObjectPropertyExpression) []byte {
			return owl.AppendObjectPropertyExpression(dst, p, nil)
		}, func(p []owl.ObjectPropertyExpression) owl.Axiom {
			return &owl.EquivalentObjectProperties{Annotated: a.Annotated, Properties: p}
		})
	case *owl.EquivalentDataProperties:
		return pairs(a.Properties, func(dst []byte, p owl.DataProperty) []byte { return append(dst, p.IRI.String()...) },
			func(p []owl.DataProperty) owl.Axiom {
				return &owl.EquivalentDataProperties{Annotated: a.Annotated, Properties: p}
			})
	case *owl.SameIndividual:
		return pairs(a.Individuals, func(dst []byte, i owl.Individual) []byte { return owl.AppendIndividual(dst, i, nil) },
			func(p []owl.Individual) owl.Axiom { return &owl.SameIndividual{Annotated: a.Annotated, Individuals: p} })
	}
	return []owl.Axiom{a}
}

// pairs joins neighbours in canonical order, as the OWL API does when it writes RDF.
func pairs[T any](operands []T, key func([]byte, T) []byte, pair func([]T) owl.Axiom) []owl.Axiom {
	if len(operands) <= 2 {
		return []owl.Axiom{pair(operands)}
	}
	sorted := slices.Clone(operands)
	slices.SortFunc(sorted, func(a, b T) int { return bytes.Compare(key(nil, a), key(nil, b)) })
	var list []owl.Axiom
	for i := 1; i < len(sorted); i++ {
		list = append(list, pair([]T{sorted[i-1], sorted[i]}))
	}
	return list
}

// renameAnonymous gives anonymous individuals names that do not depend on the syntax: all the
// same one. Two texts could differ in which node is which and still compare equal here, but the
// cases that this is for have one or two.
func renameAnonymous(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		var b strings.Builder
		for {
			at := strings.Index(s, "_:")
			if at < 0 || strings.Contains(s[:at], `"`) {
				break
			}
			b.WriteString(s[:at] + "_:x")
			s = strings.TrimLeft(s[at+2:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
		}
		b.WriteString(s)
		out[i] = b.String()
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}
