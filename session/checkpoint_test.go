package session

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/internal/embedgen"
)

// training is one of some hundred steps, and what it keeps.
type training struct {
	data    *dataset.Dataset
	options embed.Options
	Checkpoint
	log bytes.Buffer
}

func newTraining(t *testing.T) *training {
	t.Helper()
	d, _ := dataset.SplitWhole(embedgen.New(embedgen.GALEN.Scaled(.004), 1), 1)
	hyper := embed.DefaultHyper(embed.Box2EL)
	hyper.Dim, hyper.Batch, hyper.Steps = 8, 32, 350
	tr := &training{data: d, options: trainingOptions(embed.Options{Hyper: &hyper, Seed: 1})}
	tr.Checkpoint = Checkpoint{
		File: filepath.Join(t.TempDir(), "models", "job.checkpoint"), Every: 1, Log: slog.New(slog.NewTextHandler(&tr.log, nil)),
	}
	return tr
}

// interrupt ends the training at its point for a step.
func (tr *training) interrupt(t *testing.T, at int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	options := tr.options
	options.Step = func(p *embed.Point) {
		if p.Step == at {
			cancel()
		}
	}
	if _, err := tr.train(ctx, tr.data, options); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
}

// finish is the model file of the training, and at which steps it was told points.
func (tr *training) finish(t *testing.T) (model []byte, points []int) {
	t.Helper()
	options := tr.options
	options.Step = func(p *embed.Point) { points = append(points, p.Step) }
	m, err := tr.train(t.Context(), tr.data, options)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), points
}

// TestCheckpoint: whatever has become of the checkpoint of an interrupted training, the model is that of one which nothing interrupts, and the points
// of its curve are told from the first one on.
func TestCheckpoint(t *testing.T) {
	const goesOn, anew, unwritten = "training goes on", "training begins anew", "checkpoint not written"
	for _, c := range []struct {
		name    string
		between func(t *testing.T, tr *training) error
		says    []string // in the log
	}{
		{"untouched", func(*testing.T, *training) error { return nil }, []string{goesOn}},
		{"removed", func(_ *testing.T, tr *training) error { return os.Remove(tr.File) }, nil},
		{"damaged behind its head", func(_ *testing.T, tr *training) error {
			file, err := os.ReadFile(tr.File)
			file[len(file)/2] ^= 1
			return errors.Join(err, os.WriteFile(tr.File, file, 0o600))
		}, []string{goesOn, anew, "damaged"}},
		{"cut short", func(_ *testing.T, tr *training) error { return os.Truncate(tr.File, 100) }, []string{anew, "damaged"}},
		{"something else", func(_ *testing.T, tr *training) error {
			return os.WriteFile(tr.File, []byte("else, and long enough"), 0o600)
		}, []string{anew, "not a checkpoint"}},
		{"another seed", func(_ *testing.T, tr *training) error { tr.options.Seed++; return nil }, []string{goesOn, anew, "another training"}},
		{"an edit", func(_ *testing.T, tr *training) error {
			tr.data.Train[dataset.NF1].IDs[0] ^= 1
			return nil
		}, []string{goesOn, anew, "another training"}},
		{"a folder in its place", func(t *testing.T, tr *training) error {
			return errors.Join(os.Remove(tr.File), os.MkdirAll(filepath.Join(tr.File, "x"), 0o700))
		}, []string{anew, unwritten}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := newTraining(t)
			tr.interrupt(t, 200)
			if err := c.between(t, tr); err != nil {
				t.Fatal(err)
			}
			tr.log.Reset()
			model, points := tr.finish(t)
			undisturbed := *tr
			undisturbed.Checkpoint = Checkpoint{}
			want, wantPoints := undisturbed.finish(t)
			if !bytes.Equal(model, want) {
				t.Error("another model")
			}
			if !slices.Equal(points, wantPoints) || len(points) != 5 {
				t.Errorf("points at %v, want %v", points, wantPoints)
			}
			for _, message := range []string{goesOn, anew, unwritten} {
				if said := strings.Contains(tr.log.String(), message); said != slices.Contains(c.says, message) {
					t.Errorf("the log says %q: %t", message, said)
				}
			}
			for _, m := range c.says {
				if !strings.Contains(tr.log.String(), m) {
					t.Errorf("the log does not say %q:\n%s", m, tr.log.String())
				}
			}
		})
	}
}

