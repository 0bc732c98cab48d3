package el

import (
	"slices"

	"box2el-owl/owl"
)

// Vocabulary maps the concepts and roles of an Ontology to entities and expressions. It is
// immutable after construction and safe for concurrent use.
//
// Normalize makes a vocabulary without a base; Extend makes one over a base, which has the first
// ids. See layers.go.
type Vocabulary struct {
	base *Vocabulary // nil in one made by Normalize
	from origins     // the first numbers of the top layer; all 0 without a base

	refs []ref // by Concept

	classes     []owl.Class
	individuals []owl.Individual
	values      []*owl.Literal
	ranges      []owl.Datatype
	expressions []expression // expressions of introduced names, and their parts
	defined     []directions // by expression: its definitions in the normal form

	classRefs      map[owl.Class]ref
	individualRefs map[owl.Individual]ref
	concepts       conceptTable

	roles     []owl.Entity // by Role: owl.ObjectProperty or owl.DataProperty
	roleIDs   map[owl.Entity]Role
	exchanges map[Role]exchange // for the top layer and those below it

	lookup lookup
}

// NumConcepts returns the number of concepts. Their ids are 0 to NumConcepts() - 1.
func (v *Vocabulary) NumConcepts() int { return int(v.from.concept) + len(v.refs) }

// NumRoles returns the number of roles. Their ids are 0 to NumRoles() - 1.
func (v *Vocabulary) NumRoles() int { return int(v.from.role) + len(v.roles) }

// Kind returns the kind of c.
func (v *Vocabulary) Kind(c Concept) ConceptKind { return v.meaning(c).kind() }

// Class returns the class of c, which must be Top, Bottom or a NamedClass.
func (v *Vocabulary) Class(c Concept) owl.Class {
	switch c {
	case Top:
		return owl.Thing
	case Bottom:
		return owl.Nothing
	}
	return v.class(v.meaning(c))
}

// Individual returns the individual of the nominal c.
func (v *Vocabulary) Individual(c Concept) owl.Individual { return v.individual(v.meaning(c)) }

// Value returns the literal of c, which must be a DataValue.
func (v *Vocabulary) Value(c Concept) *owl.Literal { return v.value(v.meaning(c)) }

// Range returns the datatype of c, which must be a DataRange.
func (v *Vocabulary) Range(c Concept) owl.Datatype { return v.datatype(v.meaning(c)) }

// ConceptOf returns the concept of a class; ok is false if the normal form does not have it.
func (v *Vocabulary) ConceptOf(c owl.Class) (concept Concept, ok bool) {
	r, ok := find(v, classRefs, c)
	return v.concept(r), ok
}

// Property returns the property of r: an owl.ObjectProperty or an owl.DataProperty.
func (v *Vocabulary) Property(r Role) owl.Entity {
	for r < v.from.role {
		v = v.base
	}
	return v.roles[r-v.from.role]
}

// RoleOf returns the role of an owl.ObjectProperty or owl.DataProperty.
func (v *Vocabulary) RoleOf(p owl.Entity) (role Role, ok bool) {
	return find(v, roleIDs, p)
}

// IsData reports whether r is a data property.
func (v *Vocabulary) IsData(r Role) bool {
	return v.Property(r).EntityKind() == owl.DataPropertyKind
}

// Expression returns the class expression of c. It is equal to the asserted one, except for the
// order of the operands and the choice between equivalent forms: ∃r.{a} is returned as
// ObjectHasValue, ≥1 r.C as ObjectSomeValuesFrom. It returns nil for data; see DataRange.
func (v *Vocabulary) Expression(c Concept) owl.ClassExpression {
	return v.classExpression(v.meaning(c))
}

// DataRange returns the data range of c, a DataOneOf for a single value. c must be Top, Bottom
// (returned as the complement of rdfs:Literal) or data.
func (v *Vocabulary) DataRange(c Concept) owl.DataRange {
	return v.dataRange(v.meaning(c))
}

// IsDataConcept reports whether c is data: a value, a datatype, or a data range composed of them.
func (v *Vocabulary) IsDataConcept(c Concept) bool {
	return v.standsForData(v.meaning(c))
}

