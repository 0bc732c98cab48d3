package edit

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// item is an axiom in a functional-syntax document.
type item struct {
	axiom    owl.Axiom
	from, to int
	block    int // number of its block from 1; 0 without one
}

// block is a comment such as "# Class: obo:CL_0000000 (cell)" above the axioms of an
// entity in files of the OWL API.
type block struct {
	kind   string
	iri    string
	line   int   // where the line of the comment begins
	to     int   // where the last line of the block ends
	items  []int // numbers of its axioms
	header bool  // a heading of a section instead: kind is its text
}

type functional struct {
	*text
	prefixes *owl.Prefixes // those that the document declares
	parser   *owl.FunctionalParser
	items    []item
	blocks   []block
	open     int // the end of the header
	close    int // the closing parenthesis

	siblings *siblings // of axioms to add
}

// siblings indexes the axioms among which others are inserted.
type siblings struct {
	declarations   group
	declarationsOf map[owl.EntityKind]*group
	blocks         map[string]*group  // by IRI: the first block of an entity that has axioms
	subjects       map[owl.IRI]*group // axioms without a block by their first subject
	others         group              // axioms without block and subject
	declared       map[owl.IRI]owl.Entity
	sections       map[string]bool // kinds of blocks and titles of sections
}

// group is a list of items in their order.
type group struct {
	items  []int
	axioms []owl.Axiom // of the items; nil until they are asked for
	sorted bool        // the axioms are, by compareAxioms
}

func newSiblings(d *functional) *siblings {
	s := &siblings{
		declarationsOf: make(map[owl.EntityKind]*group), blocks: make(map[string]*group),
		subjects: make(map[owl.IRI]*group), declared: make(map[owl.IRI]owl.Entity),
		sections: make(map[string]bool),
	}
	for i := range d.items {
		a := d.items[i].axiom
		if decl, ok := a.(*owl.Declaration); ok {
			s.declarations.items = append(s.declarations.items, i)
			appendTo(s.declarationsOf, decl.Entity.EntityKind(), i)
			if iri := decl.Entity.EntityIRI(); s.declared[iri] == nil {
				s.declared[iri] = decl.Entity
			}
		} else if d.items[i].block > 0 {
			continue
		} else if own := owl.Subjects(a); len(own) > 0 {
			appendTo(s.subjects, own[0], i)
		} else {
			s.others.items = append(s.others.items, i)
		}
	}
	for i := range d.blocks {
		b := &d.blocks[i]
		s.sections[b.kind] = true
		if !b.header && len(b.items) > 0 && s.blocks[b.iri] == nil {
			s.blocks[b.iri] = &group{items: b.items}
		}
	}
	return s
}

func appendTo[K comparable](groups map[K]*group, key K, item int) {
	if groups[key] == nil {
		groups[key] = new(group)
	}
	groups[key].items = append(groups[key].items, item)
}

// of returns the axioms among which one is inserted; nil if there are none.
func (s *siblings) of(a owl.Axiom) *group {
	if decl, ok := a.(*owl.Declaration); ok {
		return cmp.Or(s.declarationsOf[decl.Entity.EntityKind()], &s.declarations)
	}
	subjects := owl.Subjects(a)
	if len(subjects) == 0 {
		return &s.others
	}
	var first *group
	for _, iri := range subjects {
		if g := s.blocks[iri.String()]; g != nil && (first == nil || g.items[0] < first.items[0]) {
			first = g
		}
	}
	if first != nil || len(subjects) == 1 {
		return cmp.Or(first, s.subjects[subjects[0]])
	}
	var all []int
	for _, iri := range subjects {
		if g := s.subjects[iri]; g != nil {
			all = append(all, g.items...)
		}
	}
	slices.Sort(all)
	return &group{items: slices.Compact(all)}
}

func changeFunctional(ctx context.Context, t *text, remove, add []owl.Axiom) error {
	d := functional{text: t, prefixes: &owl.Prefixes{}}
	if err := d.scan(); err != nil {
		return err
	}
	d.remove(remove)
	for _, a := range add {
		if part, bad := owl.Unwritable(a); bad {
			return &Error{a, fmt.Errorf("%w: functional syntax cannot express %s", ErrNotAdded,
				part)}
		}
	}
	return d.add(ctx, add)
}

