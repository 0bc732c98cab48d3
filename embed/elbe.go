package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// elbeDistance is δ of ELBE, which has no option for it.
const elbeDistance = 2

// newELBE returns the model of Peng, Tang, Kulmanov, Niu, Hoehndorf, "Description Logic EL++
// Embeddings with Intersectional Closure" (2022), as in the published code of Box²EL: boxes for
// classes, a vector for each role. It differs from Box²EL-Tr in NF4, ranked by
// ‖[ |c_C − v_r − c_X| − o_C − o_X − γ ]₊‖, in the distance for negatives, and in sampling.
func newELBE[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := boxesAndTranslations(h, v, elbeDistance, elbeNF4(n, γ),
		func(bias, offset []T) { addOffsets(bias, nil, offset, γ) })
	m.fixedNegatives = true
	return m
}

// elbeNF4 returns the term by which C − v_r and D overlap, where box2elTrNF4 has an inclusion: μ
// with −γ for γ.
//
//	mean ‖[ |c_C − v_r − c_D| − o_C − o_D − γ ]₊‖²
func elbeNF4[T kernel.Float](n int, γ T) term[T] {
	return boxTerm(pair{
		name: "nf4", source: source{positives, dataset.NF4}, relation: apart,
		a: rowAt{translatedClasses, 1}, b: rowAt{translatedClasses, 2},
		by: rowAt{translations, 0}, sign: -1,
	}, n, -γ, meanOfSquares)
}
