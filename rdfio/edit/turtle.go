package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/turtle"
)

// turtleScanner finds the statements of a Turtle document. It relies on a reader having accepted
// the document: what it does not check is grammatical.
type turtleScanner struct {
	*turtle.Scanner
	g        *graph
	interest map[string]bool
	mentions bool
	depth    int
}

var errTurtle = errors.New("the Turtle text cannot be taken apart")

// maxDepth bounds the nesting of what is edited.
const maxDepth = 10000

func scanTurtle(g *graph, base string, interest map[string]bool,
	keep func(*statement, bool) bool) error {
	if bytes.HasPrefix(g.src, []byte(byteOrderMark)) {
		g.open = 3
	}
	g.close = len(g.src)
	s := turtleScanner{g: g, interest: interest}
	var err error
	s.Scanner, err = turtle.NewScanner(g.src, g.open, g.terms,
		doc.Options{Base: base, Prefix: s.prefix})
	if err != nil {
		return fmt.Errorf("%w: %w", errTurtle, err)
	}
	for s.Next() != 0 {
		if s.Directive() {
			if len(g.statements) == 0 {
				g.open = s.At()
			}
			continue
		}
		st := &statement{from: s.At()}
		s.mentions = false
		if st.subject = s.node(); s.Next() != '.' {
			s.properties(st.subject)
		}
		s.Expect('.')
		st.to = s.At()
		for i := 0; i < len(st.subject.props) && g.step == ""; i++ {
			if start := st.subject.props[i].start; g.begins(start) {
				g.step = g.indent(start)
			}
		}
		g.keepStatement(st, keep(st, s.mentions))
	}
	if s.Err != nil || s.At() < len(g.src) {
		return fmt.Errorf("%w at byte %d", errTurtle, s.At())
	}
	if len(g.statements) == 0 && g.open <= 3 {
		g.open = len(g.src)
	}
	if g.step == "" || len(g.step) > 4 { // aligned with something, as by the OWL API
		g.step = "    "
	}
	g.layout = &turtleLayout{turtle.NewPrinter(turtle.Style{Prefixes: g.prefixes,
		Newline: g.newline, Step: g.step, Nested: g.flat <= 0, FullTypes: g.fullTypes})}
	return nil
}

// prefix takes the prefixes over that are declared above all statements, and gives those up that
// have another namespace further down.
func (s *turtleScanner) prefix(name, namespace string) {
	if len(s.g.statements) == 0 {
		s.g.prefixes.Set(name, namespace)
	} else if old, known := s.g.prefixes.Namespace(name); known && old != namespace {
		s.g.prefixes.Set(name, "\x00")
	}
}

// node reads a subject or object.
func (s *turtleScanner) node() *node {
	if s.depth++; s.depth > maxDepth {
		s.Err = errTurtle
	}
	defer func() { s.depth-- }()
	n := &node{kind: blankNode, id: rdf.None}
	c := s.Next()
	n.from = s.At()
	switch c {
	case '[':
		s.Expect('[')
		if s.Next() != ']' {
			s.properties(n)
			s.g.flat--
			if s.Next(); bytes.IndexByte(s.g.src[n.from:s.At()], '\n') < 0 {
				s.g.flat += 2
			}
		}
		s.Expect(']')
	case '(':
		s.Expect('(')
		n.list = true
		for s.Err == nil && s.Next() != ')' {
			n.items = append(n.items, s.node())
		}
		s.Expect(')')
	default:
		s.term(n, s.Term())
	}
	n.to = s.At()
	return n
}

// term fills a node with a term.
func (s *turtleScanner) term(n *node, id rdf.ID) {
	if s.Err != nil {
		return
	}
	s.mentions = n.fill(s.g.terms, id, s.interest) || s.mentions
}

// properties reads a list of predicates and objects.
func (s *turtleScanner) properties(n *node) {
	for s.Err == nil {
		for s.Next() == ';' {
			s.Expect(';')
		}
		if c := s.Next(); c == '.' || c == ']' {
			return
		}
		start := s.At()
		var predicate node
		s.term(&predicate, s.Predicate())
		s.g.fullTypes = s.g.fullTypes || predicate.value == rdfType && s.At() > start+len("a")
		for {
			o := s.node()
			n.props = append(n.props, &prop{predicate: predicate.value, object: o, start: start,
				from: o.from, to: o.to})
			if s.Next() != ',' {
				break
			}
			s.Expect(',')
		}
		if s.Next() != ';' {
			return
		}
	}
}

type turtleLayout struct{ printer *turtle.Printer }

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
	remains := func(p *prop) bool { return !gone[p] }
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
			l.removePart(g, group[0].start, last.to, previous(groups, i, kept), next(groups, i),
				kept >= 0 && slices.ContainsFunc(n.props[slices.Index(n.props, last)+1:], remains))
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
		l.removePart(g, p.from, p.to, before, behind,
			kept && slices.ContainsFunc(group[i+1:], func(p *prop) bool { return !gone[p] }))
	}
}

// removePart deletes a predicate with its objects, or an object, with one of the marks ; and , that
// separate it from the part before, which ends at before, and that behind; -1 if there is none.
// Between parts that remain, whole lines are deleted.
func (l *turtleLayout) removePart(g *graph, from, to, before, behind int, between bool) {
	switch {
	case between && g.begins(from) && g.begins(behind) && !l.comment(g.src[to:behind]):
		g.replace(from, behind, "")
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
		g.insert(n.to, " "+l.pair(p, g.step))
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
	indent := g.step
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
		g.insert(g.lineStart(start), indent+l.pair(p, indent)+" ;"+g.newline)
		return
	}
	g.insert(to, " ;"+g.newline+indent+l.pair(p, indent))
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
	object, _ := l.printer.Node(&p.triple.Object, indent)
	mark := strings.TrimRight(string(g.src[n.props[before-1].to:from]), " \t\r\n")
	if strings.Trim(mark, " ") != "," {
		mark = " ,"
	}
	g.insert(g.lineStart(from), indent+object+mark+g.newline)
	return true
}

// pair renders a predicate with its object.
func (l *turtleLayout) pair(p *prop, indent string) string {
	text, _ := l.printer.Property(p.triple, indent)
	return text
}

func (l *turtleLayout) block(_ *graph, n *node) (string, error) {
	return l.printer.Block(n.block())
}
