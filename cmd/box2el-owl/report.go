package main

import (
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"box2el-owl/report"
	"box2el-owl/suggest"
)

type reportOptions struct {
	input    inputOptions
	training trainingFlags

	classes []string
	by      string
	output  outputOptions

	arguments []string // from the command line, for the report
}

func newReportCmd(io *streams) *cobra.Command {
	var opts reportOptions
	cmd := &cobra.Command{
		Use:   "report ONTOLOGY",
		Short: "Compare entailments with predictions of a model",
		Long: `Compare the entailments of an ontology with the predictions of a model.

10 % of the axioms of each normal form are held out for testing and 10 % for validation. A model
is trained on the others, and the reasoner computes the entailments of the training axioms and of
all axioms. The report compares the two: agreement and disagreement, inferred axioms with proofs,
verdicts on top predictions, rank by proof depth, and baselines.

HTML is one self-contained file; JSON has the same content; TSV is one table of section, group,
item, measure and value. On a terminal without --output, the report is written to a file named
after the ontology in the current folder, and its summary to the terminal.`,
		Example: `  box2el-owl report examples/pizzeria.ttl --dim 20 --steps 200 -o pizzeria.html
  box2el-owl report examples/heart.owl --dim 10 --steps 100 --format json`,
		Args: positional(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.arguments = changedFlags(cmd)
			if _, err := opts.training.chosen(); err != nil {
				return err
			}
			return runReport(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	opts.training.addFlags(cmd)
	opts.training.addModelFlags(cmd,
		"seed of the split, the initial parameters, the batches and all samples")
	flags := cmd.Flags()
	flags.StringArrayVar(&opts.classes, "class", nil,
		"draw the neighborhood of `CLASS`; repeatable (default: one class with several neighbors)")
	flags.StringVar(&opts.by, "by", "",
		"boxes: rank suggestions by the distance in the model alone (default: by learned weights)")
	choose(cmd, "by", string(suggest.ByBoxes))
	completeClasses(cmd, "class")
	opts.output.addFlags(cmd, io,
		"html, json or tsv (default: by the extension of the output, else html)", "",
		"html", "json", "tsv")
	return cmd
}

// changedFlags returns the flags that were given, as on the command line.
func changedFlags(cmd *cobra.Command) []string {
	var list []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "output", "quiet", "format", "json":
		default:
			values := []string{f.Value.String()}
			if several, ok := f.Value.(pflag.SliceValue); ok {
				values = several.GetSlice()
			}
			for _, value := range values {
				list = append(list, "--"+f.Name+"="+value)
			}
		}
	})
	return list
}

// quoted returns a word quoted for the shell. The shells of Windows share double quotes only.
func quoted(word string) string {
	windows := runtime.GOOS == "windows"
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_=./:,+@", r) || windows && r == '\\'
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	if windows {
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func runReport(ctx context.Context, streams *streams, opts reportOptions) error {
	comparison, err := compare(ctx, streams, opts)
	if err != nil {
		return err
	}
	path, toTerminal := opts.output.path, opts.output.path == "" && streams.outTerminal
	if toTerminal {
		path = comparison.Ontology.Name + "-report." + opts.output.format
	}
	err = streams.write(path, func(w io.Writer) error {
		switch opts.output.format {
		case "json":
			return streams.writeDocument(w, comparison)
		case "tsv":
			return report.WriteTSV(w, comparison)
		}
		return report.WriteHTML(w, comparison)
	})
	if err != nil {
		return err
	}
	if toTerminal {
		return streams.writeText("", strings.Join(comparison.Summary, "\n")+"\n\n"+path+"\n")
	}
	if path != "" && path != "-" {
		for _, sentence := range comparison.Summary {
			streams.note("%s", sentence)
		}
		streams.note("report: %s", path)
	}
	return nil
}
