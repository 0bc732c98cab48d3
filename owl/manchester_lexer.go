package owl

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// manchesterToken is a token of Manchester syntax: src[start:end].
type manchesterToken struct {
	kind       tokenKind
	start, end int
}

type tokenKind uint8

const (
	endToken    tokenKind = iota
	wordToken             // keyword, number, name without quotation marks
	iriToken              // <…>
	labelToken            // '…'
	stringToken           // "…"
	langToken             // @en, directly after a string
	typeToken             // ^^, directly after a string
	signToken             // one of ( ) { } [ ] , < <= > >=
)

// manchesterTokens splits a text into tokens; the last one is the end. They are separated by white
// space and comments, which last from a # at the start of a token to the end of the line.
func manchesterTokens(src string) ([]manchesterToken, *SyntaxError) {
	if !utf8.ValidString(src) {
		return nil, &SyntaxError{Offset: invalidByte(src), Err: errors.New("invalid UTF-8")}
	}
	var tokens []manchesterToken
	for at := 0; ; {
		t, ok := nextManchester(src, at, tokens)
		if !ok {
			return nil, &SyntaxError{Offset: t.start, Err: errNoClosing}
		}
		tokens = append(tokens, t)
		if t.kind == endToken {
			return tokens, nil
		}
		at = t.end
	}
}

// errNoClosing is the error for a string or label without its end.
var errNoClosing = fmt.Errorf("%w: no closing quotation mark", ErrUnexpectedEnd)

// nextManchester returns the first token of src[at:], which follows tokens; ok is false if it has
// no closing quotation mark.
func nextManchester(src string, at int, tokens []manchesterToken) (t manchesterToken, ok bool) {
	at = skipManchester(src, at)
	t = manchesterToken{start: at, end: at}
	if at == len(src) {
		return t, true
	}
	switch c := src[at]; {
	case c == '\'':
		t.kind, t.end = labelToken, endOfQuoted(src, at, '\'')
	case c == '"':
		t.kind, t.end = stringToken, endOfQuoted(src, at, '"')
	case c == '<' && startsIRI(src, at):
		t.kind, t.end = iriToken, at+strings.IndexByte(src[at:], '>')+1
	case c == '@' && afterString(tokens, at):
		t.kind, t.end = langToken, endOfTag(src, at+1)
	case strings.HasPrefix(src[at:], "^^") && afterString(tokens, at):
		t.kind, t.end = typeToken, at+2
	case strings.HasPrefix(src[at:], "<=") || strings.HasPrefix(src[at:], ">="):
		t.kind, t.end = signToken, at+2
	case manchesterSign[c]:
		t.kind, t.end = signToken, at+1
	default:
		t.kind, t.end = wordToken, endOfWord(src, at)
	}
	return t, t.end >= 0
}

func invalidByte(s string) int {
	for i, c := range s {
		if c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return len(s)
}

// manchesterSign marks the bytes that are tokens.
var manchesterSign = func() (t [256]bool) {
	for _, c := range []byte("(){}[],<>") {
		t[c] = true
	}
	return t
}()

func isManchesterSpace(c byte) bool { return c <= ' ' || c == 0x7f }

func skipManchester(src string, at int) int {
	for at < len(src) {
		switch {
		case isManchesterSpace(src[at]):
			at++
		case src[at] == '#':
			n := strings.IndexAny(src[at:], "\r\n")
			if n < 0 {
				return len(src)
			}
			at += n + 1
		default:
			return at
		}
	}
	return at
}

// endOfQuoted returns the place after the closing quotation mark, or -1.
func endOfQuoted[T string | []byte](src T, at int, mark byte) int {
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case mark:
			return i + 1
		}
	}
	return -1
}

// startsIRI distinguishes <IRI> from the facets < and <=, which precede a literal. An IRI that
// begins like a literal has a colon, and no character that could end the literal.
func startsIRI(src string, at int) bool {
	n := 1
	for at+n < len(src) && !endsIRI[src[at+n]] {
		n++
	}
	if n == 1 || at+n == len(src) || src[at+n] != '>' {
		return false
	}
	text := src[at+1 : at+n]
	if strings.IndexByte("= '+-.0123456789", text[0]) < 0 {
		return true
	}
	return strings.IndexByte(text, ':') >= 0 && !strings.ContainsAny(text, ` ,"`)
}

// afterString reports whether a string ends right before at.
func afterString(tokens []manchesterToken, at int) bool {
	last := len(tokens) - 1
	return last >= 0 && tokens[last].kind == stringToken && tokens[last].end == at
}

func endOfTag(src string, at int) int {
	for at < len(src) && (areLetters(src[at:at+1]) || IsDigits(src[at:at+1]) || src[at] == '-') {
		at++
	}
	return at
}

func areLetters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return s != ""
}

// endOfWord returns the end of a word. It may contain quotation marks, as in Parkinson's.
func endOfWord(src string, at int) int {
	for at < len(src) && !isManchesterSpace(src[at]) && !manchesterSign[src[at]] && src[at] != '"' {
		at++
	}
	return at
}

// unquoteLabel returns the text of '…'. Ok is false for other names.
func unquoteLabel(name string) (label string, ok bool) {
	if len(name) < 2 || name[0] != '\'' || endOfQuoted(name, 0, '\'') != len(name) {
		return "", false
	}
	return unescapeManchester(name[1:len(name)-1], '\''), true
}

// unescapeManchester removes backslashes before marks and backslashes, and keeps others.
func unescapeManchester(s string, mark byte) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == mark || s[i+1] == '\\') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// numberDatatype returns the datatype of an integer, decimal or floating-point literal without
// quotation marks, and its lexical form (Manchester Syntax, section 2.1). Decimals may lack the
// digits on one side of the point, as xsd:decimal allows and the OWL API writes.
func numberDatatype(word string) (lexical string, datatype Datatype, ok bool) {
	digits := strings.TrimPrefix(word, "-")
	if digits == word {
		digits = strings.TrimPrefix(word, "+")
	}
	if body, isFloat := cutFloatMark(digits); isFloat {
		return word[:len(word)-1], xsdFloat, isFloatBody(body)
	}
	whole, fraction, isDecimal := strings.Cut(digits, ".")
	if isDecimal {
		return word, xsdDecimal, IsDigits(whole + fraction)
	}
	return word, XSDInteger, IsDigits(whole)
}

var xsdFloat, xsdDecimal = xsdDatatype("float"), xsdDatatype("decimal")

func cutFloatMark(s string) (body string, ok bool) {
	if body, ok = strings.CutSuffix(s, "f"); ok {
		return body, true
	}
	return strings.CutSuffix(s, "F")
}

// isFloatBody reports whether s is digits [. digits] [exponent] or . digits [exponent].
func isFloatBody(s string) bool {
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		exponent := s[at+1:]
		if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
			exponent = exponent[1:]
		}
		if !IsDigits(exponent) {
			return false
		}
		s = s[:at]
	}
	whole, fraction, hasFraction := strings.Cut(s, ".")
	return (IsDigits(whole) || whole == "" && hasFraction) && (!hasFraction || IsDigits(fraction))
}
