package rank

import (
	"context"
	"runtime"
	"sync"
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
			list[i] = Candidate{t.Properties[i], t.Targets[i], x}
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

// Scores returns the scores of the rows of a table from one up to another by the weights of a task
// without a model. If the table has the columns of a model, they are those of the task with it. A
// task without weights adds nothing.
func (w *Weights) Scores(l Task, t *Table, from, to int) []float64 {
	if t.modeled && w[l.Modeled()] != nil {
		l = l.Modeled()
	}
	scores, more := make([]float64, to-from), make([]float64, to-from)
	rows := t.Values[from*t.Columns : to*t.Columns]
	for factor := 1.0; ; {
		if w[l] != nil {
			w[l].Scores(rows, t.Columns, more)
			for i, x := range more {
				scores[i] += factor * x
			}
		}
		base, share := l.Base()
		if share == 0 {
			return scores
		}
		l, factor = base, factor*share
	}
}
