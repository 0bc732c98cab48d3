package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkVectors measures each kernel on vectors of the usual dimension, in the first-level cache
// and unaligned. Bytes are those of all operands, counted per read and write.
func BenchmarkVectors(b *testing.B) {
	const n = 200
	step := unmoved()
	for _, c := range calls[float32]() {
		for _, ops := range implementations(b) {
			b.Run(c.name+"/"+ops.Name, func(b *testing.B) {
				a := newArena(scaled(c.operands(), n), 1)
				random := rand.New(rand.NewPCG(1, 1))
				a.fill(func() float32 { return random.Float32() })
				elements := 0
				for i, length := range c.operands() {
					elements += length * n
					if i < len(c.written) &&
						(c.name[:2] == "Ad" && c.name != "Add" || c.name == "Axpy") {
						elements += length * n // read and written
					}
				}
				b.SetBytes(int64(4 * elements))
				for b.Loop() {
					c.run(ops, a.operands, 0.001, step)
				}
			})
		}
	}
}

// unmoved returns a step that does not change the parameters, so that no number becomes a denormal
// after millions of rounds, which would slow the CPU down.
func unmoved() AdamStep[float32] {
	s := step[float32]()
	s.Slope, s.Level = 1e-9, 1e-17
	return s
}

func scaled(units []int, n int) []int {
	for i := range units {
		units[i] *= n
	}
	return units
}

// BenchmarkTiles ranks 1,000 queries against 24,000 candidates of 200 dimensions, including
// packing: the concepts of GALEN. A pair is one sum of 200 terms.
func BenchmarkTiles(b *testing.B) {
	const n, k, count, tile = 200, 1000, 24000, 512
	random := rand.New(rand.NewPCG(1, 1))
	vector := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = random.Float32()
		}
		return x
	}
	queries, biases, rows := vector(k*n), vector(k*n), vector(count*n)
	packed, out := make([]float32, tile*n), make([]float32, k*tile)
	for _, ops := range implementations(b) {
		each := func(b *testing.B, rank func(groups int)) {
			for b.Loop() {
				for lo := 0; lo < count; lo += tile {
					size := min(tile, count-lo)
					ops.Pack(packed, rows[lo*n:], n, n, size)
					rank((size + Lanes - 1) / Lanes)
				}
			}
			b.ReportMetric(float64(b.N)*k*count/b.Elapsed().Seconds(), "pairs/s")
		}
		b.Run("SquaredDistances/"+ops.Name, func(b *testing.B) {
			each(b, func(groups int) {
				ops.TileSquaredDistances(out, tile, queries, n, k, packed,
					groups)
			})
		})
		b.Run("Hinge/"+ops.Name, func(b *testing.B) {
			each(b, func(groups int) {
				ops.TileHinge(out, tile, queries, biases, n, k, packed,
					packed, -1, groups)
			})
		})
		b.Run("Pack/"+ops.Name, func(b *testing.B) {
			b.SetBytes(2 * 4 * n * count)
			each(b, func(int) {})
		})
	}
}

// BenchmarkShrink runs AdamShrink over all bumps of a model, as every training step with λ > 0
// does.
func BenchmarkShrink(b *testing.B) {
	const n = 200
	d := unmoved().Decay
	for _, rows := range []int{24_000, 65_000} {
		p, m, v := make([]float32, rows*n), make([]float32, rows*n), make([]float32, rows*n)
		random := rand.New(rand.NewPCG(1, 1))
		for i := range p {
			p[i], m[i], v[i] = random.Float32()-0.5, random.Float32()/100, random.Float32()/1000
		}
		for _, ops := range implementations(b) {
			b.Run(fmt.Sprintf("rows=%d/%s", rows, ops.Name), func(b *testing.B) {
				b.SetBytes(int64(6 * 4 * len(p)))
				steps := []RestStep[float32]{{1e-2, 1e-8}}
				at := func(i int) Shrinking[float32] {
					return Shrinking[float32]{Row[float32]{p[i : i+n], m[i : i+n], v[i : i+n]},
						1e-6, 1, steps}
				}
				for b.Loop() {
					for i := 0; i < len(p); i += 2 * n {
						ops.AdamShrink([]Shrinking[float32]{at(i), at(i + n)}, d)
					}
				}
			})
		}
	}
}
