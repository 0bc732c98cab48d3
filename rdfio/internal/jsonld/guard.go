package jsonld

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// jsonldGuard reads a JSON-LD document token by token before the library sees it. It refuses, with
// the place, what would make the library panic, run for ever or lose data without a word, and writes
// the rest anew so that four of its faults do no harm:
//
//   - A string typed xsd:integer comes out as "0". The guard replaces the word "integer" everywhere
//     by one that the document does not hold, and the decoder puts it back; as names only ever get
//     longer by concatenation, this changes no name in any other way.
//   - Labels of blank nodes are lost, and what has one as predicate is dropped. They are made IRIs,
//     and labels again when they come out.
//   - Relative IRIs are dropped. Every outermost context gets the base of the document.
//   - Given a base, the library tries to resolve the text of literals against it, and gives up on
//     those that cannot be parsed. With a scheme in front they look absolute; it is cut off again.
type jsonldGuard struct {
	file     string
	document []byte
	opts     doc.Options
	dec      *json.Decoder
	out      []byte
	stack    []jsonldFrame

	integer string // stands for "integer"
	blank   string // stands for "_:"
	literal string // stands before the value of @value
	escapes map[string]bool

	terms     map[string]jsonldDefinition
	vocab     bool // some context has @vocab
	undefined []undefinedTerm
	contexts  int
	longest   int // string in a context
	strings   int // outside of contexts

	values map[string]int // by subject and key, of subjects with an @id
	work   int            // comparisons that the library will make, about
}

// jsonldFrame is an object or array that is open.
type jsonldFrame struct {
	role    jsonldRole
	array   bool
	key     string // of an object: the current one, whose value comes next
	hasKey  bool
	at      int // offset of that key
	members int // written so far
	keys    map[string]int
	id      string
	values  int // of an array: how many, those of nested arrays included
	wrapped bool
}

// jsonldRole is what an object or array stands for.
type jsonldRole uint8

const (
	topRole        jsonldRole = iota // the document, or an object in its outermost array
	nodeRole                         // everything else that is data
	graphRole                        // the value of @graph
	listRole                         // the value of @list
	typeRole                         // the value of @type
	reverseRole                      // the value of @reverse
	contextRole                      // the value of @context
	definitionRole                   // of a term in a context
)

// jsonldDefinition is what a context says about a term.
type jsonldDefinition struct {
	prefix    string // of the IRI it stands for
	container bool   // its values are keyed by language or index
}

// undefinedTerm is a key that may turn out not to be defined by any context.
type undefinedTerm struct {
	term, parent string
	at           int
}

// What one document may ask of the library.
const (
	maxJSONDepth       = 5_000
	MaxJSONLDKeys      = 100_000    // of one object: about two seconds
	maxJSONLDChain     = 8          // prefixes that are defined by prefixes
	maxJSONLDWork      = 10_000_000 // comparisons of values: about two seconds
	maxJSONLDExpansion = 1 << 30    // bytes of all names in full
	maxExactInteger    = 1 << 53
)

// The keywords of JSON-LD 1.0, by where they may stand.
var (
	nodeKeywords       = []string{"@context", "@id", "@value", "@language", "@type", "@list", "@set", "@reverse", "@index", "@graph"}
	contextKeywords    = []string{"@base", "@vocab", "@language"}
	definitionKeywords = []string{"@id", "@type", "@language", "@container", "@reverse"}
	containers         = []string{"@list", "@set", "@language", "@index"}
)

var errNameTaken = errors.New("the document holds the name that the guard wanted")

func guardJSONLD(file string, document []byte, opts doc.Options) (*jsonldGuard, error) {
	for n := 0; ; n++ {
		g := &jsonldGuard{
			file: file, document: document, opts: opts, out: make([]byte, 0, len(document)+256),
			integer: fmt.Sprintf("inte%dger", n), blank: fmt.Sprintf("x-blank%d:", n), literal: fmt.Sprintf("x-literal%d:", n),
			escapes: make(map[string]bool), terms: make(map[string]jsonldDefinition), values: make(map[string]int),
		}
		err := g.run()
		if errors.Is(err, errNameTaken) && n < 100 {
			continue
		}
		return g, err
	}
}

func (g *jsonldGuard) run() error {
	g.dec = json.NewDecoder(bytes.NewReader(g.document))
	g.dec.UseNumber()
	for first := true; first || len(g.stack) > 0; first = false {
		token, err := g.dec.Token()
		if err != nil {
			return g.syntaxError(err)
		}
		if err := g.token(token); err != nil {
			return err
		}
	}
	if _, err := g.dec.Token(); err != io.EOF {
		return g.failAt(int(g.dec.InputOffset()), errors.New("something follows the end of the JSON document"))
	}
	return g.finish()
}

