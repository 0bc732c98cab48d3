package explain

import (
	"testing"

	"box2el-owl/reasoner"
)

// TestByExample checks axioms that hold of examples but not in general, and the reverse, for both
// implementations of checks by example. Judge may miss an entailment if two spellings turn out to
// be one value.
func TestByExample(t *testing.T) {
	for _, c := range []struct {
		name, ontology, goal string
		want                 bool
	}{
		{"one value of several is in the range",
			`SubClassOf(DataSomeValuesFrom(:d rdfs:Literal) DataHasValue(:d "1"^^xsd:integer))`,
			`DataPropertyRange(:d DataOneOf("1"^^xsd:integer))`, false},
		{"the one value is in the range",
			`SubClassOf(DataSomeValuesFrom(:d rdfs:Literal) DataHasValue(:d "1"^^xsd:integer)) FunctionalDataProperty(:d)`,
			`DataPropertyRange(:d DataOneOf("1"^^xsd:integer))`, true},
		{"keys speak of named individuals",
			`HasKey(:C () (:d)) ObjectPropertyDomain(:r ObjectIntersectionOf(:C DataHasValue(:d "1")))
			 ClassAssertion(:C :a) DataPropertyAssertion(:d :a "1") ClassAssertion(:E :a)
			 ObjectPropertyDomain(:s :F) DisjointClasses(:E :F)`,
			`DisjointObjectProperties(:r :s)`, false},
		{"a key by a smaller one",
			`HasKey(:C (:r) ()) SubClassOf(:D :C) SubObjectPropertyOf(:s :r)`, `HasKey(:D (:s :t) ())`, true},
		{"no key", `HasKey(:C (:r) ())`, `HasKey(:C (:s) ())`, false},
		{"data properties by a value",
			`DataPropertyRange(:d DataOneOf("1")) SubClassOf(DataSomeValuesFrom(:d rdfs:Literal) DataHasValue(:e "1"))`, `SubDataPropertyOf(:d :e)`, true},
		{"functional by a value",
			`DataPropertyRange(:d DataOneOf("1")) SubClassOf(DataSomeValuesFrom(:d rdfs:Literal) DataHasValue(:e "1")) FunctionalDataProperty(:e)`,
			`FunctionalDataProperty(:d)`, true},
		{"functional below", `SubDataPropertyOf(:d :e) FunctionalDataProperty(:e)`, `FunctionalDataProperty(:d)`, true},
		{"not functional above", `SubDataPropertyOf(:d :e) FunctionalDataProperty(:d)`, `FunctionalDataProperty(:e)`, false},
		{"symmetric by one value",
			`ObjectPropertyDomain(:r ObjectOneOf(:a)) ObjectPropertyRange(:r ObjectOneOf(:a))`, `SymmetricObjectProperty(:r)`, true},
		{"functional by one value", `ObjectPropertyRange(:r ObjectOneOf(:a))`, `FunctionalObjectProperty(:r)`, true},
		{"inverse functional by one value", `ObjectPropertyDomain(:r ObjectOneOf(:a))`, `InverseFunctionalObjectProperty(:r)`, true},
		{"asymmetric by domain and range",
			`ObjectPropertyDomain(:r :A) ObjectPropertyRange(:r :B) DisjointClasses(:A :B)`, `AsymmetricObjectProperty(:r)`, true},
		{"disjoint data properties",
			`DataPropertyRange(:d xsd:string) DataPropertyRange(:e xsd:integer)`, `DisjointDataProperties(:d :e)`, true},
		{"disjoint union", `SubClassOf(:A :C) EquivalentClasses(:C :B) DisjointClasses(:A :B)`, `DisjointUnion(:C :A :B)`, true},
		{"an inverse of itself", `Declaration(ObjectProperty(:r))`, `InverseObjectProperties(:r ObjectInverseOf(:r))`, true},
		{"a new individual where there is one only",
			`ReflexiveObjectProperty(:r) ObjectPropertyDomain(:r ObjectOneOf(:a))`, `SameIndividual(:x :y)`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := readOWL(t, "Prefix(:=<urn:x:>) Ontology("+c.ontology+")")
			r := newReasoner(t, o.Axioms)
			goal := axiomIn(t, c.goal)
			verdict, err := r.Judge(t.Context(), goal)
			if err != nil {
				t.Fatal(err)
			}
			judged := verdict.Verdict == reasoner.Entailed
			if judged && !c.want {
				t.Error("Judge says that it is entailed")
			}
			if x := explainWith(t, Of(r, Options{}), goal); x.Entailed() != c.want {
				t.Errorf("entailed: %v, want %v", x.Entailed(), c.want)
			} else if judged {
				checkJustifications(t, 0, o, x, goal)
			}
		})
	}
}
