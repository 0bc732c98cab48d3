package reasoner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// ErrNotDecidable is returned for axioms that cannot be checked: rules, and definitions of
// datatypes and keys with expressions outside EL.
var ErrNotDecidable = errors.New("axioms of this kind cannot be checked")

// Entails reports whether an axiom holds in every model of the ontology. exact is false if the
// axiom is outside EL and a negative answer may be wrong.
func (r *Reasoner) Entails(ctx context.Context, a owl.Axiom) (entailed, exact bool, err error) {
	return r.entails(ctx, a, make(chainEnds))
}

// EntailsEach is Entails for each axiom. It is faster than separate calls if many axioms are about
// one class.
func (r *Reasoner) EntailsEach(
	ctx context.Context, axioms []owl.Axiom,
) (entailed, exact []bool, err error) {
	entailed, exact = make([]bool, len(axioms)), make([]bool, len(axioms))
	ends := make(chainEnds)
	for i, a := range axioms {
		if entailed[i], exact[i], err = r.entails(ctx, a, ends); err != nil {
			return nil, nil, err
		}
	}
	return entailed, exact, nil
}

func (r *Reasoner) entails(
	ctx context.Context, a owl.Axiom, ends chainEnds,
) (entailed, exact bool, err error) {
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
	q := &asker{r: r, ctx: ctx, ends: ends, exact: true}
	return q.entails(a), q.exact, q.err
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
	ends  chainEnds // of r
	exact bool
	err   error
	fresh int
}

