package ranking

import "box2el-owl/embed/dataset"

// Result is what an evaluation found, in the shape of `evaluate --json`. Evaluate fills in what it
// knows of; Model, Mode, Options and Train are the caller's.
type Result struct {
	Model   string `json:"model"`
	Mode    string `json:"mode"`
	Task    string `json:"task"`
	Dataset string `json:"dataset"`
	Seed    uint64 `json:"seed"`
	Options any    `json:"options,omitempty"`

	// Ties names what a shared place counts as, in all but the figures that say otherwise.
	Ties string `json:"ties"`

	Findings

	// Entailed says, by form, how many of the ranked axioms follow from the training set alone.
	Entailed map[string]Share `json:"entailed,omitempty"`

	// Unranked are the forms of axioms that the model does not rank, and their numbers.
	Unranked map[string]int `json:"unranked,omitempty"`

	// Notes are what the caller has to say of how the figures came about.
	Notes []string `json:"notes,omitempty"`

	Train *Training `json:"train,omitempty"`

	// Ranks are what the raw figures condense, by the ranker and then by form; they are in no file.
	Ranks []FormRanks `json:"-"`
}

// FormRanks are the ranks of the test axioms of a form, in their order.
type FormRanks struct {
	Ranker     string // a baseline; "": the model
	Form       dataset.Form
	Candidates int
	Ranks      []float64
}

// Findings are the figures of a model and of the baselines beside it.
type Findings struct {
	Outcome
	Baselines map[string]*Outcome `json:"baselines,omitempty"`
}

// Outcome holds figures by form and for the pooled ranks, under one way of counting, and below it
// those of other ways.
type Outcome struct {
	Forms map[string]*Figures `json:"forms"`

	// Combined pools the ranks of NF1 to NF4, or where there are none of these all ranks.
	Combined *Figures `json:"combined,omitempty"`

	// Filtered has an outcome for each filter, by name.
	Filtered map[string]*Outcome `json:"filtered,omitempty"`

	// WithoutAuxiliary is among the classes alone that the normalization has not made, and of the axioms
	// that ask for one of those. It is nil where there are no others.
	WithoutAuxiliary *Outcome `json:"withoutAuxiliary,omitempty"`
}

// Figures are the metrics of some axioms with what is to be known about them.
type Figures struct {
	Metrics
	Candidates int `json:"candidates"`

	// Optimistic and Pessimistic are the metrics when all ties are settled for or against the target.
	Optimistic  *Metrics `json:"optimistic,omitempty"`
	Pessimistic *Metrics `json:"pessimistic,omitempty"`

	// Interval is there when it was asked for.
	Interval *Interval `json:"interval,omitempty"`

	// NaN counts the axioms whose target has no number for a distance.
	NaN int `json:"nan,omitempty"`

	// Unopposed counts the axioms that are not among the n because the filter leaves their target without any
	// other candidate: their left side is unsatisfiable.
	Unopposed int `json:"unopposed,omitempty"`
}

// Share is a part of a number of axioms.
type Share struct {
	Of int `json:"n"`
	N  int `json:"entailed"`
}

// Training says how long a model was trained, and what was validated of the parameters that were kept: an MRR or, in the published
// way, a median rank; nil without validation axioms.
type Training struct {
	Steps          int      `json:"steps"`
	Seconds        float64  `json:"seconds"`
	StepsPerSecond float64  `json:"stepsPerSecond"`
	Validation     *float64 `json:"validation"`
}

// String names the way to settle ties.
func (t Ties) String() string {
	return [...]string{"expected", "id", "optimistic", "pessimistic"}[t]
}
