package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func tiles() {
	pack()
	for _, queries := range []int{4, 1} {
		for _, groups := range []int{2, 1} {
			distanceTile(queries, groups)
			hingeTile(queries, groups)
		}
	}
}

// pack writes the kernel that transposes squares of 8 × 8 elements.
func pack() {
	open("packAVX2", "(dst, rows *float32, stride, n, groups int)",
		"pack for full groups and n > 0")
	dst := Load(Param("dst"), GP64())
	group := Load(Param("rows"), GP64())
	stride := Load(Param("stride"), GP64())
	groups := Load(Param("groups"), GP64())
	SHLQ(Imm(2), stride)
	triple, next := GP64(), GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, triple)
	MOVQ(stride, next)
	SHLQ(Imm(3), next) // eight rows on

	Label("group")
	low, high, left := GP64(), GP64(), GP64()
	MOVQ(group, low)
	LEAQ(Mem{Base: group, Index: stride, Scale: 4}, high)
	Load(Param("n"), left)
	square := func(mask VecVirtual) [lanes]VecVirtual {
		var rows [lanes]VecVirtual
		for i := range rows {
			rows[i] = YMM()
			row := strided([]Register{low, high}[i/4], stride, triple, i%4)
			if mask == nil {
				VMOVUPS(row, rows[i])
			} else {
				VMASKMOVPS(row, mask, rows[i])
			}
		}
		return transpose(rows)
	}
	CMPQ(left, Imm(lanes))
	JLT(LabelRef("tail"))

	Label("square")
	for i, column := range square(nil) {
		VMOVUPS(column, Mem{Base: dst, Disp: i * lanes * size})
	}
	ADDQ(Imm(lanes*size), low)
	ADDQ(Imm(lanes*size), high)
	ADDQ(U32(lanes*lanes*size), dst)
	SUBQ(Imm(lanes), left)
	CMPQ(left, Imm(lanes))
	JGE(LabelRef("square"))

	Label("tail")
	TESTQ(left, left)
	JZ(LabelRef("next"))
	ones, negative, mask := GP64(), GP64(), YMM()
	LEAQ(tailMask, ones)
	MOVQ(left, negative)
	NEGQ(negative)
	VMOVUPS(Mem{Base: ones, Disp: lanes * size, Index: negative, Scale: size}, mask)
	columns := square(mask)
	for _, column := range columns[:lanes-1] {
		VMOVUPS(column, Mem{Base: dst})
		ADDQ(Imm(lanes*size), dst)
		DECQ(left)
		JZ(LabelRef("next"))
	}

	Label("next")
	ADDQ(next, group)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// strided returns the address of row i of four.
func strided(base, stride, triple Register, i int) Mem {
	switch i {
	case 0:
		return Mem{Base: base}
	case 3:
		return Mem{Base: base, Index: triple, Scale: 1}
	}
	return Mem{Base: base, Index: stride, Scale: uint8(i)}
}

// transpose interleaves single elements, then pairs, then halves of registers.
func transpose(r [lanes]VecVirtual) [lanes]VecVirtual {
	var s, t [lanes]VecVirtual
	for i := 0; i < lanes; i += 2 {
		s[i], s[i+1] = YMM(), YMM()
		VUNPCKLPS(r[i+1], r[i], s[i])
		VUNPCKHPS(r[i+1], r[i], s[i+1])
	}
	for i := 0; i < lanes; i += 4 {
		for j := range 2 {
			low, high := s[i+j], s[i+j+2]
			t[i+2*j], t[i+2*j+1] = YMM(), YMM()
			VUNPCKLPD(high, low, t[i+2*j])
			VUNPCKHPD(high, low, t[i+2*j+1])
		}
	}
	for i := range 4 {
		r[i], r[i+4] = YMM(), YMM()
		VPERM2F128(Imm(0x20), t[i+4], t[i], r[i])
		VPERM2F128(Imm(0x31), t[i+4], t[i], r[i+4])
	}
	return r
}

// tile is a kernel that compares a few queries with a few groups and keeps the sums of all pairs in
// registers. With four queries and two groups there are eight sums: each load of candidates is used
// for four queries, and no addition waits for the one before it.
type tile struct {
	queries, groups int

	sums [][]VecVirtual // by query and group

	n                      Register // dimensions left
	row, triple, groupSize Register // bytes
}

