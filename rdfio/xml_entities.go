package rdfio

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// entity is a general or parameter entity of the internal DTD subset (XML 1.0, section 4).
type entity struct {
	name     string
	text     []byte // replacement text
	external bool   // its text lies elsewhere: declared, but refused when used
	plain    bool   // text stands for itself in content and in attribute values
	open     bool   // being expanded: a reference to it now would have no end
}

// entitySource is what to go on with behind an open entity.
type entitySource struct {
	entity *entity // the one that is read meanwhile
	b      []byte
	i      int
	depth  int // len(open) at the reference: the entity must leave it so
}

// reference reads a reference in character data.
func (x *xmlLexer) reference() (xmlToken, error) {
	if x.phase != inRoot {
		return 0, x.failf(x.i, "reference outside the document element")
	}
	var r rune
	var e *entity
	for {
		var n int
		var err error
		if r, e, n, err = x.scanReference(x.b, x.i); err != nil {
			return 0, x.fail(x.i, err)
		}
		if n > 0 {
			x.at = x.i
			x.i += n
			break
		}
		if !x.grow() {
			return 0, x.truncated("a reference")
		}
	}
	if e == nil {
		x.cooked = utf8.AppendRune(x.cooked[:0], r)
		x.text = x.cooked
		return xmlText, nil
	}
	if err := x.expand(e); err != nil {
		return 0, x.fail(x.at, err)
	}
	if e.plain {
		x.text = e.text
		return xmlText, nil
	}
	e.open = true
	x.sources = append(x.sources, entitySource{entity: e, b: x.b, i: x.i, depth: len(x.open)})
	x.b, x.i = e.text, 0
	return xmlNothing, nil
}

// leaveEntity goes on behind the reference to the innermost open entity.
func (x *xmlLexer) leaveEntity() error {
	s := x.sources[len(x.sources)-1]
	if len(x.open) != s.depth {
		return x.failf(x.i, "element <%s> is not closed", x.topName())
	}
	s.entity.open = false
	x.sources = x.sources[:len(x.sources)-1]
	x.b, x.i = s.b, s.i
	return nil
}

// scanReference reads the reference at b[i]: to the character r, or to the entity e if that is not
// nil. n is its length; 0 where b ends inside it.
func (x *xmlLexer) scanReference(b []byte, i int) (r rune, e *entity, n int, err error) {
	if rdf.HasPrefixAt(b, i, "&#") {
		r, n, err = scanCharReference(b, i)
		return r, nil, n, err
	}
	end := i + 1
	for end < len(b) && xmlNameByte[b[end]] {
		end++
	}
	if end == len(b) {
		return 0, nil, 0, nil
	}
	name := b[i+1 : end]
	if b[end] != ';' || len(name) == 0 {
		return 0, nil, 0, fmt.Errorf("\"&\" that starts no reference (write \"&amp;\")")
	}
	n = end + 1 - i
	switch string(name) {
	case "lt":
		return '<', nil, n, nil
	case "gt":
		return '>', nil, n, nil
	case "amp":
		return '&', nil, n, nil
	case "quot":
		return '"', nil, n, nil
	case "apos":
		return '\'', nil, n, nil
	}
	e = x.entities[string(name)]
	switch {
	case e == nil:
		return 0, nil, 0, fmt.Errorf("entity &%s; is not declared", name)
	case e.external:
		return 0, nil, 0, fmt.Errorf("external entity &%s; is not read", name)
	case e.open:
		return 0, nil, 0, fmt.Errorf("entity &%s; contains itself", name)
	}
	return 0, e, n, nil
}

// scanCharReference reads "&#10;" or "&#xA;"; n is 0 where b ends inside it.
func scanCharReference(b []byte, i int) (r rune, n int, err error) {
	at, base := i+2, rune(10)
	if at < len(b) && b[at] == 'x' {
		at, base = at+1, 16
	}
	digits := at
	for ; at < len(b); at++ {
		var digit rune
		switch c := b[at]; {
		case '0' <= c && c <= '9':
			digit = rune(c - '0')
		case base == 16 && rdf.IsHexDigit(c):
			digit = rune(c|0x20-'a') + 10
		case c == ';' && at > digits:
			if !validChar(r) {
				return 0, 0, fmt.Errorf("reference to the character U+%04X, which no document may have", r)
			}
			return r, at + 1 - i, nil
		default:
			return 0, 0, fmt.Errorf("invalid character reference %q", b[i:at+1])
		}
		r = min(r*base+digit, utf8.MaxRune+1)
	}
	return 0, 0, nil
}

