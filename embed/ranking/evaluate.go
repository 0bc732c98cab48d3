package ranking

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/lexicon"
	"box2el-owl/owl"
)

// ErrNothingToRank is returned if a data set has no axioms to test a model with.
var ErrNothingToRank = errors.New("no axioms to rank")

// EvaluateOptions sets what Evaluate ranks and measures.
type EvaluateOptions struct {
	// Axioms are the axioms to rank.
	//
	// Default: the test set of the data set.
	Axioms *dataset.Axioms

	// Workers is the number of goroutines. It does not change the result.
	//
	// Default: one per CPU.
	Workers int

	// Ties is the treatment of ties; `paper` mode uses ByID.
	//
	// Default: Expected.
	Ties Ties

	// Closure is the deductive closure of all axioms, including validation and test axioms. The
	// filter "closure" removes entailed and known answers.
	//
	// Default: nil, no such figures.
	Closure dataset.Closure

	// TrainClosure is the deductive closure of the training set, for Result.Entailed.
	//
	// Default: nil, no such counts.
	TrainClosure dataset.Closure

	// PublishedFilter adds the figures under PublishedLinks, for `paper` mode.
	PublishedFilter bool

	// Labels and IndividualLabels are the labels for the lexical baseline, by id. An empty label is
	// replaced by the local name of the IRI.
	//
	// Default: nil, the local names.
	Labels, IndividualLabels []string

	// Resamples is the number of bootstrap resamples for the 95 % interval of each figure. Seed
	// determines the intervals.
	//
	// Default: 0, no intervals.
	Resamples int
	Seed      uint64

	// Progress is called with "rank" and the number of axioms ranked so far, form by form.
	//
	// Default: nil.
	Progress owl.Progress
}

// Evaluate ranks the axioms of each form that has a scorer, with the model and with the baselines.
// The figures are raw, filtered by known axioms ("known") and filtered by entailed axioms
// ("closure"), each also without auxiliary classes ("withoutAuxiliary").
func Evaluate(ctx context.Context, scorers map[dataset.Form]Scorer[float32], d *dataset.Dataset,
	opts EvaluateOptions) (*Result, error) {
	e := newEvaluation(scorers, d, opts)
	if len(e.questions) == 0 {
		return nil, fmt.Errorf("evaluate on %s: %w", d.Name, ErrNothingToRank)
	}
	rankers := append([]*ranker{{scorers: scorers}}, e.baselines()...)
	if err := e.rank(ctx, rankers); err != nil {
		return nil, err
	}
	result := &Result{
		Task:     d.Task.String(),
		Dataset:  d.Name,
		Seed:     d.Seed,
		Ties:     e.Ties.String(),
		Unranked: e.unranked(scorers),
		Findings: Findings{Baselines: make(map[string]*Outcome)},
	}
	for _, r := range rankers {
		outcome, err := e.outcome(ctx, r)
		if err != nil {
			return nil, err
		}
		if r.name == "" {
			result.Outcome = *outcome
		} else {
			result.Baselines[r.name] = outcome
		}
	}
	var err error
	result.Entailed, err = e.entailed(ctx)
	return result, err
}

// evaluation is the state of one call of Evaluate.
type evaluation struct {
	EvaluateOptions
	d         *dataset.Dataset
	questions []Question // the questions with axioms and a scorer; Open is that of the scorer
	filters   []Filter
	named     []bool // the classes that are not auxiliary; nil if none is auxiliary
	done      int64  // axioms ranked
	total     int64
}

func newEvaluation(scorers map[dataset.Form]Scorer[float32], d *dataset.Dataset,
	opts EvaluateOptions) *evaluation {
	e := &evaluation{EvaluateOptions: opts, d: d, named: named(d)}
	if e.Axioms == nil {
		e.Axioms = &d.Test
	}
	for _, q := range Questions() {
		if s := scorers[q.Form]; s != nil && e.Axioms[q.Form].Len() > 0 {
			q.Open = s.Open()
			e.questions = append(e.questions, q)
			e.total += int64(e.Axioms[q.Form].Len())
		}
	}
	known := Known(&d.Train, &d.Validation, &d.Test)
	e.filters = append(e.filters, known)
	if e.Closure != nil {
		e.filters = append(e.filters, Union("closure", known, Closure(e.Closure)))
	}
	if e.PublishedFilter {
		e.filters = append(e.filters, PublishedLinks(&d.Train))
	}
	return e
}

// named marks the classes that are not auxiliary, or returns nil if none is.
func named(d *dataset.Dataset) []bool {
	if !slices.Contains(d.Auxiliary, true) {
		return nil
	}
	marks := make([]bool, len(d.Auxiliary))
	for i, auxiliary := range d.Auxiliary {
		marks[i] = !auxiliary
	}
	return marks
}

func (e *evaluation) unranked(scorers map[dataset.Form]Scorer[float32]) map[string]int {
	left := make(map[string]int)
	for _, q := range Questions() {
		if n := e.Axioms[q.Form].Len(); n > 0 && scorers[q.Form] == nil {
			left[q.Form.String()] = n
		}
	}
	return left
}

// ranker is the model, with an empty name, or a baseline.
type ranker struct {
	name       string
	scorers    map[dataset.Form]Scorer[float32]
	all, among []ranked // among: for the classes in evaluation.named
}

