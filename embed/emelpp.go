package embed

import (
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// newEmELpp returns the model of Mondal, Bhatia, Mutharaju, "EmEL++: Embeddings for EL++
// Description Logic" (AAAI-MAKE 2021): ELEm with terms for role inclusions and role chains.
func newEmELpp[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := newELEm[T](h, v)
	m.terms = append(m.terms, emelppRoleInclusion(n, γ), emelppRoleChain(n, γ))
	return m
}

// emelppRoleInclusion returns the term of r ⊑ s.
//
//	mean [‖v_r − v_s‖ − γ]₊ + reg(v_r) + reg(v_s) + |1 − cos(v_r, v_s)|
func emelppRoleInclusion[T kernel.Float](n int, γ T) term[T] {
	const near, cos, regR, regS = 0, 1, 2, 3                     // indices of numbers
	const nearBy, cosByR, cosByS, regByR, regByS = 0, 1, 2, 3, 4 // indices of vectors
	return term[T]{
		name: "role_inclusion", source: source{positives, dataset.RoleInclusion},
		operands: []operand{
			{block: translations, column: 0, gradient: []contribution{
				{value: near, from: nearBy * n, n: n, sign: +1},
				{value: cos, from: cosByR * n, n: n, sign: +1},
				{value: regR, from: regByR * n, n: n, sign: +1},
			}},
			{block: translations, column: 1, gradient: []contribution{
				{value: near, from: nearBy * n, n: n, sign: -1},
				{value: cos, from: cosByS * n, n: n, sign: +1},
				{value: regS, from: regByS * n, n: n, sign: +1},
			}},
		},
		residualLen: 5 * n, valuesLen: 4,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			r, s := row[0], row[1]
			vector := func(i int) []T { return res[i*n : (i+1)*n] }
			val[near] = w.toward(vector(nearBy), r, s) - γ
			val[cos] = w.offParallel(vector(cosByR), vector(cosByS), r, s)
			val[regR] = w.offUnit(vector(regByR), r)
			val[regS] = w.offUnit(vector(regByS), s)
		},
		reduce: meanOfHinges[T],
	}
}

// emelppRoleChain returns the term of r₁ ∘ r₂ ⊑ s.
//
//	mean [‖v_r₁ + v_r₂ − v_s‖ − γ]₊ + reg(v_r₁) + reg(v_r₂) + reg(v_s)
//	     + |1 − cos(v_r₁ + v_r₂, v_s)|
func emelppRoleChain[T kernel.Float](n int, γ T) term[T] {
	const near, cos, reg1, reg2, regS = 0, 1, 2, 3, 4                       // indices of numbers
	const nearBy, cosByR, cosByS, regBy1, regBy2, regByS = 0, 1, 2, 3, 4, 5 // indices of vectors
	composed := func(reg, by int) []contribution {
		return []contribution{
			{value: near, from: nearBy * n, n: n, sign: +1},
			{value: cos, from: cosByR * n, n: n, sign: +1},
			{value: reg, from: by * n, n: n, sign: +1},
		}
	}
	return term[T]{
		name: "role_chain", source: source{positives, dataset.RoleChain},
		operands: []operand{
			{block: translations, column: 0, gradient: composed(reg1, regBy1)},
			{block: translations, column: 1, gradient: composed(reg2, regBy2)},
			{block: translations, column: 2, gradient: []contribution{
				{value: near, from: nearBy * n, n: n, sign: -1},
				{value: cos, from: cosByS * n, n: n, sign: +1},
				{value: regS, from: regByS * n, n: n, sign: +1},
			}},
		},
		residualLen: 6 * n, valuesLen: 5,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			r1, r2, s := row[0], row[1], row[2]
			vector := func(i int) []T { return res[i*n : (i+1)*n] }
			r := w.translated(r1, r2)
			val[near] = w.toward(vector(nearBy), r, s) - γ
			val[cos] = w.offParallel(vector(cosByR), vector(cosByS), r, s)
			val[reg1] = w.offUnit(vector(regBy1), r1)
			val[reg2] = w.offUnit(vector(regBy2), r2)
			val[regS] = w.offUnit(vector(regByS), s)
		},
		reduce: meanOfHinges[T],
	}
}

// minNorm is the smallest divisor in a cosine.
const minNorm = 1e-12

// offParallel returns |1 − cos(a, b)| and writes its gradients by a and b.
//
//	cos(a, b) = â·b̂   â = a/max(‖a‖, minNorm)
//	∂cos/∂a = (b̂ − [‖a‖ ≥ minNorm] cos â)/max(‖a‖, minNorm)
func (w *workspace[T]) offParallel(byA, byB, a, b []T) T {
	normA, normB := math.Sqrt(float64(w.SumSquares(a))), math.Sqrt(float64(w.SumSquares(b)))
	lenA, lenB := max(normA, minNorm), max(normB, minNorm)
	cos := float64(w.Dot(a, b)) / lenA / lenB
	sign := 1.0 // of ∂|1 − cos|/∂cos
	switch {
	case cos < 1:
		sign = -1
	case cos == 1:
		sign = 0
	}
	alongA, alongB := cos/lenA, cos/lenB // 0 for vectors shorter than minNorm
	if normA < minNorm {
		alongA = 0
	}
	if normB < minNorm {
		alongB = 0
	}
	for i := range a {
		x, y := float64(a[i])/lenA, float64(b[i])/lenB
		byA[i] = T(sign * (y/lenA - float64(alongA*x)))
		byB[i] = T(sign * (x/lenB - float64(alongB*y)))
	}
	return T(math.Abs(1 - cos))
}
