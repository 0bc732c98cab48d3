package search

import (
	"cmp"
	"slices"
	"sync"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Space holds the candidates that may be answers: slot i is the candidate ids[i], region after
// region. The ids of a region ascend.
type Space struct {
	ids     []int32
	regions map[int32]slots
	codes   map[*ranking.Points[float32]]*codes // nil for points that cannot be rounded
	ops     *kernel.Ops[float32]
	scratch sync.Pool // of *scratch
}

// slots are those from … to−1.
type slots struct{ from, to int }

// NewSpace returns a space of the candidates that are marked. Region numbers, by candidate, what
// questions may be restricted to; nil: all are in region 0.
func NewSpace(allowed []bool, region []int32) *Space {
	s := &Space{regions: make(map[int32]slots), codes: make(map[*ranking.Points[float32]]*codes),
		ops: kernel.Float32()}
	for id, ok := range allowed {
		if ok {
			s.ids = append(s.ids, int32(id))
		}
	}
	if region == nil {
		region = make([]int32, len(allowed))
	}
	slices.SortStableFunc(s.ids, func(a, b int32) int { return cmp.Compare(region[a], region[b]) })
	for slot, id := range s.ids {
		of, known := s.regions[region[id]]
		if !known {
			of.from = slot
		}
		of.to = slot + 1
		s.regions[region[id]] = of
	}
	return s
}

// within are the slots of some regions, ascending and apart from each other. Nil stands for all
// regions.
func (s *Space) within(regions []int32) []slots {
	if regions == nil {
		return []slots{{0, len(s.ids)}}
	}
	var all []slots
	for _, r := range regions {
		if of, known := s.regions[r]; known {
			all = append(all, of)
		}
	}
	slices.SortFunc(all, func(a, b slots) int { return cmp.Compare(a.from, b.from) })
	joined := all[:0]
	for _, of := range all {
		if last := len(joined) - 1; last >= 0 && of.from <= joined[last].to {
			joined[last].to = of.to
			continue
		}
		joined = append(joined, of)
	}
	return joined
}

// Len is the number of candidates.
func (s *Space) Len() int { return len(s.ids) }

// lend returns what is to be put back.
func (s *Space) lend() *scratch {
	if lent, ok := s.scratch.Get().(*scratch); ok {
		return lent
	}
	return &scratch{coarse: make([]float32,
		(len(s.ids)+kernel.BlockLanes-1)/kernel.BlockLanes*kernel.BlockLanes)}
}

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

// Index returns what answers the scorer's question. Points are rounded for the first index that
// needs them, and shared with the next ones: indices are to be made one after the other. Points may
// not change after.
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
	// A scorer rounds each difference, square and sum: half as much shows in the root. Twice that
	// leaves room for sums of bounds.
	x.margin = float64(dim+16) * 0x1p-24
	return x
}

// atMost is what one of the true and the computed distance is at most, if the other is d at most.
func (x *Index) atMost(d float64) float64 {
	const underflow = 1e-18 // the root of what squares lose that are no normal numbers
	return d*(1+x.margin) + underflow
}
