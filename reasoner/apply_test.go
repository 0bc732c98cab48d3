package reasoner_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// editScript is a random ontology with a sequence of edits.
type editScript struct {
	start []string
	steps []editStep
}

type editStep struct{ add, remove []string }

// randomScript distributes the axioms of a random ontology over the start and over steps that add
// some and remove others.
func randomScript(seed uint64) editScript {
	r := rand.New(rand.NewPCG(seed, 2))
	all := randomAxioms(seed)
	all = distinct(all)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	n := len(all) * 2 / 3
	s := editScript{start: slices.Clone(all[:n])}
	in, out := slices.Clone(all[:n]), slices.Clone(all[n:])
	for range 1 + r.IntN(5) {
		var step editStep
		for range r.IntN(3) {
			if len(in) > 0 {
				i := r.IntN(len(in))
				step.remove = append(step.remove, in[i])
				in = slices.Delete(in, i, i+1)
			}
		}
		for range r.IntN(3) {
			if len(out) > 0 {
				i := r.IntN(len(out))
				step.add = append(step.add, out[i])
				in = append(in, out[i])
				out = slices.Delete(out, i, i+1)
			}
		}
		out = append(out, step.remove...)
		s.steps = append(s.steps, step)
	}
	return s
}

// distinct drops axioms that are equal to an earlier one.
func distinct(axioms []string) []string {
	seen := make(map[owl.Hash]bool)
	return slices.DeleteFunc(slices.Clone(axioms), func(a string) bool {
		h := owl.HashAxiom(parseAxiom(a))
		known := seen[h]
		seen[h] = true
		return known
	})
}

// run applies a script, folds the layers after some steps, and returns the first difference from a
// run from scratch.
func (s editScript) run(t testing.TB) string {
	r, err := reasoner.New(t.Context(), readOWL(t, document(s.start)), reasoner.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	in := slices.Clone(s.start)
	for i, step := range s.steps {
		before := tsv(t, r.Taxonomy())
		next, err := r.Apply(t.Context(), readOWL(t, document(step.add)).Axioms,
			readOWL(t, document(step.remove)).Axioms)
		if err != nil {
			return fmt.Sprintf("step %d: %v", i, err)
		}
		if tsv(t, r.Taxonomy()) != before {
			return fmt.Sprintf("step %d changes the reasoner before it", i)
		}
		r = next
		if (i+len(s.start))%3 == 0 {
			if r, err = r.Fold(t.Context()); err != nil {
				return fmt.Sprintf("step %d: folding: %v", i, err)
			}
		}
		in = slices.DeleteFunc(in, func(a string) bool { return slices.Contains(step.remove, a) })
		in = append(in, step.add...)
		scratch, err := reasoner.New(t.Context(), readOWL(t, document(in)),
			reasoner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(t, scratch.Taxonomy(), r.Taxonomy()); d != "" {
			return fmt.Sprintf("step %d:\n%s", i, d)
		}
		want, got := realized(scratch), realized(r)
		if d := append(missing(want, got), missing(got, want)...); len(d) > 0 {
			return fmt.Sprintf("step %d: individuals: %s", i, strings.Join(d, "; "))
		}
	}
	return ""
}

func realized(r *reasoner.Reasoner) flat {
	all := flat{}
	realization := r.Realization()
	for a, c := range realization.Types() {
		all[a.IRI.String()+" : "+c.IRI.String()] = true
	}
	for _, group := range realization.Same() {
		all[fmt.Sprint("same ", group)] = true
	}
	for p := range realization.Properties() {
		all[fmt.Sprint(p)] = true
	}
	return all
}

func (s editScript) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "start:\n%s\n", strings.Join(s.start, "\n"))
	for i, step := range s.steps {
		fmt.Fprintf(&b, "step %d\n", i)
		for _, a := range step.remove {
			fmt.Fprintf(&b, "- %s\n", a)
		}
		for _, a := range step.add {
			fmt.Fprintf(&b, "+ %s\n", a)
		}
	}
	return b.String()
}

// TestApply edits random ontologies step by step and compares each with a run from scratch.
func TestApply(t *testing.T) {
	seeds := randomCases(1000, 150)
	failures := 0
	for seed := range seeds {
		s := randomScript(seed)
		if s.run(t) == "" {
			continue
		}
		s = s.shrink(func(s editScript) bool { return s.run(t) != "" })
		t.Errorf("seed %d:\n%s\n%s", seed, s, s.run(t))
		if failures++; failures == 3 {
			t.Fatal("too many failures")
		}
	}
}

