package owl

import (
	"reflect"
	"slices"
)

// Shape describes a kind of axiom, class expression or data range: its keyword in the functional
// syntax and its slots. Readers and writers of a syntax loop over the tables below; a new kind is
// one row.
type Shape[T any] struct {
	// Name is the name of the kind.
	Name string
	// Keyword is the name in functional syntax and OWL/XML. Both forms of SubObjectPropertyOf
	// share theirs.
	Keyword string
	// New returns a value with empty slots.
	New func() T
	// Visit passes the slots of x to v in the order of the functional syntax.
	Visit func(x T, v SlotVisitor)
}

// SlotVisitor visits the slots of a value. A reader fills them, a writer prints what they hold.
type SlotVisitor interface {
	// Slot is passed a pointer to a slot and what it holds: an Entity, a Class, Datatype,
	// DataProperty or AnnotationProperty, a ClassExpression, ObjectPropertyExpression, Individual,
	// DataRange, *Literal, AnnotationSubject, AnnotationValue, IRI or int.
	Slot(slot, value any)
	// Filler is Slot for the optional last slot of a qualified cardinality, a ClassExpression or
	// DataRange.
	Filler(slot, value any)
	// List is passed a list with its smallest length by the grammar and the order that matters.
	List(list List, least int, order ListOrder)
	// Atoms is passed the Body or Head of a Rule.
	Atoms(part string, list *[]RuleAtom)
}

// List is a slot that is a list: an *Items.
type List interface {
	Len() int
	// Item returns a pointer to an item and what it holds.
	Item(i int) (slot, value any)
	// Add appends an empty item and returns a pointer to it.
	Add() (slot any)
	// Reset empties the list and makes room for n items.
	Reset(n int)
}

// Items is a list of T: ClassExpression, ObjectPropertyExpression, DataProperty, Individual,
// DataRange, *Literal or FacetRestriction.
type Items[T any] []T

func (l *Items[T]) Len() int { return len(*l) }

func (l *Items[T]) Item(i int) (slot, value any) { return &(*l)[i], (*l)[i] }

func (l *Items[T]) Add() (slot any) {
	var empty T
	*l = append(*l, empty)
	return &(*l)[len(*l)-1]
}

func (l *Items[T]) Reset(n int) { *l = slices.Grow((*l)[:0], n) }

// ListOrder tells what the order and the repetition of a list's items mean.
type ListOrder uint8

// The orders of lists.
const (
	AsWritten ListOrder = iota // both count: a chain
	AsSet                      // neither counts: the operands of an intersection
	AsBag                      // repetition counts: what is disjoint from itself is empty
)

