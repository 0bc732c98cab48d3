package dataset

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkSplit checks the invariants of every split: it is valid, has the axioms of d and no axiom
// twice.
func checkSplit(t *testing.T, d, split *Dataset) {
	t.Helper()
	if err := split.Validate(); err != nil {
		t.Fatal(err)
	}
	for form := range NumForms {
		before := make(map[[3]int32]int)
		for _, set := range []*Axioms{&d.Train, &d.Validation, &d.Test} {
			for ids := range set[form].Rows() {
				before[key(ids)]++
			}
		}
		for _, set := range []*Axioms{&split.Train, &split.Validation, &split.Test} {
			for ids := range set[form].Rows() {
				before[key(ids)]--
				if before[key(ids)] < 0 {
					t.Fatalf("%v %v stands more often than before", form, ids)
				}
			}
		}
	}
}

func key(ids []int32) (k [3]int32) {
	copy(k[:], ids)
	return k
}

// line returns a data set of n classes in a chain, each a subclass of the next and related to it.
func line(n int) *Dataset {
	d := &Dataset{Name: "line", Top: None, Bottom: None, Roles: []string{"r", "s"}}
	for i := range n {
		d.Classes = append(d.Classes, string(rune('A'+i%26))+string(rune('0'+i/26)))
	}
	for i := range int32(n - 1) {
		d.Train[NF1].Append(i, i+1)
		d.Train[NF2].Append(i, i+1, 0)
		d.Train[NF3].Append(i, i%2, i+1)
		d.Train[NF4].Append(i%2, i, i+1)
		d.Train[NF5].Append(i, i+1)
	}
	d.Train[RoleInclusion].Append(0, 1)
	return d
}

func TestSplitPrediction(t *testing.T) {
	d := line(201)
	split := SplitPrediction(d, 7)
	checkSplit(t, d, split)
	for _, form := range predicted {
		train, validation, test :=
			split.Train[form].Len(), split.Validation[form].Len(), split.Test[form].Len()
		if train != 160 || validation > 20 || test > 20 {
			t.Errorf("%v: %d train, %d validation, %d test", form, train, validation, test)
		}
		if test == 0 || validation == 0 {
			t.Errorf("%v: nothing held out", form)
		}
	}
	for _, form := range []Form{NF5, RoleInclusion} {
		if diff := cmp.Diff(d.Train[form], split.Train[form]); diff != "" {
			t.Errorf("%v are not all for training: %s", form, diff)
		}
	}
	seen := make(map[[2]int32]bool) // kind, id
	for _, form := range predicted {
		for ids := range split.Train[form].Rows() {
			for column, kind := range form.Columns() {
				seen[[2]int32{int32(kind), ids[column]}] = true
			}
		}
	}
	for _, form := range predicted {
		for _, set := range []Axioms{split.Validation, split.Test} {
			for ids := range set[form].Rows() {
				for column, kind := range form.Columns() {
					if !seen[[2]int32{int32(kind), ids[column]}] {
						t.Errorf("%v %v: %v %d is in no training axiom", form, ids, kind,
							ids[column])
					}
				}
			}
		}
	}
	again := SplitPrediction(split, 7)
	other := SplitPrediction(d, 8)
	same := SplitPrediction(d, 7)
	if !bytes.Equal(dump(split), dump(same)) {
		t.Error("the same seed gives another split")
	}
	if bytes.Equal(dump(split), dump(other)) {
		t.Error("another seed gives the same split")
	}
	checkSplit(t, split, again)
}

// TestSplitDropsUnseen has one axiom whose classes occur in no other axiom. It must be dropped if
// held out.
func TestSplitDropsUnseen(t *testing.T) {
	dropped := 0
	for seed := range uint64(50) {
		d := line(30)
		d.Classes = append(d.Classes, "lonely", "alone")
		d.Train[NF1].Append(30, 31)
		split := SplitPrediction(d, seed)
		for _, set := range []Axioms{split.Validation, split.Test} {
			for ids := range set[NF1].Rows() {
				if ids[0] == 30 {
					t.Errorf("seed %d: held out", seed)
				}
			}
		}
		dropped += 30 - split.Train[NF1].Len() - split.Validation[NF1].Len() -
			split.Test[NF1].Len()
	}
	if dropped == 0 {
		t.Error("nothing was ever dropped")
	}
}

func TestSplitSmall(t *testing.T) {
	for n := range 12 {
		d := line(n + 1)
		checkSplit(t, d, SplitPrediction(d, 3))
	}
	empty := &Dataset{Top: None, Bottom: None}
	checkSplit(t, empty, SplitPrediction(empty, 0))
}
