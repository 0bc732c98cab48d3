package suggest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// organism is an ontology of kinds of cells in organs: "liver neuron" is a neuron and part of the
// liver, and its definition says so. Statements in missing are left out.
func organism(missing ...string) string {
	kinds := []string{"neuron", "fibroblast", "macrophage", "endothelial cell", "stem cell",
		"goblet cell", "smooth muscle cell", "mast cell"}
	organs := []string{"liver", "kidney", "lung", "heart", "spleen", "brain", "stomach", "skin",
		"colon", "thymus", "retina", "bladder"}
	var b strings.Builder
	id := func(label string) string { return ":" + strings.ReplaceAll(label, " ", "_") }
	name := func(label string) {
		fmt.Fprintf(&b, "Declaration(Class(%s))\nAnnotationAssertion(rdfs:label %[1]s %q)\n",
			id(label), label)
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

// rankerOf classifies an ontology and makes its ranker.
func rankerOf(t *testing.T, text string) (*ranker, *Terminology) {
	t.Helper()
	o := ontologyOf(t, text)
	r, err := reasoner.New(t.Context(), o, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := asserted.New(t.Context(), o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ranking, err := newRanker(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ranking, terminologyOf(t, text)
}

// TestMissingStatementsComeFirst leaves out some of what every class of the kind has.
func TestMissingStatementsComeFirst(t *testing.T) {
	missing := []string{
		"SubClassOf(:liver_neuron :neuron)",
		"SubClassOf(:retina_mast_cell :mast_cell)",
		"SubClassOf(:skin_macrophage ObjectSomeValuesFrom(:part_of :skin))",
		"SubClassOf(:colon_stem_cell ObjectSomeValuesFrom(:part_of :colon))",
	}
	r, x := rankerOf(t, organism(missing...))
	for _, text := range missing {
		axiom := ontologyOf(t, text).Axioms[0].(*owl.SubClassOf)
		class, _ := x.Class(axiom.Sub.(owl.Class).IRI)
		list, err := r.Superclasses(t.Context(), class, 5)
		if _, existential := axiom.Super.(*owl.ObjectSomeValuesFrom); existential {
			list, err = r.Existentials(t.Context(), class, nil, 5)
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 || owl.Compare(x.Axiom(list[0].Statement), axiom) != 0 {
			t.Errorf("%s is not the first of %v", text, list)
		}
	}
}

// TestCandidates holds what is no candidate.
func TestCandidates(t *testing.T) {
	r, x := rankerOf(t, organism()+`
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
	subject := number("liver_neuron")
	list, err := r.EntailedSuperclasses(t.Context(), subject, 10) // the first question
	if err != nil || len(list) != 1 || list[0].Target != number("cell") {
		t.Errorf("entailed superclasses are %v, %v, want cell", list, err)
	}
	list, err = r.Superclasses(t.Context(), subject, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]int32{
		"the subject": subject, "its superclass": number("neuron"), "what that is below": number("cell"),
		"a class below it": number("tiny_neuron"), "a deprecated class": number("old_neuron"),
	} {
		if slices.ContainsFunc(list, func(x Candidate) bool { return x.Target == c }) {
			t.Errorf("%s is suggested as a superclass", name)
		}
	}
	if !slices.IsSortedFunc(list, compareCandidates) {
		t.Error("scores do not descend")
	}
	for _, name := range []string{"liver_neuron", "tiny_neuron"} { // asserted, inherited
		if list, err = r.Existentials(t.Context(), number(name), nil, 1000); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(list,
			func(x Candidate) bool { return x.Target == number("liver") }) {
			t.Errorf("part of some liver is suggested for %s", name)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Superclasses(ended, subject, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
