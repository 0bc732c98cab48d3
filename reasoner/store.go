package reasoner

import (
	"sync"
	"sync/atomic"
)

// store holds what is known of the contexts that are finished: for each its subsumers, as one piece
// of a shared arena, in the order of the index's blocks. Pieces never move and are never changed,
// so that they are read without locks once the state of the context says that it is done.
type store struct {
	state   []atomic.Uint32 // by atom
	records []record        // by atom
	links   [][]link        // by atom, where chains are composed; else nil

	// chunks is only ever appended to, under mu. Who learns of a record has the table that its chunk is in,
	// or a later one.
	chunks atomic.Pointer[[]*[]atom]
	mu     sync.Mutex
}

// States of a context. A larger number says which worker has claimed it.
const (
	stateFree uint32 = iota
	stateDone
	stateWriting
	stateClaimed
)

const (
	minChunk = 1 << 12
	maxChunk = 1 << 20
)

// record says where the subsumers of a context lie: chunk[begin:begin+all], of which the first
// activeOnly, up to active, and up to delivered belong to the blocks of that name.
type record struct {
	chunk, begin                  int32
	activeOnly, active, delivered int32
	all                           int32 // 0: unsatisfiable
	touched                       bool  // a nominal, or ⊤ with added axioms, may have had a part in it
}

func newStore(x *index) *store {
	s := &store{state: make([]atomic.Uint32, x.atoms), records: make([]record, x.atoms)}
	if x.composing != nil {
		s.links = make([][]link, x.atoms)
	}
	return s
}

func (s *store) done(a atom) bool { return s.state[a].Load() == stateDone }

// unsatisfiable reports whether ⊥ is among the subsumers of a finished context.
func (s *store) unsatisfiable(a atom) bool { return s.records[a].all == 0 }

// subsumers returns all subsumers of a finished satisfiable context.
func (s *store) subsumers(a atom) []atom { return s.records[a].piece(s) }

func (r *record) piece(s *store) []atom {
	if r.all == 0 {
		return nil
	}
	return (*(*s.chunks.Load())[r.chunk])[r.begin : r.begin+r.all]
}

// arena is one worker's part of the store.
type arena struct {
	store *store
	chunk int32
	free  []atom // the rest of the chunk
	begin int32
	size  int
}

// take returns room for n atoms, with its place.
func (a *arena) take(n int) (room []atom, chunk, begin int32) {
	if n > len(a.free) {
		a.size = min(max(a.size*2, minChunk), maxChunk)
		memory := make([]atom, max(a.size, n))
		a.chunk, a.begin, a.free = a.store.add(memory), 0, memory
	}
	room, a.free = a.free[:n:n], a.free[n:]
	begin = a.begin
	a.begin += int32(n)
	return room, a.chunk, begin
}

func (s *store) add(memory []atom) int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var chunks []*[]atom
	if table := s.chunks.Load(); table != nil {
		chunks = *table
	}
	chunks = append(chunks, &memory)
	s.chunks.Store(&chunks)
	return int32(len(chunks) - 1)
}
