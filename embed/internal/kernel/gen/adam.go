package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const stepParams = "beta1, beta2, oneMinusBeta1, oneMinusBeta2, rate, scale, epsilon float32"

func steps() {
	p := function("adam", "(p, m, v, g []float32, "+stepParams+")", "p", "m", "v", "g")
	s := loadStep()
	blocks(length("p"), func(b block) {
		s.step(b, p[0], p[1], p[2], b.load(p[0]), b.load(p[3]))
	})
	finish()

	p = function("adamDrift", "(p, m, v []float32, w, a, eps, decayM, decayV float32)", "p", "m", "v")
	w, a, eps, decayM, decayV := scalar("w"), scalar("a"), scalar("eps"), scalar("decayM"), scalar("decayV")
	blocks(length("p"), func(b block) {
		mean, variance := b.load(p[1]), b.load(p[2])
		b.store(move(b.load(p[0]), mean, variance, w, a, eps), p[0])
		b.store(mul(decayM, mean), p[1])
		b.store(mul(decayV, variance), p[2])
	})
	finish()

	shrink()
}

// shrink runs its steps in the kernel, for each needs the sum of the one before.
func shrink() {
	p := function("adamShrink", "(p, m, v []float32, pull, squares float32, rates, scales []float32, "+
		"beta1, beta2, oneMinusBeta1, oneMinusBeta2, epsilon float32) float32", "p", "m", "v", "rates", "scales")
	s := step{
		beta1: scalar("beta1"), beta2: scalar("beta2"),
		oneMinusBeta1: scalar("oneMinusBeta1"), oneMinusBeta2: scalar("oneMinusBeta2"), epsilon: scalar("epsilon"),
		rate: YMM(), scale: YMM(),
	}
	squares, none := scalar("squares"), zero()
	at := GP64()
	XORQ(at, at)

	Label("step")
	CMPQ(at, length("rates"))
	JGE(LabelRef("end"))
	q, root := scalar("pull"), YMM()
	VSQRTPS(squares, root)
	VDIVPS(root, q, q)
	VANDPS(compare(greater, squares, none), q, q)
	VBROADCASTSS(Mem{Base: p[3], Index: at, Scale: size}, s.rate)
	VBROADCASTSS(Mem{Base: p[4], Index: at, Scale: size}, s.scale)
	sum := zero()
	blocks(length("p"), func(b block) {
		x := b.load(p[0])
		x = s.step(b, p[0], p[1], p[2], x, mul(q, x))
		b.addTo(sum, mul(x, x))
	})
	VBROADCASTSS(sumOf(sum), squares)
	INCQ(at)
	JMP(LabelRef("step"))

	Label("end")
	VZEROUPPER()
	Store(squares.AsX(), ReturnIndex(0))
	RET()
}

// A step holds the numbers of AdamStep, each in all lanes.
type step struct {
	beta1, beta2, oneMinusBeta1, oneMinusBeta2, rate, scale, epsilon VecVirtual
}

func loadStep() step {
	return step{
		scalar("beta1"), scalar("beta2"),
		scalar("oneMinusBeta1"), scalar("oneMinusBeta2"), scalar("rate"), scalar("scale"), scalar("epsilon"),
	}
}

// step moves the block x of p by the gradient g and returns what it stored.
func (s step) step(b block, p, m, v Register, x, g VecVirtual) VecVirtual {
	mean := b.load(m)
	VMULPS(s.beta1, mean, mean)
	VADDPS(mul(s.oneMinusBeta1, g), mean, mean)
	b.store(mean, m)

	variance := b.load(v)
	VMULPS(s.beta2, variance, variance)
	VMULPS(g, g, g)
	VMULPS(s.oneMinusBeta2, g, g)
	VADDPS(g, variance, variance)
	b.store(variance, v)

	x = move(x, mean, variance, s.rate, s.scale, s.epsilon)
	b.store(x, p)
	return x
}

// move is x − (w·m)/(√v·a + ε).
func move(x, m, v, w, a, eps VecVirtual) VecVirtual {
	root := YMM()
	VSQRTPS(v, root)
	VMULPS(a, root, root)
	VADDPS(eps, root, root)
	quotient := mul(w, m)
	VDIVPS(root, quotient, quotient)
	VSUBPS(quotient, x, x)
	return x
}
