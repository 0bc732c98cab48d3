package embed

import (
	"math"
	"unsafe"

	"box2el-owl/embed/internal/kernel"
)

// gliding applies many skipped steps of a regularized row at once. With the gradient q_j·p_j, where
// q_j = λ/(N·‖p_j‖), and as long as v only decays, step j = 1, 2, … of Adam is in each dimension,
// with y = 1/(√v₀ + ε),
//
//	m_j = β₁ m_(j−1) + (1−β₁) q_(j−1) p_(j−1)
//	p_j = p_(j−1) − c_j y m_j                      c_j = rate_j β₂^(−j/2)
//
// which is linear in p and m, and in y. So both are polynomials in y, times p₀ and u = y·m₀, and
// their coefficients are the same in all dimensions:
//
//	p_j = (1 − x₀y + x₁y² − x₂y³ + …) p₀ − (a − z₀y + z₁y² − …) u
//	m_j = (g₀ − g₁y + g₂y² − …) p₀ + (b − h₀y + h₁y² − …) m₀
//
// The higher coefficients are the effect of the regularizer on its own gradient, which is small for
// few steps; further ones are left out. ‖p_j‖ is computed from p_j and sums over the row. The
// growth of v is then known as well and corrects y (Bend).
//
// Error: in 230 steps of GALEN size, the worst dimension of a row was off by 7·10⁻⁸ (median),
// 3·10⁻⁷ (90th percentile) and 9·10⁻⁷ (99th) after its skipped steps. Steps taken one by one in
// float32 are off by 3, 7 and 12·10⁻⁸.
type gliding[T kernel.Float] struct {
	y  []T
	by kernel.GlideSteps[T]
}

// take applies the first steps of n and returns the first step that is left. In float64 it applies
// none, because the coefficients left out exceed its rounding errors.
func (r *gliding[T]) take(ops *kernel.Ops[T], s *adamSchedule[T], n skippedSteps[T]) int {
	if unsafe.Sizeof(T(0)) != 4 {
		return n.from
	}
	for n.to-n.from >= shortestGlide {
		r.y = resized(r.y, len(n.row.P))
		sums := ops.GlideSums(n.row, r.y, s.skipped[n.from].Epsilon)
		steps := s.glide(&r.by, &sums, n)
		if steps == 0 {
			break
		}
		ops.Glide(n.row, r.y, &r.by)
		n.from += steps
	}
	return n.from
}

// Bounds of the steps that are applied at once.
const (
	mostPulled  = 1. / 16   // fraction of a dimension by which the regularizer moves it
	mostGrowth  = 1. / 1024 // fraction by which the regularizer increases v
	leastLeft   = 1. / 4    // smallest remaining fraction of ‖p‖²
	longestTake = 128       // steps; more than horizon

	shortestGlide = 5 // smallest number of steps for which this is faster
)

// glides are the coefficients that depend only on the number of steps.
type glides struct {
	pulled []float64 // Σ (1−β₁ʲ): the effect of a constant gradient
	growth []float64 // β₂⁻ʲ − 1
	root   []float64 // β₂^(−j/2)
	// half of the mean growth of v, relative to its whole growth, weighted by the movement due to
	// the gradient (P) and to the first moment (A)
	bendP, bendA []float64
}

func newGlides() glides {
	g := glides{
		pulled: []float64{0}, growth: []float64{0}, root: []float64{1}, bendP: []float64{0},
		bendA: []float64{0},
	}
	var pulled, latePulled, left, lateLeft float64
	for j := 1.; j <= longestTake; j++ {
		power := math.Pow(beta1, j)
		pulled, latePulled = pulled+(1-power), latePulled+float64(j*(1-power))
		left, lateLeft = left+power, lateLeft+float64(j*power)
		g.pulled = append(g.pulled, pulled)
		g.growth = append(g.growth, math.Pow(beta2, -j)-1)
		g.root = append(g.root, math.Pow(beta2, -j/2))
		g.bendP = append(g.bendP, latePulled/pulled/j/2)
		g.bendA = append(g.bendA, lateLeft/left/j/2)
	}
	return g
}

