package kernel

func pack[T Float](dst, rows []T, stride, n, count int) {
	checkPack(len(dst), len(rows), stride, n, count)
	for first := 0; first < count; first += Lanes {
		group := dst[first*n:][:n*Lanes]
		for lane := range Lanes {
			j := first + lane
			if j >= count {
				for d := range n {
					group[d*Lanes+lane] = 0
				}
				continue
			}
			for d, x := range rows[j*stride:][:n] {
				group[d*Lanes+lane] = x
			}
		}
	}
}

func tileSquaredDistances[T Float](out []T, outStride int, queries []T, n, k int, packed []T,
	groups int) {
	checkTile(len(out), outStride, len(queries), n, k, len(packed), groups)
	for g := range groups {
		group := packed[g*n*Lanes:][:n*Lanes]
		for i := range k {
			var s0, s1, s2, s3, s4, s5, s6, s7 T
			for d, q := range queries[i*n:][:n] {
				x := group[d*Lanes:][:Lanes]
				s0 += square(q - x[0])
				s1 += square(q - x[1])
				s2 += square(q - x[2])
				s3 += square(q - x[3])
				s4 += square(q - x[4])
				s5 += square(q - x[5])
				s6 += square(q - x[6])
				s7 += square(q - x[7])
			}
			copy(out[i*outStride+g*Lanes:][:Lanes], []T{s0, s1, s2, s3, s4, s5, s6, s7})
		}
	}
}

func tileHinge[T Float](out []T, outStride int, qc, qb []T, n, k int, packedC, packedO []T, sign T,
	groups int) {
	checkTile(len(out), outStride, len(qc), n, k, len(packedC), groups)
	checkTile(len(out), outStride, len(qb), n, k, len(packedO), groups)
	for g := range groups {
		centers := packedC[g*n*Lanes:][:n*Lanes]
		offsets := packedO[g*n*Lanes:][:n*Lanes]
		for i := range k {
			var s0, s1, s2, s3, s4, s5, s6, s7 T
			bias := qb[i*n:][:n]
			for d, q := range qc[i*n:][:n] {
				b, c, o := bias[d], centers[d*Lanes:][:Lanes], offsets[d*Lanes:][:Lanes]
				s0 += square(positive((abs(q-c[0]) + b) + T(sign*abs(o[0]))))
				s1 += square(positive((abs(q-c[1]) + b) + T(sign*abs(o[1]))))
				s2 += square(positive((abs(q-c[2]) + b) + T(sign*abs(o[2]))))
				s3 += square(positive((abs(q-c[3]) + b) + T(sign*abs(o[3]))))
				s4 += square(positive((abs(q-c[4]) + b) + T(sign*abs(o[4]))))
				s5 += square(positive((abs(q-c[5]) + b) + T(sign*abs(o[5]))))
				s6 += square(positive((abs(q-c[6]) + b) + T(sign*abs(o[6]))))
				s7 += square(positive((abs(q-c[7]) + b) + T(sign*abs(o[7]))))
			}
			copy(out[i*outStride+g*Lanes:][:Lanes], []T{s0, s1, s2, s3, s4, s5, s6, s7})
		}
	}
}

func square[T Float](x T) T {
	return T(x * x)
}

// checkPack panics unless the rows and the packed tile fit their slices.
func checkPack(dst, rows, stride, n, count int) {
	if n < 0 || count < 0 || stride < n {
		panic("kernel: negative or overlapping rows")
	}
	if dst < PackedLen(n, count) || count > 0 && rows < (count-1)*stride+n {
		panic("kernel: slice too short for its rows")
	}
}

// checkTile panics unless k queries, the packed groups and their distances fit their slices.
func checkTile(out, outStride, queries, n, k, packed, groups int) {
	if n < 0 || k < 0 || groups < 0 || outStride < groups*Lanes {
		panic("kernel: negative or overlapping rows")
	}
	if queries < k*n || packed < groups*n*Lanes || k > 0 && out < (k-1)*outStride+groups*Lanes {
		panic("kernel: slice too short for its rows")
	}
}
