package embed

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
)

// Architecture names a model.
type Architecture string

// The models of the paper's evaluation.
const (
	Box2EL   Architecture = "box2el"    // boxes and bumps, roles as head and tail boxes
	Box2ELTr Architecture = "box2el-tr" // Box²EL with roles as translations (appendix E.1)
	ELEm     Architecture = "elem"      // balls and translations
	EmELpp   Architecture = "emelpp"    // ELEm with role inclusions and chains
	ELBE     Architecture = "elbe"      // boxes and translations
	BoxEL    Architecture = "boxel"     // boxes as volumes, roles as affine maps
)

// Options say how to train. The zero value trains Box²EL as the default mode does.
type Options struct {
	// Model is the architecture. Default Box2EL.
	Model Architecture

	// Hyper are the hyperparameters. Default HyperOf(Model, Variant).
	Hyper *Hyper

	// Variant says where to follow the published code and where the mathematics. Default
	// Corrected(Model).
	Variant *Variant

	// Seed determines the initial parameters, the batches and the negatives.
	Seed uint64

	// Workers is the number of threads. Default GOMAXPROCS. It does not change the result.
	Workers int

	// Closure is what the training axioms entail; with Variant.KnownNegatives a negative is never
	// taken from it. Default nil: only asserted axioms are kept out.
	Closure dataset.Closure

	// Progress is told "train" with the steps done. Default nil.
	Progress owl.Progress

	// Step is called after each validation, and at the end, with the losses so far. Default nil.
	Step func(*Point)

	// portable switches the assembly kernels off, for tests: it does not change the result.
	portable bool
}

// Hyper are the hyperparameters of section 8 and appendix H of the paper.
type Hyper struct {
	Dim              int     `json:"dim"`              // n
	Margin           float64 `json:"margin"`           // γ
	NegativeDistance float64 `json:"negativeDistance"` // δ
	Negatives        int     `json:"negatives"`        // ω, negatives an axiom
	Regularization   float64 `json:"regularization"`   // λ
	Rate             float64 `json:"rate"`             // learning rate of Adam
	// the rate is divided by 10 from this step on; 0: never
	Decay  int  `json:"decay"`
	Steps  int  `json:"steps"`
	Batch  int  `json:"batch"`            // axioms of each form in a step
	Visual bool `json:"visual,omitempty"` // the visualization loss of section 4.1
}

// DefaultHyper returns what a model is trained with when nothing is said: the settings that
// appendix H has for subsumption prediction on GALEN.
func DefaultHyper(a Architecture) Hyper {
	h := Hyper{Dim: 200, Margin: .05, NegativeDistance: 2, Negatives: 1, Rate: 5e-3, Steps: 5000,
		Batch: 512}
	switch a {
	case Box2EL:
		h.Margin, h.NegativeDistance, h.Regularization, h.Rate = .15, 5, .4, 1e-2
	case Box2ELTr:
		h.Margin, h.NegativeDistance, h.Rate = .15, 5, 1e-2
	case ELEm, EmELpp:
		h.Rate = 5e-4
	case ELBE:
		h.Decay = 2000
	case BoxEL:
		h.Dim, h.Rate = 50, 1e-3
	}
	return h
}

// HyperOf returns what a model is trained with in a variant when nothing is said: DefaultHyper, but
// in the default mode with a smaller margin and weaker regularization for Box²EL, which rank the
// validation axioms of the data sets tried better, in a third of the steps (docs/evaluation.md).
func HyperOf(a Architecture, v Variant) Hyper {
	h := DefaultHyper(a)
	if v.Mode == "default" && (a == Box2EL || a == Box2ELTr) {
		h.Margin = .02
		h.Regularization = min(h.Regularization, .1)
	}
	return h
}

