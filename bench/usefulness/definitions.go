package main

import (
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
)

// measureDefinitions records the rank of the first definition with a right genus and a right
// differentia. It covers the placed new terms that a later release defines by an equivalence, with
// a restriction on a property and a class of the older release.
func measureDefinitions(ctx context.Context, p *pair, e *engine,
	record func(string, place)) error {
	for _, t := range p.withParents() {
		if !t.defined || len(t.knownRestrictions) == 0 {
			continue
		}
		placed, err := e.place(ctx, t.subject)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(placed.Definitions, func(d placing.Definition) bool {
			return slices.Contains(t.knownParents, d.Genus) &&
				slices.ContainsFunc(d.Restrictions, func(r asserted.Restriction) bool {
					return slices.Contains(t.knownRestrictions, r)
				})
		})
		at := place{key: p.termKey(t), rank: float64(n + 1), listed: n >= 0}
		if n < 0 {
			at.rank = float64(len(placed.Definitions)) + float64(p.older.targets)/2
		}
		record("definitions", at)
	}
	return nil
}
