package rank

import "context"

// ScoreSuperclasses returns given superclasses with their scores, best first. The error is that of
// ctx.
func (e *Engine) ScoreSuperclasses(ctx context.Context, s Subject, targets []int32) ([]Candidate,
	error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := e.query(s)
	defer q.close()
	q.superclassCandidates() // computes the analogies that columns use
	return e.scored(s, q.superclassTable(targets), false), ctx.Err()
}

// scored returns the rows of a table as candidates, best first.
func (e *Engine) scored(s Subject, t *Table, restrictions bool) []Candidate {
	task := taskOf(s, restrictions)
	list := make([]Candidate, len(t.Targets))
	for i, d := range t.Targets {
		list[i] = Candidate{NoProperty, d, e.weights.Score(task, t, i)}
		if restrictions {
			list[i].Property = t.Properties[i]
		}
	}
	Sort(list)
	return list
}

// Score returns the score of a row of a table by the weights of a task without a model. If the
// table has the columns of a model, the score of the task with it is added.
func (w *Weights) Score(l Task, t *Table, row int) float64 {
	score := w[l].Score(t.Row(row))
	if t.modeled && w[l.Modeled()] != nil {
		score += w[l.Modeled()].Score(t.Row(row))
	}
	return score
}
