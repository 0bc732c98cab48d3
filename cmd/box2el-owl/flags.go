package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"box2el-owl/rdfio"
)

// checkedValue is the value of a flag whose text is checked, and may be replaced, before it is set.
type checkedValue struct {
	pflag.Value
	check func(text string) (string, error)
}

func (v checkedValue) Set(text string) error {
	text, err := v.check(text)
	if err != nil {
		return err
	}
	return v.Value.Set(text)
}

// checkFlag adds a check to a flag.
func checkFlag(cmd *cobra.Command, flag string, check func(text string) (string, error)) {
	f := cmd.Flag(flag)
	f.Value = checkedValue{f.Value, check}
}

// choose limits a flag to some values, and completes them. Aliases are replaced by the names of
// formats.
func choose(cmd *cobra.Command, flag string, choices ...string) {
	f := cmd.Flag(flag)
	if f.DefValue == "[]" {
		f.DefValue = "" // hides the default of an empty list in the help
	}
	several := strings.HasSuffix(f.Value.Type(), "Slice")
	checkFlag(cmd, flag, func(text string) (string, error) {
		values := []string{text}
		if several {
			values = strings.Split(text, ",")
		}
		for i, value := range values {
			if values[i] = canonical(value, choices); values[i] == "" {
				return "", fmt.Errorf("use one of %s", strings.Join(choices, ", "))
			}
		}
		return strings.Join(values, ","), nil
	})
	complete := cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, complete))
}

// canonical returns the choice that a value names, or "". Names of formats have aliases.
func canonical(value string, choices []string) string {
	if slices.Contains(choices, value) {
		return value
	}
	aliases := []string{formatAliases[value]}
	if f, ok := rdfio.FormatByName(strings.ToLower(value)); ok {
		aliases = append(aliases, shortName(f))
	}
	for _, alias := range aliases {
		if alias != "" && slices.Contains(choices, alias) {
			return alias
		}
	}
	return ""
}

// formatAliases are further names of formats. Those of syntaxes are in package rdfio.
var formatAliases = map[string]string{"json": "jsonl", "jsonl": "json",
	"htm": "html", "tab": "tsv"}

// shortName returns the name of a syntax for flags: its file extension.
func shortName(f rdfio.Format) string { return strings.TrimPrefix(f.Ext[0], ".") }

// syntaxes returns the names of the syntaxes.
func syntaxes() []string { return mapped(rdfio.Formats(), shortName) }

// atLeast sets the minimum of numeric flags.
func atLeast(cmd *cobra.Command, least float64, flags ...string) {
	for _, flag := range flags {
		checkFlag(cmd, flag, func(text string) (string, error) {
			if n, err := strconv.ParseFloat(text, 64); err == nil && !(n >= least) {
				return "", fmt.Errorf("must be at least %v", least)
			}
			return text, nil
		})
	}
}

// flagError renders an error of pflag: the flag, the value and what it must be, or a similar flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		names := &cobra.Command{SuggestionsMinimumDistance: 2}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		})
		if similar := names.SuggestionsFor(unknown.GetSpecifiedName()); len(similar) > 0 {
			return fmt.Errorf("%w. Did you mean --%s?", err, strings.Join(similar, ", --"))
		}
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	return valueError("--"+invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
}

func valueError(name, value string, err error) error {
	var number *strconv.NumError
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("invalid %s %q: out of range", name, value)
	case errors.As(err, &number) && number.Func == "ParseBool":
		return fmt.Errorf("invalid %s %q: use true or false", name, value)
	case errors.As(err, &number):
		return fmt.Errorf("invalid %s %q: not a number", name, value)
	}
	return fmt.Errorf("invalid %s %q: %w", name, value, err)
}

// setFromEnvironment sets the flags of a command that were not given from environment variables:
// --min-probability from BOX2EL_MIN_PROBABILITY.
func setFromEnvironment(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if err != nil || f.Changed || f.Hidden || f.Name == "help" || f.Name == "version" {
			return
		}
		name := "BOX2EL_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := os.Getenv(name)
		if value == "" {
			return
		}
		if set := f.Value.Set(value); set != nil {
			err = usageError{valueError(name, value, set)}
		}
		f.Changed, f.Annotations = true, map[string][]string{environment: nil}
	})
	return err
}

// environment marks flags that are set from the environment. They are ignored, not errors, if they
// do not fit the arguments.
const environment = "environment"

