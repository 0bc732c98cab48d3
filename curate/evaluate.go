package curate

import (
	"context"
	"fmt"
	"slices"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// Rank ranks the test axioms of parted data by a model that was trained on the rest. A model of the
// published mode is ranked as the published code does, which Notes of the result say where it
// matters, unless all rows are to count alike. Axioms, of the options, is not looked at. Errors are
// those of ranking.Evaluate.
func Rank(ctx context.Context, m *embed.Model, d *dataset.Dataset, opts ranking.EvaluateOptions,
	alike bool) (*ranking.Result, error) {
	scorers, err := m.Scorers()
	if err != nil {
		return nil, err
	}
	opts.Axioms = &d.Test
	var notes []string
	if m.Variant.Mode == "paper" && !alike {
		opts.Ties = ranking.ByID
		opts.PublishedFilter = d.Task == dataset.LinkPrediction
		published := d.Test
		notes = publish(&published, m)
		opts.Axioms = &published
	}
	result, err := ranking.Evaluate(ctx, scorers, d, opts)
	if err != nil {
		return nil, err
	}
	result.Model, result.Mode, result.Seed = string(m.Architecture), m.Variant.Mode, m.Seed
	result.Options, result.KeptAt, result.Notes = About(m), new(m.BestStep), notes
	return result, nil
}

// publish makes of axioms those that the published code takes them for, and says so.
func publish(axioms *dataset.Axioms, m *embed.Model) (notes []string) {
	for _, q := range ranking.Questions() {
		read, differs := embed.PublishedTargets(m.Architecture, q.Form, axioms[q.Form])
		switch {
		case !differs || read.Len() == 0:
			continue
		case slices.Max(read.IDs) >= int32(len(m.Classes)):
			// with more roles than classes the published code ends here
			notes = append(notes,
				fmt.Sprintf(
					"%s is ranked as it should be: the published code takes "+
						"the number of the role for one of the %d classes, which are fewer", q.Form, len(m.Classes)))
			continue
		}
		axioms[q.Form] = read
		notes = append(notes,
			fmt.Sprintf(
				"%s is ranked as the published code does it, by the number of the role in place of the class", q.Form))
	}
	return notes
}

// ModelJSON is the JSON of the options and results of a training. Names never change; fields may be
// added.
type ModelJSON struct {
	embed.Hyper
	Variant   embed.Variant            `json:"variant"`
	Measures  map[string]embed.Measure `json:"measures,omitempty"`
	KeptAt    int                      `json:"keptAt"`
	SplitSeed *uint64                  `json:"splitSeed,omitempty"`
}

// About returns the options and results of the training of a model.
func About(m *embed.Model) *ModelJSON {
	about := &ModelJSON{Hyper: m.Hyper, Variant: m.Variant, KeptAt: m.BestStep,
		Measures: make(map[string]embed.Measure)}
	for form, by := range m.Measures {
		about.Measures[form.String()] = by
	}
	return about
}
