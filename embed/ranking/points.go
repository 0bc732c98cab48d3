package ranking

import "box2el-owl/embed/internal/kernel"

// Points are vectors of candidates, one each, packed for tiles: a copy of the parameters, so pack them
// again when those have changed. Scorers may share them; they are safe for concurrent reading.
type Points[T Float] struct {
	ops    *kernel.Ops[T]
	packed []T
	n      int // dimension
	count  int // candidates
}

// Pack copies count vectors of n elements: vector j is rows[j*stride : j*stride+n]. It reuses the
// memory of a former Pack.
func (p *Points[T]) Pack(ops *kernel.Ops[T], rows []T, stride, n, count int) {
	size := kernel.PackedLen(n, count)
	if cap(p.packed) < size {
		p.packed = make([]T, size)
	}
	p.ops, p.packed, p.n, p.count = ops, p.packed[:size], n, count
	ops.Pack(p.packed, rows, stride, n, count)
}

// groups are the packed candidates of the groups from … from+groups−1.
func (p *Points[T]) groups(from, groups int) []T {
	size := p.n * kernel.Lanes
	return p.packed[from*size : (from+groups)*size]
}
