package reasoner_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner"
)

// split distributes the axioms of a normal form that layers can add and remove over three: kept,
// removed and added ones.
func split(nf *el.Ontology, r *rand.Rand) (kept, removed, added *el.Ontology) {
	parts := [3]*el.Ontology{}
	for i := range parts {
		parts[i] = &el.Ontology{Vocabulary: nf.Vocabulary}
	}
	parts[0].Inclusions, parts[0].Chains, parts[0].Ranges = nf.Inclusions, nf.Chains, nf.Ranges
	parts[0].Reflexive, parts[0].HasSelf, parts[0].SelfSubs = nf.Reflexive, nf.HasSelf, nf.SelfSubs
	deal := func(most int) *el.Ontology {
		switch n := r.IntN(8); {
		case n == 0 && most > 1:
			return parts[1]
		case n <= 2 && most > 0:
			return parts[2]
		}
		return parts[0]
	}
	for _, a := range nf.NF1 {
		p := deal(2)
		p.NF1 = append(p.NF1, a)
	}
	for _, a := range nf.NF2 {
		p := deal(2)
		p.NF2 = append(p.NF2, a)
	}
	for _, a := range nf.NF3 {
		p := deal(2)
		p.NF3 = append(p.NF3, a)
	}
	for _, a := range nf.NF4 {
		p := deal(1)
		p.NF4 = append(p.NF4, a)
	}
	for _, a := range nf.Disjoint {
		p := deal(1)
		p.Disjoint = append(p.Disjoint, a)
	}
	return parts[0], parts[1], parts[2]
}

func join(a, b *el.Ontology) *el.Ontology {
	c := *a
	c.NF1 = append(a.NF1[:len(a.NF1):len(a.NF1)], b.NF1...)
	c.NF2 = append(a.NF2[:len(a.NF2):len(a.NF2)], b.NF2...)
	c.NF3 = append(a.NF3[:len(a.NF3):len(a.NF3)], b.NF3...)
	c.NF4 = append(a.NF4[:len(a.NF4):len(a.NF4)], b.NF4...)
	c.Disjoint = append(a.Disjoint[:len(a.Disjoint):len(a.Disjoint)], b.Disjoint...)
	return &c
}

// TestLayers removes and adds axioms of random normal forms in layers and compares with a run from
// scratch.
func TestLayers(t *testing.T) {
	seeds := randomCases(2000, 300)
	layers(t, randomAxioms, seeds)
}

// TestLayersWithData is TestLayers with data.
func TestLayersWithData(t *testing.T) {
	seeds := randomCases(1000, 200)
	layers(t, randomDataAxioms, seeds)
}

func layers(t *testing.T, random func(seed uint64) []string, seeds uint64) {
	t.Helper()
	rebuilt, failures := 0, 0
	for seed := range seeds {
		axioms := withoutIndividuals(random(seed))
		compare := func(axioms []string) (difference string, rebuilt bool) {
			nf := normalize(t, readOWL(t, document(axioms)))
			kept, removed, added := split(nf, rand.New(rand.NewPCG(seed, 1)))
			got, rebuild, err := reasoner.ClassifyInLayers(t.Context(), join(kept, removed),
				removed, added)
			if err != nil {
				t.Fatal(err)
			}
			if rebuild {
				return "", true
			}
			want := classify(t, join(kept, added), 1)
			return differ(t, want, got), false
		}
		difference, again := compare(axioms)
		if again {
			rebuilt++
		}
		if difference == "" {
			continue
		}
		axioms = shrink(axioms, func(less []string) bool { d, _ := compare(less); return d != "" })
		difference, _ = compare(axioms)
		t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(axioms, "\n"), difference)
		if failures++; failures == 3 {
			t.Fatal("and so on")
		}
	}
	t.Logf("%d of %d need a new index", rebuilt, seeds)
}

// differ returns a difference between two taxonomies, or "".
func differ(t testing.TB, want, got *reasoner.Taxonomy) string {
	t.Helper()
	a, b := string(tsv(t, want)), string(tsv(t, got))
	if a == b {
		return ""
	}
	return fmt.Sprintf("from scratch:\n%s\nin layers:\n%s", a, b)
}

func withoutIndividuals(axioms []string) []string {
	var rest []string
	for _, a := range axioms {
		if !strings.Contains(a, "ObjectOneOf") && !strings.Contains(a, "Assertion") {
			rest = append(rest, a)
		}
	}
	return rest
}
