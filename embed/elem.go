package embed

import (
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// newELEm returns the model of Kulmanov, Liu-Wei, Yan, Hoehndorf, "EL Embeddings: Geometric
// Construction of Models for the Description Logic EL++" (IJCAI 2019): a class is a ball, a role a
// vector. A ball is a row of class_embeds, with center x in the first n columns and radius ρ, read
// by absolute value, in the last.
//
// In all formulas reg(x) = |‖x‖ − 1|. The term of NF2 on min(ρ_c, ρ_d) − ρ_e is left out, as in the
// published code of Box²EL.
func newELEm[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	m := &model[T]{
		blocks: translationBlocks(n, n+1),
		terms: []term[T]{
			// C is inside D: mean [‖x_c − x_d‖ + ρ_c − ρ_d − γ]₊ + reg(x_c) + reg(x_d); the terms
			// below have the same summands reg
			twoBalls(classPair("nf1", positives, dataset.NF1, inside), n, γ),
			ballNF2(n, γ),
			// C + v_r is inside D: mean [‖x_c + v_r − x_d‖ + ρ_c − ρ_d − γ]₊
			twoBalls(translatedNF3("nf3", positives, inside), n, γ),
			// C − v_r and D overlap: mean [‖x_c − v_r − x_d‖ − ρ_c − ρ_d − γ]₊
			twoBalls(translatedNF4(apart), n, γ),
			// C and D are disjoint: mean [ρ_c + ρ_d − ‖x_c − x_d‖ + γ]₊
			twoBalls(classPair("disjoint", positives, dataset.NF5, disjoint), n, γ),
			ballNF3Negatives(n, γ, v.Hinge),
		},
		score: func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T] {
			return ballScore(v, n, γ, q, by)
		},
		fixedNegatives: true,
		dim:            n,
	}
	if v.NF1Negatives > 0 { // by the formula of NF5; not in the paper
		m.terms = append(m.terms,
			twoBalls(classPair("nf1_neg", negatives, dataset.NF1, disjoint), n, γ))
	}
	return m
}

// The residual of a term of two balls is [direction | 1 | outward c | outward d], 3n+1 elements.
// Its numbers are the argument of a hinge, reg(x_c) and reg(x_d).
const (
	ballHinge = iota
	ballRegC
	ballRegD
)

// twoBalls returns the term mean [hinge]₊ + reg(x_c) + reg(x_d). The argument of the hinge consists
// of the distance of the centers, the radii and the margin.
func twoBalls[T kernel.Float](p pair, n int, γ T) term[T] {
	signs := signsOf[p.relation]
	operands := []operand{ball(n, p.a, ballRegC, n+1, signs.a),
		ball(n, p.b, ballRegD, 2*n+1, signs.b)}
	if p.sign != 0 {
		operands = append(operands, operand{block: p.by.block, column: p.by.column,
			gradient: []contribution{
				{value: ballHinge, from: 0, n: n, sign: p.sign * signs.a.center},
			}})
	}
	return term[T]{
		name: p.name, source: p.source, operands: operands,
		residualLen: 3*n + 1, valuesLen: 3,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			c, d := row[0], row[1]
			distance := w.toward(res[:n], moved(w, &p, row), d[:n])
			switch p.relation {
			case inside:
				val[ballHinge] = distance + radius(c) - radius(d) - γ
			case apart:
				val[ballHinge] = distance - radius(c) - radius(d) - γ
			case disjoint:
				val[ballHinge] = radius(c) + radius(d) - distance + γ
			}
			res[n] = 1
			val[ballRegC] = w.offUnit(res[n+1:2*n+1], c[:n])
			val[ballRegD] = w.offUnit(res[2*n+1:], d[:n])
		},
		reduce: meanOfHinges[T],
	}
}

// ball returns the operand of a ball. reg is the number of its regularizer and outward the place of
// the regularizer's gradient in the residual.
func ball(n int, at rowAt, reg, outward int, s signs) operand {
	return operand{block: at.block, column: at.column, gradient: []contribution{
		{value: ballHinge, from: 0, n: n, sign: s.center},
		{value: ballHinge, from: n, n: 1, sign: s.offset, at: n},
		{value: reg, from: outward, n: n, sign: +1},
	}}
}

