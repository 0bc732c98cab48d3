package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBoundTiles compares tiles of all small shapes with each pair's bound, written down anew, and looks for what is written between
// rows or behind them.
func TestBoundTiles(t *testing.T) {
	for _, ops := range implementations(t) {
		t.Run(ops.Name, func(t *testing.T) { testBoundTiles(t, ops) })
	}
	t.Run("float64", func(t *testing.T) { testBoundTiles(t, Portable[float64]()) })
}

func testBoundTiles[T Float](t *testing.T, ops *Ops[T]) {
	random := rand.New(rand.NewPCG(13, 19))
	for _, n := range []int{0, 2, 4, 16, 38, 200, 1000} {
		for _, k := range []int{0, 1, 3, 4, 5, 9} {
			for _, count := range []int{0, 1, 7, 8, 9, 16, 24, 37, 70} {
				for _, extreme := range []bool{false, true} {
					c := newBoundsCase[T](random, n, k, count, extreme)
					c.test(t, ops)
					if t.Failed() {
						t.Fatalf("n = %d, %d queries, %d candidates, extreme %v", n, k, count, extreme)
					}
				}
			}
		}
	}
}

type boundsCase[T Float] struct {
	n, k, count     int
	queries         []int16 // by query and dimension
	squares, scales []T     // by query
	rows            []int8  // by candidate and dimension
	f, w, e         []T     // by candidate
}

func newBoundsCase[T Float](random *rand.Rand, n, k, count int, extreme bool) *boundsCase[T] {
	largest := LargestQuery(n)
	whole := func(most int) int {
		if extreme {
			return most * (1 - 2*random.IntN(2))
		}
		return random.IntN(2*most+1) - most
	}
	c := &boundsCase[T]{n: n, k: k, count: count}
	for range k * n {
		c.queries = append(c.queries, int16(whole(largest)))
	}
	for range count * n {
		c.rows = append(c.rows, int8(whole(127)))
	}
	for range k {
		c.squares, c.scales = append(c.squares, T(40*random.Float64())), append(c.scales, T(random.Float64()/float64(largest)))
	}
	for range count {
		c.f, c.w, c.e = append(c.f, T(random.Float64()/100)), append(c.w, T(40*random.Float64())), append(c.e, T(random.Float64()))
	}
	return c
}

func (c *boundsCase[T]) test(t *testing.T, ops *Ops[T]) {
	t.Helper()
	codes, about := make([]int8, CodesLen(c.n, c.count)), make([]T, AboutLen(c.count))
	for j := range c.count {
		PutCode(codes, c.n, j, c.rows[j*c.n:])
		PutAbout(about, j, c.f[j], c.w[j], c.e[j])
	}
	groups := (c.count + Lanes - 1) / Lanes
	outStride := groups*Lanes + 3
	const canary = -12345.5
	out := make([]T, c.k*outStride)
	for i := range out {
		out[i] = canary
	}
	ops.TileBounds(out[:max(0, len(out)-3)], outStride, c.queries, c.squares, c.scales, c.n, c.k, codes, about, groups)
	for at, got := range out {
		i, j := at/outStride, at%outStride
		want := T(canary)
		switch {
		case j < c.count:
			want = c.bound(i, j)
		case j < groups*Lanes: // padding: a candidate at 0
			want = T(math.Sqrt(float64(c.squares[i])))
		}
		if !sameBits(got, want) {
			t.Fatalf("%s: query %d, candidate %d: %v, want %v", ops.Name, i, j, got, want)
		}
	}
}

func (c *boundsCase[T]) bound(i, j int) T {
	var sum int64
	for d := range c.n {
		sum += int64(c.queries[i*c.n+d]) * int64(c.rows[j*c.n+d])
	}
	if sum != int64(int32(sum)) {
		panic("the sum leaves int32")
	}
	square := c.w[j] + c.squares[i]
	product := T(T(sum) * T(c.f[j]*c.scales[i]))
	return max(0, T(math.Sqrt(float64(max(0, square-product))))-c.e[j])
}

