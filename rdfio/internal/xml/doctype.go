package xml

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/rdf"
)

// xmlDeclaration reads "<?xml version='1.0' encoding='…' standalone='…'?>" at the beginning of the
// document. The encoding is already applied.
func (x *Lexer) xmlDeclaration() error {
	const bom, start = "\ufeff", "<?xml"
	for len(x.b)-x.i < len(bom)+len(start)+1 && x.grow() {
	}
	if rdf.HasPrefixAt(x.b, x.i, bom) {
		x.i += len(bom)
	}
	x.At = x.i
	if !rdf.HasPrefixAt(x.b, x.i, start) || len(x.b) == x.i+len(start) ||
		IsNameByte[x.b[x.i+len(start)]] {
		return nil
	}
	var end int
	for {
		if end = bytes.Index(x.b[x.i:], []byte("?>")); end >= 0 {
			break
		}
		if !x.grow() {
			return x.truncated("the XML declaration")
		}
	}
	rest := x.b[x.i+len(start) : x.i+end]
	version, rest, ok := PseudoAttribute(rest, "version")
	ok = ok && len(version) > 2 && string(version[:2]) == "1." &&
		bytes.Trim(version[2:], "0123456789") == nil
	if !ok {
		return x.Failf(x.i, "an XML declaration without version 1.0")
	}
	if encoding, behind, ok := PseudoAttribute(rest, "encoding"); ok {
		if !ValidNCName(encoding) {
			return x.Failf(x.i, "invalid encoding %q in the XML declaration", encoding)
		}
		rest = behind
	}
	if standalone, behind, ok := PseudoAttribute(rest, "standalone"); ok &&
		(string(standalone) == "yes" || string(standalone) == "no") {
		rest = behind
	}
	if !Blank(rest) {
		return x.Failf(x.i, "%q in the XML declaration", bytes.TrimSpace(rest))
	}
	x.i += end + len("?>")
	return nil
}

// PseudoAttribute reads white space, the name, "=" and a value in quotes.
func PseudoAttribute(b []byte, name string) (value, behind []byte, ok bool) {
	b, spaced := SkipSpace(b)
	if !spaced || !rdf.HasPrefixAt(b, 0, name) {
		return nil, nil, false
	}
	b, _ = SkipSpace(b[len(name):])
	if len(b) == 0 || b[0] != '=' {
		return nil, nil, false
	}
	b, _ = SkipSpace(b[1:])
	if len(b) == 0 || b[0] != '"' && b[0] != '\'' {
		return nil, nil, false
	}
	end := bytes.IndexByte(b[1:], b[0])
	if end < 0 {
		return nil, nil, false
	}
	return b[1 : 1+end], b[end+2:], true
}

func SkipSpace(b []byte) (rest []byte, spaced bool) {
	i := 0
	for i < len(b) && IsSpace[b[i]] {
		i++
	}
	return b[i:], i > 0
}

// doctype reads "<!DOCTYPE name external? [internal subset]?>".
func (x *Lexer) doctype(b []byte) (done bool, err error) {
	if x.phase != beforeDoctype {
		return false, x.Failf(x.i, "a document type declaration where none may be")
	}
	n := DoctypeLength(b)
	if n < 0 {
		return false, nil
	}
	if bad := firstInvalid(b[:n]); bad >= 0 {
		return false, x.Failf(x.i+bad, "invalid character 0x%02x", b[bad])
	}
	p := dtdParser{x: x, b: b[:n-1], i: len("<!DOCTYPE")}
	if err := p.document(); err != nil {
		return false, err
	}
	x.phase = beforeRoot
	x.i += n
	return true, nil
}

// DoctypeLength returns the length of the declaration at the beginning of b, or -1 if it is longer
// than b.
func DoctypeLength(b []byte) int {
	subset := false
	for i := len("<!DOCTYPE"); i < len(b); i++ {
		var end string
		switch c := b[i]; {
		case c == '>' && !subset:
			return i + 1
		case c == '[':
			subset = true
		case c == ']':
			subset = false
		case c == '"' || c == '\'':
			end = string(c)
		case c == '<' && i+4 > len(b):
			return -1
		case rdf.HasPrefixAt(b, i, "<!--"):
			end = "-->"
			i += len("<!-")
		case rdf.HasPrefixAt(b, i, "<?"):
			end = "?>"
		}
		if end != "" {
			n := bytes.Index(b[i+1:], []byte(end))
			if n < 0 {
				return -1
			}
			i += n + len(end)
		}
	}
	return -1
}

