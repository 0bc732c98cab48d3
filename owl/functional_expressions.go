package owl

import (
	"bytes"
	"fmt"
)

// anonymous takes _:id.
func (p *FunctionalParser) anonymous() AnonymousIndividual {
	at := p.pos
	word := p.word()
	if len(word) < 3 {
		p.expected(at, "a node id behind _:")
		return AnonymousIndividual{}
	}
	id, ok := p.names[string(word)]
	if !ok {
		id = NewIRI(string(word[2:]))
		p.names[string(word)] = id
	}
	return AnonymousIndividual{id}
}

// atNodeID reports whether _: follows.
func (p *FunctionalParser) atNodeID() bool {
	p.skip()
	return p.pos+1 < len(p.src) && p.src[p.pos] == '_' && p.src[p.pos+1] == ':'
}

// arity checks the length of a list. An empty list is an error. A list that is shorter than the
// grammar allows is a warning, because the OWL API writes such lists after it drops repetitions.
func (p *FunctionalParser) arity(at int, n, least int) {
	switch {
	case p.err != nil || n >= least || p.pos >= len(p.src):
	case n == 0:
		p.fail(at, fmt.Errorf("%s without operands", p.construct))
	default:
		p.warn(at, "%s with %d operand instead of %d or more", p.construct, n, least)
	}
}

var (
	functionalAxioms  = byKeyword[AxiomKind](AxiomShapes[:])
	functionalClasses = byKeyword[ExpressionKind](ClassShapes)
	functionalRanges  = byKeyword[DataRangeKind](DataRangeShapes)
)

// byKeyword maps each keyword to the first kind of shape that has it.
func byKeyword[K ~uint8 | ~int8, T any](shapes []Shape[T]) map[string]K {
	found := make(map[string]K, len(shapes))
	for i := len(shapes) - 1; i >= 0; i-- {
		found[shapes[i].Keyword] = K(i)
	}
	return found
}

// The methods below parse slots. They implement SlotVisitor.

func (p *FunctionalParser) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *ClassExpression:
		*x = p.class()
	case *ObjectPropertyExpression:
		*x = p.objectProperty()
	case *DataRange:
		*x = p.dataRange()
	case *Individual:
		*x = p.individual()
	case **Literal:
		*x = p.literal()
	case *AnnotationProperty:
		*x = p.annotationProperty()
	case *AnnotationSubject:
		*x = p.subject()
	case *AnnotationValue:
		*x = p.value()
	case *Class:
		x.IRI = p.name(1 << ClassKind)
	case *Datatype:
		x.IRI = p.name(1 << DatatypeKind)
	case *DataProperty:
		x.IRI = p.name(dataKind)
	case *FacetRestriction:
		x.Facet = p.iri()
		x.Value = p.literal()
	case *int:
		*x = p.number()
	case *IRI:
		*x = p.anyIRI()
	case *Entity:
		*x = p.entity()
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

func (p *FunctionalParser) Filler(slot, _ any) {
	if !p.atClose() {
		p.Slot(slot, nil)
	}
}

// List takes the rest of a list. A list that may be empty has parentheses of its own.
func (p *FunctionalParser) List(list List, least int, order ListOrder) {
	isChain := false
	switch list := list.(type) {
	case *Items[ClassExpression]:
		p.operands((*[]ClassExpression)(list), least)
		return
	case *Items[DataProperty]:
		if order == AsWritten {
			p.restricted((*[]DataProperty)(list))
			return
		}
	case *Items[ObjectPropertyExpression]:
		isChain = order == AsWritten
	}
	switch {
	case isChain:
		p.construct = "ObjectPropertyChain"
		p.keyword(p.construct)
	case least == 0:
		p.expect('(')
	}
	at := p.pos
	for !p.atClose() {
		p.Slot(list.Add(), nil)
	}
	p.arity(at, list.Len(), least)
	switch {
	case isChain:
		p.close(p.construct)
	case least == 0:
		p.close("the properties of " + p.construct)
	}
}

// operands takes a list of class expressions.
func (p *FunctionalParser) operands(list *[]ClassExpression, least int) {
	at := p.pos
	base := len(p.openClasses)
	for !p.atClose() {
		p.openClasses = append(p.openClasses, p.class())
	}
	items := p.openClasses[base:]
	p.arity(at, len(items), least)
	*list = p.classes.many(items)
	p.openClasses = p.openClasses[:base]
}

