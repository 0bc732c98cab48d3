package embed

import "box2el-owl/embed/internal/kernel"

// rowUpdate is a row that an update changes, with its gradient as a sum of shares.
type rowUpdate[T kernel.Float] struct {
	id     int32
	block  int
	row    kernel.Row[T]
	shares []kernel.Share[T]
}

// prefetch returns the vector of share i, which the kernel prefetches, or nil.
func (u *rowUpdate[T]) prefetch(i int) []T {
	if i < len(u.shares) {
		return u.shares[i].C
	}
	return nil
}

// maxShares is the largest number of shares that one call of the Adam kernel sums up. A gradient of
// more shares is summed up before and passed as one.
const maxShares = 12

// gradientBuffer holds the gradient of one row for a worker.
type gradientBuffer[T kernel.Float] struct {
	shares [maxShares + 1]kernel.Share[T] // the last is for the regularizer
	sum    []T                            // as long as the longest row
}

// update takes step number for the rows from … to−1 of the plan. The memory of each next row is
// prefetched.
func (t *trainer[T]) update(
	w *workspace[T], number, from, to int, buffers *[2]gradientBuffer[T],
) {
	if from >= to {
		return
	}
	row := t.rowUpdate(from, &buffers[from%2])
	for i := from; i < to; i++ {
		var next rowUpdate[T]
		if i+1 < to {
			next = t.rowUpdate(i+1, &buffers[(i+1)%2])
		}
		until := max(number, t.plan.until(i, t.schedule.steps))
		t.parameters.update(w, t.schedule, &row, number, until, &next)
		row = next
	}
	w.skipped.finish()
}

func (t *trainer[T]) rowUpdate(i int, buffer *gradientBuffer[T]) rowUpdate[T] {
	id := t.plan.rowIDs[i]
	b := t.parameters.blockOf(id)
	return rowUpdate[T]{id, b, t.parameters.state(b, id), t.shares(i, b, buffer)}
}

// shares returns the shares of the gradient of row i of the plan, in block b, in the order of the
// row's uses.
func (t *trainer[T]) shares(i, b int, buffer *gradientBuffer[T]) []kernel.Share[T] {
	block, n := &t.model.blocks[b], 0
	for _, u := range t.plan.uses[t.plan.start[i]:t.plan.start[i+1]] {
		contributions := t.model.terms[u.term()].operands[u.operand()].gradient
		for j := range contributions {
			if !t.share(&buffer.shares[n], u, &contributions[j], block) {
				continue
			}
			if n++; n > maxShares {
				sum := t.gradient(i, buffer.sum)
				buffer.shares[0] = kernel.Share[T]{
					C: sum[:block.Absolute], O: sum[block.Absolute:], KC: 1, KO: 1,
				}
				return buffer.shares[:1]
			}
		}
	}
	return buffer.shares[:n]
}

// share sets s to the contribution of a use to the gradient of a row of a block. It reports whether
// the factor of the contribution is not 0.
func (t *trainer[T]) share(s *kernel.Share[T], u use, c *contribution, block *Block) bool {
	term := &t.terms[u.term()]
	k := term.values[u.axiom()*term.valuesLen+c.value]
	if k == 0 {
		return false
	}
	residual := term.residuals[u.axiom()*term.residualLen+c.from:]
	s.C = residual[:block.Absolute]
	s.O = s.C
	if !c.hinge {
		s.O = residual[block.Absolute:block.Cols]
	}
	s.KC, s.KO, s.Hinge = k*T(c.center), k*T(c.offset), c.hinge
	return true
}

// gradient computes the gradient of row i of the plan in buffer, summing in the order of the row's
// uses.
func (t *trainer[T]) gradient(i int, buffer []T) []T {
	block := &t.model.blocks[t.parameters.blockOf(t.plan.rowIDs[i])]
	gradient := buffer[:block.Cols]
	clear(gradient)
	center, offset := gradient[:block.Absolute], gradient[block.Absolute:]
	var s kernel.Share[T]
	for _, u := range t.plan.uses[t.plan.start[i]:t.plan.start[i+1]] {
		contributions := t.model.terms[u.term()].operands[u.operand()].gradient
		for j := range contributions {
			switch {
			case !t.share(&s, u, &contributions[j], block):
			case !s.Hinge:
				t.ops.Axpy(center, s.KC, s.C)
				t.ops.Axpy(offset, s.KO, s.O)
			case len(offset) == 0:
				t.ops.AddPoint(center, s.KC, s.C)
			default:
				t.ops.AddBox(center, offset, s.KC, s.KO, s.C)
			}
		}
	}
	return gradient
}
