package owlxml

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// Write writes OWL/XML: header, prefixes, imports, annotations and axioms, each group sorted
// and without repetition. Operands whose order means nothing are sorted.
func Write(w io.Writer, o *owl.Ontology) error {
	out := &doc.Output{W: w}
	x := &owlxmlWriter{Output: out, prefixes: &owl.Prefixes{}}
	if o.IRI.IsZero() && !o.VersionIRI.IsZero() {
		return fmt.Errorf("%w: the version IRI %q of an ontology that has no IRI",
			doc.ErrNotWritable,
			o.VersionIRI)
	}
	out.Text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Ontology xmlns=\"" +
		owl.OWLNamespace + `"`)
	if !o.IRI.IsZero() {
		out.Text("\n    ontologyIRI=\"")
		x.fullIRI(o.IRI)
		out.Text(`"`)
	}
	if !o.VersionIRI.IsZero() {
		out.Text("\n    versionIRI=\"")
		x.fullIRI(o.VersionIRI)
		out.Text(`"`)
	}
	out.Text(">\n")
	declared := owlrdf.Prefixes(o)
	for name, namespace := range declared.All() {
		if xml.BadCharacter(namespace) < 0 {
			x.prefixes.Set(name, namespace)
			out.Text(`    <Prefix name="` + name + `" IRI="`)
			out.XML(namespace, true)
			out.Text("\"/>\n")
		}
	}
	header := o.SortedHeader()
	for _, i := range header.Imports {
		out.Text("    <Import>")
		x.elementIRI(i)
		out.Text("</Import>\n")
	}
	x.depth = 1
	x.annotations(header.Annotations)
	for _, a := range owl.SortedSet(o.Axioms) {
		shape := &owl.AxiomShapes[a.Kind()]
		slots := owl.Slots(shape, a)
		x.open(shape.Keyword)
		x.annotations(a.AxiomAnnotations())
		if a.Kind() == owl.SubPropertyChainOfKind {
			x.open("ObjectPropertyChain")
			x.part(sequence(slots[0].([]any)))
			x.close("ObjectPropertyChain")
			slots = slots[1:]
		}
		if rule, ok := a.(*owl.Rule); ok {
			x.atoms("Body", rule.Body)
			x.atoms("Head", rule.Head)
		} else {
			x.parts(slots)
		}
		x.close(shape.Keyword)
		if err := out.Flush(); err != nil {
			return fmt.Errorf("%w, in an axiom of kind %v", err, a.Kind())
		}
	}
	out.Text("</Ontology>\n")
	return out.Finish()
}

// owlxmlWriter writes elements.
type owlxmlWriter struct {
	*doc.Output
	prefixes *owl.Prefixes
	depth    int  // of the next element
	unended  bool // the start tag of the innermost element lacks its ">"
}

// begin starts the line of an element.
func (x *owlxmlWriter) begin(keyword string) {
	if x.unended {
		x.Text(">\n")
		x.unended = false
	}
	x.Text(xml.Indent[:4*min(x.depth, xml.MaxIndent)])
	x.Text("<")
	x.Text(keyword)
}

// open starts an element that has children.
func (x *owlxmlWriter) open(keyword string) {
	x.begin(keyword)
	x.unended = true
	x.depth++
}

func (x *owlxmlWriter) close(keyword string) {
	x.depth--
	if x.unended {
		x.Text("/>\n")
		x.unended = false
		return
	}
	x.Text(xml.Indent[:4*min(x.depth, xml.MaxIndent)])
	x.Text("</")
	x.Text(keyword)
	x.Text(">\n")
}

// name writes an element that names something by its IRI.
func (x *owlxmlWriter) name(keyword string, iri owl.IRI) {
	x.begin(keyword)
	x.attributeIRI(iri)
	x.Text("/>\n")
}

// attributeIRI writes the attribute IRI or abbreviatedIRI.
func (x *owlxmlWriter) attributeIRI(iri owl.IRI) {
	if name, local, ok := x.prefixes.Abbreviate(iri.String()); ok {
		x.Text(` abbreviatedIRI="` + name + ":" + local + `"`)
		return
	}
	x.Text(` IRI="`)
	x.fullIRI(iri)
	x.Text(`"`)
}

// fullIRI writes an IRI into an attribute value.
func (x *owlxmlWriter) fullIRI(iri owl.IRI) {
	x.checkIRI(iri)
	x.XML(iri.String(), true)
}

// elementIRI writes an IRI as the text of an element.
func (x *owlxmlWriter) elementIRI(iri owl.IRI) {
	x.checkIRI(iri)
	x.XML(iri.String(), false)
}

// checkIRI refuses an IRI that would be read as another one.
func (x *owlxmlWriter) checkIRI(iri owl.IRI) {
	switch s := iri.String(); {
	case rdf.SchemeEnd(s) < 0:
		x.Fail(fmt.Errorf("%w: the IRI %q is relative", doc.ErrNotWritable, s))
	case xml.BadCharacter(s) >= 0 || strings.Trim(s, " \t\r\n") != s:
		x.Fail(fmt.Errorf("%w: the IRI %q has a character that XML does not keep",
			doc.ErrNotWritable, s))
	}
}

