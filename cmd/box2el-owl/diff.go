package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/diff"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
)

type diffOptions struct {
	input  inputOptions
	head   string
	output outputOptions
}

func newDiffCmd(io *streams) *cobra.Command {
	var opts diffOptions
	cmd := &cobra.Command{
		Use:   "diff BASE HEAD",
		Short: "Compare the asserted axioms of two versions of an ontology",
		Long: `Compare the asserted axioms of two versions of an ontology, each with its
imports: which axioms are added (+), removed (-) and changed (~), by subject, with labels. A change
is a removed and an added axiom of the same subject and shape. Axioms that differ in annotations
only are counted. IRI, version, imports and annotations of the ontology are under "ontology".

A difference is not a failure: the exit status is 0.`,
		Example: `  box2el-owl diff examples/heart.owl examples/pizzeria.ttl
  box2el-owl diff --json base.owl head.owl`,
		Args: positional(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.head = args[1]
			if opts.input.path == "-" && opts.head == "-" {
				return usagef("only one version can come from standard input")
			}
			return runDiff(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	opts.output.addTextFlags(cmd, io)
	return cmd
}

func runDiff(ctx context.Context, streams *streams, opts diffOptions) error {
	opts.input.named = true
	base, ofBase, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	name := opts.input.path
	opts.input.path = opts.head
	head, ofHead, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	if err := errors.Join(lacksImport(name, ofBase, opts.head, ofHead),
		lacksImport(opts.head, ofHead, name, ofBase)); err != nil {
		return inputError{err}
	}
	d, err := diff.Compare(ctx, base.Axioms, head.Axioms)
	if err != nil {
		return err
	}
	header, err := diff.Compare(ctx, headerOf(base, head.IRI), headerOf(head, head.IRI))
	if err != nil {
		return err
	}
	names := relations.Names(d.Both(base, head))
	streams.warnings = nil // those of the second document only
	return streams.writeResult(opts.output, diffDocument(d, header, names, base, head),
		func() string { return diffText(d, header, names) })
}

// headerOf returns the header of an ontology as triples about the IRI of the newer version: its own
// IRI unless that is the name of the file, its version, imports and annotations.
func headerOf(o *owl.Ontology, subject owl.IRI) []owl.Axiom {
	var header []owl.Axiom
	add := func(property string, value owl.AnnotationValue, annotations ...owl.Annotation) {
		header = append(header, &owl.AnnotationAssertion{Subject: subject, Value: value,
			Property:  owl.AnnotationProperty{IRI: owl.NewIRI(property)},
			Annotated: owl.Annotated{Annotations: annotations}})
	}
	if !o.IRI.IsZero() && !strings.HasPrefix(o.IRI.String(), "file:") {
		add(owl.OWLNamespace+"ontologyIRI", o.IRI)
	}
	if !o.VersionIRI.IsZero() {
		add(owl.OWLNamespace+"versionIRI", o.VersionIRI)
	}
	for _, iri := range o.Imports {
		add(owl.OWLNamespace+"imports", iri)
	}
	for _, a := range o.Annotations {
		add(a.Property.IRI.String(), a.Value, a.Annotations...)
	}
	return header
}

// lacksImport returns an error if an import was loaded for one version and not for the other. All
// its axioms would count as added or removed.
func lacksImport(name string, version *rdfio.Report, other string, of *rdfio.Report) error {
	for _, file := range of.Imports {
		if slices.Contains(version.MissingImports, file.IRI) {
			return fmt.Errorf("the import %s was loaded for %s, but not for %s, and its axioms "+
				"would be a difference; put both files in one folder, or use --no-imports",
				file.IRI, other, name)
		}
	}
	return nil
}

// diffJSON is the document of diff --json. Names never change; new ones may be added.
type diffJSON struct {
	Base     versionJSON      `json:"base"`
	Head     versionJSON      `json:"head"`
	Header   assertedDiffJSON `json:"header"`
	Asserted assertedDiffJSON `json:"asserted"`
	Entities entitiesDiffJSON `json:"entities"`
}

type versionJSON struct {
	OntologyIRI string `json:"ontologyIRI"`
	VersionIRI  string `json:"versionIRI,omitempty"`
	Axioms      int    `json:"axioms"`
}

type assertedDiffJSON struct {
	Added           []subjectAxiomJSON `json:"added"`
	Removed         []subjectAxiomJSON `json:"removed"`
	Changed         []changeJSON       `json:"changed"`
	AnnotationsOnly int                `json:"annotationsOnly"`
}

type subjectAxiomJSON struct {
	Subject    string `json:"subject"`
	Axiom      string `json:"axiom"`
	Manchester string `json:"manchester"`
}

type changeJSON struct {
	Before subjectAxiomJSON `json:"before"`
	After  subjectAxiomJSON `json:"after"`
}

type entitiesDiffJSON struct {
	Added      []labeledJSON `json:"added"`
	Removed    []labeledJSON `json:"removed"`
	Deprecated []labeledJSON `json:"deprecated"`
}

type labeledJSON struct {
	IRI   string `json:"iri"`
	Label string `json:"label"`
}

func diffDocument(d, header *diff.Diff, names *owl.Names, base, head *owl.Ontology) diffJSON {
	out := diffJSON{
		Base:     versionJSON{base.IRI.String(), base.VersionIRI.String(), len(base.Axioms)},
		Head:     versionJSON{head.IRI.String(), head.VersionIRI.String(), len(head.Axioms)},
		Header:   assertedDocument(header, names),
		Asserted: assertedDocument(d, names),
		Entities: entitiesDiffJSON{[]labeledJSON{}, []labeledJSON{}, []labeledJSON{}},
	}
	states := map[diff.State]*[]labeledJSON{diff.Added: &out.Entities.Added,
		diff.Removed: &out.Entities.Removed, diff.Deprecated: &out.Entities.Deprecated}
	for _, s := range d.Subjects {
		if list := states[s.State]; list != nil {
			*list = append(*list, labeledJSON{s.IRI.String(), names.Label(s.IRI)})
		}
	}
	return out
}

func assertedDocument(d *diff.Diff, names *owl.Names) assertedDiffJSON {
	m := names.Manchester()
	out := assertedDiffJSON{Added: []subjectAxiomJSON{}, Removed: []subjectAxiomJSON{},
		Changed: []changeJSON{}, AnnotationsOnly: d.AnnotationsOnly}
	for _, s := range d.Subjects {
		line := func(a owl.Axiom) subjectAxiomJSON {
			return subjectAxiomJSON{s.IRI.String(), owl.Functional(a), m.Axiom(a)}
		}
		for _, a := range s.Added {
			out.Added = append(out.Added, line(a))
		}
		for _, a := range s.Removed {
			out.Removed = append(out.Removed, line(a))
		}
		for _, c := range s.Changed {
			out.Changed = append(out.Changed,
				changeJSON{line(c.Before), line(c.After)})
		}
	}
	return out
}

// diffText renders a difference for people: a line with the numbers, then the header and the axioms
// by subject.
func diffText(d, header *diff.Diff, names *owl.Names) string {
	annotated := d.AnnotationsOnly + header.AnnotationsOnly
	if len(d.Subjects)+annotated+len(header.Subjects) == 0 {
		return "no difference\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "+%s -%s axioms (%s changed), %s with other annotations\n",
		thousands(d.Added), thousands(d.Removed), thousands(d.Changed),
		thousands(annotated))
	fmt.Fprintf(&b, "%s added, %s removed, %s newly deprecated\n",
		plural(d.AddedEntities, "entity", "entities"), thousands(d.RemovedEntities),
		thousands(d.Deprecated))
	m := names.Manchester()
	title := func(s diff.Subject) string {
		if s.IRI.IsZero() {
			return "(no subject)"
		}
		text := names.ID(s.IRI)
		if label := names.Label(s.IRI); label != "" {
			text = label + " " + text
		}
		if s.State != "" {
			text += " (" + string(s.State) + ")"
		}
		return text
	}
	subjects := slices.Clone(d.Subjects)
	slices.SortStableFunc(subjects, func(a, b diff.Subject) int {
		if a.IRI.IsZero() || b.IRI.IsZero() {
			return 0
		}
		return strings.Compare(strings.ToLower(title(a)), strings.ToLower(title(b)))
	})
	if len(header.Subjects) > 0 {
		b.WriteString("\nontology\n")
	}
	for i, s := range append(header.Subjects, subjects...) {
		if i >= len(header.Subjects) {
			fmt.Fprintf(&b, "\n%s\n", printable(title(s)))
		}
		for _, c := range s.Changed {
			fmt.Fprintf(&b, "  ~ %s\n    %s\n", printable(m.Axiom(c.Before)),
				printable(m.Axiom(c.After)))
		}
		for _, a := range s.Added {
			fmt.Fprintf(&b, "  + %s\n", printable(m.Axiom(a)))
		}
		for _, a := range s.Removed {
			fmt.Fprintf(&b, "  - %s\n", printable(m.Axiom(a)))
		}
	}
	return b.String()
}
