package search

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Nearest returns the k nearest candidates for an axiom, nearest first, and the smaller id first where distances tie. What stands
// in the open place does not matter. Candidates that the question masks, or whose distance is no finite number, are no answers,
// so there may be fewer than k.
func (x *Index) Nearest(ctx context.Context, axiom []int32, k int) ([]Neighbor, error) {
	found, err := x.NearestEach(ctx, []Query{{Axiom: axiom}}, k)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Query is an axiom with an open place, for which candidates are looked for in some regions of the space; nil: in all.
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
	scans := x.scan(ctx, queries, k)
	for i, q := range queries {
		best := &nearest{k: k}
		if scans != nil {
			scans[i].measure(ctx, q.Axiom, best)
		} else {
			x.measureAll(ctx, q, best)
		}
		found[i] = best.sorted()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return found, nil
}

const (
	tileGroups = 64   // groups of candidates in a tile
	piece      = 1024 // candidates that are measured between two looks at the context
)

// scan keeps the candidates for an axiom that may be among the k nearest, by their bounds.
type scan struct {
	*Index
	within  []slots
	queries []*queries
	k       int
	slack   float32 // of the query, in all parts
	limit   float32 // of bounds that are of interest
	kept    []bounded
	room    int // for as many until they are sifted
}

// bounded is a candidate whose distance lies between lower − slack and upper.
type bounded struct {
	slot         int32
	lower, upper float32
}

// scan goes over the candidates for some queries, which look at those at hand one after the other. It returns nil where bounds are not to be
// had. The context ends it early.
func (x *Index) scan(ctx context.Context, queries []Query, k int) []*scan {
	if len(x.parts) == 0 {
		return nil
	}
	scans := make([]*scan, len(queries))
	for i, q := range queries {
		// Of those whose upper bounds are the smallest, as many may be masked as the axiom has places.
		k := k + len(q.Axiom)
		s := &scan{Index: x, within: x.space.within(q.Regions), queries: x.newQueries(1), k: k, limit: float32(math.Inf(1)), room: 2*k + 512}
		if !x.put(s.queries, [][]int32{q.Axiom}) {
			return nil
		}
		for _, part := range s.queries {
			s.slack += part.slack[0]
		}
		scans[i] = s
	}
	const width = tileGroups * kernel.Lanes
	var tile, more [width]float32
	for from := 0; from < x.space.Len() && ctx.Err() == nil; from += width {
		for _, s := range scans {
			s.look(slots{from, min(from+width, x.space.Len())}, &tile, &more)
		}
	}
	return scans
}

// look takes what is of interest in some slots, those of a tile at most.
func (s *scan) look(at slots, tile, more *[tileGroups * kernel.Lanes]float32) {
	for _, of := range s.within {
		of = slots{max(of.from, at.from), min(of.to, at.to)}
		if of.from >= of.to {
			continue
		}
		from, end := of.from/kernel.Lanes, (of.to+kernel.Lanes-1)/kernel.Lanes
		s.bounds(tile[:], more[:], s.queries, 1, from, end-from)
		s.take(tile[:(end-from)*kernel.Lanes], from*kernel.Lanes, of)
	}
}

func (x *Index) newQueries(count int) []*queries {
	all := make([]*queries, len(x.parts))
	for i, p := range x.parts {
		all[i] = p.codes.newQueries(count)
	}
	return all
}

// put rounds what each part asks for the axioms. It returns false where one cannot be rounded.
func (x *Index) put(all []*queries, axioms [][]int32) bool {
	for i, p := range x.parts {
		vector := make([]float32, p.codes.dim)
		for j, axiom := range axioms {
			p.Query(axiom, vector)
			if !p.codes.put(all[i], j, vector) {
				return false
			}
		}
	}
	return true
}

// bounds writes the sum of bounds of the first k queries into a tile of rows as wide as tileGroups; more is as large.
func (x *Index) bounds(tile, more []float32, all []*queries, k, from, groups int) {
	const stride = tileGroups * kernel.Lanes
	for i, p := range x.parts {
		if i == 0 {
			p.codes.bounds(x.space.ops, tile, stride, all[i], k, from, groups)
			continue
		}
		p.codes.bounds(x.space.ops, more, stride, all[i], k, from, groups)
		for j := range k {
			row := tile[j*stride:][:groups*kernel.Lanes]
			x.space.ops.Add(row, row, more[j*stride:][:len(row)])
		}
	}
}

// take keeps what of a row of bounds, that of slot first and those after it, is of interest.
func (s *scan) take(row []float32, first int, of slots) {
	var marks [tileGroups]uint8
	s.space.ops.AtMost(marks[:len(row)/kernel.Lanes], row, s.limit)
	eachMark(&marks, func(i int) {
		if slot := first + i; slot >= of.from && slot < of.to && row[i] <= s.limit { // which may have been lowered since
			s.keep(int32(slot), row[i])
		}
	})
}

// eachMark visits the set bits of marks in ascending order.
func eachMark(marks *[tileGroups]uint8, visit func(i int)) {
	for at := 0; at < len(marks); at += 8 {
		for word := binary.LittleEndian.Uint64(marks[at:]); word != 0; word &= word - 1 {
			visit(at*8 + bits.TrailingZeros64(word))
		}
	}
}

// keep adds a candidate, and sifts them when there is no room left.
func (s *scan) keep(slot int32, lower float32) {
	lost := s.slack
	for _, p := range s.parts {
		lost += 2 * p.codes.lost(int(slot))
	}
	s.kept = append(s.kept, bounded{slot, lower, up(s.atMost(float64(lower) + float64(lost)))})
	if len(s.kept) >= s.room {
		s.sift()
		s.room = max(s.room, 2*len(s.kept))
	}
}

// sift lets go of those that k others are nearer than.
func (s *scan) sift() {
	if len(s.kept) <= s.k {
		return
	}
	smallestFirst(s.kept, s.k-1, func(a, b bounded) bool { return a.upper < b.upper })
	s.limit = min(s.limit, s.Index.limit(s.kept[s.k-1].upper, s.slack))
	kept := s.kept[:0]
	for _, b := range s.kept {
		if b.lower <= s.limit {
			kept = append(kept, b)
		}
	}
	s.kept = kept
}

// measure offers those that are left, by their distances.
func (s *scan) measure(ctx context.Context, axiom []int32, best *nearest) {
	s.sift()
	ids := make([]int32, 0, piece)
	for from := 0; from < len(s.kept) && ctx.Err() == nil; from += piece {
		ids = ids[:0]
		for _, b := range s.kept[from:min(from+piece, len(s.kept))] {
			ids = append(ids, s.space.ids[b.slot])
		}
		s.Index.measure(axiom, ids, best)
	}
}

// measureAll offers every candidate.
func (x *Index) measureAll(ctx context.Context, q Query, best *nearest) {
	for _, of := range x.space.within(q.Regions) {
		for from := of.from; from < of.to && ctx.Err() == nil; from += piece {
			x.measure(q.Axiom, x.space.ids[from:min(from+piece, of.to)], best)
		}
	}
}

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
