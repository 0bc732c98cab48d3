//go:build unix

package ranking

import (
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// TestViews checks that packed points and views give the same tiles.
func TestViews(t *testing.T) {
	ops := kernel.Float32()
	rng := rand.New(rand.NewPCG(1, 1))
	const n, stride = 3, 5
	for count := 1; count <= 4*kernel.Lanes+1; count++ {
		rows := matrix[float32](rng, count, stride)
		packed, view := pack(ops, rows, stride, n, count), new(Points[float32])
		view.View(ops, rows, stride, n, count)
		all := (count + kernel.Lanes - 1) / kernel.Lanes
		for from := range all {
			for groups := 1; from+groups <= all; groups++ {
				want := packed.run(from, groups)
				got := view.run(from, groups)
				if !slices.Equal(got.packed, want.packed) {
					t.Errorf("%d candidates, groups %d to %d: %v, want %v", count, from,
						from+groups, got.packed, want.packed)
				}
				got.giveBack()
			}
		}
	}
}

// BenchmarkViews ranks 1,000 axioms among candidates that are packed once, or tile by tile.
func BenchmarkViews(b *testing.B) {
	const n, classes, axioms = 200, 24_353, 1000
	ops := kernel.Float32()
	rng := rand.New(rand.NewPCG(1, 1))
	m := newModel[float32](rng, n, classes, 40)
	table := randomAxioms(rng, dataset.NF1, classes, 40, axioms)
	for _, way := range []string{"packed", "viewed"} {
		b.Run(way, func(b *testing.B) {
			start := cpu()
			for b.Loop() {
				points := new(Points[float32])
				if way == "packed" {
					points.Pack(ops, m.boxes, 2*n, n, classes)
				} else {
					points.View(ops, m.boxes, 2*n, n, classes)
				}
				s := NewScorer(SuperclassOf, Distance[float32]{points,
					func(axiom []int32, q []float32) { copy(q, m.center(axiom[0])) }})
				if _, err := Rank(b.Context(), s, table, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cpu()-start)/1e3/float64(b.N)/axioms, "cpu-µs/axiom")
		})
	}
}
