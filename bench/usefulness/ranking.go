package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// rankingOptions are the flags of the measurements of ranking.
type rankingOptions struct {
	pairs, releases, cv, split string // one of the folders pairs, releases and cv
	only, method, places       string
	models                     string
	json                       bool
}

// checkCounts has what the checks reject.
type checkCounts struct {
	Later            int `json:"later"`
	LaterRejected    int `json:"laterRejected"`
	Asserted         int `json:"asserted"`
	AssertedRejected int `json:"assertedRejected"`
}

// measureRanking prints how well methods rank what curators added later, as tables or as JSON.
func measureRanking(ctx context.Context, w io.Writer, opts rankingOptions) error {
	method := cmp.Or(opts.method, defaultMethod)
	c := choice{models: opts.models}
	if opts.only != "" {
		c.measurements = strings.Split(opts.only, ",")
	}
	if opts.json {
		c.method = method
	}
	if err := c.check(); err != nil {
		return err
	}
	var r results
	var err error
	checks, changes := make(checkTables), new(changeTable)
	whole := opts.json && opts.pairs != "" && c.measurements == nil
	switch {
	case opts.pairs != "":
		r, err = measurePairs(ctx, opts.pairs, opts.split, c, func(p *pair) error {
			if !whole {
				return nil
			}
			if err := checks.add(ctx, p, func(string) {}); err != nil {
				return err
			}
			return changes.add(ctx, p)
		})
	case opts.cv != "":
		r, err = crossValidate(ctx, opts.cv, c)
	default:
		r, err = measureReleases(ctx, opts.releases, c)
	}
	if err != nil {
		return err
	}
	if err := r.addEarlier(); err != nil {
		return err
	}
	if opts.places != "" {
		if err := r.writePlaces(opts.places); err != nil {
			return err
		}
	}
	if !opts.json {
		r.printTables(w, method)
		return nil
	}
	o := r.outcomeOf(method)
	if whole {
		o.Checks, o.RelationChanged = checks.counts(), changes
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(o)
}

// crossValidate measures the ranking of each ontology of split learn by weights that are learned
// from others.
func crossValidate(ctx context.Context, dir string, c choice) (results, error) {
	all, err := collectExamples(ctx, dir, c.models, "learn")
	if err != nil {
		return nil, err
	}
	learned, err := all.learnFolds(ctx)
	if err != nil {
		return nil, err
	}
	return measurePairs(ctx, dir, "learn", c, func(p *pair) error {
		p.older.weights = learned.weights[max(learned.foldOf(p.ontology), 0)]
		return nil
	})
}

// writePlaces writes a line for each row and method.
func (r results) writePlaces(file string) error {
	var b strings.Builder
	b.WriteString("measurement\tmethod\tontology\trank\tlisted\tcandidates\tpair\trow\n")
	for _, measurement := range sortedKeys(r) {
		for _, method := range r.methods(measurement) {
			for _, at := range r[measurement][method] {
				fmt.Fprintf(&b, "%s\t%s\t%s\t%g\t%t\t%d\t%s\n", measurement, method, at.ontology,
					at.rank, at.listed, at.candidates, at.key)
			}
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}
