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

// schedule knows the numbers of Adam for each step, counted from 1, and what many steps without
// gradient come to.
//
// Adam is dense: a row that no axiom of a batch touches has gradient 0 and still moves by its first
// moment. Such steps are taken together, once it is known when the row is needed next. After step
// t₀, step t₀+j with gradient 0 has
//
//	m_j = β₁ʲ m   v_j = β₂ʲ v   p ← p − w_j m / (α_j √v + ε)
//	w_j = β₁ʲ rate/(1−β₁ᵗ)      α_j = β₂^(j/2) / √(1−β₂ᵗ)      t = t₀+j
//
// The sum of k such steps is taken in one:
//
//	Σ_j w_j m/(α_j √v + ε)  ≈  W m / (A √v + ε)      W = Σ w_j      A = W / Σ(w_j/α_j)
//
// which is exact for √v ≫ ε and for √v ≪ ε; in between the α_j differ too little to be seen in
// float32.
type schedule[T kernel.Float] struct {
	steps int                  // of the whole training
	rate  []float64            // rate[t] = lr(t)/(1−β₁ᵗ)
	root  []float64            // root[t] = √(1−β₂ᵗ)
	m, v  []T                  // powers of β₁ and β₂
	rests []kernel.RestStep[T] // of each step
	decay kernel.Decay[T]

	glides glides

	drift []kernel.Drift[T]    // drift[k]: the k steps before the one that prepare was called for
	now   []kernel.AdamStep[T] // now[k]: that one, with the k steps without gradient that follow it
}

func newSchedule[T kernel.Float](h Hyper) *schedule[T] {
	s := &schedule[T]{steps: h.Steps, decay: decay[T](0), glides: newGlides()}
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
		s.rests = append(s.rests, kernel.RestStep[T]{Rate: T(s.rate[t] * s.root[t]),
			Epsilon: T(epsilon * s.root[t])})
	}
	return s
}

// decay is what a step and k without gradient after it do to moments.
func decay[T kernel.Float](k int) kernel.Decay[T] {
	powerM, powerV := math.Pow(beta1, float64(k)), math.Pow(beta2, float64(k))
	return kernel.Decay[T]{
		M: T(beta1 * powerM), GainM: T((1 - beta1) * powerM),
		V: T(beta2 * powerV), GainV: T(math.Sqrt((1 - beta2) * powerV)),
	}
}

const longestDrift = 400 // β₁⁴⁰⁰ < 10⁻¹⁸: further steps add nothing that a float64 could hold

// prepare computes drift for the steps before t and now for it and those after it. W(k) is Σ w_j,
// and
//
//	drift   W(k) = β₁ (rate(t−k) + W(k−1))      W(0) = 0
//	now     W(k) = W(k−1) + β₁ᵏ rate(t+k)
func (s *schedule[T]) prepare(t int) {
	s.drift = append(s.drift[:0], kernel.Drift[T]{M: 1, V: 1})
	var w, ratio float64
	for k := 1; k <= longestDrift && t-k >= 1; k++ {
		w = beta1 * (s.rate[t-k] + w)
		ratio = beta1 / math.Sqrt(beta2) * (s.rate[t-k]*s.root[t-k] + ratio)
		// W and A, of which A = W/ratio, as m·(W/A)/(√v + ε/A)
		s.drift = append(s.drift, kernel.Drift[T]{Rate: T(ratio), Epsilon: T(epsilon * ratio / w),
			M: s.m[k], V: s.v[k]})
	}
	s.now = append(s.now[:0], s.step(t, 0, 0, s.root[t]))
	w, ratio = 0, 0
	power, root := 1.0, 1.0 // β₁ᵏ and (β₁/√β₂)ᵏ
	for k := 1; k <= horizon && t+k < len(s.rate); k++ {
		power *= beta1
		root *= beta1 / math.Sqrt(beta2)
		w += power * s.rate[t+k]
		ratio += root * s.rate[t+k] * s.root[t+k]
		s.now = append(s.now, s.step(t, k, ratio, ratio/w))
	}
}

