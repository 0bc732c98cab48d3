package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// The blocks of Box²EL, as indices.
const (
	box2elClasses = iota // boxes of classes
	box2elBumps
	box2elHeads // boxes of roles
	box2elTails
	box2elIndividuals // points
	box2elIndividualBumps
)

// newBox2EL returns the model of section 3. A class is a box and a bump; a role is a head box and a
// tail box. C ⊑ ∃r.D holds if the box of C plus the bump of D is inside the head of r, and the box
// of D plus the bump of C inside its tail.
func newBox2EL[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ, δ := h.Dim, T(h.Margin), T(h.NegativeDistance)
	box := func(name string, rows dataset.Kind) Block {
		return Block{
			Name: name, Rows: rows, Cols: 2 * n, Absolute: n, low: -1, high: 1, normalized: true,
		}
	}
	vector := func(name string, rows dataset.Kind, regularization float64) Block {
		return Block{
			Name: name, Rows: rows, Cols: n, Absolute: n, low: -1, high: 1, normalized: true,
			regularization: regularization,
		}
	}
	m := &model[T]{
		blocks: []Block{
			box2elClasses:         box("class_embeds", dataset.Class),
			box2elBumps:           vector("bumps", dataset.Class, h.Regularization),
			box2elHeads:           box("rel_heads", dataset.Role),
			box2elTails:           box("rel_tails", dataset.Role),
			box2elIndividuals:     vector("individual_embeds", dataset.Individual, 0),
			box2elIndividualBumps: vector("individual_bumps", dataset.Individual, h.Regularization),
		},
		terms: []term[T]{
			boxNF1(n, γ),
			boxNF2(n, γ, v.PairedNF2),
			// mean (½[ incl(C + b_D, Head r) + incl(D + b_C, Tail r) ])², equation 1
			inRole("nf3", source{positives, dataset.NF3}, n, γ, classEnd(0), 1, classEnd(2),
				meanSquareOfHalfSum),
			// mean incl(Head r − b_C, D)²
			boxTerm(pair{
				name: "nf4", source: source{positives, dataset.NF4}, relation: inside,
				a: rowAt{box2elHeads, 0}, b: rowAt{box2elClasses, 2},
				by: rowAt{box2elBumps, 1}, sign: -1,
			}, n, γ, meanOfSquares),
			boxNF5(n, γ),
			// mean (δ − μ(C + b_D, Head r))² + mean (δ − μ(D + b_C, Tail r))²
			inRole("nf3_neg", source{negatives, dataset.NF3}, n, γ, classEnd(0), 1, classEnd(2),
				meanSquareFrom(δ)),
			// r ⊑ s: mean (½[ incl(Head r, Head s) + incl(Tail r, Tail s) ])²
			roleInRole("role_inclusion", dataset.RoleInclusion, n, γ, 0, 0, 1),
			// r₁ ∘ r₂ ⊑ s: mean (½[ incl(Head r₁, Head s) + incl(Tail r₂, Tail s) ])²; the tail
			// of r₁ and the head of r₂ do not occur (specification, section 13, row 10)
			roleInRole("role_chain", dataset.RoleChain, n, γ, 0, 1, 2),
			// r(a, b) and its negatives as NF3, with points for boxes
			inRole("role_assertions", source{positives, dataset.RoleAssertion}, n, γ,
				individualEnd(1), 0, individualEnd(2), meanSquareOfHalfSum),
			inRole("role_assertions_neg", source{negatives, dataset.RoleAssertion}, n, γ,
				individualEnd(1), 0, individualEnd(2), meanSquareFrom(δ)),
			// {a} ⊑ ∃r.C as NF3, in columns r, C, a
			inRole("concept_assertions", source{positives, dataset.ExistsAssertion}, n, γ,
				individualEnd(2), 0, classEnd(1), meanSquareOfHalfSum),
		},
		score: func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T] {
			return box2elScore(v, n, γ, q, by)
		},
		wholeIfSmall: true,
		dim:          n,
	}
	if v.NF1Negatives > 0 {
		m.terms = append(m.terms, boxNF1Negatives(n, γ, δ))
	}
	if v.Extended { // not in the published code
		m.terms = append(m.terms,
			// C(a): mean incl(a, C)²
			boxTerm(pair{
				name: "type_assertions", source: source{positives, dataset.ConceptAssertion},
				relation: inside, a: rowAt{box2elIndividuals, 0}, b: rowAt{box2elClasses, 1},
			}, n, γ, meanOfSquares),
			// range(r) ⊑ D: mean incl(Tail r, D)²
			boxTerm(pair{
				name: "ranges", source: source{positives, dataset.Range}, relation: inside,
				a: rowAt{box2elTails, 0}, b: rowAt{box2elClasses, 1},
			}, n, γ, meanOfSquares))
	}
	if h.Visual {
		m.terms = append(m.terms, visual[T](n))
	}
	return m
}

