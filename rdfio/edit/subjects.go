package edit

import "box2el-owl/owl"

// subjectsOf returns the IRIs that an axiom is about: several for axioms whose operands have no
// order, sorted; none for axioms about class expressions.
func subjectsOf(a owl.Axiom) []owl.IRI {
	s := subjects{}
	switch a.Kind() {
	case owl.RuleKind:
		return nil
	case owl.SubPropertyChainOfKind, owl.ClassAssertionKind, owl.ObjectPropertyAssertionKind,
		owl.NegativeObjectPropertyAssertionKind, owl.DataPropertyAssertionKind,
		owl.NegativeDataPropertyAssertionKind, owl.AnnotationAssertionKind:
		s.subject = 1
	}
	owl.AxiomShapes[a.Kind()].Visit(a, &s)
	return s.list
}

// subjects is an owl.SlotVisitor for axioms. It collects the names in slot number subject.
type subjects struct {
	owl.SlotVisitor // nil

	subject, next int
	list          []owl.IRI
}

// slot takes the items of the next slot.
func slot[T any](s *subjects, items ...T) {
	if s.next++; s.next != s.subject+1 {
		return
	}
	for _, x := range items {
		switch x := any(x).(type) {
		case owl.Entity:
			s.list = append(s.list, x.EntityIRI())
		case owl.IRI:
			s.list = append(s.list, x)
		}
	}
}

func (s *subjects) Entity(e *owl.Entity)                           { slot(s, *e) }
func (s *subjects) Class(c *owl.ClassExpression)                   { slot(s, *c) }
func (s *subjects) NamedClass(c *owl.Class)                        { slot(s, *c) }
func (s *subjects) ObjectProperty(p *owl.ObjectPropertyExpression) { slot(s, *p) }
func (s *subjects) Chain(*[]owl.ObjectPropertyExpression)          { slot[any](s) }
func (s *subjects) DataProperty(p *owl.DataProperty)               { slot(s, *p) }
func (s *subjects) AnnotationProperty(p *owl.AnnotationProperty)   { slot(s, *p) }
func (s *subjects) Individual(i *owl.Individual)                   { slot(s, *i) }
func (s *subjects) Datatype(t *owl.Datatype)                       { slot(s, *t) }
func (s *subjects) DataRange(*owl.DataRange)                       { slot[any](s) }
func (s *subjects) Literal(**owl.Literal)                          { slot[any](s) }
func (s *subjects) IRI(*owl.IRI)                                   { slot[any](s) }
func (s *subjects) Subject(x *owl.AnnotationSubject)               { slot(s, *x) }
func (s *subjects) Value(*owl.AnnotationValue)                     { slot[any](s) }

func (s *subjects) Inverses(first, second *owl.ObjectPropertyExpression) {
	slot(s, *first, *second)
}

func (s *subjects) Classes(list *[]owl.ClassExpression, _ int, _ owl.ListOrder) {
	slot(s, *list...)
}

func (s *subjects) ObjectProperties(list *[]owl.ObjectPropertyExpression, _ int,
	_ owl.ListOrder) {
	slot(s, *list...)
}

func (s *subjects) DataProperties(list *[]owl.DataProperty, _ int, _ owl.ListOrder) {
	slot(s, *list...)
}

func (s *subjects) Individuals(list *[]owl.Individual, _ int, _ owl.ListOrder) {
	slot(s, *list...)
}
