package ranking

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// matrix draws rows of n elements.
func matrix[T Float](rng *rand.Rand, rows, n int) []T {
	m := make([]T, rows*n)
	for i := range m {
		m[i] = T(2*rng.Float64() - 1)
	}
	return m
}

func pack[T Float](ops *kernel.Ops[T], rows []T, stride, n, count int) *Points[T] {
	p := new(Points[T])
	p.Pack(ops, rows, stride, n, count)
	return p
}

// model is a small model for tests: boxes and bumps of classes, heads and tails of roles, all of
// row length 2n, and a direct computation of each distance.
type model[T Float] struct {
	n, classes                 int
	boxes, bumps, heads, tails []T
}

func newModel[T Float](rng *rand.Rand, n, classes, roles int) *model[T] {
	return &model[T]{n, classes, matrix[T](rng, classes, 2*n), matrix[T](rng, classes, n),
		matrix[T](rng, roles, 2*n), matrix[T](rng, roles, 2*n)}
}

func (m *model[T]) center(c int32) []T { return m.boxes[int(c)*2*m.n:][:m.n] }
func (m *model[T]) offset(c int32) []T { return m.boxes[int(c)*2*m.n+m.n:][:m.n] }
func (m *model[T]) bump(c int32) []T   { return m.bumps[int(c)*m.n:][:m.n] }
func (m *model[T]) head(r int32) []T   { return m.heads[int(r)*2*m.n:][:m.n] }
func (m *model[T]) tail(r int32) []T   { return m.tails[int(r)*2*m.n:][:m.n] }

// scorers returns a scorer of each kind, with the distance of a pair by its definition in float64.
func (m *model[T]) scorers(ops *kernel.Ops[T]) map[string]struct {
	Scorer[T]
	distance func(axiom []int32, x int32) float64
} {
	centers := pack(ops, m.boxes, 2*m.n, m.n, m.classes)
	offsets := pack(ops, m.boxes[m.n:], 2*m.n, m.n, m.classes)
	bumps := pack(ops, m.bumps, m.n, m.n, m.classes)
	radii := make([]T, m.classes)
	for i := range radii {
		radii[i] = m.bumps[i*m.n]
	}
	const margin = 0.05
	norm := func(at func(d int) float64) float64 {
		var s float64
		for d := range m.n {
			s += at(d) * at(d)
		}
		return math.Sqrt(s)
	}
	return map[string]struct {
		Scorer[T]
		distance func(axiom []int32, x int32) float64
	}{
		"distance": {
			NewScorer(SuperclassOf,
				Distance[T]{centers, func(axiom []int32, q []T) { copy(q, m.center(axiom[0])) }}),
			func(axiom []int32, x int32) float64 {
				if x == axiom[0] {
					return math.Inf(1)
				}
				return norm(
					func(d int) float64 { return float64(m.center(axiom[0])[d] - m.center(x)[d]) })
			},
		},
		"sum of distances": {
			NewScorer(SubclassOfExists,
				Distance[T]{centers,
					func(axiom []int32, q []T) { ops.Sub(q, m.head(axiom[1]), m.bump(axiom[2])) }},
				Distance[T]{bumps, func(axiom []int32,
					q []T) {
					ops.Sub(q, m.tail(axiom[1]), m.center(axiom[2]))
				}}),
			func(axiom []int32, x int32) float64 {
				r, y := axiom[1], axiom[2]
				return norm(func(d int) float64 {
					return float64(m.center(x)[d] +
						m.bump(y)[d] - m.head(r)[d])
				}) +
					norm(func(d int) float64 {
						return float64(m.center(y)[d] +
							m.bump(x)[d] - m.tail(r)[d])
					})
			},
		},
		"hinge": {
			NewScorer(SuperclassOf, Hinge[T]{centers, offsets, -1, func(axiom []int32, q, b []T) {
				copy(q, m.center(axiom[0]))
				for d, o := range m.offset(axiom[0]) {
					b[d] = T(math.Abs(float64(o))) - margin
				}
			}}),
			func(axiom []int32, x int32) float64 {
				if x == axiom[0] {
					return math.Inf(1)
				}
				return norm(func(d int) float64 {
					return max(0, math.Abs(float64(m.center(axiom[0])[d]-m.center(x)[d]))+
						math.Abs(float64(m.offset(axiom[0])[d]))-math.Abs(
						float64(m.offset(x)[d]))-margin)
				})
			},
		},
		"hinge of points": {
			NewScorer(SubclassOfExists,
				Hinge[T]{Centers: bumps, Query: func(axiom []int32, q, b []T) {
					copy(q, m.tail(axiom[1]))
					for d := range b {
						b[d] = -margin
					}
				}}),
			func(axiom []int32, x int32) float64 {
				return norm(func(d int) float64 {
					return max(0, math.Abs(float64(m.tail(axiom[1])[d]-m.bump(x)[d]))-margin)
				})
			},
		},
		"ball": {
			NewScorer(SuperclassOfExists, Ball[T]{centers, radii, -1, func(axiom []int32, q []T) T {
				copy(q, m.center(axiom[1]))
				return T(math.Abs(float64(radii[axiom[1]]))) - 0.5
			}}),
			func(axiom []int32, x int32) float64 {
				return max(0,
					norm(func(d int) float64 {
						return float64(
							m.center(axiom[1])[d] - m.center(x)[d])
					})+
						math.Abs(float64(radii[axiom[1]]))-0.5-math.Abs(float64(radii[x])))
			},
		},
	}
}

