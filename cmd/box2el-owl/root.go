package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// execute runs one command line and reports its error on the error stream in one line.
func execute(ctx context.Context, args []string, io *streams) exitCode {
	root, started := newRootCmd(io)
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	if err != nil && !*started {
		err = usageError{err} // errors of cobra: unknown commands, flags, numbers of arguments
	}
	code := codeOf(err)
	switch {
	case err == nil:
	case code == exitInterrupted:
		io.say("box2el-owl: interrupted")
	case code == exitUsage:
		io.say("box2el-owl: %s", oneLine(err))
		var expression *expressionError
		if errors.As(err, &expression) {
			text, caret := expression.pointer()
			io.say("%s", text)
			io.say("%s", caret)
		} else {
			io.say("Run '%s --help' for usage.", command.CommandPath())
		}
	default:
		io.say("box2el-owl: %s", oneLine(err))
	}
	return code
}

// newRootCmd returns the command tree. *started becomes true when the command line is valid and its
// command starts.
func newRootCmd(io *streams) (root *cobra.Command, started *bool) {
	started = new(bool)
	root = &cobra.Command{
		Use:   "box2el-owl",
		Short: "Classify OWL ontologies and suggest missing axioms",
		Long: `Classify OWL ontologies with a reasoner for OWL 2 EL, train embeddings and suggest
missing axioms. Documents are in RDF/XML, Turtle, N-Triples, OWL/XML, functional or Manchester
syntax, OBO or JSON-LD, optionally gzipped.`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			*started = true
		},
		Args:                       noArguments,
		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetVersionTemplate("box2el-owl {{.Version}}\n")
	root.AddCommand(
		newClassifyCmd(io),
		newRealizeCmd(io),
		newQueryCmd(io),
		newExplainCmd(io),
		newStatsCmd(io),
		newProfileCmd(io),
		newConvertCmd(io),
		newApplyCmd(io),
		newDiffCmd(io),
		newTriplesCmd(io),
		newTrainCmd(io),
		newEvaluateCmd(io),
		newSuggestCmd(io),
		newCheckCmd(io),
		newPlaceCmd(io),
		newReportCmd(io),
		newHistoryCmd(io),
		newExportCmd(io),
		newImportCmd(io),
		newDemoCmd(io),
		newServeCmd(io),
		newOpenCmd(io),
	)
	return root, started
}

// positional accepts least to most arguments. Its error shows the usage of the command.
func positional(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if least <= len(args) && len(args) <= most {
			return nil
		}
		_, names, _ := strings.Cut(cmd.Use, " ")
		expected := strconv.Itoa(most)
		switch {
		case most > least && len(args) < least:
			expected = fmt.Sprintf("at least %d", least)
		case most > least:
			expected = fmt.Sprintf("at most %d", most)
		}
		return fmt.Errorf("usage: %s %s (%s given, %s expected)", cmd.CommandPath(), names,
			plural(len(args), "argument", "arguments"), expected)
	}
}

// noArguments rejects arguments of the program itself, because the first argument must be a
// command.
func noArguments(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if similar := root.SuggestionsFor(args[0]); len(similar) > 0 {
		return fmt.Errorf("unknown command %q. Did you mean %q?", args[0],
			strings.Join(similar, ", "))
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// oneLine renders an error in one line.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", "; ")), " ")
}

// oneOf checks the value of a flag with fixed choices.
func oneOf(flag, value string, choices []string) error {
	for _, c := range choices {
		if value == c {
			return nil
		}
	}
	return usageError{fmt.Errorf("invalid --%s %q: use one of %s", flag, value,
		strings.Join(choices, ", "))}
}

// jsonFormat makes --json equivalent to --format json.
func jsonFormat(json bool, format *string) error {
	if !json {
		return nil
	}
	if *format != "" && *format != "json" {
		return usageError{fmt.Errorf("--json and --format %s exclude each other", *format)}
	}
	*format = "json"
	return nil
}
