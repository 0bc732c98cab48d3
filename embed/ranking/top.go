package ranking

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Candidate is an answer for the open position of an axiom.
type Candidate[T Float] struct {
	ID       int32
	Distance T
}

// Top returns the k candidates with the smallest distances, best first; ties are broken by id. The
// result is exact. Masked candidates are left out, so there may be fewer than k.
func Top[T Float](ctx context.Context, s Scorer[T], axiom []int32, k int) ([]Candidate[T], error) {
	if k <= 0 {
		return nil, ctx.Err()
	}
	n := s.Candidates()
	axioms := [][]int32{axiom}
	out := make([]T, min(tileWidth, n))
	var best []Candidate[T]
	for lo := 0; lo < n; lo += tileWidth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row := out[:min(tileWidth, n-lo)]
		s.Tile(axioms, lo, lo+len(row), row)
		for j, d := range row {
			if d < T(math.Inf(1)) && (len(best) < k || d < best[0].Distance) {
				best = offer(best, Candidate[T]{int32(lo + j), d}, k)
			}
		}
	}
	slices.SortFunc(best, compareCandidates)
	return best, nil
}

func compareCandidates[T Float](a, b Candidate[T]) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
}

// offer adds a candidate to a max-heap of at most k candidates and removes the worst one if there
// are more.
func offer[T Float](heap []Candidate[T], c Candidate[T], k int) []Candidate[T] {
	if len(heap) < k {
		heap = append(heap, c)
		for i := len(heap) - 1; i > 0; {
			parent := (i - 1) / 2
			if compareCandidates(heap[i], heap[parent]) <= 0 {
				break
			}
			heap[i], heap[parent] = heap[parent], heap[i]
			i = parent
		}
		return heap
	}
	heap[0] = c
	for i := 0; ; {
		worst := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < k && compareCandidates(heap[child], heap[worst]) > 0 {
				worst = child
			}
		}
		if worst == i {
			return heap
		}
		heap[i], heap[worst] = heap[worst], heap[i]
		i = worst
	}
}
