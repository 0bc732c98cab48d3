package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What a block of a gliding row's work holds.
const (
	glideP = iota * lanes * size
	glideM
	glideD
	glideRoot
	glideSlope
	glideBlock
)

func glides() {
	glideFrom()
	glideTo()

	open("glideAVX2", "(work, steps, powers *float32, blocks, count int, pull, squares float32) float32", "glide of one row")
	squares := scalar("squares")
	eachStep(func(at Register) { glide("", at, squares) })
	Store(squares.AsX(), ReturnIndex(0))
	RET()

	open("glideBothAVX2", "(workA, stepsA, powersA, workB, stepsB, powersB *float32, blocks, count int, "+
		"pullA, squaresA, pullB, squaresB float32) (sumA, sumB float32)", "glide of two rows")
	squaresA, squaresB := scalar("squaresA"), scalar("squaresB")
	eachStep(func(at Register) {
		glide("A", at, squaresA)
		glide("B", at, squaresB)
	})
	Store(squaresA.AsX(), ReturnIndex(0))
	Store(squaresB.AsX(), ReturnIndex(1))
	RET()
}

// eachStep runs body for the numbers of count > 0 steps.
func eachStep(body func(at Register)) {
	at := GP64()
	XORQ(at, at)
	Label("step")
	body(at)
	INCQ(at)
	CMPQ(at, Load(Param("count"), GP64()))
	JLT(LabelRef("step"))
	VZEROUPPER()
}

// glideFrom fills the work of a row and returns a bit for each lane, 1 if all of it is steady.
func glideFrom() {
	p := function("glideFrom", "(p, m, v []float32, work *float32, factor, bound float32) int32", "p", "m", "v")
	work := Load(Param("work"), GP64())
	factor, bound, half, zeros, steady := scalar("factor"), scalar("bound"), half(), zero(), YMM()
	VPCMPEQD(steady, steady, steady)
	blocks(length("p"), func(b block) {
		x, v := b.load(p[0]), b.load(p[2])
		expected := mul(factor, mul(x, x))
		b.allOf(steady, compare(less, expected, mul(bound, v)))
		root, slope := YMM(), add(add(v, v), mul(half, expected))
		VSQRTPS(v, root)
		VDIVPS(slope, root, slope)
		if b.mask != nil {
			VANDPS(b.mask, slope, slope)
		}
		VMOVUPS(x, Mem{Base: work, Disp: glideP})
		VMOVUPS(b.load(p[1]), Mem{Base: work, Disp: glideM})
		VMOVUPS(zeros, Mem{Base: work, Disp: glideD})
		VMOVUPS(root, Mem{Base: work, Disp: glideRoot})
		VMOVUPS(slope, Mem{Base: work, Disp: glideSlope})
		ADDQ(Imm(glideBlock), work)
	})
	Store(laneBits(steady), ReturnIndex(0))
	finish()
}

// glideTo returns a bit for each lane, 1 if D was small in all of it, and writes the row only where all are.
func glideTo() {
	p := function("glideTo", "(p, m, v []float32, work *float32, decayM, decayV, bound float32) int32", "p", "m", "v")
	start, work := Load(Param("work"), GP64()), GP64()
	decayM, decayV, bound, steady := scalar("decayM"), scalar("decayV"), scalar("bound"), YMM()
	VPCMPEQD(steady, steady, steady)
	at := func(disp int) Mem { return Mem{Base: work, Disp: disp} }
	load := func(disp int) VecVirtual { x := YMM(); VMOVUPS(at(disp), x); return x }

	MOVQ(start, work)
	blocksOf("check", length("p"), func(b block) {
		change := mul(at(glideSlope), load(glideD))
		b.allOf(steady, compare(notAbove, change, mul(at(glideRoot), bound)))
		ADDQ(Imm(glideBlock), work)
	})
	lanes := laneBits(steady)
	Store(lanes, ReturnIndex(0))
	CMPL(lanes, Imm(0xff))
	JNE(LabelRef("end"))

	MOVQ(start, work)
	blocksOf("write", length("p"), func(b block) {
		b.store(load(glideP), p[0])
		b.store(mul(at(glideM), decayM), p[1])
		variance := b.load(p[2])
		VADDPS(at(glideD), variance, variance)
		VMULPS(decayV, variance, variance)
		b.store(variance, p[2])
		ADDQ(Imm(glideBlock), work)
	})
	Label("end")
	finish()
}

// allOf clears the lanes of all in which the condition is not met by an element.
func (b block) allOf(all, condition VecVirtual) {
	if b.mask != nil {
		behind := YMM()
		VPCMPEQD(behind, behind, behind)
		VPXOR(b.mask, behind, behind)
		VORPS(behind, condition, condition)
	}
	VANDPS(condition, all, all)
}

// laneBits are the signs of the lanes.
func laneBits(x VecVirtual) Register {
	bits := GP32()
	VMOVMSKPS(x, bits)
	return bits
}

// glide takes step number at of the row whose parameters have the suffix.
func glide(row string, at Register, squares VecVirtual) {
	steps, powers, twice := Load(Param("steps"+row), GP64()), Load(Param("powers"+row), GP64()), GP64()
	LEAQ(Mem{Base: at, Index: at, Scale: 1}, twice)
	ofStep := func(i int) VecVirtual { return spread(Mem{Base: steps, Index: at, Scale: 2 * size, Disp: i * size}) }
	power := func(i int) Mem { return Mem{Base: powers, Index: twice, Scale: 2 * size, Disp: i * size} }

	q, root := scalar("pull"+row), YMM()
	VSQRTPS(squares, root)
	VDIVPS(root, q, q)
	VANDPS(compare(greater, squares, zero()), q, q)
	forM, forD := mul(q, spread(power(0))), mul(mul(q, q), spread(power(1)))
	rate, epsilon := mul(ofStep(0), spread(power(2))), mul(ofStep(1), spread(power(3)))

	work, left, sum := Load(Param("work"+row), GP64()), Load(Param("blocks"), GP64()), zero()
	in := func(disp int) Mem { return Mem{Base: work, Disp: disp} }
	Label("block" + row)
	x, mean, d := YMM(), YMM(), YMM()
	VMOVUPS(in(glideP), x)
	VMULPS(x, forM, mean)
	VADDPS(in(glideM), mean, mean)
	VMOVUPS(mean, in(glideM))
	VMULPS(x, x, d)
	VMULPS(forD, d, d)
	VADDPS(in(glideD), d, d)
	VMOVUPS(d, in(glideD))
	VMULPS(in(glideSlope), d, d)
	VADDPS(in(glideRoot), d, d)
	VADDPS(epsilon, d, d)
	VMULPS(rate, mean, mean)
	VDIVPS(d, mean, mean)
	VSUBPS(mean, x, x)
	VMOVUPS(x, in(glideP))
	VMULPS(x, x, x)
	VADDPS(x, sum, sum)
	ADDQ(Imm(glideBlock), work)
	DECQ(left)
	JNE(LabelRef("block" + row))
	VBROADCASTSS(sumOf(sum), squares)
}

// spread loads a number into all lanes.
func spread(at Mem) VecVirtual {
	x := YMM()
	VBROADCASTSS(at, x)
	return x
}
