package embed

import (
	"math"

	"box2el-owl/embed/internal/kernel"
)

// Constants of Adam (Kingma, Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015), as
// PyTorch has them by default.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// adamSchedule holds the coefficients of Adam for each step, counted from 1, and those of several
// steps without gradient at once.
//
// Adam is dense: a row that no axiom of a batch uses has gradient 0 and still moves by its first
// moment. Such steps are skipped, and their updates are applied together before the row is used
// again. After step t₀, step t₀+j with gradient 0 has
//
//	m_j = β₁ʲ m   v_j = β₂ʲ v   p ← p − w_j m / (α_j √v + ε)
//	w_j = β₁ʲ rate/(1−β₁ᵗ)      α_j = β₂^(j/2) / √(1−β₂ᵗ)      t = t₀+j
//
// The sum of k such steps is applied in one:
//
//	Σ_j w_j m/(α_j √v + ε)  ≈  W m / (A √v + ε)      W = Σ w_j      A = W / Σ(w_j/α_j)
//
// which is exact for √v ≫ ε and for √v ≪ ε. In between, the α_j differ by less than the precision
// of float32.
type adamSchedule[T kernel.Float] struct {
	steps   int                  // of the whole training
	rate    []float64            // rate[t] = lr(t)/(1−β₁ᵗ)
	root    []float64            // root[t] = √(1−β₂ᵗ)
	m, v    []T                  // powers of β₁ and β₂
	skipped []kernel.RestStep[T] // of each step
	decay   kernel.Decay[T]

	// For the step of the last call of prepare: drift[k] is for the k skipped steps before it, and
	// now[k] for the step itself and k steps without gradient after it.
	drift []kernel.Drift[T]
	now   []kernel.AdamStep[T]
}

func newAdamSchedule[T kernel.Float](h Hyper) *adamSchedule[T] {
	s := &adamSchedule[T]{steps: h.Steps, decay: decay[T](0)}
	for t := range h.Steps + 2 {
		lr := h.Rate
		if h.Decay > 0 && t > h.Decay { // step t is index t−1
			lr /= 10
		}
		powerM, powerV := math.Pow(beta1, float64(t)), math.Pow(beta2, float64(t))
		s.rate = append(s.rate, lr/(1-powerM))
		s.root = append(s.root, math.Sqrt(1-powerV))
		s.m = append(s.m, T(powerM))
		s.v = append(s.v, T(powerV))
		s.skipped = append(s.skipped, kernel.RestStep[T]{
			Rate: T(s.rate[t] * s.root[t]), Epsilon: T(epsilon * s.root[t]),
		})
	}
	return s
}

// decay returns the factors of the moments for a step and k steps without gradient after it.
func decay[T kernel.Float](k int) kernel.Decay[T] {
	powerM, powerV := math.Pow(beta1, float64(k)), math.Pow(beta2, float64(k))
	return kernel.Decay[T]{
		M: T(beta1 * powerM), GainM: T((1 - beta1) * powerM),
		V: T(beta2 * powerV), GainV: T(math.Sqrt((1 - beta2) * powerV)),
	}
}

const longestDrift = 400 // β₁⁴⁰⁰ < 10⁻¹⁸: further steps are below the precision of float64

// prepare computes drift and now for step t. W(k) is Σ w_j:
//
//	drift   W(k) = β₁ (rate(t−k) + W(k−1))      W(0) = 0
//	now     W(k) = W(k−1) + β₁ᵏ rate(t+k)
func (s *adamSchedule[T]) prepare(t int) {
	s.drift = append(s.drift[:0], kernel.Drift[T]{M: 1, V: 1})
	var w, ratio float64
	for k := 1; k <= longestDrift && t-k >= 1; k++ {
		w = beta1 * (s.rate[t-k] + w)
		ratio = beta1 / math.Sqrt(beta2) * (float64(s.rate[t-k]*s.root[t-k]) + ratio)
		// A = W/ratio; the kernel computes m·(W/A)/(√v + ε/A)
		s.drift = append(s.drift, kernel.Drift[T]{
			Rate: T(ratio), Epsilon: T(epsilon * ratio / w), M: s.m[k], V: s.v[k],
		})
	}
	s.now = append(s.now[:0], s.step(t, 0, 0, s.root[t]))
	w, ratio = 0, 0
	power, root := 1.0, 1.0 // β₁ᵏ and (β₁/√β₂)ᵏ
	for k := 1; k <= horizon && t+k < len(s.rate); k++ {
		power *= beta1
		root *= beta1 / math.Sqrt(beta2)
		w += float64(power * s.rate[t+k])
		ratio += float64(root * s.rate[t+k] * s.root[t+k])
		s.now = append(s.now, s.step(t, k, ratio, ratio/w))
	}
}

// step returns the coefficients of step t and k steps without gradient after it, which move p by
// drift·m/(√v + ε·inverse). m and v are the moments after step t; kernel.AdamStep expects them
// decayed by the k steps.
func (s *adamSchedule[T]) step(t, k int, drift, inverse float64) kernel.AdamStep[T] {
	rootOfV := math.Pow(beta2, float64(k)/2)
	change := rootOfV / math.Pow(beta1, float64(k)) // factor of m/√v
	first, then := s.rate[t]*s.root[t]*change, drift*change
	ε, later := epsilon*s.root[t]*rootOfV, epsilon*inverse*rootOfV
	return kernel.AdamStep[T]{
		Decay: decay[T](k), Slope: T(first + then),
		Level: T(float64(first*later) + float64(then*ε)), Epsilon: T(ε), Later: T(later),
	}
}

