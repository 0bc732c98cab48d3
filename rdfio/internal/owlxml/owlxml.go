package owlxml

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// Read reads a document in OWL/XML (OWL 2 XML Serialization, second edition). It pulls tokens
// from the XML lexer and fills the slots of the shapes of package owl.
//
// XML that is not well-formed is an error. An element of the ontology that cannot be read, such as
// an unknown axiom or an undeclared prefix, is skipped and noted in the report.
func Read(w *doc.Window, opts doc.Options, report *doc.Report) (*owl.Ontology, error) {
	d := &owlxmlReader{x: xml.NewLexer(w, opts), opts: opts, report: report,
		prefixes: owl.StandardPrefixes(), names: make(map[string]owl.IRI),
		shorts: make(map[string]owl.IRI),
		nodes:  make(map[string]owl.IRI), taken: make(map[string]bool)}
	if opts.Base != "" {
		base, err := rdf.ParseBase(opts.Base)
		if err != nil {
			return nil, w.ErrorAt(0, err)
		}
		d.base = base
	}
	o := &owl.Ontology{Prefixes: &owl.Prefixes{}}
	if err := d.document(o); err != nil {
		return nil, err
	}
	return o, nil
}

// owlxmlReader reads one document. After an error of the ontology it sees no further elements, so
// that no production needs to check for errors.
type owlxmlReader struct {
	x        *xml.Lexer
	opts     doc.Options
	report   *doc.Report
	prefixes *owl.Prefixes

	namespace string // of the root element: that of OWL/XML
	draft     bool   // namespace is not the one of the recommendation
	scope     uint32 // the namespaces in scope when unprefixed was set
	isDefault bool   // elements without a prefix are OWL/XML

	base    rdf.Base
	xmlBase string // the base as written, if an attribute xml:base sets it
	bases   []outerBase
	names   map[string]owl.IRI // by the text of an IRI; cleared when base changes
	shorts  map[string]owl.IRI // by the text of an abbreviated IRI; cleared when a prefix changes
	nodes   map[string]owl.IRI // node ids by their labels in the document
	taken   map[string]bool    // the values of nodes

	peeked bool   // the token that comes next was read
	start  bool   // it is a start tag, else an end tag
	local  []byte // its name without prefix; nil if it is not OWL/XML

	number cardinalityAttribute
	text   []byte // reused

	err   error // of the lexer: reading ends
	fault error // of the ontology: the element is skipped
	at    int   // line and column of fault
	col   int
}

// outerBase is the base that is in force again behind an element.
type outerBase struct {
	depth   int // of that element
	base    rdf.Base
	xmlBase string
}

// cardinalityAttribute is that of the element that was opened last.
type cardinalityAttribute struct {
	n   int
	set bool
}

// document reads the root element.
func (d *owlxmlReader) document(o *owl.Ontology) error {
	for !d.peeked {
		token, err := d.x.Next()
		switch {
		case err != nil:
			return err
		case token == xml.StartTag:
			d.peeked, d.start = true, true
		}
	}
	prefix, local, ok := xml.SplitQName(d.x.Name)
	namespace, bound := d.x.Ns.Lookup(prefix)
	if !ok || !bound || string(local) != "Ontology" {
		return d.x.Failf(d.x.At, "expected the element Ontology, found <%s>", d.x.Name)
	}
	if d.namespace = namespace; namespace != owl.OWLNamespace {
		d.draft = true
		d.x.WarnAt(d.x.At, fmt.Sprintf("the namespace of OWL/XML is %s, not %q", owl.OWLNamespace,
			namespace))
	}
	if d.attribute("URI") != nil {
		d.x.WarnAt(d.x.At, "the attribute URI of drafts is not read; the IRI of an ontology is"+
			" ontologyIRI")
	}
	d.changeBase()
	for _, a := range d.x.Attrs {
		switch string(a.Name) {
		case "ontologyIRI":
			o.IRI = d.resolve(a.Value)
		case "versionIRI":
			o.VersionIRI = d.resolve(a.Value)
		}
	}
	if d.fault != nil {
		return d.x.Fail(d.x.At, d.fault)
	}
	d.enter()
	var axioms doc.Gathered[owl.Axiom]
	for d.child() || d.fault != nil && d.err == nil {
		if d.ok() {
			d.part(o, &axioms)
		}
		if d.fault != nil && d.err == nil {
			d.recover()
		}
	}
	for d.err == nil {
		token, err := d.x.Next()
		if d.err = err; token == xml.End && err == nil {
			break
		}
	}
	o.Axioms = axioms.All()
	return d.err
}

