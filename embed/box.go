package embed

import (
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// classBoxes is the block of the classes in all models of boxes, and in those of balls.
const classBoxes = 0

// Terms of boxes, shared by the models of boxes. A row of class_embeds, rel_heads or
// rel_tails is a box: its center is in the first n columns, and the absolute value of its offset in
// the last n.

// hinge relates two regions A and B: boxes, points or balls. From the hinges of a term follow its
// loss, its gradient, and the distances of candidates for a place in its axiom.
type hinge struct {
	relation relation
	a, b     rowAt
	by       rowAt // vector that moves A
	sign     int   // of that vector; 0 if A is not moved
}

// relation selects the argument of a hinge of A and B, without the margin.
type relation uint8

const (
	inside   relation = iota // |c_A − c_B| + o_A − o_B
	disjoint                 // o_A + o_B − |c_A − c_B|
	apart                    // |c_A − c_B| − o_A − o_B
	nearby                   // |c_A − c_B| − o_A, of balls
)

var signsOf = [...]struct{ a, b signs }{
	inside:   {a: signs{center: +1, offset: +1}, b: signs{center: -1, offset: -1}},
	disjoint: {a: signs{center: -1, offset: +1}, b: signs{center: +1, offset: +1}},
	apart:    {a: signs{center: +1, offset: -1}, b: signs{center: -1, offset: -1}},
	nearby:   {a: signs{center: +1, offset: -1}, b: signs{center: -1}},
}

// classPair returns the hinge of the classes C and D of a form [C D].
func classPair(r relation) hinge {
	return hinge{relation: r, a: rowAt{classBoxes, 0}, b: rowAt{classBoxes, 1}}
}

// boxTerm returns the term of hinges between boxes, or between points and boxes. reduce gets each
// hinge's squared norm; the margin of apart is −γ.
//
// The residual of a hinge is a vector of n elements that encodes x = [·]₊ and y = sgn(c_A − c_B)·x.
// For inclusion, k·y and k·x are the gradient by center and offset of A, and −k·y and −k·x the
// gradient by those of B, where k is 2·∂loss/∂‖x‖².
func boxTerm[T kernel.Float](
	name string, s source, n int, γ T, reduce reduction[T], hinges ...hinge,
) term[T] {
	t := term[T]{
		name: name, source: s, residualLen: len(hinges) * n, valuesLen: len(hinges), reduce: reduce,
	}
	add := func(at rowAt, i int, s signs) {
		t.operands = append(t.operands, operand{at, []contribution{
			{value: i, from: i * n, signs: s, hinge: true},
		}})
	}
	// The order of the operands is that in which contributions to the same row are summed.
	for i, h := range hinges {
		add(h.a, i, signsOf[h.relation].a)
		add(h.b, i, signsOf[h.relation].b)
	}
	by := make([]int, len(hinges)) // the operand that moves A; 0 if none does
	for i := len(hinges) - 1; i >= 0; i-- {
		if h := hinges[i]; h.sign != 0 {
			by[i] = len(t.operands)
			add(h.by, i, signs{center: h.sign * signsOf[h.relation].a.center})
		}
	}
	t.forward = func(w *workspace[T], row [][]T, res, val []T) {
		for i, h := range hinges {
			a, b := row[2*i], row[2*i+1]
			residual := w.residual(h.relation)
			val[i] = residual(res[i*n:(i+1)*n], w.moved(a, row[by[i]], h.sign), w.offset(a),
				b[:n], w.offset(b), γ)
		}
	}
	t.rank = func(v *vectors[T], open int, by Measure) (terms []ranking.Term[T]) {
		for _, h := range hinges {
			if v.blocks[h.a.block].Cols == n && by != ByCenters {
				return nil // points are ranked by centers only
			}
			terms = append(terms, v.boxDistance(h, n, γ, open, by))
		}
		return terms
	}
	return t
}

// residual returns the kernel of a relation.
func (w *workspace[T]) residual(r relation) func(res, ca, oa, cb, ob []T, margin T) T {
	switch r {
	case disjoint:
		return w.Disjointness
	case apart:
		return w.Separation
	}
	return w.Inclusion
}

// moved returns the center of a region plus or minus a vector, or unchanged if the sign is 0. It is
// valid until the next call.
func (w *workspace[T]) moved(region, by []T, sign int) []T {
	switch center := region[:w.dim]; sign {
	case +1:
		w.Add(w.temp[0], center, by)
	case -1:
		w.Sub(w.temp[0], center, by)
	default:
		return center
	}
	return w.temp[0]
}

// offset returns the raw offset of a box, or zeros for a point.
func (w *workspace[T]) offset(row []T) []T {
	if len(row) == w.dim {
		return w.zero
	}
	return row[w.dim:]
}

// boxTerms returns the terms that box models have in the same order. Their terms about roles are
// arguments.
func boxTerms[T kernel.Float](n int, γ T, v Variant, nf3, nf4, negatives term[T]) []term[T] {
	return []term[T]{
		// mean ‖[ |c_C − c_D| + o_C − o_D − γ ]₊‖²
		boxTerm("nf1", source{positives, dataset.NF1}, n, γ, meanOfSquares, classPair(inside)),
		boxNF2(n, γ, v.PairedNF2),
		nf3,
		nf4,
		// mean ‖[ −|c_C − c_D| + o_C + o_D − γ ]₊‖²
		boxTerm("disjoint", source{positives, dataset.NF5}, n, γ, meanOfSquares,
			classPair(disjoint)),
		negatives,
	}
}

// boxNF1Negatives returns the term that separates a random class D from C: its minimum is at
// μ(C, D) = δ. It is not in the paper.
//
//	mean (δ − ‖[ |c_C − c_D| − o_C − o_D + γ ]₊‖)²
func boxNF1Negatives[T kernel.Float](n int, γ, δ T) term[T] {
	return boxTerm("nf1_neg", source{negatives, dataset.NF1}, n, γ, meanSquareFrom(δ),
		classPair(apart))
}

// boxNF2 returns the term of incl(C ⊓ D, E) and the gap between C and D.
//
//	a = incl(C∩D, E)   g = ‖[ max(l_C, l_D) − min(u_C, u_D) ]₊‖
//
// The loss is mean (a_i + g_i)² if paired. Otherwise it is the mean of (a_i + g_j)² over all pairs,
// as in the published code, where the shapes [N,1] + [N] broadcast to N × N.
func boxNF2[T kernel.Float](n int, γ T, paired bool) term[T] {
	class := func(column int, gradient ...contribution) operand {
		return operand{rowAt{classBoxes, column}, gradient}
	}
	const hinge = true
	t := term[T]{
		name: "nf2", source: source{positives, dataset.NF2},
		operands: []operand{
			class(0, contribution{0, 0, signs{+1, +1}, !hinge}, // through C∩D
				contribution{1, 4 * n, signs{+1, -1}, hinge}),
			class(1, contribution{0, 2 * n, signs{+1, +1}, !hinge},
				contribution{1, 4 * n, signs{-1, -1}, hinge}),
			class(2, contribution{0, 5 * n, signs{-1, -1}, hinge}),
		},
		residualLen: 6 * n, valuesLen: 2,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			c, d, e := row[0], row[1], row[2]
			center, offset := w.temp[0], w.temp[1]
			w.Intersect(center, offset, c[:n], c[n:], d[:n], d[n:])
			val[0] = w.Inclusion(res[5*n:], center, offset, e[:n], e[n:], γ)
			w.IntersectGradient(res[:2*n], res[2*n:4*n], res[5*n:], c[:n], c[n:], d[:n], d[n:])
			val[1] = w.EmptyGap(res[4*n:5*n], c[:n], c[n:], d[:n], d[n:])
		},
		reduce: meanSquareOfAllPairs[T],
		rank: func(v *vectors[T], _ int, by Measure) []ranking.Term[T] {
			meet := func(axiom []int32, center, offset []T) {
				c, d := v.row(classBoxes, axiom[0]), v.row(classBoxes, axiom[1])
				v.ops.Intersect(center, offset, c[:n], c[n:], d[:n], d[n:])
			}
			return []ranking.Term[T]{v.nearness(by, classBoxes, n, -1,
				func(axiom []int32, q []T) { meet(axiom, q, make([]T, n)) },
				func(axiom []int32, bias []T) {
					offset := make([]T, n)
					meet(axiom, bias, offset)
					fill(bias, -γ)
					addOffset(bias, +1, offset)
				})}
		},
	}
	if paired {
		t.reduce = meanSquareOfSum[T]
	}
	return t
}

