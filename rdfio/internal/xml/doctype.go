package xml

import (
	"bytes"
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
		x.Encoding, rest = string(encoding), behind
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

// SkipSpace returns b after its leading white space, and whether there was any.
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
// keeps the general entities and skips the other declarations. References to parameter entities are
// errors.
type dtdParser struct {
	x *Lexer
	b []byte // the declaration without its ">"
	i int
}

func (p *dtdParser) failf(format string, args ...any) error {
	return p.x.Fail(p.x.i+p.i, fmt.Errorf("document type declaration: "+format, args...))
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
		case p.take("]"):
			return nil
		case p.take("%"):
			return p.failf("parameter entity %%%s; is not read", p.name())
		case p.take("<!--"):
			n := bytes.Index(p.b[p.i:], []byte("--"))
			if n < 0 || !rdf.HasPrefixAt(p.b, p.i+n, "-->") {
				return p.failf("\"--\" inside a comment")
			}
			p.i += n + len("-->")
		case p.take("<?"):
			n := bytes.Index(p.b[p.i:], []byte("?>"))
			if n < 0 {
				return p.failf("a processing instruction does not end")
			}
			p.i += n + len("?>")
		case p.take("<!ENTITY"):
			err = p.entityDeclaration()
		case p.take("<!ATTLIST"):
			err = p.skipDeclaration("ATTLIST")
		case p.take("<!ELEMENT"), p.take("<!NOTATION"):
			err = p.skipDeclaration("")
		default:
			return p.failf("a declaration is expected")
		}
		if err != nil {
			return err
		}
	}
}

// entityDeclaration reads an entity after "<!ENTITY". The first declaration of a name counts.
func (p *dtdParser) entityDeclaration() error {
	if !p.space() {
		return p.failf("no white space behind ENTITY")
	}
	if p.take("%") {
		return p.skipDeclaration("")
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
		if p.space() && p.take("NDATA") {
			if !p.space() || p.name() == nil {
				return p.failf("entity %s without a notation", name)
			}
		}
	}
	p.space()
	if !p.take(">") {
		return p.failf("the declaration of entity %s does not end", name)
	}
	if x := p.x; x.entities[e.name] == nil {
		if x.entities == nil {
			x.entities = make(map[string]*entity)
		}
		x.entities[e.name] = e
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

// externalID reads "SYSTEM 'uri'" or "PUBLIC 'id' 'uri'", if there is one (production 75).
func (p *dtdParser) externalID() (found bool, err error) {
	if p.take("PUBLIC") {
		p.space()
		if _, err := p.literal(); err != nil {
			return false, err
		}
	} else if !p.take("SYSTEM") {
		return false, nil
	}
	if !p.space() {
		return false, p.failf("no white space in an external identifier")
	}
	_, err = p.literal()
	return err == nil, err
}

// skipDeclaration moves behind a declaration of an element, an attribute, a notation or a parameter
// entity. The defaults of attributes are not used.
func (p *dtdParser) skipDeclaration(kind string) error {
	for p.i < len(p.b) && p.b[p.i] != '>' {
		if p.b[p.i] != '"' && p.b[p.i] != '\'' {
			p.i++
			continue
		}
		if _, err := p.literal(); err != nil {
			return err
		}
		if kind == "ATTLIST" {
			p.x.WarnAt(p.x.i, "the defaults of attributes in the document type declaration are "+
				"not read")
		}
	}
	if !p.take(">") {
		return p.failf("the declaration does not end")
	}
	return nil
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
