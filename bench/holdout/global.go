package main

import (
	"context"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"box2el-owl/suggest"
)

// global counts the missing statements of a form among the best n of all subjects together, for each n of the list. Candidates
// of a subject are as in place; of existentials they are the pairs of a property that the subject's relatives use, or the
// subject itself, and a filler. Where a place is shared, a statement counts as the chance that it is among the best.
func (p *problem) global(ctx context.Context, m method, existential bool, best []int, workers int) ([]float64, error) {
	targets, err := p.targetScores(ctx, m, existential, workers)
	if err != nil {
		return nil, err
	}
	levels := slices.Clone(targets)
	slices.SortFunc(levels, func(a, b float32) int { return compareDown(a, b) })
	levels = slices.Compact(levels)
	if n := len(levels); n > 0 && math.IsInf(float64(levels[n-1]), -1) {
		levels = levels[:n-1] // what the method says nothing of is found by chance, if at all
	}
	if len(levels) == 0 {
		return make([]float64, len(best)), nil
	}
	above, same, err := p.count(ctx, m, existential, levels, workers)
	if err != nil {
		return nil, err
	}
	found := make([]float64, len(best))
	for _, score := range targets {
		at := sort.Search(len(levels), func(i int) bool { return levels[i] <= score })
		if at == len(levels) {
			continue
		}
		for i, n := range best {
			found[i] += min(1, max(0, float64(int64(n)-above[at])/float64(same[at])))
		}
	}
	return found, nil
}

func compareDown(a, b float32) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// targetScores are the scores of the missing statements of a form.
func (p *problem) targetScores(ctx context.Context, m method, existential bool, workers int) ([]float32, error) {
	subjects := p.subjects()
	lists := make([][]float32, len(subjects))
	err := each(ctx, len(subjects), workers, func() func(i int) error {
		s := p.newSheet(m)
		return func(i int) error {
			missing := p.missing[subjects[i].first:subjects[i].last]
			if err := s.score(ctx, missing[0].Class, existential); err != nil {
				return err
			}
			for _, m := range missing {
				switch {
				case (m.Property != suggest.NoProperty) != existential:
				case !existential:
					lists[i] = append(lists[i], s.named[m.Target])
				default:
					if at := slices.Index(s.properties, m.Property); at >= 0 {
						lists[i] = append(lists[i], s.filling[at][m.Target])
					}
				}
			}
			return nil
		}
	})
	return slices.Concat(lists...), err
}

// score asks for all candidates of a form.
func (s *sheet) score(ctx context.Context, class int32, existential bool) error {
	if existential {
		return s.scoreFilling(ctx, class, s.propertiesAround(class))
	}
	return s.scoreNamed(ctx, class)
}

// count counts the candidates of all subjects above each level of scores, and on it. Levels fall.
func (p *problem) count(ctx context.Context, m method, existential bool, levels []float32, workers int) (above, same []int64, err error) {
	between, same := make([]int64, len(levels)+1), make([]int64, len(levels))
	var sum sync.Mutex // guards both
	err = each(ctx, len(p.terms.Classes), workers, func() func(i int) error {
		s := p.newSheet(m)
		return func(i int) error {
			class := int32(i)
			if p.terms.Deprecated[class] {
				return nil
			}
			if err := s.score(ctx, class, existential); err != nil {
				return err
			}
			lists := [][]float32{s.named}
			if existential {
				lists = s.filling
			}
			mine, ties := make([]int64, len(levels)+1), make([]int64, len(levels))
			for _, scores := range lists {
				tally(scores, levels, mine, ties)
			}
			sum.Lock()
			defer sum.Unlock()
			for l := range levels {
				between[l] += mine[l]
				same[l] += ties[l]
			}
			return nil
		}
	})
	above = make([]int64, len(levels))
	var n int64
	for l := range levels {
		n += between[l]
		above[l] = n
		n += same[l]
	}
	return above, same, err
}

// tally counts scores between falling levels, and on them.
func tally(scores, levels []float32, between, same []int64) {
	if len(levels) == 0 {
		return
	}
	least := levels[len(levels)-1]
	for _, s := range scores {
		if !(s >= least) {
			continue
		}
		at := sort.Search(len(levels), func(i int) bool { return levels[i] <= s })
		if levels[at] == s {
			same[at]++
		} else {
			between[at]++
		}
	}
}

// each does n things, by several workers; begin makes what a worker does.
func each(ctx context.Context, n, workers int, begin func() func(i int) error) error {
	var next atomic.Int64
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			do := begin()
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = do(i)
				}
			}
		})
	}
	wg.Wait() // no worker outlives this function
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
