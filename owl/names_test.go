package owl_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"box2el-owl/owl"
)

const obo = "http://purl.obolibrary.org/obo/"

// cells returns a small ontology with all kinds of names.
func cells(t testing.TB) *owl.Ontology {
	o := &owl.Ontology{Prefixes: owl.StandardPrefixes()}
	o.Prefixes.Set("", "http://example.org/#")
	o.Prefixes.Set("obo", obo)
	o.Prefixes.Set("UBERON", obo+"UBERON_")
	for _, a := range strings.Split(strings.TrimSpace(`
Declaration(Class(obo:GO_0005634))
AnnotationAssertion(rdfs:label obo:GO_0005634 "nucleus")
AnnotationAssertion(rdfs:label obo:GO_0005634 "Zellkern"@de)
Declaration(Class(obo:UBERON_0000125))
AnnotationAssertion(rdfs:label obo:UBERON_0000125 "neural nucleus")
AnnotationAssertion(rdfs:label obo:UBERON_0000125 "nucleus"@en)
Declaration(Class(obo:CL_0000540))
AnnotationAssertion(rdfs:label obo:CL_0000540 "neuron"@en)
Declaration(Class(<http://example.org/fly#neuron1>))
AnnotationAssertion(rdfs:label <http://example.org/fly#neuron1> "neuron")
Declaration(Class(:Heart))
Declaration(Class(<http://example.org/other#Heart>))
Declaration(Class(<http://example.org/other#Lung>))
Declaration(Class(:T_cell))
Declaration(Class(:disease))
AnnotationAssertion(rdfs:label :disease "Parkinson's  disease ")
Declaration(Class(:and))
AnnotationAssertion(rdfs:label :and "and")
Declaration(Class(:strange))
AnnotationAssertion(rdfs:label :strange "obo:GO_0005634")
Declaration(ObjectProperty(obo:BFO_0000050))
AnnotationAssertion(rdfs:label obo:BFO_0000050 "part of")
Declaration(ObjectProperty(:has_part))
Declaration(DataProperty(:weight))
Declaration(DataProperty(:colour))
Declaration(Datatype(:grams))
Declaration(AnnotationProperty(:note))
Declaration(NamedIndividual(:alice))
Declaration(NamedIndividual(:bob))
Declaration(NamedIndividual(:Heart))
AnnotationAssertion(rdfs:label :bob "Bob the \\ 'builder'")
AnnotationAssertion(rdfs:label <http://example.org/document> "no entity")
`), "\n") {
		axiom, err := owl.ParseAxiom(a, o.Prefixes)
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		o.Axioms = append(o.Axioms, axiom)
	}
	return o
}

