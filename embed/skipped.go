package embed

import "box2el-owl/embed/internal/kernel"

// skippedSteps are the steps from … to−1 of a row of a regularized block, in which no axiom uses
// the row. The gradient in each of them is that of the regularizer λ·mean‖row‖, which is λ/N ·
// row/‖row‖ and not linear in the row.
type skippedSteps[T kernel.Float] struct {
	row      kernel.Row[T]
	pull     float64 // λ/N
	from, to int
}

// skippedUpdates takes the steps of up to two rows one by one, in one kernel call, so that the
// computation of one norm hides the latency of the other. The result for a row does not depend on
// the other row.
type skippedUpdates[T kernel.Float] struct {
	rows  [2]kernel.Shrinking[T]
	used  int
	ops   *kernel.Ops[T]
	decay kernel.Decay[T]
}

func (u *skippedUpdates[T]) start(ops *kernel.Ops[T], s *adamSchedule[T], steps skippedSteps[T]) {
	u.ops, u.decay = ops, s.decay
	u.rows[u.used] = kernel.Shrinking[T]{
		Row: steps.row, Pull: T(steps.pull), Squares: ops.SumSquares(steps.row.P),
		Steps: s.skipped[steps.from:steps.to],
	}
	u.used++
	if u.used < len(u.rows) {
		return
	}
	ops.AdamShrink(u.rows[:], u.decay)
	u.used = 0
	for i := range u.rows {
		if len(u.rows[i].Steps) > 0 {
			u.rows[u.used] = u.rows[i]
			u.used++
		}
	}
}

func (u *skippedUpdates[T]) finish() {
	if u.used > 0 {
		u.ops.AdamShrink(u.rows[:1], u.decay)
	}
	u.used = 0
}
