package edit

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/turtle"
)

// turtleScanner finds the statements of a Turtle document. It relies on a reader having accepted
// the document: what it does not check is grammatical.
type turtleScanner struct {
	g        *graph
	src      []byte
	at       int
	base     string
	prefixes map[string]string
	interest map[string]bool
	mentions bool
	depth    int
}

var errTurtle = errors.New("the Turtle text cannot be taken apart")

// maxDepth bounds the nesting of what is edited.
const maxDepth = 10000

func scanTurtle(g *graph, base string, interest map[string]bool,
	keep func(*statement, bool) bool) (err error) {
	g.layout = &turtleLayout{}
	s := turtleScanner{g: g, src: g.src, base: base, prefixes: maps.Clone(turtle.WellKnownPrefixes),
		interest: interest}
	if bytes.HasPrefix(s.src, []byte("\xef\xbb\xbf")) {
		s.at = 3
	}
	g.open, g.close = s.at, len(g.src)
	defer func() {
		if r := recover(); r != nil {
			if fault, ok := r.(scanFault); ok {
				err = fmt.Errorf("%w at byte %d", fault.error, s.at)
				return
			}
			panic(r)
		}
	}()
	for s.skip(); s.at < len(s.src); s.skip() {
		if s.directive() {
			if len(g.statements) == 0 {
				g.open = s.at
			}
			continue
		}
		from := s.at
		s.mentions = false
		subject := s.node()
		s.skip()
		if s.peek() != '.' {
			s.properties(subject)
			s.skip()
		}
		s.expect('.')
		st := &statement{from: from, to: s.at, subject: subject}
		g.keepStatement(st, keep(st, s.mentions))
	}
	if len(g.statements) == 0 && g.open <= 3 {
		g.open = len(g.src)
	}
	return nil
}

type scanFault struct{ error }

func (s *turtleScanner) fail() { panic(scanFault{errTurtle}) }

