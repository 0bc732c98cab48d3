package main

import (
	"context"
	"slices"

	"box2el-owl/suggest/asserted"
)

// Sizes of the measurement of campaigns.
const (
	leastOfCampaign = 3 // rows with the same property and target
	campaignDraws   = 4 // rows that are accepted, one at a time
	campaignOthers  = 30
	campaignOutside = 40
	outsideOthers   = 80 // classes without added axioms to draw from
	campaignPlaces  = 20 // first places that count
)

// measureCampaigns accepts one row of a campaign, then places its restriction for the other
// subjects of the campaign, and for subjects outside that do not have it.
func measureCampaigns(ctx context.Context, p *pair, e *engine,
	record func(string, place)) error {
	key := func(row laterRow) string { return row.key(p.name) }
	campaigns := make(map[asserted.Restriction][]laterRow)
	var order []asserted.Restriction
	for _, row := range byHash(p.rows(true), key) {
		r := row.Restriction()
		if campaigns[r] == nil {
			order = append(order, r)
		}
		campaigns[r] = append(campaigns[r], row)
	}
	for _, r := range order {
		rows := campaigns[r]
		if len(rows) < leastOfCampaign {
			continue
		}
		for _, first := range rows[:min(len(rows), campaignDraws)] {
			after := e.accepted(first.Statement)
			others := slices.DeleteFunc(slices.Clone(rows), func(row laterRow) bool {
				return row.Class == first.Class
			})
			groups := []struct {
				name string
				rows []laterRow
			}{
				{"others", others[:min(len(others), campaignOthers)]},
				{"outside", p.outside(first, rows)},
			}
			for _, g := range groups {
				for _, row := range g.rows {
					at, err := p.placePair(ctx, after, row)
					if err != nil {
						return err
					}
					record("campaigns, "+g.name, at)
					if at, err = p.placePair(ctx, e, row); err != nil {
						return err
					}
					record("campaigns, "+g.name+", before", at)
				}
			}
		}
	}
	return nil
}

// outside returns rows for classes that neither have the restriction nor get it in the campaign. It
// draws them from the subjects of added axioms and outsideOthers other classes of the ID space of
// the accepted one.
func (p *pair) outside(accepted laterRow, campaign []laterRow) []laterRow {
	x := p.older.index
	edited := make(map[int32]bool)
	for _, row := range p.added {
		edited[row.Class] = true
	}
	in := make(map[int32]bool)
	for _, row := range campaign {
		in[row.Class] = true
	}
	var pool, others []laterRow
	for c := range int32(len(x.Classes)) {
		row := accepted
		row.Class, row.subject = c, x.Classes[c].String()
		switch {
		case !p.older.isTarget[c] || in[c]:
		case edited[c]:
			pool = append(pool, row)
		case x.Spaces[c] == x.Spaces[accepted.Class]:
			others = append(others, row)
		}
	}
	others = byHash(others, func(row laterRow) string { return row.subject })
	pool = append(pool, others[:min(len(others), outsideOthers)]...)
	pool = byHash(pool, func(row laterRow) string { return row.key(p.name) })
	pool = slices.DeleteFunc(pool, func(row laterRow) bool {
		return p.older.entails(row.Statement)
	})
	return pool[:min(len(pool), campaignOutside)]
}
