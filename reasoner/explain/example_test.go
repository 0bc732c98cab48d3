package explain_test

import (
	"context"
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
)

// A class is below another one for two reasons.
func Example() {
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://example.org/#")
	ontology := &owl.Ontology{Prefixes: prefixes}
	for _, text := range []string{
		"SubClassOf(:HeartValve :CardiacStructure)",
		"SubClassOf(:CardiacStructure :Organ)",
		"SubClassOf(:HeartValve ObjectSomeValuesFrom(:partOf :Heart))",
		"SubClassOf(ObjectSomeValuesFrom(:partOf :Heart) :Organ)",
	} {
		axiom, err := owl.ParseAxiom(text, prefixes)
		if err != nil {
			fmt.Println(err)
			return
		}
		ontology.Axioms = append(ontology.Axioms, axiom)
	}
	ctx := context.Background()
	class := func(name string) owl.Class { return owl.Class{IRI: owl.NewIRI("http://example.org/#" + name)} }

	r, err := reasoner.New(ctx, ontology, reasoner.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := explain.Of(r, explain.Options{}).Subsumption(ctx, class("HeartValve"), class("Organ"))
	if err != nil {
		fmt.Println(err)
		return
	}
	m := owl.Manchester{Prefixes: prefixes}
	proof, err := x.Proof(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(proof.Text(m, ""))
	justifications, err := x.Justifications(ctx, explain.Limits{Count: explain.All})
	fmt.Println(justifications.Sets, justifications.Complete, err)
	repairs, err := justifications.Repairs(ctx, explain.Limits{})
	fmt.Println(repairs.Sets, err)

	// Output:
	// :HeartValve SubClassOf :Organ  [superclass]  by :CardiacStructure SubClassOf :Organ
	// └─ :HeartValve SubClassOf :CardiacStructure  [asserted]
	// [[0 1] [2 3]] true <nil>
	// [[0 2]] <nil>
}
