package kernel

func inclusion[T Float](r, ca, oa, cb, ob []T, margin T) T {
	same5(len(r), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range r {
		d := ca[i] - cb[i]
		h := positive(((abs(d) + abs(oa[i])) - abs(ob[i])) - margin)
		r[i] = signed(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func disjointness[T Float](r, ca, oa, cb, ob []T, margin T) T {
	same5(len(r), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range r {
		d := ca[i] - cb[i]
		h := positive(((abs(oa[i]) + abs(ob[i])) - abs(d)) - margin)
		r[i] = signed(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func separation[T Float](r, ca, oa, cb, ob []T, margin T) T {
	same5(len(r), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range r {
		d := ca[i] - cb[i]
		h := positive(((abs(d) - abs(oa[i])) - abs(ob[i])) + margin)
		r[i] = signed(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func intersect[T Float](c, o, ca, oa, cb, ob []T) {
	same2(len(c), len(o))
	same5(len(c), len(ca), len(oa), len(cb), len(ob))
	for i := range c {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		l, u := larger(lA, lB), smaller(uA, uB)
		c[i], o[i] = T((l+u)*0.5), T(abs(u-l)*0.5)
	}
}

func intersectGradient[T Float](ga, gb, r, ca, oa, cb, ob []T) {
	n := len(r)
	same5(n, len(ca), len(oa), len(cb), len(ob))
	same3(2*n, len(ga), len(gb))
	for i := range r {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		half := T(byCenter(r[i]) * 0.5)
		width := timesSign(T(abs(r[i])*0.5), smaller(uA, uB)-larger(lA, lB))
		dl, du := half-width, half+width
		dlA, dlB := share(dl, lA, lB)
		duA, duB := share(du, uB, uA) // A has the smaller end if uB > uA
		ga[i], ga[n+i] = dlA+duA, duA-dlA
		gb[i], gb[n+i] = dlB+duB, duB-dlB
	}
}

func emptyGap[T Float](r, ca, oa, cb, ob []T) T {
	same5(len(r), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range r {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		gap := positive(larger(lA, lB) - smaller(uA, uB))
		r[i] = signed(gap, ca[i]-cb[i])
		s[i%Lanes] += T(gap * gap)
	}
	return s.sum()
}

func addBox[T Float](gc, gb []T, kc, kb T, r []T) {
	same3(len(gc), len(gb), len(r))
	for i, x := range r {
		gc[i] += T(kc * byCenter(x))
		gb[i] += T(kb * abs(x))
	}
}

func addPoint[T Float](g []T, k T, r []T) {
	same2(len(g), len(r))
	for i, x := range r {
		g[i] += T(k * byCenter(x))
	}
}

// corners returns the lower and upper end of a box in one dimension.
func corners[T Float](c, o T) (l, u T) {
	o = abs(o)
	return c - o, c + o
}

// share assigns the gradient d of max(a, b) to the larger argument, and half to each if they are
// equal.
func share[T Float](d, a, b T) (da, db T) {
	switch {
	case a > b:
		return d, 0
	case a < b:
		return 0, d
	case a == b:
		return T(d * 0.5), T(d * 0.5)
	}
	return 0, 0 // NaN
}