// anonymous writes an anonymous individual.
func (x *owlxmlWriter) anonymous(i owl.AnonymousIndividual) {
	id := i.ID.String()
	if !owl.IsNodeID(id) || xml.BadCharacter(id) >= 0 {
		x.Fail(fmt.Errorf("%w: OWL/XML cannot express the node id %q", doc.ErrNotWritable, id))
	}
	x.begin(`AnonymousIndividual nodeID="_:`)
	x.XML(id, true)
	x.Text("\"/>\n")
}

func (x *owlxmlWriter) annotations(list []owl.Annotation) {
	x.items(len(list), func(i int) {
		x.open("Annotation")
		x.annotations(list[i].Annotations)
		x.part(list[i].Property)
		x.part(list[i].Value)
		x.close("Annotation")
	})
}

// items writes a list whose order means nothing in the order of the bytes of its items.
func (x *owlxmlWriter) items(n int, write func(i int)) {
	if n == 0 {
		return
	}
	if x.unended {
		x.Text(">\n")
		x.unended = false
	}
	start := len(x.Buf)
	ends := make([]int, n)
	for i := range n {
		write(i)
		ends[i] = len(x.Buf) - start
	}
	written, from := bytes.Clone(x.Buf[start:]), 0
	items := make([][]byte, n)
	for i, end := range ends {
		items[i], from = written[from:end], end
	}
	slices.SortFunc(items, bytes.Compare)
	x.Buf = append(x.Buf[:start], bytes.Join(items, nil)...)
}

// sequence is a list whose order means something.
type sequence []any

func (x *owlxmlWriter) parts(slots []any) {
	for _, slot := range slots {
		x.part(slot)
	}
}

// part writes a slot of an axiom or expression (see owl.Slots), or an item of one.
func (x *owlxmlWriter) part(p any) {
	switch p := p.(type) {
	case nil: // a cardinality restriction without a filler
	case sequence:
		x.parts(p)
	case []any:
		x.items(len(p), func(i int) { x.part(p[i]) })
	case owl.Entity:
		x.name(p.EntityKind().String(), p.EntityIRI())
	case owl.AnonymousIndividual:
		x.anonymous(p)
	case *owl.Literal:
		x.literal(p)
	case owl.IRI:
		x.iri(p)
	case int:
		x.Text(` cardinality="` + strconv.Itoa(p) + `"`)
	case owl.Variable:
		x.variable(p)
	case owl.FacetRestriction:
		x.open(`FacetRestriction facet="`)
		x.fullIRI(p.Facet)
		x.Text(`"`)
		x.literal(p.Value)
		x.close("FacetRestriction")
	case *owl.ObjectInverseOf:
		x.open("ObjectInverseOf")
		x.part(p.Property)
		x.close("ObjectInverseOf")
	case owl.DataRange:
		shape := owl.DataRangeShape(p)
		x.expression(shape.Keyword, owl.Slots(shape, p))
	case owl.ClassExpression:
		shape := owl.ClassShape(p)
		slots := owl.Slots(shape, p)
		if k := p.ExpressionKind(); k == owl.DataSomeValuesFromKind ||
			k == owl.DataAllValuesFromKind {
			slots[0] = sequence(slots[0].([]any))
		}
		x.expression(shape.Keyword, slots)
	}
}

func (x *owlxmlWriter) expression(keyword string, slots []any) {
	x.open(keyword)
	x.parts(slots)
	x.close(keyword)
}

// iri writes an IRI that names nothing.
func (x *owlxmlWriter) iri(i owl.IRI) {
	if name, local, ok := x.prefixes.Abbreviate(i.String()); ok {
		x.begin("AbbreviatedIRI>")
		x.Text(name + ":" + local + "</AbbreviatedIRI>\n")
		return
	}
	x.begin("IRI>")
	x.elementIRI(i)
	x.Text("</IRI>\n")
}

func (x *owlxmlWriter) literal(l *owl.Literal) {
	x.begin("Literal")
	switch {
	case l.Lang != "":
		rdf.CheckLanguage(l.Lang, x.Output)
		x.Text(` xml:lang="` + l.Lang + `"`)
	case l.Datatype.IRI.IsZero() || l.Datatype == owl.XSDString:
	case l.Datatype == owl.RDFPlainLiteral || l.Datatype == owl.RDFLangString:
		x.Fail(fmt.Errorf("%w: the literal %q of the datatype %s without a language tag",
			doc.ErrNotWritable, doc.Brief(l.Lexical), l.Datatype.IRI))
	default:
		x.Text(` datatypeIRI="`)
		x.fullIRI(l.Datatype.IRI)
		x.Text(`"`)
	}
	if at := xml.BadCharacter(l.Lexical); at >= 0 {
		x.Fail(fmt.Errorf(
			"%w: XML does not allow the character at byte %d of the literal %q; Turtle can write it",
			doc.ErrNotWritable, at, doc.Brief(l.Lexical)))
	}
	x.Text(">")
	x.XML(l.Lexical, false)
	x.Text("</Literal>\n")
}
