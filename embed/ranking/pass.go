package ranking

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"box2el-owl/embed/dataset"
)

// The tiles of a ranking. A worker holds one tile of distances (2 MB at most), and a scorer reads its
// candidates once for each block of axioms.
const (
	blockAxioms = 128
	tileWidth   = 2048
)

// pass is one pass over the distances of all axioms.
type pass[T Float] struct {
	Scorer[T]
	Options
	axioms dataset.Table
	block  int          // axioms a block
	next   atomic.Int64 // the first block that no worker has taken
	ranks  *Ranks       // each worker writes the places of its own blocks
}

// work ranks block after block until none is left.
func (p *pass[T]) work(ctx context.Context) error {
	b := newBlock(p)
	for {
		first := (int(p.next.Add(1)) - 1) * p.block
		if first >= p.axioms.Len() {
			return nil
		}
		if err := b.rank(ctx, first, min(first+p.block, p.axioms.Len())); err != nil {
			return err
		}
	}
}

// block ranks some axioms at a time. Its slices are reused from block to block.
type block[T Float] struct {
	*pass[T]
	rows    [][]int32
	targets []T         // the distance of each axiom's target; +Inf for NaN
	nan     []bool      // which of them were no number
	answers [][]answers // by filter, axiom
	all     []tallies   // by axiom: counted among all candidates
	marked  []tallies   // by axiom: counted among those of Only
	out     []T         // the tile
	masked  []T         // a row of the tile under a filter that masks
	scratch []T         // what of a row Only marks
	kept    []int32     // columns of the tile that Only marks
}

// answers are what a filter says of one axiom: ids ascending, without the target unless the filter
// masks; next is the first that no tile has met.
type answers struct {
	ids    []int32
	next   int
	target bool // the target is masked with them
}

// tallies are the counts of one axiom.
type tallies struct {
	raw      tally
	filtered []tally // what each filter takes out, to be subtracted; of a filter that masks, what is left
}

// tally counts candidates other than the target.
type tally struct {
	less, equal int32 // with a smaller and with the same distance
	before      int32 // of the equal ones, those with a smaller id
}

func newBlock[T Float](p *pass[T]) *block[T] {
	width := min(tileWidth, p.Candidates())
	b := &block[T]{
		pass:    p,
		rows:    make([][]int32, 0, p.block),
		targets: make([]T, p.block),
		nan:     make([]bool, p.block),
		answers: make([][]answers, len(p.Filters)),
		all:     newTallies(p.block, len(p.Filters)),
		out:     make([]T, p.block*width),
		masked:  make([]T, width),
		scratch: make([]T, width),
	}
	for f := range b.answers {
		b.answers[f] = make([]answers, p.block)
	}
	if p.Only != nil {
		b.marked = newTallies(p.block, len(p.Filters))
		b.kept = make([]int32, 0, width)
	}
	return b
}

func newTallies(axioms, filters int) []tallies {
	ts := make([]tallies, axioms)
	for i := range ts {
		ts[i].filtered = make([]tally, filters)
	}
	return ts
}

// rank ranks the axioms first … last−1.
func (b *block[T]) rank(ctx context.Context, first, last int) error {
	b.rows = b.rows[:0]
	for i := first; i < last; i++ {
		b.rows = append(b.rows, b.axioms.Row(i))
	}
	b.reset()
	b.measureTargets()
	if err := b.askFilters(ctx); err != nil {
		return err
	}
	n := b.Candidates()
	for lo := 0; lo < n; lo += tileWidth {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.countTile(lo, min(lo+tileWidth, n)); err != nil {
			return err
		}
	}
	b.write(first)
	return nil
}

func (b *block[T]) reset() {
	for _, ts := range [][]tallies{b.all, b.marked} {
		for i := range ts {
			ts[i].raw = tally{}
			clear(ts[i].filtered)
		}
	}
}

// measureTargets takes the targets' own distances.
func (b *block[T]) measureTargets() {
	for i := range b.rows {
		t := int(b.rows[i][b.Open()])
		b.Tile(b.rows[i:i+1], t, t+1, b.targets[i:i+1])
		b.nan[i] = b.targets[i] != b.targets[i]
		if b.nan[i] {
			b.targets[i] = T(math.Inf(1))
		}
	}
}

// askFilters collects what each filter takes out for each axiom.
func (b *block[T]) askFilters(ctx context.Context) error {
	for f, filter := range b.Filters {
		for i, axiom := range b.rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			a := &b.answers[f][i]
			ids := filter.Answers(b.Form(), axiom, b.Open(), a.ids[:0])
			slices.Sort(ids)
			ids = slices.Compact(ids)
			at, found := slices.BinarySearch(ids, axiom[b.Open()])
			if found && !filter.Masks {
				ids = slices.Delete(ids, at, at+1)
			}
			*a = answers{ids: ids, target: found && filter.Masks}
		}
	}
	return nil
}

