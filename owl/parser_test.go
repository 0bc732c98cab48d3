package owl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"box2el-owl/owl"
)

// classTests pairs inputs with their meaning, in functional syntax with the prefixes of cells.
var classTests = []struct{ in, want string }{
	// Names (Manchester Syntax, section 2.1), and extensions.
	{"obo:GO_0005634", "obo:GO_0005634"},
	{"<http://example.org/#Heart>", ":Heart"},
	{"Heart", ":Heart"},
	{"GO:0005634", "obo:GO_0005634"},
	{"nucleus", "obo:GO_0005634"},
	{"'nucleus'", "obo:GO_0005634"},
	{"neural nucleus", "UBERON:0000125"},
	{"'neural nucleus'", "UBERON:0000125"},
	{"Parkinson's disease", ":disease"},
	{`'Parkinson\'s disease'`, ":disease"},
	{"'and'", ":and"},
	{"owl:Thing", "owl:Thing"},
	{" ( ( nucleus ) ) ", "obo:GO_0005634"},
	{"nucleus # a comment", "obo:GO_0005634"},

	// Booleans (2.4, description and conjunction): "and" binds tighter than "or", parentheses stay.
	{"nucleus and Heart", "ObjectIntersectionOf(obo:GO_0005634 :Heart)"},
	{"nucleus and Heart and Lung", "ObjectIntersectionOf(obo:GO_0005634 :Heart <http://example.org/other#Lung>)"},
	{"(nucleus and Heart) and Lung", "ObjectIntersectionOf(ObjectIntersectionOf(obo:GO_0005634 :Heart) <http://example.org/other#Lung>)"},
	{"nucleus or Heart and Lung", "ObjectUnionOf(obo:GO_0005634 ObjectIntersectionOf(:Heart <http://example.org/other#Lung>))"},
	{"(nucleus or Heart) and Lung", "ObjectIntersectionOf(ObjectUnionOf(obo:GO_0005634 :Heart) <http://example.org/other#Lung>)"},
	{"not nucleus and Heart", "ObjectIntersectionOf(ObjectComplementOf(obo:GO_0005634) :Heart)"},
	{"not (nucleus and Heart)", "ObjectComplementOf(ObjectIntersectionOf(obo:GO_0005634 :Heart))"},
	{"not not nucleus", "ObjectComplementOf(ObjectComplementOf(obo:GO_0005634))"},
	{"nucleus that part of some Heart", "ObjectIntersectionOf(obo:GO_0005634 ObjectSomeValuesFrom(obo:BFO_0000050 :Heart))"},
	{"nucleus THAT NOT part of SOME Heart", "ObjectIntersectionOf(obo:GO_0005634 ObjectComplementOf(ObjectSomeValuesFrom(obo:BFO_0000050 :Heart)))"},
	{"{alice}", "ObjectOneOf(:alice)"},
	{"{ alice , 'Bob the \\\\ \\'builder\\'' , _:x1}", "ObjectOneOf(:alice :bob _:x1)"},
	{"{Heart}", "ObjectOneOf(:Heart)"},

	// Object restrictions: the filler is a primary.
	{"part of some Heart", "ObjectSomeValuesFrom(obo:BFO_0000050 :Heart)"},
	{"'part of' some Heart and nucleus", "ObjectIntersectionOf(ObjectSomeValuesFrom(obo:BFO_0000050 :Heart) obo:GO_0005634)"},
	{"part of some (Heart and nucleus)", "ObjectSomeValuesFrom(obo:BFO_0000050 ObjectIntersectionOf(:Heart obo:GO_0005634))"},
	{"part of some has_part some Heart", "ObjectSomeValuesFrom(obo:BFO_0000050 ObjectSomeValuesFrom(:has_part :Heart))"},
	{"part of some not Heart", "ObjectSomeValuesFrom(obo:BFO_0000050 ObjectComplementOf(:Heart))"},
	{"not part of some Heart", "ObjectComplementOf(ObjectSomeValuesFrom(obo:BFO_0000050 :Heart))"},
	{"inverse part of some Heart", "ObjectSomeValuesFrom(ObjectInverseOf(obo:BFO_0000050) :Heart)"},
	{"inverse (part of) some Heart", "ObjectSomeValuesFrom(ObjectInverseOf(obo:BFO_0000050) :Heart)"},
	{"inverse (inverse (part of)) some Heart", "ObjectSomeValuesFrom(obo:BFO_0000050 :Heart)"},
	{"has_part only Heart", "ObjectAllValuesFrom(:has_part :Heart)"},
	{"has_part value alice", "ObjectHasValue(:has_part :alice)"},
	{"has_part value _:a", "ObjectHasValue(:has_part _:a)"},
	{"has_part Self", "ObjectHasSelf(:has_part)"},
	{"has_part self and Heart", "ObjectIntersectionOf(ObjectHasSelf(:has_part) :Heart)"},
	{"has_part min 2", "ObjectMinCardinality(2 :has_part)"},
	{"has_part min 2 Heart", "ObjectMinCardinality(2 :has_part :Heart)"},
	{"has_part max 0 neural nucleus and Heart", "ObjectIntersectionOf(ObjectMaxCardinality(0 :has_part UBERON:0000125) :Heart)"},
	{"has_part max 3 (not Heart)", "ObjectMaxCardinality(3 :has_part ObjectComplementOf(:Heart))"},
	{"has_part exactly 1 or Heart", "ObjectUnionOf(ObjectExactCardinality(1 :has_part) :Heart)"},
	{"has_part exactly 1 {alice}", "ObjectExactCardinality(1 :has_part ObjectOneOf(:alice))"},

	// Data restrictions, data ranges, facets and literals.
	{"weight some xsd:integer", "DataSomeValuesFrom(:weight xsd:integer)"},
	{"weight some integer", "DataSomeValuesFrom(:weight xsd:integer)"},
	{"weight some decimal or float", "DataSomeValuesFrom(:weight xsd:decimal)!"},
	{"weight some (decimal or float or string)", "DataSomeValuesFrom(:weight DataUnionOf(xsd:decimal xsd:float xsd:string))"},
	{"weight some (grams and not integer)", "DataSomeValuesFrom(:weight DataIntersectionOf(:grams DataComplementOf(xsd:integer)))"},
	{"weight only grams", "DataAllValuesFrom(:weight :grams)"},
	{"weight, colour some grams", "DataSomeValuesFrom(:weight :colour :grams)"},
	{"weight only {1, 2.5, 3.5f, -1e2F, true, \"x\"}", `DataAllValuesFrom(:weight DataOneOf("1"^^xsd:integer "2.5"^^xsd:decimal "3.5"^^xsd:float "-1e2"^^xsd:float "true"^^xsd:boolean "x"))`},
	{"weight some integer[>= 5]", `DataSomeValuesFrom(:weight DatatypeRestriction(xsd:integer xsd:minInclusive "5"^^xsd:integer))`},
	{"weight some xsd:integer[>5,<=+7]", `DataSomeValuesFrom(:weight DatatypeRestriction(xsd:integer xsd:minExclusive "5"^^xsd:integer xsd:maxInclusive "+7"^^xsd:integer))`},
	{"weight some decimal[<5, >-3.0]", `DataSomeValuesFrom(:weight DatatypeRestriction(xsd:decimal xsd:maxExclusive "5"^^xsd:integer xsd:minExclusive "-3.0"^^xsd:decimal))`},
	{`colour some string[length 3, minLength 1, MAXLENGTH 5, pattern "a*", langRange "en", xsd:totalDigits 3, <http://www.w3.org/2001/XMLSchema#length> 4]`,
		`DataSomeValuesFrom(:colour DatatypeRestriction(xsd:string xsd:length "3"^^xsd:integer xsd:minLength "1"^^xsd:integer xsd:maxLength "5"^^xsd:integer xsd:pattern "a*" rdf:langRange "en" xsd:totalDigits "3"^^xsd:integer xsd:length "4"^^xsd:integer))`},
	{"weight value 5", `DataHasValue(:weight "5"^^xsd:integer)`},
	{"weight value 5.0", `DataHasValue(:weight "5.0"^^xsd:decimal)`},
	{"weight only {.5, -1.}", `DataAllValuesFrom(:weight DataOneOf(".5"^^xsd:decimal "-1."^^xsd:decimal))`},
	{"weight value .5f", `DataHasValue(:weight ".5"^^xsd:float)`},
	{"weight value FALSE", `DataHasValue(:weight "false"^^xsd:boolean)`},
	{`colour value "x"`, `DataHasValue(:colour "x")`},
	{`colour value "x"@en-GB and Heart`, `ObjectIntersectionOf(DataHasValue(:colour "x"@en-GB) :Heart)`},
	{`colour value "5"^^grams`, `DataHasValue(:colour "5"^^:grams)`},
	{`colour value "x@en"^^rdf:PlainLiteral`, `DataHasValue(:colour "x"@en)`},
	{`colour value "a \"b\" \\ \n 'c'"^^xsd:string`, `DataHasValue(:colour "a \"b\" \\ \\n 'c'")`},
	{"weight min 1", "DataMinCardinality(1 :weight)"},
	{"weight min 1 integer", "DataMinCardinality(1 :weight xsd:integer)"},
	{"weight max 1 not integer", "DataMaxCardinality(1 :weight DataComplementOf(xsd:integer))"},
	{"weight exactly 1 {5}", `DataExactCardinality(1 :weight DataOneOf("5"^^xsd:integer))`},

	// Functional syntax with the same names.
	{"ObjectSomeValuesFrom(obo:BFO_0000050 obo:GO_0005634)", "ObjectSomeValuesFrom(obo:BFO_0000050 obo:GO_0005634)"},
	{"ObjectSomeValuesFrom( 'part of' GO:0005634 )", "ObjectSomeValuesFrom(obo:BFO_0000050 obo:GO_0005634)"},
	{"ObjectIntersectionOf(nucleus 'neural nucleus' ObjectHasValue(ObjectInverseOf(has_part) alice))", "ObjectIntersectionOf(obo:GO_0005634 UBERON:0000125 ObjectHasValue(ObjectInverseOf(:has_part) :alice))"},
	{"DataSomeValuesFrom(weight colour grams)", "DataSomeValuesFrom(:weight :colour :grams)"},
	{"DataSomeValuesFrom(weight DatatypeRestriction(integer xsd:minInclusive \"5\"^^integer))", `DataSomeValuesFrom(:weight DatatypeRestriction(xsd:integer xsd:minInclusive "5"^^xsd:integer))`},
	{"ObjectOneOf(alice Heart _:x)", "ObjectOneOf(:alice :Heart _:x)"},
}

