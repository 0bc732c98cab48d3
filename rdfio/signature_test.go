package rdfio

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestSignatureOfCorpus compares the entities of each corpus file with those that the OWL API
// counts, where both read the same number of axioms (TestCorpusAxioms says why others differ).
func TestSignatureOfCorpus(t *testing.T) {
	compared := 0
	for _, path := range outside.Glob(t, "corpus", "*.json") {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		text, err := io.ReadAll(outsideFile(t, path))
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Base   string
			OWLAPI struct {
				Axioms               int
				LogicalAxioms        int `json:"logical_axioms"`
				Classes              int
				Datatypes            int
				ObjectProperties     int `json:"object_properties"`
				DataProperties       int `json:"data_properties"`
				AnnotationProperties int `json:"annotation_properties"`
				Individuals          int
			}
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		o, _, err := ReadFile(context.Background(), strings.TrimSuffix(path, ".json")+".gz",
			ReadOptions{NoImports: true, Base: c.Base})
		if err != nil {
			continue // TestCorpus… has it
		}
		o.Dedup()
		logical := 0
		for kind, n := range o.AxiomsByType() {
			if kind.IsLogical() {
				logical += n
			}
		}
		if c.OWLAPI.Axioms != len(o.Axioms) || c.OWLAPI.LogicalAxioms != logical {
			continue
		}
		compared++
		got := map[owl.EntityKind]int{}
		for _, e := range o.Signature() {
			got[e.EntityKind()]++
		}
		rules := o.AxiomsByType()[owl.RuleKind]
		for kind, want := range map[owl.EntityKind]int{
			owl.ClassKind: c.OWLAPI.Classes, owl.DatatypeKind: c.OWLAPI.Datatypes,
			owl.ObjectPropertyKind:     c.OWLAPI.ObjectProperties,
			owl.DataPropertyKind:       c.OWLAPI.DataProperties,
			owl.AnnotationPropertyKind: c.OWLAPI.AnnotationProperties,
			owl.NamedIndividualKind:    c.OWLAPI.Individuals,
		} {
			// The OWL API looks into rules, which are opaque to us.
			if got[kind] != want && (rules == 0 || got[kind] > want) {
				t.Errorf("%s: %d entities of the kind %v, the OWL API counts %d", name, got[kind],
					kind, want)
			}
		}
	}
	if compared == 0 {
		t.Error("no file was compared")
	}
	t.Logf("%d files compared", compared)
}
