package ranking

import (
	"math"

	"box2el-owl/embed/internal/kernel"
)

// Term is a term of the distance between an axiom and a candidate: Distance, Hinge, Ball or Volume.
type Term[T Float] interface {
	// candidates returns the number of candidates with vectors.
	candidates() int

	// queryLen returns the number of elements of a query.
	queryLen() int

	// tile writes the distances of the candidates of a span, in whole groups, for the axioms: row i
	// begins at dst[i*groups*Lanes]. queries has queryLen elements per axiom.
	tile(dst []T, axioms [][]int32, queries []T, among span[T])
}

// Distance is ‖x − q‖, with the vector x of the candidate and a query q that depends on the axiom.
type Distance[T Float] struct {
	Points *Points[T]
	Query  func(axiom []int32, q []T) // writes all of q
}

func (d Distance[T]) candidates() int { return d.Points.count }
func (d Distance[T]) queryLen() int   { return d.Points.n }

func (d Distance[T]) tile(dst []T, axioms [][]int32, queries []T, among span[T]) {
	x, n, k := d.Points, d.Points.n, len(axioms)
	for i, axiom := range axioms {
		d.Query(axiom, queries[i*n:(i+1)*n:(i+1)*n])
	}
	candidates := x.tile(among)
	defer candidates.giveBack()
	x.ops.TileSquaredDistances(dst, len(dst)/k, queries[:k*n], n, k, candidates.packed,
		among.groups)
	roots(dst)
}

// Hinge is ‖[ |x − q| + b + Sign·|o| ]₊‖: the violation of an inclusion of two boxes, with center x
// and offset o of the candidate. The query has a center q and a bias b that includes the offset of
// the other box and the margin. Sign is −1 for candidates that should contain, +1 for candidates
// that should be contained, and 0 for points, whose Offsets may be nil.
type Hinge[T Float] struct {
	Centers, Offsets *Points[T]
	Sign             T
	Query            func(axiom []int32, q, b []T) // writes all of q and b
}

func (h Hinge[T]) candidates() int { return h.Centers.count }
func (h Hinge[T]) queryLen() int   { return 2 * h.Centers.n }

func (h Hinge[T]) tile(dst []T, axioms [][]int32, queries []T, among span[T]) {
	x, n, k := h.Centers, h.Centers.n, len(axioms)
	centers, biases := queries[:k*n], queries[k*n:2*k*n]
	for i, axiom := range axioms {
		h.Query(axiom, centers[i*n:(i+1)*n:(i+1)*n], biases[i*n:(i+1)*n:(i+1)*n])
	}
	candidates := x.tile(among)
	defer candidates.giveBack()
	offsets := candidates // their factor is 0
	if h.Offsets != nil {
		offsets = h.Offsets.tile(among)
		defer offsets.giveBack()
	}
	x.ops.TileHinge(dst, len(dst)/k, centers, biases, n, k, candidates.packed, offsets.packed,
		h.Sign, among.groups)
	roots(dst)
}

// Ball is [ ‖x − q‖ + b + Sign·|ρ| ]₊: the violation of an inclusion of two balls, with center x
// and radius ρ of the candidate. Sign is that of Hinge.
type Ball[T Float] struct {
	Centers *Points[T]
	Radii   []T // by candidate
	Sign    T
	Query   func(axiom []int32, q []T) (b T) // writes all of q
}

func (b Ball[T]) candidates() int { return b.Centers.count }
func (b Ball[T]) queryLen() int   { return b.Centers.n + 1 }

func (b Ball[T]) tile(dst []T, axioms [][]int32, queries []T, among span[T]) {
	x, n, k := b.Centers, b.Centers.n, len(axioms)
	centers, biases := queries[:k*n], queries[k*n:]
	for i, axiom := range axioms {
		biases[i] = b.Query(axiom, centers[i*n:(i+1)*n:(i+1)*n])
	}
	width := len(dst) / k
	candidates := x.tile(among)
	defer candidates.giveBack()
	x.ops.TileSquaredDistances(dst, width, centers, n, k, candidates.packed, among.groups)
	roots(dst)
	radii := borrow[T](width)
	defer giveBack(radii)
	b.radii(*radii, among)
	for i := range k {
		row := dst[i*width : (i+1)*width]
		for j, r := range *radii {
			row[j] = max(0, row[j]+biases[i]+T(b.Sign*T(math.Abs(float64(r)))))
		}
	}
}

// radii writes the radii of the candidates of a span, and 0 for the padding.
func (b Ball[T]) radii(into []T, among span[T]) {
	clear(into)
	if among.ids == nil {
		copy(into, b.Radii[among.from*kernel.Lanes:])
		return
	}
	for i, id := range among.ids {
		into[i] = b.Radii[id]
	}
}

// roots replaces each element by its square root.
func roots[T Float](x []T) {
	for i := range x {
		x[i] = T(math.Sqrt(float64(x[i])))
	}
}
