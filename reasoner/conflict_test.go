package reasoner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// TestConflicts compares the conflicts of single inclusions with those found by a layer, for all
// inclusions between the names of random ontologies, before and after edits.
func TestConflicts(t *testing.T) {
	failures, propagated, asked := 0, 0, 0
	for seed := range randomCases(100, 30) {
		script := randomScript(seed)
		compare := func(script editScript) string {
			r := mustNew(t, script.start)
			steps := append([]editStep{{}}, script.steps...)
			for i, step := range steps {
				if i > 0 {
					next, err := r.Apply(t.Context(), readOWL(t, document(step.add)).Axioms,
						readOWL(t, document(step.remove)).Axioms)
					if err != nil {
						return err.Error()
					}
					r = next
				}
				answered, all, difference := conflictsDiffer(t, r, inclusionsBetweenNames(r))
				propagated, asked = propagated+answered, asked+all
				if difference != "" {
					return fmt.Sprintf("after %d edits: %s", i, difference)
				}
			}
			return ""
		}
		if compare(script) == "" {
			continue
		}
		script.start = shrink(script.start, func(less []string) bool {
			return compare(editScript{less, nil}) != ""
		})
		t.Errorf("seed %d: %s\n%s\n%v", seed, compare(script), strings.Join(script.start, "\n"),
			script.steps)
		if failures++; failures == 3 {
			t.Fatal("and so on")
		}
	}
	for name, c := range ruleCases { // Conflict propagates by functions of its own
		ontologies := [][]string{c.axioms}
		if sub, super, ok := strings.Cut(c.fact, " ⊑ "); ok {
			for i := range c.axioms { // is asked for, and contradicts because the fact does
				ontologies = append(ontologies, slices.Concat(c.axioms[:i], c.axioms[i+1:],
					[]string{fmt.Sprintf("DisjointClasses(:%s :%s)", sub, super)}))
			}
		}
		for _, axioms := range ontologies {
			r := mustNew(t, axioms)
			_, _, difference := conflictsDiffer(t, r, inclusionsBetweenNames(r))
			if difference != "" {
				t.Errorf("rule %s, %q: %s", name, axioms, difference)
			}
		}
	}
	t.Logf("%d of %d without a layer", propagated, asked)
	if propagated == 0 || propagated == asked {
		t.Error("one of the two ways was never taken")
	}
}

// inclusionsBetweenNames returns all C ⊑ D and C ⊑ ∃r.D of an ontology's classes and properties.
func inclusionsBetweenNames(r *reasoner.Reasoner) (list []owl.Axiom) {
	var properties []owl.ObjectProperty
	for _, e := range (&owl.Ontology{Axioms: r.Axioms()}).Signature() {
		if p, ok := e.(owl.ObjectProperty); ok {
			properties = append(properties, p)
		}
	}
	for _, c := range r.Taxonomy().Classes() {
		for _, d := range r.Taxonomy().Classes() {
			list = append(list, &owl.SubClassOf{Sub: c, Super: d})
			for _, p := range properties {
				list = append(list, &owl.SubClassOf{
					Sub: c, Super: &owl.ObjectSomeValuesFrom{Property: p, Filler: d},
				})
			}
		}
	}
	return list
}

// conflictsDiffer returns a difference between Conflicts and layers, and the number of answers that
// needed no layer.
func conflictsDiffer(
	t *testing.T, r *reasoner.Reasoner, axioms []owl.Axiom,
) (propagated, all int, difference string) {
	got, err := r.Conflicts(t.Context(), axioms)
	if err != nil {
		return 0, 0, err.Error()
	}
	for i, a := range axioms {
		want, withoutLayer, err := r.ConflictInLayer(t.Context(), a)
		if err != nil {
			return 0, 0, err.Error()
		}
		if withoutLayer {
			propagated++
		}
		whole, err := r.Conflict(t.Context(), a)
		if err != nil {
			return 0, 0, err.Error()
		}
		if whole.Partial || !isSomeOf(whole, want) {
			return 0, 0, fmt.Sprintf("%s: %v, want %v", owl.AppendAxiom(nil, a, nil), whole, want)
		}
		if !isSomeOf(got[i], want) {
			return 0, 0, fmt.Sprintf("%s: with others %v, want some of %v",
				owl.AppendAxiom(nil, a, nil), got[i], want)
		}
	}
	return propagated, len(axioms), ""
}

