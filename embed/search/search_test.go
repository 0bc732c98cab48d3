package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// world is a small stand-in for a model: two vectors for each class, and two for each role.
type world struct {
	n, classes, roles                     int
	centers, bumps, heads, tails          []float32
	superclass, filler, loss, shiftedSelf ranking.Scorer[float32]
	volume                                ranking.Scorer[float32] // its distances are negative
}

// shapes are how vectors may lie: as models have them, and as none should.
var shapes = []struct {
	name string
	draw func(r *rand.Rand, class, d int) float32
}{
	{"random", func(r *rand.Rand, _, _ int) float32 { return float32(r.NormFloat64()) }},
	{"all equal", func(*rand.Rand, int, int) float32 { return .3 }},
	{"zeros", func(*rand.Rand, int, int) float32 { return 0 }},
	{"duplicates", func(_ *rand.Rand, class, d int) float32 { return float32(class%5) + float32(d%3)/7 }},
	{"clusters", func(r *rand.Rand, class, d int) float32 {
		return float32((class%7*13+d*5)%11) + float32(r.NormFloat64()/50)
	}},
	{"grid", func(r *rand.Rand, _, _ int) float32 { return float32(r.IntN(3)) }},
	{"far away", func(r *rand.Rand, _, _ int) float32 { return 1e6 + float32(r.NormFloat64()) }},
	{"one outlier", func(r *rand.Rand, class, _ int) float32 {
		if class == 3 {
			return 1e9
		}
		return float32(r.NormFloat64())
	}},
	{"huge", func(r *rand.Rand, _, _ int) float32 { return float32(r.NormFloat64() * 1e14) }},
	{"squares overflow", func(r *rand.Rand, class, _ int) float32 {
		return float32(r.NormFloat64()) * float32(math.Pow(10, float64(class%40))) / 2
	}},
	{"squares vanish", func(r *rand.Rand, _, _ int) float32 { return float32(r.NormFloat64() * 1e-23) }},
	{"no normal numbers", func(r *rand.Rand, _, _ int) float32 { return float32(r.NormFloat64() * 1e-42) }},
}

func newWorld(r *rand.Rand, shape, n, classes int) *world {
	const roles = 3
	w := &world{n: n, classes: classes, roles: roles}
	draw := func(rows int) []float32 {
		var m []float32
		for i := range rows {
			for d := range n {
				m = append(m, shapes[shape].draw(r, i, d))
			}
		}
		return m
	}
	w.centers, w.bumps, w.heads, w.tails = draw(classes), draw(classes), draw(roles), draw(roles)
	ops := kernel.Float32()
	centers, bumps := new(ranking.Points[float32]), new(ranking.Points[float32])
	centers.View(ops, w.centers, n, n, classes)
	bumps.View(ops, w.bumps, n, n, classes)
	row := func(m []float32, i int32) []float32 { return m[int(i)*n:][:n] }
	w.superclass = ranking.NewScorer(ranking.SuperclassOf,
		ranking.Term[float32](ranking.Distance[float32]{
			Points: centers, Query: func(a []int32, q []float32) { copy(q, row(w.centers, a[0])) },
		}))
	w.filler = ranking.NewScorer(ranking.FillerOfExists,
		ranking.Term[float32](ranking.Distance[float32]{Points: centers,
			Query: func(a []int32, q []float32) {
				ops.Sub(q, row(w.tails, a[1]), row(w.bumps, a[0]))
			}}),
		ranking.Distance[float32]{Points: bumps, Query: func(a []int32, q []float32) {
			ops.Sub(q, row(w.heads, a[1]), row(w.centers, a[0]))
		}})
	w.shiftedSelf = ranking.NewScorer(ranking.FillerOfExists,
		ranking.Term[float32](ranking.Distance[float32]{
			Points: centers, Query: func(a []int32,
				q []float32) {
				ops.Add(q, row(w.centers, a[0]), row(w.heads, a[1]))
			},
		}))
	w.loss = ranking.NewScorer(ranking.SuperclassOf, ranking.Term[float32](ranking.Hinge[float32]{
		Centers: centers, Offsets: bumps, Sign: -1,
		Query: func(a []int32, q, b []float32) { copy(q, row(w.centers, a[0])); clear(b) },
	}))
	w.volume = ranking.NewScorer(ranking.SuperclassOf,
		ranking.Term[float32](ranking.Volume[float32]{
			Lower: centers, Upper: bumps, Query: func(a []int32,
				l, u []float32) {
				copy(l, row(w.centers, a[0]))
				copy(u, row(w.bumps, a[0]))
			},
		}))
	return w
}