// roleEnd is one end of an assertion in a role: the class or individual in a column of the axiom.
// Its embedding, a box or a point, and its bump are rows of the given blocks.
type roleEnd struct{ block, bumps, column int }

func classEnd(column int) roleEnd { return roleEnd{box2elClasses, box2elBumps, column} }

func individualEnd(column int) roleEnd {
	return roleEnd{box2elIndividuals, box2elIndividualBumps, column}
}

// gradient returns the contribution of a hinge to the embedding.
func (e roleEnd) gradient(h hinge, s signs) []contribution {
	if e.block == box2elClasses {
		return h.box(s)
	}
	return h.point(s.center)
}

// inRole returns the term of equation 1, or that for its negatives, for two ends of the role in
// column role: the first is moved by the bump of the second and related to the head, the second is
// moved by the bump of the first and related to the tail.
func inRole[T kernel.Float](
	name string, s source, n int, γ T, first roleEnd, role int, second roleEnd,
	reduce func(values []T, n int) float64,
) term[T] {
	relation, signs := inside, signsOf[inside]
	if s.kind == negatives {
		relation, signs = apart, signsOf[apart]
	}
	head, tail := hinge{value: 0, n: n}, hinge{value: 1, from: n, n: n}
	return term[T]{
		name: name, source: s,
		operands: []operand{
			{block: first.block, column: first.column, gradient: first.gradient(head, signs.a)},
			{block: second.block, column: second.column, gradient: second.gradient(tail, signs.a)},
			{block: first.bumps, column: first.column, gradient: tail.point(+1)},
			{block: second.bumps, column: second.column, gradient: head.point(+1)},
			{block: box2elHeads, column: role, gradient: head.box(signs.b)},
			{block: box2elTails, column: role, gradient: tail.box(signs.b)},
		},
		residualLen: 2 * n, valuesLen: 2,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			a, b, bumpA, bumpB, h, t := row[0], row[1], row[2], row[3], row[4], row[5]
			residual := w.residual(relation)
			moved := w.translated(a, bumpB)
			val[head.value] = residual(res[:n], moved, w.offset(a), h[:n], h[n:], γ)
			moved = w.translated(b, bumpA)
			val[tail.value] = residual(res[n:], moved, w.offset(b), t[:n], t[n:], γ)
		},
		reduce: reduce,
	}
}

// offset returns the raw offset of a box, or zeros for a point.
func (w *workspace[T]) offset(row []T) []T {
	if len(row) == w.dim {
		return w.zero
	}
	return row[w.dim:]
}