// dtdParser reads the internal subset of a document type declaration (XML 1.0, section 2.8). It
// keeps the entities and the attribute defaults, and checks that the other declarations end. It
// expands parameter entities between declarations, where the standard allows them in the internal
// subset.
type dtdParser struct {
	x          *Lexer
	b          []byte // the declaration without its ">", or the text of a parameter entity
	i          int
	outer      []dtdSource
	entity     *entity // whose text b is; nil for the declaration itself
	parameters map[string]*entity
	attributes map[string]bool // declared, by "element attribute"
}

type dtdSource struct {
	b      []byte
	i      int
	entity *entity
}

func (p *dtdParser) failf(format string, args ...any) error {
	err := fmt.Errorf("document type declaration: "+format, args...)
	if len(p.outer) > 0 {
		return p.x.Fail(p.x.i+p.outer[0].i-1, fmt.Errorf("in entity %%%s;: %w", p.entity.name, err))
	}
	return p.x.Fail(p.x.i+p.i, err)
}

func (p *dtdParser) document() error {
	if !p.space() || p.name() == nil {
		return p.failf("it names no element")
	}
	spaced := p.space()
	if external, err := p.externalID(); err != nil {
		return err
	} else if external {
		if !spaced {
			return p.failf("no white space before the external identifier")
		}
		p.x.WarnAt(p.x.i, "the external part of the document type declaration is not read")
		p.space()
	}
	if p.take("[") {
		if err := p.subset(); err != nil {
			return err
		}
		p.space()
	}
	if p.i < len(p.b) {
		return p.failf("%q is not expected", p.b[p.i])
	}
	return nil
}

// subset reads declarations up to the closing bracket.
func (p *dtdParser) subset() error {
	for {
		p.space()
		var err error
		switch {
		case p.i == len(p.b) && len(p.outer) > 0:
			p.entity.open = false
			last := p.outer[len(p.outer)-1]
			p.outer = p.outer[:len(p.outer)-1]
			p.b, p.i, p.entity = last.b, last.i, last.entity
		case len(p.outer) == 0 && p.take("]"):
			return nil
		case p.take("%"):
			err = p.parameterReference()
		case p.take("<!--"):
			n := bytes.Index(p.b[p.i:], []byte("--"))
			if n < 0 || !rdf.HasPrefixAt(p.b, p.i+n, "-->") {
				return p.failf("\"--\" inside a comment")
			}
			p.i += n + len("-->")
		case p.take("<?"):
			err = p.instruction()
		case p.take("<!ENTITY"):
			err = p.entityDeclaration()
		case p.take("<!ATTLIST"):
			err = p.attlist()
		case p.take("<!ELEMENT"):
			err = p.elementDeclaration()
		case p.take("<!NOTATION"):
			err = p.notationDeclaration()
		default:
			return p.failf("a declaration is expected")
		}
		if err != nil {
			return err
		}
	}
}

func (p *dtdParser) instruction() error {
	if !bytes.Contains(p.b[p.i:], []byte("?>")) {
		return p.failf("a processing instruction does not end")
	}
	target := p.name()
	if target == nil || !ValidNCName(target) ||
		len(target) == 3 && rdf.EqualFoldASCII(target, []byte("xml")) {
		return p.failf("processing instruction without a valid name")
	}
	if !rdf.HasPrefixAt(p.b, p.i, "?>") && !IsSpace[p.b[p.i]] {
		return p.failf("%q in the name of a processing instruction", p.b[p.i])
	}
	p.i += bytes.Index(p.b[p.i:], []byte("?>")) + len("?>")
	return nil
}

// parameterReference opens the entity of "%name;" after the percent sign.
func (p *dtdParser) parameterReference() error {
	name := p.name()
	if name == nil || !p.take(";") {
		return p.failf("\"%%\" that starts no reference")
	}
	e := p.parameters[string(name)]
	switch {
	case e == nil:
		return p.failf("entity %%%s; is not declared", name)
	case e.external:
		return p.failf("external entity %%%s; is not read", name)
	case e.open:
		return p.failf("entity %%%s; contains itself", name)
	}
	if err := p.x.expand(e); err != nil {
		return p.failf("%w", err)
	}
	e.open = true
	p.outer = append(p.outer, dtdSource{p.b, p.i, p.entity})
	p.b, p.i, p.entity = e.text, 0, e
	return nil
}

