package owl

import (
	"strings"
	"testing"
)

// The names of the examples below, as short as can be.
func class(s string) Class                { return Class{NewIRI("http://x/" + s)} }
func objectProp(s string) ObjectProperty  { return ObjectProperty{NewIRI("http://x/" + s)} }
func dataProp(s string) DataProperty      { return DataProperty{NewIRI("http://x/" + s)} }
func individual(s string) NamedIndividual { return NamedIndividual{NewIRI("http://x/" + s)} }

func examplePrefixes() *Prefixes {
	p := StandardPrefixes()
	p.Set("", "http://x/")
	return p
}

func TestAppendAxiom(t *testing.T) {
	a, b, c := class("A"), class("B"), class("C")
	r, s := objectProp("r"), objectProp("s")
	note := Annotation{Property: RDFSComment, Value: NewString("why"), Annotations: []Annotation{
		{Property: RDFSLabel, Value: AnonymousIndividual{NewIRI("n1")}},
	}}
	for _, test := range []struct {
		name      string
		axiom     Axiom
		want      string // for people
		canonical string // empty: with full IRIs the same
	}{
		{"declaration", &Declaration{Entity: XSDString}, `Declaration(Datatype(xsd:string))`, ""},
		{"annotated", &SubClassOf{Annotated: Annotated{[]Annotation{note}}, Sub: a, Super: b},
			`SubClassOf(Annotation(Annotation(rdfs:label _:n1) rdfs:comment "why") :A :B)`,
			`SubClassOf(Annotation(Annotation(rdfs:label _:n1) rdfs:comment "why"^^xsd:string) :A :B)`},
		{"set", &EquivalentClasses{Classes: []ClassExpression{c, a, &ObjectIntersectionOf{[]ClassExpression{c, b, b}}, a}},
			`EquivalentClasses(:C :A ObjectIntersectionOf(:C :B :B) :A)`,
			`EquivalentClasses(:A :C ObjectIntersectionOf(:B :C))`},
		{"bag", &DisjointClasses{Classes: []ClassExpression{b, a, b}},
			`DisjointClasses(:B :A :B)`, `DisjointClasses(:A :B :B)`},
		{"disjoint union", &DisjointUnion{Class: c, Classes: []ClassExpression{b, a}},
			`DisjointUnion(:C :B :A)`, `DisjointUnion(:C :A :B)`},
		{"chain", &SubPropertyChainOf{Chain: []ObjectPropertyExpression{s, &ObjectInverseOf{r}, s}, Super: r},
			`SubObjectPropertyOf(ObjectPropertyChain(:s ObjectInverseOf(:r) :s) :r)`, ""},
		{"inverses", &InverseObjectProperties{First: s, Second: r},
			`InverseObjectProperties(:s :r)`, `InverseObjectProperties(:r :s)`},
		{"unqualified", &SubClassOf{Sub: &ObjectMinCardinality{N: 2, Property: r}, Super: &DataMaxCardinality{N: 1, Property: dataProp("d")}},
			`SubClassOf(ObjectMinCardinality(2 :r) DataMaxCardinality(1 :d))`,
			`SubClassOf(ObjectMinCardinality(2 :r owl:Thing) DataMaxCardinality(1 :d rdfs:Literal))`},
		{"key", &HasKey{Class: a, ObjectProperties: []ObjectPropertyExpression{s, r}, DataProperties: nil},
			`HasKey(:A (:s :r) ())`, `HasKey(:A (:r :s) ())`},
		{"facets", &DatatypeDefinition{Datatype: Datatype{NewIRI("http://x/D")}, Range: &DatatypeRestriction{XSDInteger, []FacetRestriction{
			{NewIRI(XSDNamespace + "minInclusive"), NewLiteral("1", XSDInteger)},
			{NewIRI(XSDNamespace + "maxInclusive"), NewLiteral("5", XSDInteger)},
		}}},
			`DatatypeDefinition(:D DatatypeRestriction(xsd:integer xsd:minInclusive "1"^^xsd:integer xsd:maxInclusive "5"^^xsd:integer))`,
			`DatatypeDefinition(:D DatatypeRestriction(xsd:integer xsd:maxInclusive "5"^^xsd:integer xsd:minInclusive "1"^^xsd:integer))`},
		{"literals", &DataPropertyRange{Property: dataProp("d"), Range: &DataOneOf{[]*Literal{
			NewString("say \"hi\\\"\n"), NewLangString("Hut", "de-AT"), NewLiteral("1", XSDInteger),
		}}},
			"DataPropertyRange(:d DataOneOf(\"say \\\"hi\\\\\\\"\n\" \"Hut\"@de-AT \"1\"^^xsd:integer))",
			"DataPropertyRange(:d DataOneOf(\"1\"^^xsd:integer \"Hut\"@de-at \"say \\\"hi\\\\\\\"\n\"^^xsd:string))"},
		{"n-ary data restriction", &SubClassOf{Sub: a, Super: &DataSomeValuesFrom{[]DataProperty{dataProp("e"), dataProp("d")}, RDFSLiteral}},
			`SubClassOf(:A DataSomeValuesFrom(:e :d rdfs:Literal))`, ""},
		{"a set of one operand is written twice", &SubClassOf{Sub: a, Super: &ObjectUnionOf{Operands: []ClassExpression{a}}},
			`SubClassOf(:A ObjectUnionOf(:A :A))`, `SubClassOf(:A ObjectUnionOf(:A))`},
		{"assertions", &NegativeObjectPropertyAssertion{Property: &ObjectInverseOf{r}, Source: individual("i"), Target: AnonymousIndividual{NewIRI("n")}},
			`NegativeObjectPropertyAssertion(ObjectInverseOf(:r) :i _:n)`, ""},
		{"annotation assertion", &AnnotationAssertion{Property: RDFSSeeAlso, Subject: NewIRI("http://x/A"), Value: NewIRI("http://x/")},
			`AnnotationAssertion(rdfs:seeAlso :A <http://x/>)`, ""},
		{"not a local name", &SubClassOf{Sub: class("a/b"), Super: class("-x.")},
			`SubClassOf(<http://x/a/b> <http://x/-x.>)`, ""},
		{"rule", &Rule{Annotated: Annotated{[]Annotation{{Property: RDFSLabel, Value: NewString("R")}}}},
			`DLSafeRule(Annotation(rdfs:label "R") Body() Head())`, `DLSafeRule(Annotation(rdfs:label "R"^^xsd:string) Body() Head())`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := examplePrefixes()
			if got := string(AppendAxiom(nil, test.axiom, p)); got != test.want {
				t.Errorf("functional syntax:\n got %s\nwant %s", got, test.want)
			}
			if parsed, err := ParseAxiom(test.want, p); err != nil {
				t.Errorf("ParseAxiom(%s): %v", test.want, err)
			} else if Compare(parsed, test.axiom) != 0 {
				t.Errorf("ParseAxiom(%s) = %s", test.want, AppendAxiom(nil, parsed, p))
			}
			want := test.canonical
			if want == "" {
				want = test.want
			}
			got := string(AppendCanonical(nil, test.axiom))
			for _, name := range p.Names() { // back to what can be read
				namespace, _ := p.Namespace(name)
				got = abbreviateAll(got, name, namespace)
			}
			if name := strings.ReplaceAll(strings.ReplaceAll(want, "<http://x/a/b>", ":a/b"), "<http://x/-x.>", ":-x."); got != strings.ReplaceAll(name, "<http://x/>", ":") {
				t.Errorf("canonical form:\n got %s\nwant %s", got, want)
			}
		})
	}
}

