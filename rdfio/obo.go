package rdfio

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
)

// readOBO reads an OBO document ("OBO Flat File Format 1.4 Syntax and Semantics"): this file cuts
// it into frames of tag-value clauses (section 3), obo_owl.go turns these into axioms (section 5).
// As a term may use a relation that is defined behind it, all frames are read before the first
// axiom is made.
func readOBO(w *window, opts decodeOptions, report *Report) (*owl.Ontology, error) {
	doc, err := readOBOFrames(w, report)
	if err != nil {
		return nil, err
	}
	return doc.ontology(opts, report)
}

// oboDocument is the header, which is a frame without an id, and the frames behind it.
type oboDocument struct {
	window *window
	header oboFrame
	frames []oboFrame
}

// oboFrame is one stanza.
type oboFrame struct {
	kind    string // Term, Typedef or Instance
	id      string
	line    int
	clauses []oboClause
}

// oboClause is one line: value is what follows the colon, with escapes, comments and trailing
// modifiers still in it.
type oboClause struct {
	tag, value string
	line, col  int // of the value
}

// readOBOFrames reads the document. Stanzas of other kinds than the three are noted and left out.
func readOBOFrames(w *window, report *Report) (*oboDocument, error) {
	doc := &oboDocument{window: w}
	frame := &doc.header
	for lines := 1; ; lines++ {
		line, taken, err := oboLine(w)
		if err != nil {
			return nil, err
		}
		if line == nil {
			break
		}
		if !utf8.Valid(line) {
			return nil, oboError(w, lines, 1+invalidUTF8At(line), errors.New("invalid UTF-8"))
		}
		text := strings.TrimRight(string(line), " \t\r")
		content := strings.TrimLeft(text, " \t")
		switch {
		case content == "" || content[0] == '!':
		case content[0] == '[':
			if err := doc.checkFrame(frame); err != nil {
				return nil, err
			}
			kind, rest, found := strings.Cut(content[1:], "]")
			if !found {
				return nil, oboError(w, lines, 1, fmt.Errorf(`expected "]" to end a stanza header, found %s`, oboExcerpt(content)))
			}
			if rest = strings.TrimSpace(rest); rest != "" && rest[0] != '!' {
				return nil, oboError(w, lines, 1, fmt.Errorf("expected the end of the line behind [%s], found %s", kind, oboExcerpt(rest)))
			}
			doc.frames = append(doc.frames, oboFrame{kind: kind, line: lines})
			frame = &doc.frames[len(doc.frames)-1]
		default:
			if err := frame.add(w, text, lines); err != nil {
				return nil, err
			}
		}
		lines += taken - 1
	}
	if err := doc.checkFrame(frame); err != nil {
		if frame.kind != "" && len(frame.clauses) == 0 {
			return nil, w.errorAt(w.end, fmt.Errorf("%w: expected an id in the last stanza", ErrTruncated))
		}
		return nil, err
	}
	known := doc.frames[:0]
	for _, f := range doc.frames {
		if f.kind != "Term" && f.kind != "Typedef" && f.kind != "Instance" {
			report.note(NoteOBOSkipped, f.line, 1, fmt.Sprintf("a stanza of the kind [%s]", f.kind))
			continue
		}
		known = append(known, f)
	}
	doc.frames = known
	if len(doc.frames) == 0 && len(doc.header.clauses) == 0 {
		return nil, w.errorAt(0, fmt.Errorf("%w: neither a header nor a stanza", ErrNotOntology))
	}
	return doc, nil
}

