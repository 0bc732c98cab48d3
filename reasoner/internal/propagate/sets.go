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

// setTable interns sets: it holds one of all equal sets, in an open-addressing hash table.
type setTable struct {
	slots []*contexts
	used  []int32 // indexes of the used slots
}

const minSets = 1 << 6

// only returns the interned set equal to c.
func (t *setTable) only(c *contexts) *contexts {
	if 2*len(t.used) >= len(t.slots) {
		t.grow()
	}
	mask := len(t.slots) - 1
	for i := int(c.hash*0x9E3779B97F4A7C15>>32) & mask; ; i = (i + 1) & mask {
		known := t.slots[i]
		if known == nil {
			t.slots[i] = c
			t.used = append(t.used, int32(i))
			return c
		}
		if known.hash == c.hash && slices.Equal(known.list, c.list) {
			known.within = known.within || c.within
			return known
		}
	}
}

func (t *setTable) grow() {
	old := *t
	t.slots, t.used = make([]*contexts, max(2*len(old.slots), minSets)),
		make([]int32, 0, max(len(old.slots), minSets))
	for _, i := range old.used {
		t.only(old.slots[i])
	}
}

func (t *setTable) clear() {
	for _, i := range t.used {
		t.slots[i] = nil
	}
	t.used = t.used[:0]
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

// pairSet is an epoch-stamped set of pairs of concept ids, by open addressing. Clearing it takes
// constant time.
type pairSet struct {
	slots []pair
	round uint32
	count int
}

type pair struct {
	a, b  index.ConceptID
	round uint32
}

const minPairs = 1 << 8

func (t *pairSet) clear() {
	t.count = 0
	if t.round++; t.round == 0 {
		clear(t.slots)
		t.round = 1
	}
}

func (t *pairSet) has(
	a, b index.ConceptID,
) bool {
	return t.count > 0 && t.slot(a, b).round == t.round
}

func (t *pairSet) add(a, b index.ConceptID) {
	if 2*t.count >= len(t.slots) {
		t.grow()
	}
	if slot := t.slot(a, b); slot.round != t.round {
		*slot = pair{a, b, t.round}
		t.count++
	}
}

// slot returns the slot of a pair, used or free.
func (t *pairSet) slot(a, b index.ConceptID) *pair {
	mask := uint64(len(t.slots) - 1)
	for i := (uint64(uint32(a))<<32 | uint64(uint32(b))) * 0x9E3779B97F4A7C15 >> 20; ; i++ {
		if slot := &t.slots[i&mask]; slot.round != t.round || slot.a == a && slot.b == b {
			return slot
		}
	}
}

func (t *pairSet) grow() {
	old := t.slots
	t.slots, t.count = make([]pair, max(2*len(old), minPairs)), 0
	for _, p := range old {
		if p.round == t.round {
			t.add(p.a, p.b)
		}
	}
}
