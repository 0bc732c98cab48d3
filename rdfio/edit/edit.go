package edit

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// Error is returned if a document cannot be edited. Axiom is the axiom that could not be removed or
// added; it is nil if the document as a whole cannot be edited.
type Error struct {
	Axiom owl.Axiom
	Err   error
}

func (e *Error) Error() string {
	if e.Axiom == nil {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v: %s", e.Err, owl.AppendAxiom(nil, e.Axiom, nil))
}

func (e *Error) Unwrap() error { return e.Err }

var (
	// ErrSyntax is returned for documents in a syntax that is not edited.
	ErrSyntax = errors.New("documents in this syntax cannot be edited in place")
	// ErrNotRemoved is returned if an axiom is not in the document, or its text was not found.
	ErrNotRemoved = errors.New("the axiom cannot be removed by changing its lines only")
	// ErrNotAdded is returned if there is no place for an axiom.
	ErrNotAdded = errors.New("the axiom cannot be added by changing its lines only")
)

// maxRounds bounds how often Apply repairs what an edit has changed besides its axioms, such as the
// declaration in an element that was the value of a removed property.
const maxRounds = 4

// Formats lists the names of the syntaxes that Apply edits.
func Formats() []string { return []string{"functional", "turtle", "rdfxml", "obo"} }

// Apply returns the document with the axioms of remove taken out and those of add put in. Axioms
// are compared with their annotations. Axioms to add that the document has, and axioms to remove
// that it does not have, change nothing. The options are those that the document is read with;
// imports are not read. The document is not changed. It is not compressed (see Unpacked).
func Apply(ctx context.Context, document []byte, opts rdfio.ReadOptions,
	remove, add []owl.Axiom) ([]byte, error) {
	opts.NoAnnotationAssertions = false
	have, report, err := read(ctx, document, opts)
	if err != nil {
		return nil, err
	}
	opts.Format = report.Syntax
	if !slices.Contains(Formats(), report.Syntax) || isUTF16(document) {
		return nil, &Error{Err: fmt.Errorf("%w: %s", ErrSyntax, report.Syntax)}
	}
	want := have.clone()
	for _, a := range remove {
		if err := want.remove(a); err != nil {
			return nil, err
		}
	}
	for _, a := range add {
		want.add(a, report.Triples > 0)
	}
	if report.Syntax == "obo" {
		want.imply(remove, add)
	}
	for round := range maxRounds {
		want.exact = round > 0
		less, more := have.minus(want), want.minus(have)
		if len(less) == 0 && len(more) == 0 {
			if want.exact || want.implied == nil {
				break
			}
			continue
		}
		if document, err = change(ctx, document, opts, have, less, more); err != nil {
			return nil, err
		}
		if have, _, err = read(ctx, document, opts); err != nil {
			return nil, &Error{cmp.Or(first(less), first(more)),
				fmt.Errorf("the edited document cannot be read: %w", err)}
		}
	}
	switch {
	case len(have.minus(want)) > 0:
		return nil, &Error{first(have.minus(want)), ErrNotRemoved}
	case len(want.minus(have)) > 0:
		return nil, &Error{first(want.minus(have)), ErrNotAdded}
	case have.header != want.header:
		return nil, &Error{Err: errors.New("the edit would change the header of the ontology")}
	}
	return document, nil
}

func first(axioms []owl.Axiom) owl.Axiom {
	if len(axioms) == 0 {
		return nil
	}
	return axioms[0]
}

// maxUnpacked bounds the size of an unpacked document. Tests lower it.
var maxUnpacked int64 = 1 << 30

// Unpacked returns the text of a document, and whether it is compressed by gzip.
func Unpacked(document []byte) (text []byte, zipped bool, err error) {
	if !bytes.HasPrefix(document, []byte("\x1f\x8b")) {
		return document, false, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(document))
	if err != nil {
		return nil, true, err
	}
	text, err = io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	if err == nil && int64(len(text)) > maxUnpacked {
		return nil, true, fmt.Errorf("the document has more than %d bytes unpacked", maxUnpacked)
	}
	return text, true, err
}

// change inserts the text of axioms and removes that of others. It inserts first, so that a subject
// whose axioms are all replaced keeps its block.
func change(ctx context.Context, document []byte, opts rdfio.ReadOptions, have *content,
	remove, add []owl.Axiom) ([]byte, error) {
	if len(remove) > 0 && len(add) > 0 {
		var err error
		if opts.Format == "obo" {
			// The clauses of an added definition would be read together with those of the old one.
			definitions, others := partition(remove, isEquivalence)
			if len(definitions) > 0 {
				if document, err = change(ctx, document, opts, have, definitions, nil); err != nil {
					return nil, err
				}
				return change(ctx, document, opts, have, others, add)
			}
		}
		if document, err = change(ctx, document, opts, have, nil, add); err != nil {
			return nil, err
		}
		add = nil
	}
	e := text{src: document, newline: "\n"}
	if end := bytes.IndexByte(document, '\n'); end > 0 && document[end-1] == '\r' {
		e.newline = "\r\n"
	}
	var err error
	switch opts.Format {
	case "functional":
		err = changeFunctional(ctx, &e, remove, add)
	case "turtle", "rdfxml":
		err = changeGraph(ctx, &e, opts, have, remove, add)
	case "obo":
		err = changeOBO(ctx, &e, have, remove, add)
	}
	if err != nil {
		return nil, err
	}
	return e.result(), nil
}

func isEquivalence(a owl.Axiom) bool {
	_, ok := a.(*owl.EquivalentClasses)
	return ok
}

// partition returns the axioms that satisfy a condition, and the others.
func partition(axioms []owl.Axiom, condition func(owl.Axiom) bool) (yes, no []owl.Axiom) {
	for _, a := range axioms {
		if condition(a) {
			yes = append(yes, a)
		} else {
			no = append(no, a)
		}
	}
	return yes, no
}

func isUTF16(document []byte) bool {
	return bytes.HasPrefix(document, []byte("\xfe\xff")) ||
		bytes.HasPrefix(document, []byte("\xff\xfe")) ||
		bytes.IndexByte(document[:min(len(document), 4)], 0) >= 0
}

// content holds the axioms of a document, as a set, and its header.
type content struct {
	axioms   map[owl.Hash]owl.Axiom
	order    []owl.Hash
	unclear  map[owl.Hash]bool // several axioms differ only in anonymous individuals
	implied  map[owl.IRI]bool  // OBO: entities that clauses declare
	stanzas  map[owl.IRI]bool  // OBO: entities whose stanza comes or goes
	named    map[owl.Hash]bool // OBO: axioms to add or remove
	exact    bool              // OBO: named axioms are not implied
	header   string
	ontology *owl.Ontology
	// annotated has the canonical forms, without annotations, of the axioms with annotations; nil
	// until add needs it
	annotated map[string]bool
}

func read(ctx context.Context, document []byte, opts rdfio.ReadOptions) (*content, *rdfio.Report,
	error) {
	o, report, err := rdfio.Read(ctx, bytes.NewReader(document), opts)
	if err != nil {
		return nil, nil, err
	}
	c := &content{
		axioms:   make(map[owl.Hash]owl.Axiom, len(o.Axioms)),
		unclear:  make(map[owl.Hash]bool),
		ontology: o,
	}
	for _, a := range o.Axioms {
		h, anonymous := hash(a)
		if _, known := c.axioms[h]; !known {
			c.axioms[h] = a
			c.order = append(c.order, h)
		} else if anonymous {
			exact := string(owl.AppendCanonical(nil, a))
			c.unclear[h] = c.unclear[h] ||
				exact != string(owl.AppendCanonical(nil, c.axioms[h]))
		}
	}
	header := []string{o.IRI.String(), o.VersionIRI.String()}
	for _, i := range o.Imports {
		header = append(header, i.String())
	}
	var annotations []string
	for _, a := range o.Annotations {
		annotations = append(annotations, string(owl.AppendCanonicalAnnotation(nil, a)))
	}
	slices.Sort(annotations)
	for i := range annotations {
		annotations[i] = withoutNodes(annotations[i])
	}
	c.header = strings.Join(append(header, slices.Compact(annotations)...), "\n")
	return c, report, nil
}

// hash returns the hash of an axiom in which all anonymous individuals are the same, because
// readers number those without a label.
func hash(a owl.Axiom) (h owl.Hash, anonymous bool) {
	canonical := string(owl.AppendCanonical(nil, a))
	clean := withoutNodes(canonical)
	return hashText(clean), clean != canonical
}

// hashes returns the hashes of axioms.
func hashes(axioms []owl.Axiom) map[owl.Hash]bool {
	set := make(map[owl.Hash]bool, len(axioms))
	for _, a := range axioms {
		h, _ := hash(a)
		set[h] = true
	}
	return set
}

// bareHash returns the hash of an axiom without its annotations.
func bareHash(a owl.Axiom) owl.Hash {
	return hashText(withoutNodes(string(owl.AppendCanonicalBare(nil, a))))
}

// nodes matches the labels of anonymous individuals in a canonical form, and the strings and IRIs,
// in which "_:" is no label.
var nodes = regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"|<[^>]*>|_:[^ )]*`)

// withoutNodes replaces the labels of anonymous individuals in a canonical form.
func withoutNodes(canonical string) string {
	if !strings.Contains(canonical, "_:") {
		return canonical
	}
	return nodes.ReplaceAllStringFunc(canonical, func(s string) string {
		if s[0] == '_' {
			return "_:"
		}
		return s
	})
}

func (c *content) clone() *content {
	d := *c
	d.axioms = maps.Clone(c.axioms)
	d.order = slices.Clone(c.order)
	return &d
}

// minus returns the axioms that d does not have, in order.
func (c *content) minus(d *content) (list []owl.Axiom) {
	for _, h := range c.order {
		if _, has := c.axioms[h]; has {
			if _, has := d.axioms[h]; !has && !c.implies(c.axioms[h]) && !d.implies(c.axioms[h]) {
				list = append(list, c.axioms[h])
			}
		}
	}
	return list
}

func (c *content) remove(a owl.Axiom) error {
	h, _ := hash(a)
	if c.unclear[h] {
		return &Error{a, fmt.Errorf("%w: several differ only in anonymous individuals",
			ErrNotRemoved)}
	}
	delete(c.axioms, h)
	return nil
}

// add adds an axiom. In RDF, an axiom with annotations replaces the same axiom without them. It is
// called after remove.
func (c *content) add(a owl.Axiom, graph bool) {
	h, _ := hash(a)
	if _, known := c.axioms[h]; known {
		return
	}
	if graph && c.annotated == nil {
		c.annotated = make(map[string]bool)
		for _, other := range c.axioms {
			if len(other.AxiomAnnotations()) > 0 {
				c.annotated[string(owl.AppendCanonicalBare(nil, other))] = true
			}
		}
	}
	if bare := owl.AppendCanonicalBare(nil, a); graph && len(a.AxiomAnnotations()) > 0 {
		if c.annotated[string(bare)] = true; !isNode(a) {
			delete(c.axioms, bareHash(a))
		}
	} else if graph && !isNode(a) && c.annotated[string(bare)] {
		return
	}
	c.axioms[h] = a
	c.order = append(c.order, h)
}

// imply notes the entities of axioms that are added or removed. In OBO, a clause declares the
// entities that it names, and a stanza has an id and a namespace; these axioms come and go with
// them. A stanza whose declaration is removed goes.
func (c *content) imply(remove, add []owl.Axiom) {
	c.implied, c.stanzas = make(map[owl.IRI]bool), make(map[owl.IRI]bool)
	both := slices.Concat(remove, add)
	c.named = hashes(both)
	for _, a := range both {
		if a, ok := a.(*owl.Declaration); ok {
			c.stanzas[a.Entity.EntityIRI()] = true
			continue
		}
		for _, e := range owl.AxiomSignature(a) {
			c.implied[e.EntityIRI()] = true
		}
	}
	for property := range impliedByOBO {
		c.implied[property] = true
	}
	for _, a := range remove {
		if a, ok := a.(*owl.Declaration); ok {
			delete(c.implied, a.Entity.EntityIRI())
		}
	}
}

// implies reports whether an axiom may come and go with others.
func (c *content) implies(a owl.Axiom) bool {
	if c.implied == nil {
		return false
	}
	if h, _ := hash(a); c.exact && c.named[h] {
		return false
	}
	switch a := a.(type) {
	case *owl.Declaration:
		return c.implied[a.Entity.EntityIRI()]
	case *owl.AnnotationAssertion:
		s, _ := a.Subject.(owl.IRI)
		return impliedByOBO[a.Property.IRI] && c.stanzas[s]
	}
	return false
}

// isNode reports whether an axiom is a blank node of its own in RDF, so that it may be there with
// and without annotations.
func isNode(a owl.Axiom) bool {
	switch a := a.(type) {
	case *owl.NegativeObjectPropertyAssertion, *owl.NegativeDataPropertyAssertion:
		return true
	case *owl.DisjointClasses:
		return len(a.Classes) > 2
	case *owl.DisjointObjectProperties:
		return len(a.Properties) > 2
	case *owl.DisjointDataProperties:
		return len(a.Properties) > 2
	case *owl.DifferentIndividuals:
		return len(a.Individuals) > 2
	}
	return false
}

// NewEntities returns declarations of the entities of axioms that an ontology does not mention and
// the axioms do not declare.
func NewEntities(o *owl.Ontology, axioms []owl.Axiom) (declarations []owl.Axiom) {
	if len(axioms) == 0 {
		return nil
	}
	known := make(map[owl.Entity]bool)
	for _, e := range o.Signature() {
		known[e] = true
	}
	for _, a := range axioms {
		if d, ok := a.(*owl.Declaration); ok {
			known[d.Entity] = true
		}
	}
	for _, a := range axioms {
		for _, e := range owl.AxiomSignature(a) {
			if !known[e] && !e.EntityIRI().IsReserved() {
				known[e] = true
				declarations = append(declarations, &owl.Declaration{Entity: e})
			}
		}
	}
	return declarations
}
