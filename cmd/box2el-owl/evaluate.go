package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

type evaluateOptions struct {
	input    inputOptions // for each of inputs, with its path replaced
	training trainingFlags

	inputs    []string
	taskName  string
	task      dataset.Task
	taskGiven bool
	models    []string
	modes     []string
	seed      uint64
	seedList  string
	seeds     []uint64
	splitSeed uint64
	oneSplit  bool // --split-seed was given
	bootstrap int
	ablation  bool
	output    outputOptions
}

var evaluateTasks = []dataset.Task{dataset.Prediction, dataset.Inferences, dataset.LinkPrediction}

func newEvaluateCmd(io *streams) *cobra.Command {
	var opts evaluateOptions
	cmd := &cobra.Command{
		Use:   "evaluate INPUT...",
		Short: "Measure how well models predict held-out axioms",
		Long: `Measure how well models predict held-out axioms.

An INPUT is one of:
  an ontology, which is split with the seed;
  a folder in the layout of the authors of Box²EL (export --to layout), or a data set written by
  import, with its split;
  a model written by train, with its data set.

Tasks: prediction of axioms in normal form (80 % for training, 10 % for validation, 10 % for
testing); inferences, with all axioms for training and entailed subsumptions for testing; links,
assertions r(a,b). The missing part of each test axiom is ranked among all candidates: hits at 1,
10 and 100, median rank, MRR, mean rank and AUC, raw and filtered (known axioms; entailed axioms),
with two baselines: popularity and lexical similarity.

--ablation trains in paper mode, with each single change of the default mode, and in the default
mode.`,
		Example: `  box2el-owl evaluate examples/pizzeria.ttl --dim 20 --steps 200
  box2el-owl evaluate --model box2el,elbe --seeds 2 --dim 20 --steps 100 examples/heart.owl
  box2el-owl evaluate examples/heart.owl --seeds 4,5 --dim 10 --steps 100 --format tsv`,
		Args: positional(0, 1<<20),
		RunE: running(io, &opts, runEvaluate),
	}
	opts.input.addFlags(cmd, io)
	opts.training.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.taskName, "task", dataset.Prediction.String(),
		strings.Join(taskNames(evaluateTasks), ", "))
	choose(cmd, "task", taskNames(evaluateTasks)...)
	flags.StringSliceVar(&opts.models, "model", []string{string(embed.Box2EL)},
		"models, separated by commas, or all: "+strings.Join(architectureNames(), ", "))
	choose(cmd, "model", append(architectureNames(), "all")...)
	flags.StringSliceVar(&opts.modes, "mode", []string{"default"},
		"default (corrected), paper (as the published code does), or both, separated by commas")
	choose(cmd, "mode", modes...)
	flags.Uint64Var(&opts.seed, "seed", 1,
		"seed of the split, the initial parameters and the batches")
	flags.StringVar(&opts.seedList, "seeds", "",
		"several seeds (1,2,3), or their number, from --seed on: mean and standard deviation")
	flags.Uint64Var(&opts.splitSeed, "split-seed", 0,
		"use one train/test split (`SEED`) for all seeds (default: one split per seed)")
	flags.IntVar(&opts.bootstrap, "bootstrap", 0, "95 % confidence intervals from `N` resamples")
	atLeast(cmd, 0, "bootstrap")
	flags.BoolVar(&opts.ablation, "ablation", false,
		"train with each single change of the default mode")
	opts.output.addFlags(cmd, io, "text, tsv or json (JSON Lines; default: by the extension of "+
		"the output, else text)", "", "text", "tsv", "json")
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *evaluateOptions) check(args []string) error {
	o.inputs = args
	o.oneSplit, o.taskGiven = o.training.given("split-seed"), o.training.given("task")
	if slices.Contains(o.models, "all") {
		o.models = architectureNames()
	}
	o.task = taskOf(o.taskName)
	var err error
	if o.seeds, err = o.parseSeeds(); err != nil {
		return usageError{err}
	}
	if o.bootstrap > maxResamples {
		return usagef("--bootstrap %d: choose at most %d", o.bootstrap, maxResamples)
	}
	if len(o.inputs) == 0 {
		return usagef("no INPUT given; name an ontology, a data set or a model")
	}
	for _, t := range o.experiments() {
		if _, err := o.training.options(t.model, t.variant, o.seed); err != nil {
			return err
		}
	}
	return nil
}

