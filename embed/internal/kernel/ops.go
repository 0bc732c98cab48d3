package kernel

import "sync/atomic"

// Float is an element type.
type Float interface{ float32 | float64 }

// Lanes is the number of candidates that stand side by side in a packed tile, and the number of
// accumulators of a sum.
const Lanes = 8

// Ops are the kernels of one element type. All slices of one call have the same length unless said;
// other lengths panic. A slice that is written may be the same as one that is read, but may not
// overlap one otherwise. Loops cost one pass over each operand.
//
// A box is a pair of slices: center c and signed offset o, of which the absolute value counts; its
// corners are l = c − |o| and u = c + |o|.
type Ops[T Float] struct {
	// Name says which implementation this is: "portable" or "avx2".
	Name string

	Add  func(dst, a, b []T)       // dst = a + b
	Sub  func(dst, a, b []T)       // dst = a − b
	Axpy func(dst []T, k T, x []T) // dst += k·x
	Dot  func(a, b []T) T          // Σ a·b
	// SumSquares is Σ a².
	SumSquares func(a []T) T

	// Inclusion, Disjointness and Separation are the hinge residuals x of two boxes, with d = ca − cb. They return Σ x².
	//
	//	Inclusion     x = [((|d| + |oa|) − |ob|) − margin]₊
	//	Disjointness  x = [((|oa| + |ob|) − |d|) − margin]₊
	//	Separation    x = [((|d| − |oa|) − |ob|) + margin]₊
	//
	// Half the gradient of the sum is y = sgn(d)·x for ca, −y for cb, and x with the sign of the term for |oa|, |ob|
	// (for Disjointness −y for ca, y for cb). Both y and x are in the one vector r that is written, for AddBox and AddPoint
	// to read: x with the sign of d, and its lowest bit says whether sgn(d) is 0. This costs x that bit.
	Inclusion    func(r, ca, oa, cb, ob []T, margin T) T
	Disjointness func(r, ca, oa, cb, ob []T, margin T) T
	Separation   func(r, ca, oa, cb, ob []T, margin T) T

	AddBox   func(gc, gb []T, kc, kb T, r []T) // gc += kc·y, gb += kb·x
	AddPoint func(g []T, k T, r []T)           // g += k·y

	// Intersect writes the box between l = max(lA, lB) and u = min(uA, uB): c = (l+u)/2, o = |u−l|/2.
	Intersect func(c, o, ca, oa, cb, ob []T)

	// IntersectGradient turns the gradients y and x of a residual for c and o of Intersect into those for (cA, |oA|)
	// and (cB, |oB|). ga and gb are twice as long as the others, centers before offsets, and are
	// overwritten.
	IntersectGradient func(ga, gb, r, ca, oa, cb, ob []T)

	// EmptyGap returns Σ z² of z = [max(lA, lB) − min(uA, uB)]₊, which is 0 where the boxes meet. In r it writes z as a residual
	// of y = sgn(ca − cb)·z: half the gradient of the sum is y for ca, −y for cb, and −z for |oa| and |ob|.
	EmptyGap func(r, ca, oa, cb, ob []T) T

	// Adam makes one step of a row with the gradient g that shares add up to, and the steps without gradient that follow it.
	//
	//	g = Σ KC·y or, if absolute, the gradient by |p|, sgn(p)·Σ KO·x
	//	m ← M·m + GainM·g
	//	v ← V·v + (GainV·g)²
	//	p ← p − m·(Slope·√v + Level)/((√v + Epsilon)·(√v + Later))
	//
	// next is the row that is needed after this one, of any length or empty, and also is a further vector: their memory is
	// asked for meanwhile, as far as this row is long.
	Adam func(row Row[T], shares []Share[T], absolute bool, s *AdamStep[T], next Row[T], also []T)

	// AdamDrift makes many steps without gradient in one. next is that of Adam.
	//
	//	p ← p − (Rate·m)/(√v + Epsilon)
	//	m ← m·M
	//	v ← v·V
	AdamDrift func(row Row[T], d Drift[T], next Row[T])

	// AdamShrink makes steps of rows of the same length in turn: as many as all have left. Three or four rows at once are fastest, as
	// none has to wait for a norm. Each has the gradient g = Pull·p/‖p‖ of Pull·‖p‖; 0 when p is 0.
	//
	//	m ← M·m + GainM·g
	//	v ← V·v + (GainV·g)²
	//	p ← p − (Rate·m)/(√v + Epsilon)
	AdamShrink func(rows []Shrinking[T], d Decay[T])

	// GlideSums writes y = 1/(√v + epsilon), which must be apart from the row, and takes the row's sums. Glide takes many steps
	// at once, with d = E0·p² + E1·y·p² + E2·p·u + E3·u² and u = y·m:
	//
	//	p ← p + y·(P(y)·p·(1 + BendP·d·y²) + A(y)·m·(1 + BendA·d·y²))
	//	m ← B(y)·m + C(y)·p
	//	v ← V·v + d
	GlideSums func(row Row[T], y []T, epsilon T) GlideSums[T]
	Glide     func(row Row[T], y []T, s *GlideSteps[T])

	// Ask begins to load a vector from memory.
	Ask func(vector []T)

	// Pack transposes count rows of n (row j is rows[j*stride : j*stride+n]) into groups of Lanes
	// candidates: element d of candidate g·Lanes + lane goes to dst[(g*n+d)*Lanes+lane]. A short last
	// group is padded with zeros. dst holds at least PackedLen(n, count), and must not overlap rows.
	Pack func(dst, rows []T, stride, n, count int)

	// TileSquaredDistances compares k queries of length n, one after the other, with groups·Lanes packed
	// candidates: out[i*outStride+j] = Σ_d (q_i[d] − x_j[d])², d ascending in one accumulator for each
	// pair. A pair's bits do not depend on the tile around it.
	TileSquaredDistances func(out []T, outStride int, queries []T, n, k int, packed []T, groups int)

	// TileHinge does the same for Σ_d [(|qc − xc| + qb) + sign·|xo|]₊², with one center qc and one bias qb
	// for each query and dimension, and packed centers xc and offsets xo of the candidates.
	TileHinge func(out []T, outStride int, qc, qb []T, n, k int, packedC, packedO []T, sign T,
		groups int)

	// TileBounds takes k queries of whole numbers q_i, from −127 to 127, and blocks·BlockLanes packed codes x_j with what is said
	// about each, f_j, w_j and e_j. Where f_j·scale_i·x_j·q_i is twice the product of two vectors, and w_j and square_i are their
	// squares, it is their distance less e_j:
	//
	//	out[i*outStride+j] = [√[(w_j + square_i) − Σ_d q_i[d]·x_j[d] · (f_j·scale_i)]₊ − e_j]₊
	//
	// offset_i is to be −15·Σ_d q_i[d], as x_j[d] = 2u_j[d] − 15. The sum is one of int32 and exact for 2^20 dimensions at most.
	TileBounds func(out []T, outStride int, queries []int8, offsets []int32, squares, scales []T, n,
		k int, codes []uint8, about []T, blocks int)

	// DotRows multiplies a query with some rows of its length, a multiple of 16: sums[i] = Σ_d query[d]·codes[rows[i]·n+d]. A sum is
	// one of int32 and exact, if the numbers of the query are LargestQuery(n) at most and codes are not −128.
	DotRows func(sums []int32, query []int16, codes []int8, rows []int32)

	// AtMost tells which of len(bits)·Lanes elements are at most the limit: bit l of bits[g] is x[g·Lanes+l] ≤ limit.
	AtMost func(bits []uint8, x []T, limit T)
}

