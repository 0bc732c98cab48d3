package rdfio

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/owlrdf"
	"box2el-owl/rdfio/internal/rdf"
)

// BenchmarkMapGraph measures the mapping alone, on the statements of real ontologies.
func BenchmarkMapGraph(b *testing.B) {
	for _, name := range []string{"ontologies/ro.owl.gz", "ontologies/obo-medium.ttl.gz"} {
		b.Run(filepath.Base(name), func(b *testing.B) {
			f, err := os.Open(outside.Data(b, filepath.FromSlash(name)))
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			ctx := context.Background()
			opts := doc.Options{Base: "http://example.org/", Limits: Limits{}.WithDefaults(), Prefix: func(_, _ string) {}, Warn: func(int, int, string) {}}
			w, format, err := openDocument(ctx, f, ReadOptions{File: name}, &opts)
			if err != nil {
				b.Fatal(err)
			}
			terms := rdf.NewTable()
			var statements []rdf.Statement
			if err := format.decode(w, terms, opts, func(s rdf.Statement) error {
				statements = append(statements, s)
				return nil
			}); err != nil {
				b.Skip(err)
			}
			axioms := 0
			b.ReportAllocs()
			for b.Loop() {
				o, err := owlrdf.Map(ctx, terms, statements, opts, &Report{})
				if err != nil {
					b.Fatal(err)
				}
				axioms = len(o.Axioms)
			}
			b.ReportMetric(float64(axioms)*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
			b.ReportMetric(float64(len(statements))*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
		})
	}
}
