package rdfio

import (
	"errors"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

const owlxmlHead = `<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o"
    ontologyIRI="http://x.org/o">
`

// TestOWLXML reads small documents.
func TestOWLXML(t *testing.T) {
	const label = `<AnnotationProperty abbreviatedIRI="rdfs:label"/>`
	tests := []struct{ name, text, want string }{
		{"relative IRIs", `<SubClassOf><Class IRI="#A"/><Class IRI="/B"/></SubClassOf>`,
			"SubClassOf(<http://x.org/o#A> <http://x.org/o/B>)"},
		{"xml:base within", `<SubClassOf xml:base="http://y.org/"><Class IRI="A"/>` +
			`<Class xml:base="http://z.org/" IRI="B"/></SubClassOf>` +
			`<Declaration><Class IRI="#C"/></Declaration>`,
			"Declaration(Class(<http://x.org/o#C>))\nSubClassOf(<http://y.org/A> <http://z.org/B>)"},
		{"a base that ends before the next element", `<AnnotationAssertion>` + label +
			`<IRI xml:base="http://y.org/">A</IRI><IRI>#B</IRI></AnnotationAssertion>`,
			"AnnotationAssertion(rdfs:label <http://y.org/A> <http://x.org/o#B>)"},
		{"literals", `<AnnotationAssertion>` + label + `<IRI>#A</IRI>` +
			`<Literal xml:lang="de"> a<![CDATA[<b>]]>&amp; </Literal></AnnotationAssertion>`,
			`AnnotationAssertion(rdfs:label <http://x.org/o#A> " a<b>& "@de)`},
		{"a qualified cardinality", `<SubClassOf><Class IRI="#A"/><ObjectMinCardinality` +
			` cardinality="2"><ObjectInverseOf><ObjectProperty IRI="#p"/></ObjectInverseOf>` +
			`<Class IRI="#B"/></ObjectMinCardinality></SubClassOf>`,
			"SubClassOf(<http://x.org/o#A> ObjectMinCardinality(2 " +
				"ObjectInverseOf(<http://x.org/o#p>) <http://x.org/o#B>))"},
		{"a chain", `<SubObjectPropertyOf><ObjectPropertyChain><ObjectProperty IRI="#p"/>` +
			`<ObjectProperty IRI="#q"/></ObjectPropertyChain><ObjectProperty IRI="#r"/>` +
			`</SubObjectPropertyOf>`, "SubObjectPropertyOf(ObjectPropertyChain(<http://x.org/o#p> " +
			"<http://x.org/o#q>) <http://x.org/o#r>)"},
		{"a key", `<HasKey><Class IRI="#A"/><ObjectProperty IRI="#p"/><DataProperty IRI="#d"/>` +
			`</HasKey>`, "HasKey(<http://x.org/o#A> (<http://x.org/o#p>) (<http://x.org/o#d>))"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, report, err := Read(t.Context(),
				strings.NewReader(owlxmlHead+test.text+"</Ontology>"),
				ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Notes) > 0 {
				t.Errorf("notes %v", report.Notes)
			}
			if got := functionalLines(o); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// functionalLines renders the axioms, sorted, a line each.
func functionalLines(o *owl.Ontology) string {
	owl.SortAxioms(o.Axioms)
	var lines []string
	for _, a := range o.Axioms {
		lines = append(lines, string(owl.AppendAxiom(nil, a, owl.StandardPrefixes())))
	}
	return strings.Join(lines, "\n")
}

// TestRecovery reads documents with one wrong part, which is noted with its place; the other parts
// are read.
func TestRecovery(t *testing.T) {
	const a, c = `<Declaration><Class IRI="#A"/></Declaration>` + "\n",
		"\n" + `<Declaration><Class IRI="#C"/></Declaration></Ontology>`
	tests := []struct {
		name, text string
		line, col  int
		message    string
	}{
		{"an unknown axiom", owlxmlHead + a + `<SubClasOf/>` + c, 5, 1, "expected an axiom"},
		{"a slot that is missing", owlxmlHead + a + `<SubClassOf><Class IRI="#A"/></SubClassOf>` + c,
			5, 30, "expected a class expression"},
		{"too many slots", owlxmlHead + a + `<Declaration><Class IRI="#A"/><Class IRI="#A"/>` +
			`</Declaration>` + c, 5, 31, "expected the end"},
		{"an undeclared prefix", owlxmlHead + a +
			`<Declaration><Class abbreviatedIRI="x:B"/></Declaration>` + c, 5, 14, "undefined prefix"},
		{"text", owlxmlHead + a + `text` + c, 5, 1, "text where an element"},
		{"a foreign element", owlxmlHead + a + `<x xmlns="y"/>` + c, 5, 1, "is not OWL/XML"},
		{"a cardinality that is no number", owlxmlHead + a + `<SubClassOf><Class IRI="#A"/>` +
			`<ObjectMinCardinality cardinality="x"><ObjectProperty IRI="#p"/></ObjectMinCardinality>` +
			`</SubClassOf>` + c, 5, 30, "is not a number"},

		{"an unknown section", "Class: <A>\n  SubClasOf: <B>\nClass: <C>", 2, 3, "expected"},
		{"an expression", "Class: <A>\n  SubClassOf: <B> and\nClass: <C>", 3, 1, "expected a class"},
		{"words behind an expression", "Class: <A>\n  SubClassOf: <B> <D>\nClass: <C>", 2, 19,
			"expected and, or"},
		{"an undeclared prefix in a frame", "Class: <A>\n  SubClassOf: x:B\nClass: <C>", 2, 15,
			"undefined prefix"},
		{"an open string", "Class: <A>\n  Annotations: rdfs:label \"x\nClass: <C>", 2, 27,
			"no closing quotation mark"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, report, err := Read(t.Context(), strings.NewReader(test.text), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			refused := false
			for _, n := range report.Notes {
				if n.Kind != doc.NoteRefusedAxiom {
					continue
				}
				refused = true
				got := n.Examples[0]
				if got.Line != test.line || got.Col != test.col ||
					!strings.Contains(got.Message, test.message) {
					t.Errorf("%d:%d: %s; want %d:%d: …%s…", got.Line, got.Col, got.Message,
						test.line, test.col, test.message)
				}
			}
			if !refused {
				t.Error("nothing was refused")
			}
			n := 0
			for _, a := range o.Axioms {
				if a.Kind() == owl.DeclarationKind {
					n++
				}
			}
			if want := 2; n != want && !strings.Contains(test.name, "open string") {
				t.Errorf("%d declarations, want %d", n, want)
			}
		})
	}
}

// TestManchesterDocument reads small documents.
func TestManchesterDocument(t *testing.T) {
	const head = "Prefix: : <http://x.org/>\nOntology: <http://x.org/o>\n"
	tests := []struct{ name, text, want string }{
		{"a property that a later frame declares",
			"Class: A\n SubClassOf: d some B\nDatatype: B\nDataProperty: d",
			"SubClassOf(:A DataSomeValuesFrom(:d :B))"},
		{"annotations of axioms", "Class: A SubClassOf: Annotations: rdfs:label \"x\", " +
			"Annotations: rdfs:comment \"z\" rdfs:label \"y\" B, C",
			"SubClassOf(:A :C)\nSubClassOf(Annotation(rdfs:label \"x\") Annotation(Annotation(" +
				"rdfs:comment \"z\") rdfs:label \"y\") :A :B)"},
		{"classes named like keywords", "Class: O SubClassOf: Some, And", "SubClassOf(:O :And)\n" +
			"SubClassOf(:O :Some)"},
		{"a general axiom", "Class: p some A\n SubClassOf: B\nObjectProperty: p",
			"SubClassOf(ObjectSomeValuesFrom(:p :A) :B)"},
		{"facts", "Individual: i Facts: p j, not d 5.0f\nDataProperty: d",
			"ObjectPropertyAssertion(:p :i :j)\n" +
				"NegativeDataPropertyAssertion(:d :i \"5.0\"^^xsd:float)"},
		{"a key without commas", "Class: A HasKey: p d\nDataProperty: d", "HasKey(:A (:p) (:d))"},
		{"a key before a section with a name of two kinds", "DataProperty: d Class: d\n" +
			"Class: A HasKey: q DisjointWith: d", "DisjointClasses(:A :d)\nHasKey(:A (:q) ())"},
		{"lists", "# comment\nDisjointProperties: d, e\nDataProperty: d", "DisjointDataProperties(:d :e)"},
		{"a chain", "ObjectProperty: p SubPropertyChain: q o inverse (r)",
			"SubObjectPropertyOf(ObjectPropertyChain(:q ObjectInverseOf(:r)) :p)"},
		{"a rule", "Class: A Class: B Rule: A(?x), p(?x, ?<http://x.org/y>) -> B(?x)\n" +
			"ObjectProperty: p", "DLSafeRule(Body(ClassAtom(<http://x.org/A> " +
			"Variable(<urn:swrl:var#x>)) ObjectPropertyAtom(<http://x.org/p> " +
			"Variable(<urn:swrl:var#x>) Variable(<http://x.org/y>))) " +
			"Head(ClassAtom(<http://x.org/B> Variable(<urn:swrl:var#x>))))"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, report, err := Read(t.Context(), strings.NewReader(head+test.text), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Notes) > 0 {
				t.Errorf("notes %v", report.Notes)
			}
			p := owl.StandardPrefixes()
			p.Set("", "http://x.org/")
			owl.SortAxioms(o.Axioms)
			var lines []string
			for _, a := range o.Axioms {
				if a.Kind() != owl.DeclarationKind {
					lines = append(lines, string(owl.AppendAxiom(nil, a, p)))
				}
			}
			if got := strings.Join(lines, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestManchesterIsNone refuses a text that has no frame.
func TestManchesterIsNone(t *testing.T) {
	for _, text := range []string{"hello", "# only a comment\n"} {
		_, _, err := Read(t.Context(), strings.NewReader(text), ReadOptions{Format: "manchester"})
		var at *ParseError
		if !errors.As(err, &at) || at.Line == 0 {
			t.Errorf("%q: %v, want an error with a place", text, err)
		}
	}
}

// TestNestingIsBounded refuses an expression nested too deep, and no more than that.
func TestNestingIsBounded(t *testing.T) {
	const depth = 1_000_000
	text := "Class: <A>\nSubClassOf: " + strings.Repeat("(", depth) + "\nClass: <C>"
	o, report, err := Read(t.Context(), strings.NewReader(text), ReadOptions{})
	if err != nil || len(o.Axioms) != 2 || len(report.Notes) != 1 {
		t.Errorf("Manchester: %v, %v", err, report)
	}
	// An open string is looked for once: twice as much text must not take four times as long.
	text = "Class: <A>\nAnnotations: rdfs:label \"" + strings.Repeat(`\"`, depth)
	if _, report, err = Read(t.Context(), strings.NewReader(text), ReadOptions{}); err != nil ||
		len(report.Notes) != 1 {
		t.Errorf("open string: %v, %v", err, report)
	}
	text = owlxmlHead + "<Declaration>" + strings.Repeat("<ObjectUnionOf>", depth)
	if _, _, err = Read(t.Context(), strings.NewReader(text), ReadOptions{}); !errors.Is(err,
		ErrTooLarge) {
		t.Errorf("OWL/XML: %v", err)
	}
}

// FuzzOWLXML and FuzzManchesterDocument read any text, and what is read and can be written is read
// again as the same axioms.
func FuzzOWLXML(f *testing.F) {
	for _, s := range samples(f) {
		if s.format.Name == "owlxml" {
			f.Add(string(s.text))
		}
	}
	f.Add(owlxmlHead +
		`<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="#x"/></ClassAtom>` +
		`</Body><Head/></DLSafeRule></Ontology>`)
	f.Add(owlxmlHead + `<SubClassOf xml:base="#x"><Class IRI="A"/><DataSomeValuesFrom>` +
		`<DataProperty IRI="d"/><DatatypeRestriction><Datatype abbreviatedIRI="xsd:string"/>` +
		`<FacetRestriction facet="f"><Literal>x</Literal></FacetRestriction></DatatypeRestriction>` +
		`</DataSomeValuesFrom></SubClassOf></Ontology>`)
	f.Fuzz(func(t *testing.T, text string) { fuzzSyntax(t, "owlxml", text) })
}

// FuzzManchesterDocument: see FuzzOWLXML.
func FuzzManchesterDocument(f *testing.F) {
	for _, s := range samples(f) {
		if s.format.Name == "manchester" {
			f.Add(string(s.text))
		}
	}
	for _, text := range []string{
		"Class: <A> SubClassOf: <p> some ({<i>} or not <B>), <d> min 2 xsd:string[>= 5]",
		"Individual: _:i Facts: not <p> <j>, <d> \"x\"@en Types: <A>",
		"ObjectProperty: inverse <p> Characteristics: Functional, Transitive SubPropertyChain: <p> o <q>",
		"Rule: <A>(?x), <p>(?x, ?y) -> SameAs(?x, ?y)", "Class: <A> HasKey: <p>, <d> Annotations: a \"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { fuzzSyntax(t, "manchester", text) })
}

func fuzzSyntax(t *testing.T, name, text string) {
	opts := ReadOptions{File: "fuzz", Base: "http://x.org/base", Format: name}
	o, _, err := Read(t.Context(), strings.NewReader(text), opts)
	if err != nil {
		if at := new(ParseError); !errors.As(err, &at) {
			t.Errorf("error %v names no document", err)
		}
		return
	}
	var b strings.Builder
	if err := Write(&b, o, name); err != nil {
		if !errors.Is(err, ErrNotWritable) {
			t.Error(err)
		}
		return
	}
	again, _, err := Read(t.Context(), strings.NewReader(b.String()), opts)
	if err != nil {
		t.Fatalf("%v, in\n%s", err, b.String())
	}
	format, _ := FormatByName(name)
	if diff := diffThrough(format, o, again); diff != "" {
		t.Errorf("%s\nin\n%s", diff, b.String())
	}
}
