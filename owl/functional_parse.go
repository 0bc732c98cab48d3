package owl

import (
	"bytes"
	"errors"
	"fmt"
	"math"
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
	src := []byte(text + "\n") // so that the last word ends
	parser := NewFunctionalParser(p)
	a, n, err := parser.Axiom(src)
	if err != nil {
		return nil, err
	}
	if err := parser.end(src, n); err != nil {
		return nil, err
	}
	return a, nil
}

// ParseClassExpression parses one class expression in functional-style syntax; nothing may follow
// it. Errors are *SyntaxError.
func ParseClassExpression(text string, p *Prefixes) (ClassExpression, error) {
	src := []byte(text + "\n") // so that the last word ends
	parser := NewFunctionalParser(p)
	parser.begin(src)
	c := parser.classExpression()
	n, err := parser.finish()
	if err != nil {
		return nil, err
	}
	if err := parser.end(src, n); err != nil {
		return nil, err
	}
	return c, nil
}

// FunctionalParser parses the functional-style syntax of the Structural Specification piece by
// piece: each method takes a text, parses one construct at its start (behind white space and
// comments) and tells how many bytes that took. Errors are *SyntaxError with an offset into that
// text; an error that is ErrUnexpectedEnd leaves nothing behind, so that the call can be repeated
// with a longer text.
//
// It is made for large documents: IRIs are interned by their bytes, and what it returns is
// allocated in blocks, so that one axiom that is kept keeps its neighbours too. The texts
// are not kept. A parser is not safe for concurrent use.
//
// Where it is more tolerant than the grammar: lists of two and more may have one item; an
// abbreviated IRI may hold any characters but delimiters; in literals a backslash before anything
// but a quotation mark or backslash stands for itself; IRIs are not checked beyond what would hide
// a forgotten bracket. The last two and single items are told to Warn.
type FunctionalParser struct {
	// Prefixes expands abbreviated IRIs. Prefix adds to it.
	Prefixes *Prefixes
	// MaxDepth caps the nesting of expressions and annotations. Default 100,000.
	MaxDepth int
	// Warn is told of what is tolerated; offset is one into the text of the current call. May be nil.
	Warn func(offset int, message string)

	src      []byte
	pos      int
	depth    int
	err      *SyntaxError
	warnings []warning

	iris  iriTable // by the characters between < and >
	names iriTable // by abbreviated IRI or node id as written

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
	return &FunctionalParser{Prefixes: p, MaxDepth: 100_000}
}

// Prefix parses Prefix(name:=<namespace>) and adds it to Prefixes.
func (p *FunctionalParser) Prefix(src []byte) (name, namespace string, n int, err error) {
	p.begin(src)
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
	namespace = p.fullIRI().String()
	p.close("Prefix")
	if n, err = p.finish(); err != nil {
		return "", "", 0, err
	}
	p.Prefixes.Set(name, namespace)
	p.names = iriTable{} // what they were expanded to may have changed
	return name, namespace, n, nil
}

// OntologyHeader parses "Ontology(" with the IRIs that follow; either may be zero. The imports,
// annotations and axioms follow, then a closing parenthesis.
func (p *FunctionalParser) OntologyHeader(src []byte) (iri, version IRI, n int, err error) {
	p.begin(src)
	p.keyword("Ontology")
	if p.atIRI() {
		iri = p.iri()
		if p.atIRI() {
			version = p.iri()
		}
	}
	n, err = p.finish()
	return iri, version, n, err
}

// Import parses Import(IRI).
func (p *FunctionalParser) Import(src []byte) (iri IRI, n int, err error) {
	p.begin(src)
	p.keyword("Import")
	iri = p.iri()
	p.close("Import")
	n, err = p.finish()
	return iri, n, err
}

// Annotation parses Annotation(…) as it stands in the header of an ontology.
func (p *FunctionalParser) Annotation(src []byte) (a Annotation, n int, err error) {
	p.begin(src)
	p.keyword("Annotation")
	a = p.annotation()
	n, err = p.finish()
	return a, n, err
}

// Axiom parses one axiom.
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
	p.src, p.pos, p.depth, p.err = src, 0, 0, nil
	p.warnings = p.warnings[:0]
	clear(p.openClasses)
	p.openClasses = p.openClasses[:0]
}

// finish ends a call: it hands out the warnings and forgets the text.
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

