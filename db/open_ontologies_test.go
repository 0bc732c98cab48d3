package db

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOpenOntologies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openAt(t, path, Options{})
	ctx := t.Context()
	second := OpenOntology{ID: "b", Name: "Heart", IRI: "http://x/heart", Created: time.UnixMicro(7).UTC(), State: []byte(`{"generation":1}`)}
	first := OpenOntology{ID: "c", Created: time.UnixMicro(5).UTC(), State: []byte("null")}
	for _, o := range []OpenOntology{second, first} {
		if err := s.SaveOpenOntology(ctx, o); err != nil {
			t.Fatal(err)
		}
	}
	second.State = []byte(`{"generation":2}`)
	if err := s.SaveOpenOntology(ctx, second); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openAt(t, path, Options{})
	if diff := cmp.Diff([]OpenOntology{first, second}, must(s.OpenOntologies(ctx))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for range 2 {
		if err := s.ForgetOpenOntology(ctx, "c"); err != nil {
			t.Fatal(err)
		}
	}
	if got := must(s.OpenOntologies(ctx)); len(got) != 1 {
		t.Errorf("after one of two was forgotten there are %d", len(got))
	}
	if err := s.SaveOpenOntology(ctx, OpenOntology{ID: "d", State: []byte("{")}); err == nil {
		t.Error("a document that is no JSON was taken")
	}
}
