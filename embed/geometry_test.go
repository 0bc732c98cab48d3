package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// TestExcess: the excess is at most 0 if and only if the corners of one box are inside the other,
// or the boxes share no point. Otherwise it is the distance of the farthest corner.
func TestExcess(t *testing.T) {
	m := randomModel(t, Box2EL, 3, 40)
	var inside, outside, apart int
	for i := range int32(40) {
		for k := range int32(40) {
			a, b := classRegion(t, m, i), classRegion(t, m, k)
			worst := math.Inf(-1)
			for _, corner := range [][]float64{a.Lower(), a.Upper()} {
				for d, x := range corner {
					worst = max(worst, b.Lower()[d]-x, x-b.Upper()[d])
				}
			}
			if got := excess(t, m, dataset.NF1, i, k); math.Abs(got-worst) > 1e-12 {
				t.Errorf("classes %d and %d: excess %g, want %g", i, k, got, worst)
			}
			if worst <= 0 {
				inside++
			} else {
				outside++
			}
			gap := math.Inf(-1)
			for d := range a.Center {
				gap = max(gap, a.Lower()[d]-b.Upper()[d], b.Lower()[d]-a.Upper()[d])
			}
			if got := excess(t, m, dataset.NF5, i, k); math.Abs(got+gap) > 1e-12 {
				t.Errorf("classes %d and %d: excess of disjointness %g, want %g", i, k, got, -gap)
			}
			if gap > 0 {
				apart++
				if got := excess(t, m, dataset.NF2, i, k, 0); math.Abs(got+gap) > 1e-12 {
					t.Errorf("classes %d and %d lie %g apart: excess of their intersection is %g",
						i, k, gap, got)
				}
			}
		}
		got, want := excess(t, m, dataset.NF2, i, i, 0), excess(t, m, dataset.NF1, i, 0)
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("class %d with itself: excess %g, alone %g", i, got, want)
		}
	}
	if inside < 41 || outside == 0 || apart == 0 {
		t.Errorf("the boxes show too little: %d inside, %d outside, %d apart", inside,
			outside, apart)
	}
}

// TestExcessOfExists: an axiom without loss at margin 0 has no excess, in every model of boxes.
func TestExcessOfExists(t *testing.T) {
	for _, a := range []Architecture{Box2EL, Box2ELTr, ELBE} {
		m := randomModel(t, a, 2, 30)
		architecture, err := newModel[float32](a, m.Hyper, m.Variant)
		if err != nil {
			t.Fatal(err)
		}
		held := 0
		for i := range architecture.terms {
			if architecture.terms[i].name != "nf3" {
				continue
			}
			for axiom := range pairs(30) {
				loss := lossOf(m, &architecture.terms[i], axiom)
				got, err := m.Excess(dataset.NF3, axiom)
				if err != nil {
					t.Fatal(err)
				}
				if (loss == 0) != (got <= 0) && math.Abs(got) > 1e-6 {
					t.Errorf("%s: axiom %v has the loss %g and the excess %g", a, axiom, loss, got)
				}
				if got <= 0 {
					held++
				}
			}
		}
		if held == 0 {
			t.Errorf("%s: no axiom holds", a)
		}
	}
}

func TestGeometryRefuses(t *testing.T) {
	elem := randomModel(t, ELEm, 3, 4)
	if _, err := elem.Excess(dataset.NF1, []int32{0, 1}); !errors.Is(err, ErrNoGeometry) {
		t.Errorf("balls: %v, want %v", err, ErrNoGeometry)
	}
	boxes := randomModel(t, Box2ELTr, 3, 4)
	if _, err := boxes.HeadRegion(0); !errors.Is(err, ErrNoGeometry) {
		t.Errorf("head of a translation: %v, want %v", err, ErrNoGeometry)
	}
	for _, class := range []int32{-1, 4, math.MaxInt32} {
		if _, err := boxes.ClassRegion(class); !errors.Is(err, ErrNoGeometry) {
			t.Errorf("class %d: %v, want %v", class, err, ErrNoGeometry)
		}
	}
	if _, err := boxes.Excess(dataset.NF4, []int32{0, 1, 2}); !errors.Is(err, ErrNoGeometry) {
		t.Errorf("NF4: %v, want %v", err, ErrNoGeometry)
	}
}

// unnamed returns a data set of things without names.
func unnamed(classes, roles, individuals int) *dataset.Dataset {
	return &dataset.Dataset{Classes: make([]string, classes), Roles: make([]string, roles),
		Individuals: make([]string, individuals)}
}

