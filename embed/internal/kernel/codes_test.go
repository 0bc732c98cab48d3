package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBoundTiles compares tiles of all small shapes with each pair's bound, written down anew, and
// looks for what is written between rows or behind them.
func TestBoundTiles(t *testing.T) {
	for _, ops := range implementations(t) {
		t.Run(ops.Name, func(t *testing.T) { testBoundTiles(t, ops) })
	}
	t.Run("float64", func(t *testing.T) { testBoundTiles(t, Portable[float64]()) })
}

func testBoundTiles[T Float](t *testing.T, ops *Ops[T]) {
	random := rand.New(rand.NewPCG(13, 19))
	for _, n := range []int{0, 8, 16, 24, 32, 40, 64, 200, 1000} {
		for _, k := range []int{0, 1, 3, 4, 5, 9} {
			for _, count := range []int{0, 1, 7, 8, 9, 32, 33, 70} {
				for _, extreme := range []bool{false, true} {
					c := newBoundsCase[T](random, n, k, count, extreme)
					c.test(t, ops)
					if t.Failed() {
						t.Fatalf("n = %d, %d queries, %d candidates, extreme %v", n, k, count,
							extreme)
					}
				}
			}
		}
	}
}

type boundsCase[T Float] struct {
	n, k, count     int
	queries         []int8 // by query and dimension
	offsets         []int32
	squares, scales []T     // by query
	rows            []uint8 // by candidate and dimension
	f, w, e         []T     // by candidate
}

func newBoundsCase[T Float](random *rand.Rand, n, k, count int, extreme bool) *boundsCase[T] {
	sign := 1
	if random.IntN(2) == 0 {
		sign = -1
	}
	whole := func(most int) int {
		if extreme {
			return most * sign // all of the same sign, so that sums are the largest
		}
		return random.IntN(2*most+1) - most
	}
	c := &boundsCase[T]{n: n, k: k, count: count}
	for range k {
		var sum int32
		for range n {
			q := int8(whole(127))
			c.queries, sum = append(c.queries, q), sum+int32(q)
		}
		c.offsets = append(c.offsets, -15*sum)
	}
	for range count * n {
		u := uint8(random.IntN(16))
		if extreme {
			u = 15
		}
		c.rows = append(c.rows, u)
	}
	for range k {
		c.squares, c.scales = append(c.squares, T(40*random.Float64())), append(c.scales,
			T(random.Float64()/127))
	}
	for range count {
		c.f, c.w, c.e = append(c.f, T(random.Float64()/10)), append(c.w,
			T(40*random.Float64())), append(c.e, T(random.Float64()))
	}
	return c
}

