package edit

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdfxml"
	"box2el-owl/rdfio/internal/xml"
)

var errXML = errors.New("the RDF/XML text cannot be taken apart")

// xmlScanner finds the elements of an RDF/XML document.
type xmlScanner struct {
	g        *graph
	x        *xml.Lexer
	interest map[string]bool
	mentions bool
	depth    int
	from, to int // the present token
}

// scope holds the base IRI and the language that an element inherits.
type scope struct{ base, lang string }

func scanRDFXML(g *graph, base string, interest map[string]bool,
	keep func(*statement, bool) bool) error {
	w := &doc.Window{Ctx: context.Background(), Buf: g.src, End: len(g.src), EOF: true}
	s := xmlScanner{g: g, x: xml.NewLexer(w, doc.Options{}), interest: interest}
	s.x.Ns.Declared = g.prefixes.Set
	for {
		token, err := s.token()
		if err != nil {
			return err
		}
		if token != xml.StartTag {
			continue
		}
		root := s.scope(scope{base: base})
		if s.iri(s.x.Name) != owl.RDFNamespace+"RDF" {
			return fmt.Errorf("%w: the root element is not rdf:RDF", errXML)
		}
		if bytes.HasSuffix(g.src[:s.to], []byte("/>")) {
			return fmt.Errorf("%w: rdf:RDF is empty", errXML)
		}
		g.open = s.to
		if err := s.statements(root, keep); err != nil {
			return err
		}
		ascii := !strings.EqualFold(cmp.Or(s.x.Encoding, "utf-8"), "utf-8")
		l := &xmlLayout{lang: root.lang, margin: margin(g)}
		l.printer = rdfxml.NewPrinter(g.prefixes, cmp.Or(l.margin, "    "), g.newline, ascii)
		g.layout = l
		return nil
	}
}

// token reads a token. An element in an entity has no place in the document.
func (s *xmlScanner) token() (xml.Token, error) {
	token, err := s.x.Next()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errXML, err)
	}
	var own bool
	if s.from, s.to, own = s.x.Span(); !own && (token == xml.StartTag || token == xml.EndTag) {
		return 0, fmt.Errorf("%w: an element in an entity", errXML)
	}
	return token, nil
}

// iri returns the IRI of a qualified name.
func (s *xmlScanner) iri(name []byte) string {
	prefix, local, _ := xml.SplitQName(name)
	namespace, _ := s.x.Ns.Lookup(prefix)
	return namespace + string(local)
}

// attribute returns the IRI and the value of an attribute. The IRI is empty if RDF has no use for
// it.
func (s *xmlScanner) attribute(a *xml.Attr) (iri, value string) {
	if !a.Declares && bytes.IndexByte(a.Name, ':') > 0 && !bytes.HasPrefix(a.Name, []byte("xml:")) {
		iri = s.iri(a.Name)
	}
	return iri, string(a.Value)
}

// scope returns the scope of the present start tag inside another.
func (s *xmlScanner) scope(c scope) scope {
	for _, a := range s.x.Attrs {
		switch string(a.Name) {
		case "xml:base":
			c.base = resolve(c.base, string(a.Value))
		case "xml:lang":
			c.lang = string(a.Value)
		}
	}
	return c
}

func (s *xmlScanner) statements(in scope, keep func(*statement, bool) bool) error {
	for {
		token, err := s.token()
		if err != nil {
			return err
		}
		switch token {
		case xml.StartTag:
			s.mentions = false
			n, err := s.node(in)
			if err != nil {
				return err
			}
			st := &statement{from: n.from, to: n.to, subject: n}
			s.g.keepStatement(st, keep(st, s.mentions))
		case xml.EndTag:
			s.g.close = s.from
			return nil
		}
	}
}

