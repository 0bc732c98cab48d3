package embed

import (
	"errors"
	"testing"
)

// TestPresets checks that all presets can be trained, and compares some with the paper's table.
func TestPresets(t *testing.T) {
	for _, name := range Presets() {
		for _, a := range Architectures() {
			h, err := PresetHyper(name, a)
			if (name == "yeast" || name == "human") && a != Box2EL && a != Box2ELTr {
				if !errors.Is(err, ErrOptions) {
					t.Errorf("%s, %s: %v, want ErrOptions", name, a, err)
				}
				continue
			}
			if err == nil {
				err = Options{Model: a, Hyper: &h}.withDefaults().check()
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, a, err)
			}
		}
	}
	for name, want := range map[string]Hyper{
		"galen":            DefaultHyper(Box2EL),
		"anatomy":          {Dim: 200, Margin: .05, NegativeDistance: 5.5, Negatives: 3, Regularization: .3, Rate: 1e-2, Steps: 7000, Batch: 512},
		"galen-inferences": {Dim: 200, Margin: .05, NegativeDistance: 1, Negatives: 2, Rate: 5e-3, Decay: 2000, Steps: 5000, Batch: 512},
		"yeast":            {Dim: 200, Margin: .02, NegativeDistance: 2.5, Negatives: 4, Regularization: .2, Rate: 1e-2, Decay: 2000, Steps: 5000, Batch: 512},
	} {
		if got, err := PresetHyper(name, Box2EL); err != nil || got != want {
			t.Errorf("%s: %+v (%v), want %+v", name, got, err, want)
		}
	}
	if _, err := PresetHyper("galaxy", Box2EL); !errors.Is(err, ErrOptions) {
		t.Errorf("unknown preset: %v, want ErrOptions", err)
	}
}

// TestChanges: each change alone differs from the variant Paper, and all changes together give
// Corrected, but for Patience.
func TestChanges(t *testing.T) {
	for _, a := range Architectures() {
		corrected := Corrected(a)
		together := Paper()
		for _, c := range Changes(a) {
			alone := c.Alone(a)
			if alone.Mode != "paper+"+c.Name {
				t.Errorf("%s: mode %q", c.Name, alone.Mode)
			}
			if alone.Mode = Paper().Mode; alone == Paper() {
				t.Errorf("%s, %s: changes nothing", a, c.Name)
			}
			c.apply(&together, corrected)
		}
		for _, c := range [...]string{"hinge", "paired-nf2", "extended"} {
			if (Change{Name: c}).concerns(a) {
				continue
			}
			switch c { // no effect on the model
			case "hinge":
				together.Hinge = corrected.Hinge
			case "paired-nf2":
				together.PairedNF2 = corrected.PairedNF2
			case "extended":
				together.Extended = corrected.Extended
			}
		}
		together.Mode, together.Patience = corrected.Mode, corrected.Patience
		if together != corrected {
			t.Errorf("%s: all changes together are %+v, the default is %+v", a, together, corrected)
		}
	}
}
