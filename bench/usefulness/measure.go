package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"box2el-owl/suggest/asserted"
)

// results holds places by measurement and method.
type results map[string]map[string][]place

func (r results) add(measurement, method string, at ...place) {
	if r[measurement] == nil {
		r[measurement] = make(map[string][]place)
	}
	r[measurement][method] = append(r[measurement][method], at...)
}

// measurement places the right answers of a pair by a method. It records them by names that begin
// with its own.
type measurement struct {
	name    string
	measure func(ctx context.Context, p *pair, m method, record func(name string, at place)) error
}

// measurements has one row for each measurement.
var measurements = []measurement{
	{"superclasses", measureSuperclasses},
	{"restrictions", measureRestrictions},
	{"parents", measureParents},
	{"sequence", byEngine(measureSequence)},
	{"newRestrictions", measureNewRestrictions},
	{"definitions", byEngine(measureDefinitions)},
	{"duplicates", byEngine(measureDuplicates)},
	{"likely", byEngine(measureLikelyParents)},
	{"campaigns", byEngine(measureCampaigns)},
}

// byEngine returns a measurement that other methods than the ranking of the program leave out.
func byEngine(measure func(context.Context, *pair, *engine, func(string, place)) error) func(
	context.Context, *pair, method, func(string, place)) error {
	return func(ctx context.Context, p *pair, m method, record func(string, place)) error {
		if e, ok := m.(*engine); ok {
			return measure(ctx, p, e, record)
		}
		return nil
	}
}

// choice selects measurements and methods.
type choice struct {
	models       string   // folder of trained models; "": none
	measurements []string // nil: all
	method       string   // "": all
}

// check returns an error if a name is unknown.
func (c choice) check() error {
	for _, name := range c.measurements {
		if !slices.ContainsFunc(measurements, func(m measurement) bool { return m.name == name }) {
			return fmt.Errorf("unknown measurement %q", name)
		}
	}
	return nil
}

// measurePair takes the chosen measurements of a pair.
func (r results) measurePair(ctx context.Context, p *pair, c choice) error {
	methods, err := makeMethods(ctx, p.older, c.models, c.method)
	if err != nil {
		return err
	}
	if c.method != "" && !slices.ContainsFunc(methods,
		func(m method) bool { return m.name() == c.method }) {
		return fmt.Errorf("unknown method %q", c.method)
	}
	for _, each := range measurements {
		if c.measurements != nil && !slices.Contains(c.measurements, each.name) {
			continue
		}
		for _, m := range methods {
			if c.method != "" && c.method != m.name() {
				continue
			}
			record := func(name string, at place) {
				at.ontology, at.pair = p.ontology, p.name
				r.add(name, m.name(), at)
			}
			if err := each.measure(ctx, p, m, record); err != nil {
				return fmt.Errorf("%s by %s: %w", each.name, m.name(), err)
			}
		}
	}
	return nil
}

// measurePairs takes the measurements of all pairs of a folder that are of a split, and then calls
// visit for each.
func measurePairs(ctx context.Context, dir, split string, c choice,
	visit func(*pair) error) (results, error) {
	r := make(results)
	n, unknown := 0, 0
	err := eachPair(ctx, dir, split, func(p *pair) error {
		n++
		unknown += p.unknown
		fmt.Fprintf(os.Stderr, "%d: %s\n", n, p.name)
		if err := r.measurePair(ctx, p, c); err != nil {
			return err
		}
		return visit(p)
	})
	if unknown > 0 {
		fmt.Fprintf(os.Stderr, "%d rows have a name that the older release does not use\n", unknown)
	}
	return r, err
}

// Rows of a campaign that count.
const (
	mostOfCampaign     = 2
	mostOfRestrictions = 3
)

// measureSuperclasses places the superclasses that were added between old classes: at most two of
// a campaign, and all.
func measureSuperclasses(ctx context.Context, p *pair, m method, record func(string, place)) error {
	rows := p.rows(false)
	places := make(map[asserted.Statement]place)
	for _, row := range rows {
		at, err := p.placeRow(ctx, m, row)
		if err != nil {
			return err
		}
		record("superclasses, all rows", at)
		places[row.Statement] = at
	}
	for _, row := range p.ofCampaigns(rows, mostOfCampaign) {
		record("superclasses", places[row.Statement])
	}
	return nil
}

// measureRestrictions places the restrictions that were added between old classes, at most three
// of a campaign: among the fillers of the property, among all pairs of property and filler, and
// the property among those of the pairs.
func measureRestrictions(ctx context.Context, p *pair, m method, record func(string, place)) error {
	for _, row := range p.ofCampaigns(p.rows(true), mostOfRestrictions) {
		at, err := p.placeRow(ctx, m, row)
		if err != nil {
			return err
		}
		record("restrictions, property given", at)
		if at, err = p.placePair(ctx, m, row); err != nil {
			return err
		}
		record("restrictions, all properties", at)
		if at, err = p.placeProperty(ctx, m, row); err != nil {
			return err
		}
		record("restrictions, choice of property", at)
	}
	return nil
}

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
