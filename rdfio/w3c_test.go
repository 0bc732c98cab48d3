package rdfio

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	knakk "github.com/knakk/rdf"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// w3cTest is an entry of the manifest of a W3C test suite.
type w3cTest struct {
	name   string
	kind   string // local name of its class: TestXMLEval, TestTurtleNegativeSyntax …
	action string // path of the input
	result string // path of the expected triples; "" if none
	base   string // IRI of the input
}

// w3cTests reads the manifest of a suite: what mf:entries lists, in its order. The manifest is
// Turtle; knakk/rdf reads it, so that no decoder of ours judges itself.
func w3cTests(t *testing.T, suite string) []w3cTest {
	t.Helper()
	const (
		mf  = "<http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
		ns  = "<" + owl.RDFNamespace
		web = "https://w3c.github.io/rdf-tests/rdf/rdf11/"
	)
	dir := outside.Data(t, "w3c", suite)
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.ttl"))
	if err != nil {
		t.Fatal(err)
	}
	home := web + suite + "/"
	// it joins base and reference, no more
	g, err := knakkGraph(bytes.NewReader(manifest), knakk.Turtle, home)
	if err != nil {
		t.Fatal(err)
	}
	objects := map[[2]string]string{}
	list := ""
	for triple := range g {
		objects[[2]string{triple[0], triple[1]}] = triple[2]
		if triple[1] == mf+"entries>" {
			list = triple[2]
		}
	}
	path := func(iri string) string {
		relative, found := strings.CutPrefix(strings.Trim(iri, "<>"), home)
		if iri == "" || !found {
			return ""
		}
		return filepath.Join(dir, filepath.FromSlash(relative))
	}
	var tests []w3cTest
	for ; list != ns+"nil>" && list != ""; list = objects[[2]string{list, ns + "rest>"}] {
		entry := objects[[2]string{list, ns + "first>"}]
		of := func(property string) string { return objects[[2]string{entry, property}] }
		kind := of(ns + "type>")
		action := of(mf + "action>")
		tests = append(tests, w3cTest{
			name:   entry[strings.IndexByte(entry, '#')+1 : len(entry)-1],
			kind:   kind[strings.IndexByte(kind, '#')+1 : len(kind)-1],
			action: path(action),
			result: path(of(mf + "result>")),
			base:   strings.Trim(action, "<>"),
		})
	}
	return tests
}

// runW3C runs a suite against one of our decoders, and checks that the suite has the number of
// tests that its home page gives.
func runW3C(t *testing.T, suite string, decode decodeFunc, want int) {
	tests := w3cTests(t, suite)
	if len(tests) != want {
		t.Errorf("%s has %d tests, want %d", suite, len(tests), want)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			input, err := os.ReadFile(test.action)
			if err != nil {
				t.Fatal(err)
			}
			got, err := decodeToGraph(decode, bytes.NewReader(input), test.base)
			switch {
			case strings.HasSuffix(test.kind, "NegativeSyntax"):
				if err == nil {
					t.Errorf("%s is accepted, and must be refused", test.action)
				}
				return
			case err != nil:
				t.Fatal(err)
			case test.result == "":
				if !strings.HasSuffix(test.kind, "PositiveSyntax") {
					t.Fatalf("a test of kind %s without a result", test.kind)
				}
				return
			}
			result, err := os.Open(test.result)
			if err != nil {
				t.Fatal(err)
			}
			defer result.Close()
			expected, err := knakkGraph(result, knakk.NTriples, test.base)
			if err != nil {
				t.Fatal(err)
			}
			checkIsomorphic(t, got, expected)
		})
	}
}
