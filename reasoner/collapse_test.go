package reasoner_test

import (
	"fmt"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// manyNames returns an ontology with n equivalent classes, n individuals asserted equal, and n
// individuals entailed to be equal.
func manyNames(n int) []string {
	list := func(name string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " :%s%d", name, i)
		}
		return b.String()
	}
	axioms := []string{
		"EquivalentClasses(" + list("C") + ")",
		"SameIndividual(" + list("a") + ")",
		"SubClassOf(:C7 :Above)",
		"SubClassOf(:Below :C9)",
		"SubClassOf(ObjectSomeValuesFrom(:r :C3) :D)",
		"SubClassOf(:E ObjectSomeValuesFrom(:r :C5))",
		"ClassAssertion(:E :a1)",
		"ObjectPropertyAssertion(:r :a2 :b1)",
	}
	for i := range n {
		axioms = append(axioms, fmt.Sprintf("SubClassOf(:B%d ObjectOneOf(:b%d))", i, i),
			fmt.Sprintf("ClassAssertion(:B%d :b%d)", i, i+1))
	}
	return axioms
}

// TestManyNames compares an ontology whose equivalent names are merged with a smaller one of the
// same shape whose names are not.
func TestManyNames(t *testing.T) {
	const n, few = 3000, 20
	large, small := mustNew(t, manyNames(n)), mustNew(t, manyNames(few))
	if got, want := shape(large, few), shape(small, few); got != want {
		t.Errorf("with many names\n%s\nwith few\n%s", got, want)
	}
	if got := len(large.Taxonomy().Equivalent()); got != len(small.Taxonomy().Equivalent()) {
		t.Errorf("%d groups of equivalent classes", got)
	}
	for _, group := range large.Realization().Same() {
		if len(group) < n {
			t.Errorf("a group of %d equal individuals", len(group))
		}
	}

	a, err := large.Query(t.Context(), testClass("C4"), false)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Equivalent) != n || fmt.Sprint(a.Supers) != "[{http://x/Above}]" || fmt.Sprint(a.Subs) != "[{http://x/Below}]" {
		t.Errorf("%d equivalent, above %v, below %v", len(a.Equivalent), a.Supers, a.Subs)
	}
	j, err := large.Judge(t.Context(),
		parseAxiom(
			"SubClassOf(ObjectSomeValuesFrom(:r :Below) ObjectIntersectionOf(:D owl:Thing))"))
	if err != nil || j.Verdict != reasoner.Entailed {
		t.Errorf("%v, %v", j, err)
	}

	next, err := large.Apply(t.Context(), []owl.Axiom{parseAxiom("SubClassOf(:Above :Top)")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !next.Taxonomy().IsSubsumedBy(testClass("C2999"), testClass("Top")) {
		t.Error("an edit of it is lost")
	}
}

// shape lists the facts of the first few names.
func shape(r *reasoner.Reasoner, few int) string {
	var b strings.Builder
	taxonomy := r.Taxonomy()
	for _, sub := range []string{"C0", "C19", "B0", "B19", "Below", "E", "D", "Above"} {
		for _, super := range []string{"C0", "C19", "B0", "B19", "Below", "E", "D", "Above"} {
			if taxonomy.IsSubsumedBy(testClass(sub), testClass(super)) {
				fmt.Fprintln(&b, sub, super)
			}
		}
	}
	for a, c := range r.Realization().Types() {
		if name := a.IRI.String(); name == "http://x/a19" || name == "http://x/b0" || name == "http://x/b19" {
			if class := c.IRI.String(); !strings.HasPrefix(class, "http://x/C") && (!strings.HasPrefix(class, "http://x/B") || class == "http://x/B3" || class == "http://x/Below") {
				fmt.Fprintln(&b, name, class)
			}
		}
	}
	for p := range r.Realization().Properties() {
		if p.Subject.IRI.String() == "http://x/a19" && p.Object.IRI.String() == "http://x/b19" {
			fmt.Fprintln(&b, p)
		}
	}
	return b.String()
}