func TestNames(t *testing.T) {
	class, property, individual := []owl.EntityKind{owl.ClassKind}, []owl.EntityKind{
		owl.ObjectPropertyKind, owl.DataPropertyKind,
	}, []owl.EntityKind{owl.NamedIndividualKind}
	names := owl.NewNames(cells(t))
	for _, test := range []struct {
		name  string
		kinds []owl.EntityKind
		want  string // the kind and IRI, or the error
	}{
		{"<http://purl.obolibrary.org/obo/GO_0005634>", class, "Class GO:0005634"},
		{"http://purl.obolibrary.org/obo/GO_0005634", class, "Class GO:0005634"},
		{"obo:GO_0005634", class, "Class GO:0005634"}, // it is not the class with this text as its label
		{"'obo:GO_0005634'", class, "Class :strange"},
		{"GO:0005634", class, "Class GO:0005634"},
		{"'GO:0005634'", class, "Class GO:0005634"},
		{"UBERON:0000125", class, "Class UBERON:0000125"},
		{"GO_0005634", class, "Class GO:0005634"},
		{"go_0005634", class, "Class GO:0005634"},
		{":Heart", class, "Class :Heart"},
		{"Heart", class, "Class :Heart"}, // by the empty prefix
		{"heart", class, "2 classes are called 'heart': 'Heart' (:Heart), 'Heart' (<http://example.org/other#Heart>); use one of these ids"},
		{"Lung", class, "Class <http://example.org/other#Lung>"},
		{"nucleus", class, "Class GO:0005634"}, // the preferred label of the other class is neural nucleus
		{" nucleus ", class, "Class GO:0005634"},
		{"NUCLEUS", class, "2 classes are called 'NUCLEUS': 'neural nucleus' (UBERON:0000125), 'nucleus' (GO:0005634); use one of these ids"},
		{"zellkern", class, "Class GO:0005634"},
		{"neuron", class, "2 classes are called 'neuron': 'neuron' (<http://example.org/fly#neuron1>), 'neuron' (CL:0000540); use one of these ids"},
		{"parkinson's disease", class, "Class :disease"},
		{`'Parkinson\'s  disease '`, class, "Class :disease"},
		{"t cell", class, "Class :T_cell"},
		{"and", class, "Class :and"},
		{"part of", property, "ObjectProperty BFO:0000050"},
		{"part_of", property, "ObjectProperty BFO:0000050"},
		{"has part", property, "ObjectProperty :has_part"},
		{"weight", property, "DataProperty :weight"},
		{`'Bob the \\ \'builder\''`, individual, "NamedIndividual :bob"},
		{"Heart", individual, "NamedIndividual :Heart"}, // punned
		{"Heart", nil, "Class :Heart"},
		{"alice", nil, "NamedIndividual :alice"},
		{"Thing", class, "Class owl:Thing"},
		{"owl:Nothing", class, "Class owl:Nothing"},
		{"topObjectProperty", property, "ObjectProperty owl:topObjectProperty"},
		{"xsd:dateTime", []owl.EntityKind{owl.DatatypeKind}, "Datatype xsd:dateTime"},
		{"dateTime", []owl.EntityKind{owl.DatatypeKind}, "Datatype xsd:dateTime"},
		{"comment", []owl.EntityKind{owl.AnnotationPropertyKind}, "AnnotationProperty rdfs:comment"},

		{"nuclues", class, "no class is called 'nuclues'; did you mean 'neural nucleus' (UBERON:0000125) or 'nucleus' (GO:0005634)?"},
		{"GO:0005635", class, "no class is called 'GO:0005635'"},
		{"http://purl.obolibrary.org/obo/GO_0005635", class, "no class is called 'http://purl.obolibrary.org/obo/GO_0005635'"},
		{"neural", class, "no class is called 'neural'; did you mean 'neural nucleus' (UBERON:0000125), 'neuron' (<http://example.org/fly#neuron1>) or 'neuron' (CL:0000540)?"},
		{"weigth", property, "no object property or data property is called 'weigth'; did you mean :weight?"},
		{"nucleus", property, "no object property or data property is called 'nucleus'; it is a class (GO:0005634)"},
		{"part of", class, "no class is called 'part of'; it is an object property (BFO:0000050)"},
		{"Heart", property, "no object property or data property is called 'Heart'; it is a class (:Heart) and an individual (:Heart)"},
		{"no entity", nil, "no entity is called 'no entity'"},
		{"", class, "no class is called ''"},
		{"<", class, "no class is called '<'"},
		{"<>", class, "no class is called '<>'"},
		{":", class, "no class is called ':'"},
		{"'", class, `no class is called '\''`},
		{"a\nb", class, "no class is called 'a b'"},
		{strings.Repeat("x", 1000), class, "no class is called '" + strings.Repeat("x", 80) + "…'"},
	} {
		got, err := names.Entity(test.name, test.kinds...)
		text := ""
		if err != nil {
			text = err.Error()
			if nameErr := (*owl.NameError)(nil); !errors.As(err, &nameErr) ||
				!errors.Is(err, owl.ErrUnknownName) && !errors.Is(err, owl.ErrAmbiguousName) {
				t.Errorf("Entity(%q): error of type %T", test.name, err)
			}
		} else {
			text = got.EntityKind().String() + " " + names.ID(got.EntityIRI())
		}
		if text != test.want {
			t.Errorf("Entity(%q, %v)\n got %s\nwant %s", test.name, test.kinds, text, test.want)
		}
	}
}

