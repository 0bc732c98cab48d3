package db

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"box2el-owl/owl"
)

const onto = "http://example.org/onto"

// subclass is the axiom C<i> ⊑ C<j>.
func subclass(i, j int) string {
	return fmt.Sprintf("SubClassOf(<http://example.org/C%d> <http://example.org/C%d>)", i, j)
}

func openTest(t *testing.T, opts Options) *Store {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "store.db"), opts)
}

func openAt(t *testing.T, path string, opts Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// clock ticks a second each time it is asked.
func clock() func() time.Time {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

func decideOne(t *testing.T, s *Store, d Decision) Decision {
	t.Helper()
	out, err := s.Decide(t.Context(), []Decision{d})
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func currentAction(t *testing.T, s *Store, axiom string) Action {
	t.Helper()
	a, err := ParseAxiom(axiom)
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := s.CurrentOf(t.Context(), onto, owl.HashAxiom(a))
	if err != nil {
		t.Fatal(err)
	}
	return d.Action
}

func TestPragmas(t *testing.T) {
	s := openTest(t, Options{})
	for pragma, want := range map[string]int{"foreign_keys": 1, "synchronous": 2,
		"busy_timeout": 100, "recursive_triggers": 1, "trusted_schema": 0, "fullfsync": 1} {
		var got int
		if err := s.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %d, %v; want %d", pragma, got, err, want)
		}
	}
	var mode string
	if err := s.write.QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal_mode = %q, %v", mode, err)
	}
	if _, err := s.read.Exec("DELETE FROM models"); err == nil {
		t.Error("a connection for reading writes")
	}
}

func TestDecide(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	axiom := subclass(1, 2)
	steps := []struct{ do, want Action }{
		{Accept, Accept}, {Reject, Reject}, {Revert, Accept}, {Defer, Defer}, {Revert, Accept}, {Revert, ""}, {Reject, Reject},
	}
	for i, step := range steps {
		decideOne(t, s, Decision{Ontology: onto, Axiom: axiom, Action: step.do})
		if got := currentAction(t, s, axiom); got != step.want {
			t.Errorf("after step %d, %s: %q, want %q", i, step.do, got, step.want)
		}
	}
	decideOne(t, s, Decision{Ontology: onto, Axiom: axiom, Action: Revert})
	_, err := s.Decide(t.Context(), []Decision{{Ontology: onto, Axiom: axiom, Action: Revert}})
	if !errors.Is(err, ErrNothingToRevert) {
		t.Errorf("reverting nothing: %v", err)
	}
	if n := len(history(t, s, Filter{})); n != len(steps)+1 {
		t.Errorf("the history has %d decisions, want %d", n, len(steps)+1)
	}
}

func TestCancelled(t *testing.T) {
	s := openTest(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	decisions := []Decision{{Ontology: onto, Axiom: subclass(1, 2), Action: Accept}}
	if _, err := s.Decide(ctx, decisions); !errors.Is(err, context.Canceled) {
		t.Errorf("deciding: %v", err)
	}
	if _, err := Open(ctx, filepath.Join(t.TempDir(), "store.db"), Options{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("opening: %v", err)
	}
}
