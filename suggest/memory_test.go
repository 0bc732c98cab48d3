package suggest

import (
	"math/rand/v2"
	"testing"
)

// TestMemory holds what is remembered to the room there is, and to what was asked for last.
func TestMemory(t *testing.T) {
	m := newMemory[int, int](10)
	m.keep(1, 100, 4)
	m.keep(2, 200, 4)
	m.recall(1)
	m.keep(3, 300, 4)  // 2 was not asked for the longest
	m.keep(4, 400, 11) // never fits
	for key, want := range map[int]int{1: 100, 3: 300} {
		if got, ok := m.recall(key); !ok || got != want {
			t.Errorf("recall(%d) = %d, %v; want %d", key, got, ok, want)
		}
	}
	for _, key := range []int{2, 4} {
		if got, ok := m.recall(key); ok {
			t.Errorf("recall(%d) = %d; want nothing", key, got)
		}
	}

	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		key := random.IntN(20)
		m.keep(key, key, 1+random.IntN(6))
		if got, ok := m.recall(key); !ok || got != key {
			t.Fatalf("recall(%d) = %d, %v", key, got, ok)
		}
		used := 0
		for e := m.recent.Front(); e != nil; e = e.Next() {
			used += e.Value.(memo[int, int]).weight
		}
		if used != m.used || used > m.room || len(m.of) != m.recent.Len() {
			t.Fatalf("used %d, says %d, of %d; %d keys, %d values", used, m.used, m.room, len(m.of),
				m.recent.Len())
		}
	}
}
