package ranking

import (
	"math"
	"sync"

	"box2el-owl/embed/internal/kernel"
)

// Volume ranks candidates X by the volume that they share with a query box A, as in BoxEL:
//
//	−vol(A ∩ X)             if Map is nil
//	−vol(A ∩ MX)/vol(MX)   otherwise, with MX = k·X + shift
//	vol(B) = clamp(∏ softplus(u − l), 1e-10, 1e4)
//
// The corners of A∩B are the larger lower and the smaller upper corners, even if they are in the
// wrong order. The distance in the paper is greater by 1; without it, small volumes differ in
// float32. Candidates whose volume is clamped tie, as do all that contain A.
type Volume[T Float] struct {
	Lower, Upper *Points[T]                        // corners of candidates
	Query        func(axiom []int32, l, u []T)     // writes the corners of A
	Map          func(axiom []int32, k, shift []T) // writes the map of each dimension
}

// Limits of the volumes of BoxEL, as logarithms.
var (
	logSmallestVolume = math.Log(1e-10)
	logLargestVolume  = math.Log(1e4)
)

func (v Volume[T]) candidates() int { return v.Lower.count }
func (v Volume[T]) queryLen() int   { return 4 * v.Lower.n }

func (v Volume[T]) tile(dst []T, axioms [][]int32, queries []T, among span[T]) {
	n, width := v.Lower.n, len(dst)/len(axioms)
	lower, upper := v.Lower.tile(among), v.Upper.tile(among)
	defer lower.giveBack()
	defer upper.giveBack()
	logs := logSoftplus()
	for i, axiom := range axioms {
		q := queries[4*n*i : 4*n*(i+1)]
		box := volumeQuery[T]{l: q[:n:n], u: q[n : 2*n : 2*n], k: q[2*n : 3*n : 3*n],
			shift: q[3*n:]}
		v.Query(axiom, box.l, box.u)
		if v.Map != nil {
			v.Map(axiom, box.k, box.shift)
		}
		for g := range among.groups {
			at := g * n * kernel.Lanes
			l, u := lower.packed[at:at+n*kernel.Lanes], upper.packed[at:at+n*kernel.Lanes]
			out := (*[kernel.Lanes]T)(dst[i*width+g*kernel.Lanes:])
			if v.Map == nil {
				box.shared(logs, out, l, u)
			} else {
				box.sharedByImage(logs, out, l, u)
			}
		}
	}
}

type volumeQuery[T Float] struct{ l, u, k, shift []T }

// shared writes −vol(A ∩ X) for a group of packed candidates. The cost is one interpolation per
// dimension and candidate.
func (q *volumeQuery[T]) shared(logs *logTable, out *[kernel.Lanes]T, lower, upper []T) {
	var sum [kernel.Lanes]float64
	for d, l := range q.l {
		u := q.u[d]
		xl := (*[kernel.Lanes]T)(lower[d*kernel.Lanes:])
		xu := (*[kernel.Lanes]T)(upper[d*kernel.Lanes:])
		for lane := range sum {
			sum[lane] += logs.at(float64(min(u, xu[lane]) - max(l, xl[lane])))
		}
	}
	for lane, s := range sum {
		out[lane] = T(-math.Exp(clamped(s)))
	}
}

// sharedByImage writes −vol(A ∩ MX)/vol(MX).
func (q *volumeQuery[T]) sharedByImage(logs *logTable, out *[kernel.Lanes]T, lower, upper []T) {
	var common, whole [kernel.Lanes]float64
	for d, l := range q.l {
		u, k, shift := q.u[d], q.k[d], q.shift[d]
		xl := (*[kernel.Lanes]T)(lower[d*kernel.Lanes:])
		xu := (*[kernel.Lanes]T)(upper[d*kernel.Lanes:])
		for lane := range common {
			ml, mu := T(k*xl[lane])+shift, T(k*xu[lane])+shift
			whole[lane] += logs.at(float64(mu - ml))
			common[lane] += logs.at(float64(min(u, mu) - max(l, ml)))
		}
	}
	for lane := range common {
		out[lane] = T(-math.Exp(clamped(common[lane]) - clamped(whole[lane])))
	}
}

func clamped(log float64) float64 {
	return min(max(log, logSmallestVolume), logLargestVolume)
}

// logTable interpolates log softplus(w) = log log(1 + eʷ) by cubic polynomials between points
// 1/tableSteps apart, with the exact slopes at the points. The error is below 10⁻¹⁰, and the time a
// tenth of that of computing the logarithms and exponentials.
type logTable [2*tableReach*tableSteps + 1][4]float64

const (
	tableReach = 40 // beyond, log softplus(w) is w or log w
	tableSteps = 64
)

var logSoftplus = sync.OnceValue(func() *logTable {
	var t logTable
	point := func(i int) (value, slope float64) {
		w := float64(i)/tableSteps - tableReach
		s := math.Log1p(math.Exp(w))
		return math.Log(s), 1 / (1 + math.Exp(-w)) / s
	}
	for i := range t {
		a, slopeA := point(i)
		b, slopeB := point(i + 1)
		slopeA, slopeB = slopeA/tableSteps, slopeB/tableSteps
		t[i] = [4]float64{a, slopeA, 3*(b-a) - 2*slopeA - slopeB, 2*(a-b) + slopeA + slopeB}
	}
	return &t
})

// at returns log softplus(w).
func (t *logTable) at(w float64) float64 {
	x := float64((w + tableReach) * tableSteps)
	if !(x >= 0 && x < 2*tableReach*tableSteps) {
		return logSoftplusFar(w)
	}
	i := int(x)
	f := x - float64(i)
	c := &t[i]
	return c[0] + float64(f*(c[1]+float64(f*(c[2]+float64(f*c[3])))))
}

func logSoftplusFar(w float64) float64 {
	if w < 0 {
		return w
	}
	return math.Log(w)
}
