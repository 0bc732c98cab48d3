package explain

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

var randomGoals = flag.Int("goals", 1500, "random goals to compare with the verdicts of a Reasoner")

// TestAgainstJudge asks for random axioms of every kind about parts of the oracle's random
// ontologies, and wants what Reasoner.Judge says. Each justification found must entail the goal,
// and no part of it may, by fresh Reasoners.
func TestAgainstJudge(t *testing.T) {
	cases := outside.OracleCases(t, "random-*.jsonl.gz")
	const perOntology = 30
	entailed, kinds := 0, make(map[owl.AxiomKind]int)
	for n := range *randomGoals / perOntology {
		random := rand.New(rand.NewPCG(uint64(n), 7))
		o := readOWL(t, cases[random.IntN(len(cases))].OFN)
		o.Axioms = slices.DeleteFunc(o.Axioms, func(owl.Axiom) bool { return random.IntN(5) == 0 })
		r := newReasoner(t, o.Axioms)
		g := newGoals(random, o)
		e := Of(r, Options{})
		for range perOntology {
			goal := g.axiom(owl.SubClassOfKind +
				owl.AxiomKind(random.IntN(int(owl.RuleKind-owl.SubClassOfKind))))
			verdict, err := r.Judge(t.Context(), goal)
			if errors.Is(err, reasoner.ErrNotDecidable) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.Verdict == reasoner.Entailed
			x, err := e.Axiom(t.Context(), goal)
			if err != nil && !errors.Is(err, ErrOutsideEL) {
				t.Fatal(err)
			}
			if got := err == nil && x.Entailed(); got != want {
				t.Errorf("seed %d: %s: %v, want %v; %v", n, owl.Functional(goal), got, want, err)
				continue
			}
			if want && goal.Kind().IsLogical() {
				entailed++
				kinds[goal.Kind()]++
				checkJustifications(t, n, o, x, goal)
			}
			if verdict.Verdict == reasoner.Contradicts && random.IntN(4) == 0 {
				checkContradiction(t, n, o, e, goal, verdict)
			}
		}
	}
	t.Logf("%d of %d goals entailed, of %d kinds", entailed, *randomGoals, len(kinds))
}

func checkJustifications(t *testing.T, seed int, o *owl.Ontology, x *Explanation, goal owl.Axiom) {
	t.Helper()
	j, err := x.Justifications(t.Context(), Limits{Count: 2})
	if err != nil || len(j.Sets) == 0 {
		t.Errorf("seed %d: %s: no justification, %v", seed, owl.Functional(goal), err)
		return
	}
	for _, set := range j.Sets {
		checkMinimal(t, seed, o, x, set, goal)
	}
	if p := proofOf(t, x); p == nil || p.Steps[len(p.Steps)-1].Supposed {
		t.Errorf("seed %d: %s: no proof", seed, owl.Functional(goal))
	}
}

// checkMinimal asks fresh Reasoners.
func checkMinimal(t *testing.T, seed int, o *owl.Ontology, x *Explanation, set []int,
	goal owl.Axiom) {
	t.Helper()
	holds := func(without int) bool {
		var axioms []owl.Axiom
		for _, i := range set {
			if i != without {
				axioms = append(axioms, x.Cited(i))
			}
		}
		entailed, _, err := newReasoner(t, axioms).Entails(t.Context(), goal)
		if err != nil {
			t.Fatal(err)
		}
		return entailed
	}
	if !holds(-1) {
		t.Errorf("seed %d: %s: not a justification: %v", seed, owl.Functional(goal), set)
	}
	for _, i := range set {
		if holds(i) {
			t.Errorf("seed %d: %s: not minimal: %v", seed, owl.Functional(goal), set)
		}
	}
}

