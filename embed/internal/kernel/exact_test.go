package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestRounding computes the kernels in big.Float with rounding after every operation and the
// specified order of sums, for both element types. It detects a compiler that fuses a product with
// a sum on the machine for which it compiles.
func TestRounding(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testRounding(t, Portable[float64]()) })
	for _, ops := range implementations(t) {
		t.Run("float32/"+ops.Name, func(t *testing.T) { testRounding(t, ops) })
	}
}

func testRounding[T Float](t *testing.T, ops *Ops[T]) {
	const n = 75
	random := rand.New(rand.NewPCG(19, 23))
	vector := func() []T {
		x := make([]T, n)
		for i := range x {
			x[i] = T(2*random.Float64() - 1)
		}
		return x
	}
	a, b, c := vector(), vector(), vector()
	k := T(0.7)

	check := func(what string, i int, got, want T) {
		t.Helper()
		if !sameBits(got, want) {
			t.Errorf("%s: element %d is %x, want %x", what, i, got, want)
		}
	}
	sum := func(term func(i int) rounded[T]) T {
		var s [Lanes]rounded[T]
		for i := range n {
			s[i%Lanes] = s[i%Lanes].plus(term(i))
		}
		for half := Lanes / 2; half > 0; half /= 2 {
			for l := range half {
				s[l] = s[l].plus(s[l+half])
			}
		}
		return s[0].x
	}
	square := func(x rounded[T]) rounded[T] { return x.times(x) }
	at := func(x []T, i int) rounded[T] { return rounded[T]{x[i]} }

	check("Dot", 0, ops.Dot(a, b), sum(func(i int) rounded[T] { return at(a, i).times(at(b, i)) }))
	check("SumSquares", 0, ops.SumSquares(a),
		sum(func(i int) rounded[T] { return square(at(a, i)) }))
	sums := append([]T(nil), c...)
	ops.Axpy(sums, k, a)
	for i := range sums {
		check("Axpy", i, sums[i], at(c, i).plus(rounded[T]{k}.times(at(a, i))).x)
	}
	size := func(x rounded[T]) rounded[T] { return rounded[T]{T(math.Abs(float64(x.x)))} }
	check("Inclusion", 0, ops.Inclusion(make([]T, n), a, b, c, a, 0.125),
		sum(func(i int) rounded[T] {
			x := size(at(a, i).minus(at(c, i))).plus(size(at(b, i))).minus(size(at(a, i))).minus(
				rounded[T]{0.125})
			return square(rounded[T]{max(x.x, 0)})
		}))
	gc, gb, r := append([]T(nil), b...), append([]T(nil), b...), append([]T(nil), a...)
	for i := range r {
		r[i] = signed(T(math.Abs(float64(a[i]))), T(i%3)*a[i])
	}
	ops.AddBox(gc, gb, k, k, r)
	for i := range r {
		y := at(r, i)
		if i%3 == 0 {
			y.x = 0
		}
		check("AddBox, centers", i, gc[i], at(b, i).plus(rounded[T]{k}.times(y)).x)
		check("AddBox, offsets", i, gb[i], at(b, i).plus(rounded[T]{k}.times(size(at(r, i)))).x)
	}

	s := step[T]()
	number := func(x T) rounded[T] { return rounded[T]{x} }
	moments := func(m, v, d rounded[T], gainM, gainV rounded[T]) (_, _ rounded[T]) {
		return number(s.M).times(m).plus(gainM.times(d)),
			number(s.V).times(v).plus(square(gainV.times(d)))
	}
	v := make([]T, n)
	for i := range v {
		v[i] = T(a[i] * a[i])
	}
	copied := func() Row[T] {
		return Row[T]{append([]T(nil), a...), append([]T(nil), b...), append([]T(nil), v...)}
	}
	for _, absolute := range []bool{false, true} {
		row := copied()
		ops.Adam(row, []Share[T]{{C: c, O: c, KC: k, KO: k}, {C: b, O: b, KC: k, KO: k}}, absolute,
			&s, Row[T]{}, nil)
		for i := range n {
			d := number(k).times(at(c, i)).plus(number(k).times(at(b, i)))
			if absolute && a[i] < 0 {
				d.x = -d.x
			}
			m, u := moments(at(b, i), at(v, i), d, number(s.GainM), number(s.GainV))
			root := u.root()
			below := root.plus(number(s.Epsilon)).times(root.plus(number(s.Later)))
			k := number(s.Slope).times(root).plus(number(s.Level)).over(below)
			check("Adam, p", i, row.P[i], at(a, i).minus(k.times(m)).x)
			check("Adam, m", i, row.M[i], m.x)
			check("Adam, v", i, row.V[i], u.x)
		}
	}
	rest, drift := rests[T]()[0], Drift[T]{0.0234, 1e-8, 0.73, 0.987}
	shrunk := make([]Shrinking[T], 2)
	for i := range shrunk {
		shrunk[i] = Shrinking[T]{copied(), k, ops.SumSquares(a), []RestStep[T]{rest}}
	}
	q := number(k).over(number(shrunk[0].Squares).root())
	ops.AdamShrink(shrunk, s.Decay)
	drifted := copied()
	ops.AdamDrift(drifted, drift, Row[T]{})
	for i := range n {
		m, u := moments(at(b, i), at(v, i), at(a, i), q.times(number(s.GainM)),
			q.times(number(s.GainV)))
		p := at(a, i).minus(number(rest.Rate).times(m).over(u.root().plus(number(rest.Epsilon))))
		for _, row := range shrunk {
			check("AdamShrink, p", i, row.P[i], p.x)
			check("AdamShrink, m", i, row.M[i], m.x)
			check("AdamShrink, v", i, row.V[i], u.x)
		}
		moved := number(drift.Rate).times(at(b, i)).over(
			at(v, i).root().plus(number(drift.Epsilon)))
		check("AdamDrift, p", i, drifted.P[i], at(a, i).minus(moved).x)
		check("AdamDrift, m", i, drifted.M[i], at(b, i).times(number(drift.M)).x)
		check("AdamDrift, v", i, drifted.V[i], at(v, i).times(number(drift.V)).x)
	}
	check("AdamShrink, Σ", 0, shrunk[0].Squares,
		sum(func(i int) rounded[T] { return square(at(shrunk[0].P, i)) }))

	packed, out := make([]T, PackedLen(n, 1)), make([]T, Lanes)
	ops.Pack(packed, b, n, n, 1)
	ops.TileSquaredDistances(out, Lanes, a, n, 1, packed, 1)
	var distance, hinges rounded[T]
	for i := range n {
		distance = distance.plus(square(at(a, i).minus(at(b, i))))
	}
	check("TileSquaredDistances", 0, out[0], distance.x)
	ops.TileHinge(out, Lanes, a, c, n, 1, packed, packed, k, 1)
	for i := range n {
		gap := rounded[T]{T(math.Abs(float64(a[i] - b[i])))}.plus(at(c, i))
		hinge := gap.plus(rounded[T]{k}.times(rounded[T]{T(math.Abs(float64(b[i])))}))
		hinges = hinges.plus(square(rounded[T]{max(hinge.x, 0)}))
	}
	check("TileHinge", 0, out[0], hinges.x)
}

