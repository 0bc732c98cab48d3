package owl

import (
	"fmt"
	"testing"
)

func TestManchester(t *testing.T) {
	labels := map[IRI]string{
		NewIRI("http://x/partOf"): "part of",
		NewIRI("http://x/Some"):   "some",
		NewIRI("http://x/Hearts"): `heart's \ "core"`,
		NewIRI("http://x/Blood"):  "Blood",
		NewIRI("http://x/2D"):     "2D",
	}
	m := Manchester{Label: func(i IRI) string { return labels[i] }, Prefixes: examplePrefixes()}
	for _, test := range []struct{ axiom, want string }{
		{`SubClassOf(:Blood ObjectIntersectionOf(:A ObjectSomeValuesFrom(:partOf ObjectUnionOf(:B :C))))`, `Blood SubClassOf :A and ('part of' some (:B or :C))`},
		{`SubClassOf(ObjectSomeValuesFrom(:partOf ObjectSomeValuesFrom(:r :A)) ObjectComplementOf(:A))`, `'part of' some (:r some :A) SubClassOf not :A`},
		{`SubClassOf(:Some :Hearts)`, `'some' SubClassOf 'heart\'s \\ "core"'`},
		{`SubClassOf(:2D <http://y/z>)`, `'2D' SubClassOf <http://y/z>`},
		{`SubClassOf(owl:Thing ObjectComplementOf(ObjectComplementOf(ObjectOneOf(:i _:j))))`, `owl:Thing SubClassOf not (not {:i, _:j})`},
		{`SubClassOf(ObjectAllValuesFrom(ObjectInverseOf(:r) ObjectOneOf(:i)) ObjectHasValue(:r :i))`, `inverse :r only {:i} SubClassOf :r value :i`},
		{`SubClassOf(ObjectHasSelf(:r) ObjectMinCardinality(2 :r))`, `:r Self SubClassOf :r min 2`},
		{`SubClassOf(ObjectMaxCardinality(2 :r :A) ObjectExactCardinality(2 :r ObjectHasSelf(:r)))`, `:r max 2 :A SubClassOf :r exactly 2 (:r Self)`},
		{`SubClassOf(DataSomeValuesFrom(:d xsd:integer) DataAllValuesFrom(:d :e DataComplementOf(xsd:string)))`, `:d some xsd:integer SubClassOf :d, :e only (not xsd:string)`},
		{`SubClassOf(DataHasValue(:d "1"^^xsd:integer) DataHasValue(:d "-1.50"^^xsd:decimal))`, `:d value 1 SubClassOf :d value -1.50`},
		{`SubClassOf(DataHasValue(:d "1."^^xsd:decimal) DataHasValue(:d "true"^^xsd:boolean))`, `:d value "1."^^xsd:decimal SubClassOf :d value "true"^^xsd:boolean`},
		{`SubClassOf(DataMinCardinality(1 :d) DataMaxCardinality(2 :d DataOneOf("a" "b\""@en)))`, `:d min 1 SubClassOf :d max 2 {"a", "b\""@en}`},
		{`SubClassOf(DataExactCardinality(1 :d) DataExactCardinality(1 :d xsd:string))`, `:d exactly 1 SubClassOf :d exactly 1 xsd:string`},
		{`EquivalentClasses(:A :B)`, `:A EquivalentTo :B`},
		{`EquivalentClasses(:A :B :C)`, `EquivalentClasses: :A, :B, :C`},
		{`DisjointClasses(:A :B)`, `:A DisjointWith :B`},
		{`DisjointClasses(:A :B :C)`, `DisjointClasses: :A, :B, :C`},
		{`DisjointUnion(:A :B :C)`, `:A DisjointUnionOf :B, :C`},
		{`SubObjectPropertyOf(:r :partOf)`, `:r SubPropertyOf 'part of'`},
		{`SubObjectPropertyOf(ObjectPropertyChain(:r ObjectInverseOf(:s)) :partOf)`, `:r o inverse :s SubPropertyOf 'part of'`},
		{`EquivalentObjectProperties(:r :s)`, `:r EquivalentTo :s`},
		{`DisjointObjectProperties(:r :s :t)`, `DisjointProperties: :r, :s, :t`},
		{`InverseObjectProperties(:r :s)`, `:r InverseOf :s`},
		{`ObjectPropertyDomain(:r ObjectUnionOf(:A :B))`, `:r Domain :A or :B`},
		{`ObjectPropertyRange(:r :A)`, `:r Range :A`},
		{`FunctionalObjectProperty(:r)`, `Functional: :r`},
		{`InverseFunctionalObjectProperty(:r)`, `InverseFunctional: :r`},
		{`ReflexiveObjectProperty(:r)`, `Reflexive: :r`},
		{`IrreflexiveObjectProperty(:r)`, `Irreflexive: :r`},
		{`SymmetricObjectProperty(:r)`, `Symmetric: :r`},
		{`AsymmetricObjectProperty(:r)`, `Asymmetric: :r`},
		{`TransitiveObjectProperty(ObjectInverseOf(:r))`, `Transitive: inverse :r`},
		{`SubDataPropertyOf(:d :e)`, `:d SubPropertyOf :e`},
		{`EquivalentDataProperties(:d :e)`, `:d EquivalentTo :e`},
		{`DisjointDataProperties(:d :e)`, `:d DisjointWith :e`},
		{`DataPropertyDomain(:d :A)`, `:d Domain :A`},
		{`DataPropertyRange(:d DatatypeRestriction(xsd:integer xsd:minInclusive "5"^^xsd:integer xsd:totalDigits "2"^^xsd:integer))`, `:d Range xsd:integer[>= 5, xsd:totalDigits 2]`},
		{`FunctionalDataProperty(:d)`, `Functional: :d`},
		{`DatatypeDefinition(:D DataUnionOf(DataIntersectionOf(xsd:string xsd:token) DataOneOf("x")))`, `:D EquivalentTo (xsd:string and xsd:token) or {"x"}`},
		{`HasKey(:A (:r) (:d))`, `:A HasKey :r, :d`},
		{`SameIndividual(:i :j)`, `:i SameAs :j`},
		{`DifferentIndividuals(:i :j :k)`, `DifferentIndividuals: :i, :j, :k`},
		{`ClassAssertion(ObjectSomeValuesFrom(:r :A) :i)`, `:i Type :r some :A`},
		{`ObjectPropertyAssertion(:partOf :i :j)`, `:i 'part of' :j`},
		{`NegativeObjectPropertyAssertion(:r :i :j)`, `not (:i :r :j)`},
		{`DataPropertyAssertion(:d :i "v")`, `:i :d "v"`},
		{`NegativeDataPropertyAssertion(:d :i "v"@en)`, `not (:i :d "v"@en)`},
		{`AnnotationAssertion(Annotation(rdfs:comment "left out") rdfs:label :A "a label")`, `:A rdfs:label "a label"`},
		{`AnnotationAssertion(rdfs:seeAlso _:a _:b)`, `_:a rdfs:seeAlso _:b`},
		{`AnnotationAssertion(rdfs:seeAlso :A :Blood)`, `:A rdfs:seeAlso Blood`},
		{`SubAnnotationPropertyOf(:p rdfs:label)`, `:p SubPropertyOf rdfs:label`},
		{`AnnotationPropertyDomain(:p :A)`, `:p Domain :A`},
		{`AnnotationPropertyRange(:p :A)`, `:p Range :A`},
		{`Declaration(Class(:A))`, `Class: :A`},
		{`DLSafeRule(Body() Head())`, `DLSafeRule(Body() Head())`},
	} {
		a, err := ParseAxiom(test.axiom, m.Prefixes)
		if err != nil {
			t.Errorf("ParseAxiom(%s): %v", test.axiom, err)
			continue
		}
		if got := m.Axiom(a); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.axiom, got, test.want)
		}
	}
}

func ExampleManchester() {
	heart, body, partOf := NewIRI("http://example.org/H1"), NewIRI("http://example.org/B1"), NewIRI("http://example.org/p1")
	labels := map[IRI]string{heart: "heart", body: "human body", partOf: "part of"}
	axiom := &SubClassOf{Sub: Class{heart},
		Super: &ObjectSomeValuesFrom{ObjectProperty{partOf}, Class{body}}}
	m := Manchester{Label: func(i IRI) string { return labels[i] }}
	fmt.Println(m.Axiom(axiom))
	fmt.Println(Manchester{}.Axiom(axiom))
	// Output:
	// heart SubClassOf 'part of' some 'human body'
	// <http://example.org/H1> SubClassOf <http://example.org/p1> some <http://example.org/B1>
}
