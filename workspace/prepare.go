package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
)

// prepared makes the suggestions of a state.
type prepared struct {
	*curate.Session
	revision int64           // of the state that it is about
	base     *curate.Session // opened for an earlier state; sessions of later states follow it

	doubts memo[[]suggest.Doubt]
}

// modelName returns the name of the model, which data, options and seed determine; "" if there is
// none.
func (p *prepared) modelName() string {
	if p.Model == nil {
		return ""
	}
	return curate.ModelName(p.Model)
}

// baseOf returns the session that was opened for a View, nil if there is none.
func baseOf(v *View) *curate.Session {
	if v.prepared == nil {
		return nil
	}
	return v.prepared.base
}

// TrainOptions are the options of a training. Their JSON is that of a request.
type TrainOptions struct {
	// Model is its architecture. Default: Box²EL.
	Model embed.Architecture `json:"model"`
	// Dim and Steps are its size and the length of the training. Default: those of the
	// architecture; then the training also ends once it brings no improvement.
	Dim   int    `json:"dim"`
	Steps int    `json:"steps"`
	Seed  uint64 `json:"seed"`
	// Retrain trains even if there is such a model of these axioms.
	Retrain bool `json:"retrain,omitempty"`
}

func (t TrainOptions) options() embed.Options {
	if t.Model == "" {
		t.Model = embed.Box2EL
	}
	variant := embed.Corrected(t.Model)
	hyper := embed.HyperOf(t.Model, variant)
	if t.Dim > 0 {
		hyper.Dim = t.Dim
	}
	if t.Steps > 0 {
		hyper.Steps, variant.Patience = t.Steps, 0
	}
	return embed.Options{Model: t.Model, Variant: &variant, Hyper: &hyper, Seed: t.Seed}
}

// Train prepares suggestions with a model: it classifies the ontology if necessary, and trains a
// model if there is none with these options and axioms. step receives the points of the learning
// curve; it and p may be nil. Errors are curate.ErrInconsistent, embed.ErrOptions, and that of
// ctx, after whose end Train returns soon.
func (o *Ontology) Train(ctx context.Context, t TrainOptions, p owl.Progress,
	step func(*embed.Point)) error {
	if err := t.options().Check(); err != nil {
		return err
	}
	if err := o.Await(ctx); err != nil {
		return err
	}
	o.update(func(t *tasks) { t.training++ }) // a training replaces the model: none is loaded
	defer o.update(func(t *tasks) { t.training-- })
	if o.View().reasoner == nil {
		if err := o.Classify(ctx, p); err != nil {
			return err
		}
	}
	v := o.View()
	r, err := v.Reasoner()
	if err != nil {
		return err
	}
	opts := o.sessionOptions(v, t)
	opts.Reasoner, opts.Retrain, opts.Progress, opts.Step = r, t.Retrain, p, step
	s, err := curate.Open(ctx, v.source(), opts)
	if err != nil {
		return err
	}
	t.Retrain = false
	return o.takeUp(ctx, v, s, s.Base(), &t)
}

// source returns the input of a session.
func (v *View) source() curate.Source {
	ontology := v.OWL()
	src := curate.Source{Name: v.modelName(), Ontology: ontology, BuiltIn: v.builtIn}
	if len(v.imported) > 0 {
		src.Document = v.own()
	}
	return src
}

// modelName begins the names of the ontology's model files. All ontologies with the same IRI share
// it.
func (v *View) modelName() string {
	const longest = 100
	name := curate.PlainName(v.key())
	if len(name) <= longest {
		return name
	}
	sum := sha256.Sum256([]byte(v.key()))
	return name[:longest] + hex.EncodeToString(sum[:4])
}

func (o *Ontology) sessionOptions(v *View, t TrainOptions) curate.Options {
	return curate.Options{
		Models: o.w.opts.Models, Training: t.options(), Workers: o.w.opts.Workers,
		Program:   o.w.opts.Program,
		Decisions: &o.w.decisions.ontology(v.key()).current,
	}
}

// takeUp publishes a session with the current state, and records the options of its training. A
// session of an earlier state is updated in the background. A session that was not trained is
// dropped if another one was opened since the View was taken.
func (o *Ontology) takeUp(ctx context.Context, v *View, s, base *curate.Session,
	trained *TrainOptions) error {
	if err := o.lock(ctx); err != nil {
		return err
	}
	defer o.unlock()
	now := o.View()
	if now.err != nil || now.reasoner == nil || now.key() != v.key() {
		return nil // the document was replaced
	}
	if trained == nil && baseOf(now) != baseOf(v) {
		return nil
	}
	if trained != nil {
		settings := o.settings
		settings.Training = trained
		if err := o.save(ctx, settings); err != nil {
			return err
		}
		o.training.Store(trained)
	}
	next := *now
	next.prepared = &prepared{Session: s, revision: v.revision, base: base}
	o.become(&next)
	return nil
}

