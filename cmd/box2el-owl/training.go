package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/suggest/evidence"
)

// trainingFlags holds the flags of commands that train. Flags of hyperparameters override presets
// only if they were given.
type trainingFlags struct {
	preset   string
	hyper    embed.Hyper
	patience int
	choice   string
	workers  int

	model, mode string // with addModelFlags
	seed        uint64

	given func(flag string) bool
}

func (f *trainingFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.given = flags.Changed
	h := embed.HyperOf(embed.Box2EL, embed.Corrected(embed.Box2EL))
	flags.StringVar(&f.preset, "preset", "", "the paper's settings for `DATA`: "+
		strings.Join(embed.Presets(), ", "))
	choose(cmd, "preset", embed.Presets()...)
	flags.IntVar(&f.hyper.Dim, "dim", h.Dim, "dimensions n (default for boxel: 50)")
	flags.Float64Var(&f.hyper.Margin, "margin", h.Margin,
		"margin γ; the default depends on model and mode")
	flags.Float64Var(&f.hyper.NegativeDistance, "negative-distance", h.NegativeDistance,
		"distance δ of negatives")
	flags.IntVar(&f.hyper.Negatives, "negatives", h.Negatives, "negatives ω per axiom")
	flags.Float64Var(&f.hyper.Regularization, "regularization", h.Regularization,
		"regularization λ of bumps")
	flags.Float64Var(&f.hyper.Rate, "rate", h.Rate, "learning rate")
	flags.IntVar(&f.hyper.Decay, "decay", h.Decay,
		"divide the learning rate by 10 after `STEP`; 0: never")
	flags.IntVar(&f.hyper.Steps, "steps", h.Steps, "maximum number of steps")
	flags.IntVar(&f.hyper.Batch, "batch", h.Batch, "axioms of each form per step")
	flags.IntVar(&f.patience, "patience", 0,
		"stop after `N` validations (one per 100 steps) without improvement; 0: never (default: by mode)")
	atLeast(cmd, 0, "patience", "decay")
	flags.StringVar(&f.choice, "parameters", "best",
		"best (on the validation axioms) or last (after the last step)")
	choose(cmd, "parameters", "best", "last")
	addWorkers(cmd, &f.workers)
}

// addModelFlags adds the flags of a command that trains one model.
func (f *trainingFlags) addModelFlags(cmd *cobra.Command, seed string) {
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", string(embed.Box2EL),
		strings.Join(architectureNames(), ", "))
	choose(cmd, "model", architectureNames()...)
	flags.StringVar(&f.mode, "mode", "default",
		"default (corrected) or paper (as the published code does)")
	choose(cmd, "mode", modes...)
	flags.Uint64Var(&f.seed, "seed", 1, seed)
}

// chosen returns the options of the model that addModelFlags names. The error is a usage error.
func (f *trainingFlags) chosen() (embed.Options, error) {
	model := embed.Architecture(f.model)
	return f.options(model, variantOf(f.mode, model), f.seed)
}

// modes are the names of the training modes.
var modes = []string{"paper", "default"}

func variantOf(mode string, model embed.Architecture) embed.Variant {
	if mode == "paper" {
		return embed.Paper()
	}
	return embed.Corrected(model)
}

// options returns the options of a model and variant with the flags applied. The error is a usage
// error.
func (f *trainingFlags) options(model embed.Architecture, variant embed.Variant,
	seed uint64) (embed.Options, error) {
	h, err := f.hyperOf(model, variant)
	if f.given("patience") {
		variant.Patience = f.patience
	}
	variant.Last = f.choice == "last"
	opts := embed.Options{Model: model, Hyper: &h, Variant: &variant, Seed: seed,
		Workers: f.workers}
	if err == nil {
		err = opts.Check()
	}
	if err != nil {
		return opts, usageError{err}
	}
	return opts, nil
}

func (f *trainingFlags) hyperOf(model embed.Architecture, variant embed.Variant) (
	embed.Hyper, error) {
	h := embed.HyperOf(model, variant)
	if f.preset != "" {
		var err error
		if h, err = embed.PresetHyper(f.preset, model); err != nil {
			return h, err
		}
	}
	for flag, set := range map[string]func(){
		"dim":               func() { h.Dim = f.hyper.Dim },
		"margin":            func() { h.Margin = f.hyper.Margin },
		"negative-distance": func() { h.NegativeDistance = f.hyper.NegativeDistance },
		"negatives":         func() { h.Negatives = f.hyper.Negatives },
		"regularization":    func() { h.Regularization = f.hyper.Regularization },
		"rate":              func() { h.Rate = f.hyper.Rate },
		"decay":             func() { h.Decay = f.hyper.Decay },
		"steps":             func() { h.Steps = f.hyper.Steps },
		"batch":             func() { h.Batch = f.hyper.Batch },
	} {
		if f.given(flag) {
			set()
		}
	}
	return h, nil
}

func architectureNames() []string {
	return mapped(embed.Architectures(), func(a embed.Architecture) string { return string(a) })
}

// tasks are the tasks that data can be split for.
var tasks = []dataset.Task{dataset.Prediction, dataset.Inferences, dataset.LinkPrediction,
	dataset.Whole}

func taskNames(of []dataset.Task) []string { return mapped(of, dataset.Task.String) }

// taskOf returns the task with a name of taskNames.
func taskOf(name string) dataset.Task {
	return tasks[slices.IndexFunc(tasks, func(t dataset.Task) bool { return t.String() == name })]
}

// asTrainingError marks errors caused by options as usage errors and adds the name of the data to
// others.
func asTrainingError(d *dataset.Dataset, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, embed.ErrOptions):
		return usageError{err}
	case errors.Is(err, embed.ErrNothingToTrain):
		return err
	}
	return fmt.Errorf("%s: %w", d.Name, err)
}

// plural formats a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// thousands formats a number with thousands separators.
func thousands(n int) string { return evidence.Thousands(n) }