// ballNF3Negatives returns the term that separates C moved by v_r from D.
//
//	mean [ρ_c + ρ_d − ‖x_c + v_r − x_d‖ + γ]₊ + reg(x_c) + reg(x_d)
//
// Without the hinge, as in the published code of Box²EL, the first summand is unbounded below.
func ballNF3Negatives[T kernel.Float](n int, γ T, hinged bool) term[T] {
	t := twoBalls(translatedNF3("nf3_neg", negatives, disjoint), n, γ)
	if !hinged {
		t.reduce = meanOfSums[T]
	}
	return t
}

// ballNF2 returns the term by which C and D overlap and the center of E is near both.
//
//	mean [‖x_d − x_c‖ − ρ_c − ρ_d − γ]₊ + [‖x_e − x_c‖ − ρ_c − γ]₊ + [‖x_e − x_d‖ − ρ_d − γ]₊
//	     + reg(x_c) + reg(x_d) + reg(x_e)
func ballNF2[T kernel.Float](n int, γ T) term[T] {
	const cd, ce, de, regC, regD, regE = 0, 1, 2, 3, 4, 5 // indices of vectors and of numbers
	const one = 6
	return term[T]{
		name: "nf2", source: source{positives, dataset.NF2},
		operands: []operand{
			{block: translatedClasses, column: 0, gradient: []contribution{
				{value: cd, from: cd * n, n: n, sign: +1},
				{value: ce, from: ce * n, n: n, sign: +1},
				{value: regC, from: regC * n, n: n, sign: +1},
				{value: cd, from: one * n, n: 1, sign: -1, at: n},
				{value: ce, from: one * n, n: 1, sign: -1, at: n},
			}},
			{block: translatedClasses, column: 1, gradient: []contribution{
				{value: cd, from: cd * n, n: n, sign: -1},
				{value: de, from: de * n, n: n, sign: +1},
				{value: regD, from: regD * n, n: n, sign: +1},
				{value: cd, from: one * n, n: 1, sign: -1, at: n},
				{value: de, from: one * n, n: 1, sign: -1, at: n},
			}},
			{block: translatedClasses, column: 2, gradient: []contribution{
				{value: ce, from: ce * n, n: n, sign: -1},
				{value: de, from: de * n, n: n, sign: -1},
				{value: regE, from: regE * n, n: n, sign: +1},
			}},
		},
		residualLen: one*n + 1, valuesLen: 6,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			c, d, e := row[0], row[1], row[2]
			vector := func(i int) []T { return res[i*n : (i+1)*n] }
			val[cd] = w.toward(vector(cd), c[:n], d[:n]) - radius(c) - radius(d) - γ
			val[ce] = w.toward(vector(ce), c[:n], e[:n]) - radius(c) - γ
			val[de] = w.toward(vector(de), d[:n], e[:n]) - radius(d) - γ
			val[regC] = w.offUnit(vector(regC), c[:n])
			val[regD] = w.offUnit(vector(regD), d[:n])
			val[regE] = w.offUnit(vector(regE), e[:n])
			res[one*n] = 1
		},
		reduce: meanOfHinges[T],
	}
}

// radius returns the radius of a ball: the absolute value of its last column.
func radius[T kernel.Float](ball []T) T {
	return T(math.Abs(float64(ball[len(ball)-1])))
}

// toward returns ‖a − b‖ and writes its gradient by a: a unit vector, or 0 if a = b.
func (w *workspace[T]) toward(gradient, a, b []T) T {
	w.Sub(gradient, a, b)
	distance := math.Sqrt(float64(w.SumSquares(gradient)))
	scale(gradient, factor[T](1, distance))
	return T(distance)
}

// offUnit returns reg(x) = |‖x‖ − 1| and writes its gradient.
func (w *workspace[T]) offUnit(gradient, x []T) T {
	norm := math.Sqrt(float64(w.SumSquares(x)))
	var sign float64
	switch {
	case norm > 1:
		sign = 1
	case norm < 1:
		sign = -1
	}
	copy(gradient, x)
	scale(gradient, factor[T](sign, norm))
	return T(math.Abs(norm - 1))
}

