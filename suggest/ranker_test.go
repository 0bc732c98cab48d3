package suggest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
)

// organism is an ontology of kinds of cells in organs: "liver neuron" is a neuron and part of the liver, and its
// definition says so. Statements in missing are left out.
func organism(missing ...string) string {
	kinds := []string{"neuron", "fibroblast", "macrophage", "endothelial cell", "stem cell", "goblet cell", "smooth muscle cell", "mast cell"}
	organs := []string{"liver", "kidney", "lung", "heart", "spleen", "brain", "stomach", "skin", "colon", "thymus", "retina", "bladder"}
	var b strings.Builder
	id := func(label string) string { return ":" + strings.ReplaceAll(label, " ", "_") }
	name := func(label string) {
		fmt.Fprintf(&b, "Declaration(Class(%s))\nAnnotationAssertion(rdfs:label %[1]s %q)\n", id(label), label)
	}
	say := func(axiom string) {
		if !slices.Contains(missing, axiom) {
			b.WriteString(axiom + "\n")
		}
	}
	name("cell")
	name("organ")
	for _, k := range kinds {
		name(k)
		say(fmt.Sprintf("SubClassOf(%s :cell)", id(k)))
	}
	for _, o := range organs {
		name(o)
		say(fmt.Sprintf("SubClassOf(%s :organ)", id(o)))
		for _, k := range kinds {
			name(o + " " + k)
			fmt.Fprintf(&b, "AnnotationAssertion(<http://purl.obolibrary.org/obo/IAO_0000115> %s \"A %s that is found in the %s.\")\n", id(o+" "+k), k, o)
			say(fmt.Sprintf("SubClassOf(%s %s)", id(o+" "+k), id(k)))
			say(fmt.Sprintf("SubClassOf(%s ObjectSomeValuesFrom(:part_of %s))", id(o+" "+k), id(o)))
		}
	}
	return b.String()
}