// part reads a child of the root element.
func (d *owlxmlReader) part(o *owl.Ontology, axioms *doc.Gathered[owl.Axiom]) {
	switch string(d.local) {
	case "Prefix":
		name, namespace := string(d.attribute("name")), string(d.attribute("IRI"))
		d.leaf()
		if d.ok() {
			d.prefixes.Set(name, namespace)
			o.Prefixes.Set(name, namespace)
			if d.opts.Prefix != nil {
				d.opts.Prefix(name, namespace)
			}
			clear(d.shorts)
		}
	case "Import":
		if iri := d.resolve(d.content()); d.ok() {
			o.Imports = append(o.Imports, iri)
		}
	case "Annotation":
		if a := d.annotation(); d.ok() {
			o.Annotations = append(o.Annotations, a)
		}
	case "AnnotationAssertion", "EntityAnnotation":
		if d.opts.Sparse {
			if d.skip(1); d.err == nil {
				d.report.Skipped++
			}
			return
		}
		if d.draft && string(d.local) == "EntityAnnotation" {
			d.entityAnnotation(axioms)
			return
		}
		fallthrough
	default:
		if a := d.axiom(); d.ok() {
			axioms.Add(a)
		}
	}
}

// entityAnnotation reads the element of the draft of 2006 for annotations of an entity.
func (d *owlxmlReader) entityAnnotation(axioms *doc.Gathered[owl.Axiom]) {
	d.enter()
	var subject owl.Entity
	d.Slot(&subject, nil)
	annotations := d.annotations()
	if d.leave(); d.failed() {
		return
	}
	for _, a := range annotations {
		axioms.Add(&owl.AnnotationAssertion{Annotated: owl.Annotated{Annotations: a.Annotations},
			Property: a.Property, Subject: subject.EntityIRI(), Value: a.Value})
	}
}

// owlxmlAxioms finds the shape of an axiom by the name of its element. Chains have that of
// SubObjectPropertyOf.
var owlxmlAxioms = func() map[string]*owl.Shape[owl.Axiom] {
	found := make(map[string]*owl.Shape[owl.Axiom])
	for kind := range owl.AxiomShapes {
		if owl.AxiomKind(kind) != owl.SubPropertyChainOfKind {
			found[owl.AxiomShapes[kind].Keyword] = &owl.AxiomShapes[kind]
		}
	}
	return found
}()

// owlxmlPart is an element that fills a slot: read reads it, of has the type of what it returns.
type owlxmlPart struct {
	of   any
	read func(*owlxmlReader) any
}

// owlxmlParts holds these elements by name.
var owlxmlParts = func() map[string]owlxmlPart {
	parts := map[string]owlxmlPart{
		"AnonymousIndividual": {owl.AnonymousIndividual{},
			func(d *owlxmlReader) any { return d.anonymous() }},
		"Literal": {(*owl.Literal)(nil), func(d *owlxmlReader) any { return d.literal() }},
		"IRI":     {owl.IRI{}, func(d *owlxmlReader) any { return d.resolve(d.content()) }},
		"AbbreviatedIRI": {owl.IRI{},
			func(d *owlxmlReader) any { return d.expand(d.content()) }},
		"ObjectInverseOf": {(*owl.ObjectInverseOf)(nil),
			func(d *owlxmlReader) any { return d.inverse() }},
	}
	for kind := owl.ClassKind; kind <= owl.NamedIndividualKind; kind++ {
		parts[kind.String()] = owlxmlPart{owl.NewEntity(kind, owl.IRI{}),
			func(d *owlxmlReader) any { return owl.NewEntity(kind, d.name()) }}
	}
	addShapes(parts, owl.ClassShapes)
	addShapes(parts, owl.DataRangeShapes)
	return parts
}()

