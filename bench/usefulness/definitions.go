package main

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
)

// Definitions are composed of as many likely parents and restrictions.
const (
	composedParents      = 5
	composedRestrictions = 8
)

// measureDefinitions places the first definition with a right genus and a right differentia, for
// those of the placed new terms that got an equivalence and a restriction known to the release.
func measureDefinitions(ctx context.Context, p *pair, m method, record func(string, place)) error {
	for _, t := range p.withParents() {
		if !t.defined || len(t.knownRestrictions) == 0 {
			continue
		}
		list, err := definitionsOf(ctx, m, t.subject)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(list, func(d definition) bool {
			return slices.Contains(t.knownParents, d.genus) &&
				slices.ContainsFunc(d.differentia, func(r asserted.Restriction) bool {
					return slices.Contains(t.knownRestrictions, r)
				})
		})
		at := place{key: p.termKey(t), rank: float64(n + 1), listed: n >= 0}
		if n < 0 {
			at.rank = float64(len(list)) + float64(p.older.targets)/2
		}
		record("definitions", at)
	}
	return nil
}

// definitionsOf returns the definitions of a method, or those composed of its likeliest parents
// and restrictions, in the order of the product of their places.
func definitionsOf(ctx context.Context, m method, s subject) ([]definition, error) {
	if d, ok := m.(definer); ok {
		return d.definitions(ctx, s)
	}
	parents, err := m.superclasses(ctx, s)
	if err != nil {
		return nil, err
	}
	restrictions, err := m.restrictions(ctx, s, anyProperty)
	if err != nil {
		return nil, err
	}
	type composed struct {
		definition
		product int
	}
	var all []composed
	for i, parent := range parents[:min(len(parents), composedParents)] {
		for j, r := range restrictions[:min(len(restrictions), composedRestrictions)] {
			all = append(all, composed{definition{parent.target,
				[]asserted.Restriction{{Property: r.property, Filler: r.target}}},
				(i + 1) * (j + 1)})
		}
	}
	slices.SortStableFunc(all, func(a, b composed) int { return cmp.Compare(a.product, b.product) })
	var list []definition
	for _, c := range all {
		list = append(list, c.definition)
	}
	return list, nil
}
