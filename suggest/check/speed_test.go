package check

import (
	"context"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// BenchmarkCheck measures New, Reject and Doubtful on obo-medium.
func BenchmarkCheck(b *testing.B) {
	file := outside.Data(b, "ontologies", "obo-medium.ofn.gz")
	ctx := context.Background()
	o, _, err := rdfio.ReadFile(ctx, file, rdfio.ReadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	x, err := asserted.New(ctx, o, r.Taxonomy(), asserted.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Log("index", time.Since(start))
	start = time.Now()
	c, err := New(ctx, x)
	if err != nil {
		b.Fatal(err)
	}
	b.Log("New", time.Since(start), c.Off())
	start = time.Now()
	n := 0
	for range c.asserted() {
		n++
	}
	d, err := c.Doubtful(ctx)
	b.Log("Doubtful", time.Since(start), len(d), "of", n, time.Since(start)/time.Duration(max(n, 1)))
	counts := map[string]int{}
	for _, d := range d {
		for _, r := range d.Rejections {
			counts[r.Check]++
		}
	}
	b.Log(counts)
}