// visual returns the term of section 4.1 that keeps boxes large enough to be visible.
//
//	mean [0.2 − o(C)]₊ over classes and dimensions
func visual[T kernel.Float](n int) term[T] {
	return term[T]{
		name: "vis", source: source{kind: allClasses},
		operands: []operand{
			{rowAt{classBoxes, 0}, []contribution{{signs: signs{offset: -1}}}},
		},
		residualLen: 2 * n, valuesLen: 1,
		forward: func(_ *workspace[T], row [][]T, res, val []T) {
			var sum T
			clear(res)
			for i, o := range row[0][n:] {
				if short := 0.2 - T(math.Abs(float64(o))); short > 0 {
					res[n+i] = 1
					sum += short
				}
			}
			val[0] = sum / T(n)
		},
		reduce: func(val []T, count int) float64 {
			var sum float64
			for i := range val {
				sum += float64(val[i])
				val[i] = 1 / T(n*count)
			}
			return sum / float64(count)
		},
	}
}

// boxDistance returns the distance of candidates in a place of a hinge of boxes: of their centers,
// or the violation of the hinge.
func (v *vectors[T]) boxDistance(
	h hinge, n int, γ T, open int, by Measure,
) ranking.Term[T] {
	place, sign, center := v.opened(h, n, open)
	signs := signsOf[h.relation]
	bias := func(axiom []int32, bias []T) {
		margin := -γ
		if h.relation == apart {
			margin = γ
		}
		fill(bias, margin)
		if place != h.a {
			addOffset(bias, T(signs.a.offset), v.row(h.a.block, axiom[h.a.column])[n:])
		}
		if place != h.b {
			addOffset(bias, T(signs.b.offset), v.row(h.b.block, axiom[h.b.column])[n:])
		}
	}
	return v.nearness(by, place.block, n, sign, center, bias)
}

