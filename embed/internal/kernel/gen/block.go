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

// A block is the eight elements from index on. The last block of a vector may be shorter: then mask
// is all ones in its lanes, loads fill the others with zeros, and stores leave memory behind it
// alone.
type block struct {
	index  Register
	behind int // elements by which it lies before index
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

// addTo adds x to the accumulator, without what stands behind the last element.
func (b block) addTo(sum, x VecVirtual) {
	if b.mask != nil {
		VANDPS(b.mask, x, x)
	}
	VADDPS(x, sum, sum)
}

// blocks runs body over n elements.
func blocks(n Register, body func(block)) { blocksOf("", n, body) }

// blocksOf is blocks where a kernel has several loops, each of a name of its own.
func blocksOf(name string, n Register, body func(block)) {
	index, full := GP64(), GP64()
	XORQ(index, index)
	MOVQ(n, full)
	ANDQ(I8(-lanes), full)
	JZ(LabelRef(name + "tail"))

	Label(name + "block")
	body(block{index: index})
	ADDQ(Imm(lanes), index)
	CMPQ(index, full)
	JLT(LabelRef(name + "block"))

	Label(name + "tail")
	SUBQ(full, n)
	JZ(LabelRef(name + "done"))
	body(block{index: index, mask: tailOf(n)})
	Label(name + "done")
}

// pipeline runs stages one after the other over n elements, each stage a block behind the stage
// before it. Few of its instructions then wait for a root or a quotient: if all that a block needs
// stood together, those that wait would fill the scheduler, and the units stand idle. Stages hand
// over what they have in registers, which a later stage must read before an earlier one writes.
func pipeline(n Register, stages ...func(block)) {
	full := GP64()
	MOVQ(n, full)
	ANDQ(I8(-lanes), full)
	index := pipelineOf(full, lanes, stages...)
	SUBQ(full, n)
	JZ(LabelRef("done"))
	inTurn(stages, block{index: index, mask: tailOf(n)})
	Label("done")
}

// pipelineOf is pipeline for whole blocks that are some elements apart, up to index full. It
// returns the index behind them.
func pipelineOf(full Register, apart int, stages ...func(block)) (index Register) {
	depth := len(stages) - 1
	index = GP64()
	XORQ(index, index)
	CMPQ(full, Imm(uint64(depth*apart)))
	JLT(LabelRef("short"))

	// some runs the stages from … to, each as many blocks behind index as its number says.
	some := func(from, to int) {
		for s := to; s >= from; s-- {
			stages[s](block{index: index, behind: s * apart})
		}
		ADDQ(Imm(uint64(apart)), index)
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
	SUBQ(Imm(uint64(depth*apart)), index)
	JMP(LabelRef("tail"))

	Label("short")
	CMPQ(index, full)
	JGE(LabelRef("tail"))
	inTurn(stages, block{index: index})
	ADDQ(Imm(uint64(apart)), index)
	JMP(LabelRef("short"))
	Label("tail")
	return index
}

func inTurn(stages []func(block), b block) {
	for _, stage := range stages {
		stage(b)
	}
}

// tailOf is the mask of n elements.
func tailOf(n Register) VecVirtual {
	ones, mask := GP64(), YMM()
	LEAQ(tailMask, ones)
	NEGQ(n)
	VMOVUPS(Mem{Base: ones, Disp: lanes * size, Index: n, Scale: size}, mask)
	return mask
}

// tables defines what kernels read from memory, and must run before them.
func tables() {
	// Eight lanes of ones before eight of zeros: the eight lanes from lane 8−r on are the mask of r
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

// function opens the kernel of a twin and loads where the slices among its parameters are.
func function(twin, signature string, slices ...string) (bases []Register) {
	open(twin+"AVX2", signature, twin)
	for _, slice := range slices {
		bases = append(bases, Load(Param(slice).Base(), GP64()))
	}
	return bases
}

func open(name, signature, does string) {
	TEXT(name, attr.NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is %s.", name, does))
}

func length(slice string) Register {
	return Load(Param(slice).Len(), GP64())
}

// scalar spreads a parameter over all lanes.
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

// ask begins to load the block from memory, which may be anywhere.
func (b block) ask(bases ...Register) {
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

// sumOf adds the upper half of the lanes to the lower half until one is left.
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

// signBits are the sign of each lane, absBits all other bits.
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

// The operations below are the leaf functions of the twin; each writes a new register.

func add(a, b VecVirtual) VecVirtual { x := YMM(); VADDPS(b, a, x); return x }
func sub(a, b VecVirtual) VecVirtual { x := YMM(); VSUBPS(b, a, x); return x }

// mul has its first factor in a register or in memory.
func mul(a Op, b VecVirtual) VecVirtual { x := YMM(); VMULPS(a, b, x); return x }

func and(a, b VecVirtual) VecVirtual { x := YMM(); VANDPS(b, a, x); return x }

func compare(predicate U8, a, b VecVirtual) VecVirtual {
	x := YMM()
	VCMPPS(predicate, b, a, x)
	return x
}

// timesSign is x·sgn(s), with +0 where s is 0 or a NaN.
func timesSign(x, s, signs, zero VecVirtual) VecVirtual {
	product := and(s, signs)
	VXORPS(product, x, product)
	VANDPS(compare(notEqual, s, zero), product, product)
	return product
}

// positive is max(0, x), of which the instruction gives x when it is a NaN. It also gives x when
// both are zero; but no caller has a −0, which is a sum of two −0 or a difference −0 − 0 only.
func positive(x, zero VecVirtual) VecVirtual {
	p := YMM()
	VMAXPS(x, zero, p)
	return p
}

// larger is max(a, b). The instruction gives b when one is a NaN, or when both are zeros.
func larger(a, b, zero VecVirtual) VecVirtual {
	return both(VMAXPS, a, b, zero)
}

func smaller(a, b, zero VecVirtual) VecVirtual {
	return both(VMINPS, a, b, zero)
}

// both chooses, puts a NaN back, and makes −0 to +0.
func both(choose func(...Op), a, b, zero VecVirtual) VecVirtual {
	x := compare(unordered, a, b)
	choice := YMM()
	choose(b, a, choice)
	VORPS(choice, x, x)
	VADDPS(zero, x, x)
	return x
}
