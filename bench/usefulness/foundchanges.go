package main

import (
	"context"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// changeCounts counts restrictions of older releases by what the newer release has instead.
type changeCounts struct {
	All         int `json:"all"`
	AsSuggested int `json:"asSuggested"`
	Otherwise   int `json:"otherwise"`
	Removed     int `json:"removed"`
}

// changeTable compares the changes of relation that are found in older releases with what the newer
// ones changed, next to all asserted restrictions.
type changeTable struct {
	Suggested changeCounts `json:"suggested"`
	Asserted  changeCounts `json:"asserted"`
}

// add counts the changes of a pair.
func (t *changeTable) add(ctx context.Context, p *pair) error {
	x := p.older.index
	now := make(map[asserted.Statement][]string) // of removed restrictions: the present relations
	for _, row := range p.removed {
		s, ok := p.older.statement(row["subject"], row["property"], row["target"])
		if ok && s.Property != asserted.NoProperty && row["relabelled"] == "0" {
			now[s] = strings.Fields(row["is now"])
		}
	}
	count := func(n *changeCounts, from asserted.Statement, property string) {
		n.All++
		switch relations, gone := now[from]; {
		case !gone:
		case slices.Contains(relations, property):
			n.AsSuggested++
		case len(relations) > 0:
			n.Otherwise++
		default:
			n.Removed++
		}
	}
	changes, err := rank.New(x, nil).Changes(ctx)
	if err != nil {
		return err
	}
	for _, c := range changes {
		count(&t.Suggested, c.From, x.Properties[c.To.Property].String())
	}
	for c := range int32(len(x.Classes)) {
		for _, r := range x.Restrictions(c) {
			count(&t.Asserted, r.Of(c), "")
		}
	}
	return nil
}
