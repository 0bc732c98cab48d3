package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTiles compares packed tiles of all small shapes with the sum over each pair, computed
// separately. The bits must be the same in every tile, and nothing may be written between or behind
// rows.
func TestTiles(t *testing.T) {
	for _, ops := range implementations(t) {
		t.Run(ops.Name, func(t *testing.T) { testTiles(t, ops) })
	}
	t.Run("float64", func(t *testing.T) { testTiles(t, Portable[float64]()) })
}

func testTiles[T Float](t *testing.T, ops *Ops[T]) {
	random := rand.New(rand.NewPCG(13, 17))
	for _, kind := range kinds {
		for _, n := range []int{0, 1, 2, 7, 8, 9, 16, 21, 50} {
			for _, k := range []int{0, 1, 3, 4, 5, 9} {
				for _, count := range []int{0, 1, 7, 8, 9, 16, 24, 37} {
					vector := func(n int) []T {
						x := make([]T, n)
						for i := range x {
							x[i] = T(kind.draw(random))
						}
						return x
					}
					c := tileCase[T]{n: n, k: k, count: count, stride: n + random.IntN(3),
						sign: T(1 - 2*random.IntN(2))}
					c.centers, c.offsets = vector(count*c.stride), vector(count*c.stride)
					c.qc, c.qb = vector(k*n), vector(k*n)
					c.test(t, ops)
					if t.Failed() {
						t.Fatalf("%s, n = %d, %d queries, %d candidates", kind.name, n, k, count)
					}
				}
			}
		}
	}
}

type tileCase[T Float] struct {
	n, k, count, stride int
	sign                T
	qc, qb              []T // queries
	centers, offsets    []T // candidates
}

func (c tileCase[T]) test(t *testing.T, ops *Ops[T]) {
	t.Helper()
	groups := (c.count + Lanes - 1) / Lanes
	packedC, packedO := c.pack(t, ops, c.centers), c.pack(t, ops, c.offsets)
	outStride := groups*Lanes + 3
	const canary = -12345.5
	newOut := func() []T {
		out := make([]T, c.k*outStride)
		for i := range out {
			out[i] = canary
		}
		return out
	}
	// The last row needs space for its sums only.
	fit := func(out []T) []T { return out[:max(0, len(out)-3)] }

	out := newOut()
	ops.TileSquaredDistances(fit(out), outStride, c.qc, c.n, c.k, packedC, groups)
	c.compare(t, ops.Name+" TileSquaredDistances", out, outStride, canary, func(i, j, d int) T {
		x := c.qc[i*c.n+d] - c.candidate(c.centers, j, d)
		return T(x * x)
	})
	out = newOut()
	ops.TileHinge(fit(out), outStride, c.qc, c.qb, c.n, c.k, packedC, packedO, c.sign, groups)
	c.compare(t, ops.Name+" TileHinge", out, outStride, canary, func(i, j, d int) T {
		gap := c.qc[i*c.n+d] - c.candidate(c.centers, j, d)
		if gap < 0 {
			gap = -gap
		}
		offset := c.candidate(c.offsets, j, d)
		if offset < 0 {
			offset = -offset
		}
		x := max(0, gap+c.qb[i*c.n+d]+T(c.sign*offset))
		return T(x * x)
	})
}

// candidate returns element d of candidate j, or 0 for padding.
func (c tileCase[T]) candidate(rows []T, j, d int) T {
	if j >= c.count {
		return 0
	}
	return rows[j*c.stride+d]
}

// pack packs rows and checks the layout of the tile.
func (c tileCase[T]) pack(t *testing.T, ops *Ops[T], rows []T) []T {
	t.Helper()
	const canary = -12345.5
	length := PackedLen(c.n, c.count)
	packed := slices.Repeat([]T{canary}, length+Lanes)
	ops.Pack(packed, rows[:max(0, len(rows)-(c.stride-c.n))], c.stride, c.n, c.count)
	for i, got := range packed {
		want := T(canary)
		if i < length {
			g, d, lane := i/Lanes/c.n, i/Lanes%c.n, i%Lanes
			want = c.candidate(rows, g*Lanes+lane, d)
		}
		if !sameBits(got, want) {
			t.Fatalf("%s Pack: element %d of %d is %v, want %v", ops.Name, i, length, got, want)
		}
	}
	return packed[:length]
}