func checkContradiction(t *testing.T, seed int, o *owl.Ontology, e *Explainer, axiom owl.Axiom,
	j *reasoner.Judgement) {
	t.Helper()
	goal := &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}
	if !j.Inconsistent {
		goal.Sub = j.Unsatisfiable[0]
	}
	x, err := e.Supposing(axiom).Axiom(t.Context(), goal)
	if err != nil || !x.Entailed() {
		t.Errorf("seed %d: supposing %s: %s does not follow: %v", seed, owl.Functional(axiom),
			owl.Functional(goal), err)
		return
	}
	found, err := x.Justifications(t.Context(), Limits{})
	if err != nil || len(found.Sets) == 0 || !slices.Contains(found.Sets[0], FirstHypothetical) {
		t.Errorf("seed %d: supposing %s: %s: %v, %v", seed, owl.Functional(axiom),
			owl.Functional(goal), found, err)
		return
	}
	checkMinimal(t, seed, o, x, found.Sets[0], goal)
}

// goals makes random axioms in the terms of an ontology.
type goals struct {
	*rand.Rand
	classes     []owl.ClassExpression
	objects     []owl.ObjectProperty
	data        []owl.DataProperty
	individuals []owl.Individual
	literals    []*owl.Literal
	ranges      []owl.DataRange
}

func newGoals(random *rand.Rand, o *owl.Ontology) *goals {
	g := &goals{
		Rand:        random,
		objects:     []owl.ObjectProperty{{IRI: owl.NewIRI("urn:new:r")}},
		data:        []owl.DataProperty{{IRI: owl.NewIRI("urn:new:d")}},
		individuals: []owl.Individual{owl.NamedIndividual{IRI: owl.NewIRI("urn:new:a")}},
		literals: []*owl.Literal{{Lexical: "1", Datatype: owl.XSDInteger},
			{Lexical: "a", Datatype: owl.XSDString}},
		ranges:  []owl.DataRange{owl.XSDInteger, owl.XSDString, owl.RDFSLiteral},
		classes: []owl.ClassExpression{owl.Class{IRI: owl.NewIRI("urn:new:C")}},
	}
	seen := make(map[owl.Entity]bool)
	for _, a := range o.Axioms {
		for _, entity := range owl.AxiomSignature(a) {
			if seen[entity] || el.IsBuiltIn(entity) {
				continue
			}
			seen[entity] = true
			switch entity := entity.(type) {
			case owl.Class:
				g.classes = append(g.classes, entity)
			case owl.ObjectProperty:
				g.objects = append(g.objects, entity)
			case owl.DataProperty:
				g.data = append(g.data, entity)
			case owl.NamedIndividual:
				g.individuals = append(g.individuals, entity)
			}
		}
		if b, ok := a.(*owl.DataPropertyAssertion); ok {
			g.literals = append(g.literals, b.Target)
		}
		if b, ok := a.(*owl.DataPropertyRange); ok {
			g.ranges = append(g.ranges, b.Range)
		}
	}
	return g
}

func one[A any](g *goals, list []A) A { return list[g.IntN(len(list))] }

func some[A any](g *goals, make func() A) []A {
	list := []A{make(), make()}
	if g.IntN(3) == 0 {
		list = append(list, make())
	}
	return list
}

func (g *goals) class() owl.ClassExpression {
	if g.IntN(3) > 0 {
		return one(g, g.classes)
	}
	switch g.IntN(7) {
	case 0:
		return &owl.ObjectIntersectionOf{Operands: some(g, g.class)}
	case 1, 2:
		return &owl.ObjectSomeValuesFrom{Property: one(g, g.objects), Filler: g.class()}
	case 3:
		return &owl.ObjectHasValue{Property: one(g, g.objects), Individual: one(g, g.individuals)}
	case 4:
		return &owl.ObjectHasSelf{Property: one(g, g.objects)}
	case 5:
		return &owl.DataHasValue{Property: one(g, g.data), Value: one(g, g.literals)}
	}
	return owl.Nothing
}

func (g *goals) object() owl.ObjectPropertyExpression {
	if g.IntN(8) == 0 {
		return &owl.ObjectInverseOf{Property: one(g, g.objects)}
	}
	return one(g, g.objects)
}