// abbreviateAll replaces <namespace…> by name:… for every local part.
func abbreviateAll(s, name, namespace string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "<"+namespace)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		local, after, _ := strings.Cut(rest, ">")
		b.WriteString(name + ":" + local)
		s = after
	}
}

func TestRenderDeep(t *testing.T) {
	const depth = 100_000
	var c ClassExpression = class("A")
	for range depth {
		c = &ObjectSomeValuesFrom{objectProp("r"), c}
	}
	a := &SubClassOf{Sub: c, Super: c}
	const some = "ObjectSomeValuesFrom("
	if got := strings.Count(string(AppendAxiom(nil, a, nil)), some); got != 2*depth {
		t.Errorf("AppendAxiom wrote %d restrictions, want %d", got, 2*depth)
	}
	if got := strings.Count(string(AppendCanonical(nil, a)), some); got != 2*depth {
		t.Errorf("AppendCanonical wrote %d restrictions, want %d", got, 2*depth)
	}
	if got := len(AxiomSignature(a)); got != 2 {
		t.Errorf("the signature has %d entities, want 2", got)
	}
}

func TestAbbreviate(t *testing.T) {
	p := &Prefixes{}
	p.Set("obo", "http://obo/")
	p.Set("cl", "http://obo/CL_")
	p.Set("z", "http://obo/")
	p.Set("old", "http://obo/CL_0")
	p.Set("old", "http://elsewhere/")
	for _, test := range []struct{ iri, want string }{
		{"http://obo/CL_0000001", "cl:0000001"},
		{"http://obo/GO_1", "obo:GO_1"},
		{"http://obo/CL_", "obo:CL_"},
		{"http://obo/", "<http://obo/>"},
		{"http://obo/a#b", "<http://obo/a#b>"},
		{"http://obo/a.b", "obo:a.b"},
		{"http://obo/a.", "<http://obo/a.>"},
		{"http://obo/ä·", "obo:ä·"},
		{"http://obo/·ä", "<http://obo/·ä>"},
		{"http://obo/a%20b", "<http://obo/a%20b>"},
		{"http://elsewhere/x", "old:x"},
	} {
		if got := string(AppendIRI(nil, NewIRI(test.iri), p)); got != test.want {
			t.Errorf("AppendIRI(%s) = %s, want %s", test.iri, got, test.want)
		}
	}
}

