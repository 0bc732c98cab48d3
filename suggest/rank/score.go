package rank

import (
	"context"
	"runtime"
	"sync"

	"box2el-owl/suggest/rank/trees"
)

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
	score := func(from, to int) {
		for i, x := range e.weights.Scores(task, t, from, to) {
			i += from
			list[i] = Candidate{NoProperty, t.Targets[i], x}
			if restrictions {
				list[i].Property = t.Properties[i]
			}
		}
	}
	parts := max(1, min(runtime.GOMAXPROCS(0), len(list)/rowsOfPart))
	var others sync.WaitGroup
	for p := 1; p < parts; p++ {
		others.Go(func() { score(p*len(list)/parts, (p+1)*len(list)/parts) })
	}
	score(0, len(list)/parts)
	others.Wait()
	Sort(list)
	return list
}

// rowsOfPart is the least number of rows that a processor scores. A row takes 15 µs.
const rowsOfPart = 100

// transfer is the weight of the score of a superclass of a new class with text in that of a class
// with axioms: there are more new classes to learn from. On the learn pairs, with one training,
// H@10 is .608 with it and .597 without [+.001, +.023].
const transfer = 0.3

// Scores returns the scores of the rows of a table from one up to another by the weights of a task
// without a model. If the table has the columns of a model, the scores of the task with it are
// added.
func (w *Weights) Scores(l Task, t *Table, from, to int) []float64 {
	scores, more := make([]float64, to-from), make([]float64, to-from)
	rows := t.Values[from*t.Columns : to*t.Columns]
	w[l].Scores(rows, t.Columns, scores)
	add := func(f *trees.Forest, factor float64) {
		if f != nil {
			f.Scores(rows, t.Columns, more)
			for i, x := range more {
				scores[i] += factor * x
			}
		}
	}
	if l == OldSuperclasses {
		add(w[TextSuperclasses], transfer)
	}
	if t.modeled {
		add(w[l.Modeled()], 1)
	}
	return scores
}
