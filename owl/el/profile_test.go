package el_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

const declarations = `
	Declaration(Class(:A)) Declaration(Class(:B)) Declaration(Class(:C))
	Declaration(ObjectProperty(:r)) Declaration(ObjectProperty(:s))
	Declaration(ObjectProperty(:t)) Declaration(ObjectProperty(:u))
	Declaration(DataProperty(:d)) Declaration(DataProperty(:e))
	Declaration(AnnotationProperty(:note))
`

func readFunctional(t *testing.T, axioms string) *owl.Ontology {
	t.Helper()
	document := "Prefix(:=<http://example.org/>)\nPrefix(owl:=<" + owl.OWLNamespace + ">)\nPrefix(rdf:=<" + owl.RDFNamespace +
		">)\nPrefix(rdfs:=<" + owl.RDFSNamespace + ">)\nPrefix(xsd:=<" + owl.XSDNamespace + ">)\nOntology(" + axioms + ")"
	o, _, err := rdfio.Read(context.Background(), strings.NewReader(document), rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestProfileReasons has, for each rule, axioms that satisfy it and axioms that violate only it.
func TestProfileReasons(t *testing.T) {
	good := []string{
		`SubClassOf(ObjectIntersectionOf(:A ObjectOneOf(:i)) ObjectSomeValuesFrom(:r ObjectHasSelf(:s)))`,
		`SubClassOf(ObjectHasValue(owl:topObjectProperty :i) DataSomeValuesFrom(:d DataIntersectionOf(xsd:string xsd:token)))`,
		`ClassAssertion(DataHasValue(:d "x"@en) :i) DataPropertyAssertion(:d :i "2026-02-28T24:00:00Z"^^xsd:dateTime)`,
		`SubDataPropertyOf(:d owl:topDataProperty)`,
		`ClassAssertion(ObjectOneOf(:i :i) :i)`,
		`AnnotationAssertion(:note _:x "true"^^xsd:boolean)`,
		`Declaration(Datatype(:dt)) DatatypeDefinition(:dt xsd:integer) DataPropertyRange(:d :dt)`,
		`Declaration(NamedIndividual(:A)) Declaration(Class(:r)) Declaration(Class(:d)) Declaration(Class(:note))`,
		// Chains that are regular: the examples of the Structural Specification, 11.2.
		`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubObjectPropertyOf(ObjectPropertyChain(:t :u) :v) Declaration(ObjectProperty(:v))`,
		`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :r) SubObjectPropertyOf(ObjectPropertyChain(:s :t) :t)`,
		`SubObjectPropertyOf(ObjectPropertyChain(:r :r) :r)`,
		`SubObjectPropertyOf(ObjectPropertyChain(:r owl:topObjectProperty) owl:topObjectProperty)`,
		// The range of the superproperty must also be one of the last property, directly or through
		// the hierarchy (Profiles, 2.2.6).
		`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) ObjectPropertyRange(:t :A) ObjectPropertyRange(:s :A)`,
		`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubObjectPropertyOf(:s :t) ObjectPropertyRange(:t :A)`,
	}
	for _, axioms := range good {
		if r := checkText(t, axioms); !r.InProfile() {
			t.Errorf("%s: %v", axioms, r.Violations)
		}
	}
	bad := map[el.ProfileReason][]string{
		el.AxiomOutsideEL: {`FunctionalObjectProperty(:r)`, `InverseObjectProperties(:r :s)`,
			`DisjointDataProperties(:d :e)`, `DisjointUnion(:A :B :C)`},
		el.ClassExpressionOutsideEL: {`SubClassOf(:A ObjectUnionOf(:B :C))`,
			`SubClassOf(:A ObjectSomeValuesFrom(:r ObjectMinCardinality(1 :r)))`,
			`ObjectPropertyRange(:r ObjectComplementOf(:A))`, `HasKey(DataAllValuesFrom(:d xsd:string) (:r) ())`},
		el.DataRangeOutsideEL: {`DataPropertyRange(:d DataUnionOf(xsd:string xsd:integer))`,
			`SubClassOf(:A DataSomeValuesFrom(:d DatatypeRestriction(xsd:integer xsd:minInclusive "1"^^xsd:integer)))`},
		el.DatatypeOutsideEL: {`DataPropertyRange(:d xsd:boolean)`,
			`DataPropertyAssertion(:d :i "1"^^xsd:int)`},
		el.SeveralIndividuals: {`SubClassOf(:A ObjectOneOf(:i :j))`},
		el.SeveralLiterals:    {`DataPropertyRange(:d DataOneOf("a" "b"))`},
		el.TooFewOperands: {`SubClassOf(:A ObjectIntersectionOf(:B :B))`,
			`EquivalentObjectProperties(:r :r)`},
		el.InverseOutsideEL: {`SubObjectPropertyOf(:r ObjectInverseOf(:s))`,
			`ObjectPropertyAssertion(ObjectInverseOf(:r) :i :j)`},
		el.AnonymousIndividualOutsideEL: {`ClassAssertion(:A _:x)`,
			`ObjectPropertyAssertion(:r :i _:x)`},
		el.ChainWithoutRange: {
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) ObjectPropertyRange(:t :A)`,
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubObjectPropertyOf(:t :u) ObjectPropertyRange(:u :A) ObjectPropertyRange(:s :B)`},
		el.ReservedVocabulary: {`Declaration(Class(rdf:List))`, `ClassAssertion(:A owl:Thing)`,
			`AnnotationAssertion(rdf:value :i "x")`},
		el.UndeclaredEntity: {`SubClassOf(:A :X)`, `ObjectPropertyDomain(:x :A)`,
			`DataPropertyDomain(:x :A)`, `AnnotationAssertion(:x :i "x")`,
			`SubClassOf(Annotation(:x "x") :A :B)`},
		el.PropertyPunning: {`Declaration(DataProperty(:r))`,
			`Declaration(AnnotationProperty(:d))`, `Declaration(ObjectProperty(:note))`},
		el.DatatypePunning: {`Declaration(Datatype(:A)) DatatypeDefinition(:A xsd:string)`},
		el.IllTypedLiteral: {`DataPropertyAssertion(:d :i "x"^^xsd:integer)`,
			`AnnotationAssertion(:note :i "2026-02-29T00:00:00"^^xsd:dateTime)`,
			`SubClassOf(Annotation(:note "maybe"^^xsd:boolean) :A :B)`},
		el.TopDataPropertyUse: {`SubClassOf(:A DataSomeValuesFrom(owl:topDataProperty xsd:string))`,
			`SubDataPropertyOf(owl:topDataProperty :d)`},
		el.UnknownDatatype: {`Declaration(Datatype(:dt))`, `DataPropertyRange(:d :dt)`,
			`AnnotationAssertion(:note :i "2026-01-01"^^xsd:date)`},
		el.RedefinedDatatype: {`DatatypeDefinition(xsd:string xsd:token)`,
			`Declaration(Datatype(:dt)) DatatypeDefinition(:dt xsd:string) DatatypeDefinition(:dt xsd:token)`},
		el.CyclicDatatype: {
			`Declaration(Datatype(:dt)) DatatypeDefinition(:dt DataIntersectionOf(xsd:string :dt))`,
			`Declaration(Datatype(:dt)) Declaration(Datatype(:du)) DatatypeDefinition(:dt :du) DatatypeDefinition(:du :dt)`},
		el.CompositeProperty: {`TransitiveObjectProperty(:r) SubClassOf(:A ObjectHasSelf(:r))`,
			`TransitiveObjectProperty(:r) SubObjectPropertyOf(:r :s) SubClassOf(:A ObjectHasSelf(:s))`,
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubClassOf(ObjectHasSelf(:t) :A)`, `SubClassOf(:A ObjectHasSelf(owl:topObjectProperty))`},
		el.IrregularChain: {
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubObjectPropertyOf(ObjectPropertyChain(:u :t) :s)`,
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s :r) :r)`,
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t) SubObjectPropertyOf(:t :s)`,
			`SubObjectPropertyOf(ObjectPropertyChain(:s :t :u) :t)`},
		el.RuleOutsideOWL: {
			`DLSafeRule(Body(ClassAtom(:A Variable(:x))) Head(ClassAtom(:B Variable(:x))))`,
		},
	}
	for reason, cases := range bad {
		for _, axioms := range cases {
			r := checkText(t, axioms)
			if groups := r.ByReason(); len(groups) != 1 || groups[0].Reason != reason {
				t.Errorf("%s: got %v, want only %q", axioms, r.Violations, reason)
			}
		}
	}
}

