package xml

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Lexer reads an XML document as a sequence of tokens and checks that it is well-formed (XML 1.0,
// fifth edition; Namespaces in XML 1.0 for the declarations). It expands internal entities.
// External entities are errors, and an external DTD subset is not read.
//
// A token is scanned in one piece. If it passes the end of the window, the window at least doubles
// and the scan starts again, so that scanners have no state and the cost is linear.
type Lexer struct {
	W      *doc.Window
	Limits doc.Limits
	warn   func(line, col int, message string)

	b []byte // the input: the window, or the text of the innermost open entity
	i int    // the first unread byte of b

	// The token that Next found, valid until the next call.
	At    int    // index in b of its first byte
	Name  []byte // of a start tag, as written; the target of a processing instruction
	Attrs []Attr // of a start tag, namespace declarations among them
	Text  []byte // character data, a comment, or the text after the target

	Open    []OpenElement
	names   []byte // the names of the open elements, concatenated
	closing bool   // the start tag was that of an empty element, whose end is the next token
	phase   xmlPhase

	Encoding string // that the XML declaration names

	Ns       Namespaces
	entities map[string]*entity
	sources  []entitySource // the input after each open entity
	expanded int            // bytes of all entities expanded so far
	cooked   []byte         // normalized attribute values of this tag
	sorted   []int          // its attributes by name

	dropped    int // bytes of the document before the window
	line       int // newlines of the document before w.buf[lineCounted]
	lineBefore int
}

// Attr is an attribute: its name as written and its normalized value (XML 1.0, section 3.3.3).
type Attr struct {
	Name, Value []byte
	At          int  // index in b of the name
	raw         bool // value has references or white space to replace
	Declares    bool // a namespace declaration
}

// OpenElement is an open element with the state before it.
type OpenElement struct {
	Name     int // its name is names[name:], up to that of the next one
	Bindings int // len(ns.bindings) before it
	line     int // of its start tag
	scope    uint32
}

type xmlPhase uint8

const (
	beforeDocument xmlPhase = iota
	beforeDoctype
	beforeRoot
	inRoot
	afterRoot
)

type Token uint8

const (
	End Token = iota // of the document
	StartTag
	EndTag
	Text // a piece of character data; the next token may be another piece
	Comment
	Instruction
	xmlNothing // a declaration, which Next passes over
)

// NewLexer returns a Lexer that reads a document from the window's position on.
func NewLexer(w *doc.Window, opts doc.Options) *Lexer {
	return &Lexer{W: w, Limits: opts.Limits.WithDefaults(), warn: opts.Warn, b: w.Buf[:w.End],
		i: w.Pos, lineBefore: w.Pos,
		line: bytes.Count(w.Buf[:w.Pos], newline), Ns: NewNamespaces()}
}

var newline = []byte{'\n'}

// Next reads one token.
func (x *Lexer) Next() (Token, error) {
	if x.closing {
		x.closing = false
		x.pop()
		return EndTag, nil
	}
	if x.phase == beforeDocument {
		if err := x.xmlDeclaration(); err != nil {
			return 0, err
		}
		x.phase = beforeDoctype
	}
	for {
		x.At = x.i
		if x.i == len(x.b) && !x.grow() {
			if len(x.sources) > 0 {
				if err := x.leaveEntity(); err != nil {
					return 0, err
				}
				continue
			}
			return End, x.atEnd()
		}
		var token Token
		var err error
		if x.b[x.i] == '<' {
			token, err = x.markup()
		} else {
			token, err = x.characters()
		}
		if err != nil || token != xmlNothing {
			return token, err
		}
	}
}

// Span returns where the token is in a document that the window holds whole; for the end of an
// empty element, where its tag is. It returns false if the token is the text of an entity.
func (x *Lexer) Span() (from, to int, ok bool) { return x.At, x.i, len(x.sources) == 0 }

// atEnd returns an error if the document cannot end here.
func (x *Lexer) atEnd() error {
	switch {
	case x.W.Err != nil:
		return x.W.Err
	case x.phase == inRoot:
		return x.W.ErrorAt(x.W.End, fmt.Errorf("%w: element <%s> of line %d is not closed",
			doc.ErrTruncated, x.topName(), x.Open[len(x.Open)-1].line))
	case x.phase != afterRoot:
		return x.W.ErrorAt(x.W.End, fmt.Errorf("%w: it has no element", doc.ErrTruncated))
	}
	return nil
}

// markup reads a token that begins with "<".
func (x *Lexer) markup() (Token, error) {
	for {
		token, done, err := x.scanMarkup(x.b[x.i:])
		if done || err != nil {
			return token, err
		}
		if !x.grow() {
			return 0, x.truncated("a tag")
		}
	}
}

// scanMarkup reads the markup at the beginning of b, the rest of x.b. Done is false if the markup
// is longer than b.
func (x *Lexer) scanMarkup(b []byte) (token Token, done bool, err error) {
	if len(b) < 2 {
		return 0, false, nil
	}
	switch b[1] {
	case '/':
		done, err = x.endTag()
		return EndTag, done, err
	case '?':
		done, err = x.instruction(b)
		return Instruction, done, err
	case '!':
		const comment, cdata, doctype = "<!--", "<![CDATA[", "<!DOCTYPE"
		switch {
		case bytes.HasPrefix(b, []byte(comment)):
			done, err = x.comment(b)
			return Comment, done, err
		case bytes.HasPrefix(b, []byte(cdata)):
			done, err = x.cdata(b)
			return Text, done, err
		case bytes.HasPrefix(b, []byte(doctype)):
			done, err = x.doctype(b)
			return xmlNothing, done, err
		case len(b) < len(cdata):
			return 0, false, nil
		}
		return 0, false, x.Failf(x.i, "\"<!\" that starts neither comment nor CDATA section")
	default:
		done, err = x.startTag()
		return StartTag, done, err
	}
}

// startTag reads "<name attribute='value' …>" or "<name …/>".
func (x *Lexer) startTag() (done bool, err error) {
	b, i := x.b, x.i+1
	for i < len(b) && IsNameByte[b[i]] {
		i++
	}
	if i == len(b) {
		return false, nil
	}
	if i == x.i+1 {
		return false, x.Failf(x.i, "\"<\" that starts no tag (in text, write \"&lt;\")")
	}
	x.Name = b[x.i+1 : i]
	x.Attrs = x.Attrs[:0]
	empty, cook, declares := false, false, false
	for {
		behind := i
		for i < len(b) && IsSpace[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		if b[i] == '>' {
			i++
			break
		}
		if b[i] == '/' {
			if i+1 == len(b) {
				return false, nil
			}
			if b[i+1] != '>' {
				return false, x.Failf(i, "\"/\" inside the tag <%s>", x.Name)
			}
			i += 2
			empty = true
			break
		}
		var a Attr
		a.At = i
		for i < len(b) && IsNameByte[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		a.Name = b[a.At:i]
		switch {
		case len(a.Name) == 0:
			return false, x.Failf(i, "%q inside the tag <%s>", b[i], x.Name)
		case a.At == behind:
			return false, x.Failf(a.At, "no white space before the attribute %s", a.Name)
		}
		for i < len(b) && IsSpace[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		if b[i] != '=' {
			return false, x.Failf(i, "attribute %s without value", a.Name)
		}
		i++
		for i < len(b) && IsSpace[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		quote := b[i]
		if quote != '"' && quote != '\'' {
			return false, x.Failf(i, "the value of attribute %s is not in quotes", a.Name)
		}
		start := i + 1
		if i, err = x.attributeValue(start, quote, &a); i < 0 || err != nil {
			return false, err
		}
		a.Value = b[start:i]
		i++
		a.Declares = len(a.Name) >= 5 && string(a.Name[:5]) == "xmlns" &&
			(len(a.Name) == 5 || a.Name[5] == ':')
		cook = cook || a.raw
		declares = declares || a.Declares
		x.Attrs = append(x.Attrs, a)
	}
	x.i = i
	return true, x.enter(empty, cook, declares)
}

// attributeValue returns the index of the quote that ends the value at x.b[i:], or -1 if the value
// is longer than x.b.
func (x *Lexer) attributeValue(i int, quote byte, a *Attr) (int, error) {
	b := x.b
	for {
		i = plainRun(b, i, quote, '&', '<')
		if i == len(b) {
			return -1, nil
		}
		switch c := b[i]; {
		case c == quote:
			return i, nil
		case c == '&' || IsSpace[c]:
			a.raw = true
			i++
		case c == '<':
			return 0, x.Failf(i, "\"<\" in the value of attribute %s (write \"&lt;\")", a.Name)
		case c < utf8.RuneSelf:
			return 0, x.Failf(i, "control character 0x%02x", c)
		default:
			n, err := x.character(i)
			if n == 0 || err != nil {
				return -1, err
			}
			i += n
		}
	}
}

// character returns the length of the character outside ASCII at b[i], 0 if it is longer than b.
func (x *Lexer) character(i int) (int, error) {
	r, n := utf8.DecodeRune(x.b[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		if !utf8.FullRune(x.b[i:]) {
			return 0, nil
		}
		return 0, x.Failf(i, "invalid UTF-8: byte 0x%02x", x.b[i])
	case !validChar(r):
		return 0, x.Failf(i, "character U+%04X", r)
	}
	return n, nil
}

// enter opens the element of the scanned start tag: it completes the attributes and applies the
// namespace declarations.
func (x *Lexer) enter(empty, cook, declares bool) error {
	switch {
	case x.phase == afterRoot:
		return x.Failf(x.At, "a second document element: <%s>", x.Name)
	case len(x.Open) >= x.Limits.Depth:
		return x.Fail(x.At, fmt.Errorf("%w: elements nested more than %d deep", doc.ErrTooLarge,
			x.Limits.Depth))
	}
	root := x.phase != inRoot
	x.phase = inRoot
	x.Open = append(x.Open, OpenElement{Name: len(x.names), Bindings: len(x.Ns.Bindings),
		line: x.LineAt(x.At), scope: x.Ns.Scope})
	x.names = append(x.names, x.Name...)
	x.closing = empty
	if cook {
		x.cooked = x.cooked[:0]
		for k := range x.Attrs {
			if a := &x.Attrs[k]; a.raw {
				if err := x.cook(a); err != nil {
					return err
				}
			}
		}
	}
	if len(x.Attrs) > 1 {
		if err := x.uniqueAttributes(); err != nil {
			return err
		}
	}
	if !declares {
		return nil
	}
	return x.declareNamespaces(root)
}

// uniqueAttributes returns an error for two attributes of one name (XML 1.0, section 3.1).
func (x *Lexer) uniqueAttributes() error {
	x.sorted = x.sorted[:0]
	for k := range x.Attrs {
		x.sorted = append(x.sorted, k)
	}
	slices.SortStableFunc(x.sorted,
		func(k, l int) int { return bytes.Compare(x.Attrs[k].Name, x.Attrs[l].Name) })
	for k, at := range x.sorted[1:] {
		if a := &x.Attrs[at]; string(a.Name) == string(x.Attrs[x.sorted[k]].Name) {
			return x.Failf(a.At, "attribute %s is there twice", a.Name)
		}
	}
	return nil
}

// declareNamespaces applies the namespace declarations of a start tag.
func (x *Lexer) declareNamespaces(root bool) error {
	changed := false
	for k := range x.Attrs {
		a := &x.Attrs[k]
		if !a.Declares {
			continue
		}
		var prefix []byte
		if len(a.Name) > 5 {
			prefix = a.Name[6:]
		}
		added, err := x.Ns.Declare(prefix, a.Value, len(a.Name) > 5)
		if err != nil {
			return x.Fail(a.At, err)
		}
		changed = changed || added
		if root && x.Ns.Declared != nil {
			x.Ns.Declared(string(prefix), string(a.Value))
		}
	}
	if changed {
		x.Ns.newScope()
	}
	return nil
}

// endTag reads "</name>".
func (x *Lexer) endTag() (done bool, err error) {
	b, i := x.b, x.i+2
	if len(x.Open) == 0 {
		return false, x.Failf(x.i, "end tag without a start tag")
	}
	if len(x.sources) > 0 && len(x.Open) <= x.sources[len(x.sources)-1].depth {
		return false, x.Failf(x.i, "an entity closes an element that it did not open")
	}
	name := x.topName()
	if !bytes.HasPrefix(b[i:], name) {
		for i < len(b) && IsNameByte[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		return false, x.Failf(x.i, "</%s> where </%s> is expected, to end the element of line %d",
			b[x.i+2:i], name, x.Open[len(x.Open)-1].line)
	}
	i += len(name)
	for i < len(b) && IsSpace[b[i]] {
		i++
	}
	if i == len(b) {
		return false, nil
	}
	if b[i] != '>' {
		return false, x.Failf(i, "%q in the end tag of <%s>", b[i], name)
	}
	x.i = i + 1
	x.pop()
	return true, nil
}

// pop closes the innermost element.
func (x *Lexer) pop() {
	top := x.Open[len(x.Open)-1]
	x.Open = x.Open[:len(x.Open)-1]
	x.names = x.names[:top.Name]
	x.Ns.Restore(top.Bindings, top.scope)
	if len(x.Open) == 0 {
		x.phase = afterRoot
	}
}

func (x *Lexer) topName() []byte { return x.names[x.Open[len(x.Open)-1].Name:] }

// instruction reads "<?target text?>".
func (x *Lexer) instruction(b []byte) (done bool, err error) {
	n := bytes.Index(b[2:], []byte("?>"))
	if n < 0 {
		return false, nil
	}
	content := b[2 : 2+n]
	if bad := firstInvalid(content); bad >= 0 {
		return false, x.Failf(x.i+2+bad, "invalid character 0x%02x", content[bad])
	}
	t := 0
	for t < len(content) && IsNameByte[content[t]] {
		t++
	}
	target := content[:t]
	switch {
	case !ValidNCName(target):
		return false, x.Failf(x.i, "processing instruction without a valid name")
	case t < len(content) && !IsSpace[content[t]]:
		return false, x.Failf(x.i+2+t, "%q in the name of a processing instruction", content[t])
	case len(target) == 3 && rdf.EqualFoldASCII(target, []byte("xml")):
		return false, x.Failf(x.i, "an XML declaration that does not begin the document")
	}
	x.Name = target
	x.Text = bytes.TrimLeft(content[t:], " \t\r\n")
	x.i += 2 + n + 2
	return true, nil
}

// comment reads "<!-- … -->".
func (x *Lexer) comment(b []byte) (done bool, err error) {
	n := bytes.Index(b[4:], []byte("--"))
	if n < 0 || 4+n+2 == len(b) {
		return false, nil
	}
	if b[4+n+2] != '>' {
		return false, x.Failf(x.i+4+n, "\"--\" inside a comment")
	}
	x.Text = b[4 : 4+n]
	if bad := firstInvalid(x.Text); bad >= 0 {
		return false, x.Failf(x.i+4+bad, "invalid character 0x%02x", x.Text[bad])
	}
	x.i += 4 + n + 3
	return true, nil
}

// cdata reads "<![CDATA[ … ]]>".
func (x *Lexer) cdata(b []byte) (done bool, err error) {
	if len(x.Open) == 0 {
		return false, x.Failf(x.i, "CDATA section outside the document element")
	}
	const start = len("<![CDATA[")
	n := bytes.Index(b[start:], []byte("]]>"))
	if n < 0 {
		return false, nil
	}
	x.Text = b[start : start+n]
	if bad := firstInvalid(x.Text); bad >= 0 {
		return false, x.Failf(x.i+start+bad, "invalid character 0x%02x", x.Text[bad])
	}
	x.Text = x.LineEnds(x.Text)
	x.i += start + n + 3
	return true, nil
}

// LineEnds replaces CR LF and CR by LF (section 2.11) in a token of the document. In the text of
// entities they are replaced already.
func (x *Lexer) LineEnds(text []byte) []byte {
	if len(x.sources) > 0 || bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return appendLineEnds(nil, text)
}

func appendLineEnds(dst, text []byte) []byte {
	for i, c := range text {
		switch {
		case c != '\r':
			dst = append(dst, c)
		case i+1 == len(text) || text[i+1] != '\n':
			dst = append(dst, '\n')
		}
	}
	return dst
}

// characters reads character data up to the next markup, reference or carriage return. The last two
// are tokens.
func (x *Lexer) characters() (Token, error) {
	i := x.i
scan:
	for {
		i = plainRun(x.b, i, '<', '&', ']')
		more := i == len(x.b)
		if !more {
			switch c := x.b[i]; {
			case c == '<':
				break scan
			case c == '\n' || c == '\t':
				i++
			case c == '&' || c == '\r' && len(x.sources) == 0:
				if i > x.i {
					break scan
				}
				if c == '&' {
					return x.reference()
				}
				return x.carriageReturn()
			case c == ']':
				more = i+2 >= len(x.b) && len(x.sources) == 0
				if !more {
					if rdf.HasPrefixAt(x.b, i, "]]>") {
						return 0, x.Failf(i, "\"]]>\" in text (write \"]]&gt;\")")
					}
					i++
				}
			case c == '\r':
				i++
			case c < utf8.RuneSelf:
				return 0, x.Failf(i, "control character 0x%02x", c)
			default:
				n, err := x.character(i)
				if err != nil {
					return 0, err
				}
				more = n == 0
				i += n
			}
		}
		if more {
			length := i - x.i
			grown := x.grow()
			i = x.i + length
			if !grown {
				if err := x.cutCharacter(i); err != nil {
					return 0, err
				}
				i = len(x.b)
				break
			}
		}
	}
	x.Text = x.b[x.i:i]
	if x.phase != inRoot {
		if k := slices.IndexFunc(x.Text, func(c byte) bool { return !IsSpace[c] }); k >= 0 {
			return 0, x.Failf(x.i+k, "text outside the document element")
		}
	}
	x.At, x.i = x.i, i
	return Text, nil
}

// cutCharacter returns the error of text that ends at b[i:], which may be the beginning of a longer
// character or of "]]>".
func (x *Lexer) cutCharacter(i int) error {
	switch {
	case len(x.sources) == 0 && x.W.Err != nil:
		return x.W.Err
	case i < len(x.b) && x.b[i] >= utf8.RuneSelf:
		return x.truncated("a character")
	}
	return nil
}

// carriageReturn reads the line end CR or CR LF.
func (x *Lexer) carriageReturn() (Token, error) {
	if x.i+1 == len(x.b) && !x.grow() && x.W.Err != nil {
		return 0, x.W.Err
	}
	x.At = x.i
	x.i++
	if x.i < len(x.b) && x.b[x.i] == '\n' {
		x.i++
	}
	x.Text = newline
	return Text, nil
}

// grow reads more of the document, at least as many bytes as follow x.i, and discards the bytes
// before x.i. It reports whether any were read. It moves x.b; offsets from x.i remain valid.
func (x *Lexer) grow() bool {
	if len(x.sources) > 0 {
		return false
	}
	x.LineAt(x.i)
	w := x.W
	had := w.End - x.i
	for {
		w.Pos = x.i
		shift, ok := w.More(x.i)
		x.i -= shift
		x.At = x.i
		x.lineBefore -= shift
		x.dropped += shift
		x.b = w.Buf[:w.End]
		if now := w.End - x.i; !ok || now >= 2*had {
			return now > had
		}
	}
}

// LineAt returns the line, from 1, of b[i] in the document. The cost is linear in the bytes since
// the last call.
func (x *Lexer) LineAt(i int) int {
	if len(x.sources) > 0 {
		i = x.sources[0].i
	}
	if i > x.lineBefore {
		x.line += bytes.Count(x.W.Buf[x.lineBefore:i], newline)
		x.lineBefore = i
	}
	return x.line + 1
}

// Position returns the index of b[i] for messages. Inside an entity it is that of the reference.
func (x *Lexer) Position(i int) int {
	if len(x.sources) > 0 {
		return max(0, x.sources[0].i-1)
	}
	return i
}

// Fail returns an error with the place of b[i].
func (x *Lexer) Fail(i int, err error) error {
	if len(x.sources) > 0 {
		err = fmt.Errorf("in entity &%s;: %w", x.sources[len(x.sources)-1].entity.name, err)
	}
	return x.W.ErrorAt(x.Position(i), err)
}

// Failf is like Fail for a formatted message.
func (x *Lexer) Failf(i int, format string, args ...any) error {
	return x.Fail(i, fmt.Errorf(format, args...))
}

// WarnAt warns of a fault at b[i] that does not stop the reading.
func (x *Lexer) WarnAt(i int, message string) {
	if x.warn != nil {
		line, col := x.W.Place(x.Position(i))
		x.warn(line, col, message)
	}
}

// truncated returns the error for a text that ends inside of what.
func (x *Lexer) truncated(what string) error {
	switch {
	case len(x.sources) > 0:
		return x.Failf(x.i, "the entity ends inside %s", what)
	case x.W.Err != nil:
		return x.W.Err
	}
	return x.W.ErrorAt(x.W.End, fmt.Errorf("%w: inside %s", doc.ErrTruncated, what))
}
