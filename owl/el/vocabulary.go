package el

import (
	"iter"
	"slices"

	"box2el-owl/owl"
)

// Vocabulary says what the concepts and roles of an Ontology stand for.
type Vocabulary struct {
	kinds    []ConceptKind // by Concept
	meanings []int32       // by Concept: the index into the list of its kind

	classes     []owl.Class
	individuals []owl.Individual
	values      []*owl.Literal
	ranges      []owl.DataRange
	expressions []expression // what introduced names stand for, and parts of that
	opaque      []owl.ClassExpression

	classRefs map[owl.Class]ref
	namedRefs map[owl.NamedIndividual]ref
	first     [numConceptKinds]Concept // of each kind; its concepts follow in the order of its list

	roles         []owl.Entity // by Role: owl.ObjectProperty or owl.DataProperty
	objectRoleIDs map[owl.ObjectProperty]Role
	dataRoleIDs   map[owl.DataProperty]Role
}

// NumConcepts returns the number of concepts; ids run from 0 to it.
func (v *Vocabulary) NumConcepts() int { return len(v.kinds) }

// NumRoles returns the number of roles; ids run from 0 to it.
func (v *Vocabulary) NumRoles() int { return len(v.roles) }

// Kind returns what sort of thing c stands for.
func (v *Vocabulary) Kind(c Concept) ConceptKind { return v.kinds[c] }

// Class returns the class that c stands for; c is Top, Bottom or a NamedClass.
func (v *Vocabulary) Class(c Concept) owl.Class {
	switch c {
	case Top:
		return owl.Thing
	case Bottom:
		return owl.Nothing
	}
	return v.classes[v.meanings[c]]
}

// Individual returns the individual whose nominal c is.
func (v *Vocabulary) Individual(c Concept) owl.Individual { return v.individuals[v.meanings[c]] }

// Value returns the literal that c stands for.
func (v *Vocabulary) Value(c Concept) *owl.Literal { return v.values[v.meanings[c]] }

// Range returns the data range that c stands for; c is of kind DataRange.
func (v *Vocabulary) Range(c Concept) owl.DataRange { return v.ranges[v.meanings[c]] }

// ConceptOf returns the concept of a class; ok is false where the normal form does not have it.
func (v *Vocabulary) ConceptOf(c owl.Class) (concept Concept, ok bool) {
	r, ok := v.classRefs[c]
	return v.concept(r), ok
}

// NominalOf returns the nominal of a named individual; ok is false where the normal form does not
// have it.
func (v *Vocabulary) NominalOf(a owl.NamedIndividual) (concept Concept, ok bool) {
	r, ok := v.namedRefs[a]
	return v.concept(r), ok
}

// concept returns the concept of a ref that is not of an introduced name.
func (v *Vocabulary) concept(r ref) Concept { return v.first[r.kind()] + Concept(r.index()) }

// count returns how many concepts of a kind there are, but for BuiltIn and Introduced.
func (v *Vocabulary) count(kind ConceptKind) int {
	return int(v.first[kind+1] - v.first[kind])
}

// concepts iterates over the concepts of such a kind.
func (v *Vocabulary) concepts(kind ConceptKind) iter.Seq[Concept] {
	return func(yield func(Concept) bool) {
		for i := range Concept(v.count(kind)) {
			if !yield(v.first[kind] + i) {
				return
			}
		}
	}
}

// Property returns the property that r stands for: an owl.ObjectProperty or an owl.DataProperty.
func (v *Vocabulary) Property(r Role) owl.Entity { return v.roles[r] }

// RoleOf returns the role of an owl.ObjectProperty or owl.DataProperty.
func (v *Vocabulary) RoleOf(p owl.Entity) (role Role, ok bool) {
	switch p := p.(type) {
	case owl.ObjectProperty:
		role, ok = v.objectRoleIDs[p]
	case owl.DataProperty:
		role, ok = v.dataRoleIDs[p]
	}
	return role, ok
}

