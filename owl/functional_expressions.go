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

func (p *FunctionalParser) Entity(e *Entity) {
	p.skip()
	at := p.pos
	word := p.word()
	for kind, name := range entityKindNames {
		if string(word) == name {
			p.expect('(')
			iri := p.iri()
			p.close(name)
			*e = NewEntity(EntityKind(kind), iri)
			return
		}
	}
	p.unknown(at, string(word), "the kind of an entity", entityKindNames[:])
}

// class parses one class expression.
func (p *FunctionalParser) class() (c ClassExpression) {
	p.Class(&c)
	return c
}

func (p *FunctionalParser) Class(c *ClassExpression) {
	p.skip()
	if p.people != nil {
		if p.atName() {
			*c = Class{p.nameOfPeople(1 << ClassKind)}
			return
		}
	} else if p.peek() == '<' {
		*c = Class{p.fullIRI()}
		return
	}
	at := p.pos
	word := p.word()
	if bytes.IndexByte(word, ':') >= 0 {
		*c = Class{p.abbreviated(at, word)}
		return
	}
	if string(word) != ClassShapes[p.lastClass].Keyword {
		kind, known := functionalClasses[string(word)]
		if !known {
			p.unknown(at, string(word), "a class expression", keywords(ClassShapes))
			return
		}
		p.lastClass = kind
	}
	shape := &ClassShapes[p.lastClass]
	switch p.lastClass {
	case ObjectSomeValuesFromKind:
		*c = p.somes.one()
	case ObjectIntersectionOfKind:
		*c = p.ands.one()
	default:
		*c = shape.New()
	}
	parseSlots(p, shape, *c)
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

func (p *FunctionalParser) Filler(c *ClassExpression) {
	if !p.atClose() {
		p.Class(c)
	}
}

func (p *FunctionalParser) NamedClass(c *Class) { c.IRI = p.name(1 << ClassKind) }

func (p *FunctionalParser) Classes(list *[]ClassExpression, least int, _ ListOrder) {
	at := p.pos
	base := len(p.openClasses)
	for !p.atClose() {
		var c ClassExpression
		p.Class(&c)
		p.openClasses = append(p.openClasses, c)
	}
	items := p.openClasses[base:]
	p.arity(at, len(items), least)
	*list = p.classes.many(items)
	p.openClasses = p.openClasses[:base]
}

// parseList takes the rest of a list of least or more. A list that may be empty has parentheses of
// its own.
func parseList[T any](p *FunctionalParser, list *[]T, least int, what string,
	item func(*FunctionalParser, *T)) {
	if least == 0 {
		p.expect('(')
	}
	at := p.pos
	for !p.atClose() {
		var x T
		item(p, &x)
		*list = append(*list, x)
	}
	p.arity(at, len(*list), least)
	if least == 0 {
		p.close(what + p.construct)
	}
}

func (p *FunctionalParser) ObjectProperty(e *ObjectPropertyExpression) {
	if p.atName() {
		*e = ObjectProperty{p.name(objectKind)}
		return
	}
	depth := 0
	for p.atKeyword("ObjectInverseOf") {
		p.keyword("ObjectInverseOf")
		depth++
	}
	if depth == 0 || !p.atName() {
		p.expected(p.pos, "an object property or ObjectInverseOf")
		return
	}
	property := ObjectProperty{p.name(objectKind)}
	for range depth {
		p.close("ObjectInverseOf")
	}
	if *e = property; depth%2 == 1 {
		*e = &ObjectInverseOf{property}
	}
}

func (p *FunctionalParser) ObjectProperties(list *[]ObjectPropertyExpression, least int,
	_ ListOrder) {
	parseList(p, list, least, "the object properties of ", (*FunctionalParser).ObjectProperty)
}

func (p *FunctionalParser) Inverses(first, second *ObjectPropertyExpression) {
	p.ObjectProperty(first)
	p.ObjectProperty(second)
}

func (p *FunctionalParser) Chain(list *[]ObjectPropertyExpression) {
	p.keyword("ObjectPropertyChain")
	p.construct = "ObjectPropertyChain"
	p.ObjectProperties(list, 2, AsWritten)
	p.close("ObjectPropertyChain")
}

func (p *FunctionalParser) DataProperty(d *DataProperty) { d.IRI = p.name(dataKind) }

// DataProperties takes the properties before a data range as long as something follows them,
// because a datatype looks like a property.
func (p *FunctionalParser) DataProperties(list *[]DataProperty, least int, order ListOrder) {
	if order != AsWritten {
		parseList(p, list, least, "the data properties of ", (*FunctionalParser).DataProperty)
		return
	}
	for p.atName() && !p.atLastName() {
		*list = append(*list, DataProperty{p.name(dataKind)})
	}
	if len(*list) == 0 {
		for rng := DataRange(nil); !p.atClose(); {
			p.DataRange(&rng)
		}
		p.expected(p.pos, "a data property and a data range in "+p.construct)
	}
}

func (p *FunctionalParser) AnnotationProperty(a *AnnotationProperty) {
	a.IRI = p.name(annotationKind)
}

func (p *FunctionalParser) Individual(i *Individual) {
	if p.atNodeID() {
		*i = p.anonymous()
		return
	}
	*i = NamedIndividual{p.name(1 << NamedIndividualKind)}
}

func (p *FunctionalParser) Individuals(list *[]Individual, least int, _ ListOrder) {
	parseList(p, list, least, "", (*FunctionalParser).Individual)
}

func (p *FunctionalParser) Datatype(t *Datatype) { t.IRI = p.name(1 << DatatypeKind) }

func (p *FunctionalParser) DataRange(d *DataRange) {
	if p.atName() {
		*d = Datatype{p.name(1 << DatatypeKind)}
		return
	}
	at := p.pos
	word := p.word()
	kind, known := functionalRanges[string(word)]
	if !known {
		p.unknown(at, string(word), "a data range", keywords(DataRangeShapes))
		return
	}
	shape := &DataRangeShapes[kind]
	*d = shape.New()
	parseSlots(p, shape, *d)
}

func (p *FunctionalParser) RangeFiller(d *DataRange) {
	if !p.atClose() {
		p.DataRange(d)
	}
}

func (p *FunctionalParser) DataRanges(list *[]DataRange, least int, _ ListOrder) {
	parseList(p, list, least, "", (*FunctionalParser).DataRange)
}

func (p *FunctionalParser) Literal(l **Literal) { *l = p.literal() }

func (p *FunctionalParser) Literals(list *[]*Literal, least int, _ ListOrder) {
	parseList(p, list, least, "", (*FunctionalParser).Literal)
}

func (p *FunctionalParser) Facets(list *[]FacetRestriction) {
	parseList(p, list, 1, "", func(p *FunctionalParser, f *FacetRestriction) {
		f.Facet = p.iri()
		f.Value = p.literal()
	})
}

func (p *FunctionalParser) Cardinality(n *int) { *n = p.number() }

func (p *FunctionalParser) IRI(i *IRI) { *i = p.anyIRI() }

func (p *FunctionalParser) Subject(s *AnnotationSubject) {
	if p.atNodeID() {
		*s = p.anonymous()
		return
	}
	*s = p.anyIRI()
}

func (p *FunctionalParser) Value(v *AnnotationValue) {
	p.skip()
	switch {
	case p.peek() == '"':
		*v = p.literal()
	case p.atNodeID():
		*v = p.anonymous()
	default:
		*v = p.anyIRI()
	}
}
