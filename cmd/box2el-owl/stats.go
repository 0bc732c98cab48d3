package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

type statsOptions struct {
	input  inputOptions
	output outputOptions
}

func newStatsCmd(io *streams) *cobra.Command {
	var opts statsOptions
	cmd := &cobra.Command{
		Use:   "stats ONTOLOGY",
		Short: "Print statistics of an ontology",
		Long: `Print the syntax, IRIs, imports, axioms by type, entities and warnings of an
ontology, and whether it is in OWL 2 EL. With --no-imports, only of the file itself.`,
		Example: `  box2el-owl stats examples/pizzeria.ttl
  box2el-owl stats --json examples/heart.owl`,
		Args: positional(1, 1),
		RunE: running(io, &opts, runStats),
	}
	opts.input.addFlags(cmd, io)
	opts.output.addTextFlags(cmd, io)
	return cmd
}

// statsJSON is the document of stats --json. Names never change; new ones may be added.
type statsJSON struct {
	Syntax               string          `json:"syntax"`
	OntologyIRI          string          `json:"ontologyIRI"`
	VersionIRI           string          `json:"versionIRI,omitempty"`
	Imports              []string        `json:"imports"`
	MissingImports       []string        `json:"missingImports"`
	Triples              int             `json:"triples"`
	Axioms               int             `json:"axioms"`
	LogicalAxioms        int             `json:"logicalAxioms"`
	AxiomsByType         map[string]int  `json:"axiomsByType"`
	Classes              int             `json:"classes"`
	ObjectProperties     int             `json:"objectProperties"`
	DataProperties       int             `json:"dataProperties"`
	AnnotationProperties int             `json:"annotationProperties"`
	Individuals          int             `json:"individuals"`
	Datatypes            int             `json:"datatypes"`
	Warnings             []warningJSON   `json:"warnings"`
	Profiles             map[string]bool `json:"profiles"`
}

// warningJSON is one kind of finding of the reader.
type warningJSON struct {
	Kind     string   `json:"kind"`
	Count    int      `json:"count"`
	Examples []string `json:"examples"`
}

func runStats(ctx context.Context, streams *streams, opts statsOptions) error {
	opts.input.noFaults = true // among the warnings below
	ontology, report, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	stats, err := collectStats(ctx, ontology, report)
	if err != nil {
		return err
	}
	streams.warnings = nil // they are a field of the statistics
	return streams.writeResult(opts.output, stats, stats.text)
}

func collectStats(ctx context.Context, ontology *owl.Ontology, report *rdfio.Report) (
	*statsJSON, error) {
	profile, err := el.CheckProfile(ctx, ontology, readerNotes(report))
	if err != nil {
		return nil, err
	}
	ontology.Dedup()
	stats := &statsJSON{
		Syntax:         report.Syntax,
		OntologyIRI:    ontology.IRI.String(),
		VersionIRI:     ontology.VersionIRI.String(),
		Imports:        mapped(ontology.Imports, owl.IRI.String),
		MissingImports: append([]string{}, report.MissingImports...),
		Triples:        report.Triples,
		Axioms:         len(ontology.Axioms),
		AxiomsByType:   make(map[string]int),
		Warnings:       warnings(report),
		Profiles:       map[string]bool{"EL": profile.InProfile()},
	}
	for kind, n := range ontology.AxiomsByType() {
		stats.AxiomsByType[kind.String()] = n
		if kind.IsLogical() {
			stats.LogicalAxioms += n
		}
	}
	counts := map[owl.EntityKind]*int{
		owl.ClassKind: &stats.Classes, owl.ObjectPropertyKind: &stats.ObjectProperties,
		owl.DataPropertyKind: &stats.DataProperties, owl.NamedIndividualKind: &stats.Individuals,
		owl.AnnotationPropertyKind: &stats.AnnotationProperties, owl.DatatypeKind: &stats.Datatypes,
	}
	for _, entity := range ontology.Signature() {
		*counts[entity.EntityKind()]++
	}
	return stats, nil
}

func warnings(report *rdfio.Report) []warningJSON {
	return mapped(report.Notes, func(n rdfio.Note) warningJSON {
		return warningJSON{string(n.Kind), n.Count, mapped(n.Examples, findingText)}
	})
}

func findingText(f rdfio.Finding) string {
	if f.Line > 0 {
		return fmt.Sprintf("line %d: %s", f.Line, f.Message)
	}
	return f.Message
}

var axiomGroups = []string{"logical", "annotations", "declarations"}

func groupOf(kind string) string {
	switch {
	case kind == owl.DeclarationKind.String():
		return "declarations"
	case strings.HasPrefix(kind, "Annotation"), kind == owl.SubAnnotationPropertyOfKind.String():
		return "annotations"
	}
	return "logical"
}

// text renders the statistics for people.
func (s *statsJSON) text() string {
	var b strings.Builder
	row := func(name string, value any) {
		if n, ok := value.(int); ok {
			value = thousands(n)
		}
		fmt.Fprintf(&b, "%-24s%v\n", name, value)
	}
	row("syntax", s.Syntax)
	row("ontology", orNone(s.OntologyIRI))
	if s.VersionIRI != "" {
		row("version", s.VersionIRI)
	}
	row("imports", orNone(strings.Join(s.Imports, ", ")))
	if len(s.MissingImports) > 0 {
		row("  not found", strings.Join(s.MissingImports, ", "))
	}
	if s.Triples > 0 {
		row("triples", s.Triples)
	}
	row("axioms", s.Axioms)
	kinds := slices.Collect(maps.Keys(s.AxiomsByType))
	slices.SortFunc(kinds, func(a, b string) int {
		return cmp.Or(s.AxiomsByType[b]-s.AxiomsByType[a], strings.Compare(a, b))
	})
	for _, group := range axiomGroups {
		list := slices.DeleteFunc(slices.Clone(kinds),
			func(kind string) bool { return groupOf(kind) != group })
		sum := 0
		for _, kind := range list {
			sum += s.AxiomsByType[kind]
		}
		row("  "+group, sum)
		for _, kind := range list {
			fmt.Fprintf(&b, "    %8s  %s\n", thousands(s.AxiomsByType[kind]), kind)
		}
	}
	row("classes", s.Classes)
	row("object properties", s.ObjectProperties)
	row("data properties", s.DataProperties)
	row("annotation properties", s.AnnotationProperties)
	row("individuals", s.Individuals)
	row("datatypes", s.Datatypes)
	row("in OWL 2 EL", map[bool]string{true: "yes",
		false: "no (see box2el-owl profile)"}[s.Profiles["EL"]])
	if len(s.Warnings) > 0 {
		b.WriteString("warnings\n")
		for _, w := range s.Warnings {
			fmt.Fprintf(&b, "    %8d  %s\n", w.Count, w.Kind)
			for _, example := range w.Examples {
				fmt.Fprintf(&b, "              %s\n", example)
			}
		}
	}
	return b.String()
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
