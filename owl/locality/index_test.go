package locality_test

import (
	"regexp"
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/locality"
)

// full matches names like :A, which abbreviate <urn:test#A>.
var full = regexp.MustCompile(`([ (]):(\w+)`)

func parse(t *testing.T, text string) owl.Axiom {
	t.Helper()
	a, err := owl.Parser{AllowNew: true}.Axiom(full.ReplaceAllString(text, "${1}<urn:test#$2>"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func class(name string) owl.Class { return owl.Class{IRI: owl.NewIRI("urn:test#" + name)} }

func TestIndex(t *testing.T) {
	axioms := []owl.Axiom{
		parse(t, "SubClassOf(:A :B)"),
		parse(t, "SubClassOf(:B ObjectSomeValuesFrom(:p :C))"),
		parse(t, "SubClassOf(ObjectIntersectionOf(:C :D) ObjectUnionOf(:E :F))"),
		parse(t, "SubClassOf(:G ObjectUnionOf(:H :I))"),
		parse(t, "InverseObjectProperties(:q :r)"),
	}
	x := locality.New(func(yield func(locality.Axiom) bool) {
		for i, a := range axioms {
			kinds := locality.Kinds(0)
			switch i {
			case 2, 3:
				kinds = 1
			case 4:
				kinds = 1 | 2
			}
			if !yield(locality.Axiom{Axiom: a, Number: i, Kinds: kinds}) {
				return
			}
		}
	})
	for _, c := range []struct {
		of   []owl.Entity
		want []int
	}{
		{[]owl.Entity{class("A")}, []int{0, 1}},
		{[]owl.Entity{class("A"), class("D")}, []int{0, 1, 2}},
		{[]owl.Entity{class("H")}, nil},
	} {
		if got := x.Module(c.of...); !slices.Equal(got, c.want) {
			t.Errorf("module of %v: %v, want %v", c.of, got, c.want)
		}
	}
	for _, c := range []struct {
		kinds locality.Kinds
		axiom string
		want  locality.Bearing
	}{
		{1, "SubClassOf(:B :H)", locality.Bearing{}},
		{1, "SubClassOf(:B :D)", locality.Bearing{Axioms: 1, First: 2}},
		{1, "SubClassOf(:B :G)", locality.Bearing{Axioms: 1, First: 3}},
		{2, "SubClassOf(:B :G)", locality.Bearing{}},
		{2, "SubClassOf(:B ObjectSomeValuesFrom(:q :C))", locality.Bearing{Axioms: 1, First: 4}},
		{4, "SubClassOf(:B ObjectSomeValuesFrom(:q :C))", locality.Bearing{}},
	} {
		if got := x.Bearing(c.kinds, parse(t, c.axiom)); got != c.want {
			t.Errorf("%s, kinds %b: %v, want %v", c.axiom, c.kinds, got, c.want)
		}
	}
	one, other := parse(t, "SubClassOf(:K :C)"), parse(t, "SubClassOf(:K :D)")
	if x.Bearing(1, one).Axioms+x.Bearing(1, other).Axioms > 0 ||
		x.Bearing(1, one, other).Axioms != 1 {
		t.Error("the axiom on C ⊓ D bears on both axioms together only")
	}
}

// TestAlwaysLocal tests that an axiom that is in no module does not lead from its names to others.
func TestAlwaysLocal(t *testing.T) {
	x := locality.New(func(yield func(locality.Axiom) bool) {
		for i, text := range []string{
			"SubClassOf(:B ObjectUnionOf(ObjectOneOf(:i) owl:Thing))", "SubClassOf(:A :B)",
			"SubClassOf(:D :E)", "ClassAssertion(:D :i)",
		} {
			if !yield(locality.Axiom{Axiom: parse(t, text), Number: i}) {
				return
			}
		}
	})
	got := x.Affected(parse(t, "SubClassOf(:B :C)"), 10)
	if want := []owl.Entity{class("B"), class("A")}; !slices.Equal(got, want) {
		t.Errorf("affected: %v, want %v", got, want)
	}
}