func addShapes[T any](parts map[string]owlxmlPart, shapes []owl.Shape[T]) {
	for i := range shapes {
		parts[shapes[i].Keyword] = owlxmlPart{shapes[i].New(),
			func(d *owlxmlReader) any { return construct(d, &shapes[i]) }}
	}
}

func (d *owlxmlReader) axiom() owl.Axiom {
	shape, known := owlxmlAxioms[string(d.local)]
	if !known {
		d.expected("an axiom")
		return nil
	}
	d.enter()
	annotations := d.annotations()
	if shape == &owl.AxiomShapes[owl.SubObjectPropertyOfKind] &&
		d.atElement("ObjectPropertyChain") {
		shape = &owl.AxiomShapes[owl.SubPropertyChainOfKind]
	}
	a := shape.New()
	owl.Annotate(a, annotations)
	if c, ok := a.(*owl.ClassAssertion); ok && d.draft && atPart[owl.Individual](d) {
		d.Slot(&c.Individual, nil) // drafts had it before the class
		d.Slot(&c.Class, nil)
	} else {
		shape.Visit(a, d)
	}
	d.leave()
	return a
}

func (d *owlxmlReader) annotations() []owl.Annotation {
	var list []owl.Annotation
	for d.atElement("Annotation") {
		list = append(list, d.annotation())
	}
	return list
}

func (d *owlxmlReader) annotation() owl.Annotation {
	var a owl.Annotation
	if property := d.attribute("annotationURI"); property != nil && d.draft {
		a.Property.IRI = d.resolve(property)
		d.enter()
	} else {
		d.enter()
		a.Annotations = d.annotations()
		d.Slot(&a.Property, nil)
	}
	d.Slot(&a.Value, nil)
	d.leave()
	return a
}

// fill fills a slot with the next element.
func fill[T any](d *owlxmlReader, slot *T, expected string) {
	if d.child() {
		part := owlxmlParts[string(d.local)]
		if _, ok := part.of.(T); ok {
			*slot = part.read(d).(T)
			return
		}
	}
	d.expected(expected)
}

// atPart reports whether the next element is for a slot of type T.
func atPart[T any](d *owlxmlReader) bool {
	if !d.child() {
		return false
	}
	_, ok := owlxmlParts[string(d.local)].of.(T)
	return ok
}

// construct reads an element that has slots.
func construct[T any](d *owlxmlReader, shape *owl.Shape[T]) T {
	x := shape.New()
	d.setCardinality()
	d.enter()
	shape.Visit(x, d)
	d.leave()
	return x
}

// The methods below fill slots: they are owl.SlotVisitor.

func (d *owlxmlReader) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *owl.Entity:
		fill(d, x, "an entity")
	case *owl.ClassExpression:
		fill(d, x, "a class expression")
	case *owl.Class:
		fill(d, x, "Class")
	case *owl.ObjectPropertyExpression:
		fill(d, x, "ObjectProperty")
	case *owl.DataProperty:
		fill(d, x, "DataProperty")
	case *owl.AnnotationProperty:
		fill(d, x, "AnnotationProperty")
	case *owl.Individual:
		fill(d, x, "NamedIndividual")
	case *owl.Datatype:
		fill(d, x, "Datatype")
	case *owl.DataRange:
		fill(d, x, "a data range")
	case **owl.Literal:
		fill(d, x, "Literal")
	case *owl.IRI:
		fill(d, x, "IRI or AbbreviatedIRI")
	case *owl.AnnotationSubject:
		fill(d, x, "IRI or AbbreviatedIRI")
	case *owl.AnnotationValue:
		fill(d, x, "IRI or AbbreviatedIRI")
	case *owl.FacetRestriction:
		d.facet(x)
	case *int:
		if !d.number.set {
			d.failf("a restriction without the attribute cardinality")
		}
		*x = d.number.n
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

