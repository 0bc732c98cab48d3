package owl

import "hash/maphash"

// iriTable maps abbreviated forms of interned IRIs to the IRIs, without an allocation and without
// the lock of NewIRI. The zero value is empty.
type iriTable struct {
	seed  maphash.Seed
	slots []iriSlot // open addressing; len is a power of two, at most half of them in use
	names []iriName
}

type iriName struct {
	key string
	iri IRI
}

type iriSlot struct {
	hash  uint32
	index int32 // into names, plus 1; 0 empty
}

func (t *iriTable) hash(key []byte) uint32 {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
		t.slots = make([]iriSlot, 64)
		t.names = make([]iriName, 0, len(t.slots)/2)
	}
	return uint32(maphash.Bytes(t.seed, key))
}

// find looks up a key with a known hash.
func (t *iriTable) find(hash uint32, key []byte) (IRI, bool) {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; t.slots[i].index != 0; i = (i + 1) & mask {
		if s := t.slots[i]; s.hash == hash && t.names[s.index-1].key == string(key) {
			return t.names[s.index-1].iri, true
		}
	}
	return IRI{}, false
}

// add adds a key that find did not find.
func (t *iriTable) add(hash uint32, key string, iri IRI) {
	if 2*len(t.names) >= len(t.slots) {
		t.grow()
	}
	t.names = append(t.names, iriName{key, iri})
	t.place(iriSlot{hash, int32(len(t.names))})
}

// grow doubles the table and reserves room for its names, which append alone would copy five times.
func (t *iriTable) grow() {
	names := make([]iriName, len(t.names), len(t.slots))
	copy(names, t.names)
	t.names = names
	old := t.slots
	t.slots = make([]iriSlot, 2*len(old))
	for _, s := range old {
		if s.index != 0 {
			t.place(s)
		}
	}
}

func (t *iriTable) place(s iriSlot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].index != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