// mayLoad reports whether there may be a model of the ontology to load. The caller holds o.mu.
func (o *Ontology) mayLoad(v *View) bool {
	return o.tasks.training == 0 && o.tasks.withoutModel != v.header &&
		curate.HasModels(o.w.opts.Models, v.modelName())
}

// After edits during a preparation, the next preparation begins when no edit has come for
// pauseBetweenEdits, at the latest after longestSeries. This leaves processors and memory to a
// series of edits.
const (
	pauseBetweenEdits = 300 * time.Millisecond
	longestSeries     = 10 * time.Second
)

// awaitPause waits for the end of a series of edits that began after a revision.
func (o *Ontology) awaitPause(ctx context.Context, revision int64) {
	ctx, cancel := context.WithTimeout(ctx, longestSeries)
	defer cancel()
	for now := o.View().revision; now != revision; now = o.View().revision {
		revision = now
		select {
		case <-time.After(pauseBetweenEdits):
		case <-ctx.Done():
			return
		}
	}
}

// prepare prepares the suggestions of the current state: it updates the session, or opens one with
// a stored model or, if there is none, without a model.
func (o *Ontology) prepare(ctx context.Context) {
	o.mu.Lock()
	v := o.View()
	load := o.mayLoad(v)
	o.mu.Unlock()
	err := o.prepareOnce(ctx, v, load)
	o.awaitPause(ctx, v.revision)
	if err != nil && o.w.ctx.Err() == nil {
		o.update(func(t *tasks) {
			if load {
				t.withoutModel = v.header
			} else {
				t.unprepared = v
			}
		})
	}
}

// prepareOnce updates the session or opens one, with a stored model if load is set.
func (o *Ontology) prepareOnce(ctx context.Context, v *View, load bool) error {
	r, err := v.Reasoner()
	if err != nil {
		return err
	}
	var s, base *curate.Session
	if p := v.prepared; p != nil && (p.Model != nil || !load) {
		base = p.base
		s, err = base.Follow(ctx, v.source(), r)
	} else {
		var t TrainOptions
		if kept := o.training.Load(); kept != nil {
			t = *kept
		}
		opts := o.sessionOptions(v, t)
		opts.Reasoner, opts.Untrained, opts.WithoutModel = r, true, !load
		if s, err = curate.Open(ctx, v.source(), opts); err == nil {
			base = s.Base()
		}
	}
	if err != nil {
		return err
	}
	if load && s.Model == nil {
		o.update(func(t *tasks) { t.withoutModel = v.header })
	}
	if err := o.takeUp(ctx, v, s, base, nil); err != nil {
		return err
	}
	return s.BuiltIn.Prepare(ctx)
}

func (v *View) suggestionStatus(state State) SuggestionStatus {
	s := SuggestionStatus{State: states[state].suggestions}
	switch {
	case s.State == SuggestionsNone && v.err != nil:
		s.Reason = v.err.Error()
	case s.State == SuggestionsNone:
		s.Reason = states[state].reason.Error()
	}
	p := v.prepared
	if p == nil || s.State == SuggestionsNone {
		return s
	}
	if p.Use.Earlier != "" && p.Model == nil {
		s.Reason = fmt.Sprintf("model %s was written by an earlier version: train it again",
			filepath.Base(p.Use.Earlier))
	}
	if p.Model != nil {
		s.Model = &ModelStatus{Architecture: string(p.Model.Architecture), Stale: p.Use.Stale,
			Changed: float32(p.Use.Changed), Steps: p.Model.Steps}
	}
	return s
}

// Session returns the session of suggestions. It may be about an earlier state of the ontology: see
// SuggestionPage.Revision. Errors are ErrNotReady, and those of Reasoner.
func (v *View) Session() (*curate.Session, error) {
	p, err := v.ready()
	if err != nil {
		return nil, err
	}
	return p.Session, nil
}

func (v *View) ready() (*prepared, error) {
	if _, err := v.Reasoner(); err != nil {
		return nil, err
	}
	if v.prepared == nil {
		return nil, ErrNotReady
	}
	return v.prepared, nil
}

