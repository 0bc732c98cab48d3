package curate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// TestSuggestionsTogether asks one Suggester about many classes at the same time, sometimes not
// waiting for the answer, and holds the answers to those that were given one after the other. It is
// for the race detector.
func TestSuggestionsTogether(t *testing.T) {
	const askers, asked = 6, 25
	s := openOutside(t, "cl-blood-immune", t.TempDir(), 50, 20)
	rng := rand.New(rand.NewPCG(1, 2))
	subjects := []owl.IRI{s.Terminology.Classes[0]}
	for len(subjects) < asked {
		if c := rng.IntN(len(s.Terminology.Classes)); !s.Terminology.Deprecated[c] {
			subjects = append(subjects, s.Terminology.Classes[c])
		}
	}
	ask := func(ctx context.Context, subject owl.IRI) (string, error) {
		list, err := s.Suggester.For(ctx, subject, suggest.Request{Tiers: suggest.Tiers})
		var b strings.Builder
		for i := range list {
			x := &list[i]
			fmt.Fprintln(&b, string(owl.AppendAxiom(nil, x.Axiom, nil)), x.Score, x.Probability,
				x.Rank, x.Verdict, x.Inconsistent, x.Unsatisfiable)
			for _, e := range x.Evidence {
				fmt.Fprintln(&b, e.Kind, e.Template)
			}
		}
		return b.String(), err
	}
	alone := make([]string, len(subjects))
	for i, subject := range subjects {
		var err error
		if alone[i], err = ask(t.Context(), subject); err != nil &&
			!errors.Is(err, suggest.ErrDeprecated) {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for asker := range uint64(askers) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(3, asker))
			for _, i := range rng.Perm(len(subjects)) {
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if rng.IntN(4) == 0 {
					ctx, cancel = context.WithTimeout(ctx,
						time.Duration(rng.IntN(5000))*time.Microsecond)
				}
				got, err := ask(ctx, subjects[i])
				cancel()
				switch {
				case errors.Is(err, context.DeadlineExceeded),
					errors.Is(err, suggest.ErrDeprecated):
				case err != nil:
					t.Error(err)
				case got != alone[i]:
					t.Errorf("%s: together\n%s\nalone\n%s", subjects[i], got, alone[i])
				}
			}
		})
	}
	wg.Wait()
}
