package explain

import (
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
	"box2el-owl/reasoner/goal"
)

// statement returns the meaning of a fact of the graph.
func (w *proofWriter) statement(f int32) Statement {
	k, d, ok := w.key(f)
	if !ok {
		return w.ownStatement(f)
	}
	r := &reading{Saturation: d, claim: w.explanation.claims[w.origins[f].claim],
		strong: func(n calculus.Context) bool {
			return w.strong[contextKey{w.origins[f].claim, n}]
		}}
	return r.statement(k, w.info[f].ranged)
}

// ownStatement returns the meaning of a fact of the graph alone: the goal, or a part of it.
func (w *proofWriter) ownStatement(f int32) Statement {
	if f == goalFact {
		return Statement{Axiom: w.explanation.goal}
	}
	return Statement{Axiom: w.explanation.claims[w.edges[w.best[f]].claim].Says}
}

// inclusionAxiom returns r ⊑ s.
func inclusionAxiom(r, s owl.Entity) owl.Axiom {
	if d, ok := r.(owl.DataProperty); ok {
		e, _ := s.(owl.DataProperty)
		return &owl.SubDataPropertyOf{Sub: d, Super: e}
	}
	p, _ := r.(owl.ObjectProperty)
	q, _ := s.(owl.ObjectProperty)
	return &owl.SubObjectPropertyOf{Sub: p, Super: q}
}

// reading converts facts of a saturation to statements in the terms of the ontology.
type reading struct {
	*calculus.Saturation
	claim *claim
	// it matters somewhere that the context holds values of its role
	strong func(calculus.Context) bool
}

// statement returns the meaning of a fact. ranged is set if it holds only because its context holds
// values of a role.
func (r *reading) statement(k calculus.Fact, ranged bool) Statement {
	n := calculus.Context(k.A)
	switch k.Kind {
	case calculus.IsSub:
		return r.subsumption(n, el.Concept(k.B), ranged)
	case calculus.IsSelf:
		return r.says(n, ranged, &owl.ObjectHasSelf{Property: r.objectProperty(el.Role(k.B))})
	case calculus.IsLink, calculus.IsLong:
		return r.says(n, ranged, r.existential(el.Role(k.B), calculus.Context(k.C)))
	case calculus.IsPath:
		// spliced, never shown
		return r.says(n, ranged, r.existential(el.TopRole, calculus.Context(k.C)))
	case calculus.IsInclusion:
		return Statement{Axiom: inclusionAxiom(r.NF.Property(el.Role(k.A)),
			r.NF.Property(el.Role(k.B)))}
	case calculus.IsNonempty:
		role := el.TopRole
		if r.IsData(n) {
			role = el.TopDataRole
		}
		return Statement{Axiom: &owl.SubClassOf{Sub: owl.Thing, Super: r.existential(role, n)}}
	case calculus.IsValue:
		return r.says(n, false, r.hasValue(el.Role(k.B), el.Concept(k.C)))
	case calculus.IsFunctional:
		return Statement{Axiom: &owl.FunctionalDataProperty{Property: r.dataProperty(el.Role(k.A))}}
	default: // IsShared, which is spliced
		return Statement{Axiom: &owl.SameIndividual{}}
	}
}

func (r *reading) says(n calculus.Context, ranged bool, super owl.ClassExpression) Statement {
	return Statement{Axiom: goal.Subsumption(r.context(n, ranged), super)}
}

func (r *reading) subsumption(n calculus.Context, d el.Concept, ranged bool) Statement {
	key := r.Contexts[n]
	if !r.IsData(n) {
		return r.says(n, ranged, r.NF.Expression(d))
	}
	if key.Owner != calculus.NoContext { // the value of a functional property
		p := r.dataProperty(key.Role)
		return r.says(key.Owner, false,
			&owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: r.dataRange(d)})
	}
	s := Statement{Sub: r.dataRange(key.Concept), Super: r.dataRange(d)}
	if ranged {
		s.Property = r.dataProperty(key.Role)
	}
	return s
}

// context returns the class of the elements of a context.
func (r *reading) context(n calculus.Context, ranged bool) owl.ClassExpression {
	key := r.Contexts[n]
	c := r.NF.Expression(key.Concept)
	if !ranged || key.Role == calculus.AnyRole {
		return c
	}
	values := &owl.ObjectSomeValuesFrom{
		Property: &owl.ObjectInverseOf{Property: r.objectProperty(key.Role)}, Filler: owl.Thing}
	if key.Concept == el.Top {
		return values
	}
	return goal.Intersection(c, values)
}

// existential returns ∃role.n. It says that the elements of n are values of the role of the context
// only if the role of the link differs and this matters.
func (r *reading) existential(role el.Role, n calculus.Context) owl.ClassExpression {
	key := r.Contexts[n]
	if r.NF.IsData(role) {
		if key.Owner == calculus.NoContext && r.NF.Kind(key.Concept) == el.DataValue {
			return r.hasValue(role, key.Concept)
		}
		return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{r.dataProperty(role)},
			Range: r.dataRange(key.Concept)}
	}
	if r.NF.Kind(key.Concept) == el.Nominal && (!r.strong(n) || role == key.Role) {
		return r.hasValue(role, key.Concept)
	}
	return &owl.ObjectSomeValuesFrom{Property: r.objectProperty(role),
		Filler: r.context(n, r.strong(n) && role != key.Role)}
}

func (r *reading) hasValue(role el.Role, v el.Concept) owl.ClassExpression {
	if r.NF.IsData(role) {
		return &owl.DataHasValue{Property: r.dataProperty(role), Value: r.NF.Value(v)}
	}
	return &owl.ObjectHasValue{Property: r.objectProperty(role), Individual: r.NF.Individual(v)}
}

func (r *reading) dataRange(c el.Concept) owl.DataRange {
	d := r.NF.DataRange(c)
	if name, ok := d.(owl.Datatype); ok && name == goalRange {
		return r.claim.Wants[0].SuperRange
	}
	return d
}

func (r *reading) objectProperty(role el.Role) owl.ObjectProperty {
	p, _ := r.NF.Property(role).(owl.ObjectProperty)
	return p
}

func (r *reading) dataProperty(role el.Role) owl.DataProperty {
	p, _ := r.NF.Property(role).(owl.DataProperty)
	return p
}