// AxiomShapes holds the shapes of axioms in the order of their kinds.
var AxiomShapes = [numAxiomKinds]Shape[Axiom]{
	shape[Axiom](func(a *Declaration, v SlotVisitor) { slot(v, &a.Entity) }),
	shape[Axiom](func(a *SubClassOf, v SlotVisitor) {
		slot(v, &a.Sub)
		slot(v, &a.Super)
	}),
	shape[Axiom](func(a *EquivalentClasses, v SlotVisitor) {
		list(v, &a.Classes, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointClasses, v SlotVisitor) {
		list(v, &a.Classes, 2, AsBag)
	}),
	shape[Axiom](func(a *DisjointUnion, v SlotVisitor) {
		slot(v, &a.Class)
		list(v, &a.Classes, 2, AsBag)
	}),
	shape[Axiom](func(a *SubObjectPropertyOf, v SlotVisitor) {
		slot(v, &a.Sub)
		slot(v, &a.Super)
	}),
	shape[Axiom](func(a *SubPropertyChainOf, v SlotVisitor) {
		list(v, &a.Chain, 2, AsWritten)
		slot(v, &a.Super)
	}).as("SubObjectPropertyOf"),
	shape[Axiom](func(a *EquivalentObjectProperties, v SlotVisitor) {
		list(v, &a.Properties, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointObjectProperties, v SlotVisitor) {
		list(v, &a.Properties, 2, AsBag)
	}),
	shape[Axiom](func(a *InverseObjectProperties, v SlotVisitor) {
		slot(v, &a.First)
		slot(v, &a.Second)
	}),
	shape[Axiom](func(a *ObjectPropertyDomain, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Domain)
	}),
	shape[Axiom](func(a *ObjectPropertyRange, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Range)
	}),
	shape[Axiom](func(a *FunctionalObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *InverseFunctionalObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *ReflexiveObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *IrreflexiveObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *SymmetricObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *AsymmetricObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *TransitiveObjectProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *SubDataPropertyOf, v SlotVisitor) {
		slot(v, &a.Sub)
		slot(v, &a.Super)
	}),
	shape[Axiom](func(a *EquivalentDataProperties, v SlotVisitor) {
		list(v, &a.Properties, 2, AsSet)
	}),
	shape[Axiom](func(a *DisjointDataProperties, v SlotVisitor) {
		list(v, &a.Properties, 2, AsBag)
	}),
	shape[Axiom](func(a *DataPropertyDomain, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Domain)
	}),
	shape[Axiom](func(a *DataPropertyRange, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Range)
	}),
	shape[Axiom](func(a *FunctionalDataProperty, v SlotVisitor) {
		slot(v, &a.Property)
	}),
	shape[Axiom](func(a *DatatypeDefinition, v SlotVisitor) {
		slot(v, &a.Datatype)
		slot(v, &a.Range)
	}),
	shape[Axiom](func(a *HasKey, v SlotVisitor) {
		slot(v, &a.Class)
		list(v, &a.ObjectProperties, 0, AsSet)
		list(v, &a.DataProperties, 0, AsSet)
	}),
	shape[Axiom](func(a *SameIndividual, v SlotVisitor) {
		list(v, &a.Individuals, 2, AsSet)
	}),
	shape[Axiom](func(a *DifferentIndividuals, v SlotVisitor) {
		list(v, &a.Individuals, 2, AsBag)
	}),
	shape[Axiom](func(a *ClassAssertion, v SlotVisitor) {
		slot(v, &a.Class)
		slot(v, &a.Individual)
	}),
	shape[Axiom](func(a *ObjectPropertyAssertion, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Source)
		slot(v, &a.Target)
	}),
	shape[Axiom](func(a *NegativeObjectPropertyAssertion, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Source)
		slot(v, &a.Target)
	}),
	shape[Axiom](func(a *DataPropertyAssertion, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Source)
		slot(v, &a.Target)
	}),
	shape[Axiom](func(a *NegativeDataPropertyAssertion, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Source)
		slot(v, &a.Target)
	}),
	shape[Axiom](func(a *AnnotationAssertion, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Subject)
		slot(v, &a.Value)
	}),
	shape[Axiom](func(a *SubAnnotationPropertyOf, v SlotVisitor) {
		slot(v, &a.Sub)
		slot(v, &a.Super)
	}),
	shape[Axiom](func(a *AnnotationPropertyDomain, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Domain)
	}),
	shape[Axiom](func(a *AnnotationPropertyRange, v SlotVisitor) {
		slot(v, &a.Property)
		slot(v, &a.Range)
	}),
	shape[Axiom](func(a *Rule, v SlotVisitor) {
		v.Atoms("Body", &a.Body)
		v.Atoms("Head", &a.Head)
	}).as("DLSafeRule"),
}

