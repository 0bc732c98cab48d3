package rdfxml

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// rdfxmlLayout writes RDF 1.1 XML Syntax: an element for each subject, named by its first type, and
// a line or nested element for each triple.
type rdfxmlLayout struct {
	out      *doc.Output
	prefixes *owl.Prefixes
	names    map[owl.IRI]xmlName
	fresh    string // a prefix that the document does not declare
	entities []Entity

	base, step, newline string // the indentation of depth 0, that of a level, the line end
	part                bool   // of another document
	inherits            bool   // a language from that document

	subject owlrdf.Node         // of the current block
	long    int                 // number of its deferred lists
	later   []owlrdf.LaterBlock // their cells
}

// xmlName is an IRI as the name of an element. A prefix that the document does not declare is
// declared on the element itself, so that no other line depends on it.
type xmlName struct {
	qname   string // empty if the IRI cannot be the name of an element
	declare string // ` xmlns:ns="…"` or empty
}

func (l *rdfxmlLayout) AllowsLabel(label string) bool { return isNCName(label) }

func (l *rdfxmlLayout) Begin(prefixes *owl.Prefixes) {
	l.prefixes = &owl.Prefixes{}
	l.out.Text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF")
	for name, namespace := range prefixes.All() {
		if name != "" && !isNCName(name) || strings.HasPrefix(strings.ToLower(name), "xml") ||
			isXMLNamespace(namespace) || xml.BadCharacter(namespace) >= 0 {
			continue
		}
		l.prefixes.Set(name, namespace)
		l.out.Text("\n    xmlns")
		if name != "" {
			l.out.Text(":" + name)
		}
		l.out.Text(`="`)
		l.out.XML(namespace, true)
		l.out.Text(`"`)
	}
	l.out.Text(">\n")
	l.fresh = freshPrefix(l.prefixes)
}

func freshPrefix(prefixes *owl.Prefixes) string {
	fresh := "ns"
	for n := 1; ; n++ {
		if _, taken := prefixes.Namespace(fresh); !taken {
			return fresh
		}
		fresh = fmt.Sprint("ns", n)
	}
}

// isXMLNamespace reports whether a namespace belongs to the prefix xml or xmlns (Namespaces in XML,
// section 3).
func isXMLNamespace(namespace string) bool {
	return namespace == "http://www.w3.org/XML/1998/namespace" || namespace == "http://www.w3.org/2000/xmlns/"
}

func (l *rdfxmlLayout) End() { l.out.Text("</rdf:RDF>\n") }

// maxSpelledOut is the number of cells of a collection that are nested in each other.
const maxSpelledOut = 1000

func (l *rdfxmlLayout) Block(subject owlrdf.Node, props []owlrdf.Property) {
	l.subject, l.long = subject, 0
	l.out.Text("\n")
	l.nodeElement(1, subject, props)
	for i := 0; i < len(l.later); i++ { // the loop appends to later
		l.nodeElement(1, l.later[i].Subject, l.later[i].Props)
	}
	l.later = l.later[:0]
}

// nodeElement writes a node with its triples. The subject is anonymous for an owlrdf.TreeNode.
func (l *rdfxmlLayout) nodeElement(depth int, subject owlrdf.Node, props []owlrdf.Property) {
	element := xmlName{qname: "rdf:Description"}
	for i := range props {
		if name := l.typeName(&props[i]); name.qname != "" {
			element, props = name, slices.Concat(props[:i], props[i+1:])
			break
		}
		if !l.part {
			break // a writer has the declaration first
		}
	}
	l.startTag(depth, element)
	if !subject.IsAnonymous() {
		l.reference(&subject, " rdf:about=\"")
	}
	// A block has two tags even if it is empty, so that its first triple changes no other line.
	if len(props) == 0 && (depth > 1 || l.part) {
		l.endLine("/>")
		return
	}
	l.endLine(">")
	for i := range props {
		l.propertyElement(depth+1, props[i].Predicate, &props[i].Object)
	}
	l.endTag(depth, element)
}

// typeName returns the name that an element has for a triple, empty if it is no type with a name.
func (l *rdfxmlLayout) typeName(p *owlrdf.Property) xmlName {
	if p.Predicate != owlrdf.RDFType || p.Object.Kind != owlrdf.IRINode {
		return xmlName{}
	}
	name := l.name(p.Object.Name)
	if strings.HasPrefix(name.qname, "rdf:") || l.part && name.declare != "" {
		return xmlName{}
	}
	return name
}

