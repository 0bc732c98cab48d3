package reasoner_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// interactive holds the benchmark of a server's reasoner: one large ontology and random questions.
type interactive struct {
	r          *reasoner.Reasoner
	classes    []owl.Class
	properties []owl.ObjectProperty
	subClassOf []*owl.SubClassOf
	*rand.Rand
}

func newInteractive(b *testing.B) *interactive {
	path := outside.Data(b, "ontologies", "obo-medium.ofn.gz")
	o := readOWL(b, string(outside.Unpack(b, path)))
	start := time.Now()
	r, err := reasoner.New(b.Context(), o, reasoner.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("classified in %v", time.Since(start))
	i := &interactive{r: r, classes: r.Taxonomy().Classes(), Rand: rand.New(rand.NewPCG(1, 1))}
	used := make(map[owl.ObjectProperty]bool)
	for _, a := range o.Axioms {
		if s, ok := a.(*owl.SubClassOf); ok {
			i.subClassOf = append(i.subClassOf, s)
			if some, ok := s.Super.(*owl.ObjectSomeValuesFrom); ok {
				if p, ok := some.Property.(owl.ObjectProperty); ok && !used[p] {
					used[p] = true
					i.properties = append(i.properties, p)
				}
			}
		}
	}
	return i
}

func (i *interactive) class() owl.Class { return i.classes[i.IntN(len(i.classes))] }

func (i *interactive) some() owl.ClassExpression {
	return &owl.ObjectSomeValuesFrom{
		Property: i.properties[i.IntN(len(i.properties))], Filler: i.class(),
	}
}

// candidate returns a random axiom of the form of a suggestion: class below class, or below an
// existential.
func (i *interactive) candidate() owl.Axiom {
	if i.IntN(2) == 0 {
		return &owl.SubClassOf{Sub: i.class(), Super: i.class()}
	}
	return &owl.SubClassOf{Sub: i.class(), Super: i.some()}
}

// BenchmarkInteractive measures single questions and edits, and reports quantiles.
func BenchmarkInteractive(b *testing.B) {
	i := newInteractive(b)
	ctx := b.Context()
	if _, err := i.r.Judge(ctx, i.candidate()); err != nil { // makes the inverse
		b.Fatal(err)
	}
	for _, m := range []struct {
		name string
		do   func() error
	}{
		{"Entails", func() error {
			_, _, err := i.r.Entails(ctx, i.candidate())
			return err
		}},
		{"EntailsNewLeftExistential", func() error {
			_, _, err := i.r.Entails(ctx, &owl.SubClassOf{Sub: i.some(), Super: i.class()})
			return err
		}},
		{"Judge", func() error {
			_, err := i.r.Judge(ctx, i.candidate())
			return err
		}},
		{"JudgeLeftExistential", func() error {
			_, err := i.r.Judge(ctx, &owl.SubClassOf{Sub: i.some(), Super: i.class()})
			return err
		}},
		{"Effect", func() error {
			_, err := i.r.Effect(ctx, []owl.Axiom{i.candidate()}, 10)
			return err
		}},
		{"Query", func() error {
			_, err := i.r.Query(ctx,
				&owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{i.class(), i.some()}},
				true)
			return err
		}},
		{"QueryExistential", func() error {
			_, err := i.r.Query(ctx, i.some(), true)
			return err
		}},
		{"ApplyAdd", func() error {
			_, err := i.r.Apply(ctx, []owl.Axiom{i.candidate()}, nil)
			return err
		}},
		{"ApplyRemove", func() error {
			_, err := i.r.Apply(ctx, nil, []owl.Axiom{i.subClassOf[i.IntN(len(i.subClassOf))]})
			return err
		}},
	} {
		b.Run(m.name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				start := time.Now()
				if err := m.do(); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			at := func(p int) float64 { return float64(times[(len(times)-1)*p/100].Microseconds()) }
			b.ReportMetric(at(50), "p50-µs")
			b.ReportMetric(at(99), "p99-µs")
			b.ReportMetric(at(100), "max-µs")
		})
	}
}
