package main

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"box2el-owl/suggest"
)

// calibration compares the probabilities of what would be shown with what was right: the first 20 candidates of every subject, of each
// form, of subjects that miss nothing as well. Neither training nor fusion nor calibration has seen what was removed.
type calibration struct {
	Form  suggest.Form  `json:"form"`
	ECE   float64       `json:"ece"`   // expected calibration error, bins of equal width (Naeini, Cooper, Hauskrecht, AAAI 2015)
	Brier float64       `json:"brier"` // mean squared error
	Bins  []suggest.Bin `json:"bins"`

	// Of candidates of a probability of .05 and more, which are few.
	Likely float64 `json:"likely"` // their number
	ECE05  float64 `json:"eceLikely"`

	squares float64
}

const (
	shown  = 20
	others = 500 // subjects that miss nothing of a form are sampled
	likely = .05
)

// calibration looks at the lists of a ranker.
func (f *fused) calibration(ctx context.Context, form suggest.Form, workers int) (*calibration, error) {
	p := f.problem
	missing := make(map[int32]bool)
	for _, s := range p.missing {
		if s.Form() == form {
			missing[s.Class] = true
		}
	}
	var subjects []int32
	var rest []int32
	for c := range int32(len(p.terms.Classes)) {
		switch {
		case p.terms.Deprecated[c]:
		case missing[c]:
			subjects = append(subjects, c)
		case len(p.terms.told(c)) > 0:
			rest = append(rest, c)
		}
	}
	rand.New(rand.NewPCG(p.seed, 0xca1)).Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	stands := float64(len(rest)) / float64(max(1, min(others, len(rest))))
	subjects = append(subjects, rest[:min(others, len(rest))]...)

	out := &calibration{Form: form, Bins: make([]suggest.Bin, 10)}
	few := slices.Clone(out.Bins)
	lists := make([][]suggest.Candidate, len(subjects))
	var mutex sync.Mutex // guards lists
	err := each(ctx, len(subjects), workers, func() func(i int) error {
		return func(i int) error {
			list, err := f.list(ctx, subjects[i], form)
			mutex.Lock()
			defer mutex.Unlock()
			lists[i] = list[:min(shown, len(list))]
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	for i, list := range lists {
		weight := stands
		if missing[subjects[i]] {
			weight = 1
		}
		for _, c := range list {
			_, right := slices.BinarySearchFunc(p.missing, c.Statement, compareStatements)
			out.add(out.Bins, c.Probability, right, weight)
			if c.Probability >= likely {
				out.Likely += weight
				out.add(few, c.Probability, right, weight)
			}
		}
	}
	var all float64
	out.ECE, all = settle(out.Bins)
	out.Brier = out.squares / max(1, all)
	out.ECE05, _ = settle(few)
	return out, nil
}

func (c *calibration) add(bins []suggest.Bin, probability float64, right bool, weight float64) {
	b := &bins[min(len(bins)-1, int(probability*float64(len(bins))))]
	b.N += weight
	b.Mean += weight * probability
	miss := probability
	if right {
		b.Observed += weight
		miss = 1 - probability
	}
	if &bins[0] == &c.Bins[0] {
		c.squares += weight * miss * miss
	}
}

// settle turns sums into means, and returns the calibration error and the number of candidates.
func settle(bins []suggest.Bin) (ece, all float64) {
	for i := range bins {
		b := &bins[i]
		b.Low, b.High = float64(i)/float64(len(bins)), float64(i+1)/float64(len(bins))
		if b.N > 0 {
			all += b.N
			ece += math.Abs(b.Mean - b.Observed)
			b.Mean, b.Observed = b.Mean/b.N, b.Observed/b.N
		}
	}
	return ece / max(1, all), all
}
