package search

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/internal/selection"
)

const (
	tileBlocks = 16 // blocks of candidates in a tile
	tileLanes  = tileBlocks * kernel.BlockLanes
	piece      = 1024 // candidates that are measured between two looks at the context
)

// scan keeps the candidates for an axiom that may be among the k nearest, by their bounds.
type scan struct {
	*Index
	*scratch
	within  []slots
	queries []*queries
	k       int
	slack   float64 // of the query rounded coarsely, in all parts
	limit   float64 // of lower bounds that are of interest
	room    int     // for as many that are kept until they are sifted
}

// scratch is what scans lend from their space.
type scratch struct {
	coarse    []float32 // bounds of the slots within, less slack, by slot
	more      [tileLanes]float32
	sample    []float32
	waiting   []int32 // slots whose fine bounds are to be taken
	finely    finely
	between   [piece]interval
	kept      []bounded
	ids       []int32
	distances [piece]float32
}

// bounded is a candidate with what its true distance is at least, and its computed one at most.
type bounded struct {
	slot int32
	interval
}

type interval struct{ lower, upper float64 }

// scanEach finds the nearest for some queries: by coarse bounds of all candidates, which the
// queries look at one after the other while they are at hand, by fine bounds of those that these
// leave, and by the distances of the rest. It returns false where bounds are not to be had. The
// context ends it early.
func (x *Index) scanEach(ctx context.Context, queries []Query, k int, found [][]Neighbor) bool {
	if len(x.parts) == 0 {
		return false
	}
	scans := make([]*scan, len(queries))
	for i, q := range queries {
		if scans[i] = x.newScan(q, k); scans[i] == nil {
			return false
		}
		defer x.space.scratch.Put(scans[i].scratch)
	}
	for from := 0; from < x.space.Len() && ctx.Err() == nil; from += tileLanes {
		for _, s := range scans {
			s.look(slots{from, min(from+tileLanes, x.space.Len())})
		}
	}
	for i, s := range scans {
		if ctx.Err() != nil {
			break
		}
		s.narrow()
		found[i] = s.measure(ctx, queries[i].Axiom, k)
	}
	return true
}

// newScan returns nil where the query cannot be rounded.
func (x *Index) newScan(q Query, k int) *scan {
	// Of those whose upper bounds are the smallest, as many may be masked as the axiom has places.
	k += len(q.Axiom)
	s := &scan{Index: x, within: x.space.within(q.Regions), queries: x.newQueries(1), k: k,
		limit: math.Inf(1), room: 2*k + 512}
	if !x.put(s.queries, [][]int32{q.Axiom}) {
		return nil
	}
	s.slack = slackOf(s.queries, 0)
	s.scratch = x.space.lend()
	s.kept = s.kept[:0]
	return s
}

