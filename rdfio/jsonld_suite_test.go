package rdfio

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	knakk "github.com/knakk/rdf"

	"box2el-owl/rdfio/internal/jsonld"
)

// suiteFailures are the tests of the JSON-LD suite whose result is not what the suite expects, with
// the reason.
var suiteFailures = map[string]string{
	"#t0122": "the library resolves this reference in another way than RFC 3986",
	"#t0123": "the library resolves this reference in another way than RFC 3986",
	"#t0124": "the library resolves this reference in another way than RFC 3986",
	"#t0125": "the library resolves this reference in another way than RFC 3986",
	"#t0128": "the library resolves this reference in another way than RFC 3986",
	"#t0130": "the library resolves this reference in another way than RFC 3986",
	"#t0131": "the library resolves this reference in another way than RFC 3986",
	"#t0132": "the library resolves this reference in another way than RFC 3986",
	"#tc031": "a context that is not in the document is refused",
	"#tc034": "a context that is not in the document is refused",
	"#te126": "a context that is not in the document is refused",
	"#te127": "a context that is not in the document is refused",
	"#te128": "a context that is not in the document is refused",
	"#tso05": "a context that is not in the document is refused",
	"#tso06": "a context that is not in the document is refused",
	"#tso08": "a context that is not in the document is refused",
	"#tso09": "a context that is not in the document is refused",
	"#tso11": "a context that is not in the document is refused",
	"#tc033": "the library does not check scoped contexts that are not used",
	"#tc037": "the library has no scoped contexts for @nest",
	"#tc038": "the library has no scoped contexts for @nest",
	"#te111": "the library resolves a relative @vocab in another way",
	"#te112": "the library resolves a relative @vocab in another way",
	"#te123": "the library accepts the datatype",
	"#tec02": "the library accepts this definition",
	"#ter52": "the library accepts this definition",
	"#ter54": "the library accepts this definition",
	"#ter56": "the library accepts this definition",
	"#tpr28": "the library accepts this definition",
	"#tli11": "the library resolves the base of a list in another way",
	"#tpr38": "the library refuses a term that looks like a keyword",
	"#tpr39": "the library refuses a term that looks like a keyword",
	"#tpr43": "the library forgets the graph container",
}

// TestJSONLDSuite runs the toRdf tests of the JSON-LD suite, which is part of the module json-gold.
// Triples of named graphs count as those of the document, as Decode reads them.
func TestJSONLDSuite(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}",
		"github.com/piprate/json-gold").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "ld", "testdata")
	text, readErr := os.ReadFile(filepath.Join(dir, "toRdf-manifest.jsonld"))
	if err != nil || readErr != nil {
		t.Skip("the module json-gold is not in the module cache: ", err, readErr)
	}
	var manifest struct {
		BaseIRI  string
		Sequence []struct {
			ID     string   `json:"@id"`
			Type   []string `json:"@type"`
			Input  string
			Expect string
			Option struct {
				Base, ProcessingMode, SpecVersion, RDFDirection, ExpandContext string
				ProduceGeneralizedRDF                                          bool
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	failed := make(map[string]string)
	run := 0
	for _, test := range manifest.Sequence {
		option := test.Option
		if option.ProcessingMode == "json-ld-1.0" || option.SpecVersion == "json-ld-1.0" ||
			option.RDFDirection != "" || option.ExpandContext != "" ||
			option.ProduceGeneralizedRDF {
			continue // options that Decode does not have
		}
		run++
		input, err := os.ReadFile(filepath.Join(dir, test.Input))
		if err != nil {
			t.Fatal(err)
		}
		base := option.Base
		if base == "" {
			base = manifest.BaseIRI + test.Input
		}
		got, err := decodeToGraph(jsonld.Decode, bytes.NewReader(input), base)
		switch {
		case slices.Contains(test.Type, "jld:NegativeEvaluationTest"):
			if err == nil {
				failed[test.ID] = "accepted"
			}
		case err != nil:
			failed[test.ID] = err.Error()
		case test.Expect != "":
			want, err := quadGraph(filepath.Join(dir, test.Expect))
			if err != nil {
				failed[test.ID] = "expected quads: " + err.Error()
			} else if !isomorphic(got, want) {
				failed[test.ID] = "other triples"
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(failed)) {
		if suiteFailures[id] == "" {
			t.Errorf("%s: %s", id, failed[id])
		}
	}
	for id := range suiteFailures {
		if failed[id] == "" {
			t.Errorf("%s holds", id)
		}
	}
	t.Logf("%d of %d tests hold", run-len(failed), run)
}

// quadGraph reads N-Quads without the names of the graphs.
func quadGraph(path string) (graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	quads, err := knakk.NewQuadDecoder(f, knakk.NQuads).DecodeAll()
	g := graph{}
	for _, q := range quads {
		g[[3]string{knakkText(q.Subj), knakkText(q.Pred), knakkText(q.Obj)}] = true
	}
	return g, err
}
