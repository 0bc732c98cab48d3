package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// testBed is split data with its deductive closures.
type testBed struct {
	*inputData
	streams        *streams
	opts           evaluateOptions
	d              *dataset.Dataset
	ofTrain, ofAll dataset.Closure // closures of Train and of all sets, or nil
}

func newTestBed(ctx context.Context, streams *streams, opts evaluateOptions, c *inputData,
	seed uint64) (*testBed, error) {
	if opts.oneSplit {
		seed = opts.splitSeed
	}
	d, err := c.part(ctx, opts.task, seed)
	if err != nil {
		return nil, err
	}
	b := &testBed{inputData: c, streams: streams, opts: opts, d: d}
	if b.ofTrain, err = c.closure(ctx, streams, d, &d.Train); err != nil {
		return nil, err
	}
	b.ofAll = b.ofTrain
	if d.Task != dataset.Inferences && b.ofTrain != nil { // else Train entails the others
		b.ofAll, err = c.closure(ctx, streams, d, &d.Train, &d.Validation, &d.Test)
	}
	return b, err
}

// try trains and tests once.
func (b *testBed) try(ctx context.Context, t experiment, seed uint64) (*ranking.Result, error) {
	options, err := b.opts.training.options(t.model, t.variant, seed)
	if err != nil {
		return nil, err
	}
	if options.Variant.KnownNegatives {
		options.Closure = b.ofTrain
	}
	options.Progress, options.Step = b.streams.report, b.streams.noteValidation
	start := time.Now()
	model, err := embed.Train(ctx, b.d, options)
	if err != nil {
		return nil, asTrainingError(b.d, err)
	}
	seconds := time.Since(start).Seconds()
	result, err := b.test(ctx, model)
	if err != nil {
		return nil, err
	}
	result.Seed = seed
	result.Train = &ranking.Training{
		Steps: model.Steps, Seconds: seconds,
		StepsPerSecond: float64(model.Steps) / max(seconds, 1e-9),
		Validation:     keptValidation(model),
	}
	if about := result.Options.(*curate.ModelJSON); !b.parted {
		about.SplitSeed = &b.d.Seed
	}
	return result, nil
}

// noTestAxioms returns why a data set has no test axioms.
func noTestAxioms(d *dataset.Dataset) string {
	if d.Task == dataset.Whole {
		return "the model was trained on all axioms; train one with --task prediction"
	}
	return fmt.Sprintf("no axiom that --task %s can hold out has all its names in training axioms",
		d.Task)
}

// test ranks the test axioms with a model.
func (b *testBed) test(ctx context.Context, m *embed.Model) (*ranking.Result, error) {
	result, err := curate.Rank(ctx, m, b.d, ranking.EvaluateOptions{
		Workers: b.opts.training.workers, Progress: b.streams.report,
		TrainClosure: b.ofTrain, Closure: b.ofAll,
		Labels: b.labels, IndividualLabels: b.individualLabels,
		Resamples: b.opts.bootstrap, Seed: b.opts.seed,
	}, b.opts.ablation)
	switch {
	case errors.Is(err, ranking.ErrNothingToRank) && isEmpty(&b.d.Test):
		return nil, fmt.Errorf("%w: %s", err, noTestAxioms(b.d))
	case errors.Is(err, ranking.ErrNothingToRank):
		return nil, fmt.Errorf("%w: %s does not rank axioms of the forms that were held out", err,
			m.Architecture)
	case err != nil:
		return nil, err
	}
	if b.labels == nil {
		result.Notes = append(result.Notes,
			"lexical compares the names in IRIs: the input has no labels")
	}
	return result, nil
}

// evaluateModel ranks the test axioms of the data that a model was trained on.
func evaluateModel(ctx context.Context, streams *streams, opts evaluateOptions, c *inputData) (
	[]*evaluated, error) {
	m := c.model
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
	result, err := b.test(ctx, m)
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
