package explain

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

func newReasoner(t testing.TB, axioms []owl.Axiom) *reasoner.Reasoner {
	t.Helper()
	r, err := reasoner.New(t.Context(), &owl.Ontology{Axioms: axioms}, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOfEdited compares the explanations by an edited Reasoner, whose axioms have gaps in their
// numbers, with those by its axioms alone.
func TestOfEdited(t *testing.T) {
	cases := append(outside.OracleCases(t, "constructs.jsonl"),
		outside.OracleCases(t, "random-*.jsonl.gz")...)
	goals := 0
	for i, c := range cases {
		if i%20 != 0 && !*everything {
			continue
		}
		o := readOWL(t, c.OFN)
		r := newReasoner(t, o.Axioms)
		edited, err := r.Apply(t.Context(), nil, []owl.Axiom{o.Axioms[len(o.Axioms)/2]})
		if err != nil {
			t.Fatal(err)
		}
		edited, err = edited.Apply(t.Context(),
			[]owl.Axiom{o.Axioms[len(o.Axioms)/2], o.Axioms[0]}, nil)
		if err != nil {
			t.Fatal(err)
		}
		whole := &owl.Ontology{Axioms: edited.Axioms()}
		some, all := Of(edited, Options{}), explainerOf(t, whole, Options{})
		for _, goal := range goalsOf(c.Expected)[:min(5, len(goalsOf(c.Expected)))] {
			goals++
			got, want := explainWith(t, some, goal), explainWith(t, all, goal)
			if g, w := sets(t, got), sets(t, want); edited.Consistent() && !slices.Equal(g, w) {
				t.Errorf("%s: %s: %v, want %v", c.Name, readable.Axiom(goal), g, w)
			}
			if proofOf(t, got) == nil || len(proofOf(t, got).Text(readable, "")) == 0 {
				t.Errorf("%s: %s: no proof", c.Name, readable.Axiom(goal))
			}
		}
	}
	t.Logf("%d goals", goals)
}

// sets renders the justifications of an explanation by the axioms in them.
func sets(t *testing.T, x *Explanation) []string {
	t.Helper()
	j, err := x.Justifications(t.Context(), Limits{Count: mostSets})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{fmt.Sprint(j.Complete)}
	for _, set := range j.Sets {
		var axioms []string
		for _, i := range set {
			axioms = append(axioms, readable.Axiom(x.Cited(i)))
		}
		slices.Sort(axioms)
		all = append(all, fmt.Sprint(axioms))
	}
	if !j.Complete {
		return all[:1] // which ones are found is open
	}
	slices.Sort(all)
	return all
}

func TestSupposing(t *testing.T) {
	o := readOWL(t, `Prefix(:=<urn:x:>) Ontology(
		DisjointClasses(:A :B) SubClassOf(:C :A) SubClassOf(:D :C)
		ClassAssertion(:E :a) ClassAssertion(:A :a)
		ObjectPropertyDomain(:q :A) SubClassOf(:F ObjectSomeValuesFrom(ObjectInverseOf(:r) :B)))`)
	r := newReasoner(t, o.Axioms)
	for _, c := range []struct{ suppose, goal, justification string }{
		{`SubClassOf(:C :B)`, `SubClassOf(:D owl:Nothing)`, "[true [A DisjointWith B C SubClassOf A C SubClassOf B (if) D SubClassOf C]]"},
		{`SubClassOf(:E :B)`, `SubClassOf(owl:Thing owl:Nothing)`, "[true [A DisjointWith B E SubClassOf B (if) a Type A a Type E]]"},
		{`SubClassOf(:New :B)`, `SubClassOf(:New :B)`, "[true [New SubClassOf B (if)]]"},
		{`SubObjectPropertyOf(:p :q)`, `SubClassOf(ObjectSomeValuesFrom(:p :C) :A)`, "[true [p SubPropertyOf q (if) q Domain A]]"},
		{`ObjectPropertyRange(:r :A)`, `SubClassOf(:F owl:Nothing)`, ""}, // an inverse and a range meet for the first time
		{`SubClassOf(:E :F)`, `SubClassOf(:F :E)`, "[true]"},
	} {
		suppose := axiomIn(t, c.suppose)
		e := Of(r, Options{}).Supposing(suppose)
		x := explainWith(t, e, axiomIn(t, c.goal))
		if c.justification == "" {
			whole := explainerOf(t, &owl.Ontology{Axioms: append(slices.Clone(o.Axioms), suppose)},
				Options{})
			if want := explainWith(t, whole, axiomIn(t, c.goal)); x.Entailed() != want.Entailed() {
				t.Errorf("supposing %s: %s: %v, want %v", c.suppose, c.goal, x.Entailed(),
					want.Entailed())
			}
			continue
		}
		j, err := x.Justifications(t.Context(), Limits{Count: All})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{fmt.Sprint(j.Complete)}
		for _, set := range j.Sets {
			var axioms []string
			for _, i := range set {
				axiom := readable.Axiom(x.Cited(i))
				if x.CitedJSON([]int{i}, readable)[0].Hypothetical {
					axiom += " (if)"
				}
				axioms = append(axioms, axiom)
			}
			slices.Sort(axioms)
			got = append(got, fmt.Sprint(axioms))
		}
		if fmt.Sprint(got) != c.justification {
			t.Errorf("supposing %s: %s: %v, want %s", c.suppose, c.goal, got, c.justification)
		}
	}
}

// TestExtended compares goals over an extension of the normal form with the same goals over one
// with a name for each side.
func TestExtended(t *testing.T) {
	cases := append(outside.OracleCases(t, "constructs.jsonl"),
		outside.OracleCases(t, "random-*.jsonl.gz")...)
	goals := 0
	for i, c := range cases {
		if i%20 != 0 && !*everything {
			continue
		}
		o := readOWL(t, c.OFN)
		r := newReasoner(t, o.Axioms)
		e := Of(r, Options{})
		sides := expressionsIn(r.NormalForm())
		for n := range min(12, len(sides)) {
			sub, super := sides[(n*7+i)%len(sides)], sides[(n*13+3*i)%len(sides)]
			goal := &owl.SubClassOf{Sub: sub, Super: super}
			left, right := owl.Class{IRI: owl.NewIRI("urn:check:left")},
				owl.Class{IRI: owl.NewIRI("urn:check:right")}
			named := &owl.Ontology{Axioms: append(slices.Clone(o.Axioms),
				&owl.SubClassOf{Sub: left, Super: sub}, &owl.SubClassOf{Sub: super, Super: right})}
			want := explainWith(t, explainerOf(t, named, Options{}),
				&owl.SubClassOf{Sub: left, Super: right})
			got := explainWith(t, e, goal)
			goals++
			if got.Entailed() != want.Entailed() {
				t.Fatalf("%s: %s: %v, want %v", c.Name, readable.Axiom(goal), got.Entailed(),
					want.Entailed())
			}
			all, err := want.Justifications(t.Context(), Limits{Count: mostSets})
			if err != nil {
				t.Fatal(err)
			}
			some, err := got.Justifications(t.Context(), Limits{Count: mostSets})
			if err != nil {
				t.Fatal(err)
			}
			if !all.Complete || !some.Complete || !r.Consistent() {
				continue
			}
			if want := withoutNames(all.Sets, len(o.Axioms)); fmt.Sprint(
				some.Sets) != fmt.Sprint(want) {
				t.Errorf("%s: %s: %v, want %v", c.Name, readable.Axiom(goal), some.Sets, want)
			}
		}
	}
	t.Logf("%d goals", goals)
}

// mostSets is the number of justifications that tests compare.
const mostSets = 40

// withoutNames takes the axioms from n on out of justifications, and drops those that are not
// minimal then.
func withoutNames(sets [][]int, n int) [][]int {
	var least [][]int
	for _, set := range sets {
		set = slices.DeleteFunc(slices.Clone(set), func(a int) bool { return a >= n })
		if !slices.ContainsFunc(least, func(s []int) bool { return isSubset(s, set) }) {
			least = slices.DeleteFunc(least, func(s []int) bool { return isSubset(set, s) })
			least = append(least, set)
		}
	}
	slices.SortFunc(least,
		func(a, b []int) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) })
	return least
}

// expressionsIn returns the expressions of the concepts of a normal form.
func expressionsIn(nf *el.Ontology) []owl.ClassExpression {
	var all []owl.ClassExpression
	for c := range el.Concept(nf.NumConcepts()) {
		if x := nf.Expression(c); x != nil {
			all = append(all, x)
		}
	}
	return all
}