// TestCheckpointTimes: a state is kept when it is time, and at the end where that is wanted.
func TestCheckpointTimes(t *testing.T) {
	for _, c := range []struct {
		name  string
		every time.Duration
		last  bool
		kept  bool
	}{
		{"at the end", time.Hour, true, true},
		{"not at all", time.Hour, false, false},
		{"before the end", 1, false, true},
	} {
		tr := newTraining(t)
		tr.Every, tr.Last = c.every, func(ended context.Context) bool {
			if ended.Err() == nil {
				t.Errorf("%s: asked about a context that goes on", c.name)
			}
			return c.last
		}
		tr.interrupt(t, 200)
		former, err := embed.OpenCheckpoint(tr.File)
		if kept := err == nil; kept != c.kept {
			t.Errorf("%s: kept: %t, %v", c.name, kept, err)
		}
		if err != nil {
			continue
		}
		former.Close()
		if step := former.Step(); c.last && step < 200 || step < 10 || step > 201 {
			t.Errorf("%s: after step %d", c.name, step)
		}
	}
}

// TestCheckpointDiskFull: where the disk is full, training goes on.
func TestCheckpointDiskFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	tr := newTraining(t)
	if err := os.MkdirAll(filepath.Dir(tr.File), 0o700); err != nil {
		t.Fatal(err)
	}
	began := false
	tr.options.Progress = func(string, int64, int64) {
		if began {
			return
		}
		began = true // it has looked for a former state by now, and not found any
		if err := os.Symlink("/dev/full", tr.File); err != nil {
			t.Error(err)
		}
	}
	tr.finish(t)
	if log := tr.log.String(); !strings.Contains(log, "checkpoint not written") || !strings.Contains(log, "no space left") {
		t.Errorf("the log says %q", log)
	}
}

// TestCheckpointInterrupted: nothing more is written when nobody waits for it, and the state before is there.
func TestCheckpointInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var b bytes.Buffer
	w := interruptible{ctx, &b}
	piece := make([]byte, 3<<20)
	if n, err := w.Write(piece); n != len(piece) || b.Len() != n || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	cancel()
	if n, err := w.Write(piece); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes, %v", n, err)
	}

	tr := newTraining(t)
	tr.interrupt(t, 200)
	before, err := os.ReadFile(tr.File)
	if err != nil {
		t.Fatal(err)
	}
	options := tr.options
	options.Checkpoint, options.CheckpointEvery = func(c *embed.Checkpoint) error { return tr.write(ctx, c) }, 100
	if _, err := embed.Train(t.Context(), tr.data, options); !errors.Is(err, context.Canceled) {
		t.Errorf("written without a context: %v", err)
	}
	after, err := os.ReadFile(tr.File)
	if err != nil || !bytes.Equal(after, before) {
		t.Errorf("the former state is another one: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(tr.File))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestRemoveCheckpoints removes what is stale, and nothing that is no checkpoint.
func TestRemoveCheckpoints(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.checkpoint", "b.checkpoint", ".b.checkpoint-0123abcd", ".c.checkpoint-0123abcd", "a.model", ".a.model-0123abcd"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := RemoveCheckpoints(folder, func(name string, part bool) bool { return name == "a" || name == "b" && part })
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got := strings.Join(left, " "); err != nil || got != ".a.model-0123abcd .c.checkpoint-0123abcd a.model b.checkpoint" {
		t.Errorf("left are %s, %v", got, err)
	}
	if err := RemoveCheckpoints(filepath.Join(folder, "none"), nil); err != nil {
		t.Error(err)
	}
}
