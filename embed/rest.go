package embed

import (
	"math"

	"box2el-owl/embed/internal/kernel"
)

// rest is a row of a regularized block and the steps from … to−1, in which no axiom touches it. Each has the gradient
// λ/N · row/‖row‖ of λ·mean‖row‖, which is not linear: they are taken one at a time.
type rest[T kernel.Float] struct {
	row      kernel.Row[T]
	pull     float64
	squares  T // of the row before them, summed
	from, to int
}

// resting brings rows through their rests. Where the loss has left moments that the regularizer hardly changes, they glide; others, as those
// that have hardly been touched yet, take the steps as they are. Two rows are in a kernel call, so that no step waits for a
// norm. What becomes of a row does not depend on which other is with it.
type resting[T kernel.Float] struct {
	gliding   gliding[T]
	shrinking shrinking[T]
}

// take begins with a rest. It is done when finish returns.
func (r *resting[T]) take(ops *kernel.Ops[T], s *schedule[T], n rest[T]) {
	if steps := n.to - n.from; steps >= shortestGlide && steps < len(s.powers) && r.gliding.take(ops, s, n, &r.shrinking) {
		return
	}
	r.shrinking.take(ops, s, n)
}

func (r *resting[T]) finish() {
	r.gliding.finish(&r.shrinking)
	r.shrinking.finish()
}

// gliding are up to two rows that glide (kernel.Gliding).
type gliding[T kernel.Float] struct {
	rows  [2]kernel.Gliding[T]
	rests [2]rest[T] // of rows
	used  int

	ops      *kernel.Ops[T]
	schedule *schedule[T]
}

// shortestGlide is from how many steps on it pays to begin and to end one.
const shortestGlide = 4

// take begins with a rest, if the row glides. One that turns out not to is handed over.
func (r *gliding[T]) take(ops *kernel.Ops[T], s *schedule[T], n rest[T], over *shrinking[T]) bool {
	r.ops, r.schedule = ops, s
	r.rests[r.used] = n
	g, steps := &r.rows[r.used], n.to-n.from
	if work := kernel.GlideWork(len(n.row.P)); len(g.Work) != work {
		g.Work = make([]T, work)
	}
	g.Row, g.Pull, g.Squares, g.Steps, g.Powers = n.row, T(n.pull), n.squares, s.rests[n.from:n.to], s.powers[:steps]
	if !ops.GlideFrom(g, s.growth[steps]) {
		return false
	}
	if r.used++; r.used == len(r.rows) {
		ops.Glide(r.rows[:])
		r.used = 0
		for i := range r.rows {
			if len(r.rows[i].Steps) == 0 {
				r.end(i, over)
				continue
			}
			if i != r.used {
				r.rows[0], r.rows[1] = r.rows[1], r.rows[0]
				r.rests[0] = r.rests[1]
			}
			r.used++
		}
	}
	return true
}

// end writes a row that has taken all its steps.
func (r *gliding[T]) end(i int, over *shrinking[T]) {
	n := r.rests[i]
	if steps := n.to - n.from; !r.ops.GlideTo(&r.rows[i], r.schedule.m[steps], r.schedule.v[steps]) {
		over.take(r.ops, r.schedule, n)
	}
}

func (r *gliding[T]) finish(over *shrinking[T]) {
	if r.used > 0 {
		r.ops.Glide(r.rows[:1])
		r.end(0, over)
	}
	r.used = 0
}

// longestGlide is how many steps a row may glide; M of kernel.Gliding grows by β₁⁻¹ in each.
const longestGlide = 128

// prepareGlides computes what depends on the number of the step within a glide.
func (s *schedule[T]) prepareGlides() {
	for j := range longestGlide + 1 {
		back1, back2 := math.Pow(beta1, -float64(j)), math.Pow(beta2, -float64(j))
		s.growth = append(s.growth, T(back2-1))
		if j > 0 {
			s.powers = append(s.powers, kernel.GlidePowers[T]{
				M: T((1 - beta1) * back1), D: T((1 - beta2) * back2), Rate: T(math.Sqrt(back2) / back1), Root: T(math.Sqrt(back2)),
			})
		}
	}
}

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
		Row: n.row, Pull: T(n.pull), Squares: n.squares, Steps: s.rests[n.from:n.to],
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
