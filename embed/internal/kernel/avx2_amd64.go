//go:build !noasm

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C gen . -out ../avx2_amd64.s -stubs ../avx2_stubs_amd64.go -pkg kernel

// assembly returns the AVX2 kernels, or nil if this CPU has no AVX2. Each kernel checks its lengths
// like its portable counterpart before it calls the assembly, which does not check them.
func assembly() *Ops[float32] {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	return &Ops[float32]{
		Name: "avx2",
		Add: func(dst, a, b []float32) {
			same3(len(dst), len(a), len(b))
			addAVX2(dst, a, b)
		},
		Sub: func(dst, a, b []float32) {
			same3(len(dst), len(a), len(b))
			subAVX2(dst, a, b)
		},
		Axpy: func(dst []float32, k float32, x []float32) {
			same2(len(dst), len(x))
			axpyAVX2(dst, k, x)
		},
		Dot: func(a, b []float32) float32 {
			same2(len(a), len(b))
			return dotAVX2(a, b)
		},
		SumSquares: sumSquaresAVX2,
		Inclusion: func(r, ca, oa, cb, ob []float32, margin float32) float32 {
			same5(len(r), len(ca), len(oa), len(cb), len(ob))
			return inclusionAVX2(r, ca, oa, cb, ob, margin)
		},
		Disjointness: func(r, ca, oa, cb, ob []float32, margin float32) float32 {
			same5(len(r), len(ca), len(oa), len(cb), len(ob))
			return disjointnessAVX2(r, ca, oa, cb, ob, margin)
		},
		Separation: func(r, ca, oa, cb, ob []float32, margin float32) float32 {
			same5(len(r), len(ca), len(oa), len(cb), len(ob))
			return separationAVX2(r, ca, oa, cb, ob, margin)
		},
		Intersect: func(c, o, ca, oa, cb, ob []float32) {
			same2(len(c), len(o))
			same5(len(c), len(ca), len(oa), len(cb), len(ob))
			intersectAVX2(c, o, ca, oa, cb, ob)
		},
		AddBox: func(gc, gb []float32, kc, kb float32, r []float32) {
			same3(len(gc), len(gb), len(r))
			addBoxAVX2(gc, gb, kc, kb, r)
		},
		AddPoint: func(g []float32, k float32, r []float32) {
			same2(len(g), len(r))
			addPointAVX2(g, k, r)
		},
		IntersectGradient: func(ga, gb, r, ca, oa, cb, ob []float32) {
			same5(len(r), len(ca), len(oa), len(cb), len(ob))
			same3(2*len(r), len(ga), len(gb))
			intersectGradientAVX2(ga, gb, r, ca, oa, cb, ob)
		},
		EmptyGap: func(r, ca, oa, cb, ob []float32) float32 {
			same5(len(r), len(ca), len(oa), len(cb), len(ob))
			return emptyGapAVX2(r, ca, oa, cb, ob)
		},
		Adam: func(row Row[float32], shares []Share[float32], absolute bool, s *AdamStep[float32],
			next Row[float32], also []float32) {
			checkAdam(row, shares, absolute)
			p, m, v := row.ahead(next)
			r := unsafe.SliceData(also)
			if len(also) == 0 {
				r = p
			}
			step := adamAVX2
			if absolute {
				step = adamAbsoluteAVX2
			}
			step(unsafe.SliceData(row.P), unsafe.SliceData(row.M), unsafe.SliceData(row.V),
				len(row.P),
				(*float32)(unsafe.Pointer(unsafe.SliceData(shares))), len(shares), &s.M, p, m, v, r)
		},
		AdamDrift: func(row Row[float32], d Drift[float32], next Row[float32]) {
			same3(len(row.P), len(row.M), len(row.V))
			p, m, v := row.ahead(next)
			adamDriftAVX2(row.P, row.M, row.V, d.Rate, d.Epsilon, d.M, d.V, p, m, v)
		},
		AdamShrink:           shrinkRows,
		Ask:                  askFor,
		Pack:                 packRows,
		TileSquaredDistances: tileDistances,
		TileHinge:            tileHinges,
	}
}

// ahead returns the start of the row to prefetch, or of r if next is empty, which costs nothing.
func (r Row[T]) ahead(next Row[T]) (p, m, v *T) {
	if len(next.P) == 0 {
		next = r
	}
	return unsafe.SliceData(next.P), unsafe.SliceData(next.M), unsafe.SliceData(next.V)
}

func shrinkRows(rows []Shrinking[float32], d Decay[float32]) {
	steps := shrinkingSteps(rows)
	if len(rows) == 0 || steps == 0 || len(rows[0].P) == 0 {
		adamShrink(rows, d)
		return
	}
	adamShrinkAVX2((*float32)(unsafe.Pointer(&rows[0])), len(rows), len(rows[0].P), steps, d.M,
		d.GainM, d.V, d.GainV)
	for i := range rows {
		rows[i].skip(steps)
	}
}

func askFor(vector []float32) { askAVX2(unsafe.SliceData(vector), len(vector)) }

func packRows(dst, rows []float32, stride, n, count int) {
	checkPack(len(dst), len(rows), stride, n, count)
	full := count / Lanes
	if full > 0 && n > 0 {
		packAVX2(&dst[0], &rows[0], stride, n, full)
	}
	if rest := count % Lanes; rest > 0 {
		pack(dst[full*Lanes*n:], rows[full*Lanes*stride:], stride, n, rest)
	}
}

func tileDistances(out []float32, outStride int, queries []float32, n, k int, packed []float32,
	groups int) {
	checkTile(len(out), outStride, len(queries), n, k, len(packed), groups)
	if n == 0 {
		tileSquaredDistances(out, outStride, queries, n, k, packed, groups)
		return
	}
	kernels := [...]func(out *float32, outStride int, q, x *float32, n int){
		distances1x1AVX2, distances1x2AVX2, distances4x1AVX2, distances4x2AVX2,
	}
	eachBlock(k, groups, func(i, g, shape int) {
		kernels[shape](&out[i*outStride+g*Lanes], outStride, &queries[i*n], &packed[g*n*Lanes], n)
	})
}

func tileHinges(out []float32, outStride int, qc, qb []float32, n, k int, packedC,
	packedO []float32, sign float32, groups int) {
	checkTile(len(out), outStride, len(qc), n, k, len(packedC), groups)
	checkTile(len(out), outStride, len(qb), n, k, len(packedO), groups)
	if n == 0 {
		tileHinge(out, outStride, qc, qb, n, k, packedC, packedO, sign, groups)
		return
	}
	kernels := [...]func(out *float32, outStride int, qc, qb, xc, xo *float32, sign float32, n int){
		hinges1x1AVX2, hinges1x2AVX2, hinges4x1AVX2, hinges4x2AVX2,
	}
	eachBlock(k, groups, func(i, g, shape int) {
		x := g * n * Lanes
		kernels[shape](&out[i*outStride+g*Lanes], outStride, &qc[i*n], &qb[i*n], &packedC[x],
			&packedO[x], sign, n)
	})
}

// eachBlock divides k queries and some groups into blocks for the kernels, of the shapes 1×1, 1×2,
// 4×1 and 4×2. All queries are processed with two groups, which stay in the first-level cache,
// before the next two.
func eachBlock(k, groups int, block func(i, g, shape int)) {
	for g := 0; g < groups; g += 2 {
		pair := 1
		if g+1 == groups {
			pair = 0
		}
		i := 0
		for ; i+4 <= k; i += 4 {
			block(i, g, 2+pair)
		}
		for ; i < k; i++ {
			block(i, g, pair)
		}
	}
}
