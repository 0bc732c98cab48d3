package search

import "box2el-owl/embed/ranking"

// Space holds the candidates that may be answers, in ascending order of ids.
type Space struct {
	ids []int32
}

// NewSpace returns the candidates that are marked.
func NewSpace(allowed []bool) *Space {
	s := &Space{}
	for id, ok := range allowed {
		if ok {
			s.ids = append(s.ids, int32(id))
		}
	}
	return s
}

// Len is the number of candidates.
func (s *Space) Len() int { return len(s.ids) }

// Index answers the question of one scorer.
type Index struct {
	space  *Space
	scorer ranking.Scorer[float32]
}

// Index returns what answers the scorer's question.
func (s *Space) Index(scorer ranking.Scorer[float32]) *Index {
	return &Index{space: s, scorer: scorer}
}