func (g *jsonldGuard) token(token json.Token) error {
	if text, ok := token.(string); ok && len(text) > g.opts.Limits.Token {
		return g.failWith(doc.ErrTooLarge, "a string of more than %d bytes", g.opts.Limits.Token)
	}
	top := g.top()
	if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
		return g.closeFrame()
	}
	if top != nil && !top.array && !top.hasKey {
		return g.openKey(token.(string))
	}
	if top == nil && !isOpening(token) {
		return g.fail("the document is no JSON object and no array: it says nothing")
	}
	if top != nil && top.array && top.members > 0 {
		g.out = append(g.out, ',')
	}
	return g.value(token)
}

func isOpening(token json.Token) bool {
	_, ok := token.(json.Delim)
	return ok
}

func (g *jsonldGuard) top() *jsonldFrame {
	if len(g.stack) == 0 {
		return nil
	}
	return &g.stack[len(g.stack)-1]
}

// openKey begins a member of an object.
func (g *jsonldGuard) openKey(key string) error {
	top := g.top()
	if top.keys == nil {
		top.keys = make(map[string]int)
	}
	if _, repeated := top.keys[key]; repeated {
		return g.fail("the key %q stands twice in one object", doc.Brief(key))
	}
	if len(top.keys) >= MaxJSONLDKeys {
		return g.failWith(doc.ErrTooLarge, "an object with more than %d keys; convert the document to Turtle first", MaxJSONLDKeys)
	}
	top.keys[key] = 0
	top.key, top.hasKey, top.at = key, true, int(g.dec.InputOffset())
	if err := g.checkKey(top, key); err != nil {
		return err
	}
	if top.members > 0 {
		g.out = append(g.out, ',')
	}
	if err := g.writeString(key, true); err != nil {
		return err
	}
	g.out = append(g.out, ':')
	return nil
}

// checkKey refuses keywords that the library does not know, which it would drop, and remembers the
// terms that are defined and used.
func (g *jsonldGuard) checkKey(top *jsonldFrame, key string) error {
	known := nodeKeywords
	switch top.role {
	case contextRole:
		known = contextKeywords
		if !isKeywordLike(key) {
			if len(g.terms) >= maxJSONLDTerms {
				return g.failWith(doc.ErrTooLarge, "contexts with more than %d terms", maxJSONLDTerms)
			}
			g.define(key, key)
		}
		g.vocab = g.vocab || key == "@vocab"
	case definitionRole:
		known = definitionKeywords
	default:
		if !strings.Contains(key, ":") && !strings.HasPrefix(key, "@") {
			g.undefined = append(g.undefined, undefinedTerm{key, g.parentKey(), top.at})
		}
	}
	if isKeywordLike(key) && !slices.Contains(known, key) {
		return g.failWith(doc.ErrUnsupportedSyntax, "the keyword %s, which JSON-LD 1.0 does not have here; convert the document to Turtle first", key)
	}
	return nil
}

// isKeywordLike reports whether a key has the form that JSON-LD reserves for keywords.
func isKeywordLike(key string) bool {
	if len(key) < 2 || key[0] != '@' {
		return false
	}
	for _, c := range []byte(key[1:]) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}

// parentKey returns the key whose value the current object is.
func (g *jsonldGuard) parentKey() string {
	for i := len(g.stack) - 2; i >= 0; i-- {
		if !g.stack[i].array {
			return g.stack[i].key
		}
	}
	return ""
}

// define notes by which prefix a term is defined; value is the term itself until its IRI is known.
func (g *jsonldGuard) define(term, value string) {
	d := g.terms[term]
	d.prefix, _, _ = strings.Cut(value, ":")
	if d.prefix == value || d.prefix == term {
		d.prefix = ""
	}
	g.terms[term] = d
}

// value writes a scalar, or opens an object or array.
func (g *jsonldGuard) value(token json.Token) error {
	top := g.top()
	role := g.roleOfValue()
	if top != nil && !isOpening(token) {
		if err := g.checkScalar(top, role, token); err != nil {
			return err
		}
	}
	switch token := token.(type) {
	case json.Delim:
		return g.openFrame(role, token == '[')
	case string:
		if err := g.writeString(token, false); err != nil {
			return err
		}
	case json.Number:
		g.out = append(g.out, token...)
	case bool:
		g.out = fmt.Appendf(g.out, "%t", token)
	case nil:
		g.writeNull(role)
	}
	g.endValue(1)
	return nil
}

