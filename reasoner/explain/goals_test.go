package explain

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

func axiomIn(t *testing.T, text string) owl.Axiom {
	t.Helper()
	p := owl.StandardPrefixes()
	p.Set("", "urn:x:")
	a, err := owl.ParseAxiom(text, p)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// TestGoals checks, for every kind of axiom in EL, an entailed axiom and one that is not.
func TestGoals(t *testing.T) {
	for _, c := range []struct{ name, ontology, goal, not string }{
		{"SubClassOf composed",
			`SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B :C)`,
			`SubClassOf(ObjectIntersectionOf(:A :D) ObjectIntersectionOf(:D ObjectSomeValuesFrom(:r :C)))`,
			`SubClassOf(:D ObjectSomeValuesFrom(:r :C))`},
		{"SubClassOf union",
			`SubClassOf(:A :C) SubClassOf(:B :C)`, `SubClassOf(ObjectUnionOf(:A :B) :C)`, `SubClassOf(ObjectUnionOf(:A :D) :C)`},
		{"SubClassOf complement",
			`DisjointClasses(:A :B)`, `SubClassOf(:A ObjectComplementOf(:B))`, `SubClassOf(:A ObjectComplementOf(:C))`},
		{"EquivalentClasses",
			`SubClassOf(:A :B) SubClassOf(:B :C) SubClassOf(:C :A)`, `EquivalentClasses(:A :B :C)`, `EquivalentClasses(:A :D)`},
		{"DisjointClasses",
			`DisjointClasses(:A :B) SubClassOf(:C :A) SubClassOf(:D :B)`, `DisjointClasses(:C :D)`, `DisjointClasses(:A :C)`},
		{"SubObjectPropertyOf told",
			`SubObjectPropertyOf(:r :s) SubObjectPropertyOf(:s :t)`, `SubObjectPropertyOf(:r :t)`, `SubObjectPropertyOf(:t :r)`},
		{"SubObjectPropertyOf by reflexivity",
			`ReflexiveObjectProperty(:q) SubObjectPropertyOf(ObjectPropertyChain(:r :q) :t)`, `SubObjectPropertyOf(:r :t)`, `SubObjectPropertyOf(:q :t)`},
		{"SubObjectPropertyOf by individuals",
			`ObjectPropertyDomain(:r ObjectOneOf(:a)) ObjectPropertyRange(:r ObjectOneOf(:b)) ObjectPropertyAssertion(:s :a :b)`,
			`SubObjectPropertyOf(:r :s)`, `SubObjectPropertyOf(:s :r)`},
		{"SubObjectPropertyOf empty",
			`ObjectPropertyDomain(:r owl:Nothing)`, `SubObjectPropertyOf(:r :s)`, `SubObjectPropertyOf(:s :r)`},
		{"SubObjectPropertyOf itself", `Declaration(ObjectProperty(:r))`, `SubObjectPropertyOf(:r :r)`, `SubObjectPropertyOf(:r :s)`},
		{"EquivalentObjectProperties",
			`SubObjectPropertyOf(:r :s) SubObjectPropertyOf(:s :r)`, `EquivalentObjectProperties(:r :s)`, `EquivalentObjectProperties(:r :t)`},
		{"chain",
			`SubObjectPropertyOf(:r :s) TransitiveObjectProperty(:s)`, `SubObjectPropertyOf(ObjectPropertyChain(:r :s :r) :s)`,
			`SubObjectPropertyOf(ObjectPropertyChain(:r :s) :r)`},
		{"TransitiveObjectProperty",
			`EquivalentObjectProperties(:r :s) TransitiveObjectProperty(:s)`, `TransitiveObjectProperty(:r)`, `TransitiveObjectProperty(:t)`},
		{"DisjointObjectProperties",
			`ObjectPropertyDomain(:r :A) ObjectPropertyDomain(:s :B) DisjointClasses(:A :B)`,
			`DisjointObjectProperties(:r :s)`, `DisjointObjectProperties(:r :t)`},
		{"ReflexiveObjectProperty",
			`ReflexiveObjectProperty(:r) SubObjectPropertyOf(:r :s)`, `ReflexiveObjectProperty(:s)`, `ReflexiveObjectProperty(:t)`},
		{"IrreflexiveObjectProperty",
			`IrreflexiveObjectProperty(:s) SubObjectPropertyOf(:r :s)`, `IrreflexiveObjectProperty(:r)`, `IrreflexiveObjectProperty(:t)`},
		{"ObjectPropertyDomain",
			`ObjectPropertyDomain(:s :A) SubObjectPropertyOf(:r :s)`, `ObjectPropertyDomain(:r :A)`, `ObjectPropertyDomain(:t :A)`},
		{"ObjectPropertyRange",
			`ObjectPropertyRange(:s :A) SubObjectPropertyOf(:r :s) SubClassOf(:A :B)`, `ObjectPropertyRange(:r :B)`, `ObjectPropertyRange(:t :B)`},
		{"SubDataPropertyOf",
			`SubDataPropertyOf(:d :e) SubDataPropertyOf(:e :f)`, `SubDataPropertyOf(:d :f)`, `SubDataPropertyOf(:f :d)`},
		{"SubDataPropertyOf empty",
			`DataPropertyRange(:d xsd:string) DataPropertyRange(:d xsd:integer)`, `SubDataPropertyOf(:d :f)`, `SubDataPropertyOf(:f :d)`},
		{"EquivalentDataProperties",
			`SubDataPropertyOf(:d :e) SubDataPropertyOf(:e :d)`, `EquivalentDataProperties(:d :e)`, `EquivalentDataProperties(:d :f)`},
		{"DataPropertyDomain",
			`DataPropertyDomain(:e :A) SubDataPropertyOf(:d :e)`, `DataPropertyDomain(:d :A)`, `DataPropertyDomain(:f :A)`},
		{"DataPropertyRange",
			`DataPropertyRange(:e xsd:integer) SubDataPropertyOf(:d :e)`, `DataPropertyRange(:d xsd:decimal)`, `DataPropertyRange(:f xsd:decimal)`},
		{"SameIndividual",
			`SameIndividual(:a :b) SameIndividual(:b :c)`, `SameIndividual(:a :b :c)`, `SameIndividual(:a :d)`},
		{"DifferentIndividuals",
			`ClassAssertion(:A :a) ClassAssertion(:B :b) DisjointClasses(:A :B)`, `DifferentIndividuals(:a :b)`, `DifferentIndividuals(:a :c)`},
		{"ClassAssertion",
			`ClassAssertion(:A :a) SubClassOf(:A :B)`, `ClassAssertion(ObjectIntersectionOf(:A :B) :a)`, `ClassAssertion(:C :a)`},
		{"ObjectPropertyAssertion",
			`ObjectPropertyAssertion(:r :a :b) SubObjectPropertyOf(:r :s) SameIndividual(:b :c)`,
			`ObjectPropertyAssertion(:s :a :c)`, `ObjectPropertyAssertion(:s :c :a)`},
		{"ObjectPropertyAssertion inverse",
			`ObjectPropertyAssertion(:r :a :b)`, `ObjectPropertyAssertion(ObjectInverseOf(:r) :b :a)`, `ObjectPropertyAssertion(ObjectInverseOf(:r) :a :b)`},
		{"ObjectPropertyAssertion by an inverse property",
			`InverseObjectProperties(:r :s) ObjectPropertyAssertion(:r :a :b)`, `ObjectPropertyAssertion(:s :b :a)`, `ObjectPropertyAssertion(:s :a :b)`},
		{"NegativeObjectPropertyAssertion",
			`ObjectPropertyDomain(:r :A) DisjointClasses(:A :B) ClassAssertion(:B :a)`,
			`NegativeObjectPropertyAssertion(:r :a :b)`, `NegativeObjectPropertyAssertion(:r :b :a)`},
		{"DataPropertyAssertion",
			`DataPropertyAssertion(:d :a "01"^^xsd:integer)`, `DataPropertyAssertion(:d :a "1.0"^^xsd:decimal)`, `DataPropertyAssertion(:d :a "1")`},
		{"NegativeDataPropertyAssertion",
			`FunctionalDataProperty(:d) DataPropertyAssertion(:d :a "1"^^xsd:integer)`,
			`NegativeDataPropertyAssertion(:d :a "2"^^xsd:integer)`, `NegativeDataPropertyAssertion(:d :b "2"^^xsd:integer)`},
		{"asserted: HasKey", `HasKey(:A (:r) ())`, `HasKey(:A (:r) ())`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := readOWL(t, "Prefix(:=<urn:x:>) Ontology("+c.ontology+")")
			e := explainerOf(t, o, Options{})
			counts := explained{}
			goal := axiomIn(t, c.goal)
			counts.checkFound(t, o, e, goal)
			if c.not == "" {
				return
			}
			x, err := e.Axiom(t.Context(), axiomIn(t, c.not))
			if err != nil {
				t.Fatal(err)
			}
			if x.Entailed() || proofOf(t, x) != nil {
				t.Errorf("%s follows", c.not)
			}
			if j, err := x.Justifications(t.Context(), Limits{}); err != nil || len(j.Sets) != 0 ||
				!j.Complete {
				t.Errorf("%s has justifications: %v, %v", c.not, j, err)
			}
		})
	}
}

