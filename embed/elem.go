package embed

import (
	"math"
	"slices"

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
//
// Distances are those of appendix F, for candidates X with center x and radius ρ:
//
//	C ⊑ X       by ‖x_c − x‖               or [‖x_c − x‖ + ρ_c − ρ − γ]₊
//	C ⊓ D ⊑ X   by ‖c(C∩D) − x‖            or [‖x_c − x‖ − ρ_c − γ]₊ + [‖x_d − x‖ − ρ_d − γ]₊
//	X ⊑ ∃r.D    by ‖x_d − v_r − x‖         or [‖x_d − v_r − x‖ + ρ − ρ_d − γ]₊
//	C ⊑ ∃r.X    by ‖x_c + v_r − x‖         or [‖x_c + v_r − x‖ + ρ_c − ρ − γ]₊
//	∃r.C ⊑ X    by ‖x_c − v_r − x‖         or [‖x_c − v_r − x‖ − ρ_c − ρ − γ]₊
//
// c(C∩D) is the center of the intersection of the bounding boxes of the balls. The right column has
// the summands of the losses that depend on the candidate, without reg.
func newELEm[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ := h.Dim, T(h.Margin)
	separate := reduction[T](meanOfSums[T])
	if v.Hinge {
		separate = meanOfHinges[T]
	}
	ball := func(name string, kind sourceKind, form dataset.Form, h hinge) term[T] {
		return ballTerm(name, source{kind, form}, n, γ, meanOfHinges, h)
	}
	m := &model[T]{
		blocks: translationBlocks(n, n+1),
		terms: []term[T]{
			// C is inside D: mean [‖x_c − x_d‖ + ρ_c − ρ_d − γ]₊ + reg(x_c) + reg(x_d); the terms
			// below have the same summands reg
			ball("nf1", positives, dataset.NF1, classPair(inside)),
			ballNF2(n, γ),
			// C + v_r is inside D: mean [‖x_c + v_r − x_d‖ + ρ_c − ρ_d − γ]₊
			ball("nf3", positives, dataset.NF3, translatedNF3(inside)),
			// C − v_r and D overlap: mean [‖x_c − v_r − x_d‖ − ρ_c − ρ_d − γ]₊
			ball("nf4", positives, dataset.NF4, translatedNF4(apart)),
			// C and D are disjoint: mean [ρ_c + ρ_d − ‖x_c − x_d‖ + γ]₊
			ball("disjoint", positives, dataset.NF5, classPair(disjoint)),
			// C + v_r and D are disjoint: mean [ρ_c + ρ_d − ‖x_c + v_r − x_d‖ + γ]₊. Without the
			// hinge, as in the published code of Box²EL, this summand is unbounded below.
			ballTerm("nf3_neg", source{negatives, dataset.NF3}, n, γ, separate,
				translatedNF3(disjoint)),
		},
		fixedNegatives: true,
		dim:            n,
	}
	if v.NF1Negatives > 0 { // by the formula of NF5; not in the paper
		m.terms = append(m.terms, ball("nf1_neg", negatives, dataset.NF1, classPair(disjoint)))
	}
	return m
}

// ballTerm returns the term mean Σ [hinge]₊ + Σ reg(x) over the balls of the hinges. A hinge's
// argument consists of the distance of the centers, the radii and the margin.
//
// The residual has the gradient of each hinge by center and radius, without signs, and that of reg
// by each ball. The numbers are the arguments of the hinges and reg of each ball.
func ballTerm[T kernel.Float](
	name string, s source, n int, γ T, reduce reduction[T], hinges ...hinge,
) term[T] {
	var operands []operand // balls, then the vector that moves one
	ball := func(at rowAt, i int, s signs) int {
		b := slices.IndexFunc(operands, func(o operand) bool { return o.rowAt == at })
		if b < 0 {
			b, operands = len(operands), append(operands, operand{rowAt: at})
		}
		operands[b].gradient = append(operands[b].gradient,
			contribution{value: i, from: i * (n + 1), signs: s})
		return b
	}
	var pairs [][2]int // by hinge: the operands A and B
	for i, h := range hinges {
		signs := signsOf[h.relation]
		pairs = append(pairs, [2]int{ball(h.a, i, signs.a), ball(h.b, i, signs.b)})
	}
	numbers := len(hinges)
	for b := range operands {
		operands[b].gradient = append(operands[b].gradient,
			contribution{value: numbers, from: numbers * (n + 1), signs: signs{center: +1}})
		numbers++
	}
	if h := hinges[0]; h.sign != 0 {
		sign := h.sign * signsOf[h.relation].a.center
		operands = append(operands, operand{h.by, []contribution{{signs: signs{center: sign}}}})
	}
	return term[T]{
		name: name, source: s, operands: operands,
		residualLen: numbers * (n + 1), valuesLen: numbers,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			for i, h := range hinges {
				gradient := res[i*(n+1) : (i+1)*(n+1)]
				gradient[n] = 1
				a, b := row[pairs[i][0]], row[pairs[i][1]]
				center := w.moved(a, row[len(row)-1], h.sign)
				distance := w.toward(gradient[:n], center, b[:n])
				switch h.relation {
				case inside:
					val[i] = distance + radius(a) - radius(b) - γ
				case apart:
					val[i] = distance - radius(a) - radius(b) - γ
				case nearby:
					val[i] = distance - radius(a) - γ
				case disjoint:
					val[i] = radius(a) + radius(b) - distance + γ
				}
			}
			for i := len(hinges); i < numbers; i++ {
				gradient := res[i*(n+1) : (i+1)*(n+1)]
				gradient[n] = 0
				val[i] = w.offUnit(gradient[:n], row[i-len(hinges)][:n])
			}
		},
		reduce: reduce,
		rank: func(v *vectors[T], open int, by Measure) (terms []ranking.Term[T]) {
			for _, h := range hinges {
				if open == h.a.column || open == h.b.column {
					terms = append(terms, v.ballDistance(h, n, γ, open, by))
				}
			}
			return terms
		},
	}
}

