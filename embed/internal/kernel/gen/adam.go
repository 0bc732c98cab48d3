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
		"(p, m, v []float32, rate, epsilon, decayM, decayV float32, nextP, nextM, nextV *float32)", "p", "m", "v")
	next := pointers("nextP", "nextM", "nextV")
	rate, epsilon, decayM, decayV := scalar("rate"), scalar("epsilon"), scalar("decayM"),
		scalar("decayV")
	blocks(length("p"), func(b block) {
		b.prefetch(next...)
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

// adam writes the kernel of a step that sums the gradient in a register.
func adam(portable string, absolute bool) {
	open(portable+"AVX2",
		"(p, m, v *float32, n int, shares *float32, count int, s, nextP, nextM, nextV, nextR *float32)", portable)
	p, next, n := pointers("p", "m", "v"), pointers("nextP", "nextM", "nextV", "nextR"),
		Load(Param("n"), GP64())
	s := Load(Param("s"), GP64())
	of := func(i int) VecVirtual { return spread(Mem{Base: s, Disp: i * size}) }
	decayM, gainM, decayV, gainV, slope, level, epsilon, later := of(0), of(1), of(2), of(3), of(4),
		of(5), of(6), of(7)
	shares, end := Load(Param("shares"), GP64()), GP64()
	IMUL3Q(Imm(shareSize), Load(Param("count"), GP64()), end)
	ADDQ(shares, end)

	root, quotient := YMM(), YMM()
	pipeline(n, func(b block) {
		b.prefetch(next...)
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
	}, func(block) {
		below := add(root, epsilon)
		VMULPS(add(root, later), below, below)
		VMULPS(slope, root, quotient)
		VADDPS(level, quotient, quotient)
		VDIVPS(below, quotient, quotient)
	}, func(b block) {
		x := b.load(p[0])
		VSUBPS(mul(quotient, b.load(p[1])), x, x)
		b.store(x, p[0])
	})
	finish()
}

// Offsets in a Share of float32.
const (
	shareC     = 0
	shareO     = 24
	shareKC    = 48
	shareKO    = 52
	shareHinge = 56
	shareSize  = 64
)

var gradients int // the number of gradients written; it distinguishes their labels

// gradient returns the sum of a block of the shares up to end.
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

func pointers(names ...string) (all []Register) {
	for _, name := range names {
		all = append(all, Load(Param(name), GP64()))
	}
	return all
}

// Offsets in a Shrinking of float32.
const (
	restP, restM, restV = 0, 24, 48
	restPull            = 72
	restSquares         = 76
	restSteps           = 80
	shrinkingSize       = 104
)

// pointer loads a pointer from a row.
func pointer(row Register, at int) Register {
	p := GP64()
	MOVQ(Mem{Base: row, Disp: at}, p)
	return p
}

// shrink writes the kernel of several steps, because each needs the sum of the one before. The rows
// alternate, so that the sum of a row is ready when its next step begins.
func shrink() {
	open("adamShrinkAVX2",
		"(rows *float32, count, n, steps int, decayM, gainM, decayV, gainV float32)", "adamShrink for count, n and steps > 0")
	decayM, gainM, decayV, gainV := scalar("decayM"), scalar("gainM"), scalar("decayV"),
		scalar("gainV")
	row, end, at := GP64(), GP64(), GP64()
	IMUL3Q(Imm(shrinkingSize), Load(Param("count"), GP64()), end)
	ADDQ(Load(Param("rows"), GP64()), end)
	XORQ(at, at)
	Label("step")
	Load(Param("rows"), row)
	Label("row")
	steps := pointer(row, restSteps)
	rate, epsilon, q := ofStep(steps, at, 0), ofStep(steps, at, 1), pullOf(row)
	forM, forV := mul(q, gainM), mul(q, gainV)
	p := []Register{pointer(row, restP), pointer(row, restM), pointer(row, restV)}
	sum, root, quotient := zero(), YMM(), YMM()
	pipeline(Load(Param("n"), GP64()), func(b block) {
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
	VMOVSS(sumOf(sum), Mem{Base: row, Disp: restSquares})

	ADDQ(Imm(shrinkingSize), row)
	CMPQ(row, end)
	JLT(LabelRef("row"))
	INCQ(at)
	CMPQ(at, Load(Param("steps"), GP64()))
	JLT(LabelRef("step"))
	finish()
}

// ofStep loads number i of the step at.
func ofStep(steps, at Register, i int) VecVirtual {
	return spread(Mem{Base: steps, Index: at, Scale: 2 * size, Disp: i * size})
}

// pullOf returns Pull/‖p‖ of a row, and 0 if ‖p‖ is 0.
func pullOf(row Register) VecVirtual {
	q, squares, root := spread(Mem{Base: row, Disp: restPull}),
		spread(Mem{Base: row, Disp: restSquares}), YMM()
	VSQRTPS(squares, root)
	VDIVPS(root, q, q)
	VANDPS(compare(greater, squares, zero()), q, q)
	return q
}
