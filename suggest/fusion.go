package suggest

import (
	"math"
)

// fusion is a linear score of signals: each is brought to mean 0 and deviation 1, what is not known counts as the mean.
//
// It is learned as a conditional logit (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974): of the candidates of
// a subject, those that were hidden are to be the likeliest, with probability exp(score)/Σ exp(score).
type fusion struct {
	Signals   []string  `json:"signals"`
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
	Weights   []float64 `json:"weights"` // by deviation
}

// choice is a subject's candidates, of which some were right.
type choice struct {
	table
	right []bool
	class int32
}

// ridge keeps the weights of signals that say the same from running away in opposite directions.
const ridge = 2.0

// learnFusion finds the weights that make the right candidates the likeliest, by Newton's method.
func learnFusion(signals []string, choices []choice) *fusion {
	f := &fusion{Signals: signals}
	f.scale(choices)
	k := len(signals)
	f.Weights = make([]float64, k)
	x := make([][]float64, len(choices)) // normalized
	for i := range choices {
		x[i] = f.normalize(&choices[i].table)
	}
	last := math.Inf(-1)
	for range 30 {
		value, gradient, hessian := f.derivatives(choices, x)
		if value-last < 1e-6*math.Abs(value) {
			break
		}
		last = value
		step := solve(hessian, gradient)
		if step == nil {
			break
		}
		// Halve the step until it helps: far from the optimum the quadratic model may be wrong.
		for half := 0; half < 10; half++ {
			for j := range step {
				f.Weights[j] += step[j]
			}
			if now := f.value(choices, x); now >= value {
				break
			}
			for j := range step {
				f.Weights[j] -= step[j]
				step[j] /= 2
			}
		}
	}
	return f
}

func (f *fusion) scale(choices []choice) {
	k := len(f.Signals)
	n, sum, squares := make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range choices {
		for at, x := range choices[i].values {
			if j := at % k; !math.IsNaN(x) {
				n[j]++
				sum[j] += x
				squares[j] += x * x
			}
		}
	}
	f.Mean, f.Deviation = make([]float64, k), make([]float64, k)
	for j := range k {
		f.Deviation[j] = 1
		if n[j] == 0 {
			continue
		}
		f.Mean[j] = sum[j] / n[j]
		if variance := squares[j]/n[j] - f.Mean[j]*f.Mean[j]; variance > 1e-12 {
			f.Deviation[j] = math.Sqrt(variance)
		}
	}
}

func (f *fusion) normalize(t *table) []float64 {
	k := len(f.Signals)
	x := make([]float64, len(t.values))
	for at, value := range t.values {
		x[at] = f.normal(at%k, value)
	}
	return x
}

// normal brings a signal to mean 0 and deviation 1. No signal counts for more than eight deviations.
func (f *fusion) normal(j int, value float64) float64 {
	if math.IsNaN(value) {
		return 0
	}
	return max(-8, min(8, (value-f.Mean[j])/f.Deviation[j]))
}

// score is the weighted sum of a candidate's signals.
func (f *fusion) score(signals []float64) float64 {
	var sum float64
	for j, w := range f.Weights {
		sum += w * f.normal(j, signals[j])
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
	k := len(f.Weights)
	scores := make([]float64, len(x)/k)
	for i := range scores {
		for j, w := range f.Weights {
			scores[i] += w * x[i*k+j]
		}
	}
	return scores
}

func (f *fusion) value(choices []choice, x [][]float64) float64 {
	value := 0.0
	for _, w := range f.Weights {
		value -= ridge / 2 * w * w
	}
	for i := range choices {
		scores := f.scores(x[i])
		var right float64
		n := 0.0
		for j, is := range choices[i].right {
			if is {
				right += scores[j]
				n++
			}
		}
		if n > 0 {
			value += right/n - probabilities(scores)
		}
	}
	return value
}

func (f *fusion) derivatives(choices []choice, x [][]float64) (value float64, gradient []float64, hessian [][]float64) {
	k := len(f.Weights)
	gradient = make([]float64, k)
	hessian = make([][]float64, k)
	for j := range k {
		hessian[j] = make([]float64, k)
		hessian[j][j] = ridge
		gradient[j] = -ridge * f.Weights[j]
		value -= ridge / 2 * f.Weights[j] * f.Weights[j]
	}
	mean := make([]float64, k)
	for i := range choices {
		scores := f.scores(x[i])
		var right, n float64
		for c, is := range choices[i].right {
			if is {
				right += scores[c]
				n++
			}
		}
		if n == 0 {
			continue
		}
		value += right/n - probabilities(scores)
		clear(mean)
		for c, p := range scores {
			row := x[i][c*k : (c+1)*k]
			is := 0.0
			if choices[i].right[c] {
				is = 1 / n
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
				pxj := p * xj
				for l := range h {
					h[l] += pxj * row[l]
				}
			}
		}
		for j := range k {
			gradient[j] -= mean[j]
			for l := 0; l <= j; l++ {
				hessian[j][l] -= mean[j] * mean[l]
			}
		}
	}
	return value, gradient, hessian
}

// solve solves A x = b for a positive definite A of which the lower triangle is given, by Cholesky's method; nil where A is not
// positive definite in floating point. A is overwritten.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for j := range n {
		for i := j; i < n; i++ {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i > j {
				a[i][j] = sum / a[j][j]
				continue
			}
			if !(sum > 0) {
				return nil
			}
			a[j][j] = math.Sqrt(sum)
		}
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = b[i]
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
