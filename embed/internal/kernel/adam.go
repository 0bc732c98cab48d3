package kernel

func adam[T Float](p, m, v, g []T, s AdamStep[T]) {
	same4(len(p), len(m), len(v), len(g))
	for i := range p {
		s.step(&p[i], &m[i], &v[i], g[i])
	}
}

func adamDrift[T Float](p, m, v []T, w, a, eps, decayM, decayV T) {
	same3(len(p), len(m), len(v))
	for i := range p {
		p[i] -= T(w*m[i]) / (T(sqrt(v[i])*a) + eps)
		m[i] *= decayM
		v[i] *= decayV
	}
}

func adamShrink[T Float](p, m, v []T, pull, squares T, rates, scales []T, s AdamStep[T]) T {
	same3(len(p), len(m), len(v))
	same2(len(rates), len(scales))
	for t := range rates {
		s.Rate, s.Scale = rates[t], scales[t]
		var q T
		if squares > 0 {
			q = pull / sqrt(squares)
		}
		var sum lanes[T]
		for i := range p {
			s.step(&p[i], &m[i], &v[i], T(q*p[i]))
			sum[i%Lanes] += T(p[i] * p[i])
		}
		squares = sum.sum()
	}
	return squares
}

// step moves one parameter.
func (s *AdamStep[T]) step(p, m, v *T, g T) {
	*m = T(s.Beta1*(*m)) + T(s.OneMinusBeta1*g)
	*v = T(s.Beta2*(*v)) + T(s.OneMinusBeta2*T(g*g))
	*p -= T(s.Rate*(*m)) / (T(sqrt(*v)*s.Scale) + s.Epsilon)
}