func (d *owlxmlReader) Filler(slot, _ any) {
	if d.child() {
		d.Slot(slot, nil)
	}
}

// List reads a list up to the first element that is none of its items. A chain has an element of
// its own.
func (d *owlxmlReader) List(list owl.List, least int, order owl.ListOrder) {
	more, isChain := d.child, false
	switch list.(type) {
	case *owl.Items[owl.ObjectPropertyExpression]:
		more = func() bool { return atPart[owl.ObjectPropertyExpression](d) }
		isChain = order == owl.AsWritten
	case *owl.Items[owl.DataProperty]:
		more = func() bool { return d.atElement("DataProperty") }
	}
	if isChain {
		d.enter()
	}
	for d.ok() && more() {
		d.Slot(list.Add(), nil)
	}
	switch n := list.Len(); {
	case n >= least || d.failed():
	case n == 0:
		d.expected("an operand")
	default:
		d.x.WarnAt(d.x.At, fmt.Sprintf("a list of %d where the grammar wants %d or more", n, least))
	}
	if isChain {
		d.leave()
	}
}

func (d *owlxmlReader) facet(f *owl.FacetRestriction) {
	if !d.atElement("FacetRestriction") {
		d.expected("FacetRestriction")
		return
	}
	value := d.attribute("facet")
	if value == nil {
		d.failf("FacetRestriction without the attribute facet")
		return
	}
	f.Facet = d.resolve(value)
	d.enter()
	d.Slot(&f.Value, nil)
	d.leave()
}

// literal reads the element Literal.
func (d *owlxmlReader) literal() *owl.Literal {
	datatype := owl.XSDString
	value := d.attribute("datatypeIRI")
	if d.draft && value == nil {
		value = d.attribute("datatypeURI")
	}
	if value != nil {
		datatype.IRI = d.resolve(value)
	}
	lang := string(d.attribute("xml:lang"))
	literal := &owl.Literal{Lexical: string(d.content()), Datatype: datatype, Lang: lang}
	switch {
	case lang != "":
		literal.Datatype = owl.RDFLangString
	case datatype == owl.RDFPlainLiteral || datatype == owl.RDFLangString:
		literal.Datatype = owl.XSDString
	}
	return literal
}

func (d *owlxmlReader) setCardinality() {
	d.number = cardinalityAttribute{}
	value := d.attribute("cardinality")
	if value == nil {
		return
	}
	n, err := strconv.ParseUint(string(trimXML(value)), 10, 31)
	switch {
	case errors.Is(err, strconv.ErrRange):
		d.failf("cardinality beyond %d", math.MaxInt32)
	case err != nil:
		d.failf("the cardinality %q is not a number", value)
	}
	d.number = cardinalityAttribute{int(n), true}
}

// inverse reads the element ObjectInverseOf.
func (d *owlxmlReader) inverse() *owl.ObjectInverseOf {
	i := &owl.ObjectInverseOf{}
	d.enter()
	if d.atElement("ObjectProperty") {
		i.Property.IRI = d.name()
	} else {
		d.expected("ObjectProperty")
	}
	d.leave()
	return i
}

// name reads an element that names something.
func (d *owlxmlReader) name() owl.IRI {
	iri := d.nameAttribute()
	d.leaf()
	return iri
}

