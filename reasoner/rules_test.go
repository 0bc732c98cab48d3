package reasoner_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner/calculus"
)

// ruleCases has an ontology for each rule: with its first axiom it entails the fact, by the rule;
// without it, it does not.
var ruleCases = map[string]struct {
	fact   string
	axioms []string
}{
	"init": {"B ⊑ A", []string{"SubClassOf(owl:Thing :A)", "SubClassOf(:B :C)"}},
	"NF1":  {"A ⊑ C", []string{"SubClassOf(:A :B)", "SubClassOf(:B :C)"}},
	"NF2": {"A ⊑ D", []string{
		"SubClassOf(ObjectIntersectionOf(:B :C) :D)", "SubClassOf(:A :B)", "SubClassOf(:A :C)",
	}},
	"NF3": {"A ⊑ B", []string{
		"SubClassOf(:A ObjectSomeValuesFrom(:r :C))",
		"SubClassOf(ObjectSomeValuesFrom(:r owl:Thing) :B)",
	}},
	"NF4": {"A ⊑ B", []string{
		"SubObjectPropertyOf(:r :s)", "SubClassOf(:A ObjectSomeValuesFrom(:r :C))",
		"SubClassOf(:C :D)", "SubClassOf(ObjectSomeValuesFrom(:s :D) :B)",
	}},
	"⊥": {"unsatisfiable A", []string{
		"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "SubClassOf(:B owl:Nothing)",
	}},
	"disjoint": {"unsatisfiable A", []string{
		"DisjointClasses(:B :C :D)", "SubClassOf(:A :B)", "SubClassOf(:A :D)",
	}},
	"chain": {"A ⊑ D", []string{
		"SubObjectPropertyOf(ObjectPropertyChain(:r :s) :t)",
		"SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "SubClassOf(:B ObjectSomeValuesFrom(:s :C))",
		"SubClassOf(ObjectSomeValuesFrom(:t :C) :D)",
	}},
	"self link": {"A ⊑ B", []string{
		"SubClassOf(:A ObjectHasSelf(:r))", "SubClassOf(ObjectSomeValuesFrom(:r :A) :B)",
	}},
	"self⁻": {"a : B", []string{
		"ObjectPropertyAssertion(:r :a :a)", "SubClassOf(ObjectHasSelf(:r) :B)",
	}},
	"nominal": {"a : B", []string{
		"ClassAssertion(ObjectSomeValuesFrom(:r :A) :b)", "SubClassOf(:A ObjectOneOf(:a))",
		"SubClassOf(:A :B)",
	}},
	"universal": {"A ⊑ B", []string{
		"ClassAssertion(:C :a)", "SubObjectPropertyOf(owl:topObjectProperty :r)",
		"SubClassOf(ObjectSomeValuesFrom(:r :C) :B)", "SubClassOf(:A :D)",
	}},
	"key": {"a = b", []string{
		"HasKey(:A (:r) ())", "ClassAssertion(:A :a)", "ClassAssertion(:A :b)",
		"ObjectPropertyAssertion(:r :a :c)", "ObjectPropertyAssertion(:r :b :c)",
	}},
	"functional": {"unsatisfiable A", []string{
		"FunctionalDataProperty(:d)", `SubClassOf(:A DataHasValue(:d "1"^^xsd:integer))`,
		`SubClassOf(:A DataHasValue(:d "2"^^xsd:integer))`,
	}},
	"assumption": {"A ⊑ B", []string{
		"SubClassOf(:A ObjectSomeValuesFrom(:s ObjectOneOf(:a)))",
		"SubClassOf(:A ObjectSomeValuesFrom(:r :C))", "SubClassOf(:C ObjectOneOf(:a))",
		"SubClassOf(:C :D)", "SubClassOf(ObjectSomeValuesFrom(:s :D) :B)",
	}},
}