// TestRelevance compares the justifications that are found when what cannot matter is not derived
// with all that there are.
func TestRelevance(t *testing.T) {
	cases := append(outside.OracleCases(t, "constructs.jsonl"),
		outside.OracleCases(t, "random-*.jsonl.gz")...)
	pruned := 0
	for i, c := range cases {
		if !c.Expected.Consistent || i%40 != 0 && !*everything {
			continue
		}
		o := readOWL(t, c.OFN)
		some := explainerOf(t, o, Options{})
		all := some.Supposing()
		for _, s := range c.Expected.Subsumptions {
			goal := goalsOf(outside.OracleFacts{Consistent: true, Subsumptions: [][2]string{s}})[0]
			want, got := explainWith(t, all, goal), explainWith(t, some, goal)
			if len(got.claims[0].saturation.Facts) < len(want.claims[0].saturation.Facts) {
				pruned++
			}
			limits := Limits{Count: 50}
			wantSets, err1 := want.Justifications(t.Context(), limits)
			gotSets, err2 := got.Justifications(t.Context(), limits)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if wantSets.Complete && fmt.Sprint(wantSets) != fmt.Sprint(gotSets) {
				t.Errorf("%s: %s: %v, want %v", c.Name, readable.Axiom(goal), gotSets, wantSets)
			}
		}
	}
	if pruned == 0 {
		t.Error("nothing was left out anywhere")
	}
	t.Logf("%d goals with less to derive", pruned)
}

