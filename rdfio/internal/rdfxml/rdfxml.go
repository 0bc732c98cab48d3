package rdfxml

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

// Decode reads RDF 1.1 XML Syntax (W3C Recommendation of 2014): the grammar of its section 7, one
// function per production, over the tokens of xml.Lexer, with a stack of open elements. Errors are
// violations of XML, of the namespaces, and of the grammar's constraints. Unusual names and IRIs
// are kept with a warning.
func Decode(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) error {
	d, err := newDecoder(w, terms, opts, emit)
	if err != nil {
		return err
	}
	d.document()
	return d.err
}

func newDecoder(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) (*rdfxmlDecoder, error) {
	d := &rdfxmlDecoder{x: xml.NewLexer(w, opts), opts: opts, terms: terms, emitStatement: emit,
		elements: make(map[string]cachedQName), attributeNames: make(map[string]cachedQName)}
	d.x.Ns.Declared = opts.Prefix
	base := rdf.Base{}
	if opts.Base != "" {
		var err error
		if base, err = rdf.ParseBase(opts.Base); err != nil {
			return nil, err
		}
	}
	d.bases = append(d.bases, base)
	d.internVocabulary()
	return d, nil
}

// Is reports whether the document is an XML document whose root element is rdf:RDF, or another one
// that declares the namespace of RDF. If head ends before that element, it may name the namespace
// anywhere.
func Is(head []byte) bool {
	root, _ := xml.Start(head)
	if root.Name == "" {
		return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<")) &&
			bytes.Contains(head, []byte(rdfNamespace))
	}
	_, local, ok := xml.SplitQName([]byte(root.Name))
	return ok && (string(local) == "RDF" || strings.Contains(root.Attributes, "xmlns") &&
		strings.Contains(root.Attributes, rdfNamespace))
}

// rdfxmlDecoder decodes one document.
type rdfxmlDecoder struct {
	x             *xml.Lexer
	opts          doc.Options
	terms         *rdf.Table
	emitStatement func(rdf.Statement) error
	tracer        Tracer // nil for a reader
	err           error  // the first one, which ends reading
	nameless      bool   // the last resolved name has no namespace

	elements, attributeNames map[string]cachedQName // that were resolved

	open  []rdfFrame
	bases []rdf.Base        // in scope; bases[0] is that of the document, others are from xml:base
	langs map[string]string // language tags that were checked; "" is none
	ids   []uint64          // bitset of the terms that an rdf:ID names
	nodes map[string]rdf.ID // by values of rdf:nodeID that are no labels
	attrs []rdfAttr         // of the current element that are properties

	text    []byte // of the innermost property element, if it has several pieces
	literal xmlLiteral
	ref     []byte // scratch
	iri     []byte // scratch

	rdfType, rdfFirst, rdfRest, rdfNil, rdfStatement rdf.ID
	rdfSubject, rdfPredicate, rdfObject              rdf.ID
	rdfXMLLiteral, rdfLangString, xsdString          rdf.ID
}

// rdfAttr is a property attribute.
type rdfAttr struct {
	property rdf.ID
	isType   bool
	value    []byte
	at       int
}

// rdfContext is the production of an open element, which determines its content.
type rdfContext uint8

const (
	inNodeList rdfContext = iota // rdf:RDF: node elements
	// a node element, or parseType="Resource": property elements
	inNode
	// a property element before its content: text or a node element
	inProperty
	inLiteralProperty  // rdf:datatype: text
	inResourceProperty // after its node element: nothing
	inEmptyProperty    // with attributes that name the object: nothing
	inCollection       // parseType="Collection": node elements
	inXMLLiteral       // parseType="Literal": anything
)

// rdfFrame is an open element.
type rdfFrame struct {
	subject   rdf.ID // of a node element, or of the property element's statement
	predicate rdf.ID
	reifies   rdf.ID // the name of the statement, or rdf.None
	datatype  rdf.ID
	last      rdf.ID // the last cell of a collection, rdf.None before the first
	li        int32  // counts rdf:li
	base      int32  // index in bases
	lang      string
	context   rdfContext
}

