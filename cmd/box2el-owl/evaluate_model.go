package main

import (
	"context"
	"errors"
	"os"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// openModelOrNot opens a model file. It returns nil if the file is not a model.
func openModelOrNot(path string) (*embed.Model, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, nil // reported when it is read
	}
	m, err := embed.OpenModel(path)
	switch {
	case errors.Is(err, embed.ErrNotModel):
		return nil, nil
	case err != nil:
		return nil, inputError{err}
	}
	return m, nil
}

// evaluateModel ranks the test axioms of the data that a model was trained on.
func evaluateModel(ctx context.Context, streams *streams, opts evaluateOptions,
	m *embed.Model) ([]*evaluated, error) {
	c := &inputData{data: m.Data, parted: true}
	opts.keepTask(c)
	for _, flag := range []string{"model", "mode", "preset", "dim", "margin", "negative-distance",
		"negatives", "regularization", "rate", "decay", "steps", "batch", "patience", "parameters",
		"seeds", "split-seed"} {
		if opts.training.given(flag) {
			streams.note("note: %s is a trained model: --%s is ignored", opts.input.path, flag)
		}
	}
	var notes []string
	if isEmpty(&c.data.Test) && !isEmpty(&c.data.Validation) {
		d := *c.data
		d.Test, d.Validation = d.Validation, dataset.Axioms{}
		c.data = &d
		notes = append(notes,
			"no test split: these are validation results (optimistic)")
	}
	b, err := newTestBed(ctx, streams, opts, c, m.Seed)
	if err != nil {
		return nil, err
	}
	result, err := b.test(ctx, streams, opts, m)
	if err != nil {
		return nil, err
	}
	result.Notes = append(result.Notes, notes...)
	t := experiment{m.Architecture, m.Variant}
	return []*evaluated{{experiment: t, results: []*ranking.Result{result}}}, nil
}

func isEmpty(axioms *dataset.Axioms) bool {
	for form := range axioms {
		if axioms[form].Len() > 0 {
			return false
		}
	}
	return true
}
