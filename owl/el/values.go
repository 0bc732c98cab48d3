package el

import (
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"box2el-owl/owl"
)

// valueSpace is a set of data values. The spaces are disjoint.
type valueSpace uint8

const (
	unknownSpace valueSpace = iota
	numbers                 // owl:real and its subtypes
	texts                   // rdf:PlainLiteral and its subtypes
	booleans
	floats
	doubles
	hexOctets
	base64Octets
	resources // xsd:anyURI
	xmlContent
	times // xsd:dateTime and its subtypes
)

// rank orders the datatypes of one value space by inclusion. Spaces of a single datatype have the
// rank 0.
type rank uint8

// Ranks of numbers.
const (
	integers rank = iota
	decimals
	rationals
	reals
)

// Ranks of texts. Each includes all earlier ones, except taggedTexts, which includes no other.
const (
	languageTags rank = iota
	ncNames
	names
	nameTokens
	tokens
	normalizedTexts
	untaggedTexts
	taggedTexts
	plainTexts
)

// Ranks of times.
const (
	stamps rank = iota
	moments
)

// value is a data value. Two values are identical in the sense of OWL 2 (Structural Specification,
// section 4; XML Schema 1.1, part 2, section 2.2.1) if their keys are equal, and different if their
// keys differ, unless one of them is vague.
type value struct {
	valueKey
	rank  rank // the smallest one that contains it
	vague bool // values of its space with other keys may be identical
}

type valueKey struct {
	space    valueSpace
	form     string       // canonical; its format depends on the space
	tag      string       // the language tag of a text in lower case (RFC 5646, section 2.1.1)
	datatype owl.Datatype // in unknownSpace only
}

// parser returns the value of a literal; ok is false if the lexical form is not in the lexical
// space of the datatype.
type parser func(l *owl.Literal) (v value, ok bool)

// valueOf returns the value of a literal; ok is false if it is ill-typed. Values of a datatype
// outside the OWL 2 datatype map are in unknownSpace.
//
// Cost: linear in the literal, except for the numerator and denominator of a rational. Large ones
// make a vague value.
func valueOf(l *owl.Literal) (v value, ok bool) {
	d, known := datatypes[l.Datatype]
	if !known || l.Datatype == owl.RDFSLiteral {
		return value{
			valueKey: valueKey{form: l.Lexical, tag: strings.ToLower(l.Lang), datatype: l.Datatype},
			vague:    true,
		}, true
	}
	return d.parse(l)
}

// number returns the value of a canonical number: digits with a minus sign, a fraction without
// trailing zeros, or else numerator and denominator in lowest terms.
func number(form string, r rank) value {
	return value{valueKey: valueKey{space: numbers, form: form}, rank: r}
}

func parseInteger(l *owl.Literal) (value, bool) {
	form, ok := integerForm(l.Lexical)
	return number(form, integers), ok
}

func integerForm(s string) (form string, ok bool) {
	negative, digits := cutSign(s)
	if !owl.IsDigits(digits) {
		return "", false
	}
	return signed(negative, strings.TrimLeft(digits, "0"), ""), true
}

func cutSign(s string) (negative bool, rest string) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[0] == '-', s[1:]
	}
	return false, s
}

// signed returns a canonical decimal from digits without leading and trailing zeros.
func signed(negative bool, digits, fraction string) string {
	if digits == "" {
		digits = "0"
	}
	if fraction != "" {
		digits += "." + fraction
	}
	if negative && digits != "0" {
		return "-" + digits
	}
	return digits
}

func parseDecimal(l *owl.Literal) (value, bool) {
	negative, rest := cutSign(l.Lexical)
	digits, fraction, _ := strings.Cut(rest, ".")
	if !owl.IsDigits(digits + fraction) {
		return value{}, false
	}
	fraction = strings.TrimRight(fraction, "0")
	v := number(signed(negative, strings.TrimLeft(digits, "0"), fraction), decimals)
	if fraction == "" {
		v.rank = integers
	}
	return v, true
}

// maxRational is the number of digits above which fractions are not reduced to lowest terms, which
// takes quadratic time.
const maxRational = 2000

func parseRational(l *owl.Literal) (value, bool) {
	over, under, found := strings.Cut(l.Lexical, "/")
	numerator, ok := integerForm(over)
	denominator := strings.TrimLeft(under, "0")
	if !found || !ok || !owl.IsDigits(denominator) {
		return value{}, false
	}
	switch {
	case denominator == "1" || numerator == "0":
		return number(numerator, integers), true
	case len(numerator) > maxRational || len(denominator) > maxRational:
		v := number(numerator+"/"+denominator, rationals)
		v.vague = true
		return v, true
	}
	q, _ := new(big.Rat).SetString(numerator + "/" + denominator)
	if q.IsInt() {
		return number(q.Num().String(), integers), true
	}
	if places, exact := q.FloatPrec(); exact {
		// without trailing zeros, because places is minimal
		return number(q.FloatString(places), decimals), true
	}
	return number(q.String(), rationals), true
}