// TestNamesInLongNamespace: a short name is no IRI of a megabyte.
func TestNamesInLongNamespace(t *testing.T) {
	o := cells(t)
	o.Prefixes.Set("long", "http://"+strings.Repeat("x", 1<<20)+"/")
	a, err := owl.Parser{Names: owl.NewNames(o), AllowNew: true}.Axiom("SubClassOf(long:A long:B)")
	if err == nil {
		t.Errorf("the axiom is %.40v", a)
	}
}

func TestNamesAmbiguous(t *testing.T) {
	_, err := owl.NewNames(cells(t)).Class("neuron")
	var nameErr *owl.NameError
	if !errors.As(err, &nameErr) || !errors.Is(err, owl.ErrAmbiguousName) {
		t.Fatalf("Class(neuron) fails with %v", err)
	}
	var ids []string
	for _, c := range nameErr.Candidates {
		ids = append(ids, c.Label+" "+c.ID)
	}
	if want := []string{"neuron <http://example.org/fly#neuron1>", "neuron CL:0000540"}; !slices.Equal(ids, want) {
		t.Errorf("candidates %q, want %q", ids, want)
	}
}

// TestNamesInSentences checks that a shared label is followed by the ID.
func TestNamesInSentences(t *testing.T) {
	m := owl.NewNames(cells(t)).Manchester()
	for iri, want := range map[string]string{
		"http://purl.obolibrary.org/obo/CL_0000540": "neuron (CL:0000540)",
		"http://purl.obolibrary.org/obo/CL_9":       "obo:CL_9",
	} {
		if got := m.Name(owl.NewIRI(iri)); got != want {
			t.Errorf("Name(%s) = %q, want %q", iri, got, want)
		}
	}
	if got := (owl.Manchester{}).Name(owl.NewIRI("urn:x")); got != "<urn:x>" {
		t.Errorf("without names: %q", got)
	}
}

// TestNamesDeprecated checks that a deprecated entity does not make the name of another one
// ambiguous.
func TestNamesDeprecated(t *testing.T) {
	o := cells(t)
	deprecated, err := owl.ParseAxiom(
		`AnnotationAssertion(owl:deprecated obo:CL_0000540 "true"^^xsd:boolean)`, o.Prefixes)
	if err != nil {
		t.Fatal(err)
	}
	o.Axioms = append(o.Axioms, deprecated)
	names := owl.NewNames(o)
	m := names.Manchester()
	fly, old := owl.NewIRI("http://example.org/fly#neuron1"), owl.NewIRI(obo+"CL_0000540")
	for _, name := range []string{"neuron", "Neuron", m.IRI(fly)} {
		if c, err := names.Class(name); err != nil || c.IRI != fly {
			t.Errorf("%s is %v, %v", name, c, err)
		}
	}
	if m.IRI(fly) != "neuron" || m.IRI(old) != "CL:0000540" {
		t.Errorf("written as %s and %s", m.IRI(fly), m.IRI(old))
	}
}

// TestNamesThereAndBack checks that every name that Names returns for an entity identifies it.
func TestNamesThereAndBack(t *testing.T) {
	o := cells(t)
	names := owl.NewNames(o)
	m := names.Manchester()
	for _, e := range o.Signature() {
		for _, name := range []string{
			names.ID(e.EntityIRI()), m.IRI(e.EntityIRI()), e.EntityIRI().String(),
			"<" + e.EntityIRI().String() + ">",
		} {
			if got, err := names.Entity(name, e.EntityKind()); err != nil || got != e {
				t.Errorf("%v is called %s, which is %v, %v", e, name, got, err)
			}
		}
	}
}

func TestNamesConcurrently(t *testing.T) {
	names := owl.NewNames(cells(t))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for _, name := range []string{"nucleus", "heart", "nuclues", "has part"}[i%4:] {
				names.Entity(name)
			}
			if names.Label(owl.NewIRI(obo+"GO_0005634")) != "nucleus" {
				t.Error("no label")
			}
		})
	}
	wg.Wait()
}

