package embed

import "box2el-owl/embed/internal/kernel"

// rest is a row of a regularized block and the steps from … to−1, in which no axiom touches it.
// Each has the gradient λ/N · row/‖row‖ of λ·mean‖row‖, which is not linear.
type rest[T kernel.Float] struct {
	row      kernel.Row[T]
	pull     float64
	from, to int
}

// resting brings rows through their rests. Where the loss has left moments that the regularizer
// hardly changes, they glide; others, as those that have hardly been touched yet, take the steps as
// they are. Two of these are in a kernel call, so that no step waits for a norm. What becomes of a
// row does not depend on which other is with it.
type resting[T kernel.Float] struct {
	gliding   gliding[T]
	shrinking shrinking[T]
}

// take begins with a rest. It is done when finish returns.
func (r *resting[T]) take(ops *kernel.Ops[T], s *schedule[T], n rest[T]) {
	if n.from = r.gliding.take(ops, s, n); n.from < n.to {
		r.shrinking.take(ops, s, n)
	}
}

func (r *resting[T]) finish() { r.shrinking.finish() }

// shrinking are up to two rows that take the steps of Adam as they are.
type shrinking[T kernel.Float] struct {
	rows  [2]kernel.Shrinking[T]
	used  int
	ops   *kernel.Ops[T]
	decay kernel.Decay[T]
}

func (r *shrinking[T]) take(ops *kernel.Ops[T], s *schedule[T], n rest[T]) {
	r.ops, r.decay = ops, s.decay
	r.rows[r.used] = kernel.Shrinking[T]{
		Row: n.row, Pull: T(n.pull), Squares: ops.SumSquares(n.row.P), Steps: s.rests[n.from:n.to],
	}
	r.used++
	if r.used < len(r.rows) {
		return
	}
	ops.AdamShrink(r.rows[:], r.decay)
	r.used = 0
	for i := range r.rows {
		if len(r.rows[i].Steps) > 0 {
			r.rows[r.used] = r.rows[i]
			r.used++
		}
	}
}

func (r *shrinking[T]) finish() {
	if r.used > 0 {
		r.ops.AdamShrink(r.rows[:1], r.decay)
	}
	r.used = 0
}
