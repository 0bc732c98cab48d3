package rdfio

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// xmlLexer reads an XML document as a sequence of tokens and checks that it is well-formed (XML
// 1.0, fifth edition; Namespaces in XML 1.0 for the declarations). It reads internal entities and
// refuses external ones; an external DTD subset is not read.
//
// A token is always scanned in one piece: where it passes the end of what the window holds, the
// window grows by at least as much and the scan starts again, so that the scanners need no state
// and the cost stays linear.
type xmlLexer struct {
	w      *doc.Window
	limits doc.Limits
	warn   func(line, col int, message string)

	b []byte // what is being read: the window, or the text of the innermost open entity
	i int    // the first unread byte of b

	// The token that next found. All of it is good until the next call.
	at    int       // index in b of its first byte
	name  []byte    // of a start tag, as written; the target of a processing instruction
	attrs []xmlAttr // of a start tag, namespace declarations among them
	text  []byte    // character data, comment, or what follows the target

	open    []openElement
	names   []byte // the names of the open elements, one behind the other
	closing bool   // the start tag was that of an empty element: its end is the next token
	phase   xmlPhase

	ns       namespaces
	entities map[string]*entity
	attlists map[string][]attributeDefault
	sources  []entitySource // what to go on with behind each open entity
	expanded int            // bytes of all entities expanded so far
	cooked   []byte         // attribute values of this tag that are not as written

	dropped    int // bytes of the document before the window
	line       int // newlines of the document before w.buf[lineCounted]
	lineBefore int
}

// xmlAttr is an attribute: its name as written and its normalised value (XML 1.0, section 3.3.3).
type xmlAttr struct {
	name, value []byte
	at          int  // index in b of the name
	raw         bool // value has references or white space still to be replaced
	declares    bool // a namespace declaration
}

