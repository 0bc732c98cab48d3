package curate

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/suggest/rank"
)

var (
	models = flag.String("models", "", "folder where benchmarks keep the models that they train")
	steps  = flag.Int("steps", 300, "steps of these trainings")
)

// openOutside opens a session on an ontology of the test data, with a model of the given steps and
// dimensions.
func openOutside(t testing.TB, name, models string, steps, dim int) *Session {
	t.Helper()
	o := readOutside(t, name)
	variant := embed.Corrected(embed.Box2EL)
	hyper := embed.HyperOf(embed.Box2EL, variant)
	hyper.Steps, hyper.Dim = steps, dim
	start := time.Now()
	s, err := Open(t.Context(), Source{Name: name, Ontology: o}, Options{
		Models: models, Training: embed.Options{Seed: 1, Variant: &variant, Hyper: &hyper},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: opened in %v, trained just now: %t",
		name, time.Since(start).Round(time.Millisecond), s.Use.Trained)
	return s
}

// BenchmarkSuggest measures the time a curator waits, with a loaded model: twenty suggestions for a
// class with verdicts and evidence, and the effect of one.
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
	// made by the first request
	if _, err := s.Suggester.For(ctx, subject(),
		suggest.Request{Tiers: suggest.Tiers}); err != nil {
		b.Fatal(err)
	}
	var shown []suggest.Suggestion
	b.Run("For", func(b *testing.B) {
		var m measured
		for b.Loop() {
			iri := subject()
			m.begin()
			list, err := s.Suggester.For(ctx, iri, suggest.Request{Tiers: suggest.Tiers})
			m.end()
			if err != nil {
				b.Fatal(err)
			}
			if m.slowest() > 100*time.Millisecond {
				b.Logf("%s took %v", iri, m.slowest())
			}
			shown = append(shown, list...)
		}
		m.report(b)
		b.ReportMetric(float64(len(shown))/float64(len(m.cpu)), "shown/op")
	})
	b.Run("Again", func(b *testing.B) { // after a decision, for one
		var m measured
		for b.Loop() {
			iri := shown[rng.IntN(len(shown))].Subject
			m.begin()
			_, err := s.Suggester.For(ctx, iri, suggest.Request{Tiers: suggest.Tiers})
			m.end()
			if err != nil {
				b.Fatal(err)
			}
		}
		m.report(b)
	})
	b.Run("Effect", func(b *testing.B) {
		var m measured
		for b.Loop() {
			axiom := shown[rng.IntN(len(shown))].Axiom
			m.begin()
			_, err := s.Reasoner.Effect(ctx, []owl.Axiom{axiom}, 5)
			m.end()
			if err != nil {
				b.Fatal(err)
			}
		}
		m.report(b)
	})
}

// measured are the durations of single operations, by the clock and by the processor.
type measured struct {
	start     time.Time
	startCPU  time.Duration
	wall, cpu []time.Duration
}

func (m *measured) begin() { m.start, m.startCPU = time.Now(), cpuTime() }

func (m *measured) end() {
	m.wall, m.cpu = append(m.wall, time.Since(m.start)), append(m.cpu, cpuTime()-m.startCPU)
}

// slowest is the processor time of the last operation, where that is the longest so far.
func (m *measured) slowest() time.Duration {
	if last := m.cpu[len(m.cpu)-1]; last == slices.Max(m.cpu) {
		return last
	}
	return 0
}

func (m *measured) report(b *testing.B) {
	for _, by := range []struct {
		name  string
		times []time.Duration
	}{{"", m.wall}, {"-cpu", m.cpu}} {
		slices.Sort(by.times)
		for _, p := range []int{50, 90, 99, 100} {
			at := by.times[(len(by.times)-1)*p/100]
			b.ReportMetric(float64(at.Microseconds())/1000, fmt.Sprintf("p%d%s-ms", p, by.name))
		}
		var sum time.Duration
		for _, d := range by.times {
			sum += d
		}
		b.ReportMetric(float64(sum.Microseconds())/1000/float64(len(by.times)),
			"mean"+by.name+"-ms")
	}
}

// BenchmarkRanking ranks superclasses and restrictions of classes with a trained model.
func BenchmarkRanking(b *testing.B) {
	folder := *models
	if folder == "" {
		folder = b.TempDir()
	}
	s := openOutside(b, "obo-medium", folder, *steps, 200)
	weights, err := rank.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	x := s.Findings.Index()
	for _, model := range []rank.Model{nil, s.geometry} {
		e := rank.New(x, weights)
		e.UseModel(model)
		b.Run(fmt.Sprintf("model=%t", e.HasModel()), func(b *testing.B) {
			var m measured
			step := len(x.Classes)/997 + 1
			for c := 0; b.Loop(); c = (c + step) % len(x.Classes) {
				m.begin()
				subject := e.Subject(int32(c))
				var failed error
				var wait sync.WaitGroup
				wait.Go(func() {
					_, failed = e.Restrictions(b.Context(), subject, rank.NoProperty)
				})
				_, err := e.Superclasses(b.Context(), subject)
				wait.Wait()
				m.end()
				if err := cmp.Or(err, failed); err != nil {
					b.Fatal(err)
				}
			}
			m.report(b)
		})
	}
}
