package edit

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

type nodeKind uint8

const (
	iriNode nodeKind = iota
	blankNode
	literalNode
)

// node is a term of an RDF document with the triples that are written inside it.
type node struct {
	kind           nodeKind
	id             rdf.ID // in the document
	value          string // the IRI, the label of a blank node or "", or the lexical form
	lang, datatype string
	list           bool    // a collection: its members are items
	items          []*node // of a collection
	props          []*prop // the triples with it as subject
	from, to       int
	open           int // RDF/XML: the end of the start tag
}

// fill makes the node that of a term, and reports whether it is an IRI of interest or has a label.
func (n *node) fill(terms *rdf.Table, id rdf.ID, interest map[string]bool) bool {
	n.id, n.value = id, string(terms.Bytes(id))
	switch terms.Kind(id) {
	case rdf.IRI:
		n.kind = iriNode
		return interest[n.value]
	case rdf.Blank:
		n.kind = blankNode
		return n.value != ""
	}
	n.kind, n.lang = literalNode, string(terms.Lang(id))
	if n.lang == "" {
		n.datatype = string(terms.Bytes(terms.Datatype(id)))
	}
	return false
}

// prop is a triple where it is written.
type prop struct {
	predicate string
	object    *node
	form      propForm
	from, to  int // Turtle: the object; RDF/XML: the element, attribute or name of the element
	start     int // Turtle: the predicate, which several objects may share

	triple *owlrdf.Property // of one to add, whose object has no parts
}

type propForm uint8

const (
	elementForm   propForm = iota // everything in Turtle
	attributeForm                 // an attribute of the node's element in RDF/XML
	typeForm                      // the name of the node's element in RDF/XML
)

// statement is a block of an RDF document: a subject and its triples. Of the statements that have
// nothing to do with the change only the place and the subject are kept.
type statement struct {
	from, to int
	subject  *node
	kept     bool
	class    string // the first type
}

// graph is an RDF document for editing. The layouts are turtle and rdfxml.
type graph struct {
	*text
	layout     layout
	statements []*statement
	terms      *rdf.Table
	labels     map[string][]*node // nodes that are written with a label and triples
	references map[string]int     // how often a label is an object, but of owl:annotatedSource
	// annotations are the statements about the annotations of an annotation, by its label.
	annotations map[string][]*statement
	subjects    map[string][]*node // of the statements that are kept, by IRI; for add
	sections    sections           // of the statements about IRIs, by class; for add
	first       map[string]int     // the first statement about an IRI; for add
	prefixes    *owl.Prefixes
	open        int    // where the first statement may be
	close       int    // where a statement may be added behind the last one
	step        string // Turtle: the indentation of the first predicate on a line of its own
	fullTypes   bool   // Turtle: rdf:type is written instead of a
	flat        int    // Turtle: how many more property lists are on one line than on several
}

func newGraph(t *text) *graph {
	return &graph{text: t, terms: rdf.NewTable(), labels: make(map[string][]*node),
		references: make(map[string]int), annotations: make(map[string][]*statement),
		prefixes: &owl.Prefixes{}}
}

// layout is one of the syntaxes of RDF.
type layout interface {
	// remove deletes triples of one node.
	remove(g *graph, n *node, gone map[*prop]bool)
	// insert inserts a triple that block can render behind prop at of a node, or in front of all if
	// at is -1.
	insert(g *graph, n *node, at int, p *prop)
	// block renders a new subject with its triples.
	block(g *graph, n *node) (string, error)
	// gap is the white space in front of a block without a comment.
	gap(g *graph) string
	// comment reports whether a text between statements has comments.
	comment(gap []byte) bool
}

