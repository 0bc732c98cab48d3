package owl

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// manchesterParser parses the tokens of one text. After the first error it finds only the end, so
// that productions need not check for errors.
type manchesterParser struct {
	src    string
	tokens []manchesterToken // the last one is the end
	next   int
	stop   int // index of the token that counts as the end: in an axiom, its keyword

	names    manchesterNames
	allowNew bool
	depth    int
	maxDepth int
	err      *SyntaxError

	// inList is set if a comma ends the expression, so that it cannot separate properties.
	inList bool
	// single is set if names without quotation marks have one word.
	single bool
	// exact is set if keywords of expressions, except Self, are in lower case, so that O is a name.
	exact bool
}

// manchesterNames finds entities by name: *Names, or documentNames in a document.
type manchesterNames interface {
	find(name string, quoted, allowNew bool, want kindSet) (IRI, kindSet, error)
	known(name string, quoted bool, want kindSet) kindSet
	expansions(name string) []string
}

// parseManchester parses all of a text.
func parseManchester[T any](p Parser, text string, production func(*manchesterParser) T) (T,
	error) {
	var none T
	tokens, err := manchesterTokens(text)
	if err != nil {
		return none, err
	}
	m := &manchesterParser{src: text, tokens: tokens, stop: len(tokens) - 1, names: p.names(),
		allowNew: p.AllowNew, maxDepth: p.maxDepth()}
	result := production(m)
	m.end()
	if m.err != nil {
		return none, m.err
	}
	return result, nil
}

// fail keeps the first error.
func (p *manchesterParser) fail(at int, err error) {
	if p.err == nil {
		p.err = &SyntaxError{Offset: at, Err: err}
	}
	p.stop = len(p.tokens) - 1
	p.next = p.stop
}

// expected fails with the expected and the actual token.
func (p *manchesterParser) expected(what string) {
	t := p.tokens[p.next]
	if t.kind == endToken {
		p.fail(t.start, fmt.Errorf("%w: expected %s", ErrUnexpectedEnd, what))
		return
	}
	p.fail(t.start, fmt.Errorf("expected %s, found %s", what, p.show(t)))
}

// show returns a token for a message. Long tokens are cut.
func (p *manchesterParser) show(t manchesterToken) string {
	const longest = 40
	text := p.text(t)
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	if t.kind == stringToken {
		return text
	}
	return strconv.Quote(text)
}

func (p *manchesterParser) text(t manchesterToken) string { return p.src[t.start:t.end] }

// peek returns the token after a number of steps.
func (p *manchesterParser) peek(steps int) manchesterToken {
	if i := p.next + steps; i < p.stop {
		return p.tokens[i]
	}
	end := p.tokens[p.stop]
	return manchesterToken{endToken, end.start, end.start}
}

func (p *manchesterParser) atEnd() bool { return p.next >= p.stop }

// end fails if tokens are left.
func (p *manchesterParser) end() {
	if !p.atEnd() {
		p.expected("and, or, or the end")
	}
}

func (p *manchesterParser) atSign(sign string) bool { return p.isSign(0, sign) }

func (p *manchesterParser) isSign(steps int, sign string) bool {
	t := p.peek(steps)
	return t.kind == signToken && p.text(t) == sign
}

func (p *manchesterParser) takeSign(sign string) bool {
	if !p.atSign(sign) {
		return false
	}
	p.next++
	return true
}

func (p *manchesterParser) expectSign(sign, toEnd string) {
	if !p.takeSign(sign) {
		p.expected(strconv.Quote(sign) + toEnd)
	}
}

// isKeyword reports whether the token after a number of steps is one of the keywords, which are in
// lower case.
func (p *manchesterParser) isKeyword(steps int, keywords ...string) bool {
	t := p.peek(steps)
	if t.kind != wordToken {
		return false
	}
	for _, k := range keywords {
		if strings.EqualFold(p.text(t), k) {
			return !manchesterConnective[k] || p.isConnective(p.text(t))
		}
	}
	return false
}

