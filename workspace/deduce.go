package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
)

// ClassAnswer holds the entailments of a class expression.
type ClassAnswer struct {
	Expression owl.ClassExpression
	// Satisfiable and Exact are those of reasoner.Answer, and so are the lists, here by IRI with
	// labels.
	Satisfiable, Exact                  bool
	Equivalent, Supers, Subs, Instances []Name
}

// ParseAxiom parses an axiom in functional or Manchester syntax with the names of the ontology.
func (v *View) ParseAxiom(text string) (owl.Axiom, error) {
	return owl.Parser{Names: v.lookup().names, AllowNew: true}.Axiom(text)
}

// Query finds the classes above, below and equivalent to an expression in Manchester syntax, and
// its instances; with direct the nearest only. Errors are *owl.SyntaxError and *owl.NameError, and
// those of Reasoner.
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
		Expression: c, Satisfiable: a.Satisfiable, Exact: a.Exact,
		Equivalent: l.classNames(a.Equivalent), Supers: l.classNames(a.Supers),
		Subs: l.classNames(a.Subs),
	}
	for _, i := range a.Instances {
		answer.Instances = append(answer.Instances, l.name(i.IRI))
	}
	return answer, nil
}

// ExplanationQuery is a request for an explanation.
type ExplanationQuery struct {
	// Axiom is the entailed axiom. Default: nil, the inconsistency of the ontology.
	Axiom owl.Axiom
	// Supposing are axioms that the ontology does not have.
	Supposing []owl.Axiom
	// Contradiction asks why Axiom contradicts: what becomes unsatisfiable, or inconsistent, with
	// it.
	Contradiction bool
	// Justifications is the maximum number of justifications.
	Justifications int
}

// Explanation is why something follows, or contradicts.
type Explanation struct {
	Entailed bool
	// Goal is the explained axiom: that of the query or, for a contradiction, its consequence.
	Goal owl.Axiom
	// Proof has premises before conclusions, and the goal last; nil if there is no proof to show.
	Proof []explain.StepJSON
	// Justifications are minimal sets of axioms from which the goal follows; Complete says that
	// there are no others.
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

// Explain explains why something follows or contradicts. Errors are those of Explainer, ErrInvalid
// for a contradiction without an axiom, and that of a context that has ended. What is too large to
// explain, or outside OWL 2 EL, is no error but a Note.
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
		if goal, err = v.consequence(ctx, supposed); err != nil || goal == nil {
			return &Explanation{Goal: q.Axiom, Complete: true}, err
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
		x.Goal = inconsistency // from which all follows
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
	m := v.lookup().manchester
	var axioms []explain.AxiomJSON
	for _, a := range set {
		axioms = append(axioms, explain.NewAxiomJSON(a, m))
	}
	for _, a := range supposed {
		one := explain.NewAxiomJSON(a, m)
		one.Hypothetical = true
		axioms = append(axioms, one)
	}
	x.Justifications = [][]explain.AxiomJSON{axioms}
	return nil
}

var inconsistency = &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}

// consequence returns what axioms bring about that must not be: a class that becomes unsatisfiable,
// or an inconsistency; nil: nothing.
func (v *View) consequence(ctx context.Context, axioms []owl.Axiom) (owl.Axiom, error) {
	if !v.reasoner.Consistent() {
		return inconsistency, nil
	}
	c, err := v.reasoner.FullConflict(ctx, axioms...)
	switch {
	case err != nil:
		return nil, err
	case c.Inconsistent:
		return inconsistency, nil
	case len(c.Unsatisfiable) > 0:
		return &owl.SubClassOf{Sub: c.Unsatisfiable[0], Super: owl.Nothing}, nil
	}
	return nil, nil
}

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
	for _, set := range all.Sets {
		axioms := make([]explain.AxiomJSON, len(set))
		for i, a := range set {
			axioms[i] = found.CitedJSON(a, m)
		}
		x.Justifications = append(x.Justifications, axioms)
	}
	return nil
}

// Checked is the verdict on an axiom.
type Checked struct {
	Axiom owl.Axiom
	suggest.Judgement
	// Assuming holds the built-in axioms of RO, BFO and IAO that Entailed uses; nil if it uses
	// none.
	Assuming []suggest.BuiltInAxiom
}

// Checks holds the verdicts on axioms.
type Checks struct {
	Alone []Checked
	// Together is the conflict of all axioms, if requested. Culprits are the indexes of a minimal
	// conflict set.
	Together suggest.Conflict
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
		one, err := check(ctx, r, a)
		if err != nil {
			return nil, err
		}
		if err := v.assume(ctx, &one); err != nil {
			return nil, err
		}
		c.Alone = append(c.Alone, one)
	}
	if together {
		c.Together, c.Culprits, err = checkTogether(ctx, r, axioms)
	}
	return c, err
}

// assume sets the verdict on an axiom about classes that is entailed by built-in axioms alone.
func (v *View) assume(ctx context.Context, c *Checked) error {
	if _, ok := c.Axiom.(*owl.SubClassOf); !ok || c.Verdict != suggest.New {
		return nil
	}
	entailed, err := v.builtIn.EntailsEach(ctx, []owl.Axiom{c.Axiom})
	if err != nil || !entailed[0] {
		return err
	}
	c.Verdict, c.Exact = suggest.Entailed, true
	c.Assuming, err = v.builtIn.Assuming(ctx, c.Axiom)
	return err
}

func check(ctx context.Context, r *reasoner.Reasoner, a owl.Axiom) (Checked, error) {
	j, err := r.Judge(ctx, a)
	switch {
	case errors.Is(err, reasoner.ErrNotDecidable):
		return Checked{Axiom: a, Judgement: suggest.Judgement{Verdict: suggest.New}}, nil
	case err != nil:
		return Checked{}, err
	}
	return Checked{Axiom: a, Judgement: curate.Judgement(j)}, nil
}

// checkTogether is suggest.MinimalConflict of a reasoner.
func checkTogether(ctx context.Context, r *reasoner.Reasoner, axioms []owl.Axiom) (suggest.Conflict,
	[]int, error) {
	return suggest.MinimalConflict(ctx,
		func(ctx context.Context, axioms []owl.Axiom) (suggest.Conflict,
			error) {
			c, err := r.FullConflict(ctx, axioms...)
			if err != nil {
				return suggest.Conflict{}, err
			}
			return curate.Conflict(c), nil
		}, axioms)
}

// Effect returns the entailments that axioms would add, with a number of examples. Errors are those
// of Reasoner and that of ctx.
func (v *View) Effect(ctx context.Context, axioms []owl.Axiom, examples int) (suggest.Effect,
	error) {
	r, err := v.Reasoner()
	if err != nil {
		return suggest.Effect{}, err
	}
	return curate.Effect(ctx, r, axioms, examples)
}
