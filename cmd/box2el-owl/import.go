package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

type importOptions struct {
	dir      string
	taskName string
	task     dataset.Task
	model    string
	output   string
}

func newImportCmd(io *streams) *cobra.Command {
	var opts importOptions
	cmd := &cobra.Command{
		Use:   "import DIR",
		Short: "Import data sets and models of the reference Box²EL implementation",
		Long: `Import data sets and models in the layout of the authors of Box²EL: the folder of
an ontology below data/, with prediction/ or inferences/, or the folder of a PPI data set.

The axioms become a data set with their split. With --model, a saved model is imported (the
parameters of the best validation, if they were saved), together with the data set.`,
		Example: `  box2el-owl import data/GALEN -o galen.data
  box2el-owl import data/GALEN --model box2el -o galen.safetensors
  box2el-owl evaluate galen.safetensors`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runImport),
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.taskName, "task", dataset.Prediction.String(),
		strings.Join(taskNames(evaluateTasks), ", "))
	choose(cmd, "task", taskNames(evaluateTasks)...)
	flags.StringVar(&opts.model, "model", "", "the saved model to import: "+
		strings.Join(architectureNames(), ", "))
	choose(cmd, "model", architectureNames()...)
	flags.StringVarP(&opts.output, "output", "o", "",
		"write the data set, or with --model the model, to `FILE`")
	flags.BoolVarP(&io.quiet, "quiet", "q", false, "no notes")
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *importOptions) check(args []string) error {
	o.dir = args[0]
	o.task = taskOf(o.taskName)
	if o.output == "" {
		return usagef("missing --output FILE")
	}
	return nil
}

func runImport(_ context.Context, streams *streams, opts importOptions) error {
	input := inputOptions{path: opts.dir}
	c, err := readLayout(streams,
		inputDataOptions{input: input, task: opts.task, paper: opts.model != ""})
	if err != nil {
		return err
	}
	d := c.data
	if opts.model == "" {
		return streams.write(opts.output, d.Write)
	}
	dir := layoutDir(opts.dir, opts.task)
	m, err := embed.ImportLayoutModel(dir, embed.Architecture(opts.model), d)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return inputError{fmt.Errorf("%s has no saved model %s; it has %s: %w", dir, opts.model,
			savedModels(dir), err)}
	case err != nil:
		return inputError{err}
	}
	return streams.writePrivate(opts.output, m.Write)
}

// savedModels lists the saved models in a directory.
func savedModels(dir string) string {
	return orNone(strings.Join(mapped(embed.LayoutModels(dir),
		func(a embed.Architecture) string { return string(a) }), ", "))
}
