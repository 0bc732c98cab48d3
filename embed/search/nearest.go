package search

import (
	"context"
	"math"

	"box2el-owl/embed/ranking"
)

// Nearest returns the k nearest candidates for an axiom, nearest first, and the smaller id first
// where distances tie. What stands in the open place does not matter. Candidates that the question
// masks, or whose distance is no finite number, are no answers, so there may be fewer than k.
func (x *Index) Nearest(ctx context.Context, axiom []int32, k int) ([]Neighbor, error) {
	found, err := x.NearestEach(ctx, []Query{{Axiom: axiom}}, k)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Query is an axiom with an open place, for which candidates are looked for in some regions of the
// space; nil: in all.
type Query struct {
	Axiom   []int32
	Regions []int32
}

// NearestEach is Nearest for several queries, which takes less time than one after the other.
func (x *Index) NearestEach(ctx context.Context, queries []Query, k int) ([][]Neighbor, error) {
	found := make([][]Neighbor, len(queries))
	k = min(k, x.space.Len())
	if k <= 0 {
		return found, ctx.Err()
	}
	if !x.scanEach(ctx, queries, k, found) {
		for i, q := range queries {
			found[i] = x.measureAll(ctx, q, k)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return found, nil
}

// measureAll returns the k nearest of all candidates.
func (x *Index) measureAll(ctx context.Context, q Query, k int) []Neighbor {
	best, distances := newNearest(k), make([]float32, piece)
	for _, of := range x.space.within(q.Regions) {
		for from := of.from; from < of.to && ctx.Err() == nil; from += piece {
			ids := x.space.ids[from:min(from+piece, of.to)]
			x.measure(q.Axiom, ids, distances[:len(ids)], best)
		}
	}
	return best.sorted()
}

// measure offers candidates.
func (x *Index) measure(axiom []int32, ids []int32, distances []float32, best *nearest) {
	ranking.Measured(x.scorer, axiom, ids, distances)
	for i, id := range ids {
		if d := distances[i]; isFinite(d) {
			best.offer(Neighbor{id, d})
		}
	}
}

func isFinite(d float32) bool { return math.Abs(float64(d)) <= math.MaxFloat32 }
