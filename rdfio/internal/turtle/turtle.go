package turtle

import (
	"errors"
	"fmt"
	"maps"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Decode reads RDF 1.1 Turtle.
func Decode(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) error {
	d, err := newTurtleDecoder(w, terms, opts, emit)
	if err != nil {
		return err
	}
	d.document()
	return d.err
}

// Is reports whether head begins with a directive of Turtle or with a statement. A statement that
// is cut off counts if a triple of it was read.
func Is(head []byte) bool {
	statements := 0
	w := textWindow(head)
	opts := doc.Options{Base: "sniff:/", Limits: doc.Limits{}.WithDefaults(), Strict: true}
	d, err := newTurtleDecoder(w, rdf.NewTable(), opts, func(rdf.Statement) error {
		statements++
		return nil
	})
	if err != nil {
		return false
	}
	maps.Copy(d.prefixes, WellKnownPrefixes)
	d.document()
	return d.begun || statements > 0 && (d.err == nil || errors.Is(d.err, doc.ErrTruncated))
}

// turtleDecoder reads the grammar of RDF 1.1 Turtle, section 6.5. It keeps the open "[" and "(" on
// a stack. It emits a triple as soon as its object is known: the triple of a "[" or "(" before the
// triples inside.
type turtleDecoder struct {
	turtleLexer
	prefixes map[string]string
	names    map[string]rdf.ID // prefixed names that were read
	begun    bool              // a directive or a whole statement was read

	s, p  rdf.ID // the subject and predicate of the next object
	stack []turtleFrame

	rdfType, rdfFirst, rdfRest, rdfNil rdf.ID // rdf.None until needed
	xsdInteger, xsdDecimal, xsdDouble  rdf.ID
	xsdBoolean                         rdf.ID
}

// turtleFrame is an open "[" or "(", with the subject and predicate of the triple whose object it
// is; p is rdf.None if it is a subject itself. Inside a "[" the decoder's s is its blank node.
// Inside a "(" s is the last cell of the list, rdf.None before the first.
type turtleFrame struct {
	s, p rdf.ID
	list bool
}

func newTurtleDecoder(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) (*turtleDecoder, error) {
	d := &turtleDecoder{
		turtleLexer: newTurtleLexer(w, terms, opts, emit),
		prefixes:    map[string]string{},
		names:       map[string]rdf.ID{},
	}
	for _, id := range []*rdf.ID{&d.rdfType, &d.rdfFirst, &d.rdfRest, &d.rdfNil, &d.xsdInteger,
		&d.xsdDecimal, &d.xsdDouble, &d.xsdBoolean} {
		*id = rdf.None
	}
	if opts.Base == "" {
		return d, nil
	}
	var err error
	if d.base, err = rdf.ParseBase(opts.Base); err != nil {
		return nil, d.errorAt(0, err)
	}
	return d, nil
}

// document reads turtleDoc: directives and triples up to the end.
func (d *turtleDecoder) document() {
	for {
		c := d.next()
		if c == 0 && d.atEnd() {
			return
		}
		if !d.directive(c) {
			d.triples(c)
		}
		if d.err != nil {
			return
		}
		d.begun = true
	}
}

// directive reads the directive at w.Pos, if there is one. C is the first byte.
func (d *turtleDecoder) directive(c byte) bool {
	switch {
	case c == '@':
		d.atDirective()
	case (c == 'p' || c == 'P') && d.keyword("prefix"):
		d.w.Pos += len("prefix")
		d.prefixDirective()
	case (c == 'b' || c == 'B') && d.keyword("base"):
		d.w.Pos += len("base")
		d.baseDirective()
	default:
		return false
	}
	return true
}

// keyword reports whether word is at w.Pos, in upper or lower case, and not the start of a name.
func (d *turtleDecoder) keyword(word string) bool {
	c := d.byteAt(len(word))
	if turtleClass[c]&className != 0 || c == '%' || c >= 0x80 || len(d.rest()) < len(word) {
		return false
	}
	return rdf.EqualFoldASCII(d.rest()[:len(word)], []byte(word))
}

// atDirective reads prefixID or base, which end in a full stop.
func (d *turtleDecoder) atDirective() {
	n := 1
	for turtleClass[d.byteAt(n)]&classLetter != 0 {
		n++
	}
	switch word := string(d.rest()[1:n]); word {
	case "prefix":
		d.w.Pos += n
		d.prefixDirective()
	case "base":
		d.w.Pos += n
		d.baseDirective()
	default:
		if !d.atEndBehind(n) {
			n = 0
		}
		d.unexpected(n, `"@prefix" or "@base"`)
	}
	if d.next() != '.' {
		d.unexpected(0, `"." at the end of the directive`)
		return
	}
	d.w.Pos++
}

// prefixDirective reads the name and the namespace of a prefix declaration.
func (d *turtleDecoder) prefixDirective() {
	d.next()
	n := d.prefixEnd()
	if d.err != nil {
		return
	}
	name := string(d.rest()[:n])
	d.w.Pos += n + 1
	namespace := d.directiveIRI()
	if d.err != nil {
		return
	}
	if old, ok := d.prefixes[name]; ok && old != namespace {
		d.names = map[string]rdf.ID{}
	}
	d.prefixes[name] = namespace
	d.opts.Prefix(name, namespace)
}

// baseDirective reads the IRI of a base declaration, which may itself be relative.
func (d *turtleDecoder) baseDirective() {
	var err error
	if d.base, err = rdf.ParseBase(d.directiveIRI()); err != nil {
		d.fail(d.errorAt(0, err))
	}
}

func (d *turtleDecoder) directiveIRI() string {
	if d.next() != '<' {
		d.unexpected(0, "an IRI in angle brackets")
		return ""
	}
	text, end := d.iriRef()
	iri := string(text)
	d.w.Pos += end
	return iri
}

// turtleState names the part of a statement that the grammar expects next.
type turtleState uint8

const (
	atVerb       turtleState = iota // a predicate
	atVerbOrEnd                     // after ";": a predicate, another ";" or an end
	atVerbOrDot                     // after a subject in "[ ]": a predicate or "."
	atObject                        // an object
	atItem                          // an item of a list, or its ")"
	behindObject                    // "," ";" or an end
	behindStatement
)

// triples reads one statement, whose first byte is c, with its full stop.
func (d *turtleDecoder) triples(c byte) {
	d.stack = d.stack[:0]
	for state := d.subject(c); state != behindStatement && d.err == nil; {
		switch state {
		case atVerb, atVerbOrEnd, atVerbOrDot:
			state = d.verb(state)
		case atObject:
			state = d.object()
		case atItem:
			state = d.item()
		case behindObject:
			state = d.separator()
		}
	}
}

func (d *turtleDecoder) subject(c byte) turtleState {
	d.s, d.p = rdf.None, rdf.None
	switch {
	case c == '[':
		return d.open()
	case c == '(':
		return d.openList()
	case c == '<' || c == '_' || c == ':' || c >= 0x80 || turtleClass[c]&classLetter != 0:
		d.s = d.node(c)
	default:
		d.unexpected(0, `a statement: a subject, "@prefix" or "@base"`)
	}
	return atVerb
}

// verb reads a predicate, or another token that the state allows.
func (d *turtleDecoder) verb(state turtleState) turtleState {
	c := d.next()
	switch {
	case c == 'a' && d.isBareA():
		d.w.Pos++
		d.p = d.known(&d.rdfType, owl.RDFNamespace+"type")
	case c == '<' || c == ':' || c >= 0x80 || turtleClass[c]&classLetter != 0:
		d.p = d.node(c)
	case state == atVerbOrEnd && c == ';':
		d.w.Pos++
		return atVerbOrEnd
	case state == atVerbOrEnd && (c == '.' || c == ']'), state == atVerbOrDot && c == '.':
		return d.separator()
	default:
		d.unexpected(0, "a predicate")
	}
	return atObject
}

// isBareA reports whether the "a" at w.Pos is the word "a".
func (d *turtleDecoder) isBareA() bool {
	c := d.byteAt(1)
	return turtleClass[c]&className == 0 && c != '%' && c != '\\' && c < 0x80
}

// object reads an object and emits its triple.
func (d *turtleDecoder) object() turtleState {
	c, o := d.next(), rdf.None
	switch {
	case c == '<' || c == '_' || c == ':' || c >= 0x80:
		o = d.node(c)
	case c == '"' || c == '\'':
		o = d.literal(d.datatype)
	case c == '[':
		return d.open()
	case c == '(':
		return d.openList()
	case turtleClass[c]&classLetter != 0:
		o = d.nameOrBoolean()
	case turtleClass[c]&classDigit != 0 || c == '+' || c == '-' || c == '.':
		o = d.number(c)
	default:
		d.unexpected(0, "an object")
	}
	d.triple(d.s, d.p, o)
	return d.resume()
}

// item reads the next item of a list, with the cell that holds it, or the end of the list.
func (d *turtleDecoder) item() turtleState {
	if d.next() == ')' {
		d.w.Pos++
		return d.closeList()
	}
	cell := d.terms.NewBlank()
	d.link(cell)
	d.s, d.p = cell, d.known(&d.rdfFirst, owl.RDFNamespace+"first")
	return d.object()
}

// link emits the triple that leads to the next cell of the innermost list, or to rdf:nil.
func (d *turtleDecoder) link(cell rdf.ID) {
	list := &d.stack[len(d.stack)-1]
	switch {
	case d.s != rdf.None:
		d.triple(d.s, d.known(&d.rdfRest, owl.RDFNamespace+"rest"), cell)
	case list.p != rdf.None:
		d.triple(list.s, list.p, cell)
	default:
		list.s = cell // the first cell of a list that is a subject
	}
}

// behindComma tolerates a comma without an object behind it.
func (d *turtleDecoder) behindComma() turtleState {
	c := d.next()
	if c != ';' && c != ']' && (c != '.' || turtleClass[d.byteAt(1)]&classDigit != 0) {
		return atObject
	}
	d.tolerate(doc.NoteComma, d.unexpectedAt(0, "an object"), "the comma is ignored")
	return behindObject
}

// separator reads the punctuation after an object.
func (d *turtleDecoder) separator() turtleState {
	c, inside := d.next(), len(d.stack) > 0
	switch {
	case c == ';':
		d.w.Pos++
		return atVerbOrEnd
	case c == ',':
		d.w.Pos++
		return d.behindComma()
	case c == '.' && !inside:
		d.w.Pos++
		return behindStatement
	case c == ']' && inside:
		d.w.Pos++
		return d.close()
	case c == '.':
		d.fullStopInside()
	case inside:
		d.unexpected(0, `",", ";" or "]"`)
	default:
		d.unexpected(0, `",", ";" or "."`)
	}
	return behindObject
}

// fullStopInside ignores the full stop at w.Pos, inside a "[", if "]" follows.
func (d *turtleDecoder) fullStopInside() {
	fault := d.unexpectedAt(0, `",", ";" or "]"`)
	d.w.Pos++
	if d.next() != ']' {
		d.fail(fault)
	}
	d.tolerate(doc.NoteFullStop, fault, "ignored")
}

// open begins the blank node at the "[" at w.Pos. It reads "[]" whole.
func (d *turtleDecoder) open() turtleState {
	node := d.terms.NewBlank()
	if d.p != rdf.None {
		d.triple(d.s, d.p, node)
	}
	d.push(turtleFrame{s: d.s, p: d.p})
	d.s = node
	if d.next() != ']' {
		return atVerb
	}
	d.w.Pos++
	state := d.close()
	if state == atVerbOrDot {
		state = atVerb // "[]" alone is no statement
	}
	return state
}

// close ends the innermost "[".
func (d *turtleDecoder) close() turtleState {
	frame := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	if frame.p == rdf.None {
		return atVerbOrDot
	}
	d.s, d.p = frame.s, frame.p
	return d.resume()
}

// openList begins the list at the "(" at w.Pos.
func (d *turtleDecoder) openList() turtleState {
	d.push(turtleFrame{s: d.s, p: d.p, list: true})
	d.s = rdf.None
	return atItem
}

// closeList ends the innermost "(".
func (d *turtleDecoder) closeList() turtleState {
	d.link(d.known(&d.rdfNil, owl.RDFNamespace+"nil"))
	frame := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	d.s, d.p = frame.s, frame.p
	if frame.p == rdf.None {
		return atVerb
	}
	return d.resume()
}

// push opens a level of nesting and skips its bracket.
func (d *turtleDecoder) push(frame turtleFrame) {
	if len(d.stack) >= d.opts.Limits.Depth {
		d.fail(d.errorAt(0, fmt.Errorf("%w: brackets nested more than %d deep", doc.ErrTooLarge,
			d.opts.Limits.Depth)))
	}
	d.stack = append(d.stack, frame)
	d.w.Pos++
}

// resume returns the state after an object, which depends on the innermost bracket.
func (d *turtleDecoder) resume() turtleState {
	if n := len(d.stack); n > 0 && d.stack[n-1].list {
		return atItem
	}
	return behindObject
}

// triple emits a triple that ends with the token before w.Pos.
func (d *turtleDecoder) triple(s, p, o rdf.ID) {
	line := d.line - d.ahead
	d.ahead = 0
	if d.err != nil {
		return
	}
	if err := d.emit(rdf.Statement{S: s, P: p, O: o, Line: line}); err != nil {
		d.err = err
	}
}

// node reads the IRI or labeled blank node at w.Pos. C is the first byte.
func (d *turtleDecoder) node(c byte) rdf.ID {
	switch c {
	case '<':
		return d.iri()
	case '_':
		return d.labelled()
	default:
		return d.prefixedName()
	}
}

// datatype reads the IRI after "^^".
func (d *turtleDecoder) datatype() rdf.ID {
	c := d.next()
	if c == '_' || c < 0x80 && c != '<' && c != ':' && turtleClass[c]&classLetter == 0 {
		d.unexpected(0, "the IRI of a datatype")
		return rdf.None
	}
	return d.node(c)
}

// nameOrBoolean reads the prefixed name, "true" or "false" at w.Pos.
func (d *turtleDecoder) nameOrBoolean() rdf.ID {
	for _, word := range [...]string{"true", "false"} {
		if d.rest()[0] == word[0] && d.isWord(word) {
			datatype := d.known(&d.xsdBoolean, owl.XSDNamespace+"boolean")
			id := d.terms.Literal(d.rest()[:len(word)], datatype, nil)
			d.w.Pos += len(word)
			return id
		}
	}
	return d.prefixedName()
}

// isWord reports whether word is at w.Pos and is not the start of a name.
func (d *turtleDecoder) isWord(word string) bool {
	n := len(word)
	if d.byteAt(n) == 0 && len(d.rest()) < n || string(d.rest()[:n]) != word {
		return false
	}
	for d.byteAt(n) == '.' { // at the end of a statement, or inside a prefix
		n++
	}
	r, _ := d.runeAt(n)
	return r != ':' && !owl.IsNameChar(r)
}

// number reads the INTEGER, DECIMAL or DOUBLE at w.Pos. C is the first byte.
func (d *turtleDecoder) number(c byte) rdf.ID {
	n := 0
	if c == '+' || c == '-' {
		n++
	}
	whole := d.digits(n)
	n += whole
	datatype, name := &d.xsdInteger, "integer"
	fraction := 0
	if d.byteAt(n) == '.' {
		// The full stop belongs to the number if a digit or an exponent follows it.
		fraction = d.digits(n + 1)
		if fraction > 0 || whole > 0 && d.exponent(n+1) > 0 {
			n += 1 + fraction
			datatype, name = &d.xsdDecimal, "decimal"
		}
	}
	if whole+fraction == 0 {
		d.unexpected(n, "an object")
		return rdf.None
	}
	if exponent := d.exponent(n); exponent > 0 {
		n += exponent
		datatype, name = &d.xsdDouble, "double"
	}
	id := d.terms.Literal(d.rest()[:n], d.known(datatype, owl.XSDNamespace+name), nil)
	d.w.Pos += n
	return id
}

// exponent returns the length of the EXPONENT at w.Pos+n, 0 if there is none.
func (d *turtleDecoder) exponent(n int) int {
	if d.byteAt(n)|0x20 != 'e' {
		return 0
	}
	from := n
	n++
	if c := d.byteAt(n); c == '+' || c == '-' {
		n++
	}
	digits := d.digits(n)
	if digits == 0 {
		return 0
	}
	return n + digits - from
}

// digits counts the digits from w.Pos+n.
func (d *turtleDecoder) digits(n int) int {
	from := n
	for turtleClass[d.byteAt(n)]&classDigit != 0 {
		n++
	}
	return n - from
}

// known interns an IRI of the vocabulary the first time it is needed.
func (d *turtleDecoder) known(id *rdf.ID, iri string) rdf.ID {
	if *id == rdf.None {
		*id = d.terms.IRI([]byte(iri))
	}
	return *id
}

// prefixedName reads the PrefixedName at w.Pos. It looks known names up.
func (d *turtleDecoder) prefixedName() rdf.ID {
	w := d.w
	n := 0
	for {
		buf := d.rest()
		for n < len(buf) && turtleClass[buf[n]]&className != 0 {
			n++
		}
		if n < len(buf) || !d.fill() {
			break
		}
	}
	if w.Pos+n < w.End {
		if c := w.Buf[w.Pos+n]; c == '%' || c == '\\' || c >= 0x80 {
			return d.prefixedNameInFull()
		}
	}
	for n > 0 && w.Buf[w.Pos+n-1] == '.' {
		n--
	}
	if id, known := d.names[string(w.Buf[w.Pos:w.Pos+n])]; known {
		w.Pos += n
		return id
	}
	from, name := w.Pos, string(w.Buf[w.Pos:w.Pos+n])
	id := d.prefixedNameInFull()
	if d.err == nil && w.Pos == from+n {
		d.names[name] = id
	}
	return id
}