func explainWith(t *testing.T, e *Explainer, goal owl.Axiom) *Explanation {
	t.Helper()
	x, err := e.Axiom(t.Context(), goal)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRoots(t *testing.T) {
	o := readOWL(t, `Prefix(:=<urn:x:>) Ontology(
		SubClassOf(:Root :A) SubClassOf(:Root :B) DisjointClasses(:A :B)
		SubClassOf(:Below :Root)
		SubClassOf(:Linked ObjectSomeValuesFrom(:r ObjectIntersectionOf(:A :Below)))
		SubClassOf(:One ObjectSomeValuesFrom(:r :Two))
		SubClassOf(:Two ObjectSomeValuesFrom(:s :One)) SubClassOf(:Two :A) SubClassOf(:Two :B))`)
	class := func(s string) owl.Class { return owl.Class{IRI: owl.NewIRI("urn:x:" + s)} }
	unsatisfiable := []owl.Class{class("Below"), class("Linked"), class("One"), class("Root"),
		class("Two")}
	e := explainerOf(t, o, Options{})
	roots, err := e.Roots(t.Context(), unsatisfiable)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range roots {
		line := r.Class.IRI.Fragment() + ":"
		for _, c := range r.From {
			line += " " + c.IRI.Fragment()
		}
		if r.Root {
			line += " root"
		}
		got = append(got, line)
		if alone, err := e.Root(t.Context(), r.Class, unsatisfiable); err != nil ||
			fmt.Sprint(alone) != fmt.Sprint(r) {
			t.Errorf("Root(%s) = %v, %v, want %v", r.Class.IRI, alone, err, r)
		}
	}
	want := []string{"Below: Root", "Linked: Below Root", "One: Two root", "Root: root",
		"Two: One root"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		sets     [][]int
		complete bool
		count    int
		want     string
	}{
		{[][]int{{1, 2}, {2, 3}, {2, 4}}, true, All, "[[2] [1 3 4]] true"},
		{[][]int{{1, 2}, {2, 3}, {2, 4}}, true, 1, "[[2]] false"},
		{[][]int{{1, 2}, {3, 4}}, true, All, "[[1 3] [1 4] [2 3] [2 4]] true"},
		{[][]int{{5}, {1, 2}, {2, 3}}, false, All, "[[2 5] [1 3 5]] false"},
		{[][]int{{1, 9}, {9}}, true, All, "[[9]] true"},
		{[][]int{{}}, true, All, "[] true"},
		{nil, true, All, "[] true"},
	} {
		r, err := (&Justifications{c.sets, c.complete}).Repairs(t.Context(), Limits{Count: c.count})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Sets, r.Complete); got != c.want {
			t.Errorf("%v: got %s, want %s", c.sets, got, c.want)
		}
	}
}

