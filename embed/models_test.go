package embed

import (
	"context"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/embedgen"
)

// TestModelsLearn trains every model for some steps: its loss decreases, and it ranks the training
// axioms better than its initial parameters do.
func TestModelsLearn(t *testing.T) {
	d := embedgen.New(embedgen.GALEN.Scaled(.02), 1)
	for _, a := range Architectures() {
		for _, v := range []Variant{Paper(), Corrected(a)} {
			t.Run(string(a)+"/"+v.Mode, func(t *testing.T) {
				h := DefaultHyper(a)
				h.Dim, h.Batch, h.Steps, h.Rate = 20, 128, 300, .02
				tr, err := newTrainer(kernel.Float32(),
					d, Options{Model: a, Hyper: &h, Variant: &v, Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				initialize(t, &tr.parameters.matrices, 1)
				tr.start(t.Context(), 0)
				before := ofTraining(t, tr, d)
				const window = 20
				var first, last float64
				for step := range h.Steps {
					if err := tr.step(t.Context(), step+1); err != nil {
						t.Fatal(err)
					}
					for _, loss := range tr.losses {
						switch {
						case step < window:
							first += loss / window
						case step >= h.Steps-window:
							last += loss / window
						}
					}
				}
				tr.applyAllSkipped(context.Background(), h.Steps+1)
				after := ofTraining(t, tr, d)
				t.Logf("loss %.4g → %.4g, MRR %.3f → %.3f", first, last, before, after)
				if !(last < first) {
					t.Errorf("the loss went from %v to %v", first, last)
				}
				if !(after > before) {
					t.Errorf("the MRR of training axioms went from %v to %v", before, after)
				}
			})
		}
	}
}

// TestModelsDeterministic: the parameters of every model do not depend on workers or assembly.
func TestModelsDeterministic(t *testing.T) {
	d := embedgen.New(embedgen.GALEN.Scaled(.01), 1)
	for _, a := range Architectures() {
		t.Run(string(a), func(t *testing.T) {
			h, v := DefaultHyper(a), Corrected(a)
			h.Dim, h.Batch, h.Steps = 13, 64, 40
			train := func(ops *kernel.Ops[float32], workers int) [][]float32 {
				tr, err := newTrainer(ops, d,
					Options{Model: a, Hyper: &h, Variant: &v, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				initialize(t, &tr.parameters.matrices, 1)
				tr.start(t.Context(), 0)
				for step := range h.Steps {
					if err := tr.step(t.Context(), step+1); err != nil {
						t.Fatal(err)
					}
				}
				tr.applyAllSkipped(context.Background(), h.Steps+1)
				return tr.parameters.values
			}
			want := train(kernel.Portable[float32](), 1)
			for _, workers := range []int{1, 2, 3} {
				for b, values := range train(kernel.Float32(), workers) {
					if !slices.Equal(values, want[b]) {
						t.Errorf(
							"block %d differs: %d workers, against the portable kernels with one", b, workers)
					}
				}
			}
		})
	}
}

// ofTraining returns the MRR of NF1 over some training axioms.
func ofTraining(t *testing.T, tr *trainer[float32], d *dataset.Dataset) float64 {
	t.Helper()
	s := tr.model.scorer(newVectors(tr.ops, &tr.parameters.matrices), ranking.SuperclassOf,
		ByCenters)
	ranks, err := ranking.Rank(t.Context(), s, firstOf(d.Train[dataset.NF1], 100),
		ranking.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return ranking.Measure(ranking.RanksOf(ranks.Raw, ranking.Expected), s.Candidates()).MRR
}
