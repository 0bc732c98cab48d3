package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/rdfio"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/superclass"
	"box2el-owl/suggest/texts"
)

// likelyTables are the tables of judged rows of DIR/likely. The rows of the last one were dropped,
// so that none of them counts as right.
var likelyTables = []string{"superclasses.tsv", "restrictions.tsv", "restrictions-dropped.tsv"}

// judgementOf returns the judgement of both readings: right if all readings are, wrong if one is.
func judgementOf(row map[string]string) string {
	first, second := row["first"], row["second"]
	switch {
	case first == "wrong" || second == "wrong":
		return "wrong"
	case first == "right" && (second == "" || second == "right") && row["dropped"] == "":
		return "right"
	}
	return "plausible"
}

// compareLikely prints which judged superclasses and restrictions the finders find, and the rows
// judged right that are missed and those judged wrong that are likely. It returns counts by form
// ("superclass" or "restriction"), judgement, and "likely", "possible", "missed" or "entailed".
func compareLikely(ctx context.Context, w io.Writer, dir string) (map[[3]string]int, error) {
	byFile := make(map[string][]map[string]string)
	for _, table := range likelyTables {
		rows, err := readTable(filepath.Join(dir, "likely", table))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if strings.Contains(table, "dropped") {
				row["dropped"] = "1"
			}
			byFile[row["ontology"]] = append(byFile[row["ontology"]], row)
		}
	}
	counts := make(map[[3]string]int)
	for _, name := range sortedKeys(byFile) {
		file, ok := dataFile(dir, name)
		if !ok {
			fmt.Fprintln(w, "no file of", name)
			continue
		}
		l, err := openRelease(ctx, file, rdfio.ReadOptions{})
		if err != nil {
			return nil, err
		}
		read := texts.New(l.index)
		superclasses, err := superclass.Find(ctx, read, likely.Options{})
		if err != nil {
			return nil, err
		}
		restrictions, err := likely.Restrictions(ctx, read, likely.Options{})
		if err != nil {
			return nil, err
		}
		for _, row := range byFile[name] {
			form, judgement := "superclass", judgementOf(row)
			tier, witnesses := l.foundSuperclass(superclasses, row)
			if row["filler"] != "" {
				form = "restriction"
				tier, witnesses = l.foundRestriction(restrictions, row)
			}
			counts[[3]string{form, judgement, tier}]++
			if judgement == "right" && tier == "missed" ||
				judgement == "wrong" && tier == "likely" {
				fmt.Fprintf(w, "%s\t%s\t%s [%s] %s\t%s%s\t%s %s\n", judgement, name,
					row["subject label"], row["property label"],
					row["superclass label"]+row["filler label"], row["witnesses"], row["pairs"],
					tier, witnesses)
			}
		}
	}
	for _, form := range []string{"superclass", "restriction"} {
		for _, judgement := range []string{"right", "plausible", "wrong"} {
			n := func(tier string) int { return counts[[3]string{form, judgement, tier}] }
			fmt.Fprintf(w, "%s %s: likely %d, possible %d, missed %d, entailed %d\n", form,
				judgement, n("likely"), n("possible"), n("missed"), n("entailed"))
		}
	}
	return counts, nil
}

// foundSuperclass returns the tier and the witnesses of a judged superclass.
func (l *release) foundSuperclass(list []likely.Finding, row map[string]string) (tier,
	witnesses string) {
	s, ok := l.statement(row["subject"], "", row["superclass"])
	if !ok {
		return "missed", ""
	}
	for i := range list {
		if list[i].Statement == s {
			return string(list[i].Tier), list[i].Witnesses
		}
	}
	if l.index.IsBelow(s.Class, s.Target) {
		return "entailed", ""
	}
	return "missed", ""
}

// foundRestriction returns the tier and the witnesses of a judged restriction, there or moved to
// another class or a narrower filler.
func (l *release) foundRestriction(list []likely.Finding, row map[string]string) (tier,
	witnesses string) {
	x := l.index
	s, ok := l.statement(row["subject"], "", row["filler"])
	for i := range list {
		at := &list[i]
		if ok && (at.Class == s.Class || slices.Contains(at.From, s.Class)) &&
			x.IsBelow(at.Target, s.Target) && sameProperty(x, at, row["property label"]) {
			return string(at.Tier), at.Witnesses
		}
	}
	return "missed", ""
}

func sameProperty(x *asserted.Index, at *likely.Finding, label string) bool {
	fold := strings.NewReplacer("_", " ").Replace
	return strings.EqualFold(fold(x.PropertyNames[at.Property].Text), fold(label)) ||
		strings.EqualFold(fold(x.Properties[at.Property].Fragment()), fold(label))
}
