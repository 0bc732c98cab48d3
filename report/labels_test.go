package report

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestSettle checks that placed labels are inside the bounds and do not overlap, and that all are
// placed if there is enough space.
func TestSettle(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		around := surroundings{bounds: vg.Rectangle{Max: vg.Point{X: 600, Y: 500}}}
		count := 5 + int(seed)*8
		labels := make([]label, count)
		for i := range labels {
			at := vg.Point{X: vg.Length(100 + 400*rng.Float64()),
				Y: vg.Length(100 + 300*rng.Float64())}
			labels[i] = label{text: fmt.Sprintf("class number %d", i), style: textStyle(9, ink)}
			labels[i].around(at, 4)
			around.marks = append(around.marks,
				vg.Rectangle{Min: at.Sub(vg.Point{X: 4, Y: 4}), Max: at.Add(vg.Point{X: 4, Y: 4})})
		}
		chosen := settle(labels, around)
		missing := 0
		for i, c := range chosen {
			if c < 0 {
				missing++
				continue
			}
			area := labels[i].places[c].area
			if area.Min.X < 0 || area.Min.Y < 0 || area.Max.X > 600 || area.Max.Y > 500 {
				t.Errorf("seed %d: label %d stands outside: %v", seed, i, area)
			}
			for k := range i {
				if chosen[k] >= 0 && overlap(area, labels[k].places[chosen[k]].area) {
					t.Errorf("seed %d: labels %d and %d overlap", seed, k, i)
				}
			}
		}
		if missing > 0 && count <= 60 {
			t.Errorf("seed %d: %d of %d labels found no room", seed, missing, count)
		}
		if count > maxLabels && missing < count-maxLabels {
			t.Errorf("seed %d: %d of %d labels are missing", seed, missing, count)
		}
	}
}

func TestCrosses(t *testing.T) {
	area := vg.Rectangle{Min: vg.Point{X: 1, Y: 1}, Max: vg.Point{X: 3, Y: 2}}
	for _, test := range []struct {
		a, b vg.Point
		want bool
	}{
		{vg.Point{X: 0, Y: 0}, vg.Point{X: 4, Y: 3}, true},
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 4, Y: 1.5}, true},
		{vg.Point{X: 2, Y: 1.5}, vg.Point{X: 2, Y: 1.6}, true}, // inside
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 0.9, Y: 1.5}, false},
		{vg.Point{X: 0, Y: 1}, vg.Point{X: 4, Y: 1}, false}, // along the edge
		{vg.Point{X: 0, Y: 2}, vg.Point{X: 1, Y: 3}, false},
	} {
		if got := crosses(test.a, test.b, area); got != test.want {
			t.Errorf("crosses(%v, %v) = %v, want %v", test.a, test.b, got, test.want)
		}
		if got := crosses(test.b, test.a, area); got != test.want {
			t.Errorf("crosses(%v, %v) = %v, want %v", test.b, test.a, got, test.want)
		}
	}
}