// SuggestionPage is a part of the suggestions.
type SuggestionPage struct {
	Items []suggest.Suggestion
	Next  string
	// Stale reports that the model is of an earlier state.
	Stale bool
	// Revision is that of the state that the verdicts are about.
	Revision int64
	// Nothing is the sentence for a list without items; zero if there are items.
	Nothing evidence.Evidence

	decisions *suggest.Decisions
}

// DecisionOn returns the decision on an axiom of the page, "" if there is none.
func (p *SuggestionPage) DecisionOn(a owl.Axiom) suggest.Decision {
	return p.decisions.On(owl.HashAxiom(a))
}

// Suggest returns the suggestions for a class, best first, by page. It ignores the limit of the
// request. Errors are ErrNotReady, those of Reasoner, those of suggest.Suggester, ErrStaleCursor if
// a decision or an edit came after the previous page, and that of ctx.
func (v *View) Suggest(ctx context.Context, subject owl.IRI, req suggest.Request,
	p Page) (SuggestionPage, error) {
	ready, err := v.ready()
	if err != nil {
		return SuggestionPage{}, err
	}
	decisions, err := v.ontology.w.decisions.look(ctx, v.key())
	if err != nil {
		return SuggestionPage{}, err
	}
	req.Limit = 0
	about := []any{"suggest", ready.revision, ready.modelName(), ready.Use.Changed, subject,
		req, decisions.State()}
	from, err := p.from(about...)
	if err != nil {
		return SuggestionPage{}, err
	}
	if from > maxSuggestions {
		return SuggestionPage{}, ErrStaleCursor
	}
	req.Limit = from + p.limit() + 1
	list, err := ready.Suggester.For(ctx, subject, req)
	if errors.Is(err, suggest.ErrNoClass) && ready.revision != v.revision {
		// The class may have been made after the state that the suggestions are about.
		if now := v.ontology.awaitPrepared(ctx); now != nil && now.prepared != ready {
			req.Limit = 0
			return now.Suggest(ctx, subject, req, p)
		}
	}
	if err != nil {
		return SuggestionPage{}, err
	}
	page := SuggestionPage{Stale: ready.Use.Stale, Revision: ready.revision, decisions: decisions}
	if len(list) == 0 {
		page.Nothing = ready.Suggester.Nothing(subject)
	}
	to := min(from+p.limit(), len(list))
	page.Items = list[min(from, to):to]
	if to < len(list) && to <= maxSuggestions {
		page.Next = p.next(to, about...)
	}
	return page, nil
}

// longestAwaited bounds the time that a request waits for suggestions after an edit.
const longestAwaited = 20 * time.Second

// awaitPrepared waits until the suggestions are about the present state of the ontology, and
// returns it; nil if that takes too long or ctx ends.
func (o *Ontology) awaitPrepared(ctx context.Context) *View {
	ctx, cancel := context.WithTimeout(ctx, longestAwaited)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if v := o.View(); v.prepared != nil && v.prepared.revision == v.revision {
			return v
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// maxSuggestions bounds the list of one class.
const maxSuggestions = 10_000

// DoubtPage is a part of the doubtful axioms. Total counts them all.
type DoubtPage struct {
	Items    []suggest.Doubt
	Next     string
	Total    int
	Revision int64 // of the state that it is about
}

// Doubtful returns the asserted axioms that checks reject, by page. Errors are ErrNotReady, those
// of Reasoner, ErrStaleCursor and that of ctx.
//
// Cost: the first call for a state applies the checks to all asserted axioms.
func (v *View) Doubtful(ctx context.Context, p Page) (DoubtPage, error) {
	ready, err := v.ready()
	if err != nil {
		return DoubtPage{}, err
	}
	list, err := ready.doubts.get(func() ([]suggest.Doubt, error) {
		return ready.Suggester.Doubtful(ctx)
	})
	if err != nil {
		return DoubtPage{}, err
	}
	items, next, err := cutOut(list, p, "doubtful", ready.revision)
	return DoubtPage{Items: items, Next: next, Total: len(list), Revision: ready.revision}, err
}

// Place proposes superclasses and restrictions for a new class. Errors are ErrNotReady, those of
// Reasoner, and those of suggest.Suggester.
func (v *View) Place(ctx context.Context, c suggest.NewClass) (*suggest.Placement, error) {
	ready, err := v.ready()
	if err != nil {
		return nil, err
	}
	if _, err := v.ontology.w.decisions.look(ctx, v.key()); err != nil {
		return nil, err
	}
	return ready.Suggester.Place(ctx, c)
}
