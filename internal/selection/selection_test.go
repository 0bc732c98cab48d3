package selection

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSmallestFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x := make([]float32, 1+r.IntN(50))
		for i := range x {
			x[i] = float32(r.IntN(1 + r.IntN(60)))
		}
		n := r.IntN(len(x))
		sorted := slices.Sorted(slices.Values(x))
		got := slices.Clone(x)
		SmallestFirst(got, n, func(a, b float32) bool { return a < b })
		before, behind := slices.Max(got[:n+1]), slices.Min(got[n:])
		slices.Sort(got)
		if before != sorted[n] || behind != sorted[n] || !slices.Equal(got, sorted) {
			t.Fatalf("%v, %d: %v before and %v behind, want %v", x, n, before, behind, sorted[n])
		}
	}
}
