package report

import (
	"context"
	"math"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
)

// separate measures precision and recall of a threshold on the distance, for the model and the
// popularity baseline.
func (c *comparing) separate(ctx context.Context) error {
	for _, q := range c.questions() {
		axioms := dataset.Table{Width: len(q.Form.Columns())}
		for row := range c.Parted.Test[q.Form].Rows() {
			if c.isNamed(q.Form, row) {
				axioms.Append(row...)
			}
		}
		axioms = c.sampleRows(streamQuestions, axioms, maxQuestions)
		if axioms.Len() == 0 {
			continue
		}
		for _, ranker := range []struct {
			name   string
			scorer ranking.Scorer[float32]
		}{
			{"model", c.scorers[q.Form]},
			{"popularity", ranking.NewPopularity(q, len(c.Data.Classes), &c.Parted.Train)},
		} {
			s := &separation{comparing: c, form: q.Form, open: q.Open, scorer: ranker.scorer,
				axioms: axioms}
			curve, err := s.measure(ctx)
			if err != nil {
				return err
			}
			curve.Ranker = ranker.name
			c.out.PrecisionRecall = append(c.out.PrecisionRecall, curve)
		}
	}
	return nil
}

// maxQuestions is the maximum number of test axioms that are compared with all candidates.
const maxQuestions = 1000

// separation scores all candidates of some questions against one threshold.
type separation struct {
	*comparing
	form   dataset.Form
	open   int
	scorer ranking.Scorer[float32]
	axioms dataset.Table

	positives []float32 // distances of the test axioms, ascending
}

// tileOfCandidates is the number of candidates that a worker scores at once.
const tileOfCandidates = 4096

func (s *separation) measure(ctx context.Context) (PrecisionRecall, error) {
	s.positives = make([]float32, s.axioms.Len())
	for i := range s.positives {
		target := int(s.axioms.Row(i)[s.open])
		s.scorer.Tile([][]int32{s.axioms.Row(i)}, target, target+1, s.positives[i:i+1])
		s.positives[i] = orInf(s.positives[i])
	}
	slices.Sort(s.positives)
	counts := make([][]int64, s.axioms.Len()) // by question
	err := s.concurrently(ctx, "ranking", s.axioms.Len(), func(_ context.Context, i int) error {
		counts[i] = s.count(s.axioms.Row(i))
		return nil
	})
	if err != nil {
		return PrecisionRecall{}, err
	}
	wrong := make([]int64, len(s.positives)+1)
	all := int64(0)
	for i := range counts {
		for j, n := range counts[i] {
			wrong[j] += n
			all += n
		}
	}
	curve := PrecisionRecall{Form: s.form.String(), Positives: len(s.positives), Negatives: all}
	curve.AveragePrecision, curve.Points = precisionRecall(s.positives, wrong)
	return curve, nil
}

// count counts the wrong candidates of a question by the first positive that is not nearer.
func (s *separation) count(axiom []int32) []int64 {
	n := s.scorer.Candidates()
	right := make([]bool, n)
	for _, id := range s.filter[0].Answers(s.form, axiom, s.open, nil) {
		if int(id) < n {
			right[id] = true
		}
	}
	right[axiom[s.open]] = true
	counts := make([]int64, len(s.positives)+1)
	worst := s.positives[len(s.positives)-1]
	out := make([]float32, min(tileOfCandidates, n))
	axioms := [][]int32{axiom}
	for lo := 0; lo < n; lo += tileOfCandidates {
		row := out[:min(tileOfCandidates, n-lo)]
		s.scorer.Tile(axioms, lo, lo+len(row), row)
		for j, d := range row {
			if id := lo + j; right[id] || !s.isClass(int32(id)) || s.isDeprecated(int32(id)) {
				continue
			}
			at := len(s.positives)
			if d = orInf(d); d <= worst {
				at, _ = slices.BinarySearch(s.positives, d)
			}
			counts[at]++
		}
	}
	return counts
}

// orInf replaces NaN by +Inf.
func orInf(d float32) float32 {
	if d != d {
		return float32(math.Inf(1))
	}
	return d
}

// precisionRecall computes the average precision and a curve of about 200 points from the sorted
// distances of the positives and the numbers of negatives between them. A negative with the
// distance of a positive is ranked before it.
func precisionRecall(positives []float32, wrong []int64) (average float64, points [][2]float64) {
	n := len(positives)
	below := int64(0)
	every := max(1, n/200)
	for i := 0; i < n; {
		j := i
		for ; j < n && positives[j] == positives[i]; j++ {
			below += wrong[j] // tied negatives are counted at the first of equal positives
		}
		precision := float64(j) / (float64(j) + float64(below))
		average += float64(j-i) / float64(n) * precision
		if i/every != j/every || j == n || i == 0 {
			points = append(points, [2]float64{float64(j) / float64(n), precision})
		}
		i = j
	}
	return average, points
}