// shrink drops axioms while the rest still fails.
func (s editScript) shrink(fails func(editScript) bool) editScript {
	all := slices.Clone(s.start)
	for _, step := range s.steps {
		all = append(all, step.add...)
	}
	for i := 0; i < len(all); i++ {
		drop := func(list []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(a string) bool { return a == all[i] })
		}
		less := editScript{start: drop(s.start)}
		for _, step := range s.steps {
			less.steps = append(less.steps, editStep{drop(step.add), drop(step.remove)})
		}
		if fails(less) {
			s = less
		}
	}
	return s
}

// TestApplyFreesLayers edits an ontology: memory has the last layer and the base, not the layers of
// earlier edits.
func TestApplyFreesLayers(t *testing.T) {
	const pages = 8 // of the store; each edit changes another one
	var axioms []string
	for i := range pages * 300 {
		axioms = append(axioms, fmt.Sprintf("SubClassOf(:C%d ObjectSomeValuesFrom(:r :A))", i))
	}
	r := mustNew(t, axioms)
	var held []func() bool
	for i := range 2 * pages {
		text := fmt.Sprintf("SubClassOf(:C%d ObjectSomeValuesFrom(:r :B))", i/2*300)
		a := []owl.Axiom{parseAxiom(text)}
		add, remove := a, []owl.Axiom(nil)
		if i%2 == 1 {
			add, remove = nil, a
		}
		var err error
		if r, err = r.Apply(t.Context(), add, remove); err != nil {
			t.Fatal(err)
		}
		held = append(held, r.Held())
	}
	runtime.GC()
	runtime.GC() // the pool of updaters keeps its entries for one more collection
	last := len(held) - 1
	for i, held := range held {
		if held() != (i == last) {
			t.Errorf("after %d edits, the layer of edit %d is in memory: %t", last+1, i+1, held())
		}
	}
	runtime.KeepAlive(r)
}