// ballDistance returns the distance of candidates in a place of a hinge of balls: of their centers,
// or the violation of the hinge.
func (v *vectors[T]) ballDistance(h hinge, n int, γ T, open int, by Measure) ranking.Term[T] {
	place, sign, center := v.opened(h, n, open)
	centers := v.points(translatedClasses, 0, n)
	if by == ByCenters {
		return ranking.Distance[T]{Points: centers, Query: center}
	}
	fixed, ofFixed := h.a, signsOf[h.relation].a
	if place == h.a {
		fixed, ofFixed = h.b, signsOf[h.relation].b
	}
	radii := make([]T, v.rows[translatedClasses])
	for i := range radii {
		radii[i] = v.row(translatedClasses, int32(i))[n]
	}
	return ranking.Ball[T]{Centers: centers, Radii: radii, Sign: sign,
		Query: func(axiom []int32, out []T) T {
			center(axiom, out)
			return T(ofFixed.offset)*radius(v.row(fixed.block, axiom[fixed.column])) - γ
		}}
}

// ballNF2 returns the term by which C and D overlap and the center of E is near both.
//
//	mean [‖x_d − x_c‖ − ρ_c − ρ_d − γ]₊ + [‖x_e − x_c‖ − ρ_c − γ]₊ + [‖x_e − x_d‖ − ρ_d − γ]₊
//	     + reg(x_c) + reg(x_d) + reg(x_e)
func ballNF2[T kernel.Float](n int, γ T) term[T] {
	c, d, e := rowAt{translatedClasses, 0}, rowAt{translatedClasses, 1}, rowAt{translatedClasses, 2}
	t := ballTerm("nf2", source{positives, dataset.NF2}, n, γ, meanOfHinges,
		hinge{relation: apart, a: c, b: d}, hinge{relation: nearby, a: c, b: e},
		hinge{relation: nearby, a: d, b: e})
	byLoss := t.rank
	t.rank = func(v *vectors[T], open int, by Measure) []ranking.Term[T] {
		if by != ByCenters {
			return byLoss(v, open, by)
		}
		ball := func(class int32) []T { return v.row(translatedClasses, class) }
		return []ranking.Term[T]{ranking.Distance[T]{Points: v.points(translatedClasses, 0, n),
			Query: func(axiom []int32, q []T) { centerOfBoth(q, ball(axiom[0]), ball(axiom[1])) }}}
	}
	return t
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

// centerOfBoth writes the center of the intersection of the bounding boxes of two balls.
func centerOfBoth[T kernel.Float](center, c, d []T) {
	ρc, ρd := radius(c), radius(d)
	for j := range center {
		center[j] = (max(c[j]-ρc, d[j]-ρd) + min(c[j]+ρc, d[j]+ρd)) / 2
	}
}
