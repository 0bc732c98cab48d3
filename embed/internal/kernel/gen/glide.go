package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What a block of a gliding row's work holds.
const (
	glideP = iota * lanes * size // must be 0
	glideM
	glideD
	glideRoot
	glideSlope
	glideBlock
)

func glides() {
	glideFrom()
	glideTo()

	open("glideAVX2", "(rows *float32, count, blocks, steps int)", "glide for count, blocks and steps > 0")
	eachStep(glidingSize, glide)
}

// Where things stand in a Shrinking of float32, and in a Gliding.
const (
	restP, restM, restV = 0, 24, 48
	restPull            = 72
	restSquares         = 76
	restSteps           = 80
	restPowers          = 104
	restWork            = 128
	shrinkingSize       = 104
	glidingSize         = 152
)

// eachStep runs body for the numbers of steps > 0, for one row of some after the other.
func eachStep(rowSize int, body func(row, at Register)) {
	row, end, at := GP64(), GP64(), GP64()
	IMUL3Q(Imm(uint64(rowSize)), Load(Param("count"), GP64()), end)
	ADDQ(Load(Param("rows"), GP64()), end)
	XORQ(at, at)
	Label("step")
	Load(Param("rows"), row)
	Label("row")
	body(row, at)
	ADDQ(Imm(uint64(rowSize)), row)
	CMPQ(row, end)
	JLT(LabelRef("row"))
	INCQ(at)
	CMPQ(at, Load(Param("steps"), GP64()))
	JLT(LabelRef("step"))
	finish()
}

// pointer loads one from a row.
func pointer(row Register, at int) Register {
	p := GP64()
	MOVQ(Mem{Base: row, Disp: at}, p)
	return p
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

// glide takes step number at of a row.
func glide(row, at Register) {
	steps, powers, twice := pointer(row, restSteps), pointer(row, restPowers), GP64()
	LEAQ(Mem{Base: at, Index: at, Scale: 1}, twice)
	power := func(i int) Mem { return Mem{Base: powers, Index: twice, Scale: 2 * size, Disp: i * size} }
	q := pullOf(row)
	forM, forD := mul(q, spread(power(0))), mul(mul(q, q), spread(power(1)))
	rate, epsilon := mul(ofStep(steps, at, 0), spread(power(2))), mul(ofStep(steps, at, 1), spread(power(3)))

	work, full, sum := pointer(row, restWork), GP64(), zero()
	IMUL3Q(Imm(glideBlock/size), Load(Param("blocks"), GP64()), full)
	in := func(b block, what int) Mem { at := b.at(work); at.Disp += what; return at }
	below, above, quotient := YMM(), YMM(), YMM()
	pipelineOf(full, glideBlock/size, func(b block) {
		x, d := b.load(work), YMM()
		VMULPS(x, forM, above)
		VADDPS(in(b, glideM), above, above)
		VMOVUPS(above, in(b, glideM))
		VMULPS(rate, above, above)
		VMULPS(x, x, d)
		VMULPS(forD, d, d)
		VADDPS(in(b, glideD), d, d)
		VMOVUPS(d, in(b, glideD))
		VMULPS(in(b, glideSlope), d, d)
		VADDPS(in(b, glideRoot), d, d)
		VADDPS(epsilon, d, below)
	}, func(block) {
		VDIVPS(below, above, quotient)
	}, func(b block) {
		x := sub(b.load(work), quotient)
		b.store(x, work)
		VMULPS(x, x, x)
		VADDPS(x, sum, sum)
	})
	VMOVSS(sumOf(sum), Mem{Base: row, Disp: restSquares})
}
