package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// solids is a small BoxEL model for tests: corners of classes, and maps of roles.
type solids[T Float] struct {
	n, classes    int
	lower, upper  []T
	scale, shift  []T
	packL, packUp *Points[T]
}

// newSolids draws boxes of about the given width. Some are empty in some dimension, others contain
// others.
func newSolids[T Float](rng *rand.Rand, ops *kernel.Ops[T], n, classes, roles int,
	width float64) *solids[T] {
	s := &solids[T]{n: n, classes: classes, lower: matrix[T](rng, classes, n),
		scale: matrix[T](rng, roles, n), shift: matrix[T](rng, roles, n)}
	for _, l := range s.lower {
		s.upper = append(s.upper, l+T(width*(1+.2*(2*rng.Float64()-1))))
	}
	for i := range s.scale {
		s.scale[i] = 1 + s.scale[i]/4
	}
	// Class 0 contains all, class 1 is above its upper corner in all dimensions.
	for i := range n {
		s.lower[i], s.upper[i] = -100, 100
		if classes > 1 {
			s.lower[n+i], s.upper[n+i] = 50, -50
		}
	}
	s.packL, s.packUp = pack(ops, s.lower, n, n, classes), pack(ops, s.upper, n, n, classes)
	return s
}

func (s *solids[T]) box(c int32) (l, u []T) {
	return s.lower[int(c)*s.n:][:s.n], s.upper[int(c)*s.n:][:s.n]
}

func (s *solids[T]) queryBox(c int32, l, u []T) {
	lower, upper := s.box(c)
	copy(l, lower)
	copy(u, upper)
}

// scorers returns a scorer without and one with a map.
func (s *solids[T]) scorers() [2]Scorer[T] {
	return [2]Scorer[T]{
		NewScorer(SuperclassOf, Volume[T]{Lower: s.packL, Upper: s.packUp,
			Query: func(axiom []int32, l, u []T) { s.queryBox(axiom[0], l, u) }}),
		NewScorer(SubclassOfExists, Volume[T]{Lower: s.packL, Upper: s.packUp,
			Query: func(axiom []int32, l, u []T) { s.queryBox(axiom[2], l, u) },
			Map: func(axiom []int32, k, shift []T) {
				copy(k, s.scale[int(axiom[1])*s.n:])
				copy(shift, s.shift[int(axiom[1])*s.n:])
			}}),
	}
}

// distance computes the distance by its definition, with products.
func (s *solids[T]) distance(form dataset.Form, axiom []int32, x int32) float64 {
	vol := func(at func(d int) float64) float64 {
		v := 1.0
		for d := range s.n {
			v *= math.Log1p(math.Exp(at(d)))
		}
		return min(max(v, 1e-10), 1e4)
	}
	xl, xu := s.box(x)
	if form == dataset.NF1 {
		if x == axiom[0] {
			return math.Inf(1)
		}
		l, u := s.box(axiom[0])
		return -vol(func(d int) float64 { return float64(min(u[d], xu[d]) - max(l[d], xl[d])) })
	}
	l, u := s.box(axiom[2])
	image := func(d int) (ml, mu float64) {
		k, shift := float64(s.scale[int(axiom[1])*s.n+d]), float64(s.shift[int(axiom[1])*s.n+d])
		return k*float64(xl[d]) + shift, k*float64(xu[d]) + shift
	}
	common := vol(func(d int) float64 {
		ml, mu := image(d)
		return min(float64(u[d]), mu) - max(float64(l[d]), ml)
	})
	return -common / vol(func(d int) float64 {
		ml, mu := image(d)
		return mu - ml
	})
}