// fail keeps the first error and takes the text away: whatever is parsed from then on finds the
// end, so that no production needs to check for errors.
func (p *FunctionalParser) fail(at int, err error) {
	if p.err == nil {
		p.err = &SyntaxError{Offset: at, Err: err}
	}
	p.src, p.pos = nil, 0
}

// expected fails with what the grammar wants at a place and what stands there.
func (p *FunctionalParser) expected(at int, what string) {
	if at >= len(p.src) {
		p.fail(at, fmt.Errorf("%w: expected %s", ErrUnexpectedEnd, what))
		return
	}
	p.fail(at, fmt.Errorf("expected %s, found %s", what, excerpt(p.src[at:])))
}

// excerpt quotes the token at the start of b, or the beginning of a long one.
func excerpt(b []byte) string {
	const longest = 40
	n := 1
	switch b[0] {
	case '(', ')', '=', '^', '@', '>':
	case '<':
		if n = bytes.IndexByte(b, '>') + 1; n == 0 {
			n = len(b)
		}
	case '"':
		if n = bytes.IndexByte(b[1:], '"') + 2; n == 1 {
			n = len(b)
		}
	default:
		for n < len(b) && !delimiter[b[n]] {
			n++
		}
	}
	if n <= longest {
		return fmt.Sprintf("%q", b[:n])
	}
	for n = longest; n > 1 && !utf8.RuneStart(b[n]); n-- {
	}
	return fmt.Sprintf("%q…", b[:n])
}

func (p *FunctionalParser) warn(at int, format string, args ...any) {
	if p.Warn != nil {
		p.warnings = append(p.warnings, warning{at, fmt.Sprintf(format, args...)})
	}
}

// peek returns the next byte, 0 at the end.
func (p *FunctionalParser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// skip moves over white space and comments.
func (p *FunctionalParser) skip() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		case '#':
			end := bytes.IndexByte(p.src[p.pos:], '\n')
			if end < 0 {
				p.pos = len(p.src)
				return
			}
			p.pos += end + 1
		default:
			return
		}
	}
}

// delimiter marks the bytes that end a keyword, number, abbreviated IRI or node id.
var delimiter = func() (t [256]bool) {
	for c := range ' ' + 1 {
		t[c] = true
	}
	for _, c := range []byte(`()<>"=^@#`) {
		t[c] = true
	}
	t[0x7f] = true
	return t
}()

// word takes the bytes up to the next delimiter. At the end of the text it fails, as the word may go on.
func (p *FunctionalParser) word() []byte {
	start := p.pos
	i := start
	for i < len(p.src) && !delimiter[p.src[i]] {
		i++
	}
	if i == len(p.src) {
		p.expected(i, "the end of a word")
		return nil
	}
	p.pos = i
	return p.src[start:i]
}

func (p *FunctionalParser) expect(c byte) {
	p.skip()
	if p.peek() != c {
		p.expected(p.pos, fmt.Sprintf("%q", string(c)))
		return
	}
	p.pos++
}

// close takes the closing parenthesis of a construct.
func (p *FunctionalParser) close(keyword string) {
	p.skip()
	if p.peek() != ')' {
		p.expected(p.pos, `")" to end `+keyword)
		return
	}
	p.pos++
}

// keyword takes one keyword and its opening parenthesis.
func (p *FunctionalParser) keyword(want string) {
	p.skip()
	at := p.pos
	if string(p.word()) != want {
		p.expected(at, want)
		return
	}
	p.expect('(')
}

// atClose reports whether a closing parenthesis follows; it is true at the end of the text, so
// that lists end there, and the closing parenthesis is missed behind them.
func (p *FunctionalParser) atClose() bool {
	p.skip()
	return p.pos >= len(p.src) || p.src[p.pos] == ')'
}

// atIRI reports whether an IRI follows and not a construct, literal or parenthesis. Where the text
// ends before that is clear, it fails.
func (p *FunctionalParser) atIRI() bool {
	p.skip()
	switch p.peek() {
	case '<':
		return true
	case '(', ')', '"':
		return false
	}
	i := p.pos
	for i < len(p.src) && !delimiter[p.src[i]] {
		if p.src[i] == ':' {
			return true
		}
		i++
	}
	if i == len(p.src) {
		p.expected(i, "an IRI")
	}
	return false
}

