package rdfio

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
)

// TestLenient reads documents with a fault or a few. The golden files hold the axioms, the findings,
// and the error that the fault is for strict reading; where the OWL API reads a document or what is
// left of it, the axioms are its axioms, but for those that docs/formats.md explains.
func TestLenient(t *testing.T) {
	used := map[string]bool{}
	for _, path := range lenientFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			opts := ReadOptions{File: filepath.Base(path), Base: "http://example.org/document"}
			o, report, err := Read(t.Context(), bytes.NewReader(source), opts)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := writeFunctional(&b, o); err != nil {
				t.Fatal(err)
			}
			faults := false
			for _, n := range report.Notes {
				faults = faults || n.Kind.IsError()
				for _, e := range n.Examples {
					fmt.Fprintf(&b, "# %d:%d: %s: %s\n", e.Line, e.Col, n.Kind, e.Message)
				}
			}
			opts.Strict = true
			strict, _, err := Read(t.Context(), bytes.NewReader(source), opts)
			switch {
			case err != nil:
				fmt.Fprintf(&b, "# strict: %v\n", err)
			case canonical(strict) != canonical(o):
				t.Error("strict reading gives other axioms")
			}
			if faults != (err != nil) {
				t.Errorf("faults %v, but the error of strict reading is %v", faults, err)
			}
			used[path+".written"] = true
			golden.Check(t, path+".written", []byte(b.String()))
		})
	}
	golden.Orphans(t, "testdata/lenient/*.written", used)
}

// lenientFiles returns the documents of testdata/lenient.
func lenientFiles(t testing.TB) []string {
	var files []string
	for _, path := range glob(t, "testdata/lenient/*") {
		if !strings.HasSuffix(path, ".written") {
			files = append(files, path)
		}
	}
	return files
}
