package db

import (
	"fmt"
	"testing"

	"box2el-owl/owl"
)

// TestRuns records runs on two ontologies. The store keeps the last ten of each. It reads their
// suggestions by page, filtered and sorted.
func TestRuns(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	axiom := func(i int) owl.Hash { return owl.HashAxiom(mustParse(t, subclass(1, i))) }
	run := func(iri string, probability float64) Run {
		t.Helper()
		group := []owl.Hash{axiom(3), axiom(4)}
		r, err := s.SaveRun(t.Context(), Run{Ontology: iri, Model: "m",
			Options: []byte(`{"limit": 1}`)}, []Shown{
			{Axiom: subclass(1, 2), Axioms: []owl.Hash{axiom(2)}, Form: "NF1", Tier: "likely",
				Subject: "http://example.org/C1", Probability: probability, Verdict: "new",
				Evidence: []byte(`[{"kind":"name"}]`)},
			{Axiom: subclass(1, 3), Axioms: group, Form: "NF1", Tier: "possible", Subject: "b", Score: 1},
			{Axiom: subclass(1, 5), Axioms: []owl.Hash{axiom(5)}, Tier: "possible", Subject: "a", Score: 2},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const other = "http://example.org/other"
	run(other, .9)
	done := record(t, s, Accept, axiomOf(t, 7, 8, true, ""))
	var last Run
	for i := range keptRuns + 5 {
		last = run(onto, float64(i)/100)
	}
	for iri, want := range map[string]int{onto: keptRuns, other: 1, "": keptRuns + 1} {
		if runs := must(s.Runs(t.Context(), iri)); len(runs) != want {
			t.Fatalf("%d runs on %q are left, want %d", len(runs), iri, want)
		}
	}
	got := must(s.RunByID(t.Context(), onto, last.ID))
	if got.Operation != done.ID || got.Found != 3 || got.Model != "m" || !got.At.Equal(last.At) {
		t.Errorf("the last run: %+v", got)
	}
	for iri, id := range map[string]int64{onto: 2, other: last.ID} { // forgotten; of another one
		if _, err := s.RunByID(t.Context(), iri, id); err == nil {
			t.Errorf("run %d on %s is there", id, iri)
		}
	}

	shownLast := func(iri string, axiom owl.Hash, run int64) string {
		x, ok, err := s.LastShown(t.Context(), iri, axiom, run)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%v %v %v %v", ok, x.Rank, x.Probability, x.Verdict)
	}
	for name, got := range map[string]string{
		"true 1 0.14 new": shownLast(onto, axiom(2), 0),
		"true 2 0 ":       shownLast(onto, axiom(4), 0), // of the group
		"true 1 0.9 new":  shownLast(other, axiom(2), 0),
		"true 1 0.13 new": shownLast(onto, axiom(2), last.ID-1),
		"false 0 0 ":      shownLast(onto, axiom(9), 0),
	} {
		if got != name {
			t.Errorf("shown: %s, want %s", got, name)
		}
	}

	for want, f := range map[string]ShownFilter{
		"1 2 3 of 3": {}, "2 of 3": {Offset: 1, Limit: 1}, "2 3 of 2": {Tier: "possible"},
		"1 of 1": {Verdict: "new"}, "3 2 1 of 3": {Order: ByScore}, "3 of 1": {Subject: "a"},
		"3 2 of 2": {Order: BySubject, Tier: "possible"},
	} {
		shown, total, err := s.ShownIn(t.Context(), last.ID, f)
		got := ""
		for _, x := range shown {
			got += fmt.Sprint(x.Rank, " ")
		}
		if got += fmt.Sprint("of ", total); err != nil || got != want {
			t.Errorf("%+v: %s, want %s: %v", f, got, want, err)
		}
	}
	if err := s.ForgetRuns(t.Context(), "http://example.org/oth"); err != nil {
		t.Fatal(err)
	}
	if runs := must(s.Runs(t.Context(), "")); len(runs) != keptRuns {
		t.Errorf("%d runs are left", len(runs))
	}
	var axioms int
	if err := s.read.QueryRow("SELECT count(*) FROM suggestion_axioms").Scan(&axioms); err != nil ||
		axioms != 4*keptRuns {
		t.Errorf("%d axioms of %d runs: %v", axioms, keptRuns, err)
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

// BenchmarkSaveRun saves a run of 10,000 suggestions.
func BenchmarkSaveRun(b *testing.B) {
	s, err := Open(b.Context(), b.TempDir()+"/store.db", Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	shown := make([]Shown, 10_000)
	more := fmt.Appendf(nil, `{"x":"%0500d"}`, 0)
	for i := range shown {
		axiom := must(ParseAxiom(subclass(i, i+1)))
		shown[i] = Shown{Axiom: owl.Canonical(axiom), Axioms: []owl.Hash{owl.HashAxiom(axiom)},
			Tier: "likely", More: more}
	}
	for b.Loop() {
		must(s.SaveRun(b.Context(), Run{Ontology: onto}, shown))
	}
}
