package session

import (
	"slices"
	"testing"

	"box2el-owl/rdfio"
	"box2el-owl/suggest"
)

// TestPossible finds possible suggestions of the ranking, asks for their classes without
// speculative ones, and for speculative ones alone.
func TestPossible(t *testing.T) {
	o, _, err := rdfio.ReadFile(t.Context(), "../examples/places.obo", rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Source{Ontology: o}, Options{WithoutModel: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	restrictions := suggest.Request{Tiers: suggest.Tiers, Forms: []suggest.Form{suggest.Existential}}
	all, err := s.Suggester.All(t.Context(), restrictions, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(all, func(a, b suggest.Suggestion) int {
		return slices.Index(suggest.Tiers, a.Tier) - slices.Index(suggest.Tiers, b.Tier)
	}) {
		t.Error("tiers are mixed")
	}
	possible := slices.DeleteFunc(all, func(x suggest.Suggestion) bool {
		return x.Tier != suggest.Possible || x.Rank == 0
	})
	if len(possible) == 0 {
		t.Fatal("none of the ranking is possible")
	}
	for _, x := range possible {
		is := func(y suggest.Suggestion) bool {
			return y.Axiom == x.Axiom || y.Property == x.Property && y.Target == x.Target
		}
		list, err := s.Suggester.For(t.Context(), x.Subject, suggest.Request{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(list, is) {
			t.Errorf("%v is not among those shown unasked: %v", x.Axiom, list)
		}
		if slices.ContainsFunc(list, func(y suggest.Suggestion) bool { return y.Tier == suggest.Speculative }) {
			t.Errorf("speculative ones of %v unasked", x.Subject)
		}
		for _, limit := range []int{1, 20} {
			list, err = s.Suggester.For(t.Context(), x.Subject, suggest.Request{Tiers: []suggest.Tier{suggest.Speculative}, Limit: limit})
			if err != nil {
				t.Fatal(err)
			}
			if len(list) < limit || slices.ContainsFunc(list, is) {
				t.Errorf("%d speculative ones of %v, limit %d", len(list), x.Subject, limit)
			}
		}
	}
}
