package explain

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// oracleCase is one line of el-oracle/*.jsonl (its README.md has the schema).
type oracleCase struct {
	Name     string   `json:"name"`
	Tags     []string `json:"tags"`
	OFN      string   `json:"ofn"`
	Expected facts    `json:"expected"`
	Whole    *facts   `json:"expected_whole"`
	EL       *facts   `json:"expected_el"`
}

type facts struct {
	Consistent    bool        `json:"consistent"`
	Unsatisfiable []string    `json:"unsatisfiable"`
	Subsumptions  [][2]string `json:"subsumptions"`
	Types         [][2]string `json:"types"`
	Same          [][]string  `json:"same"`
	Different     [][2]string `json:"different"`
	Properties    [][3]string `json:"object_property_assertions"`
}

func oracleCases(t *testing.T, pattern string) []oracleCase {
	t.Helper()
	var cases []oracleCase
	for _, path := range outside.Glob(t, "el-oracle", pattern) {
		d := json.NewDecoder(bytes.NewReader(unpack(t, path)))
		for d.More() {
			var c oracleCase
			if err := d.Decode(&c); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func unpack(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readOWL(t *testing.T, text string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(text), rdfio.ReadOptions{Format: "ofn", NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func normalize(t testing.TB, o *owl.Ontology) *el.Ontology {
	t.Helper()
	nf, _, err := el.Normalize(t.Context(), o, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return nf
}