// openElement is what to return to at the end of an element.
type openElement struct {
	name     int // its name is names[name:], up to that of the next one
	bindings int // len(ns.bindings) before it
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

type xmlToken uint8

const (
	xmlEnd xmlToken = iota // of the document
	xmlStartTag
	xmlEndTag
	xmlText // a part of the character data: what follows may be more of it
	xmlComment
	xmlInstruction
	xmlNothing // nothing that the document's reader sees
)

func newXMLLexer(w *doc.Window, opts doc.Options) *xmlLexer {
	return &xmlLexer{w: w, limits: opts.Limits.WithDefaults(), warn: opts.Warn, b: w.Buf[:w.End], i: w.Pos, lineBefore: w.Pos,
		line: bytes.Count(w.Buf[:w.Pos], newline), ns: newNamespaces()}
}

var newline = []byte{'\n'}

// next reads one token.
func (x *xmlLexer) next() (xmlToken, error) {
	if x.closing {
		x.closing = false
		x.pop()
		return xmlEndTag, nil
	}
	if x.phase == beforeDocument {
		if err := x.xmlDeclaration(); err != nil {
			return 0, err
		}
		x.phase = beforeDoctype
	}
	for {
		x.at = x.i
		if x.i == len(x.b) && !x.grow() {
			if len(x.sources) > 0 {
				if err := x.leaveEntity(); err != nil {
					return 0, err
				}
				continue
			}
			return xmlEnd, x.atEnd()
		}
		var token xmlToken
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

// atEnd says whether a document may end here.
func (x *xmlLexer) atEnd() error {
	switch {
	case x.w.Err != nil:
		return x.w.Err
	case x.phase == inRoot:
		return x.w.ErrorAt(x.w.End, fmt.Errorf("%w: element <%s> is not closed", doc.ErrTruncated, x.topName()))
	case x.phase != afterRoot:
		return x.w.ErrorAt(x.w.End, fmt.Errorf("%w: it has no element", doc.ErrTruncated))
	}
	return nil
}

// markup reads what begins with "<".
func (x *xmlLexer) markup() (xmlToken, error) {
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

// scanMarkup reads the markup that b, the rest of x.b, begins with; done is false if b ends
// before it does.
func (x *xmlLexer) scanMarkup(b []byte) (token xmlToken, done bool, err error) {
	if len(b) < 2 {
		return 0, false, nil
	}
	switch b[1] {
	case '/':
		done, err = x.endTag()
		return xmlEndTag, done, err
	case '?':
		done, err = x.instruction(b)
		return xmlInstruction, done, err
	case '!':
		const comment, cdata, doctype = "<!--", "<![CDATA[", "<!DOCTYPE"
		switch {
		case bytes.HasPrefix(b, []byte(comment)):
			done, err = x.comment(b)
			return xmlComment, done, err
		case bytes.HasPrefix(b, []byte(cdata)):
			done, err = x.cdata(b)
			return xmlText, done, err
		case bytes.HasPrefix(b, []byte(doctype)):
			done, err = x.doctype(b)
			return xmlNothing, done, err
		case len(b) < len(cdata):
			return 0, false, nil
		}
		return 0, false, x.failf(x.i, "\"<!\" that starts neither comment nor CDATA section")
	default:
		done, err = x.startTag()
		return xmlStartTag, done, err
	}
}

// startTag reads "<name attribute='value' …>" or "<name …/>".
func (x *xmlLexer) startTag() (done bool, err error) {
	b, i := x.b, x.i+1
	for i < len(b) && xmlNameByte[b[i]] {
		i++
	}
	if i == len(b) {
		return false, nil
	}
	if i == x.i+1 {
		return false, x.failf(x.i, "\"<\" that starts no tag (in text, write \"&lt;\")")
	}
	x.name = b[x.i+1 : i]
	x.attrs = x.attrs[:0]
	empty, cook, declares := false, false, false
	for {
		behind := i
		for i < len(b) && xmlSpace[b[i]] {
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
				return false, x.failf(i, "\"/\" inside the tag <%s>", x.name)
			}
			i += 2
			empty = true
			break
		}
		var a xmlAttr
		a.at = i
		for i < len(b) && xmlNameByte[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		a.name = b[a.at:i]
		switch {
		case len(a.name) == 0:
			return false, x.failf(i, "%q inside the tag <%s>", b[i], x.name)
		case a.at == behind:
			return false, x.failf(a.at, "no white space before the attribute %s", a.name)
		}
		for i < len(b) && xmlSpace[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		if b[i] != '=' {
			return false, x.failf(i, "attribute %s without value", a.name)
		}
		i++
		for i < len(b) && xmlSpace[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		quote := b[i]
		if quote != '"' && quote != '\'' {
			return false, x.failf(i, "the value of attribute %s is not in quotes", a.name)
		}
		start := i + 1
		if i, err = x.attributeValue(start, quote, &a); i < 0 || err != nil {
			return false, err
		}
		a.value = b[start:i]
		i++
		a.declares = len(a.name) >= 5 && string(a.name[:5]) == "xmlns" && (len(a.name) == 5 || a.name[5] == ':')
		cook = cook || a.raw
		declares = declares || a.declares
		x.attrs = append(x.attrs, a)
	}
	x.i = i
	return true, x.enter(empty, cook, declares)
}

// attributeValue returns the index of the quote that ends the value at x.b[i:], or -1 if the
// text ends before.
func (x *xmlLexer) attributeValue(i int, quote byte, a *xmlAttr) (int, error) {
	b := x.b
	for {
		i = plainRun(b, i, quote, '&', '<')
		if i == len(b) {
			return -1, nil
		}
		switch c := b[i]; {
		case c == quote:
			return i, nil
		case c == '&' || xmlSpace[c]:
			a.raw = true
			i++
		case c == '<':
			return 0, x.failf(i, "\"<\" in the value of attribute %s (write \"&lt;\")", a.name)
		case c < utf8.RuneSelf:
			return 0, x.failf(i, "control character 0x%02x", c)
		default:
			n, err := x.character(i)
			if n == 0 || err != nil {
				return -1, err
			}
			i += n
		}
	}
}

// character returns the length of the character beyond ASCII at b[i]; 0 where b ends inside it.
func (x *xmlLexer) character(i int) (int, error) {
	r, n := utf8.DecodeRune(x.b[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		if !utf8.FullRune(x.b[i:]) {
			return 0, nil
		}
		return 0, x.failf(i, "invalid UTF-8: byte 0x%02x", x.b[i])
	case !validChar(r):
		return 0, x.failf(i, "character U+%04X", r)
	}
	return n, nil
}

// enter opens the element whose start tag was scanned: it completes the attributes and puts the
// namespace declarations in force.
func (x *xmlLexer) enter(empty, cook, declares bool) error {
	switch {
	case x.phase == afterRoot:
		return x.failf(x.at, "a second document element: <%s>", x.name)
	case len(x.open) >= x.limits.Depth:
		return x.fail(x.at, fmt.Errorf("%w: elements nested more than %d deep", doc.ErrTooLarge, x.limits.Depth))
	}
	root := x.phase != inRoot
	x.phase = inRoot
	x.open = append(x.open, openElement{name: len(x.names), bindings: len(x.ns.bindings), scope: x.ns.scope})
	x.names = append(x.names, x.name...)
	x.closing = empty
	if cook {
		x.cooked = x.cooked[:0]
		for k := range x.attrs {
			if a := &x.attrs[k]; a.raw {
				if err := x.cook(a); err != nil {
					return err
				}
			}
		}
	}
	if len(x.attrs) > 1 {
		if err := x.uniqueAttributes(); err != nil {
			return err
		}
	}
	if len(x.attlists) > 0 {
		added, err := x.applyDefaults()
		if err != nil {
			return err
		}
		declares = declares || added
	}
	if !declares {
		return nil
	}
	return x.declareNamespaces(root)
}

// uniqueAttributes refuses two attributes of the same name (XML 1.0, section 3.1).
func (x *xmlLexer) uniqueAttributes() error {
	const few = 12
	if len(x.attrs) <= few {
		for k := range x.attrs {
			for l := range k {
				if string(x.attrs[k].name) == string(x.attrs[l].name) {
					return x.failf(x.attrs[k].at, "attribute %s is there twice", x.attrs[k].name)
				}
			}
		}
		return nil
	}
	sorted := make([]int, len(x.attrs))
	for k := range sorted {
		sorted[k] = k
	}
	slices.SortStableFunc(sorted, func(k, l int) int { return bytes.Compare(x.attrs[k].name, x.attrs[l].name) })
	for k := 1; k < len(sorted); k++ {
		if a := &x.attrs[sorted[k]]; string(a.name) == string(x.attrs[sorted[k-1]].name) {
			return x.failf(a.at, "attribute %s is there twice", a.name)
		}
	}
	return nil
}

// declareNamespaces puts the namespace declarations of a start tag in force.
func (x *xmlLexer) declareNamespaces(root bool) error {
	changed := false
	for k := range x.attrs {
		a := &x.attrs[k]
		if !a.declares {
			continue
		}
		var prefix []byte
		if len(a.name) > 5 {
			prefix = a.name[6:]
		}
		added, err := x.ns.declare(prefix, a.value, len(a.name) > 5)
		if err != nil {
			return x.fail(a.at, err)
		}
		changed = changed || added
		if root && x.ns.declared != nil {
			x.ns.declared(string(prefix), string(a.value))
		}
	}
	if changed {
		x.ns.newScope()
	}
	return nil
}

// endTag reads "</name>".
func (x *xmlLexer) endTag() (done bool, err error) {
	b, i := x.b, x.i+2
	if len(x.open) == 0 {
		return false, x.failf(x.i, "end tag without a start tag")
	}
	if len(x.sources) > 0 && len(x.open) <= x.sources[len(x.sources)-1].depth {
		return false, x.failf(x.i, "an entity closes an element that it did not open")
	}
	name := x.topName()
	if !bytes.HasPrefix(b[i:], name) {
		for i < len(b) && xmlNameByte[b[i]] {
			i++
		}
		if i == len(b) {
			return false, nil
		}
		return false, x.failf(x.i, "</%s> where </%s> is expected", b[x.i+2:i], name)
	}
	i += len(name)
	for i < len(b) && xmlSpace[b[i]] {
		i++
	}
	if i == len(b) {
		return false, nil
	}
	if b[i] != '>' {
		return false, x.failf(i, "%q in the end tag of <%s>", b[i], name)
	}
	x.i = i + 1
	x.pop()
	return true, nil
}

// pop closes the innermost element.
func (x *xmlLexer) pop() {
	top := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	x.names = x.names[:top.name]
	x.ns.restore(top.bindings, top.scope)
	if len(x.open) == 0 {
		x.phase = afterRoot
	}
}

func (x *xmlLexer) topName() []byte { return x.names[x.open[len(x.open)-1].name:] }

// instruction reads "<?target text?>".
func (x *xmlLexer) instruction(b []byte) (done bool, err error) {
	n := bytes.Index(b[2:], []byte("?>"))
	if n < 0 {
		return false, nil
	}
	content := b[2 : 2+n]
	if bad := firstInvalid(content); bad >= 0 {
		return false, x.failf(x.i+2+bad, "invalid character 0x%02x", content[bad])
	}
	t := 0
	for t < len(content) && xmlNameByte[content[t]] {
		t++
	}
	target := content[:t]
	switch {
	case !validNCName(target):
		return false, x.failf(x.i, "processing instruction without a valid name")
	case t < len(content) && !xmlSpace[content[t]]:
		return false, x.failf(x.i+2+t, "%q in the name of a processing instruction", content[t])
	case len(target) == 3 && rdf.EqualFoldASCII(target, []byte("xml")):
		return false, x.failf(x.i, "an XML declaration that does not begin the document")
	}
	x.name = target
	x.text = bytes.TrimLeft(content[t:], " \t\r\n")
	x.i += 2 + n + 2
	return true, nil
}

// comment reads "<!-- … -->".
func (x *xmlLexer) comment(b []byte) (done bool, err error) {
	n := bytes.Index(b[4:], []byte("--"))
	if n < 0 || 4+n+2 == len(b) {
		return false, nil
	}
	if b[4+n+2] != '>' {
		return false, x.failf(x.i+4+n, "\"--\" inside a comment")
	}
	x.text = b[4 : 4+n]
	if bad := firstInvalid(x.text); bad >= 0 {
		return false, x.failf(x.i+4+bad, "invalid character 0x%02x", x.text[bad])
	}
	x.i += 4 + n + 3
	return true, nil
}

// cdata reads "<![CDATA[ … ]]>".
func (x *xmlLexer) cdata(b []byte) (done bool, err error) {
	if len(x.open) == 0 {
		return false, x.failf(x.i, "CDATA section outside the document element")
	}
	const start = len("<![CDATA[")
	n := bytes.Index(b[start:], []byte("]]>"))
	if n < 0 {
		return false, nil
	}
	x.text = b[start : start+n]
	if bad := firstInvalid(x.text); bad >= 0 {
		return false, x.failf(x.i+start+bad, "invalid character 0x%02x", x.text[bad])
	}
	x.text = x.lineEnds(x.text)
	x.i += start + n + 3
	return true, nil
}

// lineEnds replaces CR LF and lone CR by LF (section 2.11) in a token of the document; the text
// of entities is already so.
func (x *xmlLexer) lineEnds(text []byte) []byte {
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

// characters reads character data up to the next markup, reference or carriage return; the last
// two are a token of their own.
func (x *xmlLexer) characters() (xmlToken, error) {
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
						return 0, x.failf(i, "\"]]>\" in text (write \"]]&gt;\")")
					}
					i++
				}
			case c == '\r':
				i++
			case c < utf8.RuneSelf:
				return 0, x.failf(i, "control character 0x%02x", c)
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
	x.text = x.b[x.i:i]
	if x.phase != inRoot {
		if k := slices.IndexFunc(x.text, func(c byte) bool { return !xmlSpace[c] }); k >= 0 {
			return 0, x.failf(x.i+k, "text outside the document element")
		}
	}
	x.at, x.i = x.i, i
	return xmlText, nil
}

// cutCharacter says what is wrong with text that ends at b[i:], which may be the beginning of a
// longer character or of "]]>".
func (x *xmlLexer) cutCharacter(i int) error {
	switch {
	case len(x.sources) == 0 && x.w.Err != nil:
		return x.w.Err
	case i < len(x.b) && x.b[i] >= utf8.RuneSelf:
		return x.truncated("a character")
	}
	return nil
}

// carriageReturn reads one end of line that is written as CR or CR LF.
func (x *xmlLexer) carriageReturn() (xmlToken, error) {
	if x.i+1 == len(x.b) && !x.grow() && x.w.Err != nil {
		return 0, x.w.Err
	}
	x.at = x.i
	x.i++
	if x.i < len(x.b) && x.b[x.i] == '\n' {
		x.i++
	}
	x.text = newline
	return xmlText, nil
}

// grow makes more of the document available behind x.i, at least as many bytes as there are; what
// is before x.i is given up. It reports whether there is anything new. It moves x.b: indexes
// relative to x.i stay good.
func (x *xmlLexer) grow() bool {
	if len(x.sources) > 0 {
		return false
	}
	x.lineAt(x.i)
	w := x.w
	had := w.End - x.i
	for {
		w.Pos = x.i
		shift, ok := w.More(x.i)
		x.i -= shift
		x.at = x.i
		x.lineBefore -= shift
		x.dropped += shift
		x.b = w.Buf[:w.End]
		if now := w.End - x.i; !ok || now >= 2*had {
			return now > had
		}
	}
}

// lineAt returns the line, from 1, of b[i] in the document. It is cheap if i grows from call to
// call.
func (x *xmlLexer) lineAt(i int) int {
	if len(x.sources) > 0 {
		i = x.sources[0].i
	}
	if i > x.lineBefore {
		x.line += bytes.Count(x.w.Buf[x.lineBefore:i], newline)
		x.lineBefore = i
	}
	return x.line + 1
}

// position returns the place of b[i] for messages; inside an entity that of the reference.
func (x *xmlLexer) position(i int) int {
	if len(x.sources) > 0 {
		return max(0, x.sources[0].i-1)
	}
	return i
}

// fail gives an error the place of b[i].
func (x *xmlLexer) fail(i int, err error) error {
	if len(x.sources) > 0 {
		err = fmt.Errorf("in entity &%s;: %w", x.sources[len(x.sources)-1].entity.name, err)
	}
	return x.w.ErrorAt(x.position(i), err)
}

func (x *xmlLexer) failf(i int, format string, args ...any) error {
	return x.fail(i, fmt.Errorf(format, args...))
}

// warnAt tells of a fault at b[i] that does not stop the reading.
func (x *xmlLexer) warnAt(i int, message string) {
	if x.warn != nil {
		line, col := x.w.Place(x.position(i))
		x.warn(line, col, message)
	}
}

// truncated is the error for a text that ends inside of what.
func (x *xmlLexer) truncated(what string) error {
	switch {
	case len(x.sources) > 0:
		return x.failf(x.i, "the entity ends inside %s", what)
	case x.w.Err != nil:
		return x.w.Err
	}
	return x.w.ErrorAt(x.w.End, fmt.Errorf("%w: inside %s", doc.ErrTruncated, what))
}
