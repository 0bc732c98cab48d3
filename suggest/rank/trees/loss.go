package trees

import (
	"errors"
	"math"
	"slices"
)

// gradient holds the first and second derivative of the loss of a row by its score.
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
	for from := 0; from < len(t.Lists); {
		to := from + 1
		for to < len(t.Lists) && t.Lists[to] == t.Lists[from] {
			to++
		}
		t.addSoftmax(gradients, scores, from, to)
		from = to
	}
}

// addSoftmax adds the gradients of the softmax loss of a list, multiplied by its number of right
// rows.
func (t *Table) addSoftmax(gradients []gradient, scores []float64, from, to int) {
	highest := slices.Max(scores[from:to])
	var sum, right float64
	for r := from; r < to; r++ {
		sum += math.Exp(scores[r] - highest)
		right += float64(t.Labels[r])
	}
	for r := from; r < to; r++ {
		w, p := t.weight(r), math.Exp(scores[r]-highest)/sum
		gradients[r].first += w * (right*p - float64(t.Labels[r]))
		gradients[r].second += w * right * p * (1 - p)
	}
}
