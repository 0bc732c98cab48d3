package dataset

import "context"

// Closure answers what follows from a set of axioms, exactly. A reasoner provides it, over the ids of
// a Dataset. It is safe for concurrent use.
type Closure interface {
	// Entails reports whether an axiom of form NF1 to NF4 follows. Trainers ask it for each negative
	// that they draw: it takes microseconds for NF1 and NF3.
	Entails(form Form, axiom []int32) bool

	// Answers returns the classes, ascending, for which the axiom follows when they stand in the
	// given column. An unsatisfiable left side has every class for an answer.
	Answers(form Form, axiom []int32, column int) []int32
}

// Reason computes the closure of the axioms over a data set's ids. The caller of this package hands
// it in (the reasoner is not imported here).
type Reason func(ctx context.Context, d *Dataset, sets ...*Axioms) (Closure, error)
