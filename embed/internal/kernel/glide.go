package kernel

// GlideSums are sums over a row with u = y·m, and the largest values of two.
type GlideSums[T Float] struct {
	PP, PU, UU    T // Σ p², Σ p·u, Σ u²
	YPP, YPU, YUU T // Σ y·p², Σ y·p·u, Σ y·u²
	YYPP          T // Σ (y·p)²
	MostY, MostYP T // max y, max (y·p)²; a NaN is left out
}

// GlideSteps are the coefficients of many steps together, which the gradient Pull·p/‖p‖ of
// Shrinking makes linear in p and m once all norms are known. In each dimension they are
// polynomials in y.
type GlideSteps[T Float] struct {
	BendP, BendA T // P and A change by this, times what is added to v in parts of it

	P1, P2, P3 T // P(y) = P1 + P2·y + P3·y²
	A0, A1, A2 T // A, B and C likewise
	B0, B1, B2 T
	C0, C1, C2 T

	V              T // what is left of v
	E0, E1, E2, E3 T // what is added: E0·p² + E1·y·p² + E2·p·u + E3·u²
}

func glideSums[T Float](row Row[T], y []T, epsilon T) GlideSums[T] {
	same4(len(row.P), len(row.M), len(row.V), len(y))
	var pp, pu, uu, ypp, ypu, yuu, yypp lanes[T]
	var s GlideSums[T]
	for i, p := range row.P {
		x := 1 / (sqrt(row.V[i]) + epsilon)
		y[i] = x
		u, t := T(x*row.M[i]), T(x*p)
		l := i % Lanes
		pp[l] += T(p * p)
		pu[l] += T(p * u)
		uu[l] += T(u * u)
		ypp[l] += T(t * p)
		ypu[l] += T(t * u)
		yuu[l] += T(T(x*u) * u)
		square := T(t * t)
		yypp[l] += square
		s.MostY, s.MostYP = most(s.MostY, x), most(s.MostYP, square)
	}
	s.PP, s.PU, s.UU = pp.sum(), pu.sum(), uu.sum()
	s.YPP, s.YPU, s.YUU, s.YYPP = ypp.sum(), ypu.sum(), yuu.sum(), yypp.sum()
	return s
}

// most is the larger one; what is not a number is left out.
func most[T Float](so, x T) T {
	if x > so {
		return x
	}
	return so
}

func glide[T Float](row Row[T], y []T, s *GlideSteps[T]) {
	same4(len(row.P), len(row.M), len(row.V), len(y))
	for i, p := range row.P {
		m, x := row.M[i], y[i]
		u := T(x * m)
		added := T((T((T(s.E1*x)+s.E0)*p)+T(s.E2*u))*p) + T(s.E3*T(u*u))
		row.V[i] = T(s.V*row.V[i]) + added
		added = T(added * T(x*x))

		ofP := T((T((T(s.P3*x)+s.P2)*x) + s.P1) * p)
		ofM := T((T((T(s.A2*x)+s.A1)*x) + s.A0) * m)
		ofP += T(ofP * T(s.BendP*added))
		ofM += T(ofM * T(s.BendA*added))
		row.P[i] = p + T((ofP+ofM)*x)

		ofP = T((T((T(s.C2*x)+s.C1)*x) + s.C0) * p)
		ofM = T((T((T(s.B2*x)+s.B1)*x) + s.B0) * m)
		row.M[i] = ofM + ofP
	}
}
