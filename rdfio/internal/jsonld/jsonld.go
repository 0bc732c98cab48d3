package jsonld

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/piprate/json-gold/ld"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// Decode reads JSON-LD 1.1. The library json-gold expands one node of the document at a time, so a
// canceled context ends the read before the next node. The expanded form becomes triples here,
// because the library's node map compares each value with all others of its property and renames
// blank nodes. The members of a node are read in the order of their IRIs.
func Decode(w *doc.Window, terms *rdf.Table, opts doc.Options,
	emit func(rdf.Statement) error) error {
	text, err := w.Whole("JSON-LD", maxDocument)
	if err != nil {
		return err
	}
	p := &parser{Window: w, text: text, limits: opts.Limits, prefix: opts.Prefix,
		definitions: make(map[string]string), contexts: make(map[string]int64),
		undefined: make(map[undefinedTerm]int64), containers: make(map[string]bool)}
	root, err := p.parse()
	if err != nil {
		return err
	}
	d := &decoder{parser: p, terms: terms, opts: opts, emit: emit, api: ld.NewJsonLdApi()}
	d.ld = ld.NewJsonLdOptions(opts.Base)
	d.ld.DocumentLoader = d
	for i, id := range []*rdf.ID{&d.rdfType, &d.rdfFirst, &d.rdfRest, &d.rdfNil, &d.langString} {
		*id = terms.IRI([]byte(owl.RDFNamespace + [...]string{"type", "first", "rest", "nil",
			"langString"}[i]))
	}
	return d.document(root)
}

// decoder turns a document into triples.
type decoder struct {
	*parser
	terms *rdf.Table
	opts  doc.Options
	emit  func(rdf.Statement) error

	api     *ld.JsonLdApi
	ld      *ld.JsonLdOptions
	escapes map[string]bool // of the document: percent signs with two digits
	refused error           // of LoadDocument: the library ignores errors within a list

	rdfType, rdfFirst, rdfRest, rdfNil, langString rdf.ID
}

// LoadDocument refuses a context that is not in the document.
func (d *decoder) LoadDocument(uri string) (*ld.RemoteDocument, error) {
	name, at := uri, int64(0)
	for reference, place := range d.contexts {
		if reference != "" && strings.HasSuffix(uri, reference) {
			name, at = reference, place
		}
	}
	d.refused = d.failAt(at, doc.ErrUnsupportedSyntax, fmt.Sprintf(
		"nothing is fetched, so the context %q must be put into the document", doc.Brief(name)))
	return nil, d.refused
}

// document reads the nodes of a document.
func (d *decoder) document(root any) error {
	active := ld.NewContext(nil, d.ld)
	nodes, isList := root.([]any)
	property := ""
	if object, ok := root.(map[string]any); ok {
		nodes = []any{object}
		graph, hasGraph := object["@graph"].([]any)
		local, hasContext := object["@context"]
		if hasGraph && (len(object) == 1 || len(object) == 2 && hasContext) {
			isList, nodes, property = true, graph, "@graph"
			if hasContext {
				if err := d.guarded(0, func() (err error) {
					active, err = active.Parse(local)
					return err
				}); err != nil {
					return err
				}
			}
		}
	} else if !isList {
		return d.failAt(0, nil, "no JSON object and no array of objects")
	}
	for i, node := range nodes {
		if err := d.Ctx.Err(); err != nil {
			return err
		}
		at := int64(0)
		if isList && i < len(d.starts) {
			at = d.starts[i]
		}
		end := int64(len(d.text))
		if isList && i+1 < len(d.starts) {
			end = d.starts[i+1]
		}
		if end-at > maxNode {
			return d.failAt(at, doc.ErrTooLarge, fmt.Sprintf(
				"a node of more than %d MB; convert the document to Turtle first", maxNode>>20))
		}
		switch node.(type) {
		case map[string]any, []any:
		case nil:
			continue
		default:
			line, col := d.Place(int(at))
			d.opts.Warn(line, col, "a value that no node has is left out")
			continue
		}
		var expanded any
		if err := d.guarded(at, func() (err error) {
			expanded, err = d.api.Expand(active, property, node, d.ld, false, nil)
			return err
		}); err != nil {
			return err
		}
		if object, ok := expanded.(map[string]any); ok && !isList && len(object) == 1 &&
			object["@graph"] != nil {
			expanded = object["@graph"] // an alias of @graph
		}
		nodes[i] = nil
		if err := d.nodes(expanded); err != nil {
			var placed *doc.ParseError
			if refused := (*valueError)(nil); errors.As(err, &refused) && !errors.As(err, &placed) {
				return d.failAt(at, refused.is, refused.message)
			}
			return err
		}
	}
	d.warnUndefined()
	return nil
}

