package explain

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/calculus"
)

var everything = flag.Bool("everything", false,
	"explain every fact of the oracle, not a sample of the random cases")

// goalsOf turns the expected facts of a case into axioms.
func goalsOf(f outside.OracleFacts) []owl.Axiom {
	if !f.Consistent {
		return []owl.Axiom{&owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}}
	}
	class := func(s string) owl.Class { return owl.Class{IRI: owl.NewIRI(s)} }
	individual := func(s string) owl.NamedIndividual {
		return owl.NamedIndividual{IRI: owl.NewIRI(s)}
	}
	var goals []owl.Axiom
	for _, c := range f.Unsatisfiable {
		goals = append(goals, &owl.SubClassOf{Sub: class(c), Super: owl.Nothing})
	}
	for _, s := range f.Subsumptions {
		goals = append(goals, &owl.SubClassOf{Sub: class(s[0]), Super: class(s[1])})
	}
	for _, s := range f.Types {
		goals = append(goals, &owl.ClassAssertion{Individual: individual(s[0]), Class: class(s[1])})
	}
	for _, group := range f.Same {
		var all []owl.Individual
		for _, a := range group {
			all = append(all, individual(a))
		}
		goals = append(goals, &owl.SameIndividual{Individuals: all})
	}
	for _, s := range f.Different {
		goals = append(goals,
			&owl.DifferentIndividuals{Individuals: []owl.Individual{individual(s[0]),
				individual(s[1])}})
	}
	for _, s := range f.Properties {
		goals = append(goals,
			&owl.ObjectPropertyAssertion{Property: owl.ObjectProperty{IRI: owl.NewIRI(s[1])},
				Source: individual(s[0]), Target: individual(s[2])})
	}
	return goals
}

// TestExplainOracle explains the facts of the oracle. Each must be entailed. Each justification
// alone must entail the fact, and none of its parts may. Each step of each proof must be entailed
// by its premises and axioms.
func TestExplainOracle(t *testing.T) {
	cases := outside.OracleCases(t, "constructs.jsonl")
	random := outside.OracleCases(t, "random-*.jsonl.gz")
	for i, c := range random {
		if *everything || i%40 == 0 {
			cases = append(cases, c)
		}
	}
	counts := explained{}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			o := readOWL(t, c.OFN)
			e := explainerOf(t, o, Options{})
			for _, goal := range goalsOf(c.Expected) {
				counts.check(t, o, e, goal)
			}
		})
	}
	t.Logf("%d facts, %d justifications (%d of them by the reasoner too), %d steps", counts.facts,
		counts.justifications, counts.byReasoner, counts.steps)
}

type explained struct{ facts, justifications, byReasoner, steps int }

// checkFound checks a goal that the reasoner is not asked about.
func (n *explained) checkFound(t *testing.T, o *owl.Ontology, e *Explainer, goal owl.Axiom) {
	t.Helper()
	n.checkBy(t, o, e, goal, entails)
}

func (n *explained) check(t *testing.T, o *owl.Ontology, e *Explainer, goal owl.Axiom) {
	t.Helper()
	n.checkBy(t, o, e, goal, reasonerEntails)
}

func (n *explained) checkBy(t *testing.T, o *owl.Ontology, e *Explainer, goal owl.Axiom,
	another func(*testing.T, *owl.Ontology, owl.Axiom) bool) {
	t.Helper()
	name := readable.Axiom(goal)
	x, err := e.Axiom(t.Context(), goal)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !x.Entailed() {
		t.Errorf("%s: not entailed", name)
		return
	}
	n.facts++
	found, err := x.Justifications(t.Context(), Limits{Count: 6})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Sets) == 0 {
		t.Errorf("%s: no justification", name)
	}
	for _, set := range found.Sets {
		n.checkSet(t, o, x, goal, set, another)
	}
	checkProof(t, o, proofOf(t, x), goal)
}

