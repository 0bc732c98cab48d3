package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/edit"
)

type applyOptions struct {
	input     inputOptions
	store     storeOptions
	decisions bool
	axioms    string
	remove    string
	output    string // "" is standard output
	inPlace   bool
	patch     bool
}

func newApplyCmd(io *streams) *cobra.Command {
	var opts applyOptions
	cmd := &cobra.Command{
		Use:   "apply ONTOLOGY",
		Short: "Add and remove axioms, and change only their lines",
		Long: `Add and remove axioms of a document, and change only the lines of these axioms, so
that the difference can be reviewed in a pull request. Documents are in functional syntax, Turtle,
RDF/XML or OBO, optionally gzipped.

--axioms and --remove name files with one axiom per line, in functional or Manchester syntax; - is
standard input. Only literals have line breaks. An axiom to remove that has no annotations matches
the asserted axiom with any annotations. --decisions adds the axioms that are accepted in the
store and not asserted in the document or its imports, with the annotations that the server gave
them, and removes those that an accepted axiom replaces. Entities that neither the document nor
its imports have are declared; axioms about them are in functional syntax.

The document is written to standard output, or to the file of --output; --in-place replaces the
input. --patch writes a unified diff instead, for 'git apply' or 'patch -p1'. The result is read
again before it is written: if it has not exactly the requested axioms, nothing is written, and
the exit code is 1.`,
		Example: `  box2el-owl apply examples/pizzeria.ttl --decisions --store my.db --patch
  box2el-owl apply --axioms new.txt -o edited.ttl examples/pizzeria.ttl`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runApply),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opts.decisions, "decisions", false, "apply the decisions in the store")
	flags.StringVar(&opts.axioms, "axioms", "", "add the axioms in `FILE`, one per line")
	flags.StringVar(&opts.remove, "remove", "", "remove the axioms in `FILE`, one per line")
	flags.StringVarP(&opts.output, "output", "o", "",
		"write to `FILE` instead of standard output; gzipped if its extension is .gz")
	flags.BoolVar(&opts.inPlace, "in-place", false, "replace the input")
	flags.BoolVar(&opts.patch, "patch", false, "write a unified diff instead of the document")
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *applyOptions) check([]string) error {
	stdin := 0
	for _, path := range []string{o.input.path, o.axioms, o.remove} {
		if path == "-" {
			stdin++
		}
	}
	switch {
	case !o.decisions && o.axioms == "" && o.remove == "":
		return usagef("nothing to apply; give --decisions, --axioms FILE or --remove FILE")
	case stdin > 1:
		return usagef(
			"only one of the ontology, --axioms and --remove can come from standard input")
	case o.inPlace && (o.output != "" || o.patch):
		return usagef("--in-place excludes --output and --patch")
	case o.inPlace && o.input.path == "-":
		return usagef("--in-place needs a file")
	}
	return nil
}

func runApply(ctx context.Context, streams *streams, opts applyOptions) error {
	document, err := opts.document(streams)
	if err != nil {
		return err
	}
	plain, zipped, err := edit.Unpacked(document)
	if err != nil {
		return inputError{fmt.Errorf("%s: %w", opts.input.path, err)}
	}
	if opts.input.path == "-" {
		streams.in = bytes.NewReader(document)
	}
	ontology, report, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	subject := newHistorySubject(ontology, opts.input)
	remove, add, err := opts.changes(ctx, streams, subject, ontology.Axioms[:report.Own])
	if err != nil {
		return err
	}
	edited, err := edit.Apply(ctx, plain, rdfio.ReadOptions{File: opts.input.path,
		Format: cmp.Or(opts.input.Format, report.Syntax), Strict: opts.input.Strict,
		Base: opts.input.documentIRI()}, remove, add)
	if err != nil {
		var fault *edit.Error
		if errors.As(err, &fault) && fault.Axiom != nil {
			return fmt.Errorf("%w: %s; nothing was written", fault.Err,
				printable(subject.manchester.Axiom(fault.Axiom)))
		}
		return err
	}
	streams.note("%s added, %d removed", plural(len(add), "axiom", "axioms"), len(remove))
	return opts.write(streams, plain, edited, zipped)
}

// document reads the bytes of the input.
func (o *applyOptions) document(streams *streams) ([]byte, error) {
	file, _, err := o.input.open(streams)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	document, err := io.ReadAll(file)
	if err != nil {
		return nil, inputError{fmt.Errorf("%s: %w", o.input.path, err)}
	}
	return document, nil
}

