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

	// score returns the terms of the distance of candidates for a question, or nil if the model
	// cannot rank them.
	score func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T]

	// Sampling of the published code.
	wholeIfSmall   bool // the batch of a form with at most a batch of axioms has all of them
	fixedNegatives bool // one corruption of each axiom, drawn once for the whole training

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
	reduce func(values []T, n int) float64
}

// operand is a row of parameters that an axiom touches, with the axiom's contributions to the
// gradient of that row. For columns from Block.Absolute on, the gradient is by the absolute value.
type operand struct {
	block    int // index into model.blocks
	column   int // column of the axiom that has the row's number
	gradient []contribution
}

// contribution adds a vector r = residual[from : from+n] to the gradient of a row, multiplied by
// the factor that reduce left in values[value]. A plain contribution is for n columns from at on:
//
//	∂loss/∂row[at : at+n] += sign · values[value] · r
//
// A contribution of a hinge is for the center of a box in columns 0 … n−1 and its offset in columns
// n … 2n−1, or for a point. x and y are read from r (kernel.Ops.Inclusion).
//
//	∂loss/∂row[0 : n]  += sign · values[value] · y
//	∂loss/∂row[n : 2n] += offset · values[value] · x
type contribution struct {
	value   int
	from, n int
	sign    int
	at      int // 0 for a hinge
	hinge   bool
	offset  int // sign of the offset; 0 for a point and for plain contributions
}

// hinge locates what forward writes for one hinge: a squared norm in values[value] and a vector in
// residual[from : from+n].
type hinge struct{ value, from, n int }

// signs are the signs of a box's center and offset in the argument of a hinge. For
// |c_A − c_B| + o_A − o_B they are +1, +1 for A and −1, −1 for B.
type signs struct{ center, offset int }

// box returns the contribution to the row of a box.
func (h hinge) box(s signs) []contribution {
	return []contribution{{
		value: h.value, from: h.from, n: h.n, sign: s.center, hinge: true, offset: s.offset,
	}}
}

// point returns the contribution to the row of a point or a vector, by its sign.
func (h hinge) point(sign int) []contribution {
	return []contribution{{value: h.value, from: h.from, n: h.n, sign: sign, hinge: true}}
}

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
	temp [32][]T          // vectors of dim elements; translated uses the first

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
