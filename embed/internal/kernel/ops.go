package kernel

// Float is an element type.
type Float interface{ float32 | float64 }

// Lanes is the number of candidates of a group in a packed tile, and the number of accumulators of
// a sum.
const Lanes = 8

// Ops holds the kernels of one element type. All slices of a call must have the same length unless
// documented otherwise; other lengths panic. A written slice may be the same as a read one, but
// must not overlap it partially. A call takes one pass over each operand.
//
// A box is a pair of slices: center c and offset o, whose sign is ignored. Its corners are l = c −
// |o| and u = c + |o|.
type Ops[T Float] struct {
	// Name is the name of the implementation: "portable" or "avx2".
	Name string

	Add  func(dst, a, b []T)       // dst = a + b
	Sub  func(dst, a, b []T)       // dst = a − b
	Axpy func(dst []T, k T, x []T) // dst += k·x
	Dot  func(a, b []T) T          // Σ a·b
	// SumSquares is Σ a².
	SumSquares func(a []T) T

	// Inclusion, Disjointness and Separation compute the hinge residuals x of two boxes, with d =
	// ca − cb. They return Σ x².
	//
	//	Inclusion     x = [((|d| + |oa|) − |ob|) − margin]₊
	//	Disjointness  x = [((|oa| + |ob|) − |d|) − margin]₊
	//	Separation    x = [((|d| − |oa|) − |ob|) + margin]₊
	//
	// Half the gradient of the sum is y = sgn(d)·x for ca, −y for cb, and x with the sign of the
	// term for |oa|, |ob| (for Disjointness −y for ca, y for cb). The vector r encodes both y and x
	// for AddBox and AddPoint: it holds x with the sign of d, and its lowest bit is set if sgn(d)
	// is 0. Thus x loses its lowest bit.
	Inclusion    func(r, ca, oa, cb, ob []T, margin T) T
	Disjointness func(r, ca, oa, cb, ob []T, margin T) T
	Separation   func(r, ca, oa, cb, ob []T, margin T) T

	AddBox   func(gc, gb []T, kc, kb T, r []T) // gc += kc·y, gb += kb·x
	AddPoint func(g []T, k T, r []T)           // g += k·y

	// Intersect writes the box between l = max(lA, lB) and u = min(uA, uB): c = (l+u)/2, o =
	// |u−l|/2.
	Intersect func(c, o, ca, oa, cb, ob []T)

	// IntersectGradient turns the gradients y and x of a residual for c and o of Intersect into
	// those for (cA, |oA|) and (cB, |oB|). It overwrites ga and gb, which are twice as long as the
	// others: centers, then offsets.
	IntersectGradient func(ga, gb, r, ca, oa, cb, ob []T)

	// EmptyGap returns Σ z² of z = [max(lA, lB) − min(uA, uB)]₊, which is 0 if the boxes intersect.
	// It writes z to r as a residual of y = sgn(ca − cb)·z: half the gradient of the sum is y for
	// ca, −y for cb, and −z for |oa| and |ob|.
	EmptyGap func(r, ca, oa, cb, ob []T) T

	// Adam makes one step of a row with the gradient g, the sum of the shares, and the steps
	// without gradient that follow it.
	//
	//	g = Σ KC·y or, if absolute, the gradient by |p|, sgn(p)·Σ KO·x
	//	m ← M·m + GainM·g
	//	v ← V·v + (GainV·g)²
	//	p ← p − m·(Slope·√v + Level)/((√v + Epsilon)·(√v + Later))
	//
	// It prefetches next, the row that is needed after this one, of any length or empty, and the
	// vector also, up to the length of this row.
	Adam func(row Row[T], shares []Share[T], absolute bool, s *AdamStep[T], next Row[T], also []T)

	// AdamDrift makes several steps without gradient at once. next is that of Adam.
	//
	//	p ← p − (Rate·m)/(√v + Epsilon)
	//	m ← m·M
	//	v ← v·V
	AdamDrift func(row Row[T], d Drift[T], next Row[T])

	// AdamShrink makes steps of rows of the same length in turn, as many as all rows have left.
	// Three or four rows at once are fastest, because norms are computed in parallel. Each step has
	// the gradient g = Pull·p/‖p‖ of Pull·‖p‖, which is 0 if p is 0.
	//
	//	m ← M·m + GainM·g
	//	v ← V·v + (GainV·g)²
	//	p ← p − (Rate·m)/(√v + Epsilon)
	AdamShrink func(rows []Shrinking[T], d Decay[T])

	// Ask prefetches a vector.
	Ask func(vector []T)

	// Pack transposes count rows of n (row j is rows[j*stride : j*stride+n]) into groups of Lanes
	// candidates: element d of candidate g·Lanes + lane is at dst[(g*n+d)*Lanes+lane]. A short last
	// group is padded with zeros. dst needs at least PackedLen(n, count) elements and must not
	// overlap rows.
	Pack func(dst, rows []T, stride, n, count int)

	// TileSquaredDistances compares k consecutive queries of length n with groups·Lanes packed
	// candidates: out[i*outStride+j] = Σ_d (q_i[d] − x_j[d])², with one accumulator per pair and
	// ascending d. The bits of a pair do not depend on the tile.
	TileSquaredDistances func(out []T, outStride int, queries []T, n, k int, packed []T, groups int)

	// TileHinge does the same for Σ_d [(|qc − xc| + qb) + sign·|xo|]₊², with one center qc and one
	// bias qb per query and dimension, and packed centers xc and offsets xo of the candidates.
	TileHinge func(out []T, outStride int, qc, qb []T, n, k int, packedC, packedO []T, sign T,
		groups int)
}

