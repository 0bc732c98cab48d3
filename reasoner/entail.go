package reasoner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/goal"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// ErrNotDecidable is returned for axioms that cannot be checked: rules, and definitions of
// datatypes and keys with expressions outside EL.
var ErrNotDecidable = errors.New("axioms of this kind cannot be checked")

// Entails reports whether an axiom holds in every model of the ontology. exact is false if the
// axiom is outside EL and a negative answer may be wrong.
func (r *Reasoner) Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, false, err
	}
	if !a.Kind().IsLogical() {
		stated, err := r.states(a)
		return stated, true, err
	}
	if !r.Consistent() {
		return true, true, nil
	}
	q := &asker{r: r, ctx: ctx, exact: true}
	return q.entails(a), q.exact, q.err
}

// EntailsEach is Entails for each axiom.
func (r *Reasoner) EntailsEach(
	ctx context.Context, axioms []owl.Axiom,
) (entailed, exact []bool, err error) {
	entailed, exact = make([]bool, len(axioms)), make([]bool, len(axioms))
	for i, a := range axioms {
		if entailed[i], exact[i], err = r.Entails(ctx, a); err != nil {
			return nil, nil, err
		}
	}
	return entailed, exact, nil
}

// states reports whether the ontology contains the axiom, or declares the entity.
func (r *Reasoner) states(a owl.Axiom) (bool, error) {
	if d, ok := a.(*owl.Declaration); ok && el.IsBuiltIn(d.Entity) {
		return true, nil
	}
	h := owl.HashAxiom(a)
	for _, b := range r.axioms.all() {
		if b.Kind() == a.Kind() && owl.HashAxiom(b) == h {
			return true, nil
		}
	}
	return false, nil
}

// asker decides the entailment of one axiom by simpler checks.
type asker struct {
	r     *Reasoner
	ctx   context.Context
	exact bool
	err   error
}

func (q *asker) entails(a owl.Axiom) bool {
	entailed := true
	if goal.Claims(a, func(c goal.Claim) bool {
		entailed = q.holds(c)
		return entailed
	}) {
		return entailed
	}
	stated, err := q.r.states(a)
	if !stated && err == nil {
		err = fmt.Errorf("%w: %s", ErrNotDecidable, owl.AppendAxiom(nil, a, nil))
	}
	q.fail(err)
	return stated
}

// holds decides a claim.
func (q *asker) holds(c goal.Claim) bool {
	w := c.Wants[0]
	for _, other := range c.Wants {
		if other.Individual != nil {
			w = other
		}
	}
	switch property, _ := w.Values.(owl.DataProperty); {
	case w.Functional != owl.DataProperty{}:
		return q.functional(w.Functional)
	case w.SuperRange != nil:
		return q.inRange(property, w.SuperRange)
	case len(c.Supposed) == 0:
		return q.subsumed(c.Root, w.Super)
	case w.Individual == nil:
		return q.impossible(c.Supposed...)
	}
	return q.entailedWith(&owl.ClassAssertion{Class: w.Super, Individual: w.Individual},
		c.Supposed...)
}

func (q *asker) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// subsumed reports whether sub ⊑ super.
func (q *asker) subsumed(sub, super owl.ClassExpression) bool {
	if entailed, known := q.r.subsumedByContext(sub, super); known {
		return entailed
	}
	right := el.NewExtension(q.r.nf)
	concept, exact := right.Right(sub)
	extension, _ := right.Finish()
	left := el.NewExtension(extension)
	name, exactLeft := left.Left(super)
	definitions, _ := left.Finish()
	q.exact = q.exact && exact && exactLeft
	l, err := q.r.evaluable(q.ctx, extension, concept, definitions)
	if err == nil {
		l, err = l.Given(q.ctx, l.Index.IDOf[concept])
	}
	if err != nil {
		q.fail(err)
		return false
	}
	return !l.Consistent() ||
		saturate.NewEvaluator(&l.Saturation, definitions).Holds(l.Index.IDOf[concept], name)
}