func TestAppendSortedAxiom(t *testing.T) {
	p := examplePrefixes()
	p.Set("r", "http://r/")
	a, err := ParseAxiom(
		`EquivalentClasses(Annotation(rdfs:label "b") Annotation(rdfs:label "a") `+
			`ObjectUnionOf(r:A r:A) r:B :C)`, p)
	if err != nil {
		t.Fatal(err)
	}
	const want = `EquivalentClasses(Annotation(rdfs:label "a") Annotation(rdfs:label "b") ` +
		`:C r:B ObjectUnionOf(r:A r:A))`
	if got := string(AppendSortedAxiom(nil, a, p)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestParseClassExpression(t *testing.T) {
	p := examplePrefixes()
	for _, test := range []struct{ text, want, err string }{
		{":A", ":A", ""},
		{" ObjectSomeValuesFrom( :r\n:A ) # some", "ObjectSomeValuesFrom(:r :A)", ""},
		{"DataHasValue(:d \"x\")", `DataHasValue(:d "x")`, ""},
		{":A :B", "", `at byte 3: expected the end of the text, found ":B"`},
		{"", "", `at byte 1: the text ends too early: expected the end of a word`},
		{"ObjectSomeValuesFrom(:r", "", `at byte 24: the text ends too early: expected the end of a word`},
		{"some:r", "", `at byte 0: undefined prefix "some:"`},
	} {
		c, err := ParseClassExpression(test.text, p)
		switch {
		case err != nil && err.Error() != test.err || err == nil && test.err != "":
			t.Errorf("ParseClassExpression(%q): %v, want %s", test.text, err, test.err)
		case err == nil && string(AppendClassExpression(nil, c, p)) != test.want:
			t.Errorf("ParseClassExpression(%q) = %s, want %s", test.text,
				AppendClassExpression(nil, c, p), test.want)
		}
	}
}
