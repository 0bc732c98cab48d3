package rdfxml

import (
	"bytes"
	"slices"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// xmlLiteral writes the content of a parseType="Literal" element as exclusive canonical XML with
// comments and an empty InclusiveNamespaces PrefixList (W3C Exclusive XML Canonicalization 1.0,
// section 3). This is the lexical form by RDF 1.1 XML Syntax, section 7.2.17.
type xmlLiteral struct {
	doc.Output
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
	l.Buf = l.Buf[:0]
	l.open = l.open[:0]
	l.names = l.names[:0]
	l.ns = xml.NewNamespaces()
}

// literalToken writes a token inside a parseType="Literal" element.
func (d *rdfxmlDecoder) literalToken(token xml.Token) {
	l := &d.literal
	switch token {
	case xml.StartTag:
		d.fail(l.start(d.x))
	case xml.EndTag:
		if len(l.open) == 0 {
			f := d.open[len(d.open)-1]
			d.endElement()
			datatype := f.datatype
			if datatype == rdf.None {
				datatype = d.rdfXMLLiteral
			}
			d.statement(f.subject, f.predicate, d.terms.Literal(l.Buf, datatype, nil), f.reifies)
			return
		}
		l.end()
	case xml.Text:
		l.XML(string(d.x.Text), false)
	case xml.Comment:
		l.Buf = append(append(append(l.Buf, "<!--"...), d.x.LineEnds(d.x.Text)...), "-->"...)
	case xml.Instruction:
		l.Buf = append(append(l.Buf, "<?"...), d.x.Name...)
		if len(d.x.Text) > 0 {
			l.Buf = append(append(l.Buf, ' '), d.x.LineEnds(d.x.Text)...)
		}
		l.Buf = append(l.Buf, "?>"...)
	}
	if len(l.Buf) > d.x.Limits.Token {
		d.failf(d.x.At, "%w: an XML literal of more than %d bytes", doc.ErrTooLarge,
			d.x.Limits.Token)
	}
}

// start writes a start tag: the missing declarations of the prefixes of the element and its
// attributes, sorted by prefix, then the attributes, sorted by namespace and local name.
func (l *xmlLiteral) start(x *xml.Lexer) error {
	prefix, _, ok := xml.SplitQName(x.Name)
	if !ok {
		return x.Failf(x.At, "invalid name %q", x.Name)
	}
	l.Buf = append(append(l.Buf, '<'), x.Name...)
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
		l.Buf = append(append(append(l.Buf, ' '), a.attr.Name...), `="`...)
		l.XML(string(a.attr.Value), true)
		l.Buf = append(l.Buf, '"')
	}
	l.Buf = append(l.Buf, '>')
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
	l.Buf = append(l.Buf, " xmlns"...)
	if len(prefix) > 0 {
		l.Buf = append(append(l.Buf, ':'), prefix...)
	}
	l.Buf = append(l.Buf, `="`...)
	l.XML(namespace, true)
	l.Buf = append(l.Buf, '"')
	return nil
}

func (l *xmlLiteral) end() {
	top := l.open[len(l.open)-1]
	l.Buf = append(append(append(l.Buf, "</"...), l.names[top.Name:]...), '>')
	l.open = l.open[:len(l.open)-1]
	l.names = l.names[:top.Name]
	l.ns.Restore(top.Bindings, 0)
}
