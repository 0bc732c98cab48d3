package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// testBed is split data with its deductive closures.
type testBed struct {
	inputData      *inputData
	d              *dataset.Dataset
	train, closure dataset.Closure // closures of Train and of all sets, or nil
}

func newTestBed(ctx context.Context, streams *streams, opts evaluateOptions, c *inputData,
	seed uint64) (*testBed, error) {
	if opts.oneSplit {
		seed = opts.splitSeed
	}
	reason := reasonWith(streams, opts.training.workers)
	d, err := c.part(ctx, opts.task, seed, reason)
	if err != nil {
		return nil, err
	}
	b := &testBed{inputData: c, d: d}
	if b.train, err = closureOf(ctx, streams, reason, d, &d.Train); err != nil {
		return nil, err
	}
	b.closure = b.train
	if d.Task != dataset.Inferences && b.train != nil { // there the training set entails the others
		b.closure, err = closureOf(ctx, streams, reason, d, &d.Train,
			&d.Validation, &d.Test)
	}
	return b, err
}

// noteLeftOut prints the axioms that have no place in the authors' layout.
func noteLeftOut(streams *streams, report *dataset.LayoutReport) {
	for _, what := range slices.Sorted(maps.Keys(report.Skipped)) {
		streams.note("note: the authors' layout cannot hold %d %s", report.Skipped[what], what)
	}
}

// try trains and tests once.
func (b *testBed) try(ctx context.Context, streams *streams, opts evaluateOptions, t experiment,
	seed uint64) (*ranking.Result, error) {
	options, err := opts.training.options(t.model, t.variant, seed)
	if err != nil {
		return nil, err
	}
	if options.Variant.KnownNegatives {
		options.Closure = b.train
	}
	options.Progress, options.Step = streams.report, streams.noteValidation
	start := time.Now()
	model, err := embed.Train(ctx, b.d, options)
	if err != nil {
		return nil, asTrainingError(b.d, err)
	}
	seconds := time.Since(start).Seconds()
	result, err := b.test(ctx, streams, opts, model)
	if err != nil {
		return nil, err
	}
	result.Seed = seed
	result.Train = &ranking.Training{
		Steps: model.Steps, Seconds: seconds,
		StepsPerSecond: float64(model.Steps) / max(seconds, 1e-9),
		Validation:     keptValidation(model),
	}
	if about := result.Options.(*curate.ModelJSON); !b.inputData.parted {
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
func (b *testBed) test(ctx context.Context, streams *streams, opts evaluateOptions,
	m *embed.Model) (*ranking.Result, error) {
	result, err := curate.Rank(ctx, m, b.d, ranking.EvaluateOptions{
		Workers: opts.training.workers, Progress: streams.report,
		TrainClosure: b.train, Closure: b.closure,
		Labels: b.inputData.labels, IndividualLabels: b.inputData.individualLabels,
		Resamples: opts.bootstrap, Seed: opts.seed,
	}, opts.ablation)
	switch {
	case errors.Is(err, ranking.ErrNothingToRank) && isEmpty(&b.d.Test):
		return nil, fmt.Errorf("%w: %s", err, noTestAxioms(b.d))
	case errors.Is(err, ranking.ErrNothingToRank):
		return nil, fmt.Errorf("%w: %s does not rank axioms of the forms that were held out", err,
			m.Architecture)
	case err != nil:
		return nil, err
	}
	if b.inputData.labels == nil {
		result.Notes = append(result.Notes,
			"lexical compares the names in IRIs: the input has no labels")
	}
	return result, nil
}
