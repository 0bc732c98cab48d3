package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

type trainOptions struct {
	input    inputOptions
	training trainingFlags
	store    storeOptions

	taskName string
	task     dataset.Task
	json     bool
	output   string
}

func newTrainCmd(io *streams) *cobra.Command {
	var opts trainOptions
	cmd := &cobra.Command{
		Use:   "train INPUT",
		Short: "Train embeddings of the classes and roles of an ontology",
		Long: `Train embeddings of the classes and roles of an ontology.

INPUT is an ontology, a folder in the layout of the authors of Box²EL, or a data set written by
train or evaluate. 5 % of the axioms of an ontology are held out for validation; --task also holds
out axioms for testing. Unsatisfiable classes are excluded from training; an inconsistent ontology
is an error.

The model is written to --output, with the losses next to it (.losses.tsv), or to the folder models
next to the store and registered there. Its name then consists of the names of the ontology and the
model and a hash of data and options. It is a safetensors file with the parameters and the split
data as tensors; the metadata hold the names of the rows, the options, the measures on the held-out
axioms and the losses. The same data, options and seed give the same bytes, with any number of
threads.`,
		Example: `  box2el-owl train examples/pizzeria.ttl --dim 20 --steps 200 \
    -o pizzeria.safetensors
  box2el-owl train examples/heart.owl --model elbe --dim 10 --steps 100 -o heart.safetensors`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runTrain),
	}
	opts.input.addFlags(cmd, io)
	opts.training.addFlags(cmd)
	opts.training.addModelFlags(cmd, "seed of the split, the initial parameters and the batches")
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.taskName, "task", "",
		"task to hold out axioms for: "+strings.Join(taskNames(tasks), ", ")+
			" (default: whole; for data in the authors' layout: prediction)")
	choose(cmd, "task", taskNames(tasks)...)
	flags.BoolVar(&opts.json, "json", false, "describe the model on standard output, as JSON")
	flags.StringVarP(&opts.output, "output", "o", "", "write the model to `FILE`")
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *trainOptions) check([]string) error {
	if o.taskName != "" {
		o.task = taskOf(o.taskName)
	}
	if o.json && o.output == "-" {
		return usagef("--json and the model cannot both go to standard output")
	}
	_, err := o.training.chosen()
	return err
}

func runTrain(ctx context.Context, streams *streams, opts trainOptions) error {
	options, err := opts.training.chosen()
	if err != nil {
		return err
	}
	if err := opts.checkPlace(); err != nil {
		return err
	}
	c, d, err := opts.read(ctx, streams)
	if err != nil {
		return err
	}
	options.Progress, options.Step = streams.report, streams.noteValidation
	if options.Variant.KnownNegatives {
		if options.Closure, err = c.closure(ctx, streams, d, &d.Train); err != nil {
			return err
		}
	}
	start := time.Now()
	model, err := embed.Train(ctx, d, options)
	if err != nil {
		return asTrainingError(d, err)
	}
	model.Program = "box2el-owl " + version
	result := describe(c, d, model, time.Since(start).Seconds())
	if err := result.save(streams, opts, d, model); err != nil {
		return err
	}
	result.say(streams)
	if opts.json {
		return streams.write("", func(w io.Writer) error {
			return streams.writeDocument(w, result)
		})
	}
	return nil
}

// checkPlace returns an error, before the training, if the model could not be written.
func (o *trainOptions) checkPlace() error {
	switch o.output {
	case "":
		_, err := o.store.models()
		return err
	case "-":
		return nil
	}
	return checkPlace(o.output)
}

// read reads the data and splits it.
func (o *trainOptions) read(ctx context.Context, streams *streams) (
	*inputData, *dataset.Dataset, error) {
	task := o.task
	if task == dataset.Whole {
		task = dataset.Prediction // the directory of the layout with all axioms
	}
	c, err := readInputData(ctx, streams, inputDataOptions{
		input: o.input, task: task, paper: o.training.mode == "paper",
		workers: o.training.workers,
	})
	if err != nil {
		return nil, nil, err
	}
	c.model = nil // its parameters are not needed
	if o.taskName == "" {
		o.task = dataset.Whole
		if c.parted {
			o.task = c.data.Task
			return c, c.data, nil
		}
	}
	d, err := c.part(ctx, o.task, o.training.seed)
	return c, d, err
}

// save writes the model and then the losses.
func (t *trained) save(
	streams *streams, opts trainOptions, d *dataset.Dataset, m *embed.Model,
) error {
	t.File = opts.output
	if t.File == "-" || isDevice(t.File) {
		return streams.write(t.File, m.Write)
	}
	if t.File == "" {
		dir, err := opts.store.models()
		if err != nil {
			return err
		}
		t.File = filepath.Join(dir, curate.ModelName(m))
	}
	t.Data = t.File
	if err := streams.writePrivate(t.File, m.Write); err != nil || opts.output == "" {
		return err
	}
	t.Losses = t.File + ".losses.tsv"
	losses := func(w io.Writer) error { return writeLosses(w, m.History) }
	return streams.write(t.Losses, losses)
}