// TestRepairsOracle takes away what is proposed and asks again.
func TestRepairsOracle(t *testing.T) {
	for _, c := range outside.OracleCases(t, "constructs.jsonl") {
		if c.Expected.Consistent && len(c.Expected.Unsatisfiable) == 0 {
			continue
		}
		o := readOWL(t, c.OFN)
		for _, goal := range goalsOf(outside.OracleFacts{Consistent: c.Expected.Consistent,
			Unsatisfiable: c.Expected.Unsatisfiable}) {
			x := explainWith(t, explainerOf(t, o, Options{}), goal)
			j, err := x.Justifications(t.Context(), Limits{Count: All})
			if err != nil {
				t.Fatal(err)
			}
			repairs, err := j.Repairs(t.Context(), Limits{Count: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range repairs.Sets {
				rest := &owl.Ontology{}
				for i, a := range o.Axioms {
					if !slices.Contains(r, i) {
						rest.Axioms = append(rest.Axioms, a)
					}
				}
				if entails(t, rest, goal) {
					t.Errorf("%s: %s is not repaired without %v", c.Name, readable.Axiom(goal),
						describe(o, r))
				}
			}
		}
	}
}

// TestConcurrent asks one explainer from several goroutines, and wants the answers of one alone.
func TestConcurrent(t *testing.T) {
	cases := outside.OracleCases(t, "constructs.jsonl")
	for _, c := range cases[:min(40, len(cases))] {
		o := readOWL(t, c.OFN)
		goals := goalsOf(c.Expected)
		answer := func(e *Explainer) string {
			var b strings.Builder
			for _, goal := range goals {
				x, err := e.Axiom(t.Context(), goal)
				if err != nil {
					return err.Error()
				}
				j, err := x.Justifications(t.Context(), Limits{Count: All})
				fmt.Fprintln(&b, proofOf(t, x).Text(readable, ""), j, err)
			}
			return b.String()
		}
		want := answer(explainerOf(t, o, Options{}))
		shared := explainerOf(t, o, Options{})
		got := make([]string, 3)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i] = answer(shared) })
		}
		wg.Wait()
		for _, g := range got {
			if g != want {
				t.Errorf("%s: %s, want %s", c.Name, g, want)
			}
		}
	}
}

// TestLong explains something that needs many steps, in proofs deeper than any stack should be.
func TestLong(t *testing.T) {
	const n = 20_000
	o := &owl.Ontology{}
	class := func(i int) owl.Class {
		return owl.Class{IRI: owl.NewIRI(fmt.Sprintf("urn:x:C%d", i))}
	}
	for i := range n {
		o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: class(i), Super: class(i + 1)})
	}
	e := explainerOf(t, o, Options{})
	x := explainWith(t, e, &owl.SubClassOf{Sub: class(0), Super: class(n)})
	p := proofOf(t, x)
	if len(p.Steps) != n {
		t.Errorf("%d steps, want %d", len(p.Steps), n)
	}
	if text := p.Text(owl.Manchester{}, ""); len(text) > 1000*n {
		t.Errorf("%d bytes of text", len(text))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Subsumption(ctx, class(0), class(n)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	limited := explainerOf(t, o, Options{Inferences: 1000})
	_, err := limited.Subsumption(t.Context(), class(0), class(n))
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("limited: %v", err)
	}
}

// TestLimitWithinContext checks that the limit on inferences also ends within one context: each of
// n equal individuals has n of n subsumers. Beyond a limit, more individuals need little more
// memory.
func TestLimitWithinContext(t *testing.T) {
	allocated := func(n int) uint64 {
		var individuals strings.Builder
		for i := range n {
			fmt.Fprintf(&individuals, " :i%d", i)
		}
		o := readOWL(t, "Prefix(:=<urn:x:>) Ontology(SameIndividual("+individuals.String()+"))")
		e := explainerOf(t, o, Options{Inferences: 10_000})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := e.Inconsistency(t.Context())
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrTooLarge) {
			t.Errorf("%d individuals: %v", n, err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := allocated(100), allocated(800); many > 4*few {
		t.Errorf("800 individuals: %d bytes, 100: %d", many, few)
	}
}

// TestAssertedOutsideEL asks for axioms that the ontology has with annotations, or with operands in
// another order, and that EL does not derive.
func TestAssertedOutsideEL(t *testing.T) {
	e := explainerOf(t, readOWL(t, `Prefix(:=<urn:x:>)
		Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
		Ontology(
			SubClassOf(Annotation(rdfs:comment "why") :A ObjectUnionOf(:B :C))
			SubClassOf(ObjectIntersectionOf(:A :D) ObjectUnionOf(:D :C))
			ClassAssertion(ObjectUnionOf(:C :B) :a))`), Options{})
	for _, test := range []struct {
		goal string
		want bool
	}{
		{"SubClassOf(:A ObjectUnionOf(:C :B))", true},
		{"SubClassOf(ObjectIntersectionOf(:D :A) ObjectUnionOf(:C :D))", true},
		{"ClassAssertion(ObjectUnionOf(:B :C) :a)", true},
		{"SubClassOf(:D ObjectUnionOf(:B :C))", false},
		{"ClassAssertion(ObjectUnionOf(:B :C) :b)", false},
	} {
		goal := readOWL(t, "Prefix(:=<urn:x:>) Ontology("+test.goal+")").Axioms[0]
		if got := explainWith(t, e, goal).Entailed(); got != test.want {
			t.Errorf("%s: entailed %v, want %v", test.goal, got, test.want)
		}
	}
}
