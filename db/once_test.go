package db

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/owl"
)

// TestDecideOnce sends requests repeatedly: the same one is recorded once, another one by the same key is refused, whatever part of it is the same.
func TestDecideOnce(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "store.db"), Options{Now: clock()})
	ctx := t.Context()
	two := []Decision{{Ontology: onto, Axiom: subclass(1, 2), Action: Accept}, {Ontology: onto, Axiom: subclass(2, 3), Action: Reject}}
	if got := must(s.DecidedOnce(ctx, "k", owl.Hash{1})); got != nil {
		t.Errorf("before anything: %v", got)
	}
	first := must(s.DecideOnce(ctx, "k", owl.Hash{1}, two))
	if diff := cmp.Diff(first, must(s.DecideOnce(ctx, "k", owl.Hash{1}, two))); diff != "" {
		t.Errorf("sent again: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(first, must(s.DecidedOnce(ctx, "k", owl.Hash{1}))); diff != "" {
		t.Errorf("looked up: -want +got\n%s", diff)
	}
	for _, other := range [][]Decision{two[:1], append(two, two[0]), two} {
		if _, err := s.DecideOnce(ctx, "k", owl.Hash{2}, other); !errors.Is(err, ErrKeyReused) {
			t.Errorf("another request of %d: %v", len(other), err)
		}
	}
	must(s.DecideOnce(ctx, "k2", owl.Hash{1}, two))
	if got := all(t, s.History(ctx, Filter{})); len(got) != 4 {
		t.Errorf("%d lines, want 4", len(got))
	}
	axioms, last, err := s.DecidedSince(ctx, onto, 0)
	if len(axioms) != 2 || last != 4 || err != nil {
		t.Errorf("since the beginning: %d axioms up to %d, %v", len(axioms), last, err)
	}
	if axioms, last, err = s.DecidedSince(ctx, onto, 4); len(axioms) != 0 || last != 4 || err != nil {
		t.Errorf("since the end: %d axioms up to %d, %v", len(axioms), last, err)
	}
	if axioms, _, err = s.DecidedSince(ctx, "http://x/other", 0); len(axioms) != 0 || err != nil {
		t.Errorf("of another ontology: %v, %v", axioms, err)
	}
}