// roleOfValue says what the value that comes next stands for.
func (g *jsonldGuard) roleOfValue() jsonldRole {
	top := g.top()
	switch {
	case top == nil:
		return topRole
	case top.array:
		return top.role
	case top.role == contextRole:
		return definitionRole
	case top.role == definitionRole:
		return definitionRole
	}
	switch top.key {
	case "@context":
		return contextRole
	case "@graph":
		return graphRole
	case "@list":
		return listRole
	case "@type":
		return typeRole
	case "@reverse":
		return reverseRole
	}
	return nodeRole
}

// checkScalar looks at a value that is no object and no array.
func (g *jsonldGuard) checkScalar(top *jsonldFrame, role jsonldRole, token json.Token) error {
	text, isString := token.(string)
	if number, ok := token.(json.Number); ok && role != contextRole && role != definitionRole && losesDigits(number) {
		return g.failWith(doc.ErrUnsupportedSyntax, "the number %s has more digits than the JSON-LD library keeps; write it as a string with its @type", doc.Brief(number.String()))
	}
	switch role {
	case topRole, graphRole:
		return g.fail("a bare value among the nodes of a graph says nothing")
	case typeRole:
		if !isString {
			return g.fail("the value of @type is no string")
		}
	case contextRole:
		if isString {
			return g.failWith(doc.ErrUnsupportedSyntax, "the context %q lies elsewhere, and nothing is fetched; put its content into the document", doc.Brief(text))
		}
		if token != nil {
			return g.fail("the value of @context is no object")
		}
	case definitionRole:
		return g.checkDefinition(top, text)
	}
	if isString && !top.array && top.key == "@id" || !top.array && g.terms[top.key].prefix == "@id" {
		top.id = text
	}
	return nil
}

// losesDigits reports whether a JSON number changes when it goes through a float64.
func losesDigits(n json.Number) bool {
	if strings.ContainsAny(n.String(), ".eE") {
		f, err := n.Float64()
		return err != nil || f > maxExactInteger && f == float64(int64(f))
	}
	i, err := n.Int64()
	return err != nil || i > maxExactInteger || i < -maxExactInteger
}

// checkDefinition looks at a string in a context: a term's IRI, or a part of its definition.
func (g *jsonldGuard) checkDefinition(top *jsonldFrame, text string) error {
	g.longest = max(g.longest, len(text))
	if top.role == contextRole {
		switch {
		case top.key == "@base" && text != "" && rdf.SchemeEnd(text) < 0:
			return g.failWith(doc.ErrUnsupportedSyntax, "the base %q is relative, which the JSON-LD library does not resolve; write it in full", doc.Brief(text))
		case isKeywordLike(top.key):
		case isKeywordLike(text):
			return g.alias(top.key, text)
		default:
			g.define(top.key, text)
			g.tellPrefix(top.key, text)
		}
		return nil
	}
	term := g.definedTerm()
	switch top.key {
	case "@id", "@reverse":
		if isKeywordLike(text) {
			return g.alias(term, text)
		}
		g.define(term, text)
	case "@container":
		if text != "" && !slices.Contains(containers, text) {
			return g.failWith(doc.ErrUnsupportedSyntax, "the container %q is not in JSON-LD 1.0", doc.Brief(text))
		}
		d := g.terms[term]
		d.container = text == "@language" || text == "@index"
		g.terms[term] = d
	}
	return nil
}

// alias notes another name for a keyword.
func (g *jsonldGuard) alias(term, keyword string) error {
	switch keyword {
	case "@id", "@type", "@value", "@language":
		g.terms[term] = jsonldDefinition{prefix: keyword}
		return nil
	}
	return g.failWith(doc.ErrUnsupportedSyntax, "another name for %s, which the JSON-LD library does not read rightly", doc.Brief(keyword))
}

// definedTerm returns the term that the current definition is about.
func (g *jsonldGuard) definedTerm() string {
	for i := len(g.stack) - 2; i >= 0; i-- {
		if g.stack[i].role == contextRole && !g.stack[i].array {
			return g.stack[i].key
		}
	}
	return ""
}

// tellPrefix reports a term that is used as the prefix of a namespace.
func (g *jsonldGuard) tellPrefix(term, namespace string) {
	if owl.IsPrefixName(term) && rdf.SchemeEnd(namespace) > 0 && strings.ContainsRune("#/:_?=", rune(namespace[len(namespace)-1])) {
		g.opts.Prefix(term, namespace)
	}
}

