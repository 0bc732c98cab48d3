package el_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
)

// BenchmarkNormalize normalises the real ontologies in functional syntax.
func BenchmarkNormalize(b *testing.B) {
	for _, file := range outside.Glob(b, "ontologies", "*.ofn.gz") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".ofn.gz"), func(b *testing.B) {
			o := readOntology(b, file)
			logical := 0
			for _, a := range o.Axioms {
				if a.Kind().IsLogical() {
					logical++
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				nf, _ := normalize(b, o)
				b.ReportMetric(float64(nf.NumAxioms()), "normal-axioms")
				b.ReportMetric(float64(nf.NumConcepts()), "concepts")
			}
			b.ReportMetric(float64(logical)*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
		})
	}
}

// BenchmarkCheckProfile checks the real ontologies in functional syntax.
func BenchmarkCheckProfile(b *testing.B) {
	for _, file := range outside.Glob(b, "ontologies", "*.ofn.gz") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".ofn.gz"), func(b *testing.B) {
			o := readOntology(b, file)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := el.CheckProfile(context.Background(), o, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(o.Axioms))*float64(b.N)/b.Elapsed().Seconds(), "axioms/s")
		})
	}
}

func readOntology(t testing.TB, file string) *owl.Ontology {
	t.Helper()
	o, _, err := rdfio.ReadFile(context.Background(), file, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}
