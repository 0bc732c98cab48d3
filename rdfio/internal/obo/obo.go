package obo

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Read reads an OBO document ("OBO Flat File Format 1.4 Syntax and Semantics"): this file cuts
// it into frames of tag-value clauses (section 3), obo_owl.go turns these into axioms (section 5).
// As a term may use a relation that is defined behind it, all frames are read before the first
// axiom is made.
//
// A line that cannot be read costs that line, a stanza without an id that stanza, unless reading is
// strict (see doc.Options.tolerate).
func Read(w *doc.Window, opts doc.Options, report *doc.Report) (*owl.Ontology, error) {
	document, err := readOBOFrames(w, opts, report)
	if err != nil {
		return nil, err
	}
	return document.translate(newOBOTranslator(document, opts, report))
}

// oboDocument is the header, which is a frame without an id, and the frames behind it.
type oboDocument struct {
	window *doc.Window
	opts   doc.Options
	header oboFrame
	frames []oboFrame
}

// oboFrame is one stanza.
type oboFrame struct {
	kind    string // Term, Typedef or Instance
	id      string
	line    int
	clauses []oboClause
	broken  bool // has no id, and is left out
	faulty  bool // has lines that were left out
}

// oboClause is one line. Its value is the text after the colon, with escapes, comments and trailing
// modifiers.
type oboClause struct {
	tag, value string
	line, col  int // of the value
}

// readOBOFrames reads the document. Stanzas of other kinds than the three are noted and left out.
func readOBOFrames(w *doc.Window, opts doc.Options, report *doc.Report) (*oboDocument, error) {
	document := &oboDocument{window: w, opts: opts}
	frame := &document.header
	w.More(w.Pos) // the first lines; oboLine returns an error
	end := lineEnd(w.Buf[w.Pos:w.End])
	for lines := 1; ; lines++ {
		line, taken, err := oboLine(w, end)
		if err != nil {
			return nil, err
		}
		if line == nil {
			break
		}
		text := strings.TrimRight(string(line), " \t\r")
		content := strings.TrimLeft(text, " \t")
		switch {
		case content == "" || content[0] == '!':
		case content[0] == '[':
			if err := document.checkFrame(frame); err != nil {
				return nil, err
			}
			opened, err := document.stanza(content, lines)
			if err != nil {
				return nil, err
			}
			document.frames = append(document.frames, opened)
			frame = &document.frames[len(document.frames)-1]
		default:
			if err := document.add(frame, text, lines, report); err != nil {
				return nil, err
			}
		}
		lines += taken - 1
	}
	if frame.lacksID() && len(frame.clauses) == 0 && !frame.faulty {
		return nil,
			w.ErrorAt(w.End, fmt.Errorf("%w: expected an id in the last stanza", doc.ErrTruncated))
	}
	if err := document.checkFrame(frame); err != nil {
		return nil, err
	}
	known := document.frames[:0]
	begun := make(map[[2]string]int) // first line, by kind and id
	for _, f := range document.frames {
		if f.broken {
			continue
		}
		if f.kind != "Term" && f.kind != "Typedef" && f.kind != "Instance" {
			report.Note(NoteOBOSkipped, f.line, 1, fmt.Sprintf("a stanza of the kind [%s]", f.kind))
			continue
		}
		of := [2]string{f.kind, f.id}
		if line, twice := begun[of]; twice {
			report.Note(doc.NoteSyntax, f.line, 1, fmt.Sprintf(
				"a second stanza of %s, which began in line %d; both are read", f.id, line))
		} else {
			begun[of] = f.line
		}
		known = append(known, f)
	}
	document.frames = known
	if len(document.frames) == 0 && len(document.header.clauses) == 0 {
		return nil,
			w.ErrorAt(0, fmt.Errorf("%w: neither a header nor a stanza", doc.ErrNotOntology))
	}
	return document, nil
}

