package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
)

// ClassAnswer holds the entailments of a class expression.
type ClassAnswer struct {
	Equivalent  []Name `json:"equivalent"`
	Exact       bool   `json:"exact"` // see reasoner.Answer
	Instances   []Name `json:"instances"`
	Satisfiable bool   `json:"satisfiable"`
	Subs        []Name `json:"subs"`
	Supers      []Name `json:"supers"`
}

// ParseAxiom parses an axiom in functional or Manchester syntax with the names of the ontology.
func (v *View) ParseAxiom(text string) (owl.Axiom, error) {
	return owl.Parser{Names: v.lookup().names, AllowNew: true}.Axiom(text)
}

// Query finds the superclasses, subclasses, equivalent classes and instances of an expression in
// Manchester syntax; with direct only the direct ones. Errors are *owl.SyntaxError and
// *owl.NameError, and those of Reasoner.
func (v *View) Query(ctx context.Context, expression string, direct bool) (*ClassAnswer, error) {
	r, err := v.Reasoner()
	if err != nil {
		return nil, err
	}
	l := v.lookup()
	c, err := owl.Parser{Names: l.names}.ClassExpression(expression)
	if err != nil {
		return nil, err
	}
	a, err := r.Query(ctx, c, direct)
	if err != nil {
		return nil, err
	}
	answer := &ClassAnswer{
		Satisfiable: a.Satisfiable, Exact: a.Exact,
		Equivalent: l.classNames(a.Equivalent), Supers: l.classNames(a.Supers),
		Subs: l.classNames(a.Subs),
		Instances: mapped(a.Instances,
			func(i owl.NamedIndividual) Name { return l.name(i.IRI) }),
	}
	return answer, nil
}

// ExplanationQuery is a request for an explanation.
type ExplanationQuery struct {
	// Axiom is the entailed axiom. Default: nil, the inconsistency of the ontology.
	Axiom owl.Axiom
	// Supposing are axioms that the ontology does not have.
	Supposing []owl.Axiom
	// Contradiction requests an explanation why Axiom contradicts: of the class that becomes
	// unsatisfiable, or of the inconsistency.
	Contradiction bool
	// Justifications is the maximum number of justifications.
	Justifications int
}

// Explanation explains an entailment or a contradiction.
type Explanation struct {
	Entailed bool
	// Goal is the explained axiom: that of the query or, for a contradiction, its consequence.
	Goal owl.Axiom
	// Proof has premises before conclusions, and the goal last; nil if there is no proof to show.
	Proof []explain.StepJSON
	// Justifications are minimal sets of axioms that entail the goal; Complete reports that there
	// are no others.
	Justifications [][]explain.AxiomJSON
	Complete       bool
	// Note is the reason for a missing proof of an entailment.
	Note string
}

// justificationTime bounds the search for justifications.
const justificationTime = 10 * time.Second

// maxExplanations is the number of explanations that are computed at a time, because each may take
// 60 MB.
const maxExplanations = 2

// Explain explains an entailment or a contradiction. Errors are those of Explainer, ErrInvalid for
// a contradiction without an axiom, and that of a context that has ended. A goal that is too large
// to explain, or outside OWL 2 EL, is not an error: the Explanation has a Note.
func (v *View) Explain(ctx context.Context, q ExplanationQuery) (*Explanation, error) {
	e, err := v.Explainer()
	if err != nil {
		return nil, err
	}
	select {
	case v.ontology.w.explanations <- struct{}{}:
		defer func() { <-v.ontology.w.explanations }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	goal, supposed := q.Axiom, q.Supposing
	switch {
	case q.Contradiction && goal == nil:
		return nil, fmt.Errorf("%w: to explain a contradiction, name the axiom that contradicts",
			ErrInvalid)
	case q.Contradiction:
		supposed = append(slices.Clip(supposed), q.Axiom)
		c, err := v.reasoner.FullConflict(ctx, supposed...)
		if err != nil {
			return nil, err
		}
		if goal = c.Consequence(); goal == nil {
			return &Explanation{Goal: q.Axiom, Complete: true}, nil
		}
	case goal == nil:
		goal = inconsistency
	}
	if len(supposed) > 0 {
		e = e.Supposing(supposed...)
	}
	x := &Explanation{Goal: goal}
	found, err := e.Axiom(ctx, goal)
	switch {
	case errors.Is(err, explain.ErrTooLarge), errors.Is(err, explain.ErrOutsideEL):
		x.Note = err.Error()
		x.Entailed, err = v.entails(ctx, q, goal)
		return x, err
	case err != nil:
		return nil, err
	}
	if x.Entailed = found.Entailed(); !x.Entailed {
		return x, v.explainBeyondEL(ctx, x, supposed)
	}
	if v.reasoner != nil && !v.reasoner.Consistent() {
		x.Goal = inconsistency // which entails every axiom
	}
	return x, x.show(ctx, found, q.Justifications, v.lookup().manchester)
}

// explainBeyondEL adds a justification with axioms outside EL, if there is one.
func (v *View) explainBeyondEL(ctx context.Context, x *Explanation, supposed []owl.Axiom) error {
	x.Complete = true
	if v.reasoner == nil {
		return nil
	}
	set, err := v.reasoner.JustificationBeyondEL(ctx, x.Goal, supposed...)
	if err != nil || set == nil {
		return err
	}
	x.Entailed, x.Complete = true, false
	x.Note = "this uses axioms outside OWL 2 EL: there is no stepwise proof, only sufficient axioms"
	axioms := mapped(slices.Concat(set, supposed), func(a owl.Axiom) explain.AxiomJSON {
		return explain.NewAxiomJSON(a, v.lookup().manchester)
	})
	for i := range supposed {
		axioms[len(set)+i].Hypothetical = true
	}
	x.Justifications = [][]explain.AxiomJSON{axioms}
	return nil
}

var inconsistency = &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}

