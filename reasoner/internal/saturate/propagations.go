package saturate

import "box2el-owl/reasoner/internal/index"

// propagations caches what links of a role into a finished context propagate. A result is cached
// from the second request on, because most targets have one link. Each worker has its own cache.
//
// The table uses open addressing: a slot has the key and the range of its concept ids in kept, or
// an empty range after the first request.
type propagations struct {
	slots []propagation
	count int
	kept  []index.ConceptID
	found []index.ConceptID // scratch
}

type propagation struct {
	key        uint64 // role and concept id, plus one; 0 is an empty slot
	begin, end int32  // range in kept; both 0 after the first request
}

const minPropagations = 1 << 10

// of returns what a link with this role into e propagates, except what every link of the role does.
// The result is valid until the next call.
//
// Cost: for the first two requests, a descriptor for each propagated subsumer of e.
func (d *propagations) of(w *worker, roleID int32, e index.ConceptID) []index.ConceptID {
	if 2*d.count >= len(d.slots) {
		d.grow()
	}
	key := (uint64(roleID)<<32 | uint64(e)) + 1
	slot := d.slot(key)
	if slot.end > 0 {
		return d.kept[slot.begin:slot.end]
	}
	first := slot.key == 0
	if first {
		slot.key = key
		d.count++
	}
	r := w.store.Record(e)
	d.found = d.found[:0]
	list := r.piece(w.store)
	for _, a := range list[r.ActiveOnly:r.propagated] {
		d.found = w.x.Targets(d.found, a, roleID)
	}
	if len(w.x.Changed) > 0 {
		for _, list := range [2][]index.ConceptID{list[:r.ActiveOnly], list[r.propagated:]} {
			for _, a := range list {
				if w.x.Changed.Has(a) {
					d.found = w.x.Targets(d.found, a, roleID)
				}
			}
		}
	}
	if !first && len(d.kept)+len(d.found) < 1<<30 {
		slot.begin = int32(len(d.kept))
		d.kept = append(d.kept, d.found...)
		slot.end = int32(len(d.kept))
	}
	return d.found
}

func (d *propagations) reset() {
	clear(d.slots)
	d.count, d.kept = 0, d.kept[:0]
}

func (d *propagations) slot(key uint64) *propagation {
	mask := uint64(len(d.slots) - 1)
	for i := key * 0x9E3779B97F4A7C15 >> 20; ; i++ {
		if s := &d.slots[i&mask]; s.key == key || s.key == 0 {
			return s
		}
	}
}

func (d *propagations) grow() {
	old := d.slots
	d.slots = make([]propagation, max(2*len(old), minPropagations))
	for _, s := range old {
		if s.key != 0 {
			*d.slot(s.key) = s
		}
	}
}
