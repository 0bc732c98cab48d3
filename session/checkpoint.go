package session

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outfile"
)

// Checkpoint says where the state of a training is kept, so that the training goes on when it was interrupted: to the same model. The zero
// value keeps nothing.
//
// Where the state cannot be kept, as on a full disk, the training goes on without. A file that is no good, or is about other data or
// options, is removed, and the training begins anew. The file is not removed when the training has ended: the model may not have been saved yet.
type Checkpoint struct {
	// File is what the state is kept in. Default: none.
	File string
	// Every is the least time between two states that are kept; it is a hundred times what keeping takes where that is longer.
	// Default: 30 s.
	Every time.Duration
	// Last says, of the context when it has ended, whether the state is to be kept then. Default: it is.
	Last func(ended context.Context) bool
	// Log is told of what goes wrong, and of trainings that go on. Default: nobody is.
	Log *slog.Logger
}

const (
	// checkpointSteps is after how many steps the clock is looked at.
	checkpointSteps = 10
	// checkpointShare is how many times as long as keeping a state it takes until the next one is kept, at least.
	checkpointShare = 100
	// lastCheckpoint is how long the last state may take, as somebody waits for the end of the process: 48,000 classes × 200 take half a second
	// of a machine that has nothing else to do. Where it takes longer, training will go on from the state before.
	lastCheckpoint = 3 * time.Second
)

func (c Checkpoint) withDefaults() Checkpoint {
	c.Every = cmp.Or(c.Every, 30*time.Second)
	if c.Last == nil {
		c.Last = func(context.Context) bool { return true }
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// train is embed.Train, from the state that is kept and keeping it.
func (c Checkpoint) train(ctx context.Context, d *dataset.Dataset, options embed.Options) (*embed.Model, error) {
	if c.File == "" {
		return embed.Train(ctx, d, options)
	}
	c = c.withDefaults()
	options.Checkpoint, options.CheckpointEvery, options.LastCheckpoint = c.keeper(ctx), checkpointSteps, c.Last
	if former := c.open(); former != nil {
		c.Log.Info("training goes on", "checkpoint", c.File, "step", former.Step())
		options.Resume = former
		m, err := embed.Train(ctx, d, options)
		former.Close()
		if !unusable(err) {
			return m, err
		}
		c.putAway(err)
		options.Resume = nil
	}
	return embed.Train(ctx, d, options)
}

// open opens the state that is kept; nil where there is none that is any good.
func (c Checkpoint) open() *embed.Checkpoint {
	former, err := embed.OpenCheckpoint(c.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		c.putAway(err)
		return nil
	}
	return former
}

// unusable reports whether training ended because of the checkpoint that it was to go on from.
func unusable(err error) bool {
	return errors.Is(err, embed.ErrCheckpointOther) || errors.Is(err, embed.ErrCheckpointDamaged)
}

func (c Checkpoint) putAway(why error) {
	c.Log.Warn("training begins anew", "checkpoint", c.File, "error", why)
	if err := os.Remove(c.File); err != nil {
		c.Log.Warn("checkpoint not removed", "error", err)
	}
}

// keeper keeps states of a training whose context is ctx, when it is time.
func (c Checkpoint) keeper(ctx context.Context) func(*embed.Checkpoint) error {
	next := time.Now().Add(c.Every)
	return func(state *embed.Checkpoint) error {
		began := time.Now()
		writing := ctx
		switch {
		case ctx.Err() != nil: // the last one
			var end context.CancelFunc
			writing, end = context.WithTimeout(context.WithoutCancel(ctx), lastCheckpoint)
			defer end()
		case began.Before(next):
			return nil
		}
		if err := c.write(writing, state); err != nil && !errors.Is(err, context.Canceled) {
			c.Log.Warn("checkpoint not written", "error", err)
		}
		next = time.Now().Add(max(c.Every, checkpointShare*time.Since(began)))
		return nil
	}
}

// write replaces the file, unless the context ends before that is done.
func (c Checkpoint) write(ctx context.Context, state *embed.Checkpoint) error {
	if err := os.MkdirAll(filepath.Dir(c.File), 0o755); err != nil {
		return err
	}
	return outfile.WriteSoon(c.File, func(w io.Writer) error { return state.Write(interruptible{ctx, w}) })
}

// interruptible is a writer that takes nothing more when its context has ended. What it is given may be hundreds of megabytes.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(p []byte) (written int, err error) {
	for written < len(p) {
		if err := i.ctx.Err(); err != nil {
			return written, err
		}
		n, err := i.w.Write(p[written:min(written+1<<20, len(p))])
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// CheckpointEnding is what the names of checkpoints end with.
const CheckpointEnding = ".checkpoint"

// RemoveCheckpoints removes the checkpoints in a folder that are stale, by their names without the ending; part says that one was being written
// when the process was killed. It removes as many as it can.
func RemoveCheckpoints(folder string, stale func(name string, part bool) bool) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		file, part := outfile.PartOf(e.Name())
		if !part {
			file = e.Name()
		}
		if name, ok := strings.CutSuffix(file, CheckpointEnding); ok && stale(name, part) {
			errs = append(errs, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return errors.Join(errs...)
}
