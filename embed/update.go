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
// more shares, or of contributions that do not cover the whole row, is summed up before and passed
// as one share.
const maxShares = 12

// gradientBuffer holds the gradient of one row for a worker.
type gradientBuffer[T kernel.Float] struct {
	shares [maxShares + 1]kernel.Share[T] // the last is for the regularizer
	sum    []T                            // as long as the longest row
}

// rowContribution is a contribution that covers a whole row, in the form of kernel.Share.
type rowContribution[T kernel.Float] struct {
	value, from int
	kc, ko      T
	hinge       bool
}

// rowContributions converts the contributions of an operand. It returns nil if one of them does not
// cover the whole row.
func rowContributions[T kernel.Float](o operand, block Block) (all []rowContribution[T]) {
	for _, c := range o.gradient {
		r := rowContribution[T]{
			value: c.value, from: c.from, kc: T(c.sign), ko: T(c.sign), hinge: c.hinge,
		}
		covered := c.n // columns
		if c.hinge {
			r.ko = T(c.offset)
			if c.offset != 0 {
				covered = 2 * c.n
			}
		}
		if c.at != 0 || covered != block.Cols || c.hinge && c.n != block.Absolute {
			return nil
		}
		all = append(all, r)
	}
	return all
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
	uses := t.plan.uses[t.plan.start[i]:t.plan.start[i+1]]
	block := &t.model.blocks[b]
	shares := buffer.shares[:0]
	for _, u := range uses {
		term := &t.terms[u.term()]
		contributions := term.contributions[u.operand()]
		if len(contributions) == 0 || len(shares)+len(contributions) > maxShares {
			return t.summedShare(i, block, buffer)
		}
		residual := term.residuals[u.axiom()*term.residualLen:]
		values := term.values[u.axiom()*term.valuesLen:]
		for j := range contributions {
			c := &contributions[j]
			k := values[c.value]
			if k == 0 {
				continue
			}
			n := len(shares)
			shares = shares[:n+1]
			share := &shares[n]
			share.C = residual[c.from : c.from+block.Absolute]
			share.O = share.C
			if !c.hinge {
				share.O = residual[c.from+block.Absolute : c.from+block.Cols]
			}
			share.KC, share.KO, share.Hinge = k*c.kc, k*c.ko, c.hinge
		}
	}
	return shares
}

// summedShare returns the gradient of row i of the plan as one share.
func (t *trainer[T]) summedShare(i int, block *Block, buffer *gradientBuffer[T]) []kernel.Share[T] {
	sum := t.gradient(i, buffer.sum)
	buffer.shares[0] = kernel.Share[T]{
		C: sum[:block.Absolute], O: sum[block.Absolute:], KC: 1, KO: 1,
	}
	return buffer.shares[:1]
}

// gradient computes the gradient of row i of the plan in buffer, summing in the order of the row's
// uses.
func (t *trainer[T]) gradient(i int, buffer []T) []T {
	id := t.plan.rowIDs[i]
	gradient := buffer[:t.model.blocks[t.parameters.blockOf(id)].Cols]
	clear(gradient)
	for _, u := range t.plan.uses[t.plan.start[i]:t.plan.start[i+1]] {
		term := &t.terms[u.term()]
		residual := term.residuals[u.axiom()*term.residualLen:]
		values := term.values[u.axiom()*term.valuesLen:]
		for _, c := range t.model.terms[u.term()].operands[u.operand()].gradient {
			k, r := values[c.value], residual[c.from:c.from+c.n]
			switch {
			case k == 0:
			case !c.hinge:
				t.ops.Axpy(gradient[c.at:c.at+c.n], k*T(c.sign), r)
			case c.offset == 0:
				t.ops.AddPoint(gradient[:c.n], k*T(c.sign), r)
			default:
				t.ops.AddBox(gradient[:c.n], gradient[c.n:2*c.n], k*T(c.sign), k*T(c.offset), r)
			}
		}
	}
	return gradient
}
