package embed

import (
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// The blocks of BoxEL.
const (
	boxelMin     = iota // m, lower corners of classes
	boxelDelta          // d: the upper corner is m + exp(d)
	boxelShift          // τ of roles
	boxelScaling        // s of roles
)

// newBoxEL returns the model of Xiong, Potyka, Tran, Nayyeri, Staab, "Faithful Embeddings for EL++
// Knowledge Bases" (ISWC 2022): classes are boxes, roles affine maps, and the degree of an
// inclusion is a ratio of volumes.
//
//	l = m   u = m + exp(d)   vol(A) = clamp(∏ softplus(u − l))   p(A, B) = vol(A∩B)/vol(A)
//	T_r(A) = (s + ε)·A + τ   T_r⁻¹(A) = (A − τ)/(s + ε)
//
// A∩B has the corners max(l_A, l_B) and min(u_A, u_B), even if max(l_A, l_B) is the greater. Each
// term is a sum over its batch, plus ρ of the batch's boxes for each position in the axiom. ‖l‖ is
// one norm of all corners of the batch, so it grows with the batch:
//
//	ρ(A) = mean [u − 1 + ε]₊ + [‖l‖ − 1]₊
//
// Candidates X are ranked by volumes. Each distance is 1 more in appendix F. The losses order
// candidates in the same way, because their divisors do not depend on the candidate.
//
//	C ⊑ X       by −vol(C∩X)
//	C ⊓ D ⊑ X   by −vol(C∩D∩X)
//	X ⊑ ∃r.D    by −p(T_r X, D)
//	C ⊑ ∃r.X    by −vol(T_r C ∩ X)
//	∃r.C ⊑ X    by −vol(T_r⁻¹C ∩ X)
func newBoxEL[T kernel.Float](h Hyper, v Variant) *model[T] {
	n := h.Dim
	block := func(name string, rows dataset.Kind, low, high float64) Block {
		return Block{Name: name, Rows: rows, Cols: n, Absolute: n, low: low, high: high}
	}
	m := &model[T]{
		blocks: []Block{
			boxelMin:     block("min_embeds", dataset.Class, .0001, .2),
			boxelDelta:   block("delta_embeds", dataset.Class, -.1, 0),
			boxelShift:   block("rel_embeds", dataset.Role, -.1, .1),
			boxelScaling: block("scaling_embeds", dataset.Role, .9, 1.1),
		},
		terms: []term[T]{
			boxelInclusion[T]("nf1", positives, dataset.NF1, n, []int{0, 1}, -1, nil),
			boxelInclusion("nf2", positives, dataset.NF2, n, []int{0, 1, 2}, -1,
				(*boxelAxiom[T]).both),
			boxelInclusion("nf3", positives, dataset.NF3, n, []int{0, 2}, 1,
				(*boxelAxiom[T]).image),
			boxelInclusion("nf4", positives, dataset.NF4, n, []int{1, 2}, 0,
				(*boxelAxiom[T]).preimage),
			boxelNF5[T](n),
			boxelInclusion("nf3_neg", negatives, dataset.NF3, n, []int{0, 2}, 1,
				(*boxelAxiom[T]).image),
		},
		fixedNegatives: true,
		dim:            n,
	}
	if v.NF1Negatives > 0 {
		// not in the paper: p(C, D) for a random D
		m.terms = append(m.terms,
			boxelInclusion[T]("nf1_neg", negatives, dataset.NF1, n, []int{0, 1}, -1, nil))
	}
	return m
}

const (
	boxelEpsilon   = 1e-8
	smallestVolume = 1e-10
	largestVolume  = 1e4
)

// Indices of the numbers of an axiom: its loss, Σ [u − 1 + ε]₊ over its boxes, and from
// boxelCorners on ‖l‖² of each box. The residual has a vector for each row of parameters and each
// number: the gradient of the number by the row.
const (
	boxelLoss = iota
	boxelAbove
	boxelCorners
)

// boxelTerm returns a term. classes are the columns of the axiom's classes, role is the column of
// its role or −1, and boxes is the number of boxes in ρ: one for each class, and at most one
// computed from the first class and the role, or from the first two classes.
//
// The operands are m and d of each class, then τ and s of the role.
func boxelTerm[T kernel.Float](
	name string, kind sourceKind, form dataset.Form, n int, classes []int, role, boxes int,
	forward func(a *boxelAxiom[T]),
) term[T] {
	numbers := boxelCorners + boxes
	computed := boxelCorners + len(classes) // number of the computed box
	var operands []operand
	add := func(block, column int, numbered ...int) {
		var gradient []contribution
		for _, number := range numbered {
			if number < numbers {
				gradient = append(gradient, contribution{
					value: number, from: (len(operands)*numbers + number) * n,
					signs: signs{center: +1},
				})
			}
		}
		operands = append(operands, operand{rowAt{block, column}, gradient})
	}
	for i, column := range classes {
		add(boxelMin, column, boxelLoss, boxelAbove, boxelCorners+i, computed)
		add(boxelDelta, column, boxelLoss, boxelAbove)
	}
	if role >= 0 {
		add(boxelShift, role, boxelLoss, boxelAbove, computed)
		add(boxelScaling, role, boxelLoss, boxelAbove, computed)
	}
	return term[T]{
		name: name, source: source{kind, form}, operands: operands,
		residualLen: len(operands) * numbers * n, valuesLen: numbers,
		forward: func(w *workspace[T], row [][]T, res, val []T) {
			clear(res)
			clear(val)
			if w.boxel == nil {
				w.boxel = newBoxelAxiom(w.Ops, n)
			}
			w.boxel.begin(row)
			w.boxel.residual, w.boxel.numbers = res, val
			forward(w.boxel)
		},
		reduce: func(val []T, count int) float64 { return sumOfVolumes(val, numbers, n, count) },
	}
}

// sumOfVolumes returns the sum of the axioms' losses and ρ of their boxes.
func sumOfVolumes[T kernel.Float](val []T, numbers, n, count int) float64 {
	var loss, above float64
	squares := make([]float64, numbers)
	for i := 0; i < len(val); i += numbers {
		loss += float64(val[i+boxelLoss])
		above += float64(val[i+boxelAbove])
		for k := boxelCorners; k < numbers; k++ {
			squares[k] += float64(val[i+k])
		}
	}
	entries := float64(n) * float64(count)
	factors := make([]T, numbers)
	factors[boxelLoss], factors[boxelAbove] = 1, T(1/entries)
	loss += above / entries
	for k := boxelCorners; k < numbers; k++ {
		if norm := math.Sqrt(squares[k]); !(norm <= 1) {
			loss += norm - 1
			factors[k] = T(1 / norm)
		}
	}
	for i := 0; i < len(val); i += numbers {
		copy(val[i:i+numbers], factors)
	}
	return loss
}

// boxelInclusion returns the term 1 − p(A, D), or p(A, D) for negatives, where D is the last class,
// with ρ of all classes and of A. A is the first class if inner is nil.
func boxelInclusion[T kernel.Float](
	name string, kind sourceKind, form dataset.Form, n int, classes []int, role int,
	inner func(*boxelAxiom[T]) *boxelBox[T],
) term[T] {
	sign, constant, boxes, last := -1., T(1), len(classes), len(classes)-1
	if kind == negatives {
		sign, constant = +1, 0
	}
	if inner == nil {
		inner = func(a *boxelAxiom[T]) *boxelBox[T] { return a.class(0) }
	} else {
		boxes++
	}
	t := boxelTerm(name, kind, form, n, classes, role, boxes, func(a *boxelAxiom[T]) {
		box := inner(a)
		a.numbers[boxelLoss] = constant + T(sign)*a.included(sign, box, a.class(last))
		for i := range classes {
			a.regularize(i, a.class(i))
		}
		if boxes > len(classes) {
			a.regularize(boxes-1, box)
		}
	})
	t.rank = func(v *vectors[T], open int, by Measure) []ranking.Term[T] {
		if by != ByCenters {
			return nil
		}
		axiom := func(ids []int32) *boxelAxiom[T] {
			rows := make([][]T, len(t.operands))
			for i, o := range t.operands {
				if o.column != open {
					rows[i] = v.row(o.block, ids[o.column])
				}
			}
			a := newBoxelAxiom(v.ops, n)
			a.begin(rows)
			return a
		}
		volume := ranking.Volume[T]{Lower: v.points(boxelMin, 0, n), Upper: v.boxelUpper(n)}
		volume.Query = func(ids []int32, l, u []T) {
			box := inner(axiom(ids))
			copy(l, box.l)
			copy(u, box.u)
		}
		if open != classes[last] { // X ⊑ ∃r.D
			volume.Query = func(ids []int32, l, u []T) {
				d := axiom(ids).class(last)
				copy(l, d.l)
				copy(u, d.u)
			}
			volume.Map = func(ids []int32, k, shift []T) {
				for j, s := range v.row(boxelScaling, ids[role]) {
					k[j] = s + boxelEpsilon
				}
				copy(shift, v.row(boxelShift, ids[role]))
			}
		}
		return []ranking.Term[T]{volume}
	}
	return t
}

// boxelNF5 returns the term vol(C∩D)/(vol C · vol D), with ρ of C and D.
func boxelNF5[T kernel.Float](n int) term[T] {
	forward := func(a *boxelAxiom[T]) {
		c, d := a.class(0), a.class(1)
		both := a.meet(c, d)
		volC, volD, common := a.volume(c), a.volume(d), a.volume(both)
		share := common / (volC * volD)
		a.addVolume(both, 1/(volC*volD))
		a.addVolume(c, -share/volC)
		a.addVolume(d, -share/volD)
		a.numbers[boxelLoss] = T(share)
		a.regularize(0, c)
		a.regularize(1, d)
	}
	return boxelTerm("disjoint", positives, dataset.NF5, n, []int{0, 1}, -1, 2, forward)
}

// boxelAxiom computes a term for one axiom. Each workspace has one and reuses it for every axiom.
type boxelAxiom[T kernel.Float] struct {
	*kernel.Ops[T]
	rows              [][]T // m and d of each class, τ and s
	residual, numbers []T
	zero              []T
	temp              [][]T          // vectors of the length of zero
	boxes             [6]boxelBox[T] // of up to three classes, then computed ones
	tempUsed, used    int
}

// boxelBox is a class, or a box computed from others: the intersection of a and b or, if b is nil,
// the image or preimage of a under the map of a role.
type boxelBox[T kernel.Float] struct {
	l, u   []T
	slope  []T // ∂vol/∂(u−l), set by volume
	factor []T // exp(d) of a class, or s + ε
	class  int // index of the class in the axiom, if a is nil
	a, b   *boxelBox[T]
	divide bool // preimage
}

func newBoxelAxiom[T kernel.Float](ops *kernel.Ops[T], n int) *boxelAxiom[T] {
	return &boxelAxiom[T]{Ops: ops, zero: make([]T, n)}
}

// begin sets the rows of another axiom.
func (a *boxelAxiom[T]) begin(rows [][]T) {
	a.rows, a.tempUsed, a.used = rows, 0, 3
	clear(a.boxes[:])
}

// temporary returns an unused vector.
func (a *boxelAxiom[T]) temporary() []T {
	if a.tempUsed == len(a.temp) {
		a.temp = append(a.temp, make([]T, len(a.zero)))
	}
	a.tempUsed++
	return a.temp[a.tempUsed-1]
}

// box stores a computed box until the next axiom.
func (a *boxelAxiom[T]) box(box boxelBox[T]) *boxelBox[T] {
	box.l, box.u = a.temporary(), a.temporary()
	a.used++
	a.boxes[a.used-1] = box
	return &a.boxes[a.used-1]
}

// gradient returns the gradient of a number by a row.
func (a *boxelAxiom[T]) gradient(row, number int) []T {
	n := len(a.zero)
	at := (row*len(a.numbers) + number) * n
	return a.residual[at : at+n]
}

// class returns the box of the i-th class of the axiom.
func (a *boxelAxiom[T]) class(i int) *boxelBox[T] {
	box := &a.boxes[i]
	if box.l == nil {
		m, d := a.rows[2*i], a.rows[2*i+1]
		*box = boxelBox[T]{class: i, l: m, u: a.temporary(), factor: a.temporary()}
		for j, x := range d {
			box.factor[j] = T(math.Exp(float64(x)))
			box.u[j] = m[j] + box.factor[j]
		}
	}
	return box
}

// both returns the intersection of the first two classes.
func (a *boxelAxiom[T]) both() *boxelBox[T] { return a.meet(a.class(0), a.class(1)) }

// meet returns the intersection of two boxes.
func (a *boxelAxiom[T]) meet(c, d *boxelBox[T]) *boxelBox[T] {
	box := a.box(boxelBox[T]{a: c, b: d})
	for j := range box.l {
		box.l[j], box.u[j] = max(c.l[j], d.l[j]), min(c.u[j], d.u[j])
	}
	return box
}

// image returns T_r(C) of the first class.
func (a *boxelAxiom[T]) image() *boxelBox[T] { return a.mapped(false) }

// preimage returns T_r⁻¹(C) of the first class.
func (a *boxelAxiom[T]) preimage() *boxelBox[T] { return a.mapped(true) }

func (a *boxelAxiom[T]) mapped(divide bool) *boxelBox[T] {
	τ, s, c := a.rows[len(a.rows)-2], a.rows[len(a.rows)-1], a.class(0)
	box := a.box(boxelBox[T]{a: c, factor: a.temporary(), divide: divide})
	for j := range box.l {
		k := s[j] + boxelEpsilon
		box.factor[j] = k
		if divide {
			box.l[j], box.u[j] = (c.l[j]-τ[j])/k, (c.u[j]-τ[j])/k
		} else {
			box.l[j], box.u[j] = T(c.l[j]*k)+τ[j], T(c.u[j]*k)+τ[j]
		}
	}
	return box
}

// included returns p(A, B) = vol(A∩B)/vol(A). It adds its gradient, multiplied by sign, to that of
// the loss.
func (a *boxelAxiom[T]) included(sign float64, inner, outer *boxelBox[T]) T {
	both := a.meet(inner, outer)
	common, whole := a.volume(both), a.volume(inner)
	p := common / whole
	a.addVolume(both, sign/whole)
	a.addVolume(inner, -sign*p/whole)
	return T(p)
}

// volume returns clamp(∏ softplus(u − l)) and sets the box's slope, which is 0 for a clamped
// volume.
//
//	∂vol/∂w_j = vol · σ(w_j)/softplus(w_j)      w = u − l
func (a *boxelAxiom[T]) volume(box *boxelBox[T]) float64 {
	box.slope = a.temporary()
	var log float64 // because the product of many factors may overflow
	for j := range box.slope {
		s, slope := softplus(float64(box.u[j] - box.l[j]))
		log += math.Log(s)
		box.slope[j] = T(slope)
	}
	v := math.Exp(log)
	switch {
	case v < smallestVolume:
		v = smallestVolume
		clear(box.slope)
	case v > largestVolume:
		v = largestVolume
		clear(box.slope)
	default:
		scale(box.slope, T(v))
	}
	return v
}

// softplus returns log(1 + eʷ) and the derivative of its logarithm, σ(w)/log(1 + eʷ).
func softplus(w float64) (value, slope float64) {
	e := math.Exp(-math.Abs(w))
	switch {
	case w > 0:
		value = w + math.Log1p(e)
		return value, 1 / ((1 + e) * value)
	case w > -35:
		value = math.Log1p(e)
		return value, e / ((1 + e) * value)
	}
	return e, 1 - e/2 // log(1 + e) = e − e²/2 + …; also for NaN
}

// addVolume adds k times the gradient of the box's volume to that of the loss.
func (a *boxelAxiom[T]) addVolume(box *boxelBox[T], k float64) {
	up, down := box.slope, a.temporary()
	scale(up, T(k))
	a.Sub(down, a.zero, up)
	a.addGradient(boxelLoss, box, down, up)
	a.tempUsed--
}

// regularize adds the i-th box of the axiom to ρ.
func (a *boxelAxiom[T]) regularize(i int, box *boxelBox[T]) {
	above := a.temporary()
	clear(above)
	for j, u := range box.u {
		if x := u - 1 + boxelEpsilon; x > 0 {
			above[j] = 1
			a.numbers[boxelAbove] += x
		}
	}
	a.addGradient(boxelAbove, box, a.zero, above)
	a.numbers[boxelCorners+i] = a.SumSquares(box.l)
	a.addGradient(boxelCorners+i, box, box.l, a.zero)
	a.tempUsed--
}

// addGradient propagates the gradients gl and gu of a number by the box's corners to the rows of
// parameters.
func (a *boxelAxiom[T]) addGradient(number int, box *boxelBox[T], gl, gu []T) {
	if box.a == nil { // l = m, u = m + size
		byMin, byDelta := a.gradient(2*box.class, number), a.gradient(2*box.class+1, number)
		for j := range byMin {
			byMin[j] += gl[j] + gu[j]
			byDelta[j] += T(gu[j] * box.factor[j])
		}
		return
	}
	free := a.tempUsed
	defer func() { a.tempUsed = free }()
	la, ua := a.temporary(), a.temporary()
	if box.b != nil { // l = max(l_a, l_b), u = min(u_a, u_b)
		lb, ub := a.temporary(), a.temporary()
		for j := range la {
			la[j], lb[j] = shareOfMax(gl[j], box.a.l[j], box.b.l[j])
			// min(x, y) has the gradient of max(y, x)
			ua[j], ub[j] = shareOfMax(gu[j], box.b.u[j], box.a.u[j])
		}
		a.addGradient(number, box.a, la, ua)
		a.addGradient(number, box.b, lb, ub)
		return
	}
	role := len(a.rows) - 2
	byShift, byScaling := a.gradient(role, number), a.gradient(role+1, number)
	for j, k := range box.factor {
		if box.divide { // l = (l_a − τ)/k
			la[j], ua[j] = gl[j]/k, gu[j]/k
			byShift[j] -= la[j] + ua[j]
			byScaling[j] -= T(la[j]*box.l[j]) + T(ua[j]*box.u[j])
		} else { // l = l_a·k + τ
			la[j], ua[j] = T(gl[j]*k), T(gu[j]*k)
			byShift[j] += gl[j] + gu[j]
			byScaling[j] += T(gl[j]*box.a.l[j]) + T(gu[j]*box.a.u[j])
		}
	}
	a.addGradient(number, box.a, la, ua)
}

// shareOfMax returns the gradient of max(x, y) by x and y: g for the larger one, or half of g for
// each if they are equal.
func shareOfMax[T kernel.Float](g, x, y T) (gx, gy T) {
	switch {
	case x > y:
		return g, 0
	case x < y:
		return 0, g
	}
	return g / 2, g / 2
}

// boxelPoint writes m + share·exp(d) of a class: 1 is the upper corner, ½ the center.
func (v *vectors[T]) boxelPoint(class int32, share T, into []T) {
	delta := v.row(boxelDelta, class)
	for j, m := range v.row(boxelMin, class) {
		into[j] = m + T(share*T(math.Exp(float64(delta[j]))))
	}
}

// boxelPoints returns boxelPoint of every class.
func (v *vectors[T]) boxelPoints(n int, share T) *ranking.Points[T] {
	all := make([]T, v.rows[boxelMin]*n)
	for class := range v.rows[boxelMin] {
		v.boxelPoint(int32(class), share, all[class*n:(class+1)*n])
	}
	p := new(ranking.Points[T])
	p.Pack(v.ops, all, n, n, v.rows[boxelMin])
	return p
}

// boxelUpper returns the upper corners of the classes.
func (v *vectors[T]) boxelUpper(n int) *ranking.Points[T] {
	key := [3]int{boxelDelta, 0, n}
	if v.packed[key] == nil {
		v.packed[key] = v.boxelPoints(n, 1)
	}
	return v.packed[key]
}

// PublishedTargets returns the axioms as the published code reads them when it ranks a form, and
// whether they differ from the input. They differ for NF4 of BoxEL: the target is taken from column
// 0, so the number of the role is ranked as if it were the number of a class (specification,
// section 13, row 12).
func PublishedTargets(
	a Architecture, form dataset.Form, axioms dataset.Table,
) (dataset.Table, bool) {
	if a != BoxEL || form != dataset.NF4 {
		return axioms, false
	}
	var read dataset.Table
	for row := range axioms.Rows() {
		read.Append(row[0], row[1], row[0])
	}
	return read, true
}

// boxelSimilarity returns a scorer of classes by the distance of their centers m + exp(d)/2.
func boxelSimilarity[T kernel.Float](v *vectors[T], n int) ranking.Scorer[T] {
	return ranking.NewScorer(ranking.SuperclassOf, ranking.Term[T](ranking.Distance[T]{
		Points: v.boxelPoints(n, 0.5),
		Query:  func(a []int32, q []T) { v.boxelPoint(a[0], 0.5, q) },
	}))
}
