package embed

import (
	"fmt"
	"slices"
)

// preset is a row of table 10 (appendix H of the paper; specification, section 10): the tuned
// hyperparameters of each model for one task and data set.
type preset struct {
	name string

	elem  tuned // of ELEm and EmEL++
	boxel tuned
	elbe  tuned
	box   tuned // of Box²EL
	steps int   // 0: 5,000
}

// tuned are the hyperparameters that differ from DefaultHyper. The zero value means that the paper
// has no setting for the model.
type tuned struct {
	dim            int // 0: 200
	margin, rate   float64
	decay          int
	distance       float64 // δ
	negatives      int     // ω
	regularization float64 // λ
}

var presets = []preset{
	{"galen", tuned{margin: .05, rate: 5e-4}, tuned{dim: 50, rate: 1e-3}, tuned{margin: .05, rate: 5e-3, decay: 2000},
		tuned{margin: .15, rate: 1e-2, distance: 5, negatives: 1, regularization: .4}, 0},
	{"go", tuned{margin: .1, rate: 5e-4}, tuned{dim: 25, rate: 1e-2}, tuned{margin: .1, rate: 5e-3},
		tuned{margin: .15, rate: 1e-2, distance: 5.5, negatives: 5, regularization: .5}, 0},
	{"anatomy", tuned{margin: .05, rate: 5e-4}, tuned{dim: 25, rate: 1e-3}, tuned{margin: .05, rate: 5e-3},
		tuned{margin: .05, rate: 1e-2, distance: 5.5, negatives: 3, regularization: .3}, 7000},
	{"galen-inferences", tuned{rate: 5e-4}, tuned{dim: 25, rate: 5e-3}, tuned{margin: .15, rate: 1e-2},
		tuned{margin: .05, rate: 5e-3, decay: 2000, distance: 1, negatives: 2}, 0},
	{"go-inferences", tuned{margin: .1, rate: 1e-3}, tuned{dim: 25, rate: 1e-3}, tuned{margin: .05, rate: 5e-3},
		tuned{margin: .05, rate: 5e-3, distance: 3, negatives: 3, regularization: .05}, 0},
	{"anatomy-inferences", tuned{margin: .05, rate: 5e-4}, tuned{dim: 25, rate: 1e-3}, tuned{margin: .05, rate: 5e-3},
		tuned{margin: .05, rate: 1e-3, distance: 2, negatives: 2, regularization: .05}, 7000},
	{"yeast", tuned{}, tuned{}, tuned{},
		tuned{margin: .02, rate: 1e-2, decay: 2000, distance: 2.5, negatives: 4,
			regularization: .2}, 0},
	{"human", tuned{}, tuned{}, tuned{}, // the rate is the published code's: the paper says 5e-2
		tuned{margin: .005, rate: 1e-2, distance: 3.5, negatives: 5, regularization: .3}, 0},
}

// sound is the name of DefaultHyper with a margin of 0. With this margin, boxes with a loss of 0
// are a model of the axioms (section 3.3 of the paper, theorem 1).
const sound = "sound"

// Presets lists the names that PresetHyper knows.
func Presets() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return append(names, sound)
}

// PresetHyper returns the hyperparameters that the paper tuned for a task and data set: "galen",
// "go" and "anatomy" for subsumption prediction, the same with "-inferences" for approximating
// deductive reasoning, "yeast" and "human" for link prediction; or "sound". Box²EL-Tr has those of
// Box²EL. The error is ErrOptions.
func PresetHyper(name string, a Architecture) (Hyper, error) {
	h := DefaultHyper(a)
	if name == sound {
		h.Margin = 0
		return h, nil
	}
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == name })
	if i < 0 {
		return h, fmt.Errorf("%w: unknown preset %q: use one of %v", ErrOptions, name, Presets())
	}
	p := presets[i]
	var t tuned
	switch a {
	case Box2EL, Box2ELTr:
		t = p.box
		h.NegativeDistance, h.Negatives = t.distance, t.negatives
		if a == Box2EL {
			h.Regularization = t.regularization
		}
	case ELEm, EmELpp:
		t = p.elem
	case ELBE:
		t = p.elbe
	case BoxEL:
		t = p.boxel
	}
	if t.rate == 0 {
		return h, fmt.Errorf("%w: the paper has no settings of %s for %q", ErrOptions, a, name)
	}
	h.Margin, h.Rate, h.Decay = t.margin, t.rate, t.decay
	if t.dim > 0 {
		h.Dim = t.dim
	}
	if p.steps > 0 {
		h.Steps = p.steps
	}
	return h, nil
}

// Change is one difference between the variants Paper and Corrected.
type Change struct {
	Name string

	apply func(v *Variant, corrected Variant)
}

// Changes lists the differences that affect a model, in the order of Variant's fields.
func Changes(a Architecture) []Change {
	all := []Change{
		{"paired-nf2", func(v *Variant, c Variant) { v.PairedNF2 = c.PairedNF2 }},
		{"hinge", func(v *Variant, c Variant) { v.Hinge = c.Hinge }},
		{"known-negatives", func(v *Variant, c Variant) { v.KnownNegatives = c.KnownNegatives }},
		{"nf1-negatives", func(v *Variant, c Variant) { v.NF1Negatives = c.NF1Negatives }},
		{"shuffled", func(v *Variant, c Variant) { v.Shuffled = c.Shuffled }},
		{"extended", func(v *Variant, c Variant) { v.Extended = c.Extended }},
		{"by-mrr", func(v *Variant, c Variant) { v.ByMRR = c.ByMRR }},
		{"choose-scores", func(v *Variant, c Variant) { v.ChooseScores = c.ChooseScores }},
	}
	var changes []Change
	for _, change := range all {
		if change.concerns(a) {
			changes = append(changes, change)
		}
	}
	return changes
}

// Alone returns the variant Paper with this one change.
func (c Change) Alone(a Architecture) Variant {
	v := Paper()
	v.Mode = "paper+" + c.Name
	c.apply(&v, Corrected(a))
	return v
}

// concerns reports whether a model has the term that the change modifies.
func (c Change) concerns(a Architecture) bool {
	balls := a == ELEm || a == EmELpp
	switch c.Name {
	case "hinge":
		return balls
	case "paired-nf2":
		return !balls && a != BoxEL
	case "extended":
		return a == Box2EL
	}
	return true
}
