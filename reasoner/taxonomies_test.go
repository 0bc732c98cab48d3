package reasoner_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio"
)

// TestTaxonomies compares the class hierarchies of real ontologies with ELK's. Where ELK is complete they
// are the same byte for byte; elsewhere every subsumption of ELK's is found.
func TestTaxonomies(t *testing.T) {
	for _, golden := range append(outside.Glob(t, "ontologies", "*.taxonomy.gz"), outside.Glob(t, "corpus", "*.taxonomy.gz")...) {
		stem := strings.TrimSuffix(golden, ".taxonomy.gz")
		t.Run(stem[strings.LastIndexByte(stem, '/')+1:], func(t *testing.T) {
			ontology, base, complete := describe(t, stem)
			o, _, err := rdfio.ReadFile(context.Background(), ontology, rdfio.ReadOptions{NoImports: true, Base: base})
			if err != nil {
				var parse *rdfio.ParseError
				if errors.As(err, &parse) {
					t.Skipf("not read: %v", err)
				}
				t.Fatal(err)
			}
			got := tsv(t, classify(t, normalize(t, o), 2))
			want := string(unpack(t, golden))
			if got == want {
				return
			}
			compareTaxonomies(t, got, want, complete)
		})
	}
}

// describe finds the ontology that a golden taxonomy belongs to.
func describe(t *testing.T, stem string) (path, base string, complete bool) {
	t.Helper()
	var about struct {
		Base string `json:"base"`
		ELK  struct {
			Complete bool `json:"complete"`
		} `json:"elk"`
		Comparable *bool `json:"taxonomy_comparable"`
	}
	if text, err := os.ReadFile(stem + ".json"); err == nil {
		if err := json.Unmarshal(text, &about); err != nil {
			t.Fatal(err)
		}
		if about.Comparable != nil && !*about.Comparable {
			t.Skip("the taxonomy names entities that the OWL API invented")
		}
	}
	for _, ending := range []string{".gz", ".owl.gz", ".ofn.gz", ".ttl.gz", ".obo.gz", ".owl"} {
		if _, err := os.Stat(stem + ending); err == nil {
			return stem + ending, about.Base, about.ELK.Complete
		}
	}
	t.Fatalf("no ontology beside %s", stem)
	return "", "", false
}

// compareTaxonomies reports the lines that only one has.
func compareTaxonomies(t *testing.T, got, want string, complete bool) {
	t.Helper()
	ours, theirs := strings.Split(got, "\n"), strings.Split(want, "\n")
	onlyOurs := slices.DeleteFunc(slices.Clone(ours), func(l string) bool { _, ok := slices.BinarySearch(theirs, l); return ok })
	onlyTheirs := slices.DeleteFunc(slices.Clone(theirs), func(l string) bool { _, ok := slices.BinarySearch(ours, l); return ok })
	report := t.Logf
	if complete {
		report = t.Errorf
	}
	report("%d lines only here, %d only in ELK's", len(onlyOurs), len(onlyTheirs))
	for _, l := range onlyOurs[:min(len(onlyOurs), 5)] {
		t.Logf("+ %s", l)
	}
	for _, l := range onlyTheirs[:min(len(onlyTheirs), 5)] {
		t.Logf("- %s", l)
	}
}
