package report

import (
	"maps"
	"slices"

	"box2el-owl/embed/ranking"
)

// metricRow holds the metrics of one ranker for axioms of one form, raw or filtered.
type metricRow struct {
	form, ranker, filter string
	ranking.Metrics
	candidates int
}

const (
	combinedForms = "all"
	modelRanker   = "model"
)

// metricRows returns the rows of Prediction: by form, then by filter, the model before the
// baselines. If normalization introduced auxiliary classes, the figures are those without them.
func (c *Comparison) metricRows() []metricRow {
	if c.Prediction == nil {
		return nil
	}
	type source struct {
		name string
		*ranking.Outcome
	}
	rankers := []source{{modelRanker, &c.Prediction.Outcome}}
	for _, name := range slices.Sorted(maps.Keys(c.Prediction.Baselines)) {
		rankers = append(rankers, source{name, c.Prediction.Baselines[name]})
	}
	for i, r := range rankers {
		if r.WithoutAuxiliary != nil {
			rankers[i].Outcome = r.WithoutAuxiliary
		}
	}
	var rows []metricRow
	forms := append([]string{combinedForms}, slices.Sorted(maps.Keys(rankers[0].Forms))...)
	for _, form := range forms {
		for _, filter := range []string{"raw", "closure"} {
			for _, r := range rankers {
				outcome := r.Outcome
				if filter != "raw" {
					outcome = outcome.Filtered[filter]
				}
				if figures := figuresOf(outcome, form); figures != nil && figures.N > 0 {
					rows = append(rows, metricRow{form, r.name, filter, figures.Metrics,
						figures.Candidates})
				}
			}
		}
	}
	return rows
}

func figuresOf(o *ranking.Outcome, form string) *ranking.Figures {
	switch {
	case o == nil:
		return nil
	case form == combinedForms:
		return o.Combined
	}
	return o.Forms[form]
}
