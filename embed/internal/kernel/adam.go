package kernel

func adam[T Float](row Row[T], shares []Share[T], absolute bool, d Decay[T], s Step[T]) {
	checkAdam(row, shares, absolute)
	for i, p := range row.P {
		var g T
		for j := range shares {
			g += shares[j].at(i, absolute)
		}
		if absolute {
			g = timesSign(g, p)
		}
		m, v := d.moments(row.M[i], row.V[i], T(d.GainM*g), T(d.GainV*g))
		row.M[i], row.V[i] = m, v
		row.P[i] -= s.of(m, v)
	}
}

func checkAdam[T Float](row Row[T], shares []Share[T], absolute bool) {
	same3(len(row.P), len(row.M), len(row.V))
	for i := range shares {
		if absolute {
			same2(len(shares[i].O), len(row.P))
		} else {
			same2(len(shares[i].C), len(row.P))
		}
	}
}

// at returns the term of element i.
func (s *Share[T]) at(i int, absolute bool) T {
	switch {
	case absolute && s.Hinge:
		return T(s.KO * abs(s.O[i]))
	case absolute:
		return T(s.KO * s.O[i])
	case s.Hinge:
		return T(s.KC * byCenter(s.C[i]))
	}
	return T(s.KC * s.C[i])
}

// moments returns m and v after a step with a gradient that was multiplied by each gain.
func (d *Decay[T]) moments(m, v, forM, forV T) (_, _ T) {
	return T(d.M*m) + forM, T(d.V*v) + T(forV*forV)
}

func adamDrift[T Float](row Row[T], d Drift[T]) {
	p, m, v := row.P, row.M, row.V
	same3(len(p), len(m), len(v))
	for i := range p {
		p[i] -= T(d.Rate*m[i]) / (sqrt(v[i]) + d.Epsilon)
		m[i] *= d.M
		v[i] *= d.V
	}
}

func adamShrink[T Float](row Row[T], pull T, d Decay[T], steps []Step[T]) {
	same3(len(row.P), len(row.M), len(row.V))
	squares := sumSquares(row.P)
	for _, step := range steps {
		var q T
		if squares > 0 {
			q = pull / sqrt(squares)
		}
		forM, forV := T(q*d.GainM), T(q*d.GainV)
		var sum lanes[T]
		for i, p := range row.P {
			m, v := d.moments(row.M[i], row.V[i], T(forM*p), T(forV*p))
			row.M[i], row.V[i] = m, v
			p -= step.of(m, v)
			row.P[i] = p
			sum[i%Lanes] += T(p * p)
		}
		squares = sum.sum()
	}
}

// of returns the change of a value with the moments m and v.
func (s Step[T]) of(m, v T) T { return T(s.Rate*m) / (sqrt(v) + s.Epsilon) }

func ask[T Float]([]T) {}