func checkText(t *testing.T, axioms string) *el.ProfileReport {
	t.Helper()
	r, err := el.CheckProfile(context.Background(), readFunctional(t, declarations+axioms), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestProfileOfTheHeader(t *testing.T) {
	o := &owl.Ontology{VersionIRI: owl.NewIRI("http://example.org/1")}
	r, err := el.CheckProfile(context.Background(), o,
		[]el.ReaderNote{{Text: "seven loose triples", Count: 7}})
	if err != nil {
		t.Fatal(err)
	}
	want := []el.Violation{
		{Axiom: -1, Reason: el.VersionWithoutOntologyIRI, Subject: "http://example.org/1", Count: 1},
		{Axiom: -1, Reason: el.ToleratedByReader, Subject: "seven loose triples", Count: 7},
	}
	if fmt.Sprint(r.Violations) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", r.Violations, want)
	}
}

// TestLexicalSpaces checks the datatypes with literals, by the productions of XML Schema 1.1 part
// 2.
func TestLexicalSpaces(t *testing.T) {
	const none = "(none)"
	cases := []struct{ datatype, good, bad string }{
		{"xsd:decimal", "1|-1.|.5|+00.10", "|.|1e3| 1|1,5"},
		{"xsd:integer", "0|-0|+12|123456789012345678901234567890", "|+|1.0|1 |٣"},
		{"xsd:nonNegativeInteger", "0|-0|+7|99999999999999999999999", "-1|-99999999999999999999999"},
		{"xsd:positiveInteger", "1|007", "0|-0|-1"},
		{"xsd:negativeInteger", "-1|-99999999999999999999999", "0|1"},
		{"xsd:byte", "-128|127|0000000000000000000000000127", "-129|128"},
		{"xsd:unsignedLong", "18446744073709551615|-0", "18446744073709551616|-1"},
		{"xsd:long", "-9223372036854775808", "-9223372036854775809|9223372036854775808"},
		{"xsd:double", "1|-1.5E+3|INF|-INF|NaN|.5e1", "inf|1e|nan|1f"},
		{"xsd:boolean", "true|false|0|1", "TRUE|yes|"},
		{"owl:rational", "1/2|-3/4|0/1", "1/0|1|1/-2"},
		{"owl:real", none, "1|0.5"},
		{"rdfs:Literal", none, "x"},
		{"rdf:PlainLiteral", "x@|x@en|a@b@en-GB", "x|x@e n"},
		{"rdf:XMLLiteral", "text|<a/>|<a b='1'>c</a> d", "<a>|</a>|&nope;|a</x><x>b"},
		{"xsd:token", "a b|", " a|a |a  b|a\\nb"},
		{"xsd:normalizedString", " a  b ", "a\\nb"},
		{"xsd:language", "en|de-CH-1996", "englishlanguage|e_n|"},
		{"xsd:Name", "a|_a:b|é-1", "1a|-a|a b|"},
		{"xsd:NCName", "a|_a", "a:b|1a"},
		{"xsd:NMTOKEN", "1a|:|a.b", "a b|"},
		{"xsd:hexBinary", "|0aF9", "0|0g"},
		{"xsd:base64Binary", "|AAAA|AA==|A A A A", "A|AB==| AAAA"},
		{"xsd:anyURI", "http://example.org/|not really|", none},
		{"xsd:dateTime", "2024-02-29T00:00:00|-0044-03-15T12:00:00.5+01:00|12000-01-01T24:00:00Z|0000-01-01T00:00:00-14:00",
			"2023-02-29T00:00:00|2024-04-31T00:00:00|2024-01-01|2024-01-01T24:00:01|2024-13-01T00:00:00|24-01-01T00:00:00|2024-01-01T00:00:00+15:00"},
		{"xsd:dateTimeStamp", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00"},
	}
	for _, c := range cases {
		for _, list := range []struct {
			forms string
			good  bool
		}{{c.good, true}, {c.bad, false}} {
			if list.forms == none {
				continue
			}
			for form := range strings.SplitSeq(list.forms, "|") {
				form = strings.ReplaceAll(form, `\n`, "\n")
				r := checkText(t, fmt.Sprintf(`AnnotationAssertion(:note :i "%s"^^%s)`, form,
					c.datatype))
				if r.InProfile() != list.good {
					t.Errorf("%q^^%s: well typed: %v, want %v", form, c.datatype, r.InProfile(),
						list.good)
				}
			}
		}
	}
}

// TestProfileOfHugeCycles checks that the check of the property hierarchy is not quadratic.
func TestProfileOfHugeCycles(t *testing.T) {
	const n = 50_000
	o := &owl.Ontology{}
	for i := range n {
		p, q := role(fmt.Sprint(i)), role(fmt.Sprint((i+1)%n))
		o.Axioms = append(o.Axioms,
			&owl.SubObjectPropertyOf{Sub: p, Super: q},
			&owl.SubPropertyChainOf{Chain: []owl.ObjectPropertyExpression{p, role("x")}, Super: q})
	}
	r, err := el.CheckProfile(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.InProfile() {
		t.Error("a cycle of chains is irregular")
	}
}

// TestProfileOfInverses checks that a property is below another one if its inverse is.
func TestProfileOfInverses(t *testing.T) {
	r := checkText(t, `SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t)
		SubObjectPropertyOf(:t ObjectInverseOf(:s))`)
	if !slices.ContainsFunc(r.Violations, func(v el.Violation) bool {
		return v.Reason == el.IrregularChain
	}) {
		t.Errorf("t is below the inverse of s, a part of its chain: %v", r.Violations)
	}
}