const (
	maxSeeds     = 1000    // runs of one setting
	maxResamples = 100_000 // each takes memory
)

// parseSeeds reads "3,5,7" as these seeds and "3" as three seeds.
func (o *evaluateOptions) parseSeeds() ([]uint64, error) {
	if o.seedList == "" {
		return []uint64{o.seed}, nil
	}
	if n, err := strconv.Atoi(o.seedList); err == nil {
		if n < 1 || n > maxSeeds {
			return nil, fmt.Errorf("--seeds %d: choose 1 to %d", n, maxSeeds)
		}
		var seeds []uint64
		for i := range uint64(n) {
			seeds = append(seeds, o.seed+i)
		}
		return seeds, nil
	}
	var seeds []uint64
	for _, word := range strings.Split(o.seedList, ",") {
		seed, err := strconv.ParseUint(strings.TrimSpace(word), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("--seeds %q: use a list such as 1,2,3, or a number of seeds",
				o.seedList)
		}
		seeds = append(seeds, seed)
	}
	return seeds, nil
}

// experiment is a model and variant to train with each seed.
type experiment struct {
	model   embed.Architecture
	variant embed.Variant
}

func (o *evaluateOptions) experiments() []experiment {
	var list []experiment
	for _, name := range o.models {
		model := embed.Architecture(name)
		if !o.ablation {
			for _, mode := range o.modes {
				list = append(list, experiment{model, variantOf(mode, model)})
			}
			continue
		}
		list = append(list, experiment{model, embed.Paper()})
		for _, change := range embed.Changes(model) {
			list = append(list, experiment{model, change.Alone(model)})
		}
		list = append(list, experiment{model, embed.Corrected(model)})
	}
	return list
}

// evaluated holds the results of one experiment on one input, one per seed.
type evaluated struct {
	experiment
	results []*ranking.Result
}

func runEvaluate(ctx context.Context, streams *streams, opts evaluateOptions) error {
	var all []*evaluated
	for _, input := range opts.inputs {
		opts.input.path = input
		list, err := evaluateInput(ctx, streams, opts)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	return streams.write(opts.output.path,
		func(w io.Writer) error { return writeEvaluated(w, opts, all) })
}

// evaluateInput tests the model of an input. If it has none, it runs every experiment with every
// seed.
func evaluateInput(ctx context.Context, streams *streams, opts evaluateOptions) (
	[]*evaluated, error) {
	paper := len(opts.modes) == 1 && opts.modes[0] == "paper" && !opts.ablation
	c, err := readInputData(ctx, streams, inputDataOptions{input: opts.input, task: opts.task,
		paper: paper, workers: opts.training.workers})
	if err != nil {
		return nil, err
	}
	if c.parted && !opts.taskGiven {
		opts.task = c.data.Task
	}
	if c.model != nil {
		return evaluateModel(ctx, streams, opts, c)
	}
	var list []*evaluated
	for _, t := range opts.experiments() {
		t.variant.Last = opts.training.choice == "last"
		list = append(list, &evaluated{experiment: t})
	}
	var b *testBed
	for i, seed := range opts.seeds {
		if b == nil || !opts.oneSplit && !c.parted {
			if b, err = newTestBed(ctx, streams, opts, c, seed); err != nil {
				return nil, err
			}
		}
		for _, e := range list {
			result, err := b.try(ctx, e.experiment, seed)
			if err != nil {
				return nil, err
			}
			e.results = append(e.results, result)
			sayResult(streams, result, i+1, len(opts.seeds))
		}
	}
	return list, nil
}

func sayResult(streams *streams, r *ranking.Result, i, n int) {
	streams.note("%s, %s (%s), seed %d (%d of %d): %d steps in %.1f s; raw MRR %.3f, H@10 %.3f",
		r.Dataset, r.Model, r.Mode, r.Seed, i, n, r.Train.Steps, r.Train.Seconds, r.Combined.MRR,
		r.Combined.Hits.At10)
}
