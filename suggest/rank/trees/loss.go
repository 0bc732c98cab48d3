package trees

import (
	"errors"
	"math"
)

// Loss is the function that Train minimizes.
type Loss int

const (
	// Binary is the logistic loss of each row. Labels are probabilities, mostly 0 or 1.
	Binary Loss = iota
	// Conditional is the cross-entropy of the softmax over the rows of a group. A row of weight w
	// counts as w equal rows. Groups without a positive label contribute nothing.
	Conditional
	// Lambda is LambdaRank: the logistic loss of the pairs of a group whose labels differ, each
	// weighted by the NDCG@10 that exchanging the two would change. Weights scale the gradient of
	// their row; rows of weight 0 are left out. Groups with equal labels contribute nothing.
	Lambda
)

const (
	ndcgDepth   = 10 // ranks that NDCG counts
	lambdaLabel = 30 // highest label of Lambda, whose gain is 2^label - 1
)

// highestLabel returns the highest label that the loss is defined for.
func (l Loss) highestLabel() float32 {
	switch l {
	case Binary:
		return 1
	case Lambda:
		return lambdaLabel
	}
	return largest
}

// gradient holds the first and second derivative of the loss by the score of a row.
type gradient struct{ first, second float64 }

// objective computes the gradients of a table.
type objective struct {
	table     *Table
	loss      Loss
	seed      uint64
	gradients []gradient // by row
	groups    []int32    // groups that contribute
	bestDCG   []float64  // by group, for Lambda
	ranks     []uint8    // by row, for Lambda: rank from 1, 0 past the last that counts
}

// newObjective returns the objective, the score that all rows begin with, and the rows that
// contribute to the loss.
func newObjective(t *Table, loss Loss, seed uint64) (*objective, float64, []int32, error) {
	o := &objective{table: t, loss: loss, seed: seed, gradients: make([]gradient, len(t.Labels))}
	var rows []int32
	if loss == Binary {
		var positive, all float64
		for r, y := range t.Labels {
			if w := t.weight(r); w > 0 {
				positive, all = positive+w*float64(y), all+w
				rows = append(rows, int32(r))
			}
		}
		if len(rows) == 0 {
			return nil, 0, nil, errors.New("no row has a positive weight")
		}
		p := min(max(positive/all, 1e-6), 1-1e-6)
		return o, math.Log(p / (1 - p)), rows, nil
	}
	o.ranks = make([]uint8, len(t.Labels))
	o.bestDCG = make([]float64, len(t.Groups)-1)
	for g := range o.bestDCG {
		from, to := int(t.Groups[g]), int(t.Groups[g+1])
		if !o.contributes(from, to) {
			continue
		}
		o.groups = append(o.groups, int32(g))
		o.bestDCG[g] = o.bestOf(from, to)
		for r := from; r < to; r++ {
			if t.weight(r) > 0 {
				rows = append(rows, int32(r))
			}
		}
	}
	if len(rows) == 0 {
		return nil, 0, nil, errors.New("no group has a positive row next to another")
	}
	return o, 0, rows, nil
}

// contributes reports whether the rows of a group have a gradient.
func (o *objective) contributes(from, to int) bool {
	positive, differ, counted, first := false, false, 0, float32(0)
	for r := from; r < to; r++ {
		if o.table.weight(r) == 0 {
			continue
		}
		y := o.table.Labels[r]
		if counted == 0 {
			first = y
		}
		counted++
		positive = positive || y > 0
		differ = differ || y != first
	}
	return positive && counted > 1 && (differ || o.loss == Conditional)
}

// update computes the gradients at the scores. Rows that do not contribute keep zero.
func (o *objective) update(scores []float64) {
	if o.loss == Binary {
		parallel(len(scores), func(from, to int) {
			for r := from; r < to; r++ {
				w, p := o.table.weight(r), sigmoid(scores[r])
				o.gradients[r] = gradient{w * (p - float64(o.table.Labels[r])), w * p * (1 - p)}
			}
		})
		return
	}
	parallel(len(o.groups), func(from, to int) {
		for _, g := range o.groups[from:to] {
			if o.loss == Conditional {
				o.conditional(scores, int(g))
			} else {
				o.lambda(scores, int(g))
			}
		}
	})
}