func (g *jsonldGuard) openFrame(role jsonldRole, array bool) error {
	if len(g.stack) >= min(maxJSONDepth, g.opts.Limits.Depth) {
		return g.failWith(doc.ErrTooLarge, "nesting of more than %d levels", min(maxJSONDepth, g.opts.Limits.Depth))
	}
	top := g.top()
	frame := jsonldFrame{role: role, array: array}
	switch {
	case role == listRole && array && top != nil && top.array && top.role == listRole:
		return g.failWith(doc.ErrUnsupportedSyntax, "a list in a list, which JSON-LD 1.0 does not have")
	case role == definitionRole && array:
		return g.failWith(doc.ErrUnsupportedSyntax, "an array in the definition of a term, which JSON-LD 1.0 does not have")
	case role == typeRole && (!array || top.array):
		return g.fail("the value of @type is no string")
	case role == contextRole && array && top.array:
		return g.fail("an array in the array of a context")
	case role == contextRole:
		g.contexts++
	case role == listRole && !array && top != nil && top.array:
		frame.role = nodeRole
	case role == graphRole && !array:
		frame.role = nodeRole
	}
	if role == contextRole && !top.array && top.role == topRole {
		g.out = append(g.out, '[')
		g.writeBase()
		if array {
			frame.members = 1 // the base is the first
		} else {
			g.out = append(g.out, ',')
			frame.wrapped = true
		}
	} else if array {
		g.out = append(g.out, '[')
	}
	if !array {
		g.out = append(g.out, '{')
	}
	g.stack = append(g.stack, frame)
	return nil
}

func (g *jsonldGuard) closeFrame() error {
	frame := *g.top()
	values := 1
	switch {
	case frame.array:
		g.out = append(g.out, ']')
		values = frame.values
	default:
		if _, hasContext := frame.keys["@context"]; frame.role == topRole && !hasContext {
			if frame.members > 0 {
				g.out = append(g.out, ',')
			}
			g.out = append(g.out, `"@context":`...)
			g.writeBase()
		}
		g.out = append(g.out, '}')
		if frame.wrapped {
			g.out = append(g.out, ']')
		}
		if err := g.checkNode(&frame); err != nil {
			return err
		}
	}
	g.stack = g.stack[:len(g.stack)-1]
	g.endValue(values)
	return nil
}

// checkNode looks at a whole object.
func (g *jsonldGuard) checkNode(f *jsonldFrame) error {
	if f.role == contextRole || f.role == definitionRole {
		return nil
	}
	if _, isGraph := f.keys["@graph"]; isGraph {
		_, hasContext := f.keys["@context"]
		if len(f.keys) > 2 || len(f.keys) == 2 && !hasContext {
			line, col := placeIn(g.document, f.at)
			g.opts.Warn(line, col, "the triples of a named graph are read as if they stood in the document itself")
		}
	}
	if list := f.keys["@list"]; list > 0 && g.inList() {
		return g.failWith(doc.ErrUnsupportedSyntax, "a list in a list, which JSON-LD 1.0 does not have")
	}
	for key, n := range f.keys {
		switch {
		case key == "@reverse" || f.role == reverseRole:
			g.values["@reverse"] += n
		case isKeywordLike(key) && key != "@type" && key != "@set":
			// Its values are not compared with each other.
		case f.id == "":
			g.work += n * n
		default:
			g.values[f.id+"\x00"+key] += n
		}
	}
	return nil
}

// inList reports whether the current object is an item of a list.
func (g *jsonldGuard) inList() bool {
	n := len(g.stack)
	return n > 1 && g.stack[n-2].array && g.stack[n-2].role == listRole
}

// endValue counts the value that has just been written as a member of what is around it.
func (g *jsonldGuard) endValue(values int) {
	top := g.top()
	if top == nil {
		return
	}
	top.members++
	if top.array {
		top.values += values
		return
	}
	top.keys[top.key] = values
	top.hasKey = false
}

// writeString writes a string, a key or not, with the guard's replacements.
func (g *jsonldGuard) writeString(s string, key bool) error {
	if strings.Contains(s, g.integer) || strings.Contains(s, g.blank) || strings.Contains(s, g.literal) {
		return errNameTaken
	}
	for rest := s; ; {
		at := strings.IndexByte(rest, '%')
		if at < 0 || at+3 > len(rest) {
			break
		}
		g.escapes[strings.ToUpper(rest[at:at+3])] = true
		rest = rest[at+1:]
	}
	top := g.top()
	s = strings.ReplaceAll(s, "integer", g.integer)
	if top.role != contextRole && top.role != definitionRole {
		g.strings++
		if !key && !top.array && g.isVerbatim(top.key) {
			g.out = appendJSONString(g.out, g.literal+s, &doc.Output{})
			return nil
		}
	}
	if label, ok := strings.CutPrefix(s, "_:"); ok {
		s = g.blank + label
	}
	g.out = appendJSONString(g.out, s, &doc.Output{})
	return nil
}

