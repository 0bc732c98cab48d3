package ranking

import (
	"math"
	"slices"
)

// Metrics are the metrics of n axioms ranked among N candidates (appendix G of the paper).
type Metrics struct {
	N    int  `json:"n"` // axioms
	Hits Hits `json:"hits"`

	// Median is the median rank, MeanRank the arithmetic mean.
	Median float64 `json:"median"`
	// MRR is the mean of 1/rank.
	MRR      float64 `json:"mrr"`
	MeanRank float64 `json:"meanRank"`

	// AUC is the area under the ROC curve through the points of each distinct rank x. The true
	// positive rate is the share of axioms with rank ≤ x, the false positive rate Σ (x − [rank ≤
	// x]) / (n·(N−1)). The curve begins at (0,0) and ends at (1,1). AUC is 0 if N < 2.
	AUC float64 `json:"auc"`

	// AUCPPI is the other formula of the published code, used for link prediction: the area under
	// (x, share of axioms with rank ≤ x) from the smallest rank to (N, 1), divided by N.
	AUCPPI float64 `json:"aucPPI"`
}

// Hits are the shares of axioms with rank ≤ K. An expected rank of 1.5 is no hit at 1.
type Hits struct {
	At1   float64 `json:"1"`
	At10  float64 `json:"10"`
	At100 float64 `json:"100"`
}

// Measure computes the metrics of ranks among N candidates. Without ranks all metrics are 0.
func Measure(ranks []float64, candidates int) Metrics {
	return measure(tallyRanks(ranks), candidates)
}

// rankCount is the number of axioms with a rank.
type rankCount struct {
	rank  float64
	count int
}

// tallyRanks counts the axioms of each distinct rank, in ascending order.
func tallyRanks(ranks []float64) []rankCount {
	sorted := slices.Clone(ranks)
	slices.Sort(sorted)
	var counts []rankCount
	for _, r := range sorted {
		if len(counts) == 0 || counts[len(counts)-1].rank != r {
			counts = append(counts, rankCount{rank: r})
		}
		counts[len(counts)-1].count++
	}
	return counts
}

// measure computes the metrics of ascending ranks. Counts of 0 are ignored.
func measure(counts []rankCount, candidates int) Metrics {
	n := 0
	for _, c := range counts {
		n += c.count
	}
	if n == 0 {
		return Metrics{}
	}
	m := Metrics{
		N:      n,
		Median: (nth(counts, (n-1)/2) + nth(counts, n/2)) / 2,
		AUC:    areaRanking(counts, n, candidates),
		AUCPPI: areaPPI(counts, n, candidates),
	}
	for _, c := range counts {
		k := float64(c.count)
		m.MRR += k / c.rank
		m.MeanRank += k * c.rank
		if c.rank <= 1 {
			m.Hits.At1 += k
		}
		if c.rank <= 10 {
			m.Hits.At10 += k
		}
		if c.rank <= 100 {
			m.Hits.At100 += k
		}
	}
	for _, x := range []*float64{&m.MRR, &m.MeanRank, &m.Hits.At1, &m.Hits.At10, &m.Hits.At100} {
		*x /= float64(n)
	}
	return m
}

// nth returns the rank at index i of the sorted ranks.
func nth(counts []rankCount, i int) float64 {
	at := 0
	for _, c := range counts {
		at += c.count
		if i < at {
			return c.rank
		}
	}
	return 0
}

// areaRanking returns Metrics.AUC.
func areaRanking(counts []rankCount, n, candidates int) float64 {
	if candidates < 2 {
		return 0
	}
	total := float64(n)
	negatives := total * float64(candidates-1)
	var area, x, y, hits float64
	for _, c := range counts {
		if c.count == 0 {
			continue
		}
		hits += float64(c.count)
		nextX := (total*c.rank - hits) / negatives
		nextY := hits / total
		area += (nextX - x) * (nextY + y) / 2
		x, y = nextX, nextY
	}
	return area + (1-x)*(1+y)/2
}

// areaPPI returns Metrics.AUCPPI.
func areaPPI(counts []rankCount, n, candidates int) float64 {
	if candidates < 1 {
		return 0
	}
	var area, x, y, hits float64
	started := false
	for _, c := range counts {
		if c.count == 0 {
			continue
		}
		hits += float64(c.count)
		share := hits / float64(n)
		if started {
			area += (c.rank - x) * (share + y) / 2
		}
		x, y, started = c.rank, share, true
	}
	area += (float64(candidates) - x) * (1 + y) / 2
	return area / float64(candidates)
}

// values returns pointers to the metrics in a fixed order.
func (m *Metrics) values() []*float64 {
	return []*float64{
		&m.Hits.At1, &m.Hits.At10, &m.Hits.At100, &m.Median, &m.MRR, &m.MeanRank, &m.AUC, &m.AUCPPI,
	}
}

// Spread returns the mean and the sample standard deviation (n−1) of each metric over several runs.
// The deviation is 0 for a single run. N is the mean number of axioms, rounded.
func Spread(runs []Metrics) (mean, deviation Metrics) {
	if len(runs) == 0 {
		return Metrics{}, Metrics{}
	}
	k := float64(len(runs))
	means, deviations := mean.values(), deviation.values()
	n := 0
	for i := range runs {
		n += runs[i].N
		for v, x := range runs[i].values() {
			*means[v] += *x / k
		}
	}
	mean.N = int(math.Round(float64(n) / k))
	deviation.N = mean.N
	if len(runs) == 1 {
		return mean, deviation
	}
	for i := range runs {
		for v, x := range runs[i].values() {
			*deviations[v] += (*x - *means[v]) * (*x - *means[v])
		}
	}
	for _, d := range deviations {
		*d = math.Sqrt(*d / (k - 1))
	}
	return mean, deviation
}