// lineEnd returns the last byte of the line ends of a document: a carriage return if the first line
// ends in one alone.
func lineEnd(head []byte) byte {
	i := bytes.IndexAny(head, "\r\n")
	if i >= 0 && i+1 < len(head) && head[i] == '\r' && head[i+1] != '\n' {
		return '\r'
	}
	return '\n'
}

// oboLine returns the next line without its end, joined with those behind it that a backslash
// continues, and how many there were; nil at the end of the document. The line is good until the
// next call.
func oboLine(w *doc.Window, lineEnd byte) (line []byte, taken int, err error) {
	searched := w.Pos
	for {
		i := bytes.IndexByte(w.Buf[searched:w.End], lineEnd)
		if i < 0 {
			searched = w.End
			shift, ok := w.More(w.Pos)
			searched -= shift
			if ok {
				continue
			}
			if w.Err != nil {
				return nil, 0, w.Err
			}
			if w.Pos == w.End {
				return nil, 0, nil
			}
			line, w.Pos = w.Buf[w.Pos:w.End], w.End
			return joinOBOLines(line), 1 + bytes.Count(line, []byte{lineEnd}), nil
		}
		if end := searched + i; !continuedOBOLine(w.Buf[w.Pos:end]) {
			line, w.Pos = w.Buf[w.Pos:end], end+1
			return joinOBOLines(line), 1 + bytes.Count(line, []byte{lineEnd}), nil
		}
		searched += i + 1
	}
}

// continuedOBOLine reports whether a line ends in an unescaped backslash.
func continuedOBOLine(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	n := 0
	for n < len(line) && line[len(line)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func joinOBOLines(line []byte) []byte {
	if bytes.IndexByte(line, '\n') < 0 {
		return line
	}
	line = bytes.ReplaceAll(line, []byte("\\\r\n"), nil)
	return bytes.ReplaceAll(line, []byte("\\\n"), nil)
}

// stanza reads a stanza header.
func (d *oboDocument) stanza(content string, line int) (oboFrame, error) {
	kind, rest, found := strings.Cut(content[1:], "]")
	if !found {
		fault := oboError(d.window, line, 1,
			fmt.Errorf(`expected "]" to end a stanza header, found %s`, oboExcerpt(content)))
		return oboFrame{kind: content, line: line, broken: true, faulty: true},
			d.opts.Tolerate(doc.NoteStanzaLeftOut, fault, "the stanza is left out")
	}
	var err error
	if rest = strings.TrimSpace(rest); rest != "" && rest[0] != '!' {
		fault := oboError(d.window, line, 1,
			fmt.Errorf("expected the end of the line behind [%s], found %s", kind,
				oboExcerpt(rest)))
		err = d.opts.Tolerate(doc.NoteWords, fault, "ignored")
	}
	return oboFrame{kind: kind, line: line}, err
}

// add puts a line into the frame; the id goes to its own field.
func (d *oboDocument) add(f *oboFrame, text string, line int, report *doc.Report) error {
	colon := oboColon(text)
	if colon < 0 {
		f.faulty = true
		fault := oboError(d.window, line, 1,
			fmt.Errorf("expected a tag and a colon, found %s", oboExcerpt(text)))
		return d.opts.Tolerate(doc.NoteLineLeftOut, fault, "the line is left out")
	}
	tag := strings.TrimSpace(oboUnescape(text[:colon]))
	value := strings.TrimLeft(text[colon+1:], " \t")
	c := oboClause{tag: tag, value: value, line: line, col: len(text) - len(value) + 1}
	if tag != "id" || f.kind == "" || f.broken {
		f.clauses = append(f.clauses, c)
		return nil
	}
	if f.id != "" {
		fault := oboError(d.window, line, c.col,
			errors.New("a second id in a stanza, which began with "+oboExcerpt(f.id)))
		return d.opts.Tolerate(doc.NoteTwice, fault, "the line is left out")
	}
	v := oboValue{text: value}
	if f.id = v.word(); f.id == "" {
		f.faulty = true
		return d.opts.Tolerate(doc.NoteLineLeftOut,
			oboError(d.window, line, c.col, errors.New("expected an id")), "the line is left out")
	}
	if list, err := v.modifiers(false); err == nil && len(list) > 0 {
		report.Note(NoteOBOSkipped, line, c.col, "id: the trailing modifiers")
	}
	v.end()
	return d.settle(&c, &v)
}

// settle tolerates the faults of a value, or returns the first one as an error.
func (d *oboDocument) settle(c *oboClause, v *oboValue) error {
	for _, f := range v.faults {
		fault := oboError(d.window, c.line, c.col, fmt.Errorf("%s: %s", c.tag, f.fault))
		if err := d.opts.Tolerate(f.kind, fault, f.made); err != nil {
			return err
		}
	}
	return nil
}

// oboColon finds the colon that ends the tag.
func oboColon(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ':':
			return i
		}
	}
	return -1
}