// TestMissingStatementsComeFirst leaves out some of what every class of the kind has.
func TestMissingStatementsComeFirst(t *testing.T) {
	missing := []string{
		"SubClassOf(:liver_neuron :neuron)",
		"SubClassOf(:retina_mast_cell :mast_cell)",
		"SubClassOf(:skin_macrophage ObjectSomeValuesFrom(:part_of :skin))",
		"SubClassOf(:colon_stem_cell ObjectSomeValuesFrom(:part_of :colon))",
	}
	x := terminologyOf(t, organism(missing...))
	r, err := NewRanker(context.Background(), Sources{Terminology: x}, RankerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range missing {
		axiom := ontologyOf(t, text).Axioms[0].(*owl.SubClassOf)
		class, _ := x.Class(axiom.Sub.(owl.Class).IRI)
		rank := r.Superclasses
		if _, existential := axiom.Super.(*owl.ObjectSomeValuesFrom); existential {
			rank = func(ctx context.Context, class int32, k int) ([]Candidate, error) {
				return r.Existentials(ctx, class, nil, k)
			}
		}
		list, err := rank(context.Background(), class, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 || owl.Compare(x.Axiom(list[0].Statement), axiom) != 0 {
			t.Errorf("%s is not the first of %v", text, written(x, statementsIn(list)))
			continue
		}
		if list[0].Probability <= list[1].Probability || !(list[0].Probability <= 1) {
			t.Errorf("%s has probability %v, the next one %v", text, list[0].Probability, list[1].Probability)
		}
	}
	q := r.Quality().Subclass
	if q.Statements == 0 || q.Fused.MRR < 0.9 || q.ECE > 0.05 {
		t.Errorf("of %d hidden superclasses the MRR is %.3f, ECE %.3f", q.Statements, q.Fused.MRR, q.ECE)
	}
}

func statementsIn(list []Candidate) []Statement {
	var statements []Statement
	for _, c := range list {
		statements = append(statements, c.Statement)
	}
	return statements
}

// TestCandidates holds what may be no candidate.
func TestCandidates(t *testing.T) {
	x := terminologyOf(t, organism()+`
		SubClassOf(:tiny_neuron :liver_neuron)
		AnnotationAssertion(rdfs:label :old_neuron "old liver neuron")
		Declaration(Class(:old_neuron))
		AnnotationAssertion(owl:deprecated :old_neuron "true"^^xsd:boolean)`)
	number := func(name string) int32 {
		c, ok := x.Class(owl.NewIRI("http://example.org/" + name))
		if !ok {
			t.Fatalf("no class %s", name)
		}
		return c
	}
	entailed := number("skin_mast_cell")
	r, err := NewRanker(context.Background(), Sources{
		Terminology: x,
		Entailed:    func(int32) []int32 { return []int32{entailed} },
	}, RankerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	subject := number("liver_neuron")
	list, err := r.Superclasses(context.Background(), subject, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]int32{
		"the subject": subject, "its superclass": number("neuron"), "what that is below": number("cell"), "a class below it": number("tiny_neuron"),
		"a deprecated class": number("old_neuron"), "an entailed superclass": entailed,
	} {
		if slices.ContainsFunc(list, func(x Candidate) bool { return x.Target == c }) {
			t.Errorf("%s is suggested as a superclass", name)
		}
	}
	if !slices.IsSortedFunc(list, func(a, b Candidate) int { return -compareFloats(a.Probability, b.Probability) }) {
		t.Error("probabilities do not descend")
	}
	if list, err = r.EntailedSuperclasses(context.Background(), subject, 10); err != nil || len(list) != 1 || list[0].Target != entailed {
		t.Errorf("entailed superclasses are %v, %v, want %d", list, err, entailed)
	}
	if list, err = r.Existentials(context.Background(), subject, nil, 1000); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(list, func(x Candidate) bool { return x.Target == number("liver") }) {
		t.Error("a told restriction is suggested")
	}
	if list, err = r.Existentials(context.Background(), number("tiny_neuron"), nil, 1000); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(list, func(x Candidate) bool { return x.Target == number("liver") }) {
		t.Error("an inherited restriction is suggested")
	}
}

func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// TestLearnedIsDeterministic learns the same bits with any number of workers, and ranks as before when it is restored.
func TestLearnedIsDeterministic(t *testing.T) {
	x := terminologyOf(t, organism())
	var first string
	for _, workers := range []int{1, 2, 8} {
		r, err := NewRanker(context.Background(), Sources{Terminology: x}, RankerOptions{Workers: workers, Subjects: 40})
		if err != nil {
			t.Fatal(err)
		}
		learned, err := json.Marshal(r.Learned())
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(learned)
		}
		if string(learned) != first {
			t.Errorf("%d workers learn something else", workers)
		}
		var again Learned
		if err := json.Unmarshal(learned, &again); err != nil {
			t.Fatal(err)
		}
		restored, err := RestoreRanker(Sources{Terminology: x}, again)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := r.Superclasses(context.Background(), 7, 10)
		b, _ := restored.Superclasses(context.Background(), 7, 10)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Error("a restored ranker ranks otherwise")
		}
	}
}

// TestSmallOntologies learns from nothing, and from next to nothing.
func TestSmallOntologies(t *testing.T) {
	for _, text := range []string{"", "Declaration(Class(:A))", "SubClassOf(:A :B)", "SubClassOf(:A ObjectSomeValuesFrom(:r :A))", "SubClassOf(:A :B)\nSubClassOf(:B :A)"} {
		x := terminologyOf(t, text)
		r, err := NewRanker(context.Background(), Sources{Terminology: x}, RankerOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for c := range x.Classes {
			if _, err := r.Superclasses(context.Background(), int32(c), 10); err != nil {
				t.Error(err)
			}
			if _, err := r.Existentials(context.Background(), int32(c), nil, 10); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRankerIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewRanker(ctx, Sources{Terminology: terminologyOf(t, organism())}, RankerOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