// entails has one case for each kind of axiom.
func (q *asker) entails(a owl.Axiom) bool {
	switch a := a.(type) {
	case *owl.SubClassOf:
		return q.subsumed(a.Sub, a.Super)
	case *owl.EquivalentClasses:
		return each(after(a.Classes), func(c owl.ClassExpression) bool {
			return q.subsumed(a.Classes[0], c) && q.subsumed(c, a.Classes[0])
		})
	case *owl.DisjointClasses:
		return pairs(a.Classes, q.disjoint)
	case *owl.DisjointUnion:
		return each(a.Classes, func(c owl.ClassExpression) bool {
			return q.subsumed(c, a.Class)
		}) &&
			pairs(a.Classes, q.disjoint) &&
			q.subsumed(a.Class, &owl.ObjectUnionOf{Operands: a.Classes})

	case *owl.SubObjectPropertyOf:
		return q.implies([]owl.ObjectPropertyExpression{a.Sub}, a.Super)
	case *owl.SubPropertyChainOf:
		return q.implies(a.Chain, a.Super)
	case *owl.EquivalentObjectProperties:
		return each(after(a.Properties), func(p owl.ObjectPropertyExpression) bool {
			first := a.Properties[:1]
			return q.implies(first, p) && q.implies([]owl.ObjectPropertyExpression{p}, first[0])
		})
	case *owl.TransitiveObjectProperty:
		return q.implies([]owl.ObjectPropertyExpression{a.Property, a.Property}, a.Property)
	case *owl.ReflexiveObjectProperty:
		return q.subsumed(owl.Thing, selfOf(a.Property))
	case *owl.IrreflexiveObjectProperty:
		return q.subsumed(selfOf(a.Property), owl.Nothing)
	case *owl.DisjointObjectProperties:
		return pairs(a.Properties, func(p, s owl.ObjectPropertyExpression) bool {
			x, y := q.individual(), q.individual()
			return q.impossible(assert(p, x, y), assert(s, x, y))
		})
	case *owl.InverseObjectProperties:
		return q.inverse(a.First, a.Second) && q.inverse(a.Second, a.First)
	case *owl.SymmetricObjectProperty:
		return q.inverse(a.Property, a.Property)
	case *owl.AsymmetricObjectProperty:
		x, y := q.individual(), q.individual()
		return q.impossible(assert(a.Property, x, y), assert(a.Property, y, x))
	case *owl.FunctionalObjectProperty:
		x, y, z := q.individual(), q.individual(), q.individual()
		return q.impossible(assert(a.Property, x, y), assert(a.Property, x, z), differ(y, z))
	case *owl.InverseFunctionalObjectProperty:
		x, y, z := q.individual(), q.individual(), q.individual()
		return q.impossible(assert(a.Property, y, x), assert(a.Property, z, x), differ(y, z))
	case *owl.ObjectPropertyDomain:
		return q.subsumed(&owl.ObjectSomeValuesFrom{Property: a.Property, Filler: owl.Thing},
			a.Domain)
	case *owl.ObjectPropertyRange:
		x, y := q.individual(), q.individual()
		return q.entailedWith(&owl.ClassAssertion{Class: a.Range, Individual: y},
			assert(a.Property, x, y))

	case *owl.SubDataPropertyOf:
		return q.impliesData(a.Sub, a.Super)
	case *owl.EquivalentDataProperties:
		return each(after(a.Properties), func(p owl.DataProperty) bool {
			return q.impliesData(a.Properties[0], p) && q.impliesData(p, a.Properties[0])
		})
	case *owl.DisjointDataProperties:
		return pairs(a.Properties, func(p, s owl.DataProperty) bool {
			x, v := q.individual(), q.value()
			return q.impossible(assertData(p, x, v), assertData(s, x, v))
		})
	case *owl.DataPropertyDomain:
		return q.subsumed(&owl.DataSomeValuesFrom{
			Properties: []owl.DataProperty{a.Property}, Range: owl.RDFSLiteral,
		}, a.Domain)
	case *owl.DataPropertyRange:
		return q.inRange(a.Property, a.Range)
	case *owl.FunctionalDataProperty:
		return q.functional(a.Property)

	case *owl.HasKey:
		return q.key(a)

	case *owl.SameIndividual:
		return each(after(a.Individuals), func(b owl.Individual) bool {
			return q.subsumed(oneOf(a.Individuals[0]), oneOf(b))
		})
	case *owl.DifferentIndividuals:
		return pairs(a.Individuals, func(b, c owl.Individual) bool {
			return q.impossible(&owl.SameIndividual{Individuals: []owl.Individual{b, c}})
		})
	case *owl.ClassAssertion:
		return q.subsumed(oneOf(a.Individual), a.Class)
	case *owl.ObjectPropertyAssertion:
		if inverse, ok := a.Property.(*owl.ObjectInverseOf); ok {
			return q.subsumed(oneOf(a.Target), &owl.ObjectHasValue{
				Property: inverse.Property, Individual: a.Source,
			})
		}
		return q.subsumed(oneOf(a.Source), &owl.ObjectHasValue{
			Property: a.Property, Individual: a.Target,
		})
	case *owl.NegativeObjectPropertyAssertion:
		return q.impossible(assert(a.Property, a.Source, a.Target))
	case *owl.DataPropertyAssertion:
		return q.subsumed(oneOf(a.Source), &owl.DataHasValue{Property: a.Property, Value: a.Target})
	case *owl.NegativeDataPropertyAssertion:
		return q.impossible(assertData(a.Property, a.Source, a.Target))
	}
	if stated, err := q.r.states(a); stated || err != nil {
		q.fail(err)
		return stated
	}
	q.fail(fmt.Errorf("%w: %s", ErrNotDecidable, owl.AppendAxiom(nil, a, nil)))
	return false
}

func (q *asker) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

func each[A any](list []A, ask func(A) bool) bool {
	return !slices.ContainsFunc(list, func(a A) bool { return !ask(a) })
}

func pairs[A any](list []A, ask func(a, b A) bool) bool {
	for i, a := range list {
		if !each(list[i+1:], func(b A) bool { return ask(a, b) }) {
			return false
		}
	}
	return true
}

