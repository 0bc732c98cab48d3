package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// inputOptions are the flags of every command that reads an ontology.
type inputOptions struct {
	path          string // "-" is standard input
	format        string
	base          string
	noImports     bool
	strictImports bool
	fetchImports  bool
	quiet         bool

	noAnnotations bool // no flag: annotation assertions are of no use to the command
}

// addFlags adds the flags of a command that reads an ontology and its imports.
func (o *inputOptions) addFlags(cmd *cobra.Command) {
	o.addDocumentFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&o.noImports, "no-imports", false, "read the file alone")
	flags.BoolVar(&o.strictImports, "strict-imports", false, "a missing import is an error")
	flags.BoolVar(&o.fetchImports, "fetch-imports", false,
		"fetch imports that are not found locally (https only)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "no progress, no warnings")
}

// addDocumentFlags adds those of a command that reads one document.
func (o *inputOptions) addDocumentFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "input-format", "", "`SYNTAX` of the input: "+
		strings.Join(formatNames(rdfio.Format.Reads), ", ")+" (default: found out)")
	flags.StringVar(&o.base, "base", "",
		"`IRI` of the document, for relative ones (default: its file: IRI)")
}

// check finds what cannot be meant before any work starts.
func (o *inputOptions) check() error {
	if o.format != "" {
		if err := oneOf("input-format", o.format, formatNames(rdfio.Format.Reads)); err != nil {
			return err
		}
	}
	if o.noImports && (o.strictImports || o.fetchImports) {
		return usageError{errors.New(
			"--no-imports does not go with --strict-imports or --fetch-imports")}
	}
	return nil
}

// read reads the ontology, with its imports unless told otherwise.
func (o *inputOptions) read(ctx context.Context, streams *streams, progress owl.Progress) (
	*owl.Ontology, *rdfio.Report, error) {
	opts := rdfio.ReadOptions{
		Format:        o.format,
		Base:          o.base,
		NoImports:     o.noImports,
		StrictImports: o.strictImports,
		FetchImports:  o.fetchImports,
		Progress:      progress,

		NoAnnotationAssertions: o.noAnnotations,
	}
	var onto *owl.Ontology
	var report *rdfio.Report
	var err error
	if o.path == "-" {
		opts.File = "standard input"
		onto, report, err = rdfio.Read(ctx, streams.in, opts)
		if err == nil && !o.noImports && len(onto.Imports) > 0 {
			err = o.importsOfStream(streams, onto)
		}
	} else {
		onto, report, err = rdfio.ReadFile(ctx, o.path, opts)
	}
	if err != nil {
		return nil, nil, asInputError(err)
	}
	if !o.quiet {
		for _, missing := range report.MissingImports {
			streams.say("warning: import not found: %s", missing)
		}
	}
	return onto, report, nil
}

// noteNotUsed says how many of the axioms lie outside OWL 2 EL, so that nobody takes what follows from the rest for all
// that follows.
func (o *inputOptions) noteNotUsed(streams *streams, notUsed *el.Report, axioms int) {
	if n := notUsed.NumAxioms(); n > 0 && !o.quiet {
		streams.say(
			"note: %d of %d axioms lie outside OWL 2 EL and were used in part or not at all; see 'box2el-owl profile'", n, axioms)
	}
}

// importsOfStream says what becomes of the imports of standard input, which has no folder to look
// for them in.
func (o *inputOptions) importsOfStream(streams *streams, onto *owl.Ontology) error {
	if o.strictImports {
		return fmt.Errorf("standard input imports %s; imports are followed from a file only",
			onto.Imports[0])
	}
	if !o.quiet {
		streams.say("warning: standard input has %d imports, which are followed from a file only",
			len(onto.Imports))
	}
	return nil
}

// open opens the document as a stream of bytes, to be closed after use, and says how to read it.
func (o *inputOptions) open(streams *streams) (io.ReadCloser, rdfio.ReadOptions, error) {
	opts := rdfio.ReadOptions{Format: o.format, Base: o.base}
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

// asInputError marks an error of reading as one of the input, unless the user interrupted it.
func asInputError(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return inputError{err}
}

// formatNames lists the formats that can be read, or written.
func formatNames(can func(rdfio.Format) bool) []string {
	var names []string
	for _, f := range rdfio.Formats() {
		if can(f) {
			names = append(names, f.Name)
		}
	}
	return names
}
