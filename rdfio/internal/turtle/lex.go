package turtle

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// turtleLexer reads the terminals that Turtle and N-Triples share (RDF 1.1 Turtle, section 6.5;
// RDF 1.1 N-Triples, section 7).
//
// A token starts at w.Pos and stays there until it is consumed whole. Places inside a token are
// offsets from w.Pos, which remain valid when the window moves. Package rdfio replaces or
// refuses bytes that are not UTF-8 before; those of a Scanner may be in literals and names.
type turtleLexer struct {
	w     *doc.Window
	terms *rdf.Table
	opts  doc.Options
	emit  func(rdf.Statement) error
	base  rdf.Base
	err   error // the first one; next finds nothing more

	line      int32 // of w.Pos
	lineStart int   // the index in w.Buf at which that line begins; may be negative
	ahead     int32 // the number of lines from the end of the last literal to w.Pos

	// ntriples is set for N-Triples: absolute IRIs, short strings in double quotes and datatypes in
	// angle brackets.
	ntriples bool

	tolerated bool // the last IRIREF has a character or an escape that is not allowed

	iriText   []byte // the IRI being unescaped or composed
	resolved  []byte // the IRI being resolved
	expansion owl.Expansion
	lexical   []byte // the literal being unescaped, or waiting for its datatype

	xsdString, langString rdf.ID // rdf.None until needed
}

func newTurtleLexer(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) turtleLexer {
	if opts.Prefix == nil {
		opts.Prefix = func(string, string) {}
	}
	if opts.Warn == nil {
		opts.Warn = func(int, int, string) {}
	}
	return turtleLexer{w: w, terms: terms, opts: opts, emit: emit, line: 1, xsdString: rdf.None,
		langString: rdf.None}
}

// textWindow returns a window on a text in memory.
func textWindow(text []byte) *doc.Window {
	return &doc.Window{Ctx: context.Background(), Buf: text, End: len(text), EOF: true}
}

// next skips white space and comments and returns the byte at w.Pos, or 0 at the end of the
// document (see atEnd) and after an error, so that most productions need not check for errors.
func (l *turtleLexer) next() byte {
	w := l.w
	for l.err == nil {
		buf := w.Buf[:w.End]
		i := w.Pos
		for i < len(buf) {
			c := buf[i]
			if c > ' ' && c != '#' {
				w.Pos = i
				return c
			}
			switch c {
			case ' ':
				i++
				for i+8 <= len(buf) && binary.LittleEndian.Uint64(buf[i:]) == allSpaces {
					i += 8
				}
			case '\n':
				i++
				l.line++
				l.lineStart = i
			case '\t', '\r':
				i++
			case '#':
				w.Pos = i
				l.comment()
				buf, i = w.Buf[:w.End], w.Pos
			default:
				w.Pos = i
				return c
			}
		}
		w.Pos = i
		if !l.fill() {
			break
		}
	}
	return 0
}

// comment skips the comment at w.Pos, up to the end of its line.
func (l *turtleLexer) comment() {
	n := 1
	for {
		buf := l.rest()
		for n < len(buf) && buf[n] != '\n' && buf[n] != '\r' {
			if n+8 <= len(buf) && bytesBelow(binary.LittleEndian.Uint64(buf[n:]), ' ') == 0 {
				n += 8
				continue
			}
			n++
		}
		if n < len(buf) || !l.fill() {
			break
		}
	}
	l.w.Pos += n
}

// iri reads the IRIREF at w.Pos. An absolute IRI without escapes that is known was checked before
// and is only looked up.
func (l *turtleLexer) iri() rdf.ID {
	end := l.plainIRI()
	if end == 0 || rdf.SchemeEnd(l.rest()[1:end]) < 0 {
		text, end := l.iriRef()
		id := l.internIRI(text)
		l.w.Pos += end
		return id
	}
	known := len(l.terms.Terms)
	id := l.terms.IRI(l.rest()[1:end])
	if int(id) == known {
		text, _ := l.iriRef()
		l.checkIRI(text)
	}
	l.w.Pos += end + 1
	return id
}

// plainIRI returns the offset of the ">" of the IRIREF at w.Pos, or 0 if white space or a backslash
// precedes it or it is missing.
func (l *turtleLexer) plainIRI() int {
	n := 1
	for {
		buf := l.rest()
		for n+8 <= len(buf) {
			x := binary.LittleEndian.Uint64(buf[n:])
			stops := bytesEqual(x, '>') | bytesEqual(x, '\\') | bytesBelow(x, '!')
			if stops != 0 {
				n += bits.TrailingZeros64(stops) / 8
				break
			}
			n += 8
		}
		for ; n < len(buf); n++ {
			switch c := buf[n]; {
			case c == '>':
				return n
			case c == '\\' || c <= ' ':
				return 0
			}
		}
		if !l.fill() {
			return 0
		}
	}
}

