package outside

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
)

// OracleCase is one line of el-oracle/*.jsonl (its README.md has the schema).
type OracleCase struct {
	Name     string       `json:"name"`
	Tags     []string     `json:"tags"`
	OFN      string       `json:"ofn"`
	Expected OracleFacts  `json:"expected"`
	Whole    *OracleFacts `json:"expected_whole"`
	EL       *OracleFacts `json:"expected_el"`
}

// OracleFacts are the entailments of an ontology.
type OracleFacts struct {
	Consistent    bool        `json:"consistent"`
	Unsatisfiable []string    `json:"unsatisfiable"`
	Subsumptions  [][2]string `json:"subsumptions"`
	Types         [][2]string `json:"types"`
	Same          [][]string  `json:"same"`
	Different     [][2]string `json:"different"`
	Properties    [][3]string `json:"object_property_assertions"`
}

// OracleCases returns the cases of the files in el-oracle that match the pattern.
func OracleCases(t testing.TB, pattern string) []OracleCase {
	t.Helper()
	var cases []OracleCase
	for _, path := range Glob(t, "el-oracle", pattern) {
		d := json.NewDecoder(bytes.NewReader(Unpack(t, path)))
		for d.More() {
			var c OracleCase
			if err := d.Decode(&c); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// Unpack returns the content of a file, decompressed if its name ends in .gz.
func Unpack(t testing.TB, path string) []byte {
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
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
