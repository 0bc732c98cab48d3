package saturate

import (
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/reasoner/internal/index"
)

// Store holds the subsumers of the finished contexts. The subsumers of a context are one slice of a
// shared arena, in the order of the index's blocks. Slices never move or change, so they are read
// without locks after the state of the context is stateDone.
//
// The table of contexts is split into pages. The store of a layer shares the pages that it does not
// change.
type Store struct {
	pages []*page  // by concept id: page(a), entry(a)
	Links [][]Link // by concept id, if chains are composed; else nil

	// chunks only grows, under mu. A reader that sees a record also sees a table with its chunk.
	chunks atomic.Pointer[[]*[]index.ConceptID]
	mu     sync.Mutex
}

const (
	logPage  = 8
	pageSize = 1 << logPage
)

// page holds the states and records of neighboring concept ids. Only its owner changes it. If
// owner is nil, it does not change.
type page struct {
	owner   *Store
	state   [pageSize]atomic.Uint32
	records [pageSize]Record
}

// States of a context. Larger numbers are workers that have claimed it.
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

// Record locates the subsumers of a context: chunk[begin:begin+all]. The first ActiveOnly, those up
// to active, and those up to propagated belong to the blocks of that name.
type Record struct {
	chunk, begin                   int32
	ActiveOnly, active, propagated int32
	All                            int32 // 0: unsatisfiable
}

func newStore(x *index.Index) *Store {
	s := &Store{}
	s.grow(x.NumConcepts)
	if x.Composing != nil {
		s.Links = make([][]Link, x.NumConcepts)
	}
	return s
}

// grow makes room for n concept ids.
func (s *Store) grow(n index.ConceptID) {
	if more := int(n) - len(s.Links); s.Links != nil && more > 0 {
		s.Links = append(s.Links, make([][]Link, more)...)
	}
	missing := int(n+pageSize-1)>>logPage - len(s.pages)
	if missing <= 0 {
		return
	}
	block := make([]page, missing)
	s.pages = slices.Grow(s.pages[:len(s.pages):len(s.pages)], missing)
	for i := range block {
		block[i].owner = s
		s.pages = append(s.pages, &block[i])
	}
}

// layer returns a copy-on-write copy of s.
func (s *Store) layer(ids index.ConceptID) *Store {
	l := &Store{pages: slices.Clone(s.pages), Links: slices.Clone(s.Links)}
	l.grow(ids)
	if table := s.chunks.Load(); table != nil {
		chunks := slices.Clip(*table)
		l.chunks.Store(&chunks)
	}
	return l
}

// unknown is the page of contexts that are not solved. It has no owner.
var unknown page

// forget marks all contexts as not solved.
func (s *Store) forget() {
	for i := range s.pages {
		s.pages[i] = &unknown
	}
}

// own copies the page of a concept id if another store owns it. It must be called by one goroutine
// at a time.
func (s *Store) own(a index.ConceptID) *page {
	p := s.pages[a>>logPage]
	if p.owner == s {
		return p
	}
	copied := &page{owner: s, records: p.records}
	for i := range p.state {
		copied.state[i].Store(p.state[i].Load())
	}
	s.pages[a>>logPage] = copied
	return copied
}

// disown ends all changes of the store's pages: the next one copies its page. Stores that share a
// page then do not keep this store in memory.
func (s *Store) disown() {
	for _, p := range s.pages {
		if p.owner == s {
			p.owner = nil
		}
	}
}

// Free marks a context as not solved.
func (s *Store) Free(a index.ConceptID) { s.own(a).state[a&(pageSize-1)].Store(stateFree) }

func (s *Store) state(a index.ConceptID) *atomic.Uint32 {
	return &s.pages[a>>logPage].state[a&(pageSize-1)]
}

// Record returns the record of a context for reading and writing.
func (s *Store) Record(a index.ConceptID) *Record {
	return &s.pages[a>>logPage].records[a&(pageSize-1)]
}

// Done reports whether a context is finished.
func (s *Store) Done(a index.ConceptID) bool { return s.state(a).Load() == stateDone }

// Unsatisfiable reports whether ⊥ is among the subsumers of a finished context.
func (s *Store) Unsatisfiable(a index.ConceptID) bool { return s.Record(a).All == 0 }

// Subsumers returns all subsumers of a finished satisfiable context.
func (s *Store) Subsumers(a index.ConceptID) []index.ConceptID { return s.Record(a).piece(s) }

func (r *Record) piece(s *Store) []index.ConceptID {
	if r.All == 0 {
		return nil
	}
	return (*(*s.chunks.Load())[r.chunk])[r.begin : r.begin+r.All]
}

// arena is the part of the store that one worker fills.
type arena struct {
	store *Store
	chunk int32
	free  []index.ConceptID // the rest of the chunk
	begin int32
	size  int
}

// take returns room for n ids and its position.
func (a *arena) take(n int) (room []index.ConceptID, chunk, begin int32) {
	if n > len(a.free) {
		a.size = min(max(a.size*2, minChunk), maxChunk)
		memory := make([]index.ConceptID, max(a.size, n))
		a.chunk, a.begin, a.free = a.store.add(memory), 0, memory
	}
	room, a.free = a.free[:n:n], a.free[n:]
	begin = a.begin
	a.begin += int32(n)
	return room, a.chunk, begin
}

func (s *Store) add(memory []index.ConceptID) int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var chunks []*[]index.ConceptID
	if table := s.chunks.Load(); table != nil {
		chunks = *table
	}
	chunks = append(chunks, &memory)
	s.chunks.Store(&chunks)
	return int32(len(chunks) - 1)
}
