package embed

import "box2el-owl/embed/internal/kernel"

// touched is a unit of a plan, and what its gradient adds up from.
type touched[T kernel.Float] struct {
	unit   int32
	block  int
	row    kernel.Row[T]
	shares []kernel.Share[T]
}

// share returns the vector of share i, to be asked for.
func (t *touched[T]) share(i int) []T {
	if i < len(t.shares) {
		return t.shares[i].C
	}
	return nil
}

// mostShares is how many shares of a gradient are handed to the kernel that takes the step. If
// there are more, or other ones than it knows, they are added up before, and are one.
const mostShares = 12

// gathering is where a worker puts together what a row adds up.
type gathering[T kernel.Float] struct {
	shares [mostShares + 1]kernel.Share[T] // the last is of the regularizer
	sum    []T                             // as long as the longest row
}

// summand is an add that is a share of a whole row.
type summand[T kernel.Float] struct {
	value, from int
	kc, ko      T
	hinge       bool
}

// summandsOf returns the shares that a part of an axiom has in a row of its block; none if one is
// not of the whole row.
func summandsOf[T kernel.Float](p part, block Block) (all []summand[T]) {
	for _, a := range p.adds {
		s := summand[T]{value: a.value, from: a.from, kc: T(a.sign), ko: T(a.sign), hinge: a.hinge}
		if a.hinge {
			s.ko = T(a.offset)
		}
		wide := block.Cols // of what the vector is for
		if a.hinge {
			wide = a.n
			if a.offset != 0 {
				wide = 2 * a.n
			}
		}
		if a.at != 0 || wide != block.Cols || a.hinge && a.n != block.Absolute {
			return nil
		}
		all = append(all, s)
	}
	return all
}

// update takes the step of some of the plan's units. While a row takes it, the next one is asked
// for.
func (t *trainer[T]) update(w *workspace[T], number, from, to int, into *[2]gathering[T]) {
	if from >= to {
		return
	}
	row := t.touched(from, &into[from%2])
	for i := from; i < to; i++ {
		var next touched[T]
		if i+1 < to {
			next = t.touched(i+1, &into[(i+1)%2])
		}
		t.parameters.update(w, t.schedule, &row, number,
			max(number, t.plan.until(i, t.schedule.steps)), &next)
		row = next
	}
	w.resting.finish()
}

func (t *trainer[T]) touched(i int, into *gathering[T]) touched[T] {
	unit := t.plan.units[i]
	b := t.parameters.blockOf(unit)
	return touched[T]{unit, b, t.parameters.unit(b, unit), t.shares(i, b, into)}
}

// shares lists what the gradient of the plan's unit i, of a block, adds up from, in the order of
// its uses.
func (t *trainer[T]) shares(i, b int, into *gathering[T]) []kernel.Share[T] {
	uses := t.plan.uses[t.plan.start[i]:t.plan.start[i+1]]
	block := &t.model.blocks[b]
	shares := into.shares[:0]
	for _, u := range uses {
		term := &t.terms[u.term()]
		summands := term.summands[u.part()]
		if len(summands) == 0 || len(shares)+len(summands) > mostShares {
			return t.sumOf(i, block, into)
		}
		residual := term.residuals[u.axiom()*term.residual:]
		values := term.values[u.axiom()*term.numbers:]
		for j := range summands {
			s := &summands[j]
			k := values[s.value]
			if k == 0 {
				continue
			}
			n := len(shares)
			shares = shares[:n+1]
			share := &shares[n]
			share.C = residual[s.from : s.from+block.Absolute]
			share.O = share.C
			if !s.hinge {
				share.O = residual[s.from+block.Absolute : s.from+block.Cols]
			}
			share.KC, share.KO, share.Hinge = k*s.kc, k*s.ko, s.hinge
		}
	}
	return shares
}

// sumOf adds up the gradient of the plan's unit i.
func (t *trainer[T]) sumOf(i int, block *Block, into *gathering[T]) []kernel.Share[T] {
	sum := t.gather(i, into.sum)
	into.shares[0] = kernel.Share[T]{C: sum[:block.Absolute], O: sum[block.Absolute:], KC: 1, KO: 1}
	return into.shares[:1]
}

// gather adds up the gradient of the plan's unit i in the order of its uses.
func (t *trainer[T]) gather(i int, buffer []T) []T {
	unit := t.plan.units[i]
	gradient := buffer[:t.model.blocks[t.parameters.blockOf(unit)].Cols]
	clear(gradient)
	for _, u := range t.plan.uses[t.plan.start[i]:t.plan.start[i+1]] {
		term := &t.terms[u.term()]
		residual := term.residuals[u.axiom()*term.residual:]
		values := term.values[u.axiom()*term.numbers:]
		for _, a := range t.model.terms[u.term()].parts[u.part()].adds {
			k, r := values[a.value], residual[a.from:a.from+a.n]
			switch {
			case k == 0:
			case !a.hinge:
				t.ops.Axpy(gradient[a.at:a.at+a.n], k*T(a.sign), r)
			case a.offset == 0:
				t.ops.AddPoint(gradient[:a.n], k*T(a.sign), r)
			default:
				t.ops.AddBox(gradient[:a.n], gradient[a.n:2*a.n], k*T(a.sign), k*T(a.offset), r)
			}
		}
	}
	return gradient
}