// iriRef reads the IRIREF at w.Pos and does not move w.Pos. Text is the IRI, resolved against the
// base and valid until the next read; end is the offset after the ">".
func (l *turtleLexer) iriRef() (text []byte, end int) {
	n, escaped := 1, false
	odd := 0 // the offset of the first character that is not allowed
scan:
	for {
		buf := l.rest()
		for n < len(buf) && turtleClass[buf[n]]&classIRI != 0 {
			n++
		}
		switch {
		case n == len(buf):
			if !l.fill() {
				l.truncated("an IRI without its closing '>'")
				return nil, 0
			}
		case buf[n] == '>':
			break scan
		case buf[n] == '\\':
			escaped = true
			n++
		case buf[n] >= utf8.RuneSelf:
			n++
		case odd == 0 && toleratedInIRI(buf[n]):
			odd = n
			n++
		case toleratedInIRI(buf[n]):
			n++
		default:
			l.fail(l.errorAt(n, errIRICharacter(buf[n])))
			return nil, 0
		}
	}
	l.tolerated = odd > 0
	if odd > 0 {
		l.tolerate(doc.NoteInvalidIRI, l.errorAt(odd, errIRICharacter(l.rest()[odd])), "kept")
	}
	text = l.rest()[1:n]
	if escaped {
		text = l.unescapeIRI(n)
	}
	if rdf.SchemeEnd(text) < 0 {
		if l.ntriples {
			l.tolerate(doc.NoteInvalidIRI, l.errorAt(0,
				fmt.Errorf("the IRI <%s> is relative, which N-Triples does not allow", text)),
				"resolved against the IRI of the document")
		}
		var err error
		if l.resolved, err = rdf.Resolve(l.resolved[:0], &l.base, text); err != nil {
			l.fail(l.errorAt(0, err))
		}
		l.expand(len(l.resolved) - len(text))
		text = l.resolved
	}
	return text, n + 1
}

// expand counts the namespace or base of the IRI at w.Pos.
func (l *turtleLexer) expand(namespace int) {
	if err := l.expansion.Add(namespace); err != nil {
		l.fail(l.errorAt(0, fmt.Errorf("%w: %w", doc.ErrTooLarge, err)))
	}
}

// toleratedInIRI reports whether lenient reading keeps a character that IRIREF does not allow.
// Angle brackets and control characters are always errors.
func toleratedInIRI(c byte) bool {
	return c == ' ' || c == '"' || c == '{' || c == '}' || c == '|' || c == '^' || c == '`'
}

func errIRICharacter(c byte) error {
	return fmt.Errorf("the character %q is not allowed in an IRI", c)
}

// internIRI interns the absolute IRI of the token at w.Pos.
func (l *turtleLexer) internIRI(iri []byte) rdf.ID {
	known := len(l.terms.Terms)
	id := l.terms.IRI(iri)
	if int(id) == known {
		l.checkIRI(iri)
	}
	return id
}

// checkIRI warns if the new IRI of the token at w.Pos violates RFC 3987. It computes the place
// without a search, because every IRI of a document may be invalid.
func (l *turtleLexer) checkIRI(iri []byte) {
	if fault := rdf.IRIFault(iri); fault != "" && !l.tolerated && l.err == nil {
		l.opts.Warn(int(l.line), l.w.Pos-l.lineStart+1, fault)
	}
}

// labelled reads the BLANK_NODE_LABEL at w.Pos.
func (l *turtleLexer) labelled() rdf.ID {
	if l.byteAt(1) != ':' {
		l.unexpected(1, `":" after "_"`)
		return rdf.None
	}
	end := l.plainLabel()
	if end <= 2 {
		end = 2 // a label does not end in a full stop
		for n := 2; ; {
			r, size := l.runeAt(n)
			if r == '.' && n > 2 {
				n++
				continue
			}
			if !owl.IsNameChar(r) || n == 2 && !isLabelStart(r) {
				break
			}
			n += size
			end = n
		}
	}
	if end == 2 {
		l.unexpected(2, `a blank node label after "_:"`)
		return rdf.None
	}
	id := l.terms.Labelled(l.rest()[2:end])
	l.w.Pos += end
	return id
}

