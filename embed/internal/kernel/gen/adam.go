package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func steps() {
	adam("adam", false)
	adam("adamAbsolute", true)

	p := function("adamDrift",
		"(p, m, v []float32, rate, epsilon, decayM, decayV float32)", "p", "m", "v")
	rate, epsilon, decayM, decayV := scalar("rate"), scalar("epsilon"), scalar("decayM"),
		scalar("decayV")
	blocks(length("p"), func(b block) {
		x, mean, variance := b.load(p[0]), b.load(p[1]), b.load(p[2])
		root := YMM()
		VSQRTPS(variance, root)
		VADDPS(epsilon, root, root)
		quotient := mul(rate, mean)
		VDIVPS(root, quotient, quotient)
		VSUBPS(quotient, x, x)
		b.store(x, p[0])
		b.store(mul(decayM, mean), p[1])
		b.store(mul(decayV, variance), p[2])
	})
	finish()

	shrink()
}

// adam adds the gradient up in a register.
func adam(twin string, absolute bool) {
	p := function(twin, "(p, m, v []float32, shares *float32, count int, decayM, gainM, decayV, "+
		"gainV, rate, epsilon float32)", "p", "m", "v")
	decayM, gainM, decayV, gainV := scalar("decayM"), scalar("gainM"), scalar("decayV"),
		scalar("gainV")
	rate, epsilon := scalar("rate"), scalar("epsilon")
	shares, end := Load(Param("shares"), GP64()), GP64()
	IMUL3Q(Imm(shareSize), Load(Param("count"), GP64()), end)
	ADDQ(shares, end)

	root, quotient := YMM(), YMM()
	pipeline(length("p"), func(b block) {
		g := gradient(b, shares, end, absolute)
		if absolute {
			g = timesSign(g, b.load(p[0]), signBits(), zero())
		}
		mean, variance := mul(decayM, b.load(p[1])), mul(decayV, b.load(p[2]))
		VADDPS(mul(gainM, g), mean, mean)
		b.store(mean, p[1])
		VMULPS(gainV, g, g)
		VMULPS(g, g, g)
		VADDPS(g, variance, variance)
		b.store(variance, p[2])
		VSQRTPS(variance, root)
	}, func(b block) {
		VMULPS(b.load(p[1]), rate, quotient)
		VDIVPS(add(root, epsilon), quotient, quotient)
	}, func(b block) {
		b.store(sub(b.load(p[0]), quotient), p[0])
	})
	finish()
}

// Where things stand in a Share of float32.
const (
	shareC     = 0
	shareO     = 24
	shareKC    = 48
	shareKO    = 52
	shareHinge = 56
	shareSize  = 64
)

var gradients int // that were generated, each with labels of its own

// gradient adds up a block of the shares up to end.
func gradient(b block, shares, end Register, absolute bool) VecVirtual {
	gradients++
	label := func(name string) string { return fmt.Sprint(name, gradients) }
	vector, factor := shareC, shareKC
	if absolute {
		vector, factor = shareO, shareKO
	}
	g, x, share, from := zero(), YMM(), GP64(), GP64()
	MOVQ(shares, share)
	CMPQ(share, end)
	JEQ(LabelRef(label("Gradient")))
	Label(label("Share"))
	MOVQ(Mem{Base: share, Disp: vector}, from)
	b.loadTo(x, from)
	CMPB(Mem{Base: share, Disp: shareHinge}, Imm(0))
	JEQ(LabelRef(label("Plain")))
	if absolute {
		VANDPS(absBits(), x, x)
	} else {
		tied := YMM()
		VPSLLD(Imm(31), x, tied)
		VPSRAD(Imm(31), tied, tied)
		VANDNPS(x, tied, x)
	}
	Label(label("Plain"))
	VMULPS(spread(Mem{Base: share, Disp: factor}), x, x)
	VADDPS(x, g, g)
	ADDQ(Imm(shareSize), share)
	CMPQ(share, end)
	JNE(LabelRef(label("Share")))
	Label(label("Gradient"))
	return g
}

// shrink takes its steps in the kernel, because each needs the sum of the one before.
func shrink() {
	p := function("adamShrink", "(p, m, v []float32, steps *float32, count int, pull, squares, "+
		"decayM, gainM, decayV, gainV float32)", "p", "m", "v")
	step, end := Load(Param("steps"), GP64()), GP64()
	IMUL3Q(Imm(stepSize), Load(Param("count"), GP64()), end)
	ADDQ(step, end)
	decayM, gainM, decayV, gainV := scalar("decayM"), scalar("gainM"), scalar("decayV"),
		scalar("gainV")
	squares := scalar("squares")
	Label("step")
	rate, epsilon := spread(Mem{Base: step}), spread(Mem{Base: step, Disp: stepEpsilon})
	q, root, quotient := scalar("pull"), YMM(), YMM()
	VSQRTPS(squares, root)
	VDIVPS(root, q, q)
	VANDPS(compare(greater, squares, zero()), q, q)
	forM, forV := mul(q, gainM), mul(q, gainV)
	sum := zero()
	pipeline(length("p"), func(b block) {
		x, mean, variance := b.load(p[0]), mul(decayM, b.load(p[1])), mul(decayV, b.load(p[2]))
		VADDPS(mul(forM, x), mean, mean)
		b.store(mean, p[1])
		g := mul(forV, x)
		VMULPS(g, g, g)
		VADDPS(g, variance, variance)
		b.store(variance, p[2])
		VSQRTPS(variance, root)
	}, func(b block) {
		VMULPS(b.load(p[1]), rate, quotient)
		VDIVPS(add(root, epsilon), quotient, quotient)
	}, func(b block) {
		x := sub(b.load(p[0]), quotient)
		b.store(x, p[0])
		b.addTo(sum, mul(x, x))
	})
	VBROADCASTSS(sumOf(sum), squares)
	ADDQ(Imm(stepSize), step)
	CMPQ(step, end)
	JLT(LabelRef("step"))
	finish()
}

// Where things stand in a Step of float32.
const (
	stepEpsilon = 4
	stepSize    = 8
)