func testVolumes[T Float](t *testing.T, ops *kernel.Ops[T], tolerance float64) {
	for _, classes := range []int{1, 7, 8, 61} {
		for _, width := range []float64{.1, 1.5, 4} {
			rng := rand.New(rand.NewPCG(uint64(classes), 5))
			s := newSolids(rng, ops, 9, classes, 3, width)
			for _, scorer := range s.scorers() {
				t.Run(fmt.Sprintf("%v %T classes=%d width=%v", scorer.Form(), T(0), classes, width),
					func(t *testing.T) {
						table := randomAxioms(rng, scorer.Form(), classes, 3, 5)
						for i := range table.Len() {
							axiom := table.Row(i)
							whole := make([]T, classes)
							scorer.Tile([][]int32{axiom}, 0, classes, whole)
							for x, d := range whole {
								got, want := float64(d), s.distance(scorer.Form(), axiom, int32(x))
								if got != want &&
									!(math.Abs(got-want) <= tolerance*math.Abs(want)) {
									t.Errorf("axiom %v, candidate %d: distance %v, want %v",
										axiom, x,
										got, want)
								}
							}
							lo := rng.IntN(classes)
							part := make([]T, classes-lo)
							scorer.Tile([][]int32{axiom}, lo, classes, part)
							if !slices.Equal(part, whole[lo:]) {
								t.Errorf("axiom %v: candidates from %d are %v, want %v", axiom, lo,
									part, whole[lo:])
							}
						}
					})
			}
		}
	}
}

func TestVolumes(t *testing.T) {
	testVolumes(t, kernel.Float32(), 2e-5)
	testVolumes(t, kernel.Portable[float64](), 1e-9)
}

// TestVolumeTies checks that all candidates that contain the query tie, and that all with a volume
// at the lower limit tie.
func TestVolumeTies(t *testing.T) {
	const n = 4
	row := func(x float32) []float32 { return slices.Repeat([]float32{x}, n) }
	lower := slices.Concat(row(0), row(-1), row(-7.3), row(5000), row(6000), row(0))
	upper := slices.Concat(row(1), row(1), row(9), row(5001), row(6002), row(.9))
	ops := kernel.Float32()
	s := NewScorer(SuperclassOf, Volume[float32]{
		Lower: pack(ops, lower, n, n, 6), Upper: pack(ops, upper, n, n, 6),
		Query: func(axiom []int32, l, u []float32) { copy(l, lower[:n]); copy(u, upper[:n]) },
	})
	ranks, err := Rank(t.Context(), s,
		dataset.Table{Width: 2, IDs: []int32{0, 1, 0, 2, 0, 3, 0, 4, 0, 5}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]int32{{1, 2}, {1, 2}, {4, 5}, {4, 5}, {3, 3}} {
		if p := ranks.Raw[i]; p.Best != want[0] || p.Worst != want[1] {
			t.Errorf("candidate %d has places %d … %d, want %v", i+1, p.Best, p.Worst, want)
		}
	}
}

// TestLogSoftplus compares the interpolation with the function, between its points and beyond them.
func TestLogSoftplus(t *testing.T) {
	table := logSoftplus()
	for w := -60.0; w < 60; w += 1.0 / 977 {
		want := math.Log(math.Log1p(math.Exp(w)))
		if got := table.at(w); math.Abs(got-want) > 1e-10 {
			t.Fatalf("log softplus(%v) = %v, want %v", w, got, want)
		}
	}
	for _, w := range []float64{math.Inf(-1), -1e300, 1e300, math.Inf(1)} {
		if got := table.at(w); got != w && got != math.Log(w) {
			t.Errorf("log softplus(%v) = %v", w, got)
		}
	}
	if got := table.at(math.NaN()); got == got {
		t.Errorf("log softplus of NaN is %v", got)
	}
}

// BenchmarkRankVolumes is BenchmarkRank for BoxEL, whose dimension is at most 50 in the paper.
func BenchmarkRankVolumes(b *testing.B) {
	const n, classes, axioms = 50, 24_353, 100
	rng := rand.New(rand.NewPCG(1, 1))
	s := newSolids(rng, kernel.Float32(), n, classes, 40, 1)
	for _, scorer := range s.scorers() {
		b.Run(fmt.Sprintf("%v/classes=%d", scorer.Form(), classes), func(b *testing.B) {
			table := randomAxioms(rng, scorer.Form(), classes, 40, axioms)
			for b.Loop() {
				if _, err := Rank(b.Context(), scorer, table, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/axioms*1e6, "µs/axiom")
		})
	}
}
