package dataset

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"box2el-owl/internal/outside"

	"github.com/google/go-cmp/cmp"
)

// layoutGolden holds the results of the authors' loaders for the tiny data set.
type layoutGolden struct {
	Prediction struct {
		Classes, Relations map[string]int32
		Train, Val, Test   map[string]struct {
			Shape  []int
			Values json.RawMessage
		}
	}
}

func readGolden(t *testing.T) *layoutGolden {
	t.Helper()
	var g layoutGolden
	text, err := os.ReadFile(outside.Data(t, "box2el-golden", "layout.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return &g
}

// checkNames compares names by id with the loader's ids by name.
func checkNames(t *testing.T, what string, got []string, want map[string]int32) {
	t.Helper()
	names := make([]string, len(want))
	for text, id := range want {
		names[id] = nameOf(text)
	}
	if diff := cmp.Diff(names, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func table(rows [][]int32) (t Table) {
	for _, row := range rows {
		t.Append(row...)
	}
	return t
}

func checkTable(t *testing.T, what string, got Table, want [][]int32) {
	t.Helper()
	if diff := cmp.Diff(table(want).IDs, got.IDs); diff != "" && len(got.IDs)+len(want) > 0 {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestReadPredictionGolden(t *testing.T) {
	g := readGolden(t)
	d, report, err := ReadLayout(outside.Data(t, "box2el-golden", "layout", "data", "TINY"),
		Prediction, LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	checkNames(t, "classes", d.Classes, g.Prediction.Classes)
	checkNames(t, "roles", d.Roles, g.Prediction.Relations)
	for _, set := range []struct {
		axioms Axioms
		arrays map[string]struct {
			Shape  []int
			Values json.RawMessage
		}
	}{{d.Train, g.Prediction.Train}, {d.Validation, g.Prediction.Val},
		{d.Test, g.Prediction.Test}} {
		for name, form := range map[string]Form{"nf1": NF1, "nf2": NF2, "nf3": NF3, "nf4": NF4,
			"disjoint": NF5, "role_inclusion": RoleInclusion, "role_chain": RoleChain} {
			array, ok := set.arrays[name]
			if !ok {
				if set.axioms[form].Len() > 0 {
					t.Errorf("%s: axioms from nowhere", name)
				}
				continue
			}
			var want [][]int32
			if err := json.Unmarshal(array.Values, &want); err != nil {
				t.Fatal(err)
			}
			if form == NF5 {
				for i := range want {
					if want[i][2] != d.Bottom {
						t.Errorf("bottom is %d, want %d", d.Bottom, want[i][2])
					}
					want[i] = want[i][:2]
				}
			}
			checkTable(t, name, set.axioms[form], want)
		}
	}
	if d.Top != 13 || d.Bottom != 12 || d.Name != "TINY" || report.NotNegative > 0 {
		t.Errorf("top %d, bottom %d, name %q, %+v", d.Top, d.Bottom, d.Name, report)
	}
}

// TestReadPredictionSets reads the data sets in the authors' layout outside the repository.
func TestReadPredictionSets(t *testing.T) {
	for _, dir := range outside.Glob(t, "box2el-sets", "*/prediction") {
		d, report, err := ReadLayout(filepath.Dir(dir), Prediction, LayoutOptions{})
		if err != nil {
			t.Error(err)
			continue
		}
		t.Logf("%s: %d classes (%d auxiliary), %d roles, train NF1 %d NF2 %d NF3 %d NF4 %d; %+v",
			d.Name, len(d.Classes), count(d.Auxiliary), len(d.Roles),
			d.Train[NF1].Len(), d.Train[NF2].Len(), d.Train[NF3].Len(), d.Train[NF4].Len(), *report)
		if d.Top == None || d.Test[NF1].Len() == 0 || !slices.Contains(d.Auxiliary, true) {
			t.Errorf("%s: top %d, %d NF1 tests, %d auxiliary", d.Name, d.Top, d.Test[NF1].Len(),
				count(d.Auxiliary))
		}
	}
}

func TestReadLayoutMissing(t *testing.T) {
	if _, _, err := ReadLayout(t.TempDir(), Prediction, LayoutOptions{}); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("error %v, want that a file does not exist", err)
	}
}

// TestClassIDs: classes that class_ids.npy lacks are counted, once each.
func TestClassIDs(t *testing.T) {
	dir := t.TempDir()
	d := SplitPrediction(randomDataset(rand.New(rand.NewPCG(5, 5))), 1)
	if _, err := WriteLayout(dir, d); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "prediction", "train", "class_ids.npy")
	for name, lacking := range map[string]int{"all": 0, "two less": 2, "repeated": 3} {
		var ids []int32
		for id := range len(d.Classes) - lacking {
			ids = append(ids, int32(id))
		}
		if name == "repeated" {
			ids = append(ids, 0, 0)
		}
		if err := writeInts(file, ids, 0); err != nil {
			t.Fatal(err)
		}
		_, report, err := ReadLayout(dir, Prediction, LayoutOptions{})
		if err != nil || report.NotNegative != lacking {
			t.Errorf("%s: %+v, %v; want %d classes", name, report, err, lacking)
		}
	}
	if err := writeInts(file, []int32{int32(len(d.Classes))}, 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLayout(dir, Prediction, LayoutOptions{}); !errors.Is(err, ErrLayout) {
		t.Errorf("an id that no class has: %v", err)
	}
}