// plainLabel returns the offset after the BLANK_NODE_LABEL at w.Pos, or 0 if it has characters
// outside ASCII or is invalid.
func (l *turtleLexer) plainLabel() int {
	n := 2
	for {
		buf := l.rest()
		for n < len(buf) && turtleClass[buf[n]]&className != 0 && buf[n] != ':' {
			n++
		}
		if n < len(buf) || !l.fill() {
			break
		}
	}
	buf := l.rest()
	if n == len(buf) || buf[n] >= utf8.RuneSelf || !isLabelStart(rune(buf[2])) {
		return 0
	}
	for buf[n-1] == '.' {
		n--
	}
	return n
}

// isLabelStart reports whether r may be the first character of a blank node label, or of a local
// name: PN_CHARS_U and digits.
func isLabelStart(r rune) bool { return r == '_' || '0' <= r && r <= '9' || owl.IsNameStart(r) }

// literal reads the string at w.Pos with its language tag, or with "^^" and the IRI that datatype
// reads.
func (l *turtleLexer) literal(datatype func() rdf.ID) rdf.ID {
	q := l.quoted()
	c := l.byteAt(q.end)
	if c == ' ' {
		c = l.byteAt(q.end + 1)
	}
	if c > ' ' && c != '@' && c != '^' && c != '#' {
		id := l.terms.Literal(l.text(q), l.stringType(), nil)
		l.w.Pos += q.end
		return id
	}
	// Copy the text, because further reading may move the window. White space and line breaks may
	// precede the tag or the datatype.
	if !q.unescaped {
		l.lexical = append(l.lexical[:0], l.text(q)...)
	}
	l.w.Pos += q.end
	line := l.line
	if l.ntriples {
		c = l.nextOnLine()
	} else {
		c = l.next()
	}
	switch c {
	case '@':
		return l.taggedLiteral()
	case '^':
		return l.typedLiteral(datatype)
	default:
		l.ahead = l.line - line
		return l.terms.Literal(l.lexical, l.stringType(), nil)
	}
}

// taggedLiteral reads the LANGTAG at w.Pos of the literal with the text l.lexical. It tolerates
// underscores in place of hyphens.
func (l *turtleLexer) taggedLiteral() rdf.ID {
	n, underscore := 1, 0
	class := classLetter
	for {
		c := l.byteAt(n)
		if turtleClass[c]&class == 0 {
			if c == '_' && underscore == 0 {
				underscore = n
			}
			if c != '-' && c != '_' || n == 1 || turtleClass[l.byteAt(n-1)]&class == 0 {
				break
			}
			class = classLetter | classDigit
		}
		n++
	}
	if n == 1 || turtleClass[l.byteAt(n-1)]&class == 0 {
		l.unexpected(n, "a language tag")
		return rdf.None
	}
	if underscore > 0 {
		l.tolerate(doc.NoteLanguageTag, l.unexpectedAt(underscore, `",", ";" or "."`), "kept")
	}
	if l.langString == rdf.None {
		l.langString = l.terms.IRI([]byte(owl.RDFNamespace + "langString"))
	}
	id := l.terms.Literal(l.lexical, l.langString, l.rest()[1:n])
	l.w.Pos += n
	return id
}

// typedLiteral reads the "^^" at w.Pos and the datatype of the literal with the text l.lexical.
func (l *turtleLexer) typedLiteral(datatype func() rdf.ID) rdf.ID {
	if l.byteAt(1) != '^' {
		l.unexpected(1, `"^^" and a datatype`)
		return rdf.None
	}
	l.w.Pos += 2
	id := datatype()
	if l.err != nil {
		return rdf.None
	}
	return l.terms.Literal(l.lexical, id, nil)
}

// stringType returns xsd:string, the datatype of literals without one.
func (l *turtleLexer) stringType() rdf.ID {
	if l.xsdString == rdf.None {
		l.xsdString = l.terms.IRI([]byte(owl.XSDNamespace + "string"))
	}
	return l.xsdString
}

// quotedString is a string in the window: its text at the offsets from:to, or in l.lexical if it
// had escapes, and the offset after its closing quotes.
type quotedString struct {
	from, to, end int
	unescaped     bool
}

// text returns the characters of the string, valid until the next read.
func (l *turtleLexer) text(q quotedString) []byte {
	if q.unescaped {
		return l.lexical
	}
	return l.rest()[q.from:q.to]
}