// isVerbatim reports whether the value of a key is text that is no name.
func (g *jsonldGuard) isVerbatim(key string) bool {
	return key == "@value" || key == "@index" || g.terms[key].prefix == "@value"
}

// restore undoes writeString.
func (g *jsonldGuard) restore(s string) string {
	if text, ok := strings.CutPrefix(s, g.literal); ok {
		return strings.ReplaceAll(text, g.integer, "integer")
	}
	if label, ok := strings.CutPrefix(s, g.blank); ok {
		s = "_:" + label
	}
	return strings.ReplaceAll(s, g.integer, "integer")
}

// writeNull writes null; in a context it takes back all but the base of the document.
func (g *jsonldGuard) writeNull(role jsonldRole) {
	if role != contextRole {
		g.out = append(g.out, "null"...)
		return
	}
	if !g.top().array {
		g.out = append(g.out, "[null,"...)
		g.writeBase()
		g.out = append(g.out, ']')
		return
	}
	g.out = append(g.out, "null,"...)
	g.writeBase()
}

func (g *jsonldGuard) writeBase() {
	if g.opts.Base == "" {
		g.out = append(g.out, "{}"...)
		return
	}
	g.longest = max(g.longest, len(g.opts.Base))
	g.out = append(g.out, `{"@base":`...)
	g.out = appendJSONString(g.out, strings.ReplaceAll(g.opts.Base, "integer", g.integer), &doc.Output{})
	g.out = append(g.out, '}')
}

// finish checks what is known only at the end.
func (g *jsonldGuard) finish() error {
	chain := 0
	for term := range g.terms {
		n := 0
		for t := term; g.terms[t].prefix != ""; t = g.terms[t].prefix {
			if n++; n > maxJSONLDChain {
				return &doc.ParseError{File: g.file, Err: fmt.Errorf("%w: the term %q is defined by a chain of more than %d prefixes", doc.ErrTooLarge, doc.Brief(term), maxJSONLDChain)}
			}
		}
		chain = max(chain, n)
	}
	for _, n := range g.values {
		g.work += n * n
	}
	switch {
	case (g.longest*(chain+1))*g.strings > maxJSONLDExpansion:
		return &doc.ParseError{File: g.file, Err: fmt.Errorf("%w: names that take more than %d MB in full", doc.ErrTooLarge, maxJSONLDExpansion>>20)}
	case g.work > maxJSONLDWork || g.contexts*(len(g.terms)+1) > maxJSONLDWork:
		return &doc.ParseError{File: g.file, Err: fmt.Errorf("%w: too many values of one property, or too many contexts, for the JSON-LD library, whose time grows with their square; convert the document to Turtle first", doc.ErrTooLarge)}
	}
	g.warnUndefined()
	return nil
}

// warnUndefined tells of keys that no context defines: JSON-LD ignores them and what they hold.
func (g *jsonldGuard) warnUndefined() {
	if g.vocab {
		return
	}
	for _, u := range g.undefined {
		if _, defined := g.terms[u.term]; defined || g.terms[u.parent].container {
			continue
		}
		line, col := placeIn(g.document, u.at)
		g.opts.Warn(line, col, fmt.Sprintf("no context defines %q: it is left out with all that it holds", doc.Brief(u.term)))
	}
}

func (g *jsonldGuard) syntaxError(err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return g.failAt(len(g.document), doc.ErrTruncated)
	case errors.As(err, &syntax):
		return g.failAt(int(syntax.Offset)-1, fmt.Errorf("JSON: %w", err))
	}
	return g.failAt(int(g.dec.InputOffset()), fmt.Errorf("JSON: %w", err))
}

func (g *jsonldGuard) fail(format string, args ...any) error {
	return g.failAt(int(g.dec.InputOffset()), fmt.Errorf(format, args...))
}

func (g *jsonldGuard) failWith(condition error, format string, args ...any) error {
	return g.failAt(int(g.dec.InputOffset()), fmt.Errorf("%w: %s", condition, fmt.Sprintf(format, args...)))
}

func (g *jsonldGuard) failAt(at int, err error) error {
	return placedAt(g.file, g.document, at, err)
}
