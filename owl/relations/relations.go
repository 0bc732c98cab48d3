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

// Relation is an object property of RO, BFO or IAO. Its label, synonyms and Source are from the
// ontology that defines the property. Its axioms are from this ontology and, for properties of BFO,
// also from RO.
type Relation struct {
	IRI      owl.IRI
	Label    string
	Synonyms []string
	Source   string // RO, BFO or IAO

	Transitive, Symmetric, Asymmetric, Reflexive, Irreflexive bool
	Functional, InverseFunctional                             bool

	// Inverses and Supers are sorted. Supers are direct.
	Inverses, Supers []owl.IRI
	// Chains are the left sides of the property chains that imply the relation. A member is an
	// owl.ObjectProperty or an *owl.ObjectInverseOf.
	Chains [][]owl.ObjectPropertyExpression

	statements []statement
}

// statement is an axiom of the table, in terms of the table's IRIs.
type statement struct {
	axiom  owl.Axiom
	source string
}

// All returns the relations sorted by IRI. The caller must not change them.
func All() []*Relation { return load().relations }

// Lookup returns the relation with an IRI. The caller must not change it.
func Lookup(iri owl.IRI) (*Relation, bool) {
	r, ok := load().byIRI[iri]
	return r, ok
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
	relations []*Relation
	byIRI     map[owl.IRI]*Relation
	labels    map[owl.IRI]label
	// byName holds relations by folded label and synonym; nil for an ambiguous name.
	byName map[string]*Relation
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
		byIRI:  make(map[owl.IRI]*Relation),
		labels: make(map[owl.IRI]label),
		byName: make(map[string]*Relation),
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
		r = &Relation{IRI: iri, Label: row[columnLabel], Source: row[columnSource]}
		t.byIRI[iri] = r
		t.relations = append(t.relations, r)
	} else if row[columnLabel] != r.Label {
		r.Synonyms = append(r.Synonyms, row[columnLabel])
	}
	r.Synonyms = append(r.Synonyms, values(row[columnSynonyms])...)
	slices.Sort(r.Synonyms)
	r.Synonyms = slices.Compact(r.Synonyms)

	p, source := owl.ObjectProperty{IRI: iri}, row[columnSource]
	state := func(a owl.Axiom) { r.statements = append(r.statements, statement{a, source}) }
	for _, name := range values(row[columnCharacteristics]) {
		c, ok := characteristics[name]
		if !ok {
			return fmt.Errorf("unknown characteristic %q", name)
		}
		field := c.field(r)
		if !*field && c.axiom != nil {
			state(c.axiom(p))
		}
		*field = true
	}
	for _, name := range values(row[columnInverses]) {
		if q := expand(name); !slices.Contains(r.Inverses, q) {
			r.Inverses = append(r.Inverses, q)
			state(&owl.InverseObjectProperties{First: p, Second: owl.ObjectProperty{IRI: q}})
		}
	}
	for _, name := range values(row[columnSupers]) {
		if q := expand(name); !slices.Contains(r.Supers, q) {
			r.Supers = append(r.Supers, q)
			state(&owl.SubObjectPropertyOf{Sub: p, Super: owl.ObjectProperty{IRI: q}})
		}
	}
	for _, text := range values(row[columnChains]) {
		var chain []owl.ObjectPropertyExpression
		for _, name := range strings.Fields(text) {
			chain = append(chain, expandExpression(name))
		}
		same := func(other []owl.ObjectPropertyExpression) bool {
			return slices.EqualFunc(chain, other, sameProperty)
		}
		if !slices.ContainsFunc(r.Chains, same) {
			r.Chains = append(r.Chains, chain)
			state(&owl.SubPropertyChainOf{Chain: chain, Super: p})
		}
	}
	slices.SortFunc(r.Inverses, owl.IRI.Compare)
	slices.SortFunc(r.Supers, owl.IRI.Compare)
	return nil
}

// characteristic is a field of Relation and its axiom. The axiom is nil for constraints, which
// entail no missing axioms.
type characteristic struct {
	field func(*Relation) *bool
	axiom func(owl.ObjectProperty) owl.Axiom
}

var characteristics = map[string]characteristic{
	"transitive": {
		func(r *Relation) *bool { return &r.Transitive },
		func(p owl.ObjectProperty) owl.Axiom { return &owl.TransitiveObjectProperty{Property: p} },
	},
	"symmetric": {
		func(r *Relation) *bool { return &r.Symmetric },
		func(p owl.ObjectProperty) owl.Axiom { return &owl.SymmetricObjectProperty{Property: p} },
	},
	"reflexive": {
		func(r *Relation) *bool { return &r.Reflexive },
		func(p owl.ObjectProperty) owl.Axiom { return &owl.ReflexiveObjectProperty{Property: p} },
	},
	"asymmetric":         {func(r *Relation) *bool { return &r.Asymmetric }, nil},
	"irreflexive":        {func(r *Relation) *bool { return &r.Irreflexive }, nil},
	"functional":         {func(r *Relation) *bool { return &r.Functional }, nil},
	"inverse functional": {func(r *Relation) *bool { return &r.InverseFunctional }, nil},
}

// indexNames indexes labels and synonyms. Labels have precedence over synonyms, and RO over BFO
// over IAO, because files use the names of RO.
func (t *table) indexNames() {
	rank := map[string]int{RO: 0, BFO: 1, IAO: 2}
	best := make(map[string]int)
	add := func(name string, level int, r *Relation) {
		name = Fold(name)
		level = level*len(rank) + rank[r.Source]
		known, ok := best[name]
		switch {
		case !ok || level < known:
			best[name], t.byName[name] = level, r
		case level == known && t.byName[name] != r:
			t.byName[name] = nil
		}
	}
	for _, r := range t.relations {
		add(r.Label, 0, r)
		for _, s := range r.Synonyms {
			add(s, 1, r)
		}
	}
}

// Fold returns a name in lower case, with single spaces for white space and underscores.
func Fold(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "_", " ")), " ")
}

func sameProperty(a, b owl.ObjectPropertyExpression) bool {
	inverseA, isA := a.(*owl.ObjectInverseOf)
	inverseB, isB := b.(*owl.ObjectInverseOf)
	if isA && isB {
		return inverseA.Property == inverseB.Property
	}
	return a == b
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
