package rank

import "context"

// ScoreSuperclasses returns given superclasses with their scores, best first. The error is that of
// ctx.
func (e *Engine) ScoreSuperclasses(ctx context.Context, s Subject, targets []int32) ([]Candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := e.query(s)
	defer q.close()
	q.superclassCandidates() // finds what the columns are made of
	return e.scored(s, q.superclassTable(targets), false), ctx.Err()
}

// scored returns the rows of a table as candidates, best first.
func (e *Engine) scored(s Subject, t *Table, restrictions bool) []Candidate {
	forest := e.weights[LessonOf(s, restrictions)]
	list := make([]Candidate, len(t.Targets))
	for i, d := range t.Targets {
		list[i] = Candidate{NoProperty, d, forest.Score(t.Row(i))}
		if restrictions {
			list[i].Property = t.Properties[i]
		}
	}
	Sort(list)
	return list
}
