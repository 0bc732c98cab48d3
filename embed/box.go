package embed

import (
	"math"
	"sync"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// classBoxes is the block of the classes in all models of boxes, and in those of balls.
const classBoxes = 0

// Terms of boxes, shared by Box²EL, Box²EL-Tr and ELBE. A row of class_embeds, rel_heads or
// rel_tails is a box: its center is in the first n columns, and the absolute value of its offset in
// the last n.
//
// The residual of a hinge is a vector of n elements that encodes x = [·]₊ and y = sgn(c_A − c_B)·x.
// For inclusion, k·y and k·x are the gradient by center and offset of A, and −k·y and −k·x the
// gradient by those of B, where k is 2·∂loss/∂‖x‖².

// translated returns the box's center plus a vector. The result is valid until the next call of
// translated or translatedBack.
func (w *workspace[T]) translated(box, by []T) []T {
	w.Add(w.temp[0], box[:w.dim], by)
	return w.temp[0]
}

// translatedBack returns the box's center minus a vector.
func (w *workspace[T]) translatedBack(box, by []T) []T {
	w.Sub(w.temp[0], box[:w.dim], by)
	return w.temp[0]
}

// relation selects the argument of a hinge of A and B, without the margin.
type relation uint8

const (
	inside   relation = iota // |c_A − c_B| + o_A − o_B
	disjoint                 // o_A + o_B − |c_A − c_B|
	apart                    // |c_A − c_B| − o_A − o_B
)

// signsOf are the signs of the centers and of the offsets or radii of A and B in the hinge.
var signsOf = [...]struct{ a, b signs }{
	inside:   {a: signs{center: +1, offset: +1}, b: signs{center: -1, offset: -1}},
	disjoint: {a: signs{center: -1, offset: +1}, b: signs{center: +1, offset: +1}},
	apart:    {a: signs{center: +1, offset: -1}, b: signs{center: -1, offset: -1}},
}

// rowAt is the row of a block whose number is in a column of the axiom.
type rowAt struct{ block, column int }

// pair describes a term with one hinge of A and B.
type pair struct {
	name     string
	source   source
	relation relation
	a, b     rowAt
	by       rowAt // vector that moves A
	sign     int   // of that vector; 0 if A is not moved
}

// moved returns the center of A, moved as the pair says.
func moved[T kernel.Float](w *workspace[T], p *pair, row [][]T) []T {
	switch p.sign {
	case +1:
		return w.translated(row[0], row[2])
	case -1:
		return w.translatedBack(row[0], row[2])
	}
	return row[0][:w.dim]
}

// boxTerm returns the term of a pair of boxes, or of a point and a box. reduce gets the squared
// norm of each hinge.
func boxTerm[T kernel.Float](p pair, n int, γ T, reduce func(values []T, n int) float64) term[T] {
	h, signs := hinge{n: n}, signsOf[p.relation]
	ofA := h.box(signs.a)
	if p.a.block == box2elIndividuals {
		ofA = h.point(signs.a.center)
	}
	operands := []operand{
		{block: p.a.block, column: p.a.column, gradient: ofA},
		{block: p.b.block, column: p.b.column, gradient: h.box(signs.b)},
	}
	if p.sign != 0 {
		operands = append(operands, operand{block: p.by.block, column: p.by.column,
			gradient: h.point(p.sign * signs.a.center)})
	}
	return term[T]{
		name: p.name, source: p.source, operands: operands, residualLen: n, valuesLen: 1,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			residual := w.residual(p.relation)
			val[0] = residual(res, moved(w, &p, row), w.offset(row[0]), row[1][:n], row[1][n:], γ)
		},
		reduce: reduce,
	}
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

// classPair returns the pair of the classes C and D of a form [C D].
func classPair(name string, kind sourceKind, form dataset.Form, r relation) pair {
	return pair{
		name: name, source: source{kind, form}, relation: r,
		a: rowAt{classBoxes, 0}, b: rowAt{classBoxes, 1},
	}
}

// boxNF1 returns the term incl(C, D), NF1 of every box model.
//
//	mean ‖[ |c_C − c_D| + o_C − o_D − γ ]₊‖²
func boxNF1[T kernel.Float](n int, γ T) term[T] {
	return boxTerm(classPair("nf1", positives, dataset.NF1, inside), n, γ, meanOfSquares)
}

// boxNF2 returns the term of incl(C ⊓ D, E) and the gap between C and D.
//
//	a = incl(C∩D, E)   g = ‖[ max(l_C, l_D) − min(u_C, u_D) ]₊‖
//
// The loss is mean (a_i + g_i)² if paired. Otherwise it is the mean of (a_i + g_j)² over all pairs,
// as in the published code, where the shapes [N,1] + [N] broadcast to N × N.
func boxNF2[T kernel.Float](n int, γ T, paired bool) term[T] {
	inclusion := hinge{value: 0, from: 5 * n, n: n}
	gap := hinge{value: 1, from: 4 * n, n: n}
	ofMeet := func(from int) []contribution { // gradient of the inclusion, through C∩D
		return []contribution{{value: inclusion.value, from: from, n: 2 * n, sign: +1}}
	}
	t := term[T]{
		name: "nf2", source: source{positives, dataset.NF2},
		operands: []operand{
			{block: classBoxes, column: 0, gradient: append(ofMeet(0), gap.box(signs{center: +1, offset: -1})...)},
			{block: classBoxes, column: 1, gradient: append(ofMeet(2*n), gap.box(signs{center: -1, offset: -1})...)},
			{block: classBoxes, column: 2, gradient: inclusion.box(signs{center: -1, offset: -1})},
		},
		residualLen: 6 * n, valuesLen: 2,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			c, d, e := row[0], row[1], row[2]
			center, offset := w.temp[0], w.temp[1]
			w.Intersect(center, offset, c[:n], c[n:], d[:n], d[n:])
			val[inclusion.value] = w.Inclusion(res[5*n:], center, offset, e[:n], e[n:], γ)
			w.IntersectGradient(res[:2*n], res[2*n:4*n], res[5*n:], c[:n], c[n:], d[:n], d[n:])
			val[gap.value] = w.EmptyGap(res[4*n:5*n], c[:n], c[n:], d[:n], d[n:])
		},
		reduce: meanSquareOfAllPairs[T],
	}
	if paired {
		t.reduce = meanSquareOfSum[T]
	}
	return t
}