// Row is a row of parameters: values and Adam's two moments, of the same length.
type Row[T Float] struct{ P, M, V []T }

// Slice returns columns of the row, as far as it has them.
func (r Row[T]) Slice(from, to int) Row[T] {
	from, to = min(from, len(r.P)), min(to, len(r.P))
	return Row[T]{r.P[from:to], r.M[from:to], r.V[from:to]}
}

// Share is a summand of a gradient: KC·C for a row's centers, or KO·O for what counts by its absolute value. Of a hinge, both vectors are
// its residual, and stand for what that means, y and x (Ops.Inclusion).
type Share[T Float] struct {
	C, O   []T
	KC, KO T
	Hinge  bool
}

// Decay is what a step of Adam does to moments (Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015, algorithm 1).
type Decay[T Float] struct {
	M, GainM T // β₁ and 1−β₁
	V, GainV T // β₂ and √(1−β₂)
}

// AdamStep are the numbers of a step and of those without gradient after it. With β₁ᵏ and β₂ᵏ, by which moments decay in the latter, Decay
// has β₁·β₁ᵏ, (1−β₁)·β₁ᵏ, β₂·β₂ᵏ and √((1−β₂)·β₂ᵏ). In terms of the m and v that this leaves, step and drift move p by
// m·a/(√v + Epsilon) and m·b/(√v + Later); then Slope = a + b, and Level = a·Later + b·Epsilon.
type AdamStep[T Float] struct {
	Decay[T]
	Slope, Level   T
	Epsilon, Later T
}