// roleInRole returns the term for the head of the role in column first and the tail of the role in
// column last, inside those of the role in column super.
func roleInRole[T kernel.Float](
	name string, form dataset.Form, n int, γ T, first, last, super int,
) term[T] {
	head, tail := hinge{value: 0, n: n}, hinge{value: 1, from: n, n: n}
	signs := signsOf[inside]
	return term[T]{
		name: name, source: source{positives, form},
		operands: []operand{
			{block: box2elHeads, column: first, gradient: head.box(signs.a)},
			{block: box2elHeads, column: super, gradient: head.box(signs.b)},
			{block: box2elTails, column: last, gradient: tail.box(signs.a)},
			{block: box2elTails, column: super, gradient: tail.box(signs.b)},
		},
		residualLen: 2 * n, valuesLen: 2,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			headR, headS, tailR, tailS := row[0], row[1], row[2], row[3]
			val[head.value] = w.Inclusion(res[:n], headR[:n], headR[n:], headS[:n], headS[n:], γ)
			val[tail.value] = w.Inclusion(res[n:], tailR[:n], tailR[n:], tailS[:n], tailS[n:], γ)
		},
		reduce: meanSquareOfHalfSum[T],
	}
}

// box2elScore returns the distance terms of appendix F, for candidates X:
//
//	C ⊑ X       by ‖c(C) − c(X)‖           or incl(C, X)
//	C ⊓ D ⊑ X   by ‖c(C∩D) − c(X)‖         or incl(C∩D, X)
//	X ⊑ ∃r.D    by ‖c(X) + b_D − c(Head r)‖ + ‖c(D) + b_X − c(Tail r)‖
//	            or incl(X + b_D, Head r) + incl(D + b_X, Tail r)
//	∃r.C ⊑ X    by ‖c(Head r) − b_C − c(X)‖ or incl(Head r − b_C, X)
//
// C ⊑ ∃r.X is ranked as X ⊑ ∃r.D with C and X in the places of X and D, and r(x, b) as X ⊑ ∃r.D
// with points for boxes.
func box2elScore[T kernel.Float](
	v *vectors[T], n int, γ T, q ranking.Question, by Measure,
) []ranking.Term[T] {
	head := func(r int32) []T { return v.row(box2elHeads, r) }
	tail := func(r int32) []T { return v.row(box2elTails, r) }
	switch q.Form {
	case dataset.NF1, dataset.NF2:
		return boxScore(v, n, γ, q, by)
	case dataset.NF3:
		// The bump of the other class moves the candidate's box into one box of the role. The
		// candidate's bump moves the box of the other class into the other box of the role.
		own, others, other := head, tail, 2
		if q.Open == 2 {
			own, others, other = tail, head, 0
		}
		class := func(c int32) []T { return v.row(box2elClasses, c) }
		bump := func(c int32) []T { return v.row(box2elBumps, c) }
		return []ranking.Term[T]{
			v.nearness(by, box2elClasses, n, +1,
				func(a []int32, q []T) { v.ops.Sub(q, own(a[1])[:n], bump(a[other])) },
				func(a []int32, b []T) { addOffsets(b, nil, own(a[1])[n:], γ) }),
			v.nearness(by, box2elBumps, n, 0,
				func(a []int32, q []T) { v.ops.Sub(q, others(a[1])[:n], class(a[other])[:n]) },
				func(a []int32, b []T) {
					addOffsets(b, class(a[other])[n:], others(a[1])[n:], γ)
				}),
		}
	case dataset.NF4:
		return []ranking.Term[T]{v.nearness(by, box2elClasses, n, -1,
			func(a []int32, q []T) { v.ops.Sub(q, head(a[0])[:n], v.row(box2elBumps, a[1])) },
			func(a []int32, b []T) { addOffsets(b, head(a[0])[n:], nil, γ) })}
	case dataset.RoleAssertion:
		if q.Open != 1 || by != ByCenters {
			return nil
		}
		individual := func(i int32) []T { return v.row(box2elIndividuals, i) }
		bump := func(i int32) []T { return v.row(box2elIndividualBumps, i) }
		return []ranking.Term[T]{
			v.nearness(by, box2elIndividuals, n, 0,
				func(a []int32, q []T) { v.ops.Sub(q, head(a[0])[:n], bump(a[2])) }, nil),
			v.nearness(by, box2elIndividualBumps, n, 0,
				func(a []int32, q []T) { v.ops.Sub(q, tail(a[0])[:n], individual(a[2])) }, nil),
		}
	}
	return nil
}
