package kernel

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// call is one kernel on vectors of n elements, with a uniform signature for tests.
type call[T Float] struct {
	name string
	// lengths of the operands in units of n, the written ones first.
	written, read []int
	// run returns the sum of the kernel, or 0.
	run func(ops *Ops[T], s [][]T, k T, step AdamStep[T]) T
}

func (c call[T]) operands() []int {
	return append(append([]int(nil), c.written...), c.read...)
}

// step returns coefficients as in training, none of them a power of two.
func step[T Float]() AdamStep[T] {
	return AdamStep[T]{
		Decay: Decay[T]{M: 0.9, GainM: T(1 - 0.9), V: 0.999, GainV: 0.0316},
		Slope: 0.0123, Level: 0.234e-10, Epsilon: 1e-8, Later: 0.91e-8,
	}
}

func row[T Float](s [][]T) Row[T] { return Row[T]{s[0], s[1], s[2]} }

// rests returns three steps.
func rests[T Float]() []RestStep[T] {
	return []RestStep[T]{{0.0123, 1e-8}, {0.00615, 3e-8}, {0.0369, 1e-8}}
}

func shrinking[T Float](ops *Ops[T], s [][]T, pull T) Shrinking[T] {
	return Shrinking[T]{Row: row(s), Pull: pull, Squares: ops.SumSquares(s[0]), Steps: rests[T]()}
}

// sharing returns shares that add a vector unchanged and as the residual of a hinge.
func sharing[T Float](g []T) []Share[T] {
	return []Share[T]{{C: g, O: g, KC: 1, KO: 1}, {C: g, O: g, KC: 0.75, KO: -0.25, Hinge: true},
		{C: g, O: g, KC: -3, KO: 0.1}}
}

// calls returns all kernels on vectors. Those on tiles have separate tests.
func calls[T Float]() []call[T] {
	one, two := []int{1}, []int{1, 1}
	boxes := []int{1, 1, 1, 1}
	return []call[T]{
		{"Add", one, two, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T { ops.Add(s[0], s[1], s[2]); return 0 }},
		{"Sub", one, two, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T { ops.Sub(s[0], s[1], s[2]); return 0 }},
		{"Axpy", one, one, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T { ops.Axpy(s[0], k, s[1]); return 0 }},
		{"Dot", nil, two, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T { return ops.Dot(s[0], s[1]) }},
		{"SumSquares", nil, one, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T { return ops.SumSquares(s[0]) }},
		{"Inclusion", one, boxes, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T {
			return ops.Inclusion(s[0], s[1], s[2], s[3], s[4], k)
		}},
		{"Disjointness", one, boxes, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T {
			return ops.Disjointness(s[0], s[1], s[2], s[3], s[4], k)
		}},
		{"Separation", one, boxes, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T {
			return ops.Separation(s[0], s[1], s[2], s[3], s[4], k)
		}},
		{"Intersect", two, boxes, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T {
			ops.Intersect(s[0], s[1], s[2], s[3], s[4], s[5])
			return 0
		}},
		{"IntersectGradient", []int{2, 2}, []int{1, 1, 1, 1, 1}, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T {
			ops.IntersectGradient(s[0], s[1], s[2], s[3], s[4], s[5], s[6])
			return 0
		}},
		{"EmptyGap", one, boxes, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T {
			return ops.EmptyGap(s[0], s[1], s[2], s[3], s[4])
		}},
		{"AddBox", two, one, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T { ops.AddBox(s[0], s[1], k, -3*k, s[2]); return 0 }},
		{"AddPoint", one, one, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T { ops.AddPoint(s[0], k, s[1]); return 0 }},
		{"Adam", []int{1, 1, 1}, one, func(ops *Ops[T], s [][]T, _ T, step AdamStep[T]) T {
			ops.Adam(row(s), sharing(s[3]), false, &step, row(s).Slice(0, 1), s[3])
			return 0
		}},
		{"AdamAbsolute", []int{1, 1, 1}, one, func(ops *Ops[T], s [][]T, _ T, step AdamStep[T]) T {
			ops.Adam(row(s), sharing(s[3]), true, &step, Row[T]{}, nil)
			return 0
		}},
		{"AdamDrift", []int{1, 1, 1}, nil, func(ops *Ops[T], s [][]T, k T, _ AdamStep[T]) T {
			ops.AdamDrift(row(s), Drift[T]{k, 1e-8, 0.81, 0.998}, row(s))
			return 0
		}},
		{"AdamShrink", []int{1, 1, 1}, nil, func(ops *Ops[T], s [][]T, k T, step AdamStep[T]) T {
			a := []Shrinking[T]{shrinking(ops, s, k)}
			ops.AdamShrink(a, step.Decay)
			return a[0].Squares
		}},
		{"AdamShrink of two", []int{1, 1, 1, 1, 1, 1}, nil, func(ops *Ops[T], s [][]T, k T, step AdamStep[T]) T {
			a := []Shrinking[T]{shrinking(ops, s[:3], k), shrinking(ops, s[3:], 3*k)}
			a[1].skip(1)
			ops.AdamShrink(a, step.Decay)
			return a[0].Squares + a[1].Squares + T(len(a[0].Steps)) + 2*T(len(a[1].Steps))
		}},
		{"Ask", nil, one, func(ops *Ops[T], s [][]T, _ T, _ AdamStep[T]) T { ops.Ask(s[0]); return 0 }},
	}
}

// kinds are the distributions of test vectors.
var kinds = []struct {
	name string
	draw func(r *rand.Rand) float64
}{
	{"ordinary", func(r *rand.Rand) float64 { return 2*r.Float64() - 1 }},
	// Quarters: every second max and min has equal arguments, and zeros of both signs are frequent.
	{"coarse", func(r *rand.Rand) float64 {
		return math.Copysign(float64(r.IntN(4))/4, r.Float64()-0.5)
	}},
	// The limits of float32 and float64, where sums overflow, products underflow, and infinities
	// meet.
	{"special", func(r *rand.Rand) float64 {
		special := [...]float64{
			0, 1, 0x1p-149, 0x3p-149, 0x1p-127, 0x1p-126, 0x1p-74, 0x1.fffffep127, 0x1p126,
			0x1p-1074, 0x1p-1022,
			math.MaxFloat64, math.Inf(1), math.NaN(), 0.3, 1e-20, 1e20, 1e-38, 1e-300,
		}
		return math.Copysign(special[r.IntN(len(special))], r.Float64()-0.5)
	}},
	// Adam's moments of rows without a gradient for many steps.
	{"denormal", func(r *rand.Rand) float64 { return (2*r.Float64() - 1) * 0x1p-140 }},
}

// sameBits compares bits; any NaN equals any other.
func sameBits[T Float](a, b T) bool {
	if a != a || b != b {
		return a != a && b != b
	}
	return math.Float64bits(float64(a)) == math.Float64bits(float64(b))
}

// bitsOf reads a float32, little endian.
func bitsOf(b []byte) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b))
}