// isConnective reports whether a word is a keyword of expressions.
func (p *manchesterParser) isConnective(word string) bool {
	if p.exact {
		return manchesterConnective[word] || word == "Self"
	}
	return manchesterConnective[strings.ToLower(word)]
}

func (p *manchesterParser) takeKeyword(keywords ...string) bool {
	if !p.isKeyword(0, keywords...) {
		return false
	}
	p.next++
	return true
}

func (p *manchesterParser) enter() {
	p.depth++
	if p.depth > p.maxDepth {
		p.fail(p.peek(0).start, fmt.Errorf("%w: more than %d levels", ErrTooDeep, p.maxDepth))
	}
}

func (p *manchesterParser) leave() { p.depth-- }

// joined takes items with one of the keywords between them. Several are the operands of join.
func joined[T any](p *manchesterParser, item func() T, join func(operands []T) T,
	keywords ...string) T {
	operands := []T{item()}
	for p.takeKeyword(keywords...) {
		operands = append(operands, item())
	}
	if len(operands) == 1 {
		return operands[0]
	}
	return join(operands)
}

// description ::= conjunction { 'or' conjunction }
func (p *manchesterParser) description() ClassExpression {
	return joined(p, p.conjunction, func(operands []ClassExpression) ClassExpression {
		return &ObjectUnionOf{operands}
	}, "or")
}

// conjunction ::= primary { ( 'and' | 'that' ) primary }
func (p *manchesterParser) conjunction() ClassExpression {
	return joined(p, p.primary, func(operands []ClassExpression) ClassExpression {
		return &ObjectIntersectionOf{operands}
	}, "and", "that")
}

// primary ::= [ 'not' ] ( restriction | class | '{' individual { ',' individual } '}' | '('
// description ')' )
func (p *manchesterParser) primary() ClassExpression {
	p.enter()
	defer p.leave()
	if p.takeKeyword("not") {
		return &ObjectComplementOf{p.primary()}
	}
	switch {
	case p.takeSign("("):
		outer := p.inList
		p.inList = false
		c := p.description()
		p.inList = outer
		p.expectSign(")", "")
		return c
	case p.takeSign("{"):
		one := &ObjectOneOf{}
		for again := true; again; again = p.takeSign(",") {
			one.Individuals = append(one.Individuals, p.individual())
		}
		p.expectSign("}", ` or ","`)
		return one
	case p.isKeyword(0, "inverse") || p.atRestriction():
		return p.restriction()
	}
	return Class{p.name("a class expression", 1<<ClassKind)}
}

// restrictionKeywords holds the keywords of restrictions in lower case.
var restrictionKeywords = func() (keywords []string) {
	for _, r := range restrictions {
		keywords = append(keywords, strings.ToLower(r.keyword))
	}
	return keywords
}()

// atRestriction reports whether the next tokens are a name, or several with commas, and the keyword
// of a restriction.
func (p *manchesterParser) atRestriction() bool {
	steps := 0
	for {
		n := p.nameLength(steps)
		if n == 0 {
			return false
		}
		steps += n
		if p.isKeyword(steps, restrictionKeywords...) {
			return true
		}
		if p.inList || !p.isSign(steps, ",") {
			return false
		}
		steps++
	}
}

// restriction takes a property and the rest of its restriction.
func (p *manchesterParser) restriction() ClassExpression {
	if p.isKeyword(0, "inverse") {
		return p.objectRestriction(p.inverse())
	}
	at := p.next
	iri, kinds := p.nameOf("a property", restrictionKinds)
	if p.atSign(",") {
		p.next = at
		return p.dataRestriction()
	}
	if kinds == restrictionKinds {
		kinds = p.kindByFiller()
	}
	if kinds&dataKind != 0 {
		p.next = at
		return p.dataRestriction()
	}
	return p.objectRestriction(ObjectProperty{iri})
}

