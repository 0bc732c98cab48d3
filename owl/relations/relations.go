package relations

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"box2el-owl/owl"
)

// The ontologies in the table.
const (
	RO  = "RO"
	BFO = "BFO"
	IAO = "IAO"
)

// relation is an object property of RO, BFO or IAO. Its label and source are from the ontology that
// defines the property. Its statements are from this ontology and, for properties of BFO, also from
// RO.
type relation struct {
	iri        owl.IRI
	label      string
	synonyms   []string
	source     string // RO, BFO or IAO
	statements []statement
}

// statement is an axiom of the table, in terms of the table's IRIs.
type statement struct {
	kind   owl.AxiomKind
	names  string                         // of the properties, as in the table
	parts  []owl.ObjectPropertyExpression // in the order of the axiom's slots
	source string
}

// axiom returns the axiom of a statement with renamed properties.
func (s *statement) axiom(name func(owl.ObjectProperty) owl.ObjectProperty) owl.Axiom {
	f := &slotFiller{}
	for _, e := range s.parts {
		if inverse, ok := e.(*owl.ObjectInverseOf); ok {
			f.parts = append(f.parts, &owl.ObjectInverseOf{Property: name(inverse.Property)})
		} else {
			f.parts = append(f.parts, name(e.(owl.ObjectProperty)))
		}
	}
	a := owl.AxiomShapes[s.kind].New()
	owl.AxiomShapes[s.kind].Visit(a, f)
	return a
}

// slotFiller fills the slots of an axiom with properties. It is an owl.SlotVisitor for the kinds in
// the table.
type slotFiller struct {
	owl.SlotVisitor // nil
	parts           []owl.ObjectPropertyExpression
}

func (f *slotFiller) Slot(slot, _ any) {
	*slot.(*owl.ObjectPropertyExpression), f.parts = f.parts[0], f.parts[1:]
}

// List fills a chain.
func (f *slotFiller) List(list owl.List, _ int, _ owl.ListOrder) {
	for len(f.parts) > 1 {
		f.Slot(list.Add(), nil)
	}
}

// Label returns the label of a relation, of an upper class of BFO and IAO, or of an annotation
// property.
func Label(iri owl.IRI) (label string, ok bool) {
	l, ok := load().labels[iri]
	return l.text, ok
}

// LabelAndSource returns a label as Label does, with the ontology that it comes from: RO, BFO or
// IAO.
func LabelAndSource(iri owl.IRI) (label, source string, ok bool) {
	l, ok := load().labels[iri]
	return l.text, l.source, ok
}

// Marked returns a label with its source: "develops from (RO)".
func Marked(iri owl.IRI) (text string, ok bool) {
	if l, ok := load().labels[iri]; ok {
		return owl.MarkedLabel(l.text, l.source), true
	}
	return "", false
}

// Describe returns a built-in axiom in words: "develops from is transitive (RO)". The function
// label returns the label of a property, marked if it is built in, or "".
func Describe(a owl.Axiom, source string, label func(owl.IRI) string) string {
	name := func(e owl.ObjectPropertyExpression) string {
		p := named(e)
		text := label(p)
		if marked, ok := Marked(p); text == "" || ok && text == marked {
			text, _ = Label(p)
		}
		if text == "" {
			text = p.Fragment()
		}
		if _, inverse := e.(*owl.ObjectInverseOf); inverse {
			text = "inverse of " + text
		}
		return text
	}
	var text string
	switch a := a.(type) {
	case *owl.TransitiveObjectProperty:
		text = name(a.Property) + " is transitive"
	case *owl.SymmetricObjectProperty:
		text = name(a.Property) + " is symmetric"
	case *owl.ReflexiveObjectProperty:
		text = name(a.Property) + " is reflexive"
	case *owl.SubObjectPropertyOf:
		text = name(a.Sub) + " implies " + name(a.Super)
	case *owl.InverseObjectProperties:
		text = name(a.First) + " is the inverse of " + name(a.Second)
	case *owl.SubPropertyChainOf:
		chain := make([]string, len(a.Chain))
		for i, p := range a.Chain {
			chain[i] = name(p)
		}
		text = strings.Join(chain, " o ") + " implies " + name(a.Super)
	default:
		text = owl.Canonical(a)
	}
	return owl.MarkedLabel(text, source)
}

// Names returns the names of an ontology. Relations and upper classes without a label in the
// ontology have their built-in one.
func Names(o *owl.Ontology) *owl.Names { return owl.NewNames(o).WithBuiltIn(LabelAndSource) }

// table is the parsed table.
type table struct {
	relations []*relation
	byIRI     map[owl.IRI]*relation
	labels    map[owl.IRI]label
	// byName holds relations by folded label and synonym; nil for an ambiguous name.
	byName map[string]*relation
}

type label struct{ text, source string }

//go:embed relations.tsv
var tsv string

// annotations has the labels of annotation properties by IRI without the OBO namespace.
//
//go:embed annotations.tsv
var annotations string

var load = sync.OnceValue(func() *table {
	t, err := parse(tsv)
	if err != nil {
		panic("relations.tsv: " + err.Error()) // TestParse reads the whole table
	}
	return t
})

