package embed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"box2el-owl/embed/dataset"
)

// mixedData returns a data set with axioms of every form and held-out axioms of the ranked forms.
func mixedData(t testing.TB) *dataset.Dataset {
	t.Helper()
	shape := yeastShape.Scaled(.003)
	shape.Classes.NF5, shape.Classes.RoleInclusions, shape.Classes.RoleChains = 10, 3, 2
	shape.Classes.Roles = 4
	d, err := newLinkProblem(shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Train[dataset.Range].Append(0, 5)
	d.Train[dataset.Range].Append(1, 6)
	for i := range int32(5) {
		d.Train[dataset.ConceptAssertion].Append(i, 10+i)
	}
	whole := dataset.SplitWhole(d, 1)
	for form := range dataset.NumForms {
		if whole.Train[form].Len() == 0 {
			t.Fatalf("no axioms of %v", form)
		}
	}
	return whole
}

// mixedOptions returns options of a short training with a change of the rate and three validations,
// which ends between two validations.
func mixedOptions(a Architecture, v Variant) Options {
	h := DefaultHyper(a)
	h.Dim, h.Batch, h.Steps, h.Decay = 11, 32, 230, 120
	return Options{Model: a, Hyper: &h, Variant: &v, Seed: 42, Workers: 1}
}

// trainedBytes returns the bytes of the model file of a training.
func trainedBytes(t *testing.T, d *dataset.Dataset, opts Options) []byte {
	t.Helper()
	m, err := Train(t.Context(), d, opts)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, m)
}

// TestDeterministic: the bytes of a model file depend only on data, options and seed, not on the
// number of workers or on assembly.
func TestDeterministic(t *testing.T) {
	d := mixedData(t)
	for _, a := range Architectures() {
		for _, v := range []Variant{Corrected(a), Paper()} {
			t.Run(fmt.Sprintf("%s/%s", a, v.Mode), func(t *testing.T) {
				t.Parallel()
				opts := mixedOptions(a, v)
				want := trainedBytes(t, d, opts)
				same := func(what string, opts Options) {
					t.Helper()
					if !bytes.Equal(trainedBytes(t, d, opts), want) {
						t.Errorf("%s: another model file", what)
					}
				}
				for _, workers := range []int{2, 3, 8} {
					o := opts
					o.Workers = workers
					same(fmt.Sprintf("%d workers", workers), o)
				}
				o := opts
				o.portable = true
				same("portable kernels", o)

				other := opts
				other.Seed++
				if bytes.Equal(trainedBytes(t, d, other), want) {
					t.Error("another seed gives the same model")
				}
			})
		}
	}
}

// countdown is a context that ends after a number of calls of Err.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelAnywhere ends training in the middle of steps and validations.
func TestCancelAnywhere(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	want := trainedBytes(t, d, opts)
	cancelled := 0
	for asked := int64(7); ; asked += 61 {
		opts.Workers = 1 + int(asked)%2
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(asked)
		m, err := Train(ctx, d, opts)
		if err == nil {
			if !bytes.Equal(written(t, m), want) {
				t.Errorf("asked %d times: another model file", asked)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || m != nil {
			t.Fatal(m, err)
		}
		cancelled++
	}
	if cancelled < 5 {
		t.Errorf("%d trainings were cancelled", cancelled)
	}
}
