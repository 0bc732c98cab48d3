package ranking

import (
	"math/rand/v2"
	"slices"
)

// Interval is a confidence interval of each metric.
type Interval struct {
	Confidence float64 `json:"confidence"`
	Resamples  int     `json:"resamples"`
	Low        Metrics `json:"low"`
	High       Metrics `json:"high"`
}

// Bootstrap estimates how much metrics depend on which axioms happen to be tested: it draws as many ranks with
// replacement, measures them, and takes the percentiles of the resamples that leave 1 − confidence
// outside, half on each side (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section
// 13.3). It says nothing about other seeds of training. The seed determines the result.
func Bootstrap(ranks []float64, candidates, resamples int, confidence float64,
	seed uint64) Interval {
	in := Interval{Confidence: confidence, Resamples: resamples}
	if len(ranks) == 0 || resamples <= 0 {
		return in
	}
	counts := tallyRanks(ranks)
	places := make([]int32, 0, len(ranks)) // of each axiom's rank in counts
	for i, c := range counts {
		for range c.count {
			places = append(places, int32(i))
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	samples := make([]Metrics, resamples)
	for s := range samples {
		for i := range counts {
			counts[i].count = 0
		}
		for range places {
			counts[places[rng.IntN(len(places))]].count++
		}
		samples[s] = measure(counts, candidates)
	}

	column := make([]float64, resamples)
	low, high := in.Low.values(), in.High.values()
	for v := range low {
		for s := range samples {
			column[s] = *samples[s].values()[v]
		}
		slices.Sort(column)
		*low[v] = percentile(column, (1-confidence)/2)
		*high[v] = percentile(column, (1+confidence)/2)
	}
	in.Low.N, in.High.N = len(ranks), len(ranks)
	return in
}

// percentile interpolates between the values of a sorted list that enclose the share p.
func percentile(sorted []float64, p float64) float64 {
	at := min(max(p, 0), 1) * float64(len(sorted)-1)
	i := int(at)
	next := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[next]-sorted[i])
}
