package kernel

import (
	"math"
	"unsafe"
)

// Gliding is a row whose steps have the gradient Pull·p/‖p‖, as those of Shrinking have, in steps that hardly change v: what the
// loss left in it outweighs the regularizer. With m_j = β₁ʲ·M_j and v_j = β₂ʲ·V_j after the j-th step, numbered t, and q = Pull/‖p‖,
//
//	M += (1−β₁)β₁⁻ʲ·q·p
//	D += (1−β₂)β₂⁻ʲ·q²·p²                     V_j = V₀ + D
//	p −= Rate(t)·(β₁/√β₂)ʲ·M / (√V_j + Epsilon(t)·β₂^(j/2))
//
// A step has no root, for √V_j is √V₀ + slope·D, on the secant to the D that is expected. Where D is at most δ·V₀, this is less than
// δ²/8 of √V_j off, and glideBound keeps that within some roundings of T.
type Gliding[T Float] struct {
	Row[T]
	Pull    T
	Squares T // Σ p²

	Steps  []RestStep[T]    // to be taken
	Powers []GlidePowers[T] // for j of the first of them on
	Work   []T              // GlideWork(n) elements
}

// GlidePowers are numbers of the j-th step of a row.
type GlidePowers[T Float] struct {
	M    T // (1−β₁)β₁⁻ʲ
	D    T // (1−β₂)β₂⁻ʲ
	Rate T // (β₁/√β₂)ʲ
	Root T // β₂^(−j/2)
}

// A block of Work holds what stands in the same lanes: p, M, D, √V₀ and the slope.
const (
	glideP = iota * Lanes
	glideM
	glideD
	glideRoot
	glideSlope
	glideBlock
)

// GlideWork is the length of Gliding.Work for a row of n elements.
func GlideWork(n int) int { return (n + Lanes - 1) / Lanes * glideBlock }

// glideBound is the largest expected D/V₀, and half the largest that is accepted.
func glideBound[T Float]() T {
	if unsafe.Sizeof(T(0)) == 4 {
		return 1. / (1 << 9)
	}
	return 1. / (1 << 24)
}

func glideFrom[T Float](g *Gliding[T], growth T) bool {
	checkGlide(g)
	factor := glideFactor(g, growth)
	bound := glideBound[T]()
	clear(g.Work)
	steady := true
	for i, p := range g.P {
		v := g.V[i]
		expected := T(factor * T(p*p))
		if !(expected < T(bound*v)) {
			steady = false
		}
		b := g.Work[i/Lanes*glideBlock+i%Lanes:]
		root := sqrt(v)
		b[glideP], b[glideM] = p, g.M[i]
		b[glideRoot], b[glideSlope] = root, root/((v+v)+T(expected*0.5))
	}
	return steady
}

func checkGlide[T Float](g *Gliding[T]) {
	same3(len(g.P), len(g.M), len(g.V))
	same2(len(g.Work), GlideWork(len(g.P)))
}

// glideFactor is by what p² is multiplied for the expected D.
func glideFactor[T Float](g *Gliding[T], growth T) T {
	return T(T(g.Pull*g.Pull)*growth) / g.Squares
}

func glide[T Float](rows []Gliding[T]) {
	steps := glideSteps(rows)
	for i := range rows {
		rows[i].take(steps)
	}
}

// glideSteps checks lengths and returns the number of steps that all rows have left.
func glideSteps[T Float](rows []Gliding[T]) int {
	steps := math.MaxInt
	for i := range rows {
		same2(len(rows[0].Work), len(rows[i].Work))
		steps = min(steps, len(rows[i].Steps), len(rows[i].Powers))
	}
	return steps
}

func (g *Gliding[T]) take(steps int) {
	for j := range steps {
		step, powers := g.Steps[j], g.Powers[j]
		var q T
		if g.Squares > 0 {
			q = g.Pull / sqrt(g.Squares)
		}
		forM, forD := T(q*powers.M), T(T(q*q)*powers.D)
		rate, epsilon := T(step.Rate*powers.Rate), T(step.Epsilon*powers.Root)
		var sum lanes[T]
		for at := 0; at < len(g.Work); at += glideBlock {
			b := g.Work[at : at+glideBlock]
			for l := range Lanes {
				p := b[glideP+l]
				m := b[glideM+l] + T(forM*p)
				d := b[glideD+l] + T(forD*T(p*p))
				b[glideM+l], b[glideD+l] = m, d
				root := b[glideRoot+l] + T(b[glideSlope+l]*d)
				p -= T(rate*m) / (root + epsilon)
				b[glideP+l] = p
				sum[l] += T(p * p)
			}
		}
		g.Squares = sum.sum()
	}
	g.skip(steps)
}

// skip leaves out steps that were taken.
func (g *Gliding[T]) skip(steps int) { g.Steps, g.Powers = g.Steps[steps:], g.Powers[steps:] }

func glideTo[T Float](g *Gliding[T], decayM, decayV T) bool {
	checkGlide(g)
	bound := glideBound[T]()
	for i := range g.P {
		b := g.Work[i/Lanes*glideBlock+i%Lanes:]
		if !(T(b[glideSlope]*b[glideD]) <= T(bound*b[glideRoot])) {
			return false
		}
	}
	for i := range g.P {
		b := g.Work[i/Lanes*glideBlock+i%Lanes:]
		g.P[i] = b[glideP]
		g.M[i] = T(decayM * b[glideM])
		g.V[i] = T(decayV * (g.V[i] + b[glideD]))
	}
	return true
}