// Drift is what steps without gradient come to, taken together.
type Drift[T Float] struct {
	Rate, Epsilon T
	M, V          T // by which the moments decay
}

// RestStep are the numbers of step t without loss: of rows that only the regularizer pulls at.
type RestStep[T Float] struct {
	Rate    T // lr/(1−β₁ᵗ)·√(1−β₂ᵗ)
	Epsilon T // ε·√(1−β₂ᵗ)
}

// Shrinking is a row whose steps have the gradient Pull·p/‖p‖.
type Shrinking[T Float] struct {
	Row[T]
	Pull    T
	Squares T // Σ p²
	Steps   []RestStep[T]
}

// Portable is the plain Go implementation.
func Portable[T Float]() *Ops[T] {
	return &Ops[T]{
		Name:                 "portable",
		Add:                  add[T],
		Sub:                  sub[T],
		Axpy:                 axpy[T],
		Dot:                  dot[T],
		SumSquares:           sumSquares[T],
		Inclusion:            inclusion[T],
		Disjointness:         disjointness[T],
		Separation:           separation[T],
		AddBox:               addBox[T],
		AddPoint:             addPoint[T],
		Intersect:            intersect[T],
		IntersectGradient:    intersectGradient[T],
		EmptyGap:             emptyGap[T],
		Adam:                 adam[T],
		AdamDrift:            adamDrift[T],
		AdamShrink:           adamShrink[T],
		GlideSums:            glideSums[T],
		Glide:                glide[T],
		Ask:                  ask[T],
		Pack:                 pack[T],
		TileSquaredDistances: tileSquaredDistances[T],
		TileHinge:            tileHinge[T],
		TileBounds:           tileBounds[T],
		DotRows:              dotRows,
		AtMost:               atMost[T],
	}
}

// Float32 is the fastest implementation for this machine: assembly where the CPU has AVX2 and the
// build tag noasm is not set. All implementations give the same bits.
func Float32() *Ops[float32] {
	if ops := assembly(); ops != nil && !portableOnly.Load() {
		return ops
	}
	return Portable[float32]()
}

var portableOnly atomic.Bool

// UsePortable makes Float32 return the portable kernels until restore is called, so that one test
// binary can run all that is built on them both ways.
func UsePortable() (restore func()) {
	was := portableOnly.Swap(true)
	return func() { portableOnly.Store(was) }
}

// PackedLen is the length of a tile that holds count candidates of n dimensions.
func PackedLen(n, count int) int {
	return (count + Lanes - 1) / Lanes * Lanes * n
}
