package owl

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// fail keeps the first error and takes the text away: all that is parsed from then on finds the
// end, so that no production needs to check for errors.
func (p *FunctionalParser) fail(at int, err error) {
	if p.err == nil {
		p.err = &SyntaxError{Offset: at, Err: err}
	}
	p.src, p.pos = nil, 0
}

// expected fails with what the grammar wants at a place and what is there.
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
			line := p.src[p.pos:]
			if end := bytes.IndexByte(line, '\n'); end >= 0 {
				line = line[:end]
			}
			if end := bytes.IndexByte(line, '\r'); end >= 0 {
				line = line[:end]
			}
			p.pos += len(line)
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

// word takes the bytes up to the next delimiter. At the end of the text it fails, because the word
// may continue.
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
	iri, ok := p.iris[string(name)]
	if !ok {
		if !p.checkIRI(start, name) {
			return IRI{}
		}
		iri = NewIRI(string(name))
		p.iris[iri.String()] = iri
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
		case odd < 0 && (c == ' ' || c == '"' || c == '{' || c == '}' || c == '|' || c == '^' ||
			c == '\\' || c == '`'):
			odd = i
		}
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
	iri, ok := p.names[string(word)]
	if ok {
		return iri
	}
	full, ok := p.Prefixes.Expand(string(word))
	if !ok {
		p.badName(at, word)
		return IRI{}
	}
	if err := p.expansion.Add(len(full) - len(word)); err != nil {
		p.fail(at, err)
		return IRI{}
	}
	if iri = NewIRI(full); iri.IsZero() {
		p.fail(at, errors.New("empty IRI"))
		return iri
	}
	p.names[string(word)] = iri
	return iri
}

// badName describes why a word is no abbreviated IRI.
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
	l := &p.skipped
	if !p.skipping {
		l = p.literals.one()
	}
	l.Lexical, l.Datatype = lexical, XSDString
	if p.peek() == '@' {
		p.pos++
		l.Lang, l.Datatype = p.languageTag(), RDFLangString
		return l
	}
	if p.peek() != '^' {
		if p.pos == len(p.src) {
			p.expected(p.pos, "the end of a literal")
		}
		return l
	}
	p.pos++
	if p.peek() != '^' {
		p.expected(p.pos, `"^^"`)
		return l
	}
	p.pos++
	l.Datatype = Datatype{p.name(1 << DatatypeKind)}
	if l.Datatype == RDFPlainLiteral && !p.skipping {
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
		// The mark is part of the text if an odd number of backslashes precedes it.
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
	p.pos = end + 1
	if p.skipping {
		return ""
	}
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

// UnderscoreInLanguageTag is the warning of a FunctionalParser about a language tag that is none by
// BCP 47, but common.
const UnderscoreInLanguageTag = "language tag with an underscore"

// languageTag takes the tag after the @.
func (p *FunctionalParser) languageTag() string {
	at := p.pos
	for i := at; i < len(p.src); i++ {
		c := p.src[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' {
			continue
		}
		if c == '_' && i > at {
			p.warn(at, UnderscoreInLanguageTag)
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

func keywords[T any](shapes []Shape[T]) (list []string) {
	for i := range shapes {
		list = append(list, shapes[i].Keyword)
	}
	return list
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
	most, nearest := min(len(word)/3, 4), ""
	for _, k := range keywords {
		d := EditDistance([]byte(strings.ToLower(word)), []byte(strings.ToLower(k)), most)
		if d <= most {
			most, nearest = d-1, k
		}
	}
	return nearest
}
