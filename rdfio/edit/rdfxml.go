package edit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/rdfxml"
	"box2el-owl/rdfio/internal/xml"
)

var errXML = errors.New("the RDF/XML text cannot be taken apart")

// xmlScanner finds the elements of an RDF/XML document. It is an rdfxml.Tracer.
type xmlScanner struct {
	*rdfxml.Scanner
	g        *graph
	terms    *rdf.Table
	interest map[string]bool
	keep     func(*statement, bool) bool

	rooted   bool
	lang     string // of rdf:RDF
	mentions bool
	open     []xmlElement
	ended    bool // the innermost element is a property whose end tag was read
	err      error

	predicates map[rdf.ID]string
}

// xmlElement is an open element of a node or of a property.
type xmlElement struct {
	node  *node
	typed bool // its name is a type that was not emitted yet

	prop   *prop
	object rdf.ID // of prop, once it is known
	lang   string
	to     int // the end of its start tag
}

func scanRDFXML(g *graph, base string, interest map[string]bool,
	keep func(*statement, bool) bool) error {
	s := &xmlScanner{g: g, terms: g.terms, interest: interest, keep: keep,
		predicates: make(map[rdf.ID]string)}
	var err error
	s.Scanner, err = rdfxml.NewScanner(g.src, s.terms,
		doc.Options{Base: base, Prefix: g.prefixes.Set}, s, s.statement)
	if err == nil {
		err = cmp.Or(s.Run(), s.err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errXML, err)
	}
	ascii := !strings.EqualFold(cmp.Or(s.Encoding(), "utf-8"), "utf-8")
	l := &xmlLayout{lang: s.lang, margin: margin(g)}
	l.printer = rdfxml.NewPrinter(g.prefixes, usedEntities(g.src), cmp.Or(l.margin, "    "),
		g.newline, ascii)
	g.layout = l
	return nil
}

var entityDeclaration = regexp.MustCompile(
	`<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%]+)"|'([^'&%]+)')\s*>`)

// usedEntities returns the entities that a document has in names of resources.
func usedEntities(src []byte) (list []rdfxml.Entity) {
	seen := make(map[string]bool) // the first declaration counts
	for _, m := range entityDeclaration.FindAllSubmatch(src, -1) {
		name := string(m[1])
		uses := func(attribute string) bool {
			return bytes.Contains(src, []byte(" rdf:"+attribute+`="&`+name+";"))
		}
		if !seen[name] && (uses("resource") || uses("about") || uses("datatype")) {
			list = append(list, rdfxml.Entity{Name: name, Text: string(m[2]) + string(m[3])})
		}
		seen[name] = true
	}
	return list
}

func (s *xmlScanner) fail(what string) { s.err = cmp.Or(s.err, errors.New(what)) }

// place returns where the present tag is. An element in an entity has no place in the document.
func (s *xmlScanner) place() (from, to int) {
	from, to, own := s.Span()
	if !own {
		s.fail("an element in an entity")
	}
	return from, to
}

func (s *xmlScanner) Root(lang string) {
	s.rooted, s.lang = true, lang
	if _, s.g.open = s.place(); bytes.HasSuffix(s.g.src[:s.g.open], []byte("/>")) {
		s.fail("rdf:RDF is empty")
	}
}

func (s *xmlScanner) Node(subject rdf.ID, lang string, typed bool) {
	if len(s.open) == 0 {
		s.mentions = false
	}
	n := s.term(subject)
	n.lang = lang
	n.from, n.open = s.place()
	switch {
	case !s.rooted:
		s.fail("the root element is not rdf:RDF")
	case len(s.open) > 2*maxDepth:
		s.fail("elements nested too deep")
	case len(s.open) == 0:
	default:
		p := s.open[len(s.open)-1].prop
		if p.object.list {
			p.object.items = append(p.object.items, n)
		} else {
			p.object = n
		}
	}
	s.open = append(s.open, xmlElement{node: n, typed: typed})
}

func (s *xmlScanner) Property(predicate rdf.ID, lang string) {
	s.closeProperty()
	p := &prop{predicate: s.predicate(predicate)}
	e := xmlElement{prop: p, lang: lang}
	p.from, e.to = s.place()
	outer := &s.open[len(s.open)-1]
	n := outer.node
	if n == nil { // rdf:parseType="Resource"
		n = outer.prop.object
	}
	n.props = append(n.props, p)
	s.open = append(s.open, e)
}

func (s *xmlScanner) End() {
	s.closeProperty()
	from, to := s.place()
	last := len(s.open) - 1
	switch {
	case last < 0:
		s.g.close = from
	case s.open[last].prop != nil:
		s.open[last].prop.to, s.ended = to, true
	default:
		n := s.open[last].node
		n.to, s.open = to, s.open[:last]
		if last == 0 {
			st := &statement{from: n.from, to: n.to, subject: n}
			s.g.keepStatement(st, s.keep(st, s.mentions))
		}
	}
}

// closeProperty closes a property behind its end tag, which may still have said its object.
func (s *xmlScanner) closeProperty() {
	if s.ended {
		last := len(s.open) - 1
		if p := s.open[last].prop; p.object.open == s.open[last].to {
			p.object.to = p.to // rdf:parseType="Resource"
		}
		s.open, s.ended = s.open[:last], false
	}
}

// statement takes a triple that the innermost element says.
func (s *xmlScanner) statement(st rdf.Statement) error {
	e := &s.open[len(s.open)-1]
	switch p := e.prop; {
	case e.node != nil:
		said := &prop{predicate: s.predicate(st.P), object: s.term(st.O), form: attributeForm,
			from: e.node.from, to: e.node.open}
		if e.typed {
			said.form, e.typed = typeForm, false
		}
		e.node.props = append(e.node.props, said)
	case p.object == nil:
		p.object, e.object = s.term(st.O), st.O
		if o := p.object; o.kind == blankNode && o.value == "" {
			o.lang, o.from, o.open = e.lang, p.from, e.to
		}
	case s.predicate(st.P) == rdfRest,
		s.predicate(st.P) == rdfFirst && s.terms.Kind(st.O) != rdf.Literal:
		p.object.list = true
	case st.S == e.object:
		p.object.props = append(p.object.props,
			&prop{predicate: s.predicate(st.P), object: s.term(st.O), form: attributeForm})
	default:
		s.fail("rdf:ID of a property element")
	}
	return s.err
}

// predicate returns the IRI of a predicate, each time the same string.
func (s *xmlScanner) predicate(id rdf.ID) string {
	iri, known := s.predicates[id]
	if !known {
		iri = string(s.terms.Bytes(id))
		s.predicates[id] = iri
	}
	s.mentions = s.mentions || s.interest[iri]
	return iri
}

// term returns the node of a term.
func (s *xmlScanner) term(id rdf.ID) *node {
	n := &node{}
	s.mentions = n.fill(s.terms, id, s.interest) || s.mentions
	return n
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
