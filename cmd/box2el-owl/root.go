package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/api"
	"box2el-owl/internal/memory"
)

// execute runs one command line and reports its error on the error stream in one line.
func execute(ctx context.Context, args []string, io *streams) exitCode {
	root, started := newRootCmd(io)
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	io.endProgress()
	if io.checkMemory != nil {
		err = io.checkMemory(err)
	}
	if err == nil {
		err = io.helpError // cobra ignores arguments after --help
	}
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
	color := ""
	root = &cobra.Command{
		Use:   "box2el-owl",
		Short: "Classify OWL ontologies and suggest missing axioms",
		Long: `Classify OWL ontologies with a reasoner for OWL 2 EL, train embeddings and suggest
missing axioms. Documents are in RDF/XML, Turtle, N-Triples, OWL/XML, functional or Manchester
syntax, OBO or JSON-LD, optionally gzipped.

Each flag can also be set by an environment variable: --store by BOX2EL_STORE, --min-probability
by BOX2EL_MIN_PROBABILITY. A flag on the command line has precedence.`,
		Example: `  box2el-owl classify examples/pizzeria.ttl
  box2el-owl suggest examples/places.obo
  box2el-owl history accept examples/places.obo "'underground river' SubClassOf river"`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := setFromEnvironment(cmd); err != nil {
				return err
			}
			*started = true
			io.setColor(color)
			if cmd.Name() != "serve" { // which watches the work on each request
				var ctx context.Context
				ctx, io.checkMemory = memory.Watch(cmd.Context())
				cmd.SetContext(ctx)
			}
			return nil
		},
		Args:                       noArguments,
		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if io.verbose { // -v was the version, accepted for one version
				return runVersion(io, false)
			}
			return cmd.Help()
		},
	}
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetVersionTemplate("box2el-owl {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolP("version", "V", false, "print the version")
	flags := root.PersistentFlags()
	flags.BoolVarP(&io.verbose, "verbose", "v", false,
		"list missing imports, and checks that are off; serve: log requests")
	flags.StringVar(&color, "color", "auto", "colors in text: auto, always, never")
	choose(root, "color", "auto", "always", "never")
	add := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, c := range commands {
			c.GroupID = title
			root.AddCommand(c)
		}
	}
	add("Look", newStatsCmd(io), newProfileCmd(io), newClassifyCmd(io), newRealizeCmd(io),
		newQueryCmd(io), newExplainCmd(io), newConvertCmd(io), newTriplesCmd(io), newDiffCmd(io))
	add("Curate", newSuggestCmd(io), newPlaceCmd(io), newCheckCmd(io), newHistoryCmd(io),
		newApplyCmd(io))
	add("Page and API", newServeCmd(io), newOpenCmd(io))
	add("Models and research", newTrainCmd(io), newEvaluateCmd(io), newReportCmd(io),
		newExportCmd(io), newImportCmd(io), newDemoCmd(io))
	root.AddCommand(newVersionCmd(io))
	root.SetHelpCommand(newHelpCmd(root))
	escapeInBash(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			if io.helpError = noArguments(root, root.Flags().Args()); io.helpError != nil {
				return
			}
		}
		help(cmd, args)
	})
	return root, started
}

// newHelpCmd returns the command help. That of cobra does not report unknown commands.
func newHelpCmd(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil {
				err = noArguments(cmd, rest)
			}
			if err != nil {
				return usageError{err}
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

func newVersionCmd(io *streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the program, Go and the API",
		Example: `  box2el-owl version --json`,
		Args:    positional(0, 0),
		RunE:    func(*cobra.Command, []string) error { return runVersion(io, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as one JSON document")
	return cmd
}

func runVersion(streams *streams, asJSON bool) error {
	contract, err := api.Version()
	if err != nil {
		return err
	}
	v := struct {
		Version  string `json:"version"`
		API      string `json:"api"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}{version, contract, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	return streams.write("", func(w io.Writer) error {
		if asJSON {
			return streams.writeDocument(w, v)
		}
		_, err := fmt.Fprintf(w, "box2el-owl %s\nAPI %s\n%s %s\n", v.Version, v.API, v.Go,
			v.Platform)
		return err
	})
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

// noArguments rejects arguments of a command that has only subcommands.
func noArguments(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	root.SuggestionsMinimumDistance = 2
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
