package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
)

// judgedRestriction is a row of restrictions.tsv or restrictions-dropped.tsv.
type judgedRestriction struct {
	ontology, subject, property, filler string
	label, pairs, first, second, reason string
	dropped                             bool
}

func (r *judgedRestriction) right() bool {
	return !r.dropped && r.first == "right" && (r.second == "" || r.second == "right")
}

func (r *judgedRestriction) wrong() bool { return r.first == "wrong" || r.second == "wrong" }

// compareRestrictions prints how the restrictions found compare with the judged rows of
// DIR/likely: by file, the rows judged right that are missed and those judged wrong that are
// likely.
func compareRestrictions(ctx context.Context, w io.Writer, dir string) error {
	var rows []judgedRestriction
	for _, file := range []string{"restrictions.tsv", "restrictions-dropped.tsv"} {
		list, err := readJudgedRestrictions(filepath.Join(dir, "likely", file))
		if err != nil {
			return err
		}
		rows = append(rows, list...)
	}
	var names []string
	for _, r := range rows {
		if !slices.Contains(names, r.ontology) {
			names = append(names, r.ontology)
		}
	}
	slices.Sort(names)
	right, found, foundLikely, wrong, wrongLikely := 0, 0, 0, 0, 0
	for _, name := range names {
		file, ok := dataFile(dir, name)
		if !ok {
			fmt.Fprintf(w, "%s: no such file\n", name)
			continue
		}
		l, err := load(ctx, file)
		if err != nil {
			return err
		}
		start := time.Now()
		findings, err := likely.Restrictions(ctx, l.index, likely.Options{})
		if err != nil {
			return err
		}
		likelyRows := 0
		for i := range findings {
			if findings[i].Tier == likely.Likely {
				likelyRows++
			}
		}
		fmt.Fprintf(w, "%s: %d likely, %d possible, %s\n", name, likelyRows,
			len(findings)-likelyRows, time.Since(start).Round(time.Millisecond))
		for i := range rows {
			r := &rows[i]
			if r.ontology != name || !r.right() && !r.wrong() {
				continue
			}
			at := findRestriction(l.index, findings, r)
			switch {
			case r.right():
				right++
				if at == nil {
					fmt.Fprintf(w, "  missed  %s %s (%s)\n", r.label, r.property, r.pairs)
					continue
				}
				found++
				if at.Tier == likely.Likely {
					foundLikely++
				} else {
					fmt.Fprintf(w, "  lower   %s %s %s (%s; here %s)\n", r.label, r.property,
						r.filler,
						r.pairs, at.Witnesses)
				}
			case r.wrong():
				wrong++
				if at != nil && at.Tier == likely.Likely {
					wrongLikely++
					fmt.Fprintf(w, "  WRONG   %s %s %s (%s; here %s) %s\n", r.label, r.property,
						r.filler, r.pairs, at.Witnesses, r.reason)
				}
			}
		}
	}
	fmt.Fprintf(w,
		"restrictions: %d of %d right rows found (%d likely); %d of %d wrong rows likely\n",
		found, right, foundLikely, wrongLikely, wrong)
	return nil
}

// findRestriction returns the finding of a judged row, there or moved to another class.
func findRestriction(x *asserted.Index, list []likely.Finding,
	r *judgedRestriction) *likely.Finding {

	c, ok := x.Class(owl.NewIRI(r.subject))
	d, too := x.Class(owl.NewIRI(r.filler))
	if !ok || !too {
		return nil
	}
	for i := range list {
		at := &list[i]
		property := &x.PropertyNames[at.Property]
		if at.Class != c && !slices.Contains(at.From, c) || at.Target != d &&
			!x.IsBelow(at.Target, d) {
			continue
		}
		if sameProperty(property.Text, r.property) ||
			sameProperty(x.Properties[at.Property].Fragment(), r.property) {
			return at
		}
	}
	return nil
}

func sameProperty(a, b string) bool {
	fold := strings.NewReplacer("_", " ").Replace
	return strings.EqualFold(fold(a), fold(b))
}

func readJudgedRestrictions(file string) ([]judgedRestriction, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = '\t', true, -1
	records, err := reader.ReadAll()
	if err != nil || len(records) == 0 {
		return nil, err
	}
	var rows []judgedRestriction
	for _, record := range records[1:] {
		get := func(column string) string {
			if i := slices.Index(records[0], column); i >= 0 && i < len(record) {
				return record[i]
			}
			return ""
		}
		rows = append(rows, judgedRestriction{
			ontology: get("ontology"), subject: get("subject"), property: get("property label"),
			filler: get("filler"), label: get("subject label") + " → " + get("filler label"),
			pairs: get("pairs"), first: get("first"), second: get("second"), reason: get("reason"),
			dropped: strings.Contains(file, "dropped"),
		})
	}
	return rows, nil
}

// printRestrictions prints what is found in an ontology.
func printRestrictions(ctx context.Context, w io.Writer, l *loaded, tier likely.Tier) error {
	start := time.Now()
	list, err := likely.Restrictions(ctx, l.index, likely.Options{})
	if err != nil {
		return err
	}
	x := l.index
	took := time.Since(start)
	name := func(iri owl.IRI) string {
		if c, ok := x.Class(iri); ok {
			return x.Labels[c].Text
		}
		if r, ok := x.Property(iri); ok {
			return x.PropertyNames[r].Text
		}
		return iri.String()
	}
	n := 0
	for i := range list {
		f := &list[i]
		if f.Tier == likely.Likely {
			n++
		}
		if f.Tier > tier {
			continue
		}
		fmt.Fprintf(w, "%s\t[%s] %s | %s | %s\n", []string{"", "likely", "possible"}[f.Tier],
			f.Witnesses, x.Labels[f.Class].Text, x.PropertyNames[f.Property].Text,
			x.Labels[f.Target].Text)
		for _, e := range f.Evidence {
			fmt.Fprintf(w, "\t    %s\n", e.Sentence(name))
		}
		if text := x.Texts[f.Class]; text != "" {
			fmt.Fprintf(w, "\t    def: %.240s\n", text)
		}
		for from, r := range x.Inherited(f.Class) {
			if r.Property == f.Property {
				fmt.Fprintf(w, "\t    has: %s (at %s)\n", x.Labels[r.Filler].Text,
					x.Labels[from].Text)
			}
		}
		for _, p := range x.Parents(f.Class) {
			fmt.Fprintf(w, "\t    is: %s\n", x.Labels[p].Text)
		}
		for _, p := range f.From {
			fmt.Fprintf(w, "\t    moved from: %s\n", x.Labels[p].Text)
		}
	}
	fmt.Fprintf(w, "restrictions: %d likely, %d possible, %s\n", n, len(list)-n,
		took.Round(time.Millisecond))
	templates, err := likely.Definitions(ctx, x, likely.Options{})
	for i := range templates {
		t := &templates[i]
		fmt.Fprintf(w, "definition\t%s = %s", x.Labels[t.Class].Text, x.Labels[t.Genus].Text)
		for _, r := range t.Restrictions {
			fmt.Fprintf(w, " and %s some %s", x.PropertyNames[r.Property].Text,
				x.Labels[r.Filler].Text)
		}
		fmt.Fprintln(w)
		for _, e := range t.Evidence {
			fmt.Fprintf(w, "\t    %s\n", e.Sentence(name))
		}
	}
	fmt.Fprintf(w, "definitions: %d\n", len(templates))
	return err
}