// subsumedByContext decides sub ⊑ super for two classes, or a class and an existential, if the
// ontology has them and the finished context of sub is complete. Otherwise known is false.
func (r *Reasoner) subsumedByContext(sub, super owl.ClassExpression) (entailed, known bool) {
	c, ok := r.named(sub)
	if !ok || !r.s.Store.Done(c) || r.s.NeedsRounds() && (r.s.OnDemand() || r.s.IsConditional(c)) {
		return false, false
	}
	if d, ok := super.(owl.Class); ok {
		concept, ok := r.nf.ConceptOf(d)
		return ok && saturate.NewEvaluator(r.s, nil).Holds(c, concept), ok
	}
	role, filler, ok := r.namedExistential(super)
	if !ok {
		return false, false
	}
	return r.s.Store.Unsatisfiable(c) ||
		saturate.NewEvaluator(r.s, nil).LeadsTo(c, role, func(f index.ConceptID) bool {
			return r.s.Store.Unsatisfiable(f) || slices.Contains(r.s.Store.Subsumers(f), filler)
		}), true
}

// entailedWith reports whether an axiom about individuals is entailed when hypothetical axioms are
// added.
func (q *asker) entailedWith(a owl.Axiom, from ...owl.Axiom) bool {
	next, err := q.r.hypotheticalReasoner(q.ctx, from)
	if err != nil {
		q.fail(err)
		return false
	}
	if !next.Consistent() {
		return true
	}
	inner := &asker{r: next, ctx: q.ctx, exact: true}
	entailed := inner.entails(a)
	q.exact = q.exact && inner.exact
	q.fail(inner.err)
	return entailed
}

// hypotheticalReasoner returns a Reasoner for the ontology with hypothetical axioms. It has no
// taxonomy.
func (r *Reasoner) hypotheticalReasoner(
	ctx context.Context, axioms []owl.Axiom,
) (*Reasoner, error) {
	x := el.NewExtension(r.nf)
	if err := x.Add(ctx, axioms...); err != nil {
		return nil, err
	}
	extension, _ := x.Finish()
	l, err := r.assume(ctx, extension)
	if err != nil {
		return nil, err
	}
	s := &l.Saturation
	return &Reasoner{
		opts: r.opts, axioms: r.axioms, nf: r.nf.Join(extension, el.Source(r.axioms.len())), s: s,
		taxonomy: &Taxonomy{s: s, consistent: s.Consistent()},
	}, nil
}

// impossible reports whether the ontology is inconsistent with hypothetical axioms.
func (q *asker) impossible(axioms ...owl.Axiom) bool {
	l, err := q.r.hypothetical(q.ctx, axioms...)
	if err != nil {
		q.fail(err)
		return false
	}
	q.exact = q.exact && !l.Partial
	return !l.Consistent()
}

// inRange reports whether all values of a data property are in a data range, by a fresh value. A
// fresh property carries the assertion, because other axioms may add values of p.
func (q *asker) inRange(p owl.DataProperty, dataRange owl.DataRange) bool {
	x, v := goal.Example(0), goal.ExampleValue(0)
	only := owl.DataProperty{IRI: owl.NewIRI("urn:box2el-owl:example#only")}
	return q.entailedWith(
		&owl.ClassAssertion{
			Class: &owl.DataSomeValuesFrom{
				Properties: []owl.DataProperty{only}, Range: dataRange,
			},
			Individual: x,
		},
		assertData(p, x, v), assertData(only, x, v))
}

// functional reports whether a data property has at most one value: it or a super-property is
// asserted functional, or it has no values.
func (q *asker) functional(p owl.DataProperty) bool {
	for _, a := range q.r.nf.FunctionalData {
		above, ok := q.r.nf.Property(a.Role).(owl.DataProperty)
		if ok && (above == p || q.entails(&owl.SubDataPropertyOf{Sub: p, Super: above})) {
			return true
		}
	}
	return q.subsumed(&owl.DataSomeValuesFrom{
		Properties: []owl.DataProperty{p}, Range: owl.RDFSLiteral,
	}, owl.Nothing)
}

func assertData(p owl.DataProperty, of owl.Individual, v *owl.Literal) owl.Axiom {
	return &owl.DataPropertyAssertion{Property: p, Source: of, Target: v}
}
