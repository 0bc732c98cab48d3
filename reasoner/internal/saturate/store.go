package saturate

import (
	"slices"
	"sync/atomic"

	"box2el-owl/reasoner/internal/index"
)

// Store holds the subsumers of the finished contexts. Lists never change, so they are read without
// locks after the state of the context is stateDone.
//
// The table of contexts is split into pages. The store of a layer shares the pages that it does not
// change.
type Store struct {
	pages []*page  // by concept id: page(a), entry(a)
	Links [][]Link // by concept id, if chains are composed; else nil
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

// States of a context.
const (
	stateFree uint32 = iota
	stateDone
	stateWriting
)

// Record holds the subsumers of a context in the order of the index's blocks. The first ActiveOnly,
// those up to active, and those up to propagated belong to the blocks of that name.
type Record struct {
	list                           []index.ConceptID
	ActiveOnly, active, propagated int32
	All                            int32 // 0: unsatisfiable
}

func newStore(x *index.Index) *Store {
	s := &Store{}
	if x.Composing != nil {
		s.Links = [][]Link{}
	}
	s.grow(x.NumConcepts)
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
	for i := range block {
		block[i].owner = s
		s.pages = append(s.pages, &block[i])
	}
}

// layer returns a copy-on-write copy of s.
func (s *Store) layer() *Store {
	return &Store{pages: slices.Clone(s.pages), Links: slices.Clone(s.Links)}
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
func (s *Store) own(a index.ConceptID) {
	p := s.pages[a>>logPage]
	if p.owner == s {
		return
	}
	copied := &page{owner: s, records: p.records}
	for i := range p.state {
		copied.state[i].Store(p.state[i].Load())
	}
	s.pages[a>>logPage] = copied
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

// set stores the record and the links of a context, unless another worker has stored them. It
// reports whether it did.
func (s *Store) set(a index.ConceptID, r Record, links []Link) bool {
	state := s.state(a)
	if !state.CompareAndSwap(stateFree, stateWriting) {
		for state.Load() != stateDone { // the other worker writes an equal record
		}
		return false
	}
	*s.Record(a) = r
	if s.Links != nil {
		s.Links[a] = links
	}
	state.Store(stateDone)
	return true
}

// Free marks a context as not solved.
func (s *Store) Free(a index.ConceptID) {
	s.own(a)
	s.state(a).Store(stateFree)
}

func (s *Store) state(a index.ConceptID) *atomic.Uint32 {
	return &s.pages[a>>logPage].state[a&(pageSize-1)]
}

// Record returns the record of a context. Tests change it.
func (s *Store) Record(a index.ConceptID) *Record {
	return &s.pages[a>>logPage].records[a&(pageSize-1)]
}

// Done reports whether a context is finished.
func (s *Store) Done(a index.ConceptID) bool { return s.state(a).Load() == stateDone }

// Unsatisfiable reports whether ⊥ is among the subsumers of a finished context.
func (s *Store) Unsatisfiable(a index.ConceptID) bool { return s.Record(a).All == 0 }

// Subsumers returns all subsumers of a finished satisfiable context.
func (s *Store) Subsumers(a index.ConceptID) []index.ConceptID { return s.Record(a).subsumers() }

func (r *Record) subsumers() []index.ConceptID { return r.list[:r.All] }

// Sizes of the memory that a worker allocates for lists.
const (
	minChunk = 1 << 12
	maxChunk = 1 << 20
)

// arena allocates lists in chunks.
type arena struct {
	free []index.ConceptID // the rest of the chunk
	size int
}

// take returns room for n ids.
func (a *arena) take(n int) []index.ConceptID {
	if n > len(a.free) {
		a.size = min(max(a.size*2, minChunk), maxChunk)
		a.free = make([]index.ConceptID, max(a.size, n))
	}
	room := a.free[:n:n]
	a.free = a.free[n:]
	return room
}
