package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func steps() {
	adam("adam", false)
	adam("adamAbsolute", true)

	p := function("adamDrift", "(p, m, v []float32, w, a, eps, decayM, decayV float32, nextP, nextM, nextV *float32)", "p", "m", "v")
	next := pointers("nextP", "nextM", "nextV")
	w, a, eps, decayM, decayV := scalar("w"), scalar("a"), scalar("eps"), scalar("decayM"), scalar("decayV")
	blocks(length("p"), func(b block) {
		b.ask(next...)
		mean, variance := b.load(p[1]), b.load(p[2])
		b.store(move(b.load(p[0]), mean, variance, w, a, eps), p[0])
		b.store(mul(decayM, mean), p[1])
		b.store(mul(decayV, variance), p[2])
	})
	finish()

	shrink()
	shrinkBoth()
}

// adam moves p twice, by the step and by the drift after it, with one root and one quotient for both.
func adam(twin string, absolute bool) {
	p := function(twin, "(p, m, v, g []float32, pull, beta1, beta2, oneMinusBeta1, oneMinusBeta2, rate, scale, "+
		"w, a, decayM, decayV, epsilon float32, nextP, nextM, nextV, nextR *float32) float32", "p", "m", "v", "g")
	next := pointers("nextP", "nextM", "nextV", "nextR")
	beta1, beta2, oneMinusBeta1, oneMinusBeta2 := scalar("beta1"), scalar("beta2"), scalar("oneMinusBeta1"), scalar("oneMinusBeta2")
	rate, scale, epsilon, w, a := scalar("rate"), scalar("scale"), scalar("epsilon"), scalar("w"), scalar("a")
	pull, decayM, decayV := local("pull"), local("decayM"), local("decayV")
	sum := zero()
	blocks(length("p"), func(b block) {
		b.ask(next...)
		x, g := b.load(p[0]), b.load(p[3])
		if absolute {
			g = timesSign(g, x, signBits(), zero())
		}
		VADDPS(mul(pull, x), g, g)

		mean := b.load(p[1])
		VMULPS(beta1, mean, mean)
		VADDPS(mul(oneMinusBeta1, g), mean, mean)
		b.store(mul(decayM, mean), p[1])

		variance := b.load(p[2])
		VMULPS(beta2, variance, variance)
		VMULPS(g, g, g)
		VMULPS(oneMinusBeta2, g, g)
		VADDPS(g, variance, variance)
		b.store(mul(decayV, variance), p[2])

		VSQRTPS(variance, variance)
		step, drift := mul(scale, variance), mul(a, variance)
		VADDPS(epsilon, step, step)
		VADDPS(epsilon, drift, drift)
		k := mul(rate, drift)
		VADDPS(mul(w, step), k, k)
		VDIVPS(mul(step, drift), k, k)
		VMULPS(mean, k, k)
		VSUBPS(k, x, x)
		b.store(x, p[0])
		b.addTo(sum, mul(x, x))
	})
	finishSum(sum)
}

func pointers(names ...string) (all []Register) {
	for _, name := range names {
		all = append(all, Load(Param(name), GP64()))
	}
	return all
}

const stepParams = "beta1, beta2, oneMinusBeta1, oneMinusBeta2, epsilon float32"

// shrink runs its steps in the kernel, for each needs the sum of the one before.
func shrink() {
	open("adamShrinkAVX2", "(p, m, v, rates, scales *float32, n, steps int, pull, squares float32, "+stepParams+") float32",
		"adamShrink of one row")
	s := loadStep()
	squares := scalar("squares")
	at := GP64()
	XORQ(at, at)
	Label("step")
	s.shrink("", at, squares)
	INCQ(at)
	CMPQ(at, Load(Param("steps"), GP64()))
	JLT(LabelRef("step"))
	VZEROUPPER()
	Store(squares.AsX(), ReturnIndex(0))
	RET()
}

// shrinkBoth takes a step of one row and a step of the other in turn, so that the sum of the one is at hand when the step
// of the other is done.
func shrinkBoth() {
	open("adamShrinkBothAVX2", "(pA, mA, vA, ratesA, scalesA, pB, mB, vB, ratesB, scalesB *float32, n, steps int, "+
		"pullA, squaresA, pullB, squaresB float32, "+stepParams+") (sumA, sumB float32)", "adamShrink of two rows")
	s := loadStep()
	squaresA, squaresB := scalar("squaresA"), scalar("squaresB")
	at := GP64()
	XORQ(at, at)
	Label("step")
	s.shrink("A", at, squaresA)
	s.shrink("B", at, squaresB)
	INCQ(at)
	CMPQ(at, Load(Param("steps"), GP64()))
	JLT(LabelRef("step"))
	VZEROUPPER()
	Store(squaresA.AsX(), ReturnIndex(0))
	Store(squaresB.AsX(), ReturnIndex(1))
	RET()
}

// A step holds the numbers of AdamStep that do not change from step to step, each in all lanes.
type step struct {
	beta1, beta2, oneMinusBeta1, oneMinusBeta2, epsilon VecVirtual
}

func loadStep() step {
	return step{scalar("beta1"), scalar("beta2"), scalar("oneMinusBeta1"), scalar("oneMinusBeta2"), scalar("epsilon")}
}

// shrink takes step number at of the row whose parameters have the suffix.
func (s step) shrink(row string, at Register, squares VecVirtual) {
	rates, scales := Load(Param("rates"+row), GP64()), Load(Param("scales"+row), GP64())
	rate, scale := YMM(), YMM()
	VBROADCASTSS(Mem{Base: rates, Index: at, Scale: size}, rate)
	VBROADCASTSS(Mem{Base: scales, Index: at, Scale: size}, scale)
	q, root := scalar("pull"+row), YMM()
	VSQRTPS(squares, root)
	VDIVPS(root, q, q)
	VANDPS(compare(greater, squares, zero()), q, q)
	p := pointers("p"+row, "m"+row, "v"+row)
	sum := zero()
	blocksOf(row, Load(Param("n"), GP64()), func(b block) {
		x := b.load(p[0])
		x = s.step(b, p[0], p[1], p[2], x, mul(q, x), rate, scale)
		b.addTo(sum, mul(x, x))
	})
	VBROADCASTSS(sumOf(sum), squares)
}

// step moves the block x of p by the gradient g and returns what it stored.
func (s step) step(b block, p, m, v Register, x, g, rate, scale VecVirtual) VecVirtual {
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

	x = move(x, mean, variance, rate, scale, s.epsilon)
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