// The columns of the table. An IRI of the OBO namespace is written without it. Values are separated
// by '|', the members of a chain by a blank; an inverse begins with '^'.
const (
	columnIRI = iota
	columnKind
	columnSource
	columnLabel
	columnSynonyms
	columnCharacteristics
	columnInverses
	columnSupers
	columnChains
	numColumns
)

const (
	oboNamespace = "http://purl.obolibrary.org/obo/"
	objectKind   = "object"
	classKind    = "class"
)

// parse reads the table. Of several rows of a relation, the first is that of its own ontology.
func parse(text string) (*table, error) {
	t := &table{
		byIRI:  make(map[owl.IRI]*relation),
		labels: make(map[owl.IRI]label),
		byName: make(map[string]*relation),
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines[1:] {
		row := strings.Split(line, "\t")
		if len(row) != numColumns {
			return nil, fmt.Errorf("line %d: %d columns, want %d", i+2, len(row), numColumns)
		}
		iri := expand(row[columnIRI])
		if _, known := t.labels[iri]; !known && row[columnLabel] != "" {
			t.labels[iri] = label{row[columnLabel], row[columnSource]}
		}
		switch row[columnKind] {
		case classKind:
		case objectKind:
			if err := t.add(iri, row); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		default:
			return nil, fmt.Errorf("line %d: unknown kind %q", i+2, row[columnKind])
		}
	}
	for line := range strings.Lines(annotations) {
		id, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		source, _, _ := strings.Cut(id, "_")
		t.labels[expand(id)] = label{text, source}
	}
	t.indexNames()
	return t, nil
}

// add adds a row to its relation.
func (t *table) add(iri owl.IRI, row []string) error {
	r := t.byIRI[iri]
	if r == nil {
		r = &relation{iri: iri, label: row[columnLabel], source: row[columnSource]}
		t.byIRI[iri] = r
		t.relations = append(t.relations, r)
	} else if row[columnLabel] != r.label {
		r.synonyms = append(r.synonyms, row[columnLabel])
	}
	r.synonyms = append(r.synonyms, values(row[columnSynonyms])...)
	for _, name := range values(row[columnCharacteristics]) {
		kind, ok := characteristics[name]
		if !ok {
			return fmt.Errorf("unknown characteristic %q", name)
		}
		if kind != owl.DeclarationKind {
			r.state(kind, row[columnIRI], row)
		}
	}
	for _, name := range values(row[columnInverses]) {
		r.state(owl.InverseObjectPropertiesKind, row[columnIRI]+" "+name, row)
	}
	for _, name := range values(row[columnSupers]) {
		r.state(owl.SubObjectPropertyOfKind, row[columnIRI]+" "+name, row)
	}
	for _, chain := range values(row[columnChains]) {
		r.state(owl.SubPropertyChainOfKind, chain+" "+row[columnIRI], row)
	}
	return nil
}

// state adds a statement of a row, unless an earlier row has it.
func (r *relation) state(kind owl.AxiomKind, names string, row []string) {
	if slices.ContainsFunc(r.statements, func(s statement) bool {
		return s.kind == kind && s.names == names
	}) {
		return
	}
	s := statement{kind: kind, names: names, source: row[columnSource]}
	for _, name := range strings.Fields(names) {
		s.parts = append(s.parts, expandExpression(name))
	}
	r.statements = append(r.statements, s)
}

// characteristics holds the axioms of characteristics. Constraints, which entail no missing axioms,
// have DeclarationKind.
var characteristics = map[string]owl.AxiomKind{
	"transitive":         owl.TransitiveObjectPropertyKind,
	"symmetric":          owl.SymmetricObjectPropertyKind,
	"reflexive":          owl.ReflexiveObjectPropertyKind,
	"asymmetric":         owl.DeclarationKind,
	"irreflexive":        owl.DeclarationKind,
	"functional":         owl.DeclarationKind,
	"inverse functional": owl.DeclarationKind,
}

// indexNames indexes labels and synonyms. Labels have precedence over synonyms, and RO over BFO
// over IAO, because files use the names of RO.
func (t *table) indexNames() {
	rank := map[string]int{RO: 0, BFO: 1, IAO: 2}
	best := make(map[string]int)
	add := func(name string, level int, r *relation) {
		name = owl.Fold(name)
		level = level*len(rank) + rank[r.source]
		known, ok := best[name]
		switch {
		case !ok || level < known:
			best[name], t.byName[name] = level, r
		case level == known && t.byName[name] != r:
			t.byName[name] = nil
		}
	}
	for _, r := range t.relations {
		add(r.label, 0, r)
		for _, s := range r.synonyms {
			add(s, 1, r)
		}
	}
}

func values(field string) []string {
	if field == "" {
		return nil
	}
	return strings.Split(field, "|")
}

func expand(name string) owl.IRI {
	if strings.Contains(name, ":") {
		return owl.NewIRI(name)
	}
	return owl.NewIRI(oboNamespace + name)
}

func expandExpression(name string) owl.ObjectPropertyExpression {
	if inverse, ok := strings.CutPrefix(name, "^"); ok {
		return &owl.ObjectInverseOf{Property: owl.ObjectProperty{IRI: expand(inverse)}}
	}
	return owl.ObjectProperty{IRI: expand(name)}
}
