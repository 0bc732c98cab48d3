package explain

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/calculus"
)

// ErrTooLarge is returned if a goal needs more inferences than Options.Inferences.
var ErrTooLarge = calculus.ErrTooLarge

// ErrOutsideEL is returned if an axiom cannot be explained because a part of it is outside OWL 2
// EL.
var ErrOutsideEL = errors.New("the axiom is outside OWL 2 EL")

// Options are the options of an Explainer.
type Options struct {
	// Inferences limits the inferences for one goal; the error beyond is ErrTooLarge. An inference
	// takes about 60 bytes, with its facts. Default: 5 million.
	Inferences int
}

func (o Options) withDefaults() Options {
	if o.Inferences <= 0 {
		o.Inferences = 5_000_000
	}
	return o
}

// Explainer explains the entailments of one ontology. It is safe for concurrent use.
type Explainer struct {
	reasoner   *reasoner.Reasoner
	opts       Options
	modules    *modules
	hypotheses []owl.Axiom
	// hypothetical is set if the ontology may have other entailments than the reasoner.
	hypothetical bool
}

// Of returns an Explainer of the current ontology of a Reasoner. The numbers of axioms are their
// sources there.
func Of(r *reasoner.Reasoner, opts Options) *Explainer {
	return &Explainer{reasoner: r, opts: opts.withDefaults(), modules: &modules{reasoner: r}}
}

// Supposing returns an Explainer of the ontology with hypothetical axioms. It explains why an axiom
// contradicts the ontology: because a class would be unsatisfiable, or the ontology inconsistent;
// see reasoner.Judgement. These axioms are numbered from FirstHypothetical on.
func (e *Explainer) Supposing(axioms ...owl.Axiom) *Explainer {
	return &Explainer{
		reasoner: e.reasoner, opts: e.opts, modules: e.modules,
		hypotheses: slices.Concat(e.hypotheses, axioms), hypothetical: true,
	}
}

// cited returns the axiom of a number.
func (e *Explainer) cited(number int) owl.Axiom {
	if i := number - FirstHypothetical; i >= 0 && i < len(e.hypotheses) {
		return e.hypotheses[i]
	}
	return e.reasoner.Axiom(el.Source(number))
}

// Explanation holds all derivations of one goal.
type Explanation struct {
	explainer *Explainer
	goal      owl.Axiom // nil for the inconsistency
	claims    []*claim
	graph     *graph
	entailed  bool
}

// Cited returns the axiom of a number in a proof, a justification or a repair. Numbers from
// FirstHypothetical on are those of axioms that the ontology does not have: see
// Explainer.Supposing.
func (e *Explanation) Cited(number int) owl.Axiom { return e.explainer.cited(number) }

// Entailed reports whether the ontology entails the goal.
func (e *Explanation) Entailed() bool { return e.entailed }

// Axiom explains an axiom. If the ontology is inconsistent, the explanation of an axiom without
// another derivation is that of the inconsistency. The error is ErrOutsideEL, ErrTooLarge or that
// of the context.
//
// An axiom outside EL may be found to be entailed, for example if the ontology has it. If it is
// not, the error is ErrOutsideEL. Declarations and annotations are compared literally.
func (e *Explainer) Axiom(ctx context.Context, a owl.Axiom) (*Explanation, error) {
	if !a.Kind().IsLogical() {
		return e.explain(ctx, a, nil, e.asserted(a))
	}
	claims, err := claimsOf(a)
	var x *Explanation
	if err == nil {
		x, err = e.explain(ctx, a, claims, nil)
	}
	if err == nil && !x.Entailed() {
		x, err = e.orInconsistency(ctx, x)
	}
	switch {
	case err == nil && x.Entailed():
		return x, nil
	case err == nil || errors.Is(err, ErrOutsideEL) || errors.Is(err, ErrTooLarge):
		if asserted := e.asserted(a); len(asserted) > 0 {
			return e.explain(ctx, a, nil, asserted)
		}
	}
	if err == nil && !x.exact() {
		return nil, outsideEL(a)
	}
	return x, err
}

// orInconsistency returns the explanation of the inconsistency, which entails everything, or x if
// the ontology is consistent.
func (e *Explainer) orInconsistency(ctx context.Context, x *Explanation) (*Explanation, error) {
	if !e.hypothetical && e.reasoner.Consistent() {
		return x, nil
	}
	claims, err := claimsOf(&owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing})
	if err != nil {
		return nil, err
	}
	inconsistency, err := e.explain(ctx, x.goal, claims, nil)
	if err != nil || !inconsistency.Entailed() {
		return x, err
	}
	return inconsistency, nil
}

