package suggest

import (
	"context"

	"box2el-owl/owl"
)

// Reasoner is what decides: it knows what follows from the ontology, as it is now. It is safe for
// concurrent use.
type Reasoner interface {
	// Entails reports whether an axiom is entailed. Exact is false if it may be entailed although
	// nothing was found.
	Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error)

	// Verdicts returns the verdict on each axiom by itself.
	Verdicts(ctx context.Context, axioms []owl.Axiom) ([]Judgement, error)

	// Conflict returns what the axioms contradict if all of them are added.
	Conflict(ctx context.Context, axioms []owl.Axiom) (Conflict, error)

	// Effect says what would follow from them that does not follow now, with so many examples.
	Effect(ctx context.Context, axioms []owl.Axiom, examples int) (Effect, error)

	// IsSubclass and IsSubproperty report whether one named class, or object property, is known to
	// lie below another, or to be the same.
	IsSubclass(sub, super owl.IRI) bool
	IsSubproperty(sub, super owl.IRI) bool
}

// BuiltIn answers what follows with axioms that the ontology lacks and the program has: those of
// relations that are described elsewhere. It is safe for concurrent use.
type BuiltIn interface {
	// EntailsEach reports which axioms the ontology entails together with the built-in ones.
	EntailsEach(ctx context.Context, axioms []owl.Axiom) ([]bool, error)
	// Assuming returns a minimal set of built-in axioms with which an axiom is entailed.
	Assuming(ctx context.Context, a owl.Axiom) ([]BuiltInAxiom, error)
}

// BuiltInAxiom is an axiom that the program has, with the ontology that it comes from: RO, BFO or
// IAO.
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
	// Exact is false if New means that no contradiction was found.
	Exact bool
	// Assumes is true if Entailed uses built-in axioms.
	Assumes bool
	// Conflict is what the axiom contradicts.
	Conflict Conflict
	// Outside are the axioms outside EL that make New inexact.
	Outside Outside
}

// Outside are axioms that the reasoner used in part or not at all, and that bear on a verdict.
type Outside struct {
	Axioms int       // how many
	First  owl.Axiom // the first of them; nil if there are none
}

// Conflict is what contradicts. Its zero value says that nothing does.
type Conflict struct {
	// Inconsistent says that the ontology would have no model; Unsatisfiable are the classes,
	// ascending, that would have no instance and may have one now.
	Inconsistent  bool
	Unsatisfiable []owl.IRI
	// Partial says that those were enough for a verdict: there may be more.
	Partial bool
	// Inexact says that a conflict may be there though none was found.
	Inexact bool
}

// Contradicts reports whether there is a conflict.
func (c Conflict) Contradicts() bool { return c.Inconsistent || len(c.Unsatisfiable) > 0 }

// Effect is what would follow from further axioms.
type Effect struct {
	Conflict
	// NewSubsumptions counts the pairs C ⊑ D of named classes that would be new, other than those
	// of classes that become unsatisfiable; Examples are the first of them by IRI.
	NewSubsumptions int
	Examples        []*owl.SubClassOf
}
