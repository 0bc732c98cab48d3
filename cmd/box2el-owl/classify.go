package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

type classifyOptions struct {
	input           inputOptions
	output          outputOptions
	includeAsserted bool
	workers         int
	failOnUnsat     bool
	obsolete        bool
}

func newClassifyCmd(io *streams) *cobra.Command {
	var opts classifyOptions
	cmd := &cobra.Command{
		Use:   "classify ONTOLOGY",
		Short: "Infer the class hierarchy",
		Long: `Infer the class hierarchy of an ontology.

On a terminal the result is a summary and as much of the tree as fits. Otherwise, or with
--output, it is one line per direct subsumption (SUB<TAB>SUPER), group of equivalent classes
(EQ<TAB>...) and unsatisfiable class (UNSAT<TAB>CLASS), sorted. Formats of ontologies have the
inferred hierarchy as axioms, and with --include-asserted also the asserted axioms.`,
		Example: `  box2el-owl classify examples/pizzeria.ttl
  box2el-owl classify examples/heart.owl --format tsv -o heart.tsv`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runClassify),
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	formats := append([]string{"tsv", "json", "tree"}, syntaxes()...)
	opts.output.addFlags(cmd, io, strings.Join(formats, ", ")+
		" (default: by the extension of the output; tree on a terminal, else tsv)", "tree", formats...)
	flags.BoolVar(&opts.includeAsserted, "include-asserted", false,
		"with a format of ontologies: also write the asserted axioms (as robot reason)")
	flags.BoolVar(&opts.obsolete, "obsolete", false, "show obsolete classes in the tree")
	addWorkers(cmd, &opts.workers)
	flags.BoolVar(&opts.failOnUnsat, "fail-on-unsat", false,
		"exit with code 5 if a class is unsatisfiable")
	beforeRun(cmd, opts.check)
	return cmd
}

// check completes the options and validates them.
func (o *classifyOptions) check([]string) error {
	format := o.output.format
	if o.includeAsserted && !slices.Contains(syntaxes(), format) {
		return usagef("--include-asserted needs a format of ontologies such as ttl, not %s", format)
	}
	o.input.NoAnnotationAssertions = format != "tree" && !o.includeAsserted // a tree shows labels
	return nil
}

// classification is the result of classify with its timings.
type classification struct {
	ontology              *owl.Ontology
	taxonomy              *reasoner.Taxonomy
	readTime, normalTime  time.Duration
	normalForms, numAxiom int
	missingImports        int
}

func runClassify(ctx context.Context, io *streams, opts classifyOptions) error {
	result, err := classify(ctx, io, opts.input, opts.workers)
	if err != nil {
		return err
	}
	if err := result.write(io, opts); err != nil {
		return err
	}
	return result.verdict(opts)
}

// classify reads, normalizes and classifies an ontology.
func classify(ctx context.Context, io *streams, input inputOptions,
	workers int) (*classification, error) {
	start := time.Now()
	ontology, read, err := input.read(ctx, io)
	if err != nil {
		return nil, err
	}
	numAxioms := len(ontology.Axioms) + read.Skipped
	readAt := time.Now()
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: io.report})
	if err != nil {
		return nil, err
	}
	if input.NoAnnotationAssertions {
		ontology.Axioms = nil
	}
	normalized := time.Now()
	taxonomy, err := reasoner.Classify(ctx, normal,
		reasoner.Options{Workers: workers, Progress: io.report})
	if err != nil {
		return nil, err
	}
	input.noteNotUsed(io, notUsed, numAxioms)
	return &classification{
		ontology: ontology, taxonomy: taxonomy,
		readTime: readAt.Sub(start), normalTime: normalized.Sub(readAt),
		normalForms: normal.NumAxioms(), numAxiom: numAxioms,
		missingImports: len(read.MissingImports),
	}, nil
}

// verdict returns the error for the exit code, if any.
func (c *classification) verdict(opts classifyOptions) error {
	if !c.taxonomy.Consistent() {
		return inconsistent(opts.input.path)
	}
	if unsat := c.taxonomy.Unsatisfiable(); opts.failOnUnsat && len(unsat) > 0 {
		name := owl.NewNames(c.ontology).ID(unsat[0].IRI)
		classes, more := "class", ""
		if len(unsat) > 1 {
			classes, more = "classes", ", …"
		}
		return fmt.Errorf("%s %w %s: %s%s; explain with: box2el-owl explain %s '%s'",
			thousands(len(unsat)), errUnsatisfiable, classes, name, more, opts.input.path,
			unsat[0].IRI)
	}
	return nil
}

// write writes the result in the chosen format.
func (c *classification) write(streams *streams, opts classifyOptions) error {
	out := opts.output
	if out.format == "tree" {
		height, width := 0, 0
		if out.path == "" {
			height, width = streams.outHeight, streams.outWidth
		}
		return streams.writeText(out.path, treeText(c, height, width, opts.obsolete))
	}
	return streams.write(out.path, func(w io.Writer) error {
		switch out.format {
		case "tsv":
			return reasoner.WriteTSV(w, c.taxonomy)
		case "json":
			return streams.writeDocument(w, c.document())
		}
		return rdfio.Write(w, c.inferred(opts.includeAsserted), out.format)
	})
}

// inferred returns the hierarchy as axioms: equivalences, direct subsumptions and unsatisfiable
// classes. With includeAsserted it returns the ontology with those axioms that it does not assert.
func (c *classification) inferred(includeAsserted bool) *owl.Ontology {
	out := &owl.Ontology{Prefixes: c.ontology.Prefixes}
	known := make(map[string]bool)
	if includeAsserted {
		*out = *c.ontology
		out.Axioms = append([]owl.Axiom(nil), c.ontology.Axioms...)
		for _, a := range c.ontology.Axioms {
			if a.Kind() == owl.SubClassOfKind || a.Kind() == owl.EquivalentClassesKind {
				known[string(owl.AppendCanonicalBare(nil, a))] = true
			}
		}
	}
	add := func(a owl.Axiom) {
		if !known[string(owl.AppendCanonicalBare(nil, a))] {
			out.Axioms = append(out.Axioms, a)
		}
	}
	if !c.taxonomy.Consistent() {
		add(&owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing})
		return out
	}
	for _, group := range c.taxonomy.Equivalent() {
		add(&owl.EquivalentClasses{
			Classes: mapped(group, func(c owl.Class) owl.ClassExpression { return c }),
		})
	}
	for sub, super := range c.taxonomy.Direct() {
		if super != owl.Thing {
			add(&owl.SubClassOf{Sub: sub, Super: super})
		}
	}
	for _, class := range c.taxonomy.Unsatisfiable() {
		add(&owl.SubClassOf{Sub: class, Super: owl.Nothing})
	}
	return out
}