func fromEnvironment(cmd *cobra.Command, flag string) bool {
	_, set := cmd.Flag(flag).Annotations[environment]
	return set
}

// running returns the RunE of a command with some options.
func running[O any](
	io *streams, opts *O, run func(context.Context, *streams, O) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), io, *opts) }
}

// beforeRun adds a check of the flags of a command.
func beforeRun(cmd *cobra.Command, check func(args []string) error) {
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if before != nil {
			if err := before(cmd, args); err != nil {
				return err
			}
		}
		return check(args)
	}
}

// addWorkers adds the flag --workers.
func addWorkers(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", 0,
		"threads (default: all cores); the result is the same")
	atLeast(cmd, 0, "workers")
	beforeRun(cmd, func([]string) error {
		*workers = min(*workers, 256) // because each has buffers of its own
		return nil
	})
}

// outputOptions holds the flags of a command that prints a result.
type outputOptions struct {
	format string
	json   bool
	path   string // "" is standard output

	formats []string
}

// addFlags adds -f, --json and -o. The first format is the default; onTerminal, unless it is empty,
// that of a terminal.
func (o *outputOptions) addFlags(cmd *cobra.Command, streams *streams, usage, onTerminal string,
	formats ...string) {
	o.formats = formats
	beforeRun(cmd, func([]string) error { return o.check(streams, onTerminal) })
	beforeRun(cmd, func([]string) error { return checkPlace(o.path) })
	flags := cmd.Flags()
	flags.StringVarP(&o.format, "format", "f", "", usage)
	choose(cmd, "format", formats...)
	if slices.Contains(formats, "json") {
		flags.BoolVar(&o.json, "json", false, "the same as --format json")
	}
	flags.StringVarP(&o.path, "output", "o", "", "write to `FILE` instead of standard output")
}

// addTableFlags adds the flags of a command that prints text on a terminal, else a table or JSON.
func (o *outputOptions) addTableFlags(cmd *cobra.Command, streams *streams) {
	o.addFlags(cmd, streams, "text, tsv or json (default: by the extension of the output; "+
		"text on a terminal, else tsv)", "text", "tsv", "json", "text")
}

// addTextFlags adds the flags of a command that prints text or JSON.
func (o *outputOptions) addTextFlags(cmd *cobra.Command, streams *streams) {
	o.addFlags(cmd, streams, "text or json (JSON Lines for several results; default: by the "+
		"extension of the output, else text)", "", "text", "json")
}

// check determines the format: that of --format or --json, else by the extension of the output,
// else onTerminal if the output is a terminal, else the first format.
func (o *outputOptions) check(streams *streams, onTerminal string) error {
	if o.json {
		if o.format != "" && o.format != "json" {
			return usagef("--json and --format %s exclude each other", o.format)
		}
		o.format = "json"
	}
	byExtension, known := formatsOf(o.path)
	switch {
	case o.format != "" && known && !slices.Contains(byExtension, o.format):
		return usagef("%s is not a file name for --format %s: %s is for %s", o.path,
			o.format, filepath.Ext(o.path), strings.Join(byExtension, ", "))
	case o.format != "":
		return nil
	case known:
		for _, format := range byExtension {
			if slices.Contains(o.formats, format) {
				o.format = format
				return nil
			}
		}
		return usagef("cannot write %s files: use one of %s", filepath.Ext(o.path),
			strings.Join(o.formats, ", "))
	case onTerminal != "" && streams.outTerminal && o.path == "":
		o.format = onTerminal
	default:
		o.format = o.formats[0]
	}
	return nil
}

// formatsOf returns the formats that the extension of a file name may mean, the usual one first. It
// is not known if no format has the extension.
func formatsOf(path string) (formats []string, known bool) {
	ext := strings.ToLower(filepath.Ext(path))
	for _, f := range rdfio.Formats() {
		if slices.Contains(f.Ext, ext) {
			formats = append(formats, shortName(f))
		}
	}
	switch ext {
	case ".json", ".jsonl":
		formats = append([]string{"json", "jsonl"}, formats...)
	case ".tsv", ".tab":
		formats = append(formats, "tsv", "robot")
	case ".html", ".htm":
		formats = append(formats, "html")
	case ".kgcl":
		formats = append(formats, "kgcl")
	}
	return formats, len(formats) > 0
}
