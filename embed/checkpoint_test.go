package embed

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/embed/dataset"
)

// halfway trains to a checkpoint after so many steps.
func halfway(t testing.TB, d *dataset.Dataset, opts Options, steps int) []byte {
	t.Helper()
	enough := errors.New("enough")
	var b bytes.Buffer
	opts.CheckpointEvery = steps
	opts.Checkpoint = func(c *Checkpoint) error {
		if err := c.Write(&b); err != nil {
			return err
		}
		return enough
	}
	if _, err := Train(t.Context(), d, opts); !errors.Is(err, enough) {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCheckpointFile goes on from a file, which knows its options, and only once.
func TestCheckpointFile(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	want := trainedBytes(t, d, opts)
	path := filepath.Join(t.TempDir(), "checkpoint")
	o := opts
	o.CheckpointEvery = 110
	o.Checkpoint = func(c *Checkpoint) error { return c.Save(path) }
	trainedBytes(t, d, o)

	c, err := OpenCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Step() != 220 {
		t.Errorf("the checkpoint is after step %d", c.Step())
	}
	o = c.Options()
	o.Resume = c
	if !bytes.Equal(trainedBytes(t, d, o), want) {
		t.Error("another model file")
	}
	if _, err := Train(t.Context(), d, o); err == nil {
		t.Error("training went on twice from an open file")
	}
	if err := c.Write(new(bytes.Buffer)); err == nil {
		t.Error("the checkpoint of a file is written")
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCheckpointMoreSteps: a training may be prolonged, and is then the longer one.
func TestCheckpointMoreSteps(t *testing.T) {
	d := mixedData(t)
	for _, v := range []Variant{Corrected(Box2EL), Paper()} {
		short, long := mixedOptions(Box2EL, v), mixedOptions(Box2EL, v)
		long.Hyper.Steps = 301
		file := halfway(t, d, short, 200)
		want := trainedBytes(t, d, long)
		long.Resume = resumed(t, file)
		if !bytes.Equal(trainedBytes(t, d, long), want) {
			t.Errorf("%s: another model file", v.Mode)
		}
	}
}

// TestCheckpointPatience: validations that brought nothing better count across an interruption.
func TestCheckpointPatience(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	opts.Hyper.Steps, opts.Hyper.Rate, opts.Variant.Patience = 1000, 1e-12, 3 // nothing moves
	m, err := Train(t.Context(), d, opts)
	if err != nil || m.Steps != 300 {
		t.Fatalf("training ends after %d steps, %v", m.Steps, err)
	}
	for _, steps := range []int{50, 150, 250} {
		o := opts
		o.Resume = resumed(t, halfway(t, d, opts, steps))
		if !bytes.Equal(trainedBytes(t, d, o), written(t, m)) {
			t.Errorf("resumed at step %d: another model file", steps)
		}
	}
}

// TestCheckpointLast: a training that is interrupted hands out a checkpoint where one is wanted, and only there.
func TestCheckpointLast(t *testing.T) {
	d := mixedData(t)
	for _, wanted := range []bool{true, false} {
		opts := mixedOptions(Box2EL, Corrected(Box2EL))
		ctx, cancel := context.WithCancel(t.Context())
		handed := 0
		opts.Step = func(*Point) { cancel() }
		opts.Checkpoint = func(*Checkpoint) error { handed++; return nil }
		opts.LastCheckpoint = func(ended context.Context) bool {
			if ended.Err() == nil {
				t.Error("asked before the context has ended")
			}
			return wanted
		}
		if _, err := Train(ctx, d, opts); !errors.Is(err, context.Canceled) {
			t.Errorf("wanted %t: %v", wanted, err)
		}
		if (handed == 1) != wanted || handed > 1 {
			t.Errorf("wanted %t: %d checkpoints", wanted, handed)
		}
	}
}

// TestCheckpointPoints: a training that is resumed tells all points, those that were told before first.
func TestCheckpointPoints(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	file := halfway(t, d, opts, 150)
	var want, got []Point
	opts.Step = func(p *Point) { want = append(want, *p) }
	trainedBytes(t, d, opts)
	opts.Step = func(p *Point) { got = append(got, *p) }
	opts.Resume = resumed(t, file)
	trainedBytes(t, d, opts)
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 4 {
		t.Errorf("%d points, want %d: %s", len(got), len(want), diff)
	}
}

func TestCheckpointOther(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	file := halfway(t, d, opts, 100)
	for _, c := range []struct {
		name   string
		change func(o *Options)
		says   string
	}{
		{"model", func(o *Options) { o.Model = ELBE }, "model is box2el there, elbe here"},
		{"dimension", func(o *Options) { o.Hyper.Dim = 12 }, "dim is 11 there, 12 here"},
		{"margin", func(o *Options) { o.Hyper.Margin = .5 }, "margin is 0.15 there, 0.5 here"},
		{"variant", func(o *Options) { o.Variant.Shuffled = false }, "shuffled is true there, false here"},
		{"seed", func(o *Options) { o.Seed = 1 }, "seed is 42 there, 1 here"},
		{"closure", func(o *Options) { o.Closure = noClosure{} }, "entailed is false there, true here"},
		{"fewer steps", func(o *Options) { o.Hyper.Steps = 99 }, "it has taken 100 steps, of 99 here"},
	} {
		o := mixedOptions(Box2EL, Corrected(Box2EL))
		c.change(&o)
		o.Resume = resumed(t, file)
		if _, err := Train(t.Context(), d, o); !errors.Is(err, ErrCheckpointOther) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	more := *d
	more.Classes = append(slices.Clone(d.Classes), "http://x/more")
	more.Auxiliary, more.Deprecated = nil, nil
	other := *d
	other.Train[dataset.NF1].IDs = slices.Clone(d.Train[dataset.NF1].IDs)
	other.Train[dataset.NF1].IDs[0] ^= 1
	for says, d := range map[string]*dataset.Dataset{"class_embeds is": &more, "the data's hash is": &other} {
		o := opts
		o.Resume = resumed(t, file)
		if _, err := Train(t.Context(), d, o); !errors.Is(err, ErrCheckpointOther) || !strings.Contains(err.Error(), says) {
			t.Errorf("other data: %v, want %s", err, says)
		}
	}
}

type noClosure struct{ dataset.Closure }

func (noClosure) Entails(dataset.Form, []int32) bool { return false }

// resumeError is what opening a file, or going on from it, ends with.
func resumeError(t *testing.T, d *dataset.Dataset, opts Options, file []byte) error {
	t.Helper()
	c, err := ReadCheckpoint(bytes.NewReader(file))
	if err != nil {
		return err
	}
	opts.Resume = c
	opts.Hyper.Steps = max(c.Step(), 0) // no further
	_, err = Train(t.Context(), d, opts)
	return err
}

// TestCheckpointDamage cuts a checkpoint, and changes bytes, all over.
func TestCheckpointDamage(t *testing.T) {
	d := mixedData(t)
	opts := mixedOptions(ELEm, Paper())
	opts.Hyper.Dim = 1
	file := halfway(t, d, opts, 100)
	for n := 0; n < len(file); n += 1 + n/200 { // all of the beginning
		if err := resumeError(t, d, opts, file[:n]); !errors.Is(err, ErrCheckpointDamaged) {
			t.Errorf("cut at %d: %v", n, err)
		}
		flipped := slices.Clone(file)
		flipped[n] ^= 4
		want := ErrCheckpointDamaged
		if n < len(checkpointMagic) {
			want = ErrNotCheckpoint
		}
		if err := resumeError(t, d, opts, flipped); !errors.Is(err, want) {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
	if err := resumeError(t, d, opts, written(t, smallModel(t, ELEm))); !errors.Is(err, ErrNotCheckpoint) {
		t.Errorf("a model: %v", err)
	}
	if err := resumeError(t, d, opts, file); err != nil {
		t.Errorf("whole: %v", err)
	}
}

// TestCheckpointLeavesFormer: what was saved is there until the next one is whole.
func TestCheckpointLeavesFormer(t *testing.T) {
	d := mixedData(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "checkpoint")
	opts := mixedOptions(Box2EL, Corrected(Box2EL))
	opts.CheckpointEvery = 50
	broken := errors.New("broken")
	opts.Checkpoint = func(c *Checkpoint) error {
		if c.Step() < 150 {
			return c.Save(path)
		}
		c.run.kept.file.Close() // reading what was kept fails in the middle of writing
		if err := c.Save(path); err == nil {
			t.Error("saved without what was kept")
		}
		return broken
	}
	if _, err := Train(t.Context(), d, opts); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	c, err := OpenCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Step() != 100 {
		t.Errorf("the checkpoint is after step %d", c.Step())
	}
}

func FuzzReadCheckpoint(f *testing.F) {
	d := mixedData(f)
	opts := mixedOptions(ELEm, Paper())
	opts.Hyper.Dim, opts.Hyper.Steps = 1, 110
	file := halfway(f, d, opts, 100)
	f.Add(file)
	f.Add(file[:300])
	f.Fuzz(func(t *testing.T, file []byte) {
		resumeError(t, d, mixedOptions(ELEm, Paper()), file)
	})
}
