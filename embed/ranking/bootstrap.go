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

// bootstrap returns percentile intervals of the metrics over resamples of the ranks with
// replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3). The
// intervals cover the choice of test axioms, not the seed of the training. The seed determines the
// result.
func bootstrap(ranks []float64, candidates, resamples int, confidence float64,
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
		*low[v] = Quantile(column, (1-confidence)/2)
		*high[v] = Quantile(column, (1+confidence)/2)
	}
	in.Low.N, in.High.N = len(ranks), len(ranks)
	return in
}

// Resample returns the percentile interval of a statistic over resamples with replacement of n
// things, given by their indices.
func Resample(
	rng *rand.Rand, n, resamples int, confidence float64, statistic func(drawn []int) float64,
) (low, high float64) {
	values, drawn := make([]float64, resamples), make([]int, n)
	for i := range values {
		for j := range drawn {
			drawn[j] = rng.IntN(n)
		}
		values[i] = statistic(drawn)
	}
	slices.Sort(values)
	return Quantile(values, (1-confidence)/2), Quantile(values, (1+confidence)/2)
}

// Quantile returns the p-quantile of a sorted list, with linear interpolation. The 0.5-quantile is
// the median.
func Quantile(sorted []float64, p float64) float64 {
	at := min(max(p, 0), 1) * float64(len(sorted)-1)
	i := int(at)
	next := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[next]-sorted[i])
}
