package ranking

import "box2el-owl/embed/dataset"

// baseline is a scorer that does not depend on a model. row writes the distances of candidates from
// lo on.
type baseline struct {
	question   Question
	candidates int
	row        func(axiom []int32, lo int, out []float32)
}

func (b *baseline) Form() dataset.Form { return b.question.Form }
func (b *baseline) Open() int          { return b.question.Open }
func (b *baseline) Candidates() int    { return b.candidates }

func (b *baseline) Tile(axioms [][]int32, lo, hi int, out []float32) {
	for i, axiom := range axioms {
		b.row(axiom, lo, out[i*(hi-lo):(i+1)*(hi-lo)])
	}
	mask(b.question, axioms, lo, hi, out)
}

// NewPopularity returns a baseline that ranks candidates by the number of training axioms of the
// form that have the candidate in the open column. The distance is the negative count.
func NewPopularity(q Question, candidates int, train *dataset.Axioms) Scorer[float32] {
	distances := make([]float32, candidates)
	for row := range train[q.Form].Rows() {
		if id := int(row[q.Open]); id < candidates {
			distances[id]--
		}
	}
	return &baseline{q, candidates,
		func(_ []int32, lo int, out []float32) { copy(out, distances[lo:]) }}
}