// checkSet checks a justification, by a fresh reasoner that may say no where it is right, and by
// fresh explainers.
func (n *explained) checkSet(t *testing.T, o *owl.Ontology, x *Explanation, goal owl.Axiom,
	set []int, another func(*testing.T, *owl.Ontology, owl.Axiom) bool) {
	t.Helper()
	name := readable.Axiom(goal)
	n.justifications++
	if another(t, part(o, set), goal) {
		n.byReasoner++
	} else if !entails(t, part(o, set), goal) {
		t.Errorf("%s: not a justification: %v", name, describe(o, set))
	}
	for i := range set {
		if fewer := slices.Delete(slices.Clone(set), i, i+1); entails(t, part(o, fewer), goal) {
			t.Errorf("%s: not minimal: %v", name, describe(o, set))
		}
	}
	p := proofFrom(t, x, set)
	if p == nil {
		t.Errorf("%s: no proof from %v", name, describe(o, set))
		return
	}
	n.steps += len(p.Steps)
	checkProof(t, o, p, goal)
}

var readable = owl.Manchester{Label: func(i owl.IRI) string { return i.Fragment() }}

func describe(o *owl.Ontology, set []int) []string {
	var lines []string
	for _, i := range set {
		lines = append(lines, readable.Axiom(o.Axioms[i]))
	}
	return lines
}

func part(o *owl.Ontology, set []int) *owl.Ontology {
	p := &owl.Ontology{}
	for _, i := range set {
		p.Axioms = append(p.Axioms, o.Axioms[i])
	}
	return p
}

// entails asks a fresh explainer.
func entails(t *testing.T, o *owl.Ontology, goal owl.Axiom) bool {
	t.Helper()
	x, err := explainerOf(t, o, Options{}).Axiom(t.Context(), goal)
	if errors.Is(err, ErrOutsideEL) {
		return false // a kind of axiom that follows where it is asserted only
	}
	if err != nil {
		t.Fatalf("%s: %v", readable.Axiom(goal), err)
	}
	return x.Entailed()
}