// Row is a row of parameters: values and Adam's two moments, of the same length.
type Row[T Float] struct{ P, M, V []T }

// Slice returns the columns from … to−1, or fewer if the row is shorter.
func (r Row[T]) Slice(from, to int) Row[T] {
	from, to = min(from, len(r.P)), min(to, len(r.P))
	return Row[T]{r.P[from:to], r.M[from:to], r.V[from:to]}
}

// Share is a term of a gradient: KC·C for the centers of a row, or KO·O for values that count by
// their absolute value. For a hinge, both vectors are its residual, which encodes y and x
// (Ops.Inclusion).
type Share[T Float] struct {
	C, O   []T
	KC, KO T
	Hinge  bool
}

// Decay holds the factors of a step of Adam on the moments (Kingma and Ba, "Adam: A Method for
// Stochastic Optimization", ICLR 2015, algorithm 1).
type Decay[T Float] struct {
	M, GainM T // β₁ and 1−β₁
	V, GainV T // β₂ and √(1−β₂)
}

// AdamStep holds the coefficients of a step and of the steps without gradient after it. Moments
// decay by β₁ᵏ and β₂ᵏ in the latter, so Decay has β₁·β₁ᵏ, (1−β₁)·β₁ᵏ, β₂·β₂ᵏ and √((1−β₂)·β₂ᵏ). In
// terms of the resulting m and v, the two move p by m·a/(√v + Epsilon) and m·b/(√v + Later); then
// Slope = a + b, and Level = a·Later + b·Epsilon.
type AdamStep[T Float] struct {
	Decay[T]
	Slope, Level   T
	Epsilon, Later T
}

// Drift holds the coefficients of several steps without gradient.
type Drift[T Float] struct {
	Rate, Epsilon T
	M, V          T // decay of the moments
}

// RestStep holds the coefficients of step t of a row whose only gradient is that of the
// regularizer.
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

// Portable returns the plain Go implementation.
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
		Ask:                  ask[T],
		Pack:                 pack[T],
		TileSquaredDistances: tileSquaredDistances[T],
		TileHinge:            tileHinge[T],
	}
}

// Float32 returns the fastest implementation for this machine: assembly if the CPU has AVX2 and the
// build tag noasm is not set. All implementations give the same bits.
func Float32() *Ops[float32] {
	if ops := assembly(); ops != nil {
		return ops
	}
	return Portable[float32]()
}

// PackedLen returns the length of a tile of count candidates of n dimensions.
func PackedLen(n, count int) int {
	return (count + Lanes - 1) / Lanes * Lanes * n
}