// atKeyword reports whether the next word is want.
func (p *FunctionalParser) atKeyword(want string) bool {
	p.skip()
	rest := p.src[p.pos:]
	return len(rest) > len(want) && string(rest[:len(want)]) == want && delimiter[rest[len(want)]]
}

func (p *FunctionalParser) enter() {
	p.depth++
	if p.depth > p.MaxDepth {
		p.fail(p.pos, fmt.Errorf("%w: more than %d levels", ErrTooDeep, p.MaxDepth))
	}
}

func (p *FunctionalParser) leave() { p.depth-- }

// iri takes a full or abbreviated IRI.
func (p *FunctionalParser) iri() IRI {
	p.skip()
	if p.peek() == '<' {
		return p.fullIRI()
	}
	at := p.pos
	return p.abbreviated(at, p.word())
}

// fullIRI takes <…>.
func (p *FunctionalParser) fullIRI() IRI {
	if p.pos >= len(p.src) {
		p.expected(p.pos, "an IRI")
		return IRI{}
	}
	start := p.pos + 1
	n := bytes.IndexByte(p.src[start:], '>')
	if n < 0 {
		p.unterminatedIRI(start)
		return IRI{}
	}
	name := p.src[start : start+n]
	hash := p.iris.hash(name)
	iri, ok := p.iris.find(hash, name)
	if !ok {
		if !p.checkIRI(start, name) {
			return IRI{}
		}
		iri = NewIRI(string(name))
		p.iris.add(hash, iri.String(), iri)
	}
	p.pos = start + n + 1
	return iri
}

// unterminatedIRI fails at once where the IRI would run over the end of a line, and else asks for
// more text.
func (p *FunctionalParser) unterminatedIRI(start int) {
	if i := bytes.IndexByte(p.src[start:], '\n'); i >= 0 {
		p.fail(start-1, errors.New(`unterminated IRI: no ">" before the end of the line`))
		return
	}
	p.expected(len(p.src), `">"`)
}

// checkIRI refuses what can only be a fault, and warns of characters that RFC 3987 does not allow.
func (p *FunctionalParser) checkIRI(start int, name []byte) bool {
	if len(name) == 0 {
		p.fail(start-1, errors.New("empty IRI"))
		return false
	}
	odd := -1
	for i, c := range name {
		switch {
		case endsIRI[c]:
			p.fail(start+i, fmt.Errorf("character %q in an IRI (is a \">\" missing?)", rune(c)))
			return false
		case odd < 0 && (c == ' ' || c == '"' || c == '{' || c == '}' || c == '|' || c == '^' || c == '\\' || c == '`'):
			odd = i
		}
	}
	if !utf8.Valid(name) {
		p.fail(start, errors.New("invalid UTF-8 in an IRI"))
		return false
	}
	if odd >= 0 {
		p.warn(start+odd, "character %q is not allowed in an IRI", rune(name[odd]))
	}
	if bytes.IndexByte(name, ':') < 0 {
		p.warn(start, "relative IRI <%s>", name)
	}
	return true
}

// abbreviated expands name:local.
func (p *FunctionalParser) abbreviated(at int, word []byte) IRI {
	hash := p.names.hash(word)
	iri, ok := p.names.find(hash, word)
	if ok {
		return iri
	}
	full, ok := p.Prefixes.Expand(string(word))
	if !ok {
		p.badName(at, word)
		return IRI{}
	}
	if !utf8.ValidString(full) {
		p.fail(at, errors.New("invalid UTF-8 in an IRI"))
		return IRI{}
	}
	iri = NewIRI(full)
	p.names.add(hash, string(word), iri)
	return iri
}

// badName says why a word is no abbreviated IRI.
func (p *FunctionalParser) badName(at int, word []byte) {
	name, _, found := strings.Cut(string(word), ":")
	switch {
	case p.err != nil:
	case !found:
		p.expected(at, "an IRI")
	case name == "_":
		p.fail(at, fmt.Errorf("anonymous individual %q where an IRI is expected", word))
	default:
		p.fail(at, fmt.Errorf("%w %q", ErrUndefinedPrefix, name+":"))
	}
}

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
	return NamedIndividual{p.iri()}
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

