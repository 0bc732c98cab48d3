package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// results holds places by measurement and method.
type results map[string]map[string][]place

func (r results) add(measurement, method string, at place) {
	if r[measurement] == nil {
		r[measurement] = make(map[string][]place)
	}
	r[measurement][method] = append(r[measurement][method], at)
}

// run is one measurement of a pair by a method. It keeps the first error; what is recorded after
// it is not used.
type run struct {
	*pair
	method
	engine *engine // the method if it is the ranking of the program
	record func(name string, at place)
	err    error
}

// failed keeps an error, and reports whether there has been one.
func (r *run) failed(err error) bool {
	if r.err == nil {
		r.err = err
	}
	return r.err != nil
}

// list returns a list of a method and keeps its error.
func (r *run) list(list []candidate, err error) []candidate {
	r.failed(err)
	return list
}

// measurement places the right answers of a pair by a method. It records them by names that begin
// with its own.
type measurement struct {
	name     string
	take     func(*run, context.Context)
	byEngine bool // other methods than the ranking of the program are left out
}

// measurements has one row for each measurement.
var measurements = []measurement{
	{"superclasses", (*run).laterSuperclasses, false},
	{"restrictions", (*run).laterRestrictions, false},
	{"parents", (*run).parents, false},
	{"sequence", (*run).sequence, true},
	{"newRestrictions", (*run).newRestrictions, false},
	{"definitions", (*run).definitions, true},
	{"duplicates", (*run).duplicates, true},
	{"likely", (*run).likelyParents, true},
	{"campaigns", (*run).campaigns, true},
}

func (each measurement) measure(ctx context.Context, p *pair, m method,
	record func(name string, at place)) error {
	e, ok := m.(*engine)
	if each.byEngine && !ok {
		return nil
	}
	r := &run{pair: p, method: m, engine: e, record: record}
	each.take(r, ctx)
	return r.err
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
	if len(methods) == 0 {
		return fmt.Errorf("unknown method %q", c.method)
	}
	for _, each := range measurements {
		if c.measurements != nil && !slices.Contains(c.measurements, each.name) {
			continue
		}
		for _, m := range methods {
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

// measurePairs takes the measurements of all pairs of a folder that are of a split. It calls visit
// for each pair before.
func measurePairs(ctx context.Context, dir, split string, c choice,
	visit func(*pair) error) (results, error) {
	r := make(results)
	n, unknown := 0, 0
	err := eachPair(ctx, dir, split, func(p *pair) error {
		n++
		unknown += p.unknown
		fmt.Fprintf(os.Stderr, "%d: %s\n", n, p.name)
		if err := visit(p); err != nil {
			return err
		}
		return r.measurePair(ctx, p, c)
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

// laterSuperclasses places the superclasses that were added between old classes: at most two of a
// campaign, and all.
func (r *run) laterSuperclasses(ctx context.Context) {
	places := make(map[asserted.Statement]place)
	for _, s := range r.rows(false) {
		list := r.list(r.superclasses(ctx, r.older.subjectOf(s.Class)))
		places[s] = r.placeTarget(list, s)
		r.record("superclasses, all rows", places[s])
	}
	for _, s := range r.ofCampaigns(r.rows(false), mostOfCampaign) {
		r.record("superclasses", places[s])
	}
}

// laterRestrictions places the restrictions that were added between old classes, at most three of a
// campaign: among the fillers of the property, among all pairs of property and filler, and the
// property among those of the pairs.
func (r *run) laterRestrictions(ctx context.Context) {
	for _, s := range r.ofCampaigns(r.rows(true), mostOfRestrictions) {
		subject := r.older.subjectOf(s.Class)
		list := r.list(r.restrictions(ctx, subject, s.Property))
		r.record("restrictions, property given", r.placeTarget(list, s))
		list = r.list(r.restrictions(ctx, subject, rank.NoProperty))
		r.record("restrictions, all properties", r.placePair(list, s))
		r.record("restrictions, choice of property", r.placeProperty(list, s))
	}
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

// campaigns accepts one row of a campaign, then places its restriction for the other subjects of
// the campaign, and for subjects outside that do not have it.
func (r *run) campaigns(ctx context.Context) {
	campaigns := make(map[asserted.Restriction][]asserted.Statement)
	var order []asserted.Restriction
	for _, s := range byHash(r.rows(true), r.key) {
		of := s.Restriction()
		if campaigns[of] == nil {
			order = append(order, of)
		}
		campaigns[of] = append(campaigns[of], s)
	}
	compare := func(name string, rows []asserted.Statement, f rank.Feedback) {
		for _, s := range rows {
			subject := r.older.subjectOf(s.Class)
			before := r.list(r.restrictions(ctx, subject, rank.NoProperty))
			r.record(name, r.placePair(r.engine.Adjust(subject, before, f), s))
			r.record(name+", before", r.placePair(before, s))
		}
	}
	for _, of := range order {
		rows := campaigns[of]
		if len(rows) < leastOfCampaign {
			continue
		}
		for _, first := range rows[:min(len(rows), campaignDraws)] {
			feedback := rank.Feedback{of: {Accepted: []int32{first.Class}}}
			others := slices.DeleteFunc(slices.Clone(rows),
				func(s asserted.Statement) bool { return s.Class == first.Class })
			compare("campaigns, others", others[:min(len(others), campaignOthers)], feedback)
			compare("campaigns, outside", r.outside(first, rows), feedback)
		}
	}
}

// outside returns rows for classes that neither have the restriction nor get it in the campaign. It
// draws them from the subjects of added axioms and outsideOthers other classes of the ID space of
// the accepted one.
func (p *pair) outside(accepted asserted.Statement, campaign []asserted.Statement,
) []asserted.Statement {
	x := p.older.index
	edited, in := make(map[int32]bool), make(map[int32]bool)
	for _, s := range p.added {
		edited[s.Class] = true
	}
	for _, s := range campaign {
		in[s.Class] = true
	}
	var pool, others []asserted.Statement
	for c := range int32(len(x.Classes)) {
		s := accepted.Restriction().Of(c)
		switch {
		case !p.older.isTarget[c] || in[c]:
		case edited[c]:
			pool = append(pool, s)
		case x.Spaces[c] == x.Spaces[accepted.Class]:
			others = append(others, s)
		}
	}
	others = byHash(others, func(s asserted.Statement) string {
		return x.Classes[s.Class].String()
	})
	pool = append(pool, others[:min(len(others), outsideOthers)]...)
	pool = slices.DeleteFunc(byHash(pool, p.key), p.older.entails)
	return pool[:min(len(pool), campaignOutside)]
}
