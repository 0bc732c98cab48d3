package jsonld

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Limits of a document. The library recurses on nesting, copies the active context for each local
// one, and sorts the members of a node before it returns.
const (
	maxNode      = 8 << 20 // bytes of one node of the document: under a second
	maxDepth     = 5_000
	maxMembers   = 100_000    // of one object
	maxTerms     = 10_000     // that all contexts define
	maxChain     = 8          // prefixes that are defined by prefixes
	maxCopies    = 10_000_000 // terms, over all local contexts
	maxExpansion = 1 << 30    // bytes of all names in full
)

// parser reads JSON into the types of encoding/json. It checks what the library does not: members
// that occur twice, and contexts that take more time or memory than the document's length suggests.
type parser struct {
	*doc.Window
	text   []byte
	limits doc.Limits
	prefix func(name, namespace string)

	stack  []level
	starts []int64 // of the nodes of the document

	definitions map[string]string // the longest of each term
	vocabulary  bool              // a context has @vocab
	longest     int               // definition
	strings     int               // outside contexts
	local       int               // contexts
	terms       int               // that contexts define
	contexts    map[string]int64  // references to other contexts, with their places
	undefined   map[undefinedTerm]int64
	containers  map[string]bool // terms whose values are objects with keys that are no terms
}

// undefinedTerm is a name without a colon, with the name of the member that it is in.
type undefinedTerm struct{ name, parent string }

// level is an object or array that is open.
type level struct {
	object    map[string]any // nil for an array
	array     []any
	key       string // of the member at hand; an array has that of its object
	hasKey    bool
	inContext bool
}

// parse returns the value that the document is.
func (p *parser) parse() (any, error) {
	tokens := jsontext.NewDecoder(bytes.NewBuffer(p.text), jsontext.AllowDuplicateNames(true))
	var root any
	for n := 0; ; n++ {
		if n%4096 == 0 && p.Ctx.Err() != nil {
			return nil, p.Ctx.Err()
		}
		token, err := tokens.ReadToken()
		if err != nil {
			return nil, p.syntaxError(err)
		}
		at := tokens.InputOffset() - 1
		var value any
		switch token.Kind() {
		case '{', '[':
			if err := p.open(token.Kind(), at); err != nil {
				return nil, err
			}
			continue
		case '}', ']':
			value = p.close()
		case '"':
			text := token.String()
			if len(text) > p.limits.Token {
				return nil, p.failAt(at, doc.ErrTooLarge, fmt.Sprintf(
					"a string of more than %d bytes", p.limits.Token))
			}
			if top := p.top(); top != nil && top.object != nil && !top.hasKey {
				if err := p.key(text, at); err != nil {
					return nil, err
				}
				continue
			}
			p.stringValue(text, at)
			value = text
		case '0':
			number := json.Number(token.String())
			f, err := number.Float64()
			if err != nil {
				return nil, p.failAt(at, doc.ErrTooLarge,
					"a number beyond the range of xsd:double")
			}
			value = number
			if top := p.top(); top != nil && top.inContext {
				value = f // the library compares @version with 1.1
			}
		case 't', 'f':
			value = token.Bool()
		}
		if top := p.top(); top == nil {
			root = value
			break
		} else if top.object != nil {
			top.object[top.key], top.hasKey = value, false
		} else {
			top.array = append(top.array, value)
		}
	}
	if _, err := tokens.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, p.failAt(tokens.InputOffset()-1,
			nil, "JSON: text behind the end of the document")
	}
	return root, p.checkNames()
}

func (p *parser) top() *level {
	if len(p.stack) == 0 {
		return nil
	}
	return &p.stack[len(p.stack)-1]
}

func (p *parser) open(token jsontext.Kind, at int64) error {
	if most := min(maxDepth, p.limits.Depth); len(p.stack) >= most {
		return p.failAt(at, doc.ErrTooLarge, fmt.Sprintf("nesting of more than %d levels", most))
	}
	next := level{}
	if top := p.top(); top != nil && token == '[' && top.object == nil && top.key == "@list" {
		return p.failAt(at, doc.ErrUnsupportedSyntax,
			`an array in a list, which the JSON-LD library flattens; write {"@list": …} instead`)
	}
	if top := p.top(); top != nil {
		next.inContext = top.inContext || top.key == "@context"
		next.key = top.key
		if next.inContext && !top.inContext {
			p.local++
		}
	}
	if token == '{' {
		next.object = make(map[string]any)
		next.key = ""
	}
	if d := len(p.stack); d == 1 && p.stack[0].object == nil ||
		d == 2 && p.stack[0].key == "@graph" && p.stack[1].object == nil {
		p.starts = append(p.starts, at)
	}
	p.stack = append(p.stack, next)
	return nil
}