func (c *boundsCase[T]) test(t *testing.T, ops *Ops[T]) {
	t.Helper()
	codes, about := make([]uint8, CodesLen(c.n, c.count)), make([]T, AboutLen(c.count))
	for j := range c.count {
		PutCode(codes, c.n, j, c.rows[j*c.n:])
		PutAbout(about, j, c.f[j], c.w[j], c.e[j])
	}
	blocks := (c.count + BlockLanes - 1) / BlockLanes
	outStride := blocks*BlockLanes + 3
	const canary = -12345.5
	out := make([]T, c.k*outStride)
	for i := range out {
		out[i] = canary
	}
	ops.TileBounds(out[:max(0, len(out)-3)], outStride, c.queries, c.offsets, c.squares, c.scales,
		c.n, c.k, codes, about, blocks)
	for at, got := range out {
		i, j := at/outStride, at%outStride
		want := T(canary)
		switch {
		case j < c.count:
			want = c.bound(i, j)
		case j < blocks*BlockLanes: // padding: a candidate whose factor is 0
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
		sum += int64(c.queries[i*c.n+d]) * (2*int64(c.rows[j*c.n+d]) - 15)
	}
	square := c.w[j] + c.squares[i]
	product := T(T(sum) * T(c.f[j]*c.scales[i]))
	return max(0, T(math.Sqrt(float64(max(0, square-product))))-c.e[j])
}

// TestDotRows compares sums of rows in any order, some more than once, with those of a plain loop.
func TestDotRows(t *testing.T) {
	random := rand.New(rand.NewPCG(43, 47))
	for _, ops := range implementations(t) {
		for _, n := range []int{0, 16, 32, 208, 1024} {
			for _, count := range []int{0, 1, 2, 5, 40} {
				for _, extreme := range []bool{false, true} {
					largest := LargestQuery(n)
					query, codes, rows := make([]int16, n), make([]int8, 9*n), make([]int32, count)
					for d := range query {
						if query[d] = int16(random.IntN(2*largest+1) - largest); extreme {
							query[d] = int16(largest)
						}
					}
					for at := range codes {
						if codes[at] = int8(random.IntN(255) - 127); extreme {
							codes[at] = -127
						}
					}
					for i := range rows {
						rows[i] = int32(random.IntN(9))
					}
					sums := make([]int32, count+1)
					sums[count] = 77
					ops.DotRows(sums[:count], query, codes, rows)
					for i, row := range rows {
						var want int64
						for d, q := range query {
							want += int64(q) * int64(codes[int(row)*n+d])
						}
						if int64(sums[i]) != want {
							t.Fatalf("%s, n = %d: row %d is %d, want %d", ops.Name, n, row,
								sums[i], want)
						}
					}
					if sums[count] != 77 {
						t.Fatalf("%s, n = %d: more than %d sums are written", ops.Name, n, count)
					}
				}
			}
		}
		for name, f := range map[string]func(){
			"a negative row":           func() { ops.DotRows(make([]int32, 1), make([]int16, 16), make([]int8, 32), []int32{-1}) },
			"a row too many":           func() { ops.DotRows(make([]int32, 1), make([]int16, 16), make([]int8, 31), []int32{1}) },
			"fewer sums than rows":     func() { ops.DotRows(make([]int32, 1), make([]int16, 16), make([]int8, 32), []int32{0, 1}) },
			"an odd number of numbers": func() { ops.DotRows(make([]int32, 1), make([]int16, 15), make([]int8, 32), []int32{0}) },
		} {
			if panicOf(f) == "" {
				t.Errorf("%s: %s: no panic", ops.Name, name)
			}
		}
	}
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
							t.Fatalf("%s, %s: %v ≤ %v is said to be %v", ops.Name, kind.name, x,
								limit, got)
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
	const n, k, blocks, outStride = 16, 3, 2, 70
	enough := [7]int{(k-1)*outStride + blocks*BlockLanes, k * n, k, k, k,
		CodesLen(n, blocks*BlockLanes), AboutLen(blocks * BlockLanes)}
	for _, ops := range implementations(t) {
		run := func(s [7]int, n, k, blocks, outStride int) string {
			return panicOf(func() {
				ops.TileBounds(make([]float32, s[0]), outStride, make([]int8, s[1]),
					make([]int32, s[2]), make([]float32, s[3]), make([]float32, s[4]),
					n, k, make([]uint8, s[5]), make([]float32, s[6]), blocks)
			})
		}
		if text := run(enough, n, k, blocks, outStride); text != "" {
			t.Errorf("%s: enough: %s", ops.Name, text)
		}
		for i := range enough {
			s := enough
			s[i]--
			if run(s, n, k, blocks, outStride) == "" {
				t.Errorf("%s: operand %d one element short: no panic", ops.Name, i)
			}
		}
		for _, bad := range [][4]int{{12, k, blocks, outStride}, {-8, k, blocks, outStride},
			{n, -1, blocks, outStride}, {n, k, -1, outStride}, {n, k, blocks, 63}} {
			if run(enough, bad[0], bad[1], bad[2], bad[3]) == "" {
				t.Errorf("%s: n, k, blocks, outStride = %v: no panic", ops.Name, bad)
			}
		}
		if panicOf(func() { ops.AtMost(make([]uint8, 2), make([]float32, 15), 0) }) == "" {
			t.Errorf("%s: AtMost of 15 elements into 2 bytes: no panic", ops.Name)
		}
	}
}

// BenchmarkBounds bounds the distances of one query, and of 64, from as many candidates as lie in
// the second-level cache, and from more. Bytes are those of codes.
func BenchmarkBounds(b *testing.B) {
	const n = 200
	random := rand.New(rand.NewPCG(1, 1))
	for _, count := range []int{3_200, 48_000, 192_000} {
		codes, about := make([]uint8, CodesLen(n, count)), make([]float32, AboutLen(count))
		for i := range codes {
			codes[i] = uint8(random.IntN(256))
		}
		for i := range about {
			about[i] = random.Float32()
		}
		for _, k := range []int{1, 64} {
			c := newBoundsCase[float32](random, n, k, 0, false)
			out := make([]float32, k*512)
			for _, ops := range implementations(b) {
				b.Run(fmt.Sprintf("candidates=%d/queries=%d/%s", count, k, ops.Name),
					func(b *testing.B) {
						b.SetBytes(int64(len(codes) + 4*len(about)))
						for b.Loop() {
							for at := 0; at < count/BlockLanes; at += 16 {
								blocks := min(16, count/BlockLanes-at)
								ops.TileBounds(out, 512, c.queries, c.offsets, c.squares,
									c.scales, n,
									k, codes[CodesLen(n, at*BlockLanes):],
									about[AboutLen(at*BlockLanes):], blocks)
							}
						}
						b.ReportMetric(b.Elapsed().Seconds()*1e9/(float64(b.N)*float64(k)*float64(count)), "ns/pair")
					})
			}
		}
	}
}