func (v *Vocabulary) standsForData(r ref) bool {
	for {
		switch r.kind() {
		case DataValue, DataRange:
			return true
		case Introduced:
			e := v.expression(r)
			switch e.op {
			case opAnd, opOr, opNot:
				r = e.b // never ⊤ or ⊥, so it distinguishes data from classes
				continue
			}
		}
		return false
	}
}

func (v *Vocabulary) classExpression(r ref) owl.ClassExpression {
	switch r.kind() {
	case BuiltIn:
		if r == topRef {
			return owl.Thing
		}
		return owl.Nothing
	case NamedClass:
		return v.class(r)
	case Nominal:
		return &owl.ObjectOneOf{Individuals: []owl.Individual{v.individual(r)}}
	case Introduced:
		return v.composed(r)
	}
	return nil
}

func (v *Vocabulary) composed(r ref) owl.ClassExpression {
	if v.standsForData(r) {
		return nil
	}
	e := *v.expression(r)
	switch e.op {
	case opAnd:
		return &owl.ObjectIntersectionOf{Operands: v.operands(r)}
	case opOr:
		return &owl.ObjectUnionOf{Operands: v.operands(r)}
	case opNot:
		return &owl.ObjectComplementOf{Operand: v.classExpression(e.b)}
	case opSome:
		return v.existential(e)
	case opSelf:
		return &owl.ObjectHasSelf{Property: v.objectProperty(e.role)}
	case opSomeInverse:
		return &owl.ObjectSomeValuesFrom{
			Property: &owl.ObjectInverseOf{Property: v.objectProperty(e.role)},
			Filler:   v.classExpression(e.b),
		}
	default: // opAllInverse
		return &owl.ObjectAllValuesFrom{
			Property: &owl.ObjectInverseOf{Property: v.objectProperty(e.role)},
			Filler:   v.classExpression(e.b),
		}
	}
}

func (v *Vocabulary) existential(e expression) owl.ClassExpression {
	if p, ok := v.Property(e.role).(owl.DataProperty); ok {
		if e.b.kind() == DataValue {
			return &owl.DataHasValue{Property: p, Value: v.value(e.b)}
		}
		return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: v.dataRange(e.b)}
	}
	p := v.objectProperty(e.role)
	if e.b.kind() == Nominal {
		return &owl.ObjectHasValue{Property: p, Individual: v.individual(e.b)}
	}
	return &owl.ObjectSomeValuesFrom{Property: p, Filler: v.classExpression(e.b)}
}

// objectProperty never panics, even on the wrong kind of role.
func (v *Vocabulary) objectProperty(r Role) owl.ObjectProperty {
	p, _ := v.Property(r).(owl.ObjectProperty)
	return p
}

func (v *Vocabulary) operands(r ref) []owl.ClassExpression {
	var operands []owl.ClassExpression
	for _, leaf := range v.leaves(nil, r) {
		operands = append(operands, v.classExpression(leaf))
	}
	return operands
}

func (v *Vocabulary) dataRange(r ref) owl.DataRange {
	switch r.kind() {
	case BuiltIn:
		if r == topRef {
			return owl.RDFSLiteral
		}
		return &owl.DataComplementOf{Operand: owl.RDFSLiteral}
	case DataValue:
		return &owl.DataOneOf{Literals: []*owl.Literal{v.value(r)}}
	case DataRange:
		return v.datatype(r)
	case Introduced:
		return v.composedRange(r)
	}
	return nil
}

func (v *Vocabulary) composedRange(r ref) owl.DataRange {
	e := *v.expression(r)
	switch e.op {
	case opNot:
		return &owl.DataComplementOf{Operand: v.dataRange(e.b)}
	case opAnd, opOr:
		var operands []owl.DataRange
		for _, leaf := range v.leaves(nil, r) {
			operands = append(operands, v.dataRange(leaf))
		}
		if e.op == opAnd {
			return &owl.DataIntersectionOf{Operands: operands}
		}
		return &owl.DataUnionOf{Operands: operands}
	}
	return nil
}

// leaves appends the operands of the intersection or union r in canonical order.
func (v *Vocabulary) leaves(dst []ref, r ref) []ref {
	start := len(dst)
	op := v.expression(r).op
	for r.kind() == Introduced && v.expression(r).op == op {
		e := v.expression(r)
		dst = append(dst, e.b)
		r = e.a
	}
	dst = append(dst, r)
	slices.Reverse(dst[start:])
	return dst
}
