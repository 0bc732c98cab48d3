package el

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"box2el-owl/owl"
)

// lexicalSpace is what literals of a datatype may look like.
type lexicalSpace struct {
	inEL     bool // among the datatypes of OWL 2 Profiles, section 2.2.1
	contains func(*owl.Literal) bool
}

// lexicalSpaces are rdfs:Literal and the OWL 2 datatype map (Structural Specification, section 4; the lexical spaces
// are those of XML Schema 1.1), and rdf:langString, under which RDF 1.1 has the values of rdf:PlainLiteral
// with a language tag.
var lexicalSpaces = map[owl.Datatype]lexicalSpace{
	owl.RDFSLiteral:                   {true, never},
	owlDatatype("real"):               {true, never},
	owlDatatype("rational"):           {true, matching(`[+-]?[0-9]+/0*[1-9][0-9]*`)},
	xsdDatatype("decimal"):            {true, matching(`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)`)},
	owl.XSDInteger:                    {true, between("", "")},
	xsdDatatype("double"):             {false, matching(floatingPoint)},
	xsdDatatype("float"):              {false, matching(floatingPoint)},
	owl.XSDBoolean:                    {false, matching(`true|false|0|1`)},
	owl.RDFPlainLiteral:               {true, matching(`(?s:.*)@(` + languageTag + `)?`)},
	owl.RDFLangString:                 {true, hasLanguage},
	owl.RDFXMLLiteral:                 {true, isXML},
	xsdDatatype("dateTime"):           {true, isDateTime},
	xsdDatatype("hexBinary"):          {true, matching(`([0-9a-fA-F]{2})*`)},
	xsdDatatype("anyURI"):             {true, always},
	xsdDatatype("language"):           {false, matching(languageTag)},
	xsdDatatype("Name"):               {true, matching(`[:` + nameStart + `][:` + nameRest + `]*`)},
	xsdDatatype("NCName"):             {true, matching(`[` + nameStart + `][` + nameRest + `]*`)},
	xsdDatatype("NMTOKEN"):            {true, matching(`[:` + nameRest + `]+`)},
	owl.XSDString:                     {true, always},
	xsdDatatype("token"):              {true, matching(`([^ \t\r\n]+( [^ \t\r\n]+)*)?`)},
	xsdDatatype("base64Binary"):       {true, isBase64},
	xsdDatatype("dateTimeStamp"):      {true, isDateTimeStamp},
	xsdDatatype("normalizedString"):   {true, matching(`[^\t\r\n]*`)},
	xsdDatatype("nonNegativeInteger"): {true, between("0", "")},
	xsdDatatype("nonPositiveInteger"): {false, between("", "0")},
	xsdDatatype("positiveInteger"):    {false, between("1", "")},
	xsdDatatype("negativeInteger"):    {false, between("", "-1")},
	xsdDatatype("long"):               {false, between("-9223372036854775808", "9223372036854775807")},
	xsdDatatype("int"):                {false, between("-2147483648", "2147483647")},
	xsdDatatype("short"):              {false, between("-32768", "32767")},
	xsdDatatype("byte"):               {false, between("-128", "127")},
	xsdDatatype("unsignedLong"):       {false, between("0", "18446744073709551615")},
	xsdDatatype("unsignedInt"):        {false, between("0", "4294967295")},
	xsdDatatype("unsignedShort"):      {false, between("0", "65535")},
	xsdDatatype("unsignedByte"):       {false, between("0", "255")},
}

const (
	floatingPoint = `[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF|NaN`
	languageTag   = `[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*`
	// Extensible Markup Language (XML) 1.0 (Fifth Edition), section 2.3, without the colon.
	nameStart = `A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}\x{2070}-\x{218F}` +
		`\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`
	nameRest = nameStart + `\-.0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}`
)

func xsdDatatype(name string) owl.Datatype {
	return owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + name)}
}
func owlDatatype(name string) owl.Datatype {
	return owl.Datatype{IRI: owl.NewIRI(owl.OWLNamespace + name)}
}

func never(*owl.Literal) bool    { return false }
func always(l *owl.Literal) bool { return utf8.ValidString(l.Lexical) }

func matching(pattern string) func(*owl.Literal) bool {
	whole := compiled(pattern)
	return func(l *owl.Literal) bool { return whole().MatchString(l.Lexical) }
}

// compiled compiles a pattern for whole strings when it is first needed: most programs need none.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) })
}

func hasLanguage(l *owl.Literal) bool { return wellFormedTag().MatchString(l.Lang) }

var wellFormedTag = compiled(languageTag)

// between accepts the integers from lowest to highest; "" is no bound.
func between(lowest, highest string) func(*owl.Literal) bool {
	low, high := bound(lowest), bound(highest)
	return func(l *owl.Literal) bool {
		s := l.Lexical
		if !integer().MatchString(s) {
			return false
		}
		if low == nil && high == nil {
			return true
		}
		n, ok := smallOrBig(s, low, high)
		return ok && (low == nil || n.Cmp(low) >= 0) && (high == nil || n.Cmp(high) <= 0)
	}
}