// randomAxioms draws axioms of a form over the ids of a model.
func randomAxioms(rng *rand.Rand, form dataset.Form, classes, roles, count int) dataset.Table {
	table := dataset.Table{Width: len(form.Columns())}
	for range count {
		for _, kind := range form.Columns() {
			n := classes
			if kind == dataset.Role {
				n = roles
			}
			table.IDs = append(table.IDs, int32(rng.IntN(n)))
		}
	}
	return table
}

func testTerms[T Float](t *testing.T, ops *kernel.Ops[T], tolerance float64) {
	for _, classes := range []int{1, 7, 8, 9, 61} {
		rng := rand.New(rand.NewPCG(uint64(classes), 2))
		m := newModel[T](rng, 11, classes, 3)
		for name, s := range m.scorers(ops) {
			t.Run(fmt.Sprintf("%s %T %d", name, T(0), classes), func(t *testing.T) {
				table := randomAxioms(rng, s.Form(), classes, 3, 5)
				var axioms [][]int32
				for i := range table.Len() {
					axioms = append(axioms, table.Row(i))
				}
				whole := make([]T, len(axioms)*classes)
				s.Tile(axioms, 0, classes, whole)
				for i, axiom := range axioms {
					for x := range int32(classes) {
						got, want := float64(whole[i*classes+int(x)]), s.distance(axiom, x)
						if got != want && math.Abs(got-want) > tolerance {
							t.Fatalf("axiom %v, candidate %d: distance %v, want %v", axiom, x,
								got, want)
						}
					}
				}
				// Any tile has the same bits.
				for range 20 {
					lo := rng.IntN(classes + 1)
					hi := lo + rng.IntN(classes-lo+1)
					first := rng.IntN(len(axioms))
					out := make([]T, (len(axioms)-first)*(hi-lo))
					s.Tile(axioms[first:], lo, hi, out)
					for i := range axioms[first:] {
						if got, want := out[i*(hi-lo):(i+1)*(hi-lo)], whole[(first+
							i)*classes:][lo:hi]; !slices.Equal(got, want) {
							t.Fatalf("tile %d-%d of axiom %d is %v, want %v", lo, hi, first+i,
								got, want)
						}
					}
				}
			})
		}
	}
}

func TestTerms(t *testing.T) {
	testTerms(t, kernel.Float32(), 1e-5)
	testTerms(t, kernel.Portable[float64](), 1e-12)
}