func (c tileCase[T]) compare(t *testing.T, name string, out []T, outStride int, canary T,
	term func(i, j, d int) T) {
	t.Helper()
	for at, got := range out {
		i, j := at/outStride, at%outStride
		want := canary
		if j < outStride-3 {
			want = 0
			for d := range c.n {
				want += term(i, j, d)
			}
		}
		if !sameBits(got, want) {
			t.Fatalf("%s: query %d, candidate %d: %v, want %v", name, i, j, got, want)
		}
	}
}

// TestTileLengths shortens one operand at a time by one element.
func TestTileLengths(t *testing.T) {
	const n, k, count, groups, stride, outStride = 5, 3, 11, 2, 7, 20
	type sizes struct{ out, queries, packed, rows int }
	enough := sizes{(k-1)*outStride + groups*Lanes, k * n, PackedLen(n, count),
		(count-1)*stride + n}
	for _, ops := range implementations(t) {
		run := func(s sizes) string {
			out, q := make([]float32, s.out), make([]float32, s.queries)
			packed, rows := make([]float32, s.packed), make([]float32, s.rows)
			full, fullQ := make([]float32, enough.packed), make([]float32, enough.queries)
			var panics string
			for _, f := range []func(){
				func() { ops.Pack(packed, rows, stride, n, count) },
				func() { ops.TileSquaredDistances(out, outStride, q, n, k, packed, groups) },
				func() { ops.TileHinge(out, outStride, q, fullQ, n, k, packed, full, 1, groups) },
				func() { ops.TileHinge(out, outStride, fullQ, q, n, k, full, packed, 1, groups) },
			} {
				if panicOf(f) != "" {
					panics += "p"
				} else {
					panics += "-"
				}
			}
			return panics
		}
		for _, test := range []struct {
			name   string
			change func(*sizes)
			want   string
		}{
			{"enough", func(*sizes) {}, "----"},
			{"short out", func(s *sizes) { s.out-- }, "-ppp"},
			{"short queries", func(s *sizes) { s.queries-- }, "-ppp"},
			{"short tile", func(s *sizes) { s.packed-- }, "pppp"},
			{"short rows", func(s *sizes) { s.rows-- }, "p---"},
		} {
			s := enough
			test.change(&s)
			if got := run(s); got != test.want {
				t.Errorf("%s, %s: panics %s, want %s", ops.Name, test.name, got, test.want)
			}
		}
		for _, bad := range [][4]int{{-1, 3, 2, 20}, {5, -1, 2, 20}, {5, 3, -1, 20},
			{5, 3, 3, 20}} {
			x := make([]float32, 1000)
			if panicOf(func() {
				ops.TileSquaredDistances(x, bad[3], x, bad[0], bad[1], x,
					bad[2])
			}) == "" {
				t.Errorf("%s: a tile of n, k, groups, outStride = %v does not panic", ops.Name, bad)
			}
		}
	}
}

func ExampleOps_pack() {
	ops := Portable[float32]()
	candidates := []float32{1, 2, 3, 4, 5, 6} // three candidates of two dimensions
	packed := make([]float32, PackedLen(2, 3))
	ops.Pack(packed, candidates, 2, 2, 3)

	queries := []float32{1, 2, 0, 0}
	out := make([]float32, 2*Lanes)
	ops.TileSquaredDistances(out, Lanes, queries, 2, 2, packed, 1)
	fmt.Println(packed)
	fmt.Println(out[:3], out[Lanes:Lanes+3])
	// Output:
	// [1 3 5 0 0 0 0 0 2 4 6 0 0 0 0 0]
	// [0 8 32] [5 25 61]
}