func scale[T kernel.Float](x []T, k T) {
	for i := range x {
		x[i] *= k
	}
}

// ballScore returns the distance terms of appendix F, for candidates X with center x and radius ρ:
//
//	C ⊑ X       by ‖x_c − x‖               or [‖x_c − x‖ + ρ_c − ρ − γ]₊
//	C ⊓ D ⊑ X   by ‖c(C∩D) − x‖            or [‖x_c − x‖ − ρ_c − γ]₊ + [‖x_d − x‖ − ρ_d − γ]₊
//	X ⊑ ∃r.D    by ‖x_d − v_r − x‖         or [‖x_d − v_r − x‖ + ρ − ρ_d − γ]₊
//	C ⊑ ∃r.X    by ‖x_c + v_r − x‖         or [‖x_c + v_r − x‖ + ρ_c − ρ − γ]₊
//	∃r.C ⊑ X    by ‖x_c − v_r − x‖         or [‖x_c − v_r − x‖ − ρ_c − ρ − γ]₊
//
// c(C∩D) is the center of the intersection of the bounding boxes of the balls. The right column has
// the summands of the losses that depend on the candidate, without reg.
func ballScore[T kernel.Float](
	v *vectors[T], n int, γ T, q ranking.Question, by Measure,
) []ranking.Term[T] {
	class := func(c int32) []T { return v.row(translatedClasses, c) }
	role := func(r int32) []T { return v.row(translations, r) }
	centers := v.points(translatedClasses, 0, n)
	ball := func(sign T, query func(a []int32, center []T) (bias T)) ranking.Term[T] {
		return ranking.Ball[T]{
			Centers: centers, Radii: v.column(translatedClasses, n), Sign: sign, Query: query,
		}
	}
	var center func(a []int32, out []T) // of the translated class
	var bias func(a []int32) T          // radius and margin
	sign := T(-1)                       // of the candidate's radius
	switch {
	case q.Form == dataset.NF1:
		center = func(a []int32, out []T) { copy(out, class(a[0])) }
		bias = func(a []int32) T { return radius(class(a[0])) - γ }
	case q.Form == dataset.NF2 && by == ByCenters:
		center = func(a []int32, out []T) { v.centerOfBoth(out, class(a[0]), class(a[1])) }
	case q.Form == dataset.NF2:
		near := func(column int) ranking.Term[T] {
			return ball(0, func(a []int32, out []T) T {
				copy(out, class(a[column]))
				return -radius(class(a[column])) - γ
			})
		}
		return []ranking.Term[T]{near(0), near(1)}
	case q.Form == dataset.NF3 && q.Open == 2:
		center = func(a []int32, out []T) { v.ops.Add(out, class(a[0])[:n], role(a[1])) }
		bias = func(a []int32) T { return radius(class(a[0])) - γ }
	case q.Form == dataset.NF3:
		center = func(a []int32, out []T) { v.ops.Sub(out, class(a[2])[:n], role(a[1])) }
		bias = func(a []int32) T { return -radius(class(a[2])) - γ }
		sign = +1
	case q.Form == dataset.NF4:
		center = func(a []int32, out []T) { v.ops.Sub(out, class(a[1])[:n], role(a[0])) }
		bias = func(a []int32) T { return -radius(class(a[1])) - γ }
	default:
		return nil
	}
	if by == ByCenters {
		return []ranking.Term[T]{ranking.Distance[T]{Points: centers, Query: center}}
	}
	return []ranking.Term[T]{ball(sign, func(a []int32, out []T) T {
		center(a, out)
		return bias(a)
	})}
}

// centerOfBoth writes the center of the intersection of the bounding boxes of two balls.
func (v *vectors[T]) centerOfBoth(center, c, d []T) {
	ρc, ρd := radius(c), radius(d)
	for j := range center {
		center[j] = (max(c[j]-ρc, d[j]-ρd) + min(c[j]+ρc, d[j]+ρd)) / 2
	}
}

// column returns a copy of a column of a block.
func (v *vectors[T]) column(block, column int) []T {
	entries := make([]T, v.rows[block])
	for i := range entries {
		entries[i] = v.row(block, int32(i))[column]
	}
	return entries
}