func TestParserClassExpression(t *testing.T) {
	o := cells(t)
	p := owl.Parser{Names: owl.NewNames(o)}
	for _, test := range classTests {
		got, err := p.ClassExpression(test.in)
		if strings.HasSuffix(test.want, "!") { // a data range needs parentheses
			if err == nil {
				t.Errorf("%s is taken for %s", test.in,
					owl.AppendClassExpression(nil, got, o.Prefixes))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.in, err)
			continue
		}
		if got := string(owl.AppendClassExpression(nil, got, o.Prefixes)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}

func TestParserAxiom(t *testing.T) {
	o := cells(t)
	p := owl.Parser{Names: owl.NewNames(o)}
	for _, test := range []struct{ in, want string }{
		{"nucleus SubClassOf part of some Heart", "SubClassOf(obo:GO_0005634 ObjectSomeValuesFrom(obo:BFO_0000050 :Heart))"},
		{"nucleus and part of some Heart subclassof: Lung", "SubClassOf(ObjectIntersectionOf(obo:GO_0005634 ObjectSomeValuesFrom(obo:BFO_0000050 :Heart)) <http://example.org/other#Lung>)"},
		{"has_part min 2 SubClassOf Heart", "SubClassOf(ObjectMinCardinality(2 :has_part) :Heart)"},
		{"neural nucleus EquivalentTo nucleus", "EquivalentClasses(UBERON:0000125 obo:GO_0005634)"},
		{"Heart EquivalentTo {alice}", "EquivalentClasses(:Heart ObjectOneOf(:alice))"},
		{"inverse has_part some Heart EquivalentTo Heart", "EquivalentClasses(ObjectSomeValuesFrom(ObjectInverseOf(:has_part) :Heart) :Heart)"},
		{"inverse has_part EquivalentTo part of", "EquivalentObjectProperties(ObjectInverseOf(:has_part) obo:BFO_0000050)"},
		{"has_part EquivalentTo inverse part of", "EquivalentObjectProperties(:has_part ObjectInverseOf(obo:BFO_0000050))"},
		{"weight EquivalentTo colour", "EquivalentDataProperties(:weight :colour)"},
		{"grams EquivalentTo integer[> 0]", `DatatypeDefinition(:grams DatatypeRestriction(xsd:integer xsd:minExclusive "0"^^xsd:integer))`},
		{"Heart DisjointWith Lung", "DisjointClasses(:Heart <http://example.org/other#Lung>)"},
		{"has_part DisjointWith part of", "DisjointObjectProperties(:has_part obo:BFO_0000050)"},
		{"weight DisjointWith colour", "DisjointDataProperties(:weight :colour)"},
		{"Heart DisjointUnionOf Lung, nucleus", "DisjointUnion(:Heart <http://example.org/other#Lung> obo:GO_0005634)"},
		{"DisjointClasses: Heart, Lung and nucleus, (weight, colour some grams)", "DisjointClasses(:Heart ObjectIntersectionOf(<http://example.org/other#Lung> obo:GO_0005634) DataSomeValuesFrom(:weight :colour :grams))"},
		{"EquivalentClasses: Heart, Lung", "EquivalentClasses(:Heart <http://example.org/other#Lung>)"},
		{"EquivalentProperties: has_part, inverse part of", "EquivalentObjectProperties(:has_part ObjectInverseOf(obo:BFO_0000050))"},
		{"DisjointProperties: weight, colour", "DisjointDataProperties(:weight :colour)"},
		{"has_part SubPropertyOf part of", "SubObjectPropertyOf(:has_part obo:BFO_0000050)"},
		{"has_part o inverse part of o has_part SubPropertyOf part of", "SubObjectPropertyOf(ObjectPropertyChain(:has_part ObjectInverseOf(obo:BFO_0000050) :has_part) obo:BFO_0000050)"},
		{"weight SubPropertyOf colour", "SubDataPropertyOf(:weight :colour)"},
		{"note SubPropertyOf comment", "SubAnnotationPropertyOf(:note rdfs:comment)"},
		{"has_part InverseOf part of", "InverseObjectProperties(:has_part obo:BFO_0000050)"},
		{"has_part Domain Heart or Lung", "ObjectPropertyDomain(:has_part ObjectUnionOf(:Heart <http://example.org/other#Lung>))"},
		{"weight Domain Heart", "DataPropertyDomain(:weight :Heart)"},
		{"note Domain Heart", "AnnotationPropertyDomain(:note :Heart)"},
		{"has_part Range Heart", "ObjectPropertyRange(:has_part :Heart)"},
		{"weight Range grams or integer", "DataPropertyRange(:weight DataUnionOf(:grams xsd:integer))"},
		{"Functional: has_part", "FunctionalObjectProperty(:has_part)"},
		{"Functional: weight", "FunctionalDataProperty(:weight)"},
		{"Transitive: inverse has_part", "TransitiveObjectProperty(ObjectInverseOf(:has_part))"},
		{"Heart HasKey has_part, weight", "HasKey(:Heart (:has_part) (:weight))"},
		{"alice Type Heart and Lung", "ClassAssertion(ObjectIntersectionOf(:Heart <http://example.org/other#Lung>) :alice)"},
		{"alice Types: Heart", "ClassAssertion(:Heart :alice)"},
		{"_:x Type Heart", "ClassAssertion(:Heart _:x)"},
		{"alice SameAs bob", "SameIndividual(:alice :bob)"},
		{"alice DifferentFrom bob", "DifferentIndividuals(:alice :bob)"},
		{"DifferentIndividuals: alice, bob, _:x", "DifferentIndividuals(:alice :bob _:x)"},
		{"alice has_part bob", "ObjectPropertyAssertion(:has_part :alice :bob)"},
		{"alice 'part of' bob", "ObjectPropertyAssertion(obo:BFO_0000050 :alice :bob)"},
		{"alice inverse has_part bob", "ObjectPropertyAssertion(ObjectInverseOf(:has_part) :alice :bob)"},
		{"not alice has_part bob", "NegativeObjectPropertyAssertion(:has_part :alice :bob)"},
		{"not (alice weight 5)", `NegativeDataPropertyAssertion(:weight :alice "5"^^xsd:integer)`},
		{`alice weight "5"^^grams`, `DataPropertyAssertion(:weight :alice "5"^^:grams)`},
		{`Heart comment "a muscle"@en`, `AnnotationAssertion(rdfs:comment :Heart "a muscle"@en)`},
		{"<http://example.org/document> rdfs:seeAlso nucleus", "AnnotationAssertion(rdfs:seeAlso <http://example.org/document> obo:GO_0005634)"},
		{"Class: :New", "Declaration(Class(:New))"},
		{"ObjectProperty: part of", "Declaration(ObjectProperty(obo:BFO_0000050))"},
		{"SubClassOf(nucleus ObjectSomeValuesFrom('part of' Heart))", "SubClassOf(obo:GO_0005634 ObjectSomeValuesFrom(obo:BFO_0000050 :Heart))"},
		{"ClassAssertion(Heart alice)", "ClassAssertion(:Heart :alice)"},
		{`SubClassOf(Annotation(comment "why") nucleus Heart)`, `SubClassOf(Annotation(rdfs:comment "why") obo:GO_0005634 :Heart)`},
	} {
		got, err := p.Axiom(test.in)
		if err != nil {
			t.Errorf("%s: %v", test.in, err)
			continue
		}
		if got := string(owl.AppendAxiom(nil, got, o.Prefixes)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}

func TestParserErrors(t *testing.T) {
	p := owl.Parser{Names: owl.NewNames(cells(t)), MaxDepth: 50}
	class := func(s string) error { _, err := p.ClassExpression(s); return err }
	axiom := func(s string) error { _, err := p.Axiom(s); return err }
	for _, test := range []struct {
		parse    func(string) error
		in, want string
	}{
		{class, "", "at byte 0: the text ends too early: expected a class expression"},
		{class, "nucleus and", "at byte 11: the text ends too early: expected a class expression"},
		{class, "nucleus or )", `at byte 11: expected a class expression, found ")"`},
		{class, "nucleus)", `at byte 7: expected and, or, or the end, found ")"`},
		{class, "(nucleus", `at byte 8: the text ends too early: expected ")"`},
		{class, "nucleus 'neural nucleus'", `at byte 8: expected and, or, or the end, found "'neural nucleus'"`},
		{class, "part of some nuclues", "at byte 13: no class is called 'nuclues'; did you mean 'neural nucleus' (UBERON:0000125) or 'nucleus' (GO:0005634)?"},
		{class, "part off some nucleus", "at byte 0: no object property or data property is called 'part off'; did you mean 'part of' (BFO:0000050)?"},
		{class, "nucleus some Heart", "at byte 0: no object property or data property is called 'nucleus'; it is a class (GO:0005634)"},
		{class, "part of", "at byte 0: no class is called 'part of'; it is an object property (BFO:0000050)"},
		{class, "has_part value nucleus", "at byte 15: no individual is called 'nucleus'; it is a class (GO:0005634)"},
		{class, "weight some Heart", "at byte 12: no datatype is called 'Heart'; it is a class (:Heart) and an individual (:Heart)"},
		{class, "weight value alice", `at byte 13: expected a literal, found "alice"`},
		{class, "has_part value 5", `at byte 15: expected an individual, found "5"`},
		{class, "weight Self", `at byte 7: expected some, only, value, min, max or exactly behind a data property, found "Self"`},
		{class, "has_part min x", `at byte 13: expected a number, found "x"`},
		{class, "has_part min 99999999999", "at byte 13: cardinality beyond 2147483647"},
		{class, "weight some integer[>= ]", `at byte 23: expected a literal, found "]"`},
		{class, "weight some integer[5]", `at byte 20: expected a facet such as >=, <, length or pattern, found "5"`},
		{class, "weight some integer[>= 5", `at byte 24: the text ends too early: expected "]" or ","`},
		{class, "{}", `at byte 1: expected an individual, found "}"`},
		{class, "{alice bob}", "at byte 1: no individual is called 'alice bob'"},
		{class, "weight, colour value 5", `at byte 15: expected some or only behind several properties, found "value"`},
		{class, "'nucleus", "at byte 0: the text ends too early: no closing quotation mark"},
		{class, `weight value "5`, "at byte 13: the text ends too early: no closing quotation mark"},
		{class, `weight value "5"@ `, "at byte 17: expected a language tag behind @"},
		{class, `weight some {"5"@`, "at byte 17: expected a language tag behind @"},
		{class, `weight value "5"^^`, "at byte 18: the text ends too early: expected a data range"},
		{class, "<http://example.org/#Heart", `at byte 0: expected a class expression, found "<"`},
		{class, "\xff", "at byte 0: invalid UTF-8"},
		{class, "{_:}", "at byte 1: expected a node id, such as _:x"},
		{class, "inverse", "at byte 7: the text ends too early: expected an object property"},
		{class, "inverse has_part", "at byte 16: the text ends too early: expected some, only, value, Self, min, max or exactly"},
		{class, "neuron", "at byte 0: 2 classes are called 'neuron': 'neuron' (<http://example.org/fly#neuron1>), 'neuron' (CL:0000540); use one of these ids"},
		{class, strings.Repeat("(", 51), "at byte 50: nested too deeply: more than 50 levels"},
		{class, strings.Repeat("not ", 51), "at byte 200: nested too deeply: more than 50 levels"},
		{class, strings.Repeat("ObjectComplementOf(", 51), "at byte 968: nested too deeply: more than 50 levels"},
		{class, "ObjectSomeValuesFrom('part off' nucleus)", "at byte 21: no object property is called 'part off'; did you mean 'part of' (BFO:0000050)?"},
		{class, "ObjectSomeValueFrom('part of' nucleus)", `at byte 0: expected a class expression (did you mean ObjectSomeValuesFrom?), found "ObjectSomeValueFrom"`},
		{class, "ObjectIntersectionOf(nucleus 'neural)", `at byte 29: expected a name, found "'neural"`},
		{axiom, "", "at byte 0: the text ends too early: expected an axiom such as A SubClassOf B, or a fact such as a r b"},
		{axiom, "nucleus", `at byte 7: the text ends too early: expected the keyword of an axiom, such as "SubClassOf", or a property`},
		{axiom, "nucleus SubClassOf", "at byte 18: the text ends too early: expected a class expression"},
		{axiom, "nucleus ) SubClassOf Heart", `at byte 8: expected and, or, or the keyword of the axiom, found ")"`},
		{axiom, "nuclues EquivalentTo Heart", "at byte 0: no class, datatype, object property or data property is called 'nuclues'; did you mean 'neural nucleus' (UBERON:0000125) or 'nucleus' (GO:0005634)?"},
		{axiom, "has_part EquivalentTo Heart", "at byte 22: no object property is called 'Heart'; it is a class (:Heart) and an individual (:Heart)"},
		{axiom, "alice part of bob", "at byte 6: no object property, data property or annotation property is called 'part'; did you mean 'part of' (BFO:0000050)?"},
		{axiom, "alice has_part bob the builder", "at byte 19: expected the end (a label of several words needs quotation marks: '…'), found \"the\""},
		{axiom, "not Heart comment \"x\"", `at byte 0: expected an axiom, or a fact whose property is an object or a data property behind not, found "not"`},
		{axiom, "has_part Range 5", `at byte 15: expected a class expression, found "5"`},
		{axiom, "nucleus SubClasOf Heart", `at byte 8: expected the keyword of an axiom (did you mean SubClassOf?), found "SubClasOf"`},
		{axiom, "nucleus is_a Heart", `at byte 8: expected the keyword of an axiom (did you mean SubClassOf?), found "is_a"`},
		{axiom, "neural nucleus EquivalentOf Heart", `at byte 15: expected the keyword of an axiom (did you mean EquivalentTo?), found "EquivalentOf"`},
		{axiom, "SubClasOf(nucleus Heart)", `at byte 0: expected an axiom (did you mean SubClassOf?), found "SubClasOf"`},
		{axiom, ":New SubClassOf Heart", "at byte 0: no class is called ':New'"},
	} {
		err := test.parse(test.in)
		if err == nil {
			t.Errorf("%q is read without an error", test.in)
			continue
		}
		if syntax := (*owl.SyntaxError)(nil); !errors.As(err, &syntax) ||
			syntax.Offset > len(test.in)+1 {
			t.Errorf("%q: error %v of type %T", test.in, err, err)
		}
		if err.Error() != test.want {
			t.Errorf("%q\n got %v\nwant %s", test.in, err, test.want)
		}
	}
}

func TestParserAllowNew(t *testing.T) {
	o := cells(t)
	p := owl.Parser{Names: owl.NewNames(o), AllowNew: true}
	for _, test := range []struct{ in, want string }{
		{":New SubClassOf Heart", "SubClassOf(:New :Heart)"},
		{"<urn:x> and :r some :C SubClassOf :D", "SubClassOf(ObjectIntersectionOf(<urn:x> ObjectSomeValuesFrom(:r :C)) :D)"},
		{"http://example.org/x/y SubClassOf :d value 5", `SubClassOf(<http://example.org/x/y> DataHasValue(:d "5"^^xsd:integer))`},
		{":New SubClassOf :d some integer[> 5]", `SubClassOf(:New DataSomeValuesFrom(:d DatatypeRestriction(xsd:integer xsd:minExclusive "5"^^xsd:integer)))`},
		{":New SubClassOf :d max 1 (not grams)", `SubClassOf(:New DataMaxCardinality(1 :d DataComplementOf(:grams)))`},
		{":r EquivalentTo has_part", "EquivalentObjectProperties(:r :has_part)"},
		{":r SubPropertyOf weight", "SubDataPropertyOf(:r :weight)"},
		{":A EquivalentTo :B", "EquivalentClasses(:A :B)"},
		{":a Type :B", "ClassAssertion(:B :a)"},
		{":a :r :b", "ObjectPropertyAssertion(:r :a :b)"},
		{":a :r 5", `DataPropertyAssertion(:r :a "5"^^xsd:integer)`},
		{"SubClassOf(:New nucleus)", "SubClassOf(:New obo:GO_0005634)"},
	} {
		got, err := p.Axiom(test.in)
		if err != nil {
			t.Errorf("%s: %v", test.in, err)
		} else if got := string(owl.AppendAxiom(nil, got, o.Prefixes)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.in, got, test.want)
		}
	}
	for _, in := range []string{
		"New SubClassOf Heart", "'x:y' SubClassOf Heart", "x:y SubClassOf Heart",
		"<> SubClassOf Heart",
	} {
		if got, err := p.Axiom(in); err == nil {
			t.Errorf("%s is taken for %s", in, owl.AppendAxiom(nil, got, nil))
		}
	}
}

// TestParserWithoutNames checks that the zero Parser knows the built-in names of OWL 2.
func TestParserWithoutNames(t *testing.T) {
	c, err := owl.Parser{}.ClassExpression("topObjectProperty some owl:Thing")
	if got := owl.AppendClassExpression(nil, c, owl.StandardPrefixes()); err != nil ||
		string(got) != "ObjectSomeValuesFrom(owl:topObjectProperty owl:Thing)" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestParserHostile checks that parsing is linear in texts that repeat one token.
func TestParserHostile(t *testing.T) {
	p := owl.Parser{Names: owl.NewNames(cells(t))}
	const n = 50_000
	for _, text := range []string{
		"inverse " + strings.Repeat("a ", n), strings.Repeat("a ", n), strings.Repeat("(", n), strings.Repeat("a, ", n), strings.Repeat("not ", n),
		strings.Repeat("<", n), strings.Repeat("'", n+1), strings.Repeat(`"x"@`, n),
		strings.Repeat("a some (", n), strings.Repeat("inverse (", n),
		strings.Repeat("Type ", n), "Heart HasKey " + strings.Repeat("inverse has_part, ", n),
		"ObjectIntersectionOf(" + strings.Repeat("'a", n),
		"DataSomeValuesFrom(" + strings.Repeat("weight ", n), strings.Repeat("{alice} and ", n), strings.Repeat("a:b ", n),
	} {
		if _, err := p.ClassExpression(text); err == nil {
			t.Errorf("%.20s… is read without an error", text)
		}
		if _, err := p.Axiom(text); err == nil {
			t.Errorf("%.20s… is read without an error", text)
		}
	}
}

func ExampleParser() {
	heart, partOf := owl.NewIRI("http://example.org/H1"), owl.NewIRI("http://example.org/p1")
	o := &owl.Ontology{Axioms: []owl.Axiom{
		&owl.Declaration{Entity: owl.Class{IRI: heart}},
		&owl.Declaration{Entity: owl.ObjectProperty{IRI: partOf}},
		&owl.AnnotationAssertion{
			Property: owl.RDFSLabel, Subject: heart, Value: owl.NewString("human heart"),
		},
		&owl.AnnotationAssertion{
			Property: owl.RDFSLabel, Subject: partOf, Value: owl.NewString("part of"),
		},
	}}
	p := owl.Parser{Names: owl.NewNames(o)}
	for _, text := range []string{
		"part of some 'human heart'", "ObjectSomeValuesFrom('part of' H1)",
		"part of some human hart",
	} {
		c, err := p.ClassExpression(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(string(owl.AppendClassExpression(nil, c, nil)))
	}
	// Output:
	// ObjectSomeValuesFrom(<http://example.org/p1> <http://example.org/H1>)
	// ObjectSomeValuesFrom(<http://example.org/p1> <http://example.org/H1>)
	// at byte 13: no class is called 'human hart'; did you mean 'human heart' (<http://example.org/H1>)?
}

// FuzzParser checks that Parser does not panic, and that an expression or axiom that it parses is
// the same after rendering and parsing again.
func FuzzParser(f *testing.F) {
	for _, test := range classTests {
		f.Add(test.in)
	}
	names := owl.NewNames(cells(f))
	m := names.Manchester()
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []owl.Parser{
			{Names: names, MaxDepth: 100}, {Names: names, MaxDepth: 100, AllowNew: true},
		} {
			if c, err := p.ClassExpression(text); err == nil {
				if _, ok := owl.Unwritable(&owl.SubClassOf{Sub: c, Super: c}); ok {
					continue
				}
				again, err := p.ClassExpression(m.ClassExpression(c))
				if err != nil {
					t.Fatalf("%q is read, but not as it is rendered, %q: %v", text,
						m.ClassExpression(c), err)
				}
				before, after := owl.AppendCanonicalClassExpression(nil, c),
					owl.AppendCanonicalClassExpression(nil, again)
				if string(before) != string(after) {
					t.Fatalf("%q is %s, rendered as %q it is %s", text, before,
						m.ClassExpression(c), after)
				}
			}
			if a, err := p.Axiom(text); err == nil {
				if _, ok := owl.Unwritable(a); ok || a.Kind() == owl.RuleKind {
					continue
				}
				again, err := p.Axiom(m.Axiom(a))
				if err != nil {
					t.Fatalf("%q is read, but not as it is rendered, %q: %v", text, m.Axiom(a), err)
				}
				if before, after := canonicalStatement(a),
					canonicalStatement(again); string(before) != string(after) {
					t.Fatalf("%q is %s, rendered as %q it is %s", text, before, m.Axiom(a), after)
				}
			}
		}
	})
}
