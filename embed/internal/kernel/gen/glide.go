package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func glides() {
	glideSums()
	glide()
}

// Where things stand in a Shrinking of float32.
const (
	restP, restM, restV = 0, 24, 48
	restPull            = 72
	restSquares         = 76
	restSteps           = 80
	shrinkingSize       = 104
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

// glideSums writes y and nine numbers: the order is that of GlideSums.
func glideSums() {
	p := function("glideSums", "(p, m, v, y []float32, epsilon float32, sums *float32)", "p",
		"m", "v", "y")
	epsilon := scalar("epsilon")
	var sums [7]VecVirtual
	for i := range sums {
		sums[i] = zero()
	}
	mostY, mostYP := zero(), zero()
	root := YMM()
	pipeline(length("p"), func(b block) {
		VSQRTPS(b.load(p[2]), root)
	}, func(b block) {
		y := YMM()
		VADDPS(epsilon, root, root)
		VMOVUPS(ones, y)
		VDIVPS(root, y, y)
		if b.mask != nil {
			VANDPS(b.mask, y, y)
		}
		b.store(y, p[3])
	}, func(b block) {
		x, y := b.load(p[0]), b.load(p[3])
		u, t := mul(y, b.load(p[1])), mul(y, x)
		VMAXPS(mostY, y, mostY)
		VMULPS(u, y, y)
		VMULPS(u, y, y)
		VADDPS(y, sums[5], sums[5])
		for i, factors := range [...][2]VecVirtual{{x, x}, {x, u}, {u, u}, {t, x}, {t, u}} {
			VMULPS(factors[1], factors[0], y)
			VADDPS(y, sums[i], sums[i])
		}
		VMULPS(t, t, t)
		VADDPS(t, sums[6], sums[6])
		VMAXPS(mostYP, t, mostYP)
	})
	out := Load(Param("sums"), GP64())
	at := func(i int) Mem { return Mem{Base: out, Disp: i * size} }
	for i := range sums {
		VMOVSS(sumOf(sums[i]), at(i))
	}
	VMOVSS(mostOf(mostY), at(7))
	VMOVSS(mostOf(mostYP), at(8))
	finish()
}

// mostOf is the largest of the lanes.
func mostOf(most VecVirtual) Register { return acrossLanes(most, VMAXPS, VMAXSS) }

// Where coefficients stand in GlideSteps.
const (
	bendP = iota
	bendA
	polynomialP  // of its three coefficients the first
	polynomialA  = iota + 2
	polynomialB  = iota + 4
	polynomialC  = iota + 6
	decayOfV     = iota + 8
	addedToV     = iota + 8
	glideNumbers = addedToV + 4
)

// glide spreads the coefficients over lanes on the stack.
func glide() {
	p := function("glide", "(p, m, v, y []float32, s *float32)", "p", "m", "v", "y")
	s, spreads := Load(Param("s"), GP64()), GP64()
	LEAQ(AllocLocal((glideNumbers+1)*lanes*size).Offset(lanes*size-1), spreads)
	// a register's worth that crosses two lines of the cache is loaded twice
	ANDQ(I8(-lanes*size), spreads)
	number := func(i int) Mem { return Mem{Base: spreads, Disp: i * lanes * size} }
	for i := range glideNumbers {
		VMOVUPS(spread(Mem{Base: s, Disp: i * size}), number(i))
	}
	blocks(length("p"), func(b block) {
		x, m, y := b.load(p[0]), b.load(p[1]), b.load(p[3])
		// polynomial is that of y, times what is given.
		polynomial := func(first int, times VecVirtual) VecVirtual {
			sum := mul(number(first+2), y)
			VADDPS(number(first+1), sum, sum)
			VMULPS(y, sum, sum)
			VADDPS(number(first), sum, sum)
			VMULPS(times, sum, sum)
			return sum
		}
		u := mul(y, m)
		added := mul(number(addedToV+1), y)
		VADDPS(number(addedToV), added, added)
		VMULPS(x, added, added)
		VADDPS(mul(number(addedToV+2), u), added, added)
		VMULPS(x, added, added)
		VMULPS(u, u, u)
		VADDPS(mul(number(addedToV+3), u), added, added)
		variance := mul(number(decayOfV), b.load(p[2]))
		VADDPS(added, variance, variance)
		b.store(variance, p[2])
		VMULPS(mul(y, y), added, added)

		ofP, ofM := polynomial(polynomialP, x), polynomial(polynomialA, m)
		for _, bent := range [...]struct {
			of   VecVirtual
			bend int
		}{{ofP, bendP}, {ofM, bendA}} {
			more := mul(number(bent.bend), added)
			VMULPS(bent.of, more, more)
			VADDPS(more, bent.of, bent.of)
		}
		VADDPS(ofM, ofP, ofP)
		VMULPS(y, ofP, ofP)
		VADDPS(x, ofP, ofP)

		ofM = polynomial(polynomialB, m)
		VADDPS(polynomial(polynomialC, x), ofM, ofM)
		b.store(ofM, p[1])
		b.store(ofP, p[0])
	})
	finish()
}