// ClassShapes holds the shapes of class expressions that are not classes, in the order of their
// kinds.
var ClassShapes = []Shape[ClassExpression]{
	shape[ClassExpression](func(c *ObjectIntersectionOf, v SlotVisitor) {
		list(v, &c.Operands, 2, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectUnionOf, v SlotVisitor) {
		list(v, &c.Operands, 2, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectComplementOf, v SlotVisitor) {
		slot(v, &c.Operand)
	}),
	shape[ClassExpression](func(c *ObjectOneOf, v SlotVisitor) {
		list(v, &c.Individuals, 1, AsSet)
	}),
	shape[ClassExpression](func(c *ObjectSomeValuesFrom, v SlotVisitor) {
		slot(v, &c.Property)
		slot(v, &c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectAllValuesFrom, v SlotVisitor) {
		slot(v, &c.Property)
		slot(v, &c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectHasValue, v SlotVisitor) {
		slot(v, &c.Property)
		slot(v, &c.Individual)
	}),
	shape[ClassExpression](func(c *ObjectHasSelf, v SlotVisitor) {
		slot(v, &c.Property)
	}),
	shape[ClassExpression](func(c *ObjectMinCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectMaxCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Filler)
	}),
	shape[ClassExpression](func(c *ObjectExactCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Filler)
	}),
	shape[ClassExpression](func(c *DataSomeValuesFrom, v SlotVisitor) {
		list(v, &c.Properties, 1, AsWritten)
		slot(v, &c.Range)
	}),
	shape[ClassExpression](func(c *DataAllValuesFrom, v SlotVisitor) {
		list(v, &c.Properties, 1, AsWritten)
		slot(v, &c.Range)
	}),
	shape[ClassExpression](func(c *DataHasValue, v SlotVisitor) {
		slot(v, &c.Property)
		slot(v, &c.Value)
	}),
	shape[ClassExpression](func(c *DataMinCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Range)
	}),
	shape[ClassExpression](func(c *DataMaxCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Range)
	}),
	shape[ClassExpression](func(c *DataExactCardinality, v SlotVisitor) {
		slot(v, &c.N)
		slot(v, &c.Property)
		filler(v, &c.Range)
	}),
}

// DataRangeShapes holds the shapes of data ranges that are not datatypes, in the order of their
// kinds.
var DataRangeShapes = []Shape[DataRange]{
	shape[DataRange](func(d *DataIntersectionOf, v SlotVisitor) {
		list(v, &d.Operands, 2, AsSet)
	}),
	shape[DataRange](func(d *DataUnionOf, v SlotVisitor) {
		list(v, &d.Operands, 2, AsSet)
	}),
	shape[DataRange](func(d *DataComplementOf, v SlotVisitor) {
		slot(v, &d.Operand)
	}),
	shape[DataRange](func(d *DataOneOf, v SlotVisitor) {
		list(v, &d.Literals, 1, AsSet)
	}),
	shape[DataRange](func(d *DatatypeRestriction, v SlotVisitor) {
		slot(v, &d.Datatype)
		list(v, &d.Facets, 1, AsSet)
	}),
}

// The next three functions pass a slot to a visitor.

func slot[T any](v SlotVisitor, x *T) { v.Slot(x, *x) }

func filler[T any](v SlotVisitor, x *T) { v.Filler(x, *x) }

func list[T any](v SlotVisitor, items *[]T, least int, order ListOrder) {
	v.List((*Items[T])(items), least, order)
}

// ClassShape returns the shape of a class expression that is not a Class.
func ClassShape(c ClassExpression) *Shape[ClassExpression] {
	return &ClassShapes[c.ExpressionKind()]
}

// DataRangeShape returns the shape of a data range that is not a Datatype.
func DataRangeShape(d DataRange) *Shape[DataRange] { return &DataRangeShapes[d.DataRangeKind()] }

// Annotate sets the annotations of an axiom.
func Annotate(a Axiom, annotations []Annotation) { a.annotated().Annotations = annotations }

// as returns the shape with another keyword than its name.
func (s Shape[T]) as(keyword string) Shape[T] {
	s.Keyword = keyword
	return s
}

// shape returns the shape of the type *S, which implements T. Its name is that of the type.
func shape[T, S any](visit func(*S, SlotVisitor)) Shape[T] {
	name := reflect.TypeFor[S]().Name()
	return Shape[T]{
		Name:    name,
		Keyword: name,
		New:     func() T { return any(new(S)).(T) },
		Visit:   func(x T, v SlotVisitor) { visit(any(x).(*S), v) },
	}
}
