package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

type exportOptions struct {
	input    inputOptions
	to       string
	output   string
	block    string
	taskName string
	task     dataset.Task
	seed     uint64
	workers  int
}

var exportForms = []string{"npy", "word2vec", "tsv", "layout"}

func newExportCmd(io *streams) *cobra.Command {
	var opts exportOptions
	cmd := &cobra.Command{
		Use:   "export INPUT [OUTPUT]",
		Short: "Write embeddings or data for other programs",
		Long: `Write embeddings or data for other programs.

Of a model, word2vec (text, one row per line, as gensim reads it) and tsv write one block of
parameters, by default that of the classes, to a file or standard output. npy writes all blocks to
a folder, in the layout of the code of the authors of Box²EL. Values are those of the training.

layout writes axioms to a folder in the layout of that code: an ontology is split by --task and
--seed; a data set or a model has its own split.`,
		Example: `  box2el-owl export pizzeria.safetensors --to word2vec pizzeria.txt
  box2el-owl export examples/pizzeria.ttl --to layout data/pizzeria`,
		Args: positional(1, 2),
		RunE: running(io, &opts, runExport),
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.StringVar(&opts.to, "to", "", strings.Join(exportForms, ", "))
	choose(cmd, "to", exportForms...)
	flags.StringVar(&opts.block, "block", "",
		"with word2vec and tsv: `NAME` of the block of parameters (default: the classes)")
	flags.StringVar(&opts.taskName, "task", dataset.Prediction.String(),
		"with layout, of an ontology: task to split the axioms for: "+strings.Join(taskNames(tasks), ", "))
	choose(cmd, "task", taskNames(tasks)...)
	flags.Uint64Var(&opts.seed, "seed", 1, "seed of the split")
	addWorkers(cmd, &opts.workers)
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *exportOptions) check(args []string) error {
	o.output = strings.Join(args[1:], "")
	if o.to == "" {
		return usagef("missing --to; one of: %s",
			strings.Join(exportForms, ", "))
	}
	o.task = taskOf(o.taskName)
	dir := o.to == "npy" || o.to == "layout"
	switch {
	case dir && (o.output == "" || o.output == "-"):
		return usagef("--to %s writes several files: name a folder", o.to)
	case dir && o.block != "":
		return usagef("--block needs --to word2vec or --to tsv")
	}
	return nil
}

func runExport(ctx context.Context, streams *streams, opts exportOptions) error {
	if opts.to != "layout" {
		return exportModel(streams, opts)
	}
	c, err := readInputData(ctx, streams, inputDataOptions{input: opts.input, task: opts.task,
		workers: opts.workers})
	if err != nil {
		return err
	}
	d := c.data
	if !c.parted {
		if d, err = c.part(ctx, opts.task, opts.seed); err != nil {
			return err
		}
	}
	var report *dataset.LayoutReport
	err = streams.writeDir(opts.output, func(dir string) error {
		report, err = dataset.WriteLayout(dir, d)
		return err
	})
	if err != nil {
		return err
	}
	for _, what := range slices.Sorted(maps.Keys(report.Skipped)) {
		streams.note("note: the authors' layout cannot hold %d %s", report.Skipped[what], what)
	}
	return nil
}

func exportModel(streams *streams, opts exportOptions) error {
	m, err := embed.OpenModel(opts.input.path)
	switch {
	case errors.Is(err, embed.ErrNotModel), opts.input.path == "-":
		return inputError{fmt.Errorf("%s is not a model; --to %s needs a model written by train",
			opts.input.path, opts.to)}
	case err != nil:
		return inputError{err}
	case opts.to == "npy":
		return streams.writeDir(opts.output, func(folder string) error {
			return m.ExportLayout(layoutDir(folder, m.Data.Task))
		})
	}
	write := m.ExportTSV
	if opts.to == "word2vec" {
		write = m.ExportWord2Vec
	}
	err = streams.write(opts.output, func(w io.Writer) error { return write(w, opts.block) })
	if errors.Is(err, embed.ErrNoBlock) {
		return usageError{err}
	}
	return err
}

// layoutDir returns the directory of a task in the layout.
func layoutDir(dir string, task dataset.Task) string {
	switch task {
	case dataset.Inferences:
		return filepath.Join(dir, "inferences")
	case dataset.LinkPrediction:
		return dir
	}
	return filepath.Join(dir, "prediction")
}
