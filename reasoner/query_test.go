package reasoner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// randomExpression returns a random class expression over the names of randomAxioms(seed).
func randomExpression(r *rand.Rand, seed uint64) string {
	g := &axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.axioms()
	g.Rand = r
	return g.expression(2)
}

// declarations declares the names of randomAxioms(seed), so that the ontology has all of them.
func declarations(seed uint64) []string {
	g := &axiomGenerator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.axioms()
	var lines []string
	for i := range g.classes {
		lines = append(lines, fmt.Sprintf("Declaration(Class(:C%d))", i))
	}
	for i := range g.roles {
		lines = append(lines, fmt.Sprintf("Declaration(ObjectProperty(:r%d))", i))
	}
	for i := range g.individuals {
		lines = append(lines, fmt.Sprintf("Declaration(NamedIndividual(:a%d))", i))
	}
	return lines
}

// scratchAnswer answers a query by classifying the ontology with a name for the expression.
func scratchAnswer(t testing.TB, axioms []string, expression string) flat {
	q := owl.Class{IRI: owl.NewIRI("http://x/Query")}
	r := mustNew(t, append(slices.Clone(axioms),
		fmt.Sprintf("EquivalentClasses(:Query %s)", expression)))
	all := flat{}
	if !r.Consistent() {
		return all
	}
	taxonomy := r.Taxonomy()
	if taxonomy.IsSubsumedBy(q, owl.Nothing) {
		return flat{"unsatisfiable": true}
	}
	supers, _ := taxonomy.Subsumers(q)
	for _, c := range supers {
		all["⊑ "+c.IRI.String()] = true
	}
	for _, c := range taxonomy.Classes() {
		if c != q && taxonomy.IsSubsumedBy(c, q) && !taxonomy.IsSubsumedBy(c, owl.Nothing) {
			all["⊒ "+c.IRI.String()] = true
		}
	}
	if taxonomy.IsSubsumedBy(owl.Thing, q) {
		all["⊒ "+owl.Thing.IRI.String()] = true
	}
	for a, c := range r.Realization().Types() {
		if c == q {
			all["∋ "+a.IRI.String()] = true
		}
	}
	return all
}

func answered(a *reasoner.Answer, consistent bool) flat {
	all := flat{}
	if !consistent {
		return all
	}
	if !a.Satisfiable {
		return flat{"unsatisfiable": true}
	}
	for _, c := range a.Equivalent {
		all["⊒ "+c.IRI.String()] = true
		if c != owl.Thing {
			all["⊑ "+c.IRI.String()] = true
		}
	}
	for _, c := range a.Supers {
		if c != owl.Thing {
			all["⊑ "+c.IRI.String()] = true
		}
	}
	for _, c := range a.Subs {
		if c != owl.Nothing {
			all["⊒ "+c.IRI.String()] = true
		}
	}
	for _, i := range a.Instances {
		all["∋ "+i.IRI.String()] = true
	}
	return all
}

// TestQuery compares the answers to random class expressions with a classification in which the
// expression has a name.
func TestQuery(t *testing.T) {
	seeds := randomCases(400, 100)
	failures := 0
	for seed := range seeds {
		axioms := randomAxioms(seed)
		expression := randomExpression(rand.New(rand.NewPCG(seed, 3)), seed)
		c, err := owl.ParseClassExpression(expression, testPrefixes())
		if err != nil {
			t.Fatal(err)
		}
		declared := declarations(seed)
		compare := func(axioms []string) string {
			axioms = append(slices.Clone(declared), axioms...)
			r := mustNew(t, axioms)
			a, err := r.Query(t.Context(), c, false)
			if err != nil {
				return err.Error()
			}
			want, got := scratchAnswer(t, axioms, expression), answered(a, r.Consistent())
			return strings.Join(append(prefixed("missing: ", missing(want, got)),
				prefixed("wrong: ", missing(got, want))...), "\n")
		}
		if compare(axioms) == "" {
			continue
		}
		axioms = shrink(axioms, func(less []string) bool { return compare(less) != "" })
		t.Errorf("seed %d: %s\n%s\n%s", seed, expression, strings.Join(axioms, "\n"),
			compare(axioms))
		if failures++; failures == 3 {
			t.Fatal("and so on")
		}
	}
}

// TestJudge compares verdicts on random axioms with two classifications from scratch: of the
// ontology with the axiom, and of the ontology with names for its sides.
func TestJudge(t *testing.T) {
	seeds := randomCases(400, 100)
	failures := 0
	for seed := range seeds {
		axioms := randomAxioms(seed)
		rnd := rand.New(rand.NewPCG(seed, 4))
		sub, super := randomExpression(rnd, seed), randomExpression(rnd, seed)
		text := fmt.Sprintf("SubClassOf(%s %s)", sub, super)
		declared := declarations(seed)
		compare := func(axioms []string) string {
			axioms = append(slices.Clone(declared), axioms...)
			r := mustNew(t, axioms)
			j, err := r.Judge(t.Context(), parseAxiom(text))
			if err != nil {
				return err.Error()
			}
			got := judged(j)
			if want := judgedFromScratch(t, axioms, sub, super, text); want != got {
				return fmt.Sprintf("want %s, got %s", want, got)
			}
			e, err := r.Effect(t.Context(), []owl.Axiom{parseAxiom(text)}, 1000)
			if err != nil {
				return err.Error()
			}
			return effectDiffers(t, axioms, text, e)
		}
		if compare(axioms) == "" {
			continue
		}
		axioms = shrink(axioms, func(less []string) bool { return compare(less) != "" })
		t.Errorf("seed %d: %s\n%s\n%s", seed, text, strings.Join(axioms, "\n"), compare(axioms))
		if failures++; failures == 3 {
			t.Fatal("and so on")
		}
	}
}

