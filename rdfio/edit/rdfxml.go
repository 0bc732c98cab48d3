package edit

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"box2el-owl/owl"
	lexer "box2el-owl/rdfio/internal/xml"
)

var errXML = errors.New("the RDF/XML text cannot be taken apart")

// xmlScanner finds the elements of an RDF/XML document.
type xmlScanner struct {
	g        *graph
	d        *xml.Decoder
	interest map[string]bool
	mentions bool
	depth    int
	from     int // where the present token begins
}

// scope holds the base IRI and the language that an element inherits.
type scope struct{ base, lang string }

func scanRDFXML(g *graph, base string, interest map[string]bool,
	keep func(*statement, bool) bool) error {
	l := &xmlLayout{}
	g.layout = l
	s := xmlScanner{g: g, d: xml.NewDecoder(bytes.NewReader(g.src)), interest: interest}
	s.d.Entity = make(map[string]string)
	s.d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		l.ascii = true
		return r, nil
	}
	for {
		token, err := s.token()
		if err != nil {
			return err
		}
		switch x := token.(type) {
		case xml.Directive:
			entities(string(x), s.d.Entity)
		case xml.StartElement:
			in := scope{base: base}.of(x)
			if x.Name.Space+x.Name.Local != owl.RDFNamespace+"RDF" {
				return fmt.Errorf("%w: the root element is not rdf:RDF", errXML)
			}
			for _, a := range x.Attr {
				switch {
				case a.Name.Space == "xmlns":
					g.prefixes.Set(a.Name.Local, a.Value)
				case a.Name.Space == "" && a.Name.Local == "xmlns":
					g.prefixes.Set("", a.Value)
				}
			}
			if bytes.HasSuffix(g.src[:s.d.InputOffset()], []byte("/>")) {
				return fmt.Errorf("%w: rdf:RDF is empty", errXML)
			}
			g.open = int(s.d.InputOffset())
			return s.statements(in, keep)
		}
	}
}

var entityPattern = regexp.MustCompile(`<!ENTITY\s+([^\s%]+)\s+(?:"([^"]*)"|'([^']*)')\s*>`)

// entities reads the internal entities of a document type declaration.
func entities(doctype string, into map[string]string) {
	for _, m := range entityPattern.FindAllStringSubmatch(doctype, -1) {
		value := m[2] + m[3]
		for name, v := range into {
			value = strings.ReplaceAll(value, "&"+name+";", v)
		}
		into[m[1]] = strings.ReplaceAll(value, "&#38;", "&")
	}
}

func (s *xmlScanner) token() (xml.Token, error) {
	s.from = int(s.d.InputOffset())
	token, err := s.d.Token()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errXML, err)
	}
	return token, nil
}

func (c scope) of(e xml.StartElement) scope {
	for _, a := range e.Attr {
		if a.Name.Space == xmlNamespace && a.Name.Local == "base" {
			c.base = resolve(c.base, a.Value)
		}
		if a.Name.Space == xmlNamespace && a.Name.Local == "lang" {
			c.lang = a.Value
		}
	}
	return c
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

func (s *xmlScanner) statements(in scope, keep func(*statement, bool) bool) error {
	for {
		token, err := s.token()
		if err != nil {
			return err
		}
		switch x := token.(type) {
		case xml.StartElement:
			s.mentions = false
			n, err := s.node(x, in)
			if err != nil {
				return err
			}
			st := &statement{from: n.from, to: n.to, subject: n}
			s.g.keepStatement(st, keep(st, s.mentions))
		case xml.EndElement:
			s.g.close = s.from
			return nil
		}
	}
}

// node reads a node element.
func (s *xmlScanner) node(e xml.StartElement, in scope) (*node, error) {
	if s.depth++; s.depth > maxDepth {
		return nil, errXML
	}
	defer func() { s.depth-- }()
	in = in.of(e)
	n := &node{kind: blankNode, from: s.from, open: int(s.d.InputOffset())}
	if name := e.Name.Space + e.Name.Local; name != owl.RDFNamespace+"Description" {
		n.props = append(n.props, &prop{predicate: rdfType, form: typeForm,
			object: s.named(name), from: n.from, to: n.open})
	}
	for _, a := range e.Attr {
		switch name := a.Name.Space + a.Name.Local; {
		case name == owl.RDFNamespace+"about":
			n.kind, n.value = iriNode, resolve(in.base, a.Value)
		case name == owl.RDFNamespace+"ID":
			n.kind, n.value = iriNode, resolve(in.base, "#"+a.Value)
		case name == owl.RDFNamespace+"nodeID":
			n.value, s.mentions = a.Value, true
		case a.Name.Space == "xmlns" || a.Name.Space == xmlNamespace || a.Name.Space == "":
		case name == rdfType:
			n.props = append(n.props, &prop{predicate: name, form: attributeForm,
				object: s.named(resolve(in.base, a.Value)), from: n.from, to: n.open})
		default:
			n.props = append(n.props, &prop{predicate: name, form: attributeForm,
				object: &node{kind: literalNode, value: a.Value, lang: in.lang}, from: n.from,
				to: n.open})
		}
	}
	if n.kind == iriNode && s.interest[n.value] {
		s.mentions = true
	}
	err := s.properties(n, in)
	n.to = int(s.d.InputOffset())
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
		switch x := token.(type) {
		case xml.StartElement:
			p, err := s.property(x, in, &number)
			if err != nil {
				return err
			}
			n.props = append(n.props, p)
		case xml.EndElement:
			return nil
		}
	}
}

