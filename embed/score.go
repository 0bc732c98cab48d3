package embed

import (
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Measure says what the distance between an axiom and a candidate is.
type Measure string

const (
	// ByCenters is the distance of centers, by which the paper ranks (section 4.2, appendix F).
	ByCenters Measure = "centers"
	// ByLoss is the loss that the axiom would have with the candidate. Candidates without loss are
	// tied.
	ByLoss Measure = "loss"
	// ByBoth is the sum of the two: the loss, with candidates that have the same told apart by
	// their centers.
	ByBoth Measure = "both"
)

// vectors are the parameters of a model as scorers ask for them: packed once for all, a copy, or
// viewed where they lie, while they change.
type vectors[T kernel.Float] struct {
	*matrices[T]
	ops    *kernel.Ops[T]
	view   bool
	packed map[[3]int]*ranking.Points[T]
}

func newVectors[T kernel.Float](ops *kernel.Ops[T], m *matrices[T]) *vectors[T] {
	return &vectors[T]{matrices: m, ops: ops, packed: make(map[[3]int]*ranking.Points[T])}
}

// newViews are vectors of parameters in training.
func newViews[T kernel.Float](ops *kernel.Ops[T], m *matrices[T]) *vectors[T] {
	v := newVectors(ops, m)
	v.view = true
	return v
}

// points returns n columns of a block from the given one on, one point for each row.
func (v *vectors[T]) points(block, from, n int) *ranking.Points[T] {
	key := [3]int{block, from, n}
	if p := v.packed[key]; p != nil {
		return p
	}
	p := new(ranking.Points[T])
	cols, rows := v.blocks[block].Cols, v.rows[block]
	switch {
	case rows == 0:
	case v.view:
		p.View(v.ops, v.values[block][from:], cols, n, rows)
	default:
		p.Pack(v.ops, v.values[block][from:], cols, n, rows)
	}
	v.packed[key] = p
	return p
}

// scorer returns how the model ranks candidates for a question, or nil if it cannot.
func (m *model[T]) scorer(v *vectors[T], q ranking.Question, by Measure) ranking.Scorer[T] {
	measures := []Measure{by}
	if by == ByBoth {
		measures = []Measure{ByCenters, ByLoss}
	}
	var terms []ranking.Term[T]
	for _, by := range measures {
		of := m.score(v, q, by)
		if of == nil {
			return nil
		}
		terms = append(terms, of...)
	}
	return ranking.NewScorer(q, terms...)
}
