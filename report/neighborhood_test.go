package report

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestProject checks that the projection of vectors in a plane keeps every distance and all of the
// variance.
func TestProject(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	u := []float64{0.5, 0.5, 0.5, 0.5, 0}
	v := []float64{0.5, -0.5, 0.5, -0.5, 0}
	var all []Neighbor
	for range 12 {
		a, b := 3*rng.NormFloat64(), rng.NormFloat64()
		vector := make([]float64, 5)
		for d := range vector {
			vector[d] = 10 + a*u[d] + b*v[d]
		}
		all = append(all, Neighbor{Vector: vector})
	}
	n := Neighborhood{Class: all[0], Neighbors: all[1:]}
	points, explained, err := n.project()
	if err != nil {
		t.Fatal(err)
	}
	if sum := explained[0] + explained[1]; math.Abs(sum-1) > 1e-12 || explained[0] < explained[1] {
		t.Errorf("explained %v of the variance", explained)
	}
	for i := range all {
		for k := range i {
			want := 0.0
			for d := range 5 {
				want = math.Hypot(want, all[i].Vector[d]-all[k].Vector[d])
			}
			if got := math.Hypot(points[i].X-points[k].X, points[i].Y-points[k].Y); math.Abs(
				got-want) > 1e-9 {
				t.Errorf("vectors %d and %d are %g apart, their points %g", i, k, want, got)
			}
		}
	}
}
