package report

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// studyDepth proves a sample of entailed subsumptions and compares the depths of the proofs with
// the ranks, to see whether the model ranks long derivations lower.
func (c *comparing) studyDepth(ctx context.Context) error {
	if c.scorers[dataset.NF1] == nil {
		return nil
	}
	var pairs [][2]int32
	for table, i := c.entailed(ctx), 0; i < table.Len(); i++ {
		pairs = append(pairs, [2]int32(table.Row(i)))
	}
	pairs = sample(c.random(streamProofs), pairs, c.Proofs)
	if err := c.prove(ctx, pairs); err != nil {
		return err
	}
	table := dataset.Table{Width: 2}
	for _, pair := range pairs {
		table.Append(pair[:]...)
	}
	ranks, err := c.rank(ctx, dataset.NF1, table)
	if err != nil {
		return err
	}
	var studied []ofDepth
	for i, pair := range pairs {
		if p := c.proved[pair]; p != nil && ranks[i] > 0 {
			studied = append(studied, ofDepth{pair, p.Depth, ranks[i]})
		}
	}
	if len(studied) == 0 {
		return nil
	}
	c.out.Depth = c.depthStudy(studied)
	c.out.Disagreement.RankedLow = c.rankedLow(studied)
	return nil
}

// ofDepth is an entailed subsumption with the depth of its smallest proof and its rank.
type ofDepth struct {
	pair  [2]int32
	depth int
	rank  float64
}

const (
	depthResamples  = 1000
	depthConfidence = 0.95
)

func (c *comparing) depthStudy(studied []ofDepth) *DepthStudy {
	s := &DepthStudy{Pairs: len(studied), Confidence: depthConfidence, Candidates: c.candidates(),
		Depths: depthGroups(studied)}
	s.Spearman = spearman(studied)
	s.Low, s.High = spearmanInterval(c.random(streamBootstrap), studied)
	return s
}

// spearman returns the rank correlation of depth and rank, with mean ranks for ties. It is 0 if all
// depths or all ranks are equal.
func spearman(list []ofDepth) float64 {
	depths, ranks := make([]float64, len(list)), make([]float64, len(list))
	for i, x := range list {
		depths[i], ranks[i] = float64(x.depth), x.rank
	}
	depths, ranks = meanRanks(depths), meanRanks(ranks)
	if stat.Variance(depths, nil) == 0 || stat.Variance(ranks, nil) == 0 || len(list) < 2 {
		return 0
	}
	return stat.Correlation(depths, ranks, nil)
}

// spearmanInterval returns the bootstrap interval of spearman.
func spearmanInterval(rng *rand.Rand, list []ofDepth) (low, high float64) {
	sample := make([]ofDepth, len(list))
	return ranking.Resample(rng, len(list), depthResamples, depthConfidence,
		func(drawn []int) float64 {
			for i, at := range drawn {
				sample[i] = list[at]
			}
			return spearman(sample)
		})
}

// meanRanks replaces values by their ranks from 1; equal values get their mean rank.
func meanRanks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+1+j) / 2
		}
		i = j
	}
	return ranks
}

// leastOfDepth is the minimum size of the group of greatest depth.
const leastOfDepth = 10

// depthGroups groups the subsumptions by depth. The greatest depths are merged until their group
// has leastOfDepth members.
func depthGroups(studied []ofDepth) []DepthGroup {
	by := make(map[int][]float64)
	for _, x := range studied {
		by[x.depth] = append(by[x.depth], x.rank)
	}
	var depths []int
	for depth := range by {
		depths = append(depths, depth)
	}
	slices.Sort(depths)
	for len(depths) > 1 && len(by[depths[len(depths)-1]]) < leastOfDepth {
		last := len(depths) - 1
		by[depths[last-1]] = append(by[depths[last-1]], by[depths[last]]...)
		delete(by, depths[last])
		depths = depths[:last]
	}
	var groups []DepthGroup
	for i, depth := range depths {
		ranks := slices.Sorted(slices.Values(by[depth]))
		deepest := slices.MaxFunc(studied,
			func(a, b ofDepth) int { return cmp.Compare(a.depth, b.depth) }).depth
		groups = append(groups, DepthGroup{
			Depth: depth, AndUp: i == len(depths)-1 && deepest > depth, N: len(ranks),
			Low: ranking.Quantile(ranks, .05), High: ranking.Quantile(ranks, .95),
			Q1: ranking.Quantile(ranks, .25), Q3: ranking.Quantile(ranks, .75),
			Median: ranking.Quantile(ranks, .5),
		})
	}
	return groups
}

// rankedLow returns the subsumptions with the worst ranks, if they are not predicted.
func (c *comparing) rankedLow(studied []ofDepth) []Misplaced {
	worst := slices.DeleteFunc(slices.Clone(studied),
		func(x ofDepth) bool { return x.rank <= PredictedAt })
	slices.SortFunc(worst, func(a, b ofDepth) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), comparePairs(a.pair, b.pair))
	})
	var list []Misplaced
	for _, x := range examples(worst, func(x ofDepth) []int32 { return x.pair[:] }) {
		list = append(list, Misplaced{c.derivation(x.pair), x.rank, c.candidates()})
	}
	return list
}
