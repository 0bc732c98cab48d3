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
	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// pair is a pair of releases of an ontology: the older one, and tables of the newer one.
type pair struct {
	name, ontology string
	split          string
	older          *release
	later, removed []map[string]string // rows of the tables; later ones without derived ones

	// added holds the axioms between classes of the older release that the newer release adds.
	added    []asserted.Statement
	newTerms []newTerm
	unknown  int  // rows with a name that the older release does not have
	whole    bool // all rows are measured, campaigns included
}

// key names an axiom within all pairs.
func (p *pair) key(s asserted.Statement) string {
	x, property := p.older.index, ""
	if s.Property != asserted.NoProperty {
		property = x.Properties[s.Property].String()
	}
	return strings.Join([]string{p.name, x.Classes[s.Class].String(), property,
		x.Classes[s.Target].String()}, "\t")
}

// newTerm is a class that only the newer release has.
type newTerm struct {
	placing.Term
	row               map[string]string
	knownParents      []int32
	knownRestrictions []asserted.Restriction
	subject, labelled rank.Subject // with all its text, and with the label alone
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
			if older, err = openRelease(ctx, filepath.Join(dir, file), alone); err != nil {
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
			p.addRow(p.older.statement(row["subject"], row["property"], row["target"]))
		}
	}
	p.removed, err = readTable(filepath.Join(dir, p.name+".removed.tsv"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	terms, err := readTable(filepath.Join(dir, p.name+".new-terms.tsv"))
	for _, row := range terms {
		p.newTerms = append(p.newTerms, p.older.newTerm(row))
	}
	return err
}

// addRow adds a row unless the older release does not know its names or entails it.
func (p *pair) addRow(s asserted.Statement, known bool) {
	if !known || !p.older.isTarget[s.Class] || !p.older.isTarget[s.Target] {
		p.unknown++
	} else if !p.older.entails(s) {
		p.added = append(p.added, s)
	}
}

// list splits the values of a field.
func list(field string) []string {
	if field == "" {
		return nil
	}
	return strings.Split(field, "|")
}

// axiomsOf returns the superclasses and restrictions of a new term as properties, "" for
// superclasses, and targets. Targets may be new themselves. A restriction in the table is PROPERTY
// some FILLER.
func axiomsOf(row map[string]string) [][2]string {
	var all [][2]string
	for _, column := range []string{"parents", "new parents", "restrictions", "new restrictions"} {
		for _, value := range list(row[column]) {
			property, target, isRestriction := strings.Cut(value, " some ")
			if !isRestriction {
				property, target = "", value
			}
			all = append(all, [2]string{property, target})
		}
	}
	return all
}

// newTerm reads a row of a table of new terms. Names that the release does not know are left out.
func (r *release) newTerm(row map[string]string) newTerm {
	iri := owl.NewIRI(row["class"])
	t := newTerm{row: row, Term: placing.Term{Label: row["label"], IRI: iri,
		Synonyms: list(row["synonyms"]), Definition: row["definition"]}}
	if t.Label == iri.Fragment() && asserted.LongestNumber(t.Label) >= 4 {
		t.Label = "" // an identifier
	}
	for _, a := range axiomsOf(row) {
		// The term is not in the release, so a known class takes the place of the subject.
		s, ok := r.statement(a[1], a[0], a[1])
		switch {
		case !ok || !r.isTarget[s.Target]:
		case s.Property == asserted.NoProperty:
			t.knownParents = append(t.knownParents, s.Target)
		default:
			t.knownRestrictions = append(t.knownRestrictions, s.Restriction())
		}
	}
	slices.SortFunc(t.knownRestrictions, asserted.CompareRestrictions)
	t.knownRestrictions = slices.Compact(t.knownRestrictions)
	t.subject = placing.SubjectOf(r.index, t.Term)
	t.labelled = placing.SubjectOf(r.index, placing.Term{Label: t.Label, IRI: iri})
	t.subject.Class, t.labelled.Class = rank.NoClass, rank.NoClass
	return t
}
