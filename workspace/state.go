package workspace

import (
	"context"
	"errors"

	"box2el-owl/curate"
)

// State is the state of an open ontology. It follows from the present View and the tasks under way.
type State uint8

// The states. From Unclassified on, the axioms are loaded.
const (
	Loading      State = iota // the document is being read after a restart
	Damaged                   // the document cannot be read
	Unclassified              // never classified
	Classifying
	Unclassifiable // the last classification failed
	Inconsistent
	Preparing  // suggestions are being prepared; there are none yet
	Unprepared // the preparation of suggestions failed
	Ready
	Stale // the suggestions, or their model, are of an earlier state of the axioms
	Gone  // deleted
)

// states has a row for each state: what it means for the reasoner and for suggestions, and why
// there are no suggestions.
var states = [...]struct {
	reasoner    ReasonerState
	suggestions SuggestionState
	reason      error // nil: that of the View
}{
	Loading:        {ReasonerNone, SuggestionsNone, nil},
	Damaged:        {ReasonerNone, SuggestionsNone, nil},
	Unclassified:   {ReasonerNone, SuggestionsNone, ErrNotClassified},
	Classifying:    {ReasonerClassifying, SuggestionsNone, ErrNotClassified},
	Unclassifiable: {ReasonerFailed, SuggestionsNone, ErrNotClassified},
	Inconsistent:   {ReasonerInconsistent, SuggestionsNone, curate.ErrInconsistent},
	Preparing:      {ReasonerReady, SuggestionsPreparing, ErrNotReady},
	Unprepared:     {ReasonerReady, SuggestionsNone, ErrNotReady},
	Ready:          {ReasonerReady, SuggestionsReady, nil},
	Stale:          {ReasonerReady, SuggestionsStale, nil},
	Gone:           {ReasonerNone, SuggestionsNone, nil},
}

// tasks are the tasks of an ontology that are under way, and what has failed. Ontology.mu guards
// them.
type tasks struct {
	classifying int  // requested classifications
	training    int  // requested trainings
	background  bool // one of load, fold and prepare

	unclassifiable *header // of the document whose last classification failed
	unfolded       *header // of the document whose layers could not be folded
	withoutModel   *header // of the document that no model could be loaded for
	unprepared     *View   // that no suggestions could be prepared for

	told     State // in the last event
	prepared *prepared
}

// state returns the state of an ontology with a View.
func (t *tasks) state(v *View) State {
	switch p := v.prepared; {
	case v.err == ErrLoading:
		return Loading
	case errors.Is(v.err, ErrUnknownOntology):
		return Gone
	case v.err != nil:
		return Damaged
	case v.reasoner == nil && t.classifying > 0:
		return Classifying
	case v.reasoner == nil && t.unclassifiable == v.header:
		return Unclassifiable
	case v.reasoner == nil:
		return Unclassified
	case !v.reasoner.Consistent():
		return Inconsistent
	case p == nil && t.unprepared == v && t.training == 0:
		return Unprepared
	case p == nil:
		return Preparing
	case p.revision != v.revision || p.Use.Stale:
		return Stale
	}
	return Ready
}

// update changes the tasks.
func (o *Ontology) update(change func(*tasks)) {
	o.mu.Lock()
	change(&o.tasks)
	o.mu.Unlock()
	o.advance()
}

// advance sends the event of a new state, and starts the task that the state needs in the
// background, unless one is under way. It is called after each change of the View and of the tasks.
func (o *Ontology) advance() {
	o.mu.Lock()
	defer o.mu.Unlock()
	v := o.View()
	if s := o.tasks.state(v); s != o.tasks.told || v.prepared != o.tasks.prepared {
		o.tasks.told, o.tasks.prepared = s, v.prepared
		status := o.status(v)
		o.events.add(Event{Name: StatusEvent, Status: &status})
	}
	task := o.needed(v)
	if task == nil || o.tasks.background {
		return
	}
	o.tasks.background = true
	o.w.inBackground(func(ctx context.Context) {
		task(ctx)
		if o.w.ctx.Err() == nil {
			o.update(func(t *tasks) { t.background = false })
		}
	})
}

// needed returns the task that a View needs in the background; nil if there is none. The caller
// holds o.mu.
func (o *Ontology) needed(v *View) func(context.Context) {
	switch p, t := v.prepared, &o.tasks; {
	case v.err == ErrLoading:
		return o.load
	case v.reasoner == nil:
		return nil
	case v.reasoner.Grown() && t.unfolded != v.header:
		return o.fold
	case !v.reasoner.Consistent() || t.unprepared == v:
		return nil
	case p == nil, p.revision != v.revision, p.Reasoner != v.reasoner,
		p.Model == nil && o.mayLoad(v):
		return o.prepare
	}
	return nil
}