// scan finds the axioms and the comments of the document.
func (d *functional) scan() error {
	d.parser = owl.NewFunctionalParser(owl.StandardPrefixes())
	d.parser.MaxDepth = 1 << 20
	at := 0
	if bytes.HasPrefix(d.src, []byte(byteOrderMark)) {
		at = 3
	}
	o := &owl.Ontology{Prefixes: d.prefixes}
	for at = d.skip(at); ; {
		part, a, n, err := d.parser.Part(d.src[at:], o)
		switch {
		case err != nil:
			return err
		case part == owl.HeaderPart:
			d.open = at + n
		case part == owl.AxiomPart:
			d.items = append(d.items, item{axiom: a, from: at, to: at + n, block: len(d.blocks)})
			if len(d.blocks) > 0 {
				b := &d.blocks[len(d.blocks)-1]
				b.items, b.to = append(b.items, len(d.items)-1), d.lineEnd(at+n)
			}
		case part == owl.EndPart:
			d.close = at
			d.endBlocks()
			return nil
		}
		at = d.skip(at + n)
	}
}

// skip moves over white space and comments. It records the comments of the OWL API.
func (d *functional) skip(at int) int {
	for at < len(d.src) {
		switch c := d.src[at]; {
		case c == '#':
			end := d.lineEnd(at)
			d.comment(at, string(d.src[at:end]))
			at = end
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			return at
		default:
			at++
		}
	}
	return at
}

// entityComments are the words of the OWL API above an entity, and the titles of the sections.
var entityComments = []struct{ word, title string }{
	owl.ClassKind:              {"Class", "Classes"},
	owl.DatatypeKind:           {"Datatype", "Datatypes"},
	owl.ObjectPropertyKind:     {"Object Property", "Object Properties"},
	owl.DataPropertyKind:       {"Data Property", "Data Properties"},
	owl.AnnotationPropertyKind: {"Annotation Property", "Annotation Properties"},
	owl.NamedIndividualKind:    {"Individual", "Named Individuals"},
}

func (d *functional) comment(at int, line string) {
	if !d.begins(at) {
		return
	}
	if title, ok := strings.CutPrefix(line, "#   "); ok {
		d.blocks = append(d.blocks, block{kind: strings.TrimSpace(title), header: true,
			line: d.lineStart(at), to: d.lineEnd(min(d.nextLine(at), len(d.src)))})
		return
	}
	word, rest, ok := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
	name, _, labeled := strings.Cut(rest, " (")
	if !ok || !labeled || !slices.ContainsFunc(entityComments,
		func(c struct{ word, title string }) bool { return c.word == word }) {
		return
	}
	iri, ok := strings.CutPrefix(name, "<")
	if ok {
		iri = strings.TrimSuffix(iri, ">")
	} else if iri, ok = d.parser.Prefixes.Expand(name); !ok {
		return
	}
	d.blocks = append(d.blocks, block{kind: word, iri: iri, line: d.lineStart(at),
		to: d.lineEnd(at)})
}

// endBlocks takes the axioms behind the last block away from it that are not about its entity: they
// have no entity of their own.
func (d *functional) endBlocks() {
	if len(d.blocks) == 0 {
		return
	}
	b := &d.blocks[len(d.blocks)-1]
	for i, n := range b.items {
		before := b.line
		if i > 0 {
			before = d.items[b.items[i-1]].to
		}
		gap := bytes.Count(d.src[before:d.items[n].from], []byte("\n"))
		if gap > 2 && i > 0 || b.header && i == 0 {
			for _, rest := range b.items[i:] {
				d.items[rest].block = 0
			}
			if b.items = b.items[:i]; i > 0 {
				b.to = d.lineEnd(before)
			}
			return
		}
	}
}

// remove deletes axioms. It passes over those that are not there.
func (d *functional) remove(remove []owl.Axiom) {
	if len(remove) == 0 {
		return
	}
	wanted := hashes(remove)
	gone := make(map[int]bool)
	for i := range d.items {
		h, _ := hash(d.items[i].axiom)
		gone[i] = wanted[h]
	}
	for i := range d.blocks {
		b := &d.blocks[i]
		if b.header || len(b.items) == 0 ||
			slices.ContainsFunc(b.items, func(n int) bool { return !gone[n] }) ||
			!d.onlyItems(b) {
			continue
		}
		from := b.line
		if before := d.lineStart(max(from-1, 0)); from > 0 && isBlank(d.src[before:from]) {
			from = before // the blank line that separates the block
		}
		d.replace(from, d.nextLine(b.to), "")
		for _, n := range b.items {
			delete(gone, n)
		}
	}
	for i := range d.items {
		if gone[i] {
			d.cut(d.items[i].from, d.items[i].to)
		}
	}
}

// onlyItems reports whether a block has nothing but its comment, blank lines and axioms.
func (d *functional) onlyItems(b *block) bool {
	at := d.lineEnd(b.line)
	for _, n := range b.items {
		if !isBlank(d.src[at:d.items[n].from]) {
			return false
		}
		at = d.items[n].to
	}
	return isBlank(d.src[at:b.to])
}

