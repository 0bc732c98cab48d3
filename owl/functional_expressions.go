package owl

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// anonymous takes _:id.
func (p *FunctionalParser) anonymous() AnonymousIndividual {
	at := p.pos
	word := p.word()
	if len(word) < 3 {
		p.expected(at, "a node id behind _:")
		return AnonymousIndividual{}
	}
	hash := p.names.hash(word)
	id, ok := p.names.find(hash, word)
	if !ok {
		if !utf8.Valid(word) {
			p.fail(at, errors.New("invalid UTF-8 in a node id"))
			return AnonymousIndividual{}
		}
		id = NewIRI(string(word[2:]))
		p.names.add(hash, string(word), id)
	}
	return AnonymousIndividual{id}
}

// atNodeID reports whether _: follows.
func (p *FunctionalParser) atNodeID() bool {
	p.skip()
	return p.pos+1 < len(p.src) && p.src[p.pos] == '_' && p.src[p.pos+1] == ':'
}

func (p *FunctionalParser) individual() Individual {
	if p.atNodeID() {
		return p.anonymous()
	}
	return NamedIndividual{p.name(1 << NamedIndividualKind)}
}

// individuals takes the rest of a list of least or more, and its parenthesis.
func (p *FunctionalParser) individuals(keyword string, least int) []Individual {
	at := p.pos
	var list []Individual
	for !p.atClose() {
		list = append(list, p.individual())
	}
	p.arity(at, keyword, len(list), least)
	p.close(keyword)
	return list
}

// arity checks the length of a list: none is an error, fewer than the grammar wants a warning, as
// the OWL API writes lists whose repetitions it has dropped.
func (p *FunctionalParser) arity(at int, keyword string, n, least int) {
	switch {
	case p.err != nil || n >= least || p.pos >= len(p.src):
	case n == 0:
		p.fail(at, fmt.Errorf("%s without operands", keyword))
	default:
		p.warn(at, "%s with %d operand instead of %d or more", keyword, n, least)
	}
}

