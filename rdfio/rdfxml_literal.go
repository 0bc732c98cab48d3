package rdfio

import (
	"bytes"
	"fmt"
	"slices"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// xmlLiteral writes the content of a parseType="Literal" element as exclusive canonical XML with
// comments and an empty InclusiveNamespaces PrefixList, which is what RDF 1.1 XML Syntax, section
// 7.2.17, makes its lexical form (W3C Exclusive XML Canonicalization 1.0, section 3).
type xmlLiteral struct {
	out   []byte
	open  []openElement
	names []byte     // of the open elements, one behind the other
	ns    namespaces // that the output has in force
	attrs []literalAttr
}

// literalAttr is an attribute with its expanded name, by which the attributes are sorted.
type literalAttr struct {
	namespace string
	local     []byte
	attr      *xmlAttr
}

func (l *xmlLiteral) reset() {
	l.out = l.out[:0]
	l.open = l.open[:0]
	l.names = l.names[:0]
	l.ns = newNamespaces()
}

// literalToken takes a token inside a parseType="Literal" element.
func (d *rdfxmlDecoder) literalToken(token xmlToken) error {
	l := &d.literal
	switch token {
	case xmlStartTag:
		if err := l.start(d.x); err != nil {
			return err
		}
	case xmlEndTag:
		if len(l.open) == 0 {
			f := d.open[len(d.open)-1]
			if err := d.endElement(); err != nil {
				return err
			}
			datatype := f.datatype
			if datatype == rdf.None {
				datatype = d.rdfXMLLiteral
			}
			return d.statement(f.subject, f.predicate, d.terms.Literal(l.out, datatype, nil), f.reifies)
		}
		l.end()
	case xmlText:
		l.escape(d.x.text, false)
	case xmlComment:
		l.out = append(append(append(l.out, "<!--"...), d.x.lineEnds(d.x.text)...), "-->"...)
	case xmlInstruction:
		l.out = append(append(l.out, "<?"...), d.x.name...)
		if len(d.x.text) > 0 {
			l.out = append(append(l.out, ' '), d.x.lineEnds(d.x.text)...)
		}
		l.out = append(l.out, "?>"...)
	}
	if len(l.out) > d.x.limits.Token {
		return d.x.fail(d.x.at, fmt.Errorf("%w: an XML literal of more than %d bytes", doc.ErrTooLarge, d.x.limits.Token))
	}
	return nil
}

// start writes a start tag: the declarations that the element or its attributes need and no open
// element shows, sorted by prefix; then the attributes, sorted by namespace and local name.
func (l *xmlLiteral) start(x *xmlLexer) error {
	prefix, _, ok := splitQName(x.name)
	if !ok {
		return x.failf(x.at, "invalid name %q", x.name)
	}
	l.out = append(append(l.out, '<'), x.name...)
	l.open = append(l.open, openElement{name: len(l.names), bindings: len(l.ns.bindings)})
	l.names = append(l.names, x.name...)

	prefixes := [][]byte{prefix}
	l.attrs = l.attrs[:0]
	for k := range x.attrs {
		a := &x.attrs[k]
		if a.declares {
			continue
		}
		prefix, local, ok := splitQName(a.name)
		if !ok {
			return x.failf(a.at, "invalid name %q", a.name)
		}
		entry := literalAttr{local: local, attr: a}
		if prefix != nil {
			if entry.namespace, ok = x.ns.lookup(prefix); !ok {
				return x.failf(a.at, "undefined prefix %q", string(prefix)+":")
			}
			prefixes = append(prefixes, prefix)
		}
		l.attrs = append(l.attrs, entry)
	}
	slices.SortFunc(prefixes, bytes.Compare)
	for k, prefix := range prefixes {
		if k > 0 && bytes.Equal(prefix, prefixes[k-1]) || string(prefix) == "xml" {
			continue
		}
		namespace, ok := x.ns.lookup(prefix)
		if !ok {
			return x.failf(x.at, "undefined prefix %q", string(prefix)+":")
		}
		if err := l.declare(x, prefix, namespace); err != nil {
			return x.fail(x.at, err)
		}
	}
	slices.SortFunc(l.attrs, func(a, b literalAttr) int {
		if a.namespace != b.namespace {
			return bytes.Compare([]byte(a.namespace), []byte(b.namespace))
		}
		return bytes.Compare(a.local, b.local)
	})
	for k, a := range l.attrs {
		if k > 0 && a.namespace == l.attrs[k-1].namespace && bytes.Equal(a.local, l.attrs[k-1].local) {
			return x.failf(a.attr.at, "attribute %s is there twice", a.attr.name)
		}
		l.out = append(append(append(l.out, ' '), a.attr.name...), `="`...)
		l.escape(a.attr.value, true)
		l.out = append(l.out, '"')
	}
	l.out = append(l.out, '>')
	return nil
}

// declare writes a namespace declaration, unless the output has it in force already.
func (l *xmlLiteral) declare(x *xmlLexer, prefix []byte, namespace string) error {
	changed, err := l.ns.declare(prefix, []byte(namespace), len(prefix) > 0)
	if err != nil || !changed {
		return err
	}
	if err := x.countPrefix(len(namespace)); err != nil {
		return err
	}
	l.out = append(l.out, " xmlns"...)
	if len(prefix) > 0 {
		l.out = append(append(l.out, ':'), prefix...)
	}
	l.out = append(l.out, `="`...)
	l.escape([]byte(namespace), true)
	l.out = append(l.out, '"')
	return nil
}

func (l *xmlLiteral) end() {
	top := l.open[len(l.open)-1]
	l.out = append(append(append(l.out, "</"...), l.names[top.name:]...), '>')
	l.open = l.open[:len(l.open)-1]
	l.names = l.names[:top.name]
	l.ns.restore(top.bindings, 0)
}

// escape writes text, or an attribute value, with the references of Canonical XML, section 2.3.
func (l *xmlLiteral) escape(text []byte, attribute bool) {
	for _, c := range text {
		switch {
		case c == '&':
			l.out = append(l.out, "&amp;"...)
		case c == '<':
			l.out = append(l.out, "&lt;"...)
		case c == '>' && !attribute:
			l.out = append(l.out, "&gt;"...)
		case c == '"' && attribute:
			l.out = append(l.out, "&quot;"...)
		case c == '\r':
			l.out = append(l.out, "&#xD;"...)
		case c == '\n' && attribute:
			l.out = append(l.out, "&#xA;"...)
		case c == '\t' && attribute:
			l.out = append(l.out, "&#x9;"...)
		default:
			l.out = append(l.out, c)
		}
	}
}
