package reasoner_test

import (
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// TestLargeGroups classifies n equivalent classes and n equal individuals, asserted in one axiom
// and pair by pair.
func TestLargeGroups(t *testing.T) {
	const n = 300
	for _, form := range []string{"at once", "in pairs"} {
		t.Run(form, func(t *testing.T) {
			o := &hostileOntology{}
			classes, individuals := make([]owl.ClassExpression, n), make([]owl.Individual, n)
			for i := range n {
				classes[i], individuals[i] = class("C", i), individual("a", i)
			}
			if form == "at once" {
				o.add(&owl.EquivalentClasses{Classes: classes},
					&owl.SameIndividual{Individuals: individuals})
			} else {
				for i := range n - 1 {
					o.add(&owl.EquivalentClasses{Classes: classes[i : i+2]},
						&owl.SameIndividual{Individuals: individuals[i : i+2]})
				}
			}
			o.add(
				&owl.SubClassOf{Sub: class("Below", 0), Super: class("C", 3)},
				&owl.SubClassOf{Sub: class("C", n-3), Super: some(role("r", 0), class("C", 5))},
				&owl.SubClassOf{Sub: some(role("r", 0), class("C", n-1)), Super: class("Above", 0)},
				&owl.ClassAssertion{Class: class("Below", 0), Individual: individual("a", 9)},
				&owl.SubClassOf{Sub: class("One", 0), Super: one(individual("a", n/2))},
				&owl.ClassAssertion{Class: class("One", 0), Individual: individual("b", 0)},
			)
			r, err := reasoner.Realize(t.Context(), normalize(t, &o.Ontology),
				reasoner.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			if groups := r.Taxonomy().Equivalent(); len(groups) != 1 || len(groups[0]) != n {
				t.Errorf("%d groups of equivalent classes", len(groups))
			}
			if groups := r.Same(); len(groups) != 1 || len(groups[0]) != n+1 {
				t.Errorf("%d groups of equal individuals", len(groups))
			}
			direct := make(map[[2]owl.Class]bool)
			for sub, super := range r.Taxonomy().Direct() {
				direct[[2]owl.Class{sub, super}] = true
			}
			for _, want := range [][2]owl.Class{
				{class("Below", 0), class("C", 0)}, {class("C", 0), class("Above", 0)}, {class("Above", 0), owl.Thing}, {class("One", 0), class("Below", 0)},
			} {
				if !direct[want] {
					t.Errorf("%s is not directly below %s", want[0].IRI, want[1].IRI)
				}
			}
			if len(direct) != 4 {
				t.Errorf("direct subsumptions: %v", direct)
			}
			types := 0
			for range r.Types() {
				types++
			}
			if want := (n + 1) * (n + 3); types != want { // C0 …, Below, Above, One
				t.Errorf("%d types, want %d", types, want)
			}
		})
	}
}