func (s *xmlScanner) property(e xml.StartElement, in scope, number *int) (*prop, error) {
	in = in.of(e)
	p := &prop{predicate: e.Name.Space + e.Name.Local, from: s.from}
	if p.predicate == owl.RDFNamespace+"li" {
		*number++
		p.predicate = fmt.Sprint(owl.RDFNamespace, "_", *number)
	}
	s.mentions = s.mentions || s.interest[p.predicate]
	open := int(s.d.InputOffset())
	parse, datatype := "", ""
	var attributes []*prop
	for _, a := range e.Attr {
		switch name := a.Name.Space + a.Name.Local; {
		case name == owl.RDFNamespace+"resource":
			p.object = s.named(resolve(in.base, a.Value))
		case name == owl.RDFNamespace+"nodeID":
			p.object, s.mentions = &node{kind: blankNode, value: a.Value}, true
		case name == owl.RDFNamespace+"parseType":
			parse = a.Value
		case name == owl.RDFNamespace+"datatype":
			datatype = resolve(in.base, a.Value)
		case name == owl.RDFNamespace+"ID":
			return nil, fmt.Errorf("%w: rdf:ID of a property element", errXML)
		case a.Name.Space == "xmlns" || a.Name.Space == xmlNamespace || a.Name.Space == "":
		default:
			attributes = append(attributes, &prop{predicate: name, form: attributeForm,
				object: &node{kind: literalNode, value: a.Value, lang: in.lang}})
		}
	}
	if len(attributes) > 0 && p.object == nil {
		p.object = &node{kind: blankNode}
	}
	if p.object != nil {
		p.object.props = attributes
	}
	var text strings.Builder
	var err error
	switch parse {
	case "Resource":
		p.object = &node{kind: blankNode, from: p.from, open: open}
		if err := s.properties(p.object, in); err != nil {
			return nil, err
		}
		p.object.to = int(s.d.InputOffset())
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
			switch token.(type) {
			case xml.StartElement:
				depth++
			case xml.EndElement:
				depth--
			}
		}
		p.object = &node{kind: literalNode, value: string(s.g.src[open:max(open, s.from)]),
			datatype: owl.RDFNamespace + "XMLLiteral"}
		p.to = int(s.d.InputOffset())
		return p, nil
	}
	for {
		var token xml.Token
		if token, err = s.token(); err != nil {
			return nil, err
		}
		switch x := token.(type) {
		case xml.CharData:
			text.Write(x)
		case xml.StartElement:
			n, err := s.node(x, in)
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
		case xml.EndElement:
			if p.object == nil {
				p.object = &node{kind: literalNode, value: text.String(), datatype: datatype}
				if datatype == "" {
					p.object.lang = in.lang
				}
			}
			p.to = int(s.d.InputOffset())
			return p, nil
		}
	}
}

type xmlLayout struct {
	ascii bool // the document is not in UTF-8
}

func (*xmlLayout) comment(gap []byte) bool { return bytes.Contains(gap, []byte("<!--")) }
func (l *xmlLayout) gap(g *graph) string   { return g.newline + l.margin(g) }