func (p *parser) close() any {
	top := p.top()
	p.stack = p.stack[:len(p.stack)-1]
	if top.object != nil {
		return top.object
	}
	if top.array == nil {
		return []any{}
	}
	return top.array
}

// key takes the name of a member.
func (p *parser) key(name string, at int64) error {
	top := p.top()
	if _, twice := top.object[name]; twice {
		return p.failAt(at, nil, fmt.Sprintf("the key %q occurs twice in one object",
			doc.Brief(name)))
	}
	if len(top.object) >= maxMembers {
		return p.failAt(at, doc.ErrTooLarge,
			fmt.Sprintf("an object with more than %d keys", maxMembers))
	}
	top.key, top.hasKey = name, true
	if top.inContext {
		if p.terms++; p.terms > maxTerms {
			return p.failAt(at, doc.ErrTooLarge,
				fmt.Sprintf("contexts with more than %d terms", maxTerms))
		}
		p.vocabulary = p.vocabulary || name == "@vocab"
		return nil
	}
	p.strings++
	if !strings.Contains(name, ":") && !strings.HasPrefix(name, "@") {
		candidate := undefinedTerm{name: name}
		if len(p.stack) > 1 {
			candidate.parent = p.stack[len(p.stack)-2].key
		}
		if _, known := p.undefined[candidate]; !known && len(p.undefined) < maxTerms {
			p.undefined[candidate] = at
		}
	}
	return nil
}

// stringValue takes a string that is no key.
func (p *parser) stringValue(text string, at int64) {
	top := p.top()
	if top == nil {
		return
	}
	if top.key == "@context" || top.key == "@import" {
		p.contexts[text] = at
	}
	if !top.inContext {
		p.strings++
		return
	}
	term := top.key
	for i := len(p.stack) - 1; i > 0 && (term == "@id" || term == "@container"); i-- {
		if p.stack[i-1].object != nil {
			p.containers[p.stack[i-1].key] = p.containers[p.stack[i-1].key] ||
				term == "@container" && text != "@list" && text != "@set"
			term = p.stack[i-1].key
		}
	}
	if top.key == "@container" || top.object == nil {
		return
	}
	p.longest = max(p.longest, len(text))
	if len(text) >= len(p.definitions[term]) {
		p.definitions[term] = text
	}
	if text != "" && owl.IsPrefixName(term) && rdf.SchemeEnd(text) > 0 &&
		strings.IndexByte("#/:_?=", text[len(text)-1]) >= 0 {
		p.prefix(term, text)
	}
}

// checkNames bounds what the names of the document take in full.
func (p *parser) checkNames() error {
	longestChain := 0
	for term, definition := range p.definitions {
		chain := 0
		for {
			prefix, _, found := strings.Cut(definition, ":")
			next, known := p.definitions[prefix]
			if !found || !known || prefix == term && next == definition {
				break
			}
			if chain++; chain > maxChain {
				return p.failAt(0, doc.ErrTooLarge, fmt.Sprintf(
					"the term %q is defined by a chain of more than %d prefixes", doc.Brief(term), maxChain))
			}
			definition = next
		}
		longestChain = max(longestChain, chain)
	}
	switch {
	case p.longest*(longestChain+1)*p.strings > maxExpansion:
		return p.failAt(0, doc.ErrTooLarge, fmt.Sprintf(
			"names that take more than %d MB in full", maxExpansion>>20))
	case p.local*(p.terms+1) > maxCopies:
		return p.failAt(0, doc.ErrTooLarge, fmt.Sprintf(
			"%d contexts in a document with %d terms", p.local, p.terms))
	}
	return nil
}

// syntaxError returns an error of the library jsontext with its place.
func (p *parser) syntaxError(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &syntax) {
		return p.failAt(int64(len(p.text)), doc.ErrTruncated, "")
	}
	return p.failAt(syntax.ByteOffset, nil, "JSON: "+syntax.Err.Error())
}

// failAt returns an error with the place of text[at].
func (p *parser) failAt(at int64, is error, message string) error {
	err := errors.New(message)
	switch {
	case is != nil && message == "":
		err = is
	case is != nil:
		err = fmt.Errorf("%w: %s", is, message)
	}
	return p.ErrorAt(int(at), err)
}

// canonicalJSON returns JSON in the canonical form of RFC 8785.
func canonicalJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	canonical := jsontext.Value(text)
	if err == nil {
		err = canonical.Canonicalize()
	}
	if err != nil {
		return "", &valueError{nil, err.Error()}
	}
	return string(canonical), nil
}