// subsumed reports whether sub ⊑ super. It checks a complement on the right as disjointness, and
// the operands of an intersection one by one.
func (q *asker) subsumed(sub, super owl.ClassExpression) bool {
	if q.err != nil {
		return false
	}
	switch super := super.(type) {
	case *owl.ObjectIntersectionOf:
		return each(super.Operands, func(c owl.ClassExpression) bool { return q.subsumed(sub, c) })
	case *owl.ObjectComplementOf:
		return q.disjoint(sub, super.Operand)
	}
	if union, ok := sub.(*owl.ObjectUnionOf); ok {
		return each(union.Operands, func(c owl.ClassExpression) bool {
			return q.subsumed(c, super)
		})
	}
	if entailed, known := q.r.subsumedByContext(sub, super, q.ends); known {
		return entailed
	}
	right := el.NewExtension(q.r.nf)
	concept, exact := right.Right(sub)
	extension, _ := right.Finish()
	left := el.NewExtension(extension)
	name, exactLeft := left.Left(super)
	definitions, _ := left.Finish()
	q.exact = q.exact && exact && exactLeft
	s, err := q.r.evaluable(q.ctx, extension, concept, definitions)
	if err == nil {
		s, err = q.r.s.given(q.ctx, s, s.x.idOf[concept])
	}
	if err != nil {
		q.fail(err)
		return false
	}
	return !s.consistent() || newEvaluator(s, definitions).holds(s.x.idOf[concept], name)
}

// subsumedByContext decides sub ⊑ super for two classes, or a class and an existential, if the
// ontology has them and the finished context of sub is complete. Otherwise known is false.
func (r *Reasoner) subsumedByContext(
	sub, super owl.ClassExpression, ends chainEnds,
) (entailed, known bool) {
	c, ok := r.named(sub)
	if !ok || !r.s.store.done(c) || r.s.needsRounds() && (r.s.onDemand() || r.s.isConditional(c)) {
		return false, false
	}
	if d, ok := super.(owl.Class); ok {
		concept, ok := r.nf.ConceptOf(d)
		return ok && newEvaluator(r.s, nil).holds(c, concept), ok
	}
	role, filler, ok := r.namedExistential(super)
	if !ok {
		return false, false
	}
	return r.s.store.unsatisfiable(c) ||
		slices.ContainsFunc(ends.of(r.s, c, role), func(f conceptID) bool {
			return r.s.store.unsatisfiable(f) || slices.Contains(r.s.store.subsumers(f), filler)
		}), true
}

// chainEnds caches, by context and role, the ends of link paths whose words imply the role, in
// ascending order. Many restrictions of one class are checked with it.
type chainEnds map[chainStart][]conceptID

type chainStart struct {
	context conceptID
	role    int32
}

// of returns the ends for a role that is neither the top nor the bottom role.
//
// Cost: that of evaluator.leadsTo for the first call.
func (known chainEnds) of(s *saturation, c conceptID, role int32) []conceptID {
	start := chainStart{c, role}
	ends, ok := known[start]
	if !ok {
		s.walkBy(role, c, func(f conceptID) bool {
			ends = append(ends, f)
			return true
		})
		slices.Sort(ends)
		ends = slices.Compact(ends)
		known[start] = ends
	}
	return ends
}

func (q *asker) disjoint(c, d owl.ClassExpression) bool {
	return q.subsumed(&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, d}}, owl.Nothing)
}

// entailedWith reports whether an axiom about individuals is entailed when hypothetical axioms are
// added.
func (q *asker) entailedWith(a owl.Axiom, from ...owl.Axiom) bool {
	if q.err != nil {
		return false
	}
	next, err := q.r.hypotheticalReasoner(q.ctx, from)
	if err != nil {
		q.fail(err)
		return false
	}
	if !next.Consistent() {
		return true
	}
	inner := &asker{r: next, ctx: q.ctx, ends: make(chainEnds), exact: true, fresh: q.fresh}
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
	s, err := r.assume(ctx, extension)
	if err != nil {
		return nil, err
	}
	return &Reasoner{
		opts: r.opts, axioms: r.axioms, nf: r.nf.Join(extension, el.Source(r.axioms.len())), s: s,
		taxonomy: &Taxonomy{s: s, consistent: s.consistent()},
	}, nil
}

// impossible reports whether the ontology is inconsistent with hypothetical axioms.
func (q *asker) impossible(axioms ...owl.Axiom) bool {
	if q.err != nil {
		return false
	}
	s, err := q.r.hypothetical(q.ctx, axioms...)
	if err != nil {
		q.fail(err)
		return false
	}
	q.exact = q.exact && !s.partial
	return !s.consistent()
}