func (g *goals) axiom(kind owl.AxiomKind) owl.Axiom {
	p, q := g.object(), g.object()
	d, e := one(g, g.data), one(g, g.data)
	a, b := one(g, g.individuals), one(g, g.individuals)
	switch kind {
	case owl.EquivalentClassesKind:
		return &owl.EquivalentClasses{Classes: some(g, g.class)}
	case owl.DisjointClassesKind:
		return &owl.DisjointClasses{Classes: some(g, g.class)}
	case owl.DisjointUnionKind:
		return &owl.DisjointUnion{Class: one(g, g.classes).(owl.Class), Classes: some(g, g.class)}
	case owl.SubObjectPropertyOfKind:
		return &owl.SubObjectPropertyOf{Sub: p, Super: q}
	case owl.SubPropertyChainOfKind:
		return &owl.SubPropertyChainOf{Chain: some(g, g.object), Super: p}
	case owl.EquivalentObjectPropertiesKind:
		return &owl.EquivalentObjectProperties{Properties: []owl.ObjectPropertyExpression{p, q}}
	case owl.DisjointObjectPropertiesKind:
		return &owl.DisjointObjectProperties{Properties: []owl.ObjectPropertyExpression{p, q}}
	case owl.InverseObjectPropertiesKind:
		return &owl.InverseObjectProperties{First: p, Second: q}
	case owl.ObjectPropertyDomainKind:
		return &owl.ObjectPropertyDomain{Property: p, Domain: g.class()}
	case owl.ObjectPropertyRangeKind:
		return &owl.ObjectPropertyRange{Property: p, Range: g.class()}
	case owl.FunctionalObjectPropertyKind:
		return &owl.FunctionalObjectProperty{Property: p}
	case owl.InverseFunctionalObjectPropertyKind:
		return &owl.InverseFunctionalObjectProperty{Property: p}
	case owl.ReflexiveObjectPropertyKind:
		return &owl.ReflexiveObjectProperty{Property: p}
	case owl.IrreflexiveObjectPropertyKind:
		return &owl.IrreflexiveObjectProperty{Property: p}
	case owl.SymmetricObjectPropertyKind:
		return &owl.SymmetricObjectProperty{Property: p}
	case owl.AsymmetricObjectPropertyKind:
		return &owl.AsymmetricObjectProperty{Property: p}
	case owl.TransitiveObjectPropertyKind:
		return &owl.TransitiveObjectProperty{Property: p}
	case owl.SubDataPropertyOfKind:
		return &owl.SubDataPropertyOf{Sub: d, Super: e}
	case owl.EquivalentDataPropertiesKind:
		return &owl.EquivalentDataProperties{Properties: []owl.DataProperty{d, e}}
	case owl.DisjointDataPropertiesKind:
		return &owl.DisjointDataProperties{Properties: []owl.DataProperty{d, e}}
	case owl.DataPropertyDomainKind:
		return &owl.DataPropertyDomain{Property: d, Domain: g.class()}
	case owl.DataPropertyRangeKind:
		return &owl.DataPropertyRange{Property: d, Range: one(g, g.ranges)}
	case owl.FunctionalDataPropertyKind:
		return &owl.FunctionalDataProperty{Property: d}
	case owl.HasKeyKind:
		if g.IntN(2) == 0 {
			return &owl.HasKey{Class: g.class(), DataProperties: []owl.DataProperty{d}}
		}
		return &owl.HasKey{Class: g.class(),
			ObjectProperties: []owl.ObjectPropertyExpression{one(g, g.objects)}}
	case owl.SameIndividualKind:
		return &owl.SameIndividual{Individuals: []owl.Individual{a, b}}
	case owl.DifferentIndividualsKind:
		return &owl.DifferentIndividuals{Individuals: []owl.Individual{a, b}}
	case owl.ClassAssertionKind:
		return &owl.ClassAssertion{Class: g.class(), Individual: a}
	case owl.ObjectPropertyAssertionKind:
		return &owl.ObjectPropertyAssertion{Property: p, Source: a, Target: b}
	case owl.NegativeObjectPropertyAssertionKind:
		return &owl.NegativeObjectPropertyAssertion{Property: p, Source: a, Target: b}
	case owl.DataPropertyAssertionKind:
		return &owl.DataPropertyAssertion{Property: d, Source: a, Target: one(g, g.literals)}
	case owl.NegativeDataPropertyAssertionKind:
		return &owl.NegativeDataPropertyAssertion{Property: d, Source: a,
			Target: one(g, g.literals)}
	}
	return &owl.SubClassOf{Sub: g.class(), Super: g.class()}
}
