package db

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestJobNotes: notes are replaced, outlive the process, and are forgotten, the oldest first, where they come to too much.
func TestJobNotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openAt(t, path, Options{})
	job := func(i int) string { return fmt.Sprint("job", i) }
	large := json.RawMessage(`"` + strings.Repeat("x", maxJobNotes/4) + `"`)
	for i := range 6 {
		if err := s.SaveJob(t.Context(), Job{ID: job(i), Kind: "training", State: JobRunning}); err != nil {
			t.Fatal(err)
		}
		for _, notes := range []json.RawMessage{json.RawMessage(`[1]`), large} {
			if err := s.SaveJobNotes(t.Context(), job(i), notes); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.SaveJobNotes(t.Context(), job(5), json.RawMessage(`[2]`)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openAt(t, path, Options{})
	for i, want := range []json.RawMessage{nil, nil, nil, large, large, json.RawMessage(`[2]`)} {
		if notes, err := s.JobNotes(t.Context(), job(i)); err != nil || string(notes) != string(want) {
			t.Errorf("job %d has noted %.20s, %v; want %.20s", i, notes, err, want)
		}
	}
	for name, notes := range map[string]json.RawMessage{"no JSON": json.RawMessage("["), "too long": json.RawMessage(`"` + strings.Repeat("x", maxJobNotes) + `"`)} {
		if err := s.SaveJobNotes(t.Context(), job(5), notes); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.SaveJobNotes(t.Context(), "nobody", json.RawMessage(`[]`)); err == nil {
		t.Error("notes of a job that there is not")
	}
}