func (l *rdfxmlLayout) propertyElement(depth int, predicate owl.IRI, object *owlrdf.Node) {
	element := l.name(predicate)
	if element.qname == "" || isRDFKeyword(predicate) {
		l.out.Fail(
			fmt.Errorf("%w: RDF/XML has no element name for the property <%s>; Turtle can write it",
				doc.ErrNotWritable, predicate))
		return
	}
	l.startTag(depth, element)
	switch object.Kind {
	case owlrdf.IRINode, owlrdf.BlankNode:
		l.reference(object, " rdf:resource=\"")
		l.endLine("/>")
	case owlrdf.LiteralNode:
		l.literal(object.Literal)
		l.out.Text("</" + element.qname)
		l.endLine(">")
	case owlrdf.TreeNode:
		l.endLine(">")
		l.nodeElement(depth+1, owlrdf.Anonymous, object.Tree.Props)
		l.endTag(depth, element)
	case owlrdf.ListNode:
		l.list(depth, element, object)
	}
}

// list writes a collection. A list of nodes has a syntax (RDF 1.1 XML Syntax, section 2.16); the
// cells of a list with literals or lists are spelled out.
func (l *rdfxmlLayout) list(depth int, element xmlName, list *owlrdf.Node) {
	for i := range list.Tree.Items {
		if k := list.Tree.Items[i].Kind; k == owlrdf.LiteralNode || k == owlrdf.ListNode {
			if len(list.Tree.Items) > maxSpelledOut && !l.part {
				l.deferList(list)
				return
			}
			l.endLine(">")
			l.nodeElement(depth+1, owlrdf.Anonymous, owlrdf.TreeProperties(list))
			l.endTag(depth, element)
			return
		}
	}
	l.endLine(" rdf:parseType=\"Collection\">")
	for i := range list.Tree.Items {
		item := &list.Tree.Items[i]
		if item.Kind == owlrdf.TreeNode {
			l.nodeElement(depth+1, owlrdf.Anonymous, item.Tree.Props)
		} else {
			l.nodeElement(depth+1, *item, nil)
		}
	}
	l.endTag(depth, element)
}

// deferList writes a reference to a long list. Its cells follow the block, because readers limit
// the depth of nested elements.
func (l *rdfxmlLayout) deferList(list *owlrdf.Node) {
	l.long++
	stem := owlrdf.MadeLabel(fmt.Append(owlrdf.AppendNodeKey(owlrdf.AppendNodeKey(nil, &l.subject),
		list), l.long))
	label := func(i int) owlrdf.Node {
		return owlrdf.Node{Kind: owlrdf.BlankNode, Name: owl.NewIRI(fmt.Sprint(stem, "_", i))}
	}
	head := label(0)
	l.reference(&head, "")
	l.endLine("/>")
	for i := range list.Tree.Items {
		rest := owlrdf.Node{Name: owlrdf.RDFNil}
		if i+1 < len(list.Tree.Items) {
			rest = label(i + 1)
		}
		l.later = append(l.later, owlrdf.LaterBlock{Subject: label(i),
			Props: []owlrdf.Property{{Predicate: owlrdf.RDFFirst, Object: list.Tree.Items[i]},
				{Predicate: owlrdf.RDFRest, Object: rest}}})
	}
}

func (l *rdfxmlLayout) startTag(depth int, element xmlName) {
	l.indent(depth)
	l.out.Text("<")
	l.out.Text(element.qname)
	l.out.Text(element.declare)
}

func (l *rdfxmlLayout) endTag(depth int, element xmlName) {
	l.indent(depth)
	l.out.Text("</")
	l.out.Text(element.qname)
	l.endLine(">")
}

func (l *rdfxmlLayout) indent(depth int) {
	l.out.Text(l.base)
	for range min(depth, xml.MaxIndent) {
		l.out.Text(l.step)
	}
}

func (l *rdfxmlLayout) endLine(text string) {
	l.out.Text(text)
	l.out.Text(l.newline)
}

// reference writes the attribute that names an owlrdf.IRINode or owlrdf.BlankNode.
func (l *rdfxmlLayout) reference(n *owlrdf.Node, attribute string) {
	if n.Kind == owlrdf.BlankNode {
		l.out.Text(` rdf:nodeID="`)
		l.out.Text(n.Name.String())
	} else {
		l.out.Text(attribute)
		l.iri(n.Name)
	}
	l.out.Text(`"`)
}

// iri writes an IRI in an attribute. Relative IRIs are errors, because readers resolve them.
func (l *rdfxmlLayout) iri(i owl.IRI) {
	s := i.String()
	if rdf.SchemeEnd(s) < 0 {
		l.out.Fail(fmt.Errorf("%w: the IRI %q is relative", doc.ErrNotWritable, s))
	}
	if at := xml.BadCharacter(s); at >= 0 {
		l.out.Fail(fmt.Errorf("%w: the IRI %q holds a character that XML does not allow",
			doc.ErrNotWritable, s))
	}
	best := Entity{}
	for _, e := range l.entities {
		if len(e.Text) > len(best.Text) && strings.HasPrefix(s, e.Text) {
			best = e
		}
	}
	if best.Text != "" {
		l.out.Text("&" + best.Name + ";")
	}
	l.out.XML(s[len(best.Text):], true)
}

