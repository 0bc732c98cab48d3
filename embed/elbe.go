package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// elbeDistance is δ of ELBE, which has no setting for it.
const elbeDistance = 2

// newELBE returns the model of Peng, Tang, Kulmanov, Niu, Hoehndorf, "Description Logic EL++ Embeddings with
// Intersectional Closure" (2022), as the published code of Box²EL has it: boxes for classes, a vector for each role.
// It differs from Box²EL-Tr in NF4 and in the distance that is asked of negatives.
func newELBE[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := &model[T]{
		blocks: translationBlocks(n, 2*n),
		terms: []term[T]{
			boxNF1(n, γ),
			boxNF2(n, γ, v.PairedNF2),
			translationNF3(n, γ),
			elbeNF4(n, γ),
			boxNF5(n, γ),
			translationNF3Negatives(n, γ, elbeDistance),
		},
		score: func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T] {
			return elbeScore(v, n, γ, q, by)
		},
		fixedNegatives: true,
		dim:            n,
	}
	if v.NF1Negatives > 0 {
		m.terms = append(m.terms, boxNF1Negatives(n, γ, elbeDistance))
	}
	if h.Visual {
		m.terms = append(m.terms, visual[T](n))
	}
	return m
}

// elbeNF4 asks that C − v_r and D overlap, not that one lies in the other: it is μ with −γ for γ.
//
//	mean ‖[ |c_C − v_r − c_D| − o_C − o_D − γ ]₊‖²
func elbeNF4[T kernel.Float](n int, γ T) term[T] {
	return term[T]{
		name: "nf4", source: source{positives, dataset.NF4},
		parts: []part{
			{translations, 0, []add{minus(0, 0, 0, n)}},
			{translatedClasses, 1, []add{plus(0, 0, 0, n), minus(0, n, n, n)}},
			{translatedClasses, 2, []add{minus(0, 0, 0, 2*n)}},
		},
		residual: 2 * n, values: 1,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			r, c, d := row[0], row[1], row[2]
			val[0] = w.Separation(res[:n], res[n:], w.movedBack(c, r), c[n:], d[:n], d[n:], -γ)
		},
		reduce: meanOfSquares[T],
	}
}

// elbeScore ranks by ‖[ |c_C − v_r − c_X| − o_C − o_X − γ ]₊‖ in NF4, and else as every model with boxes and
// translations.
func elbeScore[T kernel.Float](v *vectors[T], n int, γ T, q ranking.Question, by Measure) []ranking.Term[T] {
	return translationScore(v, n, γ, q, by, func(bias, offset []T) { addOffsets(bias, nil, offset, γ) })
}
