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
	emptyGapGradient()
}

// hinge writes a residual; residual gets |d|, |oa| and |ob|.
func hinge(twin string, residual func(d, oa, ob, margin VecVirtual) VecVirtual) {
	p := function(twin, "(y, x, ca, oa, cb, ob []float32, margin float32) float32",
		"y", "x", "ca", "oa", "cb", "ob")
	margin, signs, abs, zeros, sum := scalar("margin"), signBits(), absBits(), zero(), zero()
	blocks(length("x"), func(b block) {
		d := sub(b.load(p[2]), b.load(p[4]))
		x := residual(and(d, abs), and(b.load(p[3]), abs), and(b.load(p[5]), abs), margin)
		x = positive(x, zeros)
		y := timesSign(x, d, signs, zeros)
		b.store(x, p[1])
		b.store(y, p[0])
		b.addTo(sum, mul(x, x))
	})
	finishSum(sum)
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
	p := function("emptyGap", "(z, ca, oa, cb, ob []float32) float32", "z", "ca", "oa", "cb", "ob")
	abs, zeros, sum := absBits(), zero(), zero()
	blocks(length("z"), func(b block) {
		lA, uA := corners(b, p[1], p[2], abs)
		lB, uB := corners(b, p[3], p[4], abs)
		z := positive(sub(larger(lA, lB, zeros), smaller(uA, uB, zeros)), zeros)
		b.store(z, p[0])
		b.addTo(sum, mul(z, z))
	})
	finishSum(sum)
}

func intersectGradient() {
	p := function("intersectGradient", "(ga, gb, dc, do, ca, oa, cb, ob []float32)",
		"ga", "gb", "dc", "do", "ca", "oa", "cb", "ob")
	n := length("dc")
	abs, signs, zeros, half := absBits(), signBits(), zero(), half()
	gaOffsets, gbOffsets := behind(p[0], n), behind(p[1], n)
	blocks(n, func(b block) {
		lA, uA := corners(b, p[4], p[5], abs)
		lB, uB := corners(b, p[6], p[7], abs)
		center := mul(b.load(p[2]), half)
		width := timesSign(mul(b.load(p[3]), half), sub(smaller(uA, uB, zeros), larger(lA, lB, zeros)), signs, zeros)
		cornerGradients(b, sub(center, width), add(center, width), lA, uA, lB, uB, half,
			p[0], gaOffsets, p[1], gbOffsets)
	})
	finish()
}

func emptyGapGradient() {
	p := function("emptyGapGradient", "(ga, gb, z, ca, oa, cb, ob []float32)",
		"ga", "gb", "z", "ca", "oa", "cb", "ob")
	n := length("z")
	abs, signs, half := absBits(), signBits(), half()
	gaOffsets, gbOffsets := behind(p[0], n), behind(p[1], n)
	blocks(n, func(b block) {
		lA, uA := corners(b, p[3], p[4], abs)
		lB, uB := corners(b, p[5], p[6], abs)
		dl := b.load(p[2])
		du := YMM()
		VXORPS(signs, dl, du)
		cornerGradients(b, dl, du, lA, uA, lB, uB, half, p[0], gaOffsets, p[1], gbOffsets)
	})
	finish()
}

// behind is the second half of a slice of 2n.
func behind(base, n Register) Register {
	p := GP64()
	LEAQ(Mem{Base: base, Index: n, Scale: size}, p)
	return p
}

// cornerGradients hands dl to the larger lower end and du to the smaller upper end, and stores what
// that means for centers and offsets: the sum of both, and upper less lower.
func cornerGradients(b block, dl, du, lA, uA, lB, uB, half VecVirtual, ga, gaOffsets, gb, gbOffsets Register) {
	dlA, dlB := share(dl, lA, lB, half)
	duA, duB := share(du, uB, uA, half)
	b.store(add(dlA, duA), ga)
	b.store(sub(duA, dlA), gaOffsets)
	b.store(add(dlB, duB), gb)
	b.store(sub(duB, dlB), gbOffsets)
}

// share hands d to the larger of a and b, half to each if they are equal.
func share(d, a, b, half VecVirtual) (da, db VecVirtual) {
	both := and(mul(d, half), compare(equal, a, b))
	da = and(d, compare(greater, a, b))
	VORPS(both, da, da)
	db = and(d, compare(less, a, b))
	VORPS(both, db, db)
	return da, db
}
