package reasoner_test

import (
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// TestKeyOverLongChains has a key property implied by chains of 512 links, for which there is no
// automaton.
func TestKeyOverLongChains(t *testing.T) {
	const doublings = 9
	o := &hostileOntology{}
	for i := range doublings {
		o.add(&owl.SubPropertyChainOf{
			Chain: []owl.ObjectPropertyExpression{role("r", i), role("r", i)},
			Super: role("r", i+1),
		})
	}
	for i := range 1 << doublings {
		for _, name := range []string{"a", "b"} {
			next := individual(name, i+1)
			if i+1 == 1<<doublings {
				next = individual("end", 0)
			}
			o.add(&owl.ObjectPropertyAssertion{
				Property: role("r", 0), Source: individual(name, i), Target: next,
			})
		}
	}
	o.add(&owl.HasKey{
		Class: owl.Thing, ObjectProperties: []owl.ObjectPropertyExpression{role("r", doublings)},
	})
	r, err := reasoner.Realize(t.Context(), normalize(t, &o.Ontology), reasoner.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	same := r.Same()
	if len(same) != 1 || len(same[0]) != 2 || same[0][0] != individual("a", 0) ||
		same[0][1] != individual("b", 0) {
		t.Errorf("equal are %v, want a0 and b0", same)
	}
}
