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

// ErrNotFinite is returned if a loss or a parameter becomes NaN or infinite, because the options
// are out of range for the data.
var ErrNotFinite = errors.New("loss is not finite")

const tooLarge = "try a smaller learning rate, margin, negative distance or regularization"

// trainer runs the steps of one training. A step has three phases. Each phase is split by axioms or
// by rows among the workers and depends only on the results of the phase before, so the number of
// workers does not change the result.
//
//	skipped   apply to each row of the step the updates that it has skipped  (adam.go)
//	forward   compute residuals and numbers for each axiom                   (the model's terms)
//	update    sum the gradient of each row in the order of the plan and update the row,
//	          for this step and for the steps until it is used again
//
// During update one further step is planned, because plans do not depend on parameters
// (batches.go).
type trainer[T kernel.Float] struct {
	ops        *kernel.Ops[T]
	model      *model[T]
	parameters *parameters[T]
	schedule   *adamSchedule[T]
	planner    *planner
	workers    []*workspace[T]

	batches *batchSchedule
	plan    *plan // plan of the next step

	residual []T        // memory of all residuals of a step
	terms    []batch[T] // one for each term of the model
	losses   []float64
	buffers  [][2]gradientBuffer[T] // by worker: for the current row and for the next
}

// batch holds the results of forward for the axioms of one term's batch.
type batch[T kernel.Float] struct {
	residuals, values      []T // of all axioms
	residualLen, valuesLen int // elements for each axiom
}

func newTrainer[T kernel.Float](
	ops *kernel.Ops[T], d *dataset.Dataset, opts Options,
) (*trainer[T], error) {
	m, err := newModel[T](opts.Model, *opts.Hyper, *opts.Variant)
	if err != nil {
		return nil, err
	}
	if opts.Hyper.Visual && len(d.Classes) > maxBatch {
		return nil, fmt.Errorf("%w: the visualization loss supports at most %d classes", ErrOptions,
			maxBatch)
	}
	parameters := int64(0)
	for _, b := range m.blocks {
		parameters += int64(len(d.Names(b.Rows))) * int64(b.Cols)
	}
	// two moments of each, and the best value so far
	if err := memory.Room(parameters * 4 * 4); err != nil {
		return nil, err
	}
	t := &trainer[T]{
		ops: ops, model: m, schedule: newAdamSchedule[T](*opts.Hyper),
		parameters: newParameters[T](m.blocks, d),
	}
	t.planner = newPlanner(d, opts, m)
	t.batches = newBatchSchedule(t.planner)
	t.allocate(opts.Workers)
	return t, nil
}

// allocate creates the workers' buffers and the terms' batches.
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
		t.buffers = append(t.buffers,
			[2]gradientBuffer[T]{{sum: make([]T, widest)}, {sum: make([]T, widest)}})
	}
	for _, term := range t.model.terms {
		t.terms = append(t.terms,
			batch[T]{residualLen: term.residualLen, valuesLen: term.valuesLen})
	}
	t.losses = make([]float64, len(t.model.terms))
}

// newPlanner returns the planner for a model and a data set.
func newPlanner[T kernel.Float](d *dataset.Dataset, opts Options, m *model[T]) *planner {
	p := &planner{
		data: d, seed: opts.Seed, hyper: *opts.Hyper, variant: *opts.Variant,
		fixedNegatives: m.fixedNegatives, first: []int32{0},
	}
	for _, b := range m.blocks {
		p.first = append(p.first, p.first[len(p.first)-1]+int32(len(d.Names(b.Rows))))
	}
	for _, t := range m.terms {
		planned := plannedTerm{source: t.source, operands: t.operands}
		if t.source.kind != allClasses {
			planned.axioms = d.Train[t.source.form]
		}
		p.terms = append(p.terms, planned)
	}
	for c := range d.Classes {
		p.pool = append(p.pool, int32(c))
	}
	if opts.Variant.KnownNegatives {
		p.known = newKnownAxioms(&d.Train, opts.Closure)
		p.pool = negativeCandidates(d, p.pool)
	}
	return p
}