// exact reports whether EL can express the whole goal.
func (e *Explanation) exact() bool {
	return !slices.ContainsFunc(e.claims, func(c *claim) bool { return !c.exact })
}

// Subsumption explains sub ⊑ super.
func (e *Explainer) Subsumption(ctx context.Context, sub, super owl.ClassExpression) (*Explanation,
	error) {
	return e.Axiom(ctx, &owl.SubClassOf{Sub: sub, Super: super})
}

// Unsatisfiable explains why a class expression has no instances.
func (e *Explainer) Unsatisfiable(ctx context.Context, c owl.ClassExpression) (*Explanation,
	error) {
	return e.Subsumption(ctx, c, owl.Nothing)
}

// Inconsistency explains why the ontology has no model.
func (e *Explainer) Inconsistency(ctx context.Context) (*Explanation, error) {
	return e.Subsumption(ctx, owl.Thing, owl.Nothing)
}

// asserted returns the numbers of the axioms that equal a apart from annotations. Only axioms of
// its kind about its subject are compared.
func (e *Explainer) asserted(a owl.Axiom) []int32 {
	var same []int32
	want, kind, subject := statementKey(a), a.Kind(), subjectOf(a)
	compare := func(source el.Source, b owl.Axiom) {
		if b.Kind() == kind && subjectOf(b) == subject && statementKey(b) == want {
			same = append(same, int32(source))
		}
	}
	for source, b := range e.reasoner.Sources() {
		compare(source, b)
	}
	for i, b := range e.hypotheses {
		compare(FirstHypothetical+el.Source(i), b)
	}
	return same
}

// subjectOf returns the class or individual that an axiom of one of the most frequent kinds is
// about, and nil for other axioms.
func subjectOf(a owl.Axiom) any {
	switch a := a.(type) {
	case *owl.SubClassOf:
		if sub, ok := a.Sub.(owl.Class); ok {
			return sub
		}
	case *owl.ClassAssertion:
		return a.Individual
	case *owl.ObjectPropertyAssertion:
		return a.Source
	case *owl.DataPropertyAssertion:
		return a.Source
	}
	return nil
}

// statementKey is the same for axioms that differ only in annotations and in the order of operands
// whose order has no meaning.
func statementKey(a owl.Axiom) string {
	return string(owl.AppendCanonicalBare(nil, a))
}

// explain derives all claims and makes their graph. A claim holds if one of its targets is derived;
// the goal holds if all claims do, or if it is asserted.
func (e *Explainer) explain(ctx context.Context, goal owl.Axiom, claims []*claim,
	asserted []int32) (*Explanation, error) {
	x := &Explanation{explainer: e, goal: goal, claims: claims}
	g := newGrower(e.representatives())
	all := true
	var parts []int32
	for i, c := range claims {
		if err := c.derive(ctx, e); err != nil {
			return nil, err
		}
		part := goalFact
		if len(claims) > 1 {
			part = g.addFact()
			parts = append(parts, part)
		}
		all = all && len(c.targets) > 0
		for _, f := range g.add(int32(i), c) {
			g.addEdge(calculus.Discharge, int32(i), part, f)
		}
	}
	if len(parts) > 0 {
		g.addEdge(calculus.Parts, -1, goalFact, parts...)
	}
	for _, i := range asserted {
		g.addAssertion(goalFact, i)
	}
	x.graph = g.graph
	x.entailed = len(claims) > 0 && all || len(asserted) > 0
	return x, nil
}

// representatives returns a function that maps the number of an axiom to that of the axiom to cite
// for it: the first equal one that it was called with.
func (e *Explainer) representatives() func(number int32) int32 {
	known := make(map[int32]int32)
	byStatement := make(map[string]int32)
	return func(number int32) int32 {
		if number >= FirstHypothetical {
			return number
		}
		if rep, ok := known[number]; ok {
			return rep
		}
		key := statementKey(e.reasoner.Axiom(el.Source(number)))
		rep, ok := byStatement[key]
		if !ok {
			rep = number
			byStatement[key] = rep
		}
		known[number] = rep
		return rep
	}
}