// entityDeclaration reads an entity after "<!ENTITY". The first declaration of a name counts.
func (p *dtdParser) entityDeclaration() error {
	if !p.space() {
		return p.failf("no white space behind ENTITY")
	}
	parameter := p.take("%")
	if parameter && !p.space() {
		return p.failf("no white space behind \"%%\"")
	}
	name := p.name()
	if name == nil || !ValidNCName(name) || !p.space() {
		return p.failf("entity without a valid name")
	}
	e := &entity{name: string(name)}
	if p.i < len(p.b) && (p.b[p.i] == '"' || p.b[p.i] == '\'') {
		value, err := p.literal()
		if err != nil {
			return err
		}
		if e.text, err = p.entityValue(value); err != nil {
			return err
		}
		e.plain = !bytes.ContainsAny(e.text, "&<\t\n\r") && !bytes.Contains(e.text, []byte("]]>"))
	} else {
		external, err := p.externalID()
		if err != nil {
			return err
		}
		if !external {
			return p.failf("entity %s without a value", name)
		}
		e.external = true
		if spaced := p.space(); !parameter && spaced && p.take("NDATA") {
			if !p.space() || p.name() == nil {
				return p.failf("entity %s without a notation", name)
			}
		}
	}
	p.space()
	if !p.take(">") {
		return p.failf("the declaration of entity %s does not end", name)
	}
	return p.declare(e, parameter)
}

func (p *dtdParser) declare(e *entity, parameter bool) error {
	entities := &p.x.entities
	if parameter {
		entities = &p.parameters
	}
	if *entities == nil {
		*entities = map[string]*entity{}
	}
	if _, ok := (*entities)[e.name]; !ok {
		(*entities)[e.name] = e
	}
	return nil
}

// entityValue returns the replacement text of a literal entity value (section 4.5): it replaces
// character references and keeps entity references.
func (p *dtdParser) entityValue(value []byte) ([]byte, error) {
	text := make([]byte, 0, len(value))
	for i := 0; i < len(value); {
		switch c := value[i]; {
		case c == '%':
			return nil, p.failf("a reference to a parameter entity inside a declaration")
		case c == '\r':
			text = append(text, '\n')
			if i++; i < len(value) && value[i] == '\n' {
				i++
			}
		case c != '&':
			text = append(text, c)
			i++
		case rdf.HasPrefixAt(value, i, "&#"):
			r, n, err := scanCharReference(value, i)
			if err != nil || n == 0 {
				return nil, p.failf("invalid character reference in an entity")
			}
			text = utf8.AppendRune(text, r)
			i += n
		default:
			end := i + 1
			for end < len(value) && IsNameByte[value[end]] {
				end++
			}
			if end == len(value) || value[end] != ';' || !validName(value[i+1:end]) {
				return nil, p.failf("\"&\" that starts no reference (write \"&#38;\")")
			}
			text = append(text, value[i:end]...)
			i = end
		}
	}
	return text, nil
}

// attlist reads attribute declarations after "<!ATTLIST" (section 3.3).
func (p *dtdParser) attlist() error {
	spaced := p.space()
	element := p.name()
	if element == nil || !spaced {
		return p.failf("ATTLIST names no element")
	}
	for {
		spaced := p.space()
		if p.take(">") {
			return nil
		}
		name := p.name()
		if name == nil || !spaced || !p.space() {
			return p.failf("ATTLIST without a valid attribute name")
		}
		d := attributeDefault{name: bytes.Clone(name)}
		if err := p.attributeType(&d); err != nil {
			return err
		}
		if !p.space() {
			return p.failf("attribute %s without a default declaration", name)
		}
		if !p.take("#REQUIRED") && !p.take("#IMPLIED") {
			if p.take("#FIXED") && !p.space() {
				return p.failf("no white space behind #FIXED")
			}
			value, err := p.literal()
			if err != nil {
				return err
			}
			if bytes.IndexByte(value, '<') >= 0 {
				return p.failf("\"<\" in the default of attribute %s", name)
			}
			d.value, d.given = bytes.Clone(value), true
		}
		p.declareAttribute(element, d)
	}
}

func (p *dtdParser) declareAttribute(element []byte, d attributeDefault) {
	x := p.x
	if x.attlists == nil {
		x.attlists = map[string][]attributeDefault{}
	}
	if key := string(element) + " " + string(d.name); p.attributes[key] ||
		!d.given && !d.tokenized {
		return // the first declaration counts
	} else if p.attributes == nil {
		p.attributes = map[string]bool{key: true}
	} else {
		p.attributes[key] = true
	}
	x.attlists[string(element)] = append(x.attlists[string(element)], d)
}