// kindByFiller returns the kind of a property whose name is ambiguous or unknown: a literal, a
// facet or a datatype after the keyword needs a data property.
func (p *manchesterParser) kindByFiller() kindSet {
	steps := 1
	if p.isKeyword(0, "min", "max", "exactly") {
		steps = 2
	}
	for p.isSign(steps, "(") || p.isSign(steps, "{") || p.isKeyword(steps, "not") {
		steps++
	}
	t := p.peek(steps)
	n := p.nameLength(steps)
	switch {
	case p.literalLength(steps) > 0, n > 0 && p.isSign(steps+n, "["):
		return dataKind
	case n == 0:
		return objectKind
	case p.isKeyword(steps, builtInDatatypes...) && t.kind == wordToken:
		return dataKind
	}
	text, quoted := p.nameText(steps, n)
	if p.names.known(text, quoted, 1<<DatatypeKind|1<<ClassKind) == 1<<DatatypeKind {
		return dataKind
	}
	return objectKind
}

// restrictions holds the keywords of restrictions with the kinds that they make of object and of
// data properties.
var restrictions = []struct {
	keyword      string
	object, data ExpressionKind
}{
	{"some", ObjectSomeValuesFromKind, DataSomeValuesFromKind},
	{"only", ObjectAllValuesFromKind, DataAllValuesFromKind},
	{"value", ObjectHasValueKind, DataHasValueKind},
	{"Self", ObjectHasSelfKind, NamedClassKind},
	{"min", ObjectMinCardinalityKind, DataMinCardinalityKind},
	{"max", ObjectMaxCardinalityKind, DataMaxCardinalityKind},
	{"exactly", ObjectExactCardinalityKind, DataExactCardinalityKind},
}

// objectRestriction takes a restriction after its object property.
func (p *manchesterParser) objectRestriction(property ObjectPropertyExpression) ClassExpression {
	for _, r := range restrictions {
		if p.takeKeyword(strings.ToLower(r.keyword)) {
			return p.readRestriction(r.object, property)
		}
	}
	p.expected("some, only, value, Self, min, max or exactly")
	return nil
}

// dataRestriction takes data properties and the rest of their restriction.
func (p *manchesterParser) dataRestriction() ClassExpression {
	properties := []DataProperty{p.dataProperty()}
	for p.takeSign(",") {
		properties = append(properties, p.dataProperty())
	}
	for _, r := range restrictions {
		var on any = properties
		if several := r.keyword == "some" || r.keyword == "only"; !several {
			if on = properties[0]; len(properties) > 1 {
				continue
			}
		}
		if r.data != NamedClassKind && p.takeKeyword(r.keyword) {
			return p.readRestriction(r.data, on)
		}
	}
	if len(properties) > 1 {
		p.expected("some or only behind several properties")
	} else {
		p.expected("some, only, value, min, max or exactly behind a data property")
	}
	return nil
}

// atFiller reports whether the next token is the filler of a cardinality restriction, and not the
// token after an unqualified one.
func (p *manchesterParser) atFiller() bool {
	return p.nameLength(0) > 0 || p.atSign("(") || p.atSign("{") || p.isKeyword(0, "not", "inverse")
}

// dataRange ::= dataConjunction { 'or' dataConjunction }
func (p *manchesterParser) dataRange() DataRange {
	return joined(p, p.dataConjunction,
		func(operands []DataRange) DataRange { return &DataUnionOf{operands} }, "or")
}

// dataConjunction ::= dataPrimary { 'and' dataPrimary }
func (p *manchesterParser) dataConjunction() DataRange {
	return joined(p, p.dataPrimary,
		func(operands []DataRange) DataRange { return &DataIntersectionOf{operands} }, "and")
}