// expand counts the expansion of an entity against the limit. A reference counts too, so that
// entities that expand to nothing cannot be nested without end.
func (x *xmlLexer) expand(e *entity) error { return x.countExpansion(len(e.text) + 1) }

// countExpansion counts bytes that a document makes without holding them.
func (x *xmlLexer) countExpansion(n int) error {
	x.expanded += n
	read := x.i
	if len(x.sources) > 0 {
		read = x.sources[0].i
	}
	if x.expanded > x.limits.Expansion+x.dropped+read {
		return fmt.Errorf("%w: entities, defaults and relative IRIs expand to more than %d bytes beyond the document", doc.ErrTooLarge, x.limits.Expansion)
	}
	return nil
}

// countPrefix counts what base or namespace add to a name against the limit, if it is long: a few
// bytes in the document could stand for as many megabytes each.
func (x *xmlLexer) countPrefix(n int) error {
	const usual = 256
	if n <= usual {
		return nil
	}
	return x.countExpansion(n)
}

// cook normalises an attribute value: references replaced, white space made spaces.
func (x *xmlLexer) cook(a *xmlAttr) error {
	start := len(x.cooked)
	type source struct {
		b []byte
		i int
		e *entity
	}
	var outer []source
	b, i, e := a.value, 0, (*entity)(nil)
	for {
		run := i
		for i < len(b) && b[i] != '&' && b[i] != '<' && (b[i] >= ' ' || !xmlSpace[b[i]]) {
			i++
		}
		x.cooked = append(x.cooked, b[run:i]...)
		if len(x.cooked)-start > x.limits.Token {
			return x.fail(a.at, fmt.Errorf("%w: attribute %s of more than %d bytes", doc.ErrTooLarge, a.name, x.limits.Token))
		}
		switch {
		case i == len(b) && e == nil:
			a.value = x.cooked[start:len(x.cooked):len(x.cooked)]
			a.raw = false
			return nil
		case i == len(b):
			e.open = false
			last := outer[len(outer)-1]
			outer = outer[:len(outer)-1]
			b, i, e = last.b, last.i, last.e
		case b[i] == '<':
			return x.failf(a.at, "entity &%s; has a \"<\", which no attribute value may have", e.name)
		case b[i] != '&':
			if e != nil || b[i] != '\r' || i+1 == len(b) || b[i+1] != '\n' {
				x.cooked = append(x.cooked, ' ')
			}
			i++
		default:
			r, inner, n, err := x.scanReference(b, i)
			if n == 0 && err == nil {
				err = fmt.Errorf("\"&\" that starts no reference (write \"&amp;\")")
			}
			if err == nil && inner != nil {
				err = x.expand(inner)
			}
			if err != nil {
				return x.fail(a.at, fmt.Errorf("attribute %s: %w", a.name, err))
			}
			i += n
			switch {
			case inner == nil:
				x.cooked = utf8.AppendRune(x.cooked, r)
			case inner.plain:
				x.cooked = append(x.cooked, inner.text...)
			default:
				inner.open = true
				outer = append(outer, source{b, i, e})
				b, i, e = inner.text, 0, inner
			}
		}
	}
}

// attributeDefault is what an ATTLIST declaration says of an attribute.
type attributeDefault struct {
	name      []byte
	value     []byte // as written
	given     bool   // there is a default
	tokenized bool   // of another type than CDATA: white space is trimmed and collapsed
}

// applyDefaults completes the attributes of a start tag from the ATTLIST declarations (section
// 3.3.2), and reports whether it added a namespace declaration.
func (x *xmlLexer) applyDefaults() (declares bool, err error) {
	for _, d := range x.attlists[string(x.name)] {
		// The search counts as well, so that long lists cannot make it quadratic.
		if err := x.countExpansion(len(x.attrs) + len(d.value) + 1); err != nil {
			return false, x.fail(x.at, err)
		}
		var present *xmlAttr
		for k := range x.attrs {
			if string(x.attrs[k].name) == string(d.name) {
				present = &x.attrs[k]
				break
			}
		}
		if present == nil {
			if !d.given {
				continue
			}
			added := xmlAttr{name: d.name, value: d.value, at: x.at,
				declares: rdf.HasPrefixAt(d.name, 0, "xmlns") && (len(d.name) == 5 || d.name[5] == ':')}
			if err := x.cook(&added); err != nil {
				return false, err
			}
			declares = declares || added.declares
			x.attrs = append(x.attrs, added)
			present = &x.attrs[len(x.attrs)-1]
		}
		if d.tokenized {
			present.value = bytes.Join(bytes.FieldsFunc(present.value, func(r rune) bool { return r == ' ' }), []byte{' '})
		}
	}
	return declares, nil
}
