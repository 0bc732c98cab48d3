package curate

import (
	"runtime"
	"testing"
	"weak"

	"box2el-owl/embed/ranking"
)

// TestRankKeepsNoModel requires that the model can be freed while its result is in use: an
// evaluation with several seeds keeps the results of all of them.
func TestRankKeepsNoModel(t *testing.T) {
	m := trainedHeart(t).Model
	step, model, d := m.BestStep, weak.Make(m), *m.Data
	d.Test = d.Validation
	result, err := Rank(t.Context(), m, &d, ranking.EvaluateOptions{}, false)
	if err != nil {
		t.Fatal(err)
	}
	m = nil
	runtime.GC()
	if model.Value() != nil {
		t.Error("the result keeps the model")
	}
	if result.KeptAt == nil || *result.KeptAt != step {
		t.Errorf("parameters of step %v, want %d", result.KeptAt, step)
	}
}
