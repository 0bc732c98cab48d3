package ranking

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
)

// Candidate is an answer for the open position of an axiom.
type Candidate[T Float] struct {
	ID       int32
	Distance T
}

// Query is an axiom with an open position, whose answers are restricted to the candidates of some
// regions; nil means all.
type Query struct {
	Axiom   []int32
	Regions []int32
}

// Answers restricts the candidates that may be answers.
type Answers struct {
	// Allowed marks the candidates that may be answers. Its length is the number of candidates.
	//
	// Default: nil, all of them.
	Allowed []bool

	// Region is the region of each candidate, to which a Query may restrict its answers.
	//
	// Default: nil, all are in region 0.
	Region []int32
}

// nearestTile is the number of candidates of a tile. Their vectors stay in the second-level cache
// for all queries.
const nearestTile = 512

// Top returns the k candidates with the smallest distances, best first; ties are broken by id. The
// result is exact. Masked candidates are left out, so there may be fewer than k.
func Top[T Float](ctx context.Context, s Scorer[T], axiom []int32, k int) ([]Candidate[T], error) {
	found, err := Nearest(ctx, s, []Query{{Axiom: axiom}}, k, Answers{})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Nearest is like Top for several queries, among some candidates. It measures all candidates, one
// tile after the other for all queries, so several queries in one call take less time than several
// calls.
func Nearest[T Float](
	ctx context.Context, s Scorer[T], queries []Query, k int, among Answers,
) ([][]Candidate[T], error) {
	best := make([]farthest[T], len(queries))
	if n := s.Candidates(); k > 0 && n > 0 {
		width := min(nearestTile, n)
		out := borrow[T](len(queries) * width)
		defer giveBack(out)
		var axioms [][]int32
		var asked []int // the queries with a candidate in the tile
		for lo := 0; lo < n; lo += width {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			hi := min(lo+width, n)
			axioms, asked = axioms[:0], asked[:0]
			for i, q := range queries {
				if among.any(q, lo, hi) {
					axioms, asked = append(axioms, q.Axiom), append(asked, i)
				}
			}
			s.Tile(axioms, lo, hi, (*out)[:len(axioms)*(hi-lo)])
			for row, i := range asked {
				for j, d := range (*out)[row*(hi-lo) : (row+1)*(hi-lo)] {
					// d − d is not 0 if d is infinite or NaN
					if id := int32(lo + j); (len(best[i]) < k || d < best[i][0].Distance) &&
						d-d == 0 && among.has(queries[i], id) {
						best[i].offer(Candidate[T]{id, d}, k)
					}
				}
			}
		}
	}
	found := make([][]Candidate[T], len(queries))
	for i := range best {
		found[i] = best[i]
		slices.SortFunc(found[i], compareCandidates)
	}
	return found, ctx.Err()
}

// any reports whether one of the candidates lo … hi−1 may be an answer.
func (a Answers) any(q Query, lo, hi int) bool {
	for id := lo; id < hi; id++ {
		if a.has(q, int32(id)) {
			return true
		}
	}
	return false
}

// has reports whether a candidate may be an answer.
func (a Answers) has(q Query, id int32) bool {
	if a.Allowed != nil && !a.Allowed[id] {
		return false
	}
	region := int32(0)
	if a.Region != nil {
		region = a.Region[id]
	}
	return q.Regions == nil || slices.Contains(q.Regions, region)
}

func compareCandidates[T Float](a, b Candidate[T]) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
}

// farthest is a heap of candidates with the farthest one first.
type farthest[T Float] []Candidate[T]

func (f farthest[T]) Len() int           { return len(f) }
func (f farthest[T]) Less(i, j int) bool { return compareCandidates(f[i], f[j]) > 0 }
func (f farthest[T]) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *farthest[T]) Push(c any)        { *f = append(*f, c.(Candidate[T])) }
func (f *farthest[T]) Pop() any          { panic("ranking: candidates are replaced, not removed") }

// offer adds a candidate and removes the farthest one if there are more than k.
func (f *farthest[T]) offer(c Candidate[T], k int) {
	if len(*f) < k {
		*f = append(*f, c)
		heap.Fix(f, len(*f)-1)
		return
	}
	(*f)[0] = c
	heap.Fix(f, 0)
}
