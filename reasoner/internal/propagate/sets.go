package propagate

import (
	"math/bits"
	"slices"

	"box2el-owl/reasoner/internal/index"
)

// contexts is an immutable set of contexts. It belongs to one Propagation.
type contexts struct {
	list   []index.ConceptID // ascending
	bits   index.Bitset      // the same set; nil if list is short
	hash   uint64            // hash of list
	within bool              // all are below the left side of the inclusion

	sources *sources // computed on first use
}

var noContexts = &contexts{}

// shortList is the length up to which a list is searched linearly.
const shortList = 48

// newContexts makes a set of a list without duplicates, and sorts the list.
func newContexts(list []index.ConceptID) *contexts {
	if !slices.IsSorted(list) {
		slices.Sort(list)
	}
	c := &contexts{list: list}
	for _, a := range list {
		c.hash = bits.RotateLeft64(c.hash, 5) ^ uint64(uint32(a))*0x9E3779B97F4A7C15
	}
	return c
}

// index adds a bitset for fast lookups. room allocates memory of a number of words.
func (c *contexts) index(room func(words int) index.Bitset) {
	if c.bits != nil || len(c.list) <= shortList {
		return
	}
	c.bits = room(int(c.list[len(c.list)-1])>>6 + 1)
	for _, a := range c.list {
		c.bits.With(a)
	}
}

// setTable interns sets: it holds one of all equal sets, by hash.
type setTable map[uint64][]*contexts

// only returns the interned set equal to c.
func (t setTable) only(c *contexts) *contexts {
	for _, known := range t[c.hash] {
		if slices.Equal(known.list, c.list) {
			known.within = known.within || c.within
			return known
		}
	}
	t[c.hash] = append(t[c.hash], c)
	return c
}

// bitsets is an arena of bitsets that are released together.
type bitsets struct {
	all  []index.Bitset // the first used ones are in use
	used int
}

func (b *bitsets) next(words int) index.Bitset {
	if b.used == len(b.all) {
		b.all = append(b.all, nil)
	}
	if cap(b.all[b.used]) < words {
		b.all[b.used] = make(index.Bitset, words+words/8)
	}
	given := b.all[b.used][:words]
	b.used++
	clear(given)
	return given
}

func (c *contexts) has(a index.ConceptID) bool {
	if c.bits != nil {
		return c.bits.Has(a)
	}
	return slices.Contains(c.list, a)
}

// removeFrom deletes the contexts from a set.
func (c *contexts) removeFrom(b index.Bitset) {
	if c.bits != nil {
		b.RemoveAll(c.bits)
		return
	}
	for _, a := range c.list {
		b.Drop(a)
	}
}

// pair is a concept and a context.
type pair struct{ concept, context index.ConceptID }
