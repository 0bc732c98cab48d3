package embed

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"

	"box2el-owl/internal/outfile"
	"box2el-owl/internal/sections"
)

// A checkpoint on disk is a row of checksummed sections (internal/sections):
//
//	version    the number of the format
//	about      which training it is, and how far: JSON, an aboutCheckpoint
//	history    JSON, a list of points
//	kept       the best parameters so far, in pieces, if there are any
//	values, moment1, moment2    for each block
//	updated    for each row, the step that it was brought to
//
// Batches and negatives are functions of the seed and the step (plan.go), so no generator's state is in it.

// Why training cannot go on from a checkpoint.
var (
	// ErrNotCheckpoint says that a file is something else than a checkpoint.
	ErrNotCheckpoint = errors.New("not a checkpoint")
	// ErrCheckpointVersion says that another version of the program has written the checkpoint.
	ErrCheckpointVersion = errors.New("the checkpoint is of another version of the program")
	// ErrCheckpointDamaged says that a file is not, or not wholly, what Write has written.
	ErrCheckpointDamaged = errors.New("the checkpoint is damaged")
	// ErrCheckpointOther says that the checkpoint is of a training with other options or other data.
	ErrCheckpointOther = errors.New("the checkpoint is of another training")
)

const (
	checkpointMagic = "\x89b2elck\n"

	// checkpointVersion is to be raised whenever the same file would mean something else, or go on differently: the
	// format, the sampling, the losses or the optimizer are changed.
	checkpointVersion = 1

	// keptPiece is how many kept parameters go through memory at a time.
	keptPiece = 1 << 18
)

// Checkpoint is the state of a training between two steps: of the training that calls Options.Checkpoint, as long as
// that call lasts, or of a file, for Options.Resume.
type Checkpoint struct {
	about aboutCheckpoint
	run   *run             // nil: of a file
	in    *sections.Reader // of a file, behind about; nil once training went on from it
	file  io.Closer        // nil: not ours to close
}

type aboutCheckpoint struct {
	Model    Architecture `json:"model"`
	Options  Hyper        `json:"options"`
	Variant  Variant      `json:"variant"`
	Seed     uint64       `json:"seed"`
	Task     string       `json:"task"`
	DataHash string       `json:"dataHash"` // hexadecimal
	Closure  bool         `json:"closure"`  // whether there was one
	Blocks   []aboutBlock `json:"blocks"`

	Step   int       `json:"step"`
	Losses []float64 `json:"losses"` // of each term, in the last step
	Best   *float64  `json:"best"`   // nil: nothing was kept
	BestAt int       `json:"bestAt"`
	Stale  int       `json:"stale"`
}

// checkpoint is the state of a run after its steps.
func (r *run) checkpoint() *Checkpoint {
	about := r.aboutCheckpoint()
	about.Step, about.Losses, about.BestAt, about.Stale = r.step, r.losses, r.bestAt, r.stale
	if !math.IsNaN(r.best) {
		about.Best = &r.best
	}
	return &Checkpoint{about: about, run: r}
}

// aboutCheckpoint says which training a run is.
func (r *run) aboutCheckpoint() aboutCheckpoint {
	o := &r.options
	return aboutCheckpoint{
		Model: o.Model, Options: *o.Hyper, Variant: *o.Variant, Seed: o.Seed, Task: r.data.Task.String(),
		DataHash: hex.EncodeToString(r.hash[:]), Closure: o.Closure != nil, Blocks: aboutBlocks(&r.parameters.matrices),
	}
}

// Step is the number of steps done.
func (c *Checkpoint) Step() int { return c.about.Step }

// Options are what the training was started with, as far as they decide on its result; Closure is not among them.
func (c *Checkpoint) Options() Options {
	h, v := c.about.Options, c.about.Variant
	return Options{Model: c.about.Model, Hyper: &h, Variant: &v, Seed: c.about.Seed}
}

// Save writes the checkpoint into a file, which is replaced as a whole or not at all: whenever the program is killed,
// one of the two checkpoints is there.
func (c *Checkpoint) Save(path string) error {
	return outfile.Write(path, c.Write)
}

// Write writes the checkpoint of a training under way. Parameters go out from where they are: of the kept ones, a piece of a
// megabyte at a time is in memory.
func (c *Checkpoint) Write(w io.Writer) error {
	r := c.run
	if r == nil {
		return errors.New("writing a checkpoint: it is one of a file")
	}
	about, err := json.Marshal(c.about)
	if err != nil {
		return fmt.Errorf("writing a checkpoint: %w", err)
	}
	history, err := json.Marshal(r.history)
	if err != nil {
		return fmt.Errorf("writing a checkpoint: %w", err)
	}
	out := sections.NewWriter(w, checkpointMagic)
	sections.Words(out, "version", []uint32{checkpointVersion})
	out.Bytes("about", about)
	out.Bytes("history", history)
	if c.about.Best != nil {
		if err := r.kept.pieces(r.parameters.values, func(piece []float32) { sections.Words(out, "kept", piece) }); err != nil {
			return err
		}
	}
	for b := range r.parameters.blocks {
		sections.Words(out, "values", r.parameters.values[b])
		sections.Words(out, "moment1", r.parameters.moment1[b])
		sections.Words(out, "moment2", r.parameters.moment2[b])
	}
	sections.Words(out, "updated", r.parameters.updated)
	return out.Close()
}

