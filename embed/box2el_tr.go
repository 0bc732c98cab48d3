package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// The blocks of the models with boxes or balls for classes and translation vectors for roles:
// Box²EL-Tr, ELBE, ELEm and EmEL++.
const (
	translatedClasses = iota
	translations
)

// newBox2ELTr returns the model of appendix E.1: the boxes of Box²EL, and one vector for each role.
// C ⊑ ∃r.D holds if C plus the vector of r is inside D.
func newBox2ELTr[T kernel.Float](h Hyper, v Variant) *model[T] {
	// mean ‖[ |c_C − v_r − c_D| + o_C − o_D − γ ]₊‖²
	return boxesAndTranslations(h, v, T(h.NegativeDistance), T(h.Margin), inside)
}

// boxesAndTranslations returns the common parts of Box²EL-Tr and ELBE. They differ in sampling, in
// the distance δ for negatives, and in the term of NF4.
//
// Distances are those of appendix F, for candidates X:
//
//	C ⊑ X       by ‖c(C) − c(X)‖           or incl(C, X)
//	C ⊓ D ⊑ X   by ‖c(C∩D) − c(X)‖         or incl(C∩D, X)
//	X ⊑ ∃r.D    by ‖c(D) − v_r − c(X)‖     or incl(X + v_r, D)
//	C ⊑ ∃r.X    by ‖c(C) + v_r − c(X)‖     or incl(C + v_r, X)
//	∃r.C ⊑ X    by ‖c(C) − v_r − c(X)‖     or the loss of NF4
func boxesAndTranslations[T kernel.Float](
	h Hyper, v Variant, δ, marginNF4 T, relationNF4 relation,
) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := &model[T]{blocks: translationBlocks(n, 2*n), dim: n}
	m.terms = boxTerms(n, γ, v,
		// mean ‖[ |c_C + v_r − c_D| + o_C − o_D − γ ]₊‖²
		boxTerm("nf3", source{positives, dataset.NF3}, n, γ, meanOfSquares, translatedNF3(inside)),
		boxTerm("nf4", source{positives, dataset.NF4}, n, marginNF4, meanOfSquares,
			translatedNF4(relationNF4)),
		// mean (δ − ‖[ |c_C + v_r − c_D| − o_C − o_D + γ ]₊‖)²
		boxTerm("nf3_neg", source{negatives, dataset.NF3}, n, γ, meanSquareFrom(δ),
			translatedNF3(apart)))
	if v.NF1Negatives > 0 {
		m.terms = append(m.terms, boxNF1Negatives(n, γ, δ))
	}
	if h.Visual {
		m.terms = append(m.terms, visual[T](n))
	}
	return m
}

// translationBlocks returns a block of classes with width columns, read by absolute value from n
// on, and a block of vectors for roles.
func translationBlocks(n, width int) []Block {
	return []Block{
		translatedClasses: {
			Name: "class_embeds", Rows: dataset.Class, Cols: width, Absolute: n, low: -1, high: 1,
			normalized: true,
		},
		translations: {
			Name: "relations", Rows: dataset.Role, Cols: n, Absolute: n, low: -1, high: 1,
			normalized: true,
		},
	}
}

// translatedNF3 returns the hinge of C + v_r and D for axioms C ⊑ ∃r.D.
func translatedNF3(r relation) hinge {
	return hinge{
		relation: r, a: rowAt{translatedClasses, 0}, b: rowAt{translatedClasses, 2},
		by: rowAt{translations, 1}, sign: +1,
	}
}

// translatedNF4 returns the hinge of C − v_r and D for axioms ∃r.C ⊑ D.
func translatedNF4(r relation) hinge {
	return hinge{
		relation: r, a: rowAt{translatedClasses, 1}, b: rowAt{translatedClasses, 2},
		by: rowAt{translations, 0}, sign: -1,
	}
}