// dataPrimary ::= [ 'not' ] ( datatype [ facets ] | '{' literal { ',' literal } '}' | '(' dataRange
// ')' )
func (p *manchesterParser) dataPrimary() DataRange {
	p.enter()
	defer p.leave()
	switch {
	case p.takeKeyword("not"):
		return &DataComplementOf{p.dataPrimary()}
	case p.takeSign("("):
		d := p.dataRange()
		p.expectSign(")", "")
		return d
	case p.takeSign("{"):
		one := &DataOneOf{}
		for again := true; again; again = p.takeSign(",") {
			one.Literals = append(one.Literals, p.literal())
		}
		p.expectSign("}", ` or ","`)
		return one
	}
	datatype := p.datatype()
	if !p.takeSign("[") {
		return datatype
	}
	restriction := &DatatypeRestriction{Datatype: datatype}
	for again := true; again; again = p.takeSign(",") {
		facet := p.facet()
		restriction.Facets = append(restriction.Facets, FacetRestriction{facet, p.literal()})
	}
	p.expectSign("]", ` or ","`)
	return restriction
}

var builtInDatatypes = []string{"integer", "decimal", "float", "string"}

func (p *manchesterParser) datatype() Datatype {
	for _, name := range builtInDatatypes {
		if p.nameLength(0) == 1 && p.takeKeyword(name) {
			return xsdDatatype(name)
		}
	}
	return Datatype{p.name("a data range", 1<<DatatypeKind)}
}

// facet takes a sign, a keyword or the IRI of a facet.
func (p *manchesterParser) facet() IRI {
	t := p.peek(0)
	for facet, sign := range manchesterFacets {
		if t.kind == signToken && p.text(t) == sign || p.isKeyword(0, sign) {
			p.next++
			return NewIRI(facet)
		}
	}
	if t.kind == iriToken || t.kind == wordToken {
		if list := p.names.expansions(p.text(t)); len(list) > 0 {
			p.next++
			return NewIRI(list[0])
		}
	}
	p.expected("a facet such as >=, <, length or pattern")
	return IRI{}
}

// literalLength returns the number of tokens of the literal after a number of steps, 0 if there is
// none.
func (p *manchesterParser) literalLength(steps int) int {
	t := p.peek(steps)
	switch {
	case t.kind == stringToken:
		switch p.peek(steps + 1).kind {
		case langToken:
			return 2
		case typeToken:
			return 3
		}
		return 1
	case t.kind != wordToken:
		return 0
	case p.isKeyword(steps, "true", "false"):
		return 1
	}
	if _, _, ok := numberDatatype(p.text(t)); ok {
		return 1
	}
	return 0
}

func (p *manchesterParser) literal() *Literal {
	if p.literalLength(0) == 0 {
		p.expected("a literal")
		return nil
	}
	t := p.peek(0)
	p.next++
	text := p.text(t)
	if t.kind == wordToken {
		if lexical, datatype, ok := numberDatatype(text); ok {
			return &Literal{Lexical: lexical, Datatype: datatype}
		}
		return &Literal{Lexical: strings.ToLower(text), Datatype: XSDBoolean}
	}
	l := NewString(unescapeManchester(text[1:len(text)-1], '"'))
	switch behind := p.peek(0); behind.kind {
	case langToken:
		l.Lang, l.Datatype = p.text(behind)[1:], RDFLangString
		if l.Lang == "" {
			p.fail(behind.end, errors.New("expected a language tag behind @"))
			return nil
		}
		p.next++
	case typeToken:
		p.next++
		single := p.single
		p.single = true // the name of a datatype ends with its literal
		l.Datatype = p.datatype()
		p.single = single
		if l.Datatype == RDFPlainLiteral {
			return NewPlainLiteral(l.Lexical)
		}
	}
	return l
}

// number takes a nonNegativeInteger.
func (p *manchesterParser) number() int {
	t := p.peek(0)
	if t.kind != wordToken || !IsDigits(p.text(t)) {
		p.expected("a number")
		return 0
	}
	n, err := strconv.ParseInt(p.text(t), 10, 32)
	if err != nil {
		p.fail(t.start, fmt.Errorf("cardinality beyond %d", math.MaxInt32))
		return 0
	}
	p.next++
	return int(n)
}

