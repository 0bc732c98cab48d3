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

// Bootstrap returns percentile intervals of the metrics over resamples of the ranks with
// replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3). The
// intervals cover the choice of test axioms, not the seed of the training. The seed determines the
// result.
func Bootstrap(ranks []float64, candidates, resamples int, confidence float64,
	seed uint64) Interval {
	in := Interval{Confidence: confidence, Resamples: resamples}
	if len(ranks) == 0 || resamples <= 0 {
		return in
	}
	counts := tallyRanks(ranks)
	places := make([]int32, 0, len(ranks)) // index into counts, by axiom
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

// percentile returns the p-quantile of a sorted list, with linear interpolation.
func percentile(sorted []float64, p float64) float64 {
	at := min(max(p, 0), 1) * float64(len(sorted)-1)
	i := int(at)
	next := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[next]-sorted[i])
}
