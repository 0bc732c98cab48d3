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
	campaignPlaces  = 20 // first places that count
)

// measureCampaigns accepts one row of a campaign, then places its restriction for the other
// subjects of the campaign, and for subjects outside that do not have it.
func measureCampaigns(ctx context.Context, p *pair, m method, record func(string, place)) error {
	a, ok := m.(accepter)
	if !ok {
		return nil
	}
	before := make(map[string]place)
	earlier := func(row laterRow) (place, error) {
		at, known := before[row.key(p.name)]
		var err error
		if !known {
			at, err = p.placePair(ctx, m, row)
			before[row.key(p.name)] = at
		}
		return at, err
	}
	key := func(row laterRow) string { return row.key(p.name) }
	campaigns := make(map[asserted.Restriction][]laterRow)
	var order []asserted.Restriction
	for _, row := range byHash(p.rows(true), key) {
		r := asserted.Restriction{Property: row.Property, Filler: row.Target}
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
			after, err := a.accepted(ctx, []asserted.Statement{first.Statement})
			if err != nil {
				return err
			}
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
					if at, err = earlier(row); err != nil {
						return err
					}
					record("campaigns, "+g.name+", before", at)
				}
			}
		}
	}
	return nil
}

// outside returns rows for classes of the same ID space that neither have the restriction nor get
// it in the campaign.
func (p *pair) outside(accepted laterRow, campaign []laterRow) []laterRow {
	x := p.older.index
	var rows []laterRow
	for c := range int32(len(x.Classes)) {
		row := accepted
		row.Class, row.subject = c, x.Classes[c].String()
		if p.older.isTarget[c] && x.Spaces[c] == x.Spaces[accepted.Class] &&
			!slices.ContainsFunc(campaign, func(other laterRow) bool { return other.Class == c }) &&
			!p.older.entails(row.Statement) {
			rows = append(rows, row)
		}
	}
	rows = byHash(rows, func(row laterRow) string { return row.key(p.name) })
	return rows[:min(len(rows), campaignOutside)]
}