func parseBoolean(l *owl.Literal) (value, bool) {
	form := l.Lexical
	switch form {
	case "1":
		form = "true"
	case "0":
		form = "false"
	}
	return value{valueKey: valueKey{space: booleans, form: form}}, form == "true" || form == "false"
}

func parseDouble(l *owl.Literal) (value, bool) { return parseFloating(l.Lexical, doubles, 64) }
func parseFloat(l *owl.Literal) (value, bool)  { return parseFloating(l.Lexical, floats, 32) }

// parseFloating returns the nearest floating-point value: +0 and −0 differ, NaN is one value (XML
// Schema 1.1, part 2, section 3.3.4).
func parseFloating(s string, space valueSpace, bits int) (value, bool) {
	if !floatingPoint().MatchString(s) {
		return value{}, false
	}
	f, _ := strconv.ParseFloat(s, bits) // out of range, it returns an infinity or zero
	return value{valueKey: valueKey{
		space: space, form: strconv.FormatFloat(f, 'g', -1, bits),
	}}, true
}

var floatingPoint = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^([+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF|NaN)$`)
})

func parseText(l *owl.Literal) (value, bool) {
	return textValue(l.Lexical, ""), utf8.ValidString(l.Lexical)
}

func parseTagged(l *owl.Literal) (value, bool) {
	return textValue(l.Lexical, strings.ToLower(l.Lang)), utf8.ValidString(l.Lexical) &&
		isLanguageTag(l.Lang)
}

// parsePlain splits off the tag after the last "@" (rdf:PlainLiteral: A Datatype for RDF Plain
// Literals, section 3), unless the literal has a separate tag.
func parsePlain(l *owl.Literal) (value, bool) {
	if l.Lang != "" {
		return parseTagged(l)
	}
	at := strings.LastIndexByte(l.Lexical, '@')
	if at < 0 || !utf8.ValidString(l.Lexical) {
		return value{}, false
	}
	tag := l.Lexical[at+1:]
	return textValue(l.Lexical[:at], strings.ToLower(tag)), tag == "" || isLanguageTag(tag)
}

func textValue(s, tag string) value {
	v := value{valueKey: valueKey{space: texts, form: s, tag: tag}, rank: taggedTexts}
	if tag == "" {
		v.rank = textRank(s)
	}
	return v
}

// textRank returns the smallest datatype that contains a string.
func textRank(s string) rank {
	r := ncNames
	for i, c := range s {
		switch {
		case c == '\t' || c == '\r' || c == '\n':
			return untaggedTexts
		case c == ' ':
			if i == 0 || i == len(s)-1 || s[i-1] == ' ' {
				r = max(r, normalizedTexts)
			}
			r = max(r, tokens)
		case c == ':':
			r = max(r, names)
		case c == '_' || owl.IsNameStart(c): // Extensible Markup Language (XML) 1.0, section 2.3
		case c != '.' && !owl.IsNameChar(c):
			r = max(r, tokens)
		case i == 0:
			r = max(r, nameTokens)
		}
	}
	switch {
	case s == "":
		return tokens
	case r == ncNames && isLanguageTag(s):
		return languageTags
	}
	return r
}

// isLanguageTag matches a string against xsd:language: [a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*.
func isLanguageTag(s string) bool {
	first := true
	for part := range strings.SplitSeq(s, "-") {
		if part == "" || len(part) > 8 || strings.ContainsFunc(part, func(c rune) bool {
			return (c|0x20 < 'a' || c|0x20 > 'z') && (first || c < '0' || c > '9')
		}) {
			return false
		}
		first = false
	}
	return true
}

func parseHex(l *owl.Literal) (value, bool) {
	_, err := hex.DecodeString(l.Lexical)
	v := value{valueKey: valueKey{space: hexOctets, form: strings.ToUpper(l.Lexical)}}
	return v, err == nil
}

// parseBase64 accepts the canonical alphabet with single spaces between characters.
func parseBase64(l *owl.Literal) (value, bool) {
	s := l.Lexical
	if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || strings.Contains(s, "  ") ||
		strings.ContainsAny(s, "\r\n") {
		return value{}, false
	}
	form := strings.ReplaceAll(s, " ", "")
	_, err := base64.StdEncoding.Strict().DecodeString(form)
	return value{valueKey: valueKey{space: base64Octets, form: form}}, err == nil
}

func parseResource(l *owl.Literal) (value, bool) {
	return value{valueKey: valueKey{space: resources, form: l.Lexical}}, utf8.ValidString(l.Lexical)
}
