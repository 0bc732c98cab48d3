package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// implementations returns all implementations for float32 that this machine can run. The first is
// the reference.
func implementations(t testing.TB) []*Ops[float32] {
	all := []*Ops[float32]{Portable[float32]()}
	if ops := assembly(); ops != nil {
		return append(all, ops)
	}
	t.Log("no assembly in this build or for this CPU")
	return all
}

// guard is the value before and behind every operand. A kernel that reads it shows it in a sum; one
// that writes there changes it.
const (
	guard  = float32(-123456792)
	guards = 16
)

// arena is one allocation that holds operands between guards.
type arena struct {
	memory   []float32
	operands [][]float32
}

// newArena places operands of the given lengths. shift varies the alignment of their starts.
func newArena(lengths []int, shift int) arena {
	total := guards
	for i, n := range lengths {
		total += n + (shift+3*i)%Lanes + guards
	}
	a := arena{memory: make([]float32, total)}
	for i := range a.memory {
		a.memory[i] = guard
	}
	at := guards
	for i, n := range lengths {
		at += (shift + 3*i) % Lanes
		a.operands = append(a.operands, a.memory[at:at+n:at+n])
		at += n + guards
	}
	return a
}

func (a arena) fill(draw func() float32) {
	for _, operand := range a.operands {
		for i := range operand {
			operand[i] = draw()
		}
	}
}

// intact overwrites the operands and reports whether all guards are unchanged.
func (a arena) intact() bool {
	a.fill(func() float32 { return guard })
	return !slices.ContainsFunc(a.memory, func(x float32) bool { return x != guard })
}

// difference returns the first position at which two arenas differ.
func difference(want, got arena) string {
	for i, operand := range want.operands {
		for j, x := range operand {
			if y := got.operands[i][j]; !sameBits(x, y) {
				return fmt.Sprintf("operand %d, element %d is %v (%x), want %v (%x)", i, j, y,
					y, x, x)
			}
		}
	}
	return ""
}

// TestImplementationsAgree runs every implementation on all lengths and alignments and compares
// bits.
func TestImplementationsAgree(t *testing.T) {
	all := implementations(t)
	for _, c := range calls[float32]() {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 5))
			for n := range 301 {
				for which, kind := range kinds {
					draw := func() float32 { return float32(kind.draw(random)) }
					agree(t, all, c, n, n+5*which, draw, draw())
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

// agree runs one call with all implementations on the same operands.
func agree(t *testing.T, all []*Ops[float32], c call[float32], n, shift int, draw func() float32,
	k float32) {
	t.Helper()
	lengths := c.operands()
	for i := range lengths {
		lengths[i] *= n
	}
	start := newArena(lengths, shift)
	start.fill(draw)

	var want arena
	var wantSum float32
	for _, ops := range all {
		got := newArena(lengths, shift)
		copy(got.memory, start.memory)
		sum := c.run(ops, got.operands, k, step[float32]())
		for i := len(c.written); i < len(lengths); i++ {
			if !slices.EqualFunc(start.operands[i], got.operands[i], sameBits[float32]) {
				t.Errorf("%s %s, n = %d: operand %d was only to be read", ops.Name, c.name, n, i)
			}
		}
		if want.memory == nil {
			want, wantSum = got, sum
			continue
		}
		if !sameBits(wantSum, sum) {
			t.Errorf("%s %s, n = %d, k = %v: sum %v (%x), want %v (%x)", ops.Name, c.name, n, k,
				sum, sum, wantSum, wantSum)
		}
		if d := difference(want, got); d != "" {
			t.Errorf("%s %s, n = %d, k = %v: %s", ops.Name, c.name, n, k, d)
		}
		if !got.intact() {
			t.Errorf("%s %s, n = %d: wrote outside its operands", ops.Name, c.name, n)
		}
	}
	if !want.intact() {
		t.Errorf("%s %s, n = %d: wrote outside its operands", all[0].Name, c.name, n)
	}
}

// TestSameSlice passes the same slice as a written and a read operand. The result must be that of a
// copy.
func TestSameSlice(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, ops := range implementations(t) {
		for _, c := range calls[float32]() {
			lengths := c.operands()
			for w := range c.written {
				for r := len(c.written); r < len(lengths); r++ {
					const n = 43
					if lengths[w] != lengths[r] {
						continue
					}
					for i := range lengths {
						lengths[i] = c.operands()[i] * n
					}
					apart := newArena(lengths, 0)
					apart.fill(func() float32 { return 2*random.Float32() - 1 })
					copy(apart.operands[w], apart.operands[r])
					shared := newArena(lengths, 0)
					copy(shared.memory, apart.memory)
					shared.operands[r] = shared.operands[w]

					wantSum, sum := c.run(ops, apart.operands, 0.25, step[float32]()), c.run(ops,
						shared.operands, 0.25, step[float32]())
					apart.operands[r] = apart.operands[w]
					if d := difference(apart, shared); d != "" || !sameBits(wantSum, sum) {
						t.Errorf("%s %s with operand %d as operand %d: sum %v, want %v; %s",
							ops.Name, c.name, w, r, sum, wantSum, d)
					}
				}
			}
		}
	}
}

// TestUnequalLengths makes each operand one element too short and one too long.
func TestUnequalLengths(t *testing.T) {
	for _, ops := range implementations(t) {
		for _, c := range calls[float32]() {
			if len(c.operands()) == 1 {
				continue
			}
			for changed := range c.operands() {
				for _, by := range []int{-1, 1} {
					lengths := c.operands()
					for i := range lengths {
						lengths[i] *= 16
					}
					lengths[changed] += by
					a := newArena(lengths, 0)
					if text := panicOf(
						func() { c.run(ops, a.operands, 1, step[float32]()) }); text != unequal {
						t.Errorf("%s %s, lengths %v: panic %q, want %q", ops.Name, c.name, lengths,
							text, unequal)
					}
				}
			}
		}
	}
}

func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestFloat32 checks that Float32 is the fastest implementation.
func TestFloat32(t *testing.T) {
	want := implementations(t)
	if got := Float32().Name; got != want[len(want)-1].Name {
		t.Errorf("Float32 is %q, want the fastest, %q", got, want[len(want)-1].Name)
	}
}

// FuzzImplementationsAgree uses the bytes as elements, with any bit patterns.
func FuzzImplementationsAgree(f *testing.F) {
	f.Add(uint8(0), uint8(3), float32(0.5),
		[]byte(strings.Repeat("\x00\x00\x80\x3f\x00\x00\x80\xbf", 20)))
	f.Add(uint8(10), uint8(1), float32(-0.25),
		[]byte("\x01\x00\x00\x00\x00\x00\x80\x7f\x00\x00\x00\x80\x00\x00\x00\x00"))
	all := implementations(f)
	f.Fuzz(func(t *testing.T, which, shift uint8, k float32, data []byte) {
		cs := calls[float32]()
		c := cs[int(which)%len(cs)]
		lengths := c.operands()
		units := 0
		for _, length := range lengths {
			units += length
		}
		elements := min(len(data)/4, 4096)
		next := 0
		agree(t, all, c, elements/units, int(shift), func() float32 {
			x := bitsOf(data[4*next:])
			next++
			return x
		}, k)
	})
}