// openTile begins a kernel for n > 0 dimensions; n is its last parameter.
func openTile(what, portable, params string, queries, groups int) *tile {
	open(fmt.Sprintf("%s%dx%dAVX2", what, queries, groups),
		"(out *float32, outStride int, "+params+", n int)",
		fmt.Sprintf("%s for %d queries and %d groups of n > 0 dimensions", portable, queries,
			groups))
	t := &tile{queries: queries, groups: groups, row: GP64(), triple: GP64(), groupSize: GP64()}
	for range queries {
		sums := make([]VecVirtual, groups)
		for g := range sums {
			sums[g] = zero()
		}
		t.sums = append(t.sums, sums)
	}
	t.n = Load(Param("n"), GP64())
	MOVQ(t.n, t.row)
	SHLQ(Imm(2), t.row)
	LEAQ(Mem{Base: t.row, Index: t.row, Scale: 2}, t.triple)
	MOVQ(t.row, t.groupSize)
	SHLQ(Imm(3), t.groupSize)
	return t
}

// each runs body for every dimension and then moves the operands to the next one.
func (t *tile) each(body func(), queries, candidates []Register) {
	Label("dimension")
	body()
	for _, q := range queries {
		ADDQ(Imm(size), q)
	}
	for _, x := range candidates {
		ADDQ(Imm(lanes*size), x)
	}
	DECQ(t.n)
	JNZ(LabelRef("dimension"))
}

// query copies the current element of query i to all lanes.
func (t *tile) query(base Register, i int) VecVirtual {
	x := YMM()
	VBROADCASTSS(strided(base, t.row, t.triple, i), x)
	return x
}

// candidates loads the current elements of all candidates.
func (t *tile) candidates(base Register) []VecVirtual {
	var groups []VecVirtual
	for g := range t.groups {
		x := YMM()
		VMOVUPS(strided(base, t.groupSize, nil, g), x)
		groups = append(groups, x)
	}
	return groups
}

// finish stores the sums.
func (t *tile) finish() {
	out := Load(Param("out"), GP64())
	stride := Load(Param("outStride"), GP64())
	SHLQ(Imm(2), stride)
	for i, sums := range t.sums {
		if i > 0 {
			ADDQ(stride, out)
		}
		for g, sum := range sums {
			VMOVUPS(sum, Mem{Base: out, Disp: g * lanes * size})
		}
	}
	finish()
}

func distanceTile(queries, groups int) {
	t := openTile("distances", "tileSquaredDistances", "q, x *float32", queries, groups)
	q, x := Load(Param("q"), GP64()), Load(Param("x"), GP64())
	t.each(func() {
		candidates := t.candidates(x)
		for i, sums := range t.sums {
			center := t.query(q, i)
			for g, sum := range sums {
				d := sub(center, candidates[g])
				VMULPS(d, d, d)
				VADDPS(d, sum, sum)
			}
		}
	}, []Register{q}, []Register{x})
	t.finish()
}

// hingeTile writes the kernel of hinges. It keeps the mask that clears signs in memory, because it
// needs one register more than there are.
func hingeTile(queries, groups int) {
	t := openTile("hinges", "tileHinge", "qc, qb, xc, xo *float32, sign float32", queries, groups)
	qc, qb := Load(Param("qc"), GP64()), Load(Param("qb"), GP64())
	xc, xo := Load(Param("xc"), GP64()), Load(Param("xo"), GP64())
	zeros := zero()
	t.each(func() {
		offsets := t.candidates(xo)
		for _, offset := range offsets {
			VANDPS(absMask, offset, offset)
		}
		sign := scalar("sign")
		for _, offset := range offsets {
			VMULPS(offset, sign, offset)
		}
		centers := t.candidates(xc)
		for i, sums := range t.sums {
			center, bias := t.query(qc, i), t.query(qb, i)
			for g, sum := range sums {
				x := sub(center, centers[g])
				VANDPS(absMask, x, x)
				VADDPS(bias, x, x)
				VADDPS(offsets[g], x, x)
				VMAXPS(x, zeros, x)
				VMULPS(x, x, x)
				VADDPS(x, sum, sum)
			}
		}
	}, []Register{qc, qb}, []Register{xc, xo})
	t.finish()
}