func changeGraph(ctx context.Context, t *text, opts rdfio.ReadOptions, have *content,
	remove, add []owl.Axiom) error {
	interest := make(map[string]bool)
	for _, list := range [][]owl.Axiom{remove, add} {
		for _, a := range list {
			for _, e := range owl.AxiomSignature(a) {
				interest[e.EntityIRI().String()] = true
			}
			for _, s := range owl.Subjects(a) {
				interest[s.String()] = true
			}
		}
	}
	g := newGraph(t)
	keep := func(s *statement, mentions bool) bool {
		return s.subject.kind == blankNode && (s.subject.value != "" || mentions) ||
			interest[s.subject.value] || mentions && len(remove) > 0
	}
	base := opts.Base
	if base == "" {
		base = "file:///stdin"
	}
	// All statements with labels are kept, because the blank nodes may be shared.
	var err error
	if opts.Format == "rdfxml" {
		err = scanRDFXML(g, base, interest, keep)
	} else {
		err = scanTurtle(g, base, interest, keep)
	}
	if err != nil {
		return &Error{cmp.Or(first(remove), first(add)), err}
	}
	if err := g.remove(ctx, remove); err != nil {
		return err
	}
	return g.add(ctx, add)
}

// keepStatement adds a statement, with its triples if they are needed.
func (g *graph) keepStatement(s *statement, kept bool) {
	for _, p := range s.subject.props {
		if p.predicate == rdfType && s.class == "" && p.object.kind == iriNode {
			s.class = p.object.value
		}
	}
	if s.kept = kept; !kept {
		s.subject.props = nil
	} else {
		g.index(s.subject)
		if source := s.subject.source(); s.class == owlAnnotation {
			g.annotations[source] = append(g.annotations[source], s)
		}
	}
	g.statements = append(g.statements, s)
}

// index records the labels of a node and what it contains.
func (g *graph) index(n *node) {
	if n.kind == blankNode && n.value != "" && (len(n.props) > 0 || n.list) {
		g.labels[n.value] = append(g.labels[n.value], n)
	}
	for _, i := range n.items {
		g.refer(i)
	}
	for _, p := range n.props {
		g.refer(p.object)
		if o := p.object; p.predicate == owlSource && o.kind == blankNode && o.value != "" {
			g.references[o.value]-- // an annotation does not own what it is about
		}
	}
}

func (g *graph) refer(n *node) {
	if n.kind == blankNode && n.value != "" {
		g.references[n.value]++
	}
	g.index(n)
}

const (
	rdfType  = owl.RDFNamespace + "type"
	rdfFirst = owl.RDFNamespace + "first"
	rdfRest  = owl.RDFNamespace + "rest"
	rdfNil   = owl.RDFNamespace + "nil"

	owlAxiom      = owl.OWLNamespace + "Axiom"
	owlAnnotation = owl.OWLNamespace + "Annotation"
	owlSource     = owl.OWLNamespace + "annotatedSource"
)

// source returns the value of the first owl:annotatedSource of a node, or "".
func (n *node) source() string {
	for _, p := range n.props {
		if p.predicate == owlSource {
			return p.object.value
		}
	}
	return ""
}

// triplePlace is the place of a triple; prop is nil for those of the cells of a collection.
type triplePlace struct {
	statement *statement
	node      *node
	prop      *prop
}

// triples returns the triples of the statements that are kept, and their places.
func (g *graph) triples() (list []rdf.Statement, places []triplePlace) {
	var statement *statement
	add := func(s rdf.ID, predicate string, o rdf.ID, n *node, p *prop) {
		list = append(list, rdf.Statement{S: s, P: g.terms.IRI([]byte(predicate)), O: o})
		places = append(places, triplePlace{statement, n, p})
	}
	var inside func(n *node)
	inside = func(n *node) {
		cell := g.id(n)
		for i, item := range n.items {
			next := g.terms.IRI([]byte(rdfNil))
			if i+1 < len(n.items) {
				next = g.terms.NewBlank()
			}
			add(cell, rdfFirst, g.id(item), n, nil)
			add(cell, rdfRest, next, n, nil)
			inside(item)
			cell = next
		}
		for _, p := range n.props {
			add(g.id(n), p.predicate, g.id(p.object), n, p)
			inside(p.object)
		}
	}
	for _, s := range g.statements {
		if statement = s; s.kept {
			inside(s.subject)
		}
	}
	return list, places
}

// id returns the term of a node.
func (g *graph) id(n *node) rdf.ID {
	switch {
	case n.list && len(n.items) == 0:
		n.id = g.terms.IRI([]byte(rdfNil))
	case n.id == rdf.None:
		n.id = g.terms.NewBlank()
	}
	return n.id
}

