package suggest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
)

// ontologyOf parses axioms in functional syntax, one a line, with the empty prefix for
// http://example.org/.
func ontologyOf(t testing.TB, text string) *owl.Ontology {
	t.Helper()
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://example.org/")
	o := &owl.Ontology{Prefixes: prefixes}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		a, err := owl.ParseAxiom(line, prefixes)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		o.Axioms = append(o.Axioms, a)
	}
	return o
}

func terminologyOf(t testing.TB, text string) *Terminology {
	t.Helper()
	x, err := NewTerminology(context.Background(), ontologyOf(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// written renders statements by the ends of their IRIs.
func written(t *Terminology, statements []Statement) []string {
	var lines []string
	for _, s := range statements {
		line := t.Classes[s.Class].Fragment() + " "
		if s.Property != NoProperty {
			line += t.Properties[s.Property].Fragment() + " "
		}
		lines = append(lines, line+t.Classes[s.Target].Fragment())
	}
	slices.Sort(lines)
	return lines
}

func TestStatements(t *testing.T) {
	for _, test := range []struct{ axiom, want string }{
		{"SubClassOf(:A :B)", "A B"},
		{"SubClassOf(:A :A)", ""},
		{"SubClassOf(:A owl:Thing)", ""},
		{"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "A r B"},
		{"SubClassOf(:A ObjectIntersectionOf(:B ObjectIntersectionOf(:C ObjectSomeValuesFrom(:r :D))))", "A B, A C, A r D"},
		{"SubClassOf(:A ObjectSomeValuesFrom(:r ObjectIntersectionOf(:B :C)))", "A r B, A r C"},
		{"SubClassOf(:A ObjectSomeValuesFrom(ObjectInverseOf(:r) :B))", ""},
		{"SubClassOf(:A ObjectUnionOf(:B :C))", ""},
		{"SubClassOf(:A ObjectMinCardinality(2 :r :B))", "A r B"},
		{"SubClassOf(:A ObjectMinCardinality(0 :r :B))", ""},
		{"SubClassOf(:A ObjectExactCardinality(1 :r :B))", "A r B"},
		{"SubClassOf(:A ObjectMaxCardinality(1 :r :B))", ""},
		{"SubClassOf(ObjectSomeValuesFrom(:r :B) :A)", ""},
		{"EquivalentClasses(:A :B)", "A B, B A"},
		{"EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C)))", "A B, A r C"},
		{"DisjointUnion(:A :B :C)", "B A, C A"},
		{"DisjointClasses(:A :B)", ""},
	} {
		x := terminologyOf(t, test.axiom)
		statements := slices.Collect(maps.Keys(x.statements))
		if got := strings.Join(written(x, statements), ", "); got != test.want {
			t.Errorf("%s says %q, want %q", test.axiom, got, test.want)
		}
	}
}

func TestAsserting(t *testing.T) {
	x := terminologyOf(t, `
		SubClassOf(:A :B)
		EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C)))
		SubClassOf(:C :B)`)
	a, _ := x.Class(owl.NewIRI("http://example.org/A"))
	b, _ := x.Class(owl.NewIRI("http://example.org/B"))
	c, _ := x.Class(owl.NewIRI("http://example.org/C"))
	if got := x.Asserting(Statement{Class: a, Property: NoProperty, Target: b}); len(got) != 2 {
		t.Errorf("A ⊑ B is stated by %d axioms, want 2", len(got))
	}
	if got := x.Asserting(Statement{Class: a, Property: 0, Target: c}); len(got) != 1 {
		t.Errorf("A ⊑ ∃r.C is stated by %d axioms, want 1", len(got))
	}
	if got := x.Asserting(Statement{Class: b, Property: NoProperty, Target: a}); got != nil {
		t.Errorf("B ⊑ A is stated by %v", got)
	}
	axiom := string(owl.AppendAxiom(nil, x.Axiom(Statement{Class: a, Property: 0, Target: c}), nil))
	if want := "SubClassOf(<http://example.org/A> ObjectSomeValuesFrom(<http://example.org/r> <http://example.org/C>))"; axiom != want {
		t.Errorf("the axiom is %s, want %s", axiom, want)
	}
}

// TestAnnotationsAreRead reads names, definitions and deprecation, in any order of the axioms.
func TestAnnotationsAreRead(t *testing.T) {
	lines := strings.Split(`AnnotationAssertion(rdfs:label :A "blue cell")
AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> :A "azure cell")
AnnotationAssertion(<http://purl.obolibrary.org/obo/IAO_0000115> :A "A cell that is blue.")
AnnotationAssertion(rdfs:comment :A "A comment is no definition where there is one.")
AnnotationAssertion(owl:deprecated :B "true"^^xsd:boolean)
AnnotationAssertion(rdfs:comment :B "Gone.")
Declaration(Class(:A))
Declaration(Class(:B))`, "\n")
	for range 2 {
		x := terminologyOf(t, strings.Join(lines, "\n"))
		a, _ := x.Class(owl.NewIRI("http://example.org/A"))
		b, _ := x.Class(owl.NewIRI("http://example.org/B"))
		if x.labels[a] != "blue cell" || x.labels[b] != "" ||
			x.Definition(a) != "A cell that is blue." || x.Definition(b) != "Gone." {
			t.Errorf("read %q %q %q %q", x.labels[a], x.labels[b], x.Definition(a), x.Definition(b))
		}
		if x.Deprecated[a] || !x.Deprecated[b] ||
			!slices.Equal(x.synonyms[a], []string{"azure cell"}) {
			t.Errorf("deprecated %v, synonyms %q", x.Deprecated, x.synonyms[a])
		}
		slices.Reverse(lines)
	}
}

func TestNameSpace(t *testing.T) {
	for iri, want := range map[string]string{
		"http://purl.obolibrary.org/obo/CL_0000540": "http://purl.obolibrary.org/obo/CL_",
		"http://example.org/pizza#Margherita":       "http://example.org/pizza#",
		"http://example.org/page2":                  "http://example.org/",
		"urn:x":                                     "urn:",
		"x":                                         "",
	} {
		if got := namespaceOf(iri); got != want {
			t.Errorf("the name space of %s is %q, want %q", iri, got, want)
		}
	}
}