// node reads a node element.
func (s *xmlScanner) node(in scope) (*node, error) {
	if s.depth++; s.depth > maxDepth {
		return nil, errXML
	}
	defer func() { s.depth-- }()
	in = s.scope(in)
	n := &node{kind: blankNode, lang: in.lang, from: s.from, open: s.to}
	if name := s.iri(s.x.Name); name != owl.RDFNamespace+"Description" {
		n.props = append(n.props, &prop{predicate: rdfType, form: typeForm,
			object: s.named(name), from: n.from, to: n.open})
	}
	for i := range s.x.Attrs {
		switch name, value := s.attribute(&s.x.Attrs[i]); {
		case name == owl.RDFNamespace+"about":
			n.kind, n.value = iriNode, resolve(in.base, value)
		case name == owl.RDFNamespace+"ID":
			n.kind, n.value = iriNode, resolve(in.base, "#"+value)
		case name == owl.RDFNamespace+"nodeID":
			n.value, s.mentions = value, true
		case name == "":
		case name == rdfType:
			n.props = append(n.props, &prop{predicate: name, form: attributeForm,
				object: s.named(resolve(in.base, value)), from: n.from, to: n.open})
		default:
			n.props = append(n.props, &prop{predicate: name, form: attributeForm,
				object: &node{kind: literalNode, value: value, lang: in.lang}, from: n.from,
				to: n.open})
		}
	}
	if n.kind == iriNode && s.interest[n.value] {
		s.mentions = true
	}
	err := s.properties(n, in)
	n.to = s.to
	return n, err
}

func (s *xmlScanner) named(iri string) *node {
	s.mentions = s.mentions || s.interest[iri]
	return &node{value: iri}
}

// properties reads property elements up to the end tag.
func (s *xmlScanner) properties(n *node, in scope) error {
	number := 0
	for {
		token, err := s.token()
		if err != nil {
			return err
		}
		switch token {
		case xml.StartTag:
			p, err := s.property(in, &number)
			if err != nil {
				return err
			}
			n.props = append(n.props, p)
		case xml.EndTag:
			return nil
		}
	}
}

func (s *xmlScanner) property(in scope, number *int) (*prop, error) {
	in = s.scope(in)
	p := &prop{predicate: s.iri(s.x.Name), from: s.from}
	if p.predicate == owl.RDFNamespace+"li" {
		*number++
		p.predicate = fmt.Sprint(owl.RDFNamespace, "_", *number)
	}
	s.mentions = s.mentions || s.interest[p.predicate]
	open := s.to
	parse, datatype := "", ""
	var attributes []*prop
	for i := range s.x.Attrs {
		switch name, value := s.attribute(&s.x.Attrs[i]); {
		case name == owl.RDFNamespace+"resource":
			p.object = s.named(resolve(in.base, value))
		case name == owl.RDFNamespace+"nodeID":
			p.object, s.mentions = &node{kind: blankNode, value: value}, true
		case name == owl.RDFNamespace+"parseType":
			parse = value
		case name == owl.RDFNamespace+"datatype":
			datatype = resolve(in.base, value)
		case name == owl.RDFNamespace+"ID":
			return nil, fmt.Errorf("%w: rdf:ID of a property element", errXML)
		case name == "":
		default:
			attributes = append(attributes, &prop{predicate: name, form: attributeForm,
				object: &node{kind: literalNode, value: value, lang: in.lang}})
		}
	}
	if len(attributes) > 0 && p.object == nil {
		p.object = &node{kind: blankNode}
	}
	if p.object != nil {
		p.object.props = attributes
	}
	var text strings.Builder
	switch parse {
	case "Resource":
		p.object = &node{kind: blankNode, lang: in.lang, from: p.from, open: open}
		if err := s.properties(p.object, in); err != nil {
			return nil, err
		}
		p.object.to = s.to
		p.to = p.object.to
		return p, nil
	case "Collection":
		p.object = &node{kind: blankNode, list: true}
	case "":
	default: // an XML literal
		for depth := 1; depth > 0; {
			token, err := s.token()
			if err != nil {
				return nil, err
			}
			switch token {
			case xml.StartTag:
				depth++
			case xml.EndTag:
				depth--
			}
		}
		p.object = &node{kind: literalNode, value: string(s.g.src[open:max(open, s.from)]),
			datatype: owl.RDFNamespace + "XMLLiteral"}
		p.to = s.to
		return p, nil
	}
	for {
		token, err := s.token()
		if err != nil {
			return nil, err
		}
		switch token {
		case xml.Text:
			text.Write(s.x.Text)
		case xml.StartTag:
			n, err := s.node(in)
			if err != nil {
				return nil, err
			}
			if p.object == nil {
				p.object = n
			} else if p.object.list {
				p.object.items = append(p.object.items, n)
			} else {
				return nil, fmt.Errorf("%w: two nodes in a property element", errXML)
			}
		case xml.EndTag:
			if p.object == nil {
				p.object = &node{kind: literalNode, value: text.String(), datatype: datatype}
				if datatype == "" {
					p.object.lang = in.lang
				}
			}
			p.to = s.to
			return p, nil
		}
	}
}

type xmlLayout struct {
	lang    string // of rdf:RDF
	margin  string // the indentation of the node elements
	printer *rdfxml.Printer
}

