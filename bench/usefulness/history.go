package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// pair is a pair of releases of an ontology: the older one, and tables of the newer one.
type pair struct {
	name, ontology string
	split          string
	older          *release
	later, removed []map[string]string // rows of the tables; later ones without derived ones
	added          []laterRow
	termRows       []map[string]string
	newTerms       []newTerm // by row of termRows
	unknown        int       // rows with a name that the older release does not have
	whole          bool      // all rows are measured, campaigns included
}

// laterRow is an axiom between classes of the older release that the newer release adds.
type laterRow struct {
	asserted.Statement
	subject, property, target string // as in the table
}

// key names the row within all pairs.
func (l *laterRow) key(pair string) string {
	return strings.Join([]string{pair, l.subject, l.property, l.target}, "\t")
}

// newTerm is a class that only the newer release has.
type newTerm struct {
	iri               string
	defined           bool
	knownParents      []int32
	knownRestrictions []asserted.Restriction
	subject, labelled subject // with all its text, and with the label alone
}

// eachPair reads the pairs of a folder of the layout of data/history that are of a split, or all
// for split "", and calls visit for each. An older file that pairs share is read once.
func eachPair(ctx context.Context, dir, split string, visit func(*pair) error) error {
	rows, err := readTable(filepath.Join(dir, "pairs.tsv"))
	if err != nil {
		return err
	}
	splits := make(map[string]string)
	if table, err := readTable(filepath.Join(dir, "split.tsv")); err == nil {
		for _, row := range table {
			splits[row["pair"]] = row["split"]
		}
	}
	slices.SortStableFunc(rows, func(a, b map[string]string) int {
		return strings.Compare(a["older_file"], b["older_file"])
	})
	var file string
	var older *release
	for _, row := range rows {
		name := row["pair"]
		of := row["split"]
		if s, ok := splits[name]; ok {
			of = s
		}
		if split != "" && of != split {
			continue
		}
		if row["older_file"] != file {
			file = row["older_file"]
			if older, err = openRelease(ctx, filepath.Join(dir, file)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		p := &pair{name: name, ontology: row["ontology"], split: of, older: older}
		if err := p.read(dir); err != nil {
			return err
		}
		if err := visit(p); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return ctx.Err()
}

// readTable reads a file of fields split by tabs with a header line.
func readTable(file string) ([]map[string]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var header []string
	var rows []map[string]string
	for line := range strings.Lines(string(b)) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if header == nil {
			header = fields
			continue
		}
		row := make(map[string]string, len(header))
		for i, name := range header[:min(len(header), len(fields))] {
			row[name] = fields[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// read reads the tables of a pair.
func (p *pair) read(dir string) error {
	table, err := readTable(filepath.Join(dir, p.name+".added.tsv"))
	if err != nil {
		return err
	}
	for _, row := range table {
		if row["derived"] == "0" && row["relabelled"] == "0" {
			p.later = append(p.later, row)
			p.addRow(row["subject"], row["property"], row["target"])
		}
	}
	p.removed, err = readTable(filepath.Join(dir, p.name+".removed.tsv"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.termRows, err = readTable(filepath.Join(dir, p.name+".new-terms.tsv"))
	p.readTerms()
	return err
}

// readTerms reads the rows of new terms with the names that the older release knows.
func (p *pair) readTerms() {
	p.newTerms = nil
	for _, row := range p.termRows {
		p.newTerms = append(p.newTerms, p.older.newTerm(row))
	}
}

// addRow adds a row unless the older release does not know its names or entails it.
func (p *pair) addRow(subject, property, target string) {
	s, ok := p.older.statement(subject, property, target)
	if !ok || !p.older.isTarget[s.Class] || !p.older.isTarget[s.Target] {
		p.unknown++
		return
	}
	if !p.older.entails(s) {
		p.added = append(p.added, laterRow{s, subject, property, target})
	}
}

// list splits the values of a field.
func list(field string) []string {
	if field == "" {
		return nil
	}
	return strings.Split(field, "|")
}

// parentsOf returns the parents of a new term, those that are new themselves included.
func parentsOf(row map[string]string) []string {
	return append(list(row["parents"]), list(row["new parents"])...)
}

// restrictionsOf returns properties and fillers of a new term, new ones included. A value is
// PROPERTY some FILLER.
func restrictionsOf(row map[string]string) [][2]string {
	var all [][2]string
	for _, value := range append(list(row["restrictions"]), list(row["new restrictions"])...) {
		if property, filler, ok := strings.Cut(value, " some "); ok {
			all = append(all, [2]string{property, filler})
		}
	}
	return all
}

// newTerm reads a row of a table of new terms. Names that the release does not know are left out.
func (r *release) newTerm(row map[string]string) newTerm {
	t := newTerm{iri: row["class"], defined: row["equivalent"] != ""}
	for _, iri := range parentsOf(row) {
		if d, ok := r.index.Class(owl.NewIRI(iri)); ok && r.isTarget[d] {
			t.knownParents = append(t.knownParents, d)
		}
	}
	for _, s := range restrictionsOf(row) {
		property, ok := r.index.Property(owl.NewIRI(s[0]))
		filler, too := r.index.Class(owl.NewIRI(s[1]))
		if ok && too && r.isTarget[filler] {
			t.knownRestrictions = append(t.knownRestrictions, asserted.Restriction{
				Property: property, Filler: filler})
		}
	}
	slices.SortFunc(t.knownRestrictions, asserted.CompareRestrictions)
	t.knownRestrictions = slices.Compact(t.knownRestrictions)
	iri := owl.NewIRI(t.iri)
	t.labelled = subject{iri: iri, Subject: rank.Subject{Class: rank.NoClass,
		Space: int32(slices.Index(r.index.SpaceNames, asserted.Space(iri)))}}
	if label := row["label"]; isName(label, iri) {
		t.labelled.Names = []asserted.Name{asserted.NewName(label)}
	}
	t.subject = t.labelled
	t.subject.Definition = row["definition"]
	t.subject.Names = slices.Clone(t.labelled.Names)
	for _, synonym := range list(row["synonyms"]) {
		if n := asserted.NewName(synonym); len(n.Words) > 0 {
			t.subject.Names = append(t.subject.Names, n)
		}
	}
	return t
}

// isName reports whether a label is more than an identifier of four digits or more.
func isName(label string, iri owl.IRI) bool {
	digits := asserted.LongestNumber(label)
	return len(asserted.Words(label)) > 0 &&
		(digits < 4 || label != iri.Fragment() && digits < len(label))
}