// lacksID reports whether a stanza that must have an id has none.
func (f *oboFrame) lacksID() bool {
	return !f.broken && f.id == "" &&
		(f.kind == "Term" || f.kind == "Typedef" || f.kind == "Instance")
}

// checkFrame leaves a stanza without an id out, or returns an error.
func (d *oboDocument) checkFrame(f *oboFrame) error {
	if !f.lacksID() {
		return nil
	}
	f.broken = true
	fault := oboError(d.window, f.line, 1, fmt.Errorf("[%s] without an id", f.kind))
	return d.opts.Tolerate(doc.NoteStanzaLeftOut, fault, "the stanza is left out")
}

func oboError(w *doc.Window, line, col int, err error) error {
	return &doc.ParseError{File: w.File, Line: line, Col: col, Err: err}
}

// oboExcerpt quotes the beginning of a text.
func oboExcerpt(s string) string {
	const longest = 40
	if len(s) <= longest {
		return fmt.Sprintf("%q", s)
	}
	n := longest
	for n > 1 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%q…", s[:n])
}

// oboValue reads the parts of a clause's value (section 3.3).
type oboValue struct {
	text   string
	pos    int
	faults []oboFault // that do not keep the value from being read
}

// oboFault is a fault of a value and what is made of it.
type oboFault struct {
	kind        doc.NoteKind
	fault, made string
}

func (v *oboValue) fault(kind doc.NoteKind, fault, made string) {
	v.faults = append(v.faults, oboFault{kind, fault, made})
}

// oboXref is a cross reference with its description.
type oboXref struct{ id, description string }

// oboModifier is one of the trailing modifiers {name="value", …}.
type oboModifier struct{ name, value string }

func (v *oboValue) rest() string { return v.text[v.pos:] }

func (v *oboValue) skip() {
	for v.pos < len(v.text) && (v.text[v.pos] == ' ' || v.text[v.pos] == '\t') {
		v.pos++
	}
}

// peek returns the next byte that is no white space; 0 at the end or before a comment.
func (v *oboValue) peek() byte {
	v.skip()
	if v.pos == len(v.text) || v.text[v.pos] == '!' {
		return 0
	}
	return v.text[v.pos]
}

// word reads an identifier: up to white space, a comment or trailing modifiers, unescaped.
func (v *oboValue) word() string {
	if v.peek() == 0 {
		return ""
	}
	start := v.pos
scan:
	for v.pos < len(v.text) {
		switch c := v.text[v.pos]; c {
		case ' ', '\t':
			break scan
		case '!':
			if v.commentFollows(start) {
				v.fault(doc.NoteWords, "no blank before the comment "+oboExcerpt(v.rest()),
					"read as a comment")
				break scan
			}
		case '{':
			if v.pos > start && v.modifiersFollow() {
				break scan
			}
		case '\\':
			if v.pos+1 < len(v.text) {
				v.pos++
			}
		}
		v.pos++
	}
	return oboUnescape(v.text[start:v.pos])
}

