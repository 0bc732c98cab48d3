package kernel

import "math"

func adam[T Float](row Row[T], shares []Share[T], absolute bool, s *AdamStep[T], _ Row[T], _ []T) {
	checkAdam(row, shares, absolute)
	for i, p := range row.P {
		var g T
		for j := range shares {
			g += shares[j].at(i, absolute)
		}
		if absolute {
			g = timesSign(g, p)
		}
		m, v := s.moments(row.M[i], row.V[i], T(s.GainM*g), T(s.GainV*g))
		row.M[i], row.V[i] = m, v
		root := sqrt(v)
		k := (T(s.Slope*root) + s.Level) / T((root+s.Epsilon)*(root+s.Later))
		row.P[i] -= T(k * m)
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

func adamDrift[T Float](row Row[T], d Drift[T], _ Row[T]) {
	p, m, v := row.P, row.M, row.V
	same3(len(p), len(m), len(v))
	for i := range p {
		p[i] -= T(d.Rate*m[i]) / (sqrt(v[i]) + d.Epsilon)
		m[i] *= d.M
		v[i] *= d.V
	}
}

func adamShrink[T Float](rows []Shrinking[T], d Decay[T]) {
	steps := shrinkingSteps(rows)
	for i := range rows {
		rows[i].take(steps, d)
	}
}

// shrinkingSteps checks lengths and returns the minimum number of steps left.
func shrinkingSteps[T Float](rows []Shrinking[T]) int {
	steps := math.MaxInt
	for i := range rows {
		same2(len(rows[0].P), len(rows[i].P))
		same3(len(rows[i].P), len(rows[i].M), len(rows[i].V))
		steps = min(steps, len(rows[i].Steps))
	}
	return steps
}

func (a *Shrinking[T]) take(steps int, d Decay[T]) {
	for _, step := range a.Steps[:steps] {
		var q T
		if a.Squares > 0 {
			q = a.Pull / sqrt(a.Squares)
		}
		forM, forV := T(q*d.GainM), T(q*d.GainV)
		var sum lanes[T]
		for i, p := range a.P {
			m, v := d.moments(a.M[i], a.V[i], T(forM*p), T(forV*p))
			a.M[i], a.V[i] = m, v
			p -= T(step.Rate*m) / (sqrt(v) + step.Epsilon)
			a.P[i] = p
			sum[i%Lanes] += T(p * p)
		}
		a.Squares = sum.sum()
	}
	a.skip(steps)
}

// skip removes the steps that were taken.
func (a *Shrinking[T]) skip(steps int) { a.Steps = a.Steps[steps:] }

func ask[T Float]([]T) {}
