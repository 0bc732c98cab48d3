package edit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// largeEdit returns a document with n classes, and an edit of n/2 new classes and n/4 removed
// axioms.
func largeEdit(t testing.TB, n int, format string) (document []byte, remove, add []owl.Axiom) {
	t.Helper()
	class := func(name string, i int) owl.Class {
		return owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://purl.obolibrary.org/obo/%s_%d", name, i))}
	}
	o := &owl.Ontology{IRI: owl.NewIRI("http://purl.obolibrary.org/obo/x.owl")}
	for i := 1; i < n; i++ {
		c := class("A", i)
		super := &owl.SubClassOf{Sub: c, Super: class("A", i/2)}
		o.Axioms = append(o.Axioms, &owl.Declaration{Entity: c}, super)
		if i%4 == 0 {
			remove = append(remove, super)
		}
		if n := class("N", i); i%2 == 0 {
			add = append(add, &owl.Declaration{Entity: n}, &owl.SubClassOf{Sub: n, Super: c})
		}
	}
	var b strings.Builder
	if err := rdfio.Write(&b, o, format); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String()), remove, add
}

// TestLargeEdit: the time of an edit is not the product of the sizes of edit and document; it was
// more than a minute in functional syntax, and half a minute in the others.
func TestLargeEdit(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			document, remove, add := largeEdit(t, 16_000, format)
			since := time.Now()
			_, err := Apply(t.Context(), document,
				rdfio.ReadOptions{File: "document", Format: format}, remove, add)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(since); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// BenchmarkLargeEdit edits documents of two sizes, an edit being as large as its document. The time
// per class is the same for both; it was proportional to the size.
func BenchmarkLargeEdit(b *testing.B) {
	for _, format := range Formats() {
		for _, n := range []int{4_000, 16_000} {
			b.Run(fmt.Sprintf("%s/%d", format, n), func(b *testing.B) {
				document, remove, add := largeEdit(b, n, format)
				for b.Loop() {
					_, err := Apply(b.Context(), document,
						rdfio.ReadOptions{File: "document", Format: format}, remove, add)
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/class")
			})
		}
	}
}

// TestGivenUp: Apply ends soon after its context.
func TestGivenUp(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			document, remove, add := largeEdit(t, 16_000, format)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			since := time.Now()
			_, err := Apply(ctx, document, rdfio.ReadOptions{File: "document", Format: format},
				remove, add)
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			if took := time.Since(since); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
