package db

import (
	"fmt"
	"testing"

	"box2el-owl/owl"
)

// TestRuns records runs on two ontologies, forgets old ones, and finds what was shown last.
func TestRuns(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	run := func(iri string, content byte, probability float64) {
		t.Helper()
		o, err := s.SeeOntology(t.Context(), Ontology{IRI: iri, Content: owl.Hash{content}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.StartRun(t.Context(), Run{Ontology: o.ID, Options: []byte(`{"limit": 1}`)})
		if err != nil {
			t.Fatal(err)
		}
		axiom := mustParse(t, subclass(1, 2))
		x := Shown{Axiom: AxiomText(axiom), Hash: owl.HashAxiom(axiom), Form: "NF1", Subject: "http://example.org/C1", Probability: probability, Rank: 1, Verdict: "new"}
		if err := s.FinishRun(t.Context(), r.ID, []Shown{x}); err != nil {
			t.Fatal(err)
		}
	}
	const other = "http://example.org/other"
	run(other, 1, .9)
	for i := range 5 {
		run(onto, byte(i), float64(i)/10) // the ontology changes between the runs
	}
	last := func(iri string) string {
		t.Helper()
		x, ok, err := s.LastShown(t.Context(), iri, owl.HashAxiom(mustParse(t, subclass(1, 2))))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%v %v %v", ok, x.Probability, x.Verdict)
	}
	if got, want := last(onto), "true 0.4 new"; got != want {
		t.Errorf("shown last: %s, want %s", got, want)
	}
	if got, want := last("http://example.org/never"), "false 0 "; got != want {
		t.Errorf("never shown: %s, want %s", got, want)
	}
	if err := s.KeepRuns(t.Context(), onto, 2); err != nil {
		t.Fatal(err)
	}
	for iri, want := range map[string]int{onto: 2, other: 1} {
		runs, err := s.Runs(t.Context(), iri)
		if err != nil || len(runs) != want {
			t.Fatalf("%d runs on %s are left, want %d: %v", len(runs), iri, want, err)
		}
		shown, err := s.ShownIn(t.Context(), runs[0].ID)
		if err != nil || len(shown) != 1 {
			t.Errorf("%d suggestions of the latest run, want 1: %v", len(shown), err)
		}
	}
	if got, want := last(onto)+" "+last(other), "true 0.4 new true 0.9 new"; got != want {
		t.Errorf("after the older runs were forgotten: %s, want %s", got, want)
	}
}

func mustParse(t *testing.T, text string) owl.Axiom {
	t.Helper()
	axiom, err := ParseAxiom(text)
	if err != nil {
		t.Fatal(err)
	}
	return axiom
}