// commentFollows reports whether the exclamation mark at v.pos begins a comment, though the
// identifier at start is before it. In a URL it must be the last character to do so.
func (v *oboValue) commentFollows(start int) bool {
	behind := v.text[v.pos+1:]
	return !isURL(v.text[start:v.pos]) || behind == "" || behind[0] == ' ' || behind[0] == '\t'
}

// name reads an identifier that may contain blanks: up to a quotation mark, a comment or trailing
// modifiers.
func (v *oboValue) name() string {
	v.skip()
	start := v.pos
	id := v.word()
	if c := v.peek(); c == 0 || c == '"' || c == '{' {
		return id
	}
	v.pos = start
	words := *v
	id = words.unquoted()
	if quote := strings.IndexByte(v.text[start:words.pos], '"'); quote >= 0 {
		words.text, words.pos = v.text[:start+quote], start
		id = words.unquoted()
	}
	v.pos = words.pos
	v.fault(doc.NoteBlanksInID, fmt.Sprintf("blanks in the id %s", oboExcerpt(id)), "kept")
	return id
}

// end notes what is behind the value and is no comment.
func (v *oboValue) end() {
	if v.peek() != 0 {
		v.fault(doc.NoteWords, "expected the end of the line, found "+oboExcerpt(v.rest()),
			"ignored")
	}
}

// quoted reads "…".
func (v *oboValue) quoted() (string, error) {
	if v.peek() != '"' {
		return "", fmt.Errorf("expected a quoted string, found %s", oboExcerpt(v.rest()))
	}
	start := v.pos + 1
	for i := start; i < len(v.text); i++ {
		switch v.text[i] {
		case '\\':
			i++
		case '"':
			v.pos = i + 1
			return oboUnescape(v.text[start:i]), nil
		}
	}
	return "", errors.New("unterminated quoted string")
}

// unquoted reads up to trailing modifiers, a comment or the end. A brace or exclamation mark inside
// the text should be escaped; it is text if no blank precedes it, or if no modifiers follow the
// brace.
func (v *oboValue) unquoted() string {
	v.skip()
	start := v.pos
	for v.pos < len(v.text) {
		switch c := v.text[v.pos]; {
		case c == '\\':
			v.pos++
		case c != '!' && c != '{' || v.pos > start && v.text[v.pos-1] != ' ' &&
			v.text[v.pos-1] != '\t':
		case c == '!' || v.modifiersFollow():
			return oboUnescape(strings.TrimRight(v.text[start:v.pos], " \t"))
		}
		v.pos++
	}
	v.pos = len(v.text)
	return oboUnescape(strings.TrimRight(v.text[start:], " \t"))
}

// modifiersFollow reports whether the rest of the value can be read as trailing modifiers.
func (v *oboValue) modifiersFollow() bool {
	ahead := *v
	_, err := ahead.modifiers(false)
	return err == nil && ahead.peek() == 0 || oboBareModifiers.MatchString(v.rest())
}

// oboBareModifiers matches trailing modifiers without quotation marks, up to the end of the value:
// {NAME=VALUE, …}, where a value may be empty.
var oboBareModifiers = regexp.MustCompile(
	`^\{[A-Za-z][\w.:-]*=[^{}"=,]*(,[ \t]*[A-Za-z][\w.:-]*=[^{}"=,]*)*\}[ \t]*(!.*)?$`)