// opened returns the place of a hinge that the open column leaves to candidates, the sign of their
// offsets or radii in the hinge (0 for a vector) and the point to which the distance of their
// centers is measured, as a function of the axiom.
func (v *vectors[T]) opened(
	h hinge, n, open int,
) (place rowAt, sign T, center func(axiom []int32, out []T)) {
	at := func(r rowAt, axiom []int32) []T { return v.row(r.block, axiom[r.column])[:n] }
	signs, add, sub := signsOf[h.relation], v.ops.Add, v.ops.Sub
	if h.sign < 0 {
		add, sub = sub, add
	}
	switch {
	case open == h.b.column && h.sign == 0:
		center = func(a []int32, out []T) { copy(out, at(h.a, a)) }
	case open == h.b.column:
		center = func(a []int32, out []T) { add(out, at(h.a, a), at(h.by, a)) }
	case open == h.a.column && h.sign != 0:
		center = func(a []int32, out []T) { sub(out, at(h.b, a), at(h.by, a)) }
		return h.a, T(signs.a.offset), center
	case open == h.by.column && h.sign > 0:
		center = func(a []int32, out []T) { sub(out, at(h.b, a), at(h.a, a)) }
		return h.by, 0, center
	default:
		panic("embed: no question has this column open")
	}
	return h.b, T(signs.b.offset), center
}

func fill[T kernel.Float](x []T, value T) {
	for i := range x {
		x[i] = value
	}
}

// addOffset adds the absolute values of a raw offset to bias, with a sign.
func addOffset[T kernel.Float](bias []T, sign T, offset []T) {
	for i, o := range offset {
		bias[i] += T(sign * T(math.Abs(float64(o))))
	}
}
