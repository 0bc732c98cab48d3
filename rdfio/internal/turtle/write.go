package turtle

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// turtleLayout writes RDF 1.1 Turtle with a line for each axiom, so that a difference shows only
// changed axioms. The subject, each predicate with its object, and the full stop have their own
// lines. Expressions are nested in place.
type turtleLayout struct {
	termWriter
	style *Style // of the document that triples are written into; nil for a new one
}

// Style is the layout of a document that triples are written into.
type Style struct {
	Prefixes  *owl.Prefixes
	Newline   string
	Step      string // the indentation of lines in brackets
	Nested    bool   // triples in brackets and items of lists have lines of their own
	FullTypes bool   // rdf:type is written instead of a
}

// step is the indentation of triples in a new document.
const step = "    "

// Printer renders parts of a document, without the line end at their end. Literals have quotation
// marks, as those of the OWL API.
type Printer struct{ layout turtleLayout }

// NewPrinter returns a Printer for a style that does not change any more.
func NewPrinter(style Style) *Printer {
	p := &Printer{turtleLayout{newTermWriter(&doc.Output{}), &style}}
	p.layout.prefixes = style.Prefixes
	return p
}

// Property renders a predicate with its object on a line with an indentation.
func (p *Printer) Property(property *owlrdf.Property, indent string) (string, error) {
	p.layout.property(property, indent)
	return p.layout.out.Take()
}

// Block renders a subject with its triples, each further one on a line of its own.
func (p *Printer) Block(subject owlrdf.Node, props []owlrdf.Property) (string, error) {
	l := &p.layout
	if subject.IsAnonymous() {
		l.properties(props, "")
	} else {
		l.node(&subject, "")
		before := " "
		for i := range props {
			l.out.Text(before)
			l.property(&props[i], l.style.Step)
			before = " ;" + l.style.Newline + l.style.Step
		}
	}
	l.out.Text(" .")
	return l.out.Take()
}

// Node renders a subject or object on a line with an indentation.
func (p *Printer) Node(n *owlrdf.Node, indent string) (string, error) {
	p.layout.node(n, indent)
	return p.layout.out.Take()
}

// termWriter writes IRIs and literals.
type termWriter struct {
	out      *doc.Output
	prefixes *owl.Prefixes      // nil in N-Triples
	names    map[owl.IRI]string // how IRIs are written
}

func newTermWriter(out *doc.Output) termWriter {
	return termWriter{out: out, names: make(map[owl.IRI]string)}
}

func (l *turtleLayout) AllowsLabel(label string) bool { return rdf.IsBlankNodeLabel(label) }

func (l *turtleLayout) Begin(prefixes *owl.Prefixes) {
	l.prefixes = prefixes
	for name, namespace := range prefixes.All() {
		l.out.Text("@prefix " + name + ": <" + namespace + "> .\n")
	}
}

func (l *turtleLayout) End() {}

func (l *turtleLayout) Block(subject owlrdf.Node, props []owlrdf.Property) {
	if subject.IsAnonymous() {
		l.properties(props, "")
		l.out.Text(" .\n")
		return
	}
	l.out.Text("\n")
	l.node(&subject, "")
	l.out.Text("\n")
	for i := range props {
		l.out.Text(step)
		l.property(&props[i], step)
		l.out.Text(" ;\n")
	}
	l.out.Text(".\n")
}

func (l *turtleLayout) properties(props []owlrdf.Property, indent string) {
	l.brackets("[]", " ;", len(props), indent, func(i int, indent string) {
		l.property(&props[i], indent)
	})
}

// brackets writes the items of a pair of brackets on the present line or, if the document has it
// so, on lines of their own.
func (l *turtleLayout) brackets(pair, separator string, items int, indent string,
	write func(i int, indent string)) {
	before, behind := " ", " "
	if l.style != nil && l.style.Nested {
		behind = l.style.Newline + indent
		indent += l.style.Step
		before = l.style.Newline + indent
	}
	l.out.Text(pair[:1])
	for i := range items {
		if i > 0 {
			l.out.Text(separator)
		}
		l.out.Text(before)
		write(i, indent)
	}
	l.out.Text(behind)
	l.out.Text(pair[1:])
}

func (l *turtleLayout) property(p *owlrdf.Property, indent string) {
	if p.Predicate == owlrdf.RDFType && (l.style == nil || !l.style.FullTypes) {
		l.out.Text("a ")
	} else {
		l.out.Text(l.iri(p.Predicate))
		l.out.Text(" ")
	}
	l.node(&p.Object, indent)
}

