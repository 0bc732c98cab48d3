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
	for _, name := range declared.Names() {
		namespace, _ := declared.Namespace(name)
		if xml.BadCharacter(namespace) < 0 {
			x.prefixes.Set(name, namespace)
			out.Text(`    <Prefix name="` + name + `" IRI="`)
			out.XML(namespace, true)
			out.Text("\"/>\n")
		}
	}
	header := owl.Ontology{Imports: slices.Clone(o.Imports),
		Annotations: slices.Clone(o.Annotations)}
	header.Dedup()
	header.Sort()
	for _, i := range header.Imports {
		out.Text("    <Import>")
		x.elementIRI(i)
		out.Text("</Import>\n")
	}
	x.depth = 1
	x.annotations(header.Annotations)
	for _, a := range owl.SortedSet(o.Axioms) {
		shape := &owl.AxiomShapes[a.Kind()]
		x.open(shape.Keyword)
		x.annotations(a.AxiomAnnotations())
		shape.Visit(a, x)
		x.close(shape.Keyword)
		if err := out.Flush(); err != nil {
			return fmt.Errorf("%w, in an axiom of kind %v", err, a.Kind())
		}
	}
	out.Text("</Ontology>\n")
	return out.Finish()
}

// owlxmlWriter writes elements; it is an owl.SlotVisitor.
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
	writeItems(x, list, owl.AsSet, func(a owl.Annotation) {
		x.open("Annotation")
		x.annotations(a.Annotations)
		x.AnnotationProperty(&a.Property)
		x.Value(&a.Value)
		x.close("Annotation")
	})
}

// writeItems writes a list, in the order of the bytes of its items if its order means nothing.
func writeItems[T any](x *owlxmlWriter, list []T, order owl.ListOrder, write func(T)) {
	if len(list) > 0 && x.unended {
		x.Text(">\n")
		x.unended = false
	}
	start := len(x.Buf)
	ends := make([]int, 0, len(list))
	ordered := true
	for i, item := range list {
		from := len(x.Buf)
		write(item)
		if i > 0 && ordered {
			before := start
			if i > 1 {
				before = ends[i-2]
			}
			ordered = bytes.Compare(x.Buf[before:from], x.Buf[from:]) <= 0
		}
		ends = append(ends, len(x.Buf))
	}
	if ordered || order == owl.AsWritten {
		return
	}
	written := bytes.Clone(x.Buf[start:])
	items := make([][]byte, len(list))
	for i, end := range ends {
		from := 0
		if i > 0 {
			from = ends[i-1] - start
		}
		items[i] = written[from : end-start]
	}
	slices.SortFunc(items, bytes.Compare)
	x.Buf = append(x.Buf[:start], bytes.Join(items, nil)...)
}

func (x *owlxmlWriter) Entity(e *owl.Entity) {
	x.name((*e).EntityKind().String(), (*e).EntityIRI())
}

func (x *owlxmlWriter) Class(c *owl.ClassExpression) { x.class(*c) }

func (x *owlxmlWriter) class(c owl.ClassExpression) {
	if class, ok := c.(owl.Class); ok {
		x.name("Class", class.IRI)
		return
	}
	writeShape(x, owl.ClassShape(c), c)
}

// writeShape writes an expression with slots.
func writeShape[T any](x *owlxmlWriter, shape *owl.Shape[T], expression T) {
	x.open(shape.Keyword)
	shape.Visit(expression, x)
	x.close(shape.Keyword)
}

func (x *owlxmlWriter) Filler(c *owl.ClassExpression) {
	if *c != nil {
		x.class(*c)
	}
}

func (x *owlxmlWriter) NamedClass(c *owl.Class) { x.name("Class", c.IRI) }

func (x *owlxmlWriter) Classes(list *[]owl.ClassExpression, _ int, order owl.ListOrder) {
	writeItems(x, *list, order, x.class)
}

func (x *owlxmlWriter) ObjectProperty(p *owl.ObjectPropertyExpression) { x.property(*p) }