func (p *FunctionalParser) objectProperty() ObjectPropertyExpression {
	if p.atName() {
		return ObjectProperty{p.name(objectKind)}
	}
	inverse := false
	depth := 0
	for p.atKeyword("ObjectInverseOf") {
		p.keyword("ObjectInverseOf")
		inverse = !inverse
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
	if inverse {
		return &ObjectInverseOf{property}
	}
	return property
}

func (p *FunctionalParser) objectProperties(keyword string, least int) []ObjectPropertyExpression {
	at := p.pos
	var list []ObjectPropertyExpression
	for !p.atClose() {
		list = append(list, p.objectProperty())
	}
	p.arity(at, keyword, len(list), least)
	p.close(keyword)
	return list
}

func (p *FunctionalParser) dataProperty() DataProperty { return DataProperty{p.name(dataKind)} }

func (p *FunctionalParser) dataProperties(keyword string, least int) []DataProperty {
	at := p.pos
	var list []DataProperty
	for !p.atClose() {
		list = append(list, p.dataProperty())
	}
	p.arity(at, keyword, len(list), least)
	p.close(keyword)
	return list
}

func (p *FunctionalParser) dataRange() DataRange {
	if p.atName() {
		return Datatype{p.name(1 << DatatypeKind)}
	}
	at := p.pos
	word := p.word()
	keyword := string(word)
	p.enter()
	defer p.leave()
	switch keyword {
	case "DataIntersectionOf":
		p.expect('(')
		return &DataIntersectionOf{p.dataRanges(keyword)}
	case "DataUnionOf":
		p.expect('(')
		return &DataUnionOf{p.dataRanges(keyword)}
	case "DataComplementOf":
		p.expect('(')
		operand := p.dataRange()
		p.close(keyword)
		return &DataComplementOf{operand}
	case "DataOneOf":
		p.expect('(')
		var list []*Literal
		for !p.atClose() {
			list = append(list, p.literal())
		}
		p.arity(at, keyword, len(list), 1)
		p.close(keyword)
		return &DataOneOf{list}
	case "DatatypeRestriction":
		p.expect('(')
		r := &DatatypeRestriction{Datatype: Datatype{p.name(1 << DatatypeKind)}}
		for !p.atClose() {
			facet := p.iri()
			r.Facets = append(r.Facets, FacetRestriction{facet, p.literal()})
		}
		p.arity(at, keyword, len(r.Facets), 1)
		p.close(keyword)
		return r
	}
	p.unknown(at, keyword, "a data range", dataRangeKeywords)
	return nil
}

func (p *FunctionalParser) dataRanges(keyword string) []DataRange {
	at := p.pos
	var list []DataRange
	for !p.atClose() {
		list = append(list, p.dataRange())
	}
	p.arity(at, keyword, len(list), 2)
	p.close(keyword)
	return list
}

func (p *FunctionalParser) classExpression() ClassExpression {
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
	p.enter()
	c := p.composedClass(at, word)
	p.leave()
	return c
}

// composedClass takes what follows the keyword of a class expression. It only chooses, as its frame
// lies on the stack once for every level of nesting.
func (p *FunctionalParser) composedClass(at int, word []byte) ClassExpression {
	switch string(word) {
	case "ObjectSomeValuesFrom":
		return p.someValuesFrom()
	case "ObjectIntersectionOf":
		return p.intersection()
	case "ObjectUnionOf":
		return p.union()
	case "ObjectComplementOf":
		return p.complement()
	case "ObjectOneOf":
		return p.oneOf()
	case "ObjectAllValuesFrom":
		return p.allValuesFrom()
	case "ObjectHasValue":
		return p.hasValue()
	case "ObjectHasSelf":
		return p.hasSelf()
	case "ObjectMinCardinality":
		return p.objectMin()
	case "ObjectMaxCardinality":
		return p.objectMax()
	case "ObjectExactCardinality":
		return p.objectExact()
	}
	return p.dataClass(at, word)
}

func (p *FunctionalParser) someValuesFrom() ClassExpression {
	p.expect('(')
	c := p.somes.one()
	c.Property = p.objectProperty()
	c.Filler = p.classExpression()
	p.close("ObjectSomeValuesFrom")
	return c
}

func (p *FunctionalParser) intersection() ClassExpression {
	p.expect('(')
	c := p.ands.one()
	c.Operands = p.classExpressions("ObjectIntersectionOf", 2)
	return c
}

func (p *FunctionalParser) union() ClassExpression {
	p.expect('(')
	return &ObjectUnionOf{p.classExpressions("ObjectUnionOf", 2)}
}

func (p *FunctionalParser) complement() ClassExpression {
	p.expect('(')
	c := &ObjectComplementOf{p.classExpression()}
	p.close("ObjectComplementOf")
	return c
}

func (p *FunctionalParser) oneOf() ClassExpression {
	p.expect('(')
	return &ObjectOneOf{p.individuals("ObjectOneOf", 1)}
}

func (p *FunctionalParser) allValuesFrom() ClassExpression {
	p.expect('(')
	c := &ObjectAllValuesFrom{Property: p.objectProperty()}
	c.Filler = p.classExpression()
	p.close("ObjectAllValuesFrom")
	return c
}

func (p *FunctionalParser) hasValue() ClassExpression {
	p.expect('(')
	c := &ObjectHasValue{Property: p.objectProperty()}
	c.Individual = p.individual()
	p.close("ObjectHasValue")
	return c
}

func (p *FunctionalParser) hasSelf() ClassExpression {
	p.expect('(')
	c := &ObjectHasSelf{p.objectProperty()}
	p.close("ObjectHasSelf")
	return c
}

func (p *FunctionalParser) objectMin() ClassExpression {
	n, property, filler := p.objectCardinality("ObjectMinCardinality")
	return &ObjectMinCardinality{n, property, filler}
}

func (p *FunctionalParser) objectMax() ClassExpression {
	n, property, filler := p.objectCardinality("ObjectMaxCardinality")
	return &ObjectMaxCardinality{n, property, filler}
}

func (p *FunctionalParser) objectExact() ClassExpression {
	n, property, filler := p.objectCardinality("ObjectExactCardinality")
	return &ObjectExactCardinality{n, property, filler}
}

// dataClass takes what follows the keyword of a class expression over data properties.
func (p *FunctionalParser) dataClass(at int, word []byte) ClassExpression {
	switch string(word) {
	case "DataSomeValuesFrom":
		properties, rng := p.dataRestriction("DataSomeValuesFrom")
		return &DataSomeValuesFrom{properties, rng}
	case "DataAllValuesFrom":
		properties, rng := p.dataRestriction("DataAllValuesFrom")
		return &DataAllValuesFrom{properties, rng}
	case "DataHasValue":
		p.expect('(')
		c := &DataHasValue{Property: p.dataProperty()}
		c.Value = p.literal()
		p.close("DataHasValue")
		return c
	case "DataMinCardinality":
		n, property, rng := p.dataCardinality("DataMinCardinality")
		return &DataMinCardinality{n, property, rng}
	case "DataMaxCardinality":
		n, property, rng := p.dataCardinality("DataMaxCardinality")
		return &DataMaxCardinality{n, property, rng}
	case "DataExactCardinality":
		n, property, rng := p.dataCardinality("DataExactCardinality")
		return &DataExactCardinality{n, property, rng}
	}
	p.unknown(at, string(word), "a class expression", classKeywords)
	return nil
}

// classExpressions takes the rest of a list of least or more, and its parenthesis.
func (p *FunctionalParser) classExpressions(keyword string, least int) []ClassExpression {
	at := p.pos
	base := len(p.openClasses)
	for !p.atClose() {
		c := p.classExpression()
		p.openClasses = append(p.openClasses, c)
	}
	list := p.openClasses[base:]
	p.arity(at, keyword, len(list), least)
	p.close(keyword)
	kept := p.classes.many(list)
	p.openClasses = p.openClasses[:base]
	return kept
}

func (p *FunctionalParser) objectCardinality(keyword string) (n int, property ObjectPropertyExpression, filler ClassExpression) {
	p.expect('(')
	n = p.number()
	property = p.objectProperty()
	if !p.atClose() {
		filler = p.classExpression()
	}
	p.close(keyword)
	return n, property, filler
}

func (p *FunctionalParser) dataCardinality(keyword string) (n int, property DataProperty, rng DataRange) {
	p.expect('(')
	n = p.number()
	property = p.dataProperty()
	if !p.atClose() {
		rng = p.dataRange()
	}
	p.close(keyword)
	return n, property, rng
}

// dataRestriction takes properties and a range; where the range is a datatype, only its being the
// last tells it from them.
func (p *FunctionalParser) dataRestriction(keyword string) (properties []DataProperty, rng DataRange) {
	p.expect('(')
	for p.people != nil && p.atName() && !p.atLastName() {
		properties = append(properties, p.dataProperty())
	}
	for !p.atClose() {
		if rng != nil {
			d, ok := rng.(Datatype)
			if !ok {
				p.close(keyword)
				break
			}
			properties = append(properties, DataProperty(d))
		}
		rng = p.dataRange()
	}
	if len(properties) == 0 {
		p.expected(p.pos, "a data property and a data range in "+keyword)
	}
	p.close(keyword)
	return properties, rng
}
