package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"box2el-owl/db"
	"box2el-owl/rdfio"
)

// TestStoreKnowsModels checks that models trained by train and suggest are in the store by ontology
// and content, with existing files.
func TestStoreKnowsModels(t *testing.T) {
	home := t.TempDir()
	t.Setenv("BOX2EL_HOME", home)
	const path = "../../examples/pizzeria.ttl"
	for _, args := range [][]string{
		{"train", path, "--dim", "4", "--steps", "5", "--seed", "18446744073709551615"},
		{"train", path, "--dim", "4", "--steps", "5", "--seed", "18446744073709551615"}, // again: it is the same
		{"suggest", path, "pizza", "--dim", "3", "--steps", "5", "--retrain", "--tier", "speculative"},
		{"train", path, "--dim", "4", "--steps", "5", "-o", filepath.Join(home, "elsewhere.model")},
	} {
		var out, errs bytes.Buffer
		if code := execute(t.Context(), args, &streams{out: &out, err: &errs}); code != exitDone {
			t.Fatalf("%v: exit code %d\n%s", args, code, errs.String())
		}
	}
	ontology, _, err := rdfio.ReadFile(t.Context(), path, rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(t.Context(), filepath.Join(home, "store.db"), db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	models, err := store.Models(t.Context(), ontology.IRI.String())
	if err != nil || len(models) != 2 {
		t.Fatalf("%d models, %v", len(models), err)
	}
	for i, seed := range []uint64{models[0].Seed, 1<<64 - 1} { // the latest first
		m := models[i]
		if m.Seed != seed || m.Content != ontology.Hash() || m.Architecture != "box2el" ||
			m.Mode != "default" {
			t.Errorf("model %d: %+v", i, m)
		}
		if _, err := os.Stat(m.File); err != nil {
			t.Error(err)
		}
	}
	seen, err := store.Ontologies(t.Context())
	if err != nil || len(seen) != 1 || seen[0].Content != ontology.Hash() {
		t.Errorf("ontologies: %+v, %v", seen, err)
	}
}
