package owl

import (
	"hash/maphash"
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
	internFirstSize = 1 << 7
)

// internShard is a part of the table with a lock of its own, which guards all fields.
//
// Invariant: live slabs contain each text once. A dead slab stays dead, so no IRI points into it,
// and its texts can be added again.
type internShard struct {
	sync.Mutex
	slots []internSlot // open addressing; len is a power of two, at most half of them in use
	used  int
	slabs []weak.Pointer[internSlab] // by number
	free  []uint32                   // numbers of dead slabs without slots
	open  *internSlab                // the slab being filled, held strongly; nil before the first
	at    uint32                     // its number
}

// internSlot is one text: ref is the number of its slab times internSlabSize, plus its index in the
// slab, plus 1; 0 is an empty slot.
type internSlot struct{ hash, ref uint32 }

type internSlab struct {
	texts [internSlabSize]iriText
	n     int // in use
	// text holds the characters. Strings that a Builder returned remain valid when more is written.
	text strings.Builder
}

func (t *internTable) intern(s string) *iriText {
	h := maphash.String(t.seed, s)
	return t.shards[h>>60].intern(uint32(h), s)
}

func (h *internShard) intern(hash uint32, s string) *iriText {
	h.Lock()
	defer h.Unlock()
	if 2*h.used >= len(h.slots) {
		h.sweep()
	}
	mask := uint32(len(h.slots) - 1)
	i := hash & mask
	for ; h.slots[i].ref != 0; i = (i + 1) & mask {
		if h.slots[i].hash != hash {
			continue
		}
		if text := h.text(h.slots[i].ref); text != nil && text.s == s {
			return text
		}
	}
	text, ref := h.add(s)
	h.slots[i] = internSlot{hash, ref}
	h.used++
	return text
}

// text returns the text of a slot, or nil if it was freed.
func (h *internShard) text(ref uint32) *iriText {
	number, index := (ref-1)/internSlabSize, (ref-1)%internSlabSize
	slab := h.open
	if number != h.at {
		slab = h.slabs[number].Value()
	}
	if slab == nil {
		return nil
	}
	return &slab.texts[index]
}

// add copies a text into the open slab.
func (h *internShard) add(s string) (text *iriText, ref uint32) {
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
	text, ref = &slab.texts[slab.n], h.at*internSlabSize+uint32(slab.n)+1
	text.s = slab.copy(s)
	slab.n++
	return text, ref
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

// sweep drops the slots of dead slabs, and resizes the table for twice the remaining texts.
func (h *internShard) sweep() {
	alive := make([]bool, len(h.slabs))
	for i := range h.slabs {
		alive[i] = h.slabs[i].Value() != nil
	}
	live := 0
	for _, slot := range h.slots {
		if slot.ref != 0 && alive[(slot.ref-1)/internSlabSize] {
			live++
		}
	}
	size := internFirstSize
	for size < 4*live {
		size *= 2
	}
	old := h.slots
	h.slots, h.used = make([]internSlot, size), live
	mask := uint32(size - 1)
	for _, slot := range old {
		if slot.ref == 0 || !alive[(slot.ref-1)/internSlabSize] {
			continue
		}
		i := slot.hash & mask
		for h.slots[i].ref != 0 {
			i = (i + 1) & mask
		}
		h.slots[i] = slot
	}
	h.free = h.free[:0]
	for i := range alive {
		if !alive[i] {
			h.free = append(h.free, uint32(i))
		}
	}
}
