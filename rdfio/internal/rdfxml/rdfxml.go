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
	return d.document()
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

// document is production doc (section 7.2.8), with or without rdf:RDF.
func (d *rdfxmlDecoder) document() error {
	for {
		token, err := d.x.Next()
		if err != nil {
			return err
		}
		if len(d.open) > 0 && d.open[len(d.open)-1].context == inXMLLiteral {
			if err := d.literalToken(token); err != nil {
				return err
			}
			continue
		}
		switch token {
		case xml.StartTag:
			err = d.startElement()
		case xml.EndTag:
			err = d.endElement()
		case xml.Text:
			err = d.characters()
		case xml.End:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (d *rdfxmlDecoder) startElement() error {
	outer := rdfFrame{context: inNodeList, subject: rdf.None}
	if len(d.open) > 0 {
		outer = d.open[len(d.open)-1]
	}
	element, err := d.name(d.x.Name, false, d.x.At)
	if err != nil {
		return err
	}
	switch outer.context {
	case inNode:
		return d.propertyElement(element, outer)
	case inNodeList, inProperty, inCollection:
		if element.kind == nameRDF && len(d.open) == 0 {
			return d.rdfElement(outer)
		}
		if outer.context == inProperty && !xml.Blank(d.text) {
			fault := d.x.Failf(d.x.At, "element <%s> next to text in a property element", d.x.Name)
			if err := d.tolerateText(fault, d.text); err != nil {
				return err
			}
		}
		return d.nodeElement(element, outer)
	case inLiteralProperty:
		fault := d.x.Failf(d.x.At, "element <%s> in a property element with rdf:datatype", d.x.Name)
		err := d.opts.Tolerate(doc.NoteElementInLiteral, fault, "the content is read as XML")
		if err != nil {
			return err
		}
		d.open[len(d.open)-1].context = inXMLLiteral
		d.literal.reset()
		d.literal.XML(string(d.text), false)
		return d.literalToken(xml.StartTag)
	case inResourceProperty:
		return d.x.Failf(d.x.At, "a second element in a property element: <%s>", d.x.Name)
	default:
		return d.x.Failf(d.x.At,
			"element <%s> in a property element that must be empty, as its attributes give its value",
			d.x.Name)
	}
}

// rdfElement is production RDF (section 7.2.9).
func (d *rdfxmlDecoder) rdfElement(outer rdfFrame) error {
	f := rdfFrame{context: inNodeList, subject: rdf.None, base: outer.base, lang: outer.lang}
	attrs, err := d.attributes(&f)
	if err != nil {
		return err
	}
	if attrs.any != nil || len(d.attrs) > 0 {
		return d.x.Failf(d.x.At, "<%s> with an attribute that is neither of XML nor a namespace",
			d.x.Name)
	}
	d.open = append(d.open, f)
	if d.tracer != nil {
		d.tracer.Root(f.lang)
	}
	return nil
}

// syntaxAttrs are the attributes of an element that are syntax of RDF/XML; nil if absent.
type syntaxAttrs struct {
	id, about, nodeID, resource, datatype, parseType *xml.Attr
	any                                              *xml.Attr // one of them
}

// attributes reads the attributes of the start tag. It returns those of the syntax, sets d.attrs to
// the properties, and applies xml:lang and xml:base to f.
func (d *rdfxmlDecoder) attributes(f *rdfFrame) (syntaxAttrs, error) {
	var s syntaxAttrs
	d.attrs = d.attrs[:0]
	var baseAttr *xml.Attr
	for k := range d.x.Attrs {
		a := &d.x.Attrs[k]
		if a.Declares {
			continue
		}
		name, err := d.name(a.Name, true, a.At)
		if err != nil {
			return s, err
		}
		var syntax **xml.Attr
		switch name.kind {
		case otherName, nameType:
			d.attrs = append(d.attrs, rdfAttr{property: name.term, isType: name.kind == nameType,
				value: a.Value, at: a.At})
			continue
		case nameIgnored:
			continue
		case nameLang:
			if f.lang, err = d.language(a); err != nil {
				return s, err
			}
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
			return s, d.x.Failf(a.At, "%s is not allowed as an attribute", a.Name)
		}
		if *syntax != nil {
			return s, d.x.Failf(a.At, "attribute %s is there twice", a.Name)
		}
		*syntax, s.any = a, a
	}
	if len(d.attrs) > 1 {
		if err := d.uniqueProperties(); err != nil {
			return s, err
		}
	}
	if baseAttr != nil {
		return s, d.pushBase(f, baseAttr)
	}
	return s, nil
}

// uniqueProperties returns an error if a property attribute occurs under two prefixes (Namespaces
// in XML, section 6.3).
func (d *rdfxmlDecoder) uniqueProperties() error {
	seen := make(map[rdf.ID]bool, len(d.attrs))
	for k := range d.attrs {
		a := &d.attrs[k]
		if seen[a.property] {
			return d.x.Failf(a.at, "attribute <%s> is there twice", d.terms.Bytes(a.property))
		}
		seen[a.property] = true
	}
	return nil
}

// language returns the value of xml:lang, "" if it is no language tag.
func (d *rdfxmlDecoder) language(a *xml.Attr) (string, error) {
	if lang, known := d.langs[string(a.Value)]; known {
		return lang, nil
	}
	switch tag := rdf.ParseLanguageTag(a.Value); {
	case tag == rdf.NotLanguageTag:
		return "", d.opts.Tolerate(doc.NoteLanguageTag,
			d.x.Failf(a.At, "invalid language tag %q", a.Value), "left out")
	case tag == rdf.OddLanguageTag:
		d.x.WarnAt(a.At, fmt.Sprintf("language tag %q is not as BCP 47 wants it", a.Value))
	}
	lang := string(a.Value)
	d.langs[lang] = lang
	return lang, nil
}

// pushBase sets the base of an element by its xml:base.
func (d *rdfxmlDecoder) pushBase(f *rdfFrame, a *xml.Attr) error {
	var err error
	if d.iri, err = rdf.Resolve(d.iri[:0], &d.bases[f.base], a.Value); err != nil {
		return d.x.Fail(a.At, err)
	}
	// because nested bases may grow with each level
	if err := d.x.CountExpansion(len(d.iri)); err != nil {
		return d.x.Fail(a.At, err)
	}
	base, err := rdf.ParseBase(string(d.iri))
	if err != nil {
		return d.x.Fail(a.At, err)
	}
	d.bases = append(d.bases, base)
	f.base = int32(len(d.bases) - 1)
	return nil
}

// nodeElement is production nodeElement (section 7.2.11); outer is the enclosing element.
func (d *rdfxmlDecoder) nodeElement(element cachedQName, outer rdfFrame) error {
	f := rdfFrame{context: inNode, base: outer.base, lang: outer.lang, reifies: rdf.None}
	attrs, err := d.attributes(&f)
	if err != nil {
		return err
	}
	if element.kind != otherName && element.kind != nameDescription && element.kind != nameType {
		return d.x.Failf(d.x.At, "<%s> is not allowed as a node element", d.x.Name)
	}
	if f.subject, err = d.nodeSubject(attrs, f); err != nil {
		return err
	}
	switch outer.context {
	case inProperty:
		if err := d.statement(outer.subject, outer.predicate, f.subject,
			outer.reifies); err != nil {
			return err
		}
		d.open[len(d.open)-1].context = inResourceProperty
	case inCollection:
		if err := d.collectionItem(f.subject); err != nil {
			return err
		}
	}
	if d.tracer != nil {
		d.tracer.Node(f.subject, f.lang, element.kind != nameDescription)
	}
	if element.kind != nameDescription {
		if err := d.emit(f.subject, d.rdfType, element.term); err != nil {
			return err
		}
	}
	if err := d.propertyAttributes(f.subject, f); err != nil {
		return err
	}
	d.open = append(d.open, f)
	return nil
}

// nodeSubject returns the subject that the attributes of a node element name.
func (d *rdfxmlDecoder) nodeSubject(attrs syntaxAttrs, f rdfFrame) (rdf.ID, error) {
	subjects := 0
	for _, a := range [...]*xml.Attr{attrs.id, attrs.about, attrs.nodeID} {
		if a != nil {
			subjects++
		}
	}
	switch {
	case attrs.resource != nil:
		return rdf.None, d.notOnNode(attrs.resource)
	case attrs.datatype != nil:
		return rdf.None, d.notOnNode(attrs.datatype)
	case attrs.parseType != nil:
		return rdf.None, d.notOnNode(attrs.parseType)
	case subjects > 1:
		return rdf.None, d.x.Failf(attrs.any.At,
			"<%s> with more than one of rdf:ID, rdf:about and rdf:nodeID", d.x.Name)
	case attrs.about != nil:
		return d.iriAttribute(attrs.about, f)
	case attrs.id != nil:
		return d.idAttribute(attrs.id, f)
	case attrs.nodeID != nil:
		return d.nodeIDAttribute(attrs.nodeID)
	}
	return d.terms.NewBlank(), nil
}

func (d *rdfxmlDecoder) notOnNode(a *xml.Attr) error {
	return d.x.Failf(a.At, "%s is not allowed on a node element", a.Name)
}

// propertyAttributes emits the statements of d.attrs about a subject (sections 7.2.11 and 7.2.21).
func (d *rdfxmlDecoder) propertyAttributes(subject rdf.ID, f rdfFrame) error {
	for k := range d.attrs {
		a := &d.attrs[k]
		var object rdf.ID
		var err error
		if a.isType {
			if object, err = d.reference(a.value, &d.bases[f.base]); err != nil {
				return d.x.Fail(a.at, err)
			}
		} else {
			object = d.plainLiteral(a.value, f.lang)
		}
		if err := d.emit(subject, a.property, object); err != nil {
			return err
		}
	}
	return nil
}

// propertyElement is production propertyElt (section 7.2.14) with the start tags of 7.2.15-7.2.21.
// node is the enclosing element.
func (d *rdfxmlDecoder) propertyElement(element cachedQName, node rdfFrame) error {
	f := rdfFrame{context: inProperty, subject: node.subject, predicate: element.term,
		reifies:  rdf.None,
		datatype: rdf.None, last: rdf.None, base: node.base, lang: node.lang}
	attrs, err := d.attributes(&f)
	if err != nil {
		return err
	}
	switch element.kind {
	case otherName, nameType:
	case nameLi:
		li := &d.open[len(d.open)-1].li
		*li++
		d.ref = strconv.AppendInt(append(append(d.ref[:0], rdfNamespace...), '_'), int64(*li), 10)
		f.predicate = d.terms.IRI(d.ref)
	default:
		return d.x.Failf(d.x.At, "<%s> is not allowed as a property element", d.x.Name)
	}
	if attrs.about != nil {
		return d.x.Failf(attrs.about.At, "%s is not allowed on a property element",
			attrs.about.Name)
	}
	if attrs.id != nil {
		if f.reifies, err = d.idAttribute(attrs.id, f); err != nil {
			return err
		}
	}
	if d.tracer != nil {
		d.tracer.Property(f.predicate, f.lang)
	}
	d.text = d.text[:0]
	switch {
	case attrs.parseType != nil:
		return d.parseTypeProperty(attrs, f)
	case attrs.resource != nil || attrs.nodeID != nil || len(d.attrs) > 0:
		return d.emptyProperty(attrs, f)
	case attrs.datatype != nil:
		if f.datatype, err = d.iriAttribute(attrs.datatype, f); err != nil {
			return err
		}
		f.context = inLiteralProperty
	}
	d.open = append(d.open, f)
	return nil
}

// parseTypeProperty is productions parseType…PropertyElt (sections 7.2.17-7.2.20).
func (d *rdfxmlDecoder) parseTypeProperty(attrs syntaxAttrs, f rdfFrame) error {
	for _, a := range [...]*xml.Attr{attrs.resource, attrs.nodeID, attrs.datatype} {
		if a == nil {
			continue
		}
		fault := d.x.Failf(a.At, "%s next to rdf:parseType", a.Name)
		if err := d.opts.Tolerate(doc.NoteStray, fault, "left out"); err != nil {
			return err
		}
	}
	if len(d.attrs) > 0 {
		return d.x.Failf(d.attrs[0].at, "a property attribute next to rdf:parseType")
	}
	switch string(attrs.parseType.Value) {
	case "Resource":
		object := d.terms.NewBlank()
		if err := d.statement(f.subject, f.predicate, object, f.reifies); err != nil {
			return err
		}
		f.context, f.subject = inNode, object
	case "Collection":
		f.context = inCollection
	default: // all others are as "Literal", by section 7.2.20
		if string(attrs.parseType.Value) != "Literal" {
			d.x.WarnAt(attrs.parseType.At,
				fmt.Sprintf("unknown rdf:parseType %q taken as \"Literal\"", attrs.parseType.Value))
		}
		f.context = inXMLLiteral
		d.literal.reset()
	}
	d.open = append(d.open, f)
	return nil
}

// emptyProperty is production emptyPropertyElt (section 7.2.21) with attributes that name the
// object.
func (d *rdfxmlDecoder) emptyProperty(attrs syntaxAttrs, f rdfFrame) error {
	var object rdf.ID
	var err error
	switch {
	case attrs.resource != nil && attrs.nodeID != nil:
		return d.x.Failf(attrs.any.At, "rdf:resource and rdf:nodeID on one property element")
	case attrs.datatype != nil && (attrs.resource != nil || attrs.nodeID != nil):
		return d.x.Failf(attrs.datatype.At, "%s on a property element whose value is no literal",
			attrs.datatype.Name)
	case attrs.resource != nil:
		object, err = d.iriAttribute(attrs.resource, f)
	case attrs.nodeID != nil:
		object, err = d.nodeIDAttribute(attrs.nodeID)
	default:
		object = d.terms.NewBlank()
		if attrs.datatype != nil { // the grammar allows it without a meaning
			d.x.WarnAt(attrs.datatype.At, "rdf:datatype next to property attributes is ignored")
		}
	}
	if err != nil {
		return err
	}
	if err := d.statement(f.subject, f.predicate, object, f.reifies); err != nil {
		return err
	}
	if err := d.propertyAttributes(object, f); err != nil {
		return err
	}
	f.context = inEmptyProperty
	d.open = append(d.open, f)
	return nil
}

// collectionItem adds a cell to the innermost collection.
func (d *rdfxmlDecoder) collectionItem(item rdf.ID) error {
	f := &d.open[len(d.open)-1]
	cell := d.terms.NewBlank()
	var err error
	if f.last == rdf.None {
		err = d.statement(f.subject, f.predicate, cell, f.reifies)
	} else {
		err = d.emit(f.last, d.rdfRest, cell)
	}
	if err != nil {
		return err
	}
	f.last = cell
	return d.emit(cell, d.rdfFirst, item)
}

func (d *rdfxmlDecoder) endElement() error {
	f := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	outerBase := 0
	if len(d.open) > 0 {
		outerBase = int(d.open[len(d.open)-1].base)
	}
	d.bases = d.bases[:outerBase+1]
	if d.tracer != nil {
		d.tracer.End()
	}
	switch f.context {
	case inProperty, inLiteralProperty:
		return d.literalProperty(f, d.text)
	case inCollection:
		if f.last == rdf.None {
			return d.statement(f.subject, f.predicate, d.rdfNil, f.reifies)
		}
		return d.emit(f.last, d.rdfRest, d.rdfNil)
	}
	return nil
}

// literalProperty is production literalPropertyElt (section 7.2.16).
func (d *rdfxmlDecoder) literalProperty(f rdfFrame, text []byte) error {
	var object rdf.ID
	if f.datatype != rdf.None {
		object = d.terms.Literal(text, f.datatype, nil)
	} else {
		object = d.plainLiteral(text, f.lang)
	}
	return d.statement(f.subject, f.predicate, object, f.reifies)
}

func (d *rdfxmlDecoder) plainLiteral(text []byte, lang string) rdf.ID {
	if lang == "" {
		return d.terms.Literal(text, d.xsdString, nil)
	}
	d.ref = append(d.ref[:0], lang...)
	return d.terms.Literal(text, d.rdfLangString, d.ref)
}

// characters reads a piece of character data.
func (d *rdfxmlDecoder) characters() error {
	if len(d.open) == 0 {
		return nil // white space around the document element
	}
	switch f := &d.open[len(d.open)-1]; f.context {
	case inProperty, inLiteralProperty:
		if len(d.text)+len(d.x.Text) > d.x.Limits.Token {
			return d.x.Fail(d.x.At, fmt.Errorf("%w: a literal of more than %d bytes",
				doc.ErrTooLarge, d.x.Limits.Token))
		}
		d.text = append(d.text, d.x.Text...)
	default:
		if !xml.Blank(d.x.Text) {
			return d.strayText(f.context)
		}
	}
	return nil
}

func (d *rdfxmlDecoder) strayText(context rdfContext) error {
	at := d.x.At + slices.IndexFunc(d.x.Text, func(c byte) bool { return !xml.IsSpace[c] })
	where := map[rdfContext]string{
		inNodeList: "between node elements", inNode: "between property elements",
		inCollection:       "in a collection",
		inResourceProperty: "next to the element in a property element",
		inEmptyProperty: "in a property element that must be empty, as its attributes give its " +
			"value",
	}[context]
	return d.tolerateText(d.x.Failf(at, "text %s", where), d.x.Text)
}

// tolerateText tolerates text that belongs to no literal.
func (d *rdfxmlDecoder) tolerateText(fault error, text []byte) error {
	text = bytes.Join(bytes.Fields(text), []byte(" "))
	const longest = 40
	if len(text) > longest {
		text = append(bytes.ToValidUTF8(text[:longest], nil), "…"...)
	}
	return d.opts.Tolerate(doc.NoteStray, fault, fmt.Sprintf("%q is left out", text))
}

// iriAttribute interns the IRI of an attribute.
func (d *rdfxmlDecoder) iriAttribute(a *xml.Attr, f rdfFrame) (rdf.ID, error) {
	before := len(d.terms.Terms)
	ref := bytes.TrimLeft(a.Value, " \t\r\n")
	if len(ref) < len(a.Value) {
		err := d.opts.Tolerate(doc.NoteInvalidIRI,
			d.x.Failf(a.At, "white space before an IRI"), "left out")
		if err != nil {
			return rdf.None, err
		}
	}
	term, err := d.reference(ref, &d.bases[f.base])
	if err != nil {
		return rdf.None, d.x.Fail(a.At, err)
	}
	if len(d.terms.Terms) > before {
		if fault := rdf.IRIFault(d.terms.Bytes(term)); fault != "" {
			d.x.WarnAt(a.At, fault)
		}
	}
	return term, nil
}

// reference interns the IRI of a reference, resolved against base.
func (d *rdfxmlDecoder) reference(ref []byte, base *rdf.Base) (rdf.ID, error) {
	if rdf.SchemeEnd(ref) > 0 {
		return d.terms.IRI(ref), nil
	}
	var err error
	if d.iri, err = rdf.Resolve(d.iri[:0], base, ref); err != nil {
		return rdf.None, err
	}
	if err := d.x.CountPrefix(len(d.iri) - len(ref)); err != nil {
		return rdf.None, err
	}
	return d.terms.IRI(d.iri), nil
}

// idAttribute interns the IRI of an rdf:ID. A second occurrence is an error (section 7.2.2,
// constraint-id).
func (d *rdfxmlDecoder) idAttribute(a *xml.Attr, f rdfFrame) (rdf.ID, error) {
	d.ref = append(append(d.ref[:0], '#'), a.Value...)
	if !xml.ValidNCName(a.Value) {
		if err := d.tolerateName(a, "kept"); err != nil {
			return rdf.None, err
		}
		d.ref = append(d.ref[:1], rdf.EscapeIRI(string(a.Value))...)
	}
	term, err := d.reference(d.ref, &d.bases[f.base])
	if err != nil {
		return rdf.None, d.x.Fail(a.At, err)
	}
	word, bit := int(term)/64, uint64(1)<<(uint(term)%64)
	if word >= len(d.ids) {
		d.ids = append(d.ids, make([]uint64, word+1-len(d.ids))...)
	}
	if d.ids[word]&bit != 0 {
		fault := d.x.Failf(a.At, "%s=%q is there twice", a.Name, a.Value)
		if err := d.opts.Tolerate(doc.NoteRepeatedID, fault, "read as rdf:about"); err != nil {
			return rdf.None, err
		}
	}
	d.ids[word] |= bit
	return term, nil
}

func (d *rdfxmlDecoder) nodeIDAttribute(a *xml.Attr) (rdf.ID, error) {
	if !xml.ValidNCName(a.Value) {
		if err := d.tolerateName(a, "read as another label"); err != nil {
			return rdf.None, err
		}
		node, ok := d.nodes[string(a.Value)]
		if !ok {
			if d.nodes == nil {
				d.nodes = map[string]rdf.ID{}
			}
			node = d.terms.NewBlank()
			d.nodes[string(a.Value)] = node
		}
		return node, nil
	}
	return d.terms.Labelled(a.Value), nil
}

// tolerateName tolerates a value of rdf:ID or rdf:nodeID that is no XML name.
func (d *rdfxmlDecoder) tolerateName(a *xml.Attr, made string) error {
	fault := d.x.Failf(a.At, "%s=%q is not an XML name without colon", a.Name, a.Value)
	return d.opts.Tolerate(doc.NoteInvalidName, fault, made)
}

// statement emits a statement and, if it has a name, its reification (section 7.3).
func (d *rdfxmlDecoder) statement(s, p, o, name rdf.ID) error {
	if err := d.emit(s, p, o); err != nil || name == rdf.None {
		return err
	}
	for _, r := range [...][2]rdf.ID{{d.rdfType, d.rdfStatement}, {d.rdfSubject, s},
		{d.rdfPredicate, p}, {d.rdfObject, o}} {
		if err := d.emit(name, r[0], r[1]); err != nil {
			return err
		}
	}
	return nil
}

func (d *rdfxmlDecoder) emit(s, p, o rdf.ID) error {
	return d.emitStatement(rdf.Statement{S: s, P: p, O: o, Line: int32(d.x.LineAt(d.x.At))})
}