// number takes a nonNegativeInteger.
func (p *FunctionalParser) number() int {
	p.skip()
	at := p.pos
	n := 0
	word := p.word()
	for _, c := range word {
		if c < '0' || c > '9' {
			p.expected(at, "a number")
			return 0
		}
		if n = 10*n + int(c-'0'); n > math.MaxInt32 {
			p.fail(at, fmt.Errorf("cardinality beyond %d", math.MaxInt32))
			return 0
		}
	}
	if len(word) == 0 {
		p.expected(at, "a number")
	}
	return n
}

// literal takes "…" with its language tag or datatype.
func (p *FunctionalParser) literal() *Literal {
	p.skip()
	if p.peek() != '"' {
		p.expected(p.pos, "a literal")
		return nil
	}
	at := p.pos
	lexical := p.quoted()
	l := p.literals.one()
	l.Lexical, l.Datatype = lexical, XSDString
	if p.peek() == '@' {
		p.pos++
		l.Lang, l.Datatype = p.languageTag(), RDFLangString
		return l
	}
	if p.peek() != '^' {
		if p.pos == len(p.src) {
			p.expected(p.pos, "what follows a literal")
		}
		return l
	}
	p.pos++
	if p.peek() != '^' {
		p.expected(p.pos, `"^^"`)
		return l
	}
	p.pos++
	l.Datatype = Datatype{p.iri()}
	if l.Datatype == RDFPlainLiteral {
		p.plain(at, l)
	}
	return l
}

// plain resolves the lexical form of rdf:PlainLiteral, text@tag (rdf:PlainLiteral, section 2).
func (p *FunctionalParser) plain(at int, l *Literal) {
	i := strings.LastIndexByte(l.Lexical, '@')
	if i < 0 {
		p.warn(at, "rdf:PlainLiteral without an @")
		return
	}
	l.Lexical, l.Lang, l.Datatype = l.Lexical[:i], l.Lexical[i+1:], RDFLangString
	if l.Lang == "" {
		l.Datatype = XSDString
	}
}

// quoted takes "…" and resolves \" and \\.
func (p *FunctionalParser) quoted() string {
	start := p.pos + 1
	end := start
	escaped := false
	for {
		n := bytes.IndexByte(p.src[end:], '"')
		if n < 0 {
			p.expected(len(p.src), "the closing quotation mark")
			return ""
		}
		// The mark is part of the text if an odd number of backslashes stands before it.
		from := end
		end += n
		backslashes := 0
		for i := end - 1; i >= start && p.src[i] == '\\'; i-- {
			backslashes++
		}
		escaped = escaped || bytes.IndexByte(p.src[from:end], '\\') >= 0
		if backslashes%2 == 0 {
			break
		}
		end++
	}
	text := p.src[start:end]
	if !utf8.Valid(text) {
		p.fail(start, errors.New("invalid UTF-8 in a literal"))
		return ""
	}
	p.pos = end + 1
	if !escaped {
		return p.texts.string(text)
	}
	return p.unescape(start, text)
}

func (p *FunctionalParser) unescape(start int, text []byte) string {
	var b strings.Builder
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			break
		}
		b.Write(text[:i])
		if c := text[i+1]; c != '"' && c != '\\' {
			p.warn(start+i, "backslash before %q in a literal", rune(c))
			b.WriteByte('\\')
		}
		b.WriteByte(text[i+1])
		start += i + 2
		text = text[i+2:]
	}
	b.Write(text)
	return b.String()
}

// languageTag takes what follows the @.
func (p *FunctionalParser) languageTag() string {
	at := p.pos
	for i := at; i < len(p.src); i++ {
		c := p.src[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' {
			continue
		}
		if i == at {
			p.expected(at, "a language tag")
			return ""
		}
		p.pos = i
		if i-at == 2 && p.src[at] == 'e' && p.src[at+1] == 'n' {
			return "en"
		}
		return string(p.src[at:i])
	}
	p.expected(len(p.src), "the end of a language tag")
	return ""
}

