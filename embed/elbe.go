package embed

import "box2el-owl/embed/internal/kernel"

// elbeDistance is δ of ELBE, which has no option for it.
const elbeDistance = 2

// newELBE returns the model of Peng, Tang, Kulmanov, Niu, Hoehndorf, "Description Logic EL++
// Embeddings with Intersectional Closure" (2022), as in the published code of Box²EL: boxes for
// classes, a vector for each role. It differs from Box²EL-Tr in NF4, in the distance for negatives,
// and in sampling.
func newELBE[T kernel.Float](h Hyper, v Variant) *model[T] {
	// mean ‖[ |c_C − v_r − c_D| − o_C − o_D − γ ]₊‖², by which C − v_r and D overlap: μ with −γ
	m := boxesAndTranslations(h, v, elbeDistance, -T(h.Margin), apart)
	m.fixedNegatives = true
	return m
}
