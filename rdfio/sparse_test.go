package rdfio_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// TestNoAnnotationAssertions reads documents with and without them: all else is the same, in the
// same order, and Report.Skipped is what is missing.
func TestNoAnnotationAssertions(t *testing.T) {
	files := slices.Concat(outside.Glob(t, "corpus", "*.gz"), outside.Glob(t, "ontologies", "*.gz"))
	samples, err := filepath.Glob(filepath.Join("testdata", "samples", "*"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, samples...)
	skipped := make(map[string]int)
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > 500_000 {
			continue
		}
		whole, report, err := rdfio.ReadFile(context.Background(), file,
			rdfio.ReadOptions{NoImports: true})
		if err != nil {
			continue // not an ontology
		}
		sparse, sparseReport, err := rdfio.ReadFile(context.Background(),
			file, rdfio.ReadOptions{NoImports: true, NoAnnotationAssertions: true})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var want, got [][]byte
		for _, a := range whole.Axioms {
			if a.Kind() != owl.AnnotationAssertionKind {
				want = append(want, owl.AppendCanonical(nil, a))
			}
		}
		for _, a := range sparse.Axioms {
			got = append(got, owl.AppendCanonical(nil, a))
		}
		name := filepath.Base(file)
		if !slices.EqualFunc(got, want, slices.Equal) {
			at := 0
			for at < min(len(got), len(want)) && slices.Equal(got[at], want[at]) {
				at++
			}
			t.Errorf("%s: %d axioms, want %d; they differ from axiom %d on: got %s, want %s",
				name, len(got), len(want), at, got[min(at, len(got)):][:1],
				want[min(at, len(want)):][:1])
		}
		if report.Skipped != 0 || sparseReport.Skipped != len(whole.Axioms)-len(want) {
			t.Errorf("%s: Skipped is %d and %d, want 0 and %d", name, report.Skipped,
				sparseReport.Skipped, len(whole.Axioms)-len(want))
		}
		skipped[report.Syntax] += sparseReport.Skipped
	}
	for _, syntax := range []string{"turtle", "rdfxml", "functional", "obo"} {
		if skipped[syntax] == 0 {
			t.Errorf("no document in %s has annotation assertions", syntax)
		}
	}
}
