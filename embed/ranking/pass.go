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
}

// work ranks blocks until none is left.
func (p *pass[T]) work(ctx context.Context) error {
	b := newBlock(p)
	defer giveBack(b.tile)
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

// block ranks a block of axioms with one scorer after the other. Its slices are reused.
type block[T Float] struct {
	*pass[T]
	form    dataset.Form
	open    int
	n       int // candidates
	among   int // candidates marked in Only
	rows    [][]int32
	targets []T         // distance of the target, by axiom; +Inf for NaN
	nan     []bool      // whether the distance of the target is NaN
	answers [][]answers // by filter, axiom
	all     []tallies   // by axiom: counts of all candidates
	others  []tallies   // by axiom: counts of the candidates not marked in Only
	tile    *[]T        // borrowed
	out     []T         // the tile
	masked  []T         // a row of the tile under a masking filter
	scratch []T         // the elements of a row not marked in Only
	left    []int32     // the columns of the tile not marked in Only
}

// answers holds what a filter removes for one axiom: ids in ascending order, without the target
// unless the filter masks. next is the index of the first id beyond the tiles counted so far.
type answers struct {
	ids    []int32
	next   int
	among  int  // number of ids marked in Only
	target bool // the target is masked too
}

// tallies holds the counts of one axiom.
type tallies struct {
	raw tally
	// filtered counts what each filter removes, to be subtracted; for a masking filter, the rest.
	filtered []tally
}

// tally counts candidates other than the target.
type tally struct {
	less, equal int32 // with a smaller and with the same distance
	before      int32 // equal ones with a smaller id
}

func newBlock[T Float](p *pass[T]) *block[T] {
	s := p.scorers[0]
	width := min(tileWidth, s.Candidates())
	b := &block[T]{
		pass:    p,
		form:    s.Form(),
		open:    s.Open(),
		n:       s.Candidates(),
		rows:    make([][]int32, 0, p.block),
		targets: make([]T, p.block),
		nan:     make([]bool, p.block),
		answers: make([][]answers, len(p.Filters)),
		all:     newTallies(p.block, len(p.Filters)),
		tile:    borrow[T](p.block * width),
		masked:  make([]T, width),
		scratch: make([]T, width),
	}
	b.out = *b.tile
	for f := range b.answers {
		b.answers[f] = make([]answers, p.block)
	}
	if p.Only != nil {
		b.others = newTallies(p.block, len(p.Filters))
		b.left = make([]int32, 0, width)
		b.among = marked(p.Only)
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
	if err := b.askFilters(ctx); err != nil {
		return err
	}
	for k, s := range b.scorers {
		b.reset()
		b.measureTargets(s)
		for lo := 0; lo < b.n; lo += tileWidth {
			if err := ctx.Err(); err != nil {
				return err
			}
			b.countTile(s, lo, min(lo+tileWidth, b.n))
		}
		b.write(b.ranks[k], first)
	}
	return nil
}

// askFilters collects what each filter removes for each axiom.
func (b *block[T]) askFilters(ctx context.Context) error {
	for f, filter := range b.Filters {
		for i, axiom := range b.rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			ids := filter.Answers(b.form, axiom, b.open, b.answers[f][i].ids[:0])
			slices.Sort(ids)
			ids = slices.Compact(ids)
			from, _ := slices.BinarySearch(ids, 0) // ids outside the candidates do not matter
			to, _ := slices.BinarySearch(ids, int32(b.n))
			ids = ids[from:to]
			at, found := slices.BinarySearch(ids, axiom[b.open])
			if found && !filter.Masks {
				ids = slices.Delete(ids, at, at+1)
			}
			b.answers[f][i] = answers{ids: ids, among: b.marked(ids), target: found && filter.Masks}
		}
	}
	return nil
}

// marked counts the ids that Only marks.
func (b *block[T]) marked(ids []int32) int {
	n := 0
	for _, id := range ids {
		if b.Only != nil && b.Only[id] {
			n++
		}
	}
	return n
}

func (b *block[T]) reset() {
	for _, ts := range [][]tallies{b.all, b.others} {
		for i := range ts {
			ts[i].raw = tally{}
			clear(ts[i].filtered)
		}
	}
	for f := range b.answers {
		for i := range b.answers[f] {
			b.answers[f][i].next = 0
		}
	}
}

// measureTargets computes the distances of the targets.
func (b *block[T]) measureTargets(s Scorer[T]) {
	for i := range b.rows {
		t := int(b.rows[i][b.open])
		s.Tile(b.rows[i:i+1], t, t+1, b.targets[i:i+1])
		b.nan[i] = b.targets[i] != b.targets[i]
		if b.nan[i] {
			b.targets[i] = T(math.Inf(1))
		}
	}
}

// countTile counts the candidates lo … hi−1 for all axioms of the block.
func (b *block[T]) countTile(s Scorer[T], lo, hi int) {
	width := hi - lo
	out := b.out[:len(b.rows)*width]
	s.Tile(b.rows, lo, hi, out)
	b.left = b.left[:0]
	if b.Only != nil {
		for j, is := range b.Only[lo:hi] {
			if !is {
				b.left = append(b.left, int32(j))
			}
		}
	}
	for i := range b.rows {
		b.countRow(i, lo, out[i*width:(i+1)*width])
	}
}

// countRow counts the candidates of one row of a tile for axiom i, raw and under each filter. The
// candidates marked in Only are counted as the difference of all and the others, because the others
// are usually fewer.
func (b *block[T]) countRow(i, lo int, row []T) {
	d, target := b.targets[i], int(b.rows[i][b.open])-lo
	b.countAll(&b.all[i].raw, row, d, target)
	if b.Only != nil {
		b.countLeft(&b.others[i].raw, row, d, target)
	}
	for f, filter := range b.Filters {
		ids := b.answers[f][i].below(lo + len(row))
		if filter.Masks {
			b.countMasked(i, f, lo, row, ids)
			continue
		}
		for _, id := range ids {
			j := int(id) - lo
			before, after := row[j:j+1], row[:0]
			if j > target {
				before, after = after, before
			}
			count(&b.all[i].filtered[f], before, after, d)
			if b.Only != nil && !b.Only[id] {
				count(&b.others[i].filtered[f], before, after, d)
			}
		}
	}
}

// below returns the ids less than hi that it has not returned before.
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
	d, target := b.targets[i], int(b.rows[i][b.open])-lo
	if b.answers[f][i].target {
		d = inf
	}
	b.countAll(&b.all[i].filtered[f], masked, d, target)
	if b.Only != nil {
		b.countLeft(&b.others[i].filtered[f], masked, d, target)
	}
}

