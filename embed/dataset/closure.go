package dataset

import "context"

// Closure answers entailment queries about a set of axioms exactly. A reasoner implements it over
// the ids of a Dataset. It is safe for concurrent use.
type Closure interface {
	// Entails reports whether an axiom of form NF1 to NF4 is entailed. Training calls it for each
	// negative sample, so it should take microseconds for NF1 and NF3.
	Entails(form Form, axiom []int32) bool

	// Answers returns the classes, ascending, for which the axiom is entailed with the class in the
	// given column, one that the evaluation leaves open: the last of NF1, NF2 and NF4, the first of
	// NF3. If the left side is unsatisfiable, it returns every class.
	Answers(form Form, axiom []int32, column int) []int32
}

// Reason computes the closure of the axioms over the ids of a data set. The caller provides it,
// because this package does not import the reasoner.
type Reason func(ctx context.Context, d *Dataset, sets ...*Axioms) (Closure, error)
