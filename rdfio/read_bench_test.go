package rdfio

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"box2el-owl/internal/outside"
)

// BenchmarkReadFile is file → axioms: the whole way of the large outside documents, unpacking
// included. B/axiom is what the ontology keeps on the heap.
func BenchmarkReadFile(b *testing.B) {
	for _, pattern := range []string{"obo-medium.ttl*", "obo-medium.owl*", "obo-medium.ofn*"} {
		for _, path := range outside.Glob(b, "ontologies", pattern) {
			b.Run(filepath.Base(path), func(b *testing.B) {
				var axioms int
				var kept int64
				var before, after runtime.MemStats
				for b.Loop() {
					b.StopTimer()
					runtime.GC()
					runtime.ReadMemStats(&before)
					b.StartTimer()
					o, _, err := ReadFile(context.Background(), path, ReadOptions{NoImports: true})
					if err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					runtime.GC()
					runtime.ReadMemStats(&after)
					kept = int64(after.HeapAlloc) - int64(before.HeapAlloc)
					axioms = len(o.Axioms)
					runtime.KeepAlive(o)
					b.StartTimer()
				}
				b.ReportMetric(float64(axioms)*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
				b.ReportMetric(float64(kept)/float64(axioms), "B/axiom")
			})
		}
	}
}