// origins returns the axioms that the kept triples say. The triples and their places are those of
// g.triples. Behind them are declarations of the entities of the axioms to remove, because their
// kinds may follow from triples that are not kept.
func (g *graph) origins(ctx context.Context, axioms []owl.Axiom) (origins []owlrdf.Origin,
	list []rdf.Statement, places []triplePlace, err error) {
	list, places = g.triples()
	entities := make(map[owl.Entity]bool)
	for _, a := range axioms {
		for _, e := range owl.AxiomSignature(a) {
			entities[e] = true
		}
	}
	for e := range entities {
		declared, _, err := triplesOf(&owl.Declaration{Entity: e})
		if err != nil {
			return nil, nil, nil, err
		}
		n := declared[0]
		list = append(list, rdf.Statement{S: g.terms.IRI([]byte(n.value)),
			P: g.terms.IRI([]byte(rdfType)),
			O: g.terms.IRI([]byte(n.props[0].object.value))})
	}
	origins, err = owlrdf.Origins(ctx, g.terms, list)
	return origins, list, places, err
}

// removal has the triples and statements that go.
type removal struct {
	gone    map[*node]map[*prop]bool
	order   []*node // of gone
	dropped map[*statement]bool

	about map[rdf.ID][]*statement // by blank node
	stays map[rdf.ID]bool         // subjects of triples that say axioms which are kept
}

// remove deletes the triples of axioms. It passes over axioms that no triple says: Apply compares
// the result with what was asked for.
func (g *graph) remove(ctx context.Context, axioms []owl.Axiom) error {
	if len(axioms) == 0 {
		return nil
	}
	origins, list, places, err := g.origins(ctx, axioms)
	if err != nil {
		return err
	}
	r, err := removalOf(axioms, origins, list, places)
	if err != nil {
		return err
	}
	statements := make(map[*node]*statement, len(g.statements))
	for _, s := range g.statements {
		statements[s.subject] = s
	}
	for _, n := range r.order {
		s := statements[n]
		switch {
		case s == nil:
		case r.dropped[s]:
			continue
		case n.kind == blankNode && g.references[n.value] == 0 && !r.stays[n.id]:
			for _, s := range r.about[n.id] {
				r.dropped[s] = true
			}
			continue
		case len(r.gone[n]) == len(n.props):
			r.dropped[s] = true
			continue
		}
		g.layout.remove(g, n, r.gone[n])
	}
	g.dropUnused(r)
	for i, s := range g.statements {
		if r.dropped[s] {
			g.removeStatement(i)
		}
	}
	return nil
}

// removalOf finds the triples that say some axioms and no others, and the statements of their
// annotations.
func removalOf(axioms []owl.Axiom, origins []owlrdf.Origin, list []rdf.Statement,
	places []triplePlace) (*removal, error) {
	removed := hashes(axioms)
	r := &removal{gone: make(map[*node]map[*prop]bool), dropped: make(map[*statement]bool),
		about: make(map[rdf.ID][]*statement), stays: make(map[rdf.ID]bool)}
	goes := make([]bool, len(origins)) // by origin: its axiom is removed
	stays := make(map[int32]bool)      // triples
	for i, o := range origins {
		h, _ := hash(o.Axiom)
		if goes[i] = removed[h]; !goes[i] {
			stays[o.Statement], r.stays[list[o.Statement].S] = true, true
		}
	}
	equal := make(map[rdf.Statement][]triplePlace) // of triples that go
	for _, o := range origins {
		if !stays[o.Statement] {
			equal[list[o.Statement]] = nil
		}
	}
	var last *node
	for i, p := range places {
		if _, is := equal[list[i]]; is {
			equal[list[i]] = append(equal[list[i]], p)
		}
		if p.node == p.statement.subject && p.node.kind == blankNode && p.node != last {
			r.about[p.node.id] = append(r.about[p.node.id], p.statement)
			last = p.node
		}
	}
	for i, o := range origins {
		if goes[i] && o.Annotations != rdf.None {
			if len(r.about[o.Annotations]) == 0 {
				return nil, &Error{o.Axiom, ErrNotRemoved}
			}
			for _, s := range r.about[o.Annotations] {
				r.dropped[s] = true
			}
		}
		if stays[o.Statement] {
			continue
		}
		triple := list[o.Statement]
		for _, p := range equal[triple] {
			if !r.add(p) {
				return nil, &Error{o.Axiom, ErrNotRemoved}
			}
		}
		delete(equal, triple)
	}
	return r, nil
}