// TestApplyCollapsed edits an ontology whose equivalent classes are merged, because there are
// thousands of them.
func TestApplyCollapsed(t *testing.T) {
	const n = 5000
	axioms := []string{"SubClassOf(:A :B)"}
	for i := range n {
		axioms = append(axioms, fmt.Sprintf("SubClassOf(:C%d :C%d)", i, (i+1)%n))
	}
	edited := mustNew(t, axioms)
	additions := []string{"SubClassOf(:B :C7)", "SubClassOf(:D :C8)", "SubClassOf(:C9 :E)"}
	for _, added := range additions {
		var err error
		edited, err = edited.Apply(t.Context(), []owl.Axiom{parseAxiom(added)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		axioms = append(axioms, added)
		got, want := edited.Taxonomy(), mustNew(t, axioms).Taxonomy()
		for _, name := range []string{"A", "B", "C0", "C7", "C8", "C100", "D", "E"} {
			c := owl.Class{IRI: owl.NewIRI("http://x/" + name)}
			if !slices.Equal(got.Group(c), want.Group(c)) ||
				!slices.Equal(got.Above(c), want.Above(c)) {
				t.Errorf("after %s: the place of %s differs from that of a run from scratch",
					added, name)
			}
		}
	}
}

func TestApplyRefusesAnUnknownAxiom(t *testing.T) {
	r, err := reasoner.New(t.Context(), readOWL(t, document([]string{"SubClassOf(:A :B)"})),
		reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	unknown := []owl.Axiom{readOWL(t, document([]string{"SubClassOf(:B :A)"})).Axioms[0]}
	if _, err := r.Apply(t.Context(), nil, unknown); err == nil || !strings.Contains(err.Error(), "SubClassOf(<http://x/B> <http://x/A>)") {
		t.Errorf("error %v", err)
	}
}

// parseAxiom reads an axiom in functional syntax with the prefixes of document.
func parseAxiom(text string) owl.Axiom {
	a, err := owl.ParseAxiom(text, testPrefixes())
	if err != nil {
		panic(err)
	}
	return a
}

func testPrefixes() *owl.Prefixes {
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://x/")
	return prefixes
}

func mustNew(t testing.TB, axioms []string) *reasoner.Reasoner {
	t.Helper()
	r, err := reasoner.New(t.Context(), readOWL(t, document(axioms)), reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestApplyForgets removes premises of conclusions that could support each other; random scripts
// rarely do.
func TestApplyForgets(t *testing.T) {
	for _, test := range []struct {
		name   string
		script editScript
	}{
		{"a subsumer that two linked classes give each other", editScript{
			start: []string{
				"SubClassOf(:A :X)", "SubClassOf(:A ObjectSomeValuesFrom(:r :B))",
				"SubClassOf(:B ObjectSomeValuesFrom(:r :A))",
				"SubClassOf(ObjectSomeValuesFrom(:r :X) :X)",
			},
			steps: []editStep{{remove: []string{"SubClassOf(:A :X)"}}},
		}},
		{"a subsumer of equivalent classes", editScript{
			start: []string{"SubClassOf(:A :X)", "SubClassOf(:A :B)", "SubClassOf(:B :A)"},
			steps: []editStep{{remove: []string{"SubClassOf(:A :X)"}}},
		}},
		{"an equivalence", editScript{
			start: []string{"SubClassOf(:A :X)", "SubClassOf(:A :B)", "SubClassOf(:B :A)"},
			steps: []editStep{{remove: []string{"SubClassOf(:B :A)"}}},
		}},
		{"that a class has an instance", editScript{
			start: []string{
				"ClassAssertion(:A :a)", "ClassAssertion(:B :b)",
				"SubClassOf(:A ObjectSomeValuesFrom(:r :C))", "SubClassOf(:C :D)",
			},
			steps: []editStep{{remove: []string{"SubClassOf(:A ObjectSomeValuesFrom(:r :C))"},
				add: []string{"SubClassOf(:C ObjectOneOf(:b))"}}},
		}},
		{"that a class is empty", editScript{
			start: []string{
				"SubClassOf(:A :X)", "SubClassOf(:A :Y)", "DisjointClasses(:X :Y)",
				"SubClassOf(:A ObjectSomeValuesFrom(:r :B))",
			},
			steps: []editStep{
				{remove: []string{"DisjointClasses(:X :Y)"}},
				{add: []string{"SubClassOf(:B owl:Nothing)"}},
				{remove: []string{"SubClassOf(:B owl:Nothing)"}},
			},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if d := test.script.run(t); d != "" {
				t.Errorf("%s\n%s", test.script, d)
			}
		})
	}
}

// TestQueryAfterRemoval queries for the subclasses of an existential after edits have removed it
// from two classes; the base asserted one of the axioms, an earlier edit the other.
func TestQueryAfterRemoval(t *testing.T) {
	base := []string{"SubClassOf(:A ObjectSomeValuesFrom(:r :C))",
		"SubClassOf(:B ObjectSomeValuesFrom(:r :C))", "Declaration(Class(:A))",
		"Declaration(Class(:D))"}
	r, err := reasoner.New(t.Context(), readOWL(t, document(base)), reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	removed := parseAxiom(base[0])
	added := parseAxiom("SubClassOf(:D ObjectSomeValuesFrom(:r :C))")
	for _, edit := range [][2][]owl.Axiom{{{added}, {removed}}, {nil, {added}}} {
		if r, err = r.Apply(t.Context(), edit[0], edit[1]); err != nil {
			t.Fatal(err)
		}
	}
	a, err := r.Query(t.Context(), removed.(*owl.SubClassOf).Super, false)
	if want := []owl.Class{testClass("B")}; err != nil || !slices.Equal(a.Subs, want) {
		t.Errorf("subclasses %v, %v; want %v", a.Subs, err, want)
	}
}

// TestRemoveMany: many axioms of each kind, each with a copy, go in one edit.
func TestRemoveMany(t *testing.T) {
	const n = 20_000
	class := func(i int) owl.Class { return owl.Class{IRI: owl.NewIRI(fmt.Sprint("http://e/#A", i))} }
	label := owl.AnnotationProperty{IRI: owl.NewIRI("http://e/#label")}
	var nest owl.ClassExpression = class(0)
	for range 3000 {
		nest = &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{nest, class(1)}}
	}
	all := []owl.Axiom{&owl.SubClassOf{Sub: class(n), Super: nest}}
	for i := range n {
		all = append(all,
			&owl.AnnotationAssertion{
				Property: label, Subject: class(i).IRI, Value: owl.NewString(fmt.Sprint(i)),
			},
			&owl.SubClassOf{Sub: class(i), Super: class(i / 2)},
			&owl.SubClassOf{
				Sub: &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{class(i),
					class(i + 1)}},
				Super: class(i / 3),
			})
	}
	copies := append(slices.Clone(all), all...)
	r, err := reasoner.New(t.Context(), &owl.Ontology{Axioms: copies}, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	many, err := r.Apply(t.Context(), nil, all[1:])
	if err != nil {
		t.Fatal(err)
	}
	none, err := many.Apply(t.Context(), nil, all[:1])
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range [][]owl.Axiom{all[:1], all[1:4], all[1:50]} {
		if _, err := none.Apply(t.Context(), nil, gone); !errors.Is(err, reasoner.ErrNoSuchAxiom) {
			t.Errorf("removed twice: %v, want %v", err, reasoner.ErrNoSuchAxiom)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Apply(ctx, nil, all[1:]); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