// applySkipped applies to n rows the updates that they skipped before step t. Most rows have none,
// because their last update included the steps in between. The memory of each next row is
// prefetched.
func (p *parameters[T]) applySkipped(
	w *workspace[T], s *adamSchedule[T], t, n int, rowID func(i int) int32,
) {
	before := int32(-1)
	for i := range n {
		id := rowID(i)
		switch {
		case int(p.updated[id]) >= t-1:
			continue
		case p.updated[id] == 0 && p.blocks[p.blockOf(id)].regularization == 0: // moments are 0
			p.updated[id] = int32(t - 1)
			continue
		}
		if before >= 0 {
			p.applySkippedTo(w, s, before, t, p.state(p.blockOf(id), id))
		}
		before = id
	}
	if before >= 0 {
		p.applySkippedTo(w, s, before, t, kernel.Row[T]{})
	}
	w.skipped.finish()
}

func (p *parameters[T]) applySkippedTo(
	w *workspace[T], s *adamSchedule[T], id int32, t int, next kernel.Row[T],
) {
	b := p.blockOf(id)
	row := p.state(b, id)
	done := int(p.updated[id])
	if p.blocks[b].regularization != 0 {
		for _, vector := range [...][]T{next.P, next.M, next.V} {
			w.Ask(vector)
		}
		w.skipped.start(w.Ops, s, skippedSteps[T]{row, p.pull[b], done + 1, t})
	} else {
		skipped := t - 1 - done
		drift := s.drift[min(skipped, len(s.drift)-1)]
		drift.M, drift.V = s.m[skipped], s.v[skipped]
		w.AdamDrift(row, drift, next)
	}
	p.updated[id] = int32(t - 1)
}

// state returns the values and moments of a row.
func (p *parameters[T]) state(b int, id int32) kernel.Row[T] {
	i, cols := id-p.first[b], p.blocks[b].Cols
	return kernel.Row[T]{
		P: p.row(b, i), M: rowOf(p.moment1[b], cols, i), V: rowOf(p.moment2[b], cols, i),
	}
}

// update takes step t of a row without skipped steps, with the gradient by its values and absolute
// values, and then the steps without gradient up to and including until. For a regularized row the
// latter are done when w.skipped.finish returns. The memory of the next row and of two of its
// shares is prefetched.
func (p *parameters[T]) update(
	w *workspace[T], s *adamSchedule[T], u *rowUpdate[T], t, until int, next *rowUpdate[T],
) {
	block := &p.blocks[u.block]
	step := &s.now[0]
	if block.regularization == 0 {
		step = &s.now[until-t]
	} else if norm := math.Sqrt(float64(w.SumSquares(u.row.P))); norm > 0 {
		u.shares = append(u.shares, kernel.Share[T]{C: u.row.P, KC: T(p.pull[u.block] / norm)})
	}
	row, nextRow := u.row.Slice(0, block.Absolute), next.row.Slice(0, block.Absolute)
	w.Adam(row, u.shares, false, step, nextRow, next.prefetch(0))
	if block.Absolute < block.Cols {
		row = u.row.Slice(block.Absolute, block.Cols)
		nextRow = next.row.Slice(block.Absolute, block.Cols)
		w.Adam(row, u.shares, true, step, nextRow, next.prefetch(1))
	}
	if block.regularization != 0 && until > t {
		w.skipped.start(w.Ops, s, skippedSteps[T]{u.row, p.pull[u.block], t + 1, until + 1})
	}
	p.updated[u.id] = int32(until)
}

// skippedSteps are the steps from … to−1 of a row of a regularized block, in which no axiom uses
// the row. The gradient in each of them is that of the regularizer λ·mean‖row‖, which is λ/N ·
// row/‖row‖ and not linear in the row.
type skippedSteps[T kernel.Float] struct {
	row      kernel.Row[T]
	pull     float64 // λ/N
	from, to int
}

// skippedUpdates takes the steps of up to two rows one by one, in one kernel call, so that the
// computation of one norm hides the latency of the other. The result for a row does not depend on
// the other row.
type skippedUpdates[T kernel.Float] struct {
	rows  [2]kernel.Shrinking[T]
	used  int
	ops   *kernel.Ops[T]
	decay kernel.Decay[T]
}

func (u *skippedUpdates[T]) start(ops *kernel.Ops[T], s *adamSchedule[T], steps skippedSteps[T]) {
	u.ops, u.decay = ops, s.decay
	u.rows[u.used] = kernel.Shrinking[T]{
		Row: steps.row, Pull: T(steps.pull), Squares: ops.SumSquares(steps.row.P),
		Steps: s.skipped[steps.from:steps.to],
	}
	u.used++
	if u.used < len(u.rows) {
		return
	}
	ops.AdamShrink(u.rows[:], u.decay)
	u.used = 0
	for i := range u.rows {
		if len(u.rows[i].Steps) > 0 {
			u.rows[u.used] = u.rows[i]
			u.used++
		}
	}
}

func (u *skippedUpdates[T]) finish() {
	if u.used > 0 {
		u.ops.AdamShrink(u.rows[:1], u.decay)
	}
	u.used = 0
}
