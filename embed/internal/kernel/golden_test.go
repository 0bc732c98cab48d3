package kernel

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"box2el-owl/internal/outside"
)

// TestPublishedValues compares inclusion, disjointness, gap and μ with the results of the code of
// Box²EL's authors for the same boxes, before squaring and averaging.
func TestPublishedValues(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(outside.Data(t, "box2el-golden"), "boxsqel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden struct{ Cases []publishedCase }
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range golden.Cases {
		compared += comparePublished(t, c, Portable[float64](), 1e-9)
		for _, ops := range implementations(t) {
			comparePublished(t, c, ops, 1e-5)
		}
	}
	if compared == 0 {
		t.Error("the file holds nothing to compare with")
	}
}

type publishedCase struct {
	Name  string
	Dim   int
	Hyper struct{ Margin float64 }

	Params  map[string][][]float64
	Batches map[string][][]int

	Terms []struct {
		Term, Variant  string
		PerAxiom       any `json:"per_axiom"`
		Inclusion, Gap any
		Head           any `json:"mu_head"`
		Tail           any `json:"mu_tail"`
	}
}

func comparePublished[T Float](t *testing.T, c publishedCase, ops *Ops[T], tolerance float64) (
	compared int) {
	n, margin := c.Dim, T(c.Hyper.Margin)
	row := func(tensor string, i int) []T {
		var r []T
		for _, x := range c.Params[tensor][i] {
			r = append(r, T(x))
		}
		return r
	}
	moved := func(box []T, bump []T) []T {
		center := make([]T, n)
		ops.Add(center, box[:n], bump)
		return append(center, box[n:]...)
	}
	type hinge func(r, ca, oa, cb, ob []T, margin T) T
	norm := func(of hinge, a, b []T) float64 {
		return math.Sqrt(float64(of(make([]T, n), a[:n], a[n:], b[:n], b[n:], margin)))
	}
	for _, term := range c.Terms {
		check := func(what string, want any, value func(axiom []int) float64) {
			for i, w := range flat(want) {
				compared++
				if got := value(c.Batches[term.Term][i]); math.Abs(got-w) > tolerance*max(1, w) {
					t.Errorf("%s, %s, %s %s of axiom %d: %v, want %v", ops.Name, c.Name, term.Term,
						what, i, got, w)
				}
			}
		}
		class := func(i int) []T { return row("class_embeds", i) }
		switch term.Term {
		case "nf1":
			check("inclusion", term.PerAxiom,
				func(a []int) float64 { return norm(ops.Inclusion, class(a[0]), class(a[1])) })
		case "disjoint":
			check("disjointness", term.PerAxiom,
				func(a []int) float64 { return norm(ops.Disjointness, class(a[0]), class(a[1])) })
		case "nf2":
			check("inclusion", term.Inclusion, func(a []int) float64 {
				both, x, y := make([]T, 2*n), class(a[0]), class(a[1])
				ops.Intersect(both[:n], both[n:], x[:n], x[n:], y[:n], y[n:])
				return norm(ops.Inclusion, both, class(a[2]))
			})
			check("gap", term.Gap, func(a []int) float64 {
				x, y := class(a[0]), class(a[1])
				return math.Sqrt(float64(ops.EmptyGap(make([]T, n), x[:n], x[n:], y[:n], y[n:])))
			})
		case "nf3_neg":
			check("μ of the head", term.Head, func(a []int) float64 {
				return norm(ops.Separation, moved(class(a[0]), row("bumps", a[2])),
					row("rel_heads", a[1]))
			})
			check("μ of the tail", term.Tail, func(a []int) float64 {
				return norm(ops.Separation, moved(class(a[2]), row("bumps", a[0])),
					row("rel_tails", a[1]))
			})
		}
	}
	return compared
}

// flat returns the numbers of nested lists.
func flat(list any) []float64 {
	switch x := list.(type) {
	case float64:
		return []float64{x}
	case []any:
		var all []float64
		for _, e := range x {
			all = append(all, flat(e)...)
		}
		return all
	}
	return nil
}
