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
	return d.document()
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
	err = d.document()
	return d.begun || statements > 0 && (err == nil || errors.Is(err, doc.ErrTruncated))
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
func (d *turtleDecoder) document() error {
	for {
		c, err := d.next()
		if err != nil {
			return err
		}
		if c == 0 && d.atEnd() {
			return nil
		}
		isDirective, err := d.directive(c)
		if err == nil && !isDirective {
			err = d.triples(c)
		}
		if err != nil {
			return err
		}
		d.begun = true
	}
}

// directive reads the directive at w.Pos, if there is one. C is the first byte.
func (d *turtleDecoder) directive(c byte) (bool, error) {
	switch c {
	case '@':
		return true, d.atDirective()
	case 'p', 'P':
		if d.keyword("prefix") {
			d.w.Pos += len("prefix")
			return true, d.prefixDirective()
		}
	case 'b', 'B':
		if d.keyword("base") {
			d.w.Pos += len("base")
			return true, d.baseDirective()
		}
	}
	return false, nil
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
func (d *turtleDecoder) atDirective() error {
	n := 1
	for turtleClass[d.byteAt(n)]&classLetter != 0 {
		n++
	}
	var err error
	switch word := string(d.rest()[1:n]); word {
	case "prefix":
		d.w.Pos += n
		err = d.prefixDirective()
	case "base":
		d.w.Pos += n
		err = d.baseDirective()
	default:
		if d.atEndBehind(n) {
			return d.unexpected(n, `"@prefix" or "@base"`)
		}
		return d.unexpected(0, `"@prefix" or "@base"`)
	}
	if err != nil {
		return err
	}
	c, err := d.next()
	if err != nil {
		return err
	}
	if c != '.' {
		return d.unexpected(0, `"." at the end of the directive`)
	}
	d.w.Pos++
	return nil
}

// prefixDirective reads the name and the namespace of a prefix declaration.
func (d *turtleDecoder) prefixDirective() error {
	if _, err := d.next(); err != nil {
		return err
	}
	n, err := d.prefixEnd()
	if err != nil {
		return err
	}
	name := string(d.rest()[:n])
	d.w.Pos += n + 1
	namespace, err := d.directiveIRI()
	if err != nil {
		return err
	}
	if old, ok := d.prefixes[name]; ok && old != namespace {
		d.names = map[string]rdf.ID{}
	}
	d.prefixes[name] = namespace
	d.opts.Prefix(name, namespace)
	return nil
}

// baseDirective reads the IRI of a base declaration, which may itself be relative.
func (d *turtleDecoder) baseDirective() error {
	iri, err := d.directiveIRI()
	if err != nil {
		return err
	}
	if d.base, err = rdf.ParseBase(iri); err != nil {
		return d.errorAt(0, err)
	}
	return nil
}

func (d *turtleDecoder) directiveIRI() (string, error) {
	c, err := d.next()
	if err != nil {
		return "", err
	}
	if c != '<' {
		return "", d.unexpected(0, "an IRI in angle brackets")
	}
	text, end, err := d.iriRef()
	iri := string(text)
	d.w.Pos += end
	return iri, err
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
func (d *turtleDecoder) triples(c byte) error {
	d.stack = d.stack[:0]
	state, err := d.subject(c)
	for err == nil {
		switch state {
		case atVerb, atVerbOrEnd, atVerbOrDot:
			state, err = d.verb(state)
		case atObject:
			state, err = d.object()
		case atItem:
			state, err = d.item()
		case behindObject:
			state, err = d.separator()
		case behindStatement:
			return nil
		}
	}
	return err
}

func (d *turtleDecoder) subject(c byte) (turtleState, error) {
	d.s, d.p = rdf.None, rdf.None
	var err error
	switch {
	case c == '[':
		return d.open()
	case c == '(':
		return d.openList()
	case c == '<' || c == '_' || c == ':' || c >= 0x80 || turtleClass[c]&classLetter != 0:
		d.s, err = d.node(c)
	default:
		err = d.unexpected(0, `a statement: a subject, "@prefix" or "@base"`)
	}
	return atVerb, err
}

// verb reads a predicate, or another token that the state allows.
func (d *turtleDecoder) verb(state turtleState) (turtleState, error) {
	c, err := d.next()
	if err != nil {
		return state, err
	}
	switch {
	case c == 'a' && d.isBareA():
		d.w.Pos++
		d.p = d.known(&d.rdfType, owl.RDFNamespace+"type")
	case c == '<' || c == ':' || c >= 0x80 || turtleClass[c]&classLetter != 0:
		d.p, err = d.node(c)
	case state == atVerbOrEnd && c == ';':
		d.w.Pos++
		return atVerbOrEnd, nil
	case state == atVerbOrEnd && (c == '.' || c == ']'), state == atVerbOrDot && c == '.':
		return d.separator()
	default:
		err = d.unexpected(0, "a predicate")
	}
	return atObject, err
}

// isBareA reports whether the "a" at w.Pos is the word "a".
func (d *turtleDecoder) isBareA() bool {
	c := d.byteAt(1)
	return turtleClass[c]&className == 0 && c != '%' && c != '\\' && c < 0x80
}

// object reads an object and emits its triple.
func (d *turtleDecoder) object() (turtleState, error) {
	c, err := d.next()
	if err != nil {
		return atObject, err
	}
	var o rdf.ID
	switch {
	case c == '<' || c == '_' || c == ':' || c >= 0x80:
		o, err = d.node(c)
	case c == '"' || c == '\'':
		o, err = d.literal(d.datatype)
	case c == '[':
		return d.open()
	case c == '(':
		return d.openList()
	case turtleClass[c]&classLetter != 0:
		o, err = d.nameOrBoolean()
	case turtleClass[c]&classDigit != 0 || c == '+' || c == '-' || c == '.':
		o, err = d.number(c)
	default:
		err = d.unexpected(0, "an object")
	}
	if err != nil {
		return atObject, err
	}
	return d.resume(), d.triple(d.s, d.p, o)
}

// item reads the next item of a list, with the cell that holds it, or the end of the list.
func (d *turtleDecoder) item() (turtleState, error) {
	c, err := d.next()
	if err != nil {
		return atItem, err
	}
	if c == ')' {
		d.w.Pos++
		return d.closeList()
	}
	cell := d.terms.NewBlank()
	if err := d.link(cell); err != nil {
		return atItem, err
	}
	d.s, d.p = cell, d.known(&d.rdfFirst, owl.RDFNamespace+"first")
	return d.object()
}

// link emits the triple that leads to the next cell of the innermost list, or to rdf:nil.
func (d *turtleDecoder) link(cell rdf.ID) error {
	list := &d.stack[len(d.stack)-1]
	switch {
	case d.s != rdf.None:
		return d.triple(d.s, d.known(&d.rdfRest, owl.RDFNamespace+"rest"), cell)
	case list.p != rdf.None:
		return d.triple(list.s, list.p, cell)
	default:
		list.s = cell // the first cell of a list that is a subject
		return nil
	}
}

// behindComma tolerates a comma without an object behind it.
func (d *turtleDecoder) behindComma() (turtleState, error) {
	c, err := d.next()
	if c != ';' && c != ']' && (c != '.' || turtleClass[d.byteAt(1)]&classDigit != 0) {
		return atObject, err
	}
	return behindObject, d.opts.Tolerate(doc.NoteComma, d.unexpected(0, "an object"),
		"the comma is ignored")
}

// separator reads the punctuation after an object.
func (d *turtleDecoder) separator() (turtleState, error) {
	c, err := d.next()
	if err != nil {
		return behindObject, err
	}
	inside := len(d.stack) > 0
	switch {
	case c == ';':
		d.w.Pos++
		return atVerbOrEnd, nil
	case c == ',':
		d.w.Pos++
		return d.behindComma()
	case c == '.' && !inside:
		d.w.Pos++
		return behindStatement, nil
	case c == ']' && inside:
		d.w.Pos++
		return d.close(), nil
	case c == '.':
		return d.fullStopInside()
	case inside:
		return behindObject, d.unexpected(0, `",", ";" or "]"`)
	default:
		return behindObject, d.unexpected(0, `",", ";" or "."`)
	}
}

// fullStopInside ignores the full stop at w.Pos, inside a "[", if "]" follows.
func (d *turtleDecoder) fullStopInside() (turtleState, error) {
	fault := d.unexpected(0, `",", ";" or "]"`)
	d.w.Pos++
	switch c, err := d.next(); {
	case err != nil:
		return behindObject, err
	case c != ']':
		return behindObject, fault
	}
	return behindObject, d.opts.Tolerate(doc.NoteFullStop, fault, "ignored")
}

// open begins the blank node at the "[" at w.Pos. It reads "[]" whole.
func (d *turtleDecoder) open() (turtleState, error) {
	node := d.terms.NewBlank()
	s, p := d.s, d.p
	if p != rdf.None {
		if err := d.triple(s, p, node); err != nil {
			return atVerb, err
		}
	}
	if err := d.push(turtleFrame{s: s, p: p}); err != nil {
		return atVerb, err
	}
	d.s = node
	c, err := d.next()
	if err != nil || c != ']' {
		return atVerb, err
	}
	d.w.Pos++
	state := d.close()
	if state == atVerbOrDot {
		state = atVerb // "[]" alone is no statement
	}
	return state, nil
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
func (d *turtleDecoder) openList() (turtleState, error) {
	err := d.push(turtleFrame{s: d.s, p: d.p, list: true})
	d.s = rdf.None
	return atItem, err
}

// closeList ends the innermost "(".
func (d *turtleDecoder) closeList() (turtleState, error) {
	end := d.known(&d.rdfNil, owl.RDFNamespace+"nil")
	err := d.link(end)
	frame := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	d.s, d.p = frame.s, frame.p
	if frame.p == rdf.None {
		return atVerb, err
	}
	return d.resume(), err
}

// push opens a level of nesting and skips its bracket.
func (d *turtleDecoder) push(frame turtleFrame) error {
	if len(d.stack) >= d.opts.Limits.Depth {
		return d.errorAt(0, fmt.Errorf("%w: brackets nested more than %d deep", doc.ErrTooLarge,
			d.opts.Limits.Depth))
	}
	d.stack = append(d.stack, frame)
	d.w.Pos++
	return nil
}

// resume returns the state after an object, which depends on the innermost bracket.
func (d *turtleDecoder) resume() turtleState {
	if n := len(d.stack); n > 0 && d.stack[n-1].list {
		return atItem
	}
	return behindObject
}

// triple emits a triple that ends with the token before w.Pos.
func (d *turtleDecoder) triple(s, p, o rdf.ID) error {
	line := d.line - d.ahead
	d.ahead = 0
	return d.emit(rdf.Statement{S: s, P: p, O: o, Line: line})
}

// node reads the IRI or labeled blank node at w.Pos. C is the first byte.
func (d *turtleDecoder) node(c byte) (rdf.ID, error) {
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
func (d *turtleDecoder) datatype() (rdf.ID, error) {
	c, err := d.next()
	if err != nil {
		return rdf.None, err
	}
	if c == '_' || c < 0x80 && c != '<' && c != ':' && turtleClass[c]&classLetter == 0 {
		return rdf.None, d.unexpected(0, "the IRI of a datatype")
	}
	return d.node(c)
}

// nameOrBoolean reads the prefixed name, "true" or "false" at w.Pos.
func (d *turtleDecoder) nameOrBoolean() (rdf.ID, error) {
	for _, word := range [...]string{"true", "false"} {
		if d.rest()[0] != word[0] {
			continue
		}
		if end := len(word); d.isWord(word) {
			datatype := d.known(&d.xsdBoolean, owl.XSDNamespace+"boolean")
			id := d.terms.Literal(d.rest()[:end], datatype, nil)
			d.w.Pos += end
			return id, nil
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
func (d *turtleDecoder) number(c byte) (rdf.ID, error) {
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
		return rdf.None, d.unexpected(n, "an object")
	}
	if exponent := d.exponent(n); exponent > 0 {
		n += exponent
		datatype, name = &d.xsdDouble, "double"
	}
	if d.w.Err != nil {
		return rdf.None, d.w.Err
	}
	id := d.terms.Literal(d.rest()[:n], d.known(datatype, owl.XSDNamespace+name), nil)
	d.w.Pos += n
	return id, nil
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
func (d *turtleDecoder) prefixedName() (rdf.ID, error) {
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
	if w.Err != nil {
		return rdf.None, w.Err
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
		return id, nil
	}
	from, name := w.Pos, string(w.Buf[w.Pos:w.Pos+n])
	id, err := d.prefixedNameInFull()
	if err == nil && w.Pos == from+n {
		d.names[name] = id
	}
	return id, err
}
