package kernel

import "math"

// Codes are vectors of whole numbers from −127 to 127, an even number n of them each, packed for TileBounds: candidate j stands in
// lane j mod Lanes of group j/Lanes, and two dimensions of it side by side.

// CodesLen is the length of packed codes of n dimensions.
func CodesLen(n, count int) int {
	return (count + Lanes - 1) / Lanes * Lanes * n
}

// PutCode packs candidate j.
func PutCode(codes []int8, n, j int, code []int8) {
	group := codes[j/Lanes*n*Lanes:][:n*Lanes]
	lane := j % Lanes
	for d, x := range code[:n] {
		group[d/2*2*Lanes+2*lane+d%2] = x
	}
}

// AboutLen is the length of what TileBounds wants to know about candidates beside their codes, and PutAbout writes it for candidate
// j: its factor f, its square w and its error e.
func AboutLen(count int) int {
	return (count + Lanes - 1) / Lanes * 3 * Lanes
}

func PutAbout[T Float](about []T, j int, f, w, e T) {
	group, lane := about[j/Lanes*3*Lanes:][:3*Lanes], j%Lanes
	group[lane], group[Lanes+lane], group[2*Lanes+lane] = f, w, e
}

func tileBounds[T Float](out []T, outStride int, queries []int16, squares, scales []T, n, k int, codes []int8, about []T, groups int) {
	checkBounds(len(out), outStride, len(queries), len(squares), len(scales), n, k, len(codes), len(about), groups)
	for g := range groups {
		group, said := codes[g*n*Lanes:][:n*Lanes], about[g*3*Lanes:][:3*Lanes]
		for i := range k {
			var sums [Lanes]int32
			for d, q := range queries[i*n:][:n] {
				pair := group[d/2*2*Lanes+d%2:]
				for lane := range sums {
					sums[lane] += int32(q) * int32(pair[2*lane])
				}
			}
			row := out[i*outStride+g*Lanes:][:Lanes]
			for lane, sum := range sums {
				factor, square := T(said[lane]*scales[i]), said[Lanes+lane]+squares[i]
				distance := sqrt(positive(square - T(T(sum)*factor)))
				row[lane] = positive(distance - said[2*Lanes+lane])
			}
		}
	}
}

func atMost[T Float](bits []uint8, x []T, limit T) {
	checkAtMost(len(bits), len(x))
	for g := range bits {
		var b uint8
		for lane, x := range x[g*Lanes:][:Lanes] {
			if x <= limit {
				b |= 1 << lane
			}
		}
		bits[g] = b
	}
}

// checkBounds panics unless k queries, the packed codes and their bounds fit their slices.
func checkBounds(out, outStride, queries, squares, scales, n, k, codes, about, groups int) {
	if n%2 != 0 {
		panic("kernel: codes of an odd number of dimensions")
	}
	checkTile(out, outStride, queries, n, k, codes, groups)
	if squares < k || scales < k || about < groups*3*Lanes {
		panic("kernel: slice too short for its rows")
	}
}

func checkAtMost(bits, x int) {
	if x != bits*Lanes {
		panic(unequal)
	}
}

// LargestQuery is the largest magnitude that the numbers of a query of n dimensions may have, so that no sum of TileBounds leaves
// int32; 0 where there is none.
func LargestQuery(n int) int {
	if n == 0 {
		return math.MaxInt16
	}
	return min(math.MaxInt16, math.MaxInt32/127/n)
}