var integer = compiled(`[+-]?[0-9]+`)

func bound(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return nil
	}
	return n
}

// smallOrBig returns the value of an integer. Converting takes time in the square of the digits,
// so one with more than any bound has stands for its sign.
func smallOrBig(s string, low, high *big.Int) (n *big.Int, ok bool) {
	digits := strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	negative := strings.HasPrefix(s, "-")
	if len(digits) > 20 {
		if negative {
			return big.NewInt(-1), low == nil
		}
		return big.NewInt(1), high == nil
	}
	if digits == "" {
		digits = "0"
	}
	n, ok = new(big.Int).SetString(digits, 10)
	if ok && negative {
		n.Neg(n)
	}
	return n, ok
}

// isXML accepts well-formed XML content. (The lexical space of rdf:XMLLiteral in RDF 1.0 asks
// for its canonical form.)
func isXML(l *owl.Literal) bool {
	d := xml.NewDecoder(strings.NewReader("<x>" + l.Lexical + "</x>"))
	depth, elements := 0, 0
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return depth == 0 && elements == 1
		}
		if err != nil {
			return false
		}
		switch token.(type) {
		case xml.StartElement:
			if depth == 0 {
				elements++
			}
			depth++
		case xml.EndElement:
			depth--
		}
		if depth < 0 {
			return false
		}
	}
}

// isBase64 accepts the canonical alphabet with single spaces between characters.
func isBase64(l *owl.Literal) bool {
	s := l.Lexical
	if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || strings.Contains(s, "  ") || strings.ContainsAny(s, "\r\n") {
		return false
	}
	_, err := base64.StdEncoding.Strict().DecodeString(strings.ReplaceAll(s, " ", ""))
	return err == nil
}

var dateTime = compiled(`-?([1-9][0-9]{3,}|0[0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])` +
	`T(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?|24:00:00(\.0+)?)` +
	`(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?`)

const timezone = 8 // the group of dateTime

func isDateTime(l *owl.Literal) bool {
	m := dateTime().FindStringSubmatch(l.Lexical)
	if m == nil {
		return false
	}
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	return day <= daysIn(month, m[1])
}

func isDateTimeStamp(l *owl.Literal) bool {
	return isDateTime(l) && dateTime().FindStringSubmatch(l.Lexical)[timezone] != ""
}

// daysIn returns the length of a month; year has four digits or more, of which the last four decide.
func daysIn(month int, year string) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		y, _ := strconv.Atoi(year[len(year)-4:]) // 10000 is a multiple of 400
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// isReserved reports whether an IRI is from the reserved vocabulary (Structural Specification,
// section 2.4).
func isReserved(iri owl.IRI) bool {
	s := iri.String()
	if !strings.HasPrefix(s, "http://www.w3.org/") {
		return false
	}
	return strings.HasPrefix(s, owl.OWLNamespace) || strings.HasPrefix(s, owl.RDFNamespace) ||
		strings.HasPrefix(s, owl.RDFSNamespace) || strings.HasPrefix(s, owl.XSDNamespace)
}

// isBuiltIn reports whether an entity is one of those that need no declaration (section 5.8,
// table 5).
func isBuiltIn(e owl.Entity) bool {
	return builtInKind(e.EntityIRI()).has(e.EntityKind())
}

func builtInKind(iri owl.IRI) kindSet {
	if kind, ok := builtIns[iri]; ok {
		return 1 << kind
	}
	if _, ok := lexicalSpaces[owl.Datatype{IRI: iri}]; ok {
		return 1 << owl.DatatypeKind
	}
	return 0
}

var builtIns = map[owl.IRI]owl.EntityKind{
	owl.Thing.IRI:                owl.ClassKind,
	owl.Nothing.IRI:              owl.ClassKind,
	owl.TopObjectProperty.IRI:    owl.ObjectPropertyKind,
	owl.BottomObjectProperty.IRI: owl.ObjectPropertyKind,
	owl.TopDataProperty.IRI:      owl.DataPropertyKind,
	owl.BottomDataProperty.IRI:   owl.DataPropertyKind,
	owl.RDFSLabel.IRI:            owl.AnnotationPropertyKind,
	owl.RDFSComment.IRI:          owl.AnnotationPropertyKind,
	owl.RDFSSeeAlso.IRI:          owl.AnnotationPropertyKind,
	owl.RDFSIsDefinedBy.IRI:      owl.AnnotationPropertyKind,
	owl.OWLDeprecated.IRI:        owl.AnnotationPropertyKind,
	owl.OWLVersionInfo.IRI:       owl.AnnotationPropertyKind,
	owl.OWLPriorVersion.IRI:      owl.AnnotationPropertyKind,
	owl.OWLBackwardCompat.IRI:    owl.AnnotationPropertyKind,
	owl.OWLIncompatible.IRI:      owl.AnnotationPropertyKind,
}