func (p *dtdParser) attributeType(d *attributeDefault) error {
	if p.take("CDATA") {
		return nil
	}
	d.tokenized = true
	if p.take("NOTATION") && !p.space() {
		return p.failf("no white space behind NOTATION")
	}
	if p.take("(") {
		for {
			p.space()
			start := p.i
			for p.i < len(p.b) && IsNameByte[p.b[p.i]] {
				p.i++
			}
			p.space()
			switch {
			case p.i == start:
				return p.failf("attribute %s without a valid list of values", d.name)
			case p.take("|"):
			case p.take(")"):
				return nil
			default:
				return p.failf("the values of attribute %s do not end", d.name)
			}
		}
	}
	for _, t := range []string{"IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS",
		"NMTOKEN"} {
		if p.take(t) {
			return nil
		}
	}
	return p.failf("attribute %s without a valid type", d.name)
}

// elementDeclaration reads a content model after "<!ELEMENT" (section 3.2). It checks parentheses
// and characters.
func (p *dtdParser) elementDeclaration() error {
	if !p.space() || p.name() == nil || !p.space() {
		return p.failf("ELEMENT without a valid name")
	}
	if !p.take("EMPTY") && !p.take("ANY") {
		depth := 0
		for start := p.i; p.i < len(p.b); p.i++ {
			c := p.b[p.i]
			if depth == 0 && p.i > start && bytes.IndexByte([]byte("?*+"), c) < 0 {
				break
			}
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case depth == 0 && p.i == start || !IsNameByte[c] && !IsSpace[c] &&
				bytes.IndexByte([]byte("#|,?*+"), c) < 0:
				return p.failf("%q in a content model", c)
			}
		}
	}
	p.space()
	if !p.take(">") {
		return p.failf("a content model does not end")
	}
	return nil
}

// notationDeclaration reads an identifier after "<!NOTATION" (section 4.7).
func (p *dtdParser) notationDeclaration() error {
	if !p.space() || p.name() == nil || !p.space() {
		return p.failf("NOTATION without a valid name")
	}
	if found, err := p.identifier(true); !found || err != nil {
		return cmp.Or(err, p.failf("NOTATION without an identifier"))
	}
	p.space()
	if !p.take(">") {
		return p.failf("a NOTATION does not end")
	}
	return nil
}

// externalID reads "SYSTEM 'uri'" or "PUBLIC 'id' 'uri'", if there is one (production 75).
func (p *dtdParser) externalID() (found bool, err error) { return p.identifier(false) }

// identifier reads an external identifier. With publicAlone the URI after PUBLIC may be missing.
func (p *dtdParser) identifier(publicAlone bool) (found bool, err error) {
	if p.take("PUBLIC") {
		if !p.space() {
			return false, p.failf("no white space after PUBLIC")
		}
		id, err := p.literal()
		if err != nil {
			return false, err
		}
		for _, c := range id {
			if c != ' ' && c != '\r' && c != '\n' && !isASCIIAlphanumeric(c) &&
				bytes.IndexByte([]byte("-'()+,./:=?;!*#@$_%"), c) < 0 {
				return false, p.failf("%q in a public identifier", c)
			}
		}
		spaced := p.space()
		if publicAlone && (p.i == len(p.b) || p.b[p.i] == '>') {
			return true, nil
		}
		if !spaced {
			return false, p.failf("no white space in an external identifier")
		}
	} else if !p.take("SYSTEM") {
		return false, nil
	} else if !p.space() {
		return false, p.failf("no white space after SYSTEM")
	}
	_, err = p.literal()
	return err == nil, err
}

func isASCIIAlphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// literal reads a string in quotes.
func (p *dtdParser) literal() ([]byte, error) {
	if p.i == len(p.b) || p.b[p.i] != '"' && p.b[p.i] != '\'' {
		return nil, p.failf("a string in quotes is expected")
	}
	n := bytes.IndexByte(p.b[p.i+1:], p.b[p.i])
	if n < 0 {
		return nil, p.failf("a string does not end")
	}
	value := p.b[p.i+1 : p.i+1+n]
	p.i += n + 2
	return value, nil
}

func (p *dtdParser) space() bool {
	start := p.i
	for p.i < len(p.b) && IsSpace[p.b[p.i]] {
		p.i++
	}
	return p.i > start
}

// name reads a name. It returns nil if there is none.
func (p *dtdParser) name() []byte {
	start := p.i
	for p.i < len(p.b) && IsNameByte[p.b[p.i]] {
		p.i++
	}
	if name := p.b[start:p.i]; validName(name) {
		return name
	}
	p.i = start
	return nil
}

func (p *dtdParser) take(s string) bool {
	if !rdf.HasPrefixAt(p.b, p.i, s) {
		return false
	}
	p.i += len(s)
	return true
}
