package report

import (
	"slices"
	"strings"

	"box2el-owl/embed/ranking"
)

const (
	combinedForms = "all"
	modelRanker   = "model"
)

// metricRows returns the rows of Prediction, raw and filtered by entailments: all forms together,
// then by form, the model before the baselines. If normalization introduced auxiliary classes, the
// figures are those without them.
func (c *Comparison) metricRows() (rows []ranking.Row) {
	if c.Prediction == nil {
		return nil
	}
	all := c.Prediction.Rows(modelRanker)
	for _, row := range all {
		shown := row.Filter == "raw" || row.Filter == "closure"
		if shown && row.Among == all[len(all)-1].Among && row.N > 0 {
			rows = append(rows, row)
		}
	}
	form := func(row ranking.Row) string { return strings.TrimPrefix(row.Form, "combined") }
	slices.SortStableFunc(rows, func(a, b ranking.Row) int {
		return strings.Compare(form(a), form(b))
	})
	for i := range rows {
		if form(rows[i]) == "" {
			rows[i].Form = combinedForms
		}
	}
	return rows
}
