package curate

import (
	"testing"

	"box2el-owl/embed"
	"box2el-owl/rdfio"
)

// TestChosenOptions opens sessions on a folder with a model: a session with the default options
// uses it, one with other options trains its own.
func TestChosenOptions(t *testing.T) {
	o, _, err := rdfio.ReadFile(t.Context(), "../examples/heart.owl", rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, test := range []struct {
		name    string
		steps   int
		seed    uint64
		trained bool
	}{
		{"no model yet", 100, 1, true},
		{"the same", 100, 1, false},
		{"other steps", 150, 1, true},
		{"another seed", 150, 2, true},
		{"the defaults", 0, 1, false},
	} {
		variant := embed.Corrected(embed.Box2EL)
		hyper := embed.HyperOf(embed.Box2EL, variant)
		if test.steps > 0 {
			hyper.Steps, hyper.Dim = test.steps, 10
		}
		s, err := Open(t.Context(), Source{Name: "heart", Ontology: o}, Options{Models: folder,
			Training: embed.Options{Seed: test.seed, Variant: &variant, Hyper: &hyper}})
		if err != nil {
			t.Fatal(err)
		}
		if s.Use.Trained != test.trained {
			t.Errorf("%s: trained: %t, want %t", test.name, s.Use.Trained, test.trained)
		}
		if test.steps > 0 && s.Model.Hyper.Steps != test.steps {
			t.Errorf("%s: the model has %d steps, want %d", test.name, s.Model.Hyper.Steps,
				test.steps)
		}
	}
}
