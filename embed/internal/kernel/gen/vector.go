package main

import . "github.com/mmcloughlin/avo/reg"

func vectors() {
	elementwise("addAVX2", "addAVX2 is add.", add)
	elementwise("subAVX2", "subAVX2 is sub.", sub)

	p, n := function("axpyAVX2", "(dst []float32, k float32, x []float32)", "axpyAVX2 is axpy.", "dst", "x")
	k := scalar("k")
	blocks(n, func(b block) {
		b.store(add(b.load(p[0]), mul(k, b.load(p[1]))), p[0])
	})
	finish()

	p, n = function("mulSignAVX2", "(g, o []float32)", "mulSignAVX2 is mulSign.", "g", "o")
	signs, zeros := signBits(), zero()
	blocks(n, func(b block) {
		b.store(timesSign(b.load(p[0]), b.load(p[1]), signs, zeros), p[0])
	})
	finish()

	p, n = function("dotAVX2", "(a, b []float32) float32", "dotAVX2 is dot.", "a", "b")
	sum := zero()
	blocks(n, func(b block) {
		b.addTo(sum, mul(b.load(p[0]), b.load(p[1])))
	})
	finishSum(sum)

	p, n = function("sumSquaresAVX2", "(a []float32) float32", "sumSquaresAVX2 is sumSquares.", "a")
	sum = zero()
	blocks(n, func(b block) {
		x := b.load(p[0])
		b.addTo(sum, mul(x, x))
	})
	finishSum(sum)

	p, n = function("squaredDistanceAVX2", "(a, b []float32) float32", "squaredDistanceAVX2 is squaredDistance.", "a", "b")
	sum = zero()
	blocks(n, func(b block) {
		d := sub(b.load(p[0]), b.load(p[1]))
		b.addTo(sum, mul(d, d))
	})
	finishSum(sum)
}

func elementwise(name, doc string, op func(a, b VecVirtual) VecVirtual) {
	p, n := function(name, "(dst, a, b []float32)", doc, "dst", "a", "b")
	blocks(n, func(b block) {
		b.store(op(b.load(p[1]), b.load(p[2])), p[0])
	})
	finish()
}