// add removes a triple. It reports false if the other triples of its node would say nothing then.
func (r *removal) add(p triplePlace) bool {
	if p.node.kind == iriNode && p.prop != nil && p.prop.predicate == rdfType &&
		nodeTypes[p.prop.object.value] {
		return false
	}
	if r.gone[p.node] == nil {
		r.gone[p.node] = make(map[*prop]bool)
		r.order = append(r.order, p.node)
	}
	r.gone[p.node][p.prop] = true
	return true
}

// nodeTypes are the types of nodes whose triples together are one axiom or its annotations.
var nodeTypes = map[string]bool{
	owlAxiom: true, owl.OWLNamespace + "NegativePropertyAssertion": true,
	owl.OWLNamespace + "AllDisjointClasses": true, owl.OWLNamespace + "AllDifferent": true,
	owl.OWLNamespace + "AllDisjointProperties": true, "http://www.w3.org/2003/11/swrl#Imp": true,
}

// dropUnused drops the statements about blank nodes that only dropped triples refer to, but those
// with a triple that stays.
func (g *graph) dropUnused(r *removal) {
	gone, dropped := r.gone, r.dropped
	for more := true; more && len(g.labels) > 0; {
		more = false
		for label, list := range g.annotations {
			defined := g.labels[label]
			if len(defined) == 0 || slices.ContainsFunc(g.statements, func(s *statement) bool {
				return s.subject.value == label && s.subject.kind == blankNode && !dropped[s]
			}) {
				continue
			}
			for _, s := range list {
				more = more || !dropped[s]
				dropped[s] = true
			}
		}
		uses := make(map[string]int)
		var refer func(n *node, by int)
		walk := func(n *node, by int) {
			for _, p := range n.props {
				if !gone[n][p] {
					refer(p.object, by)
				}
			}
			for _, i := range n.items {
				refer(i, by)
			}
		}
		refer = func(n *node, by int) {
			if n.kind == blankNode && n.value != "" {
				uses[n.value] += by
			}
			walk(n, by)
		}
		for _, s := range g.statements {
			if s.kept && !dropped[s] {
				walk(s.subject, 1)
			}
		}
		for _, s := range g.statements {
			label := s.subject.value
			if s.kept && !dropped[s] && s.subject.kind == blankNode && label != "" &&
				g.references[label] > 0 && uses[label] == 0 && !r.stays[s.subject.id] {
				dropped[s], more = true, true
				walk(s.subject, -1) // so that a list goes in one pass
			}
		}
	}
}

// after returns where a statement may be inserted behind another: at the end of its line, unless
// the next statement begins there.
func (g *graph) after(i int) int {
	if i < 0 {
		return g.open
	}
	to := g.statements[i].to
	end := g.lineEnd(to)
	if i+1 < len(g.statements) && g.statements[i+1].from < end || g.close < end {
		return to
	}
	return end
}

// removeStatement deletes a statement with the gap before it, unless that has other comments than
// the IRI of the subject.
func (g *graph) removeStatement(i int) {
	s := g.statements[i]
	from := g.after(i - 1)
	if gap := g.src[from:s.from]; g.layout.comment(gap) &&
		!g.namesOnly(string(gap), s.subject.value) {
		g.cut(s.from, s.to)
		return
	}
	g.replace(from, s.to, "")
}

// namesOnly reports whether the only comment in a gap is the IRI of a subject.
func (g *graph) namesOnly(gap, iri string) bool {
	rest := strings.Replace(gap, iri, "", 1)
	return iri != "" && rest != gap && strings.Trim(rest, " \t\r\n#<>!-") == ""
}

