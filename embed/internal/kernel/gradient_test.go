package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGradientsAgainstDifferences compares the gradients of the kernels with central differences in
// float64, at points without a kink of max, min or hinge nearby.
func TestGradientsAgainstDifferences(t *testing.T) {
	const n = 40
	ops := Portable[float64]()
	random := rand.New(rand.NewPCG(1, 2))
	vector := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 2*random.Float64() - 1
		}
		return x
	}
	r, c, o := make([]float64, n), make([]float64, n), make([]float64, n)
	weights := vector(n) // of c with their sign or absent, of o absent
	for i, w := range weights {
		weights[i] = signed(math.Abs(w), float64(i%3)*w)
	}
	weightC, weightO := make([]float64, n), make([]float64, n)
	ops.AddBox(weightC, weightO, 1, 1, weights)
	const margin = 0.05

	// A case is a function of (ca, |oa|, cb, |ob|) and its gradient in the same order.
	type boxes struct{ ca, oa, cb, ob []float64 }
	type gradient = []float64
	hinge := func(kernel func(r, ca, oa, cb, ob []float64, margin float64) float64, d, oa,
		ob float64) (
		func(boxes) float64, func(boxes) gradient) {
		value := func(b boxes) float64 { return kernel(r, b.ca, b.oa, b.cb, b.ob, margin) }
		return value, func(b boxes) gradient {
			value(b)
			ga, gb := make(gradient, 2*n), make(gradient, 2*n)
			ops.AddBox(ga[:n], ga[n:], 2*d, 2*oa, r)
			ops.AddPoint(gb[:n], -2*d, r)
			ops.AddBox(make(gradient, n), gb[n:], 1, 2*ob, r)
			return append(ga, gb...)
		}
	}
	inclusion, inclusionGradient := hinge(ops.Inclusion, 1, 1, -1)
	disjointness, disjointnessGradient := hinge(ops.Disjointness, -1, 1, 1)
	separation, separationGradient := hinge(ops.Separation, 1, -1, -1)
	twice := func(ga, gb gradient) gradient { return append(ga, gb...) }

	for _, test := range []struct {
		name     string
		value    func(boxes) float64
		gradient func(boxes) gradient
	}{
		{"Inclusion", inclusion, inclusionGradient},
		{"Disjointness", disjointness, disjointnessGradient},
		{"Separation", separation, separationGradient},
		{"Intersect", func(b boxes) float64 {
			ops.Intersect(c, o, b.ca, b.oa, b.cb, b.ob)
			return ops.Dot(c, weightC) + ops.Dot(o, weightO)
		}, func(b boxes) gradient {
			ga, gb := make(gradient, 2*n), make(gradient, 2*n)
			ops.IntersectGradient(ga, gb, weights, b.ca, b.oa, b.cb, b.ob)
			return twice(ga, gb)
		}},
		{"EmptyGap", func(b boxes) float64 {
			return ops.EmptyGap(r, b.ca, b.oa, b.cb, b.ob)
		}, func(b boxes) gradient {
			ga, gb := make(gradient, 2*n), make(gradient, 2*n)
			ops.EmptyGap(r, b.ca, b.oa, b.cb, b.ob)
			ops.AddBox(ga[:n], ga[n:], 2, -2, r)
			ops.AddBox(gb[:n], gb[n:], -2, -2, r)
			return twice(ga, gb)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := boxes{vector(n), vector(n), vector(n), vector(n)}
			for i := range n { // the gradients are with respect to |o|
				at.oa[i], at.ob[i] = math.Abs(at.oa[i])/2+0.01, math.Abs(at.ob[i])/2+0.01
			}
			got := test.gradient(at)
			const h = 1e-6
			nonzero := 0
			for part, of := range [][]float64{at.ca, at.oa, at.cb, at.ob} {
				for i := range of {
					was := of[i]
					of[i] = was + h
					above := test.value(at)
					of[i] = was - h
					below := test.value(at)
					of[i] = was
					want := (above - below) / (2 * h)
					if math.Abs(got[part*n+i]-want) > 1e-6 {
						t.Errorf("operand %d, element %d: gradient %v, differences give %v", part,
							i, got[part*n+i], want)
					}
					if want != 0 {
						nonzero++
					}
				}
			}
			if nonzero < n/4 {
				t.Errorf("only %d of %d elements have a gradient", nonzero, 4*n)
			}
		})
	}
}

// TestTies checks the subgradients at kinks against the specification.
func TestTies(t *testing.T) {
	ops := Portable[float64]()
	ga, gb := make([]float64, 2), make([]float64, 2)
	one := func(x float64) []float64 { return []float64{x} }

	// Equal boxes: half of the gradient of every corner to each.
	ops.IntersectGradient(ga, gb, one(1), one(0), one(1), one(0), one(-1))
	if want := 0.5; ga[0] != want || ga[1] != want || gb[0] != want || gb[1] != want {
		t.Errorf("equal boxes: gradients %v and %v, want all %v", ga, gb, want)
	}
	// Touching boxes, u = l: the offset has no gradient.
	ops.IntersectGradient(ga, gb, one(signed(1.0, 0.0)), one(0), one(1), one(2), one(1))
	if ga[0] != 0 || ga[1] != 0 || gb[0] != 0 || gb[1] != 0 {
		t.Errorf("touching boxes: gradients %v and %v, want 0", ga, gb)
	}
	// Equal centers: the residual has a gradient for the offsets only, up to the lowest bit.
	r, centers, offsets := one(7), one(0), one(0)
	sum := ops.Inclusion(r, one(3), one(2), one(3), one(1), 0)
	ops.AddBox(centers, offsets, 1, 1, r)
	if sum != 1 || centers[0] != 0 || math.Abs(offsets[0]-1) > 0x1p-52 {
		t.Errorf("equal centers: Σ %v, gradients %v and %v; want 1, 0, 1", sum, centers, offsets)
	}
	// The gradient with respect to |p|, for p = 0, −0, −3 and 2.
	row := Row[float64]{[]float64{0, math.Copysign(0, -1), -3, 2}, make([]float64, 4),
		make([]float64, 4)}
	step := AdamStep[float64]{Decay: Decay[float64]{GainM: 1}, Epsilon: 1, Later: 1}
	ops.Adam(row, []Share[float64]{{O: []float64{5, 5, 5, 5}, KO: 1}}, true, &step,
		Row[float64]{}, nil)
	if want := [4]float64{0, 0, -5, 5}; [4]float64(row.M) != want {
		t.Errorf("the gradient by absolute values is %v, want %v", row.M, want)
	}
}
