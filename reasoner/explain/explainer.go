package explain

import (
	"context"
	"errors"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// ErrOutsideEL says that an axiom cannot be explained because it says something outside OWL 2 EL.
var ErrOutsideEL = errors.New("the axiom lies outside OWL 2 EL")

// Options say how an Explainer works.
type Options struct {
	// Inferences caps what may be derived for one goal; more is ErrTooLarge. An inference takes
	// some 60 bytes, with the facts that it is about. Default: 5 million.
	Inferences int
	// Taxonomy, if not nil, is what reasoner.Classify found of the ontology: it lets a question about a class that is satisfiable pass
	// by what could only make it empty. It does not change the answers. Default: nil.
	Taxonomy *reasoner.Taxonomy
}

func (o Options) withDefaults() Options {
	if o.Inferences <= 0 {
		o.Inferences = 5_000_000
	}
	return o
}

// Explainer explains what follows from one ontology. It is safe for concurrent use as long as nobody changes the
// ontology.
type Explainer struct {
	ontology *owl.Ontology
	opts     Options

	mu    sync.Mutex // for what follows
	nf    *el.Ontology
	index *index // of nf
}

// New returns an Explainer of an ontology. nf is its normal form; where it is nil, it is made when it is
// needed.
func New(o *owl.Ontology, nf *el.Ontology, opts Options) *Explainer {
	return &Explainer{ontology: o, nf: nf, opts: opts.withDefaults()}
}

// Prepare does what is needed once for the whole ontology. Otherwise the first question does.
func (e *Explainer) Prepare(ctx context.Context) error {
	_, err := e.base(ctx)
	return err
}

// base returns the index of the ontology's own normal form.
func (e *Explainer) base(ctx context.Context) (*index, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.nf == nil {
		nf, _, err := el.Normalize(ctx, e.ontology, el.Options{})
		if err != nil {
			return nil, err
		}
		e.nf = nf
	}
	if e.index == nil {
		e.index = newIndex(e.nf)
	}
	return e.index, ctx.Err()
}

// Explanation is all that the ontology has for one goal.
type Explanation struct {
	explainer *Explainer
	goal      owl.Axiom // nil for the inconsistency
	claims    []*claim
	graph     *graph
	entailed  bool
}

// Entailed reports whether the goal follows from the ontology.
func (e *Explanation) Entailed() bool { return e.entailed }

// Axiom explains an axiom. Where the ontology is inconsistent, the explanation of every axiom is that of
// the inconsistency. The error is ErrOutsideEL, ErrTooLarge, or that of a context that has ended.
//
// Of an axiom outside EL it is known that it is entailed where the ontology asserts it; otherwise the error is
// ErrOutsideEL.
func (e *Explainer) Axiom(ctx context.Context, a owl.Axiom) (*Explanation, error) {
	claims, err := claimsOf(a)
	if err == nil {
		var x *Explanation
		if x, err = e.explain(ctx, a, claims, nil); err == nil {
			return x, nil
		}
	}
	if errors.Is(err, ErrOutsideEL) {
		if asserted := e.asserted(a); len(asserted) > 0 {
			return e.explain(ctx, a, nil, asserted)
		}
	}
	return nil, err
}

// Subsumption explains sub ⊑ super.
func (e *Explainer) Subsumption(ctx context.Context, sub, super owl.ClassExpression) (*Explanation, error) {
	return e.Axiom(ctx, &owl.SubClassOf{Sub: sub, Super: super})
}

// Unsatisfiable explains why a class expression has no instances.
func (e *Explainer) Unsatisfiable(ctx context.Context, c owl.ClassExpression) (*Explanation, error) {
	return e.Subsumption(ctx, c, owl.Nothing)
}

// Inconsistency explains why the ontology has no model.
func (e *Explainer) Inconsistency(ctx context.Context) (*Explanation, error) {
	return e.Subsumption(ctx, owl.Thing, owl.Nothing)
}

// asserted returns the axioms of the ontology that say the same as a, apart from annotations. Only
// axioms of its kind are compared.
func (e *Explainer) asserted(a owl.Axiom) []int32 {
	var same []int32
	want, kind := statementKey(a), a.Kind()
	for i, b := range e.ontology.Axioms {
		if b.Kind() == kind && quickMatch(a, b) && statementKey(b) == want {
			same = append(same, int32(i))
		}
	}
	return same
}

// quickMatch rules out without rendering most of what differs from a subsumption.
func quickMatch(a, b owl.Axiom) bool {
	x, ok := a.(*owl.SubClassOf)
	if !ok {
		return true
	}
	y := b.(*owl.SubClassOf)
	return sameOrComposed(x.Sub, y.Sub) && sameOrComposed(x.Super, y.Super)
}

func sameOrComposed(a, b owl.ClassExpression) bool {
	_, aNamed := a.(owl.Class)
	_, bNamed := b.(owl.Class)
	return aNamed == bNamed && (!aNamed || a == b)
}

// statementKey is the same for axioms that say the same but for annotations and the order of operands of a kind where
// that is a matter of writing.
func statementKey(a owl.Axiom) string {
	return a.Kind().String() + owl.Manchester{}.Axiom(a)
}

// explain derives all claims and grows their graph. Each claim holds if one of its targets is derived or its root is empty;
// the goal holds if all claims do, or is asserted.
func (e *Explainer) explain(ctx context.Context, goal owl.Axiom, claims []*claim, asserted []int32) (*Explanation, error) {
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
		targets := c.derived()
		all = all && len(targets) > 0
		for _, f := range g.add(int32(i), c.derivation, targets...) {
			g.addEdge(ruleDischarge, int32(i), part, f)
		}
	}
	if len(parts) > 0 {
		g.addEdge(ruleGoal, -1, goalFact, parts...)
	}
	for _, i := range asserted {
		g.addAssertion(goalFact, i)
	}
	x.graph = g.graph
	x.entailed = len(claims) > 0 && all || len(asserted) > 0
	return x, nil
}

// representatives returns a function that maps the source of a normal-form axiom to the asserted axiom to cite for it:
// of several that say the same, the first that it was asked for; -1 for what needs no citation.
func (e *Explainer) representatives() func(source int32) int32 {
	known := make(map[int32]int32)
	byStatement := make(map[string]int32)
	return func(source int32) int32 {
		if source == int32(el.Definition) || int(source) >= len(e.ontology.Axioms) {
			return -1
		}
		if rep, ok := known[source]; ok {
			return rep
		}
		key := statementKey(e.ontology.Axioms[source])
		rep, ok := byStatement[key]
		if !ok {
			rep = source
			byStatement[key] = rep
		}
		known[source] = rep
		return rep
	}
}
