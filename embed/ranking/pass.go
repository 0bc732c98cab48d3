package ranking

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"box2el-owl/embed/dataset"
)

// Sizes of the tiles. A worker holds one tile of distances (½ MB in float32). A scorer reads its
// candidates once per block of axioms.
const (
	blockAxioms = 128
	tileWidth   = 1024
)

// pass is one pass over the distances of all axioms.
type pass[T Float] struct {
	Options
	scorers []Scorer[T]
	axioms  dataset.Table
	block   int          // axioms per block
	next    atomic.Int64 // the first block that no worker has taken
	ranks   []*Ranks     // by scorer; each worker writes the places of its own blocks
	others  []int32      // the candidates that Only does not mark
}

// work ranks blocks until none is left.
func (p *pass[T]) work(ctx context.Context) error {
	n := p.scorers[0].Candidates()
	tile := borrow[T](p.block * min(tileWidth, n))
	defer giveBack(tile)
	scratch := make([]T, min(tileWidth, n))
	for {
		first := (int(p.next.Add(1)) - 1) * p.block
		if first >= p.axioms.Len() {
			return nil
		}
		axioms, counts, err := p.begin(ctx, first, min(first+p.block, p.axioms.Len()))
		if err != nil {
			return err
		}
		for k, s := range p.scorers {
			for i := range counts {
				counts[i].measureTarget(s, axioms[i:i+1])
			}
			for lo := 0; lo < n; lo += tileWidth {
				if err := ctx.Err(); err != nil {
					return err
				}
				width := min(tileWidth, n-lo)
				out := (*tile)[:len(axioms)*width]
				s.Tile(axioms, lo, lo+width, out)
				for i := range counts {
					p.add(&counts[i], run[T]{out[i*width : (i+1)*width], lo, scratch})
				}
			}
			for i := range counts {
				p.place(p.ranks[k], first+i, &counts[i])
			}
		}
	}
}

// counts counts the candidates of one axiom.
type counts[T Float] struct {
	target   int32
	marked   bool      // Only marks the target
	answers  [][]int32 // by filter: what it removes, ascending; the target only if the filter masks
	distance T         // of the target; +Inf for NaN
	nan      bool
	raw      tallies
	left     []tallies // by filter
}

// tallies counts all candidates, and those marked in Only.
type tallies [2]tally

// tally counts candidates other than the target.
type tally struct {
	others      int32
	less, equal int32 // with a smaller and with the same distance
	before      int32 // equal ones with a smaller id
}

// begin returns the axioms first … last−1, and their counts with the answers of the filters.
func (p *pass[T]) begin(ctx context.Context, first, last int) (axioms [][]int32, list []counts[T],
	err error) {
	form, open, n := p.scorers[0].Form(), p.scorers[0].Open(), p.scorers[0].Candidates()
	for i := first; i < last; i++ {
		axiom := p.axioms.Row(i)
		c := counts[T]{target: axiom[open], left: make([]tallies, len(p.Filters))}
		c.marked = p.Only != nil && p.Only[c.target]
		for _, filter := range p.Filters {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			ids := filter.Answers(form, axiom, open, nil)
			slices.Sort(ids)
			ids = between(slices.Compact(ids), 0, n) // ids outside the candidates do not matter
			if at, found := slices.BinarySearch(ids, c.target); found && !filter.Masks {
				ids = slices.Delete(ids, at, at+1)
			}
			c.answers = append(c.answers, ids)
		}
		axioms, list = append(axioms, axiom), append(list, c)
	}
	return axioms, list, nil
}

// between returns the ids from lo … hi−1 in an ascending list.
func between(ids []int32, lo, hi int) []int32 {
	from, _ := slices.BinarySearch(ids, int32(lo))
	to, _ := slices.BinarySearch(ids, int32(hi))
	return ids[from:to]
}

// measureTarget computes the distance of the target by a scorer and resets the counts.
func (c *counts[T]) measureTarget(s Scorer[T], axiom [][]int32) {
	var distance [1]T
	s.Tile(axiom, int(c.target), int(c.target)+1, distance[:])
	c.distance, c.nan = distance[0], distance[0] != distance[0]
	if c.nan {
		c.distance = T(math.Inf(1))
	}
	c.raw = tallies{}
	clear(c.left)
}