// OpenCheckpoint opens a file for Options.Resume. It stays open until Close: what is long in it is read when training goes on
// from it, straight to its place. Errors are ErrNotCheckpoint, ErrCheckpointVersion, ErrCheckpointDamaged, or the system's.
func OpenCheckpoint(path string) (*Checkpoint, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	c, err := ReadCheckpoint(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.file = f
	return c, nil
}

// ReadCheckpoint reads the beginning of what Write has written. Training reads the rest, once; errors in it are those of
// OpenCheckpoint and come from Train.
func ReadCheckpoint(r io.Reader) (*Checkpoint, error) {
	c := &Checkpoint{in: sections.NewReader(r, checkpointMagic)}
	if err := readVersion(c.in, checkpointVersion, ErrCheckpointVersion); err != nil {
		return nil, checkpointError(err)
	}
	readJSON(c.in, "about", &c.about)
	if err := c.in.Err(); err != nil {
		return nil, checkpointError(err)
	}
	return c, nil
}

// checkpointError tells which kind of error reading has met.
func checkpointError(err error) error {
	switch {
	case errors.Is(err, sections.ErrMagic):
		return fmt.Errorf("%w: %w", ErrNotCheckpoint, err)
	case errors.Is(err, sections.ErrDamaged):
		return fmt.Errorf("%w: %w", ErrCheckpointDamaged, err)
	}
	return err
}

// Close closes the file that OpenCheckpoint has opened.
func (c *Checkpoint) Close() error {
	if c.file == nil {
		return nil
	}
	file := c.file
	c.file, c.in = nil, nil
	return file.Close()
}

// restore brings a run that has taken no step to where the checkpoint is.
func (c *Checkpoint) restore(ctx context.Context, r *run) error {
	if c.in == nil {
		return errors.New("resuming: the checkpoint is no open file, or training went on from it before")
	}
	in := c.in
	c.in = nil
	if err := c.about.matches(r); err != nil {
		return err
	}
	readJSON(in, "history", &r.history)
	values := r.parameters.values
	if c.about.Best != nil { // by the way of the parameters' memory, which has nothing in it yet
		for _, block := range values {
			for at := 0; at < len(block); at += keptPiece {
				sections.ReadWordsInto(in, "kept", block[at:min(at+keptPiece, len(block))])
			}
		}
		if in.Err() == nil {
			if err := r.kept.put(ctx, values); err != nil {
				return err
			}
		}
		r.best = *c.about.Best
	}
	for b := range values {
		sections.ReadWordsInto(in, "values", values[b])
		sections.ReadWordsInto(in, "moment1", r.parameters.moment1[b])
		sections.ReadWordsInto(in, "moment2", r.parameters.moment2[b])
	}
	sections.ReadWordsInto(in, "updated", r.parameters.updated)
	for unit, step := range r.parameters.updated {
		if in.Err() == nil && (step < 0 || int(step) > wholeAfter(c.about.Step)) {
			in.Fail("row %d was brought to step %d, at step %d of training", unit, step, c.about.Step)
		}
	}
	if err := in.Close(); err != nil {
		return checkpointError(err)
	}
	copy(r.losses, c.about.Losses)
	r.step, r.bestAt, r.stale = c.about.Step, c.about.BestAt, c.about.Stale
	return nil
}

// matches reports what a run has otherwise than the training of a checkpoint. It may take more steps or fewer, as no
// step depends on how many follow, but not fewer than have been taken.
func (a *aboutCheckpoint) matches(r *run) error {
	here, there := r.aboutCheckpoint(), *a
	there.Options.Steps = here.Options.Steps
	if diff := differences(there, here); len(diff) > 0 {
		return fmt.Errorf("%w: %s", ErrCheckpointOther, strings.Join(diff, "; "))
	}
	if a.Step > here.Options.Steps {
		return fmt.Errorf("%w: it has taken %d steps, of %d here", ErrCheckpointOther, a.Step, here.Options.Steps)
	}
	if a.Step < 0 || a.BestAt < 0 || a.BestAt > a.Step || a.Stale < 0 || len(a.Losses) != len(r.losses) {
		return fmt.Errorf("%w: it cannot be after step %d, with the best at %d, %d later ones and %d losses",
			ErrCheckpointDamaged, a.Step, a.BestAt, a.Stale, len(a.Losses))
	}
	return nil
}

// differences says in words what two trainings have of their own, by the names that options have in files.
func differences(there, here aboutCheckpoint) []string {
	var list []string
	differ := func(name string, there, here any) {
		list = append(list, fmt.Sprintf("%s is %v there, %v here", name, there, here))
	}
	if there.Model != here.Model {
		differ("model", there.Model, here.Model)
	}
	for _, s := range [][2]any{{there.Options, here.Options}, {there.Variant, here.Variant}} {
		a, b := reflect.ValueOf(s[0]), reflect.ValueOf(s[1])
		for i := range a.NumField() {
			name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
			if x, y := a.Field(i).Interface(), b.Field(i).Interface(); x != y {
				differ(name, x, y)
			}
		}
	}
	switch {
	case there.Seed != here.Seed:
		differ("seed", there.Seed, here.Seed)
	case there.Task != here.Task:
		differ("task", there.Task, here.Task)
	case there.Closure != here.Closure:
		differ("knowledge of what is entailed", there.Closure, here.Closure)
	}
	if len(list) > 0 {
		return list
	}
	if len(there.Blocks) != len(here.Blocks) {
		differ("number of blocks", len(there.Blocks), len(here.Blocks))
		return list
	}
	for b := range here.Blocks {
		if x, y := there.Blocks[b], here.Blocks[b]; x != y {
			differ(y.Name, fmt.Sprintf("%d × %d", x.Rows, x.Columns), fmt.Sprintf("%d × %d", y.Rows, y.Columns))
		}
	}
	if there.DataHash != here.DataHash {
		differ("the data's hash", fmt.Sprintf("%.12s", there.DataHash), fmt.Sprintf("%.12s", here.DataHash))
	}
	return list
}