func (s *turtleScanner) skip() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; c {
		case '#':
			end := bytes.IndexByte(s.src[s.at:], '\n')
			if end < 0 {
				s.at = len(s.src)
				return
			}
			s.at += end
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

func (s *turtleScanner) peek() byte {
	if s.at >= len(s.src) {
		s.fail()
	}
	return s.src[s.at]
}

func (s *turtleScanner) expect(c byte) {
	if s.peek() != c {
		s.fail()
	}
	s.at++
}

// directive reads @prefix, @base and their forms of SPARQL.
func (s *turtleScanner) directive() bool {
	for _, d := range []struct {
		word   string
		prefix bool
	}{{"@prefix", true}, {"@base", false}, {"prefix", true}, {"base", false}} {
		if n := len(d.word); len(s.src)-s.at <= n ||
			!strings.EqualFold(string(s.src[s.at:s.at+n]), d.word) ||
			strings.IndexByte(" \t\r\n<", s.src[s.at+n]) < 0 && s.src[s.at+n] != ':' {
			continue
		}
		before := s.at
		s.at += len(d.word)
		if s.peek() == ':' { // the name of a subject, prefix:x
			s.at = before
			continue
		}
		s.skip()
		name := ""
		if d.prefix {
			end := bytes.IndexByte(s.src[s.at:], ':')
			if end < 0 {
				s.fail()
			}
			name = string(s.src[s.at : s.at+end])
			s.at += end + 1
			s.skip()
		}
		iri := s.iri()
		if d.prefix {
			if old, known := s.prefixes[name]; len(s.g.statements) == 0 {
				s.g.prefixes.Set(name, iri)
			} else if known && old != iri {
				s.g.prefixes.Set(name, "\x00")
			}
			s.prefixes[name] = iri
		} else {
			s.base = iri
		}
		if d.word[0] == '@' {
			s.skip()
			s.expect('.')
		}
		return true
	}
	return false
}

// iri reads an IRI in angle brackets.
func (s *turtleScanner) iri() string {
	s.expect('<')
	end := bytes.IndexByte(s.src[s.at:], '>')
	if end < 0 {
		s.fail()
	}
	iri := resolve(s.base, unescape(string(s.src[s.at:s.at+end])))
	s.at += end + 1
	return iri
}

func resolve(base, ref string) string {
	if rdf.SchemeEnd(ref) > 0 {
		return ref
	}
	b, err := rdf.ParseBase(base)
	if err != nil {
		return ref
	}
	iri, err := rdf.Resolve(nil, &b, []byte(ref))
	if err != nil {
		return ref
	}
	return string(iri)
}

// node reads a subject or object.
func (s *turtleScanner) node() *node {
	if s.depth++; s.depth > maxDepth {
		s.fail()
	}
	defer func() { s.depth-- }()
	s.skip()
	n := &node{from: s.at}
	switch c := s.peek(); {
	case c == '<':
		n.value = s.iri()
	case c == '[':
		s.at++
		n.kind = blankNode
		if s.skip(); s.peek() != ']' {
			s.properties(n)
			s.skip()
			s.g.flat--
			if bytes.IndexByte(s.src[n.from:s.at], '\n') < 0 {
				s.g.flat += 2
			}
		}
		s.expect(']')
	case c == '(':
		s.at++
		n.kind, n.list = blankNode, true
		for s.skip(); s.peek() != ')'; s.skip() {
			n.items = append(n.items, s.node())
		}
		s.at++
	case c == '_' && s.at+1 < len(s.src) && s.src[s.at+1] == ':':
		s.at += 2
		n.kind, n.value, s.mentions = blankNode, s.word(), true
	case c == '"' || c == '\'':
		s.literal(n)
	case c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.':
		s.number(n)
	default:
		word := s.word()
		if s.at < len(s.src) && s.src[s.at] == ':' {
			s.at++
			n.value = s.expand(word)
		} else if word == "true" || word == "false" {
			n.kind, n.value, n.datatype = literalNode, word, owl.XSDNamespace+"boolean"
		} else if prefix, local, ok := strings.Cut(word, ":"); ok {
			namespace, known := s.prefixes[prefix]
			if !known {
				s.fail()
			}
			n.value = namespace + local
		} else {
			s.fail()
		}
	}
	if n.kind == iriNode && s.interest[n.value] {
		s.mentions = true
	}
	n.to = s.at
	return n
}

// expand returns the IRI of a prefix and the local name at the present position.
func (s *turtleScanner) expand(prefix string) string {
	namespace, ok := s.prefixes[prefix]
	if !ok {
		s.fail()
	}
	var local []byte
	for s.at < len(s.src) {
		c := s.src[s.at]
		if c == '\\' && s.at+1 < len(s.src) {
			local = append(local, s.src[s.at+1])
			s.at += 2
			continue
		}
		if c == '.' && !s.dotInside() {
			break
		}
		if !isNameByte(c) && c != ':' && c != '%' && c != '.' {
			break
		}
		local = append(local, c)
		s.at++
	}
	return namespace + string(local)
}

// dotInside reports whether the dots at the present position are followed by more of a name.
func (s *turtleScanner) dotInside() bool {
	i := s.at
	for i < len(s.src) && s.src[i] == '.' {
		i++
	}
	return i < len(s.src) && (isNameByte(s.src[i]) || strings.IndexByte(":%\\", s.src[i]) >= 0)
}

func isNameByte(c byte) bool {
	return c >= utf8.RuneSelf || c == '_' || c == '-' || '0' <= c && c <= '9' ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// word reads a prefix name, the label of a blank node or a keyword.
func (s *turtleScanner) word() string {
	from := s.at
	for s.at < len(s.src) && (isNameByte(s.src[s.at]) || s.src[s.at] == '.' && s.dotInside()) {
		s.at++
	}
	return string(s.src[from:s.at])
}

func (s *turtleScanner) number(n *node) {
	from := s.at
	for s.at < len(s.src) {
		c := s.src[s.at]
		if c == '.' && (s.at+1 >= len(s.src) ||
			strings.IndexByte("0123456789eE", s.src[s.at+1]) < 0) {
			break
		}
		if strings.IndexByte("0123456789+-.eE", c) < 0 {
			break
		}
		s.at++
	}
	n.kind, n.value = literalNode, string(s.src[from:s.at])
	switch {
	case n.value == "":
		s.fail()
	case strings.ContainsAny(n.value, "eE"):
		n.datatype = owl.XSDNamespace + "double"
	case strings.Contains(n.value, "."):
		n.datatype = owl.XSDNamespace + "decimal"
	default:
		n.datatype = owl.XSDNamespace + "integer"
	}
}

func (s *turtleScanner) literal(n *node) {
	n.kind = literalNode
	mark := string(s.src[s.at : s.at+1])
	if long := strings.Repeat(mark, 3); bytes.HasPrefix(s.src[s.at:], []byte(long)) {
		mark = long
	}
	s.at += len(mark)
	from := s.at
	for !bytes.HasPrefix(s.src[s.at:], []byte(mark)) {
		if s.at >= len(s.src) {
			s.fail()
		}
		if s.src[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	// Quotation marks in front of the last three belong to the text.
	for len(mark) == 3 && s.at+3 < len(s.src) && s.src[s.at+3] == mark[0] {
		s.at++
	}
	n.value = unescape(string(s.src[from:s.at]))
	s.at += len(mark)
	if s.at >= len(s.src) {
		return
	}
	switch {
	case s.src[s.at] == '@':
		s.at++
		n.lang = s.word()
	case bytes.HasPrefix(s.src[s.at:], []byte("^^")):
		s.at += 2
		n.datatype = s.node().value
	}
}

// unescape replaces the escapes of strings and IRIs.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		if at := strings.IndexByte("tbnrf", s[i]); at >= 0 {
			out = append(out, "\t\b\n\r\f"[at])
			continue
		}
		digits := map[byte]int{'u': 4, 'U': 8}[s[i]]
		code := s[min(i+1, len(s)):min(i+1+digits, len(s))]
		if c, err := strconv.ParseUint(code, 16, 32); digits > 0 && err == nil {
			out = utf8.AppendRune(out, rune(c))
			i += digits
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}

// properties reads a list of predicates and objects.
func (s *turtleScanner) properties(n *node) {
	for {
		s.skip()
		for s.peek() == ';' {
			s.at++
			s.skip()
		}
		if c := s.peek(); c == '.' || c == ']' {
			return
		}
		start := s.at
		predicate := ""
		if s.src[s.at] == 'a' && s.at+1 < len(s.src) &&
			strings.IndexByte(" \t\r\n<[(\"_", s.src[s.at+1]) >= 0 {
			s.at++
			predicate = rdfType
		} else {
			predicate = s.node().value
			s.g.fullTypes = s.g.fullTypes || predicate == rdfType
		}
		for {
			o := s.node()
			n.props = append(n.props, &prop{predicate: predicate, object: o, start: start,
				from: o.from, to: o.to})
			if s.skip(); s.peek() != ',' {
				break
			}
			s.at++
		}
		if s.peek() != ';' {
			return
		}
	}
}

type turtleLayout struct{}

func (*turtleLayout) comment(gap []byte) bool { return bytes.IndexByte(gap, '#') >= 0 }
func (*turtleLayout) gap(g *graph) string     { return g.newline + g.newline }

// remove deletes triples of a node. What is deleted begins behind the triple before, so that its
// punctuation remains, unless a comment is between them.
func (l *turtleLayout) remove(g *graph, n *node, gone map[*prop]bool) {
	var groups [][]*prop
	for _, p := range n.props {
		if k := len(groups); k > 0 && groups[k-1][0].start == p.start {
			groups[k-1] = append(groups[k-1], p)
		} else {
			groups = append(groups, []*prop{p})
		}
	}
	kept := -1 // the last group with triples that remain
	for i, group := range groups {
		left := 0
		for _, p := range group {
			if !gone[p] {
				left++
			}
		}
		last := group[len(group)-1]
		switch {
		case left == 0:
			l.removePart(g, group[0].start, last.to, previous(groups, i, kept), next(groups, i))
			continue
		case left < len(group):
			l.removeObjects(g, group, gone)
		}
		kept = i
	}
}

// previous returns the end of the group before group i if an earlier group remains; otherwise -1.
func previous(groups [][]*prop, i, kept int) int {
	if kept < 0 {
		return -1
	}
	before := groups[i-1]
	return before[len(before)-1].to
}

// next returns where the group behind group i begins, or -1.
func next(groups [][]*prop, i int) int {
	if i+1 == len(groups) {
		return -1
	}
	return groups[i+1][0].start
}

func (l *turtleLayout) removeObjects(g *graph, group []*prop, gone map[*prop]bool) {
	kept := false
	for i, p := range group {
		if !gone[p] {
			kept = true
			continue
		}
		before, behind := -1, -1
		if kept {
			before = group[i-1].to
		}
		if i+1 < len(group) {
			behind = group[i+1].from
		}
		l.removePart(g, p.from, p.to, before, behind)
	}
}

// removePart deletes a predicate with its objects, or an object, with one of the marks ; and , that
// separate it from the part before, which ends at before, and that behind; -1 if there is none.
func (l *turtleLayout) removePart(g *graph, from, to, before, behind int) {
	switch {
	case before >= 0 && !l.comment(g.src[before:from]):
		g.replace(before, to, "")
	case behind >= 0 && !l.comment(g.src[to:behind]) && before < 0:
		g.replace(from, behind, "")
	case behind >= 0: // a comment remains on its line
		mark := to
		for g.src[mark] != ';' && g.src[mark] != ',' {
			mark++
		}
		g.cut(from, mark+1)
	default: // the last one: a semicolon may precede the end
		g.cut(from, to)
	}
}

func (l *turtleLayout) insert(g *graph, n *node, at int, p *prop) {
	last := len(n.props) - 1
	if last < 0 { // [ … ] . without triples of its own does not occur
		g.insert(n.to, " "+l.pair(g, p, "    "))
		return
	}
	if l.insertObject(g, n, at, p) {
		return
	}
	for at >= 0 && at < last && n.props[at+1].start == n.props[at].start {
		at++ // behind all objects of a predicate
	}
	if at == last && n.props[last].start != n.props[0].start &&
		g.begins(n.props[last].start) {
		// In front of the last predicate, because behind it the mark at its end would change.
		for at >= 0 && n.props[at].start == n.props[last].start {
			at--
		}
	}
	indent := "    "
	for _, q := range n.props {
		if q.start != n.props[0].start && g.begins(q.start) {
			indent = g.indent(q.start)
		}
	}
	if at < 0 {
		at = 0
		for at < last && n.props[at+1].start == n.props[at].start {
			at++
		}
	}
	to := n.props[at].to
	if at < last && g.begins(n.props[at+1].start) {
		start := n.props[at+1].start
		g.insert(g.lineStart(start), indent+l.pair(g, p, indent)+" ;"+g.newline)
		return
	}
	g.insert(to, " ;"+g.newline+indent+l.pair(g, p, indent))
}

// insertObject inserts an object into a list of objects of its predicate that has one on each line:
// in front of one that begins a line, so that no mark changes. It returns false if there is none.
func (l *turtleLayout) insertObject(g *graph, n *node, at int, p *prop) bool {
	before := -1
	for i := 1; i < len(n.props); i++ {
		q := n.props[i]
		if q.predicate == p.predicate && q.start == n.props[i-1].start && g.begins(q.from) &&
			(before < 0 || i <= at+1) {
			before = i
		}
	}
	if before < 0 {
		return false
	}
	from := n.props[before].from
	indent := g.indent(from)
	g.insert(g.lineStart(from), indent+l.object(g, p.object, indent+"    ")+" ,"+g.newline)
	return true
}

func (l *turtleLayout) pair(g *graph, p *prop, indent string) string {
	return l.predicate(g, p.predicate) + " " + l.object(g, p.object, indent+"    ")
}

func (l *turtleLayout) predicate(g *graph, iri string) string {
	if iri == rdfType && !g.fullTypes {
		return "a"
	}
	return l.iri(g, iri)
}

func (l *turtleLayout) iri(g *graph, iri string) string {
	if name, local, ok := g.prefixes.Abbreviate(iri); ok {
		return name + ":" + local
	}
	return "<" + strings.NewReplacer("<", `\u003C`, ">", `\u003E`, `"`, `\u0022`, " ", `\u0020`,
		"{", `\u007B`, "}", `\u007D`, "|", `\u007C`, "^", `\u005E`, "`", `\u0060`, `\`, `\u005C`).
		Replace(iri) + ">"
}

func (l *turtleLayout) object(g *graph, n *node, indent string) string {
	switch {
	case n.kind == iriNode:
		return l.iri(g, n.value)
	case n.kind == literalNode:
		s := quote(n.value)
		if n.lang != "" {
			return s + "@" + n.lang
		}
		if n.datatype != "" && n.datatype != xsdString {
			return s + "^^" + l.iri(g, n.datatype)
		}
		return s
	case n.list:
		if g.flat > 0 {
			parts := []string{"("}
			for _, i := range n.items {
				parts = append(parts, l.object(g, i, indent))
			}
			return strings.Join(parts, " ") + " )"
		}
		var b strings.Builder
		b.WriteString("(")
		for _, i := range n.items {
			b.WriteString(g.newline + indent + l.object(g, i, indent+"    "))
		}
		return b.String() + g.newline + strings.TrimSuffix(indent, "    ") + ")"
	case n.value != "":
		return "_:" + n.value
	}
	return l.properties(g, n, indent)
}

// properties renders a blank node with its triples.
func (l *turtleLayout) properties(g *graph, n *node, indent string) string {
	if len(n.props) == 0 {
		return "[]"
	}
	if g.flat > 0 {
		parts := make([]string, len(n.props))
		for i, p := range n.props {
			parts[i] = l.pair(g, p, indent)
		}
		return "[ " + strings.Join(parts, " ; ") + " ]"
	}
	var b strings.Builder
	b.WriteString("[")
	for i, p := range n.props {
		if i > 0 {
			b.WriteString(" ;")
		}
		b.WriteString(g.newline + indent + l.pair(g, p, indent))
	}
	return b.String() + g.newline + strings.TrimSuffix(indent, "    ") + "]"
}

func (l *turtleLayout) block(g *graph, n *node) string {
	if n.kind == blankNode && n.value == "" {
		return l.properties(g, n, "    ") + " ."
	}
	subject := "_:" + n.value
	if n.kind == iriNode {
		subject = l.iri(g, n.value)
	}
	parts := make([]string, len(n.props))
	for i, p := range n.props {
		parts[i] = l.pair(g, p, "    ")
	}
	return subject + " " + strings.Join(parts, " ;"+g.newline+"    ") + " ."
}