func TestAtMost(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 29))
	for _, ops := range implementations(t) {
		for _, kind := range kinds {
			for groups := range 20 {
				x := make([]float32, groups*Lanes)
				for i := range x {
					x[i] = float32(kind.draw(random))
				}
				for range 5 {
					limit := float32(kind.draw(random))
					if len(x) > 0 && random.IntN(2) == 0 {
						limit = x[random.IntN(len(x))]
					}
					bits := make([]uint8, groups+1)
					bits[groups] = 0xa5
					ops.AtMost(bits[:groups], x, limit)
					for i, x := range x {
						if got := bits[i/Lanes]>>(i%Lanes)&1 != 0; got != (x <= limit) {
							t.Fatalf("%s, %s: %v ≤ %v is said to be %v", ops.Name, kind.name, x, limit, got)
						}
					}
					if bits[groups] != 0xa5 {
						t.Fatalf("%s: more than %d groups are written", ops.Name, groups)
					}
				}
			}
		}
	}
}

// TestBoundLengths holds back one element at a time.
func TestBoundLengths(t *testing.T) {
	const n, k, groups, outStride = 6, 3, 2, 20
	enough := [6]int{(k-1)*outStride + groups*Lanes, k * n, k, k, CodesLen(n, groups*Lanes), AboutLen(groups * Lanes)}
	for _, ops := range implementations(t) {
		run := func(s [6]int, n, k, groups, outStride int) string {
			return panicOf(func() {
				ops.TileBounds(make([]float32, s[0]), outStride, make([]int16, s[1]), make([]float32, s[2]), make([]float32, s[3]), n, k,
					make([]int8, s[4]), make([]float32, s[5]), groups)
			})
		}
		if text := run(enough, n, k, groups, outStride); text != "" {
			t.Errorf("%s: enough: %s", ops.Name, text)
		}
		for i := range enough {
			s := enough
			s[i]--
			if run(s, n, k, groups, outStride) == "" {
				t.Errorf("%s: operand %d one element short: no panic", ops.Name, i)
			}
		}
		for _, bad := range [][4]int{{5, k, groups, outStride}, {-2, k, groups, outStride}, {n, -1, groups, outStride}, {n, k, -1, outStride}, {n, k, groups, 15}} {
			if run(enough, bad[0], bad[1], bad[2], bad[3]) == "" {
				t.Errorf("%s: n, k, groups, outStride = %v: no panic", ops.Name, bad)
			}
		}
		if panicOf(func() { ops.AtMost(make([]uint8, 2), make([]float32, 15), 0) }) == "" {
			t.Errorf("%s: AtMost of 15 elements into 2 bytes: no panic", ops.Name)
		}
	}
}

// BenchmarkBounds bounds the distances of one query, and of 64, from 48,000 candidates.
func BenchmarkBounds(b *testing.B) {
	const n, count = 200, 48_000
	random := rand.New(rand.NewPCG(1, 1))
	codes, about := make([]int8, CodesLen(n, count)), make([]float32, AboutLen(count))
	for i := range codes {
		codes[i] = int8(random.IntN(255) - 127)
	}
	for i := range about {
		about[i] = random.Float32()
	}
	for _, k := range []int{1, 64} {
		c := newBoundsCase[float32](random, n, k, 0, false)
		out := make([]float32, k*512)
		for _, ops := range implementations(b) {
			b.Run(fmt.Sprintf("queries=%d/%s", k, ops.Name), func(b *testing.B) {
				b.SetBytes(int64(len(codes) + 4*len(about)))
				for b.Loop() {
					for g := 0; g < count/Lanes; g += 64 {
						groups := min(64, count/Lanes-g)
						ops.TileBounds(out, 512, c.queries, c.squares, c.scales, n, k, codes[g*n*Lanes:], about[g*3*Lanes:], groups)
					}
				}
				b.ReportMetric(float64(b.N)*float64(k)*count/b.Elapsed().Seconds(), "pairs/s")
			})
		}
	}
}
