package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func codes() {
	boundsTile(4, 1)
	boundsTile(1, blockGroups)
	dotRows()
	atMost()
}

const (
	blockGroups = 4
	eightSize   = blockGroups * 32 // bytes of eight dimensions of a block's codes
	aboutSize   = 3 * lanes * size // bytes of what is said about a group

	// unwidened is how many eights of dimensions are summed in int16: each adds 4·127·15 at most.
	unwidened = 4

	// ahead is how far before it is used a block is asked for: memory is what one query waits for.
	ahead = 4096
)

// boundsTile keeps the whole sums of all its pairs in registers, as other tiles do, eight
// dimensions at a time: the lower halves of the bytes are the first four, the upper ones the other
// four.
func boundsTile(queries, groups int) {
	open(fmt.Sprintf("bounds%dx%dAVX2", queries, groups),
		"(out *float32, outStride int, q *int8, offsets *int32, squares, scales *float32, x *uint8, about *float32, eights int)",
		fmt.Sprintf("tileBounds for %d queries and %d groups of eights > 0 eights of dimensions",
			queries, groups))
	var sums, words [][]VecVirtual
	for i := range queries {
		sums, words = append(sums, nil), append(words, nil)
		for range groups {
			sums[i], words[i] = append(sums[i], zero()), append(words[i], YMM())
		}
	}
	halves, ones := YMM(), YMM()
	VPCMPEQD(halves, halves, halves)
	VPABSB(halves, ones)
	VPSLLW(Imm(4), ones, halves)
	VPSUBB(ones, halves, halves) // 16 − 1
	VPCMPEQD(ones, ones, ones)
	VPABSW(ones, ones)
	left, row, triple := Load(Param("eights"), GP64()), GP64(), GP64()
	MOVQ(left, row)
	SHLQ(Imm(3), row)
	LEAQ(Mem{Base: row, Index: row, Scale: 2}, triple)
	q, x := Load(Param("q"), GP64()), Load(Param("x"), GP64())

	Label("some")
	some, several := GP64(), GP64()
	MOVQ(U32(unwidened), several)
	MOVQ(left, some)
	CMPQ(left, several)
	CMOVQGT(several, some)
	SUBQ(some, left)
	for i := range words {
		for _, w := range words[i] {
			VPXOR(w, w, w)
		}
	}

	Label("eight")
	if queries == 1 {
		PREFETCHT0(Mem{Base: x, Disp: ahead})
		PREFETCHT0(Mem{Base: x, Disp: ahead + 64})
	}
	var low, high []VecVirtual
	load := func(g int) {
		both, l, h := YMM(), YMM(), YMM()
		VMOVDQU(Mem{Base: x, Disp: g * 32}, both)
		VPAND(halves, both, l)
		VPSRLW(Imm(4), both, h)
		VPAND(halves, h, h)
		low, high = append(low, l), append(high, h)
	}
	if queries > 1 {
		for g := range groups {
			load(g)
		}
	}
	for i := range words {
		at := strided(q, row, triple, i)
		first, second := YMM(), YMM()
		VPBROADCASTD(at, first)
		at.Disp += 4
		VPBROADCASTD(at, second)
		for g, w := range words[i] {
			if queries == 1 {
				load(g)
			}
			product := YMM()
			VPMADDUBSW(first, low[g], product)
			VPADDW(product, w, w)
			VPMADDUBSW(second, high[g], product)
			VPADDW(product, w, w)
		}
	}
	ADDQ(Imm(8), q)
	ADDQ(U32(eightSize), x)
	DECQ(some)
	JNZ(LabelRef("eight"))
	for i := range words {
		for g, w := range words[i] {
			VPMADDWD(ones, w, w)
			VPADDD(w, sums[i][g], sums[i][g])
		}
	}
	TESTQ(left, left)
	JNZ(LabelRef("some"))

	out, stride := Load(Param("out"), GP64()), Load(Param("outStride"), GP64())
	SHLQ(Imm(2), stride)
	offsets, squares, scales := Load(Param("offsets"), GP64()), Load(Param("squares"), GP64()),
		Load(Param("scales"), GP64())
	about := Load(Param("about"), GP64())
	for i := range sums {
		if i > 0 {
			ADDQ(stride, out)
		}
		zeros, offset, square, scale := zero(), YMM(), YMM(), YMM()
		VPBROADCASTD(Mem{Base: offsets, Disp: i * size}, offset)
		VBROADCASTSS(Mem{Base: squares, Disp: i * size}, square)
		VBROADCASTSS(Mem{Base: scales, Disp: i * size}, scale)
		for g, sum := range sums[i] {
			at := func(n int) Mem { return Mem{Base: about, Disp: g*aboutSize + n*lanes*size} }
			factor, whole := YMM(), YMM()
			VMULPS(at(0), scale, factor)
			VADDPS(at(1), square, whole)
			VPADDD(sum, sum, sum)
			VPADDD(offset, sum, sum)
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

// rowsAhead is how many rows are on their way from memory while one is looked at.
const rowsAhead = 8

// dotRows goes from row to row.
func dotRows() {
	open("dotRowsAVX2",
		"(sums *int32, query *int16, codes *int8, rows *int32, sixteens, count int)",
		"dotRows for count > 0 rows of sixteens > 0 times sixteen numbers")
	sums, rows, count := Load(Param("sums"), GP64()), Load(Param("rows"), GP64()),
		Load(Param("count"), GP64())
	query, codes, sixteens := Load(Param("query"), GP64()), Load(Param("codes"), GP64()),
		Load(Param("sixteens"), GP64())
	length := GP64()
	MOVQ(sixteens, length)
	SHLQ(Imm(4), length)

	Label("row")
	// A line of memory is asked for where the row some rows on has it; of the last ones, their own.
	here, next := GP64(), GP64()
	MOVLQSX(Mem{Base: rows}, here)
	MOVQ(rows, next)
	ADDQ(Imm(4*rowsAhead), next)
	CMPQ(count, Imm(rowsAhead))
	CMOVQLE(rows, next)
	MOVLQSX(Mem{Base: next}, next)
	SUBQ(here, next)
	IMULQ(length, next)
	x, left, at := GP64(), GP64(), GP64()
	MOVQ(here, x)
	IMULQ(length, x)
	ADDQ(codes, x)
	MOVQ(query, at)
	MOVQ(sixteens, left)
	sum := YMM()
	VPXOR(sum, sum, sum)
	Label("sixteen")
	PREFETCHT0(Mem{Base: x, Index: next, Scale: 1})
	wide := YMM()
	VPMOVSXBW(Mem{Base: x}, wide)
	VPMADDWD(Mem{Base: at}, wide, wide)
	VPADDD(wide, sum, sum)
	ADDQ(Imm(16), x)
	ADDQ(Imm(32), at)
	DECQ(left)
	JNZ(LabelRef("sixteen"))

	half := XMM()
	VEXTRACTI128(Imm(1), sum, half)
	VPADDD(half, sum.AsX(), half)
	other := XMM()
	VPSHUFD(Imm(0b1110), half, other)
	VPADDD(other, half, half)
	VPSHUFD(Imm(1), half, other)
	VPADDD(other, half, half)
	VMOVD(half, Mem{Base: sums})
	ADDQ(Imm(4), sums)
	ADDQ(Imm(4), rows)
	DECQ(count)
	JNZ(LabelRef("row"))
	finish()
}

// atMost takes the signs of eight comparisons at a time.
func atMost() {
	open("atMostAVX2", "(bits *uint8, x *float32, limit float32, groups int)",
		"atMost for groups > 0")
	bits, x, groups := Load(Param("bits"), GP64()), Load(Param("x"), GP64()),
		Load(Param("groups"), GP64())
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
