package owlgen

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/owl"
)

func TestOntologyHasEveryKindOfAxiom(t *testing.T) {
	o := Ontology(rand.New(rand.NewPCG(1, 2)), 50)
	n := o.AxiomsByType()
	for kind := owl.DeclarationKind; kind < owl.RuleKind; kind++ {
		if n[kind] == 0 {
			t.Errorf("no axiom of kind %v", kind)
		}
	}
}

func TestOntologyDependsOnTheSeedAlone(t *testing.T) {
	one := Ontology(rand.New(rand.NewPCG(1, 2)), 200)
	same := Ontology(rand.New(rand.NewPCG(1, 2)), 200)
	if diff := cmp.Diff(rendered(one), rendered(same)); diff != "" {
		t.Errorf("two ontologies of one seed differ:\n%s", diff)
	}
	other := Ontology(rand.New(rand.NewPCG(1, 3)), 200)
	if cmp.Equal(rendered(one), rendered(other)) {
		t.Error("two seeds give the same ontology")
	}
}

func rendered(o *owl.Ontology) []string {
	var lines []string
	for _, a := range o.Annotations {
		lines = append(lines, string(owl.AppendAnnotation(nil, a, nil)))
	}
	for _, a := range o.Axioms {
		lines = append(lines, string(owl.AppendAxiom(nil, a, nil)))
	}
	return lines
}
