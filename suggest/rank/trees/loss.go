package trees

import (
	"errors"
	"math"
)

// gradient holds the first and second derivative of the logistic loss of a row by its score.
type gradient struct{ first, second float64 }

// start returns the score that all rows begin with, the log-odds of the weighted mean label, and
// the rows of positive weight.
func (t *Table) start() (base float64, rows []int32, err error) {
	var positive, all float64
	for r, y := range t.Labels {
		if w := t.weight(r); w > 0 {
			positive, all = positive+w*float64(y), all+w
			rows = append(rows, int32(r))
		}
	}
	if len(rows) == 0 {
		return 0, nil, errors.New("no row has a positive weight")
	}
	p := min(max(positive/all, 1e-6), 1-1e-6)
	return math.Log(p / (1 - p)), rows, nil
}

// update sets the gradients of all rows at their scores.
func (t *Table) update(gradients []gradient, scores []float64) {
	parallel(len(scores), func(from, to int) {
		for r := from; r < to; r++ {
			w, p := t.weight(r), 1/(1+math.Exp(-scores[r]))
			gradients[r] = gradient{w * (p - float64(t.Labels[r])), w * p * (1 - p)}
		}
	})
}
