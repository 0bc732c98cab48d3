package dataset

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"box2el-owl/internal/owlgen"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// TestFromRandomOntologies converts ontologies with all constructs of OWL 2. The data sets must be
// valid and entailed by the normal forms.
func TestFromRandomOntologies(t *testing.T) {
	ctx := context.Background()
	consistent, said := 0, [NumForms]int{}
	for seed := range uint64(400) {
		onto := owlgen.Ontology(rand.New(rand.NewPCG(seed, 0)), int(seed%30))
		if seed%2 == 0 { // because most ontologies with an axiom of each kind are inconsistent
			onto.Axioms = onto.Axioms[:len(onto.Axioms)/2]
		}
		nf, _, err := el.Normalize(ctx, onto, el.Options{})
		if err != nil {
			t.Fatal(err)
		}
		closure, err := reasoner.NewClosure(ctx, nf, reasoner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		var unsatisfiable []el.Concept
		for c := range el.Concept(nf.NumConcepts()) {
			if c != el.Bottom && closure.Unsatisfiable(c) {
				unsatisfiable = append(unsatisfiable, c)
			}
		}
		d, report, err := FromNormalForm(ctx, nf, onto,
			NormalFormOptions{Unsatisfiable: unsatisfiable})
		if !closure.Consistent() {
			if !errors.Is(err, ErrInconsistent) {
				t.Errorf("seed %d: inconsistent, error %v", seed, err)
			}
			if d, report, err = FromNormalForm(ctx, nf, onto, NormalFormOptions{}); err != nil {
				continue // an axiom makes it inconsistent
			}
			checkCorrespondence(t, nf, d, report)
			continue
		}
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		consistent++
		checkCorrespondence(t, nf, d, report)
		ids := &original{report.Ids}
		for _, form := range answered {
			for axiom := range d.Train[form].Rows() {
				said[form]++
				if !ids.entails(closure, form, axiom) {
					t.Errorf("seed %d: %v %v does not follow", seed, form, axiom)
				}
			}
		}
		checkSplit(t, d, SplitPrediction(d, seed))
	}
	t.Logf("%d consistent, with %v axioms", consistent, said)
	if consistent < 20 {
		t.Errorf("only %d ontologies were consistent", consistent)
	}
}

// original maps queries to the ids of the normal form that a data set was made from.
type original struct{ Correspondence }

func (o *original) entails(closure *reasoner.Closure, form Form, axiom []int32) bool {
	class := func(column int) el.Concept { return o.Concepts[axiom[column]] }
	individual := func(column int) el.Concept { return o.Nominals[axiom[column]] }
	role := func(column int) el.Role { return o.Roles[axiom[column]] }
	switch form {
	case NF1:
		return closure.SubsumedBy(class(0), class(1))
	case NF2:
		return closure.ConjunctionSubsumedBy(class(0), class(1), class(2))
	case NF3:
		return closure.SubsumedByExists(class(0), role(1), class(2))
	case NF4:
		return closure.ExistsSubsumedBy(role(0), class(1), class(2))
	case NF5:
		return closure.ConjunctionSubsumedBy(class(0), class(1), el.Bottom)
	case ConceptAssertion:
		return closure.SubsumedBy(individual(0), class(1))
	case ExistsAssertion:
		return closure.SubsumedByExists(individual(2), role(0), class(1))
	case RoleAssertion:
		return closure.SubsumedByExists(individual(1), role(0), individual(2))
	}
	return false
}

// TestFromNormalFormLosesNothing converts normal forms that a data set can represent completely.
// The closure of satisfiable classes must be the same before and after.
func TestFromNormalFormLosesNothing(t *testing.T) {
	ctx := context.Background()
	compared := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		before := randomDataset(rng)
		nf := before.NormalForm(&before.Train)
		closure, err := reasoner.NewClosure(ctx, nf, reasoner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !closure.Consistent() {
			continue
		}
		var unsatisfiable []el.Concept
		for c := range el.Concept(nf.NumConcepts()) {
			if c != el.Bottom && closure.Unsatisfiable(c) {
				unsatisfiable = append(unsatisfiable, c)
			}
		}
		d, report, err := FromNormalForm(ctx, nf, nil,
			NormalFormOptions{Unsatisfiable: unsatisfiable})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		after := reason(t, d, &d.Train)
		ids := &original{report.Ids}
		for _, form := range answered {
			for range 60 {
				axiom := randomAxiom(rng, d, form)
				if axiom == nil {
					continue
				}
				compared++
				if got, want := after.Entails(form, axiom), ids.entails(closure, form,
					axiom); got != want {
					t.Errorf("seed %d: %v %v follows: %v, before: %v\n%s", seed, form, axiom, got,
						want, dump(before))
				}
			}
		}
	}
	if compared < 10_000 {
		t.Errorf("only %d axioms were compared", compared)
	}
}
