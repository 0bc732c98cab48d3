package embed

import (
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// model is an architecture over one element type: the shape of its parameters and the terms of its
// loss. One file defines each. Training, model files and tests work from what is said here alone.
type model[T kernel.Float] struct {
	blocks []Block
	terms  []term[T]

	// score returns the terms of the distance of candidates for a question, or nil if the model has
	// no answer.
	score func(v *vectors[T], q ranking.Question, by Measure) []ranking.Term[T]

	// Sampling of the published code.
	wholeIfSmall   bool // a form with no more axioms than a batch is taken whole
	fixedNegatives bool // one corruption of each axiom, drawn once for the whole training

	// perAxiom is the number of elements that temporary vectors have: the dimension.
	dim int
}

// newModel returns the architecture with the hyperparameters and the variant put in.
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
	return nil, fmt.Errorf("%w: no model is called %q: there are %v", ErrOptions,
		a, Architectures())
}

// Architectures lists the models.
func Architectures() []Architecture {
	return []Architecture{Box2EL, Box2ELTr, ELEm, EmELpp, ELBE, BoxEL}
}

// Block is a dense matrix of parameters with a row for each class, role or individual.
type Block struct {
	Name string       // as the published code names its file
	Rows dataset.Kind // what the rows belong to
	Cols int

	// Absolute is the first column that models read by its absolute value; Cols when there is none.
	Absolute int

	// Initially each entry is uniform in [low, high]; then each row is divided by its norm if
	// normalized.
	low, high  float64
	normalized bool

	// shrink is λ for this block: λ·mean‖row‖ belongs to the loss.
	shrink float64
}

// term is a summand of the loss. Each axiom of its batch runs through forward, which leaves vectors
// behind in residual and numbers in values; reduce makes the loss of the numbers, and of each
// number the factor by which its vectors enter the gradient. What each row of parameters then adds
// up is said by parts.
type term[T kernel.Float] struct {
	name   string // as the golden numbers name it
	source source
	parts  []part

	residual int // elements of residual that an axiom needs
	values   int // numbers that an axiom needs

	// forward sees the rows of the axiom in the order of parts.
	forward func(w *workspace[T], rows [][]T, residual, values []T)

	// reduce sees the numbers of all n axioms and overwrites them by the factors. It returns the
	// loss.
	reduce func(values []T, n int) float64
}

// part is a row of parameters that an axiom touches, and its share of the gradient, summed over
// adds. With respect to absolute columns it is the derivative by the absolute value.
type part struct {
	block  int // index into model.blocks
	column int // of the axiom
	adds   []add
}

// add is a share of a vector of n elements r that stands at from in the residual. A plain one adds
// it to columns at … at+n−1,
//
//	∂loss/∂row[at : at+n] += sign · values[value] · r
//
// and one of a hinge adds what its residual means (kernel.Ops.Inclusion) for a box in columns 0 …
// 2n−1, or for a point.
//
//	∂loss/∂row[0 : n]  += sign · values[value] · y
//	∂loss/∂row[n : 2n] += offset · values[value] · x
type add struct {
	value, sign int
	from, at, n int
	hinge       bool
	offset      int // 0: a point
}

// plus and minus are plain shares.
func plus(value, from, at, n int) add {
	return add{value: value, sign: +1, from: from, at: at,
		n: n}
}
func minus(value, from, at, n int) add {
	return add{value: value, sign: -1, from: from, at: at,
		n: n}
}

// ofBox and ofPoint are shares of a hinge, by their signs for centers and offsets.
func ofBox(value, center, offset, from, n int) add {
	return add{value: value, sign: center, from: from, n: n, hinge: true, offset: offset}
}
func ofPoint(value, center, from, n int) add {
	return add{value: value, sign: center, from: from, n: n, hinge: true}
}

// source says where the axioms of a term come from.
type source struct {
	kind sourceKind
	form dataset.Form
}

type sourceKind uint8

const (
	positives  sourceKind = iota // axioms of the form
	negatives                    // axioms of the form with one end replaced
	everything                   // one "axiom" [C] for each class
)

// workspace is what one worker computes in.
type workspace[T kernel.Float] struct {
	*kernel.Ops[T]
	dim  int
	rows [mostParts][]T // of the axiom at hand
	zero []T            // dim zeros: the offsets of a point
	temp [32][]T        // vectors of dim elements; moved uses the first

	resting resting[T]

	boxel *boxelAxiom[T] // nil before its first axiom
}

func newWorkspace[T kernel.Float](ops *kernel.Ops[T], dim int) *workspace[T] {
	w := &workspace[T]{Ops: ops, dim: dim, zero: make([]T, dim)}
	for i := range w.temp {
		w.temp[i] = make([]T, dim)
	}
	return w
}