func (d *functional) add(ctx context.Context, add []owl.Axiom) error {
	d.siblings = newSiblings(d)
	declared := make(map[owl.IRI]owl.Entity)
	for _, a := range add {
		if a, ok := a.(*owl.Declaration); ok && declared[a.Entity.EntityIRI()] == nil {
			declared[a.Entity.EntityIRI()] = a.Entity
		}
	}
	axioms := slices.Clone(add)
	slices.SortStableFunc(axioms, compareAxioms)
	labels := make(map[string]string)
	made := make(map[string][]owl.Axiom)
	var order []owl.Entity
	for _, a := range axioms {
		if x, ok := a.(*owl.AnnotationAssertion); ok && x.Property.IRI == rdfsLabel {
			if s, ok := x.Subject.(owl.IRI); ok {
				if l, ok := x.Value.(*owl.Literal); ok {
					labels[s.String()] = l.Lexical
				}
			}
		}
	}
	for _, a := range axioms {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if d.addToSiblings(a) {
			continue
		}
		e := d.entityFor(a, declared)
		if e == nil || !d.hasSection(e) {
			d.insertAxiom(a, d.last(a))
			continue
		}
		key := fmt.Sprint(e.EntityKind(), e.EntityIRI())
		if made[key] == nil {
			order = append(order, e)
		}
		made[key] = append(made[key], a)
	}
	for _, e := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d.insertBlock(e, made[fmt.Sprint(e.EntityKind(), e.EntityIRI())],
			labels[e.EntityIRI().String()])
	}
	return nil
}

var rdfsLabel = owl.NewIRI(owl.RDFSNamespace + "label")

// addToSiblings inserts an axiom among those of its subject. It returns false if there are none.
func (d *functional) addToSiblings(a owl.Axiom) bool {
	g := d.siblings.of(a)
	if g == nil || len(g.items) == 0 {
		return false
	}
	if g.axioms == nil {
		for _, n := range g.items {
			g.axioms = append(g.axioms, d.items[n].axiom)
		}
		g.sorted = slices.IsSortedFunc(g.axioms, compareAxioms)
	}
	at := len(g.axioms)
	if g.sorted {
		at = placeSorted(g.axioms, a, compareAxioms)
	}
	switch first := g.items[0]; {
	case at > 0:
		d.insertAxiom(a, d.withAxioms(g.items[at-1]))
	case d.begins(d.items[first].from):
		from := d.items[first].from
		d.insert(d.lineStart(from), d.indent(from)+d.render(a)+d.newline)
	default:
		d.insertAxiom(a, first)
	}
	return true
}

// withAxioms returns the last of the items behind a declaration that are about its entity: in some
// documents, each entity has its declaration with its axioms.
func (d *functional) withAxioms(n int) int {
	x, ok := d.items[n].axiom.(*owl.Declaration)
	for ok && n+1 < len(d.items) && d.items[n+1].axiom.Kind() != owl.DeclarationKind &&
		slices.Contains(owl.Subjects(d.items[n+1].axiom), x.Entity.EntityIRI()) {
		n++
	}
	return n
}

// last returns the item behind which an axiom without siblings is written: the last one for an
// axiom, and -1, the header, for a declaration.
func (d *functional) last(a owl.Axiom) int {
	if a.Kind() == owl.DeclarationKind {
		return -1
	}
	return len(d.items) - 1
}

// insertAxiom inserts an axiom behind an item, on a line of its own.
func (d *functional) insertAxiom(a owl.Axiom, after int) {
	at, indent := d.open, ""
	if after >= 0 {
		at, indent = d.items[after].to, d.indent(d.items[after].from)
		end := d.lineEnd(at)
		for after+1 < len(d.items) && d.items[after+1].from < end {
			after++ // several axioms on a line
			if at = d.items[after].to; at > end {
				end = d.lineEnd(at)
			}
		}
	}
	if d.close < d.lineEnd(at) {
		d.insert(d.close, d.newline+indent+d.render(a)+d.newline)
		return
	}
	d.insert(d.lineEnd(at), d.newline+indent+d.render(a))
}

func (d *functional) render(a owl.Axiom) string {
	return string(owl.AppendSortedAxiom(nil, a, d.prefixes))
}

// entityFor returns the entity in whose block an axiom belongs; nil for axioms without one. The map
// has the entities of added declarations.
func (d *functional) entityFor(a owl.Axiom, declared map[owl.IRI]owl.Entity) owl.Entity {
	if a.Kind() == owl.DeclarationKind {
		return nil
	}
	subjects := owl.Subjects(a)
	if len(subjects) == 0 {
		return nil
	}
	for _, e := range owl.AxiomSignature(a) {
		if e.EntityIRI() == subjects[0] {
			return e
		}
	}
	return cmp.Or(declared[subjects[0]], d.siblings.declared[subjects[0]])
}

