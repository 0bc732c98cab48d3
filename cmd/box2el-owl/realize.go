package main

import (
	"context"
	"io"
	"slices"
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
			opts.input.noAnnotations = true
			return runRealize(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	opts.output.addFlags(cmd, io, "tsv or json (default: by the extension of the output, else tsv)",
		"", "tsv", "json")
	flags.BoolVar(&opts.direct, "direct", false, "only the most specific types")
	flags.BoolVar(&opts.data, "data", false, "include the values of data properties")
	addWorkers(cmd, &opts.workers)
	return cmd
}

func runRealize(ctx context.Context, streams *streams, opts realizeOptions) error {
	ontology, realization, err := realize(ctx, streams, opts)
	if err != nil {
		return err
	}
	document := opts.document(ontology, realization)
	err = streams.write(opts.output.path, func(w io.Writer) error {
		if opts.output.format == "json" {
			return streams.writeDocument(w, document)
		}
		_, err := io.WriteString(w, document.table())
		return err
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
	ontology, read, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, nil, err
	}
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: streams.report})
	if err != nil {
		return nil, nil, err
	}
	realization, err := reasoner.Realize(ctx, normal,
		reasoner.Options{Workers: opts.workers, Progress: streams.report})
	if err != nil {
		return nil, nil, err
	}
	opts.input.noteNotUsed(streams, notUsed, len(ontology.Axioms)+read.Skipped)
	return ontology, realization, nil
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

// document returns the facts, or none if the ontology is inconsistent.
func (o *realizeOptions) document(ontology *owl.Ontology, r *reasoner.Realization) realizationJSON {
	out := realizationJSON{
		Ontology: ontology.IRI.String(), Consistent: r.Consistent(),
		Individuals: len(r.Individuals()),
		Types:       [][2]string{}, Same: [][]string{}, Properties: [][3]string{},
	}
	if !r.Consistent() {
		return out
	}
	types := r.Types()
	if o.direct {
		types = r.DirectTypes()
	}
	for individual, class := range types {
		out.Types = append(out.Types, [2]string{individual.IRI.String(), class.IRI.String()})
	}
	out.Same = mapped(r.Same(), func(group []owl.NamedIndividual) []string {
		return mapped(group, func(a owl.NamedIndividual) string { return a.IRI.String() })
	})
	for p := range r.Properties() {
		out.Properties = append(out.Properties,
			[3]string{p.Subject.IRI.String(), p.Property.IRI.String(), p.Object.IRI.String()})
	}
	if o.data {
		for d := range r.DataProperties() {
			out.Data = append(out.Data, [3]string{d.Subject.IRI.String(),
				d.Property.IRI.String(), string(owl.AppendLiteral(nil, d.Value, nil))})
		}
	}
	return out
}

// table returns one line per fact, sorted by bytes, or the line INCONSISTENT.
func (r realizationJSON) table() string {
	if !r.Consistent {
		return "INCONSISTENT\n"
	}
	var lines []string
	line := func(kind string, fields ...string) {
		lines = append(lines, kind+"\t"+strings.Join(fields, "\t")+"\n")
	}
	for _, t := range r.Types {
		line("TYPE", t[:]...)
	}
	for _, group := range r.Same {
		for i, a := range group {
			for _, b := range group[i+1:] {
				line("SAME", a, b)
			}
		}
	}
	for _, p := range r.Properties {
		line("PROPERTY", p[:]...)
	}
	for _, d := range r.Data {
		line("DATA", d[:]...)
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}
