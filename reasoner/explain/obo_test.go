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

// TestOBOMedium explains random entailments of a large ontology and logs how long that takes.
func TestOBOMedium(t *testing.T) {
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
	start := time.Now()
	if err := e.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("preparing: %v", time.Since(start))
	random := rand.New(rand.NewPCG(1, 2))
	classes := taxonomy.Classes()
	var first []time.Duration
	for n := 0; n < 200; {
		sub := classes[random.IntN(len(classes))]
		supers, _ := taxonomy.Subsumers(sub)
		if len(supers) == 0 {
			continue
		}
		super := supers[random.IntN(len(supers))]
		n++
		start := time.Now()
		x, err := e.Subsumption(t.Context(), sub, super)
		if err != nil {
			t.Fatal(err)
		}
		explained := time.Since(start)
		j, err := x.Justifications(t.Context(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		first = append(first, took)
		if took > 100*time.Millisecond {
			t.Logf("%s ⊑ %s: %v %v, %d nodes %d facts %d inferences, graph %d facts %d edges %d axioms, justification %d", sub.IRI, super.IRI, explained, took, len(x.claims[0].derivation.nodes), len(x.claims[0].derivation.facts), len(x.claims[0].derivation.inferences), len(x.graph.origins), len(x.graph.edges), len(x.graph.axioms), len(j.Sets[0]))
		}
		_ = owl.Nothing
	}
	slices.Sort(first)
	t.Logf("first justification: median %v, p90 %v, max %v", first[100], first[180], first[199])
}
