package main

import (
	"bufio"
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
			opts.input.NoAnnotationAssertions = true
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
		return document.writeTable(w)
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

// writeTable writes one line per fact, sorted by bytes, or the line INCONSISTENT. The lines of
// equal individuals are not held in memory: n of them have n(n-1)/2.
func (r realizationJSON) writeTable(w io.Writer) error {
	if !r.Consistent {
		_, err := io.WriteString(w, "INCONSISTENT\n")
		return err
	}
	var before, after []string // the lines of SAME
	for _, d := range r.Data {
		before = append(before, "DATA\t"+strings.Join(d[:], "\t")+"\n")
	}
	for _, p := range r.Properties {
		before = append(before, "PROPERTY\t"+strings.Join(p[:], "\t")+"\n")
	}
	for _, t := range r.Types {
		after = append(after, "TYPE\t"+strings.Join(t[:], "\t")+"\n")
	}
	var same [][]string // for each individual, it and the equal ones after it
	for _, group := range r.Same {
		for i := range group {
			same = append(same, group[i:])
		}
	}
	slices.Sort(before)
	slices.SortFunc(same, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	slices.Sort(after)
	out := bufio.NewWriter(w) // keeps the first error for Flush
	for _, line := range before {
		out.WriteString(line)
	}
	for _, group := range same {
		for _, b := range group[1:] {
			for _, text := range []string{"SAME\t", group[0], "\t", b} {
				out.WriteString(text)
			}
			if err := out.WriteByte('\n'); err != nil {
				return err
			}
		}
	}
	for _, line := range after {
		out.WriteString(line)
	}
	return out.Flush()
}
