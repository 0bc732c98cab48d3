package embed

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// TestModelsLearn trains every model for some steps: its loss decreases, and it ranks the training
// axioms better than its initial parameters do.
func TestModelsLearn(t *testing.T) {
	d := newProblem(galenShape.Scaled(.02), 1)
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
				tr.start(t.Context())
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
	d := newProblem(galenShape.Scaled(.01), 1)
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
				tr.start(t.Context())
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

// TestLastParameters: Variant.Last changes which parameters are returned, not the training.
func TestLastParameters(t *testing.T) {
	d := mixedData(t)
	for _, v := range []Variant{Paper(), Corrected(Box2EL)} {
		best, err := Train(t.Context(), d, mixedOptions(Box2EL, v))
		if err != nil {
			t.Fatal(err)
		}
		v.Last = true
		last, err := Train(t.Context(), d, mixedOptions(Box2EL, v))
		if err != nil {
			t.Fatal(err)
		}
		if last.BestStep != 230 {
			t.Errorf("%s: parameters of step %d", v.Mode, last.BestStep)
		}
		if diff := cmp.Diff(best.History, last.History); diff != "" {
			t.Errorf("%s: another training: %s", v.Mode, diff)
		}
		// the same parameters as those of a training without validation axioms
		whole := *d
		whole.Validation = dataset.Axioms{}
		without, err := Train(t.Context(), &whole, mixedOptions(Box2EL, v))
		if err != nil {
			t.Fatal(err)
		}
		_, got := last.Blocks()
		_, want := without.Blocks()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: not the parameters after the last step", v.Mode)
		}
		if _, kept := best.Blocks(); best.BestStep < 230 && reflect.DeepEqual(got, kept) {
			t.Errorf("%s: the best parameters", v.Mode)
		}
	}
}

// TestTiesOfValidation: with equal boxes for all classes, ranks are those of ids in paper mode and
// the mean rank in the default mode.
func TestTiesOfValidation(t *testing.T) {
	d := mixedData(t)
	for _, v := range []Variant{Paper(), Corrected(Box2EL)} {
		opts := mixedOptions(Box2EL, v)
		r, err := newRun(t.Context(), d, opts.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range r.parameters.values {
			clear(block)
		}
		axioms := dataset.Table{Width: 2, IDs: []int32{1, 2}}
		got, err := r.measure(t.Context(), newViews(r.ops, &r.parameters.matrices),
			ranking.SuperclassOf, ByCenters, axioms)
		if err != nil {
			t.Fatal(err)
		}
		// the class itself is no candidate; 0 is before 2
		want := 2.0
		if v.ByMRR {
			want = float64(len(d.Classes)) / 2
		}
		if got.Median != want {
			t.Errorf("%s: rank %v of %d classes, want %v", v.Mode, got.Median, len(d.Classes), want)
		}
	}
}
