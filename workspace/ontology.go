package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/report"
)

// Ontology is an ontology that a client keeps open. It is safe for concurrent use: one edit at a
// time, any number of readers.
type Ontology struct {
	w       *Workspace
	id      string
	name    string // given at its creation
	iri     owl.IRI
	created time.Time

	current atomic.Pointer[View]
	loaded  chan struct{} // closed once the axioms are there, or cannot be

	// editing has a token while a goroutine changes the ontology, which owns the fields below.
	editing  chan struct{}
	axioms   *axioms // nil: not loaded, or damaged
	settings settings
	client   atomic.Bool  // the client keeps the ontology; else the server does
	copy     atomic.Bool  // opened to be read
	seen     atomic.Int64 // number of the last known operation

	events   events
	breaches latest[decidedState, []Breach]
	heldOut  latest[*embed.Model, []HeldOut]

	training atomic.Pointer[TrainOptions]      // options of the last requested training
	report   atomic.Pointer[report.Comparison] // the last one; nil if there is none

	mu    sync.Mutex // guards the tasks
	tasks tasks
}

func (w *Workspace) newOntology(row db.OpenOntology) *Ontology {
	return &Ontology{
		w: w, id: row.ID, name: row.Name, iri: owl.NewIRI(row.IRI), created: row.Created,
		loaded: make(chan struct{}), editing: make(chan struct{}, 1),
	}
}

