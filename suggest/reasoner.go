package suggest

import (
	"context"

	"box2el-owl/owl"
)

// Reasoner is what decides: it knows what follows from the ontology, as it is now. It is safe for concurrent use.
type Reasoner interface {
	// Entails reports whether an axiom follows. Exact is false where it may follow though nothing was found.
	// EntailsEach says it of each of several.
	Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error)
	EntailsEach(ctx context.Context, axioms []owl.Axiom) (entailed, exact []bool, err error)

	// Conflict says what would contradict if axioms held, too, all of them together; Conflicts says it of each for itself.
	Conflict(ctx context.Context, axioms []owl.Axiom) (Conflict, error)
	Conflicts(ctx context.Context, axioms []owl.Axiom) ([]Conflict, error)

	// Effect says what would follow from them that does not follow now, with so many examples.
	Effect(ctx context.Context, axioms []owl.Axiom, examples int) (Effect, error)

	// IsSubclass and IsSubproperty report whether one named class, or object property, is known to lie below another, or to be
	// the same.
	IsSubclass(sub, super owl.IRI) bool
	IsSubproperty(sub, super owl.IRI) bool
}

// BuiltIn answers what follows with axioms that the ontology lacks and the program has: those of
// relations that are described elsewhere. It is safe for concurrent use.
type BuiltIn interface {
	// EntailsEach reports which axioms the ontology entails together with the built-in ones.
	EntailsEach(ctx context.Context, axioms []owl.Axiom) ([]bool, error)
	// Assuming returns a minimal set of built-in axioms with which an axiom is entailed.
	Assuming(ctx context.Context, a owl.Axiom) ([]owl.Axiom, error)
}

// Conflict is what contradicts. Its zero value says that nothing does.
type Conflict struct {
	// Inconsistent says that the ontology would have no model; Unsatisfiable are the classes, ascending, that would have no
	// instance and may have one now.
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
	// NewSubsumptions counts the pairs C ⊑ D of named classes that would be new, other than those of classes that become
	// unsatisfiable; Examples are the first of them by IRI.
	NewSubsumptions int
	Examples        []*owl.SubClassOf
}
