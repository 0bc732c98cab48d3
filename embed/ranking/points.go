package ranking

import "box2el-owl/embed/internal/kernel"

// Points are vectors of candidates, one each, for tiles to work on: packed once for all (Pack), or tile by tile where they lie
// (View, ViewOf). Both give the same distances. Scorers may share them; they are safe for concurrent reading.
type Points[T Float] struct {
	ops    *kernel.Ops[T]
	n      int // dimension
	count  int // candidates
	packed []T // nil: packed as tiles ask for them

	rows   []T // row j is vector j, in its first n elements
	stride int
	vector func(candidate int, into []T) // where rows are nil
}

// Pack copies count vectors of n elements: vector j is rows[j*stride : j*stride+n]. It reuses the
// memory of a former Pack. When the vectors have changed, they are to be packed again.
func (p *Points[T]) Pack(ops *kernel.Ops[T], rows []T, stride, n, count int) {
	size := kernel.PackedLen(n, count)
	if cap(p.packed) < size {
		p.packed = make([]T, size)
	}
	*p = Points[T]{ops: ops, n: n, count: count, packed: p.packed[:size]}
	ops.Pack(p.packed, rows, stride, n, count)
}

// View refers to vectors where they lie, as Pack has them. It takes no memory, and the vectors may change between two
// rankings. To rank by the hundred takes a few percent longer than with packed ones, to rank a single axiom several times
// as long.
func (p *Points[T]) View(ops *kernel.Ops[T], rows []T, stride, n, count int) {
	*p = Points[T]{ops: ops, n: n, count: count, rows: rows, stride: stride}
}

// ViewOf is View of vectors that a function writes, whenever they are needed. It is called concurrently.
func (p *Points[T]) ViewOf(ops *kernel.Ops[T], n, count int, vector func(candidate int, into []T)) {
	*p = Points[T]{ops: ops, n: n, count: count, vector: vector}
}

// tile is a run of packed candidates. It is to be returned when it is done with.
type tile[T Float] struct {
	packed []T
	lent   []*[]T
}

// groups are the packed candidates of the groups from … from+groups−1.
func (p *Points[T]) groups(from, groups int) tile[T] {
	size := p.n * kernel.Lanes
	if p.packed != nil || p.count == 0 {
		return tile[T]{packed: p.packed[from*size : (from+groups)*size]}
	}
	first := from * kernel.Lanes
	count := min(groups*kernel.Lanes, p.count-first)
	packed := borrow[T](groups * size)
	t := tile[T]{packed: *packed, lent: []*[]T{packed}}
	if p.vector == nil {
		p.ops.Pack(t.packed, p.rows[first*p.stride:], p.stride, p.n, count)
		return t
	}
	rows := borrow[T](count * p.n)
	defer giveBack(rows)
	for j := range count {
		p.vector(first+j, (*rows)[j*p.n:(j+1)*p.n])
	}
	p.ops.Pack(t.packed, *rows, p.n, p.n, count)
	return t
}

func (t tile[T]) giveBack() {
	for _, s := range t.lent {
		giveBack(s)
	}
}
