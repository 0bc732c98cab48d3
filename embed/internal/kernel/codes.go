package kernel

import "math"

// Codes are vectors of odd whole numbers from −15 to 15, of a number n of dimensions that is a
// multiple of 8, packed for TileBounds. The number 2u − 15 is kept as u, in half a byte. A block
// holds BlockLanes candidates, eight dimensions after eight, and of these one candidate after the
// other in four bytes: the first four in their lower halves, the others in the upper ones.
const (
	BlockGroups = 4
	BlockLanes  = BlockGroups * Lanes
)

// CodesLen is the length of packed codes of n dimensions.
func CodesLen(n, count int) int {
	return (count + BlockLanes - 1) / BlockLanes * BlockLanes * (n / 2)
}

// PutCode packs candidate j, of which code holds the numbers u, from 0 to 15.
func PutCode(codes []uint8, n, j int, code []uint8) {
	block := codes[j/BlockLanes*BlockLanes*(n/2):][:BlockLanes*(n/2)]
	lane := j % BlockLanes
	for d := 0; d < n; d += 8 {
		four, u := block[(d/8*BlockLanes+lane)*4:][:4], code[d:][:8]
		for i := range four {
			four[i] = u[i] | u[i+4]<<4
		}
	}
}

// AboutLen is the length of what TileBounds wants to know about candidates beside their codes, and
// PutAbout writes it for candidate j: its factor f, its square w and its error e.
func AboutLen(count int) int {
	return (count + BlockLanes - 1) / BlockLanes * 3 * BlockLanes
}

func PutAbout[T Float](about []T, j int, f, w, e T) {
	group, lane := about[j/Lanes*3*Lanes:][:3*Lanes], j%Lanes
	group[lane], group[Lanes+lane], group[2*Lanes+lane] = f, w, e
}

func tileBounds[T Float](out []T, outStride int, queries []int8, offsets []int32, squares,
	scales []T, n, k int, codes []uint8, about []T, blocks int) {
	checkBounds(len(out), outStride, len(queries), len(offsets), len(squares), len(scales), n, k,
		len(codes), len(about), blocks)
	for g := range blocks * BlockGroups {
		said := about[g*3*Lanes:][:3*Lanes]
		for i := range k {
			var sums [Lanes]int32
			query := queries[i*n:][:n]
			for d := 0; d < n; d += 8 {
				eight := codes[(g/BlockGroups*n/8+d/8)*4*BlockLanes+
					g%BlockGroups*4*Lanes:][:4*Lanes]
				q := (*[8]int8)(query[d:])
				q0, q1, q2, q3 := int32(q[0]), int32(q[1]), int32(q[2]), int32(q[3])
				q4, q5, q6, q7 := int32(q[4]), int32(q[5]), int32(q[6]), int32(q[7])
				for lane := range sums {
					x := (*[4]uint8)(eight[4*lane:])
					sums[lane] += q0*int32(x[0]&15) + q1*int32(x[1]&15) + q2*int32(x[2]&15) +
						q3*int32(x[3]&15) +
						q4*int32(x[0]>>4) + q5*int32(x[1]>>4) + q6*int32(x[2]>>4) +
						q7*int32(x[3]>>4)
				}
			}
			row := out[i*outStride+g*Lanes:][:Lanes]
			for lane, sum := range sums {
				factor, square := T(said[lane]*scales[i]), said[Lanes+lane]+squares[i]
				distance := sqrt(positive(square - T(T(2*sum+offsets[i])*factor)))
				row[lane] = positive(distance - said[2*Lanes+lane])
			}
		}
	}
}

func dotRows(sums []int32, query []int16, codes []int8, rows []int32) {
	n := len(query)
	checkRows(len(sums), n, len(codes), rows)
	for i, row := range rows {
		var sum int32
		for d, x := range codes[int(row)*n:][:n] {
			sum += int32(query[d]) * int32(x)
		}
		sums[i] = sum
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
func checkBounds(out, outStride, queries, offsets, squares, scales, n, k, codes, about,
	blocks int) {
	if n%8 != 0 {
		panic("kernel: codes of a number of dimensions that is no multiple of 8")
	}
	if blocks < 0 {
		panic("kernel: negative or overlapping rows")
	}
	checkTile(out, outStride, queries, n, k, 2*codes, blocks*BlockGroups)
	if offsets < k || squares < k || scales < k || about < blocks*3*BlockLanes {
		panic("kernel: slice too short for its rows")
	}
}

// checkRows panics unless all rows of n codes are there.
func checkRows(sums, n, codes int, rows []int32) {
	if n%16 != 0 {
		panic("kernel: codes of a number of dimensions that is no multiple of 16")
	}
	same2(sums, len(rows))
	for _, row := range rows {
		if row < 0 || (int(row)+1)*n > codes {
			panic("kernel: no such row")
		}
	}
}

func checkAtMost(bits, x int) {
	if x != bits*Lanes {
		panic(unequal)
	}
}

// LargestQuery is the largest magnitude that the numbers of a query of n dimensions may have, so
// that no sum of DotRows leaves int32; 0 where there is none.
func LargestQuery(n int) int {
	if n == 0 {
		return math.MaxInt16
	}
	return min(math.MaxInt16, math.MaxInt32/127/n)
}
