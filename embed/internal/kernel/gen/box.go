package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func boxes() {
	hinge("inclusion", func(d, oa, ob, margin VecVirtual) VecVirtual {
		return sub(sub(add(d, oa), ob), margin)
	})
	hinge("disjointness", func(d, oa, ob, margin VecVirtual) VecVirtual {
		return sub(sub(add(oa, ob), d), margin)
	})
	hinge("separation", func(d, oa, ob, margin VecVirtual) VecVirtual {
		return add(sub(sub(d, oa), ob), margin)
	})
	intersect()
	intersectGradient()
	emptyGap()

	p := function("addBox", "(gc, gb []float32, kc, kb float32, r []float32)", "gc", "gb", "r")
	kc, kb, abs := scalar("kc"), scalar("kb"), absBits()
	blocks(length("r"), func(b block) {
		r := b.load(p[2])
		b.store(add(b.load(p[0]), mul(kc, byCenter(r))), p[0])
		b.store(add(b.load(p[1]), mul(kb, and(r, abs))), p[1])
	})
	finish()

	p = function("addPoint", "(g []float32, k float32, r []float32)", "g", "r")
	k := scalar("k")
	blocks(length("r"), func(b block) {
		b.store(add(b.load(p[0]), mul(k, byCenter(b.load(p[1])))), p[0])
	})
	finish()
}

// hinge writes the kernel of a residual; the arguments of residual are |d|, |oa| and |ob|.
func hinge(portable string, residual func(d, oa, ob, margin VecVirtual) VecVirtual) {
	p := function(portable, "(r, ca, oa, cb, ob []float32, margin float32) float32", "r", "ca",
		"oa", "cb", "ob")
	margin, signs, abs, zeros, sum := scalar("margin"), signBits(), absBits(), zero(), zero()
	blocks(length("r"), func(b block) {
		d := sub(b.load(p[1]), b.load(p[3]))
		x := residual(and(d, abs), and(b.load(p[2]), abs), and(b.load(p[4]), abs), margin)
		x = positive(x, zeros)
		b.store(signed(x, d, signs, zeros), p[0])
		b.addTo(sum, mul(x, x))
	})
	finishSum(sum)
}

// signed returns x with the sign of d. Its lowest bit is 1 where d is 0 or a NaN, and 0 elsewhere.
func signed(x, d, signs, zeros VecVirtual) VecVirtual {
	r, tied := YMM(), compare(equalOrUnordered, d, zeros)
	VPSRLD(Imm(1), x, r)
	VPADDD(r, r, r)
	VORPS(and(d, signs), r, r)
	VPSRLD(Imm(31), tied, tied)
	VORPS(tied, r, r)
	return r
}

// byCenter returns r, and 0 where its lowest bit is 1.
func byCenter(r VecVirtual) VecVirtual {
	tied, y := YMM(), YMM()
	VPSLLD(Imm(31), r, tied)
	VPSRAD(Imm(31), tied, tied)
	VANDNPS(r, tied, y)
	return y
}

// corners returns the lower and upper end of the box (c, o).
func corners(b block, c, o Register, abs VecVirtual) (l, u VecVirtual) {
	center, offset := b.load(c), b.load(o)
	VANDPS(abs, offset, offset)
	return sub(center, offset), add(center, offset)
}

func intersect() {
	p := function("intersect", "(c, o, ca, oa, cb, ob []float32)", "c", "o", "ca", "oa", "cb", "ob")
	abs, half, zeros := absBits(), half(), zero()
	blocks(length("c"), func(b block) {
		lA, uA := corners(b, p[2], p[3], abs)
		lB, uB := corners(b, p[4], p[5], abs)
		l, u := larger(lA, lB, zeros), smaller(uA, uB, zeros)
		b.store(mul(add(l, u), half), p[0])
		b.store(mul(and(sub(u, l), abs), half), p[1])
	})
	finish()
}

func emptyGap() {
	p := function("emptyGap", "(r, ca, oa, cb, ob []float32) float32", "r", "ca", "oa", "cb", "ob")
	abs, signs, zeros, sum := absBits(), signBits(), zero(), zero()
	blocks(length("r"), func(b block) {
		lA, uA := corners(b, p[1], p[2], abs)
		lB, uB := corners(b, p[3], p[4], abs)
		z := positive(sub(larger(lA, lB, zeros), smaller(uA, uB, zeros)), zeros)
		b.store(signed(z, sub(b.load(p[1]), b.load(p[3])), signs, zeros), p[0])
		b.addTo(sum, mul(z, z))
	})
	finishSum(sum)
}

func intersectGradient() {
	p := function("intersectGradient", "(ga, gb, r, ca, oa, cb, ob []float32)",
		"ga", "gb", "r", "ca", "oa", "cb", "ob")
	n := length("r")
	abs, signs, zeros, half := absBits(), signBits(), zero(), half()
	gaOffsets, gbOffsets := behind(p[0], n), behind(p[1], n)
	blocks(n, func(b block) {
		lA, uA := corners(b, p[3], p[4], abs)
		lB, uB := corners(b, p[5], p[6], abs)
		r := b.load(p[2])
		center := mul(byCenter(r), half)
		width := timesSign(mul(and(r, abs), half),
			sub(smaller(uA, uB, zeros), larger(lA, lB, zeros)), signs, zeros)
		cornerGradients(b, sub(center, width), add(center, width), lA, uA, lB, uB, half,
			p[0], gaOffsets, p[1], gbOffsets)
	})
	finish()
}

// behind returns the address of the second half of a slice of 2n elements.
func behind(base, n Register) Register {
	p := GP64()
	LEAQ(Mem{Base: base, Index: n, Scale: size}, p)
	return p
}

// cornerGradients assigns the gradient dl to the larger lower end and du to the smaller upper end.
// It stores the gradients of centers, upper + lower, and of offsets, upper − lower.
func cornerGradients(b block, dl, du, lA, uA, lB, uB, half VecVirtual, ga, gaOffsets,
	gb, gbOffsets Register) {
	dlA, dlB := share(dl, lA, lB, half)
	duA, duB := share(du, uB, uA, half)
	b.store(add(dlA, duA), ga)
	b.store(sub(duA, dlA), gaOffsets)
	b.store(add(dlB, duB), gb)
	b.store(sub(duB, dlB), gbOffsets)
}

// share assigns d to the larger of a and b, and half to each if they are equal.
func share(d, a, b, half VecVirtual) (da, db VecVirtual) {
	both := and(mul(d, half), compare(equal, a, b))
	da = and(d, compare(greater, a, b))
	VORPS(both, da, da)
	db = and(d, compare(less, a, b))
	VORPS(both, db, db)
	return da, db
}