// changes returns the axioms to remove and to add.
func (o *applyOptions) changes(ctx context.Context, streams *streams, subject *historySubject,
	own []owl.Axiom) (remove, add []owl.Axiom, err error) {
	asserted := make(map[string][]owl.Axiom) // by their form without annotations
	for _, a := range own {
		bare := string(owl.AppendCanonicalBare(nil, a))
		asserted[bare] = append(asserted[bare], a)
	}
	if add, err = readAxioms(streams, nil, o.axioms, subject.newAxiom); err != nil {
		return nil, nil, err
	}
	given, err := readAxioms(streams, nil, o.remove, subject.axiom)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range given {
		found := assertedForms(asserted, a)
		if len(found) == 0 {
			instead := ""
			if asserted[string(owl.AppendCanonicalBare(nil, a))] == nil &&
				len(subject.assertedAs([]owl.Axiom{a})) > 0 {
				instead = ", but in an import"
			}
			return nil, nil, fmt.Errorf("%s is not asserted in %s%s; nothing was written",
				printable(subject.manchester.Axiom(a)), o.input.path, instead)
		}
		remove = append(remove, found...)
	}
	if o.decisions {
		accepted, replaced, err := o.decided(ctx, streams, subject)
		if err != nil {
			return nil, nil, err
		}
		known := make(map[string]bool) // up to annotations
		for _, a := range subject.assertedAs(accepted) {
			known[string(owl.AppendCanonicalBare(nil, a))] = true
		}
		for _, a := range accepted {
			isKnown := known[string(owl.AppendCanonicalBare(nil, a))]
			if !isKnown && !subject.asserts(owl.HashAxiom(a)) {
				add = append(add, a)
			}
		}
		for _, a := range replaced {
			remove = append(remove, assertedForms(asserted, a)...)
		}
	}
	declared := edit.NewEntities(subject.ontology, add)
	for _, a := range declared {
		streams.note("new: %s", printable(string(owl.AppendAxiom(nil, a, nil))))
	}
	return remove, append(declared, add...), nil
}

// newAxiom parses an axiom that may have new entities: those of functional syntax, whose kinds are
// known.
func (s *historySubject) newAxiom(text string) (owl.Axiom, error) {
	if a, err := owl.ParseAxiom(text, s.ontology.Prefixes.WithStandard()); err == nil {
		return a, nil
	}
	return s.axiom(text)
}

// assertedForms returns the asserted axioms that are removed for a given one: the axiom itself, or,
// if it has no annotations, those that differ only in annotations.
func assertedForms(asserted map[string][]owl.Axiom, a owl.Axiom) (list []owl.Axiom) {
	for _, b := range asserted[string(owl.AppendCanonicalBare(nil, a))] {
		if owl.Compare(a, b) == 0 {
			return []owl.Axiom{b}
		}
		if len(a.AxiomAnnotations()) == 0 {
			list = append(list, b)
		}
	}
	return list
}

// decided returns the axioms that are accepted in the store, and those to remove: an accepted axiom
// replaces them, or a rejection removed them from the ontology of a server.
func (o *applyOptions) decided(ctx context.Context, streams *streams, subject *historySubject) (
	accepted, removed []owl.Axiom, err error) {
	if subject.key == "" {
		return nil, nil, usagef("the ontology on standard input has no IRI: use --base IRI")
	}
	err = streams.withStore(ctx, o.store, func(store *db.Store) error {
		current, err := store.Current(ctx, subject.key)
		if err != nil {
			return err
		}
		for _, d := range current {
			axiom, err := db.ParseAxiom(d.Axiom)
			if err != nil {
				return err
			}
			if d.Action != db.Accept && d.Action != db.Reject {
				continue
			}
			op, row, err := operationOf(ctx, store, d)
			switch {
			case err != nil:
				return err
			case d.Action == db.Accept && row.Edit == db.Added && row.Edited != "":
				if axiom, err = owl.ParseAxiom(row.Edited, nil); err != nil {
					return err
				}
				accepted = append(accepted, axiom)
			case d.Action == db.Accept:
				accepted = append(accepted, axiom)
			case row.Edit == db.Removed || op.PartOf != "":
				// of an asserted axiom: an edit, or part of a change
				removed = append(removed, axiom)
			}
		}
		return nil
	})
	return accepted, removed, err
}

// operationOf returns the operation of a decision, and its row about the axiom.
func operationOf(ctx context.Context, store *db.Store, d db.Decision) (op db.Operation,
	row db.OperationAxiom, err error) {
	id, _, _ := strings.Cut(d.Key, "-")
	op, err = store.OperationByID(ctx, d.Ontology, id)
	if errors.Is(err, db.ErrUnknown) { // the key was chosen by a client
		op, err = store.OperationByID(ctx, d.Ontology, d.Key)
	}
	for _, a := range op.Axioms {
		if a.Hash == d.Hash && a.Decided {
			row = a
		}
	}
	return op, row, err
}

// write writes the document or the patch. Zipped is set if the input is compressed.
func (o *applyOptions) write(streams *streams, plain, edited []byte, zipped bool) error {
	output := o.output
	if o.inPlace {
		output = o.input.path
	}
	zip := strings.HasSuffix(output, ".gz") || o.inPlace && zipped
	if o.patch {
		edited, zip = edit.Unified(patchName(o.input.path), plain, edited), false
	}
	return streams.write(output, func(w io.Writer) error {
		if !zip {
			_, err := w.Write(edited)
			return err
		}
		packed := gzip.NewWriter(w)
		if _, err := packed.Write(edited); err != nil {
			return err
		}
		return packed.Close()
	})
}

// patchName returns the name of a file in a patch: its path from the working directory, because git
// apply refuses absolute paths and "..".
func patchName(path string) string {
	here, err := os.Getwd()
	full, err2 := filepath.Abs(path)
	if name, err3 := filepath.Rel(here, full); errors.Join(err, err2, err3) == nil {
		path = name
	}
	path = strings.TrimSuffix(filepath.ToSlash(path), ".gz")
	for strings.HasPrefix(path, "../") {
		path = path[len("../"):]
	}
	return strings.TrimPrefix(path, "/")
}
