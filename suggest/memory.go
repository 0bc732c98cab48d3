package suggest

import (
	"container/list"
	"sync"
)

// memory keeps what was worked out last, as much as its room allows. It is safe for concurrent use.
type memory[K comparable, V any] struct {
	room int // the weights of what is kept add up to this at most
	mu   sync.Mutex
	of   map[K]*list.Element // of memo
	// recent has what was asked for last in front.
	recent list.List
	used   int
}

type memo[K comparable, V any] struct {
	key    K
	value  V
	weight int
}

func newMemory[K comparable, V any](room int) *memory[K, V] {
	return &memory[K, V]{room: room, of: make(map[K]*list.Element)}
}

func (m *memory[K, V]) recall(key K) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.of[key]
	if !ok {
		return value, false
	}
	m.recent.MoveToFront(e)
	return e.Value.(memo[K, V]).value, true
}

// keep remembers a value of some weight in place of those that were not asked for the longest. Who
// recalls it must not change it.
func (m *memory[K, V]) keep(key K, value V, weight int) {
	if weight > m.room {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.of[key]; ok {
		m.forget(e)
	}
	for m.used+weight > m.room {
		m.forget(m.recent.Back())
	}
	m.of[key] = m.recent.PushFront(memo[K, V]{key, value, weight})
	m.used += weight
}

func (m *memory[K, V]) forget(e *list.Element) {
	x := m.recent.Remove(e).(memo[K, V])
	delete(m.of, x.key)
	m.used -= x.weight
}
