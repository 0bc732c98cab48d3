package main

import (
	"path/filepath"
	"testing"

	"box2el-owl/internal/outside"
)

// TestLikely compares the finders with rows that judges read: most of the right ones are found, and
// no wrong one is likely.
func TestLikely(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some sixty ontologies")
	}
	dir := filepath.Dir(filepath.Dir(outside.Data(t, "likely", "superclasses.tsv")))
	counts, err := compareLikely(t.Context(), t.Output(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"superclass", "restriction"} {
		n := func(tier string) int { return counts[[3]string{form, "right", tier}] }
		found := n("likely") + n("possible")
		if all := found + n("missed"); all == 0 || 5*found < 4*all {
			t.Errorf("%s: %d of %d rows judged right are found", form, found, all)
		}
		if n := counts[[3]string{form, "wrong", "likely"}]; n > 0 {
			t.Errorf("%s: %d rows judged wrong are likely", form, n)
		}
	}
}