// quoted reads the string at w.Pos (STRING_LITERAL_QUOTE and its three variants) and does not move
// w.Pos.
func (l *turtleLexer) quoted() quotedString {
	quote := l.w.Buf[l.w.Pos]
	long := !l.ntriples && l.byteAt(1) == quote && l.byteAt(2) == quote
	q := quotedString{from: 1}
	if long {
		q.from = 3
	}
	n, escaped := q.from, false
	breaks := long // lines may end in the string
scan:
	for {
		buf := l.rest()
		for n+8 <= len(buf) {
			x := binary.LittleEndian.Uint64(buf[n:])
			stops := bytesEqual(x, quote) | bytesEqual(x, '\\')
			if !breaks {
				stops |= bytesBelow(x, ' ')
			}
			if stops != 0 {
				n += bits.TrailingZeros64(stops) / 8
				break
			}
			n += 8
		}
		if n == len(buf) {
			if !l.fill() {
				l.truncated(fmt.Sprintf("a string without its closing %s",
					bytes.Repeat([]byte{quote}, q.from)))
				return quotedString{}
			}
			continue
		}
		switch c := buf[n]; {
		case c == quote && !long:
			q.to, q.end = n, n+1
			break scan
		case c == quote:
			if l.byteAt(n+1) == quote && l.byteAt(n+2) == quote {
				q.to, q.end = n, n+3
				break scan
			}
			n++
		case c == '\\':
			escaped = true
			n++
			if l.byteAt(n) != 0 { // an escaped character does not end the string
				n++
			}
		case (c == '\n' || c == '\r') && !breaks:
			if fault := l.errorAt(n, errLineInString); l.ntriples {
				l.fail(fault)
			} else {
				l.tolerate(doc.NoteLineBreak, fault, "kept")
			}
			if breaks = true; l.err != nil {
				return quotedString{}
			}
		default:
			n++
		}
	}
	if breaks {
		text := l.rest()[q.from:q.to]
		if lines := bytes.Count(text, []byte{'\n'}); lines > 0 {
			l.line += int32(lines)
			l.lineStart = l.w.Pos + q.from + bytes.LastIndexByte(text, '\n') + 1
		}
	}
	if escaped {
		q.unescaped = true
		l.unescapeString(q)
	}
	return q
}

var errLineInString = errors.New(
	`line break in a string: expected its closing quote first, or the escape \n`)

// unescapeString sets l.lexical to the text of q with its escapes (ECHAR and UCHAR) resolved.
func (l *turtleLexer) unescapeString(q quotedString) {
	l.lexical = l.lexical[:0]
	buf := l.rest()[:q.to]
	for i := q.from; ; {
		n := bytes.IndexByte(buf[i:], '\\')
		if n < 0 {
			l.lexical = append(l.lexical, buf[i:]...)
			return
		}
		l.lexical = append(l.lexical, buf[i:i+n]...)
		i += n
		if c := escapedChar(buf[i:]); c != 0 {
			l.lexical = append(l.lexical, c)
			i += 2
			continue
		}
		r, size, err := escapedRune(buf[i:])
		if err != nil {
			l.tolerate(doc.NoteEscape, l.errorAt(i, err), "kept")
			r, size = '\\', 1
		}
		l.lexical = utf8.AppendRune(l.lexical, r)
		i += size
	}
}

// unescapeIRI returns the IRIREF at the offsets 1:end with its escapes (UCHAR) resolved.
func (l *turtleLexer) unescapeIRI(end int) []byte {
	l.iriText = l.iriText[:0]
	buf := l.rest()[:end]
	for i := 1; i < end; {
		if buf[i] != '\\' {
			l.iriText = append(l.iriText, buf[i])
			i++
			continue
		}
		r, size, err := escapedRune(buf[i:])
		if err == nil && r < utf8.RuneSelf && turtleClass[r]&classIRI == 0 {
			err = fmt.Errorf("the character %q is not allowed in an IRI, escaped or not", r)
		}
		if err != nil {
			l.tolerated = true
			l.tolerate(doc.NoteEscape, l.errorAt(i, err), "kept")
			r, size = '\\', 1
		}
		l.iriText = utf8.AppendRune(l.iriText, r)
		i += size
	}
	return l.iriText
}

// escapedChar returns the character of the ECHAR at the start of s, 0 if it is none.
func escapedChar(s []byte) byte {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case 't':
		return '\t'
	case 'b':
		return '\b'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case '"', '\'', '\\':
		return s[1]
	}
	return 0
}

