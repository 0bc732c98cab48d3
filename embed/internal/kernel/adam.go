package kernel

func adam[T Float](row Row[T], g []T, absolute bool, s AdamStep[T], _ Row[T], _ []T) T {
	same4(len(row.P), len(row.M), len(row.V), len(g))
	var sum lanes[T]
	for i, p := range row.P {
		d := g[i]
		if absolute {
			d = timesSign(d, p)
		}
		d += T(s.Pull * p)
		m := T(s.Beta1*row.M[i]) + T(s.OneMinusBeta1*d)
		v := T(s.Beta2*row.V[i]) + T(s.OneMinusBeta2*T(d*d))
		row.M[i], row.V[i] = T(s.Drift.M*m), T(s.Drift.V*v)

		root := sqrt(v)
		step, drift := T(s.Scale*root)+s.Epsilon, T(s.Drift.Scale*root)+s.Epsilon
		k := (T(s.Rate*drift) + T(s.Drift.Rate*step)) / T(step*drift)
		p -= T(k * m)
		row.P[i] = p
		sum[i%Lanes] += T(p * p)
	}
	return sum.sum()
}

func adamDrift[T Float](row Row[T], d Drift[T], epsilon T, _ Row[T]) {
	p, m, v := row.P, row.M, row.V
	same3(len(p), len(m), len(v))
	for i := range p {
		p[i] -= T(d.Rate*m[i]) / (T(sqrt(v[i])*d.Scale) + epsilon)
		m[i] *= d.M
		v[i] *= d.V
	}
}

func adamShrink[T Float](a, b *Shrinking[T], s AdamStep[T]) {
	steps := shrinkingSteps(a, b)
	a.take(steps, s)
	if b != nil {
		b.take(steps, s)
	}
}

// shrinkingSteps checks lengths and returns the number of steps that both rows have left.
func shrinkingSteps[T Float](a, b *Shrinking[T]) int {
	same3(len(a.P), len(a.M), len(a.V))
	same2(len(a.Rates), len(a.Scales))
	if b == nil {
		return len(a.Rates)
	}
	same4(len(a.P), len(b.P), len(b.M), len(b.V))
	same2(len(b.Rates), len(b.Scales))
	return min(len(a.Rates), len(b.Rates))
}

func (a *Shrinking[T]) take(steps int, s AdamStep[T]) {
	for t := range steps {
		rate, scale := a.Rates[t], a.Scales[t]
		var q T
		if a.Squares > 0 {
			q = a.Pull / sqrt(a.Squares)
		}
		var sum lanes[T]
		for i, p := range a.P {
			g := T(q * p)
			m := T(s.Beta1*a.M[i]) + T(s.OneMinusBeta1*g)
			v := T(s.Beta2*a.V[i]) + T(s.OneMinusBeta2*T(g*g))
			a.M[i], a.V[i] = m, v
			p -= T(rate*m) / (T(sqrt(v)*scale) + s.Epsilon)
			a.P[i] = p
			sum[i%Lanes] += T(p * p)
		}
		a.Squares = sum.sum()
	}
	a.skip(steps)
}

// skip leaves out steps that were taken.
func (a *Shrinking[T]) skip(steps int) { a.Rates, a.Scales = a.Rates[steps:], a.Scales[steps:] }

func ask[T Float]([]T) {}
