package main

import (
	"context"
	"math"
	"testing"
)

// fixed scores every question alike.
type fixed []float32

func (f fixed) name() string { return "fixed" }
func (f fixed) superclasses(_ context.Context, _ int32, scores []float32) error {
	copy(scores, f)
	return nil
}
func (f fixed) fillers(_ context.Context, _ int32, _ []int32, scores [][]float32) error {
	for i := range scores {
		copy(scores[i], f)
	}
	return nil
}

// TestPlace ranks by scores known beforehand: what is entailed, deprecated or the subject itself is no candidate, and shared
// places count as their mean.
func TestPlace(t *testing.T) {
	o := document(t, "SubClassOf(:A :B)", "SubClassOf(:B :C)", "Declaration(Class(:D))", "Declaration(Class(:E))",
		"Declaration(Class(:F))", "Declaration(Class(:G))", "AnnotationAssertion(owl:deprecated :G \"true\"^^xsd:boolean)",
		"SubClassOf(:D ObjectSomeValuesFrom(:r :E))")
	drawn := []said{{name("A"), name(""), name("D")}, {name("A"), name(""), name("F")}, {name("D"), name("r"), name("A")}}
	p, err := newProblem(context.Background(), &problem{name: "test", ontology: o}, drawn)
	if err != nil {
		t.Fatal(err)
	}
	inf := float32(math.Inf(-1))
	//                A  B  C  D  E  F    G
	m := fixed{9, 8, 7, 5, 5, inf, 9}
	places, err := p.place(context.Background(), m, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{1.5, 3, 1} // A ⊑ D beside E; A ⊑ F last of D, E, F; D ⊑ ∃r.A first of all but E and G
	for i, w := range want {
		if places[i].rank != w {
			t.Errorf("%v has rank %v, want %v", places[i].Statement, places[i].rank, w)
		}
	}
	global, err := p.global(context.Background(), m, false, []int{1, 100}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if global[0] != 0 || global[1] != 1 { // of F nothing is said
		t.Errorf("in the top 1 and the top 100 are %v of the two named ones; want none and one", global)
	}
}