// negativeCandidates removes deprecated classes and owl:Thing and owl:Nothing from the pool of
// negatives. If no class remains, it returns the whole pool.
func negativeCandidates(d *dataset.Dataset, pool []int32) []int32 {
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

// start plans the first steps. If the context has ended, no step may be taken.
func (t *trainer[T]) start(ctx context.Context) {
	t.batches.start(ctx)
	t.plan = t.batches.plan(1)
}

// step takes a step by its number, counted from 1. Before the call t.plan is its plan, and
// afterwards that of the next step. If the context ends, the parameters are unusable.
func (t *trainer[T]) step(ctx context.Context, number int) error {
	t.schedule.prepare(number)
	t.parallel(len(t.plan.rowIDs), 64, func(w, from, to int) {
		rowIDs := t.plan.rowIDs[from:to]
		t.parameters.applySkipped(t.workers[w], t.schedule, number, len(rowIDs),
			func(i int) int32 { return rowIDs[i] })
	})
	t.forward()
	if err := t.reduce(number); err != nil {
		return err
	}
	const planning = 1 // the first item of work plans a step
	t.parallel(planning+len(t.plan.rowIDs), 128, func(w, from, to int) {
		if from < planning {
			t.batches.planNext(number)
			from = planning
		}
		if ctx.Err() == nil { // a row may advance by many steps
			t.update(t.workers[w], number, from-planning, to-planning, &t.buffers[w])
		}
	})
	t.plan = t.batches.plan(number + 1)
	return ctx.Err()
}

// forward computes the residuals and numbers of all axioms of the step.
func (t *trainer[T]) forward() {
	ends := make([]int, len(t.model.terms))
	total := 0
	need := 0
	for i := range t.model.terms {
		need += t.plan.counts[i] * t.model.terms[i].residualLen
	}
	if need > len(t.residual) {
		// room to grow, because the number of negatives differs between steps
		t.residual = inLargePages(make([]T, need+need/16))
	}
	arena := t.residual
	for i := range t.model.terms {
		term, count := &t.model.terms[i], t.plan.counts[i]
		n := count * term.residualLen
		t.terms[i].residuals, arena = arena[:n:n], arena[n:]
		t.terms[i].values = withLength(t.terms[i].values, count*term.valuesLen)
		total += count
		ends[i] = total
	}
	t.parallel(total, 32, func(w, from, to int) {
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

// forwardAxiom computes the residual and the numbers of one axiom of a term. It prefetches the rows
// of the next axiom.
func (t *trainer[T]) forwardAxiom(w *workspace[T], number, axiom int) {
	if axiom+1 < t.plan.counts[number] {
		for _, row := range t.rowsOf(w, number, axiom+1) {
			t.ops.Ask(row)
		}
	}
	term, b := &t.model.terms[number], &t.terms[number]
	term.forward(w, t.rowsOf(w, number, axiom),
		b.residuals[axiom*term.residualLen:(axiom+1)*term.residualLen],
		b.values[axiom*term.valuesLen:(axiom+1)*term.valuesLen])
}

// rowsOf returns the rows of the operands of an axiom. They are valid until the next call.
func (t *trainer[T]) rowsOf(w *workspace[T], number, axiom int) [][]T {
	operands := t.model.terms[number].operands
	columns := t.plan.batches[number][axiom*t.planner.terms[number].width():]
	rows := w.rows[:len(operands)]
	for i := range operands {
		rows[i] = t.parameters.row(operands[i].block, columns[operands[i].column])
	}
	return rows
}

// reduce computes the losses from the axioms' numbers and replaces the numbers by factors.
func (t *trainer[T]) reduce(step int) error {
	for i := range t.model.terms {
		t.losses[i] = 0
		if t.plan.counts[i] == 0 {
			continue
		}
		term := &t.model.terms[i]
		t.losses[i] = term.reduce(t.terms[i].values, t.plan.counts[i])
		if math.IsNaN(t.losses[i]) || math.IsInf(t.losses[i], 0) {
			return fmt.Errorf("%w: the loss of %s is %v in step %d: "+tooLarge,
				ErrNotFinite, term.name, t.losses[i], step)
		}
	}
	return nil
}

// applyAllSkipped applies the skipped updates of all rows before a step. If the context ends, some
// rows are done and the others unchanged; a second call for the same step does the others.
func (t *trainer[T]) applyAllSkipped(ctx context.Context, step int) error {
	t.schedule.prepare(step)
	t.parallel(t.parameters.numRows(), 64, func(w, from, to int) {
		if ctx.Err() == nil {
			t.parameters.applySkipped(t.workers[w], t.schedule, step, to-from,
				func(i int) int32 { return int32(from + i) })
		}
	})
	return ctx.Err()
}

// parallel calls do for ranges of piece elements that cover 0 ≤ i < n. Each worker takes the next
// range when it is free. parallel returns after the last call.
func (t *trainer[T]) parallel(n, piece int, do func(worker, from, to int)) {
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
