package embed

import (
	"math"

	"box2el-owl/embed/internal/kernel"
)

// Constants of Adam (Kingma, Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015), as PyTorch
// has them by default.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// schedule knows the numbers of Adam for each step, counted from 1, and what many steps without gradient come to.
//
// Adam is dense: a row that no axiom of a batch touches has gradient 0 and still moves by its first
// moment. Such steps are taken together, once it is known when the row is needed next. After step t₀, step t₀+j with gradient 0 has
//
//	m_j = β₁ʲ m   v_j = β₂ʲ v   p ← p − w_j m / (α_j √v + ε)
//	w_j = β₁ʲ rate/(1−β₁ᵗ)      α_j = β₂^(j/2) / √(1−β₂ᵗ)      t = t₀+j
//
// The sum of k such steps is taken in one:
//
//	Σ_j w_j m/(α_j √v + ε)  ≈  W m / (A √v + ε)      W = Σ w_j      A = W / Σ(w_j/α_j)
//
// which is exact for √v ≫ ε and for √v ≪ ε; in between the α_j differ too little to be seen in float32.
type schedule[T kernel.Float] struct {
	steps  int       // of the whole training
	rate   []float64 // rate[t] = lr(t)/(1−β₁ᵗ)
	root   []float64 // root[t] = √(1−β₂ᵗ)
	rates  []T       // rate
	scales []T       // 1/root
	m, v   []T       // powers of β₁ and β₂

	// drift[k] are W and Σ w_j/α_j of the k steps before the one that prepare was called for, and ahead[k] those of the
	// k steps after it. Beyond the last of drift, nothing is added that a float64 could hold.
	drift, ahead [][2]float64
}

func newSchedule[T kernel.Float](h Hyper) *schedule[T] {
	s := &schedule[T]{steps: h.Steps}
	for t := range h.Steps + 2 {
		lr := h.Rate
		if h.Decay > 0 && t > h.Decay { // step t is index t−1
			lr /= 10
		}
		powerM, powerV := math.Pow(beta1, float64(t)), math.Pow(beta2, float64(t))
		s.rate = append(s.rate, lr/(1-powerM))
		s.root = append(s.root, math.Sqrt(1-powerV))
		s.rates = append(s.rates, T(s.rate[t]))
		s.scales = append(s.scales, T(1/s.root[t]))
		s.m = append(s.m, T(powerM))
		s.v = append(s.v, T(powerV))
	}
	return s
}

const longestDrift = 400 // β₁⁴⁰⁰ < 10⁻¹⁸

// prepare computes drift for the steps before t and ahead for those after it, by
//
//	drift   W(k) = β₁ (rate(t−k) + W(k−1))      W(0) = 0
//	ahead   W(k) = W(k−1) + β₁ᵏ rate(t+k)
func (s *schedule[T]) prepare(t int) {
	s.drift = append(s.drift[:0], [2]float64{})
	var w, ratio float64
	for k := 1; k <= longestDrift && t-k >= 1; k++ {
		w = beta1 * (s.rate[t-k] + w)
		ratio = beta1 / math.Sqrt(beta2) * (s.rate[t-k]*s.root[t-k] + ratio)
		s.drift = append(s.drift, [2]float64{w, ratio})
	}
	s.ahead = append(s.ahead[:0], [2]float64{})
	w, ratio = 0, 0
	power, root := 1.0, 1.0 // β₁ᵏ and (β₁/√β₂)ᵏ
	for k := 1; k <= horizon && t+k < len(s.rate); k++ {
		power *= beta1
		root *= beta1 / math.Sqrt(beta2)
		w += power * s.rate[t+k]
		ratio += root * s.rate[t+k] * s.root[t+k]
		s.ahead = append(s.ahead, [2]float64{w, ratio})
	}
}

// step are the numbers of step t.
func (s *schedule[T]) step(t int) kernel.AdamStep[T] {
	return kernel.AdamStep[T]{
		Beta1: beta1, Beta2: beta2, OneMinusBeta1: 1 - beta1, OneMinusBeta2: 1 - beta2,
		Rate: s.rates[t], Scale: s.scales[t], Epsilon: epsilon,
	}
}

// catchUp brings a unit to what it is before step t. Most units are there already: their last update took the steps
// between as well.
func (p *parameters[T]) catchUp(ops *kernel.Ops[T], s *schedule[T], unit int32, t int) {
	if int(p.updated[unit]) >= t-1 {
		return
	}
	b := p.blockOf(unit)
	row, m, v := p.unit(b, unit)
	switch skipped := t - 1 - int(p.updated[unit]); {
	case p.blocks[b].shrink != 0:
		p.shrink(ops, s, b, row, m, v, int(p.updated[unit])+1, t)
	case p.updated[unit] == 0: // without a gradient so far there is no moment that moves it
		return
	default:
		drift(ops, s, row, m, v, s.drift[min(skipped, len(s.drift)-1)], skipped)
	}
	p.updated[unit] = int32(t - 1)
}

// unit returns a unit's values and moments.
func (p *parameters[T]) unit(b int, unit int32) (row, m, v []T) {
	i, cols := unit-p.first[b], p.blocks[b].Cols
	return p.row(b, i), rowOf(p.moment1[b], cols, i), rowOf(p.moment2[b], cols, i)
}

// drift takes steps without gradient.
func drift[T kernel.Float](ops *kernel.Ops[T], s *schedule[T], row, m, v []T, sums [2]float64, steps int) {
	ops.AdamDrift(row, m, v, T(sums[0]), T(sums[0]/sums[1]), epsilon, s.m[steps], s.v[steps])
}

// shrink takes the steps from … to−1 one by one, each with the gradient λ/N · row/‖row‖ of λ·mean‖row‖, for it
// is not linear.
func (p *parameters[T]) shrink(ops *kernel.Ops[T], s *schedule[T], b int, row, m, v []T, from, to int) {
	ops.AdamShrink(row, m, v, T(p.pull(b)), ops.SumSquares(row), s.rates[from:to], s.scales[from:to], s.step(from))
}

// pull is the norm of the regularizer's gradient by a row of a block, λ/N.
func (p *parameters[T]) pull(b int) float64 { return p.share(b) / float64(p.rows[b]) }

// update takes step t of a unit that catchUp has brought there, with the loss's gradient, and then the steps without
// gradient up to and with until. The derivatives by absolute values in gradient become derivatives by the values.
func (p *parameters[T]) update(ops *kernel.Ops[T], s *schedule[T], unit int32, t, until int, gradient []T) {
	b := p.blockOf(unit)
	block := &p.blocks[b]
	row, m, v := p.unit(b, unit)
	if block.Absolute < block.Cols {
		ops.MulSign(gradient[block.Absolute:], row[block.Absolute:])
	}
	if block.shrink != 0 {
		if norm := math.Sqrt(float64(ops.SumSquares(row))); norm > 0 {
			ops.Axpy(gradient, T(p.pull(b)/norm), row)
		}
	}
	ops.Adam(row, m, v, gradient, s.step(t))
	if until > t {
		if block.shrink != 0 {
			p.shrink(ops, s, b, row, m, v, t+1, until+1)
		} else {
			drift(ops, s, row, m, v, s.ahead[until-t], until-t)
		}
	}
	p.updated[unit] = int32(until)
}