// conditional computes the gradients of a group for Conditional.
func (o *objective) conditional(scores []float64, g int) {
	from, to := int(o.table.Groups[g]), int(o.table.Groups[g+1])
	highest := math.Inf(-1)
	for r := from; r < to; r++ {
		highest = max(highest, scores[r])
	}
	var mass, right float64
	for r := from; r < to; r++ {
		w := o.table.weight(r)
		e := w * math.Exp(scores[r]-highest)
		o.gradients[r].first = e
		mass += e
		right += w * float64(o.table.Labels[r])
	}
	for r := from; r < to; r++ {
		p := o.gradients[r].first / mass
		hit := o.table.weight(r) * float64(o.table.Labels[r])
		o.gradients[r] = gradient{right*p - hit, right * p * (1 - p)}
	}
}

// lambda computes the gradients of a group for Lambda.
func (o *objective) lambda(scores []float64, g int) {
	from, to := int(o.table.Groups[g]), int(o.table.Groups[g+1])
	clear(o.gradients[from:to])
	var buffer [ndcgDepth]int
	top := o.top(buffer[:0], scores, from, to)
	clear(o.ranks[from:to])
	for rank, i := range top {
		o.ranks[i] = uint8(rank + 1)
	}
	for rank, i := range top {
		for j := from; j < to; j++ {
			yi, yj := o.table.Labels[i], o.table.Labels[j]
			if yi == yj || o.table.weight(j) == 0 {
				continue
			}
			below := 0.0 // discount of j: 0 past the last rank that counts
			if other := int(o.ranks[j]) - 1; other >= 0 {
				if other < rank {
					continue // the pair has been added with j first
				}
				below = discounts[other]
			}
			change := math.Abs(gainOf(yi)-gainOf(yj)) * (discounts[rank] - below) / o.bestDCG[g]
			better, worse := i, j
			if yi < yj {
				better, worse = j, i
			}
			p := sigmoid(scores[worse] - scores[better])
			first, second := change*p, change*p*(1-p)
			o.gradients[better].first -= first
			o.gradients[better].second += second
			o.gradients[worse].first += first
			o.gradients[worse].second += second
		}
	}
	for r := from; r < to; r++ {
		w := o.table.weight(r)
		o.gradients[r].first *= w
		o.gradients[r].second *= w
	}
}

// top appends the rows of the highest scores, best first. Rows with equal scores are in the order
// of a hash, because their order in the table may depend on the label.
func (o *objective) top(top []int, scores []float64, from, to int) []int {
	before := func(a, b int) bool {
		if scores[a] != scores[b] {
			return scores[a] > scores[b]
		}
		return hash(o.seed, 0, uint64(a)) < hash(o.seed, 0, uint64(b))
	}
	for r := from; r < to; r++ {
		if o.table.weight(r) == 0 {
			continue
		}
		if len(top) < cap(top) {
			top = append(top, r)
		} else if before(r, top[len(top)-1]) {
			top[len(top)-1] = r
		} else {
			continue
		}
		for i := len(top) - 1; i > 0 && before(top[i], top[i-1]); i-- {
			top[i], top[i-1] = top[i-1], top[i]
		}
	}
	return top
}

// bestOf returns the DCG@10 of the rows of a group in the best order.
func (o *objective) bestOf(from, to int) float64 {
	var best [ndcgDepth]float32
	for r := from; r < to; r++ {
		y := o.table.Labels[r]
		if o.table.weight(r) == 0 {
			continue
		}
		for i := range best {
			if y > best[i] {
				y, best[i] = best[i], y
			}
		}
	}
	sum := 0.0
	for i, y := range best {
		sum += gainOf(y) * discounts[i]
	}
	return sum
}

// gainOf returns the gain of a label in DCG.
func gainOf(label float32) float64 { return math.Exp2(float64(label)) - 1 }

// discounts holds the discount in DCG by rank, from 0.
var discounts = func() (d [ndcgDepth]float64) {
	for i := range d {
		d[i] = 1 / math.Log2(float64(i+2))
	}
	return d
}()

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
