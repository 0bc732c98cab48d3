package rdfxml

import (
	"bytes"
	"fmt"
	"slices"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// xmlLiteral writes the content of a parseType="Literal" element as exclusive canonical XML with
// comments and an empty InclusiveNamespaces PrefixList (W3C Exclusive XML Canonicalization 1.0,
// section 3). This is the lexical form by RDF 1.1 XML Syntax, section 7.2.17.
type xmlLiteral struct {
	out   []byte
	open  []xml.OpenElement
	names []byte         // of the open elements, concatenated
	ns    xml.Namespaces // declared in the output
	attrs []literalAttr
}

// literalAttr is an attribute with its expanded name, the sort key.
type literalAttr struct {
	namespace string
	local     []byte
	attr      *xml.Attr
}

func (l *xmlLiteral) reset() {
	l.out = l.out[:0]
	l.open = l.open[:0]
	l.names = l.names[:0]
	l.ns = xml.NewNamespaces()
}

// literalToken writes a token inside a parseType="Literal" element.
func (d *rdfxmlDecoder) literalToken(token xml.Token) error {
	l := &d.literal
	switch token {
	case xml.StartTag:
		if err := l.start(d.x); err != nil {
			return err
		}
	case xml.EndTag:
		if len(l.open) == 0 {
			f := d.open[len(d.open)-1]
			if err := d.endElement(); err != nil {
				return err
			}
			datatype := f.datatype
			if datatype == rdf.None {
				datatype = d.rdfXMLLiteral
			}
			return d.statement(f.subject, f.predicate, d.terms.Literal(l.out, datatype, nil),
				f.reifies)
		}
		l.end()
	case xml.Text:
		l.escape(d.x.Text, false)
	case xml.Comment:
		l.out = append(append(append(l.out, "<!--"...), d.x.LineEnds(d.x.Text)...), "-->"...)
	case xml.Instruction:
		l.out = append(append(l.out, "<?"...), d.x.Name...)
		if len(d.x.Text) > 0 {
			l.out = append(append(l.out, ' '), d.x.LineEnds(d.x.Text)...)
		}
		l.out = append(l.out, "?>"...)
	}
	if len(l.out) > d.x.Limits.Token {
		return d.x.Fail(d.x.At, fmt.Errorf("%w: an XML literal of more than %d bytes",
			doc.ErrTooLarge, d.x.Limits.Token))
	}
	return nil
}

// start writes a start tag: the missing declarations of the prefixes of the element and its
// attributes, sorted by prefix, then the attributes, sorted by namespace and local name.
func (l *xmlLiteral) start(x *xml.Lexer) error {
	prefix, _, ok := xml.SplitQName(x.Name)
	if !ok {
		return x.Failf(x.At, "invalid name %q", x.Name)
	}
	l.out = append(append(l.out, '<'), x.Name...)
	l.open = append(l.open, xml.OpenElement{Name: len(l.names), Bindings: len(l.ns.Bindings)})
	l.names = append(l.names, x.Name...)

	prefixes := [][]byte{prefix}
	l.attrs = l.attrs[:0]
	for k := range x.Attrs {
		a := &x.Attrs[k]
		if a.Declares {
			continue
		}
		prefix, local, ok := xml.SplitQName(a.Name)
		if !ok {
			return x.Failf(a.At, "invalid name %q", a.Name)
		}
		entry := literalAttr{local: local, attr: a}
		if prefix != nil {
			if entry.namespace, ok = x.Ns.Lookup(prefix); !ok {
				return x.Failf(a.At, "undefined prefix %q", string(prefix)+":")
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
		namespace, ok := x.Ns.Lookup(prefix)
		if !ok {
			return x.Failf(x.At, "undefined prefix %q", string(prefix)+":")
		}
		if err := l.declare(x, prefix, namespace); err != nil {
			return x.Fail(x.At, err)
		}
	}
	slices.SortFunc(l.attrs, func(a, b literalAttr) int {
		if a.namespace != b.namespace {
			return bytes.Compare([]byte(a.namespace), []byte(b.namespace))
		}
		return bytes.Compare(a.local, b.local)
	})
	for k, a := range l.attrs {
		if k > 0 && a.namespace == l.attrs[k-1].namespace &&
			bytes.Equal(a.local, l.attrs[k-1].local) {
			return x.Failf(a.attr.At, "attribute %s is there twice", a.attr.Name)
		}
		l.out = append(append(append(l.out, ' '), a.attr.Name...), `="`...)
		l.escape(a.attr.Value, true)
		l.out = append(l.out, '"')
	}
	l.out = append(l.out, '>')
	return nil
}

// declare writes a namespace declaration unless it is in force.
func (l *xmlLiteral) declare(x *xml.Lexer, prefix []byte, namespace string) error {
	changed, err := l.ns.Declare(prefix, []byte(namespace), len(prefix) > 0)
	if err != nil || !changed {
		return err
	}
	if err := x.CountPrefix(len(namespace)); err != nil {
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
	l.out = append(append(append(l.out, "</"...), l.names[top.Name:]...), '>')
	l.open = l.open[:len(l.open)-1]
	l.names = l.names[:top.Name]
	l.ns.Restore(top.Bindings, 0)
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
