package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestLayout: the assembly knows where things stand.
func TestLayout(t *testing.T) {
	var share Share[float32]
	var step AdamStep[float32]
	var shrinking Shrinking[float32]
	var gliding Gliding[float32]
	for _, at := range []struct {
		what      string
		got, want uintptr
	}{
		{"Share.O", unsafe.Offsetof(share.O), 24}, {"Share.KC", unsafe.Offsetof(share.KC), 48}, {"Share.KO", unsafe.Offsetof(share.KO), 52},
		{"Share.Hinge", unsafe.Offsetof(share.Hinge), 56}, {"Share", unsafe.Sizeof(share), 64},
		{"AdamStep.GainV", unsafe.Offsetof(step.GainV), 12}, {"AdamStep.Slope", unsafe.Offsetof(step.Slope), 16},
		{"AdamStep.Level", unsafe.Offsetof(step.Level), 20}, {"AdamStep.Epsilon", unsafe.Offsetof(step.Epsilon), 24},
		{"AdamStep.Later", unsafe.Offsetof(step.Later), 28},
		{"Shrinking.Pull", unsafe.Offsetof(shrinking.Pull), 72}, {"Shrinking.Squares", unsafe.Offsetof(shrinking.Squares), 76},
		{"Shrinking.Steps", unsafe.Offsetof(shrinking.Steps), 80}, {"Shrinking", unsafe.Sizeof(shrinking), 104},
		{"Gliding.Pull", unsafe.Offsetof(gliding.Pull), 72}, {"Gliding.Squares", unsafe.Offsetof(gliding.Squares), 76},
		{"Gliding.Steps", unsafe.Offsetof(gliding.Steps), 80}, {"Gliding.Powers", unsafe.Offsetof(gliding.Powers), 104},
		{"Gliding.Work", unsafe.Offsetof(gliding.Work), 128}, {"Gliding", unsafe.Sizeof(gliding), 152},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && at.got != at.want {
			t.Errorf("%s stands at %d, assembly takes it from %d", at.what, at.got, at.want)
		}
	}
}

// TestGlide takes the steps of Adam one by one in float64, and compares where a row gets that glides through them; what is not steady
// must not be written.
func TestGlide(t *testing.T) {
	const n, first, steps, rate, beta1, beta2, epsilon = 203, 120, 40, 0.01, 0.9, 0.999, 1e-8
	for _, ops := range implementations(t) {
		t.Run(ops.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 8))
			glided, left := 0, 0
			for range 300 {
				pull := math.Pow(10, -6+3*random.Float64())
				g := &Gliding[float32]{Pull: float32(pull), Work: make([]float32, GlideWork(n))}
				var p, m, v [n]float64
				var squares float64
				for i := range n {
					level := math.Pow(10, -5+random.Float64())
					p[i], m[i], v[i] = random.Float64()-0.5, (random.Float64()-0.5)*level, level*level
					g.P, g.M, g.V = append(g.P, float32(p[i])), append(g.M, float32(m[i])), append(g.V, float32(v[i]))
				}
				before := Row[float32]{append([]float32(nil), g.P...), append([]float32(nil), g.M...), append([]float32(nil), g.V...)}
				g.Squares = ops.SumSquares(g.P)
				for j := 1; j <= steps; j++ {
					at, back1, back2 := float64(first+j), math.Pow(beta1, -float64(j)), math.Pow(beta2, -float64(j))
					toRate, root := rate/(1-math.Pow(beta1, at)), math.Sqrt(1-math.Pow(beta2, at))
					g.Steps = append(g.Steps, RestStep[float32]{float32(toRate * root), float32(epsilon * root)})
					g.Powers = append(g.Powers, GlidePowers[float32]{
						float32((1 - beta1) * back1), float32((1 - beta2) * back2), float32(math.Sqrt(back2) / back1), float32(math.Sqrt(back2)),
					})
					squares = 0
					for i := range n {
						squares += p[i] * p[i]
					}
					for i := range n {
						d := pull * p[i] / math.Sqrt(squares)
						m[i] = beta1*m[i] + (1-beta1)*d
						v[i] = beta2*v[i] + (1-beta2)*d*d
						p[i] -= toRate * m[i] / (math.Sqrt(v[i])/root + epsilon)
					}
				}
				steady := ops.GlideFrom(g, float32(math.Pow(beta2, -steps)-1))
				rows := []Gliding[float32]{*g}
				ops.Glide(rows)
				*g = rows[0]
				if !ops.GlideTo(g, float32(math.Pow(beta1, steps)), float32(math.Pow(beta2, steps))) {
					left++
					for i := range n {
						if g.P[i] != before.P[i] || g.M[i] != before.M[i] || g.V[i] != before.V[i] {
							t.Fatal("a row was written that has not glided")
						}
					}
					continue
				}
				if !steady {
					continue
				}
				glided++
				for i := range n {
					near := func(what string, got float32, want, scale float64) {
						if math.Abs(float64(got)-want) > 2e-6*scale {
							t.Errorf("pull %g: %s of element %d is %g, want %g", pull, what, i, got, want)
						}
					}
					near("p", g.P[i], p[i], 0.5)
					near("m", g.M[i], m[i], math.Sqrt(v[i]))
					near("v", g.V[i], v[i], v[i])
				}
				if t.Failed() {
					return
				}
			}
			if glided < 50 || left < 50 {
				t.Errorf("%d rows glided and %d did not: that shows little", glided, left)
			}
		})
	}
}