// randomModel returns a model whose boxes differ in size by orders of magnitude, so that some
// contain others.
func randomModel(t *testing.T, a Architecture, dim, classes int) *Model {
	t.Helper()
	h, v := Hyper{Dim: dim, Batch: 1, Rate: 1}, Variant{PairedNF2: true}
	architecture, err := newModel[float32](a, h, v)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Architecture: a, Hyper: h, Variant: v,
		matrices: newParameters[float32](architecture.blocks, unnamed(classes, 2, 0)).matrices}
	rng := rand.New(rand.NewPCG(9, 10))
	for b, block := range m.matrices.blocks {
		for i := range m.rows[b] {
			row := m.row(b, int32(i))
			scale := math.Exp(2 * rng.NormFloat64())
			for j := range row {
				row[j] = float32(rng.NormFloat64())
				if j >= block.Absolute {
					row[j] *= float32(scale)
				}
			}
		}
	}
	return m
}

func classRegion(t *testing.T, m *Model, class int32) Region {
	t.Helper()
	r, err := m.ClassRegion(class)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func excess(t *testing.T, m *Model, form dataset.Form, axiom ...int32) float64 {
	t.Helper()
	x, err := m.Excess(form, axiom)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// pairs returns all axioms C ⊑ ∃r.D over a number of classes and two roles.
func pairs(classes int32) func(yield func([]int32) bool) {
	return func(yield func([]int32) bool) {
		for c := range classes {
			for d := range classes {
				if !yield([]int32{c, (c + d) % 2, d}) {
					return
				}
			}
		}
	}
}

// lossOf returns the loss of one axiom.
func lossOf(m *Model, term *term[float32], axiom []int32) float64 {
	w := newWorkspace(kernel.Portable[float32](), m.Hyper.Dim)
	var rows [][]float32
	for _, p := range term.operands {
		rows = append(rows, m.row(p.block, axiom[p.column]))
	}
	values := make([]float32, term.valuesLen)
	term.forward(w, rows, make([]float32, term.residualLen), values)
	return term.reduce(values, 1)
}

// TestFamily: Box²EL satisfies every axiom of the family ontology, for any seed. The models in
// which a role is one vector cannot: the translated box of Child would be inside Mother and Father,
// which are disjoint.
func TestFamily(t *testing.T) {
	for _, a := range []Architecture{Box2EL, Box2ELTr, ELBE} {
		for seed := range uint64(5) {
			m, err := Train(context.Background(), Family(), FamilyOptions(a, seed))
			if err != nil {
				t.Fatal(err)
			}
			claims, err := CheckFamily(m)
			if err != nil {
				t.Fatal(err)
			}
			holding := make(map[string]bool)
			for _, c := range claims {
				holding[c.Axiom] = c.Holds
				if a == Box2EL && !c.Holds {
					t.Errorf("seed %d: Box²EL misses %s by %g", seed, c.Axiom, c.Excess)
				}
			}
			if len(holding) != 12 {
				t.Errorf("%d claims were checked, want 12", len(holding))
			}
			if a != Box2EL && holding["Child ⊑ ∃hasParent.Mother"] &&
				holding["Child ⊑ ∃hasParent.Father"] && holding["Mother ⊓ Father ⊑ ⊥"] {
				t.Errorf("seed %d: %s satisfies what it cannot", seed, a)
			}
		}
	}
}

// TestCheckFamilyGolden: the claims for the published code's final boxes are those of the golden
// file.
func TestCheckFamilyGolden(t *testing.T) {
	var golden struct {
		Runs []struct {
			Model string        `json:"model"`
			Final goldenTensors `json:"params_final"`
			Holds []struct {
				Axiom    string  `json:"axiom"`
				Excess   float64 `json:"excess"`
				Disjoint *bool   `json:"disjoint"`
			} `json:"holds"`
		} `json:"runs"`
	}
	readGolden(t, "family.json", &golden)
	symbols := strings.NewReplacer("<=", "⊑", "&", "⊓", "bottom", "⊥")
	for i, run := range golden.Runs {
		m := randomModel(t, goldenModels[run.Model], 2, len(Family().Classes))
		setTensors(t, &parameters[float32]{matrices: m.matrices}, run.Final)
		claims, err := CheckFamily(m)
		if err != nil {
			t.Fatal(err)
		}
		byAxiom := make(map[string]Claim)
		for _, c := range claims {
			byAxiom[c.Axiom] = c
		}
		for _, want := range run.Holds {
			axiom, _, _ := strings.Cut(symbols.Replace(want.Axiom), " (")
			got, ok := byAxiom[axiom]
			switch {
			case !ok:
				t.Errorf("run %d: nothing is said of %s", i, axiom)
			case want.Disjoint != nil:
				if got.Holds != *want.Disjoint {
					t.Errorf("run %d, %s: %+v, want %v", i, run.Model, got, *want.Disjoint)
				}
			case math.Abs(got.Excess-want.Excess) > 1e-6 ||
				got.Holds != (want.Excess <= claimTolerance):
				t.Errorf("run %d, %s: %+v, want an excess of %g", i, run.Model, got, want.Excess)
			}
		}
	}
}
