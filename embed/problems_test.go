package embed

import (
	"math/rand/v2"
	"strconv"

	"box2el-owl/embed/dataset"
)

// problemShape is the number of names and axioms of each kind.
type problemShape struct {
	Name string

	Classes   int // including Top and Bottom
	Auxiliary int // the last ones of Classes, as if introduced by normalization
	Roles     int

	NF1, NF2, NF3, NF4, NF5    int
	RoleInclusions, RoleChains int
}

// The shapes of benchmarks. GALEN and GO have the sizes in the paper (Box²EL, WWW 2024, table 7);
// the large one is that of several OBO ontologies together.
var (
	galenShape = problemShape{Name: "GALEN", Classes: 24_353, Auxiliary: 8_000, Roles: 951,
		NF1: 28_890, NF2: 13_595, NF3: 28_118, NF4: 13_597, RoleInclusions: 958, RoleChains: 58}
	goShape = problemShape{Name: "GO", Classes: 45_907, Auxiliary: 10_000, Roles: 9,
		NF1: 85_480, NF2: 12_131, NF3: 20_324, NF4: 12_129, NF5: 30,
		RoleInclusions: 3, RoleChains: 6}
	largeShape = problemShape{Name: "65k", Classes: 65_272, Auxiliary: 15_000, Roles: 40,
		NF1: 110_000, NF2: 20_000, NF3: 90_000, NF4: 20_000, NF5: 400,
		RoleInclusions: 30, RoleChains: 20}
)

// Scaled returns a shape of about k times the size, with at least three classes and one role.
func (s problemShape) Scaled(k float64) problemShape {
	out := s
	for _, n := range []*int{&out.Classes, &out.Auxiliary, &out.Roles, &out.NF1, &out.NF2, &out.NF3,
		&out.NF4, &out.NF5, &out.RoleInclusions, &out.RoleChains} {
		*n = int(k * float64(*n))
	}
	out.Classes, out.Roles = max(out.Classes, 3), max(out.Roles, 1)
	out.Auxiliary = min(out.Auxiliary, out.Classes-3)
	return out
}

// newProblem returns a training problem with the size and skew of real ontologies, with all axioms
// in Train and without repeated axioms. The same shape and seed give the same problem on every
// machine. There are fewer axioms than in the shape if distinct ones are not found in 100 attempts.
//
// Names are used unevenly, as in real ontologies: the class of rank k occurs on a right-hand side
// about as often as k^(-2/3), and roles likewise, so that a few occur in most axioms. The class
// hierarchy has no cycles. The axioms are random: a model learns popularity from them, and for
// proteins their modules, but no biology.
func newProblem(shape problemShape, seed uint64) *dataset.Dataset {
	g := newProblemGenerator(shape, seed)
	named := shape.Classes - shape.Auxiliary
	for i := range shape.NF1 {
		// Each class has one superclass before some classes have more.
		sub := 2 + i%(shape.Classes-2)
		g.add(dataset.NF1, func() []int32 { return []int32{int32(sub), g.before(sub)} })
	}
	for range shape.NF2 {
		g.add(dataset.NF2,
			func() []int32 { return []int32{g.class(named), g.auxiliary(), g.class(named)} })
	}
	for range shape.NF3 {
		g.add(dataset.NF3,
			func() []int32 { return []int32{g.anyClass(), g.role(), g.class(shape.Classes)} })
	}
	for range shape.NF4 {
		g.add(dataset.NF4,
			func() []int32 { return []int32{g.role(), g.class(named), g.auxiliary()} })
	}
	for range shape.NF5 {
		g.add(dataset.NF5, func() []int32 { return []int32{g.class(named), g.class(named)} })
	}
	for range shape.RoleInclusions {
		g.add(dataset.RoleInclusion, func() []int32 { return []int32{g.anyRole(), g.role()} })
	}
	for range shape.RoleChains {
		g.add(dataset.RoleChain,
			func() []int32 { return []int32{g.anyRole(), g.anyRole(), g.role()} })
	}
	return g.d
}

type problemGenerator struct {
	*rand.PCG
	shape problemShape
	d     *dataset.Dataset
	seen  map[drawnAxiom]bool
}

type drawnAxiom struct {
	form dataset.Form
	ids  [3]int32
}

func newProblemGenerator(shape problemShape, seed uint64) *problemGenerator {
	d := &dataset.Dataset{Name: shape.Name, Top: 0, Bottom: 1, Task: dataset.Whole}
	for i := range shape.Classes {
		auxiliary := i >= shape.Classes-shape.Auxiliary
		name := "http://x/C" + strconv.Itoa(i)
		switch {
		case i == 0:
			name = "http://www.w3.org/2002/07/owl#Thing"
		case i == 1:
			name = "http://www.w3.org/2002/07/owl#Nothing"
		case auxiliary:
			name = "aux:" + strconv.Itoa(i-shape.Classes+shape.Auxiliary)
		}
		d.Classes, d.Auxiliary = append(d.Classes, name), append(d.Auxiliary, auxiliary)
	}
	for i := range shape.Roles {
		d.Roles = append(d.Roles, "http://x/r"+strconv.Itoa(i))
	}
	return &problemGenerator{PCG: rand.NewPCG(seed, 0x65_6d_62_65_64), shape: shape, d: d,
		seen: make(map[drawnAxiom]bool)}
}

// add draws up to 100 axioms until one is new and not trivial. It reports whether it added one.
func (g *problemGenerator) add(form dataset.Form, draw func() []int32) bool {
	for range 100 {
		ids := draw()
		a := drawnAxiom{form: form}
		copy(a.ids[:], ids)
		if !g.seen[a] && !repeats(form, ids) {
			g.seen[a] = true
			g.d.Train[form].Append(ids...)
			return true
		}
	}
	return false
}

// repeats reports whether two ids of the same kind are equal. Chains may repeat a role, as in
// transitivity.
func repeats(form dataset.Form, ids []int32) bool {
	columns := form.Columns()
	for i := range ids {
		for j := range i {
			if ids[i] == ids[j] && columns[i] == columns[j] && form != dataset.RoleChain {
				return true
			}
		}
	}
	return false
}

// below returns a number from 0 to n−1; a negative n counts as 1.
func (g *problemGenerator) below(n int) int { return int(g.unit() * float64(max(n, 1))) }

// unit returns a number in [0, 1).
func (g *problemGenerator) unit() float64 { return float64(g.Uint64()>>11) / (1 << 53) }

// skewed returns a number from 0 to n−1; smaller numbers are more likely.
func (g *problemGenerator) skewed(n int) int {
	u := g.unit()
	return int(u * u * u * float64(max(n, 1)))
}

func (g *problemGenerator) anyClass() int32    { return int32(2 + g.below(g.shape.Classes-2)) }
func (g *problemGenerator) class(n int) int32  { return int32(2 + g.skewed(n-2)) }
func (g *problemGenerator) before(c int) int32 { return int32(2 + g.skewed(c-2)) }
func (g *problemGenerator) anyRole() int32     { return int32(g.below(g.shape.Roles)) }
func (g *problemGenerator) role() int32        { return int32(g.skewed(g.shape.Roles)) }

// auxiliary returns an auxiliary class with uniform probability, or any class if there are no
// auxiliary ones.
func (g *problemGenerator) auxiliary() int32 {
	if g.shape.Auxiliary == 0 {
		return g.anyClass()
	}
	return int32(g.shape.Classes - g.shape.Auxiliary + g.below(g.shape.Auxiliary))
}