func (x *owlxmlWriter) property(p owl.ObjectPropertyExpression) {
	switch p := p.(type) {
	case owl.ObjectProperty:
		x.name("ObjectProperty", p.IRI)
	case *owl.ObjectInverseOf:
		x.open("ObjectInverseOf")
		x.name("ObjectProperty", p.Property.IRI)
		x.close("ObjectInverseOf")
	}
}

func (x *owlxmlWriter) ObjectProperties(list *[]owl.ObjectPropertyExpression, _ int,
	order owl.ListOrder) {
	writeItems(x, *list, order, x.property)
}

func (x *owlxmlWriter) Inverses(first, second *owl.ObjectPropertyExpression) {
	writeItems(x, []owl.ObjectPropertyExpression{*first, *second}, owl.AsBag, x.property)
}

func (x *owlxmlWriter) Chain(list *[]owl.ObjectPropertyExpression) {
	x.open("ObjectPropertyChain")
	x.ObjectProperties(list, 2, owl.AsWritten)
	x.close("ObjectPropertyChain")
}

func (x *owlxmlWriter) DataProperty(p *owl.DataProperty) { x.name("DataProperty", p.IRI) }

func (x *owlxmlWriter) DataProperties(list *[]owl.DataProperty, _ int, order owl.ListOrder) {
	writeItems(x, *list, order, func(p owl.DataProperty) { x.name("DataProperty", p.IRI) })
}

func (x *owlxmlWriter) AnnotationProperty(p *owl.AnnotationProperty) {
	x.name("AnnotationProperty", p.IRI)
}

func (x *owlxmlWriter) Individual(i *owl.Individual) { x.individual(*i) }

func (x *owlxmlWriter) individual(i owl.Individual) {
	switch i := i.(type) {
	case owl.NamedIndividual:
		x.name("NamedIndividual", i.IRI)
	case owl.AnonymousIndividual:
		x.anonymous(i)
	}
}

func (x *owlxmlWriter) Individuals(list *[]owl.Individual, _ int, order owl.ListOrder) {
	writeItems(x, *list, order, x.individual)
}

func (x *owlxmlWriter) Datatype(t *owl.Datatype) { x.name("Datatype", t.IRI) }

func (x *owlxmlWriter) DataRange(r *owl.DataRange) { x.dataRange(*r) }

func (x *owlxmlWriter) dataRange(r owl.DataRange) {
	if t, ok := r.(owl.Datatype); ok {
		x.name("Datatype", t.IRI)
		return
	}
	writeShape(x, owl.DataRangeShape(r), r)
}

func (x *owlxmlWriter) RangeFiller(r *owl.DataRange) {
	if *r != nil {
		x.dataRange(*r)
	}
}

func (x *owlxmlWriter) DataRanges(list *[]owl.DataRange, _ int, order owl.ListOrder) {
	writeItems(x, *list, order, x.dataRange)
}

func (x *owlxmlWriter) Literal(l **owl.Literal) { x.literal(*l) }

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

func (x *owlxmlWriter) Literals(list *[]*owl.Literal, _ int, order owl.ListOrder) {
	writeItems(x, *list, order, x.literal)
}

func (x *owlxmlWriter) Facets(list *[]owl.FacetRestriction) {
	writeItems(x, *list, owl.AsSet, func(f owl.FacetRestriction) {
		x.open(`FacetRestriction facet="`)
		x.fullIRI(f.Facet)
		x.Text(`"`)
		x.literal(f.Value)
		x.close("FacetRestriction")
	})
}

func (x *owlxmlWriter) Cardinality(n *int) {
	x.Text(` cardinality="` + strconv.Itoa(*n) + `"`)
}

func (x *owlxmlWriter) IRI(i *owl.IRI) { x.iri(*i) }

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

func (x *owlxmlWriter) Subject(s *owl.AnnotationSubject) {
	switch s := (*s).(type) {
	case owl.IRI:
		x.iri(s)
	case owl.AnonymousIndividual:
		x.anonymous(s)
	}
}

func (x *owlxmlWriter) Value(v *owl.AnnotationValue) {
	switch v := (*v).(type) {
	case owl.IRI:
		x.iri(v)
	case owl.AnonymousIndividual:
		x.anonymous(v)
	case *owl.Literal:
		x.literal(v)
	}
}
