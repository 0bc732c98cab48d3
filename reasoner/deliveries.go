package reasoner

// deliveries is what links of a letter into a finished context deliver, kept from the second link
// on: most targets are linked to once. Each worker has its own.
//
// The table is open-addressing: a key, and where its atoms are in kept, or that it was asked for once.
type deliveries struct {
	slots []delivery
	count int
	kept  []atom
	found []atom // scratch
}

type delivery struct {
	key        uint64 // letter and atom, plus one; 0 is an empty slot
	begin, end int32  // of kept; both 0 after the first time
}

const minDeliveries = 1 << 10

// of returns what a link of the letter into e delivers, apart from what every link of the letter
// does. The result is valid until the next call.
//
// Cost: the first two times, a descriptor for each subsumer of e that links deliver.
func (d *deliveries) of(w *worker, letter int32, e atom) []atom {
	if 2*d.count >= len(d.slots) {
		d.grow()
	}
	key := (uint64(letter)<<32 | uint64(e)) + 1
	slot := d.slot(key)
	if slot.end > 0 {
		return d.kept[slot.begin:slot.end]
	}
	first := slot.key == 0
	if first {
		slot.key = key
		d.count++
	}
	r := w.store.record(e)
	d.found = d.found[:0]
	list := r.piece(w.store)
	for _, a := range list[r.activeOnly:r.delivered] {
		d.found = w.x.targets(d.found, a, letter)
	}
	if len(w.x.changed) > 0 {
		for _, list := range [2][]atom{list[:r.activeOnly], list[r.delivered:]} {
			for _, a := range list {
				if w.x.changed.has(a) {
					d.found = w.x.targets(d.found, a, letter)
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

func (d *deliveries) reset() {
	clear(d.slots)
	d.count, d.kept = 0, d.kept[:0]
}

func (d *deliveries) slot(key uint64) *delivery {
	mask := uint64(len(d.slots) - 1)
	for i := key * 0x9E3779B97F4A7C15 >> 20; ; i++ {
		if s := &d.slots[i&mask]; s.key == key || s.key == 0 {
			return s
		}
	}
}

func (d *deliveries) grow() {
	old := d.slots
	d.slots = make([]delivery, max(2*len(old), minDeliveries))
	for _, s := range old {
		if s.key != 0 {
			*d.slot(s.key) = s
		}
	}
}
