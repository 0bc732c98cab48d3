package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// inputOptions holds the flags of commands that read an ontology.
type inputOptions struct {
	path string // "-" is standard input
	rdfio.ReadOptions
	language string // tag of the labels shown

	noFaults bool // not a flag: the command prints the faults of the document itself
	named    bool // not a flag: warnings name the document, as the command reads several
}

// addFlags adds the flags of a command that reads an ontology with its imports.
func (o *inputOptions) addFlags(cmd *cobra.Command, streams *streams) {
	o.addDocumentFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&o.Strict, "strict", false,
		"a fault that other tools pass over is an error (default: a warning)")
	flags.BoolVar(&o.NoImports, "no-imports", false, "do not load imports")
	flags.BoolVar(&o.StrictImports, "strict-imports", false, "a missing import is an error")
	flags.BoolVar(&o.FetchImports, "fetch-imports", false,
		"fetch imports that are not found locally (https only)")
	flags.BoolVarP(&streams.quiet, "quiet", "q", false, "no progress, no warnings")
	addLanguage(cmd, &o.language)
	completeOntologies(cmd)
}

var languageTag = regexp.MustCompile(`^([A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)?$`)

// addLanguage adds the flag --lang.
func addLanguage(cmd *cobra.Command, tag *string) {
	cmd.Flags().StringVar(tag, "lang", "", "language `TAG` of the labels shown, before none and en")
	checkFlag(cmd, "lang", func(text string) (string, error) {
		if !languageTag.MatchString(text) {
			return "", errors.New("not a language tag such as de or pt-BR")
		}
		return text, nil
	})
}

// addDocumentFlags adds the flags of a command that reads one document.
func (o *inputOptions) addDocumentFlags(cmd *cobra.Command) {
	beforeRun(cmd, func(args []string) error {
		if len(args) > 0 {
			o.path = args[0]
		}
		if o.lost(cmd) {
			return usagef("--output %s would replace the ontology; name another file", o.path)
		}
		if o.NoImports && (o.StrictImports || o.FetchImports) {
			return usagef("--no-imports excludes --strict-imports and --fetch-imports")
		}
		return nil
	})
	flags := cmd.Flags()
	names := syntaxes()
	flags.StringVar(&o.Format, "input-format", "", "`SYNTAX` of the input: "+
		strings.Join(names, ", ")+" (default: auto-detect)")
	choose(cmd, "input-format", names...)
	flags.StringVar(&o.Base, "base", "",
		"base `IRI` of the document (default: its file: IRI)")
}

// lost reports whether the output of a command would replace the input and lack its axioms.
func (o *inputOptions) lost(cmd *cobra.Command) bool {
	output := cmd.Flag("output")
	if asserted := cmd.Flag("include-asserted"); output == nil || cmd.Name() == "apply" ||
		asserted != nil && asserted.Changed {
		return false
	}
	in, err := os.Stat(o.path)
	if err != nil {
		return false
	}
	out, err := os.Stat(output.Value.String())
	return err == nil && in.Mode().IsRegular() && os.SameFile(in, out)
}

// read reads the ontology with its imports, unless --no-imports is set.
func (o *inputOptions) read(ctx context.Context, streams *streams) (
	*owl.Ontology, *rdfio.Report, error) {
	opts := o.ReadOptions
	opts.Progress = streams.report
	var onto *owl.Ontology
	var report *rdfio.Report
	var err error
	if o.path == "-" {
		opts.File = "standard input"
		onto, report, err = rdfio.Read(ctx, streams.in, opts)
		if err == nil && !o.NoImports && len(onto.Imports) > 0 {
			err = o.importsOfStream(onto, report)
		}
	} else {
		onto, report, err = rdfio.ReadFile(ctx, o.path, opts)
	}
	if err != nil {
		return nil, nil, asInputError(err)
	}
	onto.Language = o.language
	streams.warnings = warnings(report)
	in := ""
	if o.named {
		in = " in " + o.path
	}
	if !o.noFaults {
		noteFaults(streams, report, o.path, in)
	}
	o.noteMissingImports(streams, report.MissingImports, in)
	return onto, report, nil
}

// noteFaults reports the faults that reading passed over, and catalogs that cannot be read: the
// first five of each kind, and the number of the others.
func noteFaults(streams *streams, report *rdfio.Report, path, in string) {
	for _, note := range report.Notes {
		if !note.Kind.IsError() && note.Kind != "catalog" {
			continue
		}
		streams.note("warning: %s%s (%d)", note.Kind, in, note.Count)
		for _, e := range note.Examples {
			if e.Line == 0 {
				streams.note("  %s", e.Message)
				continue
			}
			place := fmt.Sprintf("line %d", e.Line)
			if e.Col > 0 {
				place += fmt.Sprintf(", column %d", e.Col)
			}
			if e.File != "" && e.File != path {
				place = e.File + ", " + place
			}
			streams.note("  %s: %s", place, e.Message)
		}
		if more := note.Count - len(note.Examples); more > 0 {
			streams.note("  and %d more", more)
		}
	}
}

// noteMissingImports reports the number of imports that were not found, and with --verbose each.
func (o *inputOptions) noteMissingImports(streams *streams, missing []string, in string) {
	if len(missing) == 0 {
		return
	}
	list := "; -v lists them"
	if streams.verbose || len(missing) == 1 {
		list = ": " + strings.Join(missing, ", ")
	}
	remedy := "load with --fetch-imports or catalog-v001.xml"
	if o.path == "-" {
		in, remedy = " of standard input", "imports are loaded only for files"
	}
	streams.note("warning: %s%s not found; names and axioms are missing (%s)%s",
		plural(len(missing), "import", "imports"), in, remedy, list)
}

// noteNotUsed prints the number of axioms outside OWL 2 EL, because the reasoner may miss
// entailments of these axioms.
func (o *inputOptions) noteNotUsed(streams *streams, notUsed *el.Report, axioms int) {
	if n := notUsed.NumAxioms(); n > 0 {
		partly := 0
		for i, omission := range notUsed.Omissions {
			first := i == 0 || omission.Axiom != notUsed.Omissions[i-1].Axiom
			if first && notUsed.Effect(omission.Axiom) != el.Ignored {
				partly++
			}
		}
		streams.note("note: %s of %s axioms are outside OWL 2 EL and not fully used (%s partly, "+
			"%s not at all); see box2el-owl profile %s", thousands(n), thousands(axioms),
			thousands(partly), thousands(n-partly), o.path)
	}
}

// importsOfStream reports the imports of standard input as missing, because it has no directory to
// search.
func (o *inputOptions) importsOfStream(onto *owl.Ontology, report *rdfio.Report) error {
	if o.StrictImports {
		return fmt.Errorf("standard input imports %s; imports are loaded only for files",
			onto.Imports[0])
	}
	for _, iri := range onto.Imports {
		report.MissingImports = append(report.MissingImports, iri.String())
	}
	return nil
}

// open opens the document as a stream and returns how to read it. The caller closes the stream.
func (o *inputOptions) open(streams *streams) (io.ReadCloser, rdfio.ReadOptions, error) {
	opts := o.ReadOptions
	if o.path == "-" {
		opts.File = "standard input"
		return io.NopCloser(streams.in), opts, nil
	}
	opts.File = o.path
	file, err := os.Open(o.path)
	if err != nil {
		return nil, opts, inputError{err}
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, opts, inputError{fmt.Errorf("%s is a directory; name a file in it", o.path)}
	}
	return file, opts, nil
}

// asInputError marks an error of reading as an input error, unless it is an interruption.
func asInputError(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return inputError{err}
}