// Variant says, difference by difference, where training follows the published code (the zero
// value) and where it is corrected or extended (specification, section 13).
type Variant struct {
	// Mode is what reports call the variant: "paper", "default", or "custom".
	Mode string `json:"mode"`

	// NF2 by axiom: mean (a_i + g_i)² where the published code has the mean over all pairs (a_i +
	// g_j)².
	PairedNF2 bool `json:"pairedNF2"`

	// Hinge keeps ELEm's and EmEL++'s loss of negatives from falling below 0 without end.
	Hinge bool `json:"hinge"`

	// KnownNegatives are never drawn: a negative is neither the axiom itself nor asserted nor
	// entailed, and deprecated classes take no part.
	KnownNegatives bool `json:"knownNegatives"`

	// NF1Negatives draws, for each NF1 axiom of a batch, this many classes that its left side is to
	// lie apart from.
	NF1Negatives int `json:"nf1Negatives"`

	// Shuffled batches go through all axioms in a random order before any comes again, where the
	// published code draws with replacement.
	Shuffled bool `json:"shuffled"`

	// Extended has the terms for C(a) and for ranges, which the published code lacks.
	Extended bool `json:"extended"`

	// ByMRR chooses the parameters to keep by the MRR of all forms on the validation axioms, first
	// best wins, where the published code has the median rank of NF1, last best wins.
	ByMRR bool `json:"byMRR"`

	// ChooseScores chooses for each form, on the validation axioms, between distances of centers
	// and the loss itself.
	ChooseScores bool `json:"chooseScores"`

	// Patience ends training when so many validations in a row brought nothing better; 0: never.
	Patience int `json:"patience"`
}

// Paper is the published code.
func Paper() Variant { return Variant{Mode: "paper"} }

// Corrected is the default mode.
func Corrected(Architecture) Variant {
	return Variant{
		Mode: "default", PairedNF2: true, Hinge: true, KnownNegatives: true, NF1Negatives: 1,
		Shuffled: true,
		Extended: true, ByMRR: true, ChooseScores: true, Patience: 10,
	}
}

const (
	validateEvery    = 100  // steps between validations (specification, section 8)
	validationAxioms = 1000 // axioms that the published code ranks in a validation, all of NF1
	validationEach   = 300  // axioms of each form that a validation by MRR ranks
)

func (o Options) withDefaults() Options {
	if o.Model == "" {
		o.Model = Box2EL
	}
	if o.Variant == nil {
		v := Corrected(o.Model)
		o.Variant = &v
	}
	if o.Hyper == nil {
		h := HyperOf(o.Model, *o.Variant)
		o.Hyper = &h
	}
	return o
}

// ErrOptions is wrapped by errors about options that cannot be trained with.
var ErrOptions = errors.New("options")

// Check reports options that Train would refuse whatever the data, with ErrOptions.
func (o Options) Check() error {
	if o.Model != "" && !slices.Contains(Architectures(), o.Model) {
		return fmt.Errorf("%w: no model is called %q: there are %v", ErrOptions,
			o.Model, Architectures())
	}
	return o.withDefaults().check()
}

// check reports options that make no training.
func (o Options) check() error {
	h := o.Hyper
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrOptions, fmt.Sprintf(format, args...))
	}
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	switch {
	case h.Dim < 1 || h.Dim > 1<<14:
		return bad("dimension %d: choose 1 to %d", h.Dim, 1<<14)
	case h.Batch < 1 || h.Batch > 1<<20:
		return bad("batch of %d axioms: choose 1 to %d", h.Batch, 1<<20)
	case h.Steps < 0 || h.Steps > 1<<24:
		return bad("%d steps: choose 0 to %d", h.Steps, 1<<24)
	case h.Negatives < 0 || h.Negatives > 1000:
		return bad("%d negatives an axiom: choose 0 to 1000", h.Negatives)
	case o.Variant.NF1Negatives < 0 || o.Variant.NF1Negatives > 1000:
		return bad("%d negatives for each NF1 axiom: choose 0 to 1000", o.Variant.NF1Negatives)
	case h.Batch*max(h.Negatives, o.Variant.NF1Negatives) > maxBatch:
		return bad("batch of %d axioms with %d negatives each: choose at most %d together", h.Batch,
			max(h.Negatives, o.Variant.NF1Negatives), maxBatch)
	case !finite(h.Rate) || h.Rate <= 0:
		return bad("learning rate %v: choose a positive number, say 0.01", h.Rate)
	case !finite(h.Margin) || !finite(h.NegativeDistance) || !finite(h.Regularization):
		return bad("margin %v, negative distance %v, regularization %v: all must be finite",
			h.Margin, h.NegativeDistance, h.Regularization)
	case h.Regularization < 0:
		return bad("regularization %v is negative", h.Regularization)
	}
	return nil
}
