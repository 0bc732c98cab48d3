package rdfio

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/rdfxml"
)

// BenchmarkRDFXML decodes the real ontologies in RDF/XML into interned statements.
func BenchmarkRDFXML(b *testing.B) {
	for _, path := range outside.Glob(b, "ontologies", "*.owl.gz") {
		data := unpack(b, path)
		b.Run(filepath.Base(path), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			statements := 0
			for b.Loop() {
				statements = 0
				w := doc.NewWindow(context.Background(), bytes.NewReader(data), path, Limits{})
				err := rdfxml.Decode(w, rdf.NewTable(), doc.Options{Base: "http://example.org/"}, func(rdf.Statement) error {
					statements++
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(statements)*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
		})
	}
}
