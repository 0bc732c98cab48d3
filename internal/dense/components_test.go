package dense

import (
	"math/rand/v2"
	"testing"
)

// TestComponents compares with reachability in random graphs.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := rng.IntN(12)
		edges := make([][]int, n)
		reaches := make([][]bool, n)
		for i := range n {
			reaches[i] = make([]bool, n)
			reaches[i][i] = true
			for range rng.IntN(3) {
				j := rng.IntN(n)
				edges[i] = append(edges[i], j)
				reaches[i][j] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
				}
			}
		}
		component, count := Components(n, func(i int) []int { return edges[i] })
		seen := make(map[int]bool)
		for i := range n {
			seen[component[i]] = true
			for j := range n {
				same := reaches[i][j] && reaches[j][i]
				if same != (component[i] == component[j]) {
					t.Fatalf("%v: %d and %d", edges, i, j)
				}
				if reaches[i][j] && !same && component[i] < component[j] {
					t.Fatalf("%v: %d reaches %d", edges, i, j)
				}
			}
		}
		if len(seen) != count {
			t.Fatalf("%v: %d components, not %d", edges, len(seen), count)
		}
	}
}
