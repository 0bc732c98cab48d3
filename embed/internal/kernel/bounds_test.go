//go:build linux

package kernel

import (
	"math/rand/v2"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// TestBounds places each operand next to an inaccessible page, first with its end and then with its
// start. Guards detect writes outside an operand; this detects reads, which no sanitizer sees in
// assembly.
func TestBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(37, 41))
	for _, ops := range implementations(t) {
		for _, c := range calls[float32]() {
			for _, atEnd := range []bool{true, false} {
				fences := make([]fence, len(c.operands()))
				for i := range fences {
					fences[i] = newFence(t, 600)
				}
				for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33,
					127, 200, 300} {
					operands := make([][]float32, len(fences))
					for i, units := range c.operands() {
						operands[i] = fences[i].slice(units*n, atEnd)
						for j := range operands[i] {
							operands[i][j] = random.Float32()
						}
					}
					if text := faultOf(
						func() { c.run(ops, operands, 0.5, step[float32]()) }); text != "" {
						t.Errorf("%s %s, n = %d, atEnd %v: %s", ops.Name, c.name, n, atEnd, text)
					}
				}
			}
		}
		rows, queries, bias, packed, packed2, out := newFence(t, 64*21), newFence(t,
			9*21), newFence(t, 9*21), newFence(t, 64*21), newFence(t, 64*21), newFence(t, 9*64)
		for _, atEnd := range []bool{true, false} {
			for _, n := range []int{1, 7, 8, 9, 21} {
				for _, count := range []int{1, 8, 24, 40, 61} {
					for _, k := range []int{1, 4, 5, 9} {
						groups := (count + Lanes - 1) / Lanes
						stride := groups * Lanes
						x, y := packed.slice(PackedLen(n, count), atEnd), packed2.slice(
							PackedLen(n, count), atEnd)
						o, q, b := out.slice(k*stride, atEnd), queries.slice(k*n,
							atEnd), bias.slice(k*n, atEnd)
						if text := faultOf(func() {
							ops.Pack(x, rows.slice(count*n, atEnd), n, n, count)
							ops.TileSquaredDistances(o, stride, q, n, k, x, groups)
							ops.TileHinge(o, stride, q, b, n, k, x, y, 1, groups)
						}); text != "" {
							t.Errorf("%s tiles, n = %d, %d candidates, %d queries, atEnd %v: %s",
								ops.Name, n, count, k, atEnd, text)
						}
					}
				}
			}
		}
	}
}

// fence is memory between two inaccessible pages.
type fence []float32

func newFence(t *testing.T, elements int) fence {
	t.Helper()
	page := os.Getpagesize()
	inside := (4*elements + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, inside+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	for _, outside := range [][]byte{memory[:page], memory[page+inside:]} {
		if err := syscall.Mprotect(outside, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(&memory[page])), inside/4)
}

func (f fence) slice(n int, atEnd bool) []float32 {
	if atEnd {
		return f[len(f)-n:]
	}
	return f[:n:n]
}

// faultOf calls f and returns the text of a panic caused by a page fault.
func faultOf(f func()) string {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return panicOf(f)
}
