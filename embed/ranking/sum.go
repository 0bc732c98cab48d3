package ranking

import (
	"fmt"
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// NewScorer returns a scorer whose distance is the sum of the terms. The terms must have the same
// number of candidates.
func NewScorer[T Float](q Question, terms ...Term[T]) Scorer[T] {
	s := &sum[T]{question: q, terms: terms, candidates: terms[0].candidates()}
	for _, t := range terms {
		if t.candidates() != s.candidates {
			panic(fmt.Sprintf("ranking: terms of %d and %d candidates", s.candidates,
				t.candidates()))
		}
		s.queryLen = max(s.queryLen, t.queryLen())
	}
	return s
}

type sum[T Float] struct {
	question   Question
	terms      []Term[T]
	candidates int
	queryLen   int // the maximum over the terms
}

func (s *sum[T]) Form() dataset.Form { return s.question.Form }
func (s *sum[T]) Open() int          { return s.question.Open }
func (s *sum[T]) Candidates() int    { return s.candidates }

// Tile computes whole groups of candidates. If the tile consists of whole groups, the first term is
// written directly to out.
func (s *sum[T]) Tile(axioms [][]int32, lo, hi int, out []T) {
	if len(axioms) == 0 || lo == hi {
		return
	}
	from := lo / kernel.Lanes
	groups := (hi+kernel.Lanes-1)/kernel.Lanes - from
	padded, width := groups*kernel.Lanes, hi-lo

	scratch := borrow[T](len(axioms) * (padded + s.queryLen))
	defer giveBack(scratch)
	tile, queries := (*scratch)[:len(axioms)*padded], (*scratch)[len(axioms)*padded:]

	for t, term := range s.terms {
		if t == 0 && padded == width {
			term.tile(out[:len(tile)], axioms, queries, span[T]{from: from, groups: groups})
			continue
		}
		term.tile(tile, axioms, queries, span[T]{from: from, groups: groups})
		for i := range axioms {
			row := out[i*width : (i+1)*width]
			part := tile[i*padded+lo-from*kernel.Lanes:][:width]
			if t == 0 {
				copy(row, part)
				continue
			}
			for j, d := range part {
				row[j] += d
			}
		}
	}
	mask(s.question, axioms, lo, hi, out)
}

// listed is the number of candidates gathered at a time.
const listed = 256

// of computes the distances of the candidates in among for one axiom, with the same bits as Tile.
func (s *sum[T]) of(axioms [][]int32, among span[T], out []T) {
	scratch := borrow[T](among.groups*kernel.Lanes + s.queryLen)
	defer giveBack(scratch)
	tile, queries := (*scratch)[:among.groups*kernel.Lanes], (*scratch)[among.groups*kernel.Lanes:]
	for t, term := range s.terms {
		term.tile(tile, axioms, queries, among)
		if t == 0 {
			copy(out, tile)
			continue
		}
		for i := range out {
			out[i] += tile[i]
		}
	}
	for i, id := range among.ids {
		if s.question.masks(axioms[0], id) {
			out[i] = T(math.Inf(1))
		}
	}
}

// Measured writes the distance of ids[i] for the axiom by scorers[k] to out[k][i], with the same
// bits as Tile. Vectors used by several scorers are gathered once.
func Measured[T Float](scorers []Scorer[T], axiom []int32, ids []int32, out [][]T) {
	axioms := [][]int32{axiom}
	for from := 0; from < len(ids); from += listed {
		to := min(from+listed, len(ids))
		among := spanOf[T](ids[from:to])
		for k, s := range scorers {
			if s, ok := s.(*sum[T]); ok {
				s.of(axioms, among, out[k][from:to])
				continue
			}
			for i, id := range among.ids {
				s.Tile(axioms, int(id), int(id)+1, out[k][from+i:from+i+1])
			}
		}
		among.gathered.giveBack()
	}
}