// reasonerEntails asks the reasoner, as far as one call of it tells.
func reasonerEntails(t *testing.T, o *owl.Ontology, goal owl.Axiom) bool {
	t.Helper()
	nf := normalize(t, o)
	r, err := reasoner.Realize(context.Background(), nf, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Consistent() {
		return true
	}
	switch a := goal.(type) {
	case *owl.SubClassOf:
		sub, super := a.Sub.(owl.Class), a.Super.(owl.Class)
		return sub != owl.Thing && r.Taxonomy().IsSubsumedBy(sub, super)
	case *owl.ClassAssertion:
		for x, c := range r.Types() {
			if owl.Individual(x) == a.Individual && owl.ClassExpression(c) == a.Class {
				return true
			}
		}
	}
	return false
}

// checkProof checks that a proof proves the goal, and that each step follows from its premises and
// axioms, which is asked of a fresh explainer that knows nothing else.
func checkProof(t *testing.T, o *owl.Ontology, p *Proof, goal owl.Axiom) {
	t.Helper()
	if len(p.Steps) == 0 {
		t.Errorf("%s: no steps", readable.Axiom(goal))
		return
	}
	if last := p.Steps[len(p.Steps)-1]; last.Supposed || !proves(last.Conclusion.Axiom, goal) {
		t.Errorf("%s: the proof ends with %s", readable.Axiom(goal),
			last.Conclusion.Manchester(readable))
	}
	names := map[string]bool{}
	for _, name := range calculus.Rules() {
		names[name] = true
	}
	for i, s := range p.Steps {
		if !names[s.Rule] {
			t.Errorf("no rule is called %q", s.Rule)
		}
		known := part(o, s.Axioms)
		premises := slices.Clone(s.Premises) // those about contexts first; see nameValues
		slices.SortStableFunc(premises,
			func(a, b int) int { return leftInverse(p.Steps[b]) - leftInverse(p.Steps[a]) })
		// twice, as nameValues looks at what is there
		for _, j := range append(premises, premises...) {
			if j >= i {
				t.Fatalf("step %d rests on step %d", i, j)
			}
			assume(known, p.Steps[j].Conclusion)
		}
		switch s.Rule {
		case "assumption":
			if len(s.Premises)+len(s.Axioms) > 0 || !s.Supposed {
				t.Errorf("%s: an assumption with reasons", readable.Axiom(goal))
			}
			continue
		case "without assumption":
			// A fact about an arbitrary instance or arbitrary individuals holds for all.
			// There is no question for a reasoner.
			continue
		}
		ask, ok := question(known, s.Conclusion)
		if !ok {
			t.Errorf("%s: cannot check %s", readable.Axiom(goal), s.Conclusion.Manchester(readable))
			continue
		}
		if !entails(t, known, ask) {
			t.Errorf("%s: step %d is wrong: %s from", readable.Axiom(goal),
				i, s.Conclusion.Manchester(readable))
			for _, a := range known.Axioms {
				t.Logf("    %s", readable.Axiom(a))
			}
			t.Logf("  [%s]", s.Rule)
		}
	}
}

// proves reports whether what a proof ends with says what was asked: an inconsistency proves
// everything.
func proves(conclusion, goal owl.Axiom) bool {
	return conclusion == goal || readable.Axiom(conclusion) == readable.Axiom(goal) ||
		readable.Axiom(conclusion) == readable.Axiom(&owl.SubClassOf{Sub: owl.Thing,
			Super: owl.Nothing})
}

// leftInverse is 1 for steps about the values of a role.
func leftInverse(s Step) int {
	if sub, ok := s.Conclusion.Axiom.(*owl.SubClassOf); ok &&
		strings.Contains(readable.ClassExpression(sub.Sub), "inverse ") {
		return 1
	}
	return 0
}

// assume adds a statement to an ontology.
func assume(o *owl.Ontology, s Statement) {
	add := func(a owl.Axiom) { o.Axioms = append(o.Axioms, a) }
	if s.Axiom != nil {
		add(nameValues(o, s.Axiom))
		return
	}
	x := owl.Datatype{IRI: owl.NewIRI("urn:check:x" + string(rune('a'+len(o.Axioms))))}
	sub := []owl.DataRange{s.Sub}
	if s.Property != (owl.DataProperty{}) {
		values := owl.Datatype{IRI: owl.NewIRI("urn:check:values" +
			string(rune('a'+len(o.Axioms))))}
		add(&owl.DataPropertyRange{Property: s.Property, Range: values})
		sub = append(sub, values)
	}
	add(&owl.DatatypeDefinition{Datatype: x, Range: &owl.DataIntersectionOf{Operands: sub}})
	add(&owl.DatatypeDefinition{Datatype: x,
		Range: &owl.DataIntersectionOf{Operands: append(slices.Clone(sub), s.Super)}})
}

// nameValues gives a name to a filler D ⊓ ∃r⁻.⊤ on the right, where EL has no inverses, and says of
// the name what EL can.
func nameValues(o *owl.Ontology, a owl.Axiom) owl.Axiom {
	sub, ok := a.(*owl.SubClassOf)
	if !ok {
		return a
	}
	some, ok := sub.Super.(*owl.ObjectSomeValuesFrom)
	if !ok {
		return a
	}
	var d []owl.ClassExpression
	values := some.Filler
	if and, ok := some.Filler.(*owl.ObjectIntersectionOf); ok {
		values, d = and.Operands[len(and.Operands)-1], and.Operands[:len(and.Operands)-1]
	}
	inverse, ok := values.(*owl.ObjectSomeValuesFrom)
	if !ok {
		return a
	}
	if _, ok := inverse.Property.(*owl.ObjectInverseOf); !ok {
		return a
	}
	name := owl.Class{IRI: owl.NewIRI("urn:check:" + owl.Manchester{}.ClassExpression(some.Filler))}
	for _, c := range d {
		o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: name, Super: c})
	}
	o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: some.Filler, Super: name})
	for _, b := range o.Axioms {
		// Axioms about D ⊓ ∃r⁻.⊤ hold for the name, which is not entailed by the left side.
		if b, ok := b.(*owl.SubClassOf); ok && owl.ClassExpression(name) != b.Super &&
			readable.ClassExpression(b.Sub) == readable.ClassExpression(some.Filler) {
			o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: name, Super: b.Super})
		}
	}
	return &owl.SubClassOf{Sub: sub.Sub,
		Super: &owl.ObjectSomeValuesFrom{Property: some.Property, Filler: name}}
}