func (l *rdfxmlLayout) literal(lit *owl.Literal) {
	switch {
	case lit.Lang != "":
		rdf.CheckLanguage(lit.Lang, l.out)
		l.out.Text(` xml:lang="`)
		l.out.XML(lit.Lang, true)
		l.out.Text(`"`)
	case lit.Datatype != owl.XSDString:
		l.out.Text(` rdf:datatype="`)
		l.iri(lit.Datatype.IRI)
		l.out.Text(`"`)
	case l.inherits:
		l.out.Text(` xml:lang=""`)
	}
	if at := xml.BadCharacter(lit.Lexical); at >= 0 {
		l.out.Fail(fmt.Errorf(
			"%w: XML does not allow the character at byte %d of the literal %q; Turtle can write it",
			doc.ErrNotWritable, at, doc.Brief(lit.Lexical)))
	}
	l.out.Text(">")
	l.out.XML(lit.Lexical, false)
}

// name splits an IRI into the longest declared namespace and an NCName, or otherwise before the
// longest NCName at its end.
func (l *rdfxmlLayout) name(i owl.IRI) xmlName {
	name, known := l.names[i]
	if known {
		return name
	}
	full := i.String()
	prefix, local, declared := l.prefixes.Split(full, isNCName)
	name.qname = local
	if prefix != "" {
		name.qname = prefix + ":" + local
	}
	if at := ncNameTail(full); !declared && 0 < at && at < len(full) &&
		!isXMLNamespace(full[:at]) && xml.BadCharacter(full) < 0 {
		namespace := &doc.Output{}
		namespace.XML(full[:at], true)
		name = xmlName{qname: l.fresh + ":" + full[at:],
			declare: " xmlns:" + l.fresh + `="` + string(namespace.Buf) + `"`}
	}
	l.names[i] = name
	return name
}

// ncNameTail returns the start of the longest NCName at the end of s, len(s) if it has none.
func ncNameTail(s string) int {
	start := len(s)
	for i := len(s); i > 0; {
		c, n := utf8.DecodeLastRuneInString(s[:i])
		if c == utf8.RuneError || c != '_' && c != '.' && !owl.IsNameChar(c) {
			break
		}
		i -= n
		if c == '_' || owl.IsNameStart(c) {
			start = i
		}
	}
	return start
}

func isNCName(s string) bool { return xml.ValidNCName([]byte(s)) }

// isRDFKeyword reports whether a property has another meaning as an element (RDF 1.1 XML Syntax,
// section 6.1.4), such as rdf:li.
func isRDFKeyword(i owl.IRI) bool {
	local, ok := strings.CutPrefix(i.String(), owl.RDFNamespace)
	kind := rdfNames[local]
	return ok && kind != otherName && kind != nameType
}

func newLayout(out *doc.Output, step, newline string) rdfxmlLayout {
	return rdfxmlLayout{out: out, names: make(map[owl.IRI]xmlName), step: step, newline: newline}
}

// Write writes RDF 1.1 XML.
func Write(w io.Writer, o *owl.Ontology) error {
	out := &doc.Output{W: w}
	layout := newLayout(out, "    ", "\n")
	return owlrdf.Write(o, out, &layout)
}

// Entity is an entity for the beginning of IRIs.
type Entity struct{ Name, Text string }

// Printer renders elements for a document that has others. Their first line is indented, their last
// one has no line end.
type Printer struct {
	layout rdfxmlLayout
	ascii  bool
}

// NewPrinter returns a Printer for a document with these prefixes, entities, indentation and line
// end. If ascii is set, other characters are written as references.
func NewPrinter(prefixes *owl.Prefixes, entities []Entity, step, newline string,
	ascii bool) *Printer {
	p := &Printer{newLayout(&doc.Output{}, step, newline), ascii}
	p.layout.entities = entities
	p.layout.prefixes, p.layout.fresh, p.layout.part = prefixes, freshPrefix(prefixes), true
	return p
}

// Property renders a property element. Inherits is set if it inherits a language.
func (p *Printer) Property(property *owlrdf.Property, indent string, inherits bool) (string,
	error) {
	p.layout.base, p.layout.inherits = indent, inherits
	p.layout.propertyElement(0, property.Predicate, &property.Object)
	return p.take()
}

// Node renders a node element with its property elements.
func (p *Printer) Node(subject owlrdf.Node, props []owlrdf.Property, indent string,
	inherits bool) (string, error) {
	p.layout.base, p.layout.inherits = indent, inherits
	p.layout.nodeElement(0, subject, props)
	return p.take()
}

func (p *Printer) take() (string, error) {
	text, err := p.layout.out.Take()
	text = strings.TrimSuffix(text, p.layout.newline)
	if !p.ascii {
		return text, err
	}
	var b strings.Builder
	for _, c := range text {
		if c >= utf8.RuneSelf {
			fmt.Fprintf(&b, "&#x%X;", c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String(), err
}
