package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// document is a functional document over names with an empty prefix.
func document(t *testing.T, axioms ...string) *owl.Ontology {
	t.Helper()
	text := "Prefix(:=<http://e/>)\nOntology(<http://e/o>\n" + strings.Join(axioms, "\n") + "\n)\n"
	o, _, err := rdfio.Read(context.Background(), strings.NewReader(text), rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func name(s string) owl.IRI {
	if s == "" {
		return owl.IRI{}
	}
	return owl.NewIRI("http://e/" + s)
}

// TestWithout takes single statements out of axioms of each kind, and looks at what is left.
func TestWithout(t *testing.T) {
	for _, c := range []struct {
		axiom                   string
		class, property, target string
		want                    []string
	}{
		{"SubClassOf(:A :B)", "A", "", "B", nil},
		{"SubClassOf(:A :B)", "A", "", "C", []string{"SubClassOf(:A :B)"}},
		{"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "A", "r", "B", nil},
		{"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "A", "s", "B", []string{"SubClassOf(:A ObjectSomeValuesFrom(:r :B))"}},
		{"SubClassOf(:A ObjectIntersectionOf(:B ObjectIntersectionOf(:C :D)))", "A", "", "C",
			[]string{"SubClassOf(:A ObjectIntersectionOf(:B :D))"}},
		{"EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C)))", "A", "", "B",
			[]string{"SubClassOf(:A ObjectSomeValuesFrom(:r :C))"}},
		{"EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C)))", "A", "r", "C",
			[]string{"SubClassOf(:A :B)"}},
		{"EquivalentClasses(:A :B)", "A", "", "B", []string{"SubClassOf(:B :A)"}},
		{"EquivalentClasses(:A :B ObjectComplementOf(:C))", "A", "", "B", []string{
			"SubClassOf(:A ObjectComplementOf(:C))", "SubClassOf(:B :A)", "SubClassOf(:B ObjectComplementOf(:C))"}},
		{"DisjointUnion(:A :B :C)", "B", "", "A", []string{"DisjointClasses(:B :C)", "SubClassOf(:C :A)"}},
		{"SubClassOf(ObjectIntersectionOf(:A :C) :B)", "A", "", "B", []string{"SubClassOf(ObjectIntersectionOf(:A :C) :B)"}},
	} {
		gone := said{name(c.class), name(c.property), name(c.target)}
		rest := without(document(t, c.axiom).Axioms, map[said]bool{gone: true})
		var got, want []string
		for _, a := range rest {
			got = append(got, string(owl.AppendCanonical(nil, a)))
		}
		for _, a := range document(t, c.want...).Axioms {
			want = append(want, string(owl.AppendCanonical(nil, a)))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s without %v leaves\n%s\nwant\n%s", c.axiom, gone, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestHoldOut removes what it draws, counts what follows all the same, and draws the same by the same seed.
func TestHoldOut(t *testing.T) {
	o := document(t,
		"SubClassOf(:A :B)", "SubClassOf(:B :C)", "SubClassOf(:A :C)", // A ⊑ C follows unless more is removed
		"SubClassOf(:D ObjectSomeValuesFrom(:r :A))", "Declaration(Class(:D))", "Declaration(ObjectProperty(:r))",
		"Declaration(Class(:A))", "Declaration(Class(:B))", "Declaration(Class(:C))",
		"AnnotationAssertion(owl:deprecated :X \"true\"^^xsd:boolean)", "Declaration(Class(:X))", "SubClassOf(:X :C)")
	var drawn, entailed int
	for seed := range uint64(40) {
		p, err := holdOut(context.Background(), "test", o, .25, seed)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := holdOut(context.Background(), "test", o, .25, seed); !slices.Equal(again.missing, p.missing) {
			t.Fatalf("seed %d: %v, then %v", seed, p.missing, again.missing)
		}
		if p.drawn != 1 || p.entailed+len(p.missing) != 1 || p.unknown != 0 {
			t.Fatalf("seed %d: drawn %d, entailed %d, unknown %d, missing %d", seed, p.drawn, p.entailed, p.unknown, len(p.missing))
		}
		drawn += len(p.missing)
		entailed += p.entailed
	}
	if drawn < 20 || entailed < 3 {
		t.Errorf("of 40 draws of one in four %d are missing, %d follow; want about 30 and 10", drawn, entailed)
	}
}

// TestHoldOutReal holds out of real ontologies: what was drawn is said nowhere in the rest, and all else still is.
func TestHoldOutReal(t *testing.T) {
	for _, file := range outside.Glob(t, "ontologies/pato-base.owl.gz") {
		o, err := read(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		all := told(o.Axioms)
		gone := sample(all, .1, 1)
		rest := told(without(o.Axioms, gone))
		if len(rest)+len(gone) != len(all) {
			t.Errorf("%s: of %d statements %d were removed and %d are left", file, len(all), len(gone), len(rest))
		}
		for _, s := range rest {
			if gone[s] {
				t.Errorf("%s: %v is still said", file, s)
			}
		}
	}
}
