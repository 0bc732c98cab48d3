package explain

import (
	"context"
	"errors"
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

func proofOf(t testing.TB, x *Explanation) *Proof {
	t.Helper()
	p, err := x.Proof(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// proofFrom returns the smallest proof from a set of axioms; nil if the graph has none.
func proofFrom(t testing.TB, x *Explanation, axioms []int) *Proof {
	t.Helper()
	allowed := make(axiomSet, len(x.graph.axioms))
	for c, a := range x.graph.axioms {
		allowed[c] = slices.Contains(axioms, int(a))
	}
	part := *x
	part.graph = x.graph.restrict(allowed)
	return proofOf(t, &part)
}

// TestProofTooLong: the statements of a proof of 20,000 nested expressions would take some 5 GB.
func TestProofTooLong(t *testing.T) {
	a := owl.Class{IRI: owl.NewIRI("http://e/o#A")}
	r := owl.ObjectProperty{IRI: owl.NewIRI("http://e/o#r")}
	made, err := reasoner.New(t.Context(), &owl.Ontology{Axioms: []owl.Axiom{
		&owl.SubClassOf{Sub: a, Super: &owl.ObjectSomeValuesFrom{Property: r, Filler: a}},
		&owl.TransitiveObjectProperty{Property: r},
	}}, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[int]error{100: nil, 20_000: ErrProofTooLong} {
		var nested owl.ClassExpression = a
		for range depth {
			nested = &owl.ObjectSomeValuesFrom{Property: r, Filler: nested}
		}
		x, err := Of(made, Options{}).Axiom(t.Context(), &owl.SubClassOf{Sub: a, Super: nested})
		if err != nil || !x.Entailed() {
			t.Fatalf("%d levels: entailed %v, %v", depth, x.Entailed(), err)
		}
		p, err := x.Proof(t.Context())
		if !errors.Is(err, want) || (p == nil) != (want != nil) {
			t.Errorf("%d levels: %v, want %v", depth, err, want)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := x.Proof(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%d levels, canceled: %v", depth, err)
		}
	}
}
