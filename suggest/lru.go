package suggest

import (
	"container/list"
	"sync"
)

// lru is a cache of bounded weight that removes the least recently used entries. It is safe for
// concurrent use.
type lru[K comparable, V any] struct {
	capacity int // the greatest sum of the weights of the entries
	mu       sync.Mutex
	elements map[K]*list.Element // of entry
	recent   list.List           // the most recently used entry first
	used     int
}

type entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
}

func newLRU[K comparable, V any](capacity int) *lru[K, V] {
	return &lru[K, V]{capacity: capacity, elements: make(map[K]*list.Element)}
}

// get returns the value of a key, which must not be modified.
func (c *lru[K, V]) get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.elements[key]
	if !ok {
		return value, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(entry[K, V]).value, true
}

// put adds or replaces an entry. It does nothing if the weight is greater than the capacity.
func (c *lru[K, V]) put(key K, value V, weight int) {
	if weight > c.capacity {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.elements[key]; ok {
		c.remove(e)
	}
	for c.used+weight > c.capacity {
		c.remove(c.recent.Back())
	}
	c.elements[key] = c.recent.PushFront(entry[K, V]{key, value, weight})
	c.used += weight
}

func (c *lru[K, V]) remove(e *list.Element) {
	x := c.recent.Remove(e).(entry[K, V])
	delete(c.elements, x.key)
	c.used -= x.weight
}
