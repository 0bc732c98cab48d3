package suggest

import (
	"context"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// Reasoner answers questions about the entailments of the current ontology. It is safe for
// concurrent use. reasoner.Reasoner is one.
type Reasoner interface {
	// Entails reports whether an axiom is entailed. If exact is false, an axiom that is reported as
	// not entailed may be entailed.
	Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error)

	// Verdicts returns the verdict on each axiom alone.
	Verdicts(ctx context.Context, axioms []owl.Axiom) ([]*reasoner.Judgement, error)

	// FullConflict returns the conflict that the axioms cause if all of them are added.
	FullConflict(ctx context.Context, axioms ...owl.Axiom) (*reasoner.Conflict, error)

	// Effect returns the new entailments if all axioms are added, with a number of examples.
	Effect(ctx context.Context, axioms []owl.Axiom, examples int) (*reasoner.Effect, error)

	// IsSubsumedBy reports whether one named class is inferred to be below or equal to another.
	IsSubsumedBy(sub, super owl.Class) bool
}

// BuiltIn answers questions about the ontology together with built-in axioms: those about relations
// of RO, BFO and IAO. It is safe for concurrent use.
type BuiltIn interface {
	// EntailsEach reports which axioms the ontology entails together with the built-in ones.
	EntailsEach(ctx context.Context, axioms []owl.Axiom) ([]bool, error)
	// Assuming returns a minimal set of built-in axioms with which an axiom is entailed.
	Assuming(ctx context.Context, a owl.Axiom) ([]BuiltInAxiom, error)
}

// BuiltInAxiom is a built-in axiom with its ontology: RO, BFO or IAO.
type BuiltInAxiom struct {
	owl.Axiom
	Source string
}

// AxiomsOf returns the axioms without their sources.
func AxiomsOf(list []BuiltInAxiom) []owl.Axiom {
	var axioms []owl.Axiom
	for _, a := range list {
		axioms = append(axioms, a.Axiom)
	}
	return axioms
}
