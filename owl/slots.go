package owl

// Slots returns the slots of x in the order of its shape. The items of a list, and the pair of
// InverseObjectProperties, are a []any.
func Slots[T any](shape *Shape[T], x T) []any {
	s := slotList{make([]any, 0, 3)} // no kind has more
	shape.Visit(x, &s)
	if _, isPair := any(x).(*InverseObjectProperties); isPair {
		return []any{s.slots}
	}
	return s.slots
}

// SubjectSlot returns the items of the slot that an axiom is about: the declared entity, the left
// side, the operands, the property, the individual.
func SubjectSlot(a Axiom) []any {
	slots, subject := Slots(&AxiomShapes[a.Kind()], a), 0
	switch a.Kind() {
	case SubPropertyChainOfKind, ClassAssertionKind, ObjectPropertyAssertionKind,
		NegativeObjectPropertyAssertionKind, DataPropertyAssertionKind,
		NegativeDataPropertyAssertionKind, AnnotationAssertionKind:
		subject = 1
	}
	if list, ok := slots[subject].([]any); ok {
		return list
	}
	return slots[subject : subject+1]
}

// Subjects returns the IRIs that an axiom is about: several for axioms whose operands have no
// order, none for axioms about composed expressions and for rules.
func Subjects(a Axiom) (iris []IRI) {
	for _, x := range SubjectSlot(a) {
		switch x := x.(type) {
		case Entity:
			iris = append(iris, x.EntityIRI())
		case IRI:
			iris = append(iris, x)
		}
	}
	return iris
}

// slotList is a SlotVisitor for Slots.
type slotList struct{ slots []any }

func (s *slotList) Slot(_, value any)                 { s.slots = append(s.slots, value) }
func (s *slotList) Filler(_, value any)               { s.slots = append(s.slots, value) }
func (s *slotList) Atoms(_ string, atoms *[]RuleAtom) { s.slots = append(s.slots, *atoms) }

func (s *slotList) List(list List, _ int, _ ListOrder) {
	items := make([]any, list.Len())
	for i := range items {
		_, items[i] = list.Item(i)
	}
	s.slots = append(s.slots, items)
}
