package explain

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// TestOBOMedium explains 200 random entailments of a large ontology, checks all that is said of them, and logs how long the
// answers took.
func TestOBOMedium(t *testing.T) {
	if testing.Short() {
		t.Skip("reads and classifies a large ontology")
	}
	o, taxonomy, e := largeOntology(t)
	random := rand.New(rand.NewPCG(1, 2))
	classes := taxonomy.Classes()
	var proofs, justifications []time.Duration
	var counts explained
	for len(proofs) < 200 {
		sub := classes[random.IntN(len(classes))]
		supers, _ := taxonomy.Subsumers(sub)
		if len(supers) == 0 {
			continue
		}
		goal := &owl.SubClassOf{Sub: sub, Super: supers[random.IntN(len(supers))]}
		start := time.Now()
		x := explainWith(t, e, goal)
		proof := x.Proof()
		proofs = append(proofs, time.Since(start))

		start = time.Now()
		x = explainWith(t, e, goal)
		first, err := x.Justifications(t.Context(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		justifications = append(justifications, time.Since(start))

		counts.checkSet(t, o, x, goal, first.Sets[0], reasonerEntails)
		checkProof(t, o, proof, goal)
	}
	logTimes(t, "first proof", proofs)
	logTimes(t, "first justification", justifications)
	t.Logf("%d of %d justifications by the reasoner too", counts.byReasoner, counts.justifications)
}

func largeOntology(t testing.TB) (*owl.Ontology, *reasoner.Taxonomy, *Explainer) {
	t.Helper()
	path := outside.Data(t, "ontologies/obo-medium.ofn.gz")
	o, _, err := rdfio.ReadFile(t.Context(), path, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	nf := normalize(t, o)
	taxonomy, err := reasoner.Classify(t.Context(), nf, reasoner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := New(o, nf, Options{Taxonomy: taxonomy})
	if err := e.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return o, taxonomy, e
}

func logTimes(t *testing.T, what string, times []time.Duration) {
	slices.Sort(times)
	n := len(times)
	t.Logf("%s: median %v, 90%% within %v, all within %v", what, times[n/2], times[n*9/10], times[n-1])
}

// BenchmarkExplain measures the first proof and the first justification of random entailments of a large ontology.
func BenchmarkExplain(b *testing.B) {
	_, taxonomy, e := largeOntology(b)
	random := rand.New(rand.NewPCG(1, 2))
	classes := taxonomy.Classes()
	var goals []owl.Axiom
	for len(goals) < 200 {
		sub := classes[random.IntN(len(classes))]
		if supers, _ := taxonomy.Subsumers(sub); len(supers) > 0 {
			goals = append(goals, &owl.SubClassOf{Sub: sub, Super: supers[random.IntN(len(supers))]})
		}
	}
	next := 0
	goal := func() owl.Axiom {
		next++
		return goals[next%len(goals)]
	}
	b.Run("proof/obo-medium", func(b *testing.B) {
		for b.Loop() {
			x, err := e.Axiom(b.Context(), goal())
			if err != nil || x.Proof() == nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("justification/obo-medium", func(b *testing.B) {
		for b.Loop() {
			x, err := e.Axiom(b.Context(), goal())
			if err != nil {
				b.Fatal(err)
			}
			if _, err := x.Justifications(b.Context(), Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
