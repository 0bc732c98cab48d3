package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
	"box2el-owl/suggest/asserted"
)

// sheetOptions choose the rows of a sheet to judge.
type sheetOptions struct {
	tiers []suggest.Tier
	lines int // the first lines of the whole ontology
	most  int // rows drawn for an ontology, by the MD5 of the axiom; 0: all
}

// sheetColumns are the columns of a sheet. A judge sees what a curator would look up, but neither
// tiers nor evidence.
var sheetColumns = []string{
	"ontology", "axiom", "subject", "property", "target",
	"subject definition", "subject synonyms", "subject superclasses", "subject restrictions", "subject subclasses",
	"target definition", "target synonyms", "target superclasses", "target restrictions", "target subclasses",
}

// writeSheets writes the suggestions for each file as a table to judge.
func writeSheets(ctx context.Context, w io.Writer, files []string, opts sheetOptions) error {
	fmt.Fprintln(w, strings.Join(sheetColumns, "\t"))
	for _, file := range files {
		if err := writeSheet(ctx, w, file, opts); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func writeSheet(ctx context.Context, w io.Writer, file string, opts sheetOptions) error {
	l, err := openRelease(ctx, file, rdfio.ReadOptions{})
	if err != nil {
		return err
	}
	s, err := curate.Open(ctx, curate.Source{Name: "sheet", Ontology: l.ontology},
		curate.Options{WithoutModel: true, Reasoner: l.reasoner})
	if err != nil {
		return err
	}
	list, err := s.Suggester.All(ctx,
		suggest.Request{Limit: opts.lines, Tiers: opts.tiers, Primary: true}, 0, nil)
	if err != nil {
		return err
	}
	var axioms []*owl.SubClassOf
	for i := range list {
		members := []owl.Axiom{list[i].Axiom}
		if list[i].Group != nil {
			members = list[i].Group.Axioms
		}
		for _, a := range members {
			axioms = append(axioms, a.(*owl.SubClassOf))
		}
	}
	// A sample does not depend on the tiers.
	axioms = byHash(axioms, func(a *owl.SubClassOf) string { return owl.Functional(a) })
	if opts.most > 0 {
		axioms = axioms[:min(opts.most, len(axioms))]
	}
	for _, a := range axioms {
		fmt.Fprintln(w, strings.Join(l.sheetRow(a), "\t"))
	}
	return nil
}

func (l *release) sheetRow(a *owl.SubClassOf) []string {
	x := l.index
	s, _ := l.statementOf(a)
	property := ""
	if s.Property != asserted.NoProperty {
		property = x.PropertyNames[s.Property].Text
	}
	row := []string{l.name, owl.Functional(a), x.Labels[s.Class].Text, property,
		x.Labels[s.Target].Text}
	for _, c := range []int32{s.Class, s.Target} {
		var synonyms, restrictions []string
		for _, n := range slices.Concat(x.Exact[c], x.Other[c]) {
			synonyms = append(synonyms, n.Text)
		}
		for _, r := range x.Restrictions(c) {
			restrictions = append(restrictions, x.PropertyNames[r.Property].Text+" some "+
				x.Labels[r.Filler].Text)
		}
		row = append(row, x.Texts[c], few(synonyms), few(l.labels(x.Parents(c))), few(restrictions),
			few(l.labels(x.Children(c))))
	}
	for i := range row {
		row[i] = strings.Join(strings.Fields(row[i]), " ")
	}
	return row
}

func (l *release) labels(classes []int32) []string {
	var names []string
	for _, c := range classes {
		names = append(names, l.index.Labels[c].Text)
	}
	return names
}

// few joins up to ten texts.
func few(texts []string) string {
	more := ""
	if len(texts) > 10 {
		more = fmt.Sprintf("; and %d more", len(texts)-10)
		texts = texts[:10]
	}
	return strings.Join(texts, "; ") + more
}