// nameAttribute returns the value of the attribute IRI or abbreviatedIRI.
func (d *owlxmlReader) nameAttribute() owl.IRI {
	if value := d.attribute("IRI"); value != nil {
		return d.resolve(value)
	} else if value = d.attribute("URI"); value != nil && d.draft {
		return d.resolve(value)
	} else if value = d.attribute("abbreviatedIRI"); value != nil {
		return d.expand(value)
	}
	d.failf("%s without the attribute IRI or abbreviatedIRI", d.local)
	return owl.IRI{}
}

func (d *owlxmlReader) anonymous() owl.AnonymousIndividual {
	label := string(bytes.TrimPrefix(trimXML(d.attribute("nodeID")), []byte("_:")))
	if label == "" {
		d.failf("AnonymousIndividual without the attribute nodeID")
	}
	id := d.nodeID(label)
	d.leaf()
	return owl.AnonymousIndividual{ID: id}
}

// nodeID returns the node id of a label. That of a label with characters that functional syntax
// does not have in node ids is another one, which no label of the document has.
func (d *owlxmlReader) nodeID(label string) owl.IRI {
	id, known := d.nodes[label]
	if known || d.failed() {
		return id
	}
	free := label
	if !owl.IsNodeID(label) {
		fault := d.x.Failf(d.x.At, "nodeID=%q is not the label of a blank node", label)
		d.err = d.opts.Tolerate(doc.NoteInvalidName, fault, "read as another label")
		if d.err != nil {
			return id
		}
		free = "x" + strings.Map(func(r rune) rune {
			if owl.IsNameChar(r) {
				return r
			}
			return '-'
		}, label)
	}
	for d.taken[free] {
		free += "_"
	}
	id = owl.NewIRI(free)
	d.nodes[label], d.taken[free] = id, true
	return id
}

// attribute returns the value of an attribute of the start tag that was peeked at; nil for none.
func (d *owlxmlReader) attribute(name string) []byte {
	for i := range d.x.Attrs {
		if a := &d.x.Attrs[i]; string(a.Name) == name {
			if a.Value == nil {
				return []byte{}
			}
			return a.Value
		}
	}
	return nil
}

// resolve returns the IRI that a reference means. The OWL API writes the characters behind xml:base
// and appends them to it: IRI="/A" and xml:base="http://x.org/o" are http://x.org/o/A, which RFC
// 3986 would resolve to http://x.org/A. Without xml:base, the RFC holds.
func (d *owlxmlReader) resolve(reference []byte) owl.IRI {
	if iri, known := d.names[string(reference)]; known || d.failed() {
		return iri
	}
	trimmed := trimXML(reference)
	var full []byte
	if d.xmlBase != "" && rdf.SchemeEnd(trimmed) < 0 && !bytes.HasPrefix(trimmed, []byte("#")) {
		full = append([]byte(d.xmlBase), trimmed...)
	} else {
		var err error
		if full, err = rdf.Resolve(nil, &d.base, trimmed); err != nil {
			d.fail(err)
			return owl.IRI{}
		}
	}
	if !d.count(len(full) - len(trimmed)) {
		return owl.IRI{}
	}
	if fault := rdf.IRIFault(full); fault != "" {
		d.x.WarnAt(d.x.At, fault)
	}
	iri := owl.NewIRI(string(full))
	if iri.IsZero() {
		d.failf("an empty IRI")
		return iri
	}
	d.names[string(reference)] = iri
	return iri
}

// expand returns the IRI that an abbreviated one means.
func (d *owlxmlReader) expand(abbreviated []byte) owl.IRI {
	if iri, known := d.shorts[string(abbreviated)]; known || d.failed() {
		return iri
	}
	text := string(trimXML(abbreviated))
	full, ok := d.prefixes.Expand(text)
	if !ok || full == "" {
		d.fail(fmt.Errorf("%w in %q", owl.ErrUndefinedPrefix, text))
		return owl.IRI{}
	}
	if !d.count(len(full) - len(text)) {
		return owl.IRI{}
	}
	iri := owl.NewIRI(full)
	d.shorts[string(abbreviated)] = iri
	return iri
}

