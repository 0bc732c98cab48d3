package dataset

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// people returns a data set of n individuals in a ring of r, with fewer s.
func people(n int32) *Dataset {
	d := &Dataset{Top: None, Bottom: None, Classes: []string{"C"}, Roles: []string{"r", "s", "t"}}
	for i := range n {
		d.Individuals = append(d.Individuals, "a"+string(rune('0'+i/100))+string(rune('0'+i/10%10))+
			string(rune('0'+i%10)))
		for j := range int32(4) {
			d.Train[RoleAssertion].Append(0, i, (i+j+1)%n)
		}
		if i%5 == 0 {
			d.Train[RoleAssertion].Append(1, i, (i+1)%n)
		}
	}
	d.Train[ConceptAssertion].Append(0, 0)
	return d
}

func TestSplitLinks(t *testing.T) {
	d := people(100)
	split, err := SplitLinks(d, 5)
	if err != nil {
		t.Fatal(err)
	}
	checkSplit(t, d, split)
	train, validation, test :=
		split.Train[RoleAssertion].Len(), split.Validation[RoleAssertion].Len(),
		split.Test[RoleAssertion].Len()
	if train != 420*8/10 || validation > 42 || validation == 0 || test > 42 || test == 0 {
		t.Errorf("%d, %d and %d links", train, validation, test)
	}
	if split.Train[ConceptAssertion].Len() != 1 {
		t.Error("C(a) is not for training")
	}
	again, err := SplitLinks(d, 5)
	if err != nil || !bytes.Equal(dump(split), dump(again)) {
		t.Errorf("another split for the same seed (%v)", err)
	}
	// Two individuals that are related only to each other.
	d.Individuals = append(d.Individuals, "x", "y")
	d.Train[RoleAssertion].Append(0, 100, 101)
	dropped := 0
	for seed := range uint64(60) {
		split, err := SplitLinks(d, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []Axioms{split.Validation, split.Test} {
			for ids := range set[RoleAssertion].Rows() {
				if ids[1] == 100 {
					t.Errorf("seed %d: a link of unknown individuals is held out", seed)
				}
			}
		}
		dropped += 421
		for _, set := range []Axioms{split.Train, split.Validation, split.Test} {
			dropped -= set[RoleAssertion].Len()
		}
	}
	if dropped == 0 {
		t.Error("nothing was ever dropped")
	}
}

func TestSplitLinksNone(t *testing.T) {
	for _, test := range []struct {
		d    *Dataset
		want string
	}{
		{line(5), "there are no individuals"},
		{&Dataset{Individuals: []string{"a"}}, "no role assertions"},
	} {
		if _, err := SplitLinks(test.d, 1); !errors.Is(err, ErrNothingToSplit) ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
}

func TestSplitWhole(t *testing.T) {
	d := line(2001)
	split := SplitWhole(d, 6)
	checkSplit(t, d, split)
	for _, form := range predicted {
		train, validation := split.Train[form].Len(), split.Validation[form].Len()
		if validation > 100 || validation < 90 || train+validation != 2000 ||
			split.Test[form].Len() != 0 {
			t.Errorf("%v: %d for training, %d for validation", form, train, validation)
		}
	}
	seen := make(map[int32]bool)
	for _, form := range predicted {
		for ids := range split.Train[form].Rows() {
			for column, kind := range form.Columns() {
				if kind == Class {
					seen[ids[column]] = true
				}
			}
		}
	}
	if len(seen) != 2001 {
		t.Errorf("training speaks of %d classes of 2001", len(seen))
	}
	large := SplitWhole(lineOf(NF1, 30_000), 6)
	if n := large.Validation[NF1].Len(); n > 1000 || n < 900 {
		t.Errorf("%d of 30,000 for validation, want at most 1,000", n)
	}
	// Each class occurs in one axiom: none can be held out.
	lonely := &Dataset{Top: None, Bottom: None}
	for i := range int32(200) {
		lonely.Classes = append(lonely.Classes, "A"+string(rune('0'+i)))
		if i%2 == 1 {
			lonely.Train[NF1].Append(i-1, i)
		}
	}
	split = SplitWhole(lonely, 1)
	checkSplit(t, lonely, split)
	if n := split.Train[NF1].Len(); n != 100 {
		t.Errorf("%d for training", n)
	}
}

// lineOf returns n classes and axioms of one form in which each class occurs several times.
func lineOf(form Form, n int32) *Dataset {
	d := &Dataset{Top: None, Bottom: None}
	for i := range n {
		d.Classes = append(d.Classes, "A"+string(rune(1000+i)))
		d.Train[form].Append(i, (i+1)%n)
	}
	return d
}