// step are the numbers of step t with k without gradient after it, which move p by drift·m/(√v +
// ε·inverse): here and in the sum of those steps, m and v are those after step t, and
// kernel.AdamStep wants them decayed.
func (s *schedule[T]) step(t, k int, drift, inverse float64) kernel.AdamStep[T] {
	rootOfV := math.Pow(beta2, float64(k)/2)
	change := rootOfV / math.Pow(beta1, float64(k)) // of m/√v
	first, then := s.rate[t]*s.root[t]*change, drift*change
	ε, later := epsilon*s.root[t]*rootOfV, epsilon*inverse*rootOfV
	return kernel.AdamStep[T]{
		Decay: decay[T](k), Slope: T(first + then), Level: T(first*later + then*ε), Epsilon: T(ε),
		Later: T(later),
	}
}

// catchUp brings n units to what they are before step t. Most are there already: their last update
// took the steps between as well. The memory of a unit is asked for while the one before it is
// worked on.
func (p *parameters[T]) catchUp(w *workspace[T], s *schedule[T], t, n int, unit func(i int) int32) {
	before := int32(-1)
	for i := range n {
		u := unit(i)
		switch {
		case int(p.updated[u]) >= t-1:
			continue
		case p.updated[u] == 0 && p.blocks[p.blockOf(u)].shrink == 0: // no moment that moves it
			p.updated[u] = int32(t - 1)
			continue
		}
		if before >= 0 {
			p.catchUpOne(w, s, before, t, p.unit(p.blockOf(u), u))
		}
		before = u
	}
	if before >= 0 {
		p.catchUpOne(w, s, before, t, kernel.Row[T]{})
	}
	w.resting.finish()
}

func (p *parameters[T]) catchUpOne(w *workspace[T], s *schedule[T], unit int32, t int,
	next kernel.Row[T]) {
	b := p.blockOf(unit)
	row := p.unit(b, unit)
	done := int(p.updated[unit])
	if p.blocks[b].shrink != 0 {
		for _, vector := range [...][]T{next.P, next.M, next.V} {
			w.Ask(vector)
		}
		w.resting.take(w.Ops, s, rest[T]{row, p.pull[b], done + 1, t})
	} else {
		skipped := t - 1 - done
		drift := s.drift[min(skipped, len(s.drift)-1)]
		drift.M, drift.V = s.m[skipped], s.v[skipped]
		w.AdamDrift(row, drift, next)
	}
	p.updated[unit] = int32(t - 1)
}

// unit returns a unit's values and moments.
func (p *parameters[T]) unit(b int, unit int32) kernel.Row[T] {
	i, cols := unit-p.first[b], p.blocks[b].Cols
	return kernel.Row[T]{P: p.row(b, i), M: rowOf(p.moment1[b], cols, i),
		V: rowOf(p.moment2[b], cols, i)}
}

// update takes step t of a unit that catchUp has brought there, with the loss's gradient by its
// values and absolute values, and then the steps without gradient up to and with until; those of a
// regularized row are done when w.resting has finished. The memory of the next unit is asked for
// meanwhile, and that of two of its shares.
func (p *parameters[T]) update(w *workspace[T], s *schedule[T], u *touched[T], t, until int,
	next *touched[T]) {
	block := &p.blocks[u.block]
	step := &s.now[0]
	if block.shrink == 0 {
		step = &s.now[until-t]
	} else if norm := math.Sqrt(float64(w.SumSquares(u.row.P))); norm > 0 {
		u.shares = append(u.shares, kernel.Share[T]{C: u.row.P, KC: T(p.pull[u.block] / norm)})
	}
	w.Adam(u.row.Slice(0, block.Absolute), u.shares, false, step, next.row.Slice(0, block.Absolute),
		next.share(0))
	if block.Absolute < block.Cols {
		w.Adam(u.row.Slice(block.Absolute, block.Cols), u.shares, true,
			step, next.row.Slice(block.Absolute, block.Cols), next.share(1))
	}
	if block.shrink != 0 && until > t {
		w.resting.take(w.Ops, s, rest[T]{u.row, p.pull[u.block], t + 1, until + 1})
	}
	p.updated[u.unit] = int32(until)
}