// count counts the namespace or base of an IRI. Beyond the bound, reading ends.
func (d *owlxmlReader) count(namespace int) bool {
	if err := d.x.CountPrefix(namespace); err != nil {
		d.err = d.x.Fail(d.x.At, err)
	}
	return d.err == nil
}

// changeBase takes up the attribute xml:base of the start tag that was peeked at.
func (d *owlxmlReader) changeBase() {
	value := d.attribute("xml:base")
	if value == nil {
		return
	}
	full, err := rdf.Resolve(nil, &d.base, trimXML(value))
	var base rdf.Base
	if err == nil {
		base, err = rdf.ParseBase(string(full))
	}
	if err != nil {
		d.fail(err)
		return
	}
	if !d.count(len(full)) {
		return
	}
	d.bases = append(d.bases, outerBase{len(d.x.Open), d.base, d.xmlBase})
	d.base, d.xmlBase = base, string(full)
	clear(d.names)
}

// restoreBase forgets the bases of elements deeper than depth, which are closed.
func (d *owlxmlReader) restoreBase(depth int) {
	for n := len(d.bases); n > 0 && d.bases[n-1].depth > depth; n-- {
		d.base, d.xmlBase = d.bases[n-1].base, d.bases[n-1].xmlBase
		d.bases = d.bases[:n-1]
		clear(d.names)
	}
}

// child peeks at the next element within the open one, and reports whether there is one before the
// end tag.
func (d *owlxmlReader) child() bool {
	if d.failed() {
		return false
	}
	for !d.peeked {
		token, err := d.x.Next()
		if err != nil {
			d.err = err
			return false
		}
		switch token {
		case xml.StartTag:
			d.peeked, d.start = true, true
			d.setLocal()
			d.restoreBase(len(d.x.Open) - 1)
			if len(d.x.Attrs) > 0 {
				d.changeBase()
			}
		case xml.EndTag:
			d.peeked, d.start, d.local = true, false, nil
			d.restoreBase(len(d.x.Open))
		case xml.Text:
			if text := trimXML(d.x.Text); len(text) > 0 {
				d.x.At += bytes.Index(d.x.Text, text)
				d.failf("text where an element is expected: %s",
					strconv.Quote(doc.Brief(string(text))))
				return false
			}
		case xml.End:
			return false
		}
	}
	return d.start
}

// trimXML cuts white space off both ends (XML 1.0, production 3).
func trimXML(text []byte) []byte { return bytes.Trim(text, " \t\r\n") }

// owlxmlDraft holds names of drafts of 2006 to 2008 that were changed.
var owlxmlDraft = map[string][]byte{
	"AntisymmetricObjectProperty": []byte("AsymmetricObjectProperty"),
	"Constant":                    []byte("Literal"),
	"Individual":                  []byte("NamedIndividual"),
	"InverseObjectProperty":       []byte("ObjectInverseOf"),
	"ObjectExistsSelf":            []byte("ObjectHasSelf"),
	"OWLClass":                    []byte("Class"),
	"SubObjectPropertyChain":      []byte("ObjectPropertyChain"),
}

// setLocal sets the name of the start tag.
func (d *owlxmlReader) setLocal() {
	d.local = d.localName()
	if d.draft {
		if name, ok := owlxmlDraft[string(d.local)]; ok {
			d.local = name
		}
	}
}

// localName returns the name of the start tag without its prefix; nil if it is not OWL/XML.
func (d *owlxmlReader) localName() []byte {
	if bytes.IndexByte(d.x.Name, ':') < 0 {
		if d.scope != d.x.Ns.Scope {
			namespace, _ := d.x.Ns.Lookup(nil)
			d.scope, d.isDefault = d.x.Ns.Scope, namespace == d.namespace
		}
		if d.isDefault {
			return d.x.Name
		}
		return nil
	}
	if prefix, local, _ := xml.SplitQName(d.x.Name); prefix != nil {
		if namespace, ok := d.x.Ns.Lookup(prefix); ok && namespace == d.namespace {
			return local
		}
	}
	return nil
}

