package obo

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// Read reads an OBO document ("OBO Flat File Format 1.4 Syntax and Semantics"): this file cuts
// it into frames of tag-value clauses (section 3), owl.go turns these into axioms (section 5).
// As a term may use a relation that is defined behind it, all frames are read before the first
// axiom is made.
//
// A line that cannot be read costs that line, a stanza without an id that stanza, unless reading is
// strict (see doc.Options.tolerate).
func Read(w *doc.Window, opts doc.Options, report *doc.Report) (*owl.Ontology, error) {
	return read(w, opts, report, nil)
}

func read(w *doc.Window, opts doc.Options, report *doc.Report,
	trace func(owl.Axiom, []int)) (*owl.Ontology, error) {
	document, err := readOBOFrames(w, opts, report)
	if err != nil {
		return nil, err
	}
	t, err := newOBOTranslator(document)
	if err != nil {
		return nil, err
	}
	t.trace = trace
	return t.translate()
}

// oboDocument is the header, which is a frame without an id, and the frames behind it.
type oboDocument struct {
	window *doc.Window
	opts   doc.Options
	report *doc.Report
	header oboFrame
	frames []oboFrame
	begun  map[[2]string]int // first lines of frames, by kind and id
}

// oboFrame is one stanza.
type oboFrame struct {
	kind    string // Term, Typedef or Instance
	id      string
	line    int
	clauses []oboClause
	broken  bool // its header cannot be read
}

// oboClause is one line. Its value is the text after the colon, with escapes, comments and trailing
// modifiers.
type oboClause struct {
	tag, value string
	line, col  int // of the value
}

var oboKinds = []string{"Term", "Typedef", "Instance"}

// readOBOFrames reads the document.
func readOBOFrames(w *doc.Window, opts doc.Options, report *doc.Report) (*oboDocument, error) {
	d := &oboDocument{window: w, opts: opts, report: report, begun: map[[2]string]int{}}
	frame, bare := &d.header, false // bare: a stanza has begun, and has no lines
	w.More(w.Pos)                   // the first lines; oboLine returns an error
	end := lineEnd(w.Buf[w.Pos:w.End])
	for number := 1; ; {
		line, taken, err := oboLine(w, end)
		if err != nil {
			return nil, err
		}
		if line == nil {
			break
		}
		text := strings.TrimRight(string(line), " \t\r")
		switch content := strings.TrimLeft(text, " \t"); {
		case content == "" || content[0] == '!':
		case content[0] == '[':
			if err = d.finish(frame); err == nil {
				frame, err = d.stanza(content, number)
				bare = !frame.broken
			}
		default:
			bare = false
			err = d.add(frame, text, number)
		}
		if err != nil {
			return nil, err
		}
		number += taken
	}
	if bare && slices.Contains(oboKinds, frame.kind) {
		return nil,
			w.ErrorAt(w.End, fmt.Errorf("%w: expected an id in the last stanza", doc.ErrTruncated))
	}
	if err := d.finish(frame); err != nil {
		return nil, err
	}
	if len(d.frames) == 0 && len(d.header.clauses) == 0 {
		return nil,
			w.ErrorAt(0, fmt.Errorf("%w: neither a header nor a stanza", doc.ErrNotOntology))
	}
	return d, nil
}

