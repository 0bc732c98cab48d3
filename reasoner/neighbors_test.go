package reasoner_test

import (
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// TestNeighbors compares Above, Below and Group with Direct, Equivalent and Unsatisfiable.
func TestNeighbors(t *testing.T) {
	o := readOWL(t, `Prefix(:=<http://x/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(
EquivalentClasses(:B :A) SubClassOf(:C :B) SubClassOf(:C :D) SubClassOf(:E :C)
EquivalentClasses(:T owl:Thing) SubClassOf(:N owl:Nothing) SubClassOf(:M :N)
)`)
	checkNeighbors(t, o)
	if data := outside.Glob(t, "ontologies", "cl-edit.ofn.gz"); len(data) > 0 {
		checkNeighbors(t, readOWL(t, string(outside.Unpack(t, data[0]))))
	}
}

func checkNeighbors(t *testing.T, o *owl.Ontology) {
	t.Helper()
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tax := r.Taxonomy()
	above, below := make(map[owl.Class][]owl.Class), make(map[owl.Class][]owl.Class)
	for sub, super := range tax.Direct() {
		above[sub] = append(above[sub], super)
		below[super] = append(below[super], sub)
	}
	group := map[owl.Class][]owl.Class{
		owl.Nothing: append(tax.Unsatisfiable(), owl.Nothing), owl.Thing: {owl.Thing},
	}
	slices.SortFunc(group[owl.Nothing], func(a, b owl.Class) int { return a.IRI.Compare(b.IRI) })
	for _, c := range tax.Unsatisfiable() {
		group[c] = group[owl.Nothing]
	}
	for _, same := range tax.Equivalent() {
		for _, c := range same {
			group[c] = same
		}
	}
	for _, c := range append(tax.Classes(), owl.Thing, owl.Nothing) {
		if group[c] == nil {
			group[c] = []owl.Class{c}
		}
		representative := group[c][0]
		if slices.Contains(group[c], owl.Thing) {
			representative = owl.Thing
		}
		if got, want := tax.Above(c), above[representative]; !slices.Equal(got, want) {
			t.Errorf("above %s: %v, want %v", c.IRI, got, want)
		}
		if got, want := tax.Below(c), below[representative]; !slices.Equal(got, want) ||
			tax.NumBelow(c) != len(want) {
			t.Errorf("below %s: %v, want %v", c.IRI, got, want)
		}
		if got := tax.Group(c); !slices.Equal(got, group[c]) {
			t.Errorf("group of %s: %v, want %v", c.IRI, got, group[c])
		}
	}
	if got := tax.Below(owl.Class{IRI: owl.NewIRI("urn:nobody")}); got != nil {
		t.Errorf("below a class that is not there: %v", got)
	}
}
