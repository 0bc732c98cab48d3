package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// changeCounts counts restrictions of older releases by what the newer release has instead.
type changeCounts struct{ all, asSuggested, otherwise, removed int }

func (n *changeCounts) add(m changeCounts) {
	n.all, n.asSuggested = n.all+m.all, n.asSuggested+m.asSuggested
	n.otherwise, n.removed = n.otherwise+m.otherwise, n.removed+m.removed
}

// measureChanges compares the changes of relation that are found in older releases with what the
// newer ones changed, next to all asserted restrictions.
func measureChanges(ctx context.Context, w io.Writer, dir, split string) error {
	var found, all changeCounts
	err := eachPair(ctx, dir, split, func(p *pair) error {
		x := p.older.index
		table, err := readTable(filepath.Join(dir, p.name+".removed.tsv"))
		if err != nil {
			return err
		}
		// of removed restrictions: the present relations
		now := make(map[asserted.Statement][]string)
		for _, row := range table {
			s, ok := p.older.statement(row["subject"], row["property"], row["target"])
			if ok && s.Property != asserted.NoProperty && row["relabelled"] == "0" {
				now[s] = strings.Fields(row["is now"])
			}
		}
		count := func(from asserted.Statement, property string) (n changeCounts) {
			n.all = 1
			switch relations, gone := now[from]; {
			case !gone:
			case slices.Contains(relations, property):
				n.asSuggested = 1
			case len(relations) > 0:
				n.otherwise = 1
			default:
				n.removed = 1
			}
			return n
		}
		changes, err := rank.New(x, nil).Changes(ctx)
		if err != nil {
			return err
		}
		var of changeCounts
		for _, c := range changes {
			if *verbose {
				fmt.Fprintf(w, "%s\t%s → %s\t%s\t%s\n", x.Labels[c.Class].Text,
					x.Properties[c.From.Property],
					x.Properties[c.To.Property], x.Labels[c.From.Target].Text,
					c.Evidence.Sentence(p.older.label))
			}
			of.add(count(c.From, x.Properties[c.To.Property].String()))
		}
		if of.all > 0 {
			fmt.Fprintf(w, "%s\t%+v\n", p.name, of)
		}
		found.add(of)
		for c := range int32(len(x.Classes)) {
			for _, r := range x.Restrictions(c) {
				all.add(count(asserted.Statement{Class: c, Property: r.Property, Target: r.Filler},
					""))
			}
		}
		return nil
	})
	fmt.Fprintf(w, "found\t%+v\nasserted\t%+v\n", found, all)
	return err
}
