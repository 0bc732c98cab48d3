package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// execute runs one command line and reports its error on the error stream, in one line.
func execute(ctx context.Context, args []string, io *streams) exitCode {
	root, started := newRootCmd(io)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && !*started {
		err =
			usageError{err} // cobra's own complaints: unknown commands, flags, numbers of arguments
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
			io.say("%s", expression.pointer())
		} else {
			io.say("Try 'box2el-owl --help' or 'box2el-owl COMMAND --help'.")
		}
	default:
		io.say("box2el-owl: %s", oneLine(err))
	}
	return code
}

// newRootCmd returns the command tree; *started becomes true once a command line has been
// understood and its command runs.
func newRootCmd(io *streams) (root *cobra.Command, started *bool) {
	started = new(bool)
	root = &cobra.Command{
		Use:   "box2el-owl",
		Short: "Reads OWL ontologies, classifies them, and finds what is missing",
		Long: `box2el-owl reads OWL ontologies (RDF/XML, Turtle, N-Triples, functional syntax, OBO, JSON-LD,
each also gzipped), classifies them with its own reasoner for OWL 2 EL, and tells what they hold.`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			*started = true
		},
		Args:                       noArguments,
		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command,
			_ []string) error {
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

// positional takes so many arguments; an error names them, as cobra's does not.
func positional(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if least <= len(args) && len(args) <= most {
			return nil
		}
		_, names, _ := strings.Cut(cmd.Use, " ")
		return fmt.Errorf("%s takes %s; %d arguments were given", cmd.Name(), names, len(args))
	}
}

// noArguments is what the program itself takes: a first argument is meant to be a command.
func noArguments(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if similar := root.SuggestionsFor(args[0]); len(similar) > 0 {
		return fmt.Errorf("there is no command %q; did you mean %s?", args[0],
			strings.Join(similar, ", "))
	}
	return fmt.Errorf("there is no command %q", args[0])
}

// oneLine renders an error for people: joined errors stand on one line.
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
	return usageError{fmt.Errorf("--%s %q is not one of %s", flag, value,
		strings.Join(choices, ", "))}
}

// jsonFormat makes --json of a command the same as --format json.
func jsonFormat(json bool, format *string) error {
	if !json {
		return nil
	}
	if *format != "" && *format != "json" {
		return usageError{errBothFormats}
	}
	*format = "json"
	return nil
}

var errBothFormats = errors.New("--json and --format say different things; give one of them")