func (d *rdfxmlDecoder) internVocabulary() {
	for _, v := range []struct {
		term *rdf.ID
		iri  string
	}{
		{&d.rdfType, rdfNamespace + "type"}, {&d.rdfFirst, rdfNamespace + "first"}, {&d.rdfRest, rdfNamespace + "rest"},
		{&d.rdfNil, rdfNamespace + "nil"}, {&d.rdfStatement, rdfNamespace + "Statement"},
		{&d.rdfSubject, rdfNamespace + "subject"}, {&d.rdfPredicate, rdfNamespace + "predicate"},
		{&d.rdfObject, rdfNamespace + "object"}, {&d.rdfXMLLiteral, rdfNamespace + "XMLLiteral"},
		{&d.rdfLangString, rdfNamespace + "langString"}, {&d.xsdString, "http://www.w3.org/2001/XMLSchema#string"},
	} {
		*v.term = d.terms.IRI([]byte(v.iri))
	}
	d.langs = map[string]string{"": ""}
}

// document is production doc (section 7.2.8), with or without rdf:RDF. After an error it reads no
// further token, so that productions need not check for errors: what they do until they return has
// no effect.
func (d *rdfxmlDecoder) document() {
	for d.err == nil {
		token, err := d.x.Next()
		switch {
		case err != nil:
			d.fail(err)
		case len(d.open) > 0 && d.open[len(d.open)-1].context == inXMLLiteral:
			d.literalToken(token)
		case token == xml.StartTag:
			d.startElement()
		case token == xml.EndTag:
			d.endElement()
		case token == xml.Text:
			d.characters()
		case token == xml.End:
			return
		}
	}
}

