package owl

// Slots returns the slots of x in the order of its shape. The items of a list, and the pair of
// InverseObjectProperties, are a []any.
func Slots[T any](shape *Shape[T], x T) []any {
	s := slotList{make([]any, 0, 3)} // no kind has more
	shape.Visit(x, &s)
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

func (s *slotList) add(slot any) { s.slots = append(s.slots, slot) }

func addSlots[T any](s *slotList, items []T) {
	list := make([]any, len(items))
	for i, x := range items {
		list[i] = x
	}
	s.add(list)
}

func (s *slotList) Entity(e *Entity)                           { s.add(*e) }
func (s *slotList) Class(c *ClassExpression)                   { s.add(*c) }
func (s *slotList) Filler(c *ClassExpression)                  { s.add(*c) }
func (s *slotList) NamedClass(c *Class)                        { s.add(*c) }
func (s *slotList) ObjectProperty(p *ObjectPropertyExpression) { s.add(*p) }
func (s *slotList) DataProperty(p *DataProperty)               { s.add(*p) }
func (s *slotList) AnnotationProperty(p *AnnotationProperty)   { s.add(*p) }
func (s *slotList) Individual(i *Individual)                   { s.add(*i) }
func (s *slotList) Datatype(t *Datatype)                       { s.add(*t) }
func (s *slotList) DataRange(d *DataRange)                     { s.add(*d) }
func (s *slotList) RangeFiller(d *DataRange)                   { s.add(*d) }
func (s *slotList) Literal(l **Literal)                        { s.add(*l) }
func (s *slotList) Cardinality(n *int)                         { s.add(*n) }
func (s *slotList) IRI(i *IRI)                                 { s.add(*i) }
func (s *slotList) Subject(x *AnnotationSubject)               { s.add(*x) }
func (s *slotList) Value(v *AnnotationValue)                   { s.add(*v) }
func (s *slotList) Atoms(_ string, list *[]RuleAtom)           { s.add(*list) }
func (s *slotList) Chain(list *[]ObjectPropertyExpression)     { addSlots(s, *list) }
func (s *slotList) Facets(list *[]FacetRestriction)            { addSlots(s, *list) }

func (s *slotList) Classes(list *[]ClassExpression, _ int, _ ListOrder) { addSlots(s, *list) }

func (s *slotList) ObjectProperties(list *[]ObjectPropertyExpression, _ int, _ ListOrder) {
	addSlots(s, *list)
}

func (s *slotList) Inverses(first, second *ObjectPropertyExpression) {
	s.add([]any{*first, *second})
}

func (s *slotList) DataProperties(list *[]DataProperty, _ int, _ ListOrder) { addSlots(s, *list) }
func (s *slotList) Individuals(list *[]Individual, _ int, _ ListOrder)      { addSlots(s, *list) }
func (s *slotList) DataRanges(list *[]DataRange, _ int, _ ListOrder)        { addSlots(s, *list) }
func (s *slotList) Literals(list *[]*Literal, _ int, _ ListOrder)           { addSlots(s, *list) }
