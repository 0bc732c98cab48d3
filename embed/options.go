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

// Options are the options of a training. The zero value trains Box²EL in the default mode.
type Options struct {
	// Model is the architecture. Default Box2EL.
	Model Architecture

	// Hyper are the hyperparameters. Default HyperOf(Model, Variant).
	Hyper *Hyper

	// Variant lists the deviations from the published code. Default Corrected(Model).
	Variant *Variant

	// Seed determines the initial parameters, the batches and the negatives.
	Seed uint64

	// Workers is the number of threads. Default GOMAXPROCS. It does not change the result.
	Workers int

	// Closure are the axioms that the training axioms entail. With Variant.KnownNegatives none of
	// them is drawn as a negative. Default nil: only asserted axioms are excluded.
	Closure dataset.Closure

	// Progress is called with stage "train" and the number of steps taken. Default nil.
	Progress owl.Progress

	// Step is called after each validation and at the end. Default nil.
	Step func(*Point)

	// portable disables the assembly kernels, for tests. It does not change the result.
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

	// Decay is the step from which on the rate is divided by 10, or 0 for a constant rate.
	Decay int `json:"decay"`

	Steps  int  `json:"steps"`
	Batch  int  `json:"batch"`            // axioms of each form in a step
	Visual bool `json:"visual,omitempty"` // the visualization loss of section 4.1
}

// DefaultHyper returns the default hyperparameters of a model: those of appendix H for subsumption
// prediction on GALEN.
func DefaultHyper(a Architecture) Hyper {
	h := Hyper{
		Dim: 200, Margin: .05, NegativeDistance: 2, Negatives: 1, Rate: 5e-3, Steps: 5000,
		Batch: 512,
	}
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

// HyperOf returns the default hyperparameters of a model in a variant: DefaultHyper, but in the
// default mode a smaller margin and weaker regularization for Box²EL. These rank the validation
// axioms better in a third of the steps (docs/lab/evaluation.md).
func HyperOf(a Architecture, v Variant) Hyper {
	h := DefaultHyper(a)
	if v.Mode == "default" && (a == Box2EL || a == Box2ELTr) {
		h.Margin = .02
		h.Regularization = min(h.Regularization, .1)
	}
	return h
}

// Variant lists the deviations from the published code: corrections and extensions (specification,
// section 13). The zero value is the published code.
type Variant struct {
	// Mode is the name of the variant in reports: "paper", "default", or "custom".
	Mode string `json:"mode"`

	// PairedNF2 computes NF2 by axiom, mean (a_i + g_i)². The published code has the mean of
	// (a_i + g_j)² over all pairs.
	PairedNF2 bool `json:"pairedNF2"`

	// Hinge bounds the loss of negatives of ELEm and EmEL++ below by 0.
	Hinge bool `json:"hinge"`

	// KnownNegatives excludes asserted and entailed axioms, C ⊑ C and deprecated classes from the
	// negatives.
	KnownNegatives bool `json:"knownNegatives"`

	// NF1Negatives is the number of random classes for each NF1 axiom of a batch from which its
	// left side is separated.
	NF1Negatives int `json:"nf1Negatives"`

	// Shuffled takes all axioms in a random order before one is repeated. The published code draws
	// with replacement.
	Shuffled bool `json:"shuffled"`

	// Extended adds the terms for C(a) and for ranges, which the published code does not have.
	Extended bool `json:"extended"`

	// ByMRR selects the parameters by the MRR of all forms on the validation axioms, the first of
	// equal ones, with ties at their mean rank. The published code selects them by the median rank
	// of NF1, the last of equal ones, with ties by id.
	ByMRR bool `json:"byMRR"`

	// ChooseScores selects the measure of each form on the validation axioms (Measure).
	ChooseScores bool `json:"chooseScores"`

	// Patience is the number of validations without improvement after which training stops, or 0 to
	// take all steps.
	Patience int `json:"patience"`

	// Last takes the parameters after the last step. Default: the best on the validation axioms.
	Last bool `json:"last,omitempty"`
}

// Paper returns the variant of the published code.
func Paper() Variant { return Variant{Mode: "paper"} }

// Corrected returns the variant of the default mode.
func Corrected(Architecture) Variant {
	return Variant{
		Mode: "default", PairedNF2: true, Hinge: true, KnownNegatives: true, NF1Negatives: 1,
		Shuffled: true, Extended: true, ByMRR: true, ChooseScores: true, Patience: 10,
	}
}

const (
	validateEvery    = 100  // steps between validations (specification, section 8)
	validationAxioms = 1000 // NF1 axioms ranked by a validation of the published code
	validationEach   = 300  // axioms of each form ranked by a validation by MRR
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

// ErrOptions is wrapped by errors about invalid options.
var ErrOptions = errors.New("invalid options")

// Check returns ErrOptions if Train would reject the options for any data.
func (o Options) Check() error {
	if o.Model != "" && !slices.Contains(Architectures(), o.Model) {
		return unknownModel(o.Model)
	}
	return o.withDefaults().check()
}

// check returns ErrOptions for hyperparameters or a variant out of range.
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
		return bad("%d negatives for each axiom: choose 0 to 1000", h.Negatives)
	case o.Variant.NF1Negatives < 0 || o.Variant.NF1Negatives > 1000:
		return bad("%d negatives for each NF1 axiom: choose 0 to 1000", o.Variant.NF1Negatives)
	case h.Batch*max(h.Negatives, o.Variant.NF1Negatives) > maxBatch:
		return bad("batch of %d axioms with %d negatives each: choose a product of at most %d",
			h.Batch, max(h.Negatives, o.Variant.NF1Negatives), maxBatch)
	case !finite(h.Rate) || h.Rate <= 0:
		return bad("learning rate %v: choose a positive number, for example 0.01", h.Rate)
	case !finite(h.Margin) || !finite(h.NegativeDistance) || !finite(h.Regularization):
		return bad("margin %v, negative distance %v, regularization %v: all must be finite",
			h.Margin, h.NegativeDistance, h.Regularization)
	case h.Regularization < 0:
		return bad("regularization %v is negative", h.Regularization)
	}
	return nil
}
