package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func codes() {
	for _, queries := range []int{4, 1} {
		for _, groups := range []int{2, 1} {
			boundsTile(queries, groups)
		}
	}
	boundsTile(1, 4)
	atMost()
}

const (
	pairSize  = 2 * lanes        // bytes of two dimensions of a group's codes
	aboutSize = 3 * lanes * size // bytes of what is said about a group
)

// boundsTile keeps the whole sums of all its pairs in registers, as other tiles do, two dimensions at a time.
func boundsTile(queries, groups int) {
	open(fmt.Sprintf("bounds%dx%dAVX2", queries, groups),
		"(out *float32, outStride int, q *int16, squares, scales *float32, x *int8, about *float32, pairs int)",
		fmt.Sprintf("tileBounds for %d queries and %d groups of pairs > 0 pairs of dimensions", queries, groups))
	sums := make([][]VecVirtual, queries)
	for i := range sums {
		for range groups {
			sums[i] = append(sums[i], zero())
		}
	}
	pairs := Load(Param("pairs"), GP64())
	row, triple, groupSize, groupTriple := GP64(), GP64(), GP64(), GP64()
	MOVQ(pairs, row)
	SHLQ(Imm(2), row) // two int16 each
	LEAQ(Mem{Base: row, Index: row, Scale: 2}, triple)
	MOVQ(pairs, groupSize)
	SHLQ(Imm(4), groupSize)
	LEAQ(Mem{Base: groupSize, Index: groupSize, Scale: 2}, groupTriple)
	q, x := Load(Param("q"), GP64()), Load(Param("x"), GP64())

	Label("pair")
	var wide []VecVirtual
	for g := range groups {
		w := YMM()
		VPMOVSXBW(strided(x, groupSize, groupTriple, g), w)
		wide = append(wide, w)
	}
	for i := range sums {
		both := YMM()
		VPBROADCASTD(strided(q, row, triple, i), both)
		for g, sum := range sums[i] {
			product := YMM()
			VPMADDWD(wide[g], both, product)
			VPADDD(product, sum, sum)
		}
	}
	ADDQ(Imm(4), q)
	ADDQ(Imm(pairSize), x)
	DECQ(pairs)
	JNZ(LabelRef("pair"))

	out, stride := Load(Param("out"), GP64()), Load(Param("outStride"), GP64())
	SHLQ(Imm(2), stride)
	squares, scales, about := Load(Param("squares"), GP64()), Load(Param("scales"), GP64()), Load(Param("about"), GP64())
	for i := range sums {
		if i > 0 {
			ADDQ(stride, out)
		}
		zeros, square, scale := zero(), YMM(), YMM()
		VBROADCASTSS(Mem{Base: squares, Disp: i * size}, square)
		VBROADCASTSS(Mem{Base: scales, Disp: i * size}, scale)
		for g, sum := range sums[i] {
			at := func(n int) Mem { return Mem{Base: about, Disp: g*aboutSize + n*lanes*size} }
			factor, whole := YMM(), YMM()
			VMULPS(at(0), scale, factor)
			VADDPS(at(1), square, whole)
			VCVTDQ2PS(sum, sum)
			VMULPS(sum, factor, sum)
			VSUBPS(sum, whole, sum)
			VMAXPS(sum, zeros, sum)
			VSQRTPS(sum, sum)
			VSUBPS(at(2), sum, sum)
			VMAXPS(sum, zeros, sum)
			VMOVUPS(sum, Mem{Base: out, Disp: g * lanes * size})
		}
	}
	finish()
}

// atMost takes the signs of eight comparisons at a time.
func atMost() {
	open("atMostAVX2", "(bits *uint8, x *float32, limit float32, groups int)", "atMost for groups > 0")
	bits, x, groups := Load(Param("bits"), GP64()), Load(Param("x"), GP64()), Load(Param("groups"), GP64())
	limit := scalar("limit")
	Label("group")
	below, mask := YMM(), GP32()
	VCMPPS(atLeast, Mem{Base: x}, limit, below)
	VMOVMSKPS(below, mask)
	MOVB(mask.As8(), Mem{Base: bits})
	ADDQ(Imm(lanes*size), x)
	INCQ(bits)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}
