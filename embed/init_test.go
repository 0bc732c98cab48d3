package embed

import (
	"math"
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// TestGoldenInitialization compares statistics of the initial parameters with those of one
// initialization by the published code.
func TestGoldenInitialization(t *testing.T) {
	type statistics struct {
		Shape   [2]int   `json:"shape"`
		Min     float64  `json:"min"`
		Max     float64  `json:"max"`
		Mean    float64  `json:"mean"`
		MeanAbs float64  `json:"mean_abs"`
		Std     float64  `json:"std"`
		NormMin *float64 `json:"row_norm_min"`
		NormMax *float64 `json:"row_norm_max"`
	}
	var golden struct {
		Dim         int                              `json:"dim"`
		Classes     int                              `json:"num_classes"`
		Roles       int                              `json:"num_roles"`
		Individuals int                              `json:"num_individuals"`
		Models      map[string]map[string]statistics `json:"models"`
	}
	readGolden(t, "init.json", &golden)
	if len(golden.Models) == 0 {
		t.Fatal("no models")
	}
	data := unnamed(golden.Classes, golden.Roles, golden.Individuals)
	for name, tensors := range golden.Models {
		a, ok := goldenModels[name]
		if !ok {
			t.Errorf("unknown model %q", name)
			continue
		}
		h := DefaultHyper(a)
		h.Dim = golden.Dim
		m, err := newModel[float32](a, h, Paper())
		if err != nil {
			t.Fatal(err)
		}
		p := newParameters[float32](m.blocks, data)
		initialize(t, &p.matrices, 1)
		if len(tensors) != len(m.blocks) {
			t.Errorf("%s has %d blocks, want %d", name, len(m.blocks), len(tensors))
		}
		for b, block := range m.blocks {
			want := tensors[block.Name]
			if want.Shape != [2]int{p.rows[b], block.Cols} {
				t.Errorf("%s %s is %d × %d, want %v", name, block.Name, p.rows[b], block.Cols,
					want.Shape)
				continue
			}
			var got statistics
			var sum, absolute, squares float64
			got.Min, got.Max = math.Inf(1), math.Inf(-1)
			normMin, normMax := math.Inf(1), math.Inf(-1)
			for i := range p.rows[b] {
				var square float64
				for _, v := range p.row(b, int32(i)) {
					x := float64(v)
					got.Min, got.Max = min(got.Min, x), max(got.Max, x)
					sum, absolute, square = sum+x, absolute+math.Abs(x), square+x*x
				}
				squares += square
				normMin, normMax = min(normMin, math.Sqrt(square)), max(normMax, math.Sqrt(square))
			}
			entries := float64(len(p.values[b]))
			mean := sum / entries
			std := math.Sqrt(squares/entries - mean*mean)
			what := name + " " + block.Name
			// Means of 10⁵ or more random entries differ by less than five standard errors of each.
			chance := 7 * want.Std / math.Sqrt(entries)
			within(t, what+" mean", mean, want.Mean, chance)
			within(t, what+" mean of absolute values", absolute/entries, want.MeanAbs, chance)
			within(t, what+" deviation", std, want.Std, chance)
			within(t, what+" smallest", got.Min, want.Min, .06*(want.Max-want.Min))
			within(t, what+" largest", got.Max, want.Max, .06*(want.Max-want.Min))
			if block.normalized {
				within(t, what+" smallest norm", normMin, 1, 1e-6)
				within(t, what+" largest norm", normMax, 1, 1e-6)
			}
			if want.NormMin != nil && want.NormMax != nil &&
				(*want.NormMax-*want.NormMin < 1e-6) != block.normalized {
				t.Errorf("%s: rows are normalized: %v, want norms in [%v, %v]", what,
					block.normalized, *want.NormMin, *want.NormMax)
			}
		}
	}
}

func within(t *testing.T, what string, got, want, distance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= distance) {
		t.Errorf("%s = %v, want %v ± %.2g", what, got, want, distance)
	}
}

func initialize[T kernel.Float](tb testing.TB, m *matrices[T], seed uint64) {
	tb.Helper()
	if err := m.initialize(tb.Context(), seed); err != nil {
		tb.Fatal(err)
	}
}