// oboLine returns the next line without its end, joined with those behind it that a backslash
// continues, and how many there were; nil at the end of the document. The line is good until the
// next call.
func oboLine(w *window) (line []byte, taken int, err error) {
	searched := w.pos
	for {
		i := bytes.IndexByte(w.buf[searched:w.end], '\n')
		if i < 0 {
			searched = w.end
			shift, ok := w.more(w.pos)
			searched -= shift
			if ok {
				continue
			}
			if w.err != nil {
				return nil, 0, w.err
			}
			if w.pos == w.end {
				return nil, 0, nil
			}
			line, w.pos = w.buf[w.pos:w.end], w.end
			return joinOBOLines(line), 1 + bytes.Count(line, []byte{'\n'}), nil
		}
		if end := searched + i; !continuedOBOLine(w.buf[w.pos:end]) {
			line, w.pos = w.buf[w.pos:end], end+1
			return joinOBOLines(line), 1 + bytes.Count(line, []byte{'\n'}), nil
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

func invalidUTF8At(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// add puts a line into the frame; the id goes to its own field.
func (f *oboFrame) add(w *window, text string, line int) error {
	colon := oboColon(text)
	if colon < 0 {
		return oboError(w, line, 1, fmt.Errorf("expected a tag and a colon, found %s", oboExcerpt(text)))
	}
	tag := strings.TrimSpace(oboUnescape(text[:colon]))
	value := strings.TrimLeft(text[colon+1:], " \t")
	c := oboClause{tag: tag, value: value, line: line, col: len(text) - len(value) + 1}
	if tag != "id" || f.kind == "" {
		f.clauses = append(f.clauses, c)
		return nil
	}
	if f.id != "" {
		return oboError(w, line, c.col, fmt.Errorf("a second id in a stanza, which began with %q", f.id))
	}
	p := oboValue{text: value}
	f.id = p.word()
	if f.id == "" {
		return oboError(w, line, c.col, errors.New("expected an id"))
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

// checkFrame refuses a stanza without an id.
func (d *oboDocument) checkFrame(f *oboFrame) error {
	if f.kind != "" && f.id == "" && (f.kind == "Term" || f.kind == "Typedef" || f.kind == "Instance") {
		return oboError(d.window, f.line, 1, fmt.Errorf("[%s] without an id", f.kind))
	}
	return nil
}

func oboError(w *window, line, col int, err error) error {
	return &ParseError{File: w.file, Line: line, Col: col, Err: err}
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
	text string
	pos  int
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

// word reads an identifier: up to white space, unescaped.
func (v *oboValue) word() string {
	if v.peek() == 0 {
		return ""
	}
	start := v.pos
	for v.pos < len(v.text) && v.text[v.pos] != ' ' && v.text[v.pos] != '\t' {
		if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
			v.pos++
		}
		v.pos++
	}
	return oboUnescape(v.text[start:v.pos])
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
// the text should be escaped; it is taken for text where no blank stands before it, or where no
// modifiers follow the brace.
func (v *oboValue) unquoted() string {
	v.skip()
	start := v.pos
	for v.pos < len(v.text) {
		switch c := v.text[v.pos]; {
		case c == '\\':
			v.pos++
		case c != '!' && c != '{' || v.pos > start && v.text[v.pos-1] != ' ' && v.text[v.pos-1] != '\t':
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
	_, err := ahead.modifiers()
	return err == nil && ahead.peek() == 0
}

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
		for v.pos < len(v.text) && v.text[v.pos] != ',' && v.text[v.pos] != ']' && v.text[v.pos] != '"' {
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
			return nil, fmt.Errorf(`expected "," or "]" in a list of cross references, found %s`, oboExcerpt(v.rest()))
		}
	}
}

// modifiers reads {name="value", …}; without a brace there are none.
func (v *oboValue) modifiers() ([]oboModifier, error) {
	if v.peek() != '{' {
		return nil, nil
	}
	v.pos++
	var list []oboModifier
	for {
		v.skip()
		start := v.pos
		for v.pos < len(v.text) && !strings.ContainsRune("=,}\"", rune(v.text[v.pos])) {
			if v.text[v.pos] == '\\' && v.pos+1 < len(v.text) {
				v.pos++
			}
			v.pos++
		}
		m := oboModifier{name: oboUnescape(strings.TrimSpace(v.text[start:v.pos]))}
		if m.name == "" {
			return nil, errors.New("expected the name of a trailing modifier")
		}
		if v.peek() != '=' {
			return nil, fmt.Errorf(`expected "=" behind the trailing modifier %q`, m.name)
		}
		v.pos++
		var err error
		if m.value, err = v.quoted(); err != nil {
			return nil, err
		}
		list = append(list, m)
		switch v.peek() {
		case ',':
			v.pos++
		case '}':
			v.pos++
			return list, nil
		default:
			return nil, fmt.Errorf(`expected "," or "}" in trailing modifiers, found %s`, oboExcerpt(v.rest()))
		}
	}
}

// oboUnescape resolves the escapes of section 3.2; a backslash before any other character stands
// for that character.
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

// isOBO looks for a tag of the OBO header or a stanza header in the first line that is neither
// empty nor a comment.
func isOBO(head []byte) bool {
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
		return found && oboHeaderTags[string(tag)]
	}
	return false
}

var oboHeaderTags = map[string]bool{
	"format-version": true, "data-version": true, "version": true, "date": true, "saved-by": true, "auto-generated-by": true,
	"import": true, "subsetdef": true, "synonymtypedef": true, "default-namespace": true, "namespace-id-rule": true, "idspace": true,
	"default-relationship-id-prefix": true, "id-mapping": true, "remark": true, "ontology": true, "owl-axioms": true,
	"treat-xrefs-as-equivalent": true, "treat-xrefs-as-genus-differentia": true, "treat-xrefs-as-reverse-genus-differentia": true,
	"treat-xrefs-as-relationship": true, "treat-xrefs-as-is_a": true, "treat-xrefs-as-has-subclass": true,
}
