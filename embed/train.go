package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/internal/memory"
)

// ErrNotFinite says that a loss or a parameter is no number any more: the options are out of range
// for the data.
var ErrNotFinite = errors.New("training left the numbers")

// trainer runs the steps of one training. A step has three phases, each spread over the workers and
// each a function of what the phase before left, cut up by axioms or by rows, so that the number of
// workers changes nothing:
//
//	catch up   touched rows that are not there yet are brought to this step  (adam.go)
//	forward    each axiom leaves residuals and numbers                       (the model's terms)
//	update     each touched row gathers its gradient, in the order of the plan, takes its step, and with it the
//	           steps until it is touched again
//
// A further step is planned beside update, for plans depend on no parameter (outlook.go).
type trainer[T kernel.Float] struct {
	ops        *kernel.Ops[T]
	model      *model[T]
	parameters *parameters[T]
	schedule   *schedule[T]
	planner    *planner
	workers    []*workspace[T]

	outlook *outlook
	plan    *plan // of the step to be taken

	residual  []T        // what residuals are cut from
	terms     []batch[T] // of each of the model's
	losses    []float64
	gathering [][2]gathering[T] // of each worker: for a row and for the next
}

// batch is what the axioms of a term's batch leave behind.
type batch[T kernel.Float] struct {
	residuals, values []T            // by axiom
	residual, numbers int            // of an axiom: how many of each
	summands          [][]summand[T] // of each part
}

func newTrainer[T kernel.Float](ops *kernel.Ops[T], d *dataset.Dataset, opts Options) (*trainer[T],
	error) {
	m, err := newModel[T](opts.Model, *opts.Hyper, *opts.Variant)
	if err != nil {
		return nil, err
	}
	if opts.Hyper.Visual && len(d.Classes) > mostAxioms {
		return nil, fmt.Errorf("%w: boxes of at most %d classes can be kept visible", ErrOptions,
			mostAxioms)
	}
	parameters, sizes := int64(0), sizesOf(d)
	for _, b := range m.blocks {
		parameters += int64(sizes[b.Rows]) * int64(b.Cols)
	}
	// two moments of each, and the best value so far
	if err := memory.Room(parameters * 4 * 4); err != nil {
		return nil, err
	}
	t := &trainer[T]{
		ops: ops, model: m, schedule: newSchedule[T](*opts.Hyper),
		parameters: newParameters[T](m.blocks, sizesOf(d)),
	}
	t.planner = newPlanner(d, opts, m)
	t.outlook = newOutlook(t.planner)
	t.allocate(opts.Workers)
	return t, nil
}

// allocate makes room for the largest batches.
func (t *trainer[T]) allocate(workers int) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	widest := 0
	for _, b := range t.model.blocks {
		widest = max(widest, b.Cols)
	}
	for range workers {
		t.workers = append(t.workers, newWorkspace(t.ops, t.model.dim))
		t.gathering = append(t.gathering,
			[2]gathering[T]{{sum: make([]T, widest)}, {sum: make([]T, widest)}})
	}
	for _, term := range t.model.terms {
		b := batch[T]{residual: term.residual, numbers: term.values}
		for _, p := range term.parts {
			b.summands = append(b.summands, summandsOf[T](p, t.model.blocks[p.block]))
		}
		t.terms = append(t.terms, b)
	}
	t.losses = make([]float64, len(t.model.terms))
}

// newPlanner tells a planner what it has to know of the model.
func newPlanner[T kernel.Float](d *dataset.Dataset, opts Options, m *model[T]) *planner {
	p := &planner{
		data: d, seed: opts.Seed, batch: opts.Hyper.Batch, hyper: *opts.Hyper,
		variant:      *opts.Variant,
		wholeIfSmall: m.wholeIfSmall, fixedNegatives: m.fixedNegatives, first: []int32{0},
	}
	size := sizesOf(d)
	for _, b := range m.blocks {
		p.first = append(p.first, p.first[len(p.first)-1]+int32(size[b.Rows]))
	}
	for _, t := range m.terms {
		planned := plannedTerm{source: t.source, parts: t.parts}
		if t.source.kind != everything {
			planned.axioms = d.Train[t.source.form]
		}
		p.terms = append(p.terms, planned)
	}
	for c := range d.Classes {
		p.pool = append(p.pool, int32(c))
	}
	if opts.Variant.KnownNegatives {
		p.known = newKnown(&d.Train, opts.Closure)
		p.pool = usable(d, p.pool)
	}
	return p
}

