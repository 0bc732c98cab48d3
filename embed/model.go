package embed

import (
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// model is an architecture over one element type: the shape of its parameters and the terms of its
// loss. Each architecture has one file. Training, model files and tests use only this definition.
type model[T kernel.Float] struct {
	blocks []Block
	terms  []term[T]

	// Sampling of the published code: one corruption of each axiom, drawn once for the whole
	// training. Otherwise negatives are drawn in each step, and the batch of a form with at most a
	// batch of axioms has all of them.
	fixedNegatives bool

	dim int // length of temporary vectors: the dimension
}

// newModel returns the architecture for the given hyperparameters and variant.
func newModel[T kernel.Float](a Architecture, h Hyper, v Variant) (*model[T], error) {
	switch a {
	case Box2EL:
		return newBox2EL[T](h, v), nil
	case Box2ELTr:
		return newBox2ELTr[T](h, v), nil
	case ELEm:
		return newELEm[T](h, v), nil
	case EmELpp:
		return newEmELpp[T](h, v), nil
	case ELBE:
		return newELBE[T](h, v), nil
	case BoxEL:
		return newBoxEL[T](h, v), nil
	}
	return nil, unknownModel(a)
}

func unknownModel(a Architecture) error {
	return fmt.Errorf("%w: unknown model %q: use one of %v", ErrOptions, a, Architectures())
}

// Architectures lists the models.
func Architectures() []Architecture {
	return []Architecture{Box2EL, Box2ELTr, ELEm, EmELpp, ELBE, BoxEL}
}

// Block is a dense matrix of parameters with a row for each class, role or individual.
type Block struct {
	Name string       // file name in the published code
	Rows dataset.Kind // kind of thing that has a row
	Cols int

	// Absolute is the first column that models read by its absolute value, or Cols if they read all
	// columns with their signs.
	Absolute int

	// Initial entries are uniform in [low, high]. If normalized, each row is then divided by its
	// norm.
	low, high  float64
	normalized bool

	// regularization is λ for this block: the loss has the summand λ·mean‖row‖.
	regularization float64
}

// term is a summand of the loss. forward runs for each axiom of the term's batch: it writes vectors
// to residual and numbers to values. reduce then computes the loss from the numbers of all axioms
// and replaces each number by the factor of its vectors in the gradient. operands lists the rows of
// parameters and which vectors contribute to their gradients.
type term[T kernel.Float] struct {
	name     string // its name in the golden files
	source   source
	operands []operand

	residualLen int // elements of residual for each axiom
	valuesLen   int // numbers for each axiom

	// forward gets the rows of the axiom in the order of operands.
	forward func(w *workspace[T], rows [][]T, residual, values []T)

	// reduce overwrites the numbers of all n axioms by the factors and returns the loss.
	reduce reduction[T]

	// rank returns the terms of the distance of candidates in the open column of an axiom, or nil
	// if this measure cannot rank them. The field is nil if none can. Of the positive terms of a
	// form that have it, the first is asked.
	rank func(v *vectors[T], open int, by Measure) []ranking.Term[T]
}

type reduction[T kernel.Float] func(values []T, n int) float64

// operand is a row of parameters that an axiom touches, with the axiom's contributions to the
// gradient of that row. For columns from Block.Absolute on, the gradient is by the absolute value.
type operand struct {
	rowAt
	gradient []contribution
}

// rowAt is the row of a block whose number is in a column of the axiom.
type rowAt struct{ block, column int }

// contribution adds a vector r = residual[from:] to the gradient of a row, multiplied by the factor
// that reduce left in values[value].
//
//	∂loss/∂row[:Absolute] += center · values[value] · r[:Absolute]
//	∂loss/∂row[Absolute:] += offset · values[value] · r[Absolute:]
//
// For a hinge, r has the length of the first part and encodes y for the center and x for the offset
// (kernel.Ops.Inclusion). The sign of the offset does not matter for a point, which has none.
type contribution struct {
	value, from int
	signs
	hinge bool
}

// signs holds the signs of a region's center and its offset or radius in the argument of a hinge;
// in a contribution, those of a row's two parts.
type signs struct{ center, offset int }

// source determines the axioms of a term.
type source struct {
	kind sourceKind
	form dataset.Form
}

type sourceKind uint8

const (
	positives  sourceKind = iota // axioms of the form
	negatives                    // axioms of the form with one end replaced
	allClasses                   // one "axiom" [C] for each class
)

// workspace holds the buffers of one worker.
type workspace[T kernel.Float] struct {
	*kernel.Ops[T]
	dim  int
	rows [maxOperands][]T // of the current axiom
	zero []T              // dim zeros: the offset of a point
	temp [2][]T           // vectors of dim elements; moved uses the first

	skipped skippedUpdates[T]

	boxel *boxelAxiom[T] // nil before its first axiom
}

func newWorkspace[T kernel.Float](ops *kernel.Ops[T], dim int) *workspace[T] {
	w := &workspace[T]{Ops: ops, dim: dim, zero: make([]T, dim)}
	for i := range w.temp {
		w.temp[i] = make([]T, dim)
	}
	return w
}
