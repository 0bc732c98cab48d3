package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
)

// testBed is parted data with what follows from it.
type testBed struct {
	corpus         *corpus
	d              *dataset.Dataset
	train, closure dataset.Closure // of the training set, and of all sets; nil where nobody asks
}

func newTestBed(ctx context.Context, streams *streams, opts evaluateOptions, c *corpus, seed uint64, progress owl.Progress) (*testBed, error) {
	if opts.oneSplit {
		seed = opts.splitSeed
	}
	reason := reasonWith(opts.training.workers, progress)
	d, err := c.part(ctx, opts.task, seed, reason)
	if err != nil {
		return nil, err
	}
	if opts.saveSplit != "" {
		if err := saveSplit(streams, opts.saveSplit, d, opts.input.quiet); err != nil {
			return nil, err
		}
	}
	b := &testBed{corpus: c, d: d}
	if b.train, err = closureOf(ctx, streams, opts.input.quiet, reason, d, &d.Train); err != nil {
		return nil, err
	}
	b.closure = b.train
	if d.Task != dataset.Inferences && b.train != nil { // there the training set entails the others
		b.closure, err = closureOf(ctx, streams, opts.input.quiet, reason, d, &d.Train, &d.Validation, &d.Test)
	}
	return b, err
}

// saveSplit writes the sets in the authors' layout into a folder, and as a data set beside.
func saveSplit(streams *streams, dir string, d *dataset.Dataset, quiet bool) error {
	return streams.writeFolder(dir, func(folder string) error {
		report, err := dataset.WriteLayout(folder, d)
		if err != nil {
			return err
		}
		noteLeftOut(streams, report, quiet)
		return streams.write(filepath.Join(folder, d.Name+".data"), d.Write)
	})
}

// noteLeftOut says what the authors' layout has no place for.
func noteLeftOut(streams *streams, report *dataset.LayoutReport, quiet bool) {
	for form := range dataset.NumForms {
		if n := report.Skipped[form.String()]; n > 0 && !quiet {
			streams.say("note: the authors' layout has no place for %d axioms of form %s", n, form)
		}
	}
}

// try trains and tests once.
func (b *testBed) try(ctx context.Context, streams *streams, opts evaluateOptions, t trial, seed uint64) (*ranking.Result, error) {
	progress, end := startTrainingProgress(streams, opts.input.quiet)
	defer end()
	options, err := opts.training.options(t.model, t.variant, seed)
	if err != nil {
		return nil, err
	}
	if options.Variant.KnownNegatives {
		options.Closure = b.train
	}
	options.Progress, options.Step = progress.report, progress.note
	start := time.Now()
	model, err := embed.Train(ctx, b.d, options)
	if err != nil {
		return nil, asTrainingError(b.d, err)
	}
	seconds := time.Since(start).Seconds()
	result, err := b.test(ctx, opts, model, progress.report)
	if err != nil {
		return nil, err
	}
	result.Seed = seed
	result.Train = &ranking.Training{
		Steps: model.Steps, Seconds: seconds, StepsPerSecond: float64(model.Steps) / max(seconds, 1e-9), Validation: keptValidation(model),
	}
	if about := result.Options.(*modelJSON); !b.corpus.parted {
		about.SplitSeed, about.Role = &b.d.Seed, opts.role
	}
	return result, drawEvaluation(streams, opts, model, result)
}

// test ranks the test axioms by a model.
func (b *testBed) test(ctx context.Context, opts evaluateOptions, m *embed.Model, progress owl.Progress) (*ranking.Result, error) {
	scorers, err := m.Scorers()
	if err != nil {
		return nil, err
	}
	ranked := ranking.EvaluateOptions{
		Axioms: &b.d.Test, Workers: opts.training.workers, Progress: progress,
		TrainClosure: b.train, Closure: b.closure,
		Labels: b.corpus.labels, IndividualLabels: b.corpus.individualLabels,
		Resamples: opts.bootstrap, Seed: opts.seed,
	}
	var notes []string
	if paper := m.Variant.Mode == "paper"; paper && !opts.ablation { // an ablation counts all rows alike
		ranked.Ties = ranking.ByID
		ranked.PublishedFilter = b.d.Task == dataset.LinkPrediction
		published := *ranked.Axioms
		for _, q := range ranking.Questions() {
			read, differs := embed.PublishedTargets(m.Architecture, q.Form, published[q.Form])
			switch {
			case !differs || read.Len() == 0:
				continue
			case slices.Max(read.IDs) >= int32(len(m.Classes)): // with more roles than classes the published code ends here
				notes = append(notes, fmt.Sprintf("%s is ranked as it should be: the published code takes the number of the role for one of the %d classes, and there are not so many", q.Form, len(m.Classes)))
				continue
			}
			published[q.Form] = read
			notes = append(notes, fmt.Sprintf("%s is ranked as the published code does it, by the number of the role in place of the class", q.Form))
		}
		ranked.Axioms = &published
	}
	result, err := ranking.Evaluate(ctx, scorers, b.d, ranked)
	switch {
	case errors.Is(err, ranking.ErrNothingToRank) && isEmpty(&b.d.Test):
		return nil, fmt.Errorf("%w: no axiom could be held out whose names others speak of, too", err)
	case errors.Is(err, ranking.ErrNothingToRank):
		return nil, fmt.Errorf("%w: %s does not rank axioms of the forms that were held out", err, m.Architecture)
	case err != nil:
		return nil, err
	}
	result.Model, result.Mode, result.Seed = string(m.Architecture), m.Variant.Mode, m.Seed
	result.Options, result.Notes = aboutModel(m), notes
	opts.cut(result)
	return result, nil
}

// cut leaves of a result what is to be shown.
func (o *evaluateOptions) cut(result *ranking.Result) {
	if o.noAuxiliary {
		withoutAuxiliary(&result.Findings)
		result.Notes = append(result.Notes, "without the names that the normalization made")
	}
	if len(o.filters) > 0 {
		keepFilters(&result.Findings, o.filters)
	}
}

// modelJSON is what JSON says of how a model came to be. Names never change; additions only.
type modelJSON struct {
	embed.Hyper
	Variant   embed.Variant            `json:"variant"`
	Measures  map[string]embed.Measure `json:"measures,omitempty"`
	KeptAt    int                      `json:"keptAt"`
	SplitSeed *uint64                  `json:"splitSeed,omitempty"`
	Role      string                   `json:"role,omitempty"`
}

func aboutModel(m *embed.Model) *modelJSON {
	about := &modelJSON{Hyper: m.Hyper, Variant: m.Variant, KeptAt: m.KeptAt, Measures: make(map[string]embed.Measure)}
	for form, by := range m.Measures {
		about.Measures[form.String()] = by
	}
	return about
}
