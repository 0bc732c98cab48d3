package kernel

func inclusion[T Float](y, x, ca, oa, cb, ob []T, margin T) T {
	same6(len(y), len(x), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range x {
		d := ca[i] - cb[i]
		h := positive(((abs(d) + abs(oa[i])) - abs(ob[i])) - margin)
		x[i], y[i] = h, timesSign(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func disjointness[T Float](y, x, ca, oa, cb, ob []T, margin T) T {
	same6(len(y), len(x), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range x {
		d := ca[i] - cb[i]
		h := positive(((abs(oa[i]) + abs(ob[i])) - abs(d)) - margin)
		x[i], y[i] = h, timesSign(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func separation[T Float](y, x, ca, oa, cb, ob []T, margin T) T {
	same6(len(y), len(x), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range x {
		d := ca[i] - cb[i]
		h := positive(((abs(d) - abs(oa[i])) - abs(ob[i])) + margin)
		x[i], y[i] = h, timesSign(h, d)
		s[i%Lanes] += T(h * h)
	}
	return s.sum()
}

func intersect[T Float](c, o, ca, oa, cb, ob []T) {
	same6(len(c), len(o), len(ca), len(oa), len(cb), len(ob))
	for i := range c {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		l, u := larger(lA, lB), smaller(uA, uB)
		c[i], o[i] = T((l+u)*0.5), T(abs(u-l)*0.5)
	}
}

func intersectGradient[T Float](ga, gb, dc, do, ca, oa, cb, ob []T) {
	n := len(dc)
	same6(n, len(do), len(ca), len(oa), len(cb), len(ob))
	same3(2*n, len(ga), len(gb))
	for i := range dc {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		half := T(dc[i] * 0.5)
		width := timesSign(T(do[i]*0.5), smaller(uA, uB)-larger(lA, lB))
		dl, du := half-width, half+width
		dlA, dlB := share(dl, lA, lB)
		duA, duB := share(du, uB, uA) // A has the smaller end if uB > uA
		ga[i], ga[n+i] = dlA+duA, duA-dlA
		gb[i], gb[n+i] = dlB+duB, duB-dlB
	}
}

func emptyGap[T Float](z, ca, oa, cb, ob []T) T {
	same5(len(z), len(ca), len(oa), len(cb), len(ob))
	var s lanes[T]
	for i := range z {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		gap := positive(larger(lA, lB) - smaller(uA, uB))
		z[i] = gap
		s[i%Lanes] += T(gap * gap)
	}
	return s.sum()
}

func emptyGapGradient[T Float](ga, gb, z, ca, oa, cb, ob []T) {
	n := len(z)
	same5(n, len(ca), len(oa), len(cb), len(ob))
	same3(2*n, len(ga), len(gb))
	for i := range z {
		lA, uA := corners(ca[i], oa[i])
		lB, uB := corners(cb[i], ob[i])
		dlA, dlB := share(z[i], lA, lB)
		duA, duB := share(-z[i], uB, uA) // A has the smaller end if uB > uA
		ga[i], ga[n+i] = dlA+duA, duA-dlA
		gb[i], gb[n+i] = dlB+duB, duB-dlB
	}
}

// corners returns the lower and upper end of a box in one dimension.
func corners[T Float](c, o T) (l, u T) {
	o = abs(o)
	return c - o, c + o
}

// share hands the gradient d of max(a, b) to the larger of the two, half to each if they are equal.
func share[T Float](d, a, b T) (da, db T) {
	switch {
	case a > b:
		return d, 0
	case a < b:
		return 0, d
	case a == b:
		return T(d * 0.5), T(d * 0.5)
	}
	return 0, 0 // not a number
}