func (*xmlLayout) comment(gap []byte) bool { return bytes.Contains(gap, []byte("<!--")) }
func (l *xmlLayout) gap(g *graph) string   { return g.newline + l.margin }

// margin returns the indentation of the node elements.
func margin(g *graph) string {
	for _, s := range g.statements {
		if g.begins(s.from) {
			return g.indent(s.from)
		}
	}
	return "    "
}

func (l *xmlLayout) remove(g *graph, n *node, gone map[*prop]bool) {
	elements := 0
	for _, p := range n.props {
		switch {
		case p.form == elementForm && !gone[p]:
			elements++
		case !gone[p]:
		case p.form == elementForm:
			g.cut(p.from, p.to)
		case p.form == typeForm:
			l.rename(g, n)
		default:
			l.removeAttribute(g, n, p)
		}
	}
	if elements > 0 || len(n.props) == 0 || !l.isOpen(g, n) {
		return
	}
	// No property element remains: the element is closed at once, unless it has comments.
	at := n.open
	for _, p := range n.props {
		if p.form == elementForm && p.to <= n.to {
			if !isBlank(g.src[at:p.from]) {
				return
			}
			at = p.to
		}
	}
	end := bytes.LastIndexByte(g.src[:n.to], '<')
	if at > n.open && isBlank(g.src[at:end]) {
		g.replace(n.open-1, n.to, "/>")
	}
}

func (*xmlLayout) isOpen(g *graph, n *node) bool {
	return !bytes.HasSuffix(g.src[:n.open], []byte("/>"))
}

// rename makes a typed node element an rdf:Description.
func (l *xmlLayout) rename(g *graph, n *node) {
	prefix, local, _ := g.prefixes.Split(owl.RDFNamespace+"Description", isNCName)
	name := strings.TrimPrefix(prefix+":"+local, ":")
	old := l.elementName(g, n)
	g.replace(n.from+1, n.from+1+len(old), name)
	if l.isOpen(g, n) {
		end := bytes.LastIndex(g.src[:n.to], []byte("</")) + 2
		g.replace(end, end+len(old), name)
	}
}

func (*xmlLayout) elementName(g *graph, n *node) string {
	end := bytes.IndexAny(g.src[n.from:], " \t\r\n/>")
	return string(g.src[n.from+1 : n.from+end])
}

// removeAttribute deletes a property attribute with the blanks before it.
func (*xmlLayout) removeAttribute(g *graph, n *node, p *prop) {
	tag := g.src[n.from:n.open]
	local := p.predicate[strings.LastIndexAny(p.predicate, "#/")+1:]
	pattern, err := regexp.Compile(`\s+[^\s=]*` + regexp.QuoteMeta(local) +
		`\s*=\s*("[^"]*"|'[^']*')`)
	if err != nil {
		return
	}
	if found := pattern.FindIndex(tag); found != nil {
		g.replace(n.from+found[0], n.from+found[1], "")
	}
}

func (l *xmlLayout) insert(g *graph, n *node, at int, p *prop) {
	base := g.indent(n.from)
	indent := base + cmp.Or(l.margin, "    ")
	for _, q := range n.props {
		if q.form == elementForm && g.begins(q.from) {
			indent = g.indent(q.from)
			break
		}
	}
	element, _ := l.printer.Property(p.triple, indent, n.lang != "")
	element = g.newline + element
	if !l.isOpen(g, n) {
		slash := n.open - 2
		closing := g.newline + base + "</" + l.elementName(g, n) + ">"
		for i := range g.splices { // of another triple
			if before := &g.splices[i]; before.from == slash {
				before.new = strings.TrimSuffix(before.new, closing) + element + closing
				return
			}
		}
		g.replace(slash, n.open, ">"+element+closing)
		return
	}
	for at >= 0 && n.props[at].form != elementForm {
		at--
	}
	if at >= 0 {
		g.insert(n.props[at].to, element)
		return
	}
	if end := bytes.LastIndexByte(g.src[:n.to], '<'); isBlank(g.src[n.open:end]) &&
		g.lineStart(end) <= n.open {
		element += g.newline + base // <a></a>
	}
	g.insert(n.open, element)
}

func isNCName(s string) bool { return xml.ValidNCName([]byte(s)) }

func (l *xmlLayout) block(_ *graph, n *node) (string, error) {
	subject, props := n.block()
	text, err := l.printer.Node(subject, props, l.margin, l.lang != "")
	return strings.TrimPrefix(text, l.margin), err
}
