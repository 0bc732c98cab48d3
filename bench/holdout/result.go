package main

import (
	"context"
	"fmt"
	"io"

	"box2el-owl/suggest"
)

// result is what was measured on one problem.
type result struct {
	Ontology    string    `json:"ontology"`
	Kind        string    `json:"kind"` // holdout, later
	Seed        uint64    `json:"seed,omitempty"`
	Classes     int       `json:"classes"`
	Drawn       int       `json:"drawn"`    // statements removed, or listed
	Entailed    int       `json:"entailed"` // of these, what follows all the same
	Unknown     int       `json:"unknown"`  // of these, what has names that are there no more
	Named       int       `json:"named"`
	Existential int       `json:"existential"`
	Methods     []*scored `json:"methods"`

	Calibration []*calibration `json:"calibration,omitempty"` // of the suggestions
}

// scored are the figures of a method.
type scored struct {
	Method      string  `json:"method"`
	Named       figures `json:"named"`
	Existential figures `json:"existential"` // among the fillers of the property
	Pairs       figures `json:"pairs"`       // among all pairs of property and filler

	// Of all subjects together, the expected number among the best 100 and the best 1,000.
	GlobalNamed       []float64 `json:"globalNamed,omitempty"`
	GlobalExistential []float64 `json:"globalExistential,omitempty"`
}

// best are the lengths of the lists of all subjects together.
var best = []int{100, 1000}

func (s *scored) addGlobal(ctx context.Context, p *problem, m method, existential bool, workers int) (err error) {
	if s.GlobalNamed, err = p.global(ctx, m, false, best, workers); err != nil {
		return err
	}
	if !existential {
		return nil
	}
	s.GlobalExistential, err = p.global(ctx, m, true, best, workers)
	return err
}

func describe(p *problem) *result {
	r := &result{
		Ontology: p.name, Kind: p.kind, Seed: p.seed, Classes: len(p.terms.Classes),
		Drawn: p.drawn, Entailed: p.entailed, Unknown: p.unknown,
	}
	for _, s := range p.missing {
		if s.Property == suggest.NoProperty {
			r.Named++
		} else {
			r.Existential++
		}
	}
	return r
}

func (r *result) add(name string, places []placed) *scored {
	var named, existential, pairs []float64
	for _, p := range places {
		if p.Property == suggest.NoProperty {
			named = append(named, p.rank)
		} else {
			existential, pairs = append(existential, p.rank), append(pairs, p.pair)
		}
	}
	s := &scored{Method: name, Named: measure(named), Existential: measure(existential), Pairs: measure(pairs)}
	r.Methods = append(r.Methods, s)
	return s
}

func (r *result) print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s", r.Ontology, r.Kind)
	if r.Seed > 0 {
		fmt.Fprintf(w, ", seed %d", r.Seed)
	}
	fmt.Fprintf(w, ": %d classes; of %d statements %d follow all the same, %d have unknown names; to be found: %d named, %d existential\n\n",
		r.Classes, r.Drawn, r.Entailed, r.Unknown, r.Named, r.Existential)
	fmt.Fprintf(w, "%-22s|%28s    |%28s    |%20s\n", "", "C ⊑ ?D", "C ⊑ ∃r.?D, given r", "C ⊑ ∃?r.?D")
	fmt.Fprintf(w, "%-22s|%6s%6s%6s%6s%7s |%6s%6s%6s%6s%7s |%6s%6s%7s\n", "method", "MRR", "H@1", "H@5", "H@10", "median",
		"MRR", "H@1", "H@5", "H@10", "median", "MRR", "H@10", "median")
	for _, m := range r.Methods {
		fmt.Fprintf(w, "%-22s", m.Method)
		for _, f := range []figures{m.Named, m.Existential} {
			fmt.Fprintf(w, "|%6.3f%6.3f%6.3f%6.3f%7.1f ", f.MRR, f.At1, f.At5, f.At10, f.Median)
		}
		fmt.Fprintf(w, "|%6.3f%6.3f%7.1f", m.Pairs.MRR, m.Pairs.At10, m.Pairs.Median)
		for _, found := range [][]float64{m.GlobalNamed, m.GlobalExistential} {
			for i := range found {
				fmt.Fprintf(w, ", top %d of all: %.1f", best[i], found[i])
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	for _, c := range r.Calibration {
		fmt.Fprintf(w, "calibration of %s: ECE %.4f, Brier %.4f; of the %.0f of probability %.2g and more: ECE %.3f\n ", c.Form, c.ECE, c.Brier, c.Likely, likely, c.ECE05)
		for _, b := range c.Bins {
			if b.N > 0 {
				fmt.Fprintf(w, "  %.2f→%.2f (%.0f)", b.Mean, b.Observed, b.N)
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}
