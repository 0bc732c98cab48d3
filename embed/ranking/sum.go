package ranking

import (
	"fmt"
	"math"

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
			term.tile(out[:len(tile)], axioms, queries, span{from: from, groups: groups})
			continue
		}
		term.tile(tile, axioms, queries, span{from: from, groups: groups})
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

// Of measures the listed candidates, for one axiom: the distance of ids[i] goes to out[i], with the bits that it has in
// a Tile.
func (s *sum[T]) Of(axiom []int32, ids []int32, out []T) {
	axioms := [][]int32{axiom}
	for from := 0; from < len(ids); from += listed {
		to := min(from+listed, len(ids))
		ids, out := ids[from:to], out[from:to]
		s.of(axioms, ids, out)
		for i, id := range ids {
			if s.question.masks(axiom, id) {
				out[i] = T(math.Inf(1))
			}
		}
	}
}

// listed is how many candidates are gathered at a time.
const listed = 256

func (s *sum[T]) of(axioms [][]int32, ids []int32, out []T) {
	among := spanOf(ids)
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
}

// Measured writes the distance of ids[i] for the axiom to out[i]: the same bits as the scorer's Tile.
func Measured[T Float](s Scorer[T], axiom []int32, ids []int32, out []T) {
	if lister, ok := s.(interface {
		Of(axiom []int32, ids []int32, out []T)
	}); ok {
		lister.Of(axiom, ids, out)
		return
	}
	axioms := [][]int32{axiom}
	for i, id := range ids {
		s.Tile(axioms, int(id), int(id)+1, out[i:i+1])
	}
}

// Distances returns the terms that a scorer of NewScorer is the sum of, in their order, if all of them are distances of points.
func Distances[T Float](s Scorer[T]) ([]Distance[T], bool) {
	sum, ok := s.(*sum[T])
	if !ok {
		return nil, false
	}
	var distances []Distance[T]
	for _, t := range sum.terms {
		d, ok := t.(Distance[T])
		if !ok {
			return nil, false
		}
		distances = append(distances, d)
	}
	return distances, true
}