// question returns the axiom that holds exactly when a statement does; it may add what it takes to
// ask.
func question(o *owl.Ontology, s Statement) (owl.Axiom, bool) {
	add := func(a owl.Axiom) { o.Axioms = append(o.Axioms, a) }
	if s.Axiom == nil {
		p := owl.DataProperty{IRI: owl.NewIRI("urn:check:p")}
		add(&owl.DataPropertyRange{Property: p, Range: s.Sub})
		if s.Property != (owl.DataProperty{}) {
			add(&owl.SubDataPropertyOf{Sub: p, Super: s.Property})
		}
		return &owl.DataPropertyRange{Property: p, Range: s.Super}, true
	}
	sub, ok := nameValues(o, s.Axiom).(*owl.SubClassOf)
	if !ok {
		return s.Axiom, true
	}
	operands := []owl.ClassExpression{sub.Sub}
	if and, ok := sub.Sub.(*owl.ObjectIntersectionOf); ok {
		operands = and.Operands
	}
	some, ok := operands[len(operands)-1].(*owl.ObjectSomeValuesFrom)
	if !ok {
		return sub, true
	}
	inverse, ok := some.Property.(*owl.ObjectInverseOf)
	if !ok {
		return sub, true
	}
	a, b := owl.AnonymousIndividual{ID: owl.NewIRI("check-a")},
		owl.AnonymousIndividual{ID: owl.NewIRI("check-b")}
	add(&owl.ObjectPropertyAssertion{Property: inverse.Property, Source: a, Target: b})
	for _, c := range operands[:len(operands)-1] {
		add(&owl.ClassAssertion{Class: c, Individual: b})
	}
	return &owl.ClassAssertion{Class: sub.Super, Individual: b}, true
}

func TestOutsideEL(t *testing.T) {
	o := readOWL(t, `Prefix(:=<urn:x:>) Ontology(
		SubClassOf(:A ObjectAllValuesFrom(:r :B))
		SubClassOf(:A :C) FunctionalObjectProperty(:r))`)
	e := explainerOf(t, o, Options{})
	x, err := e.Axiom(t.Context(), o.Axioms[0])
	if err != nil || !x.Entailed() {
		t.Errorf("an asserted axiom outside EL: %v", err)
	}
	j, err := x.Justifications(t.Context(), Limits{Count: All})
	if err != nil || len(j.Sets) != 1 || !slices.Equal(j.Sets[0], []int{0}) {
		t.Errorf("its justification: %v, %v", j, err)
	}
	b := owl.Class{IRI: owl.NewIRI("urn:x:B")}
	r := owl.ObjectProperty{IRI: owl.NewIRI("urn:x:r")}
	if _, err := e.Axiom(t.Context(), &owl.SubClassOf{
		Sub: b, Super: &owl.ObjectAllValuesFrom{Property: r, Filler: b},
	}); !errors.Is(err, ErrOutsideEL) {
		t.Errorf("another axiom outside EL: %v, want %v", err, ErrOutsideEL)
	}
	if _, err := e.Axiom(t.Context(), &owl.DatatypeDefinition{
		Datatype: owl.RDFSLiteral, Range: owl.RDFSLiteral,
	}); !errors.Is(err, ErrOutsideEL) {
		t.Errorf("another kind of axiom: %v, want %v", err, ErrOutsideEL)
	}
	for _, a := range []owl.Axiom{&owl.AsymmetricObjectProperty{Property: r},
		&owl.Declaration{Entity: b}} {
		if x, err := e.Axiom(t.Context(), a); err != nil || x.Entailed() {
			t.Errorf("%s follows, %v", readable.Axiom(a), err)
		}
	}
	if x, err := e.Axiom(t.Context(), &owl.FunctionalObjectProperty{Property: r}); err != nil ||
		!x.Entailed() {
		t.Errorf("an asserted axiom that the normal form does not have: %v", err)
	}
}
