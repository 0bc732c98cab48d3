package ranking

// Result is the result of an evaluation and the schema of `evaluate --json`. Evaluate fills it in
// except for Model, Mode, Options, KeptAt, Notes and Train, which the caller sets.
type Result struct {
	Model   string `json:"model"`
	Mode    string `json:"mode"`
	Task    string `json:"task"`
	Dataset string `json:"dataset"`
	Seed    uint64 `json:"seed"`
	Options any    `json:"options,omitempty"`

	// KeptAt is the step of the parameters that were ranked, or nil. It is not part of the JSON,
	// because Options have it.
	KeptAt *int `json:"-"`

	// Ties is the treatment of ties, except in figures that name another one.
	Ties string `json:"ties"`

	Findings

	// Entailed counts, by form, the ranked axioms that the training set entails.
	Entailed map[string]Share `json:"entailed,omitempty"`

	// Unranked counts, by form, the axioms that the model does not rank.
	Unranked map[string]int `json:"unranked,omitempty"`

	// Notes are remarks of the caller on the figures.
	Notes []string `json:"notes,omitempty"`

	Train *Training `json:"train,omitempty"`
}

// Findings holds the figures of a model and of the baselines.
type Findings struct {
	Outcome
	Baselines map[string]*Outcome `json:"baselines,omitempty"`
}

// Outcome holds figures by form and for the pooled ranks, and nested outcomes for the other
// protocols.
type Outcome struct {
	Forms map[string]*Figures `json:"forms"`

	// Combined pools the ranks of NF1 to NF4, or of all forms if there are none of these.
	Combined *Figures `json:"combined,omitempty"`

	// Filtered holds an outcome for each filter, by name.
	Filtered map[string]*Outcome `json:"filtered,omitempty"`

	// WithoutAuxiliary ranks only the classes that are not auxiliary, for axioms whose target is
	// one of them. It is nil if no class is auxiliary.
	WithoutAuxiliary *Outcome `json:"withoutAuxiliary,omitempty"`
}

// Figures returns the figures of a form, or those of "combined"; nil if the outcome has none or is
// nil.
func (o *Outcome) Figures(form string) *Figures {
	switch {
	case o == nil:
		return nil
	case form == "combined":
		return o.Combined
	}
	return o.Forms[form]
}

// Figures holds metrics with their conditions.
type Figures struct {
	Metrics
	Candidates int `json:"candidates"`

	// Optimistic and Pessimistic are the metrics with all ties broken for or against the target.
	Optimistic  *Metrics `json:"optimistic,omitempty"`
	Pessimistic *Metrics `json:"pessimistic,omitempty"`

	// Interval is nil if it was not requested.
	Interval *Interval `json:"interval,omitempty"`

	// NaN counts the axioms whose target has the distance NaN.
	NaN int `json:"nan,omitempty"`

	// Unopposed counts the axioms that are not in N because the filter removes every other
	// candidate: their left side is unsatisfiable.
	Unopposed int `json:"unopposed,omitempty"`
}

// Share is a part of a number of axioms.
type Share struct {
	Of int `json:"n"`
	N  int `json:"entailed"`
}

// Training describes the training of a model. Validation is the validation metric of the best
// checkpoint: an MRR or, in `paper` mode, a median rank. It is nil without validation axioms.
type Training struct {
	Steps          int      `json:"steps"`
	Seconds        float64  `json:"seconds"`
	StepsPerSecond float64  `json:"stepsPerSecond"`
	Validation     *float64 `json:"validation"`
}

// String returns the name of the treatment of ties.
func (t Ties) String() string {
	return [...]string{"expected", "id", "optimistic", "pessimistic"}[t]
}
