package owl

// manchesterSlots is a SlotVisitor for Manchester.Slots. The slots of expressions do not occur.
type manchesterSlots struct {
	SlotVisitor // nil

	w     manchesterWriter
	class func(*manchesterWriter, ClassExpression)
	list  []string
}

// render appends a slot that write writes.
func render[T any](s *manchesterSlots, write func(*manchesterWriter, T), slot T) {
	s.w.dst = s.w.dst[:0]
	write(&s.w, slot)
	s.list = append(s.list, string(s.w.dst))
}

func renderAll[T any](s *manchesterSlots, write func(*manchesterWriter, T), slots []T) {
	for _, slot := range slots {
		render(s, write, slot)
	}
}

func (s *manchesterSlots) Class(c *ClassExpression) {
	render(s, s.class, *c)
}

func (s *manchesterSlots) NamedClass(c *Class) { s.IRI(&c.IRI) }

func (s *manchesterSlots) Classes(list *[]ClassExpression, _ int, _ ListOrder) {
	renderAll(s, (*manchesterWriter).listed, *list)
}

func (s *manchesterSlots) ObjectProperty(p *ObjectPropertyExpression) {
	render(s, (*manchesterWriter).property, *p)
}

func (s *manchesterSlots) ObjectProperties(list *[]ObjectPropertyExpression, _ int, _ ListOrder) {
	renderAll(s, (*manchesterWriter).property, *list)
}

func (s *manchesterSlots) Inverses(first, second *ObjectPropertyExpression) {
	s.ObjectProperty(first)
	s.ObjectProperty(second)
}

func (s *manchesterSlots) Chain(list *[]ObjectPropertyExpression) {
	render(s, func(w *manchesterWriter, chain []ObjectPropertyExpression) {
		for i, p := range chain {
			if i > 0 {
				w.text(" o ")
			}
			w.property(p)
		}
	}, *list)
}

func (s *manchesterSlots) DataProperty(p *DataProperty) { s.IRI(&p.IRI) }

func (s *manchesterSlots) DataProperties(list *[]DataProperty, _ int, _ ListOrder) {
	for _, p := range *list {
		s.IRI(&p.IRI)
	}
}

func (s *manchesterSlots) AnnotationProperty(p *AnnotationProperty) { s.IRI(&p.IRI) }

func (s *manchesterSlots) Individual(i *Individual) {
	render(s, (*manchesterWriter).individual, *i)
}

func (s *manchesterSlots) Individuals(list *[]Individual, _ int, _ ListOrder) {
	renderAll(s, (*manchesterWriter).individual, *list)
}

func (s *manchesterSlots) Datatype(t *Datatype) { s.IRI(&t.IRI) }

func (s *manchesterSlots) DataRange(r *DataRange) {
	render(s, (*manchesterWriter).dataRange, *r)
}

func (s *manchesterSlots) Literal(l **Literal) { render(s, (*manchesterWriter).literal, *l) }

func (s *manchesterSlots) IRI(i *IRI) { render(s, (*manchesterWriter).iri, *i) }
