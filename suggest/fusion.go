package suggest

import (
	"math"
	"slices"
)

// fusion is a linear score of signals: each is brought to mean 0 and deviation 1, what is not known counts as the mean.
//
// It is learned as a conditional logit (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974): of the candidates of
// a subject, those that were hidden are to be the likeliest, with probability exp(score)/Σ exp(score).
type fusion struct {
	*scale
	weights []float64
}

// scale brings signals to mean 0 and deviation 1.
type scale struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// choice is a subject's candidates, of which some were right.
type choice struct {
	table
	right  []bool
	class  int32
	told   int     // statements of the form that are told of the subject
	weight float64 // so many subjects it stands for
}

// ridge pulls weights towards what they were before: the more, the fewer choices speak against it.
const ridge = 3.0

// lecture is what weights are learned from: choices with their signals brought to scale, and how much each counts.
type lecture struct {
	choices []choice
	x       [][]float64
	count   []float64
}

// withoutKinds is how often a choice comes without some of its kinds of signals.
const withoutKinds = 2

// newLecture has every choice several times: as it is, and without some of its kinds of signals, drawn anew each time (Srivastava et al., "Dropout",
// JMLR 2014, for inputs). What curators add later is what the classes around a subject do not show as plainly as what is told already, so
// that no kind of signals may be relied on to the exclusion of others.
//
// A choice counts the less, the more others are about its property, by the square root: what was told most often is not what will be
// added next.
func newLecture(sc *scale, all []choice, kinds []int) *lecture {
	l := &lecture{}
	var choices []choice // among what can be found: from the rest it would be learned that nothing speaks for what is right
	for i := range all {
		if c := all[i].found(); slices.Contains(c.right, true) {
			choices = append(choices, c)
		}
	}
	counts := balanced(choices)
	if kinds != nil {
		for i := range counts {
			counts[i] *= 2 / float64(1+withoutKinds) // twice as many as they are: more copies are no more evidence
		}
	}
	for i := range choices {
		x := sc.normalize(&choices[i].table)
		for j, kind := range kinds {
			if kind == leftOut {
				silence(x, j, len(kinds))
			}
		}
		l.choices, l.x, l.count = append(l.choices, choices[i]), append(l.x, x), append(l.count, counts[i])
	}
	if kinds == nil {
		return l
	}
	for copied := range len(choices) * withoutKinds {
		i := copied % len(choices)
		x := slices.Clone(l.x[i])
		for j, kind := range kinds {
			if scatter(uint64(kind), Statement{Class: choices[i].class, Target: int32(copied)})%2 == 0 {
				silence(x, j, len(kinds))
			}
		}
		l.choices, l.x, l.count = append(l.choices, choices[i]), append(l.x, x), append(l.count, counts[i])
	}
	return l
}

// found is the choice among its candidates.
func (c *choice) found() choice {
	if !slices.Contains(c.forced, true) {
		return *c
	}
	found := *c
	found.table, found.right = table{width: c.width}, nil
	for i, forced := range c.forced {
		if !forced {
			found.add(c.statements[i], false)
			copy(found.row(len(found.statements)-1), c.row(i))
			found.right = append(found.right, c.right[i])
		}
	}
	return found
}

// silence makes one of k signals the mean.
func silence(x []float64, j, k int) {
	for at := j; at < len(x); at += k {
		x[at] = 0
	}
}

// balanced says how much each choice counts: as many as they are together.
func balanced(choices []choice) []float64 {
	uses := make(map[int32]float64)
	for i := range choices {
		choices[i].eachRight(func(s Statement) { uses[s.Property]++ })
	}
	counts := make([]float64, len(choices))
	var sum float64
	for i := range choices {
		n := 0.0
		choices[i].eachRight(func(s Statement) {
			n++
			counts[i] += 1 / math.Sqrt(uses[s.Property])
		})
		counts[i] /= max(1, n)
		sum += counts[i]
	}
	for i := range counts {
		counts[i] *= float64(len(choices)) / max(sum, 1e-300)
	}
	return counts
}

func (c *choice) eachRight(visit func(Statement)) {
	for i, is := range c.right {
		if is {
			visit(c.statements[i])
		}
	}
}

// learnWeights finds the weights that make the right candidates the likeliest, by Newton's method, starting from a prior. Kinds
// tells which signals go together; nil: all are always there.
func learnWeights(sc *scale, choices []choice, prior []float64, kinds []int) []float64 {
	prior = slices.Clone(prior)
	for j, kind := range kinds {
		if kind == leftOut {
			prior[j] = 0
		}
	}
	f := fusion{sc, slices.Clone(prior)}
	l := newLecture(sc, choices, kinds)
	ascend(f.weights, ascent{steps: 30, halvings: 10, tolerance: 1e-5},
		func() (float64, []float64, [][]float64) { return f.derivatives(l, prior) },
		func() float64 { return f.value(l, prior) })
	return f.weights
}

