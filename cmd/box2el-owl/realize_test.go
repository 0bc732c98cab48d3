package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRealizationTable(t *testing.T) {
	r := realizationJSON{
		Consistent: true,
		Types:      [][2]string{{"urn:b", "urn:C"}, {"urn:a", "urn:C"}},
		Same:       [][]string{{"urn:a", "urn:c", "urn:c1"}, {"urn:b", "urn:d"}},
		Properties: [][3]string{{"urn:b", "urn:r", "urn:a"}, {"urn:a", "urn:r", "urn:b"}},
		Data:       [][3]string{{"urn:b", "urn:d", `"2"`}, {"urn:a", "urn:d", `"1"`}},
	}
	var got bytes.Buffer
	if err := r.writeTable(&got); err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(got.String()))
	if len(lines) != 10 || !slices.IsSorted(lines) {
		t.Errorf("not 10 sorted lines:\n%s", got.String())
	}
	const same = "SAME\turn:a\turn:c1\nSAME\turn:b\turn:d\nSAME\turn:c\turn:c1\n"
	if !strings.Contains(got.String(), same) {
		t.Errorf("equal individuals:\n%s", got.String())
	}
}

// TestManyEqualIndividuals checks that memory does not grow with the pairs of equal individuals.
func TestManyEqualIndividuals(t *testing.T) {
	group := make([]string, 500)
	for i := range group {
		group[i] = fmt.Sprintf("urn:%03d", i)
	}
	r := realizationJSON{Consistent: true, Same: [][]string{group}}
	allocations := testing.AllocsPerRun(1, func() {
		if err := r.writeTable(io.Discard); err != nil {
			t.Error(err)
		}
	})
	if allocations > 1000 {
		t.Errorf("%.0f allocations for %d individuals", allocations, len(group))
	}
}

// TestManyEqualIndividualsAreConsistent checks that a consistent ontology is not searched for a
// derivation of the inconsistency, which took more inferences than the limit.
func TestManyEqualIndividualsAreConsistent(t *testing.T) {
	var individuals strings.Builder
	for i := range 500 {
		fmt.Fprintf(&individuals, " <urn:i%d>", i)
	}
	path := filepath.Join(t.TempDir(), "same.ofn")
	text := "Ontology(<urn:o> SameIndividual(" + individuals.String() + "))"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := execute(t.Context(), []string{"explain", path, "--inconsistent"},
		&streams{in: strings.NewReader(""), out: &out, err: &errs})
	if code != exitDone || out.String() != "The ontology is consistent.\n" {
		t.Errorf("exit code %d, %q, %q", code, out.String(), errs.String())
	}
}
