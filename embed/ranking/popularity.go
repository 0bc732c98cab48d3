package ranking

import "box2el-owl/embed/dataset"

// NewPopularity returns a baseline that ranks candidates by the number of training axioms of the
// form that have the candidate in the open column. The distance is the negative count.
func NewPopularity(q Question, candidates int, train *dataset.Axioms) Scorer[float32] {
	p := &popularity{question: q, distances: make([]float32, candidates)}
	for row := range train[q.Form].Rows() {
		if id := int(row[q.Open]); id < candidates {
			p.distances[id]--
		}
	}
	return p
}

type popularity struct {
	question  Question
	distances []float32
}

func (p *popularity) Form() dataset.Form { return p.question.Form }
func (p *popularity) Open() int          { return p.question.Open }
func (p *popularity) Candidates() int    { return len(p.distances) }

func (p *popularity) Tile(axioms [][]int32, lo, hi int, out []float32) {
	for i := range axioms {
		copy(out[i*(hi-lo):], p.distances[lo:hi])
	}
	mask(p.question, axioms, lo, hi, out)
}
