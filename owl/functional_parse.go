package owl

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Conditions of parsing that a caller may want to tell apart.
var (
	// ErrUnexpectedEnd: the text ends inside what was being parsed. With more text behind it, the
	// same call may succeed.
	ErrUnexpectedEnd = errors.New("the text ends too early")
	// ErrTooDeep: expressions or annotations are nested deeper than the parser's MaxDepth.
	ErrTooDeep = errors.New("nested too deeply")
	// ErrUndefinedPrefix: an abbreviated IRI with a prefix that is not declared.
	ErrUndefinedPrefix = errors.New("undefined prefix")
)

// SyntaxError is a fault of a parsed text.
type SyntaxError struct {
	Offset int // in bytes from the start of the text
	Err    error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("at byte %d: %v", e.Offset, e.Err) }

func (e *SyntaxError) Unwrap() error { return e.Err }

// ParseAxiom parses one axiom in functional-style syntax; nothing may follow it. Errors are
// *SyntaxError.
func ParseAxiom(text string, p *Prefixes) (Axiom, error) {
	parser := NewFunctionalParser(p)
	return parseFunctional(parser, text, parser.axiom)
}

// ParseClassExpression parses one class expression in functional-style syntax; nothing may follow
// it. Errors are *SyntaxError.
func ParseClassExpression(text string, p *Prefixes) (ClassExpression, error) {
	parser := NewFunctionalParser(p)
	return parseFunctional(parser, text, parser.class)
}

// parseFunctional parses all of a text by one production.
func parseFunctional[T any](p *FunctionalParser, text string, production func() T) (T, error) {
	var none T
	if !utf8.ValidString(text) {
		return none, &SyntaxError{Offset: invalidByte(text), Err: errors.New("invalid UTF-8")}
	}
	src := []byte(text + "\n") // so that the last word ends
	p.begin(src)
	result := production()
	n, err := p.finish()
	if err != nil {
		return none, err
	}
	if err := p.end(src, n); err != nil {
		return none, err
	}
	return result, nil
}

// FunctionalParser parses the functional-style syntax of the Structural Specification piece by
// piece: each method takes a text, parses one construct at its start (behind white space and
// comments) and tells how many bytes that took. The text must be valid UTF-8. Errors are
// *SyntaxError with an offset into that text; an error that is ErrUnexpectedEnd leaves nothing
// behind, so that the call can be repeated with a longer text.
//
// It is made for large documents: IRIs are interned by their bytes, and what it returns is
// allocated in blocks, so that one axiom that is kept keeps its neighbours too. The texts
// are not kept. A parser is not safe for concurrent use.
//
// Where it is more tolerant than the grammar: lists of two and more may have one item; an
// abbreviated IRI may hold any characters but delimiters; in literals a backslash before anything
// but a quotation mark or backslash means itself; IRIs are not checked beyond what would hide
// a forgotten bracket. The last two and single items are passed to Warn.
type FunctionalParser struct {
	// Prefixes expands abbreviated IRIs. Part adds to it.
	Prefixes *Prefixes
	// MaxDepth caps the nesting of expressions and annotations. Default 100,000.
	MaxDepth int
	// SkipAnnotationAssertions makes Axiom return a nil Axiom for an annotation assertion, for
	// which nothing is allocated. It must be well-formed all the same; Warn gets nothing about its
	// literals.
	SkipAnnotationAssertions bool
	// Warn receives what is tolerated; offset is one into the text of the current call. May be nil.
	Warn func(offset int, message string)

	src      []byte
	pos      int
	depth    int
	skipping bool    // the result is not kept
	skipped  Literal // the literals of it, their lexical forms left out

	err      *SyntaxError
	warnings []warning
	lastPart FunctionalPart

	iris  map[string]IRI // by the characters between < and >
	names map[string]IRI // by abbreviated IRI or node id as written

	expansion Expansion

	classes     slab[ClassExpression]
	annotates   slab[Annotation]
	declares    slab[Declaration]
	subClasses  slab[SubClassOf]
	equivalents slab[EquivalentClasses]
	assertions  slab[AnnotationAssertion]
	somes       slab[ObjectSomeValuesFrom]
	ands        slab[ObjectIntersectionOf]
	literals    slab[Literal]
	texts       textSlab

	openClasses []ClassExpression // operands of the lists that are being parsed
	construct   string            // keyword of what is being parsed

	// lastAxiom and lastClass are the kinds of the last axiom and class expression. The next one
	// is probably of the same kind.
	lastAxiom AxiomKind
	lastClass ExpressionKind

	// people holds what people call entities; nil in documents, where only IRIs are names.
	people   *Names
	allowNew bool // as in Parser
}

type warning struct {
	offset  int
	message string
}

// NewFunctionalParser returns a parser that expands abbreviated IRIs by p, which may be nil.
func NewFunctionalParser(p *Prefixes) *FunctionalParser {
	if p == nil {
		p = &Prefixes{}
	}
	return &FunctionalParser{Prefixes: p, MaxDepth: 100_000, iris: make(map[string]IRI),
		names: make(map[string]IRI)}
}