// entails reports whether an axiom without an explanation is entailed. With hypothetical axioms
// only contradictions are known.
func (v *View) entails(ctx context.Context, q ExplanationQuery, goal owl.Axiom) (bool, error) {
	switch {
	case q.Contradiction, !v.reasoner.Consistent():
		return true, nil
	case len(q.Supposing) > 0:
		return false, nil
	}
	entailed, _, err := v.reasoner.Entails(ctx, goal)
	if errors.Is(err, reasoner.ErrNotDecidable) {
		return false, nil
	}
	return entailed, err
}

// show adds the proof and the justifications of the goal.
func (x *Explanation) show(ctx context.Context, found *explain.Explanation, justifications int,
	m owl.Manchester) error {
	switch proof, err := found.Proof(ctx); {
	case errors.Is(err, explain.ErrProofTooLong):
		x.Note = err.Error()
	case err != nil:
		return err
	case proof != nil:
		x.Proof = proof.JSON(m)
	}
	if justifications <= 0 {
		return nil
	}
	all, err := found.Justifications(ctx,
		explain.Limits{Count: justifications, Time: justificationTime})
	if err != nil {
		return err
	}
	x.Complete = all.Complete
	x.Justifications = mapped(all.Sets,
		func(set []int) []explain.AxiomJSON { return found.CitedJSON(set, m) })
	return nil
}

// Checked is the verdict on an axiom.
type Checked struct {
	Axiom owl.Axiom
	*reasoner.Judgement
	// Assuming holds the built-in axioms of RO, BFO and IAO that Entailed uses; nil if it uses
	// none.
	Assuming []suggest.BuiltInAxiom
}

// Checks holds the verdicts on axioms.
type Checks struct {
	Alone []Checked
	// Together is the conflict of all axioms, if requested. Culprits are the indexes of a minimal
	// conflict set.
	Together *reasoner.Conflict
	Culprits []int
}

// Check returns for each axiom whether it is entailed, contradicts, or is new, and with together
// the conflict of all. Errors are those of Reasoner and that of ctx.
func (v *View) Check(ctx context.Context, axioms []owl.Axiom, together bool) (*Checks, error) {
	r, err := v.Reasoner()
	if err != nil {
		return nil, err
	}
	c := &Checks{}
	for _, a := range axioms {
		j, err := r.Judge(ctx, a)
		if err != nil {
			return nil, err
		}
		assuming, err := v.builtIn.Complete(ctx, a, j)
		if err != nil {
			return nil, err
		}
		c.Alone = append(c.Alone, Checked{a, j, assuming})
	}
	if together {
		c.Together, c.Culprits, err = suggest.MinimalConflict(ctx, r.FullConflict, axioms)
	}
	return c, err
}

// Effect returns the entailments that axioms would add, with a number of examples. Errors are those
// of Reasoner and that of ctx.
func (v *View) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (*reasoner.Effect,
	error) {
	r, err := v.Reasoner()
	if err != nil {
		return nil, err
	}
	return r.Effect(ctx, axioms, examples)
}

// UnsatisfiableRoot is a root cause of unsatisfiable classes.
type UnsatisfiableRoot struct {
	Class Name `json:"class"`
	// Complete reports that the Repairs are known to suffice.
	Complete bool `json:"complete,omitempty"`
	// Dependents is the number of derived classes that asserted axioms lead to it; First are the
	// first hundred of them, by label.
	Dependents int    `json:"dependents"`
	First      []Name `json:"first"`
	// Justification is a minimal set of axioms that make the class unsatisfiable, empty if none was
	// found in time. Repairs are sets whose removal makes it satisfiable.
	Justification []explain.AxiomJSON   `json:"justification"`
	Repairs       [][]explain.AxiomJSON `json:"repairs"`
}

// UnsatisfiablePage is a part of the roots. Roots counts them, Total all unsatisfiable classes.
type UnsatisfiablePage struct {
	Items []UnsatisfiableRoot `json:"items"`
	Next  string              `json:"next,omitempty"`
	Roots int                 `json:"roots"`
	Total int                 `json:"total"`
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
	causes, err := v.known.roots.get(func() ([]explain.RootCause, error) {
		if len(all) == 0 {
			return nil, nil
		}
		return e.RootCauses(ctx, all)
	})
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	items, next, err := cutOut(causes, p, "unsatisfiable", v.revision)
	if err != nil {
		return UnsatisfiablePage{}, err
	}
	page := UnsatisfiablePage{Items: []UnsatisfiableRoot{}, Next: next, Roots: len(causes),
		Total: len(all)}
	for _, cause := range items {
		root, err := v.unsatisfiableRoot(ctx, e, cause)
		if err != nil {
			return UnsatisfiablePage{}, err
		}
		page.Items = append(page.Items, root)
	}
	return page, nil
}

func (v *View) unsatisfiableRoot(ctx context.Context, e *explain.Explainer,
	cause explain.RootCause) (UnsatisfiableRoot, error) {
	l := v.lookup()
	root := UnsatisfiableRoot{Class: l.name(cause.Class.IRI), Dependents: len(cause.Dependents),
		Justification: []explain.AxiomJSON{}, Repairs: [][]explain.AxiomJSON{}}
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
	render := func(set []int) []explain.AxiomJSON { return x.CitedJSON(set, l.manchester) }
	root.Justification, root.Complete = render(sets.Sets[0]), sets.Complete
	repairs, err := sets.Repairs(ctx, explain.Limits{Count: maxRepairs, Time: repairTime})
	if err != nil {
		return root, err
	}
	root.Repairs = mapped(repairs.Sets, render)
	return root, nil
}