func (p *manchesterParser) individual() Individual {
	if t := p.peek(0); t.kind == wordToken && strings.HasPrefix(p.text(t), "_:") {
		if t.end-t.start < 3 {
			p.fail(t.start, errors.New("expected a node id, such as _:x"))
			return nil
		}
		p.next++
		return AnonymousIndividual{NewIRI(p.text(t)[2:])}
	}
	return NamedIndividual{p.name("an individual", 1<<NamedIndividualKind)}
}

// subjectOf takes the subject of an axiom or a frame.
func (p *manchesterParser) subjectOf(kind EntityKind) any {
	switch kind {
	case ClassKind:
		return p.description()
	case ObjectPropertyKind:
		return p.objectProperty()
	case DataPropertyKind:
		return p.dataProperty()
	case AnnotationPropertyKind:
		return p.annotationProperty()
	case DatatypeKind:
		return p.datatype()
	}
	return p.individual()
}

func (p *manchesterParser) objectProperty() ObjectPropertyExpression {
	if p.isKeyword(0, "inverse") {
		return p.inverse()
	}
	return ObjectProperty{p.name("an object property", objectKind)}
}

// inverse takes 'inverse' and a property, in parentheses or not. An inverse of an inverse is the
// property itself.
func (p *manchesterParser) inverse() ObjectPropertyExpression {
	inverse := false
	parentheses := 0
	for {
		switch {
		case p.takeKeyword("inverse"):
			inverse = !inverse
			continue
		case p.takeSign("("):
			parentheses++
			continue
		}
		break
	}
	property := ObjectProperty{p.name("an object property", objectKind)}
	for range parentheses {
		p.expectSign(")", "")
	}
	if inverse {
		return &ObjectInverseOf{property}
	}
	return property
}

func (p *manchesterParser) dataProperty() DataProperty {
	return DataProperty{p.name("a data property", dataKind)}
}

// name takes the name of an entity of one of the wanted kinds.
func (p *manchesterParser) name(what string, want kindSet) IRI {
	iri, _ := p.nameOf(what, want)
	return iri
}

// nameOf takes a name, and returns its kind among the wanted ones.
func (p *manchesterParser) nameOf(what string, want kindSet) (IRI, kindSet) {
	n := p.nameLength(0)
	if n == 0 {
		p.expected(what)
		return IRI{}, 0
	}
	at := p.peek(0).start
	text, quoted := p.nameText(0, n)
	iri, kinds, err := p.names.find(text, quoted, p.allowNew, want)
	if err != nil {
		p.fail(at, err)
		return IRI{}, 0
	}
	p.next += n
	return iri, kinds
}

// nameLength returns the number of tokens of the name after a number of steps, 0 if there is none.
// A name is a token, or several words without a keyword of expressions, the first not a number.
func (p *manchesterParser) nameLength(steps int) int {
	switch p.peek(steps).kind {
	case iriToken, labelToken:
		return 1
	case wordToken:
	default:
		return 0
	}
	n := 0
	for p.isNameWord(steps+n, n == 0) {
		n++
		if p.single {
			break
		}
	}
	return n
}

func (p *manchesterParser) isNameWord(steps int, first bool) bool {
	t := p.peek(steps)
	if t.kind != wordToken || p.isConnective(p.text(t)) {
		return false
	}
	return !first || p.literalLength(steps) == 0 || p.isKeyword(steps, "true", "false")
}

// nameText returns the name of n tokens after a number of steps, without the quotation marks of a
// label.
func (p *manchesterParser) nameText(steps, n int) (text string, quoted bool) {
	first, last := p.peek(steps), p.peek(steps+n-1)
	if first.kind == labelToken {
		return unescapeManchester(p.src[first.start+1:first.end-1], '\''), true
	}
	return p.src[first.start:last.end], false
}

// manchesterConnective holds the keywords that end a name without quotation marks, in lower case.
var manchesterConnective = map[string]bool{
	"and": true, "or": true, "not": true, "that": true, "some": true, "only": true, "value": true, "self": true,
	"min": true, "max": true, "exactly": true, "inverse": true, "o": true,
}