// look takes the coarse bounds of some slots, those of a tile at most.
func (s *scan) look(at slots) {
	for _, of := range s.within {
		of = slots{max(of.from, at.from), min(of.to, at.to)}
		if of.from >= of.to {
			continue
		}
		from, end := of.from/kernel.BlockLanes, (of.to+kernel.BlockLanes-1)/kernel.BlockLanes
		s.bounds(s.coarse[from*kernel.BlockLanes:], s.more[:], s.queries, 1, from, end-from)
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

// slackOf is what the parts of query i have lost where they are rounded coarsely.
func slackOf(all []*queries, i int) (slack float64) {
	for _, q := range all {
		slack += float64(q.slack[i])
	}
	return slack
}

// bounds writes the sum of coarse bounds of the first k queries into a tile of rows as wide as
// tileLanes; more is as large.
func (x *Index) bounds(tile, more []float32, all []*queries, k, from, blocks int) {
	for i, p := range x.parts {
		if i == 0 {
			p.codes.coarse.bounds(x.space.ops, tile, tileLanes, all[i], k, from, blocks)
			continue
		}
		p.codes.coarse.bounds(x.space.ops, more, tileLanes, all[i], k, from, blocks)
		for j := range k {
			row := tile[j*tileLanes:][:blocks*kernel.BlockLanes]
			x.space.ops.Add(row, row, more[j*tileLanes:][:len(row)])
		}
	}
}

// narrow keeps those that may be among the k nearest. So that few need be looked at closely, those
// with the smallest coarse bounds come first, some more than k by a sample: they set the limit for
// all others.
func (s *scan) narrow() {
	share := s.takeSample()
	seen := float32(-1)
	for rank := int(1.5*float64(s.k)*share) + 2; len(s.kept) < s.k && rank < len(s.sample); rank *= 2 {
		selection.SmallestFirst(s.sample, rank, func(a, b float32) bool { return a < b })
		s.refine(seen, s.sample[rank])
		seen = s.sample[rank]
	}
	s.sift()
	s.refine(seen, math.MaxFloat32)
	s.sift()
}

// takeSample takes coarse bounds of slots as far apart as others, and says of which share of those
// within.
func (s *scan) takeSample() (share float64) {
	const enough = 1024
	total := 0
	for _, of := range s.within {
		total += of.to - of.from
	}
	step := max(1, total/enough)
	s.sample = s.sample[:0]
	skip := 0
	for _, of := range s.within {
		slot := of.from + skip
		for ; slot < of.to; slot += step {
			s.sample = append(s.sample, s.coarse[slot])
		}
		skip = slot - of.to
	}
	return 1 / float64(step)
}

// refine takes the fine bounds of candidates whose coarse ones are above one limit, and not above
// another nor the scan's own.
func (s *scan) refine(above, most float32) {
	var marks [tileLanes / kernel.Lanes]uint8
	s.waiting = s.waiting[:0]
	for _, of := range s.within {
		for from := of.from / kernel.Lanes * kernel.Lanes; from < of.to; from += tileLanes {
			row := s.coarse[from:min(from+tileLanes,
				(of.to+kernel.Lanes-1)/kernel.Lanes*kernel.Lanes)]
			clear(marks[:])
			s.space.ops.AtMost(marks[:len(row)/kernel.Lanes], row, min(most, s.coarseLimit()))
			eachMark(&marks, func(i int) {
				if slot := from + i; slot >= of.from && slot < of.to && row[i] > above {
					s.waiting = append(s.waiting, int32(slot))
				}
			})
			if len(s.waiting) > piece-tileLanes {
				s.keepNear()
			}
		}
	}
	s.keepNear()
}

// coarseLimit is what coarse bounds of interest are at most.
func (s *scan) coarseLimit() float32 { return up(s.limit + s.slack) }

// keepNear keeps those that wait whose fine bounds are of interest.
func (s *scan) keepNear() {
	between := s.between[:len(s.waiting)]
	clear(between)
	s.closely(between, s.queries, 0, s.waiting, &s.finely)
	for i, slot := range s.waiting {
		if between[i].lower <= s.limit {
			s.keep(bounded{slot, interval{between[i].lower, s.atMost(between[i].upper)}})
		}
	}
	s.waiting = s.waiting[:0]
}

// closely adds the fine bounds of query i for the candidates at some slots, of all parts.
func (x *Index) closely(between []interval, all []*queries, i int, candidates []int32,
	room *finely) {
	for k, p := range x.parts {
		p.codes.fine.add(x.space.ops, between, all[k], i, candidates, room)
	}
}

// keep adds a candidate, and sifts them when there is no room left.
func (s *scan) keep(b bounded) {
	s.kept = append(s.kept, b)
	if len(s.kept) >= s.room {
		s.sift()
		s.room = max(s.room, 2*len(s.kept))
	}
}

// sift lets go of those that k others are nearer than.
func (s *scan) sift() {
	if len(s.kept) < s.k {
		return
	}
	selection.SmallestFirst(s.kept, s.k-1, func(a, b bounded) bool { return a.upper < b.upper })
	s.limit = min(s.limit, s.atMost(s.kept[s.k-1].upper))
	kept := s.kept[:0]
	for _, b := range s.kept {
		if b.lower <= s.limit {
			kept = append(kept, b)
		}
	}
	s.kept = kept
}

// eachMark visits the set bits of marks in ascending order.
func eachMark(marks *[tileLanes / kernel.Lanes]uint8, visit func(i int)) {
	for at := 0; at < len(marks); at += 8 {
		for word := binary.LittleEndian.Uint64(marks[at:]); word != 0; word &= word - 1 {
			visit(at*8 + bits.TrailingZeros64(word))
		}
	}
}

// measure returns the k nearest of those that are left, by their distances.
func (s *scan) measure(ctx context.Context, axiom []int32, k int) []Neighbor {
	best := newNearest(k)
	for from := 0; from < len(s.kept) && ctx.Err() == nil; from += piece {
		s.ids = s.ids[:0]
		for _, b := range s.kept[from:min(from+piece, len(s.kept))] {
			s.ids = append(s.ids, s.space.ids[b.slot])
		}
		s.Index.measure(axiom, s.ids, s.distances[:len(s.ids)], best)
	}
	return best.sorted()
}