// restricted takes the properties before a data range as long as something follows them, because a
// datatype looks like a property.
func (p *FunctionalParser) restricted(list *[]DataProperty) {
	for p.atName() && !p.atLastName() {
		*list = append(*list, DataProperty{p.name(dataKind)})
	}
	if len(*list) == 0 {
		for !p.atClose() {
			p.dataRange()
		}
		p.expected(p.pos, "a data property and a data range in "+p.construct)
	}
}

// entity takes Class(…), or another kind of entity.
func (p *FunctionalParser) entity() Entity {
	p.skip()
	at := p.pos
	word := p.word()
	for kind, name := range entityKindNames {
		if string(word) == name {
			p.expect('(')
			iri := p.iri()
			p.close(name)
			return NewEntity(EntityKind(kind), iri)
		}
	}
	p.unknown(at, string(word), "the kind of an entity", entityKindNames[:])
	return nil
}

func (p *FunctionalParser) class() (c ClassExpression) {
	p.skip()
	if p.people != nil {
		if p.atName() {
			return Class{p.nameOfPeople(1 << ClassKind)}
		}
	} else if p.peek() == '<' {
		return Class{p.fullIRI()}
	}
	at := p.pos
	word := p.word()
	if bytes.IndexByte(word, ':') >= 0 {
		return Class{p.abbreviated(at, word)}
	}
	if string(word) != ClassShapes[p.lastClass].Keyword {
		kind, known := functionalClasses[string(word)]
		if !known {
			p.unknown(at, string(word), "a class expression", keywords(ClassShapes))
			return nil
		}
		p.lastClass = kind
	}
	shape := &ClassShapes[p.lastClass]
	switch p.lastClass {
	case ObjectSomeValuesFromKind:
		c = p.somes.one()
	case ObjectIntersectionOfKind:
		c = p.ands.one()
	default:
		c = shape.New()
	}
	parseSlots(p, shape, c)
	return c
}

// parseSlots takes the parentheses of a construct and what is between them.
func parseSlots[T any](p *FunctionalParser, shape *Shape[T], x T) {
	outer := p.construct
	p.construct = shape.Keyword
	p.enter()
	p.expect('(')
	shape.Visit(x, p)
	p.close(shape.Keyword)
	p.leave()
	p.construct = outer
}

func (p *FunctionalParser) objectProperty() ObjectPropertyExpression {
	if p.atName() {
		return ObjectProperty{p.name(objectKind)}
	}
	depth := 0
	for p.atKeyword("ObjectInverseOf") {
		p.keyword("ObjectInverseOf")
		depth++
	}
	if depth == 0 || !p.atName() {
		p.expected(p.pos, "an object property or ObjectInverseOf")
		return nil
	}
	property := ObjectProperty{p.name(objectKind)}
	for range depth {
		p.close("ObjectInverseOf")
	}
	if depth%2 == 1 {
		return &ObjectInverseOf{property}
	}
	return property
}

func (p *FunctionalParser) annotationProperty() AnnotationProperty {
	return AnnotationProperty{p.name(annotationKind)}
}

func (p *FunctionalParser) individual() Individual {
	if p.atNodeID() {
		return p.anonymous()
	}
	return NamedIndividual{p.name(1 << NamedIndividualKind)}
}

func (p *FunctionalParser) dataRange() DataRange {
	if p.atName() {
		return Datatype{p.name(1 << DatatypeKind)}
	}
	at := p.pos
	word := p.word()
	kind, known := functionalRanges[string(word)]
	if !known {
		p.unknown(at, string(word), "a data range", keywords(DataRangeShapes))
		return nil
	}
	shape := &DataRangeShapes[kind]
	d := shape.New()
	parseSlots(p, shape, d)
	return d
}

func (p *FunctionalParser) subject() AnnotationSubject {
	if p.atNodeID() {
		return p.anonymous()
	}
	return p.anyIRI()
}

func (p *FunctionalParser) value() AnnotationValue {
	p.skip()
	switch {
	case p.peek() == '"':
		return p.literal()
	case p.atNodeID():
		return p.anonymous()
	}
	return p.anyIRI()
}
