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

// adamSchedule holds the coefficients of Adam for each step, counted from 1.
//
// Adam is dense: a row that no axiom of a batch uses has gradient 0 and still moves by its first
// moment. The updates of such steps are skipped and applied before the row is used again, and
// before each validation (parameters.catchUp). parameters.updated has the last step that is applied
// to each row. After step t₀, step t₀+j with gradient 0 has
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
//
// The rows of a regularized block have the gradient of the regularizer λ·mean‖row‖ in every step,
// which is λ/N · row/‖row‖. It is not linear in the row, so their steps are taken one by one.
type adamSchedule[T kernel.Float] struct {
	rate  []float64        // rate[t] = lr(t)/(1−β₁ᵗ)
	root  []float64        // root[t] = √(1−β₂ᵗ)
	m, v  []T              // powers of β₁ and β₂
	steps []kernel.Step[T] // steps[t] is step t
	decay kernel.Decay[T]

	// drift[k] is for the k skipped steps before the step of the last call of prepare.
	drift []kernel.Drift[T]
}

func newAdamSchedule[T kernel.Float](h Hyper) *adamSchedule[T] {
	s := &adamSchedule[T]{decay: kernel.Decay[T]{
		M: beta1, GainM: T(1 - beta1), V: beta2, GainV: T(math.Sqrt(1 - beta2)),
	}}
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
		s.steps = append(s.steps, kernel.Step[T]{
			Rate: T(s.rate[t] * s.root[t]), Epsilon: T(epsilon * s.root[t]),
		})
	}
	return s
}

const longestDrift = 400 // β₁⁴⁰⁰ < 10⁻¹⁸: further steps are below the precision of float64

// prepare computes drift for step t. W(k) is Σ w_j:
//
//	W(k) = β₁ (rate(t−k) + W(k−1))      W(0) = 0
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
}

// catchUp applies to a row the updates that it skipped before step t.
func (p *parameters[T]) catchUp(ops *kernel.Ops[T], s *adamSchedule[T], t int, id int32) {
	b, done := p.blockOf(id), int(p.updated[id])
	skipped := t - 1 - done
	switch regularized := p.blocks[b].regularization != 0; {
	case skipped <= 0:
		return
	case regularized:
		ops.AdamShrink(p.state(b, id), T(p.pull[b]), s.decay, s.steps[done+1:t])
	case done > 0: // otherwise its moments are 0
		drift := s.drift[min(skipped, len(s.drift)-1)]
		drift.M, drift.V = s.m[skipped], s.v[skipped]
		ops.AdamDrift(p.state(b, id), drift)
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

// update takes step t of a row of block b that has no skipped updates, with the gradient by its
// values and absolute values. It may append to shares.
func (p *parameters[T]) update(
	ops *kernel.Ops[T], s *adamSchedule[T], t, b int, id int32, shares []kernel.Share[T],
) {
	block, row, step := &p.blocks[b], p.state(b, id), s.steps[t]
	if block.regularization != 0 {
		if norm := math.Sqrt(float64(ops.SumSquares(row.P))); norm > 0 {
			shares = append(shares, kernel.Share[T]{C: row.P, KC: T(p.pull[b] / norm)})
		}
	}
	ops.Adam(row.Slice(0, block.Absolute), shares, false, s.decay, step)
	if block.Absolute < block.Cols {
		ops.Adam(row.Slice(block.Absolute, block.Cols), shares, true, s.decay, step)
	}
	p.updated[id] = int32(t)
}