// glide computes the coefficients of as many steps of n as the bounds allow. It returns their
// number, or 0 if it is below shortestGlide.
func (s *adamSchedule[T]) glide(
	into *kernel.GlideSteps[T], sums *kernel.GlideSums[T], n skippedSteps[T],
) int {
	pp, pu, uu := float64(sums.PP), float64(sums.PU), float64(sums.UU)
	ypp, ypu, yuu, yypp := float64(sums.YPP), float64(sums.YPU), float64(sums.YUU),
		float64(sums.YYPP)
	steps := s.expected(sums, n)

	a, b, moved := 0., 1., 0.
	gain := (1 - beta1) * n.pull / math.Sqrt(pp) // (1−β₁)·q of the step before
	var x0, x1, x2, z0, z1 float64
	var g0, g1, g2, h0, h1 float64
	var e0, e1, e2, e3 float64
	for j := range steps {
		// Σ (p₀ − a·u)², to which the regularizer has added moved
		squares := pp + float64(a*(float64(a*uu)-2*pu))
		if !(squares >= leastLeft*pp) {
			steps = j
			break
		}
		before := gain
		back := 1 / math.Sqrt(squares)
		δ := moved * (back * back)
		gain = (1 - beta1) * n.pull * back * ((1 - 1./2*δ) + float64(3./8*(δ*δ)))

		square := gain * gain
		e0 += square
		e1 += float64(square * x0)
		e2 += float64(square * a)
		e3 += float64(square * (a * a))

		c := float64(s.skipped[n.from+j].Rate) * s.glides.root[j+1]
		b *= beta1
		next := a + float64(c*b)
		g0, g1, g2, h0, h1 = beta1*g0, beta1*g1, beta1*g2, beta1*h0, beta1*h1

		// moved after this step, computed with the previous gain to shorten the dependency chain
		x := x0 + float64(c*(g0+before))
		xx := x1 + float64(c*(g1+float64(before*x0)))
		z := z0 + float64(c*(h0+float64(before*a)))
		moved = float64(x*(float64(x*yypp)+2*(float64(next*ypu)-ypp))) +
			2*(float64(xx*yypp)+float64(z*(ypu-float64(next*yuu))))

		g0, g1, g2 = g0+gain, g1+float64(gain*x0), g2+float64(gain*x1)
		h0, h1 = h0+float64(gain*a), h1+float64(gain*z0)
		x0, x1, x2 = x0+float64(c*g0), x1+float64(c*g1), x2+float64(c*g2)
		z0, z1 = z0+float64(c*h0), z1+float64(c*h1)
		a = next
	}
	if steps < shortestGlide {
		return 0
	}
	left := float64(s.v[steps])
	// factor of each square
	added := (1 - left) / float64(steps) / ((1 - beta1) * (1 - beta1))
	*into = kernel.GlideSteps[T]{
		BendP: T(-s.glides.bendP[steps] / left), BendA: T(-s.glides.bendA[steps] / left),
		P1: T(-x0), P2: T(x1), P3: T(-x2),
		A0: T(-a), A1: T(z0), A2: T(-z1),
		B0: T(b), B1: T(-h0), B2: T(h1),
		C0: T(g0), C1: T(-g1), C2: T(g2),
		V: T(left), E0: T(added * e0), E1: T(-2 * added * e1), E2: T(-2 * added * e2),
		E3: T(added * e3),
	}
	return steps
}

// expected returns the number of steps that the bounds allow if the norm does not change: those of
// n, half of them, a quarter …
func (s *adamSchedule[T]) expected(sums *kernel.GlideSums[T], n skippedSteps[T]) int {
	q := n.pull / math.Sqrt(float64(sums.PP))
	pulled := q * float64(sums.MostY) * float64(s.skipped[n.from].Rate)
	growth := q * q * float64(sums.MostYP)
	steps := min(n.to-n.from, longestTake)
	for steps >= shortestGlide && !(pulled*s.glides.pulled[steps] <= mostPulled &&
		growth*s.glides.growth[steps] <= mostGrowth) {
		steps = (steps + 1) / 2
	}
	return steps
}
