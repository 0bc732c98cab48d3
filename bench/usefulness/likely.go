package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/superclass"
)

// judgementOf returns the judgement of both readings: right if all readings are, wrong if one is.
func judgementOf(row map[string]string) string {
	first, second := row["first"], row["second"]
	switch {
	case first == "wrong" || second == "wrong":
		return "wrong"
	case first == "right" && (second == "" || second == "right"):
		return "right"
	}
	return "plausible"
}

// compareLikely prints which judged superclasses and restrictions the finders find.
func compareLikely(ctx context.Context, w io.Writer, dir string) error {
	if _, err := compareSuperclasses(ctx, w, dir); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return compareRestrictions(ctx, w, dir)
}

// compareSuperclasses prints which judged superclasses the finder finds. It returns counts by
// judgement, then by "likely", "possible", "missed" or "entailed".
func compareSuperclasses(ctx context.Context, w io.Writer,
	dir string) (map[string]map[string]int, error) {
	rows, err := readTable(filepath.Join(dir, "likely", "superclasses.tsv"))
	if err != nil {
		return nil, err
	}
	byFile := make(map[string][]map[string]string)
	for _, row := range rows {
		byFile[row["ontology"]] = append(byFile[row["ontology"]], row)
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
			return nil, err
		}
		found, err := superclass.Find(ctx, l.index, likely.Options{})
		if err != nil {
			return nil, err
		}
		tiers := make(map[asserted.Statement]*likely.Finding)
		for i := range found {
			tiers[found[i].Statement] = &found[i]
		}
		for _, row := range byFile[name] {
			c, ok := l.index.Class(owl.NewIRI(row["subject"]))
			d, too := l.index.Class(owl.NewIRI(row["superclass"]))
			tier := "missed"
			if ok && too {
				if f := tiers[asserted.Statement{Class: c, Property: asserted.NoProperty,
					Target: d}]; f != nil {
					tier = tierName(f.Tier) + " " + f.Witnesses
				} else if l.index.IsBelow(c, d) {
					tier = "entailed"
				}
			}
			j := judgementOf(row)
			if counts[j] == nil {
				counts[j] = make(map[string]int)
			}
			kind, _, _ := strings.Cut(tier, " ")
			counts[j][kind]++
			if j == "right" && kind == "missed" || j == "wrong" && kind == "likely" {
				fmt.Fprintf(w, "%s\t%s\t%s < %s\t%s\t%s\n", j, name, row["subject label"],
					row["superclass label"], row["witnesses"], tier)
			}
		}
	}
	for _, j := range []string{"right", "plausible", "wrong"} {
		fmt.Fprintf(w, "%-10s likely %d, possible %d, missed %d, entailed %d\n", j,
			counts[j]["likely"], counts[j]["possible"], counts[j]["missed"], counts[j]["entailed"])
	}
	return counts, nil
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
	found, err := superclass.Find(ctx, l.index, likely.Options{})
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
		fmt.Fprintf(w, "%s\t%s\t%s < %s\n", tierName(f.Tier), f.Witnesses, x.Labels[f.Class].Text,
			x.Labels[f.Target].Text)
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
	fmt.Fprintf(w, "%s: %d classes, %d likely, %d possible, %v\n", file, len(x.Classes), count,
		len(found)-count, took)
	return printRestrictions(ctx, w, l, likely.Possible)
}
