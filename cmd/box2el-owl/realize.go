package main

import (
	"context"
	"io"
	"iter"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

type realizeOptions struct {
	input   inputOptions
	output  outputOptions
	direct  bool
	data    bool
	workers int
}

func newRealizeCmd(io *streams) *cobra.Command {
	var opts realizeOptions
	cmd := &cobra.Command{
		Use:   "realize ONTOLOGY",
		Short: "Infer the types of individuals",
		Long: `Infer types, equalities and property assertions of the named individuals.

The output has one line per fact, sorted:
  TYPE<TAB>individual<TAB>class             named classes except owl:Thing; --direct: direct types
  SAME<TAB>a<TAB>b                          a and b are the same individual, a < b
  PROPERTY<TAB>a<TAB>property<TAB>b         object properties between named individuals
  DATA<TAB>a<TAB>property<TAB>literal       with --data: values of data properties`,
		Example: `  box2el-owl realize examples/pizzeria.ttl
  box2el-owl realize --direct --json examples/pizzeria.ttl`,
		Args: positional(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.input.path = args[0]
			if err := opts.check(io); err != nil {
				return err
			}
			return runRealize(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd)
	flags := cmd.Flags()
	opts.output.addFlags(cmd, "tsv or json (default: by the extension of the output, else tsv)",
		"tsv", "json")
	flags.BoolVar(&opts.direct, "direct", false, "only the most specific types")
	flags.BoolVar(&opts.data, "data", false, "include the values of data properties")
	addWorkers(cmd, &opts.workers)
	return cmd
}

func (o *realizeOptions) check(streams *streams) error {
	if err := o.input.check(); err != nil {
		return err
	}
	o.input.noAnnotations = true
	return o.output.check(streams, "")
}

func runRealize(ctx context.Context, streams *streams, opts realizeOptions) error {
	ontology, realization, err := realize(ctx, streams, opts)
	if err != nil {
		return err
	}
	err = streams.write(opts.output.path, func(w io.Writer) error {
		if opts.output.format == "json" {
			return writeRealizationJSON(streams, w, ontology, realization, opts)
		}
		return writeRealizationTSV(w, realization, opts)
	})
	if err != nil {
		return err
	}
	if !realization.Consistent() {
		return inconsistent(opts.input.path)
	}
	return nil
}

func realize(ctx context.Context, streams *streams, opts realizeOptions) (*owl.Ontology,
	*reasoner.Realization, error) {
	progress := startProgress(streams, opts.input.quiet)
	defer progress.end()
	ontology, read, err := opts.input.read(ctx, streams, progress.report)
	if err != nil {
		return nil, nil, err
	}
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: progress.report})
	if err != nil {
		return nil, nil, err
	}
	realization, err := reasoner.Realize(ctx, normal,
		reasoner.Options{Workers: opts.workers, Progress: progress.report})
	if err != nil {
		return nil, nil, err
	}
	progress.end()
	opts.input.noteNotUsed(streams, notUsed, len(ontology.Axioms)+read.Skipped)
	return ontology, realization, nil
}

// writeRealizationTSV writes one line per fact, sorted by bytes, or the line INCONSISTENT.
func writeRealizationTSV(w io.Writer, r *reasoner.Realization, opts realizeOptions) error {
	var lines []string
	line := func(fields ...string) { lines = append(lines, strings.Join(fields, "\t")+"\n") }
	if !r.Consistent() {
		line("INCONSISTENT")
	} else {
		for individual, class := range opts.types(r) {
			line("TYPE", individual.IRI.String(), class.IRI.String())
		}
		for a, b := range samePairs(r) {
			line("SAME", a.IRI.String(), b.IRI.String())
		}
		for p := range r.Properties() {
			line("PROPERTY", p.Subject.IRI.String(), p.Property.IRI.String(), p.Object.IRI.String())
		}
		if opts.data {
			for d := range r.DataProperties() {
				line("DATA", d.Subject.IRI.String(), d.Property.IRI.String(),
					string(owl.AppendLiteral(nil, d.Value, nil)))
			}
		}
	}
	sort.Strings(lines)
	for _, l := range lines {
		if _, err := io.WriteString(w, l); err != nil {
			return err
		}
	}
	return nil
}

func (o *realizeOptions) types(r *reasoner.Realization) iter.Seq2[owl.NamedIndividual, owl.Class] {
	if o.direct {
		return r.DirectTypes()
	}
	return r.Types()
}

// samePairs iterates over the pairs a < b of equal individuals.
func samePairs(r *reasoner.Realization) iter.Seq2[owl.NamedIndividual, owl.NamedIndividual] {
	return func(yield func(a, b owl.NamedIndividual) bool) {
		for _, group := range r.Same() {
			for i, a := range group {
				for _, b := range group[i+1:] {
					if !yield(a, b) {
						return
					}
				}
			}
		}
	}
}

// realizationJSON is the document of realize --json. Names never change; new ones may be added.
type realizationJSON struct {
	Ontology    string      `json:"ontology"`
	Consistent  bool        `json:"consistent"`
	Individuals int         `json:"individuals"`
	Types       [][2]string `json:"types"`
	Same        [][]string  `json:"same"`
	Properties  [][3]string `json:"properties"`
	Data        [][3]string `json:"data,omitempty"`
}

func writeRealizationJSON(streams *streams, w io.Writer, o *owl.Ontology, r *reasoner.Realization,
	opts realizeOptions) error {
	out := realizationJSON{
		Ontology: o.IRI.String(), Consistent: r.Consistent(), Individuals: len(r.Individuals()),
		Types: [][2]string{}, Same: [][]string{}, Properties: [][3]string{},
	}
	if r.Consistent() {
		for individual, class := range opts.types(r) {
			out.Types = append(out.Types, [2]string{individual.IRI.String(), class.IRI.String()})
		}
		for _, group := range r.Same() {
			var names []string
			for _, a := range group {
				names = append(names, a.IRI.String())
			}
			out.Same = append(out.Same, names)
		}
		for p := range r.Properties() {
			out.Properties = append(out.Properties,
				[3]string{p.Subject.IRI.String(), p.Property.IRI.String(), p.Object.IRI.String()})
		}
		if opts.data {
			for d := range r.DataProperties() {
				out.Data = append(out.Data, [3]string{d.Subject.IRI.String(),
					d.Property.IRI.String(), string(owl.AppendLiteral(nil, d.Value, nil))})
			}
		}
	}
	return streams.writeDocument(w, out)
}
