package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
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
	n, γ := h.Dim, T(h.Margin)
	m := boxesAndTranslations(h, v, T(h.NegativeDistance),
		// mean ‖[ |c_C − v_r − c_D| + o_C − o_D − γ ]₊‖²
		boxTerm(translatedNF4(inside), n, γ, meanOfSquares),
		func(bias, offset []T) { addOffsets(bias, offset, nil, γ) })
	m.wholeIfSmall = true
	return m
}

// boxesAndTranslations returns the common parts of Box²EL-Tr and ELBE. They differ in sampling, in
// the distance δ for negatives, and in the term of NF4 and its bias in the ranking.
func boxesAndTranslations[T kernel.Float](
	h Hyper, v Variant, δ T, nf4 term[T], nf4Bias func(bias, offset []T),
) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := &model[T]{
		blocks: translationBlocks(n, 2*n),
		terms: []term[T]{
			boxNF1(n, γ),
			boxNF2(n, γ, v.PairedNF2),
			// mean ‖[ |c_C + v_r − c_D| + o_C − o_D − γ ]₊‖²
			boxTerm(translatedNF3("nf3", positives, inside), n, γ, meanOfSquares),
			nf4,
			boxNF5(n, γ),
			// mean (δ − ‖[ |c_C + v_r − c_D| − o_C − o_D + γ ]₊‖)²
			boxTerm(translatedNF3("nf3_neg", negatives, apart), n, γ, meanSquareFrom(δ)),
		},
		score: func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T] {
			return translationScore(v, n, γ, q, by, nf4Bias)
		},
		dim: n,
	}
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

// translatedNF3 returns the pair of C + v_r and D for axioms C ⊑ ∃r.D.
func translatedNF3(name string, kind sourceKind, r relation) pair {
	return pair{
		name: name, source: source{kind, dataset.NF3}, relation: r,
		a: rowAt{translatedClasses, 0}, b: rowAt{translatedClasses, 2},
		by: rowAt{translations, 1}, sign: +1,
	}
}

// translatedNF4 returns the pair of C − v_r and D for axioms ∃r.C ⊑ D.
func translatedNF4(r relation) pair {
	return pair{
		name: "nf4", source: source{positives, dataset.NF4}, relation: r,
		a: rowAt{translatedClasses, 1}, b: rowAt{translatedClasses, 2},
		by: rowAt{translations, 0}, sign: -1,
	}
}

// translationScore returns the distance terms of appendix F, for candidates X:
//
//	C ⊑ X       by ‖c(C) − c(X)‖           or incl(C, X)
//	C ⊓ D ⊑ X   by ‖c(C∩D) − c(X)‖         or incl(C∩D, X)
//	X ⊑ ∃r.D    by ‖c(D) − v_r − c(X)‖     or incl(X + v_r, D)
//	C ⊑ ∃r.X    by ‖c(C) + v_r − c(X)‖     or incl(C + v_r, X)
//	∃r.C ⊑ X    by ‖c(C) − v_r − c(X)‖     or the loss of NF4, by nf4Bias of C's offset
func translationScore[T kernel.Float](
	v *vectors[T], n int, γ T, q ranking.Question, by Measure, nf4Bias func(bias, offset []T),
) []ranking.Term[T] {
	class := func(c int32) []T { return v.row(translatedClasses, c) }
	role := func(r int32) []T { return v.row(translations, r) }
	var center, bias func(a []int32, out []T) // of the translated class
	sign := T(-1)                             // of the candidate's offset
	switch {
	case q.Form == dataset.NF1, q.Form == dataset.NF2:
		return boxScore(v, n, γ, q, by)
	case q.Form == dataset.NF3 && q.Open == 2:
		center = func(a []int32, out []T) { v.ops.Add(out, class(a[0])[:n], role(a[1])) }
		bias = func(a []int32, out []T) { addOffsets(out, class(a[0])[n:], nil, γ) }
	case q.Form == dataset.NF3:
		center = func(a []int32, out []T) { v.ops.Sub(out, class(a[2])[:n], role(a[1])) }
		bias = func(a []int32, out []T) { addOffsets(out, nil, class(a[2])[n:], γ) }
		sign = +1
	case q.Form == dataset.NF4 && q.Open == 2:
		center = func(a []int32, out []T) { v.ops.Sub(out, class(a[1])[:n], role(a[0])) }
		bias = func(a []int32, out []T) { nf4Bias(out, class(a[1])[n:]) }
	default:
		return nil
	}
	return []ranking.Term[T]{v.nearness(by, translatedClasses, n, sign, center, bias)}
}
