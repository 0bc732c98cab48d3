package main

import (
	"math/rand/v2"

	"box2el-owl/embed/ranking"
)

// figures are the metrics of a list of places.
type figures struct {
	N       int     `json:"n"`
	Hits1   float64 `json:"hits1"`
	Hits3   float64 `json:"hits3"`
	Hits5   float64 `json:"hits5"`
	Hits10  float64 `json:"hits10"`
	Hits100 float64 `json:"hits100"`
	MRR     float64 `json:"mrr"`
	Median  float64 `json:"median"`
}

// summary has the figures of a measurement.
type summary struct {
	Pooled     figures            `json:"pooled"`
	Mean       figures            `json:"mean"` // over ontologies; N is their number
	ByOntology map[string]figures `json:"byOntology"`
	ByPair     map[string]figures `json:"byPair"`
}

func condense(places []place) figures {
	f := figures{N: len(places)}
	if f.N == 0 {
		return f
	}
	ranks := make([]float64, f.N)
	for i, p := range places {
		ranks[i] = p.rank
	}
	m := ranking.Measure(ranks, 0)
	f.MRR, f.Median = m.MRR, m.Median
	f.Hits1, f.Hits3, f.Hits5 = shareAt(places, 1), shareAt(places, 3), shareAt(places, 5)
	f.Hits10, f.Hits100 = shareAt(places, 10), shareAt(places, 100)
	return f
}

// shares returns the figures that are means over rows.
func (f *figures) shares() []*float64 {
	return []*float64{&f.Hits1, &f.Hits3, &f.Hits5, &f.Hits10, &f.Hits100, &f.MRR}
}

// summarize computes the figures of all places, and their mean over the ontologies with at least
// fewest rows.
func summarize(places []place, fewest int) summary {
	s := summary{Pooled: condense(places), ByOntology: make(map[string]figures),
		ByPair: make(map[string]figures)}
	for ontology, list := range group(places, func(p place) string { return p.ontology }) {
		s.ByOntology[ontology] = condense(list)
	}
	for pair, list := range group(places, func(p place) string { return p.pair }) {
		s.ByPair[pair] = condense(list)
	}
	for _, ontology := range sortedKeys(s.ByOntology) {
		f := s.ByOntology[ontology]
		if f.N < fewest {
			continue
		}
		s.Mean.N++
		s.Mean.Median += f.Median
		for i, x := range s.Mean.shares() {
			*x += *f.shares()[i]
		}
	}
	if s.Mean.N > 0 {
		s.Mean.Median /= float64(s.Mean.N)
		for _, x := range s.Mean.shares() {
			*x /= float64(s.Mean.N)
		}
	}
	return s
}

func group(places []place, key func(place) string) map[string][]place {
	groups := make(map[string][]place)
	for _, p := range places {
		groups[key(p)] = append(groups[key(p)], p)
	}
	return groups
}

// drawings is the number of bootstrap samples for an interval.
const drawings = 2000

// gain is the paired difference of a figure of two methods on the same rows.
type gain struct {
	n           int
	mean        float64
	least, most float64 // the 95 % interval of a bootstrap over ontologies
	unknown     int     // rows that the second method does not have
}

// pairedGain compares a figure of two methods on the rows that both have.
func pairedGain(a, b []place, figure func(place) float64) gain {
	places := make(map[string]place, len(b))
	for _, p := range b {
		places[p.key] = p
	}
	type sums struct{ n, difference float64 }
	byOntology := make(map[string]sums)
	var g gain
	for _, p := range a {
		other, ok := places[p.key]
		if !ok {
			g.unknown++
			continue
		}
		s := byOntology[p.ontology]
		byOntology[p.ontology] = sums{s.n + 1, s.difference + figure(p) - figure(other)}
		g.n++
	}
	var all []sums
	var total sums
	for _, ontology := range sortedKeys(byOntology) {
		s := byOntology[ontology]
		all = append(all, s)
		total = sums{total.n + s.n, total.difference + s.difference}
	}
	if g.n == 0 {
		return g
	}
	g.mean = total.difference / total.n
	g.least, g.most = ranking.Resample(rand.New(rand.NewPCG(1, 2)), len(all), drawings, .95,
		func(drawn []int) float64 {
			var t sums
			for _, i := range drawn {
				t = sums{t.n + all[i].n, t.difference + all[i].difference}
			}
			return t.difference / t.n
		})
	return g
}

// hitAt returns the figure Hits@n of a place: 1 or 0.
func hitAt(n float64) func(place) float64 {
	return func(p place) float64 {
		if p.listed && p.rank <= n {
			return 1
		}
		return 0
	}
}

func reciprocal(p place) float64 { return 1 / p.rank }