// newScale measures the signals of choices.
func newScale(width int, choices ...[]choice) *scale {
	n, sum, squares := make([]float64, width), make([]float64, width), make([]float64, width)
	for _, some := range choices {
		for i := range some {
			for at, x := range some[i].values {
				if j := at % width; !math.IsNaN(x) {
					n[j]++
					sum[j] += x
					squares[j] += x * x
				}
			}
		}
	}
	s := &scale{make([]float64, width), make([]float64, width)}
	for j := range width {
		s.Deviation[j] = 1
		if n[j] == 0 {
			continue
		}
		s.Mean[j] = sum[j] / n[j]
		if variance := squares[j]/n[j] - s.Mean[j]*s.Mean[j]; variance > 1e-12 {
			s.Deviation[j] = math.Sqrt(variance)
		}
	}
	return s
}

func (s *scale) normalize(t *table) []float64 {
	k := len(s.Mean)
	x := make([]float64, len(t.values))
	for at, value := range t.values {
		x[at] = normal(value, s.Mean[at%k], s.Deviation[at%k])
	}
	return x
}

// normal brings a signal to mean 0 and deviation 1. No signal counts for more than eight deviations.
func normal(value, mean, deviation float64) float64 {
	switch x := (value - mean) / deviation; {
	case math.IsNaN(x):
		return 0
	case x > 8:
		return 8
	case x < -8:
		return -8
	default:
		return x
	}
}

// score is the weighted sum of a candidate's signals.
func (f *fusion) score(signals []float64) float64 {
	k := len(f.weights)
	mean, deviation, signals := f.Mean[:k], f.Deviation[:k], signals[:k]
	var sum float64
	for j, w := range f.weights {
		sum += w * normal(signals[j], mean[j], deviation[j])
	}
	return sum
}

// probabilities overwrites the scores of candidates by what share of the choice falls on each.
func probabilities(scores []float64) (logSum float64) {
	most := math.Inf(-1)
	for _, s := range scores {
		most = max(most, s)
	}
	var sum float64
	for i, s := range scores {
		scores[i] = math.Exp(s - most)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	return most + math.Log(sum)
}

func (f *fusion) scores(x []float64) []float64 {
	k := len(f.weights)
	scores := make([]float64, len(x)/k)
	for i := range scores {
		for j, w := range f.weights {
			scores[i] += w * x[i*k+j]
		}
	}
	return scores
}

func (f *fusion) value(l *lecture, prior []float64) float64 {
	value := 0.0
	for j, w := range f.weights {
		value -= ridge / 2 * (w - prior[j]) * (w - prior[j])
	}
	for i := range l.choices {
		scores := f.scores(l.x[i])
		var right float64
		n := 0.0
		for j, is := range l.choices[i].right {
			if is {
				right += scores[j]
				n++
			}
		}
		if n > 0 {
			value += l.count[i] * (right/n - probabilities(scores))
		}
	}
	return value
}

func (f *fusion) derivatives(l *lecture, prior []float64) (value float64, gradient []float64, hessian [][]float64) {
	k := len(f.weights)
	gradient = make([]float64, k)
	hessian = make([][]float64, k)
	for j := range k {
		hessian[j] = make([]float64, k)
		hessian[j][j] = ridge
		from := f.weights[j] - prior[j]
		gradient[j] = -ridge * from
		value -= ridge / 2 * from * from
	}
	mean := make([]float64, k)
	for i := range l.choices {
		scores := f.scores(l.x[i])
		var right, n float64
		for c, is := range l.choices[i].right {
			if is {
				right += scores[c]
				n++
			}
		}
		if n == 0 {
			continue
		}
		count := l.count[i]
		value += count * (right/n - probabilities(scores))
		clear(mean)
		for c, p := range scores {
			row := l.x[i][c*k : (c+1)*k]
			is := 0.0
			if l.choices[i].right[c] {
				is = count / n
			}
			for j, xj := range row {
				mean[j] += p * xj
				gradient[j] += is * xj
			}
			if p < 1e-9 {
				continue
			}
			for j, xj := range row {
				if xj == 0 {
					continue
				}
				h := hessian[j][:j+1]
				pxj := count * p * xj
				for i := range h {
					h[i] += pxj * row[i]
				}
			}
		}
		for j := range k {
			gradient[j] -= count * mean[j]
			for i := 0; i <= j; i++ {
				hessian[j][i] -= count * mean[j] * mean[i]
			}
		}
	}
	return value, gradient, hessian
}
