package workspace

import (
	"context"
	"errors"
	"sync"
	"time"

	"box2el-owl/owl"
	"box2el-owl/reasoner/explain"
)

// UnsatisfiableRoot is a root cause of unsatisfiable classes.
type UnsatisfiableRoot struct {
	Class Name
	// Dependents is the number of derived classes that asserted axioms lead to it; First are the
	// first hundred of them, by label.
	Dependents int
	First      []Name
	// Justification is a minimal set of axioms that make the class unsatisfiable, nil if none was
	// found in time. Repairs are sets whose removal makes it satisfiable; Complete reports that
	// they are known to suffice.
	Justification []explain.AxiomJSON
	Repairs       [][]explain.AxiomJSON
	Complete      bool
}

// UnsatisfiablePage is a part of the roots. Roots counts them, Total all unsatisfiable classes.
type UnsatisfiablePage struct {
	Items        []UnsatisfiableRoot
	Next         string
	Roots, Total int
}

// rootCauses caches the roots of a View.
type rootCauses struct {
	mu   sync.Mutex
	list []explain.RootCause // nil: not known
}

// Bounds of what is looked for in each root.
const (
	repairTime     = time.Second
	maxCauses      = 10
	maxRepairs     = 3
	firstDependent = 100
)

// Unsatisfiable returns the root causes of unsatisfiable classes by page, those with most
// dependents first. Errors are those of Reasoner and Explainer, and that of ctx.
//
// Cost: the first call for a state saturates each root.
func (v *View) Unsatisfiable(ctx context.Context, p Page) (UnsatisfiablePage, error) {
	r, err := v.Reasoner()
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	e, err := v.Explainer()
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	select {
	case v.ontology.w.explanations <- struct{}{}:
		defer func() { <-v.ontology.w.explanations }()
	case <-ctx.Done():
		return UnsatisfiablePage{}, ctx.Err()
	}
	all := r.Taxonomy().Unsatisfiable()
	causes, err := v.known.roots.of(ctx, e, all)
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	items, next, err := cutOut(causes, p, "unsatisfiable", v.revision)
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	page := UnsatisfiablePage{Next: next, Roots: len(causes), Total: len(all)}
	for _, cause := range items {
		root, err := v.unsatisfiableRoot(ctx, e, cause)
		if err != nil {
			return UnsatisfiablePage{}, err
		}
		page.Items = append(page.Items, root)
	}
	return page, nil
}

func (c *rootCauses) of(ctx context.Context, e *explain.Explainer, all []owl.Class) (
	[]explain.RootCause, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list != nil || len(all) == 0 {
		return c.list, nil
	}
	list, err := e.RootCauses(ctx, all)
	if err == nil {
		c.list = list
	}
	return list, err
}

func (v *View) unsatisfiableRoot(ctx context.Context, e *explain.Explainer,
	cause explain.RootCause) (UnsatisfiableRoot, error) {
	l := v.lookup()
	root := UnsatisfiableRoot{Class: l.name(cause.Class.IRI), Dependents: len(cause.Dependents)}
	first := append([]owl.Class(nil), cause.Dependents...)
	l.sortByLabel(first)
	root.First = l.classNames(first[:min(len(first), firstDependent)])
	x, err := e.Unsatisfiable(ctx, cause.Class)
	switch {
	case errors.Is(err, explain.ErrTooLarge), errors.Is(err, explain.ErrOutsideEL):
		return root, nil
	case err != nil || !x.Entailed():
		return root, err
	}
	sets, err := x.Justifications(ctx, explain.Limits{Count: maxCauses, Time: repairTime})
	if err != nil || len(sets.Sets) == 0 {
		return root, err
	}
	cited := func(numbers []int) []explain.AxiomJSON {
		out := make([]explain.AxiomJSON, len(numbers))
		for i, n := range numbers {
			out[i] = x.CitedJSON(n, l.manchester)
		}
		return out
	}
	root.Justification, root.Complete = cited(sets.Sets[0]), sets.Complete
	repairs, err := sets.Repairs(ctx, explain.Limits{Count: maxRepairs, Time: repairTime})
	if err != nil {
		return root, err
	}
	for _, set := range repairs.Sets {
		root.Repairs = append(root.Repairs, cited(set))
	}
	return root, nil
}
