package explain

import (
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// statement says what a fact of the graph means.
func (w *proofWriter) statement(f int32) Statement {
	k, d, ok := w.key(f)
	if !ok {
		return w.ownStatement(f)
	}
	r := &reading{derivation: d, claim: w.explanation.claims[w.origins[f].claim], strong: func(n node) bool {
		return w.strong[contextKey{w.origins[f].claim, n}]
	}}
	return r.statement(k, w.info[f].ranged)
}

// ownStatement says what a fact means that the graph has beside those of the derivations: the goal, or a
// part of it.
func (w *proofWriter) ownStatement(f int32) Statement {
	if f == goalFact {
		return Statement{Axiom: w.explanation.goal}
	}
	return Statement{Axiom: w.explanation.claims[w.edges[w.best[f]].claim].says}
}

// inclusionAxiom says r ⊑ s.
func inclusionAxiom(r, s owl.Entity) owl.Axiom {
	if d, ok := r.(owl.DataProperty); ok {
		e, _ := s.(owl.DataProperty)
		return &owl.SubDataPropertyOf{Sub: d, Super: e}
	}
	p, _ := r.(owl.ObjectProperty)
	q, _ := s.(owl.ObjectProperty)
	return &owl.SubObjectPropertyOf{Sub: p, Super: q}
}

// subsumptionAxiom says sub ⊑ super in the way in which people say it: of an individual, as an assertion.
func subsumptionAxiom(sub, super owl.ClassExpression) owl.Axiom {
	a, ok := individualOf(sub)
	if !ok {
		return &owl.SubClassOf{Sub: sub, Super: super}
	}
	switch super := super.(type) {
	case *owl.ObjectHasValue:
		return &owl.ObjectPropertyAssertion{Property: super.Property, Source: a, Target: super.Individual}
	case *owl.DataHasValue:
		return &owl.DataPropertyAssertion{Property: super.Property, Source: a, Target: super.Value}
	}
	if b, ok := individualOf(super); ok {
		return &owl.SameIndividual{Individuals: []owl.Individual{a, b}}
	}
	return &owl.ClassAssertion{Class: super, Individual: a}
}

func individualOf(c owl.ClassExpression) (owl.Individual, bool) {
	if one, ok := c.(*owl.ObjectOneOf); ok && len(one.Individuals) == 1 {
		return one.Individuals[0], true
	}
	return nil, false
}

// reading turns facts of a derivation into statements in the terms of the ontology.
type reading struct {
	*derivation
	claim  *claim
	strong func(node) bool // it matters somewhere that the context holds values of its role
}

// statement says what a fact means. ranged is whether it holds only because its context holds values of a role.
func (r *reading) statement(k factKey, ranged bool) Statement {
	n := node(k.a)
	switch k.kind {
	case factSub:
		return r.subsumption(n, el.Concept(k.b), ranged)
	case factSelf:
		return r.says(n, ranged, &owl.ObjectHasSelf{Property: r.objectProperty(el.Role(k.b))})
	case factLink, factLong:
		return r.says(n, ranged, r.existential(el.Role(k.b), node(k.c)))
	case factPath:
		return r.says(n, ranged, r.existential(el.TopRole, node(k.c))) // spliced, never shown
	case factInclusion:
		return Statement{Axiom: inclusionAxiom(r.nf.Property(el.Role(k.a)), r.nf.Property(el.Role(k.b)))}
	case factNonempty:
		role := el.TopRole
		if r.data[n] {
			role = el.TopDataRole
		}
		return Statement{Axiom: &owl.SubClassOf{Sub: owl.Thing, Super: r.existential(role, n)}}
	case factValue:
		return r.says(n, false, r.hasValue(el.Role(k.b), el.Concept(k.c)))
	case factFunctional:
		return Statement{Axiom: &owl.FunctionalDataProperty{Property: r.dataProperty(el.Role(k.a))}}
	default: // factShared, which is spliced
		return Statement{Axiom: &owl.SameIndividual{}}
	}
}

func (r *reading) says(n node, ranged bool, super owl.ClassExpression) Statement {
	return Statement{Axiom: subsumptionAxiom(r.context(n, ranged), super)}
}

func (r *reading) subsumption(n node, d el.Concept, ranged bool) Statement {
	key := r.nodes[n]
	if !r.data[n] {
		return r.says(n, ranged, r.nf.Expression(d))
	}
	if key.owner != noNode { // the value of a functional property
		p := r.dataProperty(key.role)
		return r.says(key.owner, false, &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: r.dataRange(d)})
	}
	s := Statement{Sub: r.dataRange(key.concept), Super: r.dataRange(d)}
	if ranged {
		s.Property = r.dataProperty(key.role)
	}
	return s
}

// context returns the class of the elements of a context.
func (r *reading) context(n node, ranged bool) owl.ClassExpression {
	key := r.nodes[n]
	c := r.nf.Expression(key.concept)
	if !ranged || key.role == anyRole {
		return c
	}
	values := &owl.ObjectSomeValuesFrom{Property: &owl.ObjectInverseOf{Property: r.objectProperty(key.role)}, Filler: owl.Thing}
	if key.concept == el.Top {
		return values
	}
	return intersection(c, values)
}

// existential returns ∃role.n. That the elements of n are values of the node's role needs saying only where it matters
// and the role is another one.
func (r *reading) existential(role el.Role, n node) owl.ClassExpression {
	key := r.nodes[n]
	if r.nf.IsData(role) {
		if key.owner == noNode && r.nf.Kind(key.concept) == el.DataValue {
			return r.hasValue(role, key.concept)
		}
		return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{r.dataProperty(role)}, Range: r.dataRange(key.concept)}
	}
	if r.nf.Kind(key.concept) == el.Nominal && (!r.strong(n) || role == key.role) {
		return r.hasValue(role, key.concept)
	}
	return &owl.ObjectSomeValuesFrom{Property: r.objectProperty(role), Filler: r.context(n, r.strong(n) && role != key.role)}
}

func (r *reading) hasValue(role el.Role, v el.Concept) owl.ClassExpression {
	if r.nf.IsData(role) {
		return &owl.DataHasValue{Property: r.dataProperty(role), Value: r.nf.Value(v)}
	}
	return &owl.ObjectHasValue{Property: r.objectProperty(role), Individual: r.nf.Individual(v)}
}

func (r *reading) dataRange(c el.Concept) owl.DataRange {
	d := r.nf.DataRange(c)
	if name, ok := d.(owl.Datatype); ok && name == goalRange {
		return r.claim.wants[0].superRange
	}
	return d
}

func (r *reading) objectProperty(role el.Role) owl.ObjectProperty {
	p, _ := r.nf.Property(role).(owl.ObjectProperty)
	return p
}

func (r *reading) dataProperty(role el.Role) owl.DataProperty {
	p, _ := r.nf.Property(role).(owl.DataProperty)
	return p
}