// add inserts axioms.
func (g *graph) add(ctx context.Context, axioms []owl.Axiom) error {
	g.subjects, g.sections = make(map[string][]*node), make(sections)
	g.first = make(map[string]int)
	for i, s := range g.statements {
		if s.subject.kind != iriNode {
			continue
		}
		iri := s.subject.value
		if _, seen := g.first[iri]; !seen {
			g.first[iri] = i
		}
		if s.kept {
			g.subjects[iri] = append(g.subjects[iri], s.subject)
		}
		if s.class != "" {
			g.sections.add(s.class, i, iri)
		}
	}
	added := make(map[string]*node) // new subjects
	var order []string
	var blanks []*node
	for _, a := range axioms {
		props, rest, err := triplesOf(a)
		if err != nil {
			return &Error{a, fmt.Errorf("%w: %w", ErrNotAdded, err)}
		}
		for _, n := range slices.Concat(props, rest) {
			if _, err := g.layout.block(g, n); err != nil {
				return &Error{a, fmt.Errorf("%w: %w", ErrNotAdded, err)}
			}
		}
		for _, s := range props {
			target := g.subject(s.value)
			if target == nil {
				if added[s.value] == nil {
					added[s.value] = &node{kind: s.kind, value: s.value}
					order = append(order, s.value)
				}
				added[s.value].props = append(added[s.value].props, s.props...)
				continue
			}
			for _, p := range s.props {
				if g.has(s.value, p) {
					continue // an axiom with other annotations has it
				}
				g.layout.insert(g, target, placeProp(target.props, p), p)
			}
		}
		blanks = append(blanks, rest...)
	}
	slices.Sort(order)
	for _, iri := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n := added[iri]
		slices.SortStableFunc(n.props, compareProps)
		g.insertSubject(n)
	}
	for _, n := range blanks {
		g.insertBlank(n)
	}
	return nil
}