func TestRankRefuses(t *testing.T) {
	s, table := newGiven([][]float32{{1, 2, 3}}, []int32{1})
	tests := []struct {
		name   string
		axioms dataset.Table
		opts   Options
	}{
		{"other width", dataset.Table{Width: 3, IDs: []int32{0, 0, 0}}, Options{}},
		{"candidate too large", dataset.Table{Width: 2, IDs: []int32{0, 3}}, Options{}},
		{"negative candidate", dataset.Table{Width: 2, IDs: []int32{0, -1}}, Options{}},
		{"marks of other length", table, Options{Only: []bool{true}}},
	}
	for _, test := range tests {
		if _, err := Rank(t.Context(), s, test.axioms, test.opts); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
	if ranks, err := Rank(t.Context(), s, dataset.Table{}, Options{}); err != nil ||
		len(ranks.Raw) != 0 {
		t.Errorf("no axioms: %v, %v", ranks, err)
	}
}

// cancelling cancels the context in its n-th tile.
type cancelling struct {
	given[float32]
	tiles  *int
	n      int
	cancel context.CancelFunc
}

func (c cancelling) Tile(axioms [][]int32, lo, hi int, out []float32) {
	c.given.Tile(axioms, lo, hi, out)
	*c.tiles++
	if *c.tiles == c.n {
		c.cancel()
	}
}

func TestRankCancelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	s, table := newGiven(randomDistances(rng, 8, 3*tileWidth, 9), randomIDs(rng, 3*tileWidth, 8))
	for n := range 11 { // 8 tiles of one target each, then 3 of candidates: the last may finish
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		tiles := 0
		if n == 0 {
			cancel()
		}
		ranks, err := Rank(ctx, cancelling{s, &tiles, n, cancel}, table, Options{Workers: 1})
		if !errors.Is(err, context.Canceled) || ranks != nil {
			t.Errorf("cancelled in tile %d: %v, %v", n, ranks, err)
		}
	}
}

func TestTop(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 4))
		n := 1 + rng.IntN(50)
		if seed%10 == 0 {
			n += 2 * tileWidth
		}
		row := randomDistances(rng, 1, n, 1+rng.IntN(30))[0]
		s, table := newGiven([][]float32{row}, []int32{0})
		var want []Candidate[float32]
		for id, d := range row {
			if d < float32(math.Inf(1)) {
				want = append(want, Candidate[float32]{int32(id), d})
			}
		}
		slices.SortStableFunc(want, compareCandidates)
		for _, k := range []int{0, 1, 2, 7, n, n + 3} {
			got, err := Top(t.Context(), s, table.Row(0), k)
			if err != nil {
				t.Fatal(err)
			}
			if want := want[:min(k, len(want))]; !slices.Equal(got, want) {
				t.Fatalf("seed %d, k %d: got %v, want %v", seed, k, got, want)
			}
		}
	}
}

// TestNearest compares several queries at once, in regions and among allowed candidates, with
// sorted distances.
func TestNearest(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 1 + rng.IntN(3*nearestTile)
		among := Answers{Allowed: make([]bool, n), Region: make([]int32, n)}
		for id := range n {
			among.Allowed[id] = rng.IntN(4) > 0
			among.Region[id] = int32(3 * (id * 4 / n)) // whole tiles are of other regions
		}
		rows := randomDistances(rng, 4, n, 1+rng.IntN(30))
		s, table := newGiven(rows, []int32{0, 0, 0, 0})
		var queries []Query
		for i, regions := range [][]int32{nil, {9, 3}, {0, 4}, {}} {
			queries = append(queries, Query{Axiom: table.Row(i), Regions: regions})
		}
		for _, k := range []int{0, 1, 7, n, n + 3} {
			got, err := Nearest(t.Context(), s, queries, k, among)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range queries {
				var want []Candidate[float32]
				for id, d := range rows[i] {
					in := q.Regions == nil || slices.Contains(q.Regions, among.Region[id])
					if in && among.Allowed[id] && d-d == 0 {
						want = append(want, Candidate[float32]{int32(id), d})
					}
				}
				slices.SortStableFunc(want, compareCandidates)
				if want := want[:min(k, len(want))]; !slices.Equal(got[i], want) {
					t.Fatalf("seed %d, k %d, query %d: got %v, want %v", seed, k, i, got[i], want)
				}
			}
		}
	}
}