// lock waits until the caller may change the ontology.
func (o *Ontology) lock(ctx context.Context) error {
	select {
	case o.editing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if v := o.View(); v != nil && errors.Is(v.err, ErrUnknownOntology) {
		o.unlock()
		return v.err
	}
	return nil
}

func (o *Ontology) unlock() { <-o.editing }

// ID returns the id of the ontology: lower-case letters and digits.
func (o *Ontology) ID() string { return o.id }

// View returns the current state of the ontology.
func (o *Ontology) View() *View { return o.current.Load() }

// document returns the document of the current state; nil if there is none.
func (o *Ontology) document() *db.Document {
	if v := o.View(); v != nil {
		return v.document
	}
	return nil
}

// Await waits until an ontology that was open before a restart has been read. Until then its Views
// answer with ErrLoading.
func (o *Ontology) Await(ctx context.Context) error {
	select {
	case <-o.loaded:
		return o.View().err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Key returns the key of decisions and models of the ontology: its IRI or, if it has none, a URN of
// its id.
func (o *Ontology) Key() string { return o.View().key() }

// settings is the JSON in the row of an ontology that the server keeps, for the next start.
type settings struct {
	// Classified reports that the ontology was classified, so that it is classified again.
	Classified bool `json:"classified,omitempty"`
	// Training has the options of the last requested training.
	Training *TrainOptions `json:"training,omitempty"`
	// Provenance are the annotations that accepted axioms get.
	Provenance annotationTemplates `json:"provenance,omitempty"`
	// Damaged reports that no document could be read when the ontology was migrated from an earlier
	// version.
	Damaged bool `json:"damaged,omitempty"`
}

// row returns the row of the store with settings. The caller may change the ontology.
func (o *Ontology) row(s settings) (db.OpenOntology, error) {
	text, err := json.Marshal(s)
	row := db.OpenOntology{ID: o.id, Name: o.name, IRI: o.iri.String(), Copy: o.copy.Load(),
		Created: o.created, State: text}
	if d := o.document(); d != nil {
		row.Key, row.Current = o.Key(), d.Number
	}
	return row, err
}

// save records settings in the store, unless the client keeps the ontology. It is on the disk when
// it returns nil.
func (o *Ontology) save(ctx context.Context, s settings) error {
	if !o.client.Load() {
		row, err := o.row(s)
		if err == nil {
			err = o.w.opts.Store.SaveOpenOntology(ctx, row)
		}
		if err != nil {
			return err
		}
	}
	o.settings = s
	return nil
}

// ReasonerState is the state of the classification of an ontology.
type ReasonerState string

// The states.
const (
	ReasonerNone         ReasonerState = "none"
	ReasonerClassifying  ReasonerState = "classifying"
	ReasonerReady        ReasonerState = "ready"
	ReasonerInconsistent ReasonerState = "inconsistent"
	ReasonerFailed       ReasonerState = "failed"
)

// SuggestionState is the state of the suggestions of an ontology.
type SuggestionState string

// The states.
const (
	SuggestionsNone      SuggestionState = "none"
	SuggestionsPreparing SuggestionState = "preparing"
	SuggestionsReady     SuggestionState = "ready"
	// SuggestionsStale: they rest on an earlier state of the ontology, or their model does.
	SuggestionsStale SuggestionState = "stale"
)

// Keeper is the program that keeps an ontology.
type Keeper string

// The keepers.
const (
	KeptByServer Keeper = "server"
	KeptByClient Keeper = "client"
)

// Status describes the state of an ontology.
type Status struct {
	Axioms        int       `json:"axioms"`
	Breaches      int       `json:"breaches,omitempty"` // number of Breaches; 0 if not asked for
	Changed       time.Time `json:"changed,omitzero"`
	Copy          bool      `json:"copy,omitempty"` // it was opened to be read
	Created       time.Time `json:"created"`
	ID            string    `json:"id"`
	IRI           owl.IRI   `json:"iri,omitzero"`
	Keep          Keeper    `json:"keep"`
	Languages     []string  `json:"languages,omitempty"` // see View.Languages; nil if not asked for
	LogicalAxioms int       `json:"logicalAxioms"`
	// MissingImports and Warnings are the warnings of reading the document.
	MissingImports []string `json:"missingImports,omitempty"`
	Name           string   `json:"name"`
	// Problem is the reason why no question can be answered, and the remedy; "" if there is no
	// problem.
	Problem  string         `json:"problem,omitempty"`
	Reasoner ReasonerStatus `json:"reasoner"`
	// Revision changes with each change of the axioms.
	Revision int64 `json:"revision"`
	// State determines the states of reasoner and suggestions.
	State       State            `json:"-"`
	Suggestions SuggestionStatus `json:"suggestions"`
	// Unlabeled is the number of classes and object properties that are used without a label; set
	// if imports are missing.
	Unlabeled  int      `json:"unlabeled,omitempty"`
	VersionIRI owl.IRI  `json:"versionIRI,omitzero"`
	Warnings   []string `json:"warnings,omitempty"`
}

// ReasonerStatus describes the reasoner. The counts are nil unless it is ready.
type ReasonerStatus struct {
	Classes       *int          `json:"classes,omitempty"`
	OutsideEL     *int          `json:"outsideEL,omitempty"`
	State         ReasonerState `json:"state"`
	Unsatisfiable *int          `json:"unsatisfiable,omitempty"`
}

// SuggestionStatus describes the suggestions.
type SuggestionStatus struct {
	Model  *ModelStatus    `json:"model,omitempty"`
	Reason string          `json:"reason,omitempty"` // of none: what is missing
	State  SuggestionState `json:"state"`
}

// ModelStatus describes the model.
type ModelStatus struct {
	Architecture string  `json:"architecture"`
	Changed      float32 `json:"changed"` // share of axioms that have changed since the training
	Stale        bool    `json:"stale"`
	Steps        int     `json:"trainedSteps"`
}

// Status returns the status of the ontology.
func (o *Ontology) Status() Status {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.status(o.View())
}

// status returns the status with a View. The caller holds o.mu.
func (o *Ontology) status(v *View) Status {
	state := o.tasks.state(v)
	s := Status{
		ID: o.id, Name: o.name, State: state,
		IRI: cmp.Or(v.header.IRI, o.iri), VersionIRI: v.header.VersionIRI,
		Created: o.created, Changed: v.changed,
		Revision: v.revision, Keep: KeptByServer, Copy: o.copy.Load(),
		Axioms: v.count, LogicalAxioms: v.logical,
		Warnings: v.header.kept.Warnings, MissingImports: v.header.kept.MissingImports,
		Unlabeled: v.header.kept.Unlabeled,
	}
	if o.client.Load() {
		s.Keep = KeptByClient
	}
	if s.Name == "" {
		s.Name = nameOf(s.IRI, o.id)
	}
	if v.err != nil {
		s.Problem = v.err.Error()
	}
	s.Reasoner, s.Suggestions = v.reasonerStatus(state), v.suggestionStatus(state)
	return s
}

// nameOf returns the last part of an IRI, or else the id.
func nameOf(iri owl.IRI, id string) string {
	text := strings.TrimRight(iri.String(), "/#")
	if name := text[strings.LastIndexAny(text, "/#:")+1:]; name != "" {
		return name
	}
	return id
}
