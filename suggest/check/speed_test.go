package check

import (
	"context"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// BenchmarkObo measures New, and Doubtful for each asserted axiom, on obo-medium.
func BenchmarkObo(b *testing.B) {
	ctx := context.Background()
	file := outside.Data(b, "ontologies", "obo-medium.ofn.gz")
	o, _, err := rdfio.ReadFile(ctx, file, rdfio.ReadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		b.Fatal(err)
	}
	x, err := asserted.New(ctx, o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c, err := New(ctx, x)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("New", func(b *testing.B) {
		for b.Loop() {
			if _, err := New(ctx, x); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Doubtful", func(b *testing.B) {
		axioms := 0
		for range c.asserted() {
			axioms++
		}
		for b.Loop() {
			if _, err := c.Doubtful(ctx); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*axioms), "µs/axiom")
	})
}
