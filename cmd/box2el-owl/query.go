package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sort"
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

var queryKinds = []string{"equivalent", "super", "sub", "instances"} // in the order of the text

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

// queryResult is a query with its answer.
type queryResult struct {
	ontology   *owl.Ontology
	names      *owl.Names
	expression owl.ClassExpression
	consistent bool
	answer     *reasoner.Answer // nil if the ontology is inconsistent
	kinds      []string
}

func runQuery(ctx context.Context, streams *streams, opts queryOptions) error {
	result, err := query(ctx, streams, opts)
	if err != nil {
		return err
	}
	if out := opts.output; out.format == "tsv" {
		err = streams.write(out.path, result.writeTSV)
	} else {
		height := 0
		if out.path == "" {
			height = streams.outHeight
		}
		err = streams.writeResult(out, result.document(),
			func() string { return result.text(height) })
	}
	if err != nil {
		return err
	}
	if !result.consistent {
		return inconsistent(opts.input.path)
	}
	return nil
}

// query reads and classifies an ontology and answers the query.
func query(ctx context.Context, streams *streams, opts queryOptions) (*queryResult, error) {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, err
	}
	names := relations.Names(ontology)
	expression, err := parseClassExpression(names, opts.expression)
	if err != nil {
		return nil, err
	}
	r, err := reasoner.New(ctx, ontology,
		reasoner.Options{Workers: opts.workers, Progress: streams.report})
	if err != nil {
		return nil, err
	}
	result := &queryResult{ontology: ontology, names: names, expression: expression,
		consistent: r.Consistent(), kinds: opts.kinds}
	if !result.consistent {
		opts.input.noteNotUsed(streams, r.Report(), len(ontology.Axioms))
		return result, nil
	}
	result.answer, err = r.Query(ctx, expression, opts.direct)
	if err != nil {
		return nil, err
	}
	opts.input.noteNotUsed(streams, r.Report(), len(ontology.Axioms))
	if !result.answer.Exact {
		streams.note(
			"note: the expression is outside OWL 2 EL; answers are correct but may be incomplete")
	}
	return result, nil
}

// list returns the answers of one kind as IRIs. It never returns nil.
func (q *queryResult) list(kind string) []owl.IRI {
	out := []owl.IRI{}
	if q.answer == nil || !slices.Contains(q.kinds, kind) {
		return out
	}
	if kind == "instances" {
		for _, i := range q.answer.Instances {
			out = append(out, i.IRI)
		}
	}
	for _, c := range map[string][]owl.Class{"equivalent": q.answer.Equivalent,
		"super": q.answer.Supers, "sub": q.answer.Subs}[kind] {
		out = append(out, c.IRI)
	}
	return out
}

// writeTSV writes one line per fact, sorted by bytes, or the line INCONSISTENT.
func (q *queryResult) writeTSV(w io.Writer) error {
	if !q.consistent {
		_, err := io.WriteString(w, "INCONSISTENT\n")
		return err
	}
	var lines []string
	for kind, tag := range map[string]string{"equivalent": "EQUIVALENT", "super": "SUPER",
		"sub": "SUB", "instances": "INSTANCE"} {
		for _, iri := range q.list(kind) {
			lines = append(lines, tag+"\t"+iri.String()+"\n")
		}
	}
	sort.Strings(lines)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// queryJSON is the document of query --json. Names never change; new ones may be added.
type queryJSON struct {
	Ontology    string            `json:"ontology"`
	Expression  string            `json:"expression"` // functional syntax
	Manchester  string            `json:"manchester"`
	Consistent  bool              `json:"consistent"`
	Satisfiable bool              `json:"satisfiable"`
	Exact       bool              `json:"exact"`
	Equivalent  []string          `json:"equivalent"`
	Super       []string          `json:"super"`
	Sub         []string          `json:"sub"`
	Instances   []string          `json:"instances"`
	Labels      map[string]string `json:"labels"` // labels of the answers
}

func (q *queryResult) document() queryJSON {
	out := queryJSON{
		Ontology:   q.ontology.IRI.String(),
		Expression: string(owl.AppendClassExpression(nil, q.expression, nil)),
		Manchester: q.names.Manchester().ClassExpression(q.expression),
		Consistent: q.consistent,
		Labels:     make(map[string]string),
	}
	if q.answer != nil {
		out.Satisfiable, out.Exact = q.answer.Satisfiable, q.answer.Exact
	}
	for kind, list := range map[string]*[]string{"equivalent": &out.Equivalent, "super": &out.Super,
		"sub": &out.Sub, "instances": &out.Instances} {
		*list = []string{}
		for _, iri := range q.list(kind) {
			*list = append(*list, iri.String())
			if label := q.names.Label(iri); label != "" {
				out.Labels[iri.String()] = label
			}
		}
	}
	return out
}

// text returns the answer for people: labels and ids, sorted by label. height limits it to the size
// of a terminal; 0 is no limit.
func (q *queryResult) text(height int) string {
	var b strings.Builder
	b.WriteString(printable(q.names.Manchester().ClassExpression(q.expression)) + "\n")
	switch {
	case !q.consistent:
		b.WriteString("The ontology is inconsistent, so it entails everything.\n")
	case !q.answer.Satisfiable:
		b.WriteString("unsatisfiable\n")
	}
	limit := 0
	if height > 0 {
		limit = max((height-reservedLines)/len(q.kinds)-1, 5)
	}
	for _, kind := range queryKinds {
		if q.answer != nil && slices.Contains(q.kinds, kind) &&
			(q.answer.Satisfiable || kind == "equivalent") {
			q.writeSection(&b, kind, limit)
		}
	}
	return b.String()
}

var querySections = map[string]string{"equivalent": "equivalent classes", "super": "superclasses",
	"sub": "subclasses", "instances": "instances"}

func (q *queryResult) writeSection(b *strings.Builder, kind string, limit int) {
	list := q.list(kind)
	if class, ok := q.expression.(owl.Class); ok && kind == "equivalent" {
		list = slices.DeleteFunc(list, func(iri owl.IRI) bool { return iri == class.IRI })
	}
	if len(list) == 0 {
		fmt.Fprintf(b, "%s: none\n", querySections[kind])
		return
	}
	fmt.Fprintf(b, "%s: %d\n", querySections[kind], len(list))
	name := func(iri owl.IRI) string {
		return printable(cmp.Or(q.names.Label(iri), q.names.ID(iri)))
	}
	slices.SortStableFunc(list, func(a, b owl.IRI) int { return strings.Compare(name(a), name(b)) })
	for i, iri := range list {
		if limit > 0 && i == limit && len(list) > limit+1 {
			fmt.Fprintf(b, "   … and %d more\n", len(list)-i)
			return
		}
		line := "   " + name(iri)
		if q.names.Label(iri) != "" {
			line += "  " + q.names.ID(iri)
		}
		b.WriteString(line + "\n")
	}
}
