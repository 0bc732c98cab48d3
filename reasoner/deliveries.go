package reasoner

// deliveries remembers what links of a letter into a finished context deliver, from the second
// link on: most targets are linked to once.
type deliveries struct {
	first  map[uint64]struct{}
	known  map[uint64][]atom
	buffer []atom
}

// of returns what a link of the letter into e delivers, apart from what every link of the letter
// does. The result is valid until the next call.
func (d *deliveries) of(w *worker, letter int32, e atom) []atom {
	r := &w.store.records[e]
	d.buffer = d.buffer[:0]
	for _, a := range r.piece(w.store)[r.activeOnly:r.delivered] {
		d.buffer = w.x.targets(d.buffer, a, letter)
	}
	return d.buffer
}
