package embed

import (
	"math"
	"testing"
)

// TestSoftplus compares softplus with package math, and its slope with difference quotients.
func TestSoftplus(t *testing.T) {
	for w := -740.0; w < 800; w += .37 {
		value, slope := softplus(w)
		want := math.Log1p(math.Exp(w))
		if w > 700 {
			want = w
		}
		if !(math.Abs(value-want) <= 1e-14*want) {
			t.Errorf("softplus(%v) = %v, want %v", w, value, want)
		}
		const h = 1e-4
		above, _ := softplus(w + h)
		below, _ := softplus(w - h)
		if difference := (math.Log(above) - math.Log(below)) / (2 * h); w > -700 &&
			!(math.Abs(slope-difference) <= 1e-7) {
			t.Errorf("the logarithm of softplus grows at %v by %v, differences say %v", w,
				slope, difference)
		}
	}
	for _, w := range []float64{math.Inf(-1), -1e300, -800} {
		if value, slope := softplus(w); value != 0 || slope != 1 {
			t.Errorf("softplus(%v) = %v, %v; want 0, 1", w, value, slope)
		}
	}
	if value, _ := softplus(math.NaN()); value == value {
		t.Errorf("softplus of NaN is %v", value)
	}
}
