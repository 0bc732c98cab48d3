package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/memory"
)

// ErrNothingToTrain is returned if the data set has no axioms of the forms that the model uses.
var ErrNothingToTrain = errors.New("nothing to train on")

// Train trains a model on the training axioms of d. The model has the parameters that ranked the
// validation axioms best (specification, section 8), or with Variant.Last those of the last step.
// The same data, options and seed give the same bits for any number of workers, with and without
// assembly.
//
// Memory is the parameters, two moments of each, the best parameters so far, the plans of the
// coming steps, and the residuals of one step.
func Train(ctx context.Context, d *dataset.Dataset, opts Options) (trained *Model, err error) {
	ctx, check := memory.Watch(ctx)
	defer func() { err = check(err) }()
	opts = opts.withDefaults()
	if err := opts.check(); err != nil {
		return nil, err
	}
	r, err := newRun(ctx, d, opts)
	if err != nil {
		return nil, err
	}
	if err := r.steps(ctx); err != nil {
		return nil, err
	}
	return r.model(ctx)
}

// run is one training from its first step to its model.
type run struct {
	data    *dataset.Dataset
	hash    [32]byte // of data
	options Options
	*trainer[float32]

	step    int // steps done
	history []Point

	best      [][]float32 // parameters of the best validation, by block; nil before it
	bestValue float64     // result of the best validation
	bestStep  int         // steps before the best validation
	sinceBest int         // validations since then
	large     bool        // garbage is collected often; see collect
}

func newRun(ctx context.Context, d *dataset.Dataset, opts Options) (*run, error) {
	ops := kernel.Float32()
	if opts.portable {
		ops = kernel.Portable[float32]()
	}
	tr, err := newTrainer(ops, d, opts)
	if err != nil {
		return nil, err
	}
	learned := 0
	for _, t := range tr.planner.terms {
		learned += t.axioms.Len()
	}
	if learned == 0 {
		return nil, fmt.Errorf("%w: no training axiom of %s has a form that %s uses",
			ErrNothingToTrain, d.Name, opts.Model)
	}
	r := &run{data: d, hash: d.Hash(), options: opts, trainer: tr, bestValue: math.NaN()}
	values := 0
	for _, block := range tr.parameters.values {
		values += len(block)
	}
	r.large = values >= manyValues
	if err := tr.parameters.initialize(ctx, opts.Seed); err != nil {
		return nil, err
	}
	return r, nil
}

// steps takes all steps, with a validation every validateEvery steps.
func (r *run) steps(ctx context.Context) error {
	total := r.options.Hyper.Steps
	if total > 0 {
		r.start(ctx)
	}
	for r.step < total {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.options.Progress.Report("train", int64(r.step), int64(total))
		if r.step%validateEvery == 0 {
			if stop, err := r.validate(ctx); stop || err != nil {
				return err
			}
		}
		if err := r.trainer.step(ctx, r.step+1); err != nil {
			return err
		}
		r.step++
	}
	r.options.Progress.Report("train", int64(total), int64(total))
	_, err := r.validate(ctx)
	return err
}

// validate ranks the validation axioms with the current parameters and saves these if they are the
// best so far. It reports whether the last Patience validations brought no improvement.
func (r *run) validate(ctx context.Context) (stop bool, err error) {
	if err := r.applyAllSkipped(ctx, r.step+1); err != nil {
		return false, err
	}
	if err := r.parameters.finite(); err != nil {
		return false, fmt.Errorf("%w, before step %d: "+tooLarge, err, r.step+1)
	}
	r.collect()
	point := Point{Step: r.step, Losses: make(map[string]float64)}
	for i, term := range r.trainer.model.terms {
		if r.step > 0 && r.planner.terms[i].axioms.Len() > 0 {
			point.Losses[term.name] = r.losses[i]
			point.Total += r.losses[i]
		}
	}
	if reg := r.parameters.regularizer(r.ops); reg > 0 {
		point.Losses["reg"] = reg
		point.Total += reg
	}
	last := r.step == r.options.Hyper.Steps
	value, ranked, err := r.validation(ctx)
	if err != nil {
		return false, err
	}
	switch {
	case !ranked:
	case last && !r.options.Variant.ByMRR:
		// the published code does not validate the last parameters
	default:
		point.Validation = value
		point.Best = r.better(value)
	}
	if point.Best {
		r.bestValue, r.bestStep, r.sinceBest = value, r.step, 0
		if !r.options.Variant.Last {
			r.saveBest()
		}
	} else if ranked {
		r.sinceBest++
	}
	r.history = append(r.history, point)
	if r.options.Step != nil {
		r.options.Step(&r.history[len(r.history)-1])
	}
	return r.options.Variant.Patience > 0 && r.sinceBest >= r.options.Variant.Patience, nil
}

// manyValues is the number of parameters from which a collection of garbage every hundred steps
// costs less than 1 % of the time.
const manyValues = 4 << 20

