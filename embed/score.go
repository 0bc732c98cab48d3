package embed

import (
	"slices"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Measure is a kind of distance between an axiom and a candidate.
type Measure string

const (
	// ByCenters is the distance of centers, by which the paper ranks (section 4.2, appendix F).
	ByCenters Measure = "centers"
	// ByLoss is the loss of the axiom with the candidate. Candidates without loss are tied.
	ByLoss Measure = "loss"
	// ByBoth is the sum of the two: the centers order candidates of equal loss.
	ByBoth Measure = "both"
)

// vectors provides the parameters of a model to scorers, either packed, as a copy, or as views of
// parameters in training.
type vectors[T kernel.Float] struct {
	*matrices[T]
	ops    *kernel.Ops[T]
	view   bool // views instead of copies
	packed map[[3]int]*ranking.Points[T]
}

func newVectors[T kernel.Float](ops *kernel.Ops[T], m *matrices[T]) *vectors[T] {
	return &vectors[T]{matrices: m, ops: ops, packed: make(map[[3]int]*ranking.Points[T])}
}

// newViews returns vectors that are views of m.
func newViews[T kernel.Float](ops *kernel.Ops[T], m *matrices[T]) *vectors[T] {
	v := newVectors(ops, m)
	v.view = true
	return v
}

// points returns n columns of a block, starting with column from, as one point for each row.
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

// nearness returns the distance of the candidates in a block from a box, or the violation of an
// inclusion by loss. center writes the center of the box, bias its offset and the margin, as in
// ranking.Hinge. The candidates are boxes whose offsets have the sign in the inclusion; with sign 0
// they are points.
func (v *vectors[T]) nearness(by Measure, block, n int, sign T,
	center, bias func(axiom []int32, out []T)) ranking.Term[T] {
	centers := v.points(block, 0, n)
	if by == ByCenters {
		return ranking.Distance[T]{Points: centers, Query: center}
	}
	h := ranking.Hinge[T]{Centers: centers, Sign: sign, Query: func(axiom []int32, q, b []T) {
		center(axiom, q)
		bias(axiom, b)
	}}
	if sign != 0 {
		h.Offsets = v.points(block, n, n)
	}
	return h
}

// scorer returns the scorer of candidates for a question, or nil if the model cannot rank them.
func (m *model[T]) scorer(v *vectors[T], q ranking.Question, by Measure) ranking.Scorer[T] {
	i := slices.IndexFunc(m.terms, func(t term[T]) bool {
		return t.source == source{positives, q.Form} && t.rank != nil
	})
	if i < 0 {
		return nil
	}
	measures := []Measure{by}
	if by == ByBoth {
		measures = []Measure{ByCenters, ByLoss}
	}
	var terms []ranking.Term[T]
	for _, by := range measures {
		more := m.terms[i].rank(v, q.Open, by)
		if more == nil {
			return nil
		}
		terms = append(terms, more...)
	}
	return ranking.NewScorer(q, terms...)
}
