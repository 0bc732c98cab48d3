package suggest

import (
	"context"

	"box2el-owl/owl"
)

// Reasoner answers questions about the entailments of the current ontology. It is safe for
// concurrent use.
type Reasoner interface {
	// Entails reports whether an axiom is entailed. If exact is false, an axiom that is reported as
	// not entailed may be entailed.
	Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error)

	// Verdicts returns the verdict on each axiom alone.
	Verdicts(ctx context.Context, axioms []owl.Axiom) ([]Judgement, error)

	// Conflict returns the conflict that the axioms cause if all of them are added.
	Conflict(ctx context.Context, axioms []owl.Axiom) (Conflict, error)

	// Effect returns the new entailments if all axioms are added, with a number of examples.
	Effect(ctx context.Context, axioms []owl.Axiom, examples int) (Effect, error)

	// IsSubclass reports whether one named class is inferred to be below or equal to another.
	IsSubclass(sub, super owl.IRI) bool
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

// Judgement is the verdict on an axiom.
type Judgement struct {
	Verdict Verdict
	// Exact is false if New means only that no contradiction was found.
	Exact bool
	// Assumes is true if Entailed uses built-in axioms.
	Assumes bool
	// Conflict is the conflict that the axiom causes.
	Conflict Conflict
	// Outside counts the axioms outside EL that make New inexact.
	Outside Outside
}

// Outside counts axioms that are relevant to a verdict and that the reasoner does not support or
// supports only in part.
type Outside struct {
	Axioms int       // their number
	First  owl.Axiom // nil if there are none
}

// Conflict lists the contradictions that added axioms cause. Its zero value is no conflict.
type Conflict struct {
	// Inconsistent is true if the ontology would be inconsistent. Unsatisfiable lists the classes
	// that would become unsatisfiable, ascending.
	Inconsistent  bool
	Unsatisfiable []owl.IRI
	// Partial is true if there may be more unsatisfiable classes.
	Partial bool
	// Inexact is true if there may be a conflict although none was found.
	Inexact bool
}

// Contradicts reports whether there is a conflict.
func (c Conflict) Contradicts() bool { return c.Inconsistent || len(c.Unsatisfiable) > 0 }

// Effect lists the conflict and the new entailments that added axioms cause.
type Effect struct {
	Conflict
	// NewSubsumptions counts the new entailments C ⊑ D between named classes, without those of
	// classes that become unsatisfiable. Examples are the first of them by IRI.
	NewSubsumptions int
	Examples        []*owl.SubClassOf
}