// finish leaves out a stanza, the last one, if it has no id or is of another kind.
func (d *oboDocument) finish(f *oboFrame) (err error) {
	of := [2]string{f.kind, f.id}
	line, twice := d.begun[of]
	switch {
	case f == &d.header:
		return nil
	case f.broken:
	case !slices.Contains(oboKinds, f.kind):
		d.report.Note(NoteOBOSkipped, f.line, 1, fmt.Sprintf("a stanza of the kind [%s]", f.kind))
	case f.id == "":
		fault := oboError(d.window, f.line, 1, fmt.Errorf("[%s] without an id", f.kind))
		err = d.opts.Tolerate(doc.NoteStanzaLeftOut, fault, "the stanza is left out")
	case twice:
		d.report.Note(doc.NoteSyntax, f.line, 1, fmt.Sprintf(
			"a second stanza of %s, which began in line %d; both are read", f.id, line))
		return nil
	default:
		d.begun[of] = f.line
		return nil
	}
	d.frames = d.frames[:len(d.frames)-1]
	return err
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
		end := searched + bytes.IndexByte(w.Buf[searched:w.End], lineEnd)
		switch {
		case end < searched:
			searched = w.End
			shift, ok := w.More(w.Pos)
			if searched -= shift; ok {
				continue
			}
			if w.Err != nil || w.Pos == w.End {
				return nil, 0, w.Err
			}
			end = w.End
		case continuedOBOLine(w.Buf[w.Pos:end]):
			searched = end + 1
			continue
		}
		line, w.Pos = w.Buf[w.Pos:end], min(end+1, w.End)
		return joinOBOLines(line), 1 + bytes.Count(line, []byte{lineEnd}), nil
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

// stanza reads a stanza header and begins a frame.
func (d *oboDocument) stanza(content string, line int) (*oboFrame, error) {
	kind, rest, found := strings.Cut(content[1:], "]")
	d.frames = append(d.frames, oboFrame{kind: kind, line: line, broken: !found})
	f := &d.frames[len(d.frames)-1]
	if !found {
		fault := oboError(d.window, line, 1,
			fmt.Errorf(`expected "]" to end a stanza header, found %s`, oboExcerpt(content)))
		return f, d.opts.Tolerate(doc.NoteStanzaLeftOut, fault, "the stanza is left out")
	}
	if rest = strings.TrimSpace(rest); rest == "" || rest[0] == '!' {
		return f, nil
	}
	fault := oboError(d.window, line, 1, fmt.Errorf(
		"expected the end of the line behind [%s], found %s", kind, oboExcerpt(rest)))
	return f, d.opts.Tolerate(doc.NoteWords, fault, "ignored")
}

// add puts a line into the frame; the id goes to its own field.
func (d *oboDocument) add(f *oboFrame, text string, line int) error {
	leaveOut := func(kind doc.NoteKind, col int, err error) error {
		return d.opts.Tolerate(kind, oboError(d.window, line, col, err), "the line is left out")
	}
	colon := oboColon(text)
	if colon < 0 {
		return leaveOut(doc.NoteLineLeftOut, 1,
			fmt.Errorf("expected a tag and a colon, found %s", oboExcerpt(text)))
	}
	tag := strings.TrimSpace(oboUnescape(text[:colon]))
	value := strings.TrimLeft(text[colon+1:], " \t")
	c := oboClause{tag: tag, value: value, line: line, col: len(text) - len(value) + 1}
	if tag != "id" || f == &d.header || f.broken {
		f.clauses = append(f.clauses, c)
		return nil
	}
	if f.id != "" {
		return leaveOut(doc.NoteTwice, c.col,
			errors.New("a second id in a stanza, which began with "+oboExcerpt(f.id)))
	}
	v := oboValue{text: value}
	if f.id = v.word(); f.id == "" {
		return leaveOut(doc.NoteLineLeftOut, c.col, errors.New("expected an id"))
	}
	if len(v.modifiers(false)) > 0 {
		d.report.Note(NoteOBOSkipped, line, c.col, "id: the trailing modifiers")
	}
	v.end()
	return d.tolerate(&c, &v)
}

// tolerate tolerates the faults of a value, or returns the first one as an error.
func (d *oboDocument) tolerate(c *oboClause, v *oboValue) error {
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
	v := oboValue{text: text}
	v.scan(func(c byte) bool { return c == ':' })
	if v.pos == len(text) {
		return -1
	}
	return v.pos
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

// oboValue reads the parts of a clause's value (section 3.3). It keeps the first error; what it
// returns afterwards means nothing.
type oboValue struct {
	text   string
	pos    int
	err    error      // the first one
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

func (v *oboValue) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
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

// ends reports whether only trailing modifiers or a comment follow.
func (v *oboValue) ends() bool {
	c := v.peek()
	return c == 0 || c == '{'
}

// scan returns the text up to the first byte that is not escaped and at which stop is true.
func (v *oboValue) scan(stop func(c byte) bool) string {
	start := v.pos
	for v.pos < len(v.text) && !stop(v.text[v.pos]) {
		if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
			v.pos++
		}
		v.pos++
	}
	return v.text[start:v.pos]
}

// until reads up to one of the characters in stop, unescaped and without white space around it.
func (v *oboValue) until(stop string) string {
	return oboUnescape(strings.TrimSpace(v.scan(func(c byte) bool {
		return strings.IndexByte(stop, c) >= 0
	})))
}

// word reads an identifier: up to white space, a comment or trailing modifiers, unescaped.
func (v *oboValue) word() string {
	if v.peek() == 0 {
		return ""
	}
	start := v.pos
	return oboUnescape(v.scan(func(c byte) bool {
		switch c {
		case ' ', '\t':
			return true
		case '!':
			if v.commentFollows(start) {
				v.fault(doc.NoteWords, "no blank before the comment "+oboExcerpt(v.rest()),
					"read as a comment")
				return true
			}
		case '{':
			return v.pos > start && v.modifiersFollow()
		}
		return false
	}))
}

// id reads an identifier that must be there.
func (v *oboValue) id() string { return v.required(v.word()) }

// required returns an identifier that must be there.
func (v *oboValue) required(id string) string {
	if id == "" || id[0] == '{' {
		v.fail("expected an id")
	}
	return id
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
	if v.ends() || v.peek() == '"' {
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

// boolean reads true or false.
func (v *oboValue) boolean() string {
	word := v.word()
	if word != "true" && word != "false" {
		v.fail("expected true or false, found %s", oboExcerpt(v.text))
	}
	return word
}

// quoted reads "…".
func (v *oboValue) quoted() string {
	if v.peek() != '"' {
		v.fail("expected a quoted string, found %s", oboExcerpt(v.rest()))
		return ""
	}
	start := v.pos
	v.pos++
	text := v.scan(func(c byte) bool { return c == '"' })
	if v.pos == len(v.text) {
		v.pos = start
		v.fail("unterminated quoted string")
		return ""
	}
	v.pos++
	return oboUnescape(text)
}

// unquoted reads up to trailing modifiers, a comment or the end. A brace or exclamation mark inside
// the text should be escaped; it is text if no blank precedes it, or if no modifiers follow the
// brace.
func (v *oboValue) unquoted() string {
	v.skip()
	start := v.pos
	text := v.scan(func(c byte) bool {
		if v.pos > start && v.text[v.pos-1] != ' ' && v.text[v.pos-1] != '\t' {
			return false
		}
		return c == '!' || c == '{' && v.modifiersFollow()
	})
	return oboUnescape(strings.TrimRight(text, " \t"))
}

// modifiersFollow reports whether the rest of the value can be read as trailing modifiers.
func (v *oboValue) modifiersFollow() bool {
	ahead := oboValue{text: v.text, pos: v.pos}
	ahead.modifiers(false)
	return ahead.err == nil && ahead.peek() == 0 || oboBareModifiers.MatchString(v.rest())
}

// oboBareModifiers matches trailing modifiers without quotation marks, up to the end of the value:
// {NAME=VALUE, …}, where a value may be empty.
var oboBareModifiers = regexp.MustCompile(
	`^\{[A-Za-z][\w.:-]*=[^{}"=,]*(,[ \t]*[A-Za-z][\w.:-]*=[^{}"=,]*)*\}[ \t]*(!.*)?$`)

// described reads the description of a cross reference, if there is one.
func (v *oboValue) described(id string) oboXref {
	x := oboXref{id: id}
	if v.peek() == '"' {
		x.description = v.quoted()
	}
	return x
}

// xrefs reads [id "description", …]; without a bracket there are none.
func (v *oboValue) xrefs() (list []oboXref) {
	if v.peek() != '[' {
		return nil
	}
	v.pos++
	for v.err == nil {
		v.skip()
		start := v.pos
		id := v.scan(func(c byte) bool {
			return c == ',' && !v.commaOfURL(start) || c == ']' || c == '"'
		})
		x := v.described(oboUnescape(strings.TrimSpace(id)))
		if x != (oboXref{}) {
			list = append(list, x)
		}
		v.skip()
		if v.pos == len(v.text) {
			v.fail(`expected "]" to end a list of cross references`)
			break
		}
		switch v.text[v.pos] {
		case ',':
			v.pos++
		case ']':
			v.pos++
			return list
		default:
			v.fail(`expected "," or "]" in a list of cross references, found %s`,
				oboExcerpt(v.rest()))
		}
	}
	return list
}

// commaOfURL reports whether the comma at v.pos is part of the URL that began at start: no blank
// follows it.
func (v *oboValue) commaOfURL(start int) bool {
	behind := v.text[v.pos+1:]
	return behind != "" && behind[0] != ' ' && strings.Contains(v.text[start:v.pos], "://")
}

// modifiers reads {name="value", …}; without a brace there are none. Lenient reading takes values
// without quotation marks, and leaves names without a value out.
func (v *oboValue) modifiers(lenient bool) (list []oboModifier) {
	if v.peek() != '{' {
		return nil
	}
	v.pos++
	for {
		m := oboModifier{name: v.until("=,}\"{")}
		if m.name == "" {
			v.fail("expected the name of a trailing modifier")
			return nil
		}
		if v.peek() == '=' {
			v.pos++
			if lenient && v.peek() != '"' {
				v.fault(doc.NoteModifier, "expected a quoted string, found "+oboExcerpt(v.rest()),
					"read without quotation marks")
				m.value = v.until(",}")
			} else if m.value = v.quoted(); v.err != nil {
				return nil
			}
			list = append(list, m)
		} else {
			missing := fmt.Sprintf(`expected "=" behind the trailing modifier %q`, m.name)
			if !lenient {
				v.fail("%s", missing)
				return nil
			}
			v.fault(doc.NoteModifier, missing, "left out")
		}
		switch v.peek() {
		case ',':
			v.pos++
		case '}':
			v.pos++
			return list
		default:
			v.fail(`expected "," or "}" in trailing modifiers, found %s`, oboExcerpt(v.rest()))
			return nil
		}
	}
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
		for _, kind := range oboKinds {
			if bytes.HasPrefix(line, []byte("["+kind+"]")) {
				return true
			}
		}
		tag, _, found := bytes.Cut(line, []byte{':'})
		return found && (oboHeaderOrder[string(tag)] > 0 || string(tag) == "version") // of OBO 1.0
	}
	return false
}
