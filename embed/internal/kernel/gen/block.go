package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	lanes = 8 // float32 in a register
	size  = 4 // bytes of one
)

// Predicates of VCMPPS.
const (
	equal     = U8(0x00) // EQ_OQ
	unordered = U8(0x03) // UNORD_Q
	notEqual  = U8(0x0c) // NEQ_OQ
	less      = U8(0x11) // LT_OQ
	notAbove  = U8(0x12) // LE_OQ
	atLeast   = U8(0x1d) // GE_OQ
	greater   = U8(0x1e) // GT_OQ

	equalOrUnordered = U8(0x08) // EQ_UQ
)

// block is eight consecutive elements from index on. The last block of a vector may be shorter. Its
// mask then has ones in the lanes with elements; loads fill the other lanes with zeros, and stores
// do not write them.
type block struct {
	index  Register
	behind int // the number of elements from the block to index
	mask   VecVirtual
}

func (b block) load(base Register) VecVirtual {
	x := YMM()
	b.loadTo(x, base)
	return x
}

func (b block) loadTo(x VecVirtual, base Register) {
	if b.mask != nil {
		VMASKMOVPS(b.at(base), b.mask, x)
	} else {
		VMOVUPS(b.at(base), x)
	}
}

func (b block) store(x VecVirtual, base Register) {
	if b.mask != nil {
		VMASKMOVPS(x, b.mask, b.at(base))
	} else {
		VMOVUPS(x, b.at(base))
	}
}

func (b block) at(base Register) Mem {
	return Mem{Base: base, Index: b.index, Scale: size, Disp: -b.behind * size}
}

// addTo adds x to the accumulator, without the lanes behind the last element.
func (b block) addTo(sum, x VecVirtual) {
	if b.mask != nil {
		VANDPS(b.mask, x, x)
	}
	VADDPS(x, sum, sum)
}

// blocks writes a loop that runs body for each block of n elements.
func blocks(n Register, body func(block)) {
	index, full := GP64(), GP64()
	XORQ(index, index)
	MOVQ(n, full)
	ANDQ(I8(-lanes), full)
	JZ(LabelRef("tail"))

	Label("block")
	body(block{index: index})
	ADDQ(Imm(lanes), index)
	CMPQ(index, full)
	JLT(LabelRef("block"))

	Label("tail")
	SUBQ(full, n)
	JZ(LabelRef("done"))
	body(block{index: index, mask: tailOf(n)})
	Label("done")
}

// pipeline writes a loop over n elements in stages: while the first stage processes a block, the
// second one processes the block before it, and so on. Instructions of different blocks overlap, so
// that few of them wait for a square root or a quotient. A stage passes its results to the next one
// in registers. Later stages run first, so that they read a register before it is overwritten.
func pipeline(n Register, stages ...func(block)) {
	full := GP64()
	MOVQ(n, full)
	ANDQ(I8(-lanes), full)
	depth := len(stages) - 1
	index := GP64()
	XORQ(index, index)
	CMPQ(full, Imm(uint64(depth*lanes)))
	JLT(LabelRef("short"))

	// some runs the stages from … to; stage s processes the block s blocks before index.
	some := func(from, to int) {
		for s := to; s >= from; s-- {
			stages[s](block{index: index, behind: s * lanes})
		}
		ADDQ(Imm(lanes), index)
	}
	for s := range depth {
		some(0, s)
	}
	CMPQ(index, full)
	JGE(LabelRef("drain"))
	Label("block")
	some(0, depth)
	CMPQ(index, full)
	JLT(LabelRef("block"))
	Label("drain")
	for s := range depth {
		some(s+1, depth)
	}
	SUBQ(Imm(uint64(depth*lanes)), index)
	JMP(LabelRef("tail"))

	Label("short")
	CMPQ(index, full)
	JGE(LabelRef("tail"))
	inTurn(stages, block{index: index})
	ADDQ(Imm(lanes), index)
	JMP(LabelRef("short"))

	Label("tail")
	SUBQ(full, n)
	JZ(LabelRef("done"))
	inTurn(stages, block{index: index, mask: tailOf(n)})
	Label("done")
}

func inTurn(stages []func(block), b block) {
	for _, stage := range stages {
		stage(b)
	}
}

// tailOf returns the mask of n elements.
func tailOf(n Register) VecVirtual {
	ones, mask := GP64(), YMM()
	LEAQ(tailMask, ones)
	NEGQ(n)
	VMOVUPS(Mem{Base: ones, Disp: lanes * size, Index: n, Scale: size}, mask)
	return mask
}

