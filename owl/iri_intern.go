package owl

import (
	"hash/maphash"
	"maps"
	"strings"
	"sync"
	"weak"
)

// interned is the table of all IRIs.
var interned = internTable{seed: maphash.MakeSeed()}

// iriText holds the only copy of the characters of an IRI.
type iriText struct{ s string }

// internTable maps strings to their iriText, and adds missing ones. It is safe for concurrent use.
//
// It is like package unique, but optimized for many small strings that are created and freed
// together. Texts are stored in slabs, and the table has one weak pointer to each slab. An IRI is a
// pointer into a slab and keeps the whole slab alive. After the last IRI of a slab is gone, the
// garbage collector frees the slab, and the table notices that in the next lookup or sweep. One
// weak pointer serves internSlabSize texts; unique.Make has one, with a cleanup, for each text, and
// takes ten times as long (BenchmarkNewIRI).
type internTable struct {
	seed   maphash.Seed
	shards [internShards]internShard
}

const (
	internShards    = 16 // by the upper 4 bits of the hash
	internSlabSize  = 128
	internSlabText  = 6 << 10 // enough for most IRIs of a slab
	internFirstSize = 1 << 6
)

// internShard is a part of the table with a lock of its own, which guards all fields.
//
// Invariant: live slabs contain each text once. A dead slab stays dead, so no IRI points into it,
// and its texts can be added again.
type internShard struct {
	sync.Mutex
	places map[string]internPlace
	full   int                        // the number of places at which dead ones are dropped
	slabs  []weak.Pointer[internSlab] // by number
	free   []uint32                   // numbers of dead slabs without places
	open   *internSlab                // the slab being filled, held strongly; nil before the first
	at     uint32                     // its number
}

// internPlace is the place of a text: the number of its slab times internSlabSize, plus its index
// in the slab.
type internPlace uint32

type internSlab struct {
	texts [internSlabSize]iriText
	n     int // in use
	// text holds the characters. Strings that a Builder returned remain valid when more is written.
	text strings.Builder
}

func (t *internTable) intern(s string) *iriText {
	return t.shards[maphash.String(t.seed, s)>>60].intern(s)
}

func (h *internShard) intern(s string) *iriText {
	h.Lock()
	defer h.Unlock()
	if place, known := h.places[s]; known {
		if text := h.text(place); text != nil {
			return text
		}
	}
	if len(h.places) >= h.full {
		h.sweep()
	}
	text, place := h.add(s)
	h.places[text.s] = place
	return text
}

// text returns the text at a place, or nil if it was freed.
func (h *internShard) text(place internPlace) *iriText {
	number := uint32(place / internSlabSize)
	slab := h.open
	if number != h.at {
		slab = h.slabs[number].Value()
	}
	if slab == nil {
		return nil
	}
	return &slab.texts[place%internSlabSize]
}

// add copies a text into the open slab.
func (h *internShard) add(s string) (*iriText, internPlace) {
	if h.open == nil || h.open.n == internSlabSize {
		h.open = &internSlab{}
		if last := len(h.free) - 1; last >= 0 {
			h.at, h.free = h.free[last], h.free[:last]
		} else {
			h.at = uint32(len(h.slabs))
			h.slabs = append(h.slabs, weak.Pointer[internSlab]{})
		}
		h.slabs[h.at] = weak.Make(h.open)
	}
	slab := h.open
	place := internPlace(h.at*internSlabSize + uint32(slab.n))
	text := &slab.texts[slab.n]
	text.s = slab.copy(s)
	slab.n++
	return text, place
}

// copy returns s in memory of the slab.
func (b *internSlab) copy(s string) string {
	if len(s) > internSlabText/4 {
		return strings.Clone(s)
	}
	if b.text.Cap()-b.text.Len() < len(s) {
		b.text = strings.Builder{}
		b.text.Grow(internSlabText)
	}
	start := b.text.Len()
	b.text.WriteString(s)
	return b.text.String()[start:]
}

// sweep drops the places of dead slabs, in a new map, because maps do not shrink.
func (h *internShard) sweep() {
	alive := make([]bool, len(h.slabs))
	h.free = h.free[:0]
	for i := range h.slabs {
		if alive[i] = h.slabs[i].Value() != nil; !alive[i] {
			h.free = append(h.free, uint32(i))
		}
	}
	maps.DeleteFunc(h.places, func(_ string, place internPlace) bool {
		return !alive[place/internSlabSize]
	})
	for h.full = internFirstSize; h.full < 2*len(h.places); {
		h.full *= 2
	}
	places := make(map[string]internPlace, h.full)
	maps.Copy(places, h.places)
	h.places = places
}