// boxNF5 returns the term disj(C, D).
//
//	mean ‖[ −|c_C − c_D| + o_C + o_D − γ ]₊‖²
func boxNF5[T kernel.Float](n int, γ T) term[T] {
	return boxTerm(classPair("disjoint", positives, dataset.NF5, disjoint), n, γ, meanOfSquares)
}

// boxNF1Negatives returns the term that separates a random class D from C: its minimum is at
// μ(C, D) = δ. It is not in the paper.
//
//	mean (δ − ‖[ |c_C − c_D| − o_C − o_D + γ ]₊‖)²
func boxNF1Negatives[T kernel.Float](n int, γ, δ T) term[T] {
	return boxTerm(classPair("nf1_neg", negatives, dataset.NF1, apart), n, γ, meanSquareFrom(δ))
}

// visual returns the term of section 4.1 that keeps boxes large enough to be visible.
//
//	mean [0.2 − o(C)]₊ over classes and dimensions
func visual[T kernel.Float](n int) term[T] {
	return term[T]{
		name: "vis", source: source{kind: allClasses},
		operands: []operand{
			{block: classBoxes, column: 0, gradient: []contribution{{value: 0, from: 0, n: n, sign: -1, at: n}}},
		},
		residualLen: n, valuesLen: 1,
		forward: func(_ *workspace[T], row [][]T, res, val []T) {
			var sum T
			for i, o := range row[0][n:] {
				res[i] = 0
				if short := 0.2 - T(math.Abs(float64(o))); short > 0 {
					res[i] = 1
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

// boxScore returns the distance terms for superclasses of a class and of a conjunction, which are
// the same in every box model.
func boxScore[T kernel.Float](
	v *vectors[T], n int, γ T, q ranking.Question, by Measure,
) []ranking.Term[T] {
	box := func(axiom []int32, center, offset []T) {
		c := v.row(classBoxes, axiom[0])
		if q.Form == dataset.NF1 {
			copy(center, c[:n])
			copy(offset, c[n:])
			return
		}
		d := v.row(classBoxes, axiom[1])
		v.ops.Intersect(center, offset, c[:n], c[n:], d[:n], d[n:])
	}
	buffers := sync.Pool{New: func() any { return new(make([]T, n)) }}
	return []ranking.Term[T]{v.nearness(by, classBoxes, n, -1,
		func(a []int32, q []T) {
			offset := buffers.Get().(*[]T)
			box(a, q, *offset)
			buffers.Put(offset)
		},
		func(a []int32, b []T) {
			center := buffers.Get().(*[]T)
			box(a, *center, b)
			buffers.Put(center)
			addOffsets(b, b, nil, γ)
		})}
}

// addOffsets writes |inner| − |outer| − γ to bias. nil is the offset of a point.
func addOffsets[T kernel.Float](bias, inner, outer []T, γ T) {
	for i := range bias {
		b := -γ
		if inner != nil {
			b += T(math.Abs(float64(inner[i])))
		}
		if outer != nil {
			b -= T(math.Abs(float64(outer[i])))
		}
		bias[i] = b
	}
}