// questions are the scorers, each with an axiom of random ids.
func (w *world) questions(r *rand.Rand) map[string]question {
	c, role := int32(r.IntN(w.classes)), int32(r.IntN(w.roles))
	return map[string]question{
		"superclasses": {w.superclass, []int32{c, 0}},
		"fillers":      {w.filler, []int32{c, role, 0}},
		"one distance": {w.shiftedSelf, []int32{c, role, 0}},
		"losses":       {w.loss, []int32{c, 0}},
		"volumes":      {w.volume, []int32{c, 0}},
	}
}

type question struct {
	scorer ranking.Scorer[float32]
	axiom  []int32
}

// sorted are all distances of marked candidates that are finite, nearest first.
func (q question) sorted(allowed []bool) []Neighbor {
	distances := make([]float32, q.scorer.Candidates())
	q.scorer.Tile([][]int32{q.axiom}, 0, len(distances), distances)
	var all []Neighbor
	for id, d := range distances {
		if allowed[id] && isFinite(d) {
			all = append(all, Neighbor{int32(id), d})
		}
	}
	slices.SortFunc(all, Neighbor.compare)
	return all
}

func someOf(r *rand.Rand, n int, share float64) []bool {
	marks := make([]bool, n)
	for i := range marks {
		marks[i] = r.Float64() < share
	}
	return marks
}

// regionsOf draws a region for each class, and what to restrict questions to.
func regionsOf(r *rand.Rand, classes int) (region []int32, questions [][]int32) {
	for range classes {
		region = append(region, int32(3*r.IntN(4)))
	}
	return region, [][]int32{nil, {0}, {9, 3}, {6, 0, 3}, {0, 3, 6, 9}, {3, 4}, {}}
}

// TestNearest compares with all distances sorted, for vectors of every shape, everywhere and within
// regions.
func TestNearest(t *testing.T) {
	for shape, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 200} {
				for _, classes := range []int{1, 2, 9, 70, 600} {
					r := rand.New(rand.NewPCG(uint64(n), uint64(classes)))
					w := newWorld(r, shape, n, classes)
					allowed := someOf(r, classes, []float64{1, .8, .1}[r.IntN(3)])
					region, regions := regionsOf(r, classes)
					space := NewSpace(allowed, region)
					for range 3 {
						for name, q := range w.questions(r) {
							index := space.Index(q.scorer)
							in := regions[r.IntN(len(regions))]
							all := q.sorted(allowed)
							want := all
							if in != nil {
								want = slices.DeleteFunc(slices.Clone(all),
									func(n Neighbor) bool {
										return !slices.Contains(in,
											region[n.ID])
									})
							}
							for _, k := range []int{0, 1, 2, 30, classes, classes + 3} {
								each, err := index.NearestEach(t.Context(),
									[]Query{{q.axiom, nil}, {q.axiom, in}}, k)
								if err != nil {
									t.Fatal(err)
								}
								if all := all[:min(k, len(all))]; !slices.Equal(each[0], all) {
									t.Fatalf("n = %d, %d classes, %s of %v, k = %d:\n%v, want\n%v",
										n, classes, name, q.axiom, k, each[0], all)
								}
								if got, want := each[1], want[:min(k, len(want))]; !slices.Equal(
									got, want) {
									t.Fatalf(
										"n = %d, %d classes, %s of %v within %v, k = %d:\n%v, want\n%v", n, classes, name, q.axiom, in, k, got, want)
								}
							}
						}
					}
				}
			}
		})
	}
}

