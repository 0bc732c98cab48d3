package owl

import (
	"math/rand/v2"
	"testing"
)

// alignment computes the optimal string alignment distance by its definition.
func alignment(a, b string) int {
	if a == "" || b == "" {
		return max(len(a), len(b))
	}
	x, y := len(a)-1, len(b)-1
	d := alignment(a[:x], b[:y])
	if a[x] != b[y] {
		d++
	}
	d = min(d, alignment(a[:x], b)+1, alignment(a, b[:y])+1)
	if x > 0 && y > 0 && a[x] == b[y-1] && a[x-1] == b[y] {
		d = min(d, alignment(a[:x-1], b[:y-1])+1)
	}
	return d
}

func TestEditDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		w := make([]byte, rng.IntN(7))
		for i := range w {
			w[i] = byte('a' + rng.IntN(3))
		}
		return string(w)
	}
	for range 3000 {
		a, b, most := word(), word(), rng.IntN(5)
		want := min(alignment(a, b), most+1)
		if got := EditDistance([]byte(a), []byte(b), most); got != want {
			t.Fatalf("EditDistance(%q, %q, %d) = %d, want %d", a, b, most, got, want)
		}
	}
}