// margin is the indentation of the node elements.
func (*xmlLayout) margin(g *graph) string {
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
	name, _ := l.name(g, owl.RDFNamespace+"Description")
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
	step := l.margin(g)
	if step == "" {
		step = "    "
	}
	indent := base + step
	for _, q := range n.props {
		if q.form == elementForm && g.begins(q.from) {
			indent = g.indent(q.from)
			break
		}
	}
	element := g.newline + l.element(g, p, indent, step)
	if !l.isOpen(g, n) {
		var others strings.Builder // all that is inserted into an empty element
		slash := n.open - 2
		others.WriteString(element)
		closing := g.newline + base + "</" + l.elementName(g, n) + ">"
		for i := range g.splices {
			if g.splices[i].from == slash {
				g.splices[i].new = strings.TrimSuffix(g.splices[i].new, closing) +
					others.String() + closing
				return
			}
		}
		g.replace(slash, n.open, ">"+others.String()+closing)
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

// name returns the qualified name of an element, with a declaration of its prefix if there is none.
func (l *xmlLayout) name(g *graph, iri string) (qname, declare string) {
	if prefix, local, ok := g.prefixes.Split(iri, isNCName); ok {
		if prefix == "" {
			return local, ""
		}
		return prefix + ":" + local, ""
	}
	at := len(iri)
	for i := len(iri) - 1; i > 0 && lexer.IsNameByte[iri[i]]; i-- {
		if isNCName(iri[i:]) {
			at = i
		}
	}
	return "ns:" + iri[at:], ` xmlns:ns="` + l.escape(iri[:at], true) + `"`
}

// isNCName reports whether a local name may be that of an element.
func isNCName(s string) bool { return lexer.ValidNCName([]byte(s)) }

func (l *xmlLayout) escape(s string, attribute bool) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '"' && attribute:
			b.WriteString("&quot;")
		case c == '\r', attribute && (c == '\n' || c == '\t'), l.ascii && c > 126:
			fmt.Fprintf(&b, "&#x%X;", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// element renders a property element with its indentation.
func (l *xmlLayout) element(g *graph, p *prop, indent, step string) string {
	name, declare := l.name(g, p.predicate)
	open := indent + "<" + name + declare
	o := p.object
	switch {
	case o.kind == iriNode:
		return open + ` rdf:resource="` + l.escape(o.value, true) + `"/>`
	case o.kind == literalNode:
		switch {
		case o.lang != "":
			open += ` xml:lang="` + l.escape(o.lang, true) + `"`
		case o.datatype != "" && o.datatype != xsdString:
			open += ` rdf:datatype="` + l.escape(o.datatype, true) + `"`
		}
		return open + ">" + l.escape(o.value, false) + "</" + name + ">"
	case o.list && isCollection(o):
		open += ` rdf:parseType="Collection"`
		if len(o.items) == 0 {
			return indent + "<" + name + declare + ` rdf:resource="` + rdfNil + `"/>`
		}
		var b strings.Builder
		for _, i := range o.items {
			b.WriteString(g.newline + l.nodeElement(g, i, indent+step, step))
		}
		return open + ">" + b.String() + g.newline + indent + "</" + name + ">"
	case o.list: // of literals
		return open + ">" + g.newline + l.nodeElement(g, cells(o.items), indent+step, step) +
			g.newline + indent + "</" + name + ">"
	case o.value != "":
		return open + ` rdf:nodeID="` + l.escape(o.value, true) + `"/>`
	}
	return open + ">" + g.newline + l.nodeElement(g, o, indent+step, step) + g.newline + indent +
		"</" + name + ">"
}

func isCollection(n *node) bool {
	for _, i := range n.items {
		if i.kind == literalNode {
			return false
		}
	}
	return true
}

// cells returns a list as nodes with rdf:first and rdf:rest.
func cells(items []*node) *node {
	if len(items) == 0 {
		return &node{value: rdfNil}
	}
	return &node{kind: blankNode, props: []*prop{{predicate: rdfFirst, object: items[0]},
		{predicate: rdfRest, object: cells(items[1:])}}}
}

// nodeElement renders a node element with its indentation.
func (l *xmlLayout) nodeElement(g *graph, n *node, indent, step string) string {
	if n.list {
		n = cells(n.items)
	}
	name, declare := l.name(g, owl.RDFNamespace+"Description")
	props := n.props
	for i, p := range n.props {
		if p.predicate == rdfType && p.object.kind == iriNode {
			if q, d := l.name(g, p.object.value); d == "" {
				name, declare = q, d
				props = append(append([]*prop{}, n.props[:i]...), n.props[i+1:]...)
				break
			}
		}
	}
	open := indent + "<" + name + declare
	switch {
	case n.kind == iriNode:
		open += ` rdf:about="` + l.escape(n.value, true) + `"`
	case n.value != "":
		open += ` rdf:nodeID="` + l.escape(n.value, true) + `"`
	}
	if len(props) == 0 {
		return open + "/>"
	}
	var b strings.Builder
	for _, p := range props {
		b.WriteString(g.newline + l.element(g, p, indent+step, step))
	}
	return open + ">" + b.String() + g.newline + indent + "</" + name + ">"
}

func (l *xmlLayout) block(g *graph, n *node) string {
	margin := l.margin(g)
	step := margin
	if step == "" {
		step = "    "
	}
	return strings.TrimPrefix(l.nodeElement(g, n, margin, step), margin)
}