// usable leaves out what no negative should be about: deprecated classes and the built-in ones,
// unless nothing else is there.
func usable(d *dataset.Dataset, pool []int32) []int32 {
	var kept []int32
	for _, c := range pool {
		if c != d.Top && c != d.Bottom && (d.Deprecated == nil || !d.Deprecated[c]) {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return pool
	}
	return kept
}

// begin makes ready for the step after those done, which may be taken unless the context has ended.
func (t *trainer[T]) begin(ctx context.Context, done int) {
	t.outlook.begin(ctx, done)
	t.plan = t.outlook.of(done + 1)
}

// step takes step number t, counted from 1. Its plan must be in t.plan; the one of the next is
// there after. What is left where the context has ended is of no use.
func (t *trainer[T]) step(ctx context.Context, number int) error {
	t.schedule.prepare(number)
	t.spread(len(t.plan.units), 64, func(w, from, to int) {
		units := t.plan.units[from:to]
		t.parameters.catchUp(t.workers[w], t.schedule, number, len(units),
			func(i int) int32 { return units[i] })
	})
	t.forward()
	if err := t.reduce(number); err != nil {
		return err
	}
	const planning = 1 // the first piece of work
	t.spread(planning+len(t.plan.units), 128, func(w, from, to int) {
		if from < planning {
			t.outlook.extend(number)
			from = planning
		}
		if ctx.Err() == nil { // after a validation, rows are brought far ahead
			t.update(t.workers[w], number, from-planning, to-planning, &t.gathering[w])
		}
	})
	t.plan = t.outlook.of(number + 1)
	return ctx.Err()
}

// forward runs every axiom of the batches through its term.
func (t *trainer[T]) forward() {
	ends := make([]int, len(t.model.terms))
	total := 0
	need := 0
	for i := range t.model.terms {
		need += t.plan.counts[i] * t.model.terms[i].residual
	}
	if need > len(t.residual) {
		// steps differ by the negatives that are found
		t.residual = inLargePages(make([]T, need+need/16))
	}
	arena := t.residual
	for i := range t.model.terms {
		term, count := &t.model.terms[i], t.plan.counts[i]
		t.terms[i].residuals = carve(&arena, count*term.residual)
		t.terms[i].values = resized(t.terms[i].values, count*term.values)
		total += count
		ends[i] = total
	}
	t.spread(total, 32, func(w, from, to int) {
		term, begin := 0, 0
		for i := from; i < to; i++ {
			for i >= ends[term] {
				begin = ends[term]
				term++
			}
			t.forwardAxiom(t.workers[w], term, i-begin)
		}
	})
}

// forwardAxiom runs an axiom of a term through it. The memory of the next one's rows is asked for
// before.
func (t *trainer[T]) forwardAxiom(w *workspace[T], number, axiom int) {
	if axiom+1 < t.plan.counts[number] {
		for _, row := range t.rowsOf(w, number, axiom+1) {
			t.ops.Ask(row)
		}
	}
	term, b := &t.model.terms[number], &t.terms[number]
	term.forward(w, t.rowsOf(w, number, axiom),
		b.residuals[axiom*term.residual:(axiom+1)*term.residual],
		b.values[axiom*term.values:(axiom+1)*term.values])
}

// rowsOf returns the rows that an axiom of a term's batch touches, until the next call.
func (t *trainer[T]) rowsOf(w *workspace[T], number, axiom int) [][]T {
	parts := t.model.terms[number].parts
	columns := t.plan.batches[number][axiom*t.planner.terms[number].width():]
	rows := w.rows[:len(parts)]
	for i := range parts {
		rows[i] = t.parameters.row(parts[i].block, columns[parts[i].column])
	}
	return rows
}

// carve cuts n elements off.
func carve[T kernel.Float](from *[]T, n int) []T {
	cut := (*from)[:n:n]
	*from = (*from)[n:]
	return cut
}

// reduce makes losses of numbers, and numbers into factors.
func (t *trainer[T]) reduce(step int) error {
	for i := range t.model.terms {
		t.losses[i] = 0
		if t.plan.counts[i] == 0 {
			continue
		}
		term := &t.model.terms[i]
		t.losses[i] = term.reduce(t.terms[i].values, t.plan.counts[i])
		if math.IsNaN(t.losses[i]) || math.IsInf(t.losses[i], 0) {
			return fmt.Errorf("%w: the loss of %s is %v in step %d: try a smaller learning rate",
				ErrNotFinite, term.name, t.losses[i], step)
		}
	}
	return nil
}

// settle brings all parameters to what they are before a step. When the context ends, each row is
// there or as it was, and settling for the same step again does the rest.
func (t *trainer[T]) settle(ctx context.Context, step int) error {
	t.schedule.prepare(step)
	t.spread(t.parameters.units(), 64, func(w, from, to int) {
		if ctx.Err() == nil {
			t.parameters.catchUp(t.workers[w], t.schedule, step, to-from,
				func(i int) int32 { return int32(from + i) })
		}
	})
	return ctx.Err()
}

// spread calls do for ranges that together are 0 ≤ i < n: pieces that the workers take as they
// come. It returns when all are done.
func (t *trainer[T]) spread(n, piece int, do func(worker, from, to int)) {
	if len(t.workers) == 1 || n <= piece {
		for from := 0; from < n; from += piece {
			do(0, from, min(from+piece, n))
		}
		return
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for w := range t.workers {
		wg.Go(func() {
			for {
				from := int(taken.Add(int64(piece))) - piece
				if from >= n {
					return
				}
				do(w, from, min(from+piece, n))
			}
		})
	}
	wg.Wait()
}
