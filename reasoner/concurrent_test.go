package reasoner_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// TestConcurrentQuestions queries one Reasoner concurrently, while edits derive others from it, and
// compares the answers with those of sequential calls. It is for the race detector.
func TestConcurrentQuestions(t *testing.T) {
	const askers = 4
	for seed := range uint64(20) {
		declared := declarations(seed)
		axioms := append(declared, randomAxioms(seed)...)
		alone, together := mustNew(t, axioms), mustNew(t, axioms)
		var wg sync.WaitGroup
		for asker := range uint64(askers) {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(seed, asker))
				for range 8 {
					expression, other := randomExpression(r, seed), randomExpression(r, seed)
					want, err := ask(t, alone, expression, other)
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := ask(t, together, expression, other); err != nil || got != want {
						t.Errorf("seed %d: %s, %s: %s, %v; alone %s", seed, expression, other, got,
							err, want)
					}
				}
			})
		}
		wg.Wait()
	}
}

// ask returns the answers of a Reasoner to two expressions, and its state with an axiom added and
// one removed.
func ask(t *testing.T, r *reasoner.Reasoner, expression, other string) (string, error) {
	c, err := owl.ParseClassExpression(expression, testPrefixes())
	if err != nil {
		return "", err
	}
	answer, err := r.Query(t.Context(), c, true)
	if err != nil {
		return "", err
	}
	axiom := parseAxiom(fmt.Sprintf("SubClassOf(%s %s)", expression, other))
	judgement, err := r.Judge(t.Context(), axiom)
	if err != nil {
		return "", err
	}
	effect, err := r.Effect(t.Context(), []owl.Axiom{axiom}, 5)
	if err != nil {
		return "", err
	}
	axioms := r.Axioms()
	edited, err := r.Apply(t.Context(), []owl.Axiom{axiom}, axioms[len(axioms)-1:])
	if err != nil {
		return "", err
	}
	outside := ""
	if judgement.Outside.First != nil {
		outside = string(owl.AppendAxiom(nil, judgement.Outside.First, nil))
	}
	found := *judgement
	found.Outside.First = nil // a pointer
	return fmt.Sprint(*answer, found, outside, *effect, tsv(t, edited.Taxonomy())), nil
}