// xrefs reads [id "description", …]; without a bracket there are none.
func (v *oboValue) xrefs() ([]oboXref, error) {
	if v.peek() != '[' {
		return nil, nil
	}
	v.pos++
	var list []oboXref
	for {
		v.skip()
		start := v.pos
		for v.pos < len(v.text) && (v.text[v.pos] != ',' || v.commaOfURL(start)) &&
			v.text[v.pos] != ']' && v.text[v.pos] != '"' {
			if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
				v.pos++
			}
			v.pos++
		}
		x := oboXref{id: oboUnescape(strings.TrimSpace(v.text[start:v.pos]))}
		if v.pos < len(v.text) && v.text[v.pos] == '"' {
			var err error
			if x.description, err = v.quoted(); err != nil {
				return nil, err
			}
		}
		if x != (oboXref{}) {
			list = append(list, x)
		}
		v.skip()
		if v.pos == len(v.text) {
			return nil, errors.New(`expected "]" to end a list of cross references`)
		}
		v.pos++
		switch v.text[v.pos-1] {
		case ',':
		case ']':
			return list, nil
		default:
			v.pos--
			return nil, fmt.Errorf(`expected "," or "]" in a list of cross references, found %s`,
				oboExcerpt(v.rest()))
		}
	}
}

// commaOfURL reports whether the comma at v.pos is part of the URL that began at start: no blank
// follows it.
func (v *oboValue) commaOfURL(start int) bool {
	behind := v.text[v.pos+1:]
	return behind != "" && behind[0] != ' ' && strings.Contains(v.text[start:v.pos], "://")
}

// modifiers reads {name="value", …}; without a brace there are none. Lenient reading takes values
// without quotation marks, and leaves names without a value out.
func (v *oboValue) modifiers(lenient bool) ([]oboModifier, error) {
	if v.peek() != '{' {
		return nil, nil
	}
	v.pos++
	var list []oboModifier
	for {
		m := oboModifier{name: v.until("=,}\"{")}
		if m.name == "" {
			return nil, errors.New("expected the name of a trailing modifier")
		}
		if v.peek() == '=' {
			v.pos++
			var err error
			if lenient && v.peek() != '"' {
				v.fault(doc.NoteModifier, "expected a quoted string, found "+oboExcerpt(v.rest()),
					"read without quotation marks")
				m.value = v.until(",}")
			} else if m.value, err = v.quoted(); err != nil {
				return nil, err
			}
			list = append(list, m)
		} else {
			fault := fmt.Sprintf(`expected "=" behind the trailing modifier %q`, m.name)
			if !lenient {
				return nil, errors.New(fault)
			}
			v.fault(doc.NoteModifier, fault, "left out")
		}
		switch v.peek() {
		case ',':
			v.pos++
		case '}':
			v.pos++
			return list, nil
		default:
			return nil, fmt.Errorf(`expected "," or "}" in trailing modifiers, found %s`,
				oboExcerpt(v.rest()))
		}
	}
}

// until reads up to one of the characters in stop, unescaped and without white space around it.
func (v *oboValue) until(stop string) string {
	start := v.pos
	for v.pos < len(v.text) && strings.IndexByte(stop, v.text[v.pos]) < 0 {
		if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
			v.pos++
		}
		v.pos++
	}
	return oboUnescape(strings.TrimSpace(v.text[start:v.pos]))
}

// oboUnescape resolves the escapes of section 3.2; a backslash before any other character is that
// character.
func oboUnescape(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for ; i >= 0 && i+1 < len(s); i = strings.IndexByte(s, '\\') {
		b.WriteString(s[:i])
		switch s[i+1] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'W':
			b.WriteByte(' ')
		default:
			b.WriteByte(s[i+1])
		}
		s = s[i+2:]
	}
	b.WriteString(s)
	return b.String()
}

// Is looks for a tag of the OBO header or a stanza header in the first line that is neither
// empty nor a comment.
func Is(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '!' {
			continue
		}
		for _, stanza := range []string{"[Term]", "[Typedef]", "[Instance]"} {
			if bytes.HasPrefix(line, []byte(stanza)) {
				return true
			}
		}
		tag, _, found := bytes.Cut(line, []byte{':'})
		return found && (oboHeaderOrder[string(tag)] > 0 || string(tag) == "version") // of OBO 1.0
	}
	return false
}