// countAll adds the candidates of a row other than the target, whose distance is d. The index of
// the target is negative if it is in an earlier tile and at least len(row) if it is in a later one.
func (b *block[T]) countAll(t *tally, row []T, d T, target int) {
	before, after := row[:min(max(target, 0), len(row))], row
	if target >= 0 {
		after = row[min(target+1, len(row)):]
	}
	count(t, before, after, d)
}

// countLeft counts the candidates of a row that Only does not mark. The target is not among them,
// because other axioms are not ranked in Only.
func (b *block[T]) countLeft(t *tally, row []T, d T, target int) {
	others := b.scratch[:len(b.left)]
	for k, j := range b.left {
		others[k] = row[j]
	}
	at, _ := slices.BinarySearch(b.left, int32(target))
	count(t, others[:at], others[at:], d)
}

// count adds candidates with ids before and after that of the target.
func count[T Float](t *tally, before, after []T, d T) {
	less, equal := compare(before, d)
	t.less += less
	t.equal += equal
	t.before += equal
	less, equal = compare(after, d)
	t.less += less
	t.equal += equal
}

// compare counts the distances smaller than d and those equal to d; NaN counts as +Inf.
func compare[T Float](row []T, d T) (less, equal int32) {
	var below, within int // both conditions compile to instructions without a branch
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

// write converts the tallies to the places of the axioms from first on.
func (b *block[T]) write(ranks *Ranks, first int) {
	for i := range b.rows {
		b.place(ranks, first+i, b.all[i], i, func(a *answers) bool { return len(a.ids) == b.n-1 })
		if b.Only == nil || !b.Only[b.rows[i][b.open]] {
			continue
		}
		among := tallies{raw: b.all[i].raw.without(b.others[i].raw), filtered: b.others[i].filtered}
		for f, t := range b.all[i].filtered {
			among.filtered[f] = t.without(among.filtered[f])
		}
		b.place(ranks.Only, first+i, among, i,
			func(a *answers) bool { return a.among == b.among-1 })
	}
}

// place writes the places of axiom i of the block, raw and under each filter. alone reports whether
// the answers of a filter are all candidates except the target.
func (b *block[T]) place(ranks *Ranks, axiom int, t tallies, i int, alone func(*answers) bool) {
	ranks.Raw[axiom] = t.raw.place(b.nan[i])
	for f, filter := range b.Filters {
		a, p := &b.answers[f][i], &ranks.Filtered[f][axiom]
		switch {
		case filter.Masks:
			*p = t.filtered[f].place(b.nan[i])
		case len(a.ids) > 0 && alone(a):
			*p = Place{Unopposed: true}
		default:
			*p = t.raw.without(t.filtered[f]).place(b.nan[i])
		}
	}
}

func (t tally) without(u tally) tally {
	return tally{t.less - u.less, t.equal - u.equal, t.before - u.before}
}

func (t tally) place(nan bool) Place {
	return Place{Best: t.less + 1, Worst: t.less + t.equal + 1, ByID: t.less + t.before + 1,
		NaN: nan}
}