func TestNamesOfNothing(t *testing.T) {
	names := owl.NewNames(&owl.Ontology{})
	if c, err := names.Class("owl:Thing"); c != owl.Thing {
		t.Errorf("Class(owl:Thing) = %v, %v", c, err)
	}
	if _, err := names.Class("a:b"); !errors.Is(err, owl.ErrUnknownName) {
		t.Errorf("Class(a:b) fails with %v", err)
	}
}

func ExampleNames() {
	nucleus := owl.Class{IRI: owl.NewIRI("http://purl.obolibrary.org/obo/GO_0005634")}
	o := &owl.Ontology{Axioms: []owl.Axiom{
		&owl.Declaration{Entity: nucleus},
		&owl.AnnotationAssertion{
			Property: owl.RDFSLabel, Subject: nucleus.IRI, Value: owl.NewString("nucleus"),
		},
	}}
	names := owl.NewNames(o)
	for _, name := range []string{"nucleus", "GO:0005634", "Nucleus", "nuclues"} {
		fmt.Println(names.Class(name))
	}
	// Output:
	// {http://purl.obolibrary.org/obo/GO_0005634} <nil>
	// {http://purl.obolibrary.org/obo/GO_0005634} <nil>
	// {http://purl.obolibrary.org/obo/GO_0005634} <nil>
	// {} no class is called 'nuclues'; did you mean 'nucleus' (GO:0005634)?
}

// TestSynonyms finds entities by synonyms in the order of their scopes.
func TestSynonyms(t *testing.T) {
	o := &owl.Ontology{Prefixes: owl.StandardPrefixes()}
	o.Prefixes.Set("", "http://example.org/#")
	o.Prefixes.Set("oio", "http://www.geneontology.org/formats/oboInOwl#")
	o.Prefixes.Set("skos", "http://www.w3.org/2004/02/skos/core#")
	parser := owl.NewFunctionalParser(o.Prefixes)
	for _, text := range strings.Split(strings.TrimSpace(`
Declaration(Class(:A))
AnnotationAssertion(rdfs:label :A "heart")
AnnotationAssertion(rdfs:label :A "Herz"@de)
AnnotationAssertion(rdfs:label :A "Herzerl"@de-AT)
AnnotationAssertion(oio:hasExactSynonym :A "Cardiac_organ")
Declaration(Class(:B))
AnnotationAssertion(skos:prefLabel :B "pump"@en)
AnnotationAssertion(skos:prefLabel :B "Pumpe"@de)
AnnotationAssertion(oio:hasRelatedSynonym :B "cardiac organ")
AnnotationAssertion(oio:hasBroadSynonym :B "machine")
AnnotationAssertion(oio:hasExactSynonym :B "heart")
Declaration(Class(:C))
AnnotationAssertion(oio:hasNarrowSynonym :C "machine"@en)
`), "\n") {
		a, _, err := parser.Axiom([]byte(text + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		o.Axioms = append(o.Axioms, a)
	}
	names := owl.NewNames(o)
	for name, want := range map[string]string{"heart": "A", "cardiac organ": "A", "Pumpe": "B",
		"pump": "B"} {
		c, err := names.Class(name)
		if err != nil || c.IRI.Fragment() != want {
			t.Errorf("%s: %v, %v; want %s", name, c, err, want)
		}
	}
	var ambiguous *owl.NameError
	if _, err := names.Class("machine"); !errors.As(err, &ambiguous) ||
		len(ambiguous.Candidates) != 2 || !errors.Is(err, owl.ErrAmbiguousName) {
		t.Errorf("machine: %v", err)
	}
	if _, err := names.Class("cardiac orgen"); err == nil ||
		!strings.Contains(err.Error(), "did you mean 'heart' (:A)") {
		t.Errorf("misspelled synonym: %v", err)
	}
	for language, want := range map[string][2]string{"": {"heart", "pump"}, "de": {"Herz", "Pumpe"},
		"DE-at": {"Herzerl", "pump"}, "fr": {"heart", "pump"}} {
		o.Language = language
		names := owl.NewNames(o)
		got := [2]string{names.Label(owl.NewIRI("http://example.org/#A")),
			names.Label(owl.NewIRI("http://example.org/#B"))}
		if got != want {
			t.Errorf("labels in %q: %q, want %q", language, got, want)
		}
	}
}