// FunctionalPart is a kind of parts of a document.
type FunctionalPart uint8

// The parts of a document in their order.
const (
	PrefixPart FunctionalPart = iota
	HeaderPart                // the beginning of the ontology, an import or an annotation
	AxiomPart
	EndPart // the closing parenthesis of the ontology
)

// Part parses the next part of a document. It adds prefixes and the header to o and returns an
// axiom, which is nil where SkipAnnotationAssertions says so. The grammar has imports before
// annotations; any order is read.
func (p *FunctionalParser) Part(src []byte, o *Ontology) (part FunctionalPart, a Axiom, n int,
	err error) {
	p.begin(src)
	part = p.lastPart
	take := func() {}
	switch {
	case part == PrefixPart && p.atKeyword("Prefix"):
		name, namespace := p.prefix()
		take = func() {
			p.Prefixes.Set(name, namespace)
			p.names = make(map[string]IRI) // because expansions may have changed
			if namespace != "" {
				o.Prefixes.Set(name, namespace)
			}
		}
	case part == PrefixPart:
		part = HeaderPart
		iri, version := p.ontology()
		take = func() { o.IRI, o.VersionIRI = iri, version }
	case part == HeaderPart && p.atKeyword("Import"):
		p.keyword("Import")
		iri := p.iri()
		p.close("Import")
		take = func() { o.Imports = append(o.Imports, iri) }
	case part == HeaderPart && p.atKeyword("Annotation"):
		p.keyword("Annotation")
		annotation := p.annotation()
		take = func() { o.Annotations = append(o.Annotations, annotation) }
	case !p.atClose():
		part = AxiomPart
		a = p.axiom()
	case p.pos == len(p.src):
		p.expected(p.pos, `an axiom or the ")" that ends Ontology`)
	default:
		part = EndPart
		p.pos++
	}
	if n, err = p.finish(); err != nil {
		return part, nil, 0, err
	}
	take()
	p.lastPart = part
	return part, a, n, nil
}

// prefix takes Prefix(name:=<namespace>).
func (p *FunctionalParser) prefix() (name, namespace string) {
	p.keyword("Prefix")
	p.skip()
	at := p.pos
	word := p.word()
	name, ok := strings.CutSuffix(string(word), ":")
	if !ok {
		p.expected(at, `a prefix name such as "obo:"`)
	}
	p.expect('=')
	p.skip()
	if p.peek() != '<' {
		p.expected(p.pos, "the prefix's IRI in angle brackets")
	}
	if bytes.HasPrefix(p.src[p.pos:], []byte("<>")) {
		p.warn(p.pos, "empty namespace: names with the prefix %q are relative IRIs", word)
		p.pos += len("<>")
	} else {
		namespace = p.fullIRI().String()
	}
	p.close("Prefix")
	return name, namespace
}

// ontology takes "Ontology(" with the IRIs that follow; either may be zero.
func (p *FunctionalParser) ontology() (iri, version IRI) {
	p.keyword("Ontology")
	if p.atIRI() {
		iri = p.iri()
		if p.atIRI() {
			version = p.iri()
		}
	}
	return iri, version
}

// Axiom parses one axiom; it is nil where SkipAnnotationAssertions says so.
func (p *FunctionalParser) Axiom(src []byte) (a Axiom, n int, err error) {
	p.begin(src)
	a = p.axiom()
	if n, err = p.finish(); err != nil {
		return nil, 0, err
	}
	return a, n, nil
}

// begin starts a call.
func (p *FunctionalParser) begin(src []byte) {
	p.src, p.pos, p.depth, p.skipping, p.err = src, 0, 0, false, nil
	p.warnings = p.warnings[:0]
	clear(p.openClasses)
	p.openClasses = p.openClasses[:0]
}

// finish ends a call: it passes the warnings to Warn and forgets the text.
func (p *FunctionalParser) finish() (n int, err error) {
	n = p.pos
	p.src = nil
	if p.err != nil {
		return 0, p.err
	}
	if p.Warn != nil {
		for _, w := range p.warnings {
			p.Warn(w.offset, w.message)
		}
	}
	return n, nil
}

// end refuses anything but white space and comments behind what was parsed.
func (p *FunctionalParser) end(src []byte, n int) error {
	p.begin(src)
	p.pos = n
	if p.skip(); p.pos < len(p.src) {
		p.expected(p.pos, "the end of the text")
	}
	_, err := p.finish()
	return err
}

// annotation takes the rest after "Annotation(".
func (p *FunctionalParser) annotation() Annotation {
	p.enter()
	a := Annotation{Annotations: p.annotations()}
	a.Property, a.Value = p.annotationProperty(), p.value()
	p.close("Annotation")
	p.leave()
	return a
}

func (p *FunctionalParser) annotations() []Annotation {
	if !p.atKeyword("Annotation") {
		return nil
	}
	var list []Annotation
	for p.atKeyword("Annotation") {
		p.keyword("Annotation")
		a := p.annotation()
		if p.skipping {
			continue
		}
		if list == nil && !p.atKeyword("Annotation") {
			return p.annotates.many([]Annotation{a})
		}
		list = append(list, a)
	}
	return list
}