// collect returns garbage to the system if there are many parameters. The runtime would wait until
// there is as much garbage as there are parameters.
func (r *run) collect() {
	if r.large {
		debug.FreeOSMemory()
	}
}

// saveBest copies the parameters.
func (r *run) saveBest() {
	if r.best == nil {
		r.best = make([][]float32, len(r.parameters.values))
	}
	for b, values := range r.parameters.values {
		r.best[b] = append(r.best[b][:0], values...)
	}
}

// better reports whether a validation is better than the best one: a larger MRR, or a median rank
// that is not larger.
func (r *run) better(value float64) bool {
	switch {
	case math.IsNaN(r.bestValue):
		return true
	case r.options.Variant.ByMRR:
		return value > r.bestValue
	}
	return value <= r.bestValue
}

// validation returns the metric that selects the best parameters. ranked is false without
// validation axioms.
func (r *run) validation(ctx context.Context) (value float64, ranked bool, err error) {
	asked, most := []ranking.Question{ranking.SuperclassOf}, validationAxioms
	switch {
	case r.options.Variant.ByMRR:
		asked, most = ranking.Questions(), validationEach
	case r.data.Task == dataset.LinkPrediction:
		asked = []ranking.Question{ranking.SubjectOfAssertions}
	}
	v := newViews(r.ops, &r.parameters.matrices)
	var mrr []float64
	for _, q := range asked {
		m, err := r.measure(ctx, v, q, ByCenters, firstOf(r.data.Validation[q.Form], most))
		if err != nil {
			return 0, false, err
		}
		if m.N == 0 {
			continue
		}
		if !r.options.Variant.ByMRR {
			return m.Median, true, nil
		}
		mrr = append(mrr, m.MRR)
	}
	for _, m := range mrr {
		value += m / float64(len(mrr))
	}
	return value, len(mrr) > 0, nil
}

// measure ranks the targets of axioms. The metrics have N = 0 if the model cannot rank them by the
// measure.
func (r *run) measure(
	ctx context.Context, v *vectors[float32], q ranking.Question, by Measure, axioms dataset.Table,
) (ranking.Metrics, error) {
	s := r.trainer.model.scorer(v, q, by)
	if s == nil || axioms.Len() == 0 {
		return ranking.Metrics{}, nil
	}
	ranks, err := ranking.Rank(ctx, s, axioms, ranking.Options{Workers: len(r.workers)})
	if err != nil {
		return ranking.Metrics{}, err
	}
	ties := ranking.ByID // as the published code
	if r.options.Variant.ByMRR {
		ties = ranking.Expected
	}
	return ranking.Measure(ranking.RanksOf(ranks.Raw, ties), s.Candidates()), nil
}

func firstOf(t dataset.Table, n int) dataset.Table {
	if t.Len() <= n {
		return t
	}
	return dataset.Table{Width: t.Width, IDs: t.IDs[:n*t.Width]}
}

// model returns the model with the best parameters, or with the last ones if no validation ranked
// any or Variant.Last is set.
func (r *run) model(ctx context.Context) (*Model, error) {
	m := &Model{
		Architecture: r.options.Model, Hyper: *r.options.Hyper, Variant: *r.options.Variant,
		Seed:    r.options.Seed,
		Classes: r.data.Classes, Roles: r.data.Roles, Individuals: r.data.Individuals,
		Data: r.data, DataHash: r.hash,
		History: r.history, Steps: r.step, BestStep: r.bestStep,
		Measures: make(map[dataset.Form]Measure),
		HeldOut:  make(map[dataset.Form]ranking.Metrics), matrices: r.parameters.matrices,
	}
	if r.best == nil {
		m.BestStep = r.step
	} else {
		m.matrices.values = r.best
	}
	r.parameters.moment1, r.parameters.moment2, r.parameters.values = nil, nil, nil
	r.collect()
	return m, r.chooseMeasures(ctx, m)
}

// chooseMeasures sets for each form the measure that ranks its validation axioms best, with its
// metrics. Without validation axioms or without Variant.ChooseScores it is the distance of centers.
func (r *run) chooseMeasures(ctx context.Context, m *Model) error {
	v := newViews(r.ops, &m.matrices)
	for _, q := range ranking.Questions() {
		m.Measures[q.Form] = ByCenters
		axioms := firstOf(r.data.Validation[q.Form], validationAxioms)
		measures := []Measure{ByCenters, ByLoss, ByBoth}
		if !r.options.Variant.ChooseScores {
			measures = measures[:1]
		}
		for _, by := range measures {
			ranked, err := r.measure(ctx, v, q, by, axioms)
			if err != nil {
				return err
			}
			if ranked.MRR > m.HeldOut[q.Form].MRR {
				m.Measures[q.Form], m.HeldOut[q.Form] = by, ranked
			}
		}
	}
	return nil
}