// implies reports whether a chain of properties implies another property.
func (q *asker) implies(
	chain []owl.ObjectPropertyExpression, super owl.ObjectPropertyExpression,
) bool {
	first := q.individual()
	var given []owl.Axiom
	last := first
	for _, p := range chain {
		next := q.individual()
		given = append(given, assert(p, last, next))
		last = next
	}
	return q.entailedWith(assert(super, first, last), given...)
}

func (q *asker) inverse(p, s owl.ObjectPropertyExpression) bool {
	x, y := q.individual(), q.individual()
	return q.entailedWith(assert(s, y, x), assert(p, x, y))
}

func (q *asker) impliesData(p, s owl.DataProperty) bool {
	x, v := q.individual(), q.value()
	return q.entailedWith(assertData(s, x, v), assertData(p, x, v))
}

// inRange reports whether all values of a data property are in a data range, by a fresh value. A
// fresh property carries the assertion, because other axioms may add values of p.
func (q *asker) inRange(p owl.DataProperty, dataRange owl.DataRange) bool {
	x, v := q.individual(), q.value()
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
		if ok && (above == p || q.impliesData(p, above)) {
			return true
		}
	}
	return q.subsumed(&owl.DataSomeValuesFrom{
		Properties: []owl.DataProperty{p}, Range: owl.RDFSLiteral,
	}, owl.Nothing)
}

// key reports whether two named individuals of the class with the same values are equal.
func (q *asker) key(k *owl.HasKey) bool {
	x, y := q.named(), q.named()
	given := []owl.Axiom{
		&owl.ClassAssertion{Class: k.Class, Individual: x},
		&owl.ClassAssertion{Class: k.Class, Individual: y},
	}
	for _, p := range k.ObjectProperties {
		z := q.named()
		given = append(given, assert(p, x, z), assert(p, y, z))
	}
	for _, p := range k.DataProperties {
		v := q.value()
		given = append(given, assertData(p, x, v), assertData(p, y, v))
	}
	return q.entailedWith(&owl.SameIndividual{Individuals: []owl.Individual{x, y}}, given...)
}

// individual returns a fresh individual. It is anonymous, because keys apply to named individuals
// only.
func (q *asker) individual() owl.Individual {
	q.fresh++
	return owl.AnonymousIndividual{ID: owl.NewIRI("box2el-owl-example-" + strconv.Itoa(q.fresh))}
}

// named returns a fresh named individual, for keys.
func (q *asker) named() owl.Individual {
	q.fresh++
	return owl.NamedIndividual{IRI: owl.NewIRI("urn:box2el-owl:example#" + strconv.Itoa(q.fresh))}
}

// value returns a fresh literal of an unknown datatype.
func (q *asker) value() *owl.Literal {
	q.fresh++
	return &owl.Literal{
		Lexical:  strconv.Itoa(q.fresh),
		Datatype: owl.Datatype{IRI: owl.NewIRI("urn:box2el-owl:example#value")},
	}
}

func assert(p owl.ObjectPropertyExpression, from, to owl.Individual) owl.Axiom {
	return &owl.ObjectPropertyAssertion{Property: p, Source: from, Target: to}
}

func assertData(p owl.DataProperty, of owl.Individual, v *owl.Literal) owl.Axiom {
	return &owl.DataPropertyAssertion{Property: p, Source: of, Target: v}
}

func differ(a, b owl.Individual) owl.Axiom {
	return &owl.DifferentIndividuals{Individuals: []owl.Individual{a, b}}
}

func oneOf(a owl.Individual) owl.ClassExpression {
	return &owl.ObjectOneOf{Individuals: []owl.Individual{a}}
}

// selfOf returns ∃p.Self; a property and its inverse agree on it.
func selfOf(p owl.ObjectPropertyExpression) owl.ClassExpression {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return &owl.ObjectHasSelf{Property: inverse.Property}
	}
	return &owl.ObjectHasSelf{Property: p}
}

// after returns a list without its first element.
func after[A any](list []A) []A {
	if len(list) == 0 {
		return nil
	}
	return list[1:]
}
