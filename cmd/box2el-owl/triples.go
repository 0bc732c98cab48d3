package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"box2el-owl/rdfio"
)

type triplesOptions struct {
	input   inputOptions
	count   bool
	json    bool
	lenient bool
	output  string
}

func newTriplesCmd(io *streams) *cobra.Command {
	var opts triplesOptions
	cmd := &cobra.Command{
		Use:   "triples DOCUMENT",
		Short: "Print the RDF triples of a document",
		Long: `Print the RDF triples of a document as N-Triples, in document order with
repetitions. Blank nodes are named _:b0, _:b1 and so on.

The document must follow the grammar of its syntax. With --lenient, faults that other
tools pass over are warnings, as for the other commands.`,
		Example: `  box2el-owl triples examples/pizzeria.ttl
  box2el-owl triples --count examples/heart.owl`,
		Args: positional(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.json && !opts.count {
				return usagef("--json needs --count")
			}
			return runTriples(cmd.Context(), io, opts)
		},
	}
	flags := cmd.Flags()
	opts.input.addDocumentFlags(cmd)
	completeOntologies(cmd)
	flags.BoolVar(&opts.count, "count", false,
		"print only the numbers of triples and distinct triples")
	flags.BoolVar(&opts.json, "json", false, "with --count: as one JSON document")
	flags.BoolVar(&opts.lenient, "lenient", false,
		"a fault that other tools pass over is a warning (default: an error)")
	flags.StringVarP(&opts.output, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

func runTriples(ctx context.Context, streams *streams, opts triplesOptions) error {
	in, read, err := opts.input.open(streams)
	if err != nil {
		return err
	}
	defer in.Close()
	read.Strict, read.Report = !opts.lenient, &rdfio.Report{}
	defer func() { noteFaults(streams, read.Report, read.File, "") }()
	if opts.count {
		statements, distinct, err := rdfio.CountTriples(ctx, in, read)
		if err != nil {
			return asInputError(err)
		}
		return streams.write(opts.output, func(w io.Writer) error {
			if opts.json {
				return streams.writeDocument(w, map[string]int64{"triples": int64(statements),
					"distinct": int64(distinct)})
			}
			_, err := fmt.Fprintf(w, "%d triples, %d distinct\n", statements, distinct)
			return err
		})
	}
	err = streams.write(opts.output, func(w io.Writer) error {
		return rdfio.WriteTriples(ctx, in, w, read)
	})
	var parse *rdfio.ParseError
	if errors.As(err, &parse) {
		return parse // not an error of the output
	}
	return err
}