func judged(j *reasoner.Judgement) string {
	return fmt.Sprint(j.Verdict, j.Inconsistent, j.Unsatisfiable)
}

func judgedFromScratch(t testing.TB, axioms []string, sub, super, text string) string {
	named := mustNew(t, append(slices.Clone(axioms), fmt.Sprintf("EquivalentClasses(:Sub %s)", sub),
		fmt.Sprintf("EquivalentClasses(:Super %s)", super)))
	if named.Taxonomy().IsSubsumedBy(testClass("Sub"), testClass("Super")) {
		return fmt.Sprint(reasoner.Entailed, false, []owl.Class(nil))
	}
	before := mustNew(t, axioms)
	with := mustNew(t, append(slices.Clone(axioms), text))
	if !with.Consistent() {
		return fmt.Sprint(reasoner.Contradicts, true, []owl.Class(nil))
	}
	var unsatisfiable []owl.Class
	for _, c := range before.Taxonomy().Classes() {
		if with.Taxonomy().IsSubsumedBy(c, owl.Nothing) &&
			!before.Taxonomy().IsSubsumedBy(c, owl.Nothing) {
			unsatisfiable = append(unsatisfiable, c)
		}
	}
	if len(unsatisfiable) > 0 {
		return fmt.Sprint(reasoner.Contradicts, false, unsatisfiable)
	}
	return fmt.Sprint(reasoner.Novel, false, unsatisfiable)
}

// effectDiffers compares the new subsumptions of Effect with those of the ontology with the axiom,
// but for the axiom itself.
func effectDiffers(t testing.TB, axioms []string, text string, e *reasoner.Effect) string {
	before, with := mustNew(t, axioms), mustNew(t, append(slices.Clone(axioms), text))
	if !before.Consistent() || !with.Consistent() {
		if !e.Inconsistent {
			return "the effect is no inconsistency"
		}
		return ""
	}
	want, got := flat{}, flat{}
	stated := owl.HashAxiom(parseAxiom(text))
	for _, c := range before.Taxonomy().Classes() {
		if with.Taxonomy().IsSubsumedBy(c, owl.Nothing) {
			continue
		}
		supers, _ := with.Taxonomy().Subsumers(c)
		for _, d := range supers {
			if !before.Taxonomy().IsSubsumedBy(c, d) &&
				owl.HashAxiom(&owl.SubClassOf{Sub: c, Super: d}) != stated {
				want[fmt.Sprint(c, " ⊑ ", d)] = true
			}
		}
	}
	for _, s := range e.Examples {
		got[fmt.Sprint(s.Sub, " ⊑ ", s.Super)] = true
	}
	return strings.Join(append(prefixed("missing effect: ", missing(want, got)),
		prefixed("wrong effect: ", missing(got, want))...), "\n")
}

func prefixed(prefix string, lines []string) []string {
	for i := range lines {
		lines[i] = prefix + lines[i]
	}
	return lines
}

func testClass(name string) owl.Class { return owl.Class{IRI: owl.NewIRI("http://x/" + name)} }

// TestTopPropertyInChain queries a property implied by a chain with the top property: every element
// is linked by it to the nonempty contexts, without stored links.
func TestTopPropertyInChain(t *testing.T) {
	r := mustNew(t, []string{
		"SubObjectPropertyOf(ObjectPropertyChain(:r owl:topObjectProperty :s) :t)",
		"EquivalentClasses(:A ObjectHasSelf(:r))", "EquivalentClasses(:B ObjectHasSelf(:s))",
		"ClassAssertion(:A :a)", "ClassAssertion(:B :b)",
		"SubClassOf(:C ObjectSomeValuesFrom(:r owl:Thing))", "SubClassOf(:D ObjectSomeValuesFrom(:s owl:Thing))",
	})
	for axiom, want := range map[string]bool{
		"ObjectPropertyAssertion(:t :a :b)":          true,
		"SubClassOf(:A ObjectHasValue(:t :b))":       true,
		"SubClassOf(:C ObjectHasValue(:t :b))":       true,
		"SubClassOf(:D ObjectHasValue(:t :b))":       false,
		"SubClassOf(:C ObjectSomeValuesFrom(:t :A))": false,
	} {
		if got, _, err := r.Entails(t.Context(), parseAxiom(axiom)); got != want || err != nil {
			t.Errorf("%s: %v, %v", axiom, got, err)
		}
	}
	c, err := owl.ParseClassExpression("ObjectHasValue(:t :b)", testPrefixes())
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Query(t.Context(), c, false)
	if err != nil {
		t.Fatal(err)
	}
	want := flat{"⊒ http://x/A": true, "⊒ http://x/C": true, "∋ http://x/a": true}
	if got := answered(a, true); len(missing(want, got))+len(missing(got, want)) > 0 {
		t.Errorf("below ∃t.{b}: %v, want %v", got, want)
	}
}
