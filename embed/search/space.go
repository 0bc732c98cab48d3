package search

import (
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Space holds the candidates that may be answers: slot i is the candidate ids[i]. Ids ascend.
type Space struct {
	ids   []int32
	codes map[*ranking.Points[float32]]*codes // nil for points that cannot be rounded
	ops   *kernel.Ops[float32]
}

// NewSpace returns a space of the candidates that are marked.
func NewSpace(allowed []bool) *Space {
	s := &Space{codes: make(map[*ranking.Points[float32]]*codes), ops: kernel.Float32()}
	for id, ok := range allowed {
		if ok {
			s.ids = append(s.ids, int32(id))
		}
	}
	return s
}

// Len is the number of candidates.
func (s *Space) Len() int { return len(s.ids) }

// Index answers the question of one scorer. It is safe for concurrent use.
type Index struct {
	space  *Space
	scorer ranking.Scorer[float32]
	parts  []part // what the distance is the sum of; none if it has to be taken from the scorer
	margin float64
}

// part is a distance of points, with their codes.
type part struct {
	ranking.Distance[float32]
	codes *codes
}

// Index returns what answers the scorer's question. Points are rounded for the first index that needs them, and shared with
// the next ones: indices are to be made one after the other. Points may not change after.
func (s *Space) Index(scorer ranking.Scorer[float32]) *Index {
	x := &Index{space: s, scorer: scorer}
	distances, _ := ranking.Distances(scorer)
	dim := 0
	for _, d := range distances {
		c, known := s.codes[d.Points]
		if !known {
			c = newCodes(d.Points, s.ids)
			s.codes[d.Points] = c
		}
		if c == nil {
			x.parts = nil
			break
		}
		x.parts = append(x.parts, part{d, c})
		dim = max(dim, d.Points.Dim())
	}
	// A scorer rounds each difference, square and sum: half as much shows in the root. Twice that leaves room for sums of bounds.
	x.margin = float64(dim+16) * 0x1p-24
	return x
}

// limit is what a sum of bounds is at most, if the scorer's distance is d at most; slack belongs to the query.
func (x *Index) limit(d, slack float32) float32 {
	return up(x.atMost(float64(d)) + float64(slack))
}

// atMost is what one of the true and the computed distance is at most, if the other is d at most.
func (x *Index) atMost(d float64) float64 {
	const underflow = 1e-18 // the root of what squares lose that are no normal numbers
	return d*(1+x.margin) + underflow
}
