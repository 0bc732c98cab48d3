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

	glides []kernel.GlideStep[T]   // of each step
	powers []kernel.GlidePowers[T] // of the number of a step within a glide, from 1
	growth []T                     // powers of 1/β₂, less 1

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
		s.glides = append(s.glides, kernel.GlideStep[T]{Rate: T(s.rate[t] * s.root[t]), Epsilon: T(epsilon * s.root[t])})
	}
	s.prepareGlides()
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

// step are the numbers of step t, with nothing after it.
func (s *schedule[T]) step(t int) kernel.AdamStep[T] {
	return kernel.AdamStep[T]{
		Beta1: beta1, Beta2: beta2, OneMinusBeta1: 1 - beta1, OneMinusBeta2: 1 - beta2,
		Rate: s.rates[t], Scale: s.scales[t], Epsilon: epsilon,
		Drift: kernel.Drift[T]{Scale: s.scales[t], M: 1, V: 1},
	}
}

// decline is what steps without gradient come to, of which sums says W and Σ w_j/α_j.
func (s *schedule[T]) decline(sums [2]float64, steps int) kernel.Drift[T] {
	return kernel.Drift[T]{Rate: T(sums[0]), Scale: T(sums[0] / sums[1]), M: s.m[steps], V: s.v[steps]}
}

// catchUp brings n units to what they are before step t. Most are there already: their last update took the steps
// between as well. The memory of a unit is asked for while the one before it is worked on.
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

func (p *parameters[T]) catchUpOne(w *workspace[T], s *schedule[T], unit int32, t int, next kernel.Row[T]) {
	b := p.blockOf(unit)
	row := p.unit(b, unit)
	done := int(p.updated[unit])
	if p.blocks[b].shrink != 0 {
		for _, vector := range [...][]T{next.P, next.M, next.V} {
			w.Ask(vector)
		}
		w.resting.take(w.Ops, s, rest[T]{row, p.pull(b), w.SumSquares(row.P), done + 1, t})
	} else {
		skipped := t - 1 - done
		w.AdamDrift(row, s.decline(s.drift[min(skipped, len(s.drift)-1)], skipped), epsilon, next)
	}
	p.updated[unit] = int32(t - 1)
}

// unit returns a unit's values and moments.
func (p *parameters[T]) unit(b int, unit int32) kernel.Row[T] {
	i, cols := unit-p.first[b], p.blocks[b].Cols
	return kernel.Row[T]{P: p.row(b, i), M: rowOf(p.moment1[b], cols, i), V: rowOf(p.moment2[b], cols, i)}
}

// pull is the norm of the regularizer's gradient by a row of a block, λ/N.
func (p *parameters[T]) pull(b int) float64 { return p.share(b) / float64(p.rows[b]) }

// update takes step t of a unit that catchUp has brought there, with the loss's gradient by its values and absolute
// values, and then the steps without gradient up to and with until; those of a regularized row are done when w.resting
// has finished. The memory of the next row is asked for meanwhile, and that of two more vectors.
func (p *parameters[T]) update(w *workspace[T], s *schedule[T], unit int32, t, until int, gradient []T, next kernel.Row[T], also [2][]T) {
	b := p.blockOf(unit)
	block := &p.blocks[b]
	row := p.unit(b, unit)
	step := s.step(t)
	if block.shrink != 0 {
		if norm := math.Sqrt(float64(w.SumSquares(row.P))); norm > 0 {
			step.Pull = T(p.pull(b) / norm)
		}
	} else if until > t {
		step.Drift = s.decline(s.ahead[until-t], until-t)
	}
	var squares T
	for i, part := range [...]struct {
		from, to int
		absolute bool
	}{{0, block.Absolute, false}, {block.Absolute, block.Cols, true}} {
		if part.from < part.to {
			squares += w.Adam(row.Slice(part.from, part.to), gradient[part.from:part.to], part.absolute, step, next.Slice(part.from, part.to), also[i])
		}
	}
	if block.shrink != 0 && until > t {
		w.resting.take(w.Ops, s, rest[T]{row, p.pull(b), squares, t + 1, until + 1})
	}
	p.updated[unit] = int32(until)
}
