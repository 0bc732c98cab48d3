package embed

import (
	"cmp"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
)

func TestProblemShapes(t *testing.T) {
	for _, shape := range []problemShape{galenShape, largeShape} {
		d := newProblem(shape, 1)
		checkProblem(t, d)
		want := [dataset.NumForms]int{dataset.NF1: shape.NF1, dataset.NF2: shape.NF2,
			dataset.NF3: shape.NF3, dataset.NF4: shape.NF4, dataset.NF5: shape.NF5,
			dataset.RoleInclusion: shape.RoleInclusions, dataset.RoleChain: shape.RoleChains}
		for form := range dataset.NumForms {
			if got := d.Train[form].Len(); got < want[form]*99/100 || got > want[form] {
				t.Errorf("%s: %d axioms %v, want %d", shape.Name, got, form, want[form])
			}
		}
		if len(d.Classes) != shape.Classes || len(d.Roles) != shape.Roles {
			t.Errorf("%s: %d classes, %d roles", shape.Name, len(d.Classes), len(d.Roles))
		}
		// One percent of the classes are the superclass in more than 20 % of the axioms.
		supers := make([]int, len(d.Classes))
		for i := range d.Train[dataset.NF1].Len() {
			supers[d.Train[dataset.NF1].Row(i)[1]]++
		}
		slices.SortFunc(supers, func(a, b int) int { return cmp.Compare(b, a) })
		head := 0
		for _, n := range supers[:len(supers)/100] {
			head += n
		}
		if share := float64(head) / float64(shape.NF1); share < 0.15 || share > 0.6 {
			t.Errorf("%s: the most frequent superclasses have a share of %.2f", shape.Name, share)
		}
	}
}

// checkProblem checks that a data set is valid and has no repeated axiom.
func checkProblem(t *testing.T, d *dataset.Dataset) {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	seen := make(map[drawnAxiom]bool)
	for _, set := range []*dataset.Axioms{&d.Train, &d.Validation, &d.Test} {
		for form := range dataset.NumForms {
			for i := range set[form].Len() {
				a := drawnAxiom{form: form}
				copy(a.ids[:], set[form].Row(i))
				if seen[a] {
					t.Fatalf("%v %v stands twice", form, a.ids)
				}
				seen[a] = true
			}
		}
	}
}

func TestLinkProblems(t *testing.T) {
	shape := yeastShape.Scaled(0.1)
	d, err := newLinkProblem(shape, 2)
	if err != nil {
		t.Fatal(err)
	}
	checkProblem(t, d)
	train, validation, test :=
		d.Train[dataset.RoleAssertion].Len(), d.Validation[dataset.RoleAssertion].Len(),
		d.Test[dataset.RoleAssertion].Len()
	if train != 12_000 || validation < 1_400 || test < 1_400 ||
		d.Train[dataset.ExistsAssertion].Len() < 4_900 {
		t.Errorf("%d, %d and %d links, %d functions", train, validation, test,
			d.Train[dataset.ExistsAssertion].Len())
	}
	again, err := newLinkProblem(shape, 2)
	if err != nil || again.Hash() != d.Hash() {
		t.Errorf("another problem for the same seed (%v)", err)
	}
	other, err := newLinkProblem(shape, 3)
	if err != nil || other.Hash() == d.Hash() {
		t.Errorf("the same problem for another seed (%v)", err)
	}
	dir := t.TempDir()
	if report, err := dataset.WriteLayout(dir, d); err != nil || len(report.Skipped) > 0 {
		t.Fatal(err, report)
	}
	back, _, err := dataset.ReadLayout(dir, dataset.LinkPrediction, dataset.LayoutOptions{})
	if err != nil || back.Hash() != d.Hash() {
		t.Errorf("another problem when read again (%v)", err)
	}
}

func TestSmallProblems(t *testing.T) {
	for _, k := range []float64{0, 1e-9, 1e-4, 1e-3} {
		checkProblem(t, newProblem(galenShape.Scaled(k), 1))
		if d, err := newLinkProblem(yeastShape.Scaled(k), 1); err == nil {
			checkProblem(t, d)
		}
	}
}

func BenchmarkNewProblem(b *testing.B) {
	for b.Loop() {
		newProblem(largeShape, 1)
	}
}