// subject returns the node of a statement about an IRI: the first one.
func (g *graph) subject(iri string) *node {
	if list := g.subjects[iri]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// has reports whether a triple whose object is no blank node is in the document.
func (g *graph) has(subject string, p *prop) bool {
	if p.object.kind == blankNode {
		return false
	}
	for _, n := range g.subjects[subject] {
		for _, q := range n.props {
			o := q.object
			if q.predicate == p.predicate && o.kind == p.object.kind &&
				o.value == p.object.value && o.lang == p.object.lang &&
				cmp.Or(o.datatype, xsdString) == cmp.Or(p.object.datatype, xsdString) {
				return true
			}
		}
	}
	return false
}

const xsdString = owl.XSDNamespace + "string"

// predicateRank is the order of the OWL API within a subject.
var predicateRank = map[string]int{
	rdfType:                                 -9,
	owl.OWLNamespace + "equivalentClass":    -8,
	owl.OWLNamespace + "equivalentProperty": -7,
	owl.RDFSNamespace + "subClassOf":        -6,
	owl.RDFSNamespace + "subPropertyOf":     -5,
	owl.OWLNamespace + "inverseOf":          -4,
	owl.RDFSNamespace + "domain":            -3,
	owl.RDFSNamespace + "range":             -2,
	owl.OWLNamespace + "disjointWith":       -1,
}

// compareProps is the order of the OWL API: logical triples, then the others by predicate; IRIs as
// objects before blank nodes.
func compareProps(a, b *prop) int {
	c := cmp.Or(cmp.Compare(predicateRank[a.predicate], predicateRank[b.predicate]),
		cmp.Compare(a.predicate, b.predicate), cmp.Compare(a.object.kind, b.object.kind))
	if c != 0 || a.object.kind == blankNode {
		return c
	}
	return cmp.Compare(a.object.value, b.object.value)
}

// placeProp returns behind which triple of a node a new one belongs: at its place among those with
// its predicate, otherwise at the place of the predicate if these are in order, otherwise behind
// the last.
func placeProp(props []*prop, p *prop) int {
	return placeAmong(props, p, compareProps, compareProps, func(a, b *prop) bool {
		return a.predicate == b.predicate
	}) - 1
}

// insertSubject inserts a block about a new subject: at the place of its IRI among subjects of its
// type if these are sorted.
func (g *graph) insertSubject(n *node) {
	class := ""
	for _, p := range n.props {
		if p.predicate == rdfType {
			class = p.object.value
		}
	}
	section := g.sections[class]
	if section == nil {
		g.insertLast(n)
		return
	}
	alike, at := section.at, section.place(n.value)
	behind, model := alike[0]-1, alike[0]
	if at > 0 {
		model = alike[at-1]
		behind = g.withReified(model)
	}
	// The gap of the neighbor, with the new IRI in its comment. The first of a section may have a
	// heading above it, so that the next one is the model then.
	gap := g.layout.gap(g)
	for _, i := range []int{model, alike[min(at, len(alike)-1)]} {
		s := g.statements[i]
		before := string(g.src[g.after(i-1):s.from])
		if !g.layout.comment([]byte(before)) && strings.Contains(before, "\n") {
			gap = before
			break
		}
		if g.namesOnly(before, s.subject.value) {
			gap = strings.Replace(before, s.subject.value, n.value, 1)
			break
		}
	}
	g.insertBlock(behind, gap, n)
}

// withReified returns the last statement behind statement i that is about its annotations.
func (g *graph) withReified(i int) int {
	for i+1 < len(g.statements) && g.statements[i+1].class == owlAxiom {
		i++
	}
	return i
}

// insertBlank inserts a statement about a blank node: behind the subject of the triple whose
// annotations it has, otherwise behind the last statement.
func (g *graph) insertBlank(n *node) {
	i, known := g.first[n.source()]
	if !known {
		g.insertLast(n)
		return
	}
	i = g.withReified(i)
	gap := g.newline
	if bytes.Contains(g.src[g.after(i-1):g.statements[i].from], []byte("\n\n")) ||
		g.statements[i].class != owlAxiom {
		gap = g.layout.gap(g)
	}
	g.insertBlock(i, gap, n)
}

func (g *graph) insertLast(n *node) {
	g.insertBlock(len(g.statements)-1, g.layout.gap(g), n)
}

// insertBlock inserts a block behind statement i. Add has found that it can be rendered.
func (g *graph) insertBlock(i int, gap string, n *node) {
	block, _ := g.layout.block(g, n)
	g.insert(g.after(i), gap+block)
}

// axiomGraph collects the triples of an axiom as nodes. It is an owlrdf.Layout.
type axiomGraph struct {
	named, blank []*node // with IRIs as subjects, and without
}

func (g *axiomGraph) Begin(*owl.Prefixes)           {}
func (g *axiomGraph) End()                          {}
func (g *axiomGraph) AllowsLabel(label string) bool { return rdf.IsBlankNodeLabel(label) }

func (g *axiomGraph) Block(subject owlrdf.Node, props []owlrdf.Property) {
	n := nodeOf(&subject)
	for i := range props {
		n.props = append(n.props, &prop{predicate: props[i].Predicate.String(),
			object: nodeOf(&props[i].Object), triple: &props[i]})
	}
	switch {
	case subject.IsAnonymous() && n.props[0].object.value == owl.OWLNamespace+"Ontology":
	case subject.Kind == owlrdf.IRINode && !subject.IsAnonymous():
		g.named = append(g.named, n)
	default:
		n.kind = blankNode
		g.blank = append(g.blank, n)
	}
}

func nodeOf(n *owlrdf.Node) *node {
	switch n.Kind {
	case owlrdf.LiteralNode:
		literal := &node{kind: literalNode, value: n.Literal.Lexical, lang: n.Literal.Lang}
		if literal.lang == "" {
			literal.datatype = n.Literal.Datatype.IRI.String()
		}
		return literal
	case owlrdf.IRINode:
		return &node{value: n.Name.String()}
	case owlrdf.BlankNode:
		return &node{kind: blankNode, value: n.Name.String()}
	}
	return &node{kind: blankNode}
}

// block returns a new subject and its triples as the writers have them.
func (n *node) block() (subject owlrdf.Node, props []owlrdf.Property) {
	if n.value != "" {
		subject.Name = owl.NewIRI(n.value)
		if n.kind == blankNode {
			subject.Kind = owlrdf.BlankNode
		}
	}
	for _, p := range n.props {
		props = append(props, *p.triple)
	}
	return subject, props
}

// triplesOf returns the triples of an axiom: nodes with IRIs as subjects, and statements about
// blank nodes. Blank nodes that occur once are inside what refers to them.
func triplesOf(a owl.Axiom) (named, blank []*node, err error) {
	var g axiomGraph
	err = owlrdf.WriteAxiom(a, &g)
	return g.named, g.blank, err
}