// guarded calls the library. Its errors and panics get the place of the node.
func (d *decoder) guarded(at int64, call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = d.failAt(at, nil, fmt.Sprintf("the JSON-LD library cannot read this node (%v)",
				cause))
		}
	}()
	if err = call(); err != nil {
		err = d.failAt(at, nil, "JSON-LD: "+err.Error())
	}
	if d.refused != nil {
		return d.refused
	}
	return err
}

// warnUndefined notes the terms that no context defines: the library leaves them out.
func (d *decoder) warnUndefined() {
	for _, key := range slices.SortedFunc(maps.Keys(d.undefined), func(a, b undefinedTerm) int {
		return int(d.undefined[a] - d.undefined[b])
	}) {
		if _, known := d.definitions[key.name]; known || d.vocabulary {
			continue
		}
		if !d.containers[key.parent] {
			line, col := d.Place(int(d.undefined[key]))
			d.opts.Warn(line, col, fmt.Sprintf(
				"no context defines %q: it is left out with its values", doc.Brief(key.name)))
		}
	}
}

// valueError is an error in the expanded form, which has no places.
type valueError struct {
	is      error
	message string
}

func (e *valueError) Error() string { return e.message }

// nodes emits the triples of expanded nodes.
func (d *decoder) nodes(expanded any) error {
	switch expanded := expanded.(type) {
	case []any:
		for _, item := range expanded {
			if err := d.nodes(item); err != nil {
				return err
			}
		}
	case map[string]any:
		if _, isValue := expanded["@value"]; !isValue {
			_, _, err := d.node(expanded)
			return err
		}
	}
	return nil
}

// node emits the triples of an expanded node and returns its term. It reports false for a node
// whose IRI is relative or ill-formed: its triples, and those of its graph, are left out.
func (d *decoder) node(node map[string]any) (rdf.ID, bool, error) {
	subject, isTerm := rdf.None, true
	if name, hasName := node["@id"].(string); hasName {
		subject, isTerm = d.resource(name)
	} else {
		subject = d.terms.NewBlank()
	}
	for _, key := range slices.Sorted(maps.Keys(node)) {
		var err error
		switch value := node[key]; {
		case key == "@id" || key == "@index":
		case key == "@included":
			err = d.nodes(value)
		case key == "@graph":
			if isTerm {
				d.opts.Warn(0, 0,
					"the triples of a named graph are read like those of the document")
				err = d.nodes(value)
			}
		case key == "@type":
			for _, class := range value.([]any) {
				if object, ok := d.resource(class.(string)); ok && isTerm {
					err = errors.Join(err, d.triple(subject, d.rdfType, object))
				}
			}
		case key == "@reverse":
			for _, property := range slices.Sorted(maps.Keys(value.(map[string]any))) {
				err = errors.Join(err,
					d.values(subject, isTerm, property, value.(map[string]any)[property], true))
			}
		case strings.HasPrefix(key, "@"):
			err = &valueError{doc.ErrUnsupportedSyntax, key + " in a node"}
		default:
			err = d.values(subject, isTerm, key, value, false)
		}
		if err != nil {
			return subject, isTerm, err
		}
	}
	return subject, isTerm, nil
}

