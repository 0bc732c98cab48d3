package suggest

import (
	"math"
	"slices"
)

// Quality is how well a ranker did, form by form, on statements that were hidden from it (cross-validated by subject).
type Quality struct {
	Subclass    FormQuality `json:"NF1"`
	Existential FormQuality `json:"NF3"`
}

// FormQuality is the quality on statements of one form.
type FormQuality struct {
	// Modelled says that it was measured with a model, on statements that this had not seen.
	Modelled bool `json:"modelled"`

	// Statements were hidden and do not follow from the others; Found of them were among the candidates at all.
	Statements int `json:"statements"`
	Found      int `json:"found"`

	// Fused is what all signals reach together.
	Fused Reached `json:"fused"`
	// Signals are what each reaches alone, and its weights in the score, by deviation.
	Signals []SignalQuality `json:"signals"`

	// Reliability compares probabilities with what proved right, among the 20 best candidates of each subject, subjects of
	// which nothing was hidden included. ECE is the expected calibration error (Naeini, Cooper, Hauskrecht, AAAI 2015; bins of equal
	// width), Brier the mean squared error.
	Reliability []Bin   `json:"reliability"`
	ECE         float64 `json:"ece"`
	Brier       float64 `json:"brier"`
}

// Reached are ranking metrics over hidden statements. What was not among the candidates counts as never reached.
type Reached struct {
	MRR    float64 `json:"mrr"`
	HitsAt [3]int  `json:"hits"` // ranks up to 1, 5, 10
}

// SignalQuality is a signal's part.
type SignalQuality struct {
	Name   string  `json:"name"`
	Bare   float64 `json:"bare"`   // its weight for subjects of which nothing of the form is told
	Placed float64 `json:"placed"` // and for others
	Alone  Reached `json:"alone"`
}

// Bin holds the candidates of probabilities between Low and High.
type Bin struct {
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	N        float64 `json:"n"` // candidates, as many as they stand for
	Mean     float64 `json:"mean"`
	Observed float64 `json:"observed"` // the share that was right
}

func newFormQuality(signals []string, modelled bool) *FormQuality {
	q := &FormQuality{Modelled: modelled}
	for _, name := range signals {
		q.Signals = append(q.Signals, SignalQuality{Name: name})
	}
	return q
}

// rank adds the ranks of the right candidates of a fold.
func (q *FormQuality) rank(sc *scale, s *school, choices []choice, fold int, seed uint64) {
	for i := range choices {
		if c := &choices[i]; c.fold(seed) == fold {
			q.rankChoice(&fusion{sc, s.weightsFor(c.told)}, c)
		}
	}
}

func (q *FormQuality) rankChoice(f *fusion, c *choice) {
	scores := make([]float64, len(c.statements))
	for i := range scores {
		scores[i] = f.score(c.row(i))
	}
	for i, right := range c.right {
		if !right {
			continue
		}
		q.Statements++
		if !c.forced[i] {
			q.Found++
		}
		q.Fused.count(scores, c, i)
	}
	for j := range q.Signals {
		for i := range scores {
			scores[i] = c.row(i)[j]
		}
		for i, right := range c.right {
			if right {
				q.Signals[j].Alone.count(scores, c, i)
			}
		}
	}
}

// count adds the rank of a candidate among the wrong ones, ties by expected rank.
func (r *Reached) count(scores []float64, c *choice, at int) {
	if c.forced[at] || math.IsNaN(scores[at]) {
		return
	}
	rank := 1.0
	for i, s := range scores {
		switch {
		case i == at || c.right[i] || c.forced[i]:
		case s > scores[at]:
			rank++
		case s == scores[at]:
			rank += 0.5
		}
	}
	r.MRR += 1 / rank
	for k, most := range [3]float64{1, 5, 10} {
		if rank <= most {
			r.HitsAt[k]++
		}
	}
}

const bins = 10

// calibrate measures calibrations that were learned on other folds.
func (q *FormQuality) calibrate(outcomes []outcome, seed uint64) {
	foldOf := func(o outcome) int { return int(scatter(seed+2, Statement{Class: o.class}) % folds) }
	q.Reliability = make([]Bin, bins)
	for b := range q.Reliability {
		q.Reliability[b].Low, q.Reliability[b].High = float64(b)/bins, float64(b+1)/bins
	}
	var all float64
	for fold := range folds {
		c := calibrate(slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return foldOf(o) == fold }))
		for _, o := range outcomes {
			if foldOf(o) != fold {
				continue
			}
			p := sigmoid(c.logOdds(o.terms))
			b := &q.Reliability[min(bins-1, int(p*bins))]
			b.N += o.weight
			b.Mean += o.weight * p
			b.Observed += o.weight * flag(o.right)
			q.Brier += o.weight * (p - flag(o.right)) * (p - flag(o.right))
			all += o.weight
		}
	}
	if all == 0 {
		return
	}
	q.Brier /= all
	for i := range q.Reliability {
		if b := &q.Reliability[i]; b.N > 0 {
			b.Mean /= b.N
			b.Observed /= b.N
			q.ECE += b.N / all * math.Abs(b.Mean-b.Observed)
		}
	}
}

// finish turns sums into means.
func (q *FormQuality) finish(s *school) {
	n := float64(max(1, q.Statements))
	q.Fused.MRR /= n
	for j := range q.Signals {
		q.Signals[j].Bare, q.Signals[j].Placed = s.Bare[j], s.Placed[j]
		q.Signals[j].Alone.MRR /= n
	}
}
