package session

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

var (
	models = flag.String("models", "", "folder where benchmarks keep the models that they train")
	steps  = flag.Int("steps", 300, "steps of these trainings")
)

// openOutside opens a session on an ontology of the test data, with a model of so many steps and dimensions.
func openOutside(t testing.TB, name, models string, steps, dim int) *Session {
	t.Helper()
	o := readOutside(t, name)
	variant := embed.Corrected(embed.Box2EL)
	hyper := embed.HyperOf(embed.Box2EL, variant)
	hyper.Steps, hyper.Dim = steps, dim
	start := time.Now()
	s, err := Open(t.Context(), Source{Name: name, Ontology: o}, Options{
		Models: models, Training: embed.Options{Seed: 1, Variant: &variant, Hyper: &hyper}, Learning: suggest.RankerOptions{Subjects: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	t.Logf("%s: opened in %v, trained just now: %t", name, time.Since(start).Round(time.Millisecond), s.Use.Trained)
	return s
}

// BenchmarkSuggest measures what a curator waits for, with model and state loaded: twenty suggestions for a class with their verdicts and
// grounds, and the effect of one.
func BenchmarkSuggest(b *testing.B) {
	folder := *models
	if folder == "" {
		folder = b.TempDir()
	}
	s := openOutside(b, "obo-medium", folder, *steps, 200)
	ctx := b.Context()
	rng := rand.New(rand.NewPCG(1, 1))
	subject := func() owl.IRI {
		for {
			if c := rng.IntN(len(s.Terminology.Classes)); !s.Terminology.Deprecated[c] {
				return s.Terminology.Classes[c]
			}
		}
	}
	if _, err := s.Suggester.For(ctx, subject(), suggest.Request{}); err != nil { // what is made at the first question
		b.Fatal(err)
	}
	distribution := func(b *testing.B, times []time.Duration) {
		slices.Sort(times)
		at := func(p int) float64 { return float64(times[(len(times)-1)*p/100].Microseconds()) / 1000 }
		b.ReportMetric(at(50), "p50-ms")
		b.ReportMetric(at(99), "p99-ms")
		b.ReportMetric(at(100), "max-ms")
	}
	var shown []suggest.Suggestion
	b.Run("For", func(b *testing.B) {
		var times []time.Duration
		for b.Loop() {
			iri := subject()
			start := time.Now()
			list, err := s.Suggester.For(ctx, iri, suggest.Request{})
			if err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
			shown = append(shown, list...)
		}
		distribution(b, times)
		b.ReportMetric(float64(len(shown))/float64(len(times)), "shown/op")
	})
	b.Run("Effect", func(b *testing.B) {
		var times []time.Duration
		for b.Loop() {
			axiom := shown[rng.IntN(len(shown))].Axiom
			start := time.Now()
			if _, err := s.Suggester.Effect(ctx, []owl.Axiom{axiom}, 5); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
		distribution(b, times)
	})
}