// rounded is a number whose operations are exact and then rounded once to T.
type rounded[T Float] struct{ x T }

func (r rounded[T]) big() *big.Float {
	precision := uint(53)
	if unsafe.Sizeof(r.x) == 4 {
		precision = 24
	}
	return new(big.Float).SetPrec(precision).SetFloat64(float64(r.x))
}

func from[T Float](f *big.Float) rounded[T] {
	x, _ := f.Float64()
	return rounded[T]{T(x)}
}

func (r rounded[T]) plus(o rounded[T]) rounded[T]  { return from[T](r.big().Add(r.big(), o.big())) }
func (r rounded[T]) minus(o rounded[T]) rounded[T] { return from[T](r.big().Sub(r.big(), o.big())) }
func (r rounded[T]) times(o rounded[T]) rounded[T] { return from[T](r.big().Mul(r.big(), o.big())) }
func (r rounded[T]) over(o rounded[T]) rounded[T]  { return from[T](r.big().Quo(r.big(), o.big())) }
func (r rounded[T]) root() rounded[T]              { return from[T](r.big().Sqrt(r.big())) }

// TestDefinitions compares boxes with the definitions of the specification (section 1), regardless
// of rounding.
func TestDefinitions(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testDefinitions(t, Portable[float64](), 1e-14) })
	for _, ops := range implementations(t) {
		t.Run("float32/"+ops.Name, func(t *testing.T) { testDefinitions(t, ops, 1e-6) })
	}
}

func testDefinitions[T Float](t *testing.T, ops *Ops[T], tolerance float64) {
	const n, margin = 61, 0.05
	random := rand.New(rand.NewPCG(29, 31))
	var in [4][]T
	for i := range in {
		for range n {
			in[i] = append(in[i], T(2*random.Float64()-1))
		}
	}
	c, o, r := make([]T, n), make([]T, n), make([]T, n)
	near := func(what string, i int, got T, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > tolerance*max(1, math.Abs(want)) {
			t.Errorf("%s: element %d is %v, want %v", what, i, got, want)
		}
	}
	for _, hinge := range []struct {
		name     string
		kernel   func(r, ca, oa, cb, ob []T, margin T) T
		residual func(d, oa, ob float64) float64
	}{
		{"Inclusion", ops.Inclusion, func(d, oa, ob float64) float64 { return d + oa - ob - margin }},
		{"Disjointness", ops.Disjointness, func(d, oa, ob float64) float64 { return -d + oa + ob - margin }},
		{"Separation", ops.Separation, func(d, oa, ob float64) float64 { return d - oa - ob + margin }},
	} {
		got, want := hinge.kernel(r, in[0], in[1], in[2], in[3], margin), 0.0
		for i := range n {
			d := float64(in[0][i]) - float64(in[2][i])
			x := math.Max(0, hinge.residual(math.Abs(d), math.Abs(float64(in[1][i])),
				math.Abs(float64(in[3][i]))))
			near(hinge.name, i, r[i], math.Copysign(x, d))
			want += x * x
		}
		near(hinge.name+" Σ", 0, got/n, want/n)
	}
	ops.Intersect(c, o, in[0], in[1], in[2], in[3])
	got, want := ops.EmptyGap(r, in[0], in[1], in[2], in[3]), 0.0
	empty := 0
	for i := range n {
		end := func(box int, side float64) float64 {
			return float64(in[box][i]) + side*math.Abs(float64(in[box+1][i]))
		}
		l, u := math.Max(end(0, -1), end(2, -1)), math.Min(end(0, 1), end(2, 1))
		near("Intersect c", i, c[i], (l+u)/2)
		near("Intersect o", i, o[i], math.Abs(u-l)/2)
		gap := math.Max(0, l-u)
		near("EmptyGap", i, r[i], math.Copysign(gap, float64(in[0][i])-float64(in[2][i])))
		want += gap * gap
		if l > u {
			empty++
		}
	}
	near("EmptyGap Σ", 0, got/n, want/n)
	if empty == 0 || empty == n {
		t.Errorf("%d of %d dimensions of the intersection are empty: not a test", empty, n)
	}
}
