package embed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// TestGradients compares the gradient of every term of every model with difference quotients of its
// loss.
func TestGradients(t *testing.T) {
	corrected := Corrected(Box2EL)
	corrected.Mode = "corrected"
	for _, a := range Architectures() {
		for _, v := range []Variant{Paper(), corrected} {
			for _, spread := range []float64{.1, .6} {
				t.Run(fmt.Sprintf("%s/%s/spread %v", a, v.Mode, spread), func(t *testing.T) {
					slopes := make(map[string]int)
					for seed := range uint64(4) {
						tr := randomTrainer(t, a, v, seed, spread)
						for number, term := range tr.model.terms {
							slopes[term.name] += differentiate(t, tr, number,
								randomBatch(tr, number, seed))
							if t.Failed() {
								t.Fatalf("seed %d, term %s", seed, term.name)
							}
						}
						differentiateRegularizer(t, tr)
					}
					for name, n := range slopes {
						if n == 0 {
							t.Errorf("no parameter changed the loss of %s", name)
						}
					}
				})
			}
		}
	}
}

// randomTrainer returns a trainer with initial parameters that are changed by up to spread.
func randomTrainer(t *testing.T, a Architecture, v Variant, seed uint64,
	spread float64) *trainer[float64] {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	d := &dataset.Dataset{
		Classes: make([]string, 7), Roles: make([]string, 3), Individuals: make([]string, 4),
		Top: dataset.None, Bottom: dataset.None,
	}
	h := DefaultHyper(a)
	h.Dim, h.Visual, h.Regularization = 2+int(seed), true, .3
	h.Margin = []float64{.15, 0, -.1, .05}[seed%4]
	tr, err := newTrainer(kernel.Portable[float64](),
		d, Options{Model: a, Hyper: &h, Variant: &v, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	initialize(t, &tr.parameters.matrices, seed)
	for _, values := range tr.parameters.values {
		for i := range values {
			values[i] += spread * (2*random.Float64() - 1)
		}
	}
	return tr
}

// randomBatch returns axioms for a term. Some have the same class or individual twice.
func randomBatch(tr *trainer[float64], number int, seed uint64) map[string][][]int32 {
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	source := tr.model.terms[number].source
	if source.kind == allClasses {
		return nil
	}
	axioms := make([][]int32, 6)
	for i := range axioms {
		for _, kind := range source.form.Columns() {
			axioms[i] = append(axioms[i], int32(random.IntN(len(tr.planner.data.Names(kind)))))
		}
	}
	return map[string][][]int32{tr.model.terms[number].name: axioms}
}

// differentiate compares the gradient of a term with difference quotients of its loss by each
// parameter. It returns the number of parameters that change the loss.
func differentiate(t *testing.T, tr *trainer[float64], number int,
	batches map[string][][]int32) int {
	t.Helper()
	_, gradients := onlyTerm(t, tr, number, batches)
	return compareDifferences(t, tr, tr.model.terms[number].name, gradients, func() float64 {
		tr.forward()
		if err := tr.reduce(1); err != nil {
			t.Fatal(err)
		}
		return tr.losses[number]
	})
}

// differentiateRegularizer compares the gradient of the regularizer.
func differentiateRegularizer(t *testing.T, tr *trainer[float64]) {
	t.Helper()
	for _, block := range tr.model.blocks {
		if block.regularization != 0 {
			compareDifferences(t, tr, "reg", regularizerGradient(tr),
				func() float64 { return tr.parameters.regularizer(tr.ops) })
			return
		}
	}
}

// compareDifferences skips entries whose one-sided difference quotients disagree, because the loss
// has a kink there. They must be few.
func compareDifferences(t *testing.T, tr *trainer[float64], name string, gradients [][]float64,
	loss func() float64) (slopes int) {
	t.Helper()
	const h = 1e-6
	here := loss()
	entries, kinks := 0, 0
	for b, values := range tr.parameters.values {
		for i, x := range values {
			values[i] = x + h
			above := loss()
			values[i] = x - h
			below := loss()
			values[i] = x
			entries++
			right, left, want := (above-here)/h, (here-below)/h, (above-below)/(2*h)
			if math.Abs(right-left) > 1e-4*max(1, math.Abs(want)) {
				kinks++
				continue
			}
			if want != 0 {
				slopes++
			}
			if got := gradients[b][i]; math.Abs(got-want) > 1e-4*max(math.Abs(want), 1e-3) {
				t.Errorf("%s: ∂/∂%s[%d] = %v, differences say %v", name, tr.model.blocks[b].Name, i,
					got, want)
			}
		}
	}
	if kinks > entries/20 {
		t.Errorf("%s: %d of %d entries are at kinks", name, kinks, entries)
	}
	return slopes
}