// ranked holds the ranks of one form.
type ranked struct {
	form dataset.Form
	*Ranks
	candidates int
}

// baselines returns the rankers by popularity and by labels.
func (e *evaluation) baselines() []*ranker {
	popularity := &ranker{name: "popularity", scorers: make(map[dataset.Form]Scorer[float32])}
	lexical := &ranker{name: "lexical", scorers: make(map[dataset.Form]Scorer[float32])}
	var lexicons [3]*lexicon.Lexicon // by kind
	for _, q := range e.questions {
		kind := q.Form.Columns()[q.Open]
		if lexicons[kind] == nil {
			lexicons[kind] = lexicon.New(e.labels(kind))
		}
		popularity.scorers[q.Form] = NewPopularity(q, lexicons[kind].Len(), &e.d.Train)
		lexical.scorers[q.Form] = NewLexical(q, lexicons[kind], &e.d.Train)
	}
	return []*ranker{popularity, lexical}
}

func (e *evaluation) labels(kind dataset.Kind) []string {
	if kind == dataset.Individual {
		return labelsOf(e.d.Individuals, nil, e.IndividualLabels)
	}
	return LabelsOf(e.d, e.Labels)
}

// rank ranks all axioms with all rankers.
func (e *evaluation) rank(ctx context.Context, rankers []*ranker) error {
	for _, q := range e.questions {
		scorers := make([]Scorer[float32], len(rankers))
		for i, r := range rankers {
			scorers[i] = r.scorers[q.Form]
		}
		opts := Options{Workers: e.Workers, Filters: e.filters}
		if q.Form.Columns()[q.Open] == dataset.Class {
			opts.Only = e.named
		}
		table := e.Axioms[q.Form]
		ranks, err := rankEach(ctx, scorers, table, opts)
		if err != nil {
			return err
		}
		for i, r := range rankers {
			r.all = append(r.all, ranked{q.Form, ranks[i], scorers[i].Candidates()})
			if opts.Only != nil {
				r.among = append(r.among, ranked{q.Form, ranks[i].Only, marked(opts.Only)})
			}
		}
		e.done += int64(table.Len())
		if e.Progress != nil {
			e.Progress("rank", e.done, e.total)
		}
	}
	return nil
}

// outcome computes the figures of a ranker.
func (e *evaluation) outcome(ctx context.Context, r *ranker) (*Outcome, error) {
	outcome, err := e.measure(ctx, r.all)
	if err == nil && len(r.among) > 0 {
		outcome.WithoutAuxiliary, err = e.measure(ctx, r.among)
	}
	return outcome, err
}

func marked(marks []bool) int {
	n := 0
	for _, m := range marks {
		if m {
			n++
		}
	}
	return n
}

// measure computes the figures of all forms, raw and under each filter.
func (e *evaluation) measure(ctx context.Context, all []ranked) (*Outcome, error) {
	outcome := e.figures(all, func(r ranked) []Place { return r.Raw })
	outcome.Filtered = make(map[string]*Outcome)
	for f, filter := range e.filters {
		if err := ctx.Err(); err != nil { // because intervals take long
			return nil, err
		}
		outcome.Filtered[filter.Name] = e.figures(all,
			func(r ranked) []Place { return r.Filtered[f] })
	}
	return outcome, ctx.Err()
}

// figures computes the figures of one list of places per form.
func (e *evaluation) figures(all []ranked, places func(ranked) []Place) *Outcome {
	outcome := &Outcome{Forms: make(map[string]*Figures)}
	var pooled, others []Place
	most := 0
	for _, r := range all {
		list := places(r)
		outcome.Forms[r.form.String()] = e.condense(list, r.candidates)
		if r.form <= dataset.NF4 {
			pooled = append(pooled, list...)
		} else {
			others = append(others, list...)
		}
		most = max(most, r.candidates)
	}
	if pooled == nil {
		pooled = others
	}
	outcome.Combined = e.condense(pooled, most)
	return outcome
}

func (e *evaluation) condense(places []Place, candidates int) *Figures {
	ranks := RanksOf(places, e.Ties)
	optimistic := Measure(RanksOf(places, Optimistic), candidates)
	pessimistic := Measure(RanksOf(places, Pessimistic), candidates)
	f := &Figures{
		Metrics:     Measure(ranks, candidates),
		Candidates:  candidates,
		Optimistic:  &optimistic,
		Pessimistic: &pessimistic,
	}
	for _, p := range places {
		if p.NaN {
			f.NaN++
		}
		if p.Unopposed {
			f.Unopposed++
		}
	}
	if e.Resamples > 0 {
		interval := bootstrap(ranks, candidates, e.Resamples, 0.95, e.Seed)
		f.Interval = &interval
	}
	return f
}

// entailed counts the axioms that the training set entails.
func (e *evaluation) entailed(ctx context.Context) (map[string]Share, error) {
	if e.TrainClosure == nil {
		return nil, nil
	}
	shares := make(map[string]Share)
	for _, q := range e.questions {
		if q.Form > dataset.NF4 {
			continue // closures have classes only
		}
		table := e.Axioms[q.Form]
		share := Share{Of: table.Len()}
		for i := range share.Of {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if e.TrainClosure.Entails(q.Form, table.Row(i)) {
				share.N++
			}
		}
		shares[q.Form.String()] = share
	}
	return shares, nil
}
