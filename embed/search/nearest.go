package search

import (
	"context"
	"math"

	"box2el-owl/embed/ranking"
)

// Nearest returns the k nearest candidates for an axiom, nearest first, and the smaller id first where distances tie. What stands
// in the open place does not matter. Candidates that the question masks, or whose distance is no finite number, are no answers,
// so there may be fewer than k.
func (x *Index) Nearest(ctx context.Context, axiom []int32, k int) ([]Neighbor, error) {
	if k <= 0 {
		return nil, ctx.Err()
	}
	best := &nearest{k: min(k, x.space.Len())}
	if err := x.measureAll(ctx, axiom, best); err != nil {
		return nil, err
	}
	return best.sorted(), nil
}

// measureAll offers every candidate.
func (x *Index) measureAll(ctx context.Context, axiom []int32, best *nearest) error {
	for from := 0; from < len(x.space.ids); from += piece {
		if err := ctx.Err(); err != nil {
			return err
		}
		x.measure(axiom, x.space.ids[from:min(from+piece, len(x.space.ids))], best)
	}
	return ctx.Err()
}

// piece is how many candidates are measured between two looks at the context.
const piece = 1024

// measure offers candidates, piece at most.
func (x *Index) measure(axiom []int32, ids []int32, best *nearest) {
	var distances [piece]float32
	ranking.Measured(x.scorer, axiom, ids, distances[:len(ids)])
	for i, id := range ids {
		if d := distances[i]; isFinite(d) {
			best.offer(Neighbor{id, d})
		}
	}
}

func isFinite(d float32) bool { return math.Abs(float64(d)) <= math.MaxFloat32 }
