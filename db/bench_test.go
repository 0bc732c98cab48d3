package db

import (
	"fmt"
	"path/filepath"
	"testing"
)

// filled makes a store with many decisions on an ontology.
func filled(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "store.db")
	s, err := Open(b.Context(), path, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	batch := make([]Decision, n)
	for i := range batch {
		batch[i] = Decision{Key: fmt.Sprint("k", i), Ontology: onto, Axiom: subclass(i, i/2),
			Action: Actions()[i%3]}
	}
	if _, err := s.Decide(b.Context(), batch); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{0, 1_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := filled(b, n)
			for b.Loop() {
				s, err := Open(b.Context(), path, Options{})
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, err := Open(b.Context(), filled(b, 1_000), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			batch := make([]Decision, n)
			i := 0
			for b.Loop() {
				for k := range batch {
					i++
					batch[k] = Decision{Ontology: onto, Axiom: subclass(i, 0), Action: Accept}
				}
				if _, err := s.Decide(b.Context(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

func BenchmarkCurrent(b *testing.B) {
	for _, n := range []int{1_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, err := Open(b.Context(), filled(b, n), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				list, err := s.Current(b.Context(), onto)
				if err != nil || len(list) != n {
					b.Fatalf("%d of %d count: %v", len(list), n, err)
				}
			}
		})
	}
}
