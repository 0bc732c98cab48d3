package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
)

// table is a TSV file with a header line.
type table struct {
	columns map[string]int
	rows    [][]string
}

func readTable(file string) (*table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &table{columns: make(map[string]int)}
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		if len(t.columns) == 0 {
			for i, name := range fields {
				t.columns[name] = i
			}
			continue
		}
		t.rows = append(t.rows, fields)
	}
	return t, scanner.Err()
}

// get returns a field of a row, or "" if the row is short or there is no such column.
func (t *table) get(row []string, column string) string {
	i, ok := t.columns[column]
	if !ok || i >= len(row) {
		return ""
	}
	return row[i]
}

// judgement is the verdict of both readings: right if all that there are say so, wrong if one does.
func (t *table) judgement(row []string) string {
	first, second := t.get(row, "first"), t.get(row, "second")
	switch {
	case first == "wrong" || second == "wrong":
		return "wrong"
	case first == "right" && (second == "" || second == "right"):
		return "right"
	}
	return "plausible"
}

// compareLikely prints which judged superclasses the finder finds.
func compareLikely(ctx context.Context, w io.Writer, dir string) error {
	t, err := readTable(filepath.Join(dir, "likely", "superclasses.tsv"))
	if err != nil {
		return err
	}
	byFile := make(map[string][][]string)
	for _, row := range t.rows {
		byFile[t.get(row, "ontology")] = append(byFile[t.get(row, "ontology")], row)
	}
	counts := make(map[string]map[string]int)
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		file, ok := dataFile(dir, name)
		if !ok {
			fmt.Fprintln(w, "no file of", name)
			continue
		}
		l, err := load(ctx, file)
		if err != nil {
			return err
		}
		found, err := likely.Superclasses(ctx, l.index, likely.Options{})
		if err != nil {
			return err
		}
		tiers := make(map[asserted.Statement]*likely.Finding)
		for i := range found {
			tiers[found[i].Statement] = &found[i]
		}
		for _, row := range byFile[name] {
			c, ok := l.index.Class(owl.NewIRI(t.get(row, "subject")))
			d, too := l.index.Class(owl.NewIRI(t.get(row, "superclass")))
			tier := "missed"
			if ok && too {
				if f := tiers[asserted.Statement{Class: c, Property: asserted.NoProperty, Target: d}]; f != nil {
					tier = tierName(f.Tier) + " " + f.Witnesses
				} else if l.index.IsBelow(c, d) {
					tier = "entailed"
				}
			}
			j := t.judgement(row)
			if counts[j] == nil {
				counts[j] = make(map[string]int)
			}
			kind, _, _ := strings.Cut(tier, " ")
			counts[j][kind]++
			if j == "right" && kind == "missed" || j == "wrong" && kind == "likely" {
				fmt.Fprintf(w, "%s\t%s\t%s < %s\t%s\t%s\n", j, name, t.get(row, "subject label"),
					t.get(row, "superclass label"), t.get(row, "witnesses"), tier)
			}
		}
	}
	for _, j := range []string{"right", "plausible", "wrong"} {
		fmt.Fprintf(w, "%-10s likely %d, possible %d, missed %d, entailed %d\n", j,
			counts[j]["likely"], counts[j]["possible"], counts[j]["missed"], counts[j]["entailed"])
	}
	return nil
}

func tierName(t likely.Tier) string {
	if t == likely.Likely {
		return "likely"
	}
	return "possible"
}

// printFound prints what the finder finds in a file.
func printFound(ctx context.Context, w io.Writer, file string) error {
	l, err := load(ctx, file)
	if err != nil {
		return err
	}
	start := time.Now()
	found, err := likely.Superclasses(ctx, l.index, likely.Options{})
	if err != nil {
		return err
	}
	took := time.Since(start)
	x := l.index
	label := func(iri owl.IRI) string {
		if c, ok := x.Class(iri); ok {
			return x.Labels[c].Text
		}
		return iri.Fragment()
	}
	count := 0
	for _, f := range found {
		if f.Tier == likely.Likely {
			count++
		}
		fmt.Fprintf(w, "%s\t%s\t%s < %s\n", tierName(f.Tier), f.Witnesses, x.Labels[f.Class].Text, x.Labels[f.Target].Text)
		if *verbose {
			for _, e := range f.Evidence {
				fmt.Fprintln(w, "\t\t", e.Sentence(label))
			}
			fmt.Fprintln(w, "\t\tC:", x.Texts[f.Class])
			fmt.Fprintln(w, "\t\tD:", x.Texts[f.Target])
			for _, p := range x.Parents(f.Class) {
				fmt.Fprintln(w, "\t\tparent of C:", x.Labels[p].Text)
			}
			for _, p := range x.Parents(f.Target) {
				fmt.Fprintln(w, "\t\tparent of D:", x.Labels[p].Text)
			}
		}
	}
	fmt.Fprintf(w, "%s: %d classes, %d likely, %d possible, %v\n", file, len(x.Classes), count, len(found)-count, took)
	return nil
}