func (l *turtleLayout) node(n *owlrdf.Node, indent string) {
	switch n.Kind {
	case owlrdf.IRINode:
		l.out.Text(l.iri(n.Name))
	case owlrdf.BlankNode:
		l.out.Text("_:")
		l.out.Text(n.Name.String())
	case owlrdf.LiteralNode:
		if l.style == nil && isTurtleShorthand(n.Literal) {
			l.out.Text(n.Literal.Lexical)
		} else {
			l.literal(n.Literal)
		}
	case owlrdf.TreeNode:
		l.properties(n.Tree.Props, indent)
	case owlrdf.ListNode:
		l.brackets("()", "", len(n.Tree.Items), indent, func(i int, indent string) {
			l.node(&n.Tree.Items[i], indent)
		})
	}
}

func (t *termWriter) iri(i owl.IRI) string {
	name, known := t.names[i]
	if !known {
		full := i.String()
		if prefix, local, ok := t.prefixes.Abbreviate(full); ok {
			name = prefix + ":" + local
		} else {
			name = string(appendIRIRef(nil, full, t.out))
		}
		t.names[i] = name
	}
	return name
}

func (t *termWriter) literal(l *owl.Literal) {
	t.out.Buf = appendQuoted(t.out.Buf, l.Lexical, t.out)
	switch {
	case l.Lang != "":
		t.out.Buf = appendLanguage(t.out.Buf, l.Lang, t.out)
	case l.Datatype != owl.XSDString:
		t.out.Text("^^")
		t.out.Text(t.iri(l.Datatype.IRI))
	}
}

// isTurtleShorthand reports whether a literal has a form without quotation marks (RDF 1.1 Turtle,
// sections 2.5.2 and 2.5.3) with the same lexical form.
func isTurtleShorthand(l *owl.Literal) bool {
	switch l.Datatype {
	case owl.XSDBoolean:
		return l.Lexical == "true" || l.Lexical == "false"
	case owl.XSDInteger:
		return owl.IsDigits(unsigned(l.Lexical))
	case owlrdf.XSDDecimal:
		whole, fraction, ok := strings.Cut(unsigned(l.Lexical), ".")
		return ok && (whole == "" || owl.IsDigits(whole)) && owl.IsDigits(fraction)
	}
	return false
}

func unsigned(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

// appendIRIRef appends <iri>. Turtle and N-Triples cannot express relative IRIs, nor the characters
// that IRIREF excludes, which escapes do not allow either (RDF 1.1 Turtle, section 6.4).
func appendIRIRef(dst []byte, iri string, out *doc.Output) []byte {
	switch at := rdf.BadIRIByte(iri); {
	case at >= 0:
		out.Fail(fmt.Errorf("%w: the IRI %q holds the character %q", doc.ErrNotWritable, iri,
			iri[at]))
	case rdf.SchemeEnd(iri) < 0:
		out.Fail(fmt.Errorf("%w: the IRI %q is relative", doc.ErrNotWritable, iri))
	case !utf8.ValidString(iri):
		out.Fail(fmt.Errorf("%w: the IRI %q is not valid UTF-8", doc.ErrNotWritable, iri))
	}
	return append(append(append(dst, '<'), iri...), '>')
}

// appendQuoted appends a string on one line: STRING_LITERAL_QUOTE of N-Triples and Turtle.
func appendQuoted(dst []byte, s string, out *doc.Output) []byte {
	if !utf8.ValidString(s) {
		out.Fail(fmt.Errorf("%w: the literal %q is not valid UTF-8", doc.ErrNotWritable,
			doc.Brief(s)))
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
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = fmt.Appendf(dst, `\u%04X`, c)
		}
	}
	return append(append(dst, s[from:]...), '"')
}

// appendLanguage appends @tag, which must be a LANGTAG.
func appendLanguage(dst []byte, tag string, out *doc.Output) []byte {
	if !rdf.IsLanguageTag(tag) {
		out.Fail(fmt.Errorf("%w: %q is no language tag; RDF/XML keeps it", doc.ErrNotWritable, tag))
	}
	return append(append(dst, '@'), tag...)
}

// Write writes RDF 1.1 Turtle.
func Write(w io.Writer, o *owl.Ontology) error {
	out := &doc.Output{W: w}
	return owlrdf.Write(o, out, &turtleLayout{termWriter: newTermWriter(out)})
}
