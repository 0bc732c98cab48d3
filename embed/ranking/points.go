package ranking

import (
	"slices"

	"box2el-owl/embed/internal/kernel"
)

// Points holds the vectors of the candidates in the layout of the kernels. They are either packed
// once (Pack) or tile by tile (View); both give the same distances. Points are safe for concurrent
// reading, so scorers may share them.
type Points[T Float] struct {
	ops    *kernel.Ops[T]
	n      int // dimension
	count  int // candidates
	packed []T // nil if each tile is packed when needed

	rows   []T // vector j is in the first n elements of row j
	stride int
}

// Pack copies count vectors of n elements: vector j is rows[j*stride : j*stride+n]. It reuses the
// memory of a previous Pack. Pack again after the vectors have changed.
func (p *Points[T]) Pack(ops *kernel.Ops[T], rows []T, stride, n, count int) {
	size := kernel.PackedLen(n, count)
	if cap(p.packed) < size {
		p.packed = make([]T, size)
	}
	*p = Points[T]{ops: ops, n: n, count: count, packed: p.packed[:size]}
	ops.Pack(p.packed, rows, stride, n, count)
}

// View refers to the vectors without copying them; the arguments are those of Pack. The vectors may
// change between two rankings. Compared with Pack, ranking hundreds of axioms takes a few percent
// longer, and ranking a single axiom several times as long.
func (p *Points[T]) View(ops *kernel.Ops[T], rows []T, stride, n, count int) {
	*p = Points[T]{ops: ops, n: n, count: count, rows: rows, stride: stride}
}

// Vector writes the vector of a candidate.
func (p *Points[T]) Vector(candidate int, into []T) {
	if p.packed == nil {
		copy(into[:p.n], p.rows[candidate*p.stride:])
		return
	}
	group := p.packed[candidate/kernel.Lanes*p.n*kernel.Lanes:]
	for d := range into[:p.n] {
		into[d] = group[d*kernel.Lanes+candidate%kernel.Lanes]
	}
}

// span selects the candidates of a tile: those with the ids or, if ids is nil, those of the groups
// from … from+groups−1. The last group of ids is padded with arbitrary candidates.
type span[T Float] struct {
	from, groups int
	ids          []int32
	gathered     *gathered[T] // set if ids is not nil
}

func spanOf[T Float](ids []int32) span[T] {
	return span[T]{groups: (len(ids) + kernel.Lanes - 1) / kernel.Lanes, ids: ids,
		gathered: new(gathered[T])}
}

// gathered caches the packed vectors of the ids of a span, for each Points that was asked.
type gathered[T Float] struct {
	points []*Points[T]
	packed []*[]T
}

func (g *gathered[T]) giveBack() {
	for _, s := range g.packed {
		giveBack(s)
	}
}

// tile holds packed candidates. The caller must call giveBack after use.
type tile[T Float] struct {
	packed []T
	lent   *[]T // nil if it is not borrowed
}

// tile returns the packed candidates of a span.
func (p *Points[T]) tile(s span[T]) tile[T] {
	if s.ids != nil {
		return p.listed(s)
	}
	return p.run(s.from, s.groups)
}

// ahead is the number of vectors that are prefetched while one is copied.
const ahead = 4

func (p *Points[T]) listed(s span[T]) tile[T] {
	g := s.gathered
	if i := slices.Index(g.points, p); i >= 0 {
		return tile[T]{packed: *g.packed[i]}
	}
	count := s.groups * kernel.Lanes
	packed, rows := borrow[T](count*p.n), borrow[T](count*p.n)
	defer giveBack(rows)
	for i, id := range s.ids {
		if next := i + ahead; p.rows != nil && next < len(s.ids) {
			p.ops.Ask(p.rows[int(s.ids[next])*p.stride:][:p.n])
		}
		p.Vector(int(id), (*rows)[i*p.n:(i+1)*p.n])
	}
	for i := len(s.ids); i < count; i++ { // packing whole groups is many times as fast
		copy((*rows)[i*p.n:], (*rows)[(len(s.ids)-1)*p.n:len(s.ids)*p.n])
	}
	p.ops.Pack(*packed, *rows, p.n, p.n, count)
	g.points, g.packed = append(g.points, p), append(g.packed, packed)
	return tile[T]{packed: *packed}
}

// run returns the packed candidates of the groups from … from+groups−1.
func (p *Points[T]) run(from, groups int) tile[T] {
	size := p.n * kernel.Lanes
	if p.packed != nil || p.count == 0 {
		return tile[T]{packed: p.packed[from*size : (from+groups)*size]}
	}
	first := from * kernel.Lanes
	count := min(groups*kernel.Lanes, p.count-first)
	packed := borrow[T](groups * size)
	p.ops.Pack(*packed, p.rows[first*p.stride:], p.stride, p.n, count)
	return tile[T]{packed: *packed, lent: packed}
}

func (t tile[T]) giveBack() {
	if t.lent != nil {
		giveBack(t.lent)
	}
}