// fail keeps the first error.
func (d *rdfxmlDecoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// failf fails at the place of b[at].
func (d *rdfxmlDecoder) failf(at int, format string, args ...any) {
	d.fail(d.x.Failf(at, format, args...))
}

// tolerate notes a fault, or fails if reading is strict.
func (d *rdfxmlDecoder) tolerate(kind doc.NoteKind, fault error, made string) {
	if d.err == nil {
		d.err = d.opts.Tolerate(kind, fault, made)
	}
}

func (d *rdfxmlDecoder) warnAt(at int, message string) {
	if d.err == nil {
		d.x.WarnAt(at, message)
	}
}

func (d *rdfxmlDecoder) startElement() {
	outer := rdfFrame{context: inNodeList, subject: rdf.None}
	if len(d.open) > 0 {
		outer = d.open[len(d.open)-1]
	}
	element := d.name(d.x.Name, false, d.x.At)
	switch outer.context {
	case inNode:
		d.propertyElement(element, outer)
	case inNodeList, inProperty, inCollection:
		if element.kind == nameRDF && len(d.open) == 0 {
			d.rdfElement(outer)
			return
		}
		if outer.context == inProperty && !xml.Blank(d.text) {
			d.tolerateText(d.text,
				d.x.Failf(d.x.At, "element <%s> next to text in a property element", d.x.Name))
		}
		d.nodeElement(element, outer)
	case inLiteralProperty:
		d.tolerate(doc.NoteElementInLiteral, d.x.Failf(d.x.At,
			"element <%s> in a property element with rdf:datatype", d.x.Name),
			"the content is read as XML")
		d.open[len(d.open)-1].context = inXMLLiteral
		d.literal.reset()
		d.literal.XML(string(d.text), false)
		d.literalToken(xml.StartTag)
	case inResourceProperty:
		d.failf(d.x.At, "a second element in a property element: <%s>", d.x.Name)
	default:
		d.failf(d.x.At,
			"element <%s> in a property element that must be empty, as its attributes give its value",
			d.x.Name)
	}
}

// rdfElement is production RDF (section 7.2.9).
func (d *rdfxmlDecoder) rdfElement(outer rdfFrame) {
	f := rdfFrame{context: inNodeList, subject: rdf.None, base: outer.base, lang: outer.lang}
	if attrs := d.attributes(&f); attrs.any != nil || len(d.attrs) > 0 {
		d.failf(d.x.At, "<%s> with an attribute that is neither of XML nor a namespace", d.x.Name)
	}
	d.open = append(d.open, f)
	if d.tracer != nil && d.err == nil {
		d.tracer.Root(f.lang)
	}
}

// syntaxAttrs are the attributes of an element that are syntax of RDF/XML; nil if absent.
type syntaxAttrs struct {
	id, about, nodeID, resource, datatype, parseType *xml.Attr
	any                                              *xml.Attr // one of them
}

// attributes reads the attributes of the start tag. It returns those of the syntax, sets d.attrs to
// the properties, and applies xml:lang and xml:base to f.
func (d *rdfxmlDecoder) attributes(f *rdfFrame) (s syntaxAttrs) {
	d.attrs = d.attrs[:0]
	var baseAttr *xml.Attr
	for k := range d.x.Attrs {
		a := &d.x.Attrs[k]
		if a.Declares {
			continue
		}
		name := d.name(a.Name, true, a.At)
		var syntax **xml.Attr
		switch name.kind {
		case otherName, nameType:
			d.attrs = append(d.attrs, rdfAttr{property: name.term, isType: name.kind == nameType,
				value: a.Value, at: a.At})
			continue
		case nameIgnored:
			continue
		case nameLang:
			f.lang = d.language(a)
			continue
		case nameBase:
			baseAttr = a
			continue
		case nameID:
			syntax = &s.id
		case nameAbout:
			syntax = &s.about
		case nameNodeID:
			syntax = &s.nodeID
		case nameResource:
			syntax = &s.resource
		case nameDatatype:
			syntax = &s.datatype
		case nameParseType:
			syntax = &s.parseType
		default:
			d.failf(a.At, "%s is not allowed as an attribute", a.Name)
			return s
		}
		if *syntax != nil {
			d.failf(a.At, "attribute %s is there twice", a.Name)
		}
		*syntax, s.any = a, a
	}
	if len(d.attrs) > 1 {
		d.uniqueProperties()
	}
	if baseAttr != nil {
		d.pushBase(f, baseAttr)
	}
	return s
}

// uniqueProperties fails if a property attribute occurs under two prefixes (Namespaces in XML,
// section 6.3).
func (d *rdfxmlDecoder) uniqueProperties() {
	seen := make(map[rdf.ID]bool, len(d.attrs))
	for k := range d.attrs {
		a := &d.attrs[k]
		if seen[a.property] && d.err == nil {
			d.failf(a.at, "attribute <%s> is there twice", d.terms.Bytes(a.property))
		}
		seen[a.property] = true
	}
}

// language returns the value of xml:lang, "" if it is no language tag.
func (d *rdfxmlDecoder) language(a *xml.Attr) string {
	if lang, known := d.langs[string(a.Value)]; known {
		return lang
	}
	switch tag := rdf.ParseLanguageTag(a.Value); {
	case tag == rdf.NotLanguageTag:
		d.tolerate(doc.NoteLanguageTag, d.x.Failf(a.At, "invalid language tag %q", a.Value),
			"left out")
		return ""
	case tag == rdf.OddLanguageTag:
		d.warnAt(a.At, fmt.Sprintf("language tag %q is not as BCP 47 wants it", a.Value))
	}
	lang := string(a.Value)
	d.langs[lang] = lang
	return lang
}

// pushBase sets the base of an element by its xml:base.
func (d *rdfxmlDecoder) pushBase(f *rdfFrame, a *xml.Attr) {
	full, err := rdf.Resolve(d.iri[:0], &d.bases[f.base], a.Value)
	if err == nil { // nested bases may grow with each level
		err = d.x.CountExpansion(len(full))
	}
	var base rdf.Base
	if err == nil {
		base, err = rdf.ParseBase(string(full))
	}
	if err != nil {
		d.fail(d.x.Fail(a.At, err))
		return
	}
	d.iri, d.bases = full, append(d.bases, base)
	f.base = int32(len(d.bases) - 1)
}

// nodeElement is production nodeElement (section 7.2.11); outer is the enclosing element.
func (d *rdfxmlDecoder) nodeElement(element cachedQName, outer rdfFrame) {
	f := rdfFrame{context: inNode, base: outer.base, lang: outer.lang, reifies: rdf.None}
	attrs := d.attributes(&f)
	if element.kind != otherName && element.kind != nameDescription && element.kind != nameType {
		d.failf(d.x.At, "<%s> is not allowed as a node element", d.x.Name)
	}
	f.subject = d.nodeSubject(attrs, f)
	switch outer.context {
	case inProperty:
		d.statement(outer.subject, outer.predicate, f.subject, outer.reifies)
		d.open[len(d.open)-1].context = inResourceProperty
	case inCollection:
		d.collectionItem(f.subject)
	}
	if d.tracer != nil && d.err == nil {
		d.tracer.Node(f.subject, f.lang, element.kind != nameDescription)
	}
	if element.kind != nameDescription {
		d.emit(f.subject, d.rdfType, element.term)
	}
	d.propertyAttributes(f.subject, f)
	d.open = append(d.open, f)
}

// nodeSubject returns the subject that the attributes of a node element name.
func (d *rdfxmlDecoder) nodeSubject(attrs syntaxAttrs, f rdfFrame) rdf.ID {
	for _, a := range [...]*xml.Attr{attrs.resource, attrs.datatype, attrs.parseType} {
		if a != nil {
			d.failf(a.At, "%s is not allowed on a node element", a.Name)
		}
	}
	subjects := 0
	for _, a := range [...]*xml.Attr{attrs.id, attrs.about, attrs.nodeID} {
		if a != nil {
			subjects++
		}
	}
	switch {
	case subjects > 1:
		d.failf(attrs.any.At, "<%s> with more than one of rdf:ID, rdf:about and rdf:nodeID",
			d.x.Name)
		return rdf.None
	case attrs.about != nil:
		return d.iriAttribute(attrs.about, f)
	case attrs.id != nil:
		return d.idAttribute(attrs.id, f)
	case attrs.nodeID != nil:
		return d.nodeIDAttribute(attrs.nodeID)
	}
	return d.terms.NewBlank()
}

// propertyAttributes emits the statements of d.attrs about a subject (sections 7.2.11 and 7.2.21).
func (d *rdfxmlDecoder) propertyAttributes(subject rdf.ID, f rdfFrame) {
	for k := range d.attrs {
		a := &d.attrs[k]
		if a.isType {
			d.emit(subject, a.property, d.reference(a.value, &d.bases[f.base], a.at))
		} else {
			d.emit(subject, a.property, d.plainLiteral(a.value, f.lang))
		}
	}
}

// propertyElement is production propertyElt (section 7.2.14) with the start tags of 7.2.15-7.2.21.
// node is the enclosing element.
func (d *rdfxmlDecoder) propertyElement(element cachedQName, node rdfFrame) {
	f := rdfFrame{context: inProperty, subject: node.subject, predicate: element.term,
		reifies:  rdf.None,
		datatype: rdf.None, last: rdf.None, base: node.base, lang: node.lang}
	attrs := d.attributes(&f)
	switch element.kind {
	case otherName, nameType:
	case nameLi:
		li := &d.open[len(d.open)-1].li
		*li++
		d.ref = strconv.AppendInt(append(append(d.ref[:0], rdfNamespace...), '_'), int64(*li), 10)
		f.predicate = d.terms.IRI(d.ref)
	default:
		d.failf(d.x.At, "<%s> is not allowed as a property element", d.x.Name)
	}
	if attrs.about != nil {
		d.failf(attrs.about.At, "%s is not allowed on a property element", attrs.about.Name)
	}
	if attrs.id != nil {
		f.reifies = d.idAttribute(attrs.id, f)
	}
	if d.tracer != nil && d.err == nil {
		d.tracer.Property(f.predicate, f.lang)
	}
	d.text = d.text[:0]
	switch {
	case attrs.parseType != nil:
		d.parseTypeProperty(attrs, &f)
	case attrs.resource != nil || attrs.nodeID != nil || len(d.attrs) > 0:
		d.emptyProperty(attrs, f)
		f.context = inEmptyProperty
	case attrs.datatype != nil:
		f.datatype = d.iriAttribute(attrs.datatype, f)
		f.context = inLiteralProperty
	}
	d.open = append(d.open, f)
}

// parseTypeProperty is productions parseType…PropertyElt (sections 7.2.17-7.2.20).
func (d *rdfxmlDecoder) parseTypeProperty(attrs syntaxAttrs, f *rdfFrame) {
	for _, a := range [...]*xml.Attr{attrs.resource, attrs.nodeID, attrs.datatype} {
		if a != nil {
			d.tolerate(doc.NoteStray, d.x.Failf(a.At, "%s next to rdf:parseType", a.Name),
				"left out")
		}
	}
	if len(d.attrs) > 0 {
		d.failf(d.attrs[0].at, "a property attribute next to rdf:parseType")
	}
	switch string(attrs.parseType.Value) {
	case "Resource":
		object := d.terms.NewBlank()
		d.statement(f.subject, f.predicate, object, f.reifies)
		f.context, f.subject = inNode, object
	case "Collection":
		f.context = inCollection
	default: // all others are as "Literal", by section 7.2.20
		if string(attrs.parseType.Value) != "Literal" {
			d.warnAt(attrs.parseType.At,
				fmt.Sprintf("unknown rdf:parseType %q taken as \"Literal\"", attrs.parseType.Value))
		}
		f.context = inXMLLiteral
		d.literal.reset()
	}
}

// emptyProperty is production emptyPropertyElt (section 7.2.21) with attributes that name the
// object.
func (d *rdfxmlDecoder) emptyProperty(attrs syntaxAttrs, f rdfFrame) {
	var object rdf.ID
	switch {
	case attrs.resource != nil && attrs.nodeID != nil:
		d.failf(attrs.any.At, "rdf:resource and rdf:nodeID on one property element")
	case attrs.datatype != nil && (attrs.resource != nil || attrs.nodeID != nil):
		d.failf(attrs.datatype.At, "%s on a property element whose value is no literal",
			attrs.datatype.Name)
	case attrs.resource != nil:
		object = d.iriAttribute(attrs.resource, f)
	case attrs.nodeID != nil:
		object = d.nodeIDAttribute(attrs.nodeID)
	default:
		object = d.terms.NewBlank()
		if attrs.datatype != nil { // the grammar allows it without a meaning
			d.warnAt(attrs.datatype.At, "rdf:datatype next to property attributes is ignored")
		}
	}
	d.statement(f.subject, f.predicate, object, f.reifies)
	d.propertyAttributes(object, f)
}

// collectionItem adds a cell to the innermost collection.
func (d *rdfxmlDecoder) collectionItem(item rdf.ID) {
	cell := d.terms.NewBlank()
	f := &d.open[len(d.open)-1]
	d.link(f, cell)
	f.last = cell
	d.emit(cell, d.rdfFirst, item)
}

// link emits the statement that leads to the next cell of a collection, or to rdf:nil.
func (d *rdfxmlDecoder) link(f *rdfFrame, cell rdf.ID) {
	if f.last == rdf.None {
		d.statement(f.subject, f.predicate, cell, f.reifies)
	} else {
		d.emit(f.last, d.rdfRest, cell)
	}
}

func (d *rdfxmlDecoder) endElement() {
	f := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	outerBase := 0
	if len(d.open) > 0 {
		outerBase = int(d.open[len(d.open)-1].base)
	}
	d.bases = d.bases[:outerBase+1]
	if d.tracer != nil && d.err == nil {
		d.tracer.End()
	}
	switch f.context {
	case inCollection:
		d.link(&f, d.rdfNil)
	case inLiteralProperty:
		d.statement(f.subject, f.predicate, d.terms.Literal(d.text, f.datatype, nil), f.reifies)
	case inProperty: // production literalPropertyElt (section 7.2.16)
		d.statement(f.subject, f.predicate, d.plainLiteral(d.text, f.lang), f.reifies)
	}
}

func (d *rdfxmlDecoder) plainLiteral(text []byte, lang string) rdf.ID {
	if lang == "" {
		return d.terms.Literal(text, d.xsdString, nil)
	}
	d.ref = append(d.ref[:0], lang...)
	return d.terms.Literal(text, d.rdfLangString, d.ref)
}

// characters reads a piece of character data. White space around the document element is none.
func (d *rdfxmlDecoder) characters() {
	if len(d.open) == 0 {
		return
	}
	switch f := &d.open[len(d.open)-1]; f.context {
	case inProperty, inLiteralProperty:
		if len(d.text)+len(d.x.Text) > d.x.Limits.Token {
			d.failf(d.x.At, "%w: a literal of more than %d bytes", doc.ErrTooLarge,
				d.x.Limits.Token)
		}
		d.text = append(d.text, d.x.Text...)
	default:
		if !xml.Blank(d.x.Text) {
			d.strayText(f.context)
		}
	}
}

func (d *rdfxmlDecoder) strayText(context rdfContext) {
	at := d.x.At + slices.IndexFunc(d.x.Text, func(c byte) bool { return !xml.IsSpace[c] })
	where := map[rdfContext]string{
		inNodeList: "between node elements", inNode: "between property elements",
		inCollection:       "in a collection",
		inResourceProperty: "next to the element in a property element",
		inEmptyProperty: "in a property element that must be empty, as its attributes give its " +
			"value",
	}[context]
	d.tolerateText(d.x.Text, d.x.Failf(at, "text %s", where))
}

// tolerateText tolerates text that belongs to no literal.
func (d *rdfxmlDecoder) tolerateText(text []byte, fault error) {
	text = bytes.Join(bytes.Fields(text), []byte(" "))
	const longest = 40
	if len(text) > longest {
		text = append(bytes.ToValidUTF8(text[:longest], nil), "…"...)
	}
	d.tolerate(doc.NoteStray, fault, fmt.Sprintf("%q is left out", text))
}

// iriAttribute interns the IRI of an attribute.
func (d *rdfxmlDecoder) iriAttribute(a *xml.Attr, f rdfFrame) rdf.ID {
	before := len(d.terms.Terms)
	ref := bytes.TrimLeft(a.Value, " \t\r\n")
	if len(ref) < len(a.Value) {
		d.tolerate(doc.NoteInvalidIRI, d.x.Failf(a.At, "white space before an IRI"), "left out")
	}
	term := d.reference(ref, &d.bases[f.base], a.At)
	if len(d.terms.Terms) > before {
		if fault := rdf.IRIFault(d.terms.Bytes(term)); fault != "" {
			d.warnAt(a.At, fault)
		}
	}
	return term
}

// reference interns the IRI of the reference at b[at], resolved against base.
func (d *rdfxmlDecoder) reference(ref []byte, base *rdf.Base, at int) rdf.ID {
	if rdf.SchemeEnd(ref) > 0 {
		return d.terms.IRI(ref)
	}
	full, err := rdf.Resolve(d.iri[:0], base, ref)
	if err == nil {
		d.iri = full
		err = d.x.CountPrefix(len(full) - len(ref))
	}
	if err != nil {
		d.fail(d.x.Fail(at, err))
		return rdf.None
	}
	return d.terms.IRI(full)
}

// idAttribute interns the IRI of an rdf:ID. A second occurrence is an error (section 7.2.2,
// constraint-id).
func (d *rdfxmlDecoder) idAttribute(a *xml.Attr, f rdfFrame) rdf.ID {
	d.ref = append(append(d.ref[:0], '#'), a.Value...)
	if !xml.ValidNCName(a.Value) {
		d.tolerateName(a, "kept")
		d.ref = append(d.ref[:1], rdf.EscapeIRI(string(a.Value))...)
	}
	term := d.reference(d.ref, &d.bases[f.base], a.At)
	if d.err != nil {
		return rdf.None
	}
	word, bit := int(term)/64, uint64(1)<<(uint(term)%64)
	if word >= len(d.ids) {
		d.ids = append(d.ids, make([]uint64, word+1-len(d.ids))...)
	}
	if d.ids[word]&bit != 0 {
		d.tolerate(doc.NoteRepeatedID, d.x.Failf(a.At, "%s=%q is there twice", a.Name, a.Value),
			"read as rdf:about")
	}
	d.ids[word] |= bit
	return term
}

func (d *rdfxmlDecoder) nodeIDAttribute(a *xml.Attr) rdf.ID {
	if xml.ValidNCName(a.Value) {
		return d.terms.Labelled(a.Value)
	}
	d.tolerateName(a, "read as another label")
	node, ok := d.nodes[string(a.Value)]
	if !ok {
		if d.nodes == nil {
			d.nodes = map[string]rdf.ID{}
		}
		node = d.terms.NewBlank()
		d.nodes[string(a.Value)] = node
	}
	return node
}

// tolerateName tolerates a value of rdf:ID or rdf:nodeID that is no XML name.
func (d *rdfxmlDecoder) tolerateName(a *xml.Attr, made string) {
	d.tolerate(doc.NoteInvalidName,
		d.x.Failf(a.At, "%s=%q is not an XML name without colon", a.Name, a.Value), made)
}

// statement emits a statement and, if it has a name, its reification (section 7.3).
func (d *rdfxmlDecoder) statement(s, p, o, name rdf.ID) {
	d.emit(s, p, o)
	if name != rdf.None {
		d.emit(name, d.rdfType, d.rdfStatement)
		d.emit(name, d.rdfSubject, s)
		d.emit(name, d.rdfPredicate, p)
		d.emit(name, d.rdfObject, o)
	}
}

func (d *rdfxmlDecoder) emit(s, p, o rdf.ID) {
	if d.err != nil {
		return
	}
	if err := d.emitStatement(rdf.Statement{S: s, P: p, O: o,
		Line: int32(d.x.LineAt(d.x.At))}); err != nil {
		d.err = err
	}
}
