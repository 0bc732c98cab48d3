//go:build unix

package reasoner_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// BenchmarkClosure makes the closure of real ontologies and measures queries: axioms of the
// ontology with one concept replaced by a random one, as in training, and all answers to axioms
// with one open side, as in ranking.
func BenchmarkClosure(b *testing.B) {
	for _, name := range []string{"cl-edit.ofn.gz", "obo-medium.ofn.gz", "obi-edit.owl.gz"} {
		for _, file := range outside.Glob(b, "ontologies", name) {
			b.Run(filepath.Base(file), func(b *testing.B) { benchmarkClosure(b, file) })
		}
	}
}

func benchmarkClosure(b *testing.B, file string) {
	o, _, err := rdfio.ReadFile(context.Background(), file, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		b.Fatal(err)
	}
	nf := normalize(b, o)
	o = nil
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := newClosure(b, nf)
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.Run("New", func(b *testing.B) {
		cpu, runs := cpuTime(b), 0
		for b.Loop() {
			newClosure(b, nf)
			runs++
		}
		b.ReportMetric(float64((cpuTime(b)-cpu).Milliseconds())/float64(runs), "cpu-ms/op")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
		b.ReportMetric(float64(nf.NumConcepts()), "concepts")
	})
	rnd := rand.New(rand.NewPCG(1, 1))
	nf1 := func() el.NF1 { return nf.NF1[rnd.IntN(len(nf.NF1))] }
	nf2 := func() el.NF2 { return nf.NF2[rnd.IntN(len(nf.NF2))] }
	nf3 := func() el.NF3 { return nf.NF3[rnd.IntN(len(nf.NF3))] }
	nf4 := func() el.NF4 { return nf.NF4[rnd.IntN(len(nf.NF4))] }
	concept := func() el.Concept { return el.Concept(rnd.IntN(nf.NumConcepts())) }
	for _, bench := range []struct {
		name string
		ask  func() bool
	}{
		{"SubsumedBy", func() bool { a := nf1(); return c.SubsumedBy(a.Sub, concept()) }},
		{"SubsumedByExists/told", func() bool { a := nf3(); return c.SubsumedByExists(a.Sub, a.Role, a.Filler) }},
		{"SubsumedByExists/filler", func() bool { a := nf3(); return c.SubsumedByExists(a.Sub, a.Role, concept()) }},
		{"SubsumedByExists/subject", func() bool { a := nf3(); return c.SubsumedByExists(concept(), a.Role, a.Filler) }},
		{"ConjunctionSubsumedBy", func() bool { a := nf2(); return c.ConjunctionSubsumedBy(a.Left, a.Right, concept()) }},
		{"ExistsSubsumedBy", func() bool { a := nf4(); return c.ExistsSubsumedBy(a.Role, a.Filler, concept()) }},
		{"Superclasses", func() bool { return len(c.Superclasses(nf1().Sub)) > 0 }},
		{"FillersOf", func() bool { a := nf3(); return len(c.FillersOf(a.Sub, a.Role)) > 0 }},
		{"SubclassesOfExists", func() bool { a := nf3(); return len(c.SubclassesOfExists(a.Role, a.Filler)) > 0 }},
		{"SuperclassesOfConjunction", func() bool { a := nf2(); return len(c.SuperclassesOfConjunction(a.Left, a.Right)) > 0 }},
		{"SuperclassesOfExists", func() bool { a := nf4(); return len(c.SuperclassesOfExists(a.Role, a.Filler)) > 0 }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			yes := 0
			for b.Loop() {
				if bench.ask() {
					yes++
				}
			}
			b.ReportMetric(100*float64(yes)/float64(b.N), "%yes")
		})
	}
}