// TestRuleTable tests each engine with each rule of the table in doc.go.
func TestRuleTable(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	engines := map[string]func(*el.Ontology) flat{
		"saturation": func(nf *el.Ontology) flat { return derived(t, nf, 2) },
		"closure":    func(nf *el.Ontology) flat { return closureFacts(newClosure(t, nf), nf) },
		"calculus":   func(nf *el.Ontology) flat { return calculusFacts(t, nf) },
	}
	tested := 0
	for line := range strings.Lines(string(source)) {
		row, isRow := strings.CutPrefix(line, "//\t")
		if !isRow || !strings.Contains(row, "⟹") {
			continue
		}
		name := strings.TrimSpace(string([]rune(row)[:12]))
		if !slices.Contains(calculus.Rules(), name) {
			t.Errorf("the calculus has no rule %q", name)
		}
		c, ok := ruleCases[name]
		if !ok {
			t.Errorf("the rule %q has no case", name)
			continue
		}
		tested++
		with, without := ruleOntology(t, c.axioms), ruleOntology(t, c.axioms[1:])
		for engine, facts := range engines {
			if !shortFacts(facts(with))[c.fact] {
				t.Errorf("%s, %s: %s is missing", name, engine, c.fact)
			}
			if shortFacts(facts(without))[c.fact] {
				t.Errorf("%s, %s: %s does not need the rule", name, engine, c.fact)
			}
		}
		if !appliesRule(t, with, name) {
			t.Errorf("%s: the calculus does not apply the rule", name)
		}
	}
	if tested != len(ruleCases) {
		t.Errorf("%d of %d cases belong to a rule", tested, len(ruleCases))
	}
}

func ruleOntology(t *testing.T, axioms []string) *el.Ontology {
	t.Helper()
	o, _, err := rdfio.Read(t.Context(), strings.NewReader(document(axioms)),
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return normalize(t, o)
}

// shortFacts returns facts without the namespace of document.
func shortFacts(facts flat) flat {
	short := flat{}
	for line := range facts {
		short[strings.ReplaceAll(line, "http://x/", "")] = true
	}
	return short
}

// appliesRule reports whether the calculus applies a rule to a concept.
func appliesRule(t *testing.T, nf *el.Ontology, name string) bool {
	t.Helper()
	for root := range el.Concept(nf.NumConcepts()) {
		s, err := calculus.Saturate(t.Context(), nf, root, calculus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(s.Inferences, func(i calculus.Inference) bool {
			return i.Rule.String() == name
		}) {
			return true
		}
	}
	return false
}

// TestNominalOfOtherConcepts puts an individual into a class by axioms of each form. Only then is
// the class looked for in the contexts of others.
func TestNominalOfOtherConcepts(t *testing.T) {
	for name, axioms := range map[string][]string{
		"inclusion": {"SubClassOf(:C ObjectOneOf(:a))"},
		"conjunction": {
			"SubClassOf(ObjectIntersectionOf(:C :E) ObjectOneOf(:a))", "SubClassOf(:C :E)",
		},
		"existential": {
			"SubClassOf(ObjectSomeValuesFrom(:r :F) ObjectOneOf(:a))",
			"SubClassOf(:C ObjectSomeValuesFrom(:r :F))",
		},
		"existential of a chain": {
			"SubObjectPropertyOf(ObjectPropertyChain(:p :r) :t)",
			"SubClassOf(ObjectSomeValuesFrom(:t :F) ObjectOneOf(:a))",
			"SubClassOf(:C ObjectSomeValuesFrom(:p :G))",
			"SubClassOf(:G ObjectSomeValuesFrom(:r :F))",
		},
		"domain": {
			"ObjectPropertyDomain(:r ObjectOneOf(:a))",
			"SubClassOf(:C ObjectSomeValuesFrom(:r :F))",
		},
	} {
		r := mustNew(t, append(axioms, "SubClassOf(:A ObjectSomeValuesFrom(:s ObjectOneOf(:a)))",
			"SubClassOf(:A ObjectSomeValuesFrom(:q :C))", "SubClassOf(:C :D)",
			"SubClassOf(ObjectSomeValuesFrom(:s :D) :B)"))
		a, b := owl.Class{IRI: owl.NewIRI("http://x/A")}, owl.Class{IRI: owl.NewIRI("http://x/B")}
		if !r.Taxonomy().IsSubsumedBy(a, b) {
			t.Errorf("%s: A is not below B", name)
		}
	}
}