// escapedRune returns the character of the UCHAR at the start of s, and its length. Surrogates are
// no characters (Unicode, D76), not even in pairs.
func escapedRune(s []byte) (r rune, size int, err error) {
	switch {
	case len(s) > 1 && s[1] == 'u':
		size = 6
	case len(s) > 1 && s[1] == 'U':
		size = 10
	default:
		return 0, 0, fmt.Errorf("unknown escape %s", excerpt(s, 2))
	}
	for i := 2; i < size; i++ {
		if i >= len(s) || !rdf.IsHexDigit(s[i]) {
			return 0, 0, fmt.Errorf("escape %s without its %d hexadecimal digits", excerpt(s, i+1),
				size-2)
		}
		r = min(r, utf8.MaxRune+1)<<4 | rune(hexValue(s[i]))
	}
	if !utf8.ValidRune(r) {
		return 0, 0, fmt.Errorf("escape %s is no character", s[:size])
	}
	return r, size, nil
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// rest returns the bytes that were read and not consumed.
func (l *turtleLexer) rest() []byte { return l.w.Buf[l.w.Pos:l.w.End] }

// fill reads more after the token at w.Pos. It returns false at the end of the input and after an
// error.
func (l *turtleLexer) fill() bool {
	shift, ok := l.w.More(l.w.Pos)
	l.lineStart -= shift
	if !ok {
		l.fail(l.w.Err)
	}
	return ok
}

// byteAt returns the byte at w.Pos+n, or 0 after the end of the input or an error.
func (l *turtleLexer) byteAt(n int) byte {
	for l.w.Pos+n >= l.w.End {
		if !l.fill() {
			return 0
		}
	}
	return l.w.Buf[l.w.Pos+n]
}

// runeAt returns the character at w.Pos+n and its length. It is noRune after the end of the input
// or an error.
func (l *turtleLexer) runeAt(n int) (rune, int) {
	for {
		buf := l.rest()
		if n < len(buf) && (buf[n] < utf8.RuneSelf || utf8.FullRune(buf[n:])) {
			return utf8.DecodeRune(buf[n:])
		}
		if !l.fill() {
			if n < len(buf) && l.w.Err == nil {
				return utf8.RuneError, 1
			}
			return noRune, 0
		}
	}
}

const noRune rune = -1

// atEnd reports whether next returned 0 because the document ends.
func (l *turtleLexer) atEnd() bool { return l.w.Pos == l.w.End }

// atEndBehind reports whether the document ends at w.Pos+n.
func (l *turtleLexer) atEndBehind(n int) bool {
	r, _ := l.runeAt(n)
	return r == noRune
}

// fail keeps the first error.
func (l *turtleLexer) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// tolerate notes a fault, or fails if reading is strict.
func (l *turtleLexer) tolerate(kind doc.NoteKind, fault error, made string) {
	if l.err == nil {
		l.err = l.opts.Tolerate(kind, fault, made)
	}
}

// errorAt returns err with the place w.Pos+n.
func (l *turtleLexer) errorAt(n int, err error) error { return l.w.ErrorAt(l.w.Pos+n, err) }

// truncated fails because the document ends inside the token at w.Pos.
func (l *turtleLexer) truncated(what string) {
	l.fail(l.errorAt(0, fmt.Errorf("%w: %s", doc.ErrTruncated, what)))
}

// unexpected fails with the text at w.Pos+n and what was expected.
func (l *turtleLexer) unexpected(n int, expected string) {
	if l.err == nil {
		l.fail(l.unexpectedAt(n, expected))
	}
}

// unexpectedAt returns the error of unexpected.
func (l *turtleLexer) unexpectedAt(n int, expected string) error {
	if r, _ := l.runeAt(n); r == noRune {
		return l.errorAt(n, fmt.Errorf("%w: expected %s", doc.ErrTruncated, expected))
	}
	const most = 24
	l.byteAt(n + most) // so that the excerpt does not depend on the size of reads
	return l.errorAt(n, fmt.Errorf("expected %s, found %s", expected, excerpt(l.rest()[n:], most)))
}

// excerpt quotes the first word of s, at most limit bytes of it.
func excerpt(s []byte, limit int) string {
	if len(s) > limit {
		s = s[:limit]
	}
	if n := bytes.IndexAny(s, " \t\r\n"); n >= 0 {
		s = s[:max(n, 1)]
	}
	for n := len(s) - 1; n > 0 && n >= len(s)-utf8.UTFMax; n-- {
		if utf8.RuneStart(s[n]) {
			if !utf8.FullRune(s[n:]) {
				s = s[:n] // cut in the middle of a character
			}
			break
		}
	}
	return strconv.Quote(string(s))
}
