package embed

import (
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
	m := boxesAndTranslations(h, v, elbeDistance,
		// mean ‖[ |c_C − v_r − c_D| − o_C − o_D − γ ]₊‖², by which C − v_r and D overlap: μ with −γ
		boxTerm(translatedNF4(apart), n, -γ, meanOfSquares),
		func(bias, offset []T) { addOffsets(bias, nil, offset, γ) })
	m.fixedNegatives = true
	return m
}
