package asserted

import (
	"fmt"
	"testing"

	"box2el-owl/owl"
)

// TestStatementsOfLargeEquivalence checks that the statements of an equivalence grow linearly: all
// pairs of 20,000 operands would take 5 GB.
func TestStatementsOfLargeEquivalence(t *testing.T) {
	for operands, want := range map[int]int{3: 6, 100: 9900, 20_000: 39_998} {
		a := &owl.EquivalentClasses{}
		for i := range operands {
			a.Classes = append(a.Classes,
				owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://example.org/%d", i))})
		}
		got := 0
		NewNumbers(&owl.Ontology{Axioms: []owl.Axiom{a}}).EachStatement(a,
			func(Statement) { got++ })
		if got != want {
			t.Errorf("%d operands: %d statements, want %d", operands, got, want)
		}
	}
}
