package tableau_test

import (
	"regexp"
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner/tableau"
)

func parse(t *testing.T, text string) owl.Axiom {
	t.Helper()
	full := regexp.MustCompile(`:(\w+)`).ReplaceAllString(text, "<http://x.org/$1>")
	a, err := owl.ParseAxiom(full, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

func ontology(t *testing.T, axioms []string) (o *tableau.Ontology, classes []owl.Entity) {
	t.Helper()
	list := make([]owl.Axiom, len(axioms))
	for i, text := range axioms {
		list[i] = parse(t, text)
	}
	for _, e := range (&owl.Ontology{Axioms: list}).Signature() {
		if kind := e.EntityKind(); kind == owl.ClassKind || kind == owl.NamedIndividualKind {
			classes = append(classes, e)
		}
	}
	return tableau.New(slices.All(list)), classes
}

// TestRules has a case for each rule beyond EL, and a similar case that must not be found.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name        string
		axioms      []string
		entailed    []string
		contradicts map[string]string // axiom: the class that becomes unsatisfiable
		neither     []string
	}{
		{
			name: "only", axioms: []string{
				`SubClassOf(:C ObjectAllValuesFrom(:s :F))`, `SubObjectPropertyOf(:r :s)`, `DisjointClasses(:D :F)`, `SubClassOf(:E :G)`,
			},
			entailed: []string{
				`SubClassOf(ObjectIntersectionOf(:C ObjectSomeValuesFrom(:r :E))
					ObjectSomeValuesFrom(:r ObjectIntersectionOf(:E :F)))`,
			},
			contradicts: map[string]string{`SubClassOf(:C ObjectSomeValuesFrom(:r :D))`: "C"},
			neither:     []string{`SubClassOf(:C ObjectSomeValuesFrom(:r :E))`},
		},
		{
			name: "only a union", axioms: []string{
				`SubClassOf(:C ObjectAllValuesFrom(:r ObjectUnionOf(:F :G)))`, `DisjointClasses(:D :F)`, `DisjointClasses(:D :G)`, `DisjointClasses(:E :F)`,
				`SubClassOf(:C ObjectSomeValuesFrom(:r :E))`,
			},
			entailed:    []string{`SubClassOf(:C ObjectSomeValuesFrom(:r :G))`},
			contradicts: map[string]string{`SubClassOf(:C ObjectSomeValuesFrom(:r :D))`: "C"},
			neither:     []string{`SubClassOf(:C ObjectSomeValuesFrom(:r :F))`},
		},
		{
			name: "functional, in a subclass", axioms: []string{
				`FunctionalObjectProperty(:r)`, `SubClassOf(:Sub :C)`, `SubClassOf(:Sub ObjectSomeValuesFrom(:r :Hot))`, `DisjointClasses(:Hot :Mild)`,
			},
			contradicts: map[string]string{`SubClassOf(:C ObjectSomeValuesFrom(:r :Mild))`: "Sub"},
			neither:     []string{`SubClassOf(:C ObjectSomeValuesFrom(:r :Hot))`},
		},
		{
			name: "at most one", axioms: []string{
				`SubClassOf(:C ObjectMaxCardinality(1 :r))`, `SubClassOf(:C ObjectSomeValuesFrom(:r :E))`, `DisjointClasses(:D :E)`, `SubClassOf(:B ObjectSomeValuesFrom(:r :E))`,
			},
			contradicts: map[string]string{`SubClassOf(:C ObjectSomeValuesFrom(:r :D))`: "C"},
			neither:     []string{`SubClassOf(:B ObjectSomeValuesFrom(:r :D))`},
		},
		{
			name: "inverse", axioms: []string{
				`InverseObjectProperties(:r :q)`, `EquivalentClasses(:D ObjectSomeValuesFrom(:q :A))`, `SubClassOf(:C ObjectSomeValuesFrom(:r :E))`, `SubClassOf(:C :A)`,
			},
			entailed: []string{`SubClassOf(:C ObjectSomeValuesFrom(:r :D))`},
			neither:  []string{`SubClassOf(:A ObjectSomeValuesFrom(:r :D))`, `SubClassOf(:E :D)`},
		},
		{
			name: "disjoint union", axioms: []string{
				`DisjointUnion(:U :P :Q :R)`, `SubClassOf(:C :U)`, `DisjointClasses(:C :P)`, `DisjointClasses(:C :Q)`, `SubClassOf(:B :U)`,
			},
			entailed:    []string{`SubClassOf(:C :R)`},
			contradicts: map[string]string{`DisjointClasses(:C :R)`: "C"},
			neither:     []string{`SubClassOf(:B :R)`},
		},
		{
			name: "complement and case distinction", axioms: []string{
				`EquivalentClasses(:N ObjectIntersectionOf(:P ObjectComplementOf(:V)))`, `EquivalentClasses(:V ObjectIntersectionOf(:P ObjectAllValuesFrom(:r :Green)))`,
				`SubClassOf(:C :P)`, `SubClassOf(:C ObjectSomeValuesFrom(:r :Ham))`, `DisjointClasses(:Ham :Green)`, `SubClassOf(:B :P)`,
			},
			entailed:    []string{`SubClassOf(:C :N)`},
			contradicts: map[string]string{`SubClassOf(:C :V)`: "C"},
			neither:     []string{`SubClassOf(:B :N)`, `SubClassOf(:B :V)`},
		},
		{
			name: "at least", axioms: []string{
				`EquivalentClasses(:I ObjectMinCardinality(2 :r))`, `SubClassOf(:C ObjectSomeValuesFrom(:r :D))`, `SubClassOf(:C ObjectSomeValuesFrom(:r :E))`,
				`DisjointClasses(:D :E)`, `SubClassOf(:B ObjectSomeValuesFrom(:r :D))`, `SubClassOf(:B ObjectSomeValuesFrom(:r :F))`,
			},
			entailed: []string{`SubClassOf(:C :I)`},
			neither:  []string{`SubClassOf(:B :I)`},
		},
		{
			name: "chain, transitive and inverse", axioms: []string{
				`TransitiveObjectProperty(:p)`, `SubObjectPropertyOf(ObjectPropertyChain(:p :q) :t)`, `SubClassOf(:C ObjectSomeValuesFrom(:p :X))`,
				`SubClassOf(:X ObjectSomeValuesFrom(:p :Y))`, `SubClassOf(:Y ObjectSomeValuesFrom(:q :Z))`, `SubClassOf(:C ObjectAllValuesFrom(:t :W))`,
				`DisjointClasses(:Z :V)`,
			},
			entailed: []string{
				`SubClassOf(:C ObjectSomeValuesFrom(:t ObjectIntersectionOf(:Z :W)))`,
			},
			contradicts: map[string]string{`SubClassOf(:W :V)`: "C"},
			neither:     []string{`SubClassOf(:X ObjectSomeValuesFrom(:t :W))`},
		},
		{
			name: "individuals", axioms: []string{
				`ClassAssertion(:A :a)`, `FunctionalObjectProperty(:r)`, `ObjectPropertyAssertion(:r :a :b)`, `ObjectPropertyAssertion(:r :c :b)`,
				`ClassAssertion(:B :b)`, `DisjointClasses(:B :D)`,
			},
			contradicts: map[string]string{`SubClassOf(:A ObjectSomeValuesFrom(:r :D))`: "a"},
			neither:     []string{`SubClassOf(:A ObjectSomeValuesFrom(:r :B))`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			o, classes := ontology(t, test.axioms)
			contradicted := func(a owl.Axiom) (names []string) {
				for _, e := range o.Contradicts([]owl.Axiom{a}, classes, len(classes), nil) {
					names = append(names, e.EntityIRI().Fragment())
				}
				return names
			}
			for _, text := range test.entailed {
				if !o.Entails(parse(t, text), nil) {
					t.Errorf("%s is not entailed", text)
				}
			}
			for text, class := range test.contradicts {
				if got := contradicted(parse(t, text)); !slices.Contains(got, class) {
					t.Errorf("%s contradicts %v, want %s", text, got, class)
				}
				if o.Entails(parse(t, text), nil) {
					t.Errorf("%s is entailed", text)
				}
			}
			for _, text := range test.neither {
				if a := parse(t, text); o.Entails(a, nil) || len(contradicted(a)) > 0 {
					t.Errorf("%s: entailed %v, contradicts %v", text, o.Entails(a, nil),
						contradicted(a))
				}
			}
		})
	}
}
