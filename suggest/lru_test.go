package suggest

import (
	"math/rand/v2"
	"testing"
)

// TestLRU tests that the cache keeps to its capacity and removes the least recently used entries.
func TestLRU(t *testing.T) {
	c := newLRU[int, int](10)
	c.put(1, 100, 4)
	c.put(2, 200, 4)
	c.get(1)
	c.put(3, 300, 4)  // removes 2, the least recently used
	c.put(4, 400, 11) // exceeds the capacity
	for key, want := range map[int]int{1: 100, 3: 300} {
		if got, ok := c.get(key); !ok || got != want {
			t.Errorf("get(%d) = %d, %v; want %d", key, got, ok, want)
		}
	}
	for _, key := range []int{2, 4} {
		if got, ok := c.get(key); ok {
			t.Errorf("get(%d) = %d; want nothing", key, got)
		}
	}

	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		key := random.IntN(20)
		c.put(key, key, 1+random.IntN(6))
		if got, ok := c.get(key); !ok || got != key {
			t.Fatalf("get(%d) = %d, %v", key, got, ok)
		}
		used := 0
		for e := c.recent.Front(); e != nil; e = e.Next() {
			used += e.Value.(entry[int, int]).weight
		}
		if used != c.used || used > c.capacity || len(c.elements) != c.recent.Len() {
			t.Fatalf("weights %d, used %d, capacity %d; %d keys, %d entries", used, c.used,
				c.capacity, len(c.elements), c.recent.Len())
		}
	}
}