// values emits one triple for each value of a property. A triple with a blank node as predicate is
// noted and left out, because RDF does not have it.
func (d *decoder) values(subject rdf.ID, isTerm bool, property string, values any,
	reverse bool) error {
	predicate, isPredicate := d.resource(property)
	if isPredicate && d.terms.Kind(predicate) != rdf.IRI {
		d.opts.Warn(0, 0,
			"a triple with a blank node as predicate is left out: RDF does not have it")
		isPredicate = false
	}
	list, ok := values.([]any)
	if !ok {
		list = []any{values}
	}
	for _, value := range list {
		object, isObject, err := d.value(value)
		if err != nil {
			return err
		}
		if !isTerm || !isPredicate || !isObject {
			continue
		}
		from, to := subject, object
		if reverse {
			from, to = object, subject
		}
		if err := d.triple(from, predicate, to); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) triple(s, p, o rdf.ID) error {
	return d.emit(rdf.Statement{S: s, P: p, O: o})
}

// resource returns the term of an IRI or of a label of a blank node. It reports false for a
// relative or ill-formed IRI, which is noted: JSON-LD leaves its triples out.
func (d *decoder) resource(name string) (rdf.ID, bool) {
	if label, isBlank := strings.CutPrefix(name, "_:"); isBlank {
		return d.terms.Labelled([]byte(label)), true
	}
	if strings.IndexByte(name, '%') >= 0 {
		name = d.withoutEscapes(name)
	}
	if rdf.SchemeEnd(name) < 0 {
		d.opts.Warn(0, 0, fmt.Sprintf("the relative IRI %q is left out with its triples",
			doc.Brief(name)))
		return rdf.None, false
	}
	if fault := rdf.IRIFault([]byte(name)); fault != "" {
		if rdf.BadIRIByte(name) >= 0 {
			d.opts.Warn(0, 0, fault+" is left out with its triples")
			return rdf.None, false
		}
		d.opts.Warn(0, 0, fault)
	}
	return d.terms.IRI([]byte(name)), true
}

var percentEscape = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// withoutEscapes returns an IRI without the escapes that do not occur in the document: the library
// encodes characters of relative IRIs, which makes other IRIs of them.
func (d *decoder) withoutEscapes(iri string) string {
	if d.escapes == nil {
		d.escapes = make(map[string]bool)
		for _, text := range [][]byte{d.text, []byte(d.opts.Base)} {
			for _, escape := range percentEscape.FindAll(text, -1) {
				d.escapes[strings.ToUpper(string(escape))] = true
			}
		}
	}
	return percentEscape.ReplaceAllStringFunc(iri, func(escape string) string {
		c, err := strconv.ParseUint(escape[1:], 16, 8)
		if err != nil || d.escapes[strings.ToUpper(escape)] {
			return escape
		}
		return string([]byte{byte(c)})
	})
}

// value returns the term of an expanded value, after the triples that describe it.
func (d *decoder) value(value any) (rdf.ID, bool, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return rdf.None, false, &valueError{nil, "a list that has an invalid member"}
	}
	if literal, isLiteral := object["@value"]; isLiteral {
		return d.literal(literal, object)
	}
	if items, isList := object["@list"]; isList {
		return d.list(items.([]any))
	}
	return d.node(object)
}

// list emits the cells of a list and returns the first.
func (d *decoder) list(items []any) (rdf.ID, bool, error) {
	first, last := d.rdfNil, rdf.None
	for _, item := range items {
		member, isTerm, err := d.value(item)
		if err != nil {
			return first, false, err
		}
		cell := d.terms.NewBlank()
		if last == rdf.None {
			first = cell
		} else if err := d.triple(last, d.rdfRest, cell); err != nil {
			return first, false, err
		}
		last = cell
		if isTerm {
			if err := d.triple(cell, d.rdfFirst, member); err != nil {
				return first, false, err
			}
		}
	}
	if last == rdf.None {
		return first, true, nil
	}
	return first, true, d.triple(last, d.rdfRest, d.rdfNil)
}

// literal returns the literal of a value object (JSON-LD 1.1 Processing Algorithms, section 8.2.2).
func (d *decoder) literal(value any, object map[string]any) (rdf.ID, bool, error) {
	datatype, _ := object["@type"].(string)
	if datatype == "@json" {
		lexical, err := canonicalJSON(value)
		return d.typed(lexical, owl.RDFNamespace+"JSON"), true, err
	}
	switch value := value.(type) {
	case bool:
		return d.typed(strconv.FormatBool(value), cmp.Or(datatype, owl.XSDNamespace+"boolean")),
			true, nil
	case json.Number:
		lexical, kind := number(value, datatype)
		return d.typed(lexical, cmp.Or(datatype, owl.XSDNamespace+kind)), true, nil
	case string:
		if language, tagged := object["@language"].(string); tagged {
			if rdf.ParseLanguageTag([]byte(language)) == rdf.NotLanguageTag {
				d.opts.Warn(0, 0, fmt.Sprintf(
					"%q is no language tag: the literal is left out with its triples",
					doc.Brief(language)))
				return rdf.None, false, nil
			}
			return d.terms.Literal([]byte(value), d.langString, []byte(language)), true, nil
		}
		if datatype != "" {
			if _, ok := d.resource(datatype); !ok {
				return rdf.None, false, nil
			}
		}
		return d.typed(value, cmp.Or(datatype, owl.XSDNamespace+"string")), true, nil
	}
	return rdf.None, false, &valueError{nil, fmt.Sprintf("a literal of the JSON type %T", value)}
}

func (d *decoder) typed(lexical, datatype string) rdf.ID {
	return d.terms.Literal([]byte(lexical), d.terms.IRI([]byte(datatype)), nil)
}

// number returns the lexical form of a number: an integer keeps all its digits, other numbers and
// those from 1e21 on have the canonical form of xsd:double.
func number(n json.Number, datatype string) (lexical, kind string) {
	f, _ := n.Float64() // the parser has refused what is out of its range
	if f != math.Trunc(f) || math.Abs(f) >= 1e21 || datatype == owl.XSDNamespace+"double" {
		return ld.GetCanonicalDouble(f), "double"
	}
	if f != 0 && !strings.ContainsAny(n.String(), ".eE") {
		return n.String(), "integer"
	}
	return strconv.FormatFloat(f+0, 'f', 0, 64), "integer"
}