// TestNearestAmongMany looks among more candidates than are sampled, where the sample tells
// nothing, and where it tells the wrong: all of it is far away, or all that is near, and less than
// is asked for.
func TestNearestAmongMany(t *testing.T) {
	const classes, n, k = 5000, 9, 200
	every := someOf(rand.New(rand.NewPCG(1, 1)), classes, 1)
	step := classes / 1024
	for _, c := range []struct {
		name string
		of   int32 // which is near
		far  func(class int) bool
	}{
		{"none is far", 0, func(int) bool { return false }},
		{"the sample is far", 1, func(class int) bool { return class%step == 0 }},
		{"a part of the sample is not", 0, func(class int) bool { return class%step != 0 || class > step*k/2 }},
	} {
		r := rand.New(rand.NewPCG(3, 5))
		w := newWorld(r, 0, n, classes)
		for class := range classes {
			for d := range n {
				if c.far(class) {
					w.centers[class*n+d] += 1e3
					w.bumps[class*n+d] -= 1e3
				}
			}
		}
		var region []int32
		for class := range classes {
			region = append(region, int32(class/1000)) // slots are in the order of ids
		}
		space := NewSpace(every, region)
		for question, q := range w.questions(r) {
			q.axiom[0] = c.of
			index := space.Index(q.scorer)
			all := q.sorted(every)
			for _, in := range [][]int32{nil, {0, 2, 3}, {1, 4}, {3}} {
				want := slices.DeleteFunc(slices.Clone(all),
					func(n Neighbor) bool {
						return in != nil &&
							!slices.Contains(in, region[n.ID])
					})
				want = want[:min(k, len(want))]
				got, err := index.NearestEach(t.Context(), []Query{{q.axiom, in}}, k)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got[0], want) {
					t.Fatalf("%s: %s within %v:\n%v, want\n%v", c.name, question, in, got[0], want)
				}
			}
		}
	}
}

// TestBounds holds each distance to the intervals that the codes give.
func TestBounds(t *testing.T) {
	for shape, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			tight, coarselyTight := 0, 0
			for _, n := range []int{1, 7, 200} {
				const classes = 100
				r := rand.New(rand.NewPCG(uint64(n), 1))
				w := newWorld(r, shape, n, classes)
				space := NewSpace(someOf(r, classes, 1), nil)
				for range 20 {
					for name, q := range w.questions(r) {
						index := space.Index(q.scorer)
						if len(index.parts) == 0 {
							continue
						}
						scan := index.newScan(Query{Axiom: q.axiom}, classes)
						if scan == nil {
							continue
						}
						scan.look(slots{0, classes})
						scan.refine(-1, math.MaxFloat32)
						distances := make([]float32, classes)
						q.scorer.Tile([][]int32{q.axiom}, 0, classes, distances)
						for _, b := range scan.kept {
							d := distances[b.slot]
							if !isFinite(d) {
								continue
							}
							most, coarse := scan.atMost(float64(d)), scan.coarse[b.slot]
							if b.lower > most || b.upper < float64(d) ||
								coarse > up(most+scan.slack) {
								t.Fatalf(
									"n = %d, %s of %v: candidate %d is at %v, bounded by %v and %v, and coarsely by %v (slack %v)",
									n, name, q.axiom, b.slot, d, b.lower, b.upper, coarse,
									scan.slack)
							}
							if b.upper-b.lower < float64(d)/20 {
								tight++
							}
							if float64(coarse)-scan.slack > float64(d)*.8 {
								coarselyTight++
							}
						}
					}
				}
			}
			t.Logf("%d bounds within a twentieth of the distance, %d coarse ones within a fifth",
				tight, coarselyTight)
			if s.name == "random" && (tight == 0 || coarselyTight == 0) {
				t.Error("the bounds of ordinary vectors say nothing")
			}
		})
	}
}

// TestNearestCancelled ends early, and without a result.
func TestNearestCancelled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	w := newWorld(r, 0, 8, 300)
	space := NewSpace(someOf(r, 300, 1), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, q := range w.questions(r) {
		if got, err := space.Index(q.scorer).Nearest(ctx, q.axiom, 5); err == nil || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func ExampleIndex_Nearest() {
	ops := kernel.Float32()
	heights := []float32{1, 5, 2, 9}
	points := new(ranking.Points[float32])
	points.View(ops, heights, 1, 1, len(heights))
	scorer := ranking.NewScorer(ranking.SuperclassOf,
		ranking.Term[float32](ranking.Distance[float32]{
			Points: points, Query: func(axiom []int32, q []float32) { q[0] = heights[axiom[0]] },
		}))
	space := NewSpace([]bool{true, true, true, true}, nil)
	found, err := space.Index(scorer).Nearest(context.Background(), []int32{0, 0}, 2)
	fmt.Println(found, err)
	// Output: [{2 1} {1 4}] <nil>
}
