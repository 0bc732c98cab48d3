package curate

import (
	"context"
	"errors"
	"fmt"

	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// ErrInconsistent is returned if the ontology has no model, so that it entails every axiom.
var ErrInconsistent = errors.New("the ontology is inconsistent: everything follows from it")

// Data makes a data set of an ontology's normal form: unsatisfiable classes are found and left out.
// All axioms are in Train. The error is ErrInconsistent, or that of a context that has ended.
func Data(ctx context.Context, name string, normal *el.Ontology, ontology *owl.Ontology,
	opts reasoner.Options) (*dataset.Dataset, *dataset.Report, error) {
	closure, err := reasoner.NewClosure(ctx, normal, opts)
	if err != nil {
		return nil, nil, err
	}
	if !closure.Consistent() {
		return nil, nil, ErrInconsistent
	}
	var empty []el.Concept
	for c := range el.Concept(normal.NumConcepts()) {
		if c != el.Bottom && closure.Unsatisfiable(c) {
			empty = append(empty, c)
		}
	}
	d, report, err := dataset.FromNormalForm(ctx, normal, ontology,
		dataset.NormalFormOptions{Name: name, Unsatisfiable: empty})
	if errors.Is(err, dataset.ErrInconsistent) {
		return nil, nil, ErrInconsistent
	}
	return d, report, err
}

// ErrContradiction is returned if the axioms of a data set have no model, so that their closure has
// every axiom.
var ErrContradiction = errors.New("the axioms contradict each other: everything follows from them")

// Reason returns how data sets get their closures: from our own reasoner. Where axioms contradict
// each other, its error is ErrContradiction.
func Reason(opts reasoner.Options) dataset.Reason {
	return func(ctx context.Context, d *dataset.Dataset, sets ...*dataset.Axioms) (dataset.Closure,
		error) {
		oracle, err := reasoner.NewClosure(ctx, d.NormalForm(sets...), opts)
		if err != nil {
			return nil, err
		}
		if !oracle.Consistent() {
			return nil, fmt.Errorf("%s: %w", d.Name, ErrContradiction)
		}
		return dataset.ClosureOver(d, oracle), nil
	}
}
