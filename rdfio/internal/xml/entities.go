package xml

import (
	"fmt"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// entity is a general entity of the internal DTD subset (XML 1.0, section 4).
type entity struct {
	name     string
	text     []byte // replacement text
	external bool   // an external entity, which is an error if it is used
	plain    bool   // text has no markup, references or line ends
	open     bool   // being expanded; a reference to it is an error
}

// entitySource is the input after the reference to an open entity.
type entitySource struct {
	entity *entity // the open one
	b      []byte
	i      int
	depth  int // len(Open) at the reference and at the end of the entity
}

// reference reads a reference in character data.
func (x *Lexer) reference() (Token, error) {
	if x.phase != inRoot {
		return 0, x.Failf(x.i, "reference outside the document element")
	}
	var r rune
	var e *entity
	for {
		var n int
		var err error
		if r, e, n, err = x.scanReference(x.b, x.i); err != nil {
			return 0, x.Fail(x.i, err)
		}
		if n > 0 {
			x.At = x.i
			x.i += n
			break
		}
		if !x.grow() {
			return 0, x.truncated("a reference")
		}
	}
	if e == nil {
		x.cooked = utf8.AppendRune(x.cooked[:0], r)
		x.Text = x.cooked
		return Text, nil
	}
	if err := x.expand(e); err != nil {
		return 0, x.Fail(x.At, err)
	}
	if e.plain {
		x.Text = e.text
		return Text, nil
	}
	e.open = true
	x.sources = append(x.sources, entitySource{entity: e, b: x.b, i: x.i, depth: len(x.Open)})
	x.b, x.i = e.text, 0
	return xmlNothing, nil
}

// leaveEntity closes the innermost open entity.
func (x *Lexer) leaveEntity() error {
	s := x.sources[len(x.sources)-1]
	if len(x.Open) != s.depth {
		return x.Failf(x.i, "element <%s> is not closed", x.topName())
	}
	s.entity.open = false
	x.sources = x.sources[:len(x.sources)-1]
	x.b, x.i = s.b, s.i
	return nil
}

// scanReference reads the reference at b[i]: to the entity e, or to the character r if e is nil. N
// is its length, 0 if it is longer than b.
func (x *Lexer) scanReference(b []byte, i int) (r rune, e *entity, n int, err error) {
	if rdf.HasPrefixAt(b, i, "&#") {
		r, n, err = scanCharReference(b, i)
		return r, nil, n, err
	}
	end := i + 1
	for end < len(b) && IsNameByte[b[end]] {
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

// scanCharReference reads "&#10;" or "&#xA;". N is 0 if the reference is longer than b.
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
				return 0, 0,
					fmt.Errorf("reference to the character U+%04X, which no document may have", r)
			}
			return r, at + 1 - i, nil
		default:
			return 0, 0, fmt.Errorf("invalid character reference %q", b[i:at+1])
		}
		r = min(r*base+digit, utf8.MaxRune+1)
	}
	return 0, 0, nil
}

// expand counts the expansion of an entity against the limit. A reference counts too, because
// entities that expand to nothing can be nested.
func (x *Lexer) expand(e *entity) error { return x.CountExpansion(len(e.text) + 1) }

// CountExpansion counts bytes that a document generates against Limits.Expansion.
func (x *Lexer) CountExpansion(n int) error {
	x.expanded += n
	read := x.i
	if len(x.sources) > 0 {
		read = x.sources[0].i
	}
	if x.expanded > x.Limits.Expansion+x.dropped+read {
		return fmt.Errorf(
			"%w: entities, defaults and relative IRIs expand to more than %d bytes beyond the document",
			doc.ErrTooLarge, x.Limits.Expansion)
	}
	return nil
}

// CountPrefix counts a long base or namespace of a name against the limit, because many short names
// may share a namespace of megabytes.
func (x *Lexer) CountPrefix(n int) error {
	const usual = 256
	if n <= usual {
		return nil
	}
	return x.CountExpansion(n)
}

// cook normalizes an attribute value: it replaces references and white space.
func (x *Lexer) cook(a *Attr) error {
	start := len(x.cooked)
	type source struct {
		b []byte
		i int
		e *entity
	}
	var outer []source
	b, i, e := a.Value, 0, (*entity)(nil)
	for {
		run := i
		for i < len(b) && b[i] != '&' && b[i] != '<' && (b[i] >= ' ' || !IsSpace[b[i]]) {
			i++
		}
		x.cooked = append(x.cooked, b[run:i]...)
		if len(x.cooked)-start > x.Limits.Token {
			return x.Fail(a.At, fmt.Errorf("%w: attribute %s of more than %d bytes",
				doc.ErrTooLarge, a.Name, x.Limits.Token))
		}
		switch {
		case i == len(b) && e == nil:
			a.Value = x.cooked[start:len(x.cooked):len(x.cooked)]
			a.raw = false
			return nil
		case i == len(b):
			e.open = false
			last := outer[len(outer)-1]
			outer = outer[:len(outer)-1]
			b, i, e = last.b, last.i, last.e
		case b[i] == '<':
			return x.Failf(a.At, "entity &%s; has a \"<\", which no attribute value may have",
				e.name)
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
				return x.Fail(a.At, fmt.Errorf("attribute %s: %w", a.Name, err))
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
