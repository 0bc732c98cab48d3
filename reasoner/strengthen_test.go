package reasoner_test

import (
	"regexp"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// full matches names like :A, which abbreviate <urn:test#A>.
var full = regexp.MustCompile(`([ (]):(\w+)`)

// TestExactWithUnions compares verdicts that depend on a choice among the operands of unions.
func TestExactWithUnions(t *testing.T) {
	for _, c := range []struct{ name, ontology, axiom, verdict, exact string }{
		{"no operand contradicts", `SubClassOf(:A ObjectUnionOf(:B :C)) SubClassOf(:D :E)`, `SubClassOf(:A :D)`, "new", "exact"},
		{"one operand contradicts", `SubClassOf(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :D)`, `SubClassOf(:A :D)`, "new", "exact"},
		{"the other operand contradicts", `SubClassOf(:A ObjectUnionOf(:B :C)) DisjointClasses(:C :D)`, `SubClassOf(:A :D)`, "new", "exact"},
		{"both contradict", `SubClassOf(:A ObjectUnionOf(:B :C)) DisjointClasses(:C :D) DisjointClasses(:B :D)`,
			`SubClassOf(:A :D)`, "contradicts", "exact"},
		{"both entail", `SubClassOf(:A ObjectUnionOf(:B :C)) SubClassOf(:B :D) SubClassOf(:C :D)`, `SubClassOf(:A :D)`, "entailed", "exact"},
		{"one entails", `SubClassOf(:A ObjectUnionOf(:B :C)) SubClassOf(:B :D)`, `SubClassOf(:A :D)`, "new", "exact"},
		{"an operand", `SubClassOf(:A ObjectUnionOf(:B :C))`, `SubClassOf(:A :B)`, "new", "exact"},
		{"disjoint operands", `EquivalentClasses(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :C) SubClassOf(:E ObjectSomeValuesFrom(:p :A))`,
			`SubClassOf(:A :D)`, "new", "exact"},
		{"disjoint operands, one contradicts", `EquivalentClasses(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :C) DisjointClasses(:B :D)`,
			`SubClassOf(:A :D)`, "contradicts", "exact"}, // B is in A
		{"disjoint operands below an existential",
			`EquivalentClasses(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :C) SubClassOf(:E ObjectSomeValuesFrom(:p :A))
			SubClassOf(ObjectSomeValuesFrom(:p :B) :F)
			SubClassOf(ObjectSomeValuesFrom(:p :C) :F)`,
			`SubClassOf(:E :F)`, "entailed", "exact"},
		{"disjoint operands, a class in one of them", `EquivalentClasses(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :C) SubClassOf(:E :A)
			DisjointClasses(:E :B)`, `SubClassOf(:E :D)`, "new", "exact"},
		{"disjoint operands, both excluded by the axiom", `EquivalentClasses(:A ObjectUnionOf(:B :C)) DisjointClasses(:B :C)
			DisjointClasses(:E :B) DisjointClasses(:D :C)`,
			`SubClassOf(:E ObjectIntersectionOf(:A :D))`, "contradicts", "exact"},
		{"a universal restriction stays", `SubClassOf(:A ObjectAllValuesFrom(:p :B)) SubClassOf(:A ObjectUnionOf(:B :C))`,
			`SubClassOf(:A :D)`, "new", "inexact"},
		{"a complement in the axiom", `DisjointClasses(:A :B)`, `SubClassOf(ObjectComplementOf(:A) :A)`, "contradicts", "exact"}, // B is unsatisfiable
		{"an inverse in the axiom", `SubClassOf(:A ObjectSomeValuesFrom(:p :B)) ObjectPropertyDomain(:q :A)
			DisjointClasses(:A :B)`, `SymmetricObjectProperty(:p)`, "new", "inexact"},
		{"a union in the axiom", `DisjointClasses(:A :B :C) SubClassOf(:C :D)`, `SubClassOf(:D ObjectUnionOf(:A :B))`, "contradicts", "exact"}, // C is unsatisfiable
	} {
		t.Run(c.name, func(t *testing.T) {
			parser := owl.Parser{AllowNew: true}
			var axioms []owl.Axiom
			for _, text := range statements(c.ontology) {
				a, err := parser.Axiom(full.ReplaceAllString(text, "${1}<urn:test#$2>"))
				if err != nil {
					t.Fatal(err)
				}
				axioms = append(axioms, a)
			}
			r, err := reasoner.New(t.Context(), &owl.Ontology{Axioms: axioms}, reasoner.Options{})
			if err != nil {
				t.Fatal(err)
			}
			a, err := parser.Axiom(full.ReplaceAllString(c.axiom, "${1}<urn:test#$2>"))
			if err != nil {
				t.Fatal(err)
			}
			list, err := r.Verdicts(t.Context(), []owl.Axiom{a})
			if err != nil {
				t.Fatal(err)
			}
			if j := list[0]; string(j.Verdict) != c.verdict || j.Exact != (c.exact == "exact") {
				t.Errorf("%s, exact %v; want %s, %s", j.Verdict, j.Exact, c.verdict, c.exact)
			}
		})
	}
}

// statements splits a text after each closing parenthesis of the top level.
func statements(text string) (list []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				list = append(list, strings.TrimSpace(text[from:i+1]))
				from = i + 1
			}
		}
	}
	return list
}