// tables defines the constants in memory. It must run before the kernels.
func tables() {
	// Eight lanes of ones and eight of zeros. The eight lanes from lane 8−r on are the mask of r
	// elements.
	tailMask = GLOBL("tailMask", attr.RODATA|attr.NOPTR)
	for lane := range lanes {
		DATA(lane*size, U32(0xffffffff))
	}
	for lane := range lanes {
		DATA((lanes+lane)*size, U32(0))
	}
	absMask = GLOBL("absMask", attr.RODATA|attr.NOPTR)
	for lane := range lanes {
		DATA(lane*size, U32(0x7fffffff))
	}
	oneHalf = ConstData("oneHalf", F32(0.5))
}

var tailMask, absMask, oneHalf Mem

// function begins the kernel for a portable function and loads the addresses of its slices.
func function(portable, signature string, slices ...string) (bases []Register) {
	open(portable+"AVX2", signature, portable)
	for _, slice := range slices {
		bases = append(bases, Load(Param(slice).Base(), GP64()))
	}
	return bases
}

func open(name, signature, does string) {
	TEXT(name, attr.NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s implements %s.", name, does))
}

func length(slice string) Register {
	return Load(Param(slice).Len(), GP64())
}

// scalar copies a parameter to all lanes.
func scalar(name string) VecVirtual {
	addr, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return spread(addr.Addr)
}

// spread loads a number into all lanes.
func spread(at Mem) VecVirtual {
	x := YMM()
	VBROADCASTSS(at, x)
	return x
}

// prefetch prefetches the block; any address is allowed.
func (b block) prefetch(bases ...Register) {
	if b.mask == nil {
		for _, base := range bases {
			PREFETCHT0(b.at(base))
		}
	}
}

// finish ends a kernel without a result.
func finish() {
	VZEROUPPER()
	RET()
}

// finishSum returns the sum of the lanes.
func finishSum(sum VecVirtual) {
	low := sumOf(sum)
	VZEROUPPER()
	Store(low, ReturnIndex(0))
	RET()
}

// sumOf returns the sum of the lanes. It adds the upper half to the lower half until one is left.
func sumOf(sum VecVirtual) Register {
	upper, low := XMM(), sum.AsX()
	VEXTRACTF128(Imm(1), sum, upper)
	VADDPS(upper, low, low)
	VPERMILPS(Imm(0x0e), low, upper)
	VADDPS(upper, low, low)
	VMOVSHDUP(low, upper)
	VADDSS(upper, low, low)
	return low
}

func zero() VecVirtual {
	x := YMM()
	VXORPS(x, x, x)
	return x
}

// signBits returns a mask of the sign bit of each lane, absBits one of all other bits.
func signBits() VecVirtual {
	x := YMM()
	VPCMPEQD(x, x, x)
	VPSLLD(Imm(31), x, x)
	return x
}

func absBits() VecVirtual {
	x := YMM()
	VPCMPEQD(x, x, x)
	VPSRLD(Imm(1), x, x)
	return x
}

func half() VecVirtual {
	x := YMM()
	VBROADCASTSS(oneHalf, x)
	return x
}

// The operations below correspond to those of the portable functions; each uses a new register.

func add(a, b VecVirtual) VecVirtual { x := YMM(); VADDPS(b, a, x); return x }
func sub(a, b VecVirtual) VecVirtual { x := YMM(); VSUBPS(b, a, x); return x }

// mul returns a·b; a is in a register or in memory.
func mul(a Op, b VecVirtual) VecVirtual { x := YMM(); VMULPS(a, b, x); return x }

func and(a, b VecVirtual) VecVirtual { x := YMM(); VANDPS(b, a, x); return x }

func compare(predicate U8, a, b VecVirtual) VecVirtual {
	x := YMM()
	VCMPPS(predicate, b, a, x)
	return x
}

// timesSign returns x·sgn(s), and +0 where s is 0 or a NaN.
func timesSign(x, s, signs, zero VecVirtual) VecVirtual {
	product := and(s, signs)
	VXORPS(product, x, product)
	VANDPS(compare(notEqual, s, zero), product, product)
	return product
}

// positive returns max(0, x). VMAXPS returns x if x is a NaN, and if both are zero. No caller
// passes −0, which only a sum of two −0 or a difference −0 − 0 can give.
func positive(x, zero VecVirtual) VecVirtual {
	p := YMM()
	VMAXPS(x, zero, p)
	return p
}

// larger returns max(a, b). VMAXPS returns b if one is a NaN or both are zeros; both corrects it.
func larger(a, b, zero VecVirtual) VecVirtual {
	return both(VMAXPS, a, b, zero)
}

func smaller(a, b, zero VecVirtual) VecVirtual {
	return both(VMINPS, a, b, zero)
}

// both applies an instruction, restores NaNs, and converts −0 to +0.
func both(choose func(...Op), a, b, zero VecVirtual) VecVirtual {
	x := compare(unordered, a, b)
	choice := YMM()
	choose(b, a, choice)
	VORPS(choice, x, x)
	VADDPS(zero, x, x)
	return x
}