// isSomeOf reports whether a result of Conflicts is correct, given all conflicts.
func isSomeOf(c, all *reasoner.Conflict) bool {
	if !c.Partial {
		return c.Inconsistent == all.Inconsistent &&
			slices.Equal(c.Unsatisfiable, all.Unsatisfiable) && c.Exact == all.Exact
	}
	return len(c.Unsatisfiable) > 0 &&
		!slices.ContainsFunc(c.Unsatisfiable, func(class owl.Class) bool {
			return !all.Inconsistent && !slices.Contains(all.Unsatisfiable, class)
		})
}

// TestConflictsOutside is TestConflicts for some axioms between the names of real ontologies: many
// for a class, half of them like asserted axioms of another class, including a class with many
// subclasses.
func TestConflictsOutside(t *testing.T) {
	for _, file := range outside.Glob(t, "ontologies", "*.o*") {
		o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := reasoner.New(t.Context(), o, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(1, 7))
		classes := r.Taxonomy().Classes()
		asserted := make(map[owl.Class]int)
		var supers []owl.ClassExpression
		for _, a := range o.Axioms {
			if a, ok := a.(*owl.SubClassOf); ok {
				supers = append(supers, a.Super)
				if super, ok := a.Super.(owl.Class); ok {
					asserted[super]++
				}
			}
		}
		subjects := []owl.Class{slices.MaxFunc(classes, func(c, d owl.Class) int {
			return asserted[c] - asserted[d]
		})}
		for range 6 {
			subjects = append(subjects, classes[rnd.IntN(len(classes))])
		}
		var axioms []owl.Axiom
		for _, c := range subjects {
			for range 8 {
				axioms = append(axioms,
					&owl.SubClassOf{Sub: c, Super: classes[rnd.IntN(len(classes))]},
					&owl.SubClassOf{Sub: c, Super: supers[rnd.IntN(len(supers))]})
			}
		}
		propagated, all, difference := conflictsDiffer(t, r, axioms)
		if difference != "" {
			t.Errorf("%s: %s", file, difference)
		}
		t.Logf("%s: %d of %d without a layer", file, propagated, all)
	}
}

// TestHypotheticalExchange adds axioms that change the normal form of others: the range of an
// inverse is a domain, and a left side uses a complement of a right side.
func TestHypotheticalExchange(t *testing.T) {
	axioms := []string{"InverseObjectProperties(:r :s)", "DisjointClasses(:A :B)",
		"SubClassOf(:A ObjectSomeValuesFrom(:r :D))", "SubClassOf(:E ObjectComplementOf(:F))"}
	for _, test := range []struct{ hypothetical, unsatisfiable string }{
		{"ObjectPropertyRange(:s :B)", "A"},
		{"SubClassOf(ObjectComplementOf(:F) owl:Nothing)", "E"},
	} {
		r, err := reasoner.New(t.Context(), readOWL(t, document(axioms)), reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		hypothetical := parseAxiom(test.hypothetical)
		want := []owl.Class{{IRI: owl.NewIRI("http://x/" + test.unsatisfiable)}}
		c, err := r.Conflict(t.Context(), hypothetical)
		if err != nil || !slices.Equal(c.Unsatisfiable, want) {
			t.Errorf("%s: conflict %v, %v; want %v", test.hypothetical, c, err, want)
		}
		e, err := r.Effect(t.Context(), []owl.Axiom{hypothetical}, 0)
		if err != nil || !slices.Equal(e.Unsatisfiable, want) {
			t.Errorf("%s: effect %v, %v; want %v", test.hypothetical, e, err, want)
		}
	}
}

// TestConflictsOfManyBelow is TestConflicts for large sets of contexts and for more axioms about
// one class than one run takes: random ontologies with hundreds of subclasses of one class, and
// definitions and links that propagate their new subsumers.
func TestConflictsOfManyBelow(t *testing.T) {
	contradict := 0
	for seed := range randomCases(8, 2) {
		start, asked := manyBelow(rand.New(rand.NewPCG(seed, 11)))
		r := mustNew(t, start)
		axioms := readOWL(t, document(asked)).Axioms
		propagated, all, difference := conflictsDiffer(t, r, axioms)
		if difference != "" {
			t.Fatalf("seed %d: %s", seed, difference)
		}
		found, err := r.Conflicts(t.Context(), axioms)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			if c.Contradicts() {
				contradict++
			}
		}
		t.Logf("seed %d: %d of %d without a layer, %d contradict so far", seed, propagated, all,
			contradict)
	}
	if contradict == 0 {
		t.Error("nothing contradicted")
	}
}

