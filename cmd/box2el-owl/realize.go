package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

type realizeOptions struct {
	input   inputOptions
	format  string
	json    bool
	output  string
	direct  bool
	data    bool
	workers int
}

var realizeFormats = []string{"tsv", "json"}

func newRealizeCmd(io *streams) *cobra.Command {
	var opts realizeOptions
	cmd := &cobra.Command{
		Use:   "realize ONTOLOGY",
		Short: "Infer what the individuals are",
		Long: `Infer the types of the named individuals, which of them are the same, and how they are related.

One line for each fact, sorted:
  TYPE<TAB>individual<TAB>class             all named classes but owl:Thing, or with --direct the lowest
  SAME<TAB>a<TAB>b                          a and b are one individual, a < b
  PROPERTY<TAB>a<TAB>property<TAB>b         object properties between named individuals`,
		Example: `  box2el-owl realize examples/pizzeria.ttl
  box2el-owl realize --direct --json examples/pizzeria.ttl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.input.path = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			return runRealize(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&opts.format, "format", "f", "", "tsv or json (default: tsv)")
	flags.BoolVar(&opts.json, "json", false, "the same as --format json")
	flags.StringVarP(&opts.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.BoolVar(&opts.direct, "direct", false, "only the most specific types")
	flags.BoolVar(&opts.data, "data", false, "with the values of data properties")
	flags.IntVar(&opts.workers, "workers", 0, "threads of the reasoner (default: all cores); the result is the same")
	return cmd
}

func (o *realizeOptions) check() error {
	if err := o.input.check(); err != nil {
		return err
	}
	if o.json {
		if o.format != "" && o.format != "json" {
			return usageError{errBothFormats}
		}
		o.format = "json"
	}
	if o.format == "" {
		o.format = "tsv"
	}
	if o.workers < 0 {
		return usageError{fmt.Errorf("--workers %d is negative", o.workers)}
	}
	return oneOf("format", o.format, realizeFormats)
}

func runRealize(ctx context.Context, streams *streams, opts realizeOptions) error {
	ontology, realization, err := realize(ctx, streams, opts)
	if err != nil {
		return err
	}
	err = streams.write(opts.output, func(w io.Writer) error {
		if opts.format == "json" {
			return writeRealizationJSON(w, ontology, realization, opts)
		}
		return reasoner.WriteRealizationTSV(w, realization, reasoner.RealizationFormat{Direct: opts.direct, Data: opts.data})
	})
	if err != nil {
		return err
	}
	if !realization.Consistent() {
		return errInconsistent
	}
	return nil
}

func realize(ctx context.Context, streams *streams, opts realizeOptions) (*owl.Ontology, *reasoner.Realization, error) {
	progress, end := startProgress(streams, opts.input.quiet)
	defer end()
	ontology, _, err := opts.input.read(ctx, streams, progress)
	if err != nil {
		return nil, nil, err
	}
	normal, _, err := el.Normalize(ctx, ontology, el.Options{Progress: progress})
	if err != nil {
		return nil, nil, err
	}
	realization, err := reasoner.Realize(ctx, normal, reasoner.Options{Workers: opts.workers, Progress: progress})
	return ontology, realization, err
}
