package suggest

import (
	"math"
	"slices"
)

// ascent says when an ascent ends.
type ascent struct {
	steps, halvings int     // at most: of all, and of one step
	tolerance       float64 // the relative gain below which it is not worth going on
}

// ascend moves weights to where a concave function is greatest, by Newton's method. Derivatives returns its value, its gradient and the
// lower triangle of the negative Hessian at the weights, value the first of these alone.
func ascend(weights []float64, a ascent, derivatives func() (value float64, gradient []float64, hessian [][]float64), value func() float64) {
	last := math.Inf(-1)
	for range a.steps {
		now, gradient, hessian := derivatives()
		if now-last < a.tolerance*math.Abs(now) {
			return
		}
		last = now
		step := solve(hessian, gradient)
		if step == nil {
			return
		}
		// Halve the step until it helps: far from the optimum the quadratic model may be wrong.
		old := slices.Clone(weights)
		for range a.halvings {
			for j := range step {
				weights[j] = old[j] + step[j]
			}
			if value() >= now {
				break
			}
			copy(weights, old)
			for j := range step {
				step[j] /= 2
			}
		}
	}
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