// IsData reports whether r is a data property.
func (v *Vocabulary) IsData(r Role) bool { return v.roles[r].EntityKind() == owl.DataPropertyKind }

// Expression returns the class expression that c stands for: the user's, up to the order of the
// operands and the choice between spellings of the same (∃r.{a} comes back as ObjectHasValue, ≥1 r.C as
// ObjectSomeValuesFrom). It is nil where c stands for data; see DataRange.
func (v *Vocabulary) Expression(c Concept) owl.ClassExpression {
	return v.classExpression(makeRef(v.kinds[c], v.meanings[c]))
}

// DataRange returns the data range that c stands for, DataOneOf for a single value; c is Top, Bottom
// (which comes back as the complement of rdfs:Literal) or stands for data.
func (v *Vocabulary) DataRange(c Concept) owl.DataRange {
	return v.dataRange(makeRef(v.kinds[c], v.meanings[c]))
}

// IsDataConcept reports whether c stands for data: a value, a datatype, or a data range composed
// of such.
func (v *Vocabulary) IsDataConcept(c Concept) bool {
	return v.standsForData(makeRef(v.kinds[c], v.meanings[c]))
}

func (v *Vocabulary) standsForData(r ref) bool {
	for {
		switch r.kind() {
		case DataValue, DataRange:
			return true
		case Introduced:
			e := &v.expressions[r.index()]
			switch e.op {
			case opAnd, opOr, opNot:
				r = e.b // never ⊤ or ⊥, so it tells data from classes
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
		return v.classes[r.index()]
	case Nominal:
		return &owl.ObjectOneOf{Individuals: []owl.Individual{v.individuals[r.index()]}}
	case Introduced:
		return v.composed(r)
	}
	return nil
}

func (v *Vocabulary) composed(r ref) owl.ClassExpression {
	if v.standsForData(r) {
		return nil
	}
	e := v.expressions[r.index()]
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
		return &owl.ObjectSomeValuesFrom{Property: &owl.ObjectInverseOf{Property: v.objectProperty(e.role)}, Filler: v.classExpression(e.b)}
	case opAllInverse:
		return &owl.ObjectAllValuesFrom{Property: &owl.ObjectInverseOf{Property: v.objectProperty(e.role)}, Filler: v.classExpression(e.b)}
	default: // opOpaque
		return v.opaque[e.b]
	}
}

func (v *Vocabulary) existential(e expression) owl.ClassExpression {
	if p, ok := v.roles[e.role].(owl.DataProperty); ok {
		if e.b.kind() == DataValue {
			return &owl.DataHasValue{Property: p, Value: v.values[e.b.index()]}
		}
		return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: v.dataRange(e.b)}
	}
	p := v.objectProperty(e.role)
	if e.b.kind() == Nominal {
		return &owl.ObjectHasValue{Property: p, Individual: v.individuals[e.b.index()]}
	}
	return &owl.ObjectSomeValuesFrom{Property: p, Filler: v.classExpression(e.b)}
}

// objectProperty is total, so that a caller's mistake shows in the answer and not as a panic.
func (v *Vocabulary) objectProperty(r Role) owl.ObjectProperty {
	p, _ := v.roles[r].(owl.ObjectProperty)
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
		return &owl.DataOneOf{Literals: []*owl.Literal{v.values[r.index()]}}
	case DataRange:
		return v.ranges[r.index()]
	case Introduced:
		return v.composedRange(r)
	}
	return nil
}

func (v *Vocabulary) composedRange(r ref) owl.DataRange {
	e := v.expressions[r.index()]
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
	op := v.expressions[r.index()].op
	for r.kind() == Introduced && v.expressions[r.index()].op == op {
		e := &v.expressions[r.index()]
		dst = append(dst, e.b)
		r = e.a
	}
	dst = append(dst, r)
	slices.Reverse(dst[start:])
	return dst
}
