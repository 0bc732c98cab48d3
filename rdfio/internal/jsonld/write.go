package jsonld

import (
	"fmt"
	"io"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// Write writes expanded JSON-LD 1.0, one value a line. The library's own serializer cannot
// be used: it puts triples in the order of a Go map, runs the document through Printf, which turns
// every per cent sign into rubbish, and drops the error of the writer.
func Write(w io.Writer, o *owl.Ontology) error {
	body := &boundedBuffer{limit: maxDocument}
	out := &doc.Output{W: body}
	layout := &jsonldLayout{out: out, schemes: make(map[string]bool)}
	if err := owlrdf.Write(o, out, layout); err != nil {
		return err
	}
	document := &doc.Output{W: w}
	layout.context(document)
	document.Text("  \"@graph\": [")
	if err := document.Finish(); err != nil {
		return err
	}
	return (&doc.Output{W: w, Buf: body.buf}).Finish()
}

// boundedBuffer takes no more than limit bytes.
type boundedBuffer struct {
	buf   []byte
	limit int
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if len(b.buf)+len(p) > b.limit {
		return 0, fmt.Errorf("%w: a JSON-LD document of more than %d MB; Turtle has no such limit", doc.ErrTooLarge, b.limit>>20)
	}
	b.buf = append(b.buf, p...)
	return len(p), nil
}

// jsonldLayout writes the node objects of the document's "@graph".
type jsonldLayout struct {
	out      *doc.Output
	prefixes *owl.Prefixes
	schemes  map[string]bool // of the IRIs that occur
	blocks   int
}

func (l *jsonldLayout) AllowsLabel(label string) bool { return rdf.IsBlankNodeLabel(label) }

func (l *jsonldLayout) Begin(prefixes *owl.Prefixes) { l.prefixes = prefixes }

func (l *jsonldLayout) End() { l.out.Text("\n  ]\n}\n") }

// context writes the beginning of the document. The prefixes are declared, though not used, so that
// reading finds them; but not one that could be taken for the scheme of an IRI.
func (l *jsonldLayout) context(out *doc.Output) {
	out.Text("{\n  \"@context\": {")
	comma, declared := "\n", 0
	for _, name := range l.prefixes.Names() {
		if name == "" || l.schemes[name] || declared == maxTerms {
			continue
		}
		declared++
		namespace, _ := l.prefixes.Namespace(name)
		out.Text(comma + "    ")
		out.Buf = appendJSONString(out.Buf, name, out)
		out.Text(": ")
		out.Buf = appendJSONString(out.Buf, namespace, out)
		comma = ",\n"
	}
	out.Text("\n  },\n")
}

func (l *jsonldLayout) Block(subject owlrdf.Node, props []owlrdf.Property) {
	if l.blocks++; l.blocks > 1 {
		l.out.Text(",")
	}
	l.out.Text("\n    {")
	comma := "\n      "
	if !subject.IsAnonymous() {
		l.out.Text(comma + `"@id": `)
		l.id(&subject)
		comma = ",\n      "
	}
	for _, values := range byPredicate(props) {
		l.out.Text(comma)
		l.key(values)
		l.out.Text(": [")
		for i := range values {
			if i > 0 {
				l.out.Text(",")
			}
			l.out.Text("\n        ")
			l.value(values, i)
		}
		l.out.Text("\n      ]")
		comma = ",\n      "
	}
	l.out.Text("\n    }")
}

// byPredicate gathers the properties that JSON has to put under one key. Types that are no IRIs
// have another key than those that are.
func byPredicate(props []owlrdf.Property) [][]owlrdf.Property {
	var groups [][]owlrdf.Property
	index := make(map[owlrdf.Property]int, len(props))
	for _, p := range props {
		key := owlrdf.Property{Predicate: p.Predicate}
		if isKeywordType(&p) {
			key.Object.Kind = owlrdf.BlankNode // "@type"
		}
		i, known := index[key]
		if !known {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// isKeywordType reports whether a property can be written as a member of "@type".
func isKeywordType(p *owlrdf.Property) bool {
	return p.Predicate == owlrdf.RDFType && p.Object.Kind == owlrdf.IRINode
}

func (l *jsonldLayout) key(values []owlrdf.Property) {
	if isKeywordType(&values[0]) {
		l.out.Text(`"@type"`)
		return
	}
	l.iri(values[0].Predicate)
}

func (l *jsonldLayout) value(values []owlrdf.Property, i int) {
	if isKeywordType(&values[0]) {
		l.iri(values[i].Object.Name)
		return
	}
	l.node(&values[i].Object)
}

// node writes a value on one line.
func (l *jsonldLayout) node(n *owlrdf.Node) {
	switch n.Kind {
	case owlrdf.IRINode, owlrdf.BlankNode:
		l.out.Text(`{"@id": `)
		l.id(n)
		l.out.Text("}")
	case owlrdf.LiteralNode:
		l.literal(n.Literal)
	case owlrdf.TreeNode:
		l.tree(n.Tree.Props)
	case owlrdf.ListNode:
		l.out.Text(`{"@list": [`)
		for i := range n.Tree.Items {
			if i > 0 {
				l.out.Text(", ")
			}
			l.node(&n.Tree.Items[i])
		}
		l.out.Text("]}")
	}
}

func (l *jsonldLayout) tree(props []owlrdf.Property) {
	l.out.Text("{")
	for n, values := range byPredicate(props) {
		if n > 0 {
			l.out.Text(", ")
		}
		l.key(values)
		l.out.Text(": [")
		for i := range values {
			if i > 0 {
				l.out.Text(", ")
			}
			l.value(values, i)
		}
		l.out.Text("]")
	}
	l.out.Text("}")
}

func (l *jsonldLayout) id(n *owlrdf.Node) {
	if n.Kind == owlrdf.BlankNode {
		l.out.Buf = appendJSONString(l.out.Buf, "_:"+n.Name.String(), l.out)
		return
	}
	l.iri(n.Name)
}

func (l *jsonldLayout) iri(i owl.IRI) {
	s := i.String()
	colon := rdf.SchemeEnd(s)
	if colon < 0 {
		l.out.Fail(fmt.Errorf("%w: the IRI %q is relative", doc.ErrNotWritable, s))
		return
	}
	l.schemes[s[:colon]] = true
	l.out.Buf = appendJSONString(l.out.Buf, s, l.out)
}

func (l *jsonldLayout) literal(lit *owl.Literal) {
	l.out.Text(`{"@value": `)
	l.out.Buf = appendJSONString(l.out.Buf, lit.Lexical, l.out)
	switch {
	case lit.Lang != "":
		rdf.CheckLanguage(lit.Lang, l.out)
		l.out.Text(`, "@language": `)
		l.out.Buf = appendJSONString(l.out.Buf, lit.Lang, l.out)
	case lit.Datatype != owl.XSDString:
		l.out.Text(`, "@type": `)
		l.iri(lit.Datatype.IRI)
	}
	l.out.Text("}")
}

// appendJSONString appends a JSON string (RFC 8259, section 7).
func appendJSONString(dst []byte, s string, out *doc.Output) []byte {
	if !utf8.ValidString(s) {
		out.Fail(fmt.Errorf("%w: %q is not valid UTF-8", doc.ErrNotWritable, doc.Brief(s)))
	}
	dst = append(dst, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, c)
		}
	}
	return append(append(dst, s[from:]...), '"')
}
