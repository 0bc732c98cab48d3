package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func vectors() {
	elementwise("add", add)
	elementwise("sub", sub)

	p := function("axpy", "(dst []float32, k float32, x []float32)", "dst", "x")
	k := scalar("k")
	blocks(length("x"), func(b block) {
		b.store(add(b.load(p[0]), mul(k, b.load(p[1]))), p[0])
	})
	finish()

	p = function("dot", "(a, b []float32) float32", "a", "b")
	sum := zero()
	blocks(length("a"), func(b block) {
		b.addTo(sum, mul(b.load(p[0]), b.load(p[1])))
	})
	finishSum(sum)

	p = function("sumSquares", "(a []float32) float32", "a")
	sum = zero()
	blocks(length("a"), func(b block) {
		x := b.load(p[0])
		b.addTo(sum, mul(x, x))
	})
	finishSum(sum)

	ask()
}

// ask prefetches each cache line of 64 bytes.
func ask() {
	open("askAVX2", "(x *float32, n int)", "the prefetching of one vector")
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	TESTQ(n, n)
	JLE(LabelRef("done"))
	Label("line")
	PREFETCHT0(Mem{Base: x})
	ADDQ(Imm(64), x)
	SUBQ(Imm(64/size), n)
	JG(LabelRef("line"))
	Label("done")
	RET()
}

func elementwise(portable string, op func(a, b VecVirtual) VecVirtual) {
	p := function(portable, "(dst, a, b []float32)", "dst", "a", "b")
	blocks(length("dst"), func(b block) {
		b.store(op(b.load(p[1]), b.load(p[2])), p[0])
	})
	finish()
}