// axiom takes one axiom.
func (p *FunctionalParser) axiom() Axiom {
	p.skip()
	at := p.pos
	word := p.word()
	if p.err != nil {
		return nil
	}
	if string(word) != AxiomShapes[p.lastAxiom].Keyword {
		kind, known := functionalAxioms[string(word)]
		if !known {
			p.unknown(at, string(word), "an axiom", keywords(AxiomShapes[:]))
			return nil
		}
		p.lastAxiom = kind
	}
	kind := p.lastAxiom
	if p.SkipAnnotationAssertions && kind == AnnotationAssertionKind {
		p.skipAnnotationAssertion()
		return nil
	}
	p.expect('(')
	annotations := p.annotations()
	if kind == SubObjectPropertyOfKind && p.atKeyword("ObjectPropertyChain") {
		kind = SubPropertyChainOfKind
	}
	a := p.newAxiom(kind)
	if annotations != nil {
		Annotate(a, annotations)
	}
	shape := &AxiomShapes[kind]
	p.construct = shape.Keyword
	shape.Visit(a, p)
	p.close(shape.Keyword)
	return a
}

// newAxiom allocates an axiom, one of a frequent kind in a slab.
func (p *FunctionalParser) newAxiom(kind AxiomKind) Axiom {
	switch kind {
	case AnnotationAssertionKind:
		return p.assertions.one()
	case SubClassOfKind:
		return p.subClasses.one()
	case DeclarationKind:
		return p.declares.one()
	case EquivalentClassesKind:
		return p.equivalents.one()
	}
	return AxiomShapes[kind].New()
}

// skipAnnotationAssertion checks an annotation assertion as usual and keeps nothing of it.
func (p *FunctionalParser) skipAnnotationAssertion() {
	p.skipping = true
	p.expect('(')
	p.annotations()
	p.annotationProperty()
	p.subject()
	p.value()
	p.close("AnnotationAssertion")
	p.skipping = false
}

// functional returns a parser of functional-style syntax that takes the names of people for
// entities.
func (p Parser) functional() *FunctionalParser {
	names := p.names()
	f := NewFunctionalParser(names.prefixes.WithStandard())
	f.MaxDepth, f.people, f.allowNew = p.maxDepth(), names, p.AllowNew
	return f
}

// name takes the name of an entity of one of the wanted kinds: an IRI, or in a Parser a name that
// Names finds, of one word or between single quotation marks.
func (p *FunctionalParser) name(want kindSet) IRI {
	if p.people == nil {
		return p.iri()
	}
	return p.nameOfPeople(want)
}

// nameOfPeople is name in a Parser.
func (p *FunctionalParser) nameOfPeople(want kindSet) IRI {
	p.skip()
	at := p.pos
	text, quoted := p.nameText()
	if p.err != nil {
		return IRI{}
	}
	iri, _, err := p.people.find(text, quoted, p.allowNew, want)
	if err != nil {
		p.fail(at, err)
	}
	return iri
}

// anyIRI takes an IRI, or in a Parser the name of any entity, where annotations say something of an
// IRI, which need not name an entity.
func (p *FunctionalParser) anyIRI() IRI {
	if p.people == nil {
		return p.iri()
	}
	allowNew := p.allowNew
	p.allowNew = true
	iri := p.name(anyKind)
	p.allowNew = allowNew
	return iri
}

// nameText takes a name, without the quotation marks of a label.
func (p *FunctionalParser) nameText() (text string, quoted bool) {
	start := p.pos
	p.pos += p.nameLength()
	switch {
	case p.pos == start:
		p.expected(start, "a name")
		return "", false
	case p.src[start] == '\'':
		return unescapeManchester(string(p.src[start+1:p.pos-1]), '\''), true
	}
	return string(p.src[start:p.pos]), false
}

// nameLength returns the length in bytes of the name that begins here; 0 if none does.
func (p *FunctionalParser) nameLength() int {
	rest := p.src[p.pos:]
	switch p.peek() {
	case '<':
		return bytes.IndexByte(rest, '>') + 1
	case '\'':
		return max(endOfQuoted(rest, 0, '\''), 0)
	}
	n := 0
	for n < len(rest) && !delimiter[rest[n]] {
		n++
	}
	return n
}

// atName reports whether a name follows and not a construct, literal or parenthesis.
func (p *FunctionalParser) atName() bool {
	if p.people == nil {
		return p.atIRI()
	}
	p.skip()
	switch p.peek() {
	case '<', '\'':
		return true
	}
	n := p.nameLength()
	return n > 0 && p.behind(n) != '('
}

// atLastName reports whether the name that begins here is the last operand of its list.
func (p *FunctionalParser) atLastName() bool { return p.behind(p.nameLength()) == ')' }

// behind returns the byte that follows n bytes further on, behind white space and comments.
func (p *FunctionalParser) behind(n int) byte {
	at := p.pos
	p.pos += n
	p.skip()
	c := p.peek()
	p.pos = at
	return c
}