// countTile counts the candidates lo … hi−1 for all axioms of the block.
func (b *block[T]) countTile(lo, hi int) error {
	width := hi - lo
	out := b.out[:len(b.rows)*width]
	b.Tile(b.rows, lo, hi, out)
	b.kept = b.kept[:0]
	if b.Only != nil {
		for j, is := range b.Only[lo:hi] {
			if is {
				b.kept = append(b.kept, int32(j))
			}
		}
	}
	for i := range b.rows {
		row := out[i*width : (i+1)*width]
		if at := int(b.rows[i][b.Open()]) - lo; at >= 0 && at < width && !same(row[at], b.targets[i]) {
			return fmt.Errorf("rank %v: axiom %v: %v, then %v: %w", b.Form(), b.rows[i], b.targets[i], row[at], ErrUnsteady)
		}
		b.countRow(i, lo, row)
	}
	return nil
}

// same reports whether d is the distance that the target had: the same bits, but for NaN, which
// stands as +Inf in the target's place.
func same[T Float](d, target T) bool {
	return d == target || (d != d && math.IsInf(float64(target), 1))
}

// countRow counts the candidates of one row of a tile for axiom i, under all ways of counting.
func (b *block[T]) countRow(i, lo int, row []T) {
	d, target := b.targets[i], int(b.rows[i][b.Open()])-lo
	count(&b.all[i].raw, row, d, target)
	if b.Only != nil {
		b.countKept(&b.marked[i].raw, row, d, target)
	}
	for f, filter := range b.Filters {
		ids := b.answers[f][i].below(lo + len(row))
		if filter.Masks {
			b.countMasked(i, f, lo, row, ids)
			continue
		}
		for _, id := range ids {
			j := int(id) - lo
			b.all[i].filtered[f].add(order(row[j], d), j < target)
			if b.Only != nil && b.Only[id] {
				b.marked[i].filtered[f].add(order(row[j], d), j < target)
			}
		}
	}
}

// below returns the ids up to and without hi that it has not returned before.
func (a *answers) below(hi int) []int32 {
	from := a.next
	for a.next < len(a.ids) && int(a.ids[a.next]) < hi {
		a.next++
	}
	return a.ids[from:a.next]
}

// countMasked counts a row in which the given ids are masked.
func (b *block[T]) countMasked(i, f, lo int, row []T, ids []int32) {
	inf := T(math.Inf(1))
	masked := b.masked[:len(row)]
	copy(masked, row)
	for _, id := range ids {
		masked[int(id)-lo] = inf
	}
	d, target := b.targets[i], int(b.rows[i][b.Open()])-lo
	if b.answers[f][i].target {
		d = inf
	}
	count(&b.all[i].filtered[f], masked, d, target)
	if b.Only != nil {
		b.countKept(&b.marked[i].filtered[f], masked, d, target)
	}
}

// countKept counts those of a row that Options.Only marks.
func (b *block[T]) countKept(t *tally, row []T, d T, target int) {
	kept := b.scratch[:len(b.kept)]
	for k, j := range b.kept {
		kept[k] = row[j]
	}
	if target >= 0 { // its index among the kept: as many stand before it
		target, _ = slices.BinarySearch(b.kept, int32(target))
	}
	count(t, kept, d, target)
}

// count adds the candidates of a row other than the target, whose distance is d. The target has the
// given index; it stands in an earlier row if that is negative, in a later one if it is too large.
func count[T Float](t *tally, row []T, d T, target int) {
	before, after := row[:min(max(target, 0), len(row))], row
	if target >= 0 {
		after = row[min(target+1, len(row)):]
	}
	less, equal := compare(before, d)
	t.less += less
	t.equal += equal
	t.before += equal
	less, equal = compare(after, d)
	t.less += less
	t.equal += equal
}

// compare counts the distances smaller than d and those equal to it; NaN is +Inf.
func compare[T Float](row []T, d T) (less, equal int32) {
	var below, within int // both conditions become instructions without a branch
	for _, x := range row {
		if x < d {
			below++
		}
		if x <= d {
			within++
		}
	}
	if math.IsInf(float64(d), 1) {
		within = len(row)
	}
	return int32(below), int32(within - below)
}

// order compares x with the target's distance d as compare does.
func order[T Float](x, d T) int {
	switch {
	case x < d:
		return -1
	case x == d, math.IsInf(float64(d), 1):
		return 0
	}
	return 1
}

// add counts one candidate: order is how it compares with the target.
func (t *tally) add(order int, before bool) {
	switch {
	case order < 0:
		t.less++
	case order == 0:
		t.equal++
		if before {
			t.before++
		}
	}
}

// write turns the tallies into the places of the axioms from first on.
func (b *block[T]) write(first int) {
	for i := range b.rows {
		b.place(b.ranks, first+i, b.all[i], b.nan[i])
		if b.Only != nil && b.Only[b.rows[i][b.Open()]] {
			b.place(b.ranks.Only, first+i, b.marked[i], b.nan[i])
		}
	}
}

func (b *block[T]) place(ranks *Ranks, axiom int, t tallies, nan bool) {
	ranks.Raw[axiom] = t.raw.place(nan)
	for f, filter := range b.Filters {
		left := t.filtered[f]
		if !filter.Masks {
			left = t.raw.without(left)
		}
		ranks.Filtered[f][axiom] = left.place(nan)
	}
}

func (t tally) without(u tally) tally {
	return tally{t.less - u.less, t.equal - u.equal, t.before - u.before}
}

func (t tally) place(nan bool) Place {
	return Place{Best: t.less + 1, Worst: t.less + t.equal + 1, ByID: t.less + t.before + 1, NaN: nan}
}
