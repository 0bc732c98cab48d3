package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
)

type queryOptions struct {
	input      inputOptions
	expression string
	kinds      []string
	direct     bool
	output     outputOptions
	workers    int
}

var queryKinds = []string{"equivalent", "super", "sub", "instances"} // as in sections

func newQueryCmd(io *streams) *cobra.Command {
	var opts queryOptions
	cmd := &cobra.Command{
		Use:     "query ONTOLOGY EXPRESSION",
		Aliases: []string{"dl-query"},
		Short:   "Query superclasses, subclasses and instances of a class expression",
		Long: `Query the equivalent classes, superclasses, subclasses and instances of a class
expression.

The expression is in Manchester syntax (part of some nucleus) or in functional syntax. Names are
labels, IRIs, abbreviated IRIs or OBO ids. Quote labels that contain a keyword, bracket or comma
with single quotation marks.

On a terminal the answer is a list with labels. Otherwise, or with --output, it is one line per
fact, sorted: EQUIVALENT, SUPER, SUB or INSTANCE, a tab, and the IRI.`,
		Example: `  box2el-owl query examples/pizzeria.ttl 'has topping some vegetable topping'
  box2el-owl query --direct --kind sub examples/heart.owl 'Organ'`,
		Args: positional(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.expression = args[1]
			return runQuery(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.StringSliceVar(&opts.kinds, "kind", queryKinds, "which answers: "+
		strings.Join(queryKinds, ", "))
	flags.BoolVar(&opts.direct, "direct", false,
		"only direct superclasses, subclasses and instances")
	choose(cmd, "kind", queryKinds...)
	opts.output.addTableFlags(cmd, io)
	addWorkers(cmd, &opts.workers)
	return cmd
}

// queryResult is the answer to a query, and the document of query --json. Names never change; new
// ones may be added.
type queryResult struct {
	Ontology    owl.IRI            `json:"ontology"`
	Expression  string             `json:"expression"` // functional syntax
	Manchester  string             `json:"manchester"`
	Consistent  bool               `json:"consistent"`
	Satisfiable bool               `json:"satisfiable"`
	Exact       bool               `json:"exact"`
	Equivalent  []owl.IRI          `json:"equivalent"`
	Super       []owl.IRI          `json:"super"`
	Sub         []owl.IRI          `json:"sub"`
	Instances   []owl.IRI          `json:"instances"`
	Labels      map[owl.IRI]string `json:"labels"` // labels of the answers

	names      *owl.Names
	expression owl.ClassExpression
	kinds      []string // requested
}

// section is a kind of answers.
type section struct {
	kind, tag, heading string
	list               *[]owl.IRI
}

// sections returns the kinds of answers in the order of the text.
func (q *queryResult) sections() []section {
	return []section{
		{"equivalent", "EQUIVALENT", "equivalent classes", &q.Equivalent},
		{"super", "SUPER", "superclasses", &q.Super},
		{"sub", "SUB", "subclasses", &q.Sub},
		{"instances", "INSTANCE", "instances", &q.Instances},
	}
}

func runQuery(ctx context.Context, streams *streams, opts queryOptions) error {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	names := relations.Names(ontology)
	expression, err := parseClassExpression(names, opts.expression)
	if err != nil {
		return err
	}
	r, err := reasoner.New(ctx, ontology,
		reasoner.Options{Workers: opts.workers, Progress: streams.report})
	if err != nil {
		return err
	}
	q := &queryResult{Ontology: ontology.IRI, Consistent: r.Consistent(),
		Expression: string(owl.AppendClassExpression(nil, expression, nil)),
		Manchester: names.Manchester().ClassExpression(expression),
		names:      names, expression: expression, kinds: opts.kinds}
	answer := &reasoner.Answer{Exact: true}
	if q.Consistent {
		if answer, err = r.Query(ctx, expression, opts.direct); err != nil {
			return err
		}
		q.Satisfiable, q.Exact = answer.Satisfiable, answer.Exact
	}
	q.setLists(answer)
	opts.input.noteNotUsed(streams, r.Report(), len(ontology.Axioms))
	if !answer.Exact {
		streams.note(
			"note: the expression is outside OWL 2 EL; answers are correct but may be incomplete")
	}
	if out := opts.output; out.format == "tsv" {
		err = streams.write(out.path, q.writeTSV)
	} else {
		height := 0
		if out.path == "" {
			height = streams.outHeight
		}
		err = streams.writeResult(out, q, func() string { return q.text(height) })
	}
	if err == nil && !q.Consistent {
		err = inconsistent(opts.input.path)
	}
	return err
}

// setLists sets the lists of the requested kinds, and the labels of their entities.
func (q *queryResult) setLists(a *reasoner.Answer) {
	q.Labels = make(map[owl.IRI]string)
	answers := map[string][]owl.IRI{"equivalent": irisOf(a.Equivalent), "super": irisOf(a.Supers),
		"sub": irisOf(a.Subs), "instances": irisOf(a.Instances)}
	for _, s := range q.sections() {
		*s.list = []owl.IRI{}
		if slices.Contains(q.kinds, s.kind) {
			*s.list = answers[s.kind]
		}
		for _, iri := range *s.list {
			if label := q.names.Label(iri); label != "" {
				q.Labels[iri] = label
			}
		}
	}
}

// writeTSV writes one line per fact, sorted by bytes, or the line INCONSISTENT.
func (q *queryResult) writeTSV(w io.Writer) error {
	var lines []string
	if !q.Consistent {
		lines = []string{"INCONSISTENT\n"}
	}
	for _, s := range q.sections() {
		for _, iri := range *s.list {
			lines = append(lines, s.tag+"\t"+iri.String()+"\n")
		}
	}
	slices.Sort(lines)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// text returns the answer for people: labels and ids, sorted by label. height limits it to the size
// of a terminal; 0 is no limit.
func (q *queryResult) text(height int) string {
	var b strings.Builder
	b.WriteString(printable(q.Manchester) + "\n")
	if !q.Consistent {
		b.WriteString("The ontology is inconsistent, so it entails everything.\n")
		return b.String()
	}
	if !q.Satisfiable {
		b.WriteString("unsatisfiable\n")
	}
	limit := 0
	if height > 0 {
		limit = max((height-reservedLines)/len(q.kinds)-1, 5)
	}
	for _, s := range q.sections() {
		if slices.Contains(q.kinds, s.kind) && (q.Satisfiable || s.kind == "equivalent") {
			q.writeSection(&b, s, limit)
		}
	}
	return b.String()
}

func (q *queryResult) writeSection(b *strings.Builder, s section, limit int) {
	list := *s.list
	if class, ok := q.expression.(owl.Class); ok && s.kind == "equivalent" {
		list = slices.DeleteFunc(list, func(iri owl.IRI) bool { return iri == class.IRI })
	}
	if len(list) == 0 {
		fmt.Fprintf(b, "%s: none\n", s.heading)
		return
	}
	fmt.Fprintf(b, "%s: %d\n", s.heading, len(list))
	name := func(iri owl.IRI) string { return printable(cmp.Or(q.Labels[iri], q.names.ID(iri))) }
	slices.SortStableFunc(list, func(a, b owl.IRI) int { return strings.Compare(name(a), name(b)) })
	for i, iri := range list {
		if limit > 0 && i == limit && len(list) > limit+1 {
			fmt.Fprintf(b, "   … and %d more\n", len(list)-i)
			return
		}
		line := "   " + name(iri)
		if q.Labels[iri] != "" {
			line += "  " + q.names.ID(iri)
		}
		b.WriteString(line + "\n")
	}
}
