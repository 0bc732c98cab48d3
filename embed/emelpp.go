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
	m.terms = append(m.terms,
		// mean [‖v_r − v_s‖ − γ]₊ + reg(v_r) + reg(v_s) + |1 − cos(v_r, v_s)|
		composedIn("role_inclusion", dataset.RoleInclusion, 1, n, γ),
		// mean [‖v_r₁ + v_r₂ − v_s‖ − γ]₊ + reg(v_r₁) + reg(v_r₂) + reg(v_s)
		//      + |1 − cos(v_r₁ + v_r₂, v_s)|
		composedIn("role_chain", dataset.RoleChain, 2, n, γ))
	return m
}

// composedIn returns the term by which the composition of one or two roles is a subrole of the role
// in the last column.
func composedIn[T kernel.Float](
	name string, form dataset.Form, composed, n int, γ T,
) term[T] {
	const near, cos, reg = 0, 1, 2                    // indices of numbers
	const nearBy, cosByComposed, cosBySuper = 0, 1, 2 // indices of vectors
	const regBy = 3                                   // and of one for each role
	of := func(role, nearSign, cosBy int) operand {
		return operand{rowAt{translations, role}, []contribution{
			{value: near, from: nearBy * n, signs: signs{center: nearSign}},
			{value: cos, from: cosBy * n, signs: signs{center: +1}},
			{value: reg + role, from: (regBy + role) * n, signs: signs{center: +1}},
		}}
	}
	var operands []operand
	for role := range composed {
		operands = append(operands, of(role, +1, cosByComposed))
	}
	return term[T]{
		name: name, source: source{positives, form},
		operands:    append(operands, of(composed, -1, cosBySuper)),
		residualLen: (regBy + composed + 1) * n, valuesLen: reg + composed + 1,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			vector := func(i int) []T { return res[i*n : (i+1)*n] }
			r, s := row[0], row[composed]
			if composed == 2 {
				r = w.moved(row[0], row[1], +1)
			}
			val[near] = w.toward(vector(nearBy), r, s) - γ
			val[cos] = w.offParallel(vector(cosByComposed), vector(cosBySuper), r, s)
			for i, role := range row {
				val[reg+i] = w.offUnit(vector(regBy+i), role)
			}
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