// atElement reports whether the next child is an element of a name.
func (d *owlxmlReader) atElement(name string) bool { return d.child() && string(d.local) == name }

// enter opens the element that was peeked at.
func (d *owlxmlReader) enter() { d.peeked = false }

// leave takes the end tag of the open element.
func (d *owlxmlReader) leave() {
	if d.child() {
		d.expected("the end of an element")
		return
	}
	d.peeked = false
}

// leaf takes an element without children.
func (d *owlxmlReader) leaf() {
	d.enter()
	d.leave()
}

// content takes an element that has text only. The text is good until the next call.
func (d *owlxmlReader) content() []byte {
	d.enter()
	d.text = d.text[:0]
	for !d.failed() {
		token, err := d.x.Next()
		switch {
		case err != nil:
			d.err = err
		case token == xml.Text:
			if len(d.text)+len(d.x.Text) > d.x.Limits.Token {
				d.err = d.x.Fail(d.x.At,
					fmt.Errorf("%w: a text of more than %d bytes", doc.ErrTooLarge,
						d.x.Limits.Token))
				return nil
			}
			d.text = append(d.text, d.x.Text...)
		case token == xml.EndTag:
			return d.text
		case token == xml.StartTag:
			d.failf("the element <%s> within a text", d.x.Name)
		}
	}
	return nil
}

// skip leaves out the rest of the element at depth+1.
func (d *owlxmlReader) skip(depth int) {
	d.peeked = false
	for len(d.x.Open) > depth && d.err == nil {
		_, d.err = d.x.Next()
	}
	d.restoreBase(len(d.x.Open))
}

// recover notes the fault and leaves out the child of the root element that has it.
func (d *owlxmlReader) recover() {
	d.report.Note(doc.NoteRefusedAxiom, d.at, d.col, d.fault.Error())
	d.fault = nil
	d.skip(1)
}

func (d *owlxmlReader) ok() bool { return !d.failed() }

func (d *owlxmlReader) failed() bool { return d.err != nil || d.fault != nil }

// fail keeps the first fault, with the place of the last token.
func (d *owlxmlReader) fail(err error) {
	if d.failed() {
		return
	}
	d.fault = err
	d.at, d.col = d.x.W.Place(d.x.Position(d.x.At))
}

func (d *owlxmlReader) failf(format string, args ...any) {
	if !d.failed() {
		d.fail(fmt.Errorf(format, args...))
	}
}

// expected fails with what the grammar wants and the element that comes next.
func (d *owlxmlReader) expected(what string) {
	switch {
	case d.failed():
	case !d.child():
		d.failf("expected %s, found the end of an element", what)
	case d.local == nil:
		d.failf("expected %s, found <%s>, which is not OWL/XML", what, d.x.Name)
	default:
		d.failf("expected %s, found <%s>", what, d.x.Name)
	}
}

// Is recognises OWL/XML (OWL 2 XML Serialization): the root element is Ontology of the owl
// name space. An RDF/XML document may begin with that very element, but then gives it a subject by
// an attribute of the rdf name space.
func Is(head []byte) bool {
	root, _ := xml.Start(head)
	prefix, local, found := strings.Cut(root.Name, ":")
	if !found {
		prefix, local = "", root.Name
	}
	if local != "Ontology" && local != "OWLOntology" {
		return false
	}
	for _, subject := range []string{":about=", ":ID=", ":nodeID="} {
		if strings.Contains(root.Attributes, subject) {
			return false
		}
	}
	return prefix == "" || strings.Contains(root.Attributes, "ontologyIRI=") ||
		!strings.Contains(root.Attributes, "22-rdf-syntax-ns#")
}
