package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/rdfio"
)

type convertOptions struct {
	input  inputOptions
	output string // "-" is standard output
	format string // a name in rdfio's table
}

func newConvertCmd(io *streams) *cobra.Command {
	var opts convertOptions
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Write an ontology in another syntax",
		Long: `Write an ontology in another syntax, chosen by the extension of OUT or by --format.
The output is sorted: the same axioms give the same bytes. Imports remain imports, unless
--merge-imports is given.`,
		Example: `  box2el-owl convert examples/heart.owl heart.ttl
  box2el-owl convert examples/pizzeria.ttl - --format functional`,
		Args: positional(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.input.path, opts.output = args[0], args[1]
			if err := opts.check(); err != nil {
				return err
			}
			return runConvert(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&opts.format, "format", "f", "", "`SYNTAX` of the output: "+
		strings.Join(formatNames(), ", ")+" (default: by the extension of OUT)")
	merge := flags.Bool("merge-imports", false, "write the imported axioms too")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if !*merge {
			if opts.input.strictImports || opts.input.fetchImports {
				return usageError{fmt.Errorf(
					"--strict-imports and --fetch-imports need --merge-imports here")}
			}
			opts.input.noImports = true
		}
		return nil
	}
	return cmd
}

func (o *convertOptions) check() error {
	if err := o.input.check(); err != nil {
		return err
	}
	formats := formatNames()
	if o.format != "" {
		return oneOf("format", o.format, formats)
	}
	if o.output == "-" {
		return usageError{fmt.Errorf(
			"cannot infer the output format for standard output: use --format %s",
			strings.Join(formats, "|"))}
	}
	ending := strings.ToLower(filepath.Ext(o.output))
	for _, f := range rdfio.Formats() {
		for _, ext := range f.Ext {
			if ext == ending {
				o.format = f.Name
				return nil
			}
		}
	}
	return usageError{fmt.Errorf("unknown file extension %q: use --format %s",
		ending, strings.Join(formats, "|"))}
}

func runConvert(ctx context.Context, streams *streams, opts convertOptions) error {
	progress, end := startProgress(streams, opts.input.quiet)
	defer end()
	ontology, report, err := opts.input.read(ctx, streams, progress)
	if err != nil {
		return err
	}
	end()
	if !opts.input.quiet {
		sayNotes(streams, report)
	}
	return streams.write(opts.output, func(w io.Writer) error {
		return rdfio.Write(contextWriter{ctx, w}, ontology, opts.format)
	})
}

// sayNotes prints the constructs that could not be converted unchanged.
func sayNotes(streams *streams, report *rdfio.Report) {
	for _, note := range report.Notes {
		if note.Kind.IsError() {
			continue // noteFaults has reported them
		}
		example := ""
		if len(note.Examples) > 0 {
			example = ", first: " + findingText(note.Examples[0])
		}
		streams.say("note: %s (%d)%s", note.Kind, note.Count, example)
	}
}

// contextWriter fails once its context is canceled, which stops the writing function.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