func (d *functional) hasSection(e owl.Entity) bool {
	kind := entityComments[e.EntityKind()]
	return d.siblings.sections[kind.title] || d.siblings.sections[kind.word]
}

// insertBlock inserts a block with the comment of the OWL API.
func (d *functional) insertBlock(e owl.Entity, axioms []owl.Axiom, label string) {
	kind := entityComments[e.EntityKind()]
	var blocks []block
	var header *block
	for i := range d.blocks {
		b := &d.blocks[i]
		switch {
		case b.header && b.kind == kind.title:
			header = b
		case b.kind == kind.word && !b.header:
			blocks = append(blocks, *b)
		}
	}
	name := string(owl.AppendIRI(nil, e.EntityIRI(), d.prefixes))
	if label = strings.Join(strings.Fields(label), " "); label == "" {
		label = name
	}
	new := block{iri: e.EntityIRI().String()}
	at := place(blocks, new, func(a, b block) int { return cmp.Compare(a.iri, b.iri) })
	to := 0
	switch {
	case at > 0:
		to = blocks[at-1].to
	case header != nil:
		to = header.to
	default:
		to = blocks[0].to
	}
	lines := []string{"", "", "# " + kind.word + ": " + name + " (" + label + ")", ""}
	for _, a := range axioms {
		lines = append(lines, d.render(a))
	}
	d.insert(to, strings.Join(lines, d.newline))
}

// axiomRank is the order of the OWL API's functional syntax: declarations, and within a block
// annotation assertions, then axioms by kind. Kinds that are not listed come last.
var axiomRank = map[owl.AxiomKind]int{
	owl.DeclarationKind: -2, owl.AnnotationAssertionKind: -1, owl.EquivalentClassesKind: 1,
	owl.SubClassOfKind: 2, owl.DisjointClassesKind: 3, owl.DisjointUnionKind: 4,
	owl.ClassAssertionKind: 5, owl.SameIndividualKind: 6, owl.DifferentIndividualsKind: 7,
	owl.ObjectPropertyAssertionKind: 8, owl.NegativeObjectPropertyAssertionKind: 9,
	owl.DataPropertyAssertionKind: 10, owl.NegativeDataPropertyAssertionKind: 11,
	owl.EquivalentObjectPropertiesKind: 12, owl.SubObjectPropertyOfKind: 13,
	owl.InverseObjectPropertiesKind: 14, owl.FunctionalObjectPropertyKind: 15,
	owl.InverseFunctionalObjectPropertyKind: 16, owl.SymmetricObjectPropertyKind: 17,
	owl.AsymmetricObjectPropertyKind: 18, owl.TransitiveObjectPropertyKind: 19,
	owl.ReflexiveObjectPropertyKind: 20, owl.IrreflexiveObjectPropertyKind: 21,
	owl.ObjectPropertyDomainKind: 22, owl.ObjectPropertyRangeKind: 23,
	owl.DisjointObjectPropertiesKind: 24, owl.SubPropertyChainOfKind: 25,
}

// compareAxioms is the order of axioms in files of the OWL API, as far as named superclasses come
// before others, and these are sorted by their kind and names.
func compareAxioms(a, b owl.Axiom) int {
	rank := func(x owl.Axiom) int {
		if r, ok := axiomRank[x.Kind()]; ok {
			return r
		}
		return 100 + int(x.Kind())
	}
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	if a, ok := a.(*owl.SubClassOf); ok {
		b := b.(*owl.SubClassOf)
		if c := cmp.Compare(classRanks[a.Super.ExpressionKind()],
			classRanks[b.Super.ExpressionKind()]); c != 0 {
			return c
		}
	}
	return bytes.Compare(owl.AppendCanonicalBare(nil, a), owl.AppendCanonicalBare(nil, b))
}

// classRanks is the order of class expressions in the OWL API. Those that are not listed come last.
var classRanks = map[owl.ExpressionKind]int{
	owl.NamedClassKind: -11, owl.ObjectIntersectionOfKind: -10, owl.ObjectUnionOfKind: -9,
	owl.ObjectComplementOfKind: -8, owl.ObjectOneOfKind: -7, owl.ObjectSomeValuesFromKind: -6,
	owl.ObjectAllValuesFromKind: -5, owl.ObjectHasValueKind: -4, owl.ObjectMinCardinalityKind: -3,
	owl.ObjectExactCardinalityKind: -2, owl.ObjectMaxCardinalityKind: -1,
}