// manyBelow returns axioms of an ontology in which all :b0, :b1, … are subclasses of :top, and
// axioms to check about two of its classes.
func manyBelow(rnd *rand.Rand) (axioms, asked []string) {
	const below, others = 700, 30
	one := func(kind string, n int) string { return fmt.Sprintf(":%s%d", kind, rnd.IntN(n)) }
	some := func() string {
		filler := one("o", others)
		if rnd.IntN(3) == 0 {
			filler = one("b", below)
		}
		return fmt.Sprintf("ObjectSomeValuesFrom(%s %s)", one("p", 3), filler)
	}
	add := func(format string, args ...any) {
		axioms = append(axioms, fmt.Sprintf(format, args...))
	}
	add("TransitiveObjectProperty(:p0)")
	add("SubObjectPropertyOf(:p1 :p0)")
	add("ObjectPropertyDomain(:p2 %s)", one("o", others))
	for i := range below {
		super := ":b0" // its many subclasses are stored as a bitset
		switch {
		case i == 0 || rnd.IntN(8) == 0:
			super = ":top"
		case rnd.IntN(2) == 0:
			super = one("b", i)
		}
		add("SubClassOf(:b%d %s)", i, super)
		if rnd.IntN(2) == 0 {
			add("SubClassOf(:b%d %s)", i, some())
		}
		if rnd.IntN(8) == 0 {
			add("SubClassOf(:b%d %s)", i, one("o", others))
		}
	}
	for i := range 2 * others {
		switch rnd.IntN(5) {
		case 0:
			add("SubClassOf(%s :o%d)", some(), i%others)
		case 1:
			add("SubClassOf(%s :o%d)", one("b", below), i%others)
		case 2:
			add("SubClassOf(ObjectIntersectionOf(%s %s) :o%d)", one("o", others), one("o", others),
				i%others)
		case 3:
			add("SubClassOf(ObjectIntersectionOf(:b0 %s) :o%d)", one("o", others), i%others)
		default:
			add("SubClassOf(ObjectIntersectionOf(%s %s) :o%d)", one("o", others), some(), i%others)
		}
	}
	for range 16 {
		add("DisjointClasses(ObjectIntersectionOf(%s %s) %s)", one("o", others), one("o", others),
			one("o", others))
	}
	for _, sub := range []string{":top", one("b", below)} {
		for i := range others {
			asked = append(asked, fmt.Sprintf("SubClassOf(%s :o%d)", sub, i))
			for p := range 3 {
				asked = append(asked, fmt.Sprintf("SubClassOf(%s ObjectSomeValuesFrom(:p%d :o%d))",
					sub, p, i))
			}
		}
	}
	return axioms, asked
}