// add adds the candidates of a run.
func (p *pass[T]) add(c *counts[T], r run[T]) {
	raw := p.count(c, r, c.distance)
	c.raw.add(raw)
	for f, answers := range c.answers {
		left, ids := raw, between(answers, r.first, r.first+len(r.distances))
		switch {
		case p.Filters[f].Masks && len(answers) > 0:
			d := c.distance
			if _, found := slices.BinarySearch(answers, c.target); found {
				d = T(math.Inf(1))
			}
			left = p.count(c, r.masked(ids), d)
		case len(ids) > 0:
			left[0] = raw[0].without(r.of(ids, c.target, c.distance))
			if c.marked {
				marked := slices.DeleteFunc(slices.Clone(ids),
					func(id int32) bool { return !p.Only[id] })
				left[1] = raw[1].without(r.of(marked, c.target, c.distance))
			}
		}
		c.left[f].add(left)
	}
}

// count counts the candidates of a run, given the distance of the target. Those marked in Only are
// the difference of all and the others, because the others are usually fewer.
func (p *pass[T]) count(c *counts[T], r run[T], d T) (t tallies) {
	t[0] = r.all(c.target, d)
	if c.marked {
		others := between(p.others, r.first, r.first+len(r.distances))
		t[1] = t[0].without(r.of(others, c.target, d))
	}
	return t
}

// run holds the distances of consecutive candidates.
type run[T Float] struct {
	distances []T
	first     int
	scratch   []T // at least as long
}

// all counts the candidates of the run except the target, whose distance is d.
func (r run[T]) all(target int32, d T) tally {
	at := min(max(int(target)-r.first, 0), len(r.distances))
	after := r.distances[at:]
	if int(target) >= r.first && len(after) > 0 {
		after = after[1:]
	}
	return compare(r.distances[:at], after, d)
}

// of counts the candidates with the given ids, which ascend and do not include the target.
func (r run[T]) of(ids []int32, target int32, d T) tally {
	for i, id := range ids {
		r.scratch[i] = r.distances[int(id)-r.first]
	}
	at, _ := slices.BinarySearch(ids, target)
	return compare(r.scratch[:at], r.scratch[at:len(ids)], d)
}

// masked returns a copy in which some candidates have the distance +Inf.
func (r run[T]) masked(ids []int32) run[T] {
	r.distances = slices.Clone(r.distances)
	for _, id := range ids {
		r.distances[int(id)-r.first] = T(math.Inf(1))
	}
	return r
}

// compare counts the candidates with ids before and after that of the target, whose distance is d.
// NaN counts as +Inf.
func compare[T Float](before, after []T, d T) tally {
	less, equal := nearer(before, d)
	lessAfter, equalAfter := nearer(after, d)
	return tally{int32(len(before) + len(after)), less + lessAfter, equal + equalAfter, equal}
}

// nearer counts the distances smaller than d and those equal to d.
func nearer[T Float](distances []T, d T) (less, equal int32) {
	var below, within int // both conditions compile to instructions without a branch
	for _, x := range distances {
		if x < d {
			below++
		}
		if x <= d {
			within++
		}
	}
	if math.IsInf(float64(d), 1) {
		within = len(distances)
	}
	return int32(below), int32(within - below)
}

func (t *tallies) add(u tallies) {
	for i, v := range u {
		t[i] = tally{t[i].others + v.others, t[i].less + v.less, t[i].equal + v.equal,
			t[i].before + v.before}
	}
}

func (t tally) without(u tally) tally {
	return tally{t.others - u.others, t.less - u.less, t.equal - u.equal, t.before - u.before}
}

// place writes the places of an axiom, raw and under each filter.
func (p *pass[T]) place(ranks *Ranks, axiom int, c *counts[T]) {
	for i, ranks := range []*Ranks{ranks, ranks.Only} {
		if i > 0 && !c.marked {
			continue
		}
		ranks.Raw[axiom] = c.raw[i].place(c.nan)
		for f, left := range c.left {
			place := left[i].place(c.nan)
			if left[i].others == 0 && len(c.answers[f]) > 0 && !p.Filters[f].Masks {
				place = Place{Unopposed: true}
			}
			ranks.Filtered[f][axiom] = place
		}
	}
}

func (t tally) place(nan bool) Place {
	return Place{Best: t.less + 1, Worst: t.less + t.equal + 1, ByID: t.less + t.before + 1,
		NaN: nan}
}
