package rank_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// mediumIndex reads an ontology of 48,000 classes.
func mediumIndex(b *testing.B) *asserted.Index {
	ctx := context.Background()
	o, _, err := rdfio.ReadFile(ctx, outside.Data(b, "ontologies", "obo-medium.ofn.gz"),
		rdfio.ReadOptions{NoImports: true})
	if err != nil {
		b.Fatal(err)
	}
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		b.Fatal(err)
	}
	used := relations.For(o)
	x, err := asserted.New(ctx, o, r.Taxonomy(),
		asserted.Options{Relations: used.Axioms(), Label: used.Label})
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// BenchmarkAdjust orders lists of 300 candidates by a thousand decisions about classes all over an
// ontology of 48,000 classes.
func BenchmarkAdjust(b *testing.B) {
	x := mediumIndex(b)
	e := rank.New(x, nil)
	f, decisions := make(rank.Feedback), 0
	var list []rank.Candidate
	for c := 0; c < len(x.Classes); c += len(x.Classes)/1500 + 1 {
		for _, r := range x.Restrictions(int32(c)) {
			if decisions < 1000 {
				decisions++
				f[r] = rank.Decisions{Accepted: append(f[r].Accepted, int32(c))}
			}
			if len(list) < 300 {
				list = append(list, rank.Candidate{Property: r.Property, Target: r.Filler})
			}
		}
	}
	subject := 0
	for b.Loop() {
		e.Adjust(e.Subject(int32(subject)), list, f)
		subject = (subject + 97) % len(x.Classes)
	}
	b.ReportMetric(float64(decisions), "decisions")
}

// BenchmarkClass ranks superclasses and restrictions of classes of an ontology of 48,000 classes
// and reports how long a class takes.
func BenchmarkClass(b *testing.B) {
	ctx := context.Background()
	x := mediumIndex(b)
	weights, err := rank.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	e := rank.New(x, weights)
	b.ReportMetric(time.Since(start).Seconds(), "s/index")
	var times []time.Duration
	step := len(x.Classes)/997 + 1
	c := 0
	for b.Loop() {
		start := time.Now()
		s := e.Subject(int32(c))
		if _, err := e.Superclasses(ctx, s); err != nil {
			b.Fatal(err)
		}
		if _, err := e.Restrictions(ctx, s, rank.NoProperty); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
		c = (c + step) % len(x.Classes)
	}
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[int(share*float64(len(times)-1))].Microseconds()) / 1000
	}
	b.ReportMetric(at(.5), "ms/p50")
	b.ReportMetric(at(.99), "ms/p99")
	b.ReportMetric(at(1), "ms/longest")
	b.ReportMetric(float64(len(x.Classes)), "classes")
}