func (p *FunctionalParser) objectProperty() ObjectPropertyExpression {
	if p.atIRI() {
		return ObjectProperty{p.iri()}
	}
	inverse := false
	depth := 0
	for p.atKeyword("ObjectInverseOf") {
		p.keyword("ObjectInverseOf")
		inverse = !inverse
		depth++
	}
	if depth == 0 || !p.atIRI() {
		p.expected(p.pos, "an object property or ObjectInverseOf")
		return nil
	}
	property := ObjectProperty{p.iri()}
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

func (p *FunctionalParser) dataProperty() DataProperty { return DataProperty{p.iri()} }

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
	if p.atIRI() {
		return Datatype{p.iri()}
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
		r := &DatatypeRestriction{Datatype: Datatype{p.iri()}}
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
	if p.peek() == '<' {
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

// annotation takes what follows "Annotation(".
func (p *FunctionalParser) annotation() Annotation {
	p.enter()
	a := Annotation{Annotations: p.annotations()}
	a.Property = AnnotationProperty{p.iri()}
	a.Value = p.annotationValue()
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
		if list == nil && !p.atKeyword("Annotation") {
			return p.annotates.many([]Annotation{a})
		}
		list = append(list, a)
	}
	return list
}

func (p *FunctionalParser) annotationValue() AnnotationValue {
	p.skip()
	switch {
	case p.peek() == '"':
		return p.literal()
	case p.atNodeID():
		return p.anonymous()
	}
	return p.iri()
}

func (p *FunctionalParser) annotationSubject() AnnotationSubject {
	if p.atNodeID() {
		return p.anonymous()
	}
	return p.iri()
}

// axiom takes one axiom.
func (p *FunctionalParser) axiom() Axiom {
	p.skip()
	at := p.pos
	word := p.word()
	if p.err != nil {
		return nil
	}
	switch string(word) {
	case "AnnotationAssertion":
		a := p.assertions.one()
		a.Annotated = p.open()
		a.Property = AnnotationProperty{p.iri()}
		a.Subject = p.annotationSubject()
		a.Value = p.annotationValue()
		p.close("AnnotationAssertion")
		return a
	case "SubClassOf":
		a := p.subClasses.one()
		a.Annotated = p.open()
		a.Sub = p.classExpression()
		a.Super = p.classExpression()
		p.close("SubClassOf")
		return a
	case "Declaration":
		a := p.declares.one()
		a.Annotated = p.open()
		a.Entity = p.entity()
		p.close("Declaration")
		return a
	case "EquivalentClasses":
		a := p.equivalents.one()
		a.Annotated = p.open()
		a.Classes = p.classExpressions("EquivalentClasses", 2)
		return a
	case "DisjointClasses":
		a := &DisjointClasses{Annotated: p.open()}
		a.Classes = p.classExpressions("DisjointClasses", 2)
		return a
	case "DisjointUnion":
		a := &DisjointUnion{Annotated: p.open()}
		a.Class = Class{p.iri()}
		a.Classes = p.classExpressions("DisjointUnion", 2)
		return a
	case "SubObjectPropertyOf":
		return p.subObjectProperty()
	case "EquivalentObjectProperties":
		a := &EquivalentObjectProperties{Annotated: p.open()}
		a.Properties = p.objectProperties("EquivalentObjectProperties", 2)
		return a
	case "DisjointObjectProperties":
		a := &DisjointObjectProperties{Annotated: p.open()}
		a.Properties = p.objectProperties("DisjointObjectProperties", 2)
		return a
	case "InverseObjectProperties":
		a := &InverseObjectProperties{Annotated: p.open()}
		a.First = p.objectProperty()
		a.Second = p.objectProperty()
		p.close("InverseObjectProperties")
		return a
	case "ObjectPropertyDomain":
		a := &ObjectPropertyDomain{Annotated: p.open()}
		a.Property = p.objectProperty()
		a.Domain = p.classExpression()
		p.close("ObjectPropertyDomain")
		return a
	case "ObjectPropertyRange":
		a := &ObjectPropertyRange{Annotated: p.open()}
		a.Property = p.objectProperty()
		a.Range = p.classExpression()
		p.close("ObjectPropertyRange")
		return a
	case "FunctionalObjectProperty":
		a := &FunctionalObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("FunctionalObjectProperty")
		return a
	case "InverseFunctionalObjectProperty":
		a := &InverseFunctionalObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("InverseFunctionalObjectProperty")
		return a
	case "ReflexiveObjectProperty":
		a := &ReflexiveObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("ReflexiveObjectProperty")
		return a
	case "IrreflexiveObjectProperty":
		a := &IrreflexiveObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("IrreflexiveObjectProperty")
		return a
	case "SymmetricObjectProperty":
		a := &SymmetricObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("SymmetricObjectProperty")
		return a
	case "AsymmetricObjectProperty":
		a := &AsymmetricObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("AsymmetricObjectProperty")
		return a
	case "TransitiveObjectProperty":
		a := &TransitiveObjectProperty{Annotated: p.open()}
		a.Property = p.soleProperty("TransitiveObjectProperty")
		return a
	case "SubDataPropertyOf":
		a := &SubDataPropertyOf{Annotated: p.open()}
		a.Sub = p.dataProperty()
		a.Super = p.dataProperty()
		p.close("SubDataPropertyOf")
		return a
	case "EquivalentDataProperties":
		a := &EquivalentDataProperties{Annotated: p.open()}
		a.Properties = p.dataProperties("EquivalentDataProperties", 2)
		return a
	case "DisjointDataProperties":
		a := &DisjointDataProperties{Annotated: p.open()}
		a.Properties = p.dataProperties("DisjointDataProperties", 2)
		return a
	case "DataPropertyDomain":
		a := &DataPropertyDomain{Annotated: p.open()}
		a.Property = p.dataProperty()
		a.Domain = p.classExpression()
		p.close("DataPropertyDomain")
		return a
	case "DataPropertyRange":
		a := &DataPropertyRange{Annotated: p.open()}
		a.Property = p.dataProperty()
		a.Range = p.dataRange()
		p.close("DataPropertyRange")
		return a
	case "FunctionalDataProperty":
		a := &FunctionalDataProperty{Annotated: p.open()}
		a.Property = p.dataProperty()
		p.close("FunctionalDataProperty")
		return a
	case "DatatypeDefinition":
		a := &DatatypeDefinition{Annotated: p.open()}
		a.Datatype = Datatype{p.iri()}
		a.Range = p.dataRange()
		p.close("DatatypeDefinition")
		return a
	case "HasKey":
		return p.hasKey()
	case "SameIndividual":
		a := &SameIndividual{Annotated: p.open()}
		a.Individuals = p.individuals("SameIndividual", 2)
		return a
	case "DifferentIndividuals":
		a := &DifferentIndividuals{Annotated: p.open()}
		a.Individuals = p.individuals("DifferentIndividuals", 2)
		return a
	case "ClassAssertion":
		a := &ClassAssertion{Annotated: p.open()}
		a.Class = p.classExpression()
		a.Individual = p.individual()
		p.close("ClassAssertion")
		return a
	case "ObjectPropertyAssertion":
		a := &ObjectPropertyAssertion{Annotated: p.open()}
		a.Property = p.objectProperty()
		a.Source = p.individual()
		a.Target = p.individual()
		p.close("ObjectPropertyAssertion")
		return a
	case "NegativeObjectPropertyAssertion":
		a := &NegativeObjectPropertyAssertion{Annotated: p.open()}
		a.Property = p.objectProperty()
		a.Source = p.individual()
		a.Target = p.individual()
		p.close("NegativeObjectPropertyAssertion")
		return a
	case "DataPropertyAssertion":
		a := &DataPropertyAssertion{Annotated: p.open()}
		a.Property = p.dataProperty()
		a.Source = p.individual()
		a.Target = p.literal()
		p.close("DataPropertyAssertion")
		return a
	case "NegativeDataPropertyAssertion":
		a := &NegativeDataPropertyAssertion{Annotated: p.open()}
		a.Property = p.dataProperty()
		a.Source = p.individual()
		a.Target = p.literal()
		p.close("NegativeDataPropertyAssertion")
		return a
	case "SubAnnotationPropertyOf":
		a := &SubAnnotationPropertyOf{Annotated: p.open()}
		a.Sub = AnnotationProperty{p.iri()}
		a.Super = AnnotationProperty{p.iri()}
		p.close("SubAnnotationPropertyOf")
		return a
	case "AnnotationPropertyDomain":
		a := &AnnotationPropertyDomain{Annotated: p.open()}
		a.Property = AnnotationProperty{p.iri()}
		a.Domain = p.iri()
		p.close("AnnotationPropertyDomain")
		return a
	case "AnnotationPropertyRange":
		a := &AnnotationPropertyRange{Annotated: p.open()}
		a.Property = AnnotationProperty{p.iri()}
		a.Range = p.iri()
		p.close("AnnotationPropertyRange")
		return a
	case "DLSafeRule":
		a := &Rule{Annotated: p.open()}
		a.Text = p.rule()
		return a
	}
	p.unknown(at, string(word), "an axiom", axiomKeywords())
	return nil
}

// open takes the opening parenthesis of an axiom and its annotations.
func (p *FunctionalParser) open() Annotated {
	p.expect('(')
	return Annotated{p.annotations()}
}

func (p *FunctionalParser) soleProperty(keyword string) ObjectPropertyExpression {
	property := p.objectProperty()
	p.close(keyword)
	return property
}

// entity takes Class(IRI) and its like.
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

func (p *FunctionalParser) subObjectProperty() Axiom {
	annotated := p.open()
	if !p.atKeyword("ObjectPropertyChain") {
		a := &SubObjectPropertyOf{Annotated: annotated}
		a.Sub = p.objectProperty()
		a.Super = p.objectProperty()
		p.close("SubObjectPropertyOf")
		return a
	}
	p.keyword("ObjectPropertyChain")
	a := &SubPropertyChainOf{Annotated: annotated}
	a.Chain = p.objectProperties("ObjectPropertyChain", 2)
	a.Super = p.objectProperty()
	p.close("SubObjectPropertyOf")
	return a
}

func (p *FunctionalParser) hasKey() Axiom {
	a := &HasKey{Annotated: p.open()}
	a.Class = p.classExpression()
	p.expect('(')
	a.ObjectProperties = p.objectProperties("the object properties of HasKey", 0)
	p.expect('(')
	a.DataProperties = p.dataProperties("the data properties of HasKey", 0)
	p.close("HasKey")
	return a
}

// rule takes the rest of DLSafeRule(…) as opaque text, with IRIs in full and one space between
// arguments.
func (p *FunctionalParser) rule() string {
	r := renderer{dst: []byte(ruleKeyword)}
	for open := 1; open > 0; {
		p.skip()
		at := p.pos
		switch c := p.peek(); {
		case at >= len(p.src):
			p.expected(at, `")" to end DLSafeRule`)
			return ""
		case c == ')':
			p.pos++
			open--
			r.close()
		case c == '(':
			p.pos++
			open++
			r.dst = append(r.dst, '(')
		case c == '"':
			l := p.literal()
			if p.err != nil {
				return ""
			}
			r.next()
			r.literal(l)
		case p.atNodeID():
			r.next()
			r.nodeID(p.anonymous())
		case p.atIRI():
			r.nextIRI(p.iri())
		default:
			word := p.word()
			if len(word) == 0 {
				p.expected(at, "a part of a rule")
				return ""
			}
			r.next()
			r.dst = append(r.dst, word...)
		}
	}
	return string(r.dst)
}

var (
	dataRangeKeywords = []string{"DataIntersectionOf", "DataUnionOf", "DataComplementOf", "DataOneOf", "DatatypeRestriction"}
	classKeywords     = []string{
		"ObjectIntersectionOf", "ObjectUnionOf", "ObjectComplementOf", "ObjectOneOf", "ObjectSomeValuesFrom", "ObjectAllValuesFrom",
		"ObjectHasValue", "ObjectHasSelf", "ObjectMinCardinality", "ObjectMaxCardinality", "ObjectExactCardinality",
		"DataSomeValuesFrom", "DataAllValuesFrom", "DataHasValue", "DataMinCardinality", "DataMaxCardinality", "DataExactCardinality",
	}
)

func axiomKeywords() []string {
	return append([]string{"DLSafeRule"}, axiomKindNames[:RuleKind]...)
}

// unknown fails at a word that is not one of the keywords, and names the one that may be meant.
func (p *FunctionalParser) unknown(at int, word, what string, keywords []string) {
	if p.err != nil {
		return
	}
	if nearest := nearestWord(word, keywords); nearest != "" {
		what += fmt.Sprintf(" (did you mean %s?)", nearest)
	}
	p.expected(at, what)
}

// nearestWord returns the keyword that few edits lead to, or "".
func nearestWord(word string, keywords []string) string {
	best, nearest := min(len(word)/3, 4)+1, ""
	if len(word) > 64 {
		return ""
	}
	for _, k := range keywords {
		if d := editDistance(strings.ToLower(word), strings.ToLower(k)); d < best {
			best, nearest = d, k
		}
	}
	return nearest
}

// editDistance counts the insertions, deletions and replacements of bytes that lead from a to b (Levenshtein).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
