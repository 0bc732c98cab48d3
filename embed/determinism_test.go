package embed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/embedgen"
)

// mixedData has axioms of every form, and some of those that are ranked held out.
func mixedData(t testing.TB) *dataset.Dataset {
	t.Helper()
	shape := embedgen.Yeast.Scaled(.003)
	shape.Classes.NF5, shape.Classes.RoleInclusions, shape.Classes.RoleChains = 10, 3, 2
	shape.Classes.Roles = 4
	d, err := embedgen.Proteins(shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Train[dataset.Range].Append(0, 5)
	d.Train[dataset.Range].Append(1, 6)
	for i := range int32(5) {
		d.Train[dataset.ConceptAssertion].Append(i, 10+i)
	}
	whole, _ := dataset.SplitWhole(d, 1)
	for form := range dataset.NumForms {
		if whole.Train[form].Len() == 0 {
			t.Fatalf("no axioms of %v", form)
		}
	}
	return whole
}

// mixedOptions make short trainings with a change of the rate, three validations and the end between two.
func mixedOptions(a Architecture, v Variant) Options {
	h := DefaultHyper(a)
	h.Dim, h.Batch, h.Steps, h.Decay = 11, 32, 230, 120
	return Options{Model: a, Hyper: &h, Variant: &v, Seed: 42, Workers: 1, CheckpointEvery: 1000}
}

// trainedBytes is the model file that a training comes to.
func trainedBytes(t *testing.T, d *dataset.Dataset, opts Options) []byte {
	t.Helper()
	m, err := Train(t.Context(), d, opts)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, m)
}

// resumed opens a checkpoint as a file holds it.
func resumed(t *testing.T, file []byte) *Checkpoint {
	t.Helper()
	c, err := ReadCheckpoint(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// into has checkpoints written into a list.
func into(files *[][]byte) func(*Checkpoint) error {
	return func(c *Checkpoint) error {
		var b bytes.Buffer
		err := c.Write(&b)
		*files = append(*files, b.Bytes())
		return err
	}
}

// TestDeterministic: the bytes of a model file depend on data, options and seed alone: not on the number of workers, not
// on assembly, and not on where training was interrupted.
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

				var files [][]byte
				o = opts
				o.Checkpoint, o.CheckpointEvery = into(&files), 50 // also at a validation, before the first best is there, and near the end
				same("with checkpoints", o)
				if len(files) != 4 {
					t.Fatalf("%d checkpoints", len(files))
				}
				for i, file := range files {
					o := opts
					o.Resume, o.Workers = resumed(t, file), 1+i%3
					step := o.Resume.Step()
					same(fmt.Sprintf("resumed at step %d", step), o)
				}

				other := opts
				other.Seed++
				if bytes.Equal(trainedBytes(t, d, other), want) {
					t.Error("another seed gives the same model")
				}
			})
		}
	}
}

// countdown is a context that ends when it has been asked so many times whether it has.
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

// TestCancelAnywhere ends training in the middle of steps and validations, again and again, and goes on each time
// from the checkpoint that is then made.
func TestCancelAnywhere(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	want := trainedBytes(t, d, opts)
	for _, patience := range []int64{7, 61, 127} {
		var last []byte
		var files [][]byte
		trials := 0
		for ; trials < 200; trials++ {
			o := opts
			o.Checkpoint, o.Workers = into(&files), 1+trials%2
			if last != nil {
				o.Resume = resumed(t, last)
			}
			ctx := &countdown{Context: t.Context()}
			// A training that validates anew each time gets nowhere with too little patience.
			ctx.left.Store(patience + int64(trials)*3)
			m, err := Train(ctx, d, o)
			if err == nil {
				if !bytes.Equal(written(t, m), want) {
					t.Errorf("patience %d: another model file after %d interruptions", patience, trials)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if len(files) > 0 {
				last = files[len(files)-1]
			}
		}
		if trials < 2 || trials == 200 {
			t.Errorf("patience %d: %d interruptions", patience, trials)
		}
	}
}
