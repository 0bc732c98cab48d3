package embed

import (
	"math"
	"math/rand/v2"
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// TestGlide compares steps in closed form with the same steps one by one in float64. For rows that
// the regularizer changes too much, some steps are left.
func TestGlide(t *testing.T) {
	const n, first, steps = 203, 120, 40
	s := newAdamSchedule[float32](Hyper{Steps: 200, Rate: 0.01, Decay: 140})
	for _, ops := range []*kernel.Ops[float32]{kernel.Portable[float32](), kernel.Float32()} {
		t.Run(ops.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 8))
			var r gliding[float32]
			whole, partly, none := 0, 0, 0
			for range 400 {
				rest := skippedSteps[float32]{
					pull: math.Pow(10, -6+3*random.Float64()), from: first, to: first + steps,
				}
				var dense denseRow
				for range n {
					level := math.Pow(10, -5+random.Float64())
					p, m, v := float32(random.Float64()-0.5), float32((random.Float64()-0.5)*level),
						float32(level*level)
					rest.row.P, rest.row.M, rest.row.V = append(rest.row.P, p),
						append(rest.row.M, m), append(rest.row.V, v)
					dense.p, dense.m, dense.v = append(dense.p, float64(p)),
						append(dense.m, float64(m)), append(dense.v, float64(v))
				}
				left := r.take(ops, s, rest)
				for step := first; step < left; step++ {
					dense.step(s.rate[step], s.root[step], rest.pull)
				}
				switch left {
				case rest.to:
					whole++
				case rest.from:
					none++
				default:
					partly++
				}
				for i := range n {
					near := func(what string, got float32, want, tolerance float64) {
						if !(math.Abs(float64(got)-want) <= tolerance) {
							t.Errorf("pull %g, until step %d: %s of element %d is %g, want %g",
								rest.pull, left, what, i, got, want)
						}
					}
					near("p", rest.row.P[i], dense.p[i], 1e-6)
					near("m", rest.row.M[i], dense.m[i], 2e-5*math.Sqrt(dense.v[i]))
					near("v", rest.row.V[i], dense.v[i], 2e-5*dense.v[i])
				}
				if t.Failed() {
					return
				}
			}
			if whole < 50 || none < 50 {
				t.Errorf("%d rows took all steps at once, %d some and %d none: that shows little",
					whole, partly, none)
			}
		})
	}
}

// denseRow takes the steps of a regularized row as Adam defines them.
type denseRow struct{ p, m, v []float64 }

func (r *denseRow) step(rate, root, pull float64) {
	norm := 0.
	for _, p := range r.p {
		norm = math.Hypot(norm, p)
	}
	for i := range r.p {
		g := pull * r.p[i] / norm
		r.m[i] = beta1*r.m[i] + (1-beta1)*g
		r.v[i] = beta2*r.v[i] + (1-beta2)*g*g
		r.p[i] -= rate * r.m[i] / (math.Sqrt(r.v[i])/root + epsilon)
	}
}

// TestGlideLeaves: steps outside the bounds of the closed form are not applied.
func TestGlideLeaves(t *testing.T) {
	fill := func(x float64) []float32 {
		row := make([]float32, 17)
		for i := range row {
			row[i] = float32(x)
		}
		return row
	}
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		p, m, v  float64
		pull     float64
		from, to int
		allSteps bool
	}{
		{"steady", 0.5, 1e-6, 1e-8, 1e-6, 120, 160, true},
		{"few steps", 0.5, 1e-6, 1e-8, 1e-6, 120, 124, false},
		{"values 0", 0, 1e-6, 1e-8, 1e-6, 120, 160, false},
		{"untouched", 0.5, 0, 0, 1e-6, 120, 160, false},
		{"through 0", 0.01, 1e-4, 1e-8, 1e-6, 120, 160, false},
		{"NaN in p", nan, 1e-6, 1e-8, 1e-6, 120, 160, false},
		{"NaN in m", 0.5, nan, 1e-8, 1e-6, 120, 160, false},
		{"NaN in v", 0.5, 1e-6, nan, 1e-6, 120, 160, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r gliding[float32]
			s := newAdamSchedule[float32](Hyper{Steps: 200, Rate: 0.01})
			row := kernel.Row[float32]{P: fill(c.p), M: fill(c.m), V: fill(c.v)}
			rest := skippedSteps[float32]{row, c.pull, c.from, c.to}
			left := r.take(kernel.Float32(), s, rest)
			if (left == c.to) != c.allSteps || (left == c.from) == c.allSteps {
				t.Errorf("steps %d … %d: left from %d on", c.from, c.to, left)
			}
			if left == c.from &&
				(math.Float32bits(rest.row.P[3]) != math.Float32bits(float32(c.p)) ||
					math.Float32bits(rest.row.V[3]) != math.Float32bits(float32(c.v))) {
				t.Error("a row was written whose steps are left")
			}
		})
	}
	var exact gliding[float64]
	row := kernel.Row[float64]{P: []float64{1, 2}, M: []float64{0, 0}, V: []float64{1, 1}}
	schedule := newAdamSchedule[float64](Hyper{Steps: 200, Rate: 0.01})
	steps := skippedSteps[float64]{row, 1e-6, 120, 160}
	if left := exact.take(kernel.Portable[float64](), schedule, steps); left != 120 {
		t.Error("in float64 steps are taken at once")
	}
}
