package main

import (
	"path/filepath"
	"testing"

	"box2el-owl/internal/outside"
)

// TestSuperclasses compares the finder with rows that judges read: most of the right ones are
// found, and no wrong one is likely.
func TestSuperclasses(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some thirty ontologies")
	}
	dir := filepath.Dir(filepath.Dir(outside.Data(t, "likely", "superclasses.tsv")))
	counts, err := compareSuperclasses(t.Context(), t.Output(), dir)
	if err != nil {
		t.Fatal(err)
	}
	right := counts["right"]
	found := right["likely"] + right["possible"]
	if all := found + right["missed"]; 5*found < 4*all {
		t.Errorf("%d of %d rows judged right are found", found, all)
	}
	if n := counts["wrong"]["likely"]; n > 0 {
		t.Errorf("%d rows judged wrong are likely", n)
	}
}
