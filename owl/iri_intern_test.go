package owl

import (
	"fmt"
	"hash/maphash"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unique"
)

func TestNewIRI(t *testing.T) {
	long := strings.Repeat("x", internSlabText)
	for _, s := range []string{"a", "http://x.org/a", "ü", long, long + "y", "\xff\x00"} {
		a, b := NewIRI(s), NewIRI(strings.Clone(s))
		if a != b || a.String() != s || a.IsZero() {
			t.Errorf("two IRIs of %.20q: %.20q and %.20q, equal %v", s, a, b, a == b)
		}
	}
	if NewIRI("a") == NewIRI("b") {
		t.Error("a and b are one IRI")
	}
	if !NewIRI("").IsZero() || (IRI{}).String() != "" {
		t.Error("the empty IRI is not the zero IRI")
	}
}

// TestInternConcurrently checks that concurrent goroutines get the same pointers for the same
// texts, while the garbage collector frees others.
func TestInternConcurrently(t *testing.T) {
	const workers, texts, rounds = 8, 5_000, 3
	table := &internTable{seed: maphash.MakeSeed()}
	kept := make([][]*iriText, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for round := range rounds {
				for i := range texts {
					table.intern(fmt.Sprintf("lost %d %d %d", w, round, i))
					if text := table.intern(fmt.Sprintf("kept %d", i)); round == 0 {
						kept[w] = append(kept[w], text)
					} else if text != kept[w][i] {
						t.Errorf("text %d has another pointer in round %d", i, round)
						return
					}
				}
				runtime.GC()
			}
		})
	}
	wg.Wait()
	for i, text := range kept[0] {
		if text.s != fmt.Sprintf("kept %d", i) {
			t.Fatalf("text %d is %q", i, text.s)
		}
		for w := range kept {
			if kept[w][i] != text {
				t.Fatalf("text %d has two pointers", i)
			}
		}
	}
}

// TestInternForgets checks that unused texts are freed and the table does not grow.
func TestInternForgets(t *testing.T) {
	const texts = 50_000
	table := &internTable{seed: maphash.MakeSeed()}
	held := table.intern("held")
	fill := func(round int) {
		for i := range texts {
			table.intern(fmt.Sprintf("round %d text %d", round, i))
		}
		runtime.GC()
	}
	size := func() (slots, slabs int) {
		for i := range table.shards {
			slots += len(table.shards[i].slots)
			slabs += len(table.shards[i].slabs)
		}
		return slots, slabs
	}
	for round := range 4 {
		fill(round)
	}
	slots, slabs := size()
	for round := range 20 {
		fill(4 + round)
	}
	if moreSlots, moreSlabs := size(); moreSlots > 2*slots || moreSlabs > 2*slabs {
		t.Errorf("%d slots and %d slabs after 4 rounds, %d and %d after 24", slots, slabs,
			moreSlots, moreSlabs)
	}
	if table.intern("held") != held {
		t.Error("a text that was held has another pointer")
	}
}

// BenchmarkNewIRI makes new IRIs of about 45 bytes and looks each up once, and compares with
// unique.Make.
func BenchmarkNewIRI(b *testing.B) {
	const texts = 200_000
	names := make([]string, texts)
	for i := range names {
		names[i] = fmt.Sprintf("http://purl.obolibrary.org/obo/TEST_%09d", i)
	}
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			table := &internTable{seed: interned.seed}
			kept := make([]*iriText, 0, 2*texts)
			for range 2 {
				for _, s := range names {
					kept = append(kept, table.intern(s))
				}
			}
			runtime.KeepAlive(kept)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*texts), "ns/IRI")
	})
	b.Run("unique", func(b *testing.B) {
		for round := 0; b.Loop(); round++ {
			kept := make([]unique.Handle[string], 0, 2*texts)
			tail := fmt.Sprint(round)
			for range 2 {
				for _, s := range names {
					kept = append(kept, unique.Make(s[:len(s)-4]+tail+s[len(s)-4:]))
				}
			}
			runtime.KeepAlive(kept)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*texts), "ns/IRI")
	})
}
