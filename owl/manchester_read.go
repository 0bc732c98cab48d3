package owl

// slotReader reads the slots of an axiom in Manchester syntax. It is a SlotVisitor for axioms of
// entities, expressions, individuals and IRIs.
type slotReader struct {
	SlotVisitor // nil

	p *manchesterParser
	// subject is the index of the slot that is the subject of the frame; -1 if there is none.
	subject int
	frame   frameSubject
	// middle takes the keyword between the sides of an axiom, if it is not nil.
	middle func(what string)
	next   int // slot
}

// readAxiom reads an axiom of a section, of a list if subject is -1.
func (p *documentParser) readAxiom(kind AxiomKind, subject int) Axiom {
	return fillAxiom(kind, &slotReader{p: &p.manchesterParser, subject: subject, frame: p.subject})
}

func fillAxiom(kind AxiomKind, r *slotReader) Axiom {
	a := AxiomShapes[kind].New()
	AxiomShapes[kind].Visit(a, r)
	return a
}

// readSlot reads a slot. After the first one, endOf names what could have followed.
func readSlot[T any](r *slotReader, slot *T, subject T, item func() T, endOf string) {
	if *slot = subject; r.next != r.subject {
		*slot = item()
	}
	if r.next++; r.next == 1 && r.middle != nil {
		r.middle(endOf)
	}
}

// readSlots reads a list: the subject and an item, the two sides of an axiom, or items with commas.
func readSlots[T any](r *slotReader, list *[]T, subject T, item func() T) {
	switch {
	case r.next == r.subject:
		*list = []T{subject, item()}
	case r.middle != nil && r.next == 0:
		*list = sides(r.p, r.middle, item)
	default:
		*list = commaList(r.p, item)
	}
}

func (r *slotReader) Class(c *ClassExpression) {
	readSlot(r, c, r.frame.class, r.p.description, endOfClass)
}

func (r *slotReader) NamedClass(c *Class) {
	class, ok := r.frame.class.(Class)
	if r.subject == 0 && !ok {
		r.p.expected("a class as the subject of DisjointUnionOf")
	}
	readSlot(r, c, class, func() Class { return Class{r.p.name("a class", 1<<ClassKind)} },
		endOfName)
}

func (r *slotReader) Classes(list *[]ClassExpression, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.class, r.p.description)
}

func (r *slotReader) ObjectProperty(p *ObjectPropertyExpression) {
	readSlot(r, p, r.frame.property, r.p.objectProperty, endOfName)
}

func (r *slotReader) ObjectProperties(list *[]ObjectPropertyExpression, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.property, r.p.objectProperty)
}

func (r *slotReader) Inverses(first, second *ObjectPropertyExpression) {
	r.ObjectProperty(first)
	r.ObjectProperty(second)
}

func (r *slotReader) Chain(list *[]ObjectPropertyExpression) {
	*list = r.p.chain()
	r.next++
}

func (r *slotReader) DataProperty(p *DataProperty) {
	subject, _ := r.frame.entity.(DataProperty)
	readSlot(r, p, subject, r.p.dataProperty, endOfName)
}

func (r *slotReader) DataProperties(list *[]DataProperty, _ int, _ ListOrder) {
	subject, _ := r.frame.entity.(DataProperty)
	readSlots(r, list, subject, r.p.dataProperty)
}

func (r *slotReader) AnnotationProperty(p *AnnotationProperty) {
	subject, _ := r.frame.entity.(AnnotationProperty)
	readSlot(r, p, subject, r.p.annotationProperty, endOfName)
}

func (r *slotReader) Individual(i *Individual) {
	readSlot(r, i, r.frame.individual, r.p.individual, endOfName)
}

func (r *slotReader) Individuals(list *[]Individual, _ int, _ ListOrder) {
	readSlots(r, list, r.frame.individual, r.p.individual)
}

func (r *slotReader) Datatype(t *Datatype) {
	subject, _ := r.frame.entity.(Datatype)
	readSlot(r, t, subject, r.p.datatype, endOfName)
}

func (r *slotReader) DataRange(d *DataRange) { readSlot(r, d, nil, r.p.dataRange, endOfName) }

func (r *slotReader) IRI(i *IRI) {
	what := "an IRI"
	if r.subject < 0 {
		what = "an IRI or a name"
	}
	readSlot(r, i, IRI{}, func() IRI { return r.p.iri(what) }, endOfName)
}
