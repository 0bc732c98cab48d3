package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/internal/outfile"
	"box2el-owl/rdfio"
)

type convertOptions struct {
	input  inputOptions
	output outputOptions
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
			opts.output.path = args[1]
			if err := opts.check(io); err != nil {
				return err
			}
			return runConvert(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	opts.output.formats = syntaxes()
	flags.StringVarP(&opts.output.format, "format", "f", "", "`SYNTAX` of the output: "+
		strings.Join(opts.output.formats, ", ")+" (default: by the extension of OUT)")
	choose(cmd, "format", opts.output.formats...)
	merge := flags.Bool("merge-imports", false, "write the imported axioms too")
	beforeRun(cmd, func([]string) error {
		if !*merge && (opts.input.StrictImports || opts.input.FetchImports) {
			return usagef("--strict-imports and --fetch-imports need --merge-imports here")
		}
		opts.input.NoImports = opts.input.NoImports || !*merge
		return nil
	})
	return cmd
}

func (o *convertOptions) check(streams *streams) error {
	names := strings.Join(o.output.formats, "|")
	if _, known := formatsOf(o.output.path); o.output.format == "" && !known {
		if o.output.path == "-" {
			return usagef(
				"cannot infer the output format for standard output: use --format %s", names)
		}
		return usagef("unknown file extension %q: use --format %s",
			filepath.Ext(o.output.path), names)
	}
	return o.output.check(streams, "")
}

func runConvert(ctx context.Context, streams *streams, opts convertOptions) error {
	ontology, report, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	sayNotes(streams, report)
	return streams.write(opts.output.path, func(w io.Writer) error {
		return rdfio.Write(outfile.WithContext(ctx, w), ontology, opts.output.format)
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
		streams.note("note: %s (%d)%s", note.Kind, note.Count, example)
	}
}
