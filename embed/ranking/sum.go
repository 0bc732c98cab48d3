package ranking

import (
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// NewScorer returns the scorer whose distance is the sum of the terms, which is how every model
// scores. The terms have the same candidates.
func NewScorer[T Float](q Question, terms ...Term[T]) Scorer[T] {
	s := &sum[T]{question: q, terms: terms, candidates: terms[0].candidates()}
	for _, t := range terms {
		if t.candidates() != s.candidates {
			panic(fmt.Sprintf("ranking: terms of %d and %d candidates", s.candidates, t.candidates()))
		}
		s.queryLen = max(s.queryLen, t.queryLen())
	}
	return s
}

type sum[T Float] struct {
	question   Question
	terms      []Term[T]
	candidates int
	queryLen   int // the longest of a term
}

func (s *sum[T]) Form() dataset.Form { return s.question.Form }
func (s *sum[T]) Open() int          { return s.question.Open }
func (s *sum[T]) Candidates() int    { return s.candidates }

// Tile computes whole groups of candidates. Where the tile is made of whole groups, the first term
// goes straight to out.
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
			term.tile(out[:len(tile)], axioms, queries, from, groups)
			continue
		}
		term.tile(tile, axioms, queries, from, groups)
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
